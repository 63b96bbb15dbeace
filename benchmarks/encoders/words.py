"""Banks, grammars and pushdown automata over words, three ways.

`python -m benchmarks.encoders.words SST2.tsv AGNEWS.csv`

The loss of a linear classifier over the pooled vector, first and last twenty steps of a short training. The files are a
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

import numpy as np
import torch
from scipy.sparse import csr_matrix
from sklearn.cluster import KMeans
from sklearn.decomposition import TruncatedSVD
from sklearn.preprocessing import normalize

from differentiable import encoders

STRUCTURES = {"bank": {"random": 16, "states": 4}, "pcfg": {"nonterminals": 6}, "pushdown": {"symbols": 4}}
WORDS, LONGEST, BATCH, CLUSTERS, RATE = 2_000, 16, 32, 32, 1e-2
TEXTS = 4_000


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


def ways(vocabulary: list[str], texts: list[tuple[int, list[str]]]) -> dict[str, dict[str, object]]:
    """Given classes are clusters of words by the texts they stand in; labels are not looked at."""
    return {
        "learned": {"way": "learned", "classes": 8},
        "given": {"way": "given", "classes": clusters(vocabulary, texts)},
        "characters": {"way": "characters", "words": [word[:8] for word in vocabulary]},
    }


def clusters(vocabulary: list[str], texts: list[tuple[int, list[str]]]) -> list[int]:
    """The cluster of each word: k-means over directions of latent semantic analysis (Deerwester et al. 1990)."""
    numbers = {word: number for number, word in enumerate(vocabulary)}
    places = {(numbers[word], text) for text, (_, words) in enumerate(texts) for word in words if word in numbers}
    rows, columns = zip(*sorted(places), strict=True)
    counts = csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(len(vocabulary), len(texts)))
    found = TruncatedSVD(24, random_state=0).fit_transform(normalize(counts))
    return KMeans(CLUSTERS, n_init=1, random_state=0).fit_predict(normalize(found)).tolist()


def trained(name: str, settings: dict[str, object], texts: list[tuple[int, list[str]]], steps: int) -> None:
    counts = Counter(word for _, words in texts for word in words)
    vocabulary = ["?", *(word for word, _ in counts.most_common(WORDS - 1))]
    numbers = {word: number for number, word in enumerate(vocabulary)}
    for way, reading in ways(vocabulary, texts).items():
        torch.manual_seed(0)
        rng = random.Random(0)
        encoder = encoders.make(name, vocabulary=len(vocabulary), width=64, **settings, **reading)
        head = torch.nn.Linear(64, 1 + max(label for label, _ in texts))
        optimizer = torch.optim.Adam([*encoder.parameters(), *head.parameters()], RATE)
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
        first, last = (sum(part) / len(part) for part in (losses[:20], losses[-20:]))
        seconds = time.process_time() - begun
        print(f"{name:9} {way:11} loss {first:.3f} -> {last:.3f} in {steps} steps, {seconds:.1f} CPU-s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--steps", type=int, default=150)
    parser.add_argument("--structures", nargs="*", default=list(STRUCTURES), choices=list(STRUCTURES))
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    for path in arguments.files:
        texts = read(path)
        texts = random.Random(0).sample(texts, min(len(texts), TEXTS))
        print(f"{path.name}: {len(texts)} texts")
        for name in arguments.structures:
            trained(name, STRUCTURES[name], texts, arguments.steps)


if __name__ == "__main__":
    main()
