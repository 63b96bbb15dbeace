"""Elements with tags, `<a …>…</a>` and `<a …/>`, written as groups that private characters open and close."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, Self

from dsl.expressions.expression import Concat, Expression, concat, literal, union
from dsl.grammar import Grammar
from searchers.structure.pairs import Pair, balanced_brackets, depth
from searchers.structure.private_characters import CLOSINGS, ENDINGS, OPENINGS, TAGS, spelled_out

ENDED: Final = Pair(TAGS.character(0), TAGS.character(1))  # "<a" and "</a>", whatever the name
EMPTY: Final = Pair(TAGS.character(2), TAGS.character(3))  # "<a" and "/>"
SELF_CLOSING: Final = TAGS.character(4)  # "/>" of an element that tells its name

_TAG: Final = re.compile(r"<(?P<open>[A-Za-z][\w.-]*)|</(?P<end>[A-Za-z][\w.-]*)>|/>")


class Tag(NamedTuple):
    """A tag that opens an element, or closes it; an empty element has no end tag."""

    name: str
    opens: bool
    is_empty: bool


def _matched_tags(text: str) -> list[Tag] | None:
    """The tags of a text, None when one has no partner."""
    tags: list[Tag] = []
    opened: list[int] = []
    for match in _TAG.finditer(text):
        if match["open"]:
            opened.append(len(tags))
            tags.append(Tag(match["open"], True, False))
            continue
        place = opened.pop() if opened else None
        if place is None or match["end"] not in (None, tags[place].name):
            return None
        tags[place] = tags[place]._replace(is_empty=match["end"] is None)
        tags.append(tags[place]._replace(opens=False))
    return None if opened else tags


@dataclass(frozen=True)
class Elements(ABC):
    """A code for elements of some names; where some are empty, all may be."""

    names: tuple[str, ...]
    empty: bool

    @classmethod
    def of(cls, texts: Iterable[str]) -> Self | None:
        """The code for the elements of texts; None when none has an end tag, or when tags of a text do not match."""
        matched = list(map(_matched_tags, texts))
        tags = [tag for found in matched for tag in found or ()]
        if None in matched or all(tag.is_empty for tag in tags):
            return None
        return cls(tuple(sorted({tag.name for tag in tags})), any(tag.is_empty for tag in tags))

    def encode(self, text: str) -> str | None:
        """The text with its tags in private characters; None when they do not match, or have other names."""
        tags = _matched_tags(text)
        if tags is None or any(tag.name not in self.names for tag in tags):
            return None
        codes = map(self._code, tags)
        return _TAG.sub(lambda _: next(codes), text)

    @abstractmethod
    def _code(self, tag: Tag) -> str: ...


class NamedElements(Elements):
    """Elements of each name are groups of their own: `<a x="1"><b/></a>` -> ⟨a⟩ x="1">⟨b⟩⟨/⟩⟨⟩⟨/a⟩⟨⟩"""

    @classmethod
    def of(cls, texts: Iterable[str]) -> Self | None:
        """As for all elements; None also for more names than there are characters."""
        elements = super().of(texts)
        return elements if elements is not None and len(elements.names) <= OPENINGS.count else None

    @property
    def pairs(self) -> list[Pair]:
        """What opens and closes the elements of each name, when encoded."""
        return [Pair(OPENINGS.character(number), CLOSINGS.character(number)) for number in range(len(self.names))]

    @cached_property
    def _meanings(self) -> dict[str, str]:
        named = [(OPENINGS, "<{}"), (ENDINGS, "</{}>"), (CLOSINGS, "")]
        meanings = {c.character(n): text.format(name) for c, text in named for n, name in enumerate(self.names)}
        return {**meanings, SELF_CLOSING: "/>"}

    def _code(self, tag: Tag) -> str:
        number = self.names.index(tag.name)
        if tag.opens:
            return OPENINGS.character(number)
        return (SELF_CLOSING if tag.is_empty else ENDINGS.character(number)) + CLOSINGS.character(number)

    def decode(self, encoded: str) -> str:
        """The text again."""
        return "".join(self._meanings.get(character, character) for character in encoded)

    def decoded(self, grammar: Grammar) -> Grammar:
        """The grammar of the texts, from one of encoded texts."""
        spelled = {character: literal(text) for character, text in self._meanings.items()}
        return Grammar({name: spelled_out(body, spelled, rest=True) for name, body in grammar.rules.items()})


class UnnamedElements(Elements):
    """Elements of all names are one group, or two when some are empty: `<a x="1"><b/></a>` -> ⟨ x="1">⟨⟩⟩"""

    @property
    def pairs(self) -> list[Pair]:
        """What opens and closes an element with an end tag, and an empty one, when encoded."""
        return [ENDED, EMPTY] if self.empty else [ENDED]

    def _code(self, tag: Tag) -> str:
        pair = EMPTY if tag.is_empty else ENDED
        return pair.opening if tag.opens else pair.closing

    def decoded(self, grammar: Grammar) -> Grammar:
        """The grammar of the texts, from one of encoded texts in which every group has a rule."""
        return Grammar({name: self._decoded(body) for name, body in grammar.rules.items()})

    def _decoded(self, body: Expression) -> Expression:
        # ⟨inside⟩ -> "<a" inside "</a>" | "<b" inside "</b>"
        match body:
            case Concat((first, *inside, _)) if first == literal(ENDED.opening):
                return union(*(concat(literal(f"<{name}"), *inside, literal(f"</{name}>")) for name in self.names))
            case Concat((first, *inside, _)) if first == literal(EMPTY.opening):
                return concat(literal("<"), union(*map(literal, self.names)), *inside, literal("/>"))
        return body


def do_nest(texts: Sequence[str]) -> bool:
    """Whether brackets or tags match in every text and stand within each other, in some texts deeper than in others."""
    elements = UnnamedElements.of(texts)
    tagged = [elements.encode(text) or "" for text in texts] if elements is not None else []
    depths = [{depth(text, ENDED) or 0 for text in tagged}]
    depths += [{depth(text, pair) or 0 for text in texts} for pair in balanced_brackets(texts)]
    return any(len(found - {0}) > 1 for found in depths)  # all as deep as each other are a format: ((1 2, 3 4))
