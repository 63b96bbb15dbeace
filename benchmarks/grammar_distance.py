"""Speed of the distance to grammars and of recognition, on one core: `python -m benchmarks.grammar_distance`.

Prints microseconds a string, in batches of 64, for random grammars in Chomsky normal form and for a grammar as people
write them, and how many times faster that is than the same recursion as a plain table in Python.
"""

from __future__ import annotations

import random
import time
from math import inf

from benchmarks.timing import best
from dsl.charset import CharSet
from dsl.expressions.expression import Chars, Ref, concat, union
from dsl.grammar import Grammar
from dsl.grammars.binarised import Binarised
from dsl.grammars.distance import grammar_distances, grammar_median_distance, plan
from dsl.grammars.recognition import accepts_all
from dsl.grammars.symbols import Texts

BATCH = 64
SIZES = [(5, 10, 20), (10, 20, 20), (10, 20, 40), (20, 40, 10), (20, 40, 40)]  # nonterminals, binary rules, characters
STATEMENTS = """
start: "if (" test ")" start | "while (" test ")" start | "{" start* "}" | name "=" sum ";"
test: sum | sum "<" sum
sum: term | sum "+" term | sum "-" term
term: name | number | "(" sum ")"
name: "a".."z"
number: "0".."9"+
"""


def main() -> None:
    """Measure and print everything."""
    rng = random.Random(0)
    print(f"microseconds a string in batches of {BATCH}, one core, process time, best of 5")
    header = ("grammar", "characters", "mean distance", "distance", "median", "accept", "Python table", "times faster")
    print(" | ".join(header))
    for nonterminals, rules, length in SIZES:
        grammar = random_grammar(nonterminals, rules, rng)
        strings = ["".join(rng.choices("abcdef", k=length)) for _ in range(BATCH)]
        measure(f"{nonterminals} nonterminals, {rules} rules", grammar, strings)
    grammar = Grammar.parse(STATEMENTS)
    measure("statements", grammar, corrupted(grammar, 40, rng))
    print(f"encoding of `statements`: {1e6 * best(lambda: plan(Grammar(grammar.rules).binarised)):.0f} microseconds")


def random_grammar(nonterminals: int, rules: int, rng: random.Random) -> Grammar:
    """Chomsky normal form: each rule reads a character or joins two others."""
    names = ["start", *(f"n{number}" for number in range(1, nonterminals))]
    bodies = {name: [Chars(CharSet.of(rng.choice("abcdef")))] for name in names}
    pairs = {name: set[tuple[str, str]]() for name in names}
    for number in range(rules):
        pairs[names[number % nonterminals]].add((rng.choice(names), rng.choice(names)))
    return Grammar(
        {
            name: union(*bodies[name], *(concat(Ref(left), Ref(right)) for left, right in sorted(pairs[name])))
            for name in names
        }
    )


def corrupted(grammar: Grammar, length: int, rng: random.Random) -> list[str]:
    """Strings of about this length, with three random edits each."""
    strings: list[str] = []
    while len(strings) < BATCH:
        for text in grammar.sample(100, rng):
            if length - 5 <= len(text) <= length + 5:
                characters = list(text)
                for _ in range(3):
                    place = rng.randrange(len(characters) + 1)
                    characters[place : place + rng.randint(0, 1)] = rng.choice(["", "#", "7", "("])
                strings.append("".join(characters))
    return strings[:BATCH]


def measure(name: str, grammar: Grammar, strings: list[str]) -> None:
    """One line of the table."""
    texts = Texts(strings)
    exact = grammar_distances(grammar, texts)
    per_string = 1e6 / len(strings)
    full = per_string * best(lambda: grammar_distances(grammar, texts))
    median = per_string * best(lambda: grammar_median_distance(grammar, texts))
    accept = per_string * best(lambda: accepts_all(grammar, texts))
    begun = time.process_time()
    assert python_table(grammar.binarised, strings[0]) == exact[0]
    plain = 1e6 * (time.process_time() - begun)
    length = sum(map(len, strings)) / len(strings)
    print(
        f"{name} | {length:.0f} | {exact.mean():.1f} | {full:.1f} | {median:.1f} | {accept:.1f} | {plain:,.0f} | "
        f"{plain / full:,.0f}"
    )


def python_table(binarised: Binarised, text: str) -> float:
    """The recursion over spans and splits, every cell relaxed until nothing gets cheaper."""
    productions = binarised.productions
    symbols, units, binary = range(productions.size), productions.units.tolist(), productions.binary.tolist()
    sets = dict(zip(productions.terminals.tolist(), binarised.sets, strict=True))
    empty = set(productions.empty.tolist())
    table: dict[tuple[int, int], list[float]] = {}
    for width in range(len(text) + 1):
        for start in range(len(text) + 1 - width):
            end = start + width
            cell = table[start, end] = [inf for _ in symbols]
            for symbol in empty:
                cell[symbol] = width
            for symbol, characters in sets.items():
                cell[symbol] = max(width, 1) - any(character in characters for character in text[start:end])
            for parent, left, right in binary:
                for middle in range(start + 1, end):
                    cell[parent] = min(cell[parent], table[start, middle][left] + table[middle, end][right])
            before, behind = table[start, start], table[end, end]
            changed = True
            while changed:
                known = list(cell)
                for parent, child in units:
                    cell[parent] = min(cell[parent], cell[child])
                for parent, left, right in binary:
                    cell[parent] = min(cell[parent], before[left] + cell[right], cell[left] + behind[right])
                changed = cell != known
    return table[0, len(text)][0]


if __name__ == "__main__":
    main()
