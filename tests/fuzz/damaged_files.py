"""Runs, batches, copies, archives and inputs with something damaged in them, given to the commands that read them.

Each command must come to an end with an exit code that says it: never 3, and never a traceback.
"""

from __future__ import annotations

import atexit
import contextlib
import io
import json
import random
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from shlex import quote, split
from typing import Final

import numpy as np

from dsl.errors import SynthError
from synth.cli import main
from synth.jobs.packing import packed, unpack
from tests.fuzz.corruption import corruptions
from tests.fuzz.fuzzing import Failure, limited, python_line

SECONDS: Final = 60.0
DAMAGES: Final = 25  # of the same files in a case
EXAMPLES: Final = "ab\nabab\nababab\n"
STRINGS: Final = "(())\n()\n()()\n"
TASKS: Final = (
    '{"id": "one", "positives": ["ab", "abab"], "options": {"steps": 1}}\n'
    '{"id": "two", "positives": ["x1"], "negatives": ["y"], "options": {"steps": 1}}\n'
)
CONFIG: Final = '[induce]\nsteps = 1\nsearcher = "beam"\nconstraint = ["posix"]\n\n[sample]\nseed = 3\n'
GRAMMAR: Final = 'start: "(" start ")" | item ("," item)*\nitem: /[a-z0-9]/+ | "é"~2..3\n'
GBNF: Final = 'root ::= "(" root ")" | item ("," item)*\nitem ::= [a-z0-9]+ | "\\u00e9"{2,3}\n'

Files = dict[str, bytes]


@dataclass(frozen=True)
class Kind:
    """Files that synth reads: how they are made in a directory, and the commands that read them there.

    `{it}` in a command is the directory, `{new}` another that is not there yet.
    """

    make: Callable[[Path], None]
    commands: Sequence[str]


def _run(*command: str, examples: str = EXAMPLES) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        strings = folder.parent / "strings"
        strings.write_text(examples, encoding="utf-8")
        _made(
            [word.format(strings=strings, run=folder, copy=folder, other=folder.parent / "other") for word in command]
        )

    return make


def _texts(files: Mapping[str, str]) -> Callable[[Path], None]:
    def make(folder: Path) -> None:
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")

    return make


def _batch(folder: Path) -> None:
    tasks = folder.parent / "tasks.jsonl"
    tasks.write_text(TASKS, encoding="utf-8")
    _made(["induce", "--batch", str(tasks), "--out", str(folder), "-q", "--workers", "1"])


def _archive(folder: Path) -> None:
    run = folder.parent / "archived"
    _run("induce", "{strings}", "--steps", "1", "--out", "{run}", "-q")(run)
    _texts({"logs": f"what a job prints\n{packed(run)}\n"})(folder)


def _weights(folder: Path) -> None:
    folder.mkdir()
    _made(["train", "policy", "--steps", "1", "--out", str(folder / "policy.safetensors"), "-q"])


def _layers(folder: Path) -> None:
    strings = folder.parent / "strings"
    strings.write_text(EXAMPLES, encoding="utf-8")
    folder.mkdir()
    for kind in ("bank", "pcfg"):
        _made(["train", kind, "--positives", str(strings), "--steps", "1", "--out", str(folder.parent / kind), "-q"])
        name = f"{kind}.safetensors"
        (folder / name).write_bytes((folder.parent / kind / name).read_bytes())


ORACLE: Final = "grep -qxE (ab)+"
OF_RUNS: Final = (
    "resume {it} --steps 2 -q --no-progress",
    "resume {it} --steps 1 --json -q --workers 1",
    "report {it}",
    "score {it} {it}/../strings",
    "explain {it} {it}/../strings",
    "sample {it} -n 3",
    "export {it} --to dot",
)
KINDS: Final[dict[str, Kind]] = {
    "run": Kind(_run("induce", "{strings}", "--steps", "1", "--out", "{run}", "-q"), OF_RUNS),
    "run of beam": Kind(
        _run("induce", "{strings}", "--steps", "2", "--searcher", "beam", "--out", "{run}", "-q"), OF_RUNS
    ),
    "run of evolve": Kind(
        _run("induce", "{strings}", "--steps", "1", "--searcher", "evolve", "--out", "{run}", "-q"), OF_RUNS
    ),
    "run of a grammar": Kind(
        _run("induce", "{strings}", "--kind", "cfg", "--steps", "1", "--out", "{run}", "-q", examples=STRINGS),
        (*OF_RUNS, "parse {it} {it}/../strings"),
    ),
    "run with an oracle": Kind(
        _run("induce", "{strings}", "--steps", "1", "--oracle", ORACLE, "--questions", "3", "--out", "{run}", "-q"),
        (f"resume {{it}} --steps 2 -q --oracle '{ORACLE}'", "resume {it} --steps 2 -q", "report {it}"),
    ),
    "weights": Kind(
        _weights,
        ("induce {it}/../strings --searcher reinforce --policy {it}/policy.safetensors --steps 1 -q --no-warm-start",),
    ),
    "layers": Kind(_layers, ("load {it}",)),
    "copy": Kind(
        _run("induce", "{strings}", "--steps", "1", "--out", "{other}", "--storage", "{copy}", "-q"),
        ("resume {new} --storage {it} --steps 1 -q", "resume {new} --storage {it} --steps 2 -q"),
    ),
    "batch": Kind(_batch, ("resume {it} -q --workers 1",)),
    "archive": Kind(_archive, ("unpack {it} {new}",)),
    "inputs": Kind(
        _texts({"strings": EXAMPLES, "strings.jsonl": json.dumps("ab") + "\n", "tasks.jsonl": TASKS, "c.toml": CONFIG}),
        (
            "induce {it}/strings --steps 1 -q",
            "induce {it}/strings.jsonl --steps 1 -q",
            "induce {it}/strings --config {it}/c.toml -q",
            "induce --batch {it}/tasks.jsonl -q --workers 1",
            "sample a* --config {it}/c.toml",
            "score a* {it}/strings",
        ),
    ),
    "grammars": Kind(
        _texts({"g.lark": GRAMMAR, "g.gbnf": GBNF, "strings": STRINGS}),
        (
            "sample {it}/g.lark -n 2",
            "sample {it}/g.gbnf -n 2",
            "explain {it}/g.lark {it}/strings",
            "parse {it}/g.lark {it}/strings",
            "parse {it}/g.gbnf {it}/strings",
            "export {it}/g.gbnf --to dot",
        ),
    ),
}


def case(rng: random.Random) -> int:
    """Damage files of one kind in several ways, and run a command on each."""
    name = rng.choice(list(KINDS))
    with np.errstate(invalid="ignore"):  # a weight that is not finite, made a whole number
        damages = list(islice(corruptions(rng, dict(original(name))), DAMAGES))
    for what, files in damages:
        command = rng.choice(KINDS[name].commands)
        problem = problem_with(command, files)
        if problem is not None:
            raise _shrunk(name, what, command, files, problem)
    return len(damages)


@cache
def original(name: str) -> Mapping[str, bytes]:
    """The files of a kind as synth wrote them."""
    with tempfile.TemporaryDirectory() as folder:
        KINDS[name].make(Path(folder, "it"))
        return _read(Path(folder, "it"))


def _made(command: Sequence[str]) -> None:
    code, errors = invoke(command)
    assert code == 0, errors


def _read(folder: Path) -> Files:
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def problem_with(command: str, files: Mapping[str, bytes]) -> str | None:
    """What is wrong about how a command ends on these files; None when it ends as it should."""
    with tempfile.TemporaryDirectory(dir=_scratch()) as folder:
        it, new = lay_out(files, Path(folder))
        words = [word.format(it=it, new=new) for word in split(command)]
        if words[0] in CALLS:
            return CALLS[words[0]](it, new)
        code, errors = invoke(words)
    if code not in (0, 1, 2):
        return f"exit {code}: {errors[-500:]}"
    if "Traceback" in errors or "internal:" in errors:
        return errors[-500:]
    return None if code != 2 or "error: " in errors else f"exit 2 without a word: {errors[-500:]}"


def lay_out(files: Mapping[str, bytes], folder: Path) -> tuple[Path, Path]:
    """The directory that holds the files, a name that ends in "/" being a directory, and one that is not there."""
    it = folder / "it"
    it.mkdir()
    for name, content in files.items():
        path = it / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith("/"):
            path.mkdir(exist_ok=True)
        else:
            path.write_bytes(content)
    (folder / "strings").write_text(EXAMPLES, encoding="utf-8")
    return it, folder / "new"


def _problem_with_archive(it: Path, new: Path) -> str | None:
    """An archive gives a whole run, one that can be gone on with, or an error."""
    logs = it / "logs"
    text = logs.read_text(encoding="utf-8", errors="replace") if logs.is_file() else ""
    try:
        is_there = unpack(text, new)
    except SynthError:
        return f"{new} was left behind" if new.exists() else None
    except Exception as error:
        return f"unpack: {type(error).__name__}: {error}"
    if not is_there:
        return None
    code, errors = invoke(["resume", str(new), "--steps", "1", "-q"])
    return None if code == 0 else f"what was unpacked is no whole run: {errors[-500:]}"


def _problem_with_layers(it: Path, new: Path) -> str | None:
    """Weights make a layer, or an error."""
    from differentiable import PCFG, RegexBank

    for layer, name in ((RegexBank, "bank.safetensors"), (PCFG, "pcfg.safetensors")):
        try:
            layer.load(str(it / name))
        except SynthError:
            pass
        except Exception as error:
            return f"{layer.__name__}.load: {type(error).__name__}: {error}"
    return None


# what is read by a call, as no command reads it alone
CALLS: Final = {"unpack": _problem_with_archive, "load": _problem_with_layers}


def invoke(command: Sequence[str]) -> tuple[int, str]:
    """The exit code of a command line, and what it said on stderr."""
    errors, output = io.StringIO(), io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    code: object = None
    with (
        contextlib.redirect_stderr(errors),
        contextlib.redirect_stdout(output),
        limited(SECONDS, TimeoutError(f"more than {SECONDS:.0f} s")),
    ):
        try:
            main(list(command))
        except SystemExit as end:
            code = end.code
    return code if isinstance(code, int) else 0, errors.getvalue()


@cache
def _scratch() -> str:
    # in memory where that is possible: a sync of a disk takes longer than all the rest
    memory = Path("/dev/shm")
    folder = tempfile.mkdtemp(prefix="synth-fuzz-", dir=memory if memory.is_dir() else None)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _shrunk(name: str, what: str, command: str, files: Files, problem: str) -> Failure:
    """The same with all files as they were that need not be damaged, in a directory that is kept."""
    for file, content in original(name).items():
        restored = {**files, file: content}
        if restored != files and problem_with(command, restored) is not None:
            files = restored
    kept = Path(tempfile.mkdtemp(prefix="synth-damaged-"))
    it, new = lay_out(files, kept)
    words = command.format(it=quote(str(it)), new=quote(str(new)))
    changed = sorted(file for file in {*files, *original(name)} if files.get(file) != original(name).get(file))
    line = f"python -m synth {words}"
    if words.split()[0] in CALLS:
        code = f"print(CALLS[{words.split()[0]!r}](Path({str(it)!r}), Path({str(new)!r})))"
        line = python_line(f"from tests.fuzz.damaged_files import *; {code}")
    return Failure(f"{name}, {what} ({', '.join(changed)}): {problem}", line)
