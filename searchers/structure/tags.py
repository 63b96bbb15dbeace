"""Tagged texts as groups: `<a …>…</a>` and `<a …/>`, whatever the name, which the grammar writes in the end."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from dsl.expressions.expression import Concat, Expression, concat, literal, union
from dsl.grammar import Grammar
from searchers.structure.pairs import Pair

_OPEN, _END, _EMPTY, _CLOSED = map(chr, range(0xEC00, 0xEC04))  # private use: "<a", "</a>", "<a", "/>"
ENDED: Final = Pair(_OPEN, _END)
EMPTY: Final = Pair(_EMPTY, _CLOSED)

_TAG = re.compile(r"<(?P<open>[A-Za-z][\w.-]*)|</(?P<end>[A-Za-z][\w.-]*)>|(?P<closed>/>)")


@dataclass(frozen=True)
class Tags:
    """The names of elements that end with a tag, and of those that are empty; if some are, all may be."""

    names: tuple[str, ...]
    empty: bool

    @classmethod
    def of(cls, texts: Iterable[str]) -> Tags | None:
        """The tags of texts; None when no element has an end tag, or when tags do not match in some text."""
        texts = list(texts)
        matches = [match for text in texts for match in _TAG.finditer(text)]
        tags = cls(
            tuple(sorted({match["open"] for match in matches if match["open"]})),
            any(match["closed"] for match in matches),
        )
        ended = any(match["end"] for match in matches)
        return tags if ended and all(tags.encode(text) is not None for text in texts) else None

    @property
    def pairs(self) -> list[Pair]:
        """What opens and closes an element with an end tag, and an empty one, when encoded."""
        return [ENDED, EMPTY] if self.empty else [ENDED]

    def encode(self, text: str) -> str | None:
        """`<a x="1"><b/></a>` -> ⟨ x="1">⟨⟩⟩; None when the tags do not match."""
        encoded: list[str] = []
        stack: list[tuple[str, int]] = []
        rest = 0
        for match in _TAG.finditer(text):
            encoded.append(text[rest : match.start()])
            rest = match.end()
            if match["open"]:
                stack.append((match["open"], len(encoded)))
                encoded.append(_OPEN)
                continue
            if not stack:
                return None
            name, place = stack.pop()
            if name not in self.names or (match["end"] or name) != name:
                return None
            if match["closed"]:
                encoded[place] = _EMPTY
            encoded.append(_CLOSED if match["closed"] else _END)
        return None if stack else "".join([*encoded, text[rest:]])

    def decoded(self, grammar: Grammar) -> Grammar:
        """The grammar of the texts, from one of encoded texts in which every group has a rule."""
        return Grammar({name: self._decoded(body) for name, body in grammar.rules.items()})

    def _decoded(self, body: Expression) -> Expression:
        # ⟨inside⟩ -> "<a" inside "</a>" | "<b" inside "</b>"
        match body:
            case Concat((first, *inside, _)) if first == literal(ENDED.opening):
                return union(*(concat(literal(f"<{name}"), *inside, literal(f"</{name}>")) for name in self.names))
            case Concat((first, *inside, _)) if first == literal(EMPTY.opening):
                names = union(*map(literal, self.names))
                return concat(literal("<"), names, *inside, literal("/>"))
        return body
