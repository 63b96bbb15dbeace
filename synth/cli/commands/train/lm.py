"""synth train lm: a transformer from files of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from synth.cli import parameters

if TYPE_CHECKING:
    from synth.results.event_file import EventFile
    from synth.training.language.run import Look

POSITIONS = click.Choice(["learned", "sinusoidal", "relative", "rotary", "alibi", "none"])
SIZE = click.IntRange(min=1)


@parameters.command("lm")
@click.argument("files", nargs=-1, required=True, type=parameters.path)
@click.option("--out", metavar="RUN", required=True, help="Record the training in this new directory.")
@click.option("--tokenizer", type=parameters.path, metavar="FILE", help="A tokenizer.json; bytes without.")
@click.option("--steps", type=SIZE, default=1000, show_default=True, help="How long.")
@click.option("--batch", type=SIZE, default=16, show_default=True, help="Pieces of text a step.")
@click.option("--accumulate", type=SIZE, default=1, show_default=True, help="Parts that a step is done in.")
@click.option("--context", type=SIZE, default=128, show_default=True, help="Tokens of a piece.")
@click.option("--width", type=SIZE, default=128, show_default=True, help="Numbers of a token.")
@click.option("--blocks", type=SIZE, default=4, show_default=True, help="How many.")
@click.option("--heads", type=SIZE, default=4, show_default=True, help="Of attention.")
@click.option("--positions", type=POSITIONS, default="rotary", show_default=True, help="How tokens know their places.")
@click.option("--rate", type=click.FloatRange(min=0), default=1e-3, show_default=True, help="Of AdamW, at its highest.")
@click.option("--warmup", type=click.IntRange(min=0), default=100, show_default=True, help="Steps until there.")
@click.option("--dropout", type=click.FloatRange(0, 0.9), default=0.0, show_default=True, help="Share left out.")
@click.option("--precision", type=click.Choice(["float32", "bfloat16"]), default="float32", show_default=True)
@click.option("--look", type=SIZE, default=100, show_default=True, help="Steps between looks and checkpoints.")
@parameters.of("seed")
@parameters.of("device", help="Where the model is: cpu, cuda, …")
@click.option("--ray", metavar="ADDRESS", help="Train on a Ray cluster: local, auto or HOST:PORT.")
@click.option("--workers", type=SIZE, default=2, show_default=True, help="With --ray; they share a step's pieces.")
@click.option("--tensorboard", type=parameters.path, metavar="DIR", help="Write curves for TensorBoard into DIR.")
@parameters.quiet
def command(
    files: tuple[str, ...], out: str, tokenizer: str | None, steps: int, batch: int, accumulate: int, context: int,
    width: int, blocks: int, heads: int, positions: str, rate: float, warmup: int, dropout: float, precision: str,
    look: int, seed: int, device: str, ray: str | None, workers: int, tensorboard: str | None,
    quiet: bool,
) -> None:  # fmt: skip
    """Train a transformer on FILES, of bytes or of the tokens of --tokenizer; `synth generate --model RUN` writes.

    Stopped at any moment, `synth resume RUN` goes on as if nothing had happened.
    """
    from differentiable.transformer.configuration import Configuration
    from synth.results.event_file import EventFile
    from synth.training.language.corpus import read_corpus
    from synth.training.language.run import LanguageRun, recorded_looks
    from synth.training.language.training import Schedule

    board = None if tensorboard is None else EventFile(tensorboard)
    corpus = read_corpus(files, tokenizer)
    configuration = Configuration(
        corpus.vocabulary, width, blocks, heads, context=context, positions=positions, dropout=dropout
    )
    schedule = Schedule(
        steps=steps, batch=batch, length=context, accumulate=accumulate, rate=rate, warmup=warmup,
        precision=precision, seed=seed,
    )  # fmt: skip
    schedule.check_workers(1 if ray is None else workers)
    run = LanguageRun(out, corpus, configuration, schedule, files=files, tokenizer=tokenizer, look=look, device=device)
    if ray is not None:
        from synth.training.language.workers import train_on_ray

        train_on_ray(str(Path(out).resolve()), ray, workers, has_devices=device != "cpu")
        looks: Iterable[Look] = recorded_looks(Path(out))
    else:
        looks = run.looks()
    show_training(looks if board is None else curves(looks, board), quiet=quiet)


def show_training(looks: Iterable[Look], *, quiet: bool) -> None:
    """Train to the end, a line for each look."""
    for look in looks:
        if not quiet:
            speed = f"{look.tokens_per_second:,.0f} tokens/s, {look.of_peak:.0%} of the machine's peak"
            losses = f"{look.loss:.4f} nats a token, held out {look.held_out:.4f}"
            click.echo(f"step {look.step}: {losses}; {speed}", err=True)


def curves(looks: Iterable[Look], board: EventFile) -> Iterator[Look]:
    """The looks, each as a point of every curve."""
    from tensorboardX.summary import scalar

    for look in looks:
        for name in ("loss", "held_out", "tokens_per_second", "of_peak"):
            board.write(look.step, summary=scalar(name, getattr(look, name)))
        board.flush()
        yield look
    board.close()
    if board.failure:
        click.echo(f"warning: the curves for TensorBoard are not complete: {board.failure}", err=True)
