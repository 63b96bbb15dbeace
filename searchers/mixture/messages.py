"""Messages told apart: lines of constant words and values, grouped by what is constant.

Values that anyone knows (`values`) are found first, so that the rest of a line is words. Lines that differ in digits
and in the text of values alone are one shape; shapes are looked at once, so that time and memory go with their number.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from string import ascii_letters
from typing import Final

from searchers.mixture.values import MARK_OF, MARKED, MARKS, PRIVATE, SCRIPTS, SIGNS, masked

WILD: Final = "\ue0ff"  # in the key of a group: a word that may vary
_DIGITS: Final = str.maketrans("123456789", "000000000")
_LETTERS: Final = str.maketrans(ascii_letters, "a" * 26 + "A" * 26)
_WITH_DIGITS: Final = re.compile(r"\w*\d\w*")
_HAS_DIGIT: Final = re.compile(r"\d")
_SPLIT: Final = re.compile(
    rf"([,;]?\s+|[,!;:=|\"'\[\](){{}}{SIGNS}]"
    rf"|(?<=[{SCRIPTS}])(?=[{MARKS}])|(?<=[{MARKS}])(?=[{SCRIPTS}]))"  # a value within a phrase
)
_IDENTIFIER: Final = re.compile(r"[\d/\\@]|\w\.\w|\w-\w|[a-z]_[a-z]")
_TELLING: Final = r"(?:msg|message|event|action|type)\b"  # names of what tells messages apart
_KEY: Final = rf"(?<!\w)(?!(?i:{_TELLING}))[\w.{WILD}-]+"
# what stands behind is a value: user X, key=X, key="X", "key": "X"
_NAMED: Final = re.compile(rf"(?:\b[uU]ser(?:name)?\s+|=|{_KEY}(?:=|[\"']\s*:\s*)[\"'])$")
UNITS: Final = frozenset([
    "B", "KB", "MB", "GB", "TB", "kB", "KiB", "MiB", "GiB", "ns", "us", "ms", "s", "sec", "secs", "seconds", "min", "h",
])  # fmt: skip
_UNSPACED: Final = re.compile(rf"[{SCRIPTS}]")
_BRACKETS: Final = {"(": ")", "[": "]", "{": "}", '"': '"', "'": "'"}
LEAST_NAMES: Final = 6  # different words at a place, most of them once, for them to be names of something
OFTEN_NAMES, OFTEN_CONSTANT = 5, 4  # different words, and words that are the same, for names that come again
CONSTANT: Final = 3  # words that are the same, for one of two others to be a value as the other is
OFTEN_WITH_VALUES: Final = 4  # different words, one of them a value, for the others to be values, too
MANY_NAMES: Final = 12  # different words that are names whatever else is constant
LEAST_LIST: Final = 3
MOST_PARTS: Final = 100_000  # of lines, whose names are known at once
LISTED: Final = ("", ",", ";", "|", ":")  # what stands between the words of a list

Key = tuple[str, ...]


@dataclass
class Shape:
    """Lines that differ in digits and in the text of values: the tokens of the first, words and delimiters in turn."""

    example: str
    words: Key  # values as the private characters of their kinds
    originals: Key
    spaces: tuple[str, str]  # at the ends
    digits: list[str]  # all words with digits, where some of them are not values, as in ssh2
    count: int = 1
    varied: set[int] = field(default_factory=set)  # tokens that are not the same in all lines
    loose: set[int] = field(default_factory=set)  # of `digits`, those that are not
    kept: frozenset[str] = frozenset()  # words that never vary

    @classmethod
    def of(cls, line: str, example: str, kept: frozenset[str] = frozenset()) -> Shape:
        """The shape of a message; the example may have a header, too."""
        words, originals = _tokens(line, kept)
        digits = _WITH_DIGITS.findall(line) if any(map(_HAS_DIGIT.search, words)) else []
        head = len(line) - len(line.lstrip())
        spaces = line[:head], line[len(line.rstrip()) :]
        return cls(example, tuple(words), tuple(originals), spaces, digits, kept=kept)

    def add(self, line: str) -> None:
        """One more line of the shape."""
        self.count += 1
        if self.digits:
            digits = _WITH_DIGITS.findall(line)
            if digits != self.digits:
                self._differ(line, digits)

    def _differ(self, line: str, digits: list[str]) -> None:
        if len(digits) == len(self.digits):  # else values have more or fewer
            new = {place for place, (one, other) in enumerate(zip(self.digits, digits, strict=True)) if one != other}
            if new <= self.loose:
                return
            self.loose |= new
        words = _tokens(line, self.kept)[0]
        self.varied |= {place for place, pair in enumerate(zip(self.words, words, strict=False)) if pair[0] != pair[1]}


class Names:
    """The names of lines' shapes: lines that differ in digits, and in the text of known values, are of one.

    took 12 ms for /srv/a.html, took 7 ms for /srv/b.html -> took 0 ms for (a path of "./a")
    """

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def of(self, line: str) -> str:
        """The name; all lines that have it are of the same kinds of characters, place by place."""
        known = self._known
        return " ".join([known.get(part) or self._learn(part) for part in line.translate(_DIGITS).split(" ")])

    def _learn(self, part: str) -> str:
        if len(self._known) > MOST_PARTS:
            self._known.clear()
        if PRIVATE.search(part):  # it has what stands for values
            self._known[part] = part
            return part
        marked, values = masked(part)
        left = iter(values)
        named = MARKED.sub(lambda mark: mark[0] + "".join(sorted({*next(left).translate(_LETTERS)})), marked)
        self._known[part] = named
        return named


def kept_in(line: str, kept: frozenset[str]) -> Key:
    """The words of a line that are kept, in their order."""
    return tuple(word for word in _SPLIT.split(line) if word in kept) if kept else ()


def _tokens(line: str, kept: frozenset[str]) -> tuple[list[str], list[str]]:
    """Words and delimiters in turn, with the kinds of values and as they are."""
    line = line.strip()
    if PRIVATE.search(line):  # it has what stands for values: all of it is one
        return [MARK_OF["text"]], [line]
    marked, values = masked(line, kept)
    words = _SPLIT.split(marked)
    left = iter(values)
    return words, [MARKED.sub(lambda _: next(left), word) for word in words]


# -------------------------------------------------------------------------------------------------- groups


def grouped(shapes: Iterable[Shape]) -> list[list[Shape]]:
    """The shapes of each group, in the order of their first ones."""
    groups: defaultdict[Key, list[Shape]] = defaultdict(list)
    for shape in shapes:
        groups[key_of(shape)].append(shape)
    merged = _with_lists(dict(groups))
    while True:
        joined = _with_pairs_of_names(_with_names(merged))
        if len(joined) == len(merged):
            break
        merged = joined
    return list(_absorbed(merged).values())


def key_of(shape: Shape) -> Key:
    """The tokens, with WILD for those that may vary: values, and names behind the first word."""
    key: list[str] = []
    first = True
    for place, word in enumerate(shape.words):
        if place % 2:
            key.append(f"{word.strip()} " if word[-1:].isspace() else word)
        elif not word:
            # name() and name(x)
            inside = 0 < place < len(shape.words) - 1
            empty = inside and _BRACKETS.get(shape.words[place - 1]) == shape.words[place + 1]
            key.append(WILD if empty else "")
        else:
            varies = place in shape.varied or _may_vary(word, first) or _is_unit(key, word)
            key.append(WILD if varies and word not in shape.kept else word)
            first = False
    return tuple(key)


def _may_vary(word: str, first: bool) -> bool:
    if MARKED.search(word):
        return True
    return any(map(str.isdigit, word)) if first else bool(_IDENTIFIER.search(word))


def _is_unit(key: list[str], word: str) -> bool:
    return word in UNITS and key[-2:] == [WILD, " "]


def _with_lists(groups: dict[Key, list[Shape]]) -> dict[Key, list[Shape]]:
    """Groups that differ in the lengths of lists become one. to a b; to a; to a b c -> to LIST"""
    alike: defaultdict[Key, list[Key]] = defaultdict(list)
    for key in groups:
        alike[_folded(key)].append(key)
    merged: dict[Key, list[Shape]] = {}
    for folded, keys in alike.items():
        if len(keys) > 1 and max(map(len, keys)) - len(folded) >= 2 * (LEAST_LIST - 1):
            merged[folded] = [shape for key in keys for shape in groups[key]]
        else:
            merged |= {key: groups[key] for key in keys}
    return merged


def _folded(key: Key) -> Key:
    return tuple(key[start] for start, _ in folded_spans(key))


def folded_spans(key: Key) -> list[tuple[int, int]]:
    """Where the tokens of a key start and stop, with lists of words that may vary as one token."""
    spans = [(0, 1)]
    for place in range(1, len(key), 2):
        if key[spans[-1][0]] == key[place + 1] == WILD and key[place].strip() in LISTED:
            spans[-1] = (spans[-1][0], place + 2)
        else:
            spans += [(place, place + 1), (place + 1, place + 2)]
    return spans


def _with_names(groups: dict[Key, list[Shape]]) -> dict[Key, list[Shape]]:
    """Groups that differ in one word, which is a name of something, become one."""
    gone: set[Key] = set()
    joined = dict(groups)
    for family, members in sorted(_families(groups), key=lambda item: (-len(item[1]), item[0])):
        left = [(key, place) for key, place in members if key not in gone]
        if len(left) > 1 and _are_names(family, left, groups):
            place = left[0][1]
            name = (*family[:place], WILD, *family[place + 1 :])
            shapes = [shape for key, _ in left for shape in joined.pop(key)]
            joined[name] = joined.get(name, []) + shapes
            gone |= {name, *(key for key, _ in left)}
    return joined


def _with_pairs_of_names(groups: dict[Key, list[Shape]]) -> dict[Key, list[Shape]]:
    """Groups that differ in several words, which are names, become one. by Ann Lee, by Joe Ray -> by NAME NAME"""
    alike: defaultdict[tuple[str, Key], list[Key]] = defaultdict(list)
    for key in groups:
        alike[next(filter(None, key[::2]), ""), key[1::2]].append(key)
    joined: dict[Key, list[Shape]] = {}
    for keys in alike.values():
        varied = _varied(keys)
        named: defaultdict[Key, list[Key]] = defaultdict(list)
        for key in keys:
            named[tuple(WILD if place in varied else token for place, token in enumerate(key))].append(key)
        for name, members in named.items():
            constant = _constant(name)
            are_many = len(members) >= MANY_NAMES and constant >= 2
            if are_many or (len(members) >= OFTEN_NAMES and constant >= OFTEN_CONSTANT):
                joined[name] = [shape for key in members for shape in groups[key]]
            else:
                joined |= {key: groups[key] for key in members}
    return joined


def _absorbed(groups: dict[Key, list[Shape]]) -> dict[Key, list[Shape]]:
    """Groups that another has with values in place of words become part of it: id=NAME at=NAME, id=a at=b."""
    alike: defaultdict[Key, list[Key]] = defaultdict(list)
    for key in groups:
        alike[key[1::2]].append(key)
    joined = dict(groups)
    for keys in alike.values():
        wild = {key: frozenset(place for place, token in enumerate(key) if token == WILD) for key in keys}
        wider = sorted({*wild.values()}, key=lambda places: (len(places), sorted(places)))
        for key in sorted(keys, key=lambda key: (len(wild[key]), key)):
            for places in wider:
                name = tuple(WILD if place in places else token for place, token in enumerate(key))
                if wild[key] < places and name in wild and _constant(name) >= CONSTANT:
                    joined[name] = joined[name] + joined.pop(key)
                    break
    return joined


def _constant(key: Key) -> int:
    """How many words of a key are constant."""
    return sum(_words_in(token) for token in key[::2] if token != WILD)


def _varied(keys: Sequence[Key]) -> set[int]:
    """The places of many words, and of two side by side that several keys have: those of first and last names."""
    counts = [0 if "" in column else len({*column}) for column in zip(*keys, strict=True)]
    many = {place for place, count in enumerate(counts) if count >= MANY_NAMES}
    pairs = [place for place in range(2, len(counts) - 2, 2) if min(counts[place], counts[place + 2]) >= OFTEN_NAMES]
    return many.union(*({place, place + 2} for place in pairs if keys[0][place + 1] == " "))


def _families(keys: Iterable[Key]) -> Iterator[tuple[Key, list[tuple[Key, int]]]]:
    """Keys that are alike but for one word, with its place; the family has "" there."""
    heads: dict[tuple[int, str], int] = {}  # the numbers of what keys begin with, by that of all but the last token
    tails: dict[tuple[int, str], int] = {}
    members: defaultdict[tuple[int, int], list[tuple[Key, int]]] = defaultdict(list)
    for key in keys:
        before, behind = _numbers(key, heads), _numbers(key[::-1], tails)[::-1]
        for place in range(0, len(key), 2):
            if key[place]:
                members[before[place], behind[place]].append((key, place))
    for some in members.values():
        if len(some) > 1:
            key, place = some[0]
            yield (*key[:place], "", *key[place + 1 :]), some


def _numbers(key: Key, known: dict[tuple[int, str], int]) -> list[int]:
    """A number for what comes before each token, the same in keys that begin alike; new ones become known."""
    numbers = [0]
    for token in key[:-1]:
        numbers.append(known.setdefault((numbers[-1], token), len(known) + 1))
    return numbers


def _words_in(token: str) -> int:
    """How many words a token has; in a script without blanks it is a phrase."""
    return max(1, len(_UNSPACED.findall(token)) // 2) if any(map(str.isalpha, token)) else 0


def _are_names(family: Key, members: list[tuple[Key, int]], groups: dict[Key, list[Shape]]) -> bool:
    place = members[0][1]
    before = "".join(family[:place])
    if _NAMED.search(before):
        return True
    is_first = not before.strip()  # what begins a message says more often what it is about
    constant = sum(map(_words_in, family[::2])) - is_first
    words = [key[place] for key, _ in members]
    if all(len(word) == 1 and word.isalpha() for word in words):
        return True
    if WILD in words:
        return constant >= CONSTANT or (constant >= 1 and len(words) >= OFTEN_WITH_VALUES)
    if len(words) >= OFTEN_NAMES and constant >= OFTEN_CONSTANT:
        return True
    if len(words) >= MANY_NAMES and constant >= 1:
        return True
    once = sum(sum(shape.count for shape in groups[key]) == 1 for key, _ in members)
    return len(words) >= LEAST_NAMES and 2 * once >= len(words) and constant >= 2
