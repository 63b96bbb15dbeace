"""What an answer is judged by: the objectives, and the code that prices what they count."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from searchers.problem import Problem
    from searchers.scoring.objective import Objective


def make(name: str, problem: Problem, kind: str = "regex") -> Objective[Any]:
    """The objective "mdl" or "median" of a problem, for the languages of a kind. Raises KeyError on another name."""
    from searchers.scoring import grammars, regexes

    makers: Mapping[str, Callable[[str, Problem], Objective[Any]]] = {"regex": regexes.make, "cfg": grammars.make}
    return makers[kind](name, problem)
