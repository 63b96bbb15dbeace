"""synth train policy: weights that searches begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from dsl.errors import ConfigurationError
from synth.cli import parameters

SAVED: Final = 10  # times in a training; then a line says how far it is


@parameters.command("policy")
@click.option(
    "--steps", type=click.IntRange(min=1), default=1000, show_default=True, help="How long; of 48 tasks each."
)
@click.option("--out", metavar="FILE", required=True, help="Where to write the weights, as safetensors.")
@parameters.of("seed")
@parameters.of("device")
@click.option("--quiet", "-q", is_flag=True, help="Only errors.")
def command(steps: int, out: str, seed: int, device: str, quiet: bool) -> None:
    """Train the policy of `synth induce --searcher reinforce` on random tasks."""
    from searchers.policy.learner import Diverged
    from searchers.policy.network.weights import save_weights
    from searchers.policy.pretraining import Pretraining

    if not Path(out).absolute().parent.is_dir():  # before the training: it would be lost
        raise ConfigurationError(f"no such directory: {Path(out).parent}", hint="make it, or check --out")
    training = Pretraining(seed, device)
    recent: list[float] = []
    try:
        for lesson in training.lessons(steps):
            recent.append(lesson.bits)
            if lesson.step == steps or lesson.step % max(1, steps // SAVED) == 0:
                save_weights(training.policy, out)
                if not quiet:
                    bits = sum(recent) / len(recent)
                    click.echo(f"step {lesson.step} of {steps}: {bits:.1f} bits for a task's expression", err=True)
                recent.clear()
    except Diverged:
        raise ConfigurationError(
            f"the training diverged; {out} holds the weights before that, if any", hint="try another --seed"
        ) from None
