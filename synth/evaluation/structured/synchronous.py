"""Grammars over two sides at once, induced from pairs of sequences (as NQG; Shaw et al. 2021).

A rule pairs a pattern of words with a pattern of what they mean, over the same parts:

    X1 twice -> X1 X1          X1 after X2 -> X2 X1          jump -> I_JUMP

First come words and tokens that are in the same pairs without exception. Then pairs are taken from the shortest on: one
that the rules derive adds to how often each rule is used below each other; of any other the parts that have a meaning
already, and it is in the meaning of the whole, become parts of a new rule, the one that leaves the fewest words. A rule
that is another one with something in the place of a part gives way to what stands there:

    X1 X2 thrice -> X2 X1 X2 X1 X2 X1   and   X1 thrice -> X1 X1 X1   give   X1 X2 -> X2 X1

Rules that stand in the same places are of one kind, as classes of words are (Brown et al. 1992): what was never seen
below a rule may have been seen below another of its kind.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import log, sqrt
from random import Random
from typing import Final, NamedTuple, cast

Words = tuple[str, ...]
Pattern = tuple[str | int, ...]  # words, and parts by number


PARTS: Final = 2  # of a rule, at most
KEPT: Final = 6  # meanings of a span
SMOOTHING: Final = 0.1
ALIKE: Final = 0.5  # the least cosine of how often two rules of a kind stand in each place
BACKED_OFF: Final = 1.0  # times that a rule counts in a place as it does anywhere
SHORT: Final = 4  # words: all pairs of so few are learned from
LEARNED: Final = 300  # of the longer ones
FRESH: Final = 25  # pairs: so often what was read is read again, by what was counted meanwhile
TOP: Final = (-1, 0)  # the place of a whole text


class Rule(NamedTuple):
    """A pattern of words, and what it means."""

    source: Pattern
    target: Pattern

    def __str__(self) -> str:
        sides = (" ".join(f"X{one}" if isinstance(one, int) else one for one in side) for side in self)
        return " -> ".join(sides)


class Reading(NamedTuple):
    """What a span may mean: its highest rule, the meanings of its parts, and the logarithm of how likely that is."""

    rule: int
    target: Words
    score: float
    parts: tuple[Reading, ...]


class SynchronousGrammar:
    """Rules, and how likely each is as a part of each other: p(rule | rule above, which of its parts)."""

    def __init__(self) -> None:
        self.rules: list[Rule] = []
        self.counts: Counter[tuple[tuple[int, int], int]] = Counter()
        self.totals: Counter[tuple[int, int]] = Counter()
        self.used: Counter[int] = Counter()
        self.uses: Counter[tuple[int, int, int]] = Counter()  # the rule above, which of its parts, the rule
        self.kinds: list[int] = []  # of rules: the number of the first of that kind
        self._read: dict[Words, list[Reading]] = {}

    @classmethod
    def induce(cls, pairs: Sequence[tuple[Words, Words]], seed: int = 0) -> SynchronousGrammar:
        """The grammar of pairs of words and meanings."""
        grammar = cls()
        grammar.rules = _lexicon(pairs)
        grammar.kinds = list(range(len(grammar.rules)))
        distinct = sorted(set(pairs))
        longer = [pair for pair in distinct if len(pair[0]) > SHORT]
        some = Random(seed).sample(longer, min(len(longer), LEARNED))
        learned = [pair for pair in distinct if len(pair[0]) <= SHORT] + some
        learned.sort(key=_difficulty)
        for source, target in learned:
            if not grammar._count(source, target):
                grammar._add(grammar._rule_for(source, target))
        grammar._recount(learned)
        grammar._find_kinds()
        grammar._recount(learned)
        return grammar

    def _recount(self, pairs: Sequence[tuple[Words, Words]]) -> None:
        self._forget()
        for place, (source, target) in enumerate(pairs):
            if place % FRESH == 0:
                self._read.clear()
            self._count(source, target)
        self._read.clear()

    def _find_kinds(self) -> None:
        """Rules of as many parts that stand in the same places are of one kind; their own parts are the same places."""
        while True:
            places: dict[int, Counter[tuple[int, int]]] = defaultdict(Counter)
            for (above, part, rule), count in self.uses.items():
                places[rule][self._place(above, part)] += count
            found = next(
                (
                    (self.kinds[one], self.kinds[other])
                    for one, other in combinations(sorted(places), 2)
                    if self.kinds[one] != self.kinds[other]
                    and _parts(self.rules[one]) == _parts(self.rules[other])
                    and _cosine(places[one], places[other]) >= ALIKE
                ),
                None,
            )
            if found is None:
                return
            self.kinds = [found[0] if kind == found[1] else kind for kind in self.kinds]

    def _add(self, rule: Rule) -> None:
        """Add a rule, and put what others are made of in their place."""
        rules = list(dict.fromkeys([*self.rules, rule]))
        while True:
            found = ((big, rest) for big in rules for small in rules if (rest := _without(big, small)) is not None)
            big, rest = next(found, (None, None))
            if big is None or rest is None:
                break
            rules = list(dict.fromkeys([*(one for one in rules if one != big), rest]))
        self.rules = rules
        self.kinds = list(range(len(rules)))
        self._forget()

    def _place(self, above: int, part: int) -> tuple[int, int]:
        return (self.kinds[above] if above >= 0 else above, part)

    def _forget(self) -> None:
        self.uses = Counter()
        self.counts, self.totals, self.used, self._read = Counter(), Counter(), Counter(), {}

    def answer(self, source: Words) -> Words | None:
        """The likeliest meaning; None for what has none."""
        found = [
            (reading.score + self._log_prob(TOP, reading.rule), reading.target) for reading in self.readings(source)
        ]
        return max(found)[1] if found else None

    def readings(self, source: Words) -> list[Reading]:
        """What a text may mean, by rule and meaning, the likeliest first."""
        if source not in self._read:
            best: dict[tuple[int, Words], Reading] = {}
            for number, rule in enumerate(self.rules):
                for spans in _matches(rule.source, source):
                    for reading in self._combined(number, [self.readings(cast("Words", span)) for span in spans]):
                        known = best.get((number, reading.target))
                        if known is None or reading.score > known.score:
                            best[number, reading.target] = reading
            self._read[source] = sorted(best.values(), key=lambda reading: -reading.score)[:KEPT]
        return self._read[source]

    def _combined(self, number: int, parts: Sequence[Sequence[Reading]]) -> Iterator[Reading]:
        chosen: list[tuple[float, tuple[Reading, ...]]] = [(0.0, ())]
        for place, readings in enumerate(parts):
            chosen = [
                (score + reading.score + self._log_prob((number, place), reading.rule), (*before, reading))
                for score, before in chosen
                for reading in readings
            ]
        for score, readings in chosen:
            target: list[str] = []
            for one in self.rules[number].target:
                target += [one] if isinstance(one, str) else readings[one - 1].target
            yield Reading(number, tuple(target), score, readings)

    def _log_prob(self, above: tuple[int, int], rule: int) -> float:
        """Of its kind there, backed off to anywhere (MacKay and Peto 1995), and of the rule in its kind."""
        place, kind = self._place(*above), self.kinds[rule]
        fellows = [other for other, own in enumerate(self.kinds) if own == kind]
        own, whole = self.used[rule] + SMOOTHING, sum(self.used[other] + SMOOTHING for other in fellows)
        anywhere = whole / (self.used.total() + SMOOTHING * len(self.rules))
        there = (self.counts[place, kind] + BACKED_OFF * anywhere) / (self.totals[place] + BACKED_OFF)
        return log(there * own / whole)

    def _count(self, source: Words, target: Words) -> bool:
        """Count the rules of the likeliest derivation of a pair; False where it has none."""
        found = [reading for reading in self.readings(source) if reading.target == target]
        if not found:
            return False
        pending = [(TOP, max(found, key=lambda reading: reading.score + self._log_prob(TOP, reading.rule)))]
        while pending:
            above, reading = pending.pop()
            place = self._place(*above)
            self.counts[place, self.kinds[reading.rule]] += 1
            self.totals[place] += 1
            self.used[reading.rule] += 1
            self.uses[(*above, reading.rule)] += 1
            pending += [((reading.rule, part), below) for part, below in enumerate(reading.parts)]
        return True

    def _rule_for(self, source: Words, target: Words) -> Rule:
        """The rule that makes a pair from parts with a meaning: with the fewest words left, then the fewest parts."""
        spans = [
            (start, end, reading.target)
            for start in range(len(source))
            for end in range(start + 1, len(source) + 1)
            if end - start < len(source)
            for reading in self.readings(source[start:end])
        ]
        best = Rule(source, target)
        fewest = (len(source) + len(target), 0)
        for count in range(1, PARTS + 1):
            for parts in combinations(spans, count):
                rule = _abstracted(source, target, parts)
                if rule is not None:
                    left = sum(isinstance(one, str) for side in rule for one in side)
                    if (left, count) < fewest:
                        best, fewest = rule, (left, count)
        return best


def _parts(rule: Rule) -> int:
    return sum(isinstance(one, int) for one in rule.source)


def _cosine(one: Counter[tuple[int, int]], other: Counter[tuple[int, int]]) -> float:
    lengths = [sqrt(sum(count * count for count in counts.values())) for counts in (one, other)]
    return sum(count * other[place] for place, count in one.items()) / (lengths[0] * lengths[1])


def _lexicon(pairs: Sequence[tuple[Words, Words]]) -> list[Rule]:
    """A rule for each word that is in the same pairs as a token, all of them and no others."""
    words: dict[str, set[int]] = defaultdict(set)
    tokens: dict[str, set[int]] = defaultdict(set)
    for place, (source, target) in enumerate(pairs):
        for word in source:
            words[word].add(place)
        for token in target:
            tokens[token].add(place)
    return [
        Rule((word,), (token,)) for word in sorted(words) for token in sorted(tokens) if words[word] == tokens[token]
    ]


def _difficulty(pair: tuple[Words, Words]) -> tuple[int, int, tuple[Words, Words]]:
    """Short pairs first, then those of different words: of two that are the same it does not show which is which."""
    return len(pair[0]), len(pair[0]) - len(set(pair[0])), pair


def _matches(pattern: Pattern, words: Pattern) -> Iterator[tuple[Pattern, ...]]:
    """The words of the parts, for each way to read words by a pattern."""
    if not pattern:
        if not words:
            yield ()
        return
    first, rest = pattern[0], pattern[1:]
    if isinstance(first, str):
        if words[:1] == (first,):
            yield from _matches(rest, words[1:])
        return
    for size in range(1, len(words) - len(rest) + 1):
        for others in _matches(rest, words[size:]):
            yield (words[:size], *others)


def _abstracted(source: Words, target: Words, parts: Sequence[tuple[int, int, Words]]) -> Rule | None:
    """A pair with spans of the source, and their meanings wherever they stand in the target, as parts.

    None where spans overlap, a span is the whole source, or a meaning does not occur.
    """
    # jump after walk, I_WALK I_JUMP, with jump and walk -> X1 after X2 -> X2 X1
    ordered = sorted(parts)
    if any(one[1] > other[0] for one, other in pairwise(ordered)):
        return None
    if len(ordered) == 1 and ordered[0][1] - ordered[0][0] == len(source):
        return None
    left: Pattern = source
    right: Pattern = target
    for number in range(len(ordered), 0, -1):
        start, end, _ = ordered[number - 1]
        left = (*left[:start], number, *left[end:])
    for number in sorted(range(1, len(ordered) + 1), key=lambda number: -len(ordered[number - 1][2])):
        right = _replaced(right, ordered[number - 1][2], number)
        if number not in right:
            return None
    return Rule(left, right)


def _without(big: Rule, small: Rule) -> Rule | None:
    """What stands in one part of a rule where another rule is the same with that part filled; None where it is not."""
    # X1 and X2 twice -> X1 X2 X2, X1 and X2 -> X1 X2: X1 twice -> X1 X1
    kinds = {type(one) for one in small.source}
    if big == small or len(kinds) < 2:  # a rule of parts alone is like anything
        return None
    for spans in _matches(small.source, big.source):
        longer = [number for number, span in enumerate(spans, 1) if len(span) > 1 or isinstance(span[0], str)]
        if len(longer) != 1:
            continue
        own = longer[0]
        others = sum(one != own for one in small.target)
        size, rest = divmod(len(big.target) - others, max(small.target.count(own), 1))
        if rest or size < 1 or own not in small.target:
            continue
        start = small.target.index(own)
        inner = big.target[start : start + size]
        filled: list[str | int] = []
        for one in small.target:
            filled += [one] if isinstance(one, str) else inner if one == own else spans[one - 1]
        parts = [one for one in spans[own - 1] if isinstance(one, int)]
        if tuple(filled) == big.target and {one for one in inner if isinstance(one, int)} == set(parts):
            numbers = {part: number for number, part in enumerate(parts, 1)}
            return Rule(_renumbered(spans[own - 1], numbers), _renumbered(inner, numbers))
    return None


def _renumbered(pattern: Pattern, numbers: dict[int, int]) -> Pattern:
    return tuple(numbers[one] if isinstance(one, int) else one for one in pattern)


def _replaced(pattern: Pattern, words: Words, number: int) -> Pattern:
    """A pattern with a part wherever these words stand, from the left."""
    found: list[str | int] = []
    place = 0
    while place < len(pattern):
        if words and pattern[place : place + len(words)] == words:
            found.append(number)
            place += len(words)
        else:
            found.append(pattern[place])
            place += 1
    return tuple(found)
