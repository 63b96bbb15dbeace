"""Banks, grammars and pushdown automata over words, three ways.

`python -m benchmarks.encoders.words SST2.tsv AGNEWS.csv`

The loss of a linear classifier over the pooled vector, first and last ten steps of a short training. The files are a
line a text: label and words with a tab between them, or label, title and description in quotes.
"""

from __future__ import annotations

import argparse
import csv
import random
import re
import time
from collections import Counter
from pathlib import Path

import torch

from differentiable import encoders

STRUCTURES = {"bank": {"random": 16, "states": 4}, "pcfg": {"nonterminals": 8}, "pushdown": {"symbols": 4}}
WORDS, LONGEST, BATCH = 2_000, 24, 32


def read(path: Path) -> list[tuple[int, list[str]]]:
    """Labels and words."""
    with path.open(encoding="utf-8", newline="") as file:
        if path.suffix == ".csv":
            rows = [(row[0], row[-1]) for row in csv.reader(file)]
        else:
            rows = [tuple(line.rstrip("\n").split("\t", 1)) for line in file]
    found = [(label, re.findall(r"\w+|[^\w\s]", text)[:LONGEST]) for label, text in rows if label.isdigit()]
    if not found:  # the label stands behind the text
        found = [(text, re.findall(r"\w+|[^\w\s]", label)[:LONGEST]) for label, text in rows if text.isdigit()]
    numbers = {label: number for number, label in enumerate(sorted({label for label, _ in found}))}
    return [(numbers[label], words) for label, words in found if words]


def ways(vocabulary: list[str]) -> dict[str, dict[str, object]]:
    """Classes for the given ones are the shapes of words: lower case, capitalised, digits, signs."""
    shapes = [0 if word.islower() else 1 if word[:1].isupper() else 2 if word.isdigit() else 3 for word in vocabulary]
    return {
        "learned": {"way": "learned", "classes": 8},
        "given": {"way": "given", "classes": shapes},
        "characters": {"way": "characters", "words": [word[:12] for word in vocabulary]},
    }


def trained(name: str, settings: dict[str, object], texts: list[tuple[int, list[str]]], steps: int) -> None:
    counts = Counter(word for _, words in texts for word in words)
    vocabulary = ["?", *(word for word, _ in counts.most_common(WORDS - 1))]
    numbers = {word: number for number, word in enumerate(vocabulary)}
    own = ways(vocabulary)
    for way, reading in own.items():
        torch.manual_seed(0)
        rng = random.Random(0)
        encoder = encoders.make(name, vocabulary=len(vocabulary), width=64, **settings, **reading)
        head = torch.nn.Linear(64, 1 + max(label for label, _ in texts))
        optimizer = torch.optim.Adam([*encoder.parameters(), *head.parameters()], 5e-3)
        begun = time.process_time()
        losses = []
        for _ in range(steps):
            drawn = rng.sample(texts, BATCH)
            lengths = torch.tensor([len(words) for _, words in drawn])
            ids = torch.zeros(BATCH, int(lengths.max()), dtype=torch.int64)
            for row, (_, words) in enumerate(drawn):
                ids[row, : len(words)] = torch.tensor([numbers.get(word, 0) for word in words])
            labels = torch.tensor([label for label, _ in drawn])
            loss = torch.nn.functional.cross_entropy(head(encoder(ids, lengths).pooled), labels)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
            optimizer.step()
            losses.append(float(loss.detach()))
        first, last = (sum(part) / len(part) for part in (losses[:10], losses[-10:]))
        seconds = time.process_time() - begun
        print(f"{name:9} {way:11} loss {first:.3f} -> {last:.3f} in {steps} steps, {seconds:.1f} CPU-s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--steps", type=int, default=150)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    for path in arguments.files:
        texts = read(path)[:4_000]
        print(f"{path.name}: {len(texts)} texts")
        for name, settings in STRUCTURES.items():
            trained(name, settings, texts, arguments.steps)


if __name__ == "__main__":
    main()
