"""The best span against all spans."""

import torch

from synth.evaluation.heads.spans import best_span


def test_it_is_the_best_of_all():
    for seed in range(30):
        first, last = torch.randn(2, 8, generator=torch.Generator().manual_seed(seed))
        spans = {(a, b): float(first[a + 1] + last[b + 1]) for a in range(7) for b in range(a, min(a + 3, 7))}
        best = max(spans, key=spans.get)
        wanted = None if float(first[0] + last[0]) >= spans[best] else best
        assert best_span(first, last, longest=3) == wanted
