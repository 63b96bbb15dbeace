"""synth explain: a pattern in words, and the pieces of the examples that each part matched."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

import click

from synth.cli import options

if TYPE_CHECKING:
    from synth.explanation import Part

EXAMPLES = 100  # to look at for pieces; the work grows with the square of their length
LONGEST_EXAMPLE = 1000
SHOWN_PIECES = 4
FRAGMENT_WIDTH = 24
LONGEST_HEADLINE = 160


@click.command("explain", context_settings=options.SETTINGS)
@click.argument("pattern")
@click.argument("file", required=False)
@options.null
@options.keep_empty
@options.common
def command(pattern: str, file: str | None, null: bool, keep_empty: bool) -> None:
    """Put PATTERN into words, part by part.

    With a FILE of examples, show beside each part which pieces of them it matched.
    """
    from dsl.regex import Regex
    from synth.explanation import explain, sentence
    from synth.inputs import read_examples

    language = Regex.parse(pattern)
    root = explain(language.expression)
    examples = read_examples(file, null=null, keep_empty=keep_empty) if file else []
    matched = _pieces(root, examples)
    rows = [("  " * depth + part.words, str(part.expression), matched.get(part, [])) for depth, part in root.lines()]
    headline = sentence(root)
    if len(rows) > 1 and len(headline) <= LONGEST_HEADLINE:
        click.echo(f"{headline}\n")
    width = max(len(words) for words, _, _ in rows)
    fragments = min(FRAGMENT_WIDTH, max(len(fragment) for _, fragment, _ in rows))
    for words, fragment, pieces in rows:
        line = f"{words:{width}}  {_cut(fragment, FRAGMENT_WIDTH):{fragments}}  {_list(pieces)}"
        click.echo(line.rstrip())
    missed = [example for example in examples if not language.accepts(example)]
    if missed:
        at = f"the first, at distance {language.distance(missed[0])}"
        click.echo(f"{len(missed)} of {len(examples)} examples do not match; {at}:\n  {missed[0]}", err=True)


def _pieces(root: Part, examples: list[str]) -> dict[Part, list[str]]:
    from synth.pieces import match_pieces

    pieces: dict[Part, list[str]] = {}
    short = (example for example in examples if len(example) <= LONGEST_EXAMPLE)
    for example in islice(short, EXAMPLES):
        for part, matched in (match_pieces(root, example) or {}).items():
            pieces.setdefault(part, []).extend(matched)
    return pieces


def _list(pieces: Iterable[str]) -> str:
    distinct = list(dict.fromkeys(pieces))
    shown = ", ".join(_cut(repr(piece), FRAGMENT_WIDTH) for piece in distinct[:SHOWN_PIECES])
    return f"{shown}, … ({len(distinct)})" if len(distinct) > SHOWN_PIECES else shown


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
