"""How words become the symbols that automata and grammars read.

characters   each word is read by itself, character by character
tokens       each word is one character, and a symbol
given        each word has a class: tags, clusters; patterns and grammars write class 0 as a, 1 as b, …
learned      each word belongs to classes with probabilities softmax(W e_w), or, hard, to the likeliest alone with the
             gradient of the probabilities
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters, digits
from typing import Final, Literal, get_args

import torch
from torch import Tensor, nn
from torch.nn import functional

from differentiable.automata.alphabet import Alphabet
from dsl.errors import ConfigurationError

Way = Literal["characters", "tokens", "given", "learned"]
WAYS: Final = get_args(Way)
LETTERS: Final = ascii_letters + digits  # of the classes
CLASSES: Final = 16
APART: Final = 2.0  # the logits of classes to begin with: alike, all words would be one symbol


def alphabet_of(way: Way, words: Sequence[str] | None, classes: Sequence[int] | int | None, vocabulary: int) -> str:
    """The characters that a structure is to read. Raises ConfigurationError where something is missing."""
    if way not in WAYS:
        raise ConfigurationError(f"no way {way!r} to read words", hint=f"ways: {', '.join(WAYS)}")
    if way in ("characters", "tokens"):
        if words is None or len(words) != vocabulary:
            message = f"{way} are read off the words, {0 if words is None else len(words)} of {vocabulary}"
            raise ConfigurationError(message, hint="give words=[…], one for each id, or classes")
        if way == "tokens" and any(len(word) != 1 for word in words):
            raise ConfigurationError("not every token is one character", hint="read their characters, or give classes")
        return "".join(sorted(set("".join(words))))
    count = _count(way, classes, vocabulary)
    if not 1 <= count <= len(LETTERS):
        raise ConfigurationError(f"{count} classes of words", hint=f"give 1 to {len(LETTERS)}")
    return LETTERS[:count]


def _count(way: Way, classes: Sequence[int] | int | None, vocabulary: int) -> int:
    if way == "learned":
        if classes is not None and not isinstance(classes, int):
            raise ConfigurationError("learned classes are not given", hint="say how many: classes=16")
        return CLASSES if classes is None else classes
    if classes is None or isinstance(classes, int) or len(classes) != vocabulary:
        raise ConfigurationError("the class of each id is not given", hint="classes=[…], one for each id")
    if min(classes) < 0:
        raise ConfigurationError(f"a class {min(classes)}", hint="classes are numbered from 0 on")
    return max(classes) + 1


class Reading(nn.Module):
    """The symbols of tokens for a structure over `alphabet`, each a distribution over its V symbols."""

    atoms: Tensor  # of each word (tokens, given), or of each class (learned)

    def __init__(
        self, embedding: nn.Embedding, alphabet: Alphabet, way: Way, words: Sequence[str] | None,
        classes: Sequence[int] | int | None, *, is_hard: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        self.is_given = way in ("tokens", "given")
        self.is_hard = is_hard
        self.size = len(alphabet)
        if way == "tokens" and words is not None:
            characters: Sequence[str] = words
        elif way == "given" and classes is not None and not isinstance(classes, int):
            characters = [LETTERS[number] for number in classes]
        else:
            characters = LETTERS[: _count(way, classes, embedding.num_embeddings)]
            self.layer = nn.Linear(embedding.embedding_dim, len(characters))
            nn.init.normal_(self.layer.weight, std=APART / embedding.embedding_dim**0.5)
        self.register_buffer("atoms", torch.tensor([alphabet.atoms.atom_of(character) for character in characters]))

    def forward(self, ids: Tensor, vectors: Tensor, *, is_hard: bool = False) -> Tensor:
        """How likely each token (B, L) is each symbol, (B, L, V), given its embedded vector (B, L, d)."""
        if self.is_given:
            return functional.one_hot(self.atoms[ids], self.size).to(vectors.dtype)
        shares = self.layer(vectors).softmax(-1)  # (B, L, classes)
        if self.is_hard or is_hard:
            chosen = functional.one_hot(shares.argmax(-1), shares.shape[-1]).to(shares.dtype)
            shares = chosen + shares - shares.detach()
        found: Tensor = shares @ functional.one_hot(self.atoms, self.size).to(shares.dtype)
        return found

    def flops(self, tokens: int) -> int:
        """Floating-point operations of so many tokens."""
        if self.is_given:
            return 0
        return 2 * tokens * self.layer.out_features * (self.layer.in_features + self.size)


class Spelling(nn.Module):
    """The characters of each word as symbols, so that a structure reads each distinct word of a batch once."""

    symbols: Tensor  # (vocabulary, longest)
    sizes: Tensor  # (vocabulary,)

    def __init__(self, alphabet: Alphabet, words: Sequence[str]) -> None:
        super().__init__()
        symbols, sizes = alphabet.batch(list(words), max_length=max(map(len, words), default=1))
        self.register_buffer("symbols", symbols)
        self.register_buffer("sizes", sizes)

    def distinct(self, ids: Tensor, there: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The symbols (U, longest) and lengths (U,) of the distinct words, and which of them each token is, (B, L)."""
        found, places = torch.unique(ids[there], return_inverse=True)
        sizes = self.sizes[found]
        which = torch.zeros_like(ids)
        which[there] = places
        return self.symbols[found, : max(int(sizes.max()), 1)], sizes, which
