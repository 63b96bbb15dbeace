"""synth train bank: a regular expression by gradient, from strings, labelled or not."""

from __future__ import annotations

import time

import click

from synth.cli import parameters
from synth.cli.output import give


@parameters.command("bank")
@click.option("--positives", type=parameters.path, metavar="FILE", required=True, help="Strings of the language.")
@click.option("--negatives", type=parameters.path, metavar="FILE", help="Strings that are not, if there are any.")
@click.option("--init", multiple=True, metavar="PATTERN", help="A pattern to begin with, repeatable.")
@click.option("--out", metavar="RUN", required=True, help="Record the training in this new directory.")
@click.option(
    "--states", type=click.IntRange(1, 64), default=8, show_default=True, help="The most states, without --init."
)
@click.option("--steps", type=click.IntRange(min=1), default=200, show_default=True, help="The most, for each size.")
@parameters.of("seed")
@parameters.of("device", help="Where the bank is: cpu, cuda, …")
@parameters.null
@parameters.keep_empty
@parameters.quiet
def command(
    positives: str, negatives: str | None, init: tuple[str, ...], out: str, states: int, steps: int, seed: int,
    device: str, null: bool, keep_empty: bool, quiet: bool,
) -> None:  # fmt: skip
    """Learn a pattern from strings by gradient, from nothing or from patterns that are nearly right.

    Without negatives, the pattern is the one that describes itself and the strings in the fewest bits.
    """
    from synth.inputs.examples import read_both
    from synth.training.bank_run import BankRun

    inside, outside = read_both(positives, negatives, null=null, keep_empty=keep_empty)
    run = BankRun(out, inside, outside, init=init, states=states, steps=steps, seed=seed, device=device)
    begun = time.monotonic()
    for look in run.looks():
        if not quiet:
            decided = "decided rightly" if look.bits is None else f"accepted, {look.bits:.1f} bits in all,"
            click.echo(
                f"step {look.step}: {look.agreement:.1%} of the strings {decided} by {look.states} states", err=True
            )
    found = run.finish()
    if not quiet:
        certificate = ""
        if found.certified_length is not None:
            length = found.certified_length
            certificate = f"; ε {found.epsilon or 0.0:.2g}, so both agree up to {length:,} characters"
        click.echo(
            f"done in {time.monotonic() - begun:.1f} s; rightly decided {run.before:.1%} by the layer, {run.after:.1%} "
            f"by the pattern{certificate}",
            err=True,
        )
    give(found.pattern, keep="\n")
