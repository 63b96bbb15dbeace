"""What one step can change in productions: a chunk becomes a rule, or one more production of one; two rules are one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from searchers.structure.chunking.productions import TOP, Productions

LONGEST: Final = 7  # symbols of a chunk

Move: TypeAlias = Callable[[], Productions]
Context: TypeAlias = tuple[str, str]


class Chunks(NamedTuple):
    """The chunks of productions: how often each is written, and what stands before and behind it."""

    times: Counter[str]
    contexts: defaultdict[str, set[Context]]
    places: dict[str, tuple[str, str]]  # a rule, and one of its productions

    @classmethod
    def of(cls, productions: Productions, is_whole: Callable[[str], bool]) -> Chunks:
        """Those that have all of what they begin."""
        found = cls(Counter(), defaultdict(set), {})
        for rule, texts in productions.rules.items():
            for text in texts:
                for start in range(len(text)):
                    before = text[start - 1] if start else f"^{rule}"
                    for end in range(start + 1, min(len(text), start + LONGEST) + 1):
                        chunk, behind = text[start:end], text[end] if end < len(text) else f"${rule}"
                        found.times[chunk] += 1
                        found.contexts[chunk].add((before, behind))
                        found.places[chunk] = rule, text
        for chunk in [chunk for chunk in found.times if not is_whole(chunk)]:
            del found.times[chunk], found.contexts[chunk]
        return found

    def are_worth(self, productions: Productions, chunk: str, name: str) -> bool:
        """Whether a symbol in place of a chunk may take fewer bits: it comes again, or makes two productions equal."""
        rule, text = self.places[chunk]
        return self.times[chunk] > 1 or text.replace(chunk, name) in productions.rules[rule]


def moves(productions: Productions, is_whole: Callable[[str], bool]) -> Iterator[Move]:
    """All changes of one step that may be worth it: those of chunks that come again, or stand where others do."""
    rules, new = productions.rules, productions.new
    chunks = Chunks.of(productions, is_whole)
    for name, other in combinations(sorted(rules, key=lambda rule: (rule != TOP, rule)), 2):
        yield partial(productions.merged, name, other)
    for name, found in rules.items():
        if name != TOP and len(found) == 1 and name not in next(iter(found)):
            yield partial(productions.inlined, name)
    for chunk, times in chunks.times.items():
        if chunk in rules:
            continue
        if len(chunk) > 1 and times > 1:
            yield partial(productions.chunked, [chunk], new)
        for name, found in rules.items():
            is_alike = not chunks.contexts[chunk].isdisjoint(chunks.contexts.get(name, ()))
            if chunk in found or (is_alike and chunks.are_worth(productions, chunk, name)):
                yield partial(productions.chunked, [chunk], name)
    for pair in _alike(productions, chunks):
        yield partial(productions.chunked, pair, new)


def _alike(productions: Productions, chunks: Chunks) -> Iterator[list[str]]:
    """Tokens and chunks that stand at the same place, the longer of both first."""
    beside: defaultdict[Context, list[str]] = defaultdict(list)
    for chunk, contexts in chunks.contexts.items():
        if chunk not in productions.rules:
            for context in contexts:
                beside[context].append(chunk)
    pairs = dict.fromkeys(
        (token, chunk)
        for found in beside.values()
        for token in found
        if len(token) == 1
        for chunk in found
        if token not in chunk and (len(chunk) > 1 or token < chunk)
    )
    for token, chunk in pairs:
        if chunks.are_worth(productions, chunk, token):
            yield [chunk, token]
