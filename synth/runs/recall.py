"""What a run directory knows of a search that was begun before: where it was, and the best that it had found."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import isclose
from typing import Any, Final

import dsl
from dsl.errors import ConstraintError, SynthError
from searchers.candidate import Candidate
from searchers.scoring.objective import Objective
from searchers.streams import restore_stream
from synth.results.result import read_stats
from synth.runs.checkpoints import Checkpoint
from synth.runs.run import Run

ALIKE: Final = 1e-6  # share by which what a candidate costs may differ between machines


class Recall:
    """The record of a search for one kind of language, read and checked; `tell` hears what is wrong with it."""

    def __init__(self, record: Run, kind: str, objective: Objective[Any], tell: Callable[[str], None]) -> None:
        self._record = record
        self._kind = kind
        self._objective = objective
        self._tell = tell
        self._known: dict[str, Candidate[Any]] = {}

    def checkpoints(self) -> Iterator[Checkpoint]:
        """The checkpoints that make sense, the latest first."""
        checkpoints = self._record.checkpoints(self._kind)
        for saved in checkpoints.whole():
            try:
                restore_stream(random.Random(), saved.random)
                for notation in [*saved.front, *([] if saved.answer is None else [saved.answer])]:
                    self.candidate(notation)
                usable = replace(saved, stats=read_stats(saved.stats))
            except (SynthError, ValueError, TypeError, OverflowError) as error:
                self._tell(f"the checkpoint after step {saved.step} is not used: {reason(error)}")
                continue
            for fault in checkpoints.faults:
                self._tell(fault)
            yield usable
        for fault in checkpoints.faults:
            self._tell(fault)

    def front(self, saved: Checkpoint | None) -> Iterator[Candidate[Any]]:
        """The candidates of the hall of fame, those of the checkpoint first."""
        events = {event["notation"]: event for event in self._record.events(self._kind)}
        for fault in self._record.faults:
            self._tell(fault)
        for notation in dict.fromkeys([*(saved.front if saved is not None else []), *events]):
            try:
                candidate = self.candidate(notation)
            except SynthError as error:
                self._tell(f"a candidate of the record is left out: {reason(error)}")
                continue
            if notation in events and not isclose(events[notation]["objective"], candidate.objective, rel_tol=ALIKE):
                self._tell(f"a candidate of the record costs otherwise than it says: {candidate.pattern}")
            yield candidate

    def candidate(self, notation: str) -> Candidate[Any]:
        """A candidate of the record. Raises SynthError when it is none, or not what may be answered."""
        if notation not in self._known:
            language = dsl.kinds()[self._kind].parse(notation)
            if not all(map(self._objective.problem.constraints.admits, language.rules.values())):
                raise ConstraintError(f"{notation} does not meet the constraints", hint="begin a new run")
            self._known[notation] = self._objective.score(language)
        return self._known[notation]


def reason(error: Exception) -> str:
    """What an error says: its message, or where it is none of ours its type as well."""
    return error.message if isinstance(error, SynthError) else f"{type(error).__name__}: {error}"
