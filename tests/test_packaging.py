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
MODULES = {
    "scikit-learn": ["sklearn"],
    "torch": ["torch", "triton"],
    "ray": ["ray", "fsspec"],
    "ufal.chu_liu_edmonds": ["ufal"],
}
# tools that try an export where they happen to be installed, and types that are for the checker alone
CACHES = ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME")
OPTIONAL = {"datasets", "hyperscan", "re2", "jsonschema", "pydantic_core", "typing_extensions"}


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


def test_kernels_are_compiled_by_the_numba_that_runs_them():
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]
    (numba,) = (line.partition(";")[0] for line in build["requires"] if line.startswith("numba"))
    assert numba in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()


def copied_sources(folder):
    """The project as a checkout has it, without what a build does not need."""
    left_out = shutil.ignore_patterns(".*", "datasets", "tests", "benchmarks", "__pycache__", "compiled")
    return Path(shutil.copytree(ROOT, folder, ignore=left_out))


def built(source, folder, target, **environment):
    """The one file that hatchling makes."""
    folder.mkdir()
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    environment = {**os.environ, "TMPDIR": str(folder.parent), **environment}
    subprocess.run(command, cwd=source, check=True, capture_output=True, env=environment)
    return next(folder.iterdir(), None)


COMPILER = """
import sys
from pathlib import Path
folder = Path(sys.argv[1], "x86-64")
folder.mkdir(parents=True)
(folder / "a.f-1.nbc").write_text("code")
"""


def test_compiled_kernels_stand_in_a_wheel_or_beside_the_sources(tmp_path):
    pytest.importorskip("hatchling")
    source = copied_sources(tmp_path / "source")
    compiler = source / "scripts" / "compile_kernels.py"
    place = Path("dsl", "kernels", "compiled", "x86-64", "a.f-1.nbc")
    compiler.write_text(COMPILER)
    wheel = built(source, tmp_path / "wheel", "wheel")
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read(str(place)) == b"code"
    assert not wheel.name.endswith("-py3-none-any.whl")  # for one Python and platform
    assert not (source / place).exists()
    built(source, tmp_path / "editable", "wheel:editable", HATCH_BUILD_HOOKS_ONLY="true")
    assert (source / place).read_text() == "code"

    compiler.write_text("raise ImportError('numba')")
    for number, environment in enumerate(({}, {"HATCH_BUILD_NO_HOOKS": "true"})):
        wheel = built(source, tmp_path / str(number), "wheel", **environment)
        assert wheel.name.endswith("-py3-none-any.whl")


@pytest.mark.slow
def test_what_is_built_runs_in_an_environment_of_its_own(tmp_path):
    pytest.importorskip("hatchling")
    source = copied_sources(tmp_path / "source")
    with tarfile.open(built(source, tmp_path / "sdist", "sdist")) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    wheel = built(unpacked, tmp_path / "wheel", "wheel")
    files = {
        str(file.relative_to(ROOT))
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and file.suffix not in (".pyc", ".nbc")
    }
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    compiled = {name for name in names if name.endswith(".nbc")}
    assert names - compiled == files >= {f"{package}/py.typed" for package in PACKAGES}

    venv.create(tmp_path / "venv", with_pip=False)
    place = {"base": str(tmp_path / "venv"), "platbase": str(tmp_path / "venv")}
    site = Path(sysconfig.get_path("purelib", "venv", place))
    # the libraries of this environment, but nothing that its own .pth files point to
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib"))
    scripts = Path(sysconfig.get_path("scripts", "venv", place))
    install = ["install", "--no-deps", "--no-index", "--quiet", str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", "--python", str(scripts / "python"), *install], check=True)

    def run(*command):
        environment = {name: value for name, value in os.environ.items() if name not in CACHES}
        environment = {name: value for name, value in environment.items() if not name.startswith("PYTHON")}
        environment["HOME"] = str(tmp_path / "home")
        words = [scripts / command[0], *command[1:]]
        return subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True).stdout

    kernels = site / "dsl" / "kernels"
    for path in (kernels, *kernels.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)  # an installation of another user
    (tmp_path / "examples.txt").write_text("ab1\ncd22\n")
    found = run("synth", "induce", "examples.txt", "--effort", "1").strip()
    assert all(re.fullmatch(found, text) for text in ("ab1", "cd22"))
    assert run("synth", "induce", "examples.txt", "--kind", "cfg", "--effort", "1")
    assert compiled
    assert not list((tmp_path / "home").rglob("*.nbc"))  # nothing was compiled
    source = kernels / "editor.py"
    source.chmod(0o644)
    source.write_text(source.read_text() + "# changed\n")
    told = "from dsl.kernels.compilation.decorators import is_compiled; from dsl.kernels.expansion import expand"
    assert run("python", "-c", f"{told}; print(is_compiled(expand))").strip() == "False"
    assert run("python", "-c", "import dsl; print(dsl.parse('ab').to('re'), dsl.__file__)").split() == [
        "ab",
        str(site / "dsl" / "__init__.py"),
    ]
