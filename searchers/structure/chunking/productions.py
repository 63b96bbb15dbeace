"""Productions with how often each is used, as strings of symbols, and what they cost.

Symbols are characters: CLASSES for kinds of tokens, RULES for nonterminals. Counts are those of the derivations that
the examples have, carried along when rules change, so that nothing is parsed again (Stolcke and Omohundro 1994).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from math import lgamma, log
from typing import Final

from searchers.scoring.prices import PRICES
from searchers.structure.private_characters import RULES

TOP: Final = RULES.character(0)
SYMBOL_BITS: Final = PRICES.concat + PRICES.reference + 4.0  # which of some sixteen rules or tokens stands there
PRIOR: Final = 2 * PRICES.choice_prior  # pseudocounts of all productions of a rule


class Productions:
    """Rules by their characters, each with its productions, and the bits of each rule. Changes make new ones."""

    def __init__(self, rules: Mapping[str, Mapping[str, int]], known: Mapping[str, float] | None = None) -> None:
        self.rules = rules
        known = known or {}
        self._bits = {name: known[name] if name in known else _bits(found) for name, found in rules.items()}

    @cached_property
    def bits(self) -> float:
        """What it takes to write all rules, and to tell which production comes when."""
        return sum(self._bits.values())

    @property
    def size(self) -> int:
        """The symbols of all productions."""
        return sum(len(text) for found in self.rules.values() for text in found)

    @property
    def new(self) -> str:
        """A character that no rule has."""
        number = len(self.rules)
        while RULES.character(number) in self.rules:
            number += 1
        return RULES.character(number)

    def chunked(self, parts: Sequence[str], name: str) -> Productions:
        """Every part, the longest first, is a production of the rule and stands nowhere else: a→xyz, yz into b: a→xb"""
        used = dict.fromkeys(parts, 0)
        rules = dict(self.rules)
        rules.setdefault(name, {})
        changed = {name}
        for rule, productions in self.rules.items():
            own = parts if rule == name else ()
            shorter: dict[str, int] = {}
            for text, times in productions.items():
                found = text
                for part in parts if text not in own else ():
                    if part in found:
                        used[part] += times * found.count(part)
                        found = found.replace(part, name)
                if (rule, found) != (name, name):  # a rule that is itself says nothing
                    shorter[found] = shorter.get(found, 0) + times
            if shorter != productions:
                rules[rule] = shorter
                changed.add(rule)
        rules[name] = _sum(rules[name], used)
        return Productions(rules, {rule: bits for rule, bits in self._bits.items() if rule not in changed})

    def merged(self, name: str, other: str) -> Productions:
        """Two rules are one: a→x, b→y: a→x|y"""
        rules = {rule: productions for rule, productions in self.rules.items() if rule != other}
        rules[name] = _sum(self.rules[name], self.rules[other])
        return self._replaced(rules, other, name, {name})

    def inlined(self, name: str) -> Productions:
        """A rule of one production is written out where it stands: a→xb, b→yz: a→xyz"""
        rules = {rule: productions for rule, productions in self.rules.items() if rule != name}
        return self._replaced(rules, name, next(iter(self.rules[name])), set())

    def opened(self) -> Productions:
        """Where one more operand was seen, any number: a→x|x,x: a→x|x,a"""
        rules: dict[str, dict[str, int]] = {}
        for rule, found in self.rules.items():
            is_list = {text: len(text) > 2 and text[0] == text[-1] != rule and text[0] in found for text in found}
            rules[rule] = {text[:-1] + rule if is_list[text] else text: times for text, times in found.items()}
        return Productions(rules)

    def _replaced(self, rules: Mapping[str, Mapping[str, int]], old: str, new: str, changed: set[str]) -> Productions:
        found: dict[str, Mapping[str, int]] = {}
        for rule, productions in rules.items():
            if rule not in changed and not any(old in text for text in productions):
                found[rule] = productions
                continue
            changed.add(rule)
            renamed: dict[str, int] = {}
            for text, times in productions.items():
                if (replaced := text.replace(old, new)) != rule:
                    renamed[replaced] = renamed.get(replaced, 0) + times
            found[rule] = renamed
        return Productions(found, {rule: self._bits[rule] for rule in found if rule not in changed})


def _sum(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {text: one.get(text, 0) + other.get(text, 0) for text in (*one, *other)}


def _bits(productions: Mapping[str, int]) -> float:
    """Bits to write the productions of a rule, and of the choices between them, adaptively coded."""
    ways = len(productions)
    bits = PRICES.rule + PRICES.union * (ways - 1) + SYMBOL_BITS * len("".join(productions))
    if ways == 1:
        return bits
    chosen = sum([_rising(PRIOR / ways, times) for times in productions.values()])
    return bits - (chosen - _rising(PRIOR, sum(productions.values()))) / log(2)


@cache
def _rising(prior: float, times: int) -> float:
    return lgamma(prior + times) - lgamma(prior)
