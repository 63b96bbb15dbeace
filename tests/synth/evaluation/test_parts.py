"""Data, planning, the loop, counts, generated languages: against brute force and by hand."""

import itertools
import math
import random
from dataclasses import replace

import pytest
import torch

from dsl.errors import LimitError
from synth.evaluation.baselines.kneser_ney import KneserNey
from synth.evaluation.building import build
from synth.evaluation.cell import Cell
from synth.evaluation.estimate import estimate
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.metrics.accuracy import balanced_accuracy
from synth.evaluation.metrics.matthews import matthews
from synth.evaluation.protocols import planned
from synth.evaluation.task import Settings
from synth.evaluation.tasks.formal import listops, mathexpr, tomita
from synth.evaluation.tasks.registry import chosen, make, names
from synth.evaluation.training import Clock, DivergedError, batches, pace, predict, train

ASKED = {"protocols": ["swap"], "encoders": ["lstm", "own"], "profile": "minutes", "seeds": 2}


def test_shares_are_nested_and_of_the_same_seed_the_same():
    part = Part([Example((str(number),), number) for number in range(200)])
    small, large = part.share(0.01, 3), part.share(0.1, 3)
    assert (len(small.examples), len(large.examples)) == (2, 20)
    assert set(small.examples) < set(large.examples)
    assert part.share(0.1, 3) == large
    assert part.share(0.1, 4) != large


@pytest.mark.parametrize("share", [0.01, 0.1, 1.0])
def test_a_share_of_the_examples_is_trained_as_many_steps(share):
    settings, examples = Settings(epochs=6, batch=10), 3_000
    assert settings.on_share(share).epochs * math.ceil(share * examples / settings.batch) == 6 * 300


def test_a_seed_of_everything_comes_before_the_next_and_baselines_come_once():
    cells = planned({**ASKED, "tasks": "sst2,tomita"})
    assert [cell.seed for cell in cells] == sorted(cell.seed for cell in cells)
    assert len(set(cells)) == len(cells)
    assert [cell.encoder for cell in cells if cell.task == "tomita"] == [
        "trivial", "lstm", "induced", "trained", "lstm", "induced", "trained"
    ]  # fmt: skip


def test_all_data_comes_before_shares_of_it_and_soft_modes_before_others():
    cells = planned({**ASKED, "protocols": ["curve", "ablate"], "tasks": "5,15,18", "seeds": 1})
    keys = [(cell.share < 1, cell.mode != "soft") for cell in cells]
    assert keys == sorted(keys)
    assert len(set(keys)) == 3
    assert {cell.mode for cell in cells if cell.encoder == "lstm-in-grammar"} == {"soft"}  # it works in one way alone


def test_protocols_vary_what_they_say():
    ablated = planned({**ASKED, "protocols": ["ablate"], "tasks": "tomita", "seeds": 1})
    assert {cell.mode for cell in ablated if cell.encoder == "induced"} == {"soft", "hard", "removed"}
    assert {cell.mode for cell in ablated if cell.encoder == "lstm"} == {"soft"}
    curve = planned({**ASKED, "protocols": ["curve"], "tasks": "sst2", "seeds": 1})
    assert {cell.share for cell in curve} == {0.01, 0.1, 1.0}
    both = planned({**ASKED, "protocols": ["swap", "budget"], "tasks": "listops", "seeds": 1})
    assert len(both) == len(set(both))


def test_tasks_are_chosen_by_number_name_and_range():
    assert [task.name for task in chosen("5")] == ["sst2", "imdb"]
    assert [task.name for task in chosen("tomita,4-5")] == ["tomita", "agreement", "sst2", "imdb"]
    assert len(chosen("all")) == len(names())
    with pytest.raises(Exception, match="no task 'sst'"):
        chosen("sst")


def test_the_estimate_scales_by_encoder():
    def line(task, encoder, seconds):
        return {"cell": {"task": task, "encoder": encoder}, "wall_seconds": seconds}

    lines = [line("a", "x", 1.0), line("a", "y", 3.0), line("b", "x", 10.0)]
    left = [Cell("b", "y"), Cell("c", "x")]
    found = estimate(lines, left)
    assert found.unseen == 1
    assert found.seconds == pytest.approx(10.0 * 1.5 + 15.0 * 0.75)
    assert estimate(lines, left, workers=2).seconds == pytest.approx(found.seconds / 2)


def test_batches_hold_every_example_once_and_are_of_similar_lengths():
    lengths = [random.Random(place).randrange(1, 60) for place in range(1000)]
    cut = list(batches(lengths, 16, "0 0"))
    assert sorted(itertools.chain(*cut)) == list(range(1000))
    assert max(max(lengths[p] for p in part) - min(lengths[p] for p in part) for part in cut) < 12
    assert cut == list(batches(lengths, 16, "0 0"))
    assert cut != list(batches(lengths, 16, "0 1"))


def test_the_rate_rises_and_falls_in_lines():
    rates = [pace(step, 100, 0.1) for step in range(1, 101)]
    assert max(rates) == rates[9] == 1
    assert rates[:10] == pytest.approx([0.1 * step for step in range(1, 11)])
    assert rates[-1] < 0.02


def toy(encoder, seed=0):
    examples = [
        Example(tuple(f"w{(place * 7 + step) % 11}" for step in range(4)), str(place % 2)) for place in range(64)
    ]
    settings = Settings(epochs=2, batch=8, dropout=0.0, least=1)
    splits = Splits(Part(examples), {"test": Part(examples)})
    return build(make("sst2"), Cell("sst2", encoder, seed=seed), splits, settings), examples, settings


def test_embedding_and_head_begin_alike_under_every_encoder():
    (first, _, _), (other, _, _) = toy("mean"), toy("attention")
    assert all(map(torch.equal, first.head.parameters(), other.head.parameters()))
    assert torch.equal(first.encoder.embedding.weight, other.encoder.embedding.weight)
    assert not torch.equal(toy("mean", 1)[0].encoder.embedding.weight, first.encoder.embedding.weight)


def test_the_same_seed_gives_the_same_numbers_and_a_loss_that_is_none_is_told():
    losses = [train(*toy("lstm"), 0) for _ in range(2)]
    assert losses[0] == losses[1]
    model, examples, settings = toy("lstm")
    with pytest.raises(DivergedError, match="diverged"):
        train(model, examples, replace(settings, rate=math.inf), 0)


def test_the_best_epoch_by_a_judge_is_kept_and_long_after_it_training_ends():
    model, examples, settings = toy("mean")
    values, states = [1.0, 3.0, math.nan, 2.0, 3.0, 9.0], []

    def judge(model):
        model.eval()  # as answering does
        states.append({name: tensor.clone() for name, tensor in model.state_dict().items()})
        return values[len(states) - 1]

    train(model, examples, replace(settings, epochs=6), 0, judge=judge)
    assert len(states) == 5  # three epochs after the second
    kept = model.state_dict()
    assert all(torch.equal(kept[name], tensor) for name, tensor in states[1].items())
    assert any(not torch.equal(kept[name], tensor) for name, tensor in states[4].items())


def test_a_judge_who_likes_the_last_epoch_best_changes_nothing():
    kept, epochs = [], itertools.count()

    def last(model):
        predict(model, examples, settings)
        return float(next(epochs))

    for judge in (None, last):
        model, examples, settings = toy("mean")
        model.dropout = 0.3
        train(model, examples, replace(settings, epochs=3), 0, judge=judge)
        kept.append(model.state_dict())
    assert all(torch.equal(kept[1][name], tensor) for name, tensor in kept[0].items())


def test_time_that_is_over_ends_training_and_answers():
    model, examples, settings = toy("mean")
    with pytest.raises(LimitError, match="more than 0 s: 1 of 16 steps were trained"):
        train(model, examples, settings, 0, Clock(0))
    with pytest.raises(LimitError, match="more than 0 s: 8 of 64 examples were answered"):
        predict(model, examples, settings, Clock(0))


def test_kneser_ney_sums_to_one():
    texts = [[0, 1, 2, 1, 2, 3], [0, 2, 1, 1, 3, 3], [0, 3]]
    for order in (1, 2, 3):
        model = KneserNey(texts, order, 5)
        for context in ((), (1,), (2, 1), (4,)):
            own = context[len(context) - min(order - 1, len(context)) :]
            assert sum(model.chance(own, word) for word in range(5)) == pytest.approx(1)
    once = KneserNey([[0, 1, 2], [0, 1, 3]], 2, 5)
    # 1 was followed by 2 and by 3: (1 - .75) / 2 + .75 * 2 / 2 * p(2), and p(2) is 1 of 3 kinds of pairs
    shorter = (1 - 0.75) / 3 + 0.75 * 3 / 3 / 5
    assert once.chance((1,), 2) == pytest.approx(0.25 / 2 + 0.75 * shorter)


def test_metrics_by_hand():
    assert balanced_accuracy(["a", "a", "a", "b"], ["a", "a", "b", "b"]) == pytest.approx(
        {"accuracy": 0.75, "balanced": (2 / 3 + 1) / 2}
    )
    from sklearn.metrics import matthews_corrcoef

    gold, found = list("0011010111"), list("0110011101")
    assert matthews(gold, found)["matthews"] == pytest.approx(matthews_corrcoef(gold, found))
    assert matthews(gold, ["1"] * 10)["matthews"] == 0


def test_lists_and_expressions_have_the_values_that_their_brackets_say():
    for example in listops.generated(200, 1, 60):
        text = " ".join(example.tokens)
        for operator, name in (("[MIN", "min"), ("[MAX", "max"), ("[MED", "median"), ("[SM", "modular")):
            text = text.replace(operator, f"{name}(")
        text = text.replace("( ", "(").replace(" ]", ")").replace(" ", ",")
        scope = {"median": lambda *v: int(sorted(v)[len(v) // 2] + sorted(v)[(len(v) - 1) // 2]) // 2,
                 "modular": lambda *v: sum(v) % 10, "min": min, "max": max}  # fmt: skip
        assert eval(text, scope) == int(example.target)
    for example in mathexpr.generated(200, 3, 4, frozenset(), 0):
        stack = []
        for token in example.tokens:
            if token == ")":
                right, left, sign = stack.pop(), stack.pop(), stack.pop()
                stack[-1] = left + right if sign == "+" else left - right
            else:
                stack.append(token if token in "(+-" else int(token))
        assert stack == [int(example.target)]


def test_strings_of_a_language_are_drawn_evenly_and_spoiled_ones_are_outside():
    import re

    for place, pattern in enumerate(tomita.LANGUAGES):
        strings = {"".join(text) for text in itertools.product("01", repeat=6)}
        inside = {text for text in strings if re.fullmatch(pattern, text)}
        assert tomita.ways(place)[6][0] == len(inside)
        rng = random.Random(0)
        if inside:
            assert {tomita.drawn(place, 6, rng) for _ in range(600)} == inside
    for example in tomita.tests("12-16"):
        place = next(place for place, label in enumerate(example.target) if label != "?")
        matched = re.fullmatch(tomita.LANGUAGES[place], "".join(example.tokens[:-1])) is not None
        assert example.target[place] == str(int(matched))
