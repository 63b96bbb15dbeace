"""Stack machines that write (docs/design.md, "Stack machines"): what is on top reads a symbol, or ends, by one softmax.

    p(x) = Σ over runs Π over steps p(step | top)          a step: a symbol is read and an action done, or the top ends

Where the top ends, what lies below says what comes next: nothing goes to what only another context would allow.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

import torch
from torch import Tensor

from differentiable.precision import check_precision
from differentiable.stacks.paths import NEVER
from dsl.charset import CharSet
from dsl.errors import ConfigurationError, LimitError
from dsl.grammars.predictive.lookahead import END
from dsl.grammars.predictive.machine import BOTTOM, ERROR, START_SYMBOL, StackMachine

TRIES: Final = 100  # for each text, until one ends in time and is accepted


def log_steps(machine: StackMachine, table: Tensor, possible: Tensor) -> Tensor:
    """The logarithms of p(step | top), (N, W, A), of logits and what is possible, (N, W, A).

    An end is as likely before each class. Raises ConfigurationError where more than one symbol is read ahead, as
    classes then say what later ones are, and in half precision.
    """
    joint = _joint(machine, table, possible)
    reads = torch.tensor(machine.reads, device=table.device)
    steps = torch.where(reads, joint, joint.logsumexp(1, keepdim=True))
    return torch.where(joint > NEVER / 2, steps, NEVER)


def _joint(machine: StackMachine, table: Tensor, possible: Tensor) -> Tensor:
    """One softmax for each symbol over classes and actions, in logarithms, (N, W, A)."""
    check_precision(table.dtype, "stack machine")
    if machine.k != 1:
        raise ConfigurationError(f"an automaton with {machine.k} symbols ahead writes nothing", hint="compile with k=1")
    is_error = torch.arange(table.shape[2], device=table.device) == ERROR
    logits = table.masked_fill(~possible | is_error, NEVER)
    joint = logits.flatten(1).log_softmax(1).view_as(table)
    return torch.where(logits > NEVER / 2, joint, NEVER)


def written(
    machine: StackMachine, table: Tensor, characters: Sequence[CharSet], n: int, rng: random.Random, longest: int
) -> list[str]:
    """Texts of at most `longest` characters, drawn from what the cells of a machine do: it accepts each of them.

    Raises LimitError when too few of those that are drawn end in time, ConfigurationError as `log_steps` does.
    """
    cells = torch.from_numpy(machine.cells).long()[..., None]
    chosen = torch.zeros_like(table, dtype=torch.bool).scatter_(-1, cells, True)
    weights = _joint(machine, table, chosen).double().exp().flatten(1).tolist()  # NEVER becomes 0
    found: list[str] = []
    for _ in range(n * TRIES):
        if len(found) == n:
            break
        text = _drawn(machine, weights, characters, rng, longest)
        if text is not None and machine.accepts_all([text])[0]:
            found.append(text)
    if len(found) < n:
        message = f"{len(found)} of {n} texts end within {longest} characters"
        raise LimitError(message, hint="allow longer ones, or train until symbols end sooner")
    return found


def _drawn(
    machine: StackMachine, weights: list[list[float]], characters: Sequence[CharSet], rng: random.Random, longest: int
) -> str | None:
    stack, text = [BOTTOM, START_SYMBOL], ""
    while len(text) <= longest:
        own = weights[stack.pop()]
        if not any(own):
            return None
        (step,) = rng.choices(range(len(own)), own)
        column, action = divmod(step, len(machine.writes))
        if not machine.reads[action]:
            continue
        if machine.texts[column] == (END,):
            return text
        text += characters[machine.texts[column][0]].draw(rng)
        stack.extend(reversed(machine.writes[action]))
    return None
