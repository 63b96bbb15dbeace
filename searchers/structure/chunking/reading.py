"""Texts as productions over kinds of tokens, and productions as the grammar of the texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Final

from dsl.errors import LimitError
from dsl.expressions.expression import Expression, Ref, concat, size, union
from dsl.grammar import Grammar
from dsl.grammars.rules import reachable
from dsl.language import START
from searchers.problem import Problem
from searchers.structure import pairs
from searchers.structure.candidates import MAX_INLINE, Fit, spelling
from searchers.structure.chunking.productions import TOP, Productions
from searchers.structure.pairs import Pair, balanced_pairs, levels
from searchers.structure.parts import Part
from searchers.structure.private_characters import CLASSES, GROUPS, RULES
from searchers.structure.spacing import spaced, spacing
from searchers.structure.tokens import (
    NAME,
    NUMBER,
    SHAPES,
    WORD,
    Lexer,
    by_kind,
    by_name_and_value,
    keywords,
    shape,
    with_operators,
)

LEXERS: Final[tuple[Lexer, ...]] = (by_kind, by_name_and_value)
OPERAND: Final = "#operand"
MAX_SYMBOLS: Final = 1_500  # of all productions
FEW_LETTERS: Final = 8  # letters that stand alone: more are names


class Reading:
    """The productions of texts, a rule for the inside of each pair, and the texts of each kind of token."""

    def __init__(self, problem: Problem, found: list[Pair], lexer: Lexer, *, is_coarse: bool) -> None:
        self._pairs = found
        self._is_coarse = is_coarse
        inside = [level for text in problem.positives for level in levels(text, found) or ()]
        rows = [with_operators(lexer(level.text)) for level in inside]
        common = keywords(rows)
        letters = {token for token in common if len(token) == 1}
        self._keywords = common - letters if len(letters) > FEW_LETTERS else common
        sides = spacing(rows, self._is_fixed)
        self._numbers: dict[str, str] = {}
        self._parts: dict[str, Part] = {}
        rules: dict[str, Counter[str]] = {TOP: Counter()}
        for level, row in zip(inside, rows, strict=True):
            line = "".join(map(self._symbols, spaced(row, sides)))
            rules.setdefault(_inside(level.pair), Counter())[line] += 1
        self.productions = Productions(rules)
        self._opening = {self._numbers.get(pair.opening) for pair in found}
        self._closing = {self._numbers.get(pair.closing) for pair in found}
        self._fixed = {symbol for kind, symbol in self._numbers.items() if not kind.startswith((*SHAPES, OPERAND))}

    def is_whole(self, chunk: str) -> bool:
        """Whether what opens in it is closed in it."""
        depth = 0
        for symbol in chunk:
            depth += (symbol in self._opening) - (symbol in self._closing)
            if depth < 0:
                return False
        return depth == 0

    def grammar(self, productions: Productions, fit: Fit) -> Grammar:
        """The grammar of productions, each kind of token with its regex."""
        spelled: dict[str, Expression] = {name: Ref(_name(name)) for name in productions.rules}
        used = Counter(symbol for found in productions.rules.values() for text in found for symbol in text)
        tokens: dict[str, Expression] = {}
        for number, (symbol, part) in enumerate(self._parts.items()):
            body = spelling(part, fit, templates=True)
            if size(body) <= MAX_INLINE or used[symbol] == 1:
                spelled[symbol] = body
            else:
                tokens[f"token_{number}"] = body
                spelled[symbol] = Ref(f"token_{number}")
        rules = {_name(name): self._rule(found, spelled, fit) for name, found in productions.rules.items()} | tokens
        return Grammar({name: rules[name] for name in reachable(rules)})

    def _rule(self, found: Iterable[str], spelled: Mapping[str, Expression], fit: Fit) -> Expression:
        """A rule, its words and numbers by one regex: [a-z]|[a-z]+|[0-9]+ -> [a-z0-9]+"""
        alone = [text for text in found if text in self._parts and text not in self._fixed]
        whole = Part(sum((self._parts[text].texts for text in alone), Counter()))
        body = spelling(whole, fit, templates=True) if len(alone) > 1 else union(*(spelled[text] for text in alone))
        others = [text for text in found if text not in alone]
        return union(body, *(concat(*(spelled[symbol] for symbol in text)) for text in others))

    def _symbols(self, token: str) -> str:
        if token in GROUPS:
            number = GROUPS.number(token)
            pair = self._pairs[number]
            return self._symbol(pair.opening, pair.opening) + _inside(number) + self._symbol(pair.closing, pair.closing)
        return self._symbol(self._kind(token), token)

    def _symbol(self, kind: str, text: str) -> str:
        symbol = self._numbers.setdefault(kind, CLASSES.character(len(self._numbers)))
        self._parts.setdefault(symbol, Part()).texts[text] += 1
        return symbol

    def _kind(self, token: str) -> str:
        if token in self._keywords:
            return token
        kind = shape(token)
        if self._is_coarse and kind in (NUMBER, WORD, NAME):
            return OPERAND
        if kind != WORD:
            return kind
        if len(token) == 1:
            return f"{kind} of one letter"
        return f"{kind} {token.islower()} {token.isupper()} {token.istitle()}"

    def _is_fixed(self, token: str) -> bool:
        return token not in GROUPS and (token in self._keywords or shape(token) not in SHAPES)


def _inside(pair: int) -> str:
    """The rule of what stands between a pair, or of all."""
    return TOP if pair == pairs.TOP else RULES.character(pair + 1)


def _name(rule: str) -> str:
    return START if rule == TOP else f"rule_{RULES.number(rule)}"


def readings(problem: Problem) -> Iterator[Reading]:
    """By each lexer that divides the texts otherwise than those before, with operands alike or not, unless too long."""
    found = balanced_pairs(problem.positives)
    seen: list[object] = []
    for lexer, is_coarse in product(LEXERS, (True, False)):
        try:
            reading = Reading(problem, found, lexer, is_coarse=is_coarse)
        except LimitError:  # too many kinds of tokens
            continue
        if reading.productions.size <= MAX_SYMBOLS and reading.productions.rules not in seen:
            seen.append(reading.productions.rules)
            yield reading
