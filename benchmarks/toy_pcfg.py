"""A PCFG learned from sentences alone, as `synth train pcfg` learns: `python -m benchmarks.toy_pcfg FOLDER`.

FOLDER holds train/positives.txt, test_positives.txt, test_trees.txt and test_derivation_logprob.txt, as toy_pcfg of the
benchmarks of grammars does. Each word is a symbol. Prints, on the test sentences, nats for each word, the end of a
sentence counting as one, and the F1 of the spans of Viterbi trees, before and after snapping back to a grammar.
`--seeds` random beginnings are shown one by one.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

import torch

from differentiable.grammars.snap_back import fit
from differentiable.pcfg import PCFG
from dsl.grammars.recognition import Tree
from synth.training.pcfg_run import WEIGHTS, PCFGRun

ABOVE, KEPT = 0.03, 0.95  # to reach: nats above the true derivations, share of the F1


def main() -> None:
    """Train, snap back, and print everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
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
    print(f"true derivations: {true:.3f} nats")
    for seed in range(options.seeds):
        learn(texts, held_out, trees, true, seed)


def learn(texts: list[str], held_out: list[str], trees: list[Tree], true: float, seed: int) -> None:
    """Train from one random beginning, and print each stage with the process time so far."""
    begun = time.process_time()

    def say(stage: str) -> None:
        print(f"seed {seed}, {time.process_time() - begun:4.0f} CPU-s: {stage}", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "run"
        run = PCFGRun(str(path), texts, seed=seed)
        for look in run.looks():
            say(f"step {look.step}, {look.held_out:.3f} nats for those held out of training")
        layer = PCFG.load(str(path / WEIGHTS))
        before = fit(layer, held_out, trees)
        say(f"learned: {-before.log_likelihood:.3f} nats, F1 {before.f1:.3f}, {before.accepted} of {len(held_out)}")
        found = run.finish()
    after = fit(found.layer, held_out, trees)
    rules = sum(int(part.sum()) for part in found.layer.possible())
    say(
        f"snapped back: {-after.log_likelihood:.3f} nats, F1 {after.f1:.3f}, {after.accepted} of {len(held_out)}, "
        f"{rules} rules, size {found.language.size}"
    )
    assert before.f1 is not None
    assert after.f1 is not None
    above = [-found.log_likelihood - true for found in (before, after)]
    print(f"nats above the truth: {above[0]:.3f} and {above[1]:.3f} (to reach: {ABOVE})")
    print(f"of the F1 kept: {after.f1 / before.f1:.3f} (to reach: {KEPT})", flush=True)


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
