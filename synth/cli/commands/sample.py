"""synth sample: strings of the language of a pattern or a grammar."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import click

from synth.cli import parameters
from synth.cli.output import give

if TYPE_CHECKING:
    from dsl.language import Language

AMOUNT = click.IntRange(min=0)
AT_ONCE: Final = 100


@parameters.command("sample", short_help="Strings of a pattern or a grammar.")
@click.argument("pattern")
@click.option("-n", "--count", type=AMOUNT, default=10, show_default=True, metavar="N", help="How many strings.")
@click.option("--length", type=AMOUNT, metavar="N", help="Only strings of this length, all equally likely.")
@parameters.of("seed")
@click.option("--null", is_flag=True, help="Write a NUL after each string instead of a newline.")
def command(pattern: str, count: int, length: int | None, seed: int, null: bool) -> None:
    """Draw strings that PATTERN, or the grammar in a file of this name, describes."""
    from synth.inputs.languages import read_language

    language = read_language(pattern)
    rng = random.Random(seed)
    for text in _drawn(language, count, rng) if length is None else _uniform(language, count, length, rng):
        give(text, "\0" if null else "\n")


def _drawn(language: Language, count: int, rng: random.Random) -> Iterator[str]:
    """A few at a time: the first come at once, and however many there are need no memory."""
    for drawn in range(0, count, AT_ONCE):
        yield from language.sample(min(AT_ONCE, count - drawn), rng)


def _uniform(language: Language, count: int, length: int, rng: random.Random) -> Iterator[str]:
    from dsl.automata.sampling import UniformSampler
    from dsl.grammar import Grammar
    from dsl.grammars.sampling import DerivationSampler
    from dsl.language import START

    sampler = DerivationSampler(language) if isinstance(language, Grammar) else UniformSampler(language.rules[START])
    for _ in range(count):
        yield sampler.of_length(length, rng)
