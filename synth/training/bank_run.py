"""The training of a bank with its record: what it was asked, how it went, the weights and the pattern at the end.

config.toml          version and arguments
positives.jsonl      the strings of the language; negatives.jsonl: those that are not
events.jsonl         one line for each look at the bank
bank.safetensors     the bank at its best look, at the end made sharp
patterns.json        what the best automaton snapped back to, its number in the bank, and its certificate
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from differentiable.automata.alphabet import Alphabet
from differentiable.automata.sharpening import sharpen
from differentiable.automata.snapping import SnapBack
from differentiable.automata.training import AUTOMATA, DESCRIBE, LEARN, REPAIR, Lesson, Signals, Training
from differentiable.bank import Mode, RegexBank
from dsl.automata.positions import PositionAutomaton
from dsl.charset import CharSet
from dsl.errors import ConfigurationError
from dsl.expressions.expression import Expression
from dsl.expressions.notation import parse
from searchers.policy.network.device import one_thread, usable
from synth.results.minimise import minimise
from synth.training.record import TrainingRecord

COPIES: Final = 12  # of each pattern to begin with
NOISE: Final = 0.5  # what tells them apart
LOOSE: Final = 5.0
PATIENCE: Final = 3  # sizes that bring nothing, before the end, without negatives
WEIGHTS: Final = "bank.safetensors"


class BankRun:
    """Trains banks of growing automata, or automata that begin as patterns, until one decides all strings rightly.

    Without negatives the banks are generative: what counts is how few bits an automaton needs for itself and the
    strings, and training ends when larger ones need no fewer.
    After `finish`, `before` and `after` are the shares of strings that the layer, before it was made sharp, and its
    pattern decide rightly; without negatives `before` is that of the layer's automaton at its best look.
    Raises ExampleError, PatternError, LimitError on a large pattern, and RunError when the directory exists or cannot
    be written.
    """

    def __init__(
        self, path: str, positives: Sequence[str], negatives: Sequence[str], *, init: Sequence[str] = (),
        states: int = 8, steps: int = 200, seed: int = 0, device: str = "cpu",
    ) -> None:  # fmt: skip
        self._texts = list(positives), list(negatives)
        self._init: list[Expression] = list(map(parse, init))
        self._states, self._steps, self._seed, self._device = states, steps, seed, usable(device)
        self._alphabet = _alphabet(self._init, [*positives, *negatives])
        self._mode: Mode = "accept" if negatives else "generative"
        self._best: Lesson | None = None
        self.before = self.after = 0.0
        trainings = (
            Training(bank.to(self._device), *self._texts, signals, seed=seed) for bank, signals in self._banks()
        )
        self._pending = chain([next(trainings)], trainings)  # the first one now: what it raises leaves no directory
        arguments = {"init": list(init), "states": states, "steps": steps, "seed": seed, "device": device}
        strings = dict(zip(("positives.jsonl", "negatives.jsonl"), self._texts, strict=True))
        self._record = TrainingRecord(path, arguments, strings)
        self._weights = self._record.path / WEIGHTS

    def looks(self) -> Iterator[Lesson]:
        """Train, and record each look before it is yielded. Raises ConfigurationError when the training diverges."""
        waiting = 0
        with one_thread():
            for training in self._pending:
                before = self._best
                for lesson in training.lessons(self._steps):
                    self._keep(training.bank, lesson)
                    yield lesson
                waiting = waiting + 1 if before is self._best else 0
                if lesson.agreement == 1.0 if self._texts[1] else waiting == PATIENCE:
                    return

    def finish(self) -> SnapBack:
        """What the best automaton, made sharp, snaps back to. Raises LimitError when no regex can tell it."""
        if self._best is None:
            raise ConfigurationError("there was no training", hint="call looks first")
        bank = RegexBank.load(self._weights)
        number = self._best.best
        texts = [*self._texts[0], *self._texts[1]]
        inside = [True] * len(self._texts[0]) + [False] * len(self._texts[1])
        if self._mode == "accept":
            soft = (bank(texts)[:, number] > 0.5).tolist()
            sharpen(bank)
            bank.save(self._weights)
        else:
            soft = bank.hard()(texts)[:, number].bool().tolist()
        found = bank.snap_back(minimise)[number]
        hard = list(map(found.automaton.accepts, texts))
        self.before, self.after = (
            sum(said == wanted for said, wanted in zip(answers, inside, strict=True)) / len(texts)
            for answers in (soft, hard)
        )
        summary = {
            "pattern": found.pattern,
            "automaton": number,
            "epsilon": found.epsilon,
            "certified_length": found.certified_length,
            "bits": self._best.bits,
            "agreement": {"layer": self.before, "pattern": self.after},
        }
        self._record.write("patterns.json", json.dumps(summary, indent=2, ensure_ascii=False) + "\n")
        return found

    def _banks(self) -> Iterator[tuple[RegexBank, Signals]]:
        if self._init:
            patterns = [pattern for pattern in self._init for _ in range(COPIES)]
            bank = RegexBank.from_patterns(
                patterns, self._alphabet, self._mode, loose=LOOSE, noise=NOISE, seed=self._seed
            )
            yield bank, REPAIR if self._texts[1] else DESCRIBE
            return
        for states in range(min(2, self._states), self._states + 1):
            bank = RegexBank.random(AUTOMATA, states, self._alphabet, self._mode, seed=self._seed)
            yield bank, LEARN if self._texts[1] else DESCRIBE

    def _keep(self, bank: RegexBank, lesson: Lesson) -> None:
        self._record.tell(lesson._asdict())
        if self._best is None or _is_better(lesson, self._best):
            self._best = lesson
            bank.save(self._weights)


def _is_better(lesson: Lesson, best: Lesson) -> bool:
    if lesson.bits is None or best.bits is None:
        return lesson.agreement >= best.agreement
    return lesson.bits < best.bits


def _alphabet(patterns: Sequence[Expression], texts: Sequence[str]) -> Alphabet:
    """A symbol for each character of the strings, and none beyond those and what the patterns read."""
    characters = "".join(sorted(set().union(*texts)))
    alphabet = Alphabet.of(patterns, characters)
    read = [charset for pattern in patterns for charset in PositionAutomaton(pattern).sets]
    return Alphabet(
        alphabet.atoms, CharSet(span for charset in [CharSet.of(characters), *read] for span in charset.ranges)
    )
