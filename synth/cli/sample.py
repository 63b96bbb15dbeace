"""synth sample: strings of the language of a pattern or a grammar."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import click

from synth.cli import options

if TYPE_CHECKING:
    from dsl.grammar import Grammar
    from dsl.regex import Regex

AMOUNT = click.IntRange(min=0)


@click.command("sample", short_help="Strings of a pattern or a grammar.", context_settings=options.SETTINGS)
@click.argument("pattern")
@click.option("-n", "--count", type=AMOUNT, default=10, show_default=True, metavar="N", help="How many strings.")
@click.option("--length", type=AMOUNT, metavar="N", help="Only strings of this length, all equally likely.")
@options.seed
@click.option("--null", is_flag=True, help="Write a NUL after each string instead of a newline.")
@options.common
def command(pattern: str, count: int, length: int | None, seed: int, null: bool) -> None:
    """Draw strings that PATTERN, or the grammar in a file of this name, describes."""
    from synth.languages import read_language

    language = read_language(pattern)
    for text in language.sample(count, seed) if length is None else _uniform(language, count, length, seed):
        click.echo(text + "\0" if null else text, nl=not null)


def _uniform(language: Regex | Grammar, count: int, length: int, seed: int) -> list[str]:
    from dsl.grammar import Grammar
    from dsl.grammar_sampling import DerivationSampler
    from dsl.sampling import UniformSampler

    sampler = DerivationSampler(language) if isinstance(language, Grammar) else UniformSampler(language.expression)
    rng = random.Random(seed)
    return [sampler.of_length(length, rng) for _ in range(count)]
