"""Searchers by name, imported only when one is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from searchers.oracle import Oracle

GRAMMARS = ("searchers.spaces.grammars", "Grammars")
SEARCHERS: dict[str, dict[str, tuple[Any, ...]]] = {  # of a kind: module, class, and the space, if not the usual one
    "regex": {
        "auto": ("searchers.portfolio.auto", "Auto"),
        "beam": ("searchers.beam.search", "Beam"),
        "evolve": ("searchers.evolution.search", "Evolve"),
        "exact": ("searchers.exact.search", "Exact"),
        "reinforce": ("searchers.policy.search", "Reinforce"),
    },
    "cfg": {
        "auto": ("searchers.portfolio.auto", "Auto", GRAMMARS),
        "beam": ("searchers.beam.search", "Beam", GRAMMARS),
        "evolve": ("searchers.evolution.search", "Evolve", GRAMMARS),
        "reinforce": ("searchers.policy.search", "Reinforce", GRAMMARS),
    },
}

QUESTIONING = ("searchers.active.questioning", "Questioning")  # who looks for regexes with an oracle
WARM = {"regex": ("auto", "beam", "evolve", "reinforce"), "cfg": ("evolve", "reinforce")}  # who can do without


def make(kind: str, name: str, oracle: Oracle | None = None, **options: object) -> Any:  # noqa: ANN401 (either kind)
    """The searcher `name` for languages of `kind`; for regexes with an oracle, the one that asks it."""
    module, maker, *space = SEARCHERS[kind][name] if oracle is None or kind == "cfg" else QUESTIONING
    given = [getattr(import_module(place), space_name) for place, space_name in space]
    return getattr(import_module(module), maker)(*given, *([] if oracle is None else [oracle]), **options)
