"""Constituents by the rules of EVALB (Sekine and Collins 1997), and with nothing left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from synth.evaluation.readers.trees import Tree, base_label

COLLINS: Final = frozenset(("TOP", "ROOT", "S1", "-NONE-", ",", ":", "``", "''", "."))  # deleted by COLLINS.prm
ALIKE: Final = {"PRT": "ADVP"}  # labels that count as one there
Bracket = tuple[int, int, str]


def bracket_scores(gold: Sequence[Tree], predicted: Sequence[Tree | None]) -> dict[str, float]:
    """`f1`, `precision`, `recall` of labelled brackets, and `exact`, the share of trees all right.

    All brackets of at least one word count, punctuation and unary chains too; function tags do not. No tree has no
    brackets. `evalb_f1` and `evalb_exact` are the same by EVALB with COLLINS.prm: punctuation and the outermost bracket
    are left out, PRT is ADVP.
    """
    found = _scores(gold, predicted, frozenset(), {})
    official = _scores(gold, predicted, COLLINS, ALIKE)
    return {**found, "evalb_f1": official["f1"], "evalb_exact": official["exact"]}


def brackets(tree: Tree | None, deleted: frozenset[str], alike: dict[str, str]) -> tuple[Counter[Bracket], int]:
    """The brackets of a tree as EVALB counts them, and how many words are left.

    A deleted tag takes its word away, a deleted label its bracket alone; what has no words is no bracket.
    """
    found: Counter[Bracket] = Counter()

    def walk(node: Tree, start: int) -> int:
        if not node.children:
            return start + (node.label not in deleted)
        end = start
        for child in node.children:
            end = walk(child, end)
        label = base_label(node.label)
        if end > start and label not in deleted:
            found[start, end, alike.get(label, label)] += 1
        return end

    return found, 0 if tree is None else walk(tree, 0)


def _scores(
    gold: Sequence[Tree], predicted: Sequence[Tree | None], deleted: frozenset[str], alike: dict[str, str]
) -> dict[str, float]:
    right = wanted = given = exact = valid = 0
    for one, other in zip(gold, predicted, strict=True):
        own, words = brackets(one, deleted, alike)
        guessed, others = brackets(other, deleted, alike)
        if other is not None and words != others:
            continue  # an error of the input, which EVALB leaves out
        both = (own & guessed).total()
        right, wanted, given = right + both, wanted + own.total(), given + guessed.total()
        exact, valid = exact + (own == guessed), valid + 1
    recall, precision = right / max(wanted, 1), right / max(given, 1)
    f1 = 2 * precision * recall / (precision + recall) if right else 0.0
    return {"f1": f1, "precision": precision, "recall": recall, "exact": exact / max(valid, 1)}
