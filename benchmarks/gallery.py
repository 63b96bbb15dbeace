"""What is found for everyday formats, to be read: `python -m benchmarks.gallery` writes benchmarks/GALLERY.md.

Every second of the validation formats of benchmarks/corpus, twenty examples each, nothing to reject, no time limit.
"""

from __future__ import annotations

from pathlib import Path
from statistics import fmean
from typing import Final

import synth
from benchmarks.corpus.formats import FORMATS, validation_tasks
from benchmarks.corpus.tasks import Task

FILE: Final = Path(__file__).with_name("GALLERY.md")
EVERY: Final = 2
SHOWN: Final = 3  # examples of each
HEAD: Final = """# Gallery

What `synth.induce` answers for everyday formats, from twenty examples of each (`python -m benchmarks.gallery`).
*right*: it accepts all of thirty further values and none of thirty near misses; else the shares that it accepts and
rejects. The last column is the pattern that the examples were drawn by.

| format | examples | found | | drawn by |
|---|---|---|---|---|
"""


def code(text: str) -> str:
    """A text in a cell of a table."""
    text = text.replace("|", "\\|")
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def row(task: Task, pattern: str) -> str:
    """The line of a format."""
    best = synth.induce(task["positives"], kind="regex", seed=0).best
    recall = fmean(best.language.accepts_all(task["test_positives"]))
    rejection = 1 - fmean(best.language.accepts_all(task["test_negatives"]))
    told = "right" if recall == rejection == 1 else f"{recall:.2f} / {rejection:.2f}"
    shown = " ".join(map(code, task["positives"][:SHOWN]))
    return f"| {task['id'].replace('-', ' ')} | {shown} | {code(best.pattern)} | {told} | {code(pattern)} |\n"


def main() -> None:
    tasks = [*zip(validation_tasks("clean20", 0), FORMATS, strict=True)][::EVERY]
    rows = [row(task, format.pattern) for task, format in tasks]
    FILE.write_text(HEAD + "".join(rows), encoding="utf-8")
    print(f"{len(rows)} formats, {sum('| right |' in line for line in rows)} of them right")


if __name__ == "__main__":
    main()
