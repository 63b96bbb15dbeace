"""Banks in training: many automata learn one language side by side, and the best of them is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

import torch
from torch import Tensor
from torch.nn.functional import logsigmoid

from differentiable import losses
from differentiable.automata.corruptions import corrupt
from differentiable.automata.description import description_lengths
from differentiable.bank import RegexBank
from dsl.automata.dfa import DFA
from dsl.errors import ConfigurationError, ExampleError

BATCH: Final = 256
LOOK: Final = 25  # steps between looks at the automata
AUTOMATA: Final = 24
CORRUPTIONS: Final = 4  # of each string


@dataclass(frozen=True, slots=True)
class Signals:
    """What a bank is trained towards, and how: weights of the losses, and schedules.

    `contrast` weighs InfoNCE over corruptions of the positives, `regularise` the divergence from the nearest automata,
    `sparse` what leads elsewhere than to the sinks that there were at first. The temperature falls from `hot` to 1;
    every `project` steps the logits snap to the automata (0: never). Of automata that decide equally well the smallest
    is the best, or with `keep` the one whose number of states changed least. Training ends early when the best
    automaton decides all strings rightly, if there are negatives, at `settled` looks in a row, always with the same
    language (0: never).
    """

    optimiser: Literal["adam", "sgd"] = "adam"
    rate: float = 0.1
    sparse: float = 0.0
    contrast: float = 0.0
    regularise: float = 0.0
    hot: float = 1.0
    project: int = 0
    keep: bool = False
    settled: int = 0


LEARN: Final = Signals(settled=1)
# Adam moves all arcs alike, also those that hardly matter: good to find a structure, bad to keep one. Few examples are
# decided rightly long before all literals are right.
REPAIR: Final = Signals("sgd", rate=5.0, sparse=0.005, keep=True, settled=4)
DESCRIBE: Final = Signals(settled=4)  # without negatives


class Lesson(NamedTuple):
    """A look at a bank in training."""

    step: int
    loss: float  # nats, of the best automaton
    agreement: float  # share of the strings that the best automaton decides rightly
    best: int  # its number in the bank
    states: int  # of its minimal automaton
    bits: float | None = None  # without negatives: of the best automaton and the strings given it


class Training:
    """A bank and the labelled strings of one language that all its automata learn.

    Without negatives the positives are told from their corruptions, or, in mode generative, made likely, and the best
    automaton is the one of the fewest bits (`differentiable.automata.description`).
    Raises ExampleError when there are no positives, or when one is also a negative.
    """

    def __init__(
        self, bank: RegexBank, positives: Sequence[str], negatives: Sequence[str] = (), signals: Signals | None = None,
        *, seed: int = 0,
    ) -> None:  # fmt: skip
        if not positives:
            raise ExampleError("there are no positives to learn from", hint="give some strings of the language")
        if both := sorted({*positives} & {*negatives}):
            message = f"{len(both)} of the negatives are also positives, the first is {both[0]!r}"
            raise ExampleError(message, hint="remove them from one of the two lists")
        self.bank = bank
        self.signals = signals or Signals()
        texts = [*positives, *negatives]
        self._symbols, self._lengths = bank.alphabet.batch(texts, max_length=bank.max_length)
        self._labels = torch.tensor([1.0] * len(positives) + [0.0] * len(negatives), dtype=bank.arcs.dtype)
        self._has_negatives = bool(negatives)
        self._stream = torch.Generator().manual_seed(seed)
        self._allowed = bank.alphabet.readable().nonzero()[:, 0]
        self._optimiser: torch.optim.Optimizer = (
            torch.optim.Adam(bank.parameters(), lr=self.signals.rate)
            if self.signals.optimiser == "adam"
            else torch.optim.SGD(bank.parameters(), lr=self.signals.rate, momentum=0.9)
        )
        automata = list(map(bank.automata().automaton, range(len(bank.ends))))
        self._sizes = [len(automaton.minimise()) if self.signals.keep else 0 for automaton in automata]
        live = [automaton.live()[:-1] for automaton in automata]
        self._dead = ~torch.tensor(live, device=bank.arcs.device)
        self._right: list[DFA] = []  # the best of the last looks, as long as its language stays and decides all rightly

    def lessons(self, steps: int) -> Iterator[Lesson]:
        """Train up to `steps` steps, with a lesson every LOOK steps. Raises ConfigurationError when it diverges."""
        for step in range(1, steps + 1):
            heat = self.signals.hot ** (1.0 - step / steps)
            self.bank.temperature.fill_(heat)
            loss = self._loss()
            if not bool(loss.isfinite().all()):
                raise ConfigurationError("the training diverged", hint="train with a smaller rate")
            self._optimiser.zero_grad()
            loss.sum().backward()  # type: ignore[no-untyped-call]
            self._optimiser.step()
            if self.signals.project and step % self.signals.project == 0:
                self.bank.project_()
            if step % LOOK == 0 or step == steps:
                lesson = self.look(step, loss.detach())
                yield lesson
                if self.signals.settled and self._is_settled(lesson):
                    return

    def look(self, step: int, loss: Tensor) -> Lesson:
        """The automaton that decides most strings rightly, of those the one with fewest states; or of fewest bits."""
        agreement = self.agreement()
        automata = self.bank.automata()
        if not self._has_negatives:
            bits = description_lengths(automata, self._symbols, self._lengths)
            best = int(bits.argmin())
            size = len(automata.automaton(best).minimise())
            return Lesson(step, float(loss[best]), float(agreement[best]), best, size, float(bits[best]))
        equals = (agreement == agreement.max()).nonzero()[:, 0].tolist()
        states = {number: len(automata.automaton(number).minimise()) for number in equals}
        best = min(equals, key=lambda number: (abs(states[number] - self._sizes[number]), float(loss[number])))
        return Lesson(step, float(loss[best]), float(agreement[best]), best, states[best])

    def _is_settled(self, lesson: Lesson) -> bool:
        best = self.bank.automata().automaton(lesson.best)
        is_right = lesson.agreement == 1.0 or not self._has_negatives
        if not is_right or (self._right and best.witness(self._right[-1]) is not None):
            self._right = []
        if is_right:
            self._right.append(best)
        return len(self._right) >= self.signals.settled

    def agreement(self) -> Tensor:
        """The share of all strings that the automaton nearest to each one decides rightly, (D,)."""
        decided = self.bank.automata().accepts(self._symbols, self._lengths)
        return (decided == (self._labels[:, None] > 0.5)).double().mean(0)

    def _loss(self) -> Tensor:
        rows = self._draw()
        symbols, lengths = self._symbols[rows], self._lengths[rows]
        true = self._labels[rows] > 0.5
        loss = self._signal(symbols, lengths, true)
        if self.signals.sparse:
            loss = loss + self.signals.sparse * losses.sparse(self.bank, self._dead)
        if self.signals.regularise:
            loss = loss + self.signals.regularise * losses.to_automata(self.bank, self.bank.automata())
        return loss

    def _signal(self, symbols: Tensor, lengths: Tensor, true: Tensor) -> Tensor:
        if self.bank.mode != "accept":
            found = self.bank(symbols[true], lengths[true])
            if self.bank.mode == "generative":
                return losses.likelihood(found)
            return self._contrast(found, symbols[true], lengths[true])
        log_odds = self.bank.log_odds(symbols, lengths)  # (B, D)
        labels = true.to(log_odds)[:, None].expand_as(log_odds).to(log_odds.device)
        loss = losses.cross_entropy(log_odds, labels)
        weight = self.signals.contrast if self._has_negatives else 1.0
        if weight:
            own = logsigmoid(log_odds[true.to(log_odds.device)])
            loss = loss + weight * self._contrast(own, symbols[true], lengths[true])
        return loss

    def _contrast(self, scores: Tensor, symbols: Tensor, lengths: Tensor) -> Tensor:
        several = (symbols.repeat(CORRUPTIONS, 1), lengths.repeat(CORRUPTIONS))
        corrupted = corrupt(*several, self._allowed, self._stream)
        is_accepting = self.bank.mode == "accept"
        found = logsigmoid(self.bank.log_odds(*corrupted)) if is_accepting else self.bank(*corrupted)
        return losses.contrastive(scores, found.view(CORRUPTIONS, *scores.shape))

    def _draw(self) -> Tensor:
        # as many of either kind: there may be thousands of one and a handful of the other
        kinds = [rows for kind in (1.0, 0.0) if len(rows := (self._labels == kind).nonzero()[:, 0])]
        share = BATCH // len(kinds)
        return torch.cat([rows if len(rows) <= share else self._some(rows, share) for rows in kinds])

    def _some(self, rows: Tensor, count: int) -> Tensor:
        return rows[torch.randint(len(rows), (count,), generator=self._stream)]
