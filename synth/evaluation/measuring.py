"""Measuring one cell."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from dsl.errors import ConfigurationError, SynthError
from searchers.budget import Budget
from synth.evaluation.cell import Cell
from synth.evaluation.data import Data
from synth.evaluation.example import Example, Part, Splits
from synth.evaluation.meter import Meter
from synth.evaluation.task import PROFILES, Settings, Task
from synth.evaluation.tasks.registry import make

if TYPE_CHECKING:
    from synth.evaluation.model import Model

JUDGED: Final = 100  # validation examples that an epoch is judged by, where there are fewer to learn from


class Order(NamedTuple):
    """A cell, what it is told by, where its data is, and where it is measured: all that a worker needs."""

    cell: Cell
    digest: str
    data: str | None
    device: str = "cpu"


def measure(order: Order) -> dict[str, Any]:
    """The line of a cell. What goes wrong is the line of this cell alone; KeyboardInterrupt on Ctrl-C."""
    begun, processor, meter = time.perf_counter(), time.process_time(), Meter()
    line: dict[str, Any] = {"digest": order.digest, "cell": asdict(order.cell)}
    try:
        line |= {"status": "done", **_measured(order)}
    except SynthError as error:
        line |= {"status": "failed", "reason": error.message, "hint": error.hint}
    except MemoryError:
        line |= {"status": "failed", "reason": "out of memory", "hint": "give it a larger machine, or a smaller task"}
    except Exception as error:
        line |= {"status": "failed", **_reason(error)}
    line["seconds"] = round(time.process_time() - processor, 3)
    line["wall_seconds"] = round(time.perf_counter() - begun, 3)
    line["peak_megabytes"], line["joules"] = meter.megabytes(), meter.joules()
    return line


def _reason(error: Exception) -> dict[str, str]:
    text = str(error).partition("\n")[0]
    if "can't allocate memory" in text or "out of memory" in text.lower():  # of torch, a RuntimeError
        return {"reason": f"out of memory: {text}", "hint": "give it a larger machine, or a smaller task"}
    return {"reason": f"{type(error).__name__}: {text}", "hint": "report it, with the cell"}


def measure_all(_setting: None, orders: Sequence[Order], _budget: Budget) -> Iterator[dict[str, Any]]:
    """The same as work for the workers of a cluster."""
    return map(measure, orders)


def _measured(order: Order) -> dict[str, Any]:
    cell = order.cell
    task = make(cell.task)
    settings = settings_of(task, cell.profile).on_share(cell.share)
    splits = prepared(cell.task, cell.profile, order.data)
    splits = splits.share(cell.share, cell.seed)
    is_network = cell.encoder not in task.baselines
    splits = splits.held_out() if task.validated and is_network else splits
    sizes = {name: len(part.examples) for name, part in splits.parts().items()}
    marks = {name: part.mark for name, part in splits.parts().items()}
    found: dict[str, Any] = {"sizes": sizes, "marks": marks}
    if not is_network:
        answers = task.baselines[cell.encoder](splits, cell.seed)
    else:
        answers, more = _learned(task, order, splits, settings)
        found |= more
    return found | {"scores": scored(task, splits, answers), "points": points(task, splits, answers)}


def settings_of(task: Task, profile: str) -> Settings:
    """The settings of a task. Raises ConfigurationError where it has none of that profile."""
    if profile not in task.settings:
        hint = f"it has {', '.join(task.settings)}"
        raise ConfigurationError(f"the task {task.name} has no profile {profile!r}", hint=hint)
    return task.settings[profile]


@lru_cache(maxsize=1)  # cells of one task come one after the other
def prepared(name: str, profile: str, data: str | None) -> Splits:
    """The splits of a task, no larger than the profile wants them. Raises DataError."""
    task = make(name)
    settings = settings_of(task, profile)
    sets = Data(None if data is None else Path(data))
    splits = task.splits(sets, profile)
    if any(map(sets.is_shipped, task.data_sets)):
        splits = splits.as_slices()
    train = splits.train
    if settings.longest is not None:
        train = replace(train, examples=[one for one in train.examples if len(one.tokens) <= settings.longest])
    train = train.limited(settings.train)
    tests = {test: part.limited(settings.test) for test, part in splits.tests.items()}
    valid = splits.valid.limited(settings.test)
    return Splits(train, tests, valid, _words(task, train, settings) if task.asks_words else None)


def _words(task: Task, train: Part, settings: Settings) -> list[str]:
    from synth.evaluation.vocabulary import frequent

    return frequent(train.examples, most=settings.words, least=settings.least, lower=task.lower)


def scored(task: Task, splits: Splits, answers: Mapping[str, Sequence[Any]]) -> dict[str, dict[str, float]]:
    """The metric of each test, and of each group of its examples where there are several."""
    scores = {}
    for name, part in splits.tests.items():
        gold = [example.target for example in part.examples]
        scores[name] = task.score(gold, answers[name])
        groups = sorted({example.group for example in part.examples})
        for group in groups if len(groups) > 1 else ():
            places = [place for place, example in enumerate(part.examples) if example.group == group]
            own = [gold[place] for place in places], [answers[name][place] for place in places]
            scores[f"{name} {group}"] = task.score(*own)
    return scores


def points(task: Task, splits: Splits, answers: Mapping[str, Sequence[Any]]) -> dict[str, list[float]]:
    """What each example of the tests would score alone, for paired comparisons."""
    found = {}
    for name, part in splits.tests.items():
        pairs = zip(part.examples, answers[name], strict=True)
        found[name] = [round(task.point(one.target, answer), 4) for one, answer in pairs]
    return found


def _learned(
    task: Task, order: Order, splits: Splits, settings: Settings
) -> tuple[dict[str, list[Any]], dict[str, Any]]:
    from searchers.policy.network.device import one_thread, usable
    from synth.evaluation.building import build
    from synth.evaluation.training import Clock, predict, train

    clock = Clock(PROFILES[order.cell.profile])
    with one_thread():
        model = build(task, order.cell, splits, settings).to(usable(order.device))
        begun = time.process_time()
        judge = partial(_worth, task, splits, settings) if task.validated and splits.valid.examples else None
        loss = train(model, splits.train.examples, settings, order.cell.seed, clock, judge)
        trained = time.process_time()
        if order.cell.mode == "hard":
            model.encoder.mode = "hard"
        task.settle(model, splits.valid.examples, settings)
        answers = {name: predict(model, part.examples, settings, clock) for name, part in splits.tests.items()}
    return answers, {
        "loss": loss,
        "parameters": model.encoder.parameter_count(),
        "embedding_parameters": model.encoder.embedding.weight.numel(),
        "head_parameters": sum(parameter.numel() for parameter in model.head.parameters()),
        "train_seconds": round(trained - begun, 3),
        "predict_seconds": round(time.process_time() - trained, 3),
        "gigaflops": _gigaflops(model.encoder.flops, splits.train.examples),
    }


def _worth(task: Task, splits: Splits, settings: Settings, model: Model) -> float:
    """What a model scores on validation examples, no more of them than it learns from, a hundred at least."""
    from synth.evaluation.training import predict

    valid = splits.valid.examples[: max(len(splits.train.examples), JUDGED)]
    task.settle(model, valid, settings)
    score = task.score([example.target for example in valid], predict(model, valid, settings))[task.main]
    return -score if task.lower_is_better else score


def _gigaflops(flops: Any, examples: Sequence[Example]) -> float:  # noqa: ANN401 (a method)
    """Of one forward pass of the encoder over the training examples, each text alone, both of a pair."""
    texts = (text for example in examples for text in (example.tokens, example.second) if text)
    counts = Counter(map(len, texts))
    return float(sum(flops([length]) * count for length, count in counts.items())) / 1e9
