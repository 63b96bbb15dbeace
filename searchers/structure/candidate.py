"""One way to read nested examples: pairs, tokens, classes of tokens, a regex for every part; a grammar in the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import Final

from dsl.charset import CharSet
from dsl.expressions.expression import (
    EMPTY,
    EPSILON,
    Chars,
    Expression,
    Ref,
    chars,
    children,
    concat,
    literal,
    rebuild,
    size,
    union,
)
from dsl.grammar import Grammar
from dsl.grammars.rules import reachable
from dsl.language import START
from searchers.structure.chains import chain
from searchers.structure.pairs import TOP, Level, Pair, levels, pair_of, placeholder
from searchers.structure.parts import Part
from searchers.structure.private_characters import class_of, class_symbol, line_of, spelled_out
from searchers.structure.spacing import spaced, spacing
from searchers.structure.tags import Tags
from searchers.structure.templates import letters_idiom, number_idiom
from searchers.structure.token_classes import token_classes
from searchers.structure.tokens import Lexer, keywords, shape, with_operators

ELEMENT: Final = "#element"  # the type of all elements with tags
MAX_INLINE: Final = 3  # nodes of a class that is written out wherever it stands


class Reading:
    """Pairs and classes, and the parts that they divide the examples into.

    `groups` numbers the kinds of level: pairs of one number (and the top) are the same nonterminal.
    Spaces belong to the fixed tokens beside them unless `spaced_out`; with `tags`, the pairs are those of elements.
    """

    def __init__(
        self,
        texts: Iterable[str],
        pairs: Sequence[Pair],
        lexer: Lexer,
        groups: Mapping[int, int],
        divide: Callable[[list[list[str]]], list[list[str]]],
        *,
        spaced_out: bool = False,
        tags: Tags | None = None,
    ) -> None:
        self.tags = tags
        self.pairs = pairs
        self.lexer = lexer
        self.groups = groups
        self._levels = [level for text in texts for level in self._levels_of(text) or ()]
        rows = [with_operators(lexer(level.text)) for level in self._levels]
        self.keywords = keywords(rows)
        self._sides = [] if spaced_out else spacing(rows, self._is_fixed)
        self._rows = [spaced(row, self._sides) for row in rows]
        self._divide(divide([[self._type(token) for token in row] for row in self._rows]))

    def _divide(self, classes: list[list[str]]) -> None:
        """Give every type of token the number of its class, and learn what the parts hold."""
        self.classes = classes
        self._class_of = {token: index for index, members in enumerate(classes) for token in members}
        self.levels = {group: Part() for group in sorted(set(self.groups.values()))}
        self.tokens = [Part() for _ in classes]
        for level, row in zip(self._levels, self._rows, strict=True):
            numbers = [self._class_of[self._type(token)] for token in row]
            self.levels[self.groups[level.pair]].texts[line_of(numbers)] += 1
            for number, token in zip(numbers, row, strict=True):
                self.tokens[number].texts[token] += 1

    def joined(self, one: int, other: int) -> Reading:
        """The reading in which two classes are one."""
        twin = copy(self)
        rest = [members for index, members in enumerate(self.classes) if index not in (one, other)]
        twin._divide([self.classes[one] + self.classes[other], *rest])
        return twin

    @property
    def lone(self) -> int | None:
        """The class of which one token is all that stands on top; what may stand for it inside may then do so there."""
        tops = self.levels[self.groups[TOP]].texts
        only = next(iter(tops)) if len(tops) == 1 and len(self.levels) > 1 and self.tags is None else ""
        return class_of(only) if len(only) == 1 else None

    def _type(self, token: str) -> str:
        if self.tags is not None and pair_of(token) is not None:
            return ELEMENT
        return token if token in self.keywords else shape(token)

    def _levels_of(self, text: str) -> list[Level] | None:
        encoded = text if self.tags is None else self.tags.encode(text)
        return None if encoded is None else levels(encoded, self.pairs)

    def _is_fixed(self, token: str) -> bool:
        return self._type(token) == token and pair_of(token) is None

    def parts_of(self, text: str) -> list[tuple[Part, str]] | None:
        """The parts that have to hold something for the text to belong to the language, and what; None if none can."""
        inside = self._levels_of(text)
        if inside is None:
            return None
        found: list[tuple[Part, str]] = []
        for level in inside:
            row = spaced(with_operators(self.lexer(level.text)), self._sides)
            numbers = [self._class_of.get(self._type(token), self._class_of.get(shape(token))) for token in row]
            known = [number for number in numbers if number is not None]
            if len(known) < len(row):
                return None
            found.append((self.levels[self.groups[level.pair]], line_of(known)))
            found += [(self.tokens[number], token) for number, token in zip(known, row, strict=True)]
        return found

    @property
    def parts(self) -> Iterator[Part]:
        """All parts."""
        yield from self.levels.values()
        yield from self.tokens

    # ---------------------------------------------------------------------------------------- the grammar

    def grammar(self, fit: Callable[[Part], Expression], *, idioms: bool = False, chained: bool = False) -> Grammar:
        """The parts put together, each with its regex; with `idioms`, numbers that avoid leading zeros must, and if
        `chained`, what is repeated once may be repeated again. Raises PatternError where nesting never ends."""
        rules: dict[str, Expression] = {}
        top = self.groups[TOP]
        names = {group: START if group == top else f"inside_{group}" for group in self.levels}
        held = {character for part in self.tokens for text in part.texts for character in text}
        used = {number: placeholder(number) for number in range(len(self.pairs)) if placeholder(number) in held}
        spelled: dict[str, Expression] = {}
        for number, part in enumerate(self.tokens):
            body = _with_groups(_spelling(part, fit, idioms=idioms), used)
            if size(body) <= MAX_INLINE:
                spelled[class_symbol(number)] = body
            else:
                rules[f"token_{number}"] = body
                spelled[class_symbol(number)] = Ref(f"token_{number}")
        bodies = {group: self._chain(fit(part)) if chained else fit(part) for group, part in self.levels.items()}
        insides = {names[group]: spelled_out(body, spelled) for group, body in bodies.items()}
        within = {name: Ref(name) if body != EPSILON else EPSILON for name, body in insides.items()}
        groups = {
            f"group_{number}": concat(literal(pair.opening), within[names[self.groups[number]]], literal(pair.closing))
            for number, pair in enumerate(self.pairs)
            if number in used
        }
        found = {START: insides.pop(START), **insides, **groups, **rules}
        reached = set(reachable(found))
        grammar = Grammar({name: body for name, body in found.items() if name in reached})
        return grammar if self.tags is None else self.tags.decoded(grammar)

    def _chain(self, body: Expression) -> Expression:
        spelled = {class_symbol(number): part.texts for number, part in enumerate(self.tokens)}
        operands = [symbol for symbol, texts in spelled.items() if any(map(_is_operand, texts))]
        points = [symbol for symbol, texts in spelled.items() if texts.keys() == {"."}]
        return chain(body, CharSet.of(operands), CharSet.of(points))


def _is_operand(token: str) -> bool:
    return pair_of(token) is not None or any(map(str.isalnum, token))


def _with_groups(node: Expression, groups: Mapping[int, str]) -> Expression:
    """Placeholders become references to their groups."""
    if isinstance(node, Chars):
        here = [number for number, character in groups.items() if character in node.set]
        if not here:
            return node
        rest = node.set - CharSet.of(groups[number] for number in here)
        return union(*(Ref(f"group_{number}") for number in here), *([chars(rest)] if rest else []))
    return rebuild(node, [_with_groups(child, groups) for child in children(node)])


def _spelling(part: Part, fit: Callable[[Part], Expression], *, idioms: bool) -> Expression:
    """What a class of tokens looks like: groups one at a time, the others by a regex.

    With `idioms`, numbers that avoid leading zeros and a handful of letters are apart: too few show it to a regex.
    """
    groups = {text: times for text, times in part.texts.items() if pair_of(text) is not None}
    spelled = [chars(CharSet.of(groups))]
    rest = part.texts - Counter(groups)
    numbers = {text: times for text, times in rest.items() if text.isdigit()}
    if idioms and numbers and (idiom := number_idiom(numbers)) is not None:
        spelled.append(idiom)
        rest -= Counter(numbers)
    if idioms and (letters := letters_idiom(rest)) is not None:
        spelled.append(chars(letters))
        rest = Counter({text: times for text, times in rest.items() if len(text) > 1 or text not in letters})
    return union(*spelled, fit(Part(rest, part.rejects)) if rest else EMPTY)


def each_its_own(rows: Iterable[Sequence[str]]) -> list[list[str]]:
    """Every type of token is a class."""
    return [[token] for token in sorted({token for row in rows for token in row})]


def by_surroundings_without_spaces(rows: Iterable[Sequence[str]]) -> list[list[str]]:
    """Types that stand in the same places are a class; spaces, which say little about their neighbours, left out."""
    rows = list(rows)
    spaces = sorted({token for row in rows for token in row if token.isspace()})
    return [
        *token_classes([token for token in row if token not in spaces] for row in rows),
        *([token] for token in spaces),
    ]


# how types are divided into classes, and whether every space is a token of its own
DIVISIONS: Final = (
    (by_surroundings_without_spaces, True),
    (token_classes, True),
    (token_classes, False),
    (each_its_own, False),
)
