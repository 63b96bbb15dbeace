"""Linear languages in which the outside pairs up: palindromes, a^n b^n, a^n c b^n, w # w reversed.

Linear grammars of this form are even linear (Amar and Putzolu 1964): peeled from both ends at once, every text is a
sequence of pairs around a core.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf, log2
from typing import Final, NamedTuple

from dsl.charset import LETTERS_OR_DIGITS, CharSet
from dsl.expressions.expression import EMPTY, EPSILON, Expression, Ref, chars, concat, literal, optional, repeat, union
from dsl.grammar import Grammar
from dsl.language import START

LEAST_SHARE: Final = 0.5  # of the texts that more than this must have a pair
LEAST_DEEP_SHARE: Final = 0.2  # of the texts that must have two
LEAST_DEEP: Final = 3
MAX_LISTED: Final = 8  # cores that are written one by one


class _Peeled(NamedTuple):
    """A text as so many pairs around a core."""

    depth: int
    core: str


def even_linear_grammars(positives: Iterable[str]) -> Iterator[Grammar]:
    """The grammar of texts that are mostly pairs around a core: `start: "a" start "a" | "b" start "b" | "c"`"""
    texts = sorted(set(positives))
    if len(set().union(*texts)) < 2:  # a+ is regular
        return
    partners = _pairs(texts)
    peeled = [_peel(text, partners) for text in texts]
    deep = sum(depth >= 2 for depth, _ in peeled)
    if (
        _bits(texts, partners) < inf
        and sum(depth >= 1 for depth, _ in peeled) > LEAST_SHARE * len(texts)
        and deep >= max(LEAST_DEEP, LEAST_DEEP_SHARE * len(texts))
    ):
        yield _grammar(texts, partners)


def bits_saved(positives: Iterable[str]) -> float:
    """What it saves to describe the texts as pairs around a core, compared to strings of any characters."""
    texts = sorted(set(positives))
    return _bits(texts, {}) - _bits(texts, _pairs(texts))


def _pairs(texts: Sequence[str]) -> dict[str, str]:
    return _fewest(texts, _unbroken(texts, consistent_partners(texts)))


def consistent_partners(texts: Iterable[str]) -> dict[str, str]:
    """For each opening character the closing one that stands opposite, found from the outside in.

    A character that has two partners at one level has none; one that has a partner keeps it further inside.
    """
    partners: dict[str, str] = {}
    refused: set[tuple[bool, str]] = set()  # as an opening or a closing character
    rests = [text for text in texts if len(text) >= 2]
    while rests:
        facing: defaultdict[tuple[bool, str], set[str]] = defaultdict(set)
        for rest in rests:
            facing[True, rest[0]].add(rest[-1])
            facing[False, rest[-1]].add(rest[0])
        refused |= {side for side, others in facing.items() if len(others) > 1}
        taken = set(partners.values())
        for rest in rests:
            first, last = rest[0], rest[-1]
            if refused.isdisjoint({(True, first), (False, last)}) and first not in partners and last not in taken:
                partners[first] = last
                taken.add(last)
        rests = [rest[1:-1] for rest in rests if len(rest) >= 4 and partners.get(rest[0]) == rest[-1]]
    return partners


def _unbroken(texts: Sequence[str], partners: Mapping[str, str]) -> dict[str, str]:
    """The pairs without those of which a core has one half at its end, the worst of them first."""
    partners = dict(partners)
    while broken := Counter(first for text in texts for first in _halves(_peel(text, partners).core, partners)):
        del partners[max(sorted(broken), key=broken.__getitem__)]
    return partners


def _halves(core: str, partners: Mapping[str, str]) -> set[str]:
    """The opening characters of pairs of which a core has one half at its end; the middle of a palindrome has none."""
    if not core or (len(core) == 1 and partners.get(core) == core):
        return set()
    return {first for first, last in partners.items() if core[0] == first or core[-1] == last}


def _fewest(texts: Sequence[str], partners: dict[str, str]) -> dict[str, str]:
    """Leave out pairs, one by one, as long as the description gets shorter; the others stay unbroken."""
    least = _bits(texts, partners)
    while partners:
        others = [{first: partners[first] for first in partners if first != left_out} for left_out in partners]
        bits, index = min((_bits(texts, other), index) for index, other in enumerate(others))
        if bits >= least:
            break
        least, partners = bits, others[index]
    return partners


def _peel(text: str, partners: Mapping[str, str]) -> _Peeled:
    depth = 0
    while 2 * depth + 2 <= len(text) and partners.get(text[depth]) == text[-1 - depth]:
        depth += 1
    return _Peeled(depth, text[depth : len(text) - depth])


def _bits(texts: Sequence[str], partners: Mapping[str, str]) -> float:
    """The pairs, the cores, and each text given both; infinite when the cores are neither few nor of one class."""
    choice = log2(max(len(partners), 1))
    depths = [_peel(text, partners).depth for text in texts]
    of_depths = sum(_natural_bits(depth) + depth * choice for depth in depths)
    return 2 * _character_bits(texts) * len(partners) + of_depths + _core(texts, partners).bits


def _character_bits(texts: Sequence[str]) -> float:
    return log2(len(set().union(*texts)) + 1)


def _natural_bits(number: int) -> float:
    """A universal code for natural numbers (Elias 1975)."""
    return 1 + 2 * log2(number + 1)


class _Core(NamedTuple):
    """What is left of all texts without their pairs, the empty string aside; its bits in the rule and in the texts."""

    bits: float
    expression: Expression


def _core(texts: Sequence[str], partners: Mapping[str, str]) -> _Core:
    """The cores of the texts one by one or as a class, whichever is shorter."""
    cores = [_peel(text, partners).core for text in texts]
    character = _character_bits(texts)
    seen = CharSet.of(set().union(*cores))
    paired = CharSet.of([*partners, *partners.values()])
    alone = all(len(core) <= 1 for core in cores)  # the middles of palindromes
    options = [_listed(cores, character)]
    named = log2(len(LETTERS_OR_DIGITS))  # bits
    for kind, bits in [(seen, character * len(seen)), *((kind, named) for kind in LETTERS_OR_DIGITS)]:
        if seen <= kind and (alone or not kind & paired):
            options.append(_spelled(cores, kind, bits))
    return min(options, key=lambda option: option.bits)


def _listed(cores: Sequence[str], character: float) -> _Core:
    distinct = set(cores)
    bits = sum(len(core) + 1 for core in distinct) * character + len(cores) * log2(len(distinct))
    return _Core(bits if len(distinct) <= MAX_LISTED else inf, union(*(literal(core) for core in distinct if core)))


def _spelled(cores: Sequence[str], charset: CharSet, described: float) -> _Core:
    """Strings over a class, their lengths evenly spread; any length but 0 when they differ."""
    lengths = [len(core) for core in cores]
    lowest, highest = min(lengths), max(lengths)
    of_lengths = _natural_bits(lowest) + _natural_bits(highest) + len(cores) * log2(highest - lowest + 1)
    alike = min(filter(None, lengths), default=0) == highest
    expression = repeat(chars(charset), highest, highest) if alike else repeat(chars(charset), 1, None)
    return _Core(described + of_lengths + sum(lengths) * log2(max(len(charset), 1)), expression)


def _grammar(texts: Sequence[str], partners: Mapping[str, str]) -> Grammar:
    """An empty core is a text of its own, or else only inside others: `start: "a" start? "b"`"""
    empty = "" in texts
    bare = any(not _peel(text, partners).core for text in texts)
    inside = optional(Ref(START)) if bare and not empty else Ref(START)
    pairs = [concat(literal(first), inside, literal(last)) for first, last in partners.items()]
    return Grammar({START: union(*pairs, _core(texts, partners).expression, EPSILON if empty else EMPTY)})
