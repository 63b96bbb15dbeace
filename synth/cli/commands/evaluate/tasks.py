"""synth evaluate tasks: what there is to measure."""

from __future__ import annotations

from synth.cli import parameters
from synth.cli.output import show


@parameters.command("tasks")
def command() -> None:
    """List the tasks: number, name, data sets, metric, baselines and encoders of their own."""
    from synth.evaluation.tasks.registry import make, names

    for task in sorted(map(make, names()), key=lambda task: task.number):
        sets = ", ".join(task.data_sets) or "generated"
        rows = ", ".join([*task.baselines, *task.own])
        show(f"{task.number:>2}  {task.name:<16}  {task.title:<32}  {task.main:<12}  {sets:<24}  {rows}")
