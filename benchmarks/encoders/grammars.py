"""Grammars of LL(k) tables for the benchmarks, and strings of them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from typing import Final

from dsl.grammar import Grammar

JSON: Final = r"""
start: ws value ws
value: object | array | string | number | "true" | "false" | "null"
object: "{" ws (pair ("," ws pair)*)? "}"
pair: string ws ":" ws value ws
array: "[" ws (value ws ("," ws value ws)*)? "]"
string: "\"" char* "\""
char: /[ !#-\[\]-~]/ | "\\" /["\\\/bfnrt]/
number: "-"? ("0" | /[1-9]/ /[0-9]/*) ("." /[0-9]/+)? (/[eE]/ /[+-]/? /[0-9]/+)?
ws: " "*
"""
GRAMMARS: Final = {  # with the lookahead that they need
    "json": (JSON, 1),
    "dyck-2": ('start: ("(" start ")" | "[" start "]")*', 1),
    "arithmetic": ('start: term (/[+-]/ term)*\nterm: factor (/[*\\/]/ factor)*\nfactor: /[0-9]/+ | "(" start ")"', 1),
    "s-expressions": ('start: list\nlist: "(" (item (" " item)*)? ")"\nitem: list | /[a-z]/+ | /[0-9]/+', 1),
    "css": ('start: rule*\nrule: name "{" (name ":" value ";")* "}"\nname: /[a-z]/+\nvalue: /[a-z0-9#]/+', 1),
    "statements": (
        'start: statement+\nstatement: name "=" value ";" | name "(" value? ")" ";"\nname: "x" | "y"\n'
        'value: name | "1"',
        2,
    ),
    "counts": ('start: "a" start "b" | "ab"', 2),
}


def grammar(name: str) -> tuple[Grammar, int]:
    """A grammar and its lookahead."""
    text, k = GRAMMARS[name]
    return Grammar.parse(text), k


def near_misses(texts: Sequence[str], rng: random.Random) -> Iterator[str]:
    """Each text with a character dropped, added or replaced."""
    characters = sorted(set("".join(texts)))
    for text in texts:
        place = rng.randrange(len(text) + 1)
        yield text[:place] + rng.choice(["", rng.choice(characters)]) + text[place + rng.randrange(2) :]


def strings(name: str, count: int, longest: int, seed: int = 0) -> list[str]:
    """Strings of a grammar and as many near misses."""
    rng = random.Random(seed)
    own, _ = grammar(name)
    inside = [text for text in own.sample(count, rng) if len(text) <= longest]
    return [*inside, *near_misses(inside, rng)]


def documents(count: int, seed: int = 0) -> list[str]:
    """JSON documents as json.dumps writes them."""
    rng = random.Random(seed)

    def word(longest: int) -> str:
        return "".join(rng.choices("abcdefghij ", k=rng.randrange(1, longest)))

    def value(depth: int) -> object:
        draw = rng.random()
        if depth == 0 or draw < 0.4:
            return rng.choice([rng.randrange(10_000), word(12), True, None, rng.random()])
        if draw < 0.7:
            return [value(depth - 1) for _ in range(rng.randrange(6))]
        return {word(9): value(depth - 1) for _ in range(rng.randrange(6))}

    return [json.dumps(value(5)) for _ in range(count)]
