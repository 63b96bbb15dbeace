"""What a cell used beside time: energy, where the machine tells it, and memory.

Energy is that of whole processors, by Intel's and AMD's counters (RAPL) in Linux's powercap files: of all that runs on
them meanwhile. Most virtual machines do not tell it, and many systems tell it to root alone.
"""

from __future__ import annotations

import resource
from contextlib import suppress
from pathlib import Path
from typing import Final

POWERCAP: Final = Path("/sys/class/powercap")
CLEAR: Final = Path("/proc/self/clear_refs")


class Meter:
    """From now on: joules of the processors, and the most memory of this process."""

    def __init__(self, powercap: Path = POWERCAP) -> None:
        self._counters = sorted(powercap.glob("*-rapl:[0-9]"))  # whole processors; rapl:0:0 are their parts
        self._begun = self._read()
        with suppress(OSError):
            CLEAR.write_text("5")  # of Linux alone: the peak begins anew

    def joules(self) -> float | None:
        """Used so far; None where the machine does not tell. Counters begin again at 0 behind their largest number."""
        if self._begun is None or (now := self._read()) is None:
            return None
        used = 0
        for counter, before, after in zip(self._counters, self._begun, now, strict=True):
            used += after - before if after >= before else after - before + _number(counter / "max_energy_range_uj")
        return used / 1e6

    def megabytes(self) -> int:
        """The most that this process held so far, since the beginning of the process where the peak cannot be reset."""
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024

    def _read(self) -> list[int] | None:
        try:
            return [_number(counter / "energy_uj") for counter in self._counters] or None
        except OSError:
            return None


def _number(path: Path) -> int:
    return int(path.read_text())
