"""A language model in training: AdamW, warm-up and cosine, and a state that begins again bit for bit.

What a step sees depends on the seed and its number alone: its pieces of text and its dropout are drawn anew for each.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, NamedTuple

import torch
from torch import Tensor, nn

from differentiable import weights
from differentiable.transformer.model import TransformerLM
from dsl.errors import ConfigurationError
from synth.training.language.corpus import Corpus

KIND: Final = "LanguageTraining"
PRECISIONS: Final = {"float32": torch.float32, "bfloat16": torch.bfloat16}
HELD_OUT_PIECES: Final = 64
Mean = Callable[[Sequence[Tensor]], None]


@dataclass(frozen=True)
class Schedule:
    """How a model is trained: `batch` pieces of `length` tokens a step, in `accumulate` parts.

    The rate rises to `rate` over `warmup` steps and falls as a cosine to a tenth of it (Loshchilov and Hutter 2017);
    `decay` shrinks matrices, and gradients longer than `clip` are cut.
    """

    steps: int = 1000
    batch: int = 16
    length: int = 128
    accumulate: int = 1
    rate: float = 1e-3
    warmup: int = 100
    decay: float = 0.1
    clip: float = 1.0
    precision: str = "float32"
    seed: int = 0

    def __post_init__(self) -> None:
        if self.precision not in PRECISIONS:
            raise ConfigurationError(f"no precision {self.precision!r}", hint=f"there are {', '.join(PRECISIONS)}")
        if min(self.steps, self.batch, self.length, self.accumulate) < 1 or self.batch % self.accumulate:
            message = f"{self.steps} steps of {self.batch} pieces of {self.length} tokens in {self.accumulate} parts"
            raise ConfigurationError(message, hint="give at least 1 of each, and parts that divide the pieces")

    def check_workers(self, count: int) -> None:
        """Raises ConfigurationError when the pieces of a step cannot be shared by so many workers."""
        if self.batch % (count * self.accumulate):
            message = f"{self.batch} pieces do not divide by {count} workers and {self.accumulate} parts"
            raise ConfigurationError(message, hint="choose a batch that does")

    def rate_at(self, step: int) -> float:
        """The rate of step 1, 2, …"""
        if step <= self.warmup:
            return self.rate * step / self.warmup
        share = (step - self.warmup) / max(self.steps - self.warmup, 1)
        return self.rate * (0.1 + 0.45 * (1 + math.cos(math.pi * min(share, 1.0))))


class Share(NamedTuple):
    """Which of how many workers this is, and what makes tensors the mean of those that all of them have, in place."""

    rank: int = 0
    workers: int = 1
    mean: Mean | None = None


class LanguageTraining:
    """A model, its optimiser and the steps done; of several workers each takes its share of the pieces."""

    def __init__(self, model: TransformerLM, corpus: Corpus, schedule: Schedule, share: Share | None = None) -> None:
        self.share = share or Share()
        schedule.check_workers(self.share.workers)
        self.model, self.corpus, self.schedule = model, corpus, schedule
        self.step = 0
        self.best = math.inf
        matrices = [parameter for parameter in model.parameters() if parameter.dim() > 1]
        others = [parameter for parameter in model.parameters() if parameter.dim() <= 1]
        groups = [{"params": matrices, "weight_decay": schedule.decay}, {"params": others, "weight_decay": 0.0}]
        # In one kernel, for layer by layer it takes a thirtieth of a step of a small model.
        self.optimizer = torch.optim.AdamW(groups, schedule.rate, betas=(0.9, 0.95), fused=True)
        self._length = min(schedule.length, len(corpus.tokens) - 1)

    def advance(self) -> float:
        """One step; its loss in nats a token. Raises ConfigurationError when it is not finite, before any change."""
        schedule = self.schedule
        self.model.train()
        self.step += 1
        rank, workers, mean = self.share
        torch.manual_seed((schedule.seed * 1_000_003 + self.step) * workers + rank)
        parts = self._pieces()[rank::workers].chunk(schedule.accumulate)
        self.optimizer.zero_grad(set_to_none=True)
        total = torch.zeros((), device=self.device)
        for part in parts:
            with torch.autocast(self.device.type, PRECISIONS[schedule.precision], schedule.precision != "float32"):
                loss = self.model.loss(part) / len(parts)
            loss.backward()  # type: ignore[no-untyped-call]
            total += loss.detach()
        if mean is not None:
            mean([total, *(part.grad for part in self.model.parameters() if part.grad is not None)])
        size = nn.utils.clip_grad_norm_(self.model.parameters(), schedule.clip)
        if not bool(torch.isfinite(total) & torch.isfinite(size)):
            self.step -= 1
            message = f"the loss of step {self.step + 1} is not finite"
            raise ConfigurationError(message, hint="train with a smaller --rate; the weights before it are kept")
        for group in self.optimizer.param_groups:
            group["lr"] = schedule.rate_at(self.step)
        self.optimizer.step()
        return float(total)

    @torch.no_grad()
    def held_out(self) -> float:
        """The mean loss over pieces of the text held out, nats a token."""
        self.model.eval()
        tokens = self.corpus.held_out
        length = min(self._length, len(tokens) - 1)
        count = min(HELD_OUT_PIECES, (len(tokens) - 1) // length)
        starts = torch.linspace(0, len(tokens) - 1 - length, count).long()
        pieces = _cut(tokens, starts, length).to(self.device)
        losses = [float(self.model.loss(part)) * len(part) for part in torch.split(pieces, 16)]
        return sum(losses) / count

    @property
    def device(self) -> torch.device:
        """Where the model is."""
        return self.model.tokens.weight.device

    def _pieces(self) -> Tensor:
        """The pieces of text of this step, (batch, length + 1)."""
        stream = torch.Generator().manual_seed(self.schedule.seed * 1_000_003 + self.step)
        tokens = self.corpus.tokens
        starts = torch.randint(len(tokens) - self._length, (self.schedule.batch,), generator=stream)
        return _cut(tokens, starts, self._length).to(self.device)

    # ------------------------------------------------------------------------------------------------ checkpoints

    def save(self, path: Path) -> None:
        """Write all that going on needs. Raises ConfigurationError when that fails."""
        tensors = {f"model.{name}": tensor for name, tensor in self.model.state_dict().items()}
        names = self._names()
        for place, kept in self.optimizer.state_dict()["state"].items():
            for part in ("exp_avg", "exp_avg_sq"):
                tensors[f"{part}.{names[place]}"] = kept[part]
        settings = {"step": str(self.step), "best": repr(self.best), "schedule": json.dumps(asdict(self.schedule))}
        weights.save(path, KIND, tensors, settings)

    def load(self, path: Path) -> None:
        """Go on from a checkpoint of a training like this. Raises ConfigurationError on another."""
        with weights.loaded(path, KIND) as (tensors, settings):
            if json.loads(settings["schedule"]) != asdict(self.schedule):
                raise ConfigurationError(f"{path} is of another training", hint="resume with what it began with")
            own = {name.removeprefix("model."): part for name, part in tensors.items() if name.startswith("model.")}
            self.model.load_state_dict(own)
            self.step, self.best = int(settings["step"]), float(settings["best"])
            state = self.optimizer.state_dict()
            state["state"] = {
                place: {"step": torch.tensor(float(self.step)), **{part: tensors[f"{part}.{name}"]
                        for part in ("exp_avg", "exp_avg_sq")}}
                for place, name in enumerate(self._names())
                if self.step
            }  # fmt: skip
            self.optimizer.load_state_dict(state)

    def _names(self) -> list[str]:
        """The parameters in the order of the optimiser."""
        names = {id(parameter): name for name, parameter in self.model.named_parameters()}
        return [names[id(parameter)] for group in self.optimizer.param_groups for parameter in group["params"]]


def _cut(tokens: Tensor, starts: Tensor, length: int) -> Tensor:
    """Pieces of length + 1 tokens, (B, length + 1)."""
    return tokens[starts[:, None] + torch.arange(length + 1)].long()
