"""What runs in a worker: an actor that is sent work, and says how it is."""

from __future__ import annotations

import pickle
import platform
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Final

import ray

from searchers.budget import Budget
from synth.version import __version__

SETTINGS: Final = 8  # that a worker keeps, each with what it has computed for it


@dataclass(frozen=True)
class About:
    """What a process runs."""

    python: str
    ray: str
    synth: str
    missing: tuple[str, ...]

    @classmethod
    def here(cls, libraries: Iterable[str]) -> About:
        """This process, and which of `libraries` it lacks."""
        missing = tuple(name for name in libraries if find_spec(name) is None)
        return cls(platform.python_version(), ray.__version__, __version__, missing)


class Worker:
    """Holds the settings of the searches, and does their work a call at a time."""

    def __init__(self) -> None:
        self._settings: OrderedDict[int, Any] = OrderedDict()

    def about(self, libraries: Sequence[str]) -> About:
        """What this worker runs; asked first, so that nothing is sent to one that could not do it."""
        return About.here(libraries)

    @ray.method(concurrency_group="health")
    def ping(self) -> None:
        """Answered while work goes on, unless the process hangs."""

    def run(
        self,
        work: Callable[[Any, Sequence[Any], Budget], Iterable[Any]],
        setting: Sequence[tuple[int, ray.ObjectRef[Any]]],
        tasks: bytes,
        seconds: float | None,
        effort: int,
    ) -> tuple[list[Any], float]:
        """What the work yields for pickled tasks, and its seconds. `setting` is each part's number and where it is."""
        parts = tuple(self._setting(key, reference) for key, reference in setting)
        budget = Budget(seconds, effort=effort)
        results = list(work(parts if len(parts) > 1 else parts[0], pickle.loads(tasks), budget))
        return results, budget.elapsed

    def _setting(self, key: int, reference: ray.ObjectRef[Any]) -> Any:  # noqa: ANN401 (whatever the work is given)
        if key not in self._settings:
            self._settings[key] = ray.get(reference)
            if len(self._settings) > SETTINGS:
                self._settings.popitem(last=False)
        self._settings.move_to_end(key)
        return self._settings[key]


def parts_of(setting: Any) -> tuple[Any, ...]:  # noqa: ANN401 (whatever the work is given)
    """The parts of a setting, which are sent one by one; one that is no tuple has itself alone."""
    return setting if type(setting) is tuple else (setting,)
