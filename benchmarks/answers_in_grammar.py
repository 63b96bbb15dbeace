"""Tasks 14 and 18: one trained LSTM, decoded freely and inside a grammar of the training targets.

    python benchmarks/answers_in_grammar.py DATA [TASK EPOCHS EXAMPLES TESTS]

Without more, ATIS: 6 epochs over all training questions, all of the test.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace

from searchers.policy.network.device import one_thread
from synth.evaluation.building import build
from synth.evaluation.cell import Cell
from synth.evaluation.heads.head import Material
from synth.evaluation.measuring import prepared
from synth.evaluation.tasks.registry import make
from synth.evaluation.tasks.sequence.limited import IN_GRAMMAR
from synth.evaluation.training import predict, train
from synth.evaluation.vocabulary import WordEmbedding


def main(data: str, name: str = "atis", epochs: str = "6", examples: str = "100000", tests: str = "100000") -> None:
    """Print the scores of both on each test, with the processor seconds of training and answering."""
    task, splits = make(name), prepared(name, "cpu", data)
    splits = replace(splits, train=splits.train.limited(int(examples)))
    settings = replace(task.settings["cpu"], epochs=int(epochs))
    with one_thread():
        model = build(task, Cell(name, "lstm"), splits, settings)
        begun = time.process_time()
        train(model, splits.train.examples, settings, 0)
        print(f"trained in {time.process_time() - begun:.0f} s", flush=True)
        embedding = model.encoder.embedding
        assert isinstance(embedding, WordEmbedding)
        material = Material(splits.train.examples, model.vocabulary, embedding, 0)
        for encoder in ("lstm", IN_GRAMMAR):
            begun = time.process_time()
            task.prepare(encoder, model, material)
            for test, part in splits.tests.items():
                asked = part.limited(int(tests)).examples
                scores = task.score([example.target for example in asked], predict(model, asked, settings))
                shown = ", ".join(f"{kind} {value:.4f}" for kind, value in scores.items())
                print(f"{encoder}, {test}, {len(asked)}: {shown} ({time.process_time() - begun:.0f} s)", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
