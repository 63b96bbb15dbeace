"""Classes, runs of a class, and counts, narrowed to what was seen where chance would have shown more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import comb, inf, log2
from typing import Final

from dsl.charset import KINDS, CharSet
from dsl.expressions.expression import Expression, chars, concat, literal, repeat, union

LEAST_BITS: Final = 8.0  # against chance, of which each of some twenty parts of a grammar has one
LEAST_CLASS_BITS: Final = 12.0  # the same for characters of a kind and for words, of which people write few sets
LEAST_TIMES: Final = 2  # what was seen once lets expect some that was not seen (Good 1953)
MAX_WORDS: Final = 12
MAX_COLUMNS: Final = 8  # characters of a run that are looked at one by one
LETTER_BITS: Final = 4.7  # log2 26
FIRSTS: Final = (*KINDS, CharSet.of("_"), CharSet.of("-"))  # what may not come first


def narrowed_class(charset: CharSet, here: Mapping[str, int], everywhere: Mapping[str, int]) -> CharSet:
    """The class with those characters of a kind alone that were seen, if it is sure of them, by what was seen at this
    place, or at all where the class stands; and without what is common elsewhere and never comes at this place.

    Which k of the K there are takes log2 C(K, k) bits, and each of n that were seen saves log2(K / k). Each must have
    been seen twice, and k be at most half of K, or one range: letters of a language are never seen evenly.
    """
    for kind in KINDS:
        for seen in (here, everywhere):
            charset = _of_kind(charset, charset & kind, seen)
    return charset - _only_elsewhere(Counter(here), Counter(everywhere))


def _only_elsewhere(here: Counter[str], everywhere: Counter[str]) -> CharSet:
    """Characters that are too common elsewhere to be missing here by chance, as alternatives are left out."""
    elsewhere = everywhere - here
    shares = {character: times / (elsewhere.total() + 1) for character, times in elsewhere.items()}
    return CharSet.of(
        character
        for character, share in shares.items()
        if character not in here and bits_against(share, here.total()) >= LEAST_CLASS_BITS
    )


def _of_kind(charset: CharSet, inside: CharSet, seen: Mapping[str, int]) -> CharSet:
    times = [times for character, times in seen.items() if character in inside]
    if not times or min(times) < LEAST_TIMES:
        return charset
    found = CharSet.of(character for character in seen if character in inside)
    saved = sum(times) * log2(len(inside) / len(found)) - log2(comb(len(inside), len(found)))
    is_plain = len(found) <= len(inside) / 2 or len(found.ranges) == 1
    return charset - inside | found if is_plain and saved >= LEAST_CLASS_BITS else charset


def narrowed_run(
    charset: CharSet, low: int, high: int | None, here: Mapping[str, int], everywhere: Mapping[str, int]
) -> Expression:
    """A run of a class, narrowed, and without what never comes first; each character its own, or some words."""
    if is_closed(everywhere):
        return union(*map(literal, sorted(everywhere)))
    if low == high and 1 < low <= MAX_COLUMNS:
        columns = [narrowed_class(charset, Counter(column), {}) for column in zip(*here, strict=True)]
        if any(column != charset for column in columns):
            return concat(*map(chars, columns))
    firsts, others = _firsts_and_others(here)
    inside = narrowed_class(charset, firsts + others, sum(_firsts_and_others(everywhere), Counter[str]()))
    first = _first(inside, firsts, others) if low else inside
    if first == inside:
        return repeat(chars(inside), low, high)
    return concat(chars(first), repeat(chars(inside), low - 1, None if high is None else high - 1))


def _firsts_and_others(seen: Mapping[str, int]) -> tuple[Counter[str], Counter[str]]:
    firsts, others = Counter[str](), Counter[str]()
    for text, times in seen.items():
        for place, character in enumerate(text):  # the letters of a word that comes again are no new evidence
            (others if place else firsts)[character] += times if len(text) == 1 else 1
    return firsts, others


def is_closed(seen: Mapping[str, int]) -> bool:
    """Whether a few words of letters come again and again: what they save is more than what they take to write."""
    if len(seen) > MAX_WORDS or min(seen.values()) < LEAST_TIMES or not all(map(str.isalpha, seen)):
        return False
    written = sum(map(len, seen)) * LETTER_BITS
    saved = sum(times * (len(text) * LETTER_BITS - log2(len(seen))) for text, times in seen.items())
    return min(map(len, seen)) > 1 and saved - written >= 2 * LEAST_CLASS_BITS


def _first(charset: CharSet, firsts: Counter[str], others: Counter[str]) -> CharSet:
    """The class without what is common behind the first character, and never is the first."""
    for kind in FIRSTS:
        rest, times = charset - kind, sum(others[character] for character in others if character in kind)
        if rest and rest != charset and not any(character in kind for character in firsts):
            share = times / (others.total() + 1)
            charset = rest if bits_against(share, firsts.total()) >= LEAST_BITS else charset
    return charset


def most_turns(seen: Iterable[int], low: int, high: int | None) -> int | None:
    """The bound of a repeat: the most turns that were seen, if chance would have made more.

    Of an open repeat that goes on with probability q, n all end by m turns beyond the least with (1 - q^(m + 1))^n.
    """
    turns = [count - low for count in seen]
    going = (sum(turns) + 0.5) / (sum(turns) + len(turns) + 1)
    most = low + max(turns)
    is_sure = most > 0 and bits_against(going ** (most - low + 1), len(turns)) >= LEAST_BITS
    return most if high is None and is_sure else high


def bits_against(share: float, times: int) -> float:
    """The bits that it takes for something with a probability never to come in so many times."""
    return inf if share >= 1 else -times * log2(1 - share)
