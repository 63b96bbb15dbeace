"""Samples of p(y | y in L): exactly, by weighted particles, and by masking alone, against the list of all texts.

    python benchmarks/samplers.py [--samples 100000]

Total variation is half the sum of all differences of probabilities. A perfect sampler has some as well, from chance; it
is shown beside. Masking and particles take fewer samples, as they are slower.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from dsl.regex import Regex
from synth.decoding import TokenMask
from synth.decoding.decoders.decoding import Decoding
from synth.decoding.decoders.sampling import sample
from synth.decoding.model import Prefix
from synth.decoding.models.small_models import ngram
from synth.decoding.samplers.exact import ExactSampler
from synth.decoding.samplers.particles import particles

LANGUAGES = {
    "things": r"(a |the )?(red |black )?(lamp|rope|mill|school)( is (open|broken))?",
    "times": r"(0[6-9]|1[0-9]|2[01]):(00|15|30|45|00 (sold|lost))",
}


def listed(pattern: str) -> list[Prefix]:
    """All texts of a finite language, as bytes."""
    mask = TokenMask(Regex.parse(pattern), "bytes")
    found, pending = [], [((), mask.start())]
    while pending:
        text, state = pending.pop()
        if mask.accepts(state):
            found.append(text)
        tokens, states = mask.successors(state)
        pending += [((*text, token), after) for token, after in zip(tokens.tolist(), states, strict=True)]
    return found


def variation(expected: Mapping[Prefix, float], drawn: Mapping[Prefix, float]) -> float:
    """The total variation distance of two distributions."""
    total = sum(drawn.values())
    return sum(abs(expected.get(t, 0.0) - drawn.get(t, 0.0) / total) for t in expected.keys() | drawn.keys()) / 2


def by_chance(expected: Mapping[Prefix, float], count: int) -> float:
    """The total variation of so many samples of the very distribution."""
    shares = np.array(list(expected.values()))
    drawn = np.random.default_rng(1).multinomial(count, shares / shares.sum()) / count
    return float(np.abs(drawn - shares).sum() / 2)


def weighted(results: Sequence[tuple[Prefix, float]]) -> Counter[Prefix]:
    """The weight of each text."""
    weights: Counter[Prefix] = Counter()
    for text, weight in results:
        weights[text] += weight  # type: ignore[assignment]
    return weights


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--samples", type=int, default=100_000)
    options = parser.parse_args()
    model = ngram()
    for name, pattern in LANGUAGES.items():
        mask = TokenMask(Regex.parse(pattern), "bytes")
        texts = listed(pattern)
        ends = [(*text, model.end) for text in texts]
        logs = np.array([sum(model.log_probs([e[:n]])[0][v] for n, v in enumerate(e)) for e in ends])
        expected = dict(zip(texts, np.exp(logs - np.logaddexp.reduce(logs)).tolist(), strict=True))
        start = time.process_time()
        sampler = ExactSampler(model, mask)
        exact = Counter(sampler.sample(options.samples, 0))
        seconds = time.process_time() - start
        assert abs(sampler.log_mass - np.logaddexp.reduce(logs)) < 1e-9
        best, share = sampler.most_likely()
        assert abs(np.exp(share) - max(expected.values())) < 1e-9
        few = options.samples // 20
        decoding = Decoding(model, mask, limit=40)
        masked = Counter(text.tokens for text in sample(decoding, few, 0))
        result = particles(decoding, few, 0)
        carried = weighted([(text.tokens, float(w)) for text, w in zip(result.texts, result.weights, strict=True)])
        print(f"{name}: {len(texts)} texts, likeliest {bytes(best).decode()!r} with {np.exp(share):.3f}")
        chance, more = by_chance(expected, options.samples), by_chance(expected, few)
        near, off, rest = (variation(expected, found) for found in (exact, masked, carried))
        print(f"  exact, {options.samples:,} samples in {seconds:.1f} s: {near:.4f}, chance {chance:.4f}")
        print(f"  masking alone, {few:,} samples: {off:.4f}, chance {more:.4f}")
        size = result.effective_sample_size
        print(f"  particles, {few:,}, effective sample size {size:,.0f}: {rest:.4f}", flush=True)


if __name__ == "__main__":
    main()
