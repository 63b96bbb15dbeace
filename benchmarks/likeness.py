"""Fit the weights by which shapes are joined (`searchers/mixture/likeness.py`) on mixes that are made for it.

    python -m benchmarks.likeness [--mixes 200] [--seed 1] [--out searchers/mixture/likeness.json]

The pairs of shapes that the rules leave apart, of mixes of `benchmarks/mixes.py`, side "fitted": those of one format
against all others, those with junk among these. A logistic regression, each pair with a weight that grows with the
values of the rarer shape, and all pairs of a mix with about the same. Says how well it tells pairs of the other side.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss, roc_auc_score

from benchmarks.mixes import Mix, mixes
from searchers.mixture.columns import leaves_of
from searchers.mixture.likeness import compared
from searchers.mixture.merging import MOST_COMPARED, groups_of

OUT: Final = Path(__file__).parents[1] / "searchers" / "mixture" / "likeness.json"


def pairs(mix: Mix) -> Iterator[tuple[dict[str, float], bool, float]]:
    """The features of pairs of shapes, whether they are of one format, and their weights."""
    labels = dict(zip(mix.values, mix.labels, strict=True))
    leaves = sorted(leaves_of(Counter(filter(str.strip, mix.values))), key=lambda leaf: (-leaf.count, leaf.tokens))[
        :MOST_COMPARED
    ]
    known = [Counter(labels[value] for value in leaf.values).most_common(1)[0][0] for leaf in leaves]
    found = list(compared(leaves, groups_of(leaves), len(mix.values)))
    for one, other, features in found:
        few = min(leaves[one].count, leaves[other].count)
        same = known[one] is not None and known[one] == known[other]
        yield features, same, (few / len(mix.values) / len(found)) ** 0.5


def data(side: str, count: int, seed: int) -> tuple[list[str], np.ndarray, np.ndarray, np.ndarray]:
    rows = [row for mix in mixes(side, count, seed) for row in pairs(mix)]
    names = [*rows[0][0]]
    table = np.array([[features[name] for name in names] for features, _, _ in rows])
    weights = np.array([weight for _, _, weight in rows])
    return names, table, np.array([same for _, same, _ in rows]), weights / weights.mean()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mixes", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=OUT)
    args = parser.parse_args()
    names, table, same, weights = data("fitted", args.mixes, args.seed)
    scale = table.std(0) + (names.index("one") == np.arange(len(names)))
    scale[scale < 1e-3] = 1.0
    model = LogisticRegression(max_iter=1000, fit_intercept=False).fit(table / scale, same, weights)
    fitted = {name: round(float(weight), 3) for name, weight in zip(names, model.coef_[0] / scale, strict=True)}
    args.out.write_text(json.dumps(fitted, indent=2) + "\n")
    for side, count in (("fitted", 0), ("chosen", args.mixes // 3)):
        if count:
            _, table, same, weights = data(side, count, args.seed)
        odds = model.predict_proba(table / scale)[:, 1]
        loss, area = log_loss(same, odds, sample_weight=weights), roc_auc_score(same, odds, sample_weight=weights)
        print(f"{side}: {len(same):,} pairs, {same.mean():.3f} of one format, loss {loss:.3f}, area {area:.3f}")


if __name__ == "__main__":
    main()
