"""Strings that tell two languages apart where they differ: some of the language, and others that just miss it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import reduce
from itertools import cycle, islice

from dsl.automata.sampling import SURROGATES, generate, presentable
from dsl.charset import CharSet
from dsl.errors import LimitError
from dsl.expressions.expression import Chars, walk
from dsl.language import Language
from dsl.regex import Regex

SAMPLES = 30
UNKNOWN = CharSet.of("a0 \n~é\U0001f600")  # also tried where the language knows nothing of them


def trials(language: Language, longest: int, samples: int = SAMPLES) -> list[tuple[str, bool]]:
    """Up to `longest` characters, each string once, with whether it belongs to the language; shortest first.

    About `samples` of the language, twice as many near misses. Raises LimitError on languages that are too large.
    """
    stream = random.Random(0)
    language.accepts_all([""])  # a grammar that is too large says so before long strings of it are drawn
    drawn = _drawn(language, 2 * samples, longest, stream)
    inside = list(dict.fromkeys(text for text in drawn if len(text) <= longest))[:samples]
    letters = list(_letters(language, stream))
    near = [_edited(text, letters, stream) for text in islice(cycle(inside or [""]), 2 * samples)]
    lines = [text + "\n" for text in inside[:3]]  # what $ lets pass in many tools
    texts = sorted(dict.fromkeys(["", *letters, *inside, *near, *lines]), key=lambda text: (len(text), text))
    texts = [text for text in texts if not any("\ud800" <= letter <= "\udfff" for letter in text)]
    return list(zip(texts, language.accepts_all(texts), strict=True))


def _drawn(language: Language, count: int, longest: int, stream: random.Random) -> list[str]:
    try:
        if isinstance(language, Regex):
            return [generate(language.expression, stream, longest) for _ in range(count)]
        return language.sample(count, stream)
    except LimitError:  # the empty language, or longer strings alone
        return []


def _letters(language: Language, stream: random.Random) -> Iterator[str]:
    """Characters of each class of the language, its first, its last and others, and some that it may not know."""
    yield from UNKNOWN
    found = {node.set for expression in language.rules.values() for node in walk(expression) if isinstance(node, Chars)}
    for charset in sorted(found, key=repr):
        shown = presentable(charset)
        yield from {shown.first(), chr(shown.ranges[-1][1]), shown.draw(stream)}
        outside = presentable(~charset - SURROGATES)
        if outside:
            yield from {outside.draw(stream)}
    everything = reduce(CharSet.__or__, found, CharSet())
    if outside := presentable(~everything - SURROGATES):
        yield outside.draw(stream)


def _edited(text: str, letters: list[str], stream: random.Random) -> str:
    """One or two edits away: a letter inserted, replaced or lost, a piece lost, doubled or moved, the end cut off."""
    for _ in range(1 + (stream.random() < 0.3)):
        start, end = sorted((stream.randint(0, len(text)), stream.randint(0, len(text))))
        letter = stream.choice(letters)
        text = stream.choice(
            [
                text[:start] + letter + text[start:],
                text[:start] + letter + text[start + 1 :],
                text[:start] + text[start + 1 :],
                text[:start] + text[end:],
                text[:end] + text[start:],
                text[start:end] + text[:start] + text[end:],
                text[:start],
                text[start:],
            ]
        )
    return text
