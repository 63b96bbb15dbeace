"""Which strings a regular expression accepts, in every way that we have to say so, against brute force.

All words over an odd alphabet, some letters of which the expressions may not know, are read by the table of the DFA and
of the minimal one, by the kernels that searches score with, and some by `Regex.accepts`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.automata.dfa import DFA
from dsl.automata.distance import distance_table, possibly_accepted
from dsl.errors import LimitError
from dsl.expressions.expression import Chars, Expression, Repeat, children
from dsl.expressions.notation import write
from dsl.expressions.programs import ClassTable, encode
from dsl.kernels.batch import Batch
from dsl.kernels.packing import Programs, pack
from dsl.regex import Regex
from tests.fuzz.drawing import draw_alphabet, draw_expression, draw_sets
from tests.fuzz.fuzzing import Failure, python_line
from tests.fuzz.shrinking import shrunk, smaller_expressions, smaller_texts
from tests.fuzz.words import Words

EXPRESSIONS: Final = 60
WORDS: Final = 12_000
READ_ONE_BY_ONE: Final = 200
MOST_POSITIONS: Final = 63  # beyond, `possibly_accepted` may say yes to all
MOST_STATES: Final = 500

Way = Callable[[Expression, Sequence[str]], list[bool]]


def case(rng: random.Random) -> int:
    """Check the words of one alphabet with some expressions."""
    letters = draw_alphabet(rng)
    words = Words.about(letters, WORDS)
    sets = draw_sets(rng, letters[: rng.randint(1, len(letters))])
    expressions = [draw_expression(rng, sets, rng.randint(1, 9)) for _ in range(EXPRESSIONS)]
    classes = ClassTable()
    programs = pack([encode(expression, classes) for expression in expressions])
    batch = Batch(words.texts, classes)
    possible, distances = possibly_accepted(programs, batch), distance_table(programs, batch, 0)
    checks = 0
    for index, expression in enumerate(expressions):
        expected = words.flat(words.of(expression))
        found = {"distance_table": distances[index] == 0} | _by_automata(expression, words)
        if positions(expression) <= MOST_POSITIONS:
            found["possibly_accepted"] = possible[index]
        for way, verdicts in found.items():
            _compare(way, expression, words.texts, verdicts, expected)
            checks += len(words)
        some = rng.sample(range(len(words)), min(READ_ONE_BY_ONE, len(words)))
        texts = [words.texts[number] for number in some]
        _compare("Regex", expression, texts, np.array(WAYS["Regex"][0](expression, texts)), expected[some])
        checks += len(texts)
    return checks


def positions(node: Expression) -> int:
    """The leaves, those of a repeat as often as it may be taken."""
    match node:
        case Chars():
            return 1
        case Repeat(body, low, high):
            return positions(body) * max(low, high or 1)
        case _:
            return sum(map(positions, children(node)))


def _by_automata(expression: Expression, words: Words) -> dict[str, NDArray[np.bool_]]:
    try:
        dfa = DFA.from_expression(expression, max_states=MOST_STATES)
    except LimitError:
        return {}
    return {"DFA": words.flat(words.read_by(dfa)), "minimise": words.flat(words.read_by(dfa.minimise()))}


def _compare(
    way: str,
    expression: Expression,
    texts: Sequence[str],
    verdicts: NDArray[np.bool_],
    expected: NDArray[np.bool_],
) -> None:
    wrong = np.flatnonzero(verdicts != expected)
    if len(wrong):
        raise disagreement(way, expression, texts[wrong[0]], brute_force)


# ------------------------------------------------------------------------------------------------ one by one


def brute_force(expression: Expression, text: str) -> bool:
    """Whether the expression accepts the text."""
    letters = sorted(set(text))
    words = Words(letters, len(text))
    return bool(words.flat(words.of(expression))[words.texts.index(text)])


def _in_batch(kernel: Callable[[Programs, Batch], NDArray[np.bool_]]) -> Way:
    def verdicts(expression: Expression, texts: Sequence[str]) -> list[bool]:
        classes = ClassTable()
        programs = pack([encode(expression, classes)])
        return kernel(programs, Batch(texts, classes))[0].tolist()

    return verdicts


# how each way is called on a few texts, and how a person would call it
WAYS: Final[dict[str, tuple[Way, str]]] = {
    "Regex": (
        lambda node, texts: list(map(Regex(node).accepts, texts)),
        "from dsl.regex import Regex; print(Regex.parse({pattern!r}).accepts({text!r}))",
    ),
    "DFA": (
        lambda node, texts: list(map(DFA.from_expression(node).accepts, texts)),
        "from dsl.automata.dfa import *; from dsl.expressions.notation import parse; "
        "print(DFA.from_expression(parse({pattern!r})).accepts({text!r}))",
    ),
    "minimise": (
        lambda node, texts: list(map(DFA.from_expression(node).minimise().accepts, texts)),
        "from dsl.automata.dfa import *; from dsl.expressions.notation import parse; "
        "print(DFA.from_expression(parse({pattern!r})).minimise().accepts({text!r}))",
    ),
    "possibly_accepted": (
        lambda node, texts: (
            _in_batch(possibly_accepted)(node, texts)
            if positions(node) <= MOST_POSITIONS
            else [brute_force(node, text) for text in texts]
        ),
        "from tests.fuzz.regex_language import *; from dsl.expressions.notation import parse; "
        "print(WAYS['possibly_accepted'][0](parse({pattern!r}), [{text!r}]))",
    ),
    "distance_table": (
        _in_batch(lambda programs, batch: distance_table(programs, batch, 0) == 0),
        "from dsl.automata.distance import distances; from dsl.expressions.notation import parse; "
        "print(distances(parse({pattern!r}), [{text!r}]))",
    ),
}


def disagreement(way: str, expression: Expression, text: str, reference: Callable[[Expression, str], bool]) -> Failure:
    """A smaller expression and text of which a way to accept and the reference disagree."""
    verdicts, line = WAYS[way]

    def differ(pair: tuple[Expression, str]) -> bool:
        return verdicts(pair[0], [pair[1]])[0] != reference(*pair)

    if not differ((expression, text)):  # only among others
        what = f"{way} is wrong about {text!r} in {write(expression)!r} when it reads it among others"
        return Failure(what, "run the case again")
    expression, text = shrunk((expression, text), _smaller, differ)
    what = f"{way} {'rejects' if reference(expression, text) else 'accepts'} {text!r}, {write(expression)!r}"
    return Failure(what, python_line(line.format(pattern=write(expression), text=text)))


def _smaller(pair: tuple[Expression, str]) -> list[tuple[Expression, str]]:
    expression, text = pair
    return [
        *((expression, shorter) for shorter in smaller_texts(text)),
        *((smaller, text) for smaller in smaller_expressions(expression)),
    ]
