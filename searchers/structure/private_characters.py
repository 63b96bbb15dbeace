"""Private-use characters that stand for parts of texts: all are handed out here, so that no two uses share one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from dsl.charset import CharSet
from dsl.errors import LimitError
from dsl.expressions.expression import Chars, Expression, chars, children, rebuild, union

AREA: Final = frozenset(map(chr, range(0xE000, 0xF900)))


@dataclass(frozen=True)
class PrivateRange:
    """The characters for one kind of thing, by number: `count` of them, from the code point `first` on."""

    things: str
    first: int
    count: int

    def character(self, number: int) -> str:
        """The character that stands for a thing. Raises LimitError when there is none left for it."""
        if number >= self.count:
            raise LimitError(f"the examples have more than {self.count:,} {self.things}", hint="use fewer examples")
        return chr(self.first + number)

    def number(self, character: str) -> int:
        """The number of the thing that one of the characters stands for."""
        return ord(character) - self.first

    def __contains__(self, token: str) -> bool:
        return len(token) == 1 and self.first <= ord(token) < self.first + self.count


GROUPS: Final = PrivateRange("kinds of group", 0xE000, 0x800)  # a pair of brackets and all between them
OPENINGS: Final = PrivateRange("names of elements", 0xE800, 0x100)  # "<a" for each name
ENDINGS: Final = PrivateRange("names of elements", 0xE900, 0x100)  # "</a>" for each name
CLOSINGS: Final = PrivateRange("names of elements", 0xEA00, 0x100)  # nothing, where an element of each name is over
TAGS: Final = PrivateRange("ends of tags", 0xEB00, 0x10)  # where no name is told
CLASSES: Final = PrivateRange("classes of tokens", 0xF000, 0x900)
RULES: Final = PrivateRange("rules", 0x100000, 0xFFFE)
UNITS: Final = PrivateRange("units of lines", 0xF0000, 0xFFFE)  # classes, or a space and a class


def check_absent(texts: Iterable[str]) -> None:
    """Raises LimitError when a text has characters of the AREA, which would be taken for its parts."""
    for text in texts:
        if not AREA.isdisjoint(text):
            raise LimitError(
                f"an example has private-use characters, which stand for parts of examples here: {text[:40]!r}",
                hint="replace the characters from U+E000 to U+F8FF by others",
            )


def line_of(numbers: Iterable[int]) -> str:
    """A level as the characters of its classes, so that levels are strings and their language is a regex."""
    return "".join(map(CLASSES.character, numbers))


def spelled_out(node: Expression, spelled: Mapping[str, Expression], *, rest: bool = False) -> Expression:
    """The expression with characters replaced by what they spell; without all others, or with the `rest` as it is."""
    if isinstance(node, Chars):
        here = [character for character in spelled if character in node.set]
        others = node.set - CharSet.of(here) if rest else CharSet()
        return union(chars(others), *(spelled[character] for character in here))
    return rebuild(node, [spelled_out(child, spelled, rest=rest) for child in children(node)])
