"""What the tokens stand for in one problem: expressions and grammars to tokens and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from dsl.charset import CharSet
from dsl.expressions.expression import (
    Chars,
    Concat,
    Expression,
    Ref,
    Repeat,
    Union,
    chars,
    concat,
    optional,
    plus,
    repeat,
    star,
    union,
    walk,
)
from dsl.expressions.programs import CONCAT as CONCAT_TOKEN
from dsl.expressions.programs import OPTION as OPTION_TOKEN
from dsl.expressions.programs import PLUS as PLUS_TOKEN
from dsl.expressions.programs import REPEAT as REPEAT_TOKEN
from dsl.expressions.programs import STAR as STAR_TOKEN
from dsl.expressions.programs import UNION as UNION_TOKEN
from dsl.expressions.programs import ClassTable
from dsl.grammars.canonical import fresh_name
from dsl.language import START
from searchers.policy import tokens as t
from searchers.problem import Problem
from searchers.spaces.neighbourhood import seen_counts

if TYPE_CHECKING:
    from dsl.kernels.packing import Programs

MAX_SPELLED_CLASS: Final = 6  # characters of a class that is spelled as alternatives
MAX_REPEAT: Final = 64
MAX_CLASSES: Final = 300  # known at once; with each new one the objective makes its tables again

# how likely a token is before anything is learned, shared evenly by those of its kind that the problem has
PRIOR: Final = {
    range(t.CONCAT, t.CONCAT + 1): 0.22,
    range(t.UNION, t.UNION + 1): 0.1,
    range(t.STAR, t.REPEATS): 0.15,
    range(t.REPEATS, t.SEEN): 0.03,
    range(t.SEEN, t.CLASSES): 0.1,
    range(t.CLASSES, t.CHARACTERS): 0.1,
    range(t.CHARACTERS, t.REFS): 0.25,
    range(t.REFS, t.SIZE): 0.12,
}
_UNARY = {t.STAR: [STAR_TOKEN], t.PLUS: [PLUS_TOKEN], t.OPTION: [OPTION_TOKEN]}
_RANGES = {(0, None): t.STAR, (1, None): t.PLUS, (0, 1): t.OPTION}

Tokens = tuple[int, ...]


class Spelling:
    """The vocabulary of one problem.

    `characters` are the commonest of the examples, `classes` the odd ones of its starting points, `repeats` their
    counts and those of the examples. Tokens without a meaning here, or outside the alphabet, are not available.
    """

    def __init__(
        self,
        problem: Problem,
        classes: Sequence[CharSet] = (),
        repeats: Sequence[tuple[int, int | None]] = (),
        *,
        rules: bool = False,
    ) -> None:
        self.characters = _commonest(problem)[: t.CHARACTER_SLOTS]
        self.classes, self.repeats = tuple(classes), tuple(repeats)
        seen = CharSet.of(set().union(*problem.positives))
        leaves = {t.SEEN: seen} if len(seen) > 1 else {}
        leaves |= {t.NAMED_CLASSES + i: charset for i, charset in enumerate(t.NAMES) if charset & seen}
        leaves |= {t.CLASSES + i: charset for i, charset in enumerate(self.classes)}
        leaves |= {t.CHARACTERS + i: CharSet.of(c) for i, c in enumerate(self.characters)}
        alphabet = problem.constraints.alphabet
        self.leaves = {token: charset for token, charset in leaves.items() if charset <= alphabet}
        self.available = np.zeros(t.SIZE, dtype=np.bool_)
        self.available[t.CONCAT : t.REPEATS + len(self.repeats)] = True
        self.available[list(self.leaves)] = True
        self.available[t.REFS :] = rules
        self._tokens = {charset: token for token, charset in reversed(self.leaves.items())}
        self._forget_joined()

    def _forget_joined(self) -> None:
        self.table = ClassTable(self.leaves.values())
        self._numbers = {token: self.table.number(charset) for token, charset in self.leaves.items()}
        self._joined: dict[tuple[int, int], int] = {}

    @classmethod
    def of(cls, problem: Problem, starts: Iterable[Expression], *, rules: bool = False) -> Spelling:
        """The vocabulary for a problem, with slots for what its starting points use."""
        plain = cls(problem)
        classes: Counter[CharSet] = Counter()
        repeats: Counter[tuple[int, int | None]] = Counter()
        for node in (node for start in starts for node in walk(start)):
            match node:
                case Chars(charset) if charset not in plain._tokens:
                    classes[charset] += 1
                case Repeat(_, low, high) if (low, high) not in _RANGES:
                    repeats[low, high] += 1
        common = [pair for pair, _ in repeats.most_common(t.REPEAT_SLOTS)]
        seen = [(low, None if high < 0 else high) for low, high in seen_counts(problem.positives)]
        counts = [(low, high) for low, high in dict.fromkeys([*common, *seen]) if max(low, high or 0) <= MAX_REPEAT]
        odd = [charset for charset, _ in classes.most_common(t.CLASS_SLOTS)]
        return cls(problem, odd, counts[: t.REPEAT_SLOTS], rules=rules)

    def to_json(self) -> dict[str, Any]:
        """What `from_json` makes this spelling of again."""
        return {
            "classes": [[list(pair) for pair in charset.ranges] for charset in self.classes],
            "repeats": [list(pair) for pair in self.repeats],
            "rules": bool(self.available[t.REFS]),
        }

    @classmethod
    def from_json(cls, problem: Problem, values: Mapping[str, Any]) -> Spelling:
        """The spelling that `to_json` described."""
        classes = [CharSet(map(tuple, ranges)) for ranges in values["classes"]]
        return cls(problem, classes, [(low, high) for low, high in values["repeats"]], rules=values["rules"])

    @cached_property
    def prior(self) -> NDArray[np.float32]:
        """Logarithms of how likely each token is before anything is learned, shape (tokens,)."""
        logarithms = np.zeros(t.SIZE, dtype=np.float32)
        for kind, share in PRIOR.items():
            logarithms[kind.start : kind.stop] = np.log(share / max(1, self.available[kind.start : kind.stop].sum()))
        return logarithms

    # ------------------------------------------------------------------------------------------ expression -> tokens

    def spell(self, rules: Mapping[str, Expression]) -> Tokens | None:
        """The tokens of a language's rules, the start first; None when something has none, or rules are too many."""
        numbers = {START: 0}
        written: list[int] = []
        pending = [START]
        while pending:
            body = self._spell(rules[pending.pop(0)], numbers, pending)
            if body is None:
                return None
            written.extend(body)
        return tuple(written)

    def _spell(self, node: Expression, numbers: dict[str, int], pending: list[str]) -> Tokens | None:
        match node:
            case Chars(charset):
                return self._spell_set(charset)
            case Ref(name):
                return self._spell_ref(name, numbers, pending)
            case Concat(parts):
                return _nested(t.CONCAT, [self._spell(part, numbers, pending) for part in parts])
            case Union(parts):
                spelled = [self._spell(part, numbers, pending) for part in parts]
                # a class spelled as alternatives joins the others: (a|b)|c*  ->  a|b|c*
                return _nested(t.UNION, spelled, last=[s for s in spelled if s and s[0] == t.UNION])
            case Repeat(body, low, high):
                token = _RANGES.get((low, high))
                if token is None and (low, high) in self.repeats:
                    token = t.REPEATS + self.repeats.index((low, high))
                inside = self._spell(body, numbers, pending)
                return None if token is None or inside is None else (token, *inside)
            case _:
                return None

    def _spell_set(self, charset: CharSet) -> Tokens | None:
        if charset in self._tokens:
            return (self._tokens[charset],)
        # [0-9ab] -> [0-9]|a|b
        inside = [leaf for leaf in self._tokens if leaf <= charset]
        widest = max(inside, key=len, default=charset)
        rest = charset - widest
        if not inside or len(rest) > MAX_SPELLED_CLASS:
            return None
        parts = [self._spell_set(CharSet.of(character)) for character in rest]
        return _nested(t.UNION, [self._spell_set(widest), *parts])

    def _spell_ref(self, name: str, numbers: dict[str, int], pending: list[str]) -> Tokens | None:
        if name not in numbers:
            if len(numbers) == t.RULES:
                return None
            numbers[name] = len(numbers)
            pending.append(name)
        return (t.REFS + numbers[name],)

    # ------------------------------------------------------------------------------------------ tokens -> expression

    def read(self, tokens: Tokens) -> dict[str, Expression]:
        """The rules that tokens spell, in normal form, the start first."""
        stack: list[Expression] = []
        for token in reversed(tokens):
            if token == t.CONCAT:
                stack.append(concat(stack.pop(), stack.pop()))
            elif token == t.UNION:
                stack.append(union(stack.pop(), stack.pop()))
            elif token in _MAKERS:
                stack.append(_MAKERS[token](stack.pop()))
            elif token < t.SEEN:
                stack.append(repeat(stack.pop(), *self.repeats[token - t.REPEATS]))
            elif token < t.REFS:
                stack.append(chars(self.leaves[token]))
            else:
                stack.append(Ref(_NAMES[token - t.REFS]))
        return dict(zip(_NAMES, stack[::-1], strict=False))

    def programs(self, spelled: Iterable[Tokens]) -> Programs:
        """Programs over `table`: nearly encode(read(tokens)), in less time, without sorting alternatives."""
        from dsl.kernels.packing import pack

        if len(self.table) > MAX_CLASSES:
            self._forget_joined()
        return pack([np.array(self._program(tokens), dtype=np.int16) for tokens in spelled])

    def _program(self, tokens: Tokens) -> list[int]:
        stack: list[list[int]] = []
        for token in reversed(tokens):
            if token == t.CONCAT:
                stack.append([*stack.pop(), *stack.pop(), CONCAT_TOKEN])
            elif token == t.UNION:
                stack.append(self._either(stack.pop(), stack.pop()))
            elif token in _UNARY:
                stack[-1] = stack[-1] + _UNARY[token]
            elif token < t.SEEN:
                low, high = self.repeats[token - t.REPEATS]
                stack[-1] = [*stack[-1], REPEAT_TOKEN, low, -1 if high is None else high]
            else:
                stack.append([self._numbers[token]])
        (program,) = stack
        return program

    def _either(self, left: list[int], right: list[int]) -> list[int]:
        if len(left) == len(right) == 1:  # a|b -> [ab]
            return [self._join(left[0], right[0])]
        return left if left == right else [*left, *right, UNION_TOKEN]

    def _join(self, left: int, right: int) -> int:
        """The number of the class for either of two."""
        known = self._joined.get((left, right))
        if known is None:
            known = self.table.number(self.table.sets[left] | self.table.sets[right])
            self._joined[left, right] = known
        return known


_NAMES = [START]  # of rules
while len(_NAMES) < t.RULES:
    _NAMES.append(fresh_name(_NAMES[1:]))
_MAKERS = {t.STAR: star, t.PLUS: plus, t.OPTION: optional}


def _nested(operator: int, parts: Sequence[Tokens | None], last: Sequence[Tokens] = ()) -> Tokens | None:
    """The parts below one operator, nested to the right: a b c -> · a · b c."""
    if any(part is None for part in parts):
        return None
    ordered = [part for part in parts if part is not None and part not in last] + list(last)
    written: list[int] = []
    for part in ordered[:-1]:
        written += [operator, *part]
    return (*written, *ordered[-1])


def _commonest(problem: Problem) -> list[str]:
    """The characters of the positives, those in most of them first, then those of the negatives alone."""
    counts: Counter[str] = Counter()
    for text, times in zip(problem.positives, problem.weights, strict=True):
        counts.update(dict.fromkeys(text, times))
    return sorted(counts, key=lambda character: (-counts[character], character))
