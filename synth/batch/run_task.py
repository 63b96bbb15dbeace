"""Doing one task, wherever it was sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from dsl.errors import SynthError
from searchers.budget import Budget
from synth.batch.outcome import Outcome
from synth.batch.tasks import Task


def perform(task: Task) -> Outcome:
    """Search on one core. What goes wrong is the outcome of this task alone; KeyboardInterrupt on Ctrl-C."""
    from synth.api import induce
    from synth.inputs.command_oracle import CommandOracle

    try:
        judge = None if task.oracle is None else CommandOracle(task.oracle)
        result = induce(task.positives, reject=task.negatives, **{**asdict(task.request), "oracle": judge})
    except SynthError as error:
        return Outcome(task.id, None, error)
    except Exception as error:
        internal = SynthError(f"internal: {type(error).__name__}: {error}", hint="report it, with the task")
        return Outcome(task.id, None, internal)
    if result.interrupted:
        raise KeyboardInterrupt  # cut short: the task is as good as not begun
    return Outcome(task.id, result)


def perform_all(_setting: None, tasks: Sequence[Task], _budget: Budget) -> Iterator[Outcome]:
    """The same as work for the workers of a cluster."""
    return map(perform, tasks)
