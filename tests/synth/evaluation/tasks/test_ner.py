"""Tags of entities: how much less the tag of none counts."""

import pytest
import torch

from synth.evaluation.building import build
from synth.evaluation.cell import Cell
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.task import Settings
from synth.evaluation.tasks.tagging.ner import STEP, STEPS, WNUT17
from synth.evaluation.training import predict

SETTINGS = Settings(size=8, width=8, least=1)
EXAMPLES = [
    Example(("Ann", "in", "Rome"), ("B-person", "O", "B-place")),
    Example(("a", "Bob"), ("O", "B-person")),
    Example(("no", "one"), ("O", "O")),
]


@pytest.fixture
def model():
    task = WNUT17()
    splits = Splits(Part(EXAMPLES), {"test": Part(EXAMPLES)}, Part([*EXAMPLES, Example(("new",), ("B-place",))]))
    made = build(task, Cell("wnut17", "lstm"), splits, SETTINGS).eval()
    with torch.no_grad():
        made.head.layer.weight.mul_(8.0)
    made.head.favour("O", 3.0)  # as after training, when it is the likeliest of nearly all
    return made


def test_the_best_of_all_shifts_is_taken(model):
    task, valid = WNUT17(), [*EXAMPLES, Example(("new",), ("B-place",))]
    bias = model.head.layer.bias.detach().clone()
    outside = model.head.places["O"]
    scores = []
    for step in range(STEPS):
        with torch.no_grad():
            model.head.layer.bias[outside] = bias[outside] - STEP * step
        scores.append(task.score([one.target for one in valid], predict(model, valid, SETTINGS))["f1"])
    with torch.no_grad():
        model.head.layer.bias.copy_(bias)
    task.settle(model, valid, SETTINGS)
    moved = bias - model.head.layer.bias.detach()
    assert float(moved[outside]) == pytest.approx(STEP * scores.index(max(scores)))
    assert scores.index(max(scores)) > 0
    assert torch.equal(moved.nonzero()[:, 0], torch.tensor([outside]))


def test_without_validation_examples_nothing_is_moved(model):
    bias = model.head.layer.bias.detach().clone()
    WNUT17().settle(model, [], SETTINGS)
    assert torch.allclose(model.head.layer.bias, bias)
