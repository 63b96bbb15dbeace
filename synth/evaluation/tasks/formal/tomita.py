"""15: Tomita's seven languages over 0 and 1 (Tomita 1982), generated.

Learned from all strings of at most 9 symbols, each with seven labels; asked are strings of up to 500, half of them of a
language and half one symbol away from one of the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from random import Random
from typing import TYPE_CHECKING, ClassVar, Final

from differentiable.encoders import Encoder
from synth.evaluation.data import Data
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.heads.head import Material
from synth.evaluation.heads.labels import UNASKED, Labels, asked_accuracy
from synth.evaluation.task import Settings, Task

if TYPE_CHECKING:
    from dsl.automata.dfa import DFA

LANGUAGES: Final = (
    "1*",
    "(10)*",
    "(0|11)*(1(00(00|1)*)?)?",
    "(1|01|001)*0{0,2}",
    "((01|10)(00|11)*(01|10)|00|11)*",
    "(0(01)*(1|00)|1(10)*(0|11))*",
    "0*1*0*1*",
)
LONGEST: Final = 9
BUCKETS: Final = {"12-16": (12, 16), "17-50": (17, 50), "51-200": (51, 200), "201-500": (201, 500)}
EACH: Final = 100  # strings of a language and strings that are not, for each language and bucket
END: Final = "$"  # of a text: an encoder needs a token, and there is an empty string


def never(splits: Splits, seed: int) -> Mapping[str, Sequence[str]]:
    """No string is in any language."""
    return {name: ["0" * len(LANGUAGES)] * len(part.examples) for name, part in splits.tests.items()}


class Tomita(Task):
    """Seven questions of each string: of which languages it is."""

    number, name, title = 15, "tomita", "Tomita languages"
    settings: ClassVar = {
        "minutes": Settings(epochs=25, dropout=0.0, least=1, rate=3e-3, test=280),
        "cpu": Settings(epochs=150, dropout=0.0, least=1),
        "full": Settings(epochs=150, dropout=0.0, least=1),
    }
    baselines: ClassVar = {"trivial": never}
    own: ClassVar = ("induced", "trained")
    head = Labels
    score = staticmethod(asked_accuracy)

    def splits(self, data: Data, profile: str) -> Splits:
        return Splits(Part(training(), "generated"), {name: Part(tests(name), "generated") for name in BUCKETS})

    def encoder(self, name: str, width: int, material: Material) -> Encoder:
        if name not in self.own:
            return super().encoder(name, width, material)
        from synth.evaluation.structured.languages import bank_of, induced, trained

        texts = [("".join(example.tokens[:-1]), example.target) for example in material.train]
        find = induced if name == "induced" else trained
        patterns = []
        for place in range(len(LANGUAGES)):
            inside = [text for text, labels in texts if labels[place] == "1"]
            outside = [text for text, labels in texts if labels[place] == "0"]
            patterns.append(find(inside, outside, material.seed))
        return bank_of(patterns, END, width, material)


def training() -> list[Example]:
    """All strings of at most 9 symbols with their seven labels."""
    automata = _automata()
    texts = ["".join(text) for length in range(LONGEST + 1) for text in product("01", repeat=length)]
    return [Example((*text, END), "".join("01"[automaton.accepts(text)] for automaton in automata)) for text in texts]


@lru_cache
def tests(bucket: str) -> list[Example]:
    """For each language strings of it, and others that one symbol keeps out of it, by lengths drawn evenly."""
    shortest, longest = BUCKETS[bucket]
    rng = Random(bucket)
    found = []
    for place, automaton in enumerate(_automata()):
        lengths = [length for length in range(shortest, longest + 1) if ways(place)[length][0]]
        for label in "10" * EACH:
            text = drawn(place, rng.choice(lengths), rng)
            while label == "0" and automaton.accepts(text):
                text = _spoiled(automaton, drawn(place, rng.choice(lengths), rng), rng)
            answers = UNASKED * place + label + UNASKED * (len(LANGUAGES) - place - 1)
            found.append(Example((*text, END), answers, group=f"language {place + 1}"))
    return found


@lru_cache(maxsize=len(LANGUAGES))
def ways(place: int) -> list[list[int]]:
    """How many strings of 0, 1, …, 500 symbols lead from each state of the automaton of a language to acceptance."""
    automaton = _automata()[place]
    atoms = [automaton.atoms.atom_of(symbol) for symbol in "01"]
    counts = [[int(accepts) for accepts in automaton.accepting]]
    for _ in range(max(longest for _, longest in BUCKETS.values())):
        counts.append([sum(counts[-1][row[atom]] for atom in atoms) for row in automaton.table])
    return counts


def drawn(place: int, length: int, rng: Random) -> str:
    """A string of a language of that length, all equally likely."""
    automaton, counts, state, text = _automata()[place], ways(place), 0, ""
    for left in range(length - 1, -1, -1):
        after = {symbol: automaton.table[state][automaton.atoms.atom_of(symbol)] for symbol in "01"}
        zeros = counts[left][after["0"]]
        symbol = "01"[rng.randrange(zeros + counts[left][after["1"]]) >= zeros]
        state, text = after[symbol], text + symbol
    return text


def _spoiled(automaton: DFA, text: str, rng: Random) -> str:
    places = list(range(len(text)))
    rng.shuffle(places)
    for place in places:
        other = text[:place] + "10"[int(text[place])] + text[place + 1 :]
        if not automaton.accepts(other):
            return other
    return text  # no symbol counts


@lru_cache(maxsize=1)
def _automata() -> list[DFA]:
    from dsl.automata.dfa import DFA
    from dsl.expressions.notation import parse

    return [DFA.from_expression(parse(pattern)) for pattern in LANGUAGES]
