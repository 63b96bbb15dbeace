"""The documentation tells the truth: its commands run, and print what it shows.

Run as a script, this file writes what the commands print into the documentation.
"""

import contextlib
import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
MODULES = [file for name in ("dsl", "searchers", "differentiable", "synth") for file in (ROOT / name).rglob("*.py")]
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)
PYTHON = re.compile(r"^```pycon\n(.*?)^```", re.DOTALL | re.MULTILINE)
MEASURED = re.compile(r"\d+\.\d s, [\d,]+ candidates|\"(seconds|candidates|candidates_per_second)\": [\d.]+")


def sessions(block: str) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with the output shown below it."""
    for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = session.partition("\n")
        while command.endswith("\\"):
            more, _, output = output.partition("\n")
            command = f"{command}\n{more}"
        yield command, output


def run(command: str, folder: Path) -> str:
    """What a terminal shows of a shell command: stderr and stdout."""
    environment = {"COLUMNS": "100", "SYNTH_NO_PROGRESS": "1"}  # lines in between come on a slow machine only
    if simple := re.fullmatch(r"(?:([^&;]*[^&;|]) \| )?synth ([^|&;<>$`()\n]*)", command):
        given = piped(simple[1], folder, environment) if simple[1] else ""
        shown = invoked(simple[2], folder, environment, given)
    else:
        shown = piped(command, folder, environment)
    output = "\n".join(line.rstrip() for line in shown.splitlines())
    return f"{output}\n" if output else ""


def invoked(arguments: str, folder: Path, environment: dict[str, str], given: str) -> str:
    """What `synth` shows, run in this process, which has loaded everything once."""
    from synth.cli import main

    unset = dict.fromkeys(name for name in os.environ if name.startswith("SYNTH_"))
    with contextlib.chdir(folder):
        runner = CliRunner(env={**unset, **environment})
        return runner.invoke(main, shlex.split(arguments), input=given, catch_exceptions=False).output


def piped(command: str, folder: Path, environment: dict[str, str]) -> str:
    shim = folder / ".bin" / "synth"
    shim.parent.mkdir(exist_ok=True)
    shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m synth "$@"\n')
    shim.chmod(0o755)
    outside = {name: value for name, value in os.environ.items() if not name.startswith("SYNTH_")}
    path = {"PATH": f"{shim.parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**outside, **path, **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=600,  # hangs are found, a busy machine is not
    ).stdout


def unmeasured(output: str) -> str:
    return MEASURED.sub("(measured)", output)


def warm(output: str) -> str:
    # a cold start says once that it compiles; the documentation shows a warm one
    return re.sub(r"^compiling .*\n", "", output)


def pages_with(pattern: re.Pattern[str]) -> list[Path]:
    return [page for page in PAGES if pattern.search(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", pages_with(CONSOLE), ids=lambda page: page.name)
def test_shown_commands_print_what_is_shown(page, tmp_path):
    folder = shutil.copytree(ROOT / "examples", tmp_path / "examples")
    for block in CONSOLE.findall(page.read_text(encoding="utf-8")):
        for command, shown in sessions(block):
            assert unmeasured(warm(run(command, folder))) == unmeasured(shown), f"$ {command}"


@pytest.mark.parametrize("page", pages_with(PYTHON), ids=lambda page: page.name)
def test_shown_python_prints_what_is_shown(page, tmp_path, monkeypatch):
    monkeypatch.chdir(shutil.copytree(ROOT / "examples", tmp_path / "examples"))
    session = "\n".join(PYTHON.findall(page.read_text(encoding="utf-8")))
    test = doctest.DocTestParser().get_doctest(session, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


def test_links_lead_somewhere():  # but for code: [a](b) is a pattern, too
    for page in PAGES:
        text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_docstrings_cite_sections_of_the_design():
    sections = re.findall(r"^## (.+)$", (ROOT / "docs" / "design.md").read_text(encoding="utf-8"), re.MULTILINE)
    for file in MODULES:
        for cited in re.findall(r'design\.md,\s+"([^"]+)"', file.read_text(encoding="utf-8")):
            assert " ".join(cited.split()) in sections, f"{file.relative_to(ROOT)} cites {cited!r}"


def test_nothing_cites_a_text_that_is_not_here():
    elsewhere = re.compile(r"formulas\.md|\bdocument (eq\.|\d|,)|the document\b|\blecture|\b(eq\.|equation) ?\d", re.I)
    for file in (*MODULES, *PAGES):
        cited = elsewhere.search(file.read_text(encoding="utf-8"))
        assert not cited, f"{file.relative_to(ROOT)} cites {cited[0]!r}"


def test_continuous_integration_runs_the_command_of_the_readme():
    (command,) = re.findall(r"^python3 -m venv .*pytest.*$", (ROOT / ".ci" / "run").read_text(), re.MULTILINE)
    assert f"\n{command}\n" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_option_is_in_the_reference():
    from synth.cli import main

    reference = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    groups = [(name, command) for name, command in main.commands.items() if isinstance(command, click.Group)]
    inside = [(f"{name} {one}", command) for name, group in groups for one, command in group.commands.items()]
    for name, command in [*main.commands.items(), *inside]:
        assert f"synth {name}" in reference or f"`{name.split()[-1]}`" in reference
        for option in {long for parameter in command.params for long in parameter.opts if long.startswith("--")}:
            assert f"`{option}" in reference, f"synth {name} {option}"


def test_every_error_is_in_the_reference():
    import synth

    reference = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in reference for name in synth.__all__ if name.endswith("Error"))


def test_constraints_pin_every_dependency():
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = [line for lines in project["optional-dependencies"].values() for line in lines]
    wanted = {re.match(r"[\w.-]+", line)[0].lower() for line in [*project["dependencies"], *extras]} - {project["name"]}
    pinned = {line.partition("==")[0] for line in (ROOT / "constraints.txt").read_text().splitlines() if "==" in line}
    assert wanted <= pinned
    assert "torch==2.13.0\n" in (ROOT / "constraints.txt").read_text()


def rewrite(page: Path) -> None:
    """Put the real output below each command of `page`."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = shutil.copytree(ROOT / "examples", Path(temporary) / "examples")

        def refreshed(block: re.Match[str]) -> str:
            done = (f"$ {command}\n{warm(run(command, folder))}" for command, _ in sessions(block[1]))
            return f"```console\n{''.join(done)}```"

        page.write_text(CONSOLE.sub(refreshed, page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    for page in pages_with(CONSOLE):
        rewrite(page)
