"""The training of a language model with its record: what it was asked, how it went, and the weights.

config.toml              version and arguments, with a digest of the tokens
events.jsonl             a line for each look
checkpoint.safetensors   the model and its optimiser at the last look: `synth resume` goes on from it, bit for bit
lm.safetensors           the model at its best look
tokenizer.json           what the tokens mean, where they are no bytes
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

import torch

from differentiable.transformer.configuration import Configuration
from differentiable.transformer.model import TransformerLM
from dsl.errors import RunError
from searchers.policy.network.device import usable
from synth.runs.configuration import read_config
from synth.training.language.corpus import Corpus, read_corpus
from synth.training.language.training import PRECISIONS, LanguageTraining, Schedule, Share
from synth.training.record import EVENTS, TrainingRecord

WEIGHTS: Final = "lm.safetensors"
CHECKPOINT: Final = "checkpoint.safetensors"
TOKENIZER: Final = "tokenizer.json"
KIND: Final = "lm"


class Look(NamedTuple):
    """A look at a model in training."""

    step: int
    loss: float  # nats a token, the mean over the steps since the last look
    held_out: float
    tokens_per_second: float
    of_peak: float  # the share of what the machine's matrix products reach
    is_best: bool


class LanguageRun:
    """Trains a language model, looking at it every `look` steps; the directory can be gone on with at any moment.

    Raises ExampleError on files without text, ConfigurationError on what does not fit, RunError when the directory
    exists or cannot be written.
    """

    def __init__(
        self, path: str, corpus: Corpus, configuration: Configuration, schedule: Schedule, *, files: Sequence[str],
        tokenizer: str | None = None, look: int = 100, device: str = "cpu", record: TrainingRecord | None = None,
        share: Share | None = None,
    ) -> None:  # fmt: skip
        model = TransformerLM(configuration, seed=schedule.seed).to(usable(device))
        self.training = LanguageTraining(model, corpus, schedule, share)
        self._look = look
        if record is None:
            arguments = {
                "kind": KIND, "files": [str(Path(file).resolve()) for file in files], "tokens": _digest(corpus),
                "look": look, "device": device, "configuration": asdict(configuration), "schedule": asdict(schedule),
            }  # fmt: skip
            record = TrainingRecord(path, arguments, {})
            if tokenizer is not None:
                record.write(TOKENIZER, Path(tokenizer).read_text(encoding="utf-8"))
        self._record = record
        self._peak = _peak(self.training.device, PRECISIONS[schedule.precision]) * self.training.share.workers

    @classmethod
    def resume(cls, path: str, share: Share | None = None) -> Self:
        """Go on with a training from its last checkpoint, or its beginning; of several workers the first records it.

        Raises RunError when the directory holds none, or its files of text have changed.
        """
        arguments = language_arguments(Path(path))
        tokenizer = str(Path(path) / TOKENIZER) if (Path(path) / TOKENIZER).exists() else None
        corpus = read_corpus(arguments["files"], tokenizer)
        if _digest(corpus) != arguments["tokens"]:
            raise RunError("the files of text are not those that the run began with", hint="put them back")
        run = cls(
            path, corpus, Configuration(**arguments["configuration"]), Schedule(**arguments["schedule"]),
            files=arguments["files"], look=arguments["look"], device=arguments["device"],
            record=TrainingRecord.reopened(path), share=share,
        )  # fmt: skip
        checkpoint = Path(path) / CHECKPOINT
        if checkpoint.exists():
            run.training.load(checkpoint)
        return run

    def looks(self) -> Iterator[Look]:
        """Train, and record each look before it is yielded. Raises ConfigurationError when the loss is not finite."""
        training = self.training
        schedule = training.schedule
        while training.step < schedule.steps:
            begun, first, total = time.perf_counter(), training.step, 0.0
            while training.step < min(schedule.steps, (first // self._look + 1) * self._look):
                total += training.advance()
            seconds = time.perf_counter() - begun
            done = training.step - first
            if training.share.rank == 0:
                yield self._looked(total / done, done, seconds)

    def _looked(self, loss: float, steps: int, seconds: float) -> Look:
        training, path = self.training, self._record.path
        schedule = training.schedule
        held_out = training.held_out()
        is_best = held_out < training.best
        training.best = min(training.best, held_out)
        tokens = steps * schedule.batch * schedule.length
        work = 3 * steps * training.model.flops(schedule.batch, schedule.length)
        look = Look(training.step, loss, held_out, tokens / seconds, work / seconds / self._peak, is_best)
        if is_best:
            training.model.save(path / WEIGHTS)
        training.save(path / CHECKPOINT)
        self._record.tell(look._asdict())
        return look


def recorded_looks(path: Path) -> Iterator[Look]:
    """The looks that a directory has."""
    for line in (path / EVENTS).read_text(encoding="utf-8").splitlines():
        yield Look(**json.loads(line))


def language_arguments(path: Path) -> dict[str, Any]:
    """What a language model's training was asked. Raises RunError when the directory is of something else."""
    arguments = dict(read_config(path).get("arguments", {}))
    if arguments.get("kind") != KIND:
        raise RunError(f"{path} is no training of a language model", hint="name the directory that train lm made")
    return arguments


def _digest(corpus: Corpus) -> str:
    return sha256(b"".join(part.numpy().tobytes() for part in corpus[:2])).hexdigest()


def _peak(device: torch.device, kind: torch.dtype) -> float:
    """Floating-point operations a second of one large matrix product, in the numbers that training multiplies."""
    size = 512 if device.type == "cpu" else 8192
    matrix = torch.randn(size, size, device=device, dtype=kind)
    best = 0.0
    for _ in range(3):
        begun = time.perf_counter()
        float((matrix @ matrix)[0, 0])  # waits for the device
        best = max(best, 2 * size**3 / (time.perf_counter() - begun))
    return best
