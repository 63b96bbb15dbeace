"""Energy by the files of a machine, and memory."""

import subprocess
import sys

from synth.evaluation.meter import Meter


def counter(folder, name, microjoules):
    place = folder / name
    place.mkdir(exist_ok=True)
    (place / "energy_uj").write_text(f"{microjoules}\n")
    (place / "max_energy_range_uj").write_text("10000000\n")


def test_joules_are_those_of_whole_processors_beyond_the_end_of_their_counters(tmp_path):
    for name in ("intel-rapl:0", "intel-rapl:1", "intel-rapl:0:0"):
        counter(tmp_path, name, 4_000_000)
    meter = Meter(tmp_path)
    counter(tmp_path, "intel-rapl:0", 6_500_000)
    counter(tmp_path, "intel-rapl:0:0", 9_000_000)  # a part of the first
    counter(tmp_path, "intel-rapl:1", 1_000_000)  # 6 up to 10, and 1 behind
    assert meter.joules() == 2.5 + 7.0


def test_a_machine_that_does_not_tell_is_none(tmp_path):
    assert Meter(tmp_path).joules() is None
    (tmp_path / "intel-rapl:0").mkdir()
    assert Meter(tmp_path).joules() is None


PEAK = """
import numpy as np
from synth.evaluation.meter import Meter
meter = Meter()
before = meter.megabytes()
np.ones((before + 64) << 20, dtype=np.uint8).sum()  # more than before, given back at once
print(before, meter.megabytes())
"""


def test_memory_is_the_peak():
    # in a process of its own: of one that has held more before, a system may take pages back meanwhile
    before, peak = map(int, subprocess.check_output([sys.executable, "-c", PEAK], text=True).split())
    assert before + 40 < peak < before + 250
