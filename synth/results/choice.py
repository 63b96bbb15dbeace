"""Regular expression or grammar: the one that describes the examples in fewer bits, with the reason in words."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

from dsl.errors import LimitError
from dsl.grammar import Grammar
from dsl.grammars.inlining import inlined
from dsl.regex import Regex
from searchers.archive import Archive
from searchers.candidate import Candidate
from searchers.problem import Problem
from searchers.scoring import make
from searchers.scoring.prices import MARGINS
from searchers.structure.elements import do_nest
from searchers.structure.embedding import is_self_embedding
from synth.results.result import Result


def choose(regex: Result, grammar: Result, problem: Problem, objective: str) -> Result:
    """One of the two results, with its `reason`; `objective` scores a grammar that turns out to be a regex."""
    found, measure = Grammar(grammar.best.language.rules), make("mdl", problem, "cfg")
    least = min((*regex.front, regex.best), key=attrgetter("objective"))  # the answer may take more bits for a reason
    written_out = _as_regex(found, problem, objective)
    if written_out is not None:
        reason = "a regular expression: the best grammar has no recursion"
        is_better = written_out.objective < least.objective
        return replace(_with(regex, written_out) if is_better else regex, reason=reason)
    saved = measure.total(Grammar(least.language.rules)) - measure.total(found)
    compared = f"saves {saved:.1f} bits" if saved > 0 else f"takes {-saved:.1f} bits more"
    if saved > MARGINS.nested:
        return replace(grammar, reason=f"a grammar: it {compared} against the best regular expression")
    if saved > -MARGINS.matched and is_self_embedding(found) and do_nest(problem.positives):
        return replace(grammar, reason="a grammar: what opens is closed in every example, at different depths")
    compared += " only" if saved > 0 else ""
    return replace(regex, reason=f"a regular expression: the best grammar {compared}")


def _as_regex(grammar: Grammar, problem: Problem, objective: str) -> Candidate[Regex] | None:
    """The same language as a regex; None when it is recursive or too large to be one."""
    expression = inlined(grammar)
    try:
        return None if expression is None else make(objective, problem).score(Regex(expression))
    except LimitError:
        return None


def _with(result: Result, best: Candidate[Regex]) -> Result:
    archive = Archive()
    for candidate in (*result.front, best):
        archive.add(candidate)
    return replace(result, best=best, front=archive.front)
