"""One way to read nested examples: pairs, tokens, classes of tokens, and a regex for every part; a grammar in the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from dsl.charset import CharSet
from dsl.expression import Chars, Expression, Ref, chars, children, concat, literal, rebuild, size, union, walk
from dsl.grammar import START, Grammar
from searchers.nesting.classes import token_classes
from searchers.nesting.lexemes import Lexer, keywords, shape
from searchers.nesting.pairs import TOP, Level, Pair, levels, pair_of, placeholder
from searchers.nesting.parts import Part


class Place(NamedTuple):
    """Where in an example a part stands."""

    text: str
    start: int
    end: int

    def filled(self, inside: str) -> str:
        """The example with something else there."""
        return self.text[: self.start] + inside + self.text[self.end :]

    @property
    def inside(self) -> str:
        """What stands there."""
        return self.text[self.start : self.end]


_CLASSES: Final = 0xF000  # private use: the characters that stand for classes of tokens
MAX_INLINE: Final = 3  # nodes of a class that is written out wherever it stands


class Reading:
    """Pairs and classes, and the parts that they divide the examples into.

    `groups` numbers the kinds of level: pairs of one number (and the top) are the same nonterminal.
    """

    def __init__(
        self,
        texts: Iterable[str],
        pairs: Sequence[Pair],
        lexer: Lexer,
        groups: dict[int, int],
        *,
        classed: bool = True,
        spaced: bool = False,
    ) -> None:
        self.pairs = pairs
        self.lexer = lexer
        self.groups = groups
        inside = [(text, level) for text in texts for level in levels(text, pairs) or ()]
        rows = [lexer(level.text) for _, level in inside]
        self.keywords = keywords(rows)
        typed = [[self._type(token) for token in row] for row in rows]
        types = sorted({token for row in typed for token in row})
        if classed:
            context = typed if spaced else [[token for token in row if not token.isspace()] for row in typed]
            self.classes = token_classes(context)
            held = {token for members in self.classes for token in members}
            self.classes += [[token] for token in types if token not in held]
        else:
            self.classes = [[token] for token in types]
        self._class_of = {token: index for index, members in enumerate(self.classes) for token in members}
        self.levels = {group: Part() for group in sorted(set(groups.values()))}
        self.tokens = [Part() for _ in self.classes]
        self.places: dict[int, list[Place]] = {}
        self.group_texts: list[tuple[str, str]] = []
        for (text, level), row in zip(inside, rows, strict=True):
            self._learn(text, level, row)

    def _type(self, token: str) -> str:
        return token if token in self.keywords else shape(token)

    def _learn(self, text: str, level: Level, row: Sequence[str]) -> None:
        numbers = [self._class_of[self._type(token)] for token in row]
        part = self.levels[self.groups[level.pair]]
        part.texts[_line(numbers)] += 1
        start, end = level.offsets[0], level.offsets[-1]
        self.places.setdefault(id(part), []).append(Place(text, start, end))
        if level.pair != TOP:
            self.group_texts.append((placeholder(level.pair), text[start - 1 : end + 1]))
        index = 0
        for number, token in zip(numbers, row, strict=True):
            part = self.tokens[number]
            part.texts[token] += 1
            start, index = level.offsets[index], index + len(token)
            self.places.setdefault(id(part), []).append(Place(text, start, level.offsets[index]))

    def parts_of(self, text: str) -> list[tuple[Part, str]] | None:
        """The parts that have to hold something for the text to belong to the language, and what; None if none can."""
        inside = levels(text, self.pairs)
        if inside is None:
            return None
        found: list[tuple[Part, str]] = []
        for level in inside:
            row = self.lexer(level.text)
            numbers = [self._class_of.get(self._type(token), self._class_of.get(shape(token))) for token in row]
            known = [number for number in numbers if number is not None]
            if len(known) < len(row):
                return None
            found.append((self.levels[self.groups[level.pair]], _line(known)))
            found += [(self.tokens[number], token) for number, token in zip(known, row, strict=True)]
        return found

    @property
    def class_symbols(self) -> list[str]:
        """The characters that stand for classes in the lines of levels."""
        return [_line([number]) for number in range(len(self.classes))]

    def specimen(self, character: str) -> str:
        """The shortest token of a class; any other character as it is."""
        number = ord(character) - _CLASSES
        if not 0 <= number < len(self.classes):
            return character
        return min(self.tokens[number].texts, key=lambda token: (len(token), token))

    @property
    def parts(self) -> Iterator[Part]:
        """All parts."""
        yield from self.levels.values()
        yield from self.tokens

    # ---------------------------------------------------------------------------------------- the grammar

    def grammar(self, fit: Callable[[Part], Expression]) -> Grammar:
        """The parts put together, each with its regex."""
        rules: dict[str, Expression] = {}
        top = self.groups[TOP]
        names = {group: START if group == top else f"inside_{group}" for group in self.levels}
        spelled: dict[int, Expression] = {}
        for number, part in enumerate(self.tokens):
            body = self._with_groups(fit(part))
            if size(body) <= MAX_INLINE:
                spelled[number] = body
            else:
                rules[f"token_{number}"] = body
                spelled[number] = Ref(f"token_{number}")
        insides = {names[group]: _spelled(fit(part), spelled) for group, part in self.levels.items()}
        used = {pair_of(c) for part in self.tokens for text in part.texts for c in text if pair_of(c) is not None}
        groups = {
            f"group_{number}": concat(literal(pair.opening), Ref(names[self.groups[number]]), literal(pair.closing))
            for number, pair in enumerate(self.pairs)
            if number in used
        }
        return Grammar(_reachable({START: insides.pop(START), **insides, **groups, **rules}))

    def _with_groups(self, node: Expression) -> Expression:
        """Placeholders become references to their groups."""
        if isinstance(node, Chars):
            here = [number for number in range(len(self.pairs)) if chr(0xE000 + number) in node.set]
            if len(node.set) > 10_000 or not here:
                return node
            rest = node.set - CharSet.of(chr(0xE000 + number) for number in here)
            return union(*(Ref(f"group_{number}") for number in here), *([chars(rest)] if rest else []))
        return rebuild(node, [self._with_groups(child) for child in children(node)])


def _line(numbers: Sequence[int]) -> str:
    return "".join(chr(_CLASSES + number) for number in numbers)


def _spelled(node: Expression, classes: dict[int, Expression]) -> Expression:
    """The characters that stand for classes become what the classes are."""
    if isinstance(node, Chars):
        return union(*(body for number, body in classes.items() if chr(_CLASSES + number) in node.set))
    return rebuild(node, [_spelled(child, classes) for child in children(node)])


def _reachable(rules: dict[str, Expression]) -> dict[str, Expression]:
    kept: set[str] = set()
    pending = [START]
    while pending:
        name = pending.pop()
        if name not in kept:
            kept.add(name)
            pending += [node.name for node in walk(rules[name]) if isinstance(node, Ref)]
    return {name: body for name, body in rules.items() if name in kept}
