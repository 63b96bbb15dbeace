"""What each level of effort means to every searcher, in one table, set by hand: 1 is a glance, 5 exhaustive."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Generic, TypeVar

LEVELS: Final = range(1, 6)

_Value = TypeVar("_Value", int, float)


@dataclass(frozen=True)
class Setting(Generic[_Value]):
    """A number that depends on effort: what it counts, and its value at each of the LEVELS."""

    meaning: str
    values: tuple[_Value, _Value, _Value, _Value, _Value]

    def __getitem__(self, effort: int) -> _Value:
        """The value at a level. Raises ValueError on a level that does not exist."""
        return self.values[LEVELS.index(effort)]


# readings of the examples, from which the searches start
READING_DIVISIONS: Final = Setting("sets of examples that a reading of all divides", (100, 200, 300, 400, 500))
PART_DIVISIONS: Final = Setting("sets of examples that a reading of a part divides", (30, 60, 90, 120, 150))
PARTS: Final = Setting("parts of the examples that are read on their own", (2, 4, 6, 8, 10))
COMMON_SHAPES: Final = Setting("of these, the most that only leave out rare shapes", (1, 2, 3, 4, 5))
STRUCTURE_EFFORT: Final = Setting("effort for each regular part of a nested structure", (1, 1, 2, 3, 4))
CHUNKING_WIDTH: Final = Setting("grammars of chunks of tokens that are kept at once", (4, 12, 20, 40, 80))

# the beam
BEAM_WIDTH: Final = Setting("regexes that the beam keeps", (2, 5, 10, 25, 100))
REREAD_PARTS: Final = Setting("parts of a regex that is read anew, at most", (50, 50, 100, 100, 100))
REREAD_DIVISIONS: Final = Setting("sets of texts that a part divides when it is read anew", (0, 10, 30, 100, 200))
WHOLE_DIVISIONS: Final = Setting("sets of texts that the whole divides when it is", (0, 300, 600, 900, 1_200))
BEAM_EXPANSIONS: Final = Setting("regexes that are expanded at once", (1, 1, 1, 4, 32))
GRAMMAR_BEAM_WIDTH: Final = Setting("grammars that the beam keeps", (4, 10, 20, 50, 150))

# exact enumeration
EXACT_SECONDS: Final = Setting("seconds of the portfolio for the exact search", (0.5, 2.0, 5.0, 20.0, 120.0))

# evolution
ISLANDS: Final = Setting("islands of evolution", (2, 3, 4, 6, 8))
ISLAND_SIZE: Final = Setting("individuals of an island", (8, 12, 16, 24, 40))
EVOLUTION_PATIENCE: Final = Setting("epochs without an improvement until evolution ends", (1, 6, 12, 24, 60))

# the policy
POLICY_PARTS: Final = Setting("parts of a step of the policy, each sampled on its own", (1, 2, 4, 6, 8))
POLICY_PATIENCE: Final = Setting("steps without an improvement until the policy ends", (100, 400, 1_000, 3_000, 10_000))
POLICY_READINGS: Final = Setting("readings of nested examples that the policy starts from", (10, 20, 30, 40, 50))

# the portfolio; a pace is counted in steps of a round, which is as long as an epoch of evolution takes
UNTIMED: Final = Setting("1 where evolution takes part even if no time is given", (0, 0, 1, 1, 1))
BEAM_PACE: Final = Setting("steps of the beam in a round", (32, 32, 32, 12, 2))
SLICES: Final = Setting("slices of the grammar beam in vain until it pauses", (2, 4, 8, 20, 80))
EPOCHS: Final = Setting("epochs of evolution in vain until it pauses", (1, 6, 6, 8, 30))
POLICY_STEPS: Final = Setting("steps of the policy in vain until it pauses; 0: no part", (0, 0, 30, 100, 400))

# the search with an oracle
ORACLE_ROUNDS: Final = Setting("searches with what the oracle has answered", (2, 5, 8, 12, 20))


def table() -> str:
    """All settings, a line each with the values from level 1 to level 5."""
    settings = {"": Setting("", (1, 2, 3, 4, 5)), **globals()}
    return "\n".join(
        f"{name:24}{setting.meaning:60}" + "".join(f"{value:>7g}" for value in setting.values)
        for name, setting in settings.items()
        if isinstance(setting, Setting)
    )
