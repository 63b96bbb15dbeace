"""What an induction returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypedDict

from dsl.language import Language
from searchers.candidate import Candidate
from synth.runs.shapes import count, fields, number, text, truth
from synth.version import __version__

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SCHEMA = 1
LONGEST = 80  # characters of a pattern in one line


class Stats(TypedDict):
    """How the search went. `proved`: it finished and no better answer exists. `questions`: asked of the oracle."""

    seconds: float
    candidates: int
    candidates_per_second: float
    searcher: str
    seed: int
    interrupted: bool
    proved: bool
    questions: int


def read_stats(value: object) -> Stats:
    """Statistics that were saved. Raises ValueError when they are something else."""
    found = fields(value, Stats.__annotations__)
    return Stats(
        seconds=number(found["seconds"]),
        candidates=count(found["candidates"]),
        candidates_per_second=number(found["candidates_per_second"]),
        searcher=text(found["searcher"]),
        seed=int(number(found["seed"])),
        interrupted=truth(found["interrupted"]),
        proved=truth(found["proved"]),
        questions=count(found["questions"]),
    )


@dataclass(frozen=True, repr=False)
class Result:
    """The answer, and the Pareto front of size against objective that it was picked from, simplest first.

    `kind` is "regex" or "cfg"; `reason` says why, when the search was asked to decide. `warnings` are about the oracle.
    `confidence` is the probability that a regular expression found by description length is just what was meant; None
    of others, and of the best so far of a search that was cut short.
    """

    best: Candidate[Language]
    front: list[Candidate[Language]]
    stats: Stats
    kind: str = "regex"
    reason: str = ""
    warnings: tuple[str, ...] = ()
    confidence: float | None = None

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended the search; the answer is then the best so far."""
        return self.stats["interrupted"]

    @property
    def members(self) -> list[Candidate[Language]]:
        """The front, simplest first, with the answer in it: a searcher's own pick need not be on the front."""
        others = [candidate for candidate in self.front if candidate.language != self.best.language]
        return sorted([*others, self.best], key=lambda candidate: candidate.size)

    def plot(self, ax: Axes | None = None) -> Axes:
        """Plot size against objective on `ax`, or new axes, the answer named. Raises MissingExtraError."""
        from synth.report.drawings.figure import draw_front

        return draw_front(self, ax)

    def __repr__(self) -> str:
        """One line: the answer, what it matches, and what it costs."""
        from synth.report.markup import shorten

        best = self.best
        cost = f"{best.objective:,.0f} bits" if "pattern" in best.score.terms else f"objective {best.objective:,.2f}"
        return f"Result({shorten(best.pattern, LONGEST)!r}, {best.score.accepted:,} examples match, {cost})"

    def _repr_html_(self) -> str:
        """The result as a notebook shows it."""
        from synth.report.fragment import fragment

        return fragment(self)

    def to_json(self) -> dict[str, object]:
        """The result as an object of JSON values, in the versioned form that `--json` prints."""
        return {
            "schema": SCHEMA,
            "version": __version__,
            "kind": self.kind,
            "reason": self.reason,
            "confidence": None if self.confidence is None else round(self.confidence, 3),
            "best": candidate_to_json(self.best),
            "front": [candidate_to_json(candidate) for candidate in self.front],
            "stats": dict(self.stats),
            "warnings": list(self.warnings),
        }


def candidate_to_json(candidate: Candidate[Language]) -> dict[str, object]:
    """A candidate as an object of JSON values; `terms` are what the objective is the sum of."""
    return {
        "pattern": candidate.pattern,
        "notation": str(candidate.language),
        "size": candidate.size,
        "distance": candidate.distance,
        "objective": candidate.objective,
        "accepted": candidate.score.accepted,
        "rejected": candidate.score.rejected,
        "terms": dict(candidate.score.terms),
    }
