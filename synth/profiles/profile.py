"""synth.profile: the formats of many values, with their shares, and the values that belong to none."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from dsl.errors import ConfigurationError, RunError
from searchers.given import items, no_string
from searchers.mixture.assigning import Assigner
from searchers.mixture.columns import LEAST
from searchers.mixture.mixture import EXAMPLES, Mixture, are_messages, mixture
from searchers.mixture.template import Template
from synth.profiles.format import Format
from synth.profiles.kinds import MISSING, is_missing, kind_of
from synth.profiles.outliers import MOST_MENDED, Outlier, mended
from synth.results.json_text import json_text
from synth.version import __version__

SCHEMA: Final = 1
BLOCK: Final = 1 << 20  # bytes that are read at once, so few that they stay in the cache
WHAT: Final = ("auto", "messages", "values")


class Stream(Protocol):
    """A buffered stream of bytes: an open file, standard input, io.BytesIO."""

    def readinto1(self, buffer: memoryview, /) -> int:
        """Read what there is, at least a byte but at the end."""


@dataclass
class Profile:
    """The formats of values, the most frequent first.

    what      "messages" for lines of a log, "values" for those of a column
    order     the formats as they are asked, since a value may match several
    total     values, repeats counted; `missing` of them are empty or stand for nothing, as N/A, and are of no format
    distinct  different values
    kind      what the values are: a number, a date, an enumeration, text, …
    strays    the values that belong to no format, with how often each comes
    keep      words that messages of one format have in common, or none of them
    """

    formats: list[Format]
    order: list[int]
    what: str
    total: int = 0
    missing: int = 0
    distinct: int = 0
    kind: str = "text"
    strays: Counter[str] = field(default_factory=Counter)
    keep: tuple[str, ...] = ()

    @cached_property
    def _automaton(self) -> Assigner:
        return Assigner([format.parts.expression for format in self.formats], self.order)

    def assign(self, values: Iterable[str]) -> list[int | None]:
        """The number of the format that each value belongs to, None for those that match no pattern."""
        return self._automaton.find_all(strings(values))

    def checked(self, stream: Stream, limit: int | None = None) -> Iterator[Block]:
        """What lines of UTF-8 from a stream are, a block at a time as they come; no more than `limit` lines."""
        buffer, filled, left = bytearray(BLOCK), 0, limit
        while left is None or left > 0:
            if filled == len(buffer):  # a line that is longer
                buffer += bytes(len(buffer))
            count = stream.readinto1(memoryview(buffer)[filled:])
            if not count and filled and buffer[filled - 1] != ord("\n"):
                buffer[filled], count = ord("\n"), 1
            filled += count
            found, ends = self._automaton.find_lines(buffer, filled)
            if left is not None:
                found, ends = found[:left], ends[:left]
                left -= len(found)
            if len(ends):
                yield self._block(buffer, found, ends)
                rest = buffer[int(ends[-1]) + 1 : filled]
                buffer[: len(rest)], filled = rest, len(rest)
            if not count:
                return

    def checked_all(self, values: Sequence[str]) -> Block:
        """What values are."""
        found = Block()
        for value, number in zip(values, self.assign(values), strict=True):
            if self._is_missing(value):
                found.missing += 1
            elif number is None:
                found.strays[value] += 1
            else:
                found.counts[number] += 1
        return found

    def _is_missing(self, value: str) -> bool:
        return is_missing(value) if self.what == "values" else not value.strip()

    @cached_property
    def _beside_missing(self) -> list[int]:
        """The formats whose patterns have a word that stands for none, too."""
        words = sorted({*MISSING, *map(str.upper, MISSING), *map(str.title, MISSING), "NaN"})
        return sorted({number for number in self.assign(words) if number is not None and self.what == "values"})

    def _block(self, data: bytearray, found: NDArray[np.int32], ends: NDArray[np.uint64]) -> Block:
        block = Block()
        for place in np.flatnonzero((found < 0) | np.isin(found, self._beside_missing)):
            begin = int(ends[place - 1]) + 1 if place else 0
            line = data[begin : int(ends[place])].removesuffix(b"\r").decode("utf-8", "replace")
            if self._is_missing(line):
                found[place] = -1
                block.missing += 1
            elif found[place] < 0:
                block.lines.append(line)
        block.strays.update(block.lines)
        times = np.bincount(found + 1)[1:]  # the first are strays
        numbers = np.flatnonzero(times)
        block.counts.update(dict(zip(numbers.tolist(), times[numbers].tolist(), strict=True)))
        return block

    @cached_property
    def outliers(self) -> list[Outlier]:
        """The values of no format, the most frequent first; of the first ones, what would mend them."""
        common = self.strays.most_common()
        near = [mended(value, count, self.formats) for value, count in common[:MOST_MENDED]]
        return near + [Outlier(value, count) for value, count in common[MOST_MENDED:]]

    @property
    def duplicates(self) -> int:
        """Values that came before."""
        return self.total - self.distinct

    def update(self, values: Iterable[str]) -> None:
        """Count more values; those of no format may make new ones, behind the others, whose numbers stay."""
        new = strings(values)
        present = [value for value in new if not self._is_missing(value)]
        numbers = self.assign(present)
        counts = Counter(numbers)
        strays = Counter(value for value, number in zip(present, numbers, strict=True) if number is None)
        more = mixture(list((self.strays + strays).elements()), self.what, self.keep)
        total = self.total + len(new)
        for number, format in enumerate(self.formats):
            format.count += counts[number]
            if counts[number] and not format.examples:
                some = dict.fromkeys(value for value, found in zip(present, numbers, strict=True) if found == number)
                format.examples = tuple(islice(some, EXAMPLES))
        first = len(self.formats)
        self.formats += [Format.of(component, total) for component in more.components]
        self.order += [first + place for place in more.order]
        for format in self.formats:
            format.share = format.count / max(1, total)
        self.total, self.missing = total, self.missing + len(new) - len(present)
        self.distinct += len({*new})
        self._forget()
        self.strays = Counter(
            {value: count for value, count in (self.strays + strays).items() if self._automaton.find(value) is None}
        )

    def _repr_html_(self) -> str:
        from synth.profiles.page import fragment

        return fragment(self)

    def _forget(self) -> None:
        for name in ("_automaton", "_beside_missing", "outliers"):
            self.__dict__.pop(name, None)

    def to(self, format: str, name: str = "value") -> str:
        """The profile of a column of that name for another tool.

        format  "json-schema", "frictionless", "pandera", "great-expectations", "sql", "grok" or "templates"

        Raises ConfigurationError and ExportError.
        """
        from synth.profiles.exports import export

        return export({name: self}, format)

    def to_json(self) -> dict[str, Any]:
        """What `synth profile --json` prints, and `read` reads."""
        return {
            "schema": SCHEMA,
            "version": __version__,
            "what": self.what,
            "kind": self.kind,
            "total": self.total,
            "missing": self.missing,
            "distinct": self.distinct,
            "duplicates": self.duplicates,
            "formats": [format.to_json() for format in self.formats],
            "order": self.order,
            "keep": list(self.keep),
            "outliers": [outlier.to_json() for outlier in self.outliers],
        }

    @classmethod
    def from_json(cls, recorded: dict[str, Any]) -> Profile:
        """The profile that `to_json` wrote. Raises RunError."""
        try:
            if recorded["schema"] != SCHEMA:
                raise RunError(f"the profile has schema {recorded['schema']}", hint=f"this version reads {SCHEMA}")
            strays = Counter({str(one["value"]): int(one["count"]) for one in recorded["outliers"]})
            formats = [Format.from_json(one) for one in recorded["formats"]]
            total, missing, distinct = (int(recorded[name]) for name in ("total", "missing", "distinct"))
            order = [int(place) for place in recorded["order"]]
            what, kind = str(recorded["what"]), str(recorded["kind"])
            keep = tuple(map(str, recorded.get("keep", ())))
            return cls(formats, order, what, total, missing, distinct, kind, strays, keep)
        except (KeyError, TypeError, ValueError) as error:
            raise RunError(f"this is no profile: {error!r}", hint="make one with synth profile --out") from None

    def save(self, path: str | Path) -> None:
        """Write the profile into a file that `Profile.read` and `synth check` read."""
        Path(path).write_text(json_text(self.to_json()) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, path: str | Path) -> Profile:
        """The profile in a file. Raises RunError."""
        try:
            recorded = json.loads(Path(path).read_text(encoding="utf-8"))
        except OSError as error:
            raise RunError(f"cannot read {path}: {error.strerror}", hint="name a file of synth profile --out") from None
        except ValueError:
            raise RunError(f"{path} is no profile", hint="name a file of synth profile --out") from None
        return cls.from_json(recorded)


@dataclass
class Block:
    """Some values that were checked: how many are of each format, those of none, and how many are missing.

    Lines that were read as a block have those of no format in their order, too; a sum of blocks does not.
    """

    counts: Counter[int] = field(default_factory=Counter)
    strays: Counter[str] = field(default_factory=Counter)
    missing: int = 0
    lines: list[str] = field(default_factory=list)

    def add(self, other: Block) -> None:
        """Take in what others are."""
        self.counts.update(other.counts)
        self.strays.update(other.strays)
        self.missing += other.missing


def profile(
    values: Iterable[str],
    *,
    what: str = "auto",
    limit: int | None = None,
    templates: Iterable[str] = (),
    keep: Iterable[str] = (),
) -> Profile:
    """The formats that values are a mixture of, found by description length, with their shares; and the outliers.

    values     strings: a list, a pandas or polars Series, any iterable
    what       "messages", lines of a log; "values", those of a column; "auto" looks at them
    limit      look at so many values, and not at what comes behind
    templates  formats that are known, as "took <*> ms from <ip>": the first of the profile, as they are written, which
               have all that they match; what `<*>` and `<name>` stand for is one character at least
    keep       words that tell messages apart, as open and close: a format has the same ones, in one order

    Time and memory go with the number of shapes, not of values. Raises ExampleError on what are no strings, and
    ConfigurationError.
    """
    if what not in WHAT:
        raise ConfigurationError(f"no such kind of values: {what!r}", hint=f"one of {', '.join(WHAT)}")
    texts = strings(values if limit is None else islice(values, limit))
    known = [Format(Template.read(template), 0, 0.0, ()) for template in templates if template.strip()]
    kept = tuple(keep)
    if not known:
        return _profile(texts, mixture(texts, what, kept), kept)
    if what == "auto":
        what = "messages" if are_messages([text for text in texts if text.strip()]) else "values"
    made = Profile(known, [*range(len(known))], what, keep=kept)
    made.update(texts)
    made.kind = "messages" if what == "messages" else kind_of(_present(Counter(texts)))
    return made


def _present(counts: Counter[str]) -> dict[str, int]:
    return {value: times for value, times in counts.items() if not is_missing(value)}


def _profile(texts: Sequence[str], found: Mixture, keep: tuple[str, ...]) -> Profile:
    formats = [Format.of(component, len(texts)) for component in found.components]
    made = Profile(formats, found.order, found.what, len(texts), strays=Counter(found.strays), keep=keep)
    if found.what == "messages":
        made.kind, made.distinct = "messages", len({*texts})
        made.missing = sum(not text.strip() for text in texts)
        return made
    counts = Counter(texts)
    present = _present(counts)
    made.kind, made.distinct = kind_of(present), len(counts)
    made.missing = len(texts) - sum(present.values())
    absent = [value for value in counts if value not in present]
    left = {number: format.count for number, format in enumerate(formats)}
    for value, number in zip(absent, made.assign(absent), strict=True):
        if number is not None:
            left[number] -= counts[value]
    few = [number for number, format in enumerate(formats) if left[number] < min(LEAST, format.count)]
    left.update(dict.fromkeys(few, 0))
    made.formats, made.order = recounted(formats, found.order, left, len(texts))
    made.strays = Counter({value: times for value, times in found.strays.items() if value in present})
    made._forget()
    if few:  # what they have beside missing ones are strays, or of others
        block = made.checked_all(texts)
        made.formats, made.order = recounted(made.formats, made.order, block.counts, len(texts))
        made.strays = block.strays
        made._forget()
    return made


def recounted(
    formats: Sequence[Format], order: Sequence[int], counts: Mapping[int, int], total: int
) -> tuple[list[Format], list[int]]:
    """Formats with other counts, of so many values, the most frequent first, and their order; none without any."""
    ranked = sorted(range(len(formats)), key=lambda number: (-counts[number], number))
    kept = [number for number in ranked if counts[number] > 0]
    made = []
    for number in kept:
        examples = tuple(value for value in formats[number].examples if not is_missing(value))
        made.append(Format(formats[number].parts, counts[number], counts[number] / total, examples))
    return made, [kept.index(number) for number in order if number in kept]


def strings(values: Iterable[Any]) -> list[str]:
    """The values of any sequence or Series, missing ones of it as empty. Raises ExampleError."""
    texts = []
    for value in items(values, "the values are"):
        if isinstance(value, str):
            texts.append(value)
        elif _is_none(value):
            texts.append("")
        else:
            raise no_string(value, "a value")
    return texts


def _is_none(value: object) -> bool:
    """Whether a value is what tables have in place of a missing one: None, NaN, pandas.NA."""
    return value is None or (isinstance(value, float) and value != value) or type(value).__name__ == "NAType"
