"""A training of a language model by several workers: Ray Train starts them, each does its share of every step."""

from __future__ import annotations

from collections.abc import Sequence
from tempfile import TemporaryDirectory

import torch
from torch import Tensor, distributed

from dsl.errors import ConfigurationError, MissingExtraError
from synth.cluster.connection import connected
from synth.training.language.run import LanguageRun
from synth.training.language.training import Share


def train_on_ray(path: str, address: str, workers: int, *, has_devices: bool = False) -> None:
    """Train the run in a directory to its end, on a cluster whose nodes all see that directory and the files of text.

    The loss is that of one process on all the pieces, but for the order of sums. With `has_devices` each worker has a
    GPU. Raises ConfigurationError where there is no cluster or a worker fails, and MissingExtraError.
    """
    with connected(address, workers), TemporaryDirectory() as folder:
        try:
            from ray.train import RunConfig, ScalingConfig
            from ray.train.torch import TorchTrainer
        except ImportError:
            raise MissingExtraError("training on Ray", "train") from None
        trainer = TorchTrainer(
            work,
            train_loop_config={"path": path},
            scaling_config=ScalingConfig(num_workers=workers, use_gpu=has_devices),
            run_config=RunConfig(name="lm", storage_path=folder),
        )
        try:
            trainer.fit()
        except Exception as error:  # Ray Train has one for each way that workers can fail
            reason = str(error).strip().splitlines()[-1]
            hint = "synth resume goes on from the last checkpoint"
            raise ConfigurationError(f"a worker failed: {reason}", hint=hint) from error


def work(settings: dict[str, str]) -> None:
    """What each worker does."""
    from ray.train import get_context

    context = get_context()
    share = Share(context.get_world_rank(), context.get_world_size(), mean)
    for _ in LanguageRun.resume(settings["path"], share).looks():
        pass


def mean(tensors: Sequence[Tensor]) -> None:
    """Make tensors the mean of those of all workers, in one message."""
    together = torch.cat([tensor.reshape(-1) for tensor in tensors])  # (all,)
    distributed.all_reduce(together)
    parts = torch.split(together / distributed.get_world_size(), [tensor.numel() for tensor in tensors])
    for tensor, part in zip(tensors, parts, strict=True):
        tensor.copy_(part.view_as(tensor))
