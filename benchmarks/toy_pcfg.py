"""A PCFG learned from sentences alone: `python -m benchmarks.toy_pcfg FOLDER`.

FOLDER holds train/positives.txt, test_positives.txt, test_trees.txt and test_derivation_logprob.txt, as toy_pcfg of the
benchmarks of grammars does. Each word is a symbol. Training is Adam on the likelihood and then rounds of expectation
maximisation; of `--seeds` random beginnings the one with the best likelihood of the training sentences is taken.
Prints nats for each word, the end of a sentence counting as one, and the F1 of the spans of Viterbi trees, before and
after snapping back to a grammar.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import torch

from differentiable.alphabet import Alphabet
from differentiable.grammar_training import BATCH, GrammarTraining
from differentiable.pcfg import PCFG
from dsl.recognition import Tree

ROUNDS = 20
HELD_OUT = 200  # of the training sentences: these only say when nothing gets better


def main() -> None:
    """Train, snap back, and print everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--nonterminals", type=int, default=32)
    parser.add_argument("--epochs", type=int, default=15)
    parser.add_argument("--seeds", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    train, test = (
        [line.split() for line in (options.folder / name).read_text().splitlines()]
        for name in ("train/positives.txt", "test_positives.txt")
    )
    letters = {word: chr(ord("a") + place) for place, word in enumerate(sorted({word for s in train for word in s}))}
    texts, held_out = (["".join(letters[word] for word in sentence) for sentence in part] for part in (train, test))
    trees = [read_tree(line) for line in (options.folder / "test_trees.txt").read_text().splitlines()]
    derivations = (options.folder / "test_derivation_logprob.txt").read_text().split()
    true = -sum(map(float, derivations)) / (sum(map(len, held_out)) + len(held_out))
    begun = time.process_time()
    layers = [learned(texts, options.nonterminals, options.epochs, seed) for seed in range(options.seeds)]
    layer = min(layers, key=lambda layer: layer.reestimate(texts))
    found = layer.snap_back(texts, held_out=held_out, trees=trees)
    assert found.before is not None
    assert found.after is not None
    print(f"true derivations: {true:.3f} nats; {time.process_time() - begun:.0f} CPU-s")
    for name, fit in (("learned", found.before), ("snapped back", found.after)):
        print(f"{name}: {-fit.log_likelihood:.3f} nats, F1 {fit.f1:.3f}, accepted {fit.accepted} of {len(held_out)}")
    print(f"rules: {sum(int(part.sum()) for part in found.layer.possible())}, size {found.language.size}")


def learned(texts: list[str], nonterminals: int, epochs: int, seed: int) -> PCFG:
    """A layer after training from a random beginning."""
    layer = PCFG(Alphabet.of((), set("".join(texts)), closed=True), nonterminals, seed=seed)
    steps = epochs * -(-len(texts) // BATCH)
    for _ in GrammarTraining(layer, texts, texts[:HELD_OUT], seed=seed).lessons(steps):
        pass
    layer.reestimate(texts, rounds=ROUNDS)
    return layer


def read_tree(line: str) -> Tree:
    """A tree in brackets, (S (NP (PN Kim)) (VP (VI sleeps))); its words are its symbols."""
    open_nodes: list[tuple[str, int, list[Tree]]] = [("", 0, [])]
    place = 0
    tokens = iter(line.replace("(", " ( ").replace(")", " ) ").split())
    for token in tokens:
        if token == "(":
            open_nodes.append((next(tokens), place, []))
        elif token == ")":
            rule, start, children = open_nodes.pop()
            open_nodes[-1][2].append(Tree(rule, start, place, tuple(children)))
        else:
            place += 1
    return open_nodes[0][2][0]


if __name__ == "__main__":
    main()
