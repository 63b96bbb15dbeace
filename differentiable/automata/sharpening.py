"""A trained bank made sharp, so that its certificate reaches far (docs/design.md, "Snapping back")."""

from __future__ import annotations

from typing import Final

import torch

from differentiable import losses
from differentiable.bank import RegexBank

RATE: Final = 0.5  # logits a step
STEPS: Final = 100
LOOK: Final = 5  # steps between looks at the certificate


def sharpen(bank: RegexBank, longest: int | None = None) -> None:
    """Draw a bank of mode accept to its own automata until they decide alike up to `longest` symbols, or all it reads.

    What it snaps back to stays the same. Automata that STEPS steps do not bring so far come as far as they can.
    """
    longest = bank.max_length if longest is None else longest
    automata = bank.automata()
    accepting = automata.accepting[:, : bank.ends.shape[1]].to(bank.ends)  # (D, Q)
    optimiser = torch.optim.Adam(bank.parameters(), lr=RATE)
    for step in range(STEPS):
        if step % LOOK == 0 and all((found.certified_length or 0) >= longest for found in bank.snap_back()):
            return
        optimiser.zero_grad()
        sure = losses.cross_entropy(bank.ends.T / bank.temperature, accepting.T)  # (D,)
        (losses.to_automata(bank, automata) + sure).sum().backward()  # type: ignore[no-untyped-call]
        optimiser.step()
