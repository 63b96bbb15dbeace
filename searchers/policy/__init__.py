"""A policy that writes expressions token by token, and is trained by what they score (REINFORCE; Williams 1992)."""

from dsl.errors import MissingExtraError

try:
    import torch as torch
except ModuleNotFoundError:
    raise MissingExtraError("the searcher 'reinforce'", "torch") from None
