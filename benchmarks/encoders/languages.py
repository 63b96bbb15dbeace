"""Dyck-2, aⁿbⁿ and w#wᴿ: strings, what may follow each symbol, and labels."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, NamedTuple

import torch
from torch import Tensor

ALPHABETS: Final = {"dyck-2": "()[]$", "counts": "ab$", "marked": "ab#$"}  # $: the end
CLOSING: Final = {"(": ")", "[": "]"}


class Batch(NamedTuple):
    """Symbols (B, L), lengths (B,), and which symbols may follow each, (B, L, V)."""

    symbols: Tensor
    lengths: Tensor
    following: Tensor


def draw(name: str, length: int, rng: random.Random) -> str:
    """A string of about this length."""
    if name == "counts":
        return "a" * (length // 2) + "b" * (length // 2)
    if name == "marked":
        half = "".join(rng.choices("ab", k=(length - 1) // 2))
        return f"{half}#{half[::-1]}"
    text: list[str] = []
    opened: list[str] = []
    while len(text) + len(opened) < length - length % 2:
        if opened and rng.random() < 0.5:
            text.append(opened.pop())
        else:
            bracket = rng.choice("([")
            text.append(bracket)
            opened.append(CLOSING[bracket])
    return "".join([*text, *reversed(opened)])


def following(name: str, text: str) -> list[set[str]]:
    """What may come behind each symbol."""
    if name == "counts":
        half = len(text) // 2
        return [{"a", "b"} if place < half else {"b"} for place in range(len(text) - 1)] + [{"$"}]
    if name == "marked":
        half = len(text) // 2
        return [{"a", "b", "#"}] * half + [{symbol} for symbol in text[half + 1 :]] + [{"$"}]
    found, opened = [], []
    for symbol in text:
        if symbol in CLOSING:
            opened.append(CLOSING[symbol])
        else:
            opened.pop()
        found.append({"(", "[", opened[-1] if opened else "$"})
    return found


def batch(name: str, texts: Sequence[str]) -> Batch:
    """Strings as tensors."""
    alphabet = ALPHABETS[name]
    lengths = torch.tensor([len(text) for text in texts])
    symbols = torch.zeros(len(texts), int(lengths.max()), dtype=torch.int64)
    labels = torch.zeros(*symbols.shape, len(alphabet))
    for row, text in enumerate(texts):
        symbols[row, : len(text)] = torch.tensor([alphabet.index(symbol) for symbol in text])
        for place, allowed in enumerate(following(name, text)):
            labels[row, place, [alphabet.index(symbol) for symbol in allowed]] = 1.0
    return Batch(symbols, lengths, labels)


def drawn(name: str, count: int, least: int, most: int, rng: random.Random) -> list[str]:
    """Strings of lengths from `least` to `most`; those of marked are odd, of the others even."""
    odd = name == "marked"
    lengths = [length for length in range(max(least, 2), most + 1) if length % 2 == odd] or [most + odd]
    return [draw(name, rng.choice(lengths), rng) for _ in range(count)]
