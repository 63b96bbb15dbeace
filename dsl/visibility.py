r"""What people can see of a text, and how the rest is written: one function for all that is printed or drawn.

\x1b]0;title\x07    a terminal's command        \u202e    turns the text behind it around
\u00ad              a hyphen that hides         \u0301    a mark without a letter to stand on
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from unicodedata import category, east_asian_width

# letters, signs and marks by their category, of which nothing is drawn: fillers, selectors of variants, braille's blank
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00016fe4\U0001d159").union(
    map(chr, range(0x180B, 0x1810)), map(chr, range(0xFE00, 0xFE10)), map(chr, range(0xE0100, 0xE01F0))
)
ESCAPES: Final = {"\n": r"\n", "\t": r"\t", "\r": r"\r"}  # that every notation has
_JOINERS: Final = "\u200c\u200d"
_FIRST_JOINED: Final = "\u0600"  # scripts whose letters join lie behind Latin, Greek, Cyrillic and Hebrew


def code(character: str) -> str:
    r"""The escape of a character: `\x1b`, `\u202e` or `\U000e0041`, as Python and our notations read it."""
    point = ord(character)
    return f"\\x{point:02x}" if point <= 0xFF else f"\\u{point:04x}" if point <= 0xFFFF else f"\\U{point:08x}"


def is_visible(character: str) -> bool:
    """Whether a character shows what it is by itself: the plain space does, a mark upon letters does not."""
    if character.isascii():
        return " " <= character <= "~"
    return character.isprintable() and category(character)[0] != "M" and character not in _BLANK


def shown(text: str) -> Iterator[tuple[str, bool]]:
    """The characters of `text`, each with whether it shows where it stands: a mark does behind a letter or digit."""
    carries = False
    for character in text:
        is_mark = category(character)[0] == "M"
        shows = is_visible(character) or (is_mark and carries and character not in _BLANK)
        carries = shows and (is_mark or character.isalnum())
        yield character, shows


def visible(text: str, *, keep: str = "") -> str:
    r"""`text` on one line with all that does not show as its code, but for `keep`; line breaks and tabs: `\n`, `\t`.

    Joiners stay between the letters that they join, as the words of Persian need.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character if shows or character in keep or _joins(text, place) else ESCAPES.get(character) or code(character)
        for place, (character, shows) in enumerate(shown(text))
    )


def _joins(text: str, place: int) -> bool:
    around = text[place - 1 : place] + text[place + 1 : place + 2]
    return text[place] in _JOINERS and len(around) == 2 and around.isalpha() and min(around) >= _FIRST_JOINED


def width(text: str) -> int:
    """The columns of a visible text on a terminal."""
    return sum(2 if east_asian_width(letter) in "WF" else category(letter)[0] != "M" for letter in text)
