"""A grammar as narrow as its examples make sure: each part is held to what it read, where chance would have read more.

Levels and classes of tokens are shared by all places where they stand, so that a grammar allows everywhere what was
seen somewhere: a group where only names come, `[0-9]` where only `[1-8]` does. Here every part is looked at with the
pieces that it read. A choice that is never made at its place is left out, classes, counts and first characters are
narrowed, words that come again and again are listed, if chance alone would seldom leave the examples so narrow.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import count, pairwise
from math import inf, prod
from typing import Final, NamedTuple

from dsl.errors import LimitError, PatternError
from dsl.expressions.expression import (
    Chars,
    Concat,
    Expression,
    Ref,
    Repeat,
    Union,
    chars,
    children,
    concat,
    rebuild,
    repeat,
    size,
    union,
    walk,
)
from dsl.grammar import Grammar
from dsl.grammars.recognition import Tree, accepts_all, parse_tree
from dsl.grammars.rules import reachable, references
from searchers.structure.embedding import is_self_embedding
from searchers.structure.narrowing.leaves import LEAST_BITS, bits_against, most_turns, narrowed_class, narrowed_run
from searchers.structure.narrowing.orders import narrowed_order
from searchers.structure.private_characters import CLASSES, spelled_out

MAX_SIZE: Final = 200  # nodes of a grammar whose examples are parsed
MAX_INLINE: Final = 16  # nodes of the alternatives that are written out where another is left out, or all have an order
MAX_REPEATED: Final = 3  # nodes that are written out twice
ADDED: Final = "item_"  # what is written as a rule


class _Use(NamedTuple):
    """A piece that a part read, whether that is all of a text, the parts inside, and how often the text comes."""

    piece: str
    is_whole: bool
    inside: tuple[Tree, ...]
    times: int


def narrowed(grammar: Grammar, texts: Sequence[str], weights: Sequence[int]) -> Grammar | None:
    """The grammar, narrowed; None when nothing is, or it is too large. Texts outside its language are left aside.

    Nesting that the grammar has is kept: who asks for a grammar means it, even if few of the examples are nested.
    """
    if grammar.size > MAX_SIZE:
        return None
    found = _narrowed(grammar, texts, weights, frozenset())
    if found is not None and is_self_embedding(grammar) and not is_self_embedding(found):
        return _narrowed(grammar, texts, weights, _recursive(grammar))
    return found


def _recursive(grammar: Grammar) -> frozenset[str]:
    """The rules that lead back to themselves."""
    rules = grammar.rules
    behind = {name: reachable({name: body, **rules})[1:] for name, body in rules.items()}
    return frozenset(
        name for name in rules if any(name in {other, *behind[other]} for other in references(rules[name]))
    )


def _narrowed(grammar: Grammar, texts: Sequence[str], weights: Sequence[int], kept: frozenset[str]) -> Grammar | None:
    """The grammar, narrowed, but for alternatives that refer to rules that are kept."""
    try:
        parts = _Parts(grammar, kept)
        accepted = accepts_all(grammar, texts).tolist()
        for text, times, is_accepted in zip(texts, weights, accepted, strict=True):
            if is_accepted:
                parts.read(text, times)
        rules = {name: parts.narrowed(name) for name in grammar.rules} | parts.added
        reached = set(reachable(rules))
        found = Grammar({name: body for name, body in rules.items() if name in reached})
    except (LimitError, PatternError):
        return None
    return found if found != grammar and accepts_all(found, texts).tolist() == accepted else None


class _Parts:
    """The parts of a grammar, each a rule of its own, and what they read.

    start: a (b | c)* -> start: part1 part2, part1: a, part2: part3*, part3: part4 | part5, part4: b, part5: c
    """

    def __init__(self, grammar: Grammar, kept: frozenset[str]) -> None:
        self.added: dict[str, Expression] = {}
        self._open: dict[str, str | None] = {}  # parts being narrowed, and the rules for them inside
        self._kept = kept
        self._parts: dict[str, Expression] = {}
        self._inside: dict[str, tuple[str, ...]] = {}
        rules: dict[str, Expression] = {}
        for name, body in grammar.rules.items():
            self._divide(body, name, rules)
        self._grammar = Grammar(rules)
        self._uses: defaultdict[str, list[_Use]] = defaultdict(list)

    def _divide(self, part: Expression, name: str, rules: dict[str, Expression]) -> str:
        is_run = isinstance(part, Repeat) and isinstance(part.body, Chars)
        below = () if is_run else children(part)
        self._parts[name] = part
        self._inside[name] = tuple(
            self._divide(child, f"part_{len(self._parts)}_{place}_", rules) for place, child in enumerate(below)
        )
        rules[name] = rebuild(part, map(Ref, self._inside[name])) if below else part
        return name

    def read(self, text: str, times: int) -> None:
        """Note what every part reads of a text."""
        for node in parse_tree(self._grammar, text).walk():
            piece = text[node.start : node.end]
            self._uses[node.rule].append(_Use(piece, piece == text, node.children, times))

    def narrowed(self, name: str) -> Expression:
        """A part as narrow as what it read makes sure; a rule where it comes again within itself.

        "(" item ")" with item: a | 1 | "(" item ")" -> item_0 with item_0: "(" (a | item_0) ")"
        """
        if name in self._open:
            rule = self._open[name] = self._open[name] or self._add(self._parts[name])
            return Ref(rule)
        self._open[name] = None
        found = self._narrowed(name)
        inner = self._open.pop(name)
        if inner is None:
            return found
        self.added[inner] = found
        return Ref(inner)

    def _add(self, body: Expression) -> str:
        """A new rule."""
        name = next(name for n in count() if (name := f"{ADDED}{n}") not in self.added and name not in self._parts)
        self.added[name] = body
        return name

    def _narrowed(self, name: str) -> Expression:
        part, uses = self._parts[name], self._uses[name]
        if not uses:
            return part
        match part:
            case Chars(charset):
                return chars(narrowed_class(charset, _pieces(uses), _pieces(self._uses_alike(part))))
            case Repeat(_, 0 | 1, None) if (ordered := self._ordered(name, uses)) is not None:
                return ordered
            case Repeat(Chars(charset), low, high):
                most = high if _is_whole(uses) else most_turns(map(len, _pieces(uses).elements()), low, high)
                return narrowed_run(charset, low, most, _pieces(uses), _pieces(self._uses_alike(part)))
            case Repeat(_, low, high):
                counts = [len(use.inside) for use in uses for _ in range(use.times)]
                most = high if _is_whole(uses) else most_turns(counts, low, high)
                return repeat(self.narrowed(self._inside[name][0]), low, most)
            case Union():
                everywhere = [self._choices(other, self._uses[other]) for other in self._alike(part)]
                return union(*map(self.narrowed, self._used(name, uses, sum(everywhere, Counter()))))
            case Ref(rule) if isinstance(self._parts[rule], Union):
                inner = [use._replace(inside=use.inside[0].children) for use in uses]
                used = self._used(rule, inner, self._choices(rule, self._uses[rule]))
                is_short = sum(size(self._parts[alternative]) for alternative in used) <= MAX_INLINE
                return union(*map(self.narrowed, used)) if used != self._inside[rule] and is_short else part
            case Concat():
                return concat(*map(self.narrowed, self._inside[name]))
        return part

    def _ordered(self, name: str, uses: Sequence[_Use]) -> Expression | None:
        """A loop with the orders of its turns that were seen, where that is sure: (a|,)* -> a?(,a?)*

        Characters have an order where they are all that there is; within words it is habit.
        """
        part = self._parts[name]
        assert isinstance(part, Repeat)
        is_all = all(use.is_whole for use in uses)
        if isinstance(part.body, Chars):
            rows = dict.fromkeys(_pieces(uses), 1)
            return narrowed_order(rows, low=part.low, is_all=True) if is_all else None
        turns = [[self._alternative(turn) for turn in use.inside] for use in uses]
        symbols = {kind: CLASSES.character(n) for n, kind in enumerate(sorted({kind for row in turns for kind in row}))}
        runs = {kind for kind in symbols if _is_run(self._parts[kind])}
        rows = Counter[str]()
        for row, use in zip(turns, uses, strict=True):
            joined = [kind for before, kind in pairwise(["", *row]) if kind != before or kind not in runs]
            rows["".join(symbols[kind] for kind in joined)] += use.times
        order = narrowed_order(rows, low=part.low, is_all=is_all, runs={symbols[kind] for kind in runs})
        return None if order is None else self._spelled(order, symbols)

    def _alternative(self, turn: Tree) -> str:
        """The part that a turn is, the alternative where there are some."""
        part = self._parts[turn.rule]
        if isinstance(part, Ref) and self._is_short(part.name):
            turn = turn.children[0]
            part = self._parts[turn.rule]
        return turn.children[0].rule if isinstance(part, Union) else turn.rule

    def _is_short(self, rule: str) -> bool:
        """Whether a rule is alternatives that may be written out where it stands."""
        part = self._parts[rule]
        return isinstance(part, Union) and size(part) <= MAX_INLINE

    def _spelled(self, order: Expression, symbols: Mapping[str, str]) -> Expression:
        """An order with parts for its symbols, long ones that stand there twice as rules."""
        times = Counter(character for node in walk(order) if isinstance(node, Chars) for character in node.set)
        spelled: dict[str, Expression] = {}
        for kind, symbol in symbols.items():
            body = self.narrowed(kind)
            if times[symbol] > 1 and size(body) > MAX_REPEATED:
                body = Ref(self._add(body))
            spelled[symbol] = body
        return spelled_out(order, spelled)

    def _alike(self, part: Expression) -> list[str]:
        """All that are written as a part is."""
        return [name for name, other in self._parts.items() if other == part]

    def _uses_alike(self, part: Expression) -> list[_Use]:
        return [use for name in self._alike(part) for use in self._uses[name]]

    def _choices(self, name: str, uses: Sequence[_Use]) -> Counter[int]:
        """How often each alternative of a union was chosen, by number."""
        found = Counter[int]()
        for use in uses:
            found[self._inside[name].index(use.inside[0].rule)] += use.times
        return found

    def _used(self, name: str, uses: Sequence[_Use], everywhere: Counter[int]) -> tuple[str, ...]:
        """The alternatives of a union but for those that are never chosen here, though elsewhere often enough.

        Texts are distinct: where a part reads all of them, one of few strings cannot come often.
        """
        here = self._choices(name, uses)
        usual, seen, is_whole = everywhere - here, here.total(), _is_whole(uses)
        kept = []
        for number, alternative in enumerate(self._inside[name]):
            share = usual[number] / (usual.total() + 1)
            is_rare = is_whole and count_strings(self._parts[alternative]) < len(uses)
            is_kept = not self._kept.isdisjoint(references(self._parts[alternative]))
            if here[number] or is_rare or is_kept or bits_against(share, seen) < LEAST_BITS:
                kept.append(alternative)
        return tuple(kept)


def _is_run(part: Expression) -> bool:
    """Whether two of it, one behind the other, are one of it."""
    return isinstance(part, Repeat) and isinstance(part.body, Chars) and part.high is None


def _is_whole(uses: Sequence[_Use]) -> bool:
    """Whether a part reads all of a text; texts are distinct, so that fewer are short than chance would have."""
    return any(use.is_whole for use in uses)


def count_strings(node: Expression) -> float:
    """How many strings an expression has, at most; infinite beyond classes, choices, and one after the other."""
    match node:
        case Chars(charset):
            return len(charset)
        case Concat(parts):
            return prod(map(count_strings, parts))
        case Union(parts):
            return sum(map(count_strings, parts))
    return inf


def _pieces(uses: Sequence[_Use]) -> Counter[str]:
    found = Counter[str]()
    for use in uses:
        found[use.piece] += use.times
    return found
