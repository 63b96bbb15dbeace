"""Texts that are patterns or nearly so, strings to try them on, and what `parse` reads otherwise than `re` does.

Texts are put together from the constructs of `re`, those outside of the DSL too, and then spoilt: signs inserted,
doubled, moved and dropped, so that what is hardly a pattern any more is frequent.
"""

from __future__ import annotations

import random
import re
import warnings
from typing import Final

from dsl.automata.sampling import generate
from dsl.errors import PatternError
from dsl.expressions.expression import Expression
from dsl.expressions.notation import parse, write

LETTERS: Final = [
    *"aabbc01_-, \n\t#é٣＾😀",
    "\0",
    "\x1c",
    "\u2028",
    "\ud800",
    "]",
    "}",
    "{",
    "/",
    '"',
    "'",
    "&",
    "~",
    "=",
]
ESCAPES: Final = [
    *(f"\\{letter}" for letter in "abcdefgzxuUNABDSWZwsnrtvf"),
    *(f"\\{sign}" for sign in ".^$*+?{}[]|()\\-/ \n#_é٣"),
    *(f"\\{digits}" for digits in ("0", "00", "000", "0000", "07", "012", "08", "1", "2", "8", "18", "81", "100")),
    *(f"\\{digits}" for digits in ("101", "141", "1411", "377", "378", "400", "777", "9", "99")),
    *(r"\x41", r"\x4", r"\x", r"\x0a", r"\x5d", r"\x٣1", r"\u0061", r"\u006", r"\ud83d\ude00", r"\udfff"),
    *(r"\U00000062", r"\U0001F600", r"\U0010FFFF", r"\U00110000", r"\UFFFFFFFF", r"\U0000", r"\u{61}"),
    *(r"\N{BULLET}", r"\N{DIGIT ONE}", r"\N{latin small letter a}", r"\N{}", r"\N{", r"\N{no such}", r"\N"),
    r"\N{LATIN SMALL LETTER A WITH MACRON AND GRAVE}",
]
COUNTS: Final = [
    *("*", "+", "?", "*?", "+?", "??", "*+", "++", "?+", "{2}", "{0}", "{,2}", "{1,}", "{,}", "{0,2}", "{2,1}"),
    *(
        "{2}?",
        "{1,2}?",
        "{1,2}+",
        "{}",
        "{a}",
        "{ 2}",
        "{2 }",
        "{2, 3}",
        "{1,,2}",
        "{-1}",
        "{02}",
        "{٣}",
        "{1,٣}",
        "{+1}",
    ),
    *(
        "{4294967294}",
        "{4294967295}",
        "{,99999999999}",
        "{" + "9" * 5000 + "}",
        "{1",
        "{,",
        "1}",
        "{2}{3}",
        "**",
        "*{2}",
    ),
]
OPENINGS: Final = [
    *(
        "(",
        "(",
        "(",
        "(?:",
        "(?:",
        "(?P<n>",
        "(?P<m>",
        "(?P<1>",
        "(?P<é>",
        "(?P<a-b>",
        "(?P<>",
        "(?P<n",
        "(?P=n)",
        "(?P>",
    ),
    *("(?=", "(?!", "(?<=", "(?<!", "(?>", "(?#", "(?i)", "(?i:", "(?s-i:", "(?x)", "(?L)", "(?u:", "(?(1)", "(?(n)"),
    *("(?", "(?<n>", "(?'n'", "(*", "(?|", "(?&n)", "(?R)"),
]
CLASS_SIGNS: Final = [
    "-",
    "-",
    "^",
    "[",
    "[:alpha:]",
    "&&",
    "--",
    "||",
    "~~",
    "a-",
    "-a",
    "b-a",
    "a-c",
    "0-9",
    "]",
    "[]",
]
SIGNS: Final = [*"()[]{}|*+?.^$\\-,:=!<>#&~\n", "(?", "[^", "[]", "|", "||", "()", "$", "^", r"\A", r"\Z"]

LONGEST: Final = 7  # `re` may need time exponential in the string
_HUGE_COUNT: Final = re.compile(r"\{[0-9,]*[0-9]{4}")  # and takes each turn of a count by itself, also of nothing


def draw_pattern_text(rng: random.Random) -> str:
    """A text that is a pattern, or was one before some signs of it changed."""
    text = _alternatives(rng, rng.randint(0, 3))
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2, 4))):
        text = _spoilt(text, rng)
    return text


def _alternatives(rng: random.Random, depth: int) -> str:
    return "|".join(_sequence(rng, depth) for _ in range(rng.choice((1, 1, 1, 2, 3))))


def _sequence(rng: random.Random, depth: int) -> str:
    return "".join(
        _atom(rng, depth) + (rng.choice(COUNTS) if rng.random() < 0.3 else "")
        for _ in range(rng.choice((0, 1, 1, 2, 3)))
    )


def _atom(rng: random.Random, depth: int) -> str:
    chance = rng.random()
    if chance < 0.45:
        return rng.choice(LETTERS) if rng.random() < 0.3 else rng.choice("aabbc")
    if chance < 0.58:
        return rng.choice(ESCAPES)
    if chance < 0.72:
        return _class(rng)
    if chance < 0.75:
        return rng.choice(SIGNS)
    if depth == 0:
        return "."
    opening = rng.choice(OPENINGS) if rng.random() < 0.4 else rng.choice(("(", "(?:"))
    return opening + _alternatives(rng, depth - 1) + (")" if rng.random() < 0.97 else "")


def _class(rng: random.Random) -> str:
    kinds = (LETTERS, ESCAPES, CLASS_SIGNS, list("abc^.*$()|"))
    items = "".join(rng.choice(rng.choice(kinds)) for _ in range(rng.randint(0, 4)))
    return rng.choice(("[", "[", "[^")) + items + ("]" if rng.random() < 0.95 else "")


def _spoilt(text: str, rng: random.Random) -> str:
    start, end = sorted((rng.randint(0, len(text)), rng.randint(0, len(text))))
    piece: str = rng.choice(rng.choice((LETTERS, ESCAPES, COUNTS, OPENINGS, CLASS_SIGNS, SIGNS)))
    return rng.choice(
        (
            text[:start] + piece + text[start:],
            text[:start] + piece + text[start + 1 :],
            text[:start] + text[start + 1 :],
            text[:start] + text[end:],
            text[:end] + text[start:],
            text[start:end],
        )
    )


def draw_strings(text: str, rng: random.Random) -> list[str]:
    """Short strings that may be in the language of the pattern `text`, or just miss it."""
    letters = [*"ab01{}\\ \n", *text]
    found = {"", *("".join(rng.choices(letters, k=rng.randint(1, LONGEST))) for _ in range(6))}
    found |= {text[:LONGEST], rng.choice(letters), rng.choice(letters)}
    expression = _read(text)
    if expression is not None and not _HUGE_COUNT.search(text):
        inside = [generate(expression, rng) for _ in range(6)] if write(expression) != r"[^\s\S]" else []
        for string in (string for string in inside if len(string) <= LONGEST):
            place = rng.randint(0, len(string))
            edited = string[:place] + rng.choice(letters) + string[place + rng.randint(0, 1) :]
            found |= {string, edited, string[:place] + string[place + 1 :]}
    return sorted(found)


def difference(text: str, strings: list[str]) -> str | None:
    """What `parse` makes of `text` and `re` does not; None when both read the same, or the former refuses."""
    try:
        expression = parse(text)
    except PatternError as error:
        return None if 0 <= error.position <= len(text) else f"a caret at {error.position}"
    if parse(write(expression)) != expression:
        return "written, and read again, it is something else"
    compiled = _compiled(text)
    if compiled is None:
        return "read, but refused by re"
    written = _compiled(write(expression))
    if written is None:
        return "written as what re refuses"
    if _HUGE_COUNT.search(text):
        return None
    from dsl.automata.positions import PositionAutomaton

    automaton = PositionAutomaton(expression)
    for string in strings:
        accepted = automaton.accepts(string)
        for what, pattern in (("", compiled), (" written", written)):
            if bool(pattern.fullmatch(string)) != accepted:
                return f"{'takes' if accepted else 'refuses'} {string!r}, other than re{what}"
    return None


def _read(text: str) -> Expression | None:
    try:
        return parse(text)
    except PatternError:
        return None


def _compiled(text: str) -> re.Pattern[str] | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of nested sets, and flags that do not stand first
        try:
            return re.compile(text)
        except (re.error, OverflowError, ValueError):
            return None
