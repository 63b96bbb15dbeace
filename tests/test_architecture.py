"""The house: four floors, imports go down only, and what starts fast stays fast."""

import ast
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAY_IMPORT = {
    "dsl": set(),
    "searchers": {"dsl"},
    "differentiable": {"dsl"},
    "synth": {"dsl", "searchers", "differentiable"},
}
DECODING = ("masks", "models", "priors", "decoders", "samplers")  # packages of synth.decoding, from the bottom up
FRAMEWORKS = {"torch", "ray", "sklearn", "tensorboardX", "matplotlib", "rich", "deap"}
HEAVY = [*FRAMEWORKS, "numba", "numpy", "lark", "interegular", "rapidfuzz", "pydantic"]
PAGES = {"README.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"}
CUSTOMARY = PAGES | {"constraints.txt", "pyproject.toml"}
FOLDERS = {"datasets", "tests", "docs", "examples", "benchmarks", "scripts", *MAY_IMPORT}
# A class of values delegates to the algorithm on them, which it imports when it is asked to.
DELEGATIONS = {
    "dsl.expressions.expression": {"dsl.expressions.notation"},
    "dsl.automata.positions": {"dsl.automata.distance"},
    "dsl.grammar": {
        "dsl.grammars.recognition",
        "dsl.grammars.distance",
        "dsl.grammars.sampling",
        "dsl.grammars.regularity",
    },
    "differentiable.pcfg": {"differentiable.grammars.snap_back"},
    "synth.api": {"synth.sessions.calling"},
    "synth.profiles.profile": {"synth.profiles.exports", "synth.profiles.page"},
    "synth.results.result": {"synth.report.fragment", "synth.report.drawings.figure"},
}
# What is still to be straightened.
MODULES = {
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
    for package in MAY_IMPORT
    for file in sorted((ROOT / package).rglob("*.py"))
}
MOST_MODULES, MOST_LINES, LONGEST_FUNCTION = 15, 400, 60


def imported_packages(source: str) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("." * node.level + (node.module or ""))
    return {name.split(".")[0] if not name.startswith(".") else "." for name in names}


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_go_down_only(package):
    others = set(MAY_IMPORT) - {package} - MAY_IMPORT[package]
    for file in (ROOT / package).rglob("*.py"):
        wrong = imported_packages(file.read_text(encoding="utf-8")) & {*others, "tests", "benchmarks", "."}
        assert not wrong, f"{file.relative_to(ROOT)} imports {', '.join(wrong)}"


@pytest.mark.parametrize("place", range(len(DECODING)))
def test_decoding_goes_down_only(place):
    for file in (ROOT / "synth" / "decoding" / DECODING[place]).rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        wrong = [upper for upper in DECODING[place + 1 :] if f"synth.decoding.{upper}" in source]
        assert not wrong, f"{file.relative_to(ROOT)} imports {', '.join(wrong)}"


@pytest.mark.parametrize("package", ["dsl", "searchers"])
def test_the_lower_floors_know_nothing_of_the_application(package):
    for file in (ROOT / package).rglob("*.py"):
        wrong = imported_packages(file.read_text(encoding="utf-8")) & {"click", "rich", "ray", "matplotlib", "sklearn"}
        assert not wrong, f"{file.relative_to(ROOT)} imports {', '.join(wrong)}"


def imported_modules(node: ast.AST) -> set[str]:
    found = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Import):
            found |= {alias.name for alias in part.names}
        elif isinstance(part, ast.ImportFrom):
            places = {f"{part.module}.{alias.name}" for alias in part.names}
            found |= {place if place in MODULES else str(part.module) for place in places}
    return found & set(MODULES)


def test_no_circle_of_imports():
    """Wherever in a file they stand, the delegations aside."""
    trees = {module: ast.parse(file.read_text(encoding="utf-8")) for module, file in MODULES.items()}
    graph = {module: imported_modules(tree) - DELEGATIONS.get(module, set()) for module, tree in trees.items()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" <- ".join(error.args[1]))


@pytest.mark.parametrize("module", DELEGATIONS)
def test_delegations_import_when_they_are_asked_to(module):
    body = ast.parse(MODULES[module].read_text(encoding="utf-8")).body
    functions = [part for part in ast.walk(ast.Module(body, [])) if isinstance(part, ast.FunctionDef)]
    assert set().union(*map(imported_modules, functions)) >= DELEGATIONS[module]
    at_once = [part for part in body if isinstance(part, ast.Import | ast.ImportFrom)]
    assert not set().union(*map(imported_modules, at_once)) & DELEGATIONS[module]


def test_folders_files_and_functions_stay_small():
    """Kernels are compiled, and a call between them is no help to the reader where ten arrays go along."""
    large = []
    for folder in {file.parent for file in MODULES.values()}:
        count = sum(file.name != "__init__.py" for file in folder.glob("*.py"))
        large += [f"{folder.relative_to(ROOT)}: {count} modules"] if count > MOST_MODULES else []
    for module, file in MODULES.items():
        source = file.read_text(encoding="utf-8")
        if (count := source.count("\n")) > MOST_LINES:
            large.append(f"{module}: {count} lines")
        for part in ast.walk(ast.parse(source)) if ".kernels." not in module else ():
            if isinstance(part, ast.FunctionDef) and part.end_lineno - part.lineno >= LONGEST_FUNCTION:
                large.append(f"{module}.{part.name}: {part.end_lineno - part.lineno + 1} lines")
    assert not large


def test_the_import_finder_sees_every_form():
    source = "import a.b, c\nfrom d.e import f\ndef g():\n    from . import h\n    import i\n"
    assert imported_packages(source) == {"a", "c", "d", ".", "i"}


def test_the_top_level_holds_what_it_should():
    visible = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    left_by_tools = {name for name in visible if name in {"build", "dist"} or name.endswith(".egg-info")}
    assert visible - left_by_tools == CUSTOMARY | FOLDERS


def test_datasets_is_no_package():
    assert not list((ROOT / "datasets").rglob("*.py"))


def loaded_by(code: str) -> set[str]:
    code += f"\nimport sys; print(*[name for name in {HEAVY} if name in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(result.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    "code",
    [
        "import synth; dir(synth)",
        "from synth.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass",
        "from synth.cli import main\ntry: main(['induce', '--help'])\nexcept SystemExit: pass",
        "from synth.cli import main\ntry: main(['jobs', 'submit', '--help'])\nexcept SystemExit: pass",
        "from synth.cli import main\ntry: main(['induce', 'nowhere'])\nexcept SystemExit: pass",
        "import differentiable",
    ],
)
def test_nothing_heavy_is_loaded_before_it_is_needed(code):
    assert loaded_by(code) <= ({"rich", "numpy"} if "nowhere" in code else set())


def test_the_language_loads_without_numba():
    assert "numba" not in loaded_by(
        "import dsl.expressions.expression, dsl.expressions.notation, dsl.charset, dsl.regex, synth.api"
    )


def test_an_objective_loads_numba_when_it_is_asked_first():
    made = "from searchers import problem, scoring\nscoring.make('mdl', problem.Problem.of(['ab', 'c']))"
    assert "numba" not in loaded_by(made)


@pytest.mark.parametrize("searcher", ["beam", "auto"])
def test_induction_with_the_beam_loads_no_framework(searcher):
    code = f"import synth; synth.induce(['ab1', 'cd22', 'e3'], searcher={searcher!r}, steps=1)"
    assert not loaded_by(code) & FRAMEWORKS
