"""Patterns of how words are spelled: some that any user would write, and others induced from words of each tag."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import log
from random import Random
from typing import Final, NamedTuple

from synth.evaluation.example import Example

CASE: Final = ("[a-z]+", "[A-Z][a-z]+", "[A-Z]+", ".*[A-Z].*")
# case, numbers, signs, and endings of English words that grammars of English list
ORTHOGRAPHY: Final = (
    *CASE, "[A-Z]", "[A-Z][a-z]+[A-Z].*", "([A-Z][.])+", "[A-Z][a-z]+[.]",
    "[0-9]+", ".*[0-9].*", "[0-9]+([.,:/-][0-9]+)+", "[0-9]+(st|nd|rd|th|s)",
    "[^A-Za-z0-9]+", ".+-.+", ".*'.*", "[@#].+", "(https?:|www[.]).+", ".+[.](com|org|net|edu).*", ".*@.+[.].+",
    "[a-z]+ing", "[a-z]+ed", "[a-z]+ly", "[a-zA-Z]+s", "[a-z]+est", "[a-z]+(tion|ment|ness|ity)", "[a-z]+(er|or|ist)",
    "[a-z]+(al|ous|ive|ful|less|ic)", "[a-z]+(able|ible)", "(un|in|re|dis)[a-z]+", "[A-Z][a-z]+(s|land|ton|son)",
    "[a-z]{1,3}", "[a-zA-Z]{10,}",
)  # fmt: skip
INDUCED: Final = 32
LEAST: Final = 8  # words of a group
MOST: Final = 40  # words of a group that are looked at
RARE: Final = 3  # times: what is rare in the training data is like what is new


class Group(NamedTuple):
    """Words of one tag that are spelled alike, and others, of other tags, that are not."""

    words: tuple[str, ...]
    others: tuple[str, ...]


def induced_patterns(examples: Sequence[Example]) -> tuple[str, ...]:
    """At most 32 patterns, each induced by `synth.induce` from words of one tag that begin, end or look alike."""
    found = (_induced(group) for group in _groups(examples))
    return tuple(dict.fromkeys(pattern for pattern in found if pattern not in ORTHOGRAPHY))


@lru_cache(maxsize=1_000)
def _induced(group: Group) -> str:
    import synth

    result = synth.induce(group.words, reject=group.others, effort=1, steps=20)
    return str(result.best.pattern)


def _groups(examples: Sequence[Example]) -> Iterator[Group]:
    """The groups that say most of tags, best first: n · log(p(tag | spelling) / p(tag)) over their n rare words.

    A group of which another has half already is passed over.
    """
    tags = _tags_of_rare_words(examples)
    spelled: dict[str, list[str]] = defaultdict(list)
    for word in tags:
        for spelling in _spellings(word):
            spelled[spelling].append(word)
    counts = Counter(tags.values())
    scored = []
    for spelling, words in spelled.items():
        for tag, count in Counter(tags[word] for word in words).items():
            gain = count * log(count * len(tags) / (len(words) * counts[tag]))
            if count >= LEAST and gain > 0:
                scored.append((-gain, spelling, tag))
    covered: dict[str, set[str]] = defaultdict(set)
    taken = 0
    for _, spelling, tag in sorted(scored):
        words = [word for word in spelled[spelling] if tags[word] == tag]
        if taken < INDUCED and 2 * len(covered[tag].intersection(words)) < len(words):
            covered[tag].update(words)
            taken += 1
            alike = set(spelled[spelling])
            yield Group(_some(words), _some([word for word in tags if tags[word] != tag and word not in alike]))


def _tags_of_rare_words(examples: Sequence[Example]) -> dict[str, str]:
    """The most frequent tag of each rare word, types of chunks without their B- and I-."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for example in examples:
        for word, tag in zip(example.tokens, example.target, strict=True):
            counts[word][tag.removeprefix("B-").removeprefix("I-")] += 1
    return {word: found.most_common(1)[0][0] for word, found in sorted(counts.items()) if found.total() <= RARE}


def _spellings(word: str) -> Iterator[str]:
    """What a word begins and ends with, and its shape: kinds of characters, each once for as often as it comes."""
    # Smith-5 -> ^S, ^Sm, …, 5$, -5$, …, =Aa-0
    for size in range(1, min(4, len(word) - 1) + 1):
        yield f"{word[-size:]}$"
        if size < 4:
            yield f"^{word[:size]}"
    shape = "".join("A" if one.isupper() else "a" if one.islower() else "0" if one.isdigit() else one for one in word)
    yield "=" + "".join(one for place, one in enumerate(shape) if shape[place - 1 : place] != one)


def _some(words: list[str]) -> tuple[str, ...]:
    return tuple(sorted(Random(0).sample(words, MOST))) if len(words) > MOST else tuple(words)
