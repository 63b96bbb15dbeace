"""Score the formats that profiles find in made-up columns: mixes of two to five formats of the corpus, and junk.

    python -m benchmarks.mixes [--side fitted|chosen] [--count 60] [--seed 0] [--every 1] [-v]

The formats of `benchmarks/corpus/themes`, half of them for fitting and half for choosing; most of a mix are of one
theme, with unequal shares, none of which accepts values of another. Two in a hundred values are junk: typos,
placeholders, halves, two in one. Some mixes have a format in two ways of writing as two formats: its
two most frequent shapes, or the same values with other signs, with a part more or less; nothing but their shares then
says that they are two.

ARI       adjusted Rand index of what the formats say and the true ones, without junk; a value of none is alone
exact     mixes in which as many formats as the true ones are found, those of junk left out
recall    of new values, the share that the format of their kind accepts
rejected  of texts that look like values and are none, the share that no format accepts
junk      junk that no format of values accepts
solved    mixes with the right number, ARI >= .99, balanced recall and rejection >= .95, and junk >= .9
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb
from random import Random
from statistics import fmean
from typing import Final

import synth
from benchmarks.corpus.corruptions import corrupt
from benchmarks.corpus.drawing import Format, Make
from benchmarks.corpus.near_misses import near_misses
from benchmarks.corpus.themes.calendar import CALENDAR
from benchmarks.corpus.themes.code import CODE
from benchmarks.corpus.themes.culture import CULTURE
from benchmarks.corpus.themes.machines import MACHINES
from benchmarks.corpus.themes.science import SCIENCE
from benchmarks.corpus.themes.trade import TRADE
from benchmarks.corpus.themes.travel import TRAVEL
from synth.profiles.profile import Profile

THEMES: Final = (TRADE, MACHINES, CODE, CALENDAR, SCIENCE, TRAVEL, CULTURE)
SIDES: Final = {"fitted": 0, "chosen": 1}
SHARES: Final = {2: (80, 20), 3: (70, 20, 10), 4: (60, 25, 10, 5), 5: (50, 24, 14, 8, 4)}
SIZES: Final = (200, 300, 500, 800, 1200, 2000)
STRANGERS: Final = 0.3  # mixes whose formats are of any theme
SIBLINGS: Final = 0.5  # mixes that have a format in two ways of writing as two formats
MOST_FORMS: Final = 40  # shapes of a format that is written in another way
SIGNS: Final = "-/._: "
HEADS: Final = ("#", "No. ", "ID-", "X", "ref:", "(")
TAILS: Final = (" USD", "%", "kg", ")", ";v2", " m", "/A")
USUAL: Final = 0.15  # of the values of a format, for a shape to be a format of its own
JUNK: Final = 0.02
HELD_OUT: Final = 40
PLACEHOLDERS: Final = (
    "N/A",
    "n/a",
    "NULL",
    "-",
    "?",
    "unknown",
    "TBD",
    "none",
    "#REF!",
    "see notes",
    "(blank)",
    "test",
)
TRIED: Final = 60  # values of each of two formats, to see whether they are apart
FEW: Final = 12  # different values that a format has at least


@dataclass(frozen=True)
class Mix:
    """A column, the format of each value (None for junk), and for each format new values and texts that are none."""

    name: str
    values: list[str]
    labels: list[str | None]
    held_out: dict[str, list[str]]
    near: dict[str, list[str]]


def mixes(side: str, count: int, seed: int) -> Iterator[Mix]:
    """Mixes of one side of the formats."""
    themes = [theme[SIDES[side] :: 2] for theme in THEMES]
    for number in range(count):
        rng = Random(f"{seed} {side} {number}")
        pool = [format for theme in themes for format in theme] if rng.random() < STRANGERS else rng.choice(themes)
        yield mix(f"{side}-{number:02}", drawn(pool, rng.choice([2, 3, 3, 4, 5]), rng), rng)


def drawn(pool: Sequence[Format], count: int, rng: Random) -> list[Format]:
    """Formats of which none accepts values of another."""
    found: list[Format] = []
    for format in rng.sample(pool, len(pool)):
        some = {format.make(rng) for _ in range(TRIED)}
        if len(some) >= FEW and all(apart(format, other, rng) for other in found):
            found.append(format)
        if len(found) == count:
            break
    if rng.random() < SIBLINGS:
        place = rng.randrange(len(found))
        both = siblings(found[place], rng) if rng.random() < 0.5 else [found[place], *restyled(found[place], rng)]
        if len(both) == 2 and apart(*both, rng):
            found[place : place + 1] = both
            rng.shuffle(found)
    return found[:count]


def restyled(format: Format, rng: Random) -> list[Format]:
    """The same values written in another way, always the same one: with other signs, more or less of them."""
    signs = Counter(c for _ in range(TRIED) for c in format.make(rng) if not c.isalnum()).most_common(1)
    old, new = (signs[0][0], rng.choice(SIGNS)) if signs else ("", "")
    head, tail = rng.choice(HEADS), rng.choice(TAILS)
    length = rng.randrange(2, 5)
    change = rng.choice(
        [
            lambda value, _: value.replace(old, new) if old else f"{head}{value}",
            lambda value, _: value.replace(old, "") if old else f"{value}{tail}",
            lambda value, _: f"{head}{value}",
            lambda value, _: f"{value}{tail}",
            lambda value, _: value.swapcase(),
            lambda value, _: value.rpartition(old)[0] or value if old else value.upper(),
            lambda value, chance: f"{value}{new or '-'}{chance.randrange(10 ** (length - 1), 10**length)}",
            lambda value, chance: f"{chance.randrange(10 ** (length - 1), 10**length)}{new or ' '}{value}",
        ]
    )
    forms = {shape(change(format.make(rng), rng)) for _ in range(4 * TRIED)}
    if len(forms) > MOST_FORMS:
        return []
    return [
        Format(f"{format.name} restyled", "|".join(sorted(forms)), lambda chance: change(format.make(chance), chance))
    ]


def siblings(format: Format, rng: Random) -> list[Format]:
    """The two most frequent shapes of a format, each a format; none where there are no two."""
    counts = Counter(shape(format.make(rng)) for _ in range(4 * TRIED))
    usual = [form for form, times in counts.most_common(2) if times >= USUAL * counts.total()]
    return [
        Format(f"{format.name} {form}", rf"(?={form}\Z)(?:{format.pattern})", drawing(format, form))
        for form in usual
        if len(usual) == 2
    ]


def shape(text: str) -> str:
    """The pattern of texts of the same runs: "AB-12" -> "[A-Z]+-[0-9]+"."""
    return "".join(
        next((f"{kind}+" for kind in ("[0-9]", "[A-Z]", "[a-z]") if re.match(kind, run)), re.escape(run))
        for run in re.findall(r"[0-9]+|[A-Z]+|[a-z]+|[^0-9A-Za-z]", text)
    )


def drawing(format: Format, form: str) -> Make:
    """Values of one shape."""

    def make(rng: Random) -> str:
        return next(value for value in iter(lambda: format.make(rng), None) if re.fullmatch(form, value))

    return make


def apart(one: Format, other: Format, rng: Random) -> bool:
    pairs = ((one, other), (other, one))
    return not any(re.fullmatch(a.pattern, b.make(rng)) for a, b in pairs for _ in range(TRIED))


def mix(name: str, formats: Sequence[Format], rng: Random) -> Mix:
    """A column of values of the formats, and junk."""
    size = rng.choice(SIZES)
    patterns = [re.compile(format.pattern) for format in formats]

    def accepts(text: str) -> bool:
        return any(pattern.fullmatch(text) for pattern in patterns)

    pairs: list[tuple[str, str | None]] = []
    held_out, near = {}, {}
    for format, share in zip(formats, SHARES[len(formats)], strict=True):
        values = [format.make(rng) for _ in range(round(share * size * (1 - JUNK) / 100))]
        pairs += [
            (value, format.name) for value in values if sum(map(bool, (p.fullmatch(value) for p in patterns))) == 1
        ]
        held_out[format.name] = [format.make(rng) for _ in range(HELD_OUT)]
        near[format.name] = near_misses(held_out[format.name], rng, accepts, HELD_OUT, ())
    good = [value for value, _ in pairs]
    while sum(label is None for _, label in pairs) < JUNK * size:
        value, other = rng.choice(good), rng.choice(good)
        kinds = (rng.choice(PLACEHOLDERS), value + " ", " " + value, f"{value}; {other}", value[: len(value) // 2])
        typo = corrupt(value, rng, accepts) or ""
        text = rng.choice([*kinds, typo, typo, typo])
        if not accepts(text):
            pairs.append((text, None))
    rng.shuffle(pairs)
    return Mix(name, [value for value, _ in pairs], [label for _, label in pairs], held_out, near)


# ----------------------------------------------------------------------------------------------------- scoring


def rand_index(left: Sequence[object], right: Sequence[object]) -> float:
    """The adjusted Rand index (Hubert and Arabie 1985)."""
    both, one, other = (
        sum(comb(times, 2) for times in Counter(some).values()) for some in (zip(left, right, strict=True), left, right)
    )
    expected = one * other / comb(len(left), 2)
    return 1.0 if (one + other) / 2 == expected else (both - expected) / ((one + other) / 2 - expected)


def scored(made: Mix, profile: Profile) -> dict[str, float]:
    """The figures of one mix."""
    numbers = profile.assign(made.values)
    members: defaultdict[int, Counter[str | None]] = defaultdict(Counter)
    for number, label in zip(numbers, made.labels, strict=True):
        if number is not None:
            members[number][label] += 1
    kind = {number: labels.most_common(1)[0][0] for number, labels in members.items()}
    good = [
        (("alone", place) if number is None else number, label)
        for place, (number, label) in enumerate(zip(numbers, made.labels, strict=True))
        if label is not None
    ]
    recall = [
        fmean(number is not None and kind.get(number) == label for number in profile.assign(values))
        for label, values in made.held_out.items()
    ]
    free = [
        fmean(n is None or kind.get(n, "") is None for n in profile.assign(texts))
        for texts in made.near.values()
        if texts
    ]
    junk = [n is None or kind[n] is None for n, label in zip(numbers, made.labels, strict=True) if label is None]
    found = sum(label is not None for label in kind.values())
    row = {"ARI": rand_index(*zip(*good, strict=True)), "exact": float(found == len(made.held_out)), "found": found}
    row |= {"recall": fmean(recall), "rejected": fmean(free), "junk": fmean(junk)}
    right = row["exact"] and row["ARI"] >= 0.99 and row["recall"] + row["rejected"] >= 1.9 and row["junk"] >= 0.9
    return row | {"solved": float(right)}


def shown(made: Mix, profile: Profile) -> Iterator[str]:
    """The formats found, with what they have of each true one."""
    numbers = profile.assign(made.values)
    for number, format in enumerate(profile.formats):
        labels = Counter(label for n, label in zip(numbers, made.labels, strict=True) if n == number)
        yield f"    {dict(labels)} {format.pattern[:150]} {format.examples}"
    lost = [(label, v) for n, label, v in zip(numbers, made.labels, made.values, strict=True) if n is None and label]
    yield f"    of none: {len(lost)} {lost[:12]}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--side", choices=SIDES, default="chosen")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("-v", "--verbose", action="store_true", help="show the formats")
    args = parser.parse_args()
    rows, seconds = [], []
    for made in list(mixes(args.side, args.count, args.seed))[:: args.every]:
        begun = time.process_time()
        profile = synth.profile(made.values)
        seconds.append(time.process_time() - begun)
        rows.append(scored(made, profile))
        row = {name: value for name, value in rows[-1].items() if name != "exact"}
        figures = "  ".join(f"{name} {value:.3f}" for name, value in row.items())
        print(f"{made.name}  {len(made.values):4} values of {len(made.held_out)} formats  {figures}")
        if args.verbose:
            print(*shown(made, profile), sep="\n", flush=True)
    means = "  ".join(f"{name} {fmean(row[name] for row in rows):.3f}" for name in rows[0] if name != "found")
    print(
        f"{args.side}, {len(rows)} mixes: {means}  seconds {sorted(seconds)[len(seconds) // 2]:.2f} {max(seconds):.2f}"
    )


if __name__ == "__main__":
    main()
