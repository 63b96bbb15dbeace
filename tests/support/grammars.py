"""Random small grammars, and their languages by brute force."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from hypothesis import assume
from hypothesis import strategies as st

from dsl.automata.sampling import presentable
from dsl.charset import CharSet
from dsl.errors import PatternError
from dsl.expressions.expression import EPSILON, Chars, Concat, Ref, Repeat, Union, concat, literal, repeat, union
from dsl.grammar import Grammar
from tests.support.strategies import COUNTS

NAMES = ["start", "b", "c"]


@st.composite
def grammars(draw, alphabet="ab", max_leaves=5, counts=COUNTS):
    """Grammars of three rules with every kind of node, loops and empty parts among them."""
    sets = st.sets(st.sampled_from(alphabet), min_size=1, max_size=2).map(CharSet.of)
    words = st.text(alphabet, min_size=2, max_size=3).map(literal)
    leaves = st.one_of(sets.map(Chars), words, st.sampled_from(NAMES).map(Ref), st.just(EPSILON))

    def grow(inner):
        parts = st.lists(inner, min_size=2, max_size=3)
        return st.one_of(
            parts.map(lambda found: concat(*found)),
            parts.map(lambda found: union(*found)),
            st.tuples(inner, st.sampled_from(counts)).map(lambda pair: repeat(pair[0], *pair[1])),
        )

    bodies = st.recursive(leaves, grow, max_leaves=max_leaves)
    try:
        return Grammar({name: draw(bodies) for name in NAMES})
    except PatternError:
        assume(False)


def language(grammar, longest):
    """All words of up to `longest` characters."""
    return languages(grammar, longest)["start"]


def languages(grammar, longest):
    """The same of every rule: the rules applied to sets of words until nothing is new."""
    known = {name: set() for name in grammar.rules}
    while True:
        found = {name: words(body, known, longest) for name, body in grammar.rules.items()}
        if found == known:
            return known
        known = found


def words(node, known, longest):
    match node:
        case Chars(charset):
            return {character for character in charset if longest > 0}
        case Ref(name):
            return known[name]
        case Union(parts):
            return {word for part in parts for word in words(part, known, longest)}
        case Concat(parts):
            found = {""}
            for part in parts:
                found = joined(found, words(part, known, longest), longest)
            return found
        case Repeat(body, low, high):
            body, found = words(body, known, longest), {""}
            for _ in range(low):
                found = joined(found, body, longest)
            turns = longest if high is None else high - low
            for _ in range(turns):
                found = found | joined(found, body, longest)
            return found
        case _:
            return {""}


def joined(left, right, longest):
    return {one + other for one in left for other in right if len(one + other) <= longest}


def enumerate_language(grammar: Grammar, longest: int) -> Iterator[str]:
    """All strings of up to `longest` characters, the shortest first, in the order of the alphabet, each once.

    Of a class of more than 1,000 characters only the printable ones are used, as in dsl.automata.sampling.
    """
    productions, sets = grammar.binarised.productions, grammar.binarised.sets
    words: list[list[set[str]]] = []  # by length and symbol
    for length in range(longest + 1):
        row: list[set[str]] = [set() for _ in range(productions.size)]
        words.append(row)
        for symbol in productions.empty.tolist() if length == 0 else ():
            row[symbol].add("")
        for symbol, characters in zip(productions.terminals.tolist(), sets, strict=True):
            row[symbol].update(presentable(characters) if length == 1 else ())
        before = -1
        while before != (before := sum(map(len, row))):
            for parent, child in productions.units.tolist():
                row[parent] |= row[child]
            for parent, left, right in productions.binary.tolist():
                for first in range(length + 1):
                    pairs = product(words[first][left], words[length - first][right])
                    row[parent].update(one + other for one, other in pairs)
        yield from sorted(row[0])
