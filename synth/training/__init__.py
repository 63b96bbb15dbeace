"""Trainings of layers with their records."""

from dsl.errors import MissingExtraError

try:
    import torch as torch
except ModuleNotFoundError:
    raise MissingExtraError("training", "torch") from None
