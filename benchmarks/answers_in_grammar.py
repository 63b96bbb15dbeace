"""Tasks 14 and 18: one trained LSTM, decoded freely and inside a grammar of the training targets.

    python benchmarks/answers_in_grammar.py DATA [TASK]

Without more, ATIS, learned as in profile `cpu`.
"""

from __future__ import annotations

import sys
import time

from searchers.policy.network.device import one_thread
from synth.evaluation.building import build
from synth.evaluation.cell import Cell
from synth.evaluation.heads.head import Material
from synth.evaluation.measuring import prepared
from synth.evaluation.tasks.registry import make
from synth.evaluation.tasks.sequence.limited import IN_GRAMMAR
from synth.evaluation.training import predict, train
from synth.evaluation.vocabulary import WordEmbedding


def main(data: str, name: str = "atis") -> None:
    """Print the scores of both on the validation part and each test, with the processor seconds."""
    task, splits = make(name), prepared(name, "cpu", data)
    settings = task.settings["cpu"]
    parts = {"valid": splits.valid, **splits.tests} if splits.valid.examples else splits.tests
    with one_thread():
        model = build(task, Cell(name, "lstm"), splits, settings)
        begun = time.process_time()
        train(model, splits.train.examples, settings, 0)
        print(f"trained in {time.process_time() - begun:.0f} s", flush=True)
        embedding = model.encoder.embedding
        assert isinstance(embedding, WordEmbedding)
        material = Material(splits.train.examples, model.vocabulary, embedding, 0)
        for encoder in ("lstm", IN_GRAMMAR):
            task.prepare(encoder, model, material)
            for test, part in parts.items():
                begun = time.process_time()
                answers = predict(model, part.examples, settings)
                seconds = time.process_time() - begun
                scores = task.score([example.target for example in part.examples], answers)
                shown = ", ".join(f"{kind} {value:.4f}" for kind, value in scores.items())
                print(f"{encoder}, {test}, {len(answers)}: {shown} ({seconds:.0f} s)", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
