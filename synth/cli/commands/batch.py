"""A batch on the command line: a JSON line on stdout for each task as it ends, counts on stderr."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import click

from synth.cli import ending
from synth.cli.output import say
from synth.cli.searching import memory_limit
from synth.results.json_text import json_text

if TYPE_CHECKING:
    from synth.batch.outcome import Outcome

SHOWN_SECONDS: Final = 5.0


def show_batch(context: click.Context, outcomes: Iterator[Outcome], *, where: str | None) -> None:
    """Print each outcome as it comes. Leaves with 2 when a task failed, and as `searching.show` after a signal."""
    given = context.params
    quiet, progress = given["quiet"], not given["no_progress"]
    began = shown = time.perf_counter()
    done = failed = 0
    state = "done"
    try:
        with memory_limit(given, processes=given["workers"] or 1):
            for outcome in outcomes:
                click.echo(json_text(outcome.to_json()))
                done += 1
                failed += outcome.error is not None
                if progress and not quiet and time.perf_counter() - shown >= SHOWN_SECONDS:
                    shown = time.perf_counter()
                    click.echo(f"{shown - began:.1f} s  {done} tasks, {failed} of them failed", err=True)
    except KeyboardInterrupt:
        state = "interrupted"
    if not quiet:
        click.echo(f"{state} in {time.perf_counter() - began:.1f} s, {done} tasks, {failed} of them failed", err=True)
        if where is not None and (failed or state == "interrupted"):
            say(f"go on with: synth resume {where}")
    context.exit(ending.exit_code() if state == "interrupted" else 2 if failed else 0)
