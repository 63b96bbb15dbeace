"""synth train: weights that searches begin with, and layers."""

from __future__ import annotations

import click

from synth.cli.commands.train import bank, lm, pcfg, policy


@click.group("train", no_args_is_help=True)
def command() -> None:
    """Train weights that searches begin with, and layers."""


command.add_command(policy.command)
command.add_command(bank.command)
command.add_command(pcfg.command)
command.add_command(lm.command)
