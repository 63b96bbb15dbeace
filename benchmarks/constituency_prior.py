"""Task 11 on shares of the trees, alone and with the grammar counted from them: benchmarks/constituency_prior.py DATA

As many steps at each share as batches of 4, 8 and 32 trees make in 60, 20 and 6 epochs; 60 test sentences, drawn once.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace

from synth.evaluation.building import build
from synth.evaluation.cell import Cell
from synth.evaluation.heads.treebank import TreebankGrammar
from synth.evaluation.measuring import prepared
from synth.evaluation.tasks.registry import make
from synth.evaluation.training import predict, train

SHARES = {0.01: (60, 4), 0.1: (20, 8), 1.0: (6, 32)}  # of the trees: epochs, trees a batch
TESTS = 60


def main(data: str) -> None:
    """Print F1 and exact match at each share."""
    task, splits = make("constituency"), prepared("constituency", "cpu", data)
    test = splits.tests["test"].limited(TESTS).examples
    for share, (epochs, batch) in SHARES.items():
        settings = replace(task.settings["cpu"], epochs=epochs, batch=batch)
        own = replace(splits, train=splits.train.share(share, 0))
        begun = time.process_time()
        model = build(task, Cell("constituency", "lstm", share=share), own, settings)
        train(model, own.train.examples, settings, 0)
        for name, grammar in (
            ("alone", None),
            ("with the grammar", TreebankGrammar(example.target for example in own.train.examples)),
        ):
            model.head.grammar = grammar
            scores = task.score([example.target for example in test], predict(model, test, settings))
            seconds = time.process_time() - begun
            print(
                f"{share:.0%} {name}: F1 {scores['f1']:.3f}, exact {scores['exact']:.3f} ({seconds:.0f} s)", flush=True
            )


if __name__ == "__main__":
    main(sys.argv[1])
