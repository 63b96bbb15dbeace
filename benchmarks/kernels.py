"""Speed of the compiled kernels on one core: `python -m benchmarks.kernels`.

Prints distances a second for patterns of several sizes, neighbours a second, and how many times faster that is than
the plain recursion over states (compiled as well) and, where it is installed, than fuzzy matching by `regex`.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import numpy as np

from benchmarks.timing import best
from dsl.automata.bit_sets import bits
from dsl.automata.distance import distance_table, distances, median_distances
from dsl.automata.positions import PositionAutomaton
from dsl.automata.sampling import generate
from dsl.charset import ALPHANUMERIC, DIGITS, LOWER, CharSet
from dsl.expressions.neighbours import Vocabulary, neighbours
from dsl.expressions.notation import parse
from dsl.expressions.programs import ClassTable, encode
from dsl.kernels.batch import Batch
from dsl.kernels.packing import Programs, pack

STRINGS = 50
COPIES = 2_000
PATTERNS = {  # positions: a pattern that writes about 20 characters, and edits made to each string
    10: ("[a-z]+[0-9]{4}-[0-9]{3}x", 5),
    20: ("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}Z?[a-z]*x[yz]", 5),
    40: ("[0-9]{4}-[0-9]{2}(-[0-9]{2})?(T[0-9]{2}:[0-9]{2}|t[a-z]{9}|[A-Z]{4}_(x|y)*[a-z]{4}q)z*[0-9]+", 4),
}


def main() -> None:
    """Measure and print everything."""
    rng = random.Random(0)
    print(f"million distances a second, {STRINGS} strings, one core, process time, best of 5")
    header = ("positions", "mean distance", "all", "median", "median, cutoff", "plain", "all/plain", "all/regex fuzzy")
    print(" | ".join(header))
    for pattern, edits in PATTERNS.values():
        measure_distances(pattern, edits, rng)
    measure_neighbours(rng)


def measure_distances(pattern: str, edits: int, rng: random.Random) -> None:
    """One line of the table."""
    expression = parse(pattern)
    classes = ClassTable()
    program = encode(expression, classes)
    strings = corrupted(pattern, edits, rng)
    batch = Batch(strings, classes)
    programs = pack([program] * COPIES)
    exact = distances(expression, batch.strings)
    cutoff = int(np.sort(exact)[(len(exact) - 1) // 2]) - 1  # a candidate one worse than the best so far
    per_call = COPIES * len(batch) / 1e6
    full = per_call / best(lambda: distance_table(programs, batch))
    median = per_call / best(lambda: median_distances(programs, batch))
    bounded = per_call / best(lambda: median_distances(programs, batch, cutoff))
    plain = len(batch) / 1e6 / best(plain_recursion(pattern, batch))
    figures = [f"{len(PositionAutomaton(expression))}", f"{exact.mean():.1f}", f"{full:.1f}", f"{median:.1f}"]
    print(
        " | ".join([*figures, f"{bounded:.1f}", f"{plain:.2f}", f"{full / plain:.0f}", fuzzy(pattern, strings, full)])
    )


def measure_neighbours(rng: random.Random) -> None:
    """Neighbours generated, compiled and scored, one program after the other as a beam does."""
    strings = corrupted(PATTERNS[20][0], 1, rng)
    classes = ClassTable(CharSet.of(character) for character in "0123456789-:TZ")
    named = [classes.number(charset) for charset in (DIGITS, LOWER, ALPHANUMERIC)]
    programs = [encode(parse(pattern), classes) for pattern, _ in list(PATTERNS.values())[:2]]
    starts = np.arange(len(classes) + 1) * len(named)
    vocabulary = Vocabulary(
        np.arange(14, dtype=np.int16),
        starts,
        np.array(named * len(classes), dtype=np.int16),
        np.array([(2, 2), (3, 3), (2, -1)]),
    )
    batch = Batch(strings, classes)

    def expand() -> list[Programs]:
        return [neighbours(program, vocabulary) for program in programs]

    def expand_and_score() -> None:
        for found in expand():
            median_distances(found, batch, 2)

    count = sum(found.count for found in expand())
    print(f"\n{count:,} neighbours of two programs, {len(batch)} strings, cutoff 2")
    print(f"generated alone: {count / best(expand):,.0f} a second")
    print(f"generated, compiled and scored: {count / best(expand_and_score):,.0f} a second")


def corrupted(pattern: str, edits: int, rng: random.Random) -> list[str]:
    """Strings of the language with random edits."""
    strings = []
    for _ in range(STRINGS):
        characters = list(generate(parse(pattern), rng))
        for _ in range(edits):
            place = rng.randrange(len(characters) + 1)
            characters[place : place + rng.randint(0, 1)] = rng.choice(["", "#", "7", "q"])
        strings.append("".join(characters))
    return strings


def plain_recursion(pattern: str, batch: Batch) -> Callable[[], None]:
    """The plain recursion over characters and states, as used for large automata, for all strings of a batch."""
    from dsl.kernels.levels import relax

    automaton = PositionAutomaton(parse(pattern))
    rows = [list(bits(following)) for following in (automaton.first, *automaton.follow)]
    starts = np.cumsum([0, *map(len, rows)])
    successors = np.array([position + 1 for row in rows for position in row])
    ends = np.array(list(bits(automaton.accepting)))
    numbers = np.array([0, *(batch.classes.number(charset) for charset in automaton.sets)])
    costs, next_costs = np.empty((2, len(rows)), dtype=np.int32)
    never = np.zeros(1, dtype=np.bool_)
    words = [batch.symbols[batch.offsets[index] : batch.offsets[index + 1]] for index in range(len(batch))]

    def run() -> None:
        for symbols in words:
            relax(symbols, batch.membership, numbers, starts, successors, ends, costs, next_costs, never)

    return run


def fuzzy(pattern: str, strings: list[str], full: float) -> str:
    """How many times faster `full` is than the nearest thing that `regex` has, which is not exact."""
    try:
        import regex
    except ImportError:
        return "not installed"
    matcher = regex.compile(f"(?b)(?:{pattern}){{e}}")
    begun = time.process_time()
    late = False
    for string in strings[:5]:
        try:
            matcher.fullmatch(string, timeout=1)
        except TimeoutError:
            late = True
    seconds = (time.process_time() - begun) / 5
    return f"{'over ' if late else ''}{full * 1e6 * seconds:,.0f} times"


if __name__ == "__main__":
    main()
