"""An LSTM, and the same with a bank of regular expressions beside it, on strings longer than any they were trained on.

    python examples/bank_beside_lstm.py lengths.png

Both learn from strings of up to 8 letters, in 300 steps, whether one has an even number of a's and an even number of
b's. The bank begins as two patterns that say so; the LSTM alone needs 1,500 steps. Needs pip install
'synth[torch,plot]'.
"""

import itertools
import random
import sys

import torch

from differentiable import encoders

LETTERS, END = "ab", 2
PATTERNS = ["b*(ab*ab*)*c", "a*(ba*ba*)*c"]  # even numbers of a, and of b; c is the end
LENGTHS = [8, 12, 20, 40, 80, 160]


def batch(texts: list[str]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The letters of each text and an end, with lengths and labels."""
    lengths = torch.tensor([len(text) + 1 for text in texts])
    ids = torch.full((len(texts), int(lengths.max())), END)
    for row, text in enumerate(texts):
        ids[row, : len(text)] = torch.tensor([LETTERS.index(letter) for letter in text], dtype=torch.int64)
    labels = torch.tensor([text.count("a") % 2 == text.count("b") % 2 == 0 for text in texts])
    return ids, lengths, labels.long()


def trained(encoder: encoders.Encoder, texts: list[str], steps: int = 300) -> torch.nn.Linear:
    """The encoder with a head on its pooled vector, trained on the texts."""
    head = torch.nn.Linear(encoder.width, 2)
    optimizer = torch.optim.Adam([*encoder.parameters(), *head.parameters()], 0.005)
    rng = random.Random(0)
    for _ in range(steps):
        ids, lengths, labels = batch(rng.sample(texts, 64))
        loss = torch.nn.functional.cross_entropy(head(encoder(ids, lengths).pooled), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return head


def accuracy(encoder: encoders.Encoder, head: torch.nn.Linear, length: int, count: int = 400) -> float:
    """The share of random texts of a length that are told rightly, half of them inside the language."""
    rng = random.Random(length)
    texts = ["".join(rng.choices(LETTERS, k=length)) for _ in range(8 * count)]
    inside = [text for text in texts if batch([text])[2].item()][: count // 2]
    outside = [text for text in texts if not batch([text])[2].item()][: count // 2]
    ids, lengths, labels = batch(inside + outside)
    with torch.no_grad():
        return float((head(encoder(ids, lengths).pooled).argmax(1) == labels).double().mean())


def main() -> None:
    torch.manual_seed(0)
    torch.set_num_threads(1)
    short = ["".join(text) for size in range(1, 9) for text in itertools.product(LETTERS, repeat=size)]
    bank = {"patterns": PATTERNS, "random": 0, "way": "given", "classes": [0, 1, 2], "frozen": True}
    made = {
        "lstm": encoders.make("lstm", vocabulary=3, width=32, causal=True),
        "lstm beside a bank": encoders.make(
            "concat", vocabulary=3, width=32, causal=True, parts=("lstm", "bank"), settings={"bank": bank}
        ),
    }
    found = {}
    for name, encoder in made.items():
        head = trained(encoder, short)
        found[name] = [accuracy(encoder, head, length) for length in LENGTHS]
        print(f"{name:20}", *(f"{length}: {share:.2f}" for length, share in zip(LENGTHS, found[name], strict=True)))
    if len(sys.argv) > 1:
        from matplotlib.figure import Figure

        figure = Figure(figsize=(6, 3.5), layout="constrained")
        axes = figure.subplots()
        for name, shares in found.items():
            axes.plot(LENGTHS, shares, marker="o", label=name)
        axes.set(xscale="log", xlabel="letters (trained on up to 8)", ylabel="told rightly", ylim=(0.4, 1.02))
        axes.set_xticks(LENGTHS, list(map(str, LENGTHS)))
        axes.legend()
        figure.savefig(sys.argv[1], dpi=120)


if __name__ == "__main__":
    main()
