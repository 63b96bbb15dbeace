"""Pairs of texts: commands with what they mean, sentences in two languages, premises with hypotheses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from synth.evaluation.readers.lines import File

_LABELS: Final = {"e": "entailment", "n": "neutral", "c": "contradiction"}


def read_commands(file: File) -> Iterator[tuple[list[str], list[str]]]:
    """The words of both sides of each line `IN: jump twice OUT: I_JUMP I_JUMP`. Raises DataError."""
    for number, line in file.lines():
        before, separator, after = line.partition(" OUT: ")
        if not line.strip():
            continue
        if not separator or not before.startswith("IN: "):
            raise file.fault(number, line[:60], "IN: words OUT: words")
        yield before.removeprefix("IN: ").split(), after.split()


def read_parallel(source: File, target: File) -> Iterator[tuple[str, str]]:
    """The lines of two files side by side. Raises DataError where one is longer."""
    first, second = list(source.lines()), list(target.lines())
    if len(first) != len(second):
        raise target.fault(len(second), f"{len(first)} lines in {source.name}", "as many lines")
    for (_, one), (_, other) in zip(first, second, strict=True):
        yield one, other


def read_inference(file: File) -> Iterator[tuple[str, str, str]]:
    """Premise, hypothesis and label of each line of JSON, as SNLI, MultiNLI or ANLI name them, without those of `-`.

    Raises DataError on a label that is none of entailment, neutral and contradiction.
    """
    for number, row in file.json_lines():
        keys = ("context", "hypothesis", "label") if "context" in row else ("sentence1", "sentence2", "gold_label")
        missing = [key for key in keys if key not in row]
        if missing:
            raise file.fault(number, f"no {missing[0]!r}", f"an object with {', '.join(keys)}")
        premise, hypothesis, label = (str(row[key]) for key in keys)
        label = _LABELS.get(label, label)
        if label == "-":
            continue
        if label not in _LABELS.values():
            raise file.fault(number, f"the label {label!r}", ", ".join(_LABELS.values()))
        yield premise, hypothesis, label
