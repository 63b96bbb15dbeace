"""Run directories that were damaged or forged: `resume`, `report`, `export` and `score` never end in an internal error.

What no digest covers may change an answer, never without a word: where the files were only damaged, and nothing is
told, going on has the very result that it would have had.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

from click.testing import CliRunner, Result

import synth
from synth.cli import main
from tests.fuzz.corruption import Files, corruptions, sealed
from tests.fuzz.fuzzing import Failure

DATES: Final = ["2024-01-05", "2023-11-30", "2022-07-14", "1999-12-31"]
BRACKETS: Final = ["()", "(())", "()()", "(()())", "((()))", "[]", "[()]", "([])"]
RUNS: Final[dict[str, dict[str, Any]]] = {
    "beam": {"searcher": "beam", "effort": 1, "steps": 2},
    "evolve": {"searcher": "evolve", "effort": 1, "steps": 2},
    "auto": {"effort": 1, "steps": 2, "reject": ["1-1-1"]},
    "portfolio": {"effort": 3, "steps": 3},
    "reinforce": {"searcher": "reinforce", "effort": 1, "steps": 2},
    "constrained": {"searcher": "beam", "effort": 1, "steps": 2, "constraints": ["posix", "max-states=30"]},
    "asked": {"effort": 1, "oracle": lambda text: text in DATES, "questions": 20},
    "grammars": {"kind": "cfg", "effort": 1, "steps": 1},
    "grammar beam": {"kind": "cfg", "searcher": "beam", "effort": 1, "steps": 2},
    "grammar evolve": {"kind": "cfg", "searcher": "evolve", "effort": 1, "steps": 1},
    "grammar reinforce": {"kind": "cfg", "searcher": "reinforce", "effort": 1, "steps": 1},
    "either": {"kind": "auto", "effort": 1, "steps": 2},
    "batch": {},
}
MORE: Final = 2  # steps
COPIES: Final = 4  # that a case damages


def case(rng: random.Random) -> int:
    """Damage copies of a run, and use each."""
    kind = rng.choice(list(RUNS))
    files = recorded(kind)
    checks = 0
    damaged = corruptions(rng, files)
    for _ in range(COPIES):
        what, changed = next(damaged)
        if rng.random() < 0.3:
            more, changed = next(corruptions(rng, changed)) if changed else (what, changed)
            what = f"{what}, {more}"
        is_forged = rng.random() < 0.5
        checks += check(
            kind, f"{kind}, {what}{', sealed' if is_forged else ''}", sealed(changed) if is_forged else changed
        )
    return checks


def check(kind: str, what: str, files: Files) -> int:
    """Use a copy of a run that was damaged. Raises Failure."""
    with written(files) as run:
        use(what, "export", str(run), "--to", "lark" if "grammar" in kind else "re")
        use(what, "report", str(run), "--out", str(run.parent / "page.html"))
        resumed = resume(kind, run, what)
        if resumed.exit_code == 0 and kind not in ("batch", "either") and ", sealed" not in what:
            found, whole = json.loads(resumed.stdout), whole_result(kind)
            if not found["warnings"] and found["best"] != whole["best"]:
                raise Failure(f"{what}: goes on to another answer, and says nothing", repr(found["best"]["pattern"]))
    return 3


def resume(kind: str, run: Path, what: str) -> Result:
    """Go on with a run."""
    steps = RUNS[kind].get("steps")
    more = (
        []
        if kind == "batch"
        else ["--json", "--timeout", "3", *([] if steps is None else ["--steps", str(steps + MORE)])]
    )
    return use(what, "resume", str(run), "--quiet", *more, *(["--oracle", "false"] if kind == "asked" else []))


def use(what: str, *arguments: str) -> Result:
    """Run a command in this process. Raises Failure when it ends as no command may."""
    result = CliRunner().invoke(main, list(arguments))
    if result.exit_code not in (0, 1, 2, 130) or "Traceback" in result.output:
        line = result.stderr.strip().replace("\n", " ")[:300]
        raise Failure(
            f"{what}: synth {arguments[0]} ends with {result.exit_code}: {line}", repr(result.exception)[:300]
        )
    if result.exit_code == 2 and "error: " not in result.stderr and arguments[:1] != ("resume",):
        raise Failure(f"{what}: synth {arguments[0]} ends with 2 and says nothing", result.stderr[:300])
    return result


@cache
def recorded(kind: str) -> Files:
    """The files of a run that was stopped after some steps."""
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        if kind == "batch":
            options = {"searcher": "beam", "effort": 1, "steps": 1}
            tasks = [
                {"id": "dates", "positives": DATES},
                {"id": "more", "positives": DATES[:2], "options": {"steps": 2}},
            ]
            list(synth.induce_batch(tasks, out=run, **options))
        else:
            synth.induce(BRACKETS if "grammar" in kind else DATES, out=run, **RUNS[kind])
        return {
            path.relative_to(run).as_posix(): path.read_bytes() for path in sorted(run.rglob("*")) if path.is_file()
        }


@cache
def whole_result(kind: str) -> Any:
    """What going on with the run as it was has for its result."""
    with written(recorded(kind)) as run:
        return json.loads(resume(kind, run, "undamaged").stdout)


@contextmanager
def written(files: Files) -> Iterator[Path]:
    """A directory with these files."""
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        run.mkdir()
        for name, data in files.items():
            path = run / name
            (path if name.endswith("/") else path.parent).mkdir(parents=True, exist_ok=True)
            if not name.endswith("/"):
                path.write_bytes(data)
        yield run
