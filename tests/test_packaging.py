"""What is built of the project says all that it needs, and runs where there is nothing but that."""

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("dsl", "searchers", "differentiable", "synth")
# distributions whose modules have other names, and what comes along with another that is declared
MODULES = {"scikit-learn": ["sklearn"], "torch": ["torch", "triton"], "ray": ["ray", "fsspec"]}
# tools that try an export where they happen to be installed, and types that are for the checker alone
OPTIONAL = {"hyperscan", "re2", "jsonschema", "pydantic_core", "typing_extensions"}


def test_everything_imported_is_declared():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = (line for name, lines in project["optional-dependencies"].items() if name != "test" for line in lines)
    names = {line.partition(">")[0].partition("[")[0] for line in [*project["dependencies"], *extras]}
    declared = {module for name in names for module in MODULES.get(name, [name.replace("-", "_")])}
    for package in PACKAGES:
        for file in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                modules += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
                found = {module.partition(".")[0] for module in modules} - set(sys.stdlib_module_names)
                assert found <= {*declared, *PACKAGES, *OPTIONAL}, file


@pytest.mark.slow
def test_what_is_built_runs_in_an_environment_of_its_own(tmp_path):
    pytest.importorskip("hatchling")
    source = tmp_path / "source"
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(".*", "datasets", "tests", "benchmarks", "__pycache__"))

    def build(target, folder):
        command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(tmp_path / "dist")]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        (built,) = (tmp_path / "dist").glob("*.tar.gz" if target == "sdist" else "*.whl")
        return built

    with tarfile.open(build("sdist", source)) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    wheel = build("wheel", unpacked)
    files = {
        str(file.relative_to(ROOT))
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and file.suffix != ".pyc"
    }
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == files >= {f"{package}/py.typed" for package in PACKAGES}

    venv.create(tmp_path / "venv", with_pip=False)
    place = {"base": str(tmp_path / "venv"), "platbase": str(tmp_path / "venv")}
    site = Path(sysconfig.get_path("purelib", "venv", place))
    # the libraries of this environment, but nothing that its own .pth files point to
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib"))
    scripts = Path(sysconfig.get_path("scripts", "venv", place))
    install = ["install", "--no-deps", "--no-index", "--quiet", str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", "--python", str(scripts / "python"), *install], check=True)

    def run(*command):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        words = [scripts / command[0], *command[1:]]
        return subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout

    (tmp_path / "examples.txt").write_text("ab1\ncd22\n")
    found = run("synth", "induce", "examples.txt", "--searcher", "beam", "--effort", "1", "--steps", "2").strip()
    assert all(re.fullmatch(found, text) for text in ("ab1", "cd22"))
    assert run("python", "-c", "import dsl; print(dsl.parse('ab').to('re'), dsl.__file__)").split() == [
        "ab",
        str(site / "dsl" / "__init__.py"),
    ]
