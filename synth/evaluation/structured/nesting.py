"""How texts nest, induced from some of them, as a grammar whose first rule is all that can stand inside.

[a82], [b1[c34]7], …   ->   start: "[" /[a-d]/ ("0".."9" | start)~2..5 "]"
                       ->   start: "0".."9" | "[" /[a-d]/ start~2..5 "]"
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from random import Random
from typing import Final

from dsl.automata.dfa import DFA
from dsl.automata.elimination import to_expression
from dsl.charset import CharSet
from dsl.errors import LimitError, LookaheadError
from dsl.expressions.expression import Chars, Expression, Ref, chars, children, literal, rebuild, union, walk
from dsl.grammar import Grammar
from dsl.grammars.predictive.table import PredictiveTable
from dsl.language import START

LONGEST: Final = 24  # characters of texts that are looked at
DRAWN: Final = 60
STEPS: Final = 30
OPENING: Final = "([{<"
NUMBER: Final = re.compile(r"[+-]?[0-9]+")
INSIDE: Final = "\ue000"  # private use: stands for what is nested
NAME: Final = re.compile(r"[A-Za-z_]+")


def spellings(tokens: Sequence[str]) -> list[str]:
    """What a grammar reads for each token: brackets as they are, letters for numbers and for names if any is long."""
    # ["[MAX", "8", "]"]  ->  ["[a", "8", "]"],   ["-10", "8", "("]  ->  ["A", "B", "("]
    brackets = [token[:1] if len(token) > 1 and token[0] in OPENING else "" for token in tokens]
    cores = [token[len(bracket) :] for token, bracket in zip(tokens, brackets, strict=True)]
    numbers = [core for core in cores if NUMBER.fullmatch(core)]
    names = [core for core in cores if NAME.fullmatch(core)]
    letters: dict[str, str] = {}
    for kind, first in ((numbers, "A"), (names, "a")):
        if any(len(core) > 1 for core in kind):
            letters |= dict(zip(dict.fromkeys(kind), _letters(first), strict=False))
    return [bracket + letters.get(core, core) for bracket, core in zip(brackets, cores, strict=True)]


def _letters(first: str) -> Iterator[str]:
    """Letters of the case of the first, without end as far as texts go."""
    return (
        letter
        for letter in map(chr, range(ord(first), 0x3000))
        if letter.isupper() == first.isupper() and letter.isalpha()
    )


@lru_cache(maxsize=4)
def induced(texts: tuple[str, ...]) -> Grammar:
    """The grammar that `synth.induce` finds in short ones among the texts. Raises LimitError where none nests."""
    import synth

    short = sorted({text for text in texts if len(text) <= LONGEST})
    drawn = sorted(Random(0).sample(short, min(DRAWN, len(short))))
    found = synth.induce(drawn, kind="cfg", effort=1, steps=STEPS).best.language
    assert isinstance(found, Grammar)
    return of_insides(found)


def of_insides(grammar: Grammar) -> Grammar:
    """What a grammar nests, or a word that can stand there, as the first rule: the first that a machine can read.

    Raises LimitError where there is none.
    """
    for name in grammar.rules:
        with suppress(LimitError, LookaheadError):
            whole = _written_out(grammar.rules[name], name, grammar, ())
            nests = any(isinstance(node, Chars) and INSIDE in node.set for node in walk(whole))
            if nests and (words := _words(whole)):
                found = Grammar({START: union(chars(words), _with_insides(whole, words))})
                PredictiveTable.compile(found)
                return found
    raise LimitError("nothing nests in the induced grammar", hint="give more texts, with more in them")


def _written_out(node: Expression, name: str, grammar: Grammar, within: tuple[str, ...]) -> Expression:
    """An expression without names; INSIDE where it comes to the rule of that name again."""
    if isinstance(node, Ref):
        if node.name == name:
            return literal(INSIDE)
        if node.name in within:
            raise LimitError(f"{node.name} is inside itself but for {name}", hint="begin with another rule")
        return _written_out(grammar.rules[node.name], name, grammar, (*within, node.name))
    return rebuild(node, [_written_out(part, name, grammar, within) for part in children(node)])


def _words(whole: Expression) -> CharSet:
    """The characters that are such a text alone, or stand in a context in which the nested stands, too.

    What shares one context shares all of them, as in substitutable languages (Clark and Eyraud 2007).
    """
    automaton = DFA.from_expression(whole)
    inside = automaton.atoms.atom_of(INSIDE)
    found = CharSet()
    for atom, characters in enumerate(automaton.atoms.sets):
        is_alone = automaton.accepting[automaton.table[0][atom]]
        if is_alone or any(_can_end_alike(automaton, row[inside], row[atom]) for row in automaton.table):
            found |= characters
    return found - CharSet.of(INSIDE)


def _can_end_alike(automaton: DFA, one: int, other: int) -> bool:
    """Whether some word leads from both states to acceptance."""
    seen = {(one, other)}
    pending = list(seen)
    while pending:
        left, right = pending.pop()
        if automaton.accepting[left] and automaton.accepting[right]:
            return True
        new = set(zip(automaton.table[left], automaton.table[right], strict=True)) - seen
        seen |= new
        pending.extend(new)
    return False


def _with_insides(whole: Expression, words: CharSet) -> Expression:
    """The texts of more than a word, with the first rule wherever a word or INSIDE stands."""
    # "[" /[a-d]/ (X* "0".."9")~1..5 X* "]"  ->  "[" /[a-d]/ start+ "]"
    merged = DFA.from_expression(_replaced(whole, words, literal(INSIDE)))
    longer = merged - DFA.from_expression(literal(INSIDE))
    return _replaced(to_expression(longer), CharSet.of(INSIDE), Ref(START))


def _replaced(node: Expression, characters: CharSet, by: Expression) -> Expression:
    if isinstance(node, Chars) and not node.set.isdisjoint(characters):
        rest = node.set - characters
        return union(chars(rest), by) if rest else by
    return rebuild(node, [_replaced(part, characters, by) for part in children(node)])
