"""The hall of fame on stderr: a live table on a terminal, a plain line every few seconds elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Self

import click

from dsl.language import Language
from dsl.visibility import visible
from searchers.archive import Archive
from searchers.candidate import Candidate
from searchers.protocol import Event, Improved, Noted, Progress
from synth.report.markup import shorten
from synth.results.result import Result

if TYPE_CHECKING:
    from rich.text import Text

REDRAW_SECONDS = 0.1
PLAIN_SECONDS = 5.0
LIVE_ROWS = 10
LONGEST_PATTERN = 300
HEADER = ("size", "distance", "objective")


class HallOfFame:
    """Shows a search while it runs, and its front when it has ended; a context manager around the search."""

    def __init__(self, *, quiet: bool, progress: bool) -> None:
        from rich.console import Console
        from rich.live import Live

        self._console = Console(stderr=True, highlight=False, quiet=quiet)
        self._progress = progress and not quiet
        self._archive = Archive()
        self._latest = Progress(0, "starting")
        self._noted: set[str] = set()
        self._started = self._shown = time.perf_counter()
        live = self._progress and self._console.is_terminal
        self._live = Live(console=self._console, auto_refresh=False, transient=True) if live else None

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def take(self, event: Event) -> None:
        """Note an event, and show it when enough time has passed since the last one shown."""
        match event:
            case Improved(candidate):
                self._archive.add(candidate)
            case Progress():
                self._latest = event
            case Noted(message):
                self._noted.add(message)
                self._console.print(visible(f"note: {message}"), markup=False, soft_wrap=True)
        now = time.perf_counter()
        if self._progress and now - self._shown >= (PLAIN_SECONDS if self._live is None else REDRAW_SECONDS):
            self._shown = now
            self._show()

    def conclude(self, result: Result, examples: int, rejects: int) -> None:
        """Show the whole front of a finished search, what its pick matches of so many strings, and how long it took."""
        if self._console.quiet:
            return
        for line in _lines(result.members, result.best):
            self._console.print(line, soft_wrap=True)
        stats = result.stats
        state = "interrupted, best so far" if result.interrupted else "proved best" if stats["proved"] else "done"
        questions = stats["questions"]
        asked = f", {questions:,} question{'' if questions == 1 else 's'}" if questions else ""
        self._console.print(
            f"{state} in {stats['seconds']:.1f} s, {stats['candidates']:,} candidates ({stats['searcher']}){asked}"
        )
        if result.reason:
            self._console.print(visible(result.reason), markup=False, soft_wrap=True)
        score = result.best.score
        rejected = f", {score.rejected} of {rejects} to reject do not" if rejects else ""
        sure = "" if result.confidence is None else f"; {result.confidence:.0%} sure that this is what was meant"
        self._console.print(f"{score.accepted} of {examples} examples match{rejected}{sure}", soft_wrap=True)
        for warning in result.warnings:
            if warning in self._noted:  # told when it came
                continue
            self._console.print(visible(f"warning: {warning}"), markup=False, soft_wrap=True)

    def _show(self) -> None:
        best = self._archive.best
        if best is None:
            return
        progress = f"{time.perf_counter() - self._started:.1f} s  {self._latest.candidates:,} candidates"
        if self._live is None:
            pattern = shorten(best.pattern.replace("\n", "  "), 80)
            click.echo(f"{progress}  {self._latest.stage}  {best.objective:.1f}  {pattern}", err=True)
        else:
            from rich.console import Group
            from rich.text import Text

            lines = [*_lines(self._archive.front[-LIVE_ROWS:], best)]
            lines.append(Text(f"{progress}  {self._latest.stage}  (Ctrl-C: the best so far)", style="dim"))
            for line in lines:
                line.no_wrap, line.overflow = True, "ellipsis"
            self._live.update(Group(*lines), refresh=True)


def _lines(front: Sequence[Candidate[Language]], pick: Candidate[Language]) -> Iterator[Text]:
    """A line for each candidate, which the terminal wraps: a pattern that is folded at a blank cannot be copied."""
    from rich.text import Text

    rows = [(str(one.size), str(one.distance), f"{one.objective:.1f}") for one in front]
    widths = [max(map(len, column)) for column in zip(HEADER, *rows, strict=True)]
    yield Text(f"   {'  '.join(map(str.rjust, HEADER, widths))}  pattern", style="dim")
    for candidate, row in zip(front, rows, strict=True):
        mark, style = ("→", "bold") if candidate == pick else (" ", "")
        start = f"{mark}  {'  '.join(map(str.rjust, row, widths))}  "
        pattern = shorten(candidate.pattern, LONGEST_PATTERN).replace("\n", "\n".ljust(1 + len(start)))  # of a grammar
        yield Text(start + pattern, style=style)
