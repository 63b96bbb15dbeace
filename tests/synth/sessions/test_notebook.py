import json
from pathlib import Path

NOTEBOOK = Path(__file__).parents[3] / "examples" / "asking.ipynb"


def test_the_notebook_runs():
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    session = names["session"]
    assert session.result.best.language.accepts("KK-77777")
    assert 1 <= sum(said.asked for said in session.said) <= 5
