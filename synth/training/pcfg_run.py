"""The training of a PCFG with its record: what it was asked, how it went, the weights and the grammar at the end.

config.toml          version and arguments
positives.jsonl      the strings of the language
events.jsonl         one line for each look at the held-out strings
pcfg.safetensors     the layer at its best look
grammar.lark         what it snapped back to; summary.json: how likely the held-out strings are before and after
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from typing import Final

from differentiable.automata.alphabet import Alphabet
from differentiable.grammars.snap_back import GrammarSnapBack
from differentiable.grammars.training import GrammarTraining, Lesson
from differentiable.pcfg import PCFG
from dsl.automata.atoms import Atoms
from dsl.charset import CharSet
from dsl.errors import ConfigurationError
from dsl.grammar import Grammar
from searchers.policy.network.device import one_thread, usable
from synth.training.record import TrainingRecord

SLACK: Final = 0.01  # for rules that the grammar to begin with has not
FEW: Final = 20  # below, no string can be spared: all are learned, and looked at
WEIGHTS: Final = "pcfg.safetensors"


class PCFGRun:
    """Trains a PCFG, from nothing or a grammar; every tenth string is held out and tells when to stop.

    Raises ExampleError, LimitError on long strings, and RunError when the directory exists or cannot be written.
    """

    def __init__(
        self, path: str, positives: Sequence[str], *, grammar: Grammar | None = None, nonterminals: int = 32,
        steps: int = 600, seed: int = 0, device: str = "cpu",
    ) -> None:  # fmt: skip
        self._steps = steps
        texts = random.Random(seed).sample(list(positives), len(positives))
        tenth = len(texts) // 10 if len(texts) >= FEW else 0
        self._texts, self._held_out = texts[tenth:], texts[:tenth] or texts
        layer = _layer(positives, grammar, nonterminals, seed).to(usable(device))
        layer.encode(positives)  # raises where a string is too long, before there is a directory
        self._training = GrammarTraining(layer, self._texts, self._held_out, seed=seed)
        self._is_trained = False
        arguments = {"nonterminals": len(layer.names), "steps": steps, "seed": seed, "device": device}
        begun = {} if grammar is None else {"grammar": grammar.pattern}
        self._record = TrainingRecord(path, {**arguments, **begun}, {"positives.jsonl": list(positives)})
        self._weights = str(self._record.path / WEIGHTS)

    def looks(self) -> Iterator[Lesson]:
        """Train, and record each look before it is yielded. Raises ConfigurationError when the training diverges."""
        with one_thread():
            for lesson in self._training.lessons(self._steps):
                self._record.tell(lesson._asdict())
                if lesson.is_best:
                    self._training.layer.save(self._weights)
                    self._is_trained = True
                yield lesson

    def finish(self) -> GrammarSnapBack:
        """What the best layer snaps back to; the best derivation of every string stays."""
        if not self._is_trained:
            raise ConfigurationError("there was no training", hint="call looks first")
        layer = PCFG.load(self._weights)
        with one_thread():
            found = layer.snap_back([*self._texts, *self._held_out], held_out=self._held_out)
        self._record.write("grammar.lark", found.pattern + "\n")
        fits = {"before": found.before, "after": found.after}
        summary = {name: fit and {"nats": -fit.log_likelihood, "accepted": fit.accepted} for name, fit in fits.items()}
        self._record.write("summary.json", json.dumps(summary, indent=2) + "\n")
        return found


def _layer(texts: Sequence[str], grammar: Grammar | None, nonterminals: int, seed: int) -> PCFG:
    """A layer over the characters of the strings, and of the grammar to begin with."""
    characters = sorted(set().union(*texts))
    if grammar is None:
        return PCFG(Alphabet.of((), characters, closed=True), nonterminals, seed=seed)
    singles = [CharSet.of(character) for character in characters]
    sets = [*grammar.binarised.sets, *singles]
    alphabet = Alphabet(Atoms(sets), CharSet([span for charset in sets for span in charset.ranges]))
    return PCFG.from_grammar(grammar, alphabet=alphabet, slack=SLACK)
