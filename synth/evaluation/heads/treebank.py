"""A probabilistic grammar counted from trees, as a prior on spans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

import torch
from torch import Tensor

from differentiable.grammars.inside import inside_log
from differentiable.grammars.semirings import NEVER
from synth.evaluation.readers.trees import Tree

MOST: Final = 30  # labels, and tags, that are nonterminals of their own
OTHER: Final = "other"
SMOOTHING: Final = 0.1  # times how often a rule would be seen if its parts did not depend on each other
LARGEST: Final = 6.0  # of the log-odds of a span
_KEPT: Final = 256  # texts that are remembered: the same ones are asked about while a weight is chosen


class TreebankGrammar:
    """Rules over tags, counted from trees made binary from the left: NP -> DT NP|, NP| -> JJ NP|, NP| -> NN NN.

    A label and its rest `NP|`, each tag, all as nonterminals; what is rare is one label, or tag, together. Nodes over
    the same words are one, by their highest label. Counts are smoothed by products of how often each parent and each
    part is seen.
    """

    def __init__(self, trees: Iterable[Tree]) -> None:
        trees = list(trees)
        labels = Counter(label for tree in trees for _, _, label in _highest(tree))
        tags = Counter(leaf.label for tree in trees for leaf in tree.leaves())
        self.labels = [*(label for label, _ in labels.most_common(MOST)), OTHER]
        self.tags = [*(tag for tag, _ in tags.most_common(MOST)), OTHER]
        names = [*self.labels, *(f"{label}|" for label in self.labels), *(f"={tag}" for tag in self.tags)]
        self.places = {name: place for place, name in enumerate(names)}
        binary: Counter[tuple[int, int, int]] = Counter()
        single: Counter[tuple[int, int]] = Counter()
        roots: Counter[int] = Counter()
        for tree in trees:
            roots[self._count(tree, binary, single)] += 1
        self._estimate(len(names), binary, single, roots)
        self._remembered = lru_cache(_KEPT)(self._of_labels)

    def log_odds(self, texts: Sequence[Sequence[str]], labels: Sequence[str]) -> list[Tensor]:
        """Of each span of each text, given its tags: that it is a constituent of each label against that it is none,
        (L, L, labels) by first and last word, at most 6 either way; 0 for the label "", which is none.

        A chain of labels, S+VP, has the odds of its highest.
        """
        own = torch.tensor([self._label(label.partition("+")[0]) for label in labels])
        found = []
        for tags in texts:
            spans = self._remembered(tuple(tags))  # (L, L, labels)
            rest = (1 - spans.sum(-1, keepdim=True)).clamp(1e-6, 1)
            odds = (spans.clamp(min=1e-6).log() - rest.log()).clamp(-LARGEST, LARGEST)[..., own]
            odds[..., [place for place, label in enumerate(labels) if not label]] = 0.0
            found.append(odds)
        return found

    def _of_labels(self, tags: tuple[str, ...]) -> Tensor:
        """How likely each label spans first to last word, (L, L, labels)."""
        return self._posteriors(tags)[..., : len(self.labels)].clone()

    def _posteriors(self, tags: Sequence[str]) -> Tensor:
        """How likely each nonterminal spans first to last word, (L, L, N); by the gradient of the inside recursion."""
        length, count = len(tags), len(self.places)
        numbers = [self.tags.index(tag) if tag in self.tags else len(self.tags) - 1 for tag in tags]
        emissions = self.single[:, numbers].T[:, None]  # (L, 1, N)
        with torch.enable_grad():
            spans = torch.zeros(length, 1, length, count, requires_grad=True)
            found = inside_log(emissions, self.binary, torch.tensor([length]), spans)  # (1, N)
            (gradient,) = torch.autograd.grad(torch.logsumexp(found + self.roots, 1).sum(), spans)
        by_width = gradient[:, 0]  # (L, L, N): first word, words - 1
        by_last = torch.zeros_like(by_width)
        for start in range(length):
            by_last[start, start:] = by_width[start, : length - start]
        return by_last

    def _label(self, label: str) -> int:
        return self.places.get(label, self.places[OTHER]) if label in self.labels else self.places[OTHER]

    def _tag(self, tag: str) -> int:
        return self.places[f"={tag if tag in self.tags else OTHER}"]

    def _count(self, tree: Tree, binary: Counter[tuple[int, int, int]], single: Counter[tuple[int, int]]) -> int:
        """Count the rules of a tree; its nonterminal."""
        if not tree.children:
            return self._tag(tree.label)
        label, node = tree.label, tree
        while len(node.children) == 1 and node.children[0].children:
            node = node.children[0]
        top = self._label(label)
        if len(node.children) == 1:
            single[top, self._tag(node.children[0].label) - self.places[f"={self.tags[0]}"]] += 1
            return top
        parts = [self._count(child, binary, single) for child in node.children]
        rest = top + len(self.labels)
        for place, part in enumerate(parts[:-2]):
            binary[top if place == 0 else rest, part, rest] += 1
        binary[top if len(parts) == 2 else rest, parts[-2], parts[-1]] += 1
        return top

    def _estimate(
        self, count: int, binary: Counter[tuple[int, int, int]], single: Counter[tuple[int, int]], roots: Counter[int]
    ) -> None:
        rules, words, top = torch.zeros(count, count, count), torch.zeros(count, len(self.tags)), torch.zeros(count)
        for triple, times in binary.items():
            rules[triple] = times
        for pair, times in single.items():
            words[pair] = times
        for place, times in roots.items():
            top[place] = times
        first, second, seen = rules.sum((0, 2)), rules.sum((0, 1)), rules.sum()
        parents = rules.sum((1, 2))
        even = (first[:, None] * second) / seen.clamp(min=1) ** 2  # (N, N)
        rules += SMOOTHING * parents.sqrt()[:, None, None] * even
        words += SMOOTHING * words.sum(1, keepdim=True).sqrt() * words.sum(0) / words.sum().clamp(min=1)
        total = (rules.sum((1, 2)) + words.sum(1)).clamp(min=1e-30)
        of_tags = self.places[f"={self.tags[0]}"]
        words[of_tags:] = torch.eye(len(self.tags))  # a tag is itself
        total[of_tags:] = 1
        self.binary = (rules / total[:, None, None]).log().clamp(min=NEVER)  # (N, N, N)
        self.single = (words / total[:, None]).log().clamp(min=NEVER)  # (N, tags)
        self.roots = ((top + SMOOTHING / len(self.labels)) / top.sum()).log()
        self.roots[len(self.labels) :] = NEVER


def _highest(tree: Tree) -> Iterable[tuple[int, int, str]]:
    """The constituents of a tree, of nodes over the same words the highest."""
    seen = set[tuple[int, int]]()
    for start, end, label in tree.spans():
        if (start, end) not in seen:
            seen.add((start, end))
            yield start, end, label
