"""The profile of many files, made by workers: files are read in parallel, and columns profiled in parallel.

Each file is read twice. First every column is sampled, the samples of the files become one, and its formats are
found; then every value is assigned to them. Sums and samples do not depend on who made them, nor in which order: the
profile is the same for any number of workers, and any order of the files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

from dsl.errors import ExampleError
from searchers.budget import Budget, Pool, ResultT, SettingT, TaskT, Work
from synth.inputs.tables import read_columns
from synth.profiles.file_profile import FileProfile
from synth.profiles.kinds import is_missing, kind_of
from synth.profiles.profile import Profile, profile, recounted
from synth.profiles.sample import Sample

LOOKED_AT: Final = 200_000  # values of a sample, repeats counted
Samples: TypeAlias = dict[str, Sample]
Reading: TypeAlias = Mapping[str, Any]  # what `read_columns` is told


@dataclass
class Tally:
    """What the values of a column are: how many of each format, the others, and how many are missing."""

    counts: Counter[int] = field(default_factory=Counter)
    strays: Sample = field(default_factory=Sample)
    missing: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.counts + other.counts, self.strays + other.strays, self.missing + other.missing)


def spread_profile(files: Sequence[str], pool: Pool, what: str, reading: Reading) -> FileProfile:
    """One profile of all files, or those in folders: a column for each name. `reading` is for `read_columns`.

    Of more than 20,000 different values of a column, its formats are found on a sample, and its outliers are one.
    Raises what `read_columns` and `synth.profile` raise.
    """
    sources = list(_sources(files))
    samples: Samples = {}
    for found in _each(pool, _sampled, reading, sources):
        for name, sample in found.items():
            samples[name] = samples[name] + sample if name in samples else sample
    names = sorted(samples)
    made = dict(zip(names, _each(pool, _profiled, what, [samples[name] for name in names]), strict=True))
    tallies = {name: Tally() for name in names}
    for counted in _each(pool, _counted, (reading, made), sources):
        for name, tally in counted.items():
            tallies[name] += tally
    columns = {name: _whole(made[name], samples[name], tallies[name]) for name in names}
    return FileProfile(files[0] if len(files) == 1 else f"{len(sources)} files", columns)


def _sources(files: Sequence[str]) -> Iterator[str]:
    for file in files:
        if Path(file).is_dir():
            inside = sorted(str(path) for path in Path(file).rglob("*") if path.is_file())
            if not inside:
                raise ExampleError(f"{file} is empty", hint="name a folder of files")
            yield from inside
        else:
            yield file


def _each(
    pool: Pool, work: Work[SettingT, TaskT, ResultT], setting: SettingT, tasks: Sequence[TaskT]
) -> Iterator[ResultT]:
    # a call for each task: a worker that is done takes the next
    for run in [pool.run(work, setting, [task], Budget()) for task in tasks]:
        yield from run


def _sampled(reading: Reading, sources: Sequence[str], _: Budget) -> Iterator[Samples]:
    """The samples of the columns of each file."""
    for source in sources:
        samples: Samples = {}
        for column in read_columns(source, **reading):
            samples.setdefault(column.name, Sample()).add(column.values)
        yield {name: sample + Sample() for name, sample in samples.items()}


def _profiled(what: str, samples: Sequence[Sample], _: Budget) -> Iterator[Profile]:
    """The profile of each sample."""
    for sample in samples:
        yield profile(sample.values(LOOKED_AT), what=what)


def _counted(
    setting: tuple[Reading, dict[str, Profile]], sources: Sequence[str], _: Budget
) -> Iterator[dict[str, Tally]]:
    """What the values of the columns of each file are."""
    reading, profiles = setting
    for source in sources:
        tallies: dict[str, Tally] = {}
        for column in read_columns(source, **reading):
            if column.name not in profiles:
                raise ExampleError(f"{source} was changed while it was read", hint="profile it again")
            tally = tallies.setdefault(column.name, Tally())
            block = profiles[column.name].checked_all(column.values)
            tally.counts.update(block.counts)
            tally.strays.add(block.strays.elements())
            tally.missing += block.missing
        yield tallies


def _whole(found: Profile, sample: Sample, tally: Tally) -> Profile:
    """The profile of a sample, with the counts of all values; formats in the order of these."""
    formats, order = recounted(found.formats, found.order, tally.counts, sample.total)
    present = {value: times for value, times in sample.counts.items() if not is_missing(value)}
    kind = kind_of(present) if found.what == "values" else found.kind
    return Profile(formats, order, found.what, sample.total, tally.missing, sample.distinct, kind, tally.strays.counts)
