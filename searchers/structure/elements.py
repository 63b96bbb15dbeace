"""Elements with tags, `<a …>…</a>` and `<a …/>`, written so that one character opens and one closes each of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from dsl.expressions.expression import Chars, Expression, children, literal, rebuild, union
from dsl.grammar import Grammar
from searchers.structure.pairs import Pair

MAX_NAMES: Final = 0x100  # of elements: each has one character of each range below
_OPENS: Final = 0xE800  # private use: "<a" for each name
_ENDS: Final = 0xE900  # "</a>" for each name
_CLOSES: Final = 0xEA00  # nothing, where an element of each name is over
_SELF_CLOSING: Final = chr(0xEB00)  # "/>"

_TAG = re.compile(r"<(?P<open>[A-Za-z][\w.-]*)|</(?P<end>[A-Za-z][\w.-]*)>|(?P<self>/>)")


@dataclass(frozen=True)
class Elements:
    """The code for elements of some names."""

    names: tuple[str, ...]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Elements | None:
        """The code for the elements of texts; None when there are none or too many names, or when tags do not match."""
        texts = list(texts)
        tags = [match for text in texts for match in _TAG.finditer(text)]
        names = tuple(sorted({match["open"] for match in tags if match["open"]}))
        elements = cls(names)
        ended = any(match["end"] for match in tags)
        if not names or len(names) > MAX_NAMES or not ended or any(elements.encode(text) is None for text in texts):
            return None
        return elements

    @property
    def pairs(self) -> list[Pair]:
        """What opens and closes the elements of each name, when encoded."""
        return [Pair(chr(_OPENS + number), chr(_CLOSES + number)) for number in range(len(self.names))]

    def encode(self, text: str) -> str | None:
        """`<a x="1"><b/></a>` -> ⟨a⟩ x="1">⟨b⟩⟨/⟩⟨⟩⟨/a⟩⟨⟩; None when the tags do not match."""
        encoded: list[str] = []
        stack: list[int] = []
        rest = 0
        for match in _TAG.finditer(text):
            encoded.append(text[rest : match.start()])
            rest = match.end()
            name = match["open"] or match["end"]
            if name is not None and name not in self.names:
                return None
            if match["open"]:
                stack.append(self.names.index(name))
                encoded.append(chr(_OPENS + stack[-1]))
                continue
            if not stack or (match["end"] and self.names[stack[-1]] != name):
                return None
            number = stack.pop()
            encoded += [chr(_ENDS + number) if match["end"] else _SELF_CLOSING, chr(_CLOSES + number)]
        return None if stack else "".join([*encoded, text[rest:]])

    def decode(self, encoded: str) -> str:
        """The text again."""
        return "".join(self._meaning(character) for character in encoded)

    def decoded(self, grammar: Grammar) -> Grammar:
        """The grammar of the texts, from one of encoded texts."""
        return Grammar({name: self._decoded(body) for name, body in grammar.rules.items()})

    def _decoded(self, node: Expression) -> Expression:
        if not isinstance(node, Chars):
            return rebuild(node, [self._decoded(child) for child in children(node)])
        coded = [c for c in self._characters() if c in node.set and len(node.set) < _OPENS]
        plain = Chars(node.set - node.set.of(coded)) if len(coded) < len(node.set) else None
        return union(*([plain] if plain else []), *(literal(self._meaning(c)) for c in coded))

    def _characters(self) -> list[str]:
        numbers = range(len(self.names))
        return [*(chr(first + number) for first in (_OPENS, _ENDS, _CLOSES) for number in numbers), _SELF_CLOSING]

    def _meaning(self, character: str) -> str:
        number = ord(character)
        if character == _SELF_CLOSING:
            return "/>"
        if _OPENS <= number < _OPENS + len(self.names):
            return f"<{self.names[number - _OPENS]}"
        if _ENDS <= number < _ENDS + len(self.names):
            return f"</{self.names[number - _ENDS]}>"
        if _CLOSES <= number < _CLOSES + len(self.names):
            return ""
        return character
