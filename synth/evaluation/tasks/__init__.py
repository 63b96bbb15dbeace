"""Tasks, a folder for each kind; `registry.py` finds them by number and name."""

from dsl.errors import MissingExtraError

try:
    import torch as torch
except ModuleNotFoundError:
    raise MissingExtraError("the evaluation suite", "evaluation") from None
