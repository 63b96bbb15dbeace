"""Trees without a network: right-branching ones, the best of a counted grammar, and heads next to their words."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import reduce

from synth.evaluation.example import Example, Splits
from synth.evaluation.heads.treebank import TreebankGrammar
from synth.evaluation.readers.trees import Tree

Arcs = list[tuple[int, str]]


def right_branching(splits: Splits, seed: int) -> dict[str, list[Tree]]:
    """(S a (S b (S c d))), with the most frequent label of the training data below its most frequent highest one."""
    tops = Counter(example.target.label for example in splits.train.examples)
    labels = Counter(label for example in splits.train.examples for _, _, label in example.target.spans())
    top, label = tops.most_common(1)[0][0], labels.most_common(1)[0][0]

    def tree(example: Example) -> Tree:
        leaves = [Tree(tag, (), word) for tag, word in zip(example.tags, example.tokens, strict=True)]
        inner = reduce(lambda right, left: Tree(label, (left, right)), reversed(leaves[:-1]), leaves[-1])
        return Tree(top, inner.children or (inner,))

    return {name: [tree(example) for example in part.examples] for name, part in splits.tests.items()}


def grammar_alone(splits: Splits, seed: int) -> dict[str, list[Tree]]:
    """The tree with the most spans expected to be right (Goodman 1996) by a grammar counted from the training trees."""
    from synth.evaluation.heads.chart import best_trees

    grammar = TreebankGrammar(example.target for example in splits.train.examples)
    labels = ["", *grammar.labels]
    found: dict[str, list[Tree]] = {}
    for name, part in splits.tests.items():
        found[name] = []
        for example in part.examples:
            (odds,) = grammar.log_odds([example.tags], labels)
            found[name] += best_trees([odds], labels, [example])
    return found


def next_word(splits: Splits, seed: int) -> dict[str, list[Arcs]]:
    """The next word as the head of each, the root for the last, with the most frequent relation."""
    ((relation, _),) = Counter(arc[1] for example in splits.train.examples for arc in example.target).most_common(1)

    def arcs(count: int) -> Arcs:
        return [(place + 1 if place < count else 0, relation) for place in range(1, count + 1)]

    return {name: [arcs(len(example.tokens)) for example in part.examples] for name, part in splits.tests.items()}


def frequent_offset(splits: Splits, seed: int) -> dict[str, list[Arcs]]:
    """The most frequent offset of the head, and relation, of each part of speech; where it leads outside, the root."""
    offsets: dict[str, Counter[tuple[int, str]]] = defaultdict(Counter)
    for example in splits.train.examples:
        for place, (tag, (head, relation)) in enumerate(zip(example.tags, example.target, strict=True), 1):
            offsets[tag][head - place if head else 0, relation] += 1
    best = {tag: counts.most_common(1)[0][0] for tag, counts in offsets.items()}

    def arcs(example: Example) -> Arcs:
        found = []
        for place, tag in enumerate(example.tags, 1):
            offset, relation = best.get(tag, (0, "root"))
            head = place + offset if offset else 0
            found.append((head if 0 < head <= len(example.tags) else 0, relation))
        return found

    return {name: [arcs(example) for example in part.examples] for name, part in splits.tests.items()}
