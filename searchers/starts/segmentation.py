"""Loops of words: the examples are cut into words that come again and again, by minimum description length.

Words grow from symbols as in grammar-based compression (Re-Pair; Larsson and Moffat 1999): the pair of neighbours that
saves most is joined, as long as the words to be written cost less than what the examples save when each turn draws a
word from the lexicon.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from itertools import chain, pairwise, takewhile
from math import log2
from typing import Final

from dsl.expressions.expression import Expression, concat, literal, repeat, union
from searchers.scoring.coding import Coding
from searchers.starts.column import Texts, counts_for, runs
from searchers.starts.shapes import Kind, character_kind, letters_alike, tokens

MAX_CHARACTERS: Final = 800  # of all texts together that are looked at, so that a glance stays one
MAX_SYMBOLS: Final = 60  # different ones; where there are more no few words are meant
MAX_WORDS: Final = 12
LEAST_SHARE: Final = 2 / 3  # of the texts, which are made of words that others have too
MAX_JOINS: Final = 80  # until words are found, or given up
MOST_FREQUENT: Final = 12  # pairs of neighbours that are looked at first
WORD_BITS: Final = 8.0  # of a word in the lexicon, besides
LETTER_BITS: Final = 5.0  # for each of its symbols, which other words have too


@dataclass(frozen=True)
class Field:
    """What stands in a word for any run of a kind."""

    kind: str


Symbol = str | Field
Piece = tuple[Symbol, str]  # with what it stands for
Word = tuple[Symbol, ...]
Row = tuple[Word, ...]


def word_loops(texts: Texts, coding: Coding) -> list[Expression]:
    """(red|blue)+, ((GET|PUT) [0-9]+;)+, with a head or a tail where some words are only there."""
    few = list(_few(texts))
    ways = [
        _pieces(few, character_kind, {"0"}),  # red12 -> r e d 0
        _pieces(few, character_kind, {"0", "A", "a"}),  # getName2 -> a A a 0
        _with_recurring(_pieces(few, letters_alike, {"0", "a"})),  # GET /x;GET /y; -> GET ' ' / a ; GET ' ' / a ;
    ]
    found: dict[Expression, None] = {}
    for pieces in ways:
        found |= dict.fromkeys(_loops(pieces, coding))
    return [*found]


def _few(texts: Texts) -> Iterator[str]:
    left = MAX_CHARACTERS
    for text in texts:
        left -= len(text)
        if left < 0:
            return
        yield text


def _pieces(texts: Sequence[str], kind: Kind, fields: Set[str]) -> list[list[Piece]]:
    """Runs of the kinds in `fields` as one piece, all other characters on their own."""
    rows: list[list[Piece]] = []
    for text in texts:
        row: list[Piece] = []
        for name, run in tokens(text, kind):
            row += [(Field(name), run)] if name in fields else [(character, character) for character in run]
        rows.append(row)
    return rows


def _with_recurring(rows: list[list[Piece]]) -> list[list[Piece]]:
    """Words that several texts have stand for themselves."""
    holders = Counter(run for row in rows for run in {run for _, run in row})
    return [
        [(run if symbol == Field("a") and holders[run] > 1 else symbol, run) for symbol, run in row] for row in rows
    ]


# -------------------------------------------------------------------------------------------------- the lexicon


def _segmented(rows: list[list[Symbol]]) -> list[Row]:
    """The rows as words, as long as joining two neighbours everywhere saves bits; no rows where there is no end."""
    words: list[Word] = [(symbol,) for symbol in dict.fromkeys(chain.from_iterable(rows))]
    numbers = {word: number for number, word in enumerate(words)}
    lines = [[numbers[symbol,] for symbol in row] for row in rows]
    for _ in range(MAX_JOINS):
        pair = _best_pair(lines, words)
        if pair is None:
            return [tuple(words[number] for number in line) for line in lines]
        words.append(words[pair[0]] + words[pair[1]])
        lines = [_joined(line, pair, len(words) - 1) for line in lines]
    return []


def _best_pair(lines: list[list[int]], words: list[Word]) -> tuple[int, int] | None:
    """The neighbours that save most, if any do; mostly they are among the most frequent."""
    counts = Counter(chain.from_iterable(lines))
    total = counts.total()
    pairs = Counter(chain.from_iterable(map(pairwise, lines))).most_common()
    for few in (pairs[:MOST_FREQUENT], pairs[MOST_FREQUENT:]):
        saved = {pair: _saved(counts, total, words, *pair, times) for pair, times in few if times > 1}
        best = max(saved, key=lambda pair: (saved[pair], _is_opening(words[pair[0]][0])), default=None)
        if best is not None and saved[best] > 0:
            return best
    return None


def _is_opening(symbol: Symbol) -> bool:
    # of all that is as good getName -> get Name, 1,2,3 -> 1 ,2 ,3
    return isinstance(symbol, str) or symbol == Field("A")


def _saved(counts: Counter[int], total: int, words: list[Word], one: int, other: int, times: int) -> float:
    """Bits that the examples and the lexicon save when two words that follow each other `times` times become one."""
    times = times // 2 if one == other else times  # at most so often: aaa has two pairs
    left = {one: counts[one] - 2 * times} if one == other else {one: counts[one] - times, other: counts[other] - times}
    saved = _spread(total) - _spread(total - times) + _spread(times)
    for word, rest in left.items():
        saved += _spread(rest) - _spread(counts[word])
        saved += 0 if rest else WORD_BITS + LETTER_BITS * len(words[word])
    return saved - WORD_BITS - LETTER_BITS * (len(words[one]) + len(words[other]))


def _spread(count: int) -> float:
    return count * log2(count) if count else 0.0


def _joined(line: list[int], pair: tuple[int, int], word: int) -> list[int]:
    # a b c a b -> ab c ab
    joined: list[int] = []
    place = 0
    while place < len(line):
        if place + 1 < len(line) and line[place] == pair[0] and line[place + 1] == pair[1]:
            joined.append(word)
            place += 2
        else:
            joined.append(line[place])
            place += 1
    return joined


# -------------------------------------------------------------------------------------------------- loops


def _loops(pieces: list[list[Piece]], coding: Coding) -> Iterator[Expression]:
    if len({symbol for row in pieces for symbol, _ in row}) > MAX_SYMBOLS:
        return
    rows = _segmented([[symbol for symbol, _ in row] for row in pieces])
    holders = Counter(word for row in rows for word in set(row))
    shared = [row for row in rows if all(holders[word] > 1 for word in row)]
    writer = _Writer(pieces, coding)
    if len(shared) < len(rows) and len(shared) >= LEAST_SHARE * len(rows):  # the others may be mistakes
        yield from writer.loops(shared)
    yield from writer.loops(rows)


class _Writer:
    """Writes words as expressions."""

    def __init__(self, pieces: list[list[Piece]], coding: Coding) -> None:
        self._coding = coding
        self._runs: dict[Symbol, Counter[str]] = {}
        for symbol, run in chain.from_iterable(pieces):
            if isinstance(symbol, Field):
                self._runs.setdefault(symbol, Counter())[run] += 1

    def loops(self, rows: list[Row]) -> Iterator[Expression]:
        """The loop over all words, and the one with those on their own that only begin or only end a row."""
        yield from self._loop(rows, set(), set())
        rests = Counter(word for row in rows for word in row[1:])
        heads = {row[0] for row in rows if row} - rests.keys()
        fronts = Counter(word for row in rows for word in row[:-1])
        tails = {row[-1] for row in rows if row} - fronts.keys() - heads
        if heads or tails:
            yield from self._loop(rows, heads, tails)

    def _loop(self, rows: list[Row], heads: Set[Word], tails: Set[Word]) -> Iterator[Expression]:
        # x=1;1;2;e , x=3;e -> x=([0-9];)+e
        firsts, turns, lasts = list[Row](), list[Row](), list[Row]()
        for row in rows:
            start = int(bool(row) and row[0] in heads)
            end = len(row) - int(len(row) > start and row[-1] in tails)
            firsts.append(row[:start])
            turns.append(row[start:end])
            lasts.append(row[end:])
        words = set(chain.from_iterable(turns))
        is_loop = any(len(set(row)) < len(row) for row in turns)
        if is_loop and len(words) + len(heads) + len(tails) <= MAX_WORDS:
            yield concat(self._ends(firsts), self._turns(turns), self._ends(lasts))

    def _turns(self, rows: list[Row]) -> Expression:
        evens = {word for row in rows for word in row[::2]}
        odds = {word for row in rows for word in row[1::2]}
        rests = {len(row) % 2 for row in rows}
        if len(rests) == 1 and evens.isdisjoint(odds):
            pair = [self._united(_sorted(words)) for words in (evens, odds)]
            _, low, high = counts_for(Counter(len(row) // 2 for row in rows), 1)[0]
            if rests == {0}:  # 1d2h, 5h -> ([0-9](d|h))+
                return repeat(concat(*pair), low, high)
            # red-blue, red -> (red|blue)(-(red|blue))*
            return concat(pair[0], repeat(concat(pair[1], pair[0]), low, high))
        _, low, high = counts_for(Counter(map(len, rows)), 1)[0]
        return repeat(self._united(_sorted(evens | odds)), low, high)  # redblue, bluered -> (red|blue)+

    def _ends(self, rows: list[Row]) -> Expression:
        """What stands before or behind the loop, where some rows may have nothing."""
        return self._united(_sorted({tuple(chain.from_iterable(row)) for row in rows}))

    def _united(self, words: list[Word]) -> Expression:
        # GET 0; , PUT 0; -> (GET|PUT) 0;
        head = _whole_words(words, _shared(words))
        rests = [word[head:] for word in words]
        backwards = [word[::-1] for word in rests]
        tail = _whole_words(backwards, _shared(backwards))
        middles = [word[: len(word) - tail] for word in rests]
        ending = rests[0][len(rests[0]) - tail :]
        return concat(self._spelled(words[0][:head]), union(*map(self._spelled, middles)), self._spelled(ending))

    def _spelled(self, word: Word) -> Expression:
        return concat(*(self._field(part) if isinstance(part, Field) else literal(part) for part in word))

    def _field(self, symbol: Field) -> Expression:
        return min(runs(self._runs[symbol], self._coding), key=lambda fit: fit.bits).expression


def _sorted(words: Set[Word]) -> list[Word]:
    return sorted(words, key=repr)


def _shared(words: list[Word]) -> int:
    return sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, zip(*words, strict=False)))


def _whole_words(words: list[Word], length: int) -> int:
    """Less of what words share at the beginning, where a run of letters would be cut."""
    while length and any(_is_cut(word, length) for word in words):
        length -= 1
    return length


def _is_cut(word: Word, place: int) -> bool:
    before, behind = word[place - 1 : place], word[place : place + 1]
    sides = [side for side in (*before, *behind) if isinstance(side, str)]
    return len(sides) == 2 and sides[0][-1].isalpha() and sides[1][0].isalpha()
