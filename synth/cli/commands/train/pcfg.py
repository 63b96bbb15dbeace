"""synth train pcfg: a grammar by gradient, from strings alone."""

from __future__ import annotations

import time

import click

from synth.cli import parameters
from synth.cli.output import give


@parameters.command("pcfg")
@click.option("--positives", type=parameters.path, metavar="FILE", required=True, help="Strings of the language.")
@click.option("--grammar", metavar="GRAMMAR", help="Begin with this one: a file, a run, or the grammar itself.")
@click.option("--out", metavar="RUN", required=True, help="Record the training in this new directory.")
@click.option(
    "--nonterminals", type=click.IntRange(1, 128), default=32, show_default=True, help="How many, without --grammar."
)
@click.option("--steps", type=click.IntRange(min=1), default=600, show_default=True, help="The most, of 64 strings.")
@parameters.of("seed")
@parameters.of("device", help="Where the layer is: cpu, cuda, …")
@parameters.null
@parameters.keep_empty
@parameters.quiet
def command(
    positives: str, grammar: str | None, out: str, nonterminals: int, steps: int, seed: int, device: str, null: bool,
    keep_empty: bool, quiet: bool,
) -> None:  # fmt: skip
    """Learn a grammar from strings by gradient, from nothing or from a grammar that is nearly right."""
    from synth.inputs.examples import read_examples
    from synth.inputs.languages import read_grammar
    from synth.training.pcfg_run import PCFGRun

    texts = read_examples(positives, null=null, keep_empty=keep_empty)
    first = None if grammar is None else read_grammar(grammar)
    run = PCFGRun(out, texts, grammar=first, nonterminals=nonterminals, steps=steps, seed=seed, device=device)
    begun = time.monotonic()
    for look in run.looks():
        if not quiet:
            click.echo(f"step {look.step}: {look.held_out:.3f} nats for each character held out", err=True)
    found = run.finish()
    if not quiet and found.before and found.after:
        click.echo(
            f"done in {time.monotonic() - begun:.1f} s; {-found.before.log_likelihood:.3f} nats by the layer, "
            f"{-found.after.log_likelihood:.3f} by the grammar",
            err=True,
        )
    give(found.pattern, keep="\n")
