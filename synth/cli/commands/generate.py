"""synth generate: texts from a language model inside a language."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from synth.cli import parameters
from synth.cli.output import give
from synth.runs.files import CONFIG

if TYPE_CHECKING:
    from synth.decoding.decoders.warping import Warper
    from synth.decoding.model import LanguageModel

STRATEGIES = click.Choice(["sample", "greedy", "beam", "grid", "particles", "exact"])


@parameters.command("generate", short_help="Texts of a language model inside a language.")
@click.option(
    "--model", required=True, metavar="DIR",
    help="A run of train lm, a directory of transformers, a .gguf file, tiny or ngram.",
)  # fmt: skip
@click.option("--grammar", metavar="PATTERN", help="A pattern, a file with a grammar, or the directory of a run.")
@click.option("--prompt", default="", metavar="TEXT", help="What the texts go on from; it is not printed.")
@click.option("-n", "--count", type=click.IntRange(min=1), default=1, show_default=True, metavar="N", help="How many.")
@click.option("--strategy", type=STRATEGIES, help="How tokens are chosen: sample, or beam with --require.")
@click.option("--require", multiple=True, metavar="TEXT", help="A phrase that must be in each text; repeatable.")
@click.option("--tokens", type=click.IntRange(min=0), default=100, show_default=True, metavar="N", help="At most.")
@click.option("--width", type=click.IntRange(min=1), default=8, show_default=True, metavar="N", help="Of beams.")
@click.option("--temperature", type=float, metavar="T", help="Divides the logits.")
@click.option("--top-k", type=int, metavar="K", help="Only the K likeliest tokens.")
@click.option("--top-p", type=float, metavar="P", help="Only the likeliest tokens of mass P, the nucleus.")
@parameters.of("seed")
@click.option("--null", is_flag=True, help="Write a NUL after each text instead of a newline.")
def command(
    model: str,
    grammar: str | None,
    prompt: str,
    count: int,
    strategy: str | None,
    require: tuple[str, ...],
    tokens: int,
    width: int,
    temperature: float | None,
    top_k: int | None,
    top_p: float | None,
    seed: int,
    null: bool,
) -> None:
    """Write texts that a language model finds likely, each inside the language of --grammar."""
    from synth.decoding.generation import generate
    from synth.inputs.languages import read_language

    language = None if grammar is None else read_language(grammar)
    loaded, tokenizer = _load(model, prompt, seed)
    warpers = _warpers(temperature, top_k, top_p)
    texts = generate(
        loaded, language, tokenizer,
        strategy=strategy, count=count, limit=tokens, width=width, required=require, warpers=warpers, seed=seed,
    )  # fmt: skip
    for text in texts:
        give(text, "\0" if null else "\n")


def _load(name: str, prompt: str, seed: int) -> tuple[LanguageModel, object]:
    from synth.decoding.models import small_models

    if name == "ngram":
        return small_models.ngram(prompt.encode()), "bytes"
    if name == "tiny":
        click.echo("training a tiny transformer for a few seconds", err=True)
        return small_models.tiny(prompt.encode(), seed=seed), "bytes"
    if (Path(name) / CONFIG).exists():
        from synth.decoding.models.transformer import load_run

        return load_run(Path(name), prompt)
    from synth.decoding.models.transformers_model import load

    return load(name, prompt)


def _warpers(temperature: float | None, top_k: int | None, top_p: float | None) -> list[Warper]:
    from synth.decoding.decoders import warping

    warpers = []
    if temperature is not None:
        warpers.append(warping.temperature(temperature))
    if top_k is not None:
        warpers.append(warping.top_k(top_k))
    if top_p is not None:
        warpers.append(warping.nucleus(top_p))
    return warpers
