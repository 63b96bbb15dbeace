"""Required phrases by grid beam search and by dynamic beam allocation.

    python benchmarks/phrases.py [--models 50] [--runs 1000]

On random models over 4 tokens a wide beam is compared with the list of all texts; runs with a narrow beam, with up to
four phrases that overlap and under random languages too, are checked for their phrases; and four phrases are asked of
an n-gram model of bytes by both searches, with the same width, in one run.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np

from dsl.errors import ConstraintError, LimitError
from dsl.regex import Regex
from synth.decoding import TokenMask, Vocabulary
from synth.decoding.decoders.decoding import Decoding, Hypothesis
from synth.decoding.decoders.phrases import Phrases
from synth.decoding.decoders.required import dynamic_beam, grid_beam
from synth.decoding.model import LanguageModel, LogProbs, NextToken, Prefix, log_normalised
from synth.decoding.models.small_models import ngram

SEARCHES: dict[str, Callable[..., list[Hypothesis]]] = {"GBS": grid_beam, "DBA": dynamic_beam}
LANGUAGES = ["[ab]*", "(a|ba)*b*", "a*(b+c)?a*", "(ab|c)+", "[abc]{2,9}", "c*(ab*)*c"]


def random_model(size: int, seed: int, sharpness: float = 1.0) -> NextToken:
    """Next tokens drawn anew for each prefix; the last token is the end."""

    @cache
    def log_probs(prefix: Prefix) -> LogProbs:
        stream = np.random.default_rng([seed, *(token + 1 for token in prefix)])
        return log_normalised(sharpness * stream.normal(size=size))

    return NextToken(log_probs, size, size - 1)


def contains(text: Sequence[int], phrase: Sequence[int]) -> bool:
    """Whether a phrase is in a text."""
    return any(tuple(text[place : place + len(phrase)]) == tuple(phrase) for place in range(len(text)))


def random_phrases(stream: np.random.Generator, count: int, symbols: int, longest: int) -> list[tuple[int, ...]]:
    """Phrases that share pieces: each is cut from one random text, or that text's beginning again."""
    text = stream.integers(symbols, size=8).tolist()
    starts = stream.integers(6, size=count)
    return [tuple(text[start : start + stream.integers(1, longest + 1)]) for start in starts]


def exhaustive(models: int) -> None:
    equal = dict.fromkeys(SEARCHES, 0)
    for seed in range(models):
        model = random_model(4, seed)
        wanted = random_phrases(np.random.default_rng(seed), 3, 3, 3)
        texts = (text for length in range(7) for text in itertools.product(range(3), repeat=length))
        inside = [text for text in texts if all(contains(text, phrase) for phrase in wanted)]
        best = max(inside, key=lambda t: sum(model.function(t[:n])[v] for n, v in enumerate((*t, 3))))
        for name, search in SEARCHES.items():
            equal[name] += search(Decoding(model, limit=6), Phrases(wanted, 4), 1000)[0].tokens == best
    print("equal to the list of all texts:", {name: f"{count} of {models}" for name, count in equal.items()})


def presence(runs: int) -> None:
    words = Vocabulary([b"a", b"b", b"c", b"ab", b"ca", b"bb", b""], [6])
    masks = [None, *(TokenMask(Regex.parse(pattern), words) for pattern in LANGUAGES)]
    present, feasible, seed = dict.fromkeys(SEARCHES, 0), 0, 0
    while feasible < runs:
        seed += 1
        stream = np.random.default_rng(seed)
        chosen = random_phrases(stream, int(stream.integers(1, 5)), 3, 4)
        texts = ["".join("abc"[symbol] for symbol in phrase) for phrase in chosen]
        phrases = Phrases.of_texts(texts, words)
        limit = phrases.distance_to_end(phrases.start()) + int(stream.integers(6))
        decoding = Decoding(random_model(7, seed, 3.0), masks[seed % len(masks)], limit=max(limit, 2))
        try:
            found = {name: search(decoding, phrases, 2)[0] for name, search in SEARCHES.items()}
        except (ConstraintError, LimitError):  # impossible: both say so before they search
            continue
        feasible += 1
        for name, text in found.items():
            written = words.decode(text.tokens).decode()
            present[name] += all(phrase in written for phrase in texts)
    print(f"all phrases present, of {runs} feasible runs ({seed - runs} were not):", present)


class Counted:
    """A model that counts the prefixes it is asked about."""

    def __init__(self, model: LanguageModel) -> None:
        self.model, self.rows = model, 0
        self.vocabulary_size, self.end = model.vocabulary_size, model.end

    def log_probs(self, prefixes: Sequence[Prefix]) -> LogProbs:
        self.rows += len(prefixes)
        return self.model.log_probs(prefixes)


def speed(width: int) -> None:
    phrases = Phrases.of_texts(["lamp", "the mill", "Rosa", "blue"], Vocabulary.of("bytes"))
    seconds = {}
    for name, search in SEARCHES.items():
        model = Counted(ngram())
        search(Decoding(model, limit=12), Phrases.of_texts(["a"], Vocabulary.of("bytes")), 2)
        model.rows, start = 0, time.process_time()
        best = search(Decoding(model, limit=70), phrases, width)[0]
        seconds[name] = time.process_time() - start
        text = bytes(best.tokens).decode()
        print(f"{name}, width {width}: {seconds[name]:.2f} s, {model.rows} prefixes, log p {best.score:.2f}: {text!r}")
    print(f"DBA is {seconds['GBS'] / seconds['DBA']:.1f} times faster at 4 phrases")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--models", type=int, default=50)
    parser.add_argument("--runs", type=int, default=1000)
    options = parser.parse_args()
    exhaustive(options.models)
    presence(options.runs)
    speed(16)


if __name__ == "__main__":
    main()
