"""synth explain: a pattern or a grammar in words, and the pieces of the examples that each part matched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

import click

from dsl.visibility import visible
from synth.cli import parameters
from synth.cli.output import say, show
from synth.report.markup import shorten

if TYPE_CHECKING:
    from dsl.expressions.expression import Expression
    from dsl.grammar import Grammar
    from synth.explain.explanation import Part

EXAMPLES = 100  # to look at for pieces; the work grows with the square of their length
LONGEST_EXAMPLE = 1000
LONGEST_PARSED = 200  # characters; a parse tree takes the cube
SHOWN_PIECES = 4
FRAGMENT_WIDTH = 24
LONGEST_HEADLINE = 160


@parameters.command("explain", short_help="A pattern or a grammar in words.")
@click.argument("pattern")
@click.argument("file", type=parameters.path, required=False)
@parameters.null
@parameters.keep_empty
def command(pattern: str, file: str | None, null: bool, keep_empty: bool) -> None:
    """Put PATTERN, or the grammar in a file of this name, into words, part by part.

    With a FILE of examples, show beside each part which pieces of them it matched.
    """
    from dsl.grammar import Grammar
    from dsl.language import START
    from synth.inputs.examples import read_examples
    from synth.inputs.languages import read_language

    language = read_language(pattern)
    examples = read_examples(file, null=null, keep_empty=keep_empty) if file else []
    if isinstance(language, Grammar):
        _explain_grammar(language, examples)
    else:
        _explain_regex(language.rules[START], examples)
    missed = [example for example in examples if not language.accepts(example)]
    if missed:
        at = f"the first, at distance {language.distance(missed[0])}"
        say(f"{len(missed)} of {len(examples)} examples do not match; {at}:\n  {visible(missed[0])}")


def _explain_regex(expression: Expression, examples: list[str]) -> None:
    from synth.explain.explanation import explain, sentence

    root = explain(expression)
    matched = _pieces(root, examples)
    rows = [("  " * depth + part.words, str(part.expression), matched.get(part, [])) for depth, part in root.lines()]
    headline = sentence(root)
    if len(rows) > 1 and len(headline) <= LONGEST_HEADLINE:
        show(f"{headline}\n")
    _print_rows(rows)


def _explain_grammar(grammar: Grammar, examples: list[str]) -> None:
    """Each rule with its parts below it, then what its author should know."""
    from dsl.grammars.report import diagnose

    accepted = [text for text in _short(examples, LONGEST_PARSED) if grammar.accepts(text)]
    _print_rows(list(_rule_rows(grammar, accepted)))
    report = str(diagnose(grammar, dict.fromkeys(accepted)))
    if report:
        show(f"\n{report}")


def _rule_rows(grammar: Grammar, examples: list[str]) -> Iterator[tuple[str, str, list[str]]]:
    from dsl.grammars.notation import write_rule
    from dsl.grammars.recognition import parse_tree
    from synth.explain.explanation import explain

    pieces: dict[str, list[str]] = {}
    for text in examples:
        for node in parse_tree(grammar, text).walk():
            pieces.setdefault(node.rule, []).append(text[node.start : node.end])
    for name, expression in grammar.rules.items():
        notation = " ".join(write_rule(name, expression).removeprefix(f"{name}:").split())
        yield f"{name}:", notation, pieces.get(name, [])
        for depth, part in explain(expression).lines():
            yield "  " * (depth + 1) + part.words, "", []


def _print_rows(rows: list[tuple[str, str, list[str]]]) -> None:
    width = max(len(words) for words, _, _ in rows)
    fragments = min(FRAGMENT_WIDTH, max(len(fragment) for _, fragment, _ in rows))
    for words, fragment, pieces in rows:
        line = f"{words:{width}}  {shorten(fragment, FRAGMENT_WIDTH):{fragments}}  {_list(pieces)}"
        show(line.rstrip())


def _short(examples: list[str], longest: int) -> Iterator[str]:
    return islice((example for example in examples if len(example) <= longest), EXAMPLES)


def _pieces(root: Part, examples: list[str]) -> dict[Part, list[str]]:
    from dsl.expressions.matching import matched_texts

    pieces: dict[Part, list[str]] = {}
    for example in _short(examples, LONGEST_EXAMPLE):
        for part, matched in (matched_texts(root, example) or {}).items():
            pieces.setdefault(part, []).extend(matched)
    return pieces


def _list(pieces: Iterable[str]) -> str:
    distinct = list(dict.fromkeys(pieces))
    shown = ", ".join(shorten(repr(piece), FRAGMENT_WIDTH) for piece in distinct[:SHOWN_PIECES])
    return f"{shown}, … ({len(distinct)})" if len(distinct) > SHOWN_PIECES else shown
