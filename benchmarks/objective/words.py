"""How likely letters follow each other in words that people write: the letter model of the prior, `words.npz`.

Counted in datasets/patterns (the words of words.txt, and the runs of letters that the training patterns spell out) and
in the sources of Python's standard library, whose words are those of programs, protocols, dates and messages. Contexts
of up to MOST letters, interpolated as by Witten and Bell 1991: python -m benchmarks.objective.words
"""

from __future__ import annotations

import re
import sysconfig
from collections import Counter, defaultdict
from pathlib import Path
from typing import Final

import numpy as np

from benchmarks.corpus.patterns import FILE, read_patterns
from dsl.expressions.expression import Chars, Concat, walk
from dsl.regex import Regex
from searchers.scoring.prior import LETTERS, NO_LETTER, letter_of
from searchers.scoring.words import FITTED, Words

WORDS: Final = FILE.with_name("words.txt")
LISTED: Final = 8.0  # times that a word of the list or of a pattern counts
LEAST_TIMES: Final = 3  # that a source has a word
MOST: Final = 6  # letters of a context
LEAST_CONTEXT: Final = 30.0  # times that a context is met
WORD: Final = re.compile(r"[A-Z]?[a-z]{2,}|[A-Z]{2,}(?![a-z])")  # isLowerCase, TimeoutError -> timeout, error


def words() -> dict[str, float]:
    """Words with how much they count; the root of how often for those of sources."""
    listed = {line.strip().lower() for line in WORDS.read_text(encoding="utf-8").splitlines() if line[:1] != "#"} - {""}
    listed |= {word for pattern in read_patterns() if pattern.split == "train" for word in _spelled(pattern.pattern)}
    times = Counter[str]()
    for source in sorted(Path(sysconfig.get_path("stdlib")).rglob("*.py")):
        if "site-packages" not in source.parts and "test" not in source.parts:
            times.update(word.lower() for word in WORD.findall(source.read_text(encoding="utf-8", errors="ignore")))
    found = {word: count**0.5 for word, count in times.items() if count >= LEAST_TIMES}
    return {word: found.get(word, 0.0) + LISTED * (word in listed) for word in sorted(found.keys() | listed)}


def _spelled(pattern: str) -> set[str]:
    """aGET|b[0-9]put -> get, put: letters beside each other in a sequence, two at least."""
    found = set()
    for node in walk(Regex(pattern).expression):
        if isinstance(node, Concat):
            letters = [letter_of(part.set) if isinstance(part, Chars) else NO_LETTER for part in node.parts]
            text = "".join(" " if letter == NO_LETTER else LETTERS[letter] for letter in letters)
            found |= {word for word in text.split() if len(word) > 1}
    return found


def letter_model(weights: dict[str, float]) -> Words:
    """The automaton of contexts: a state's letters with their bits, and the state of the longest context behind."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for word, weight in weights.items():
        for place, letter in enumerate(word):
            for length in range(min(place, MOST) + 1):
                counts[word[place - length : place]][letter] += weight
    contexts = [""] + sorted(context for context, after in counts.items() if context and after.total() >= LEAST_CONTEXT)
    contexts.sort(key=len)
    shares: dict[str, np.ndarray] = {}
    for context in contexts:
        after = np.array([counts[context][letter] for letter in LETTERS])  # (letters,)
        wider = shares[context[1:]] if context else np.full(len(LETTERS), 1 / len(LETTERS))
        kinds = float((after > 0).sum())
        shares[context] = (after + kinds * wider) / (after.sum() + kinds)
    number = {context: index for index, context in enumerate(contexts)}
    behind = np.zeros((len(contexts), NO_LETTER + 1), np.int64)  # (states, letters + 1)
    for context, state in number.items():
        for letter, sign in enumerate(LETTERS):
            longest = (context + sign)[-MOST:]
            while longest not in number:
                longest = longest[1:]
            behind[state, letter] = number[longest]
    return Words(-np.log2([shares[context] for context in contexts]), behind)


def main() -> None:
    model = letter_model(words())
    print(f"{len(model.bits)} contexts")
    model.save(FITTED)


if __name__ == "__main__":
    main()
