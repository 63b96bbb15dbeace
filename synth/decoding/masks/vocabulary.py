"""What the tokens of a model spell, in bytes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dsl.errors import ConfigurationError


class ByteTrie(NamedTuple):
    """The tokens as a trie of bytes in preorder, as kernels/tries.py has it; `tokens` are sorted by spelling."""

    bytes_read: NDArray[np.uint8]
    depths: NDArray[np.int32]
    ends: NDArray[np.int32]
    firsts: NDArray[np.int32]
    tokens: NDArray[np.int32]


class Vocabulary:
    """`tokens[i]` is what token i spells, in bytes; b"" for one that never stands for text, such as a control token.

    `end_tokens` end a text. They spell nothing, whatever their bytes say. Raises ConfigurationError on end tokens that
    do not exist, and where there are none.
    """

    def __init__(self, tokens: Sequence[bytes], end_tokens: Collection[int]) -> None:
        self.end_tokens = tuple(sorted(set(end_tokens)))
        if not self.end_tokens:
            hint = "name the tokens that end a text: end_tokens=[2]"
            raise ConfigurationError("the vocabulary has no end token", hint=hint)
        outside = [token for token in self.end_tokens if not 0 <= token < len(tokens)]
        if outside:
            hint = "end tokens are token numbers"
            raise ConfigurationError(f"there is no end token {outside[0]} among {len(tokens):,} tokens", hint=hint)
        ends = set(self.end_tokens)
        self.tokens = tuple(b"" if token in ends else spelling for token, spelling in enumerate(tokens))

    @classmethod
    def of(cls, tokenizer: object, *, end_tokens: Collection[int] | None = None) -> Vocabulary:
        """The vocabulary of a tokenizer.

        A `tokenizers.Tokenizer`, a tokenizer of `transformers` that is backed by one, an encoding as tiktoken has them,
        the word "bytes", or a Vocabulary, which stays as it is. `end_tokens` are read off the tokenizer when they are
        not given. Raises ConfigurationError where the bytes of tokens cannot be told.
        """
        from synth.decoding.masks.tokenizers import read_vocabulary

        if isinstance(tokenizer, Vocabulary):
            return tokenizer if end_tokens is None else cls(tokenizer.tokens, end_tokens)
        tokens, found = read_vocabulary(tokenizer)
        return cls(tokens, found if end_tokens is None else end_tokens)

    def __len__(self) -> int:
        return len(self.tokens)

    def decode(self, tokens: Sequence[int]) -> bytes:
        """What tokens spell together."""
        return b"".join(self.tokens[token] for token in tokens)

    @cached_property
    def bytes_present(self) -> frozenset[int]:
        """The bytes that occur in any token."""
        return frozenset(np.unique(self.trie.bytes_read[1:]).tolist())

    @cached_property
    def bytes_alone(self) -> frozenset[int]:
        """The bytes that are tokens."""
        return frozenset(spelling[0] for spelling in self.tokens if len(spelling) == 1)

    @cached_property
    def numbers(self) -> dict[bytes, int]:
        """The first token that spells some bytes."""
        return {spelling: token for token, spelling in reversed(list(enumerate(self.tokens))) if spelling}

    def encode(self, text: bytes) -> list[int] | None:
        """The fewest tokens that spell `text`, None when none do. A tokenizer may well choose others."""
        longest = int(self.trie.depths.max())
        best: list[list[int] | None] = [[]]
        for end in range(1, len(text) + 1):
            ways = (
                [*before, token]
                for begin in range(max(0, end - longest), end)
                if (before := best[begin]) is not None and (token := self.numbers.get(text[begin:end])) is not None
            )
            best.append(min(ways, key=len, default=None))
        return best[-1]

    @cached_property
    def trie(self) -> ByteTrie:
        """The tokens as a trie of bytes."""
        from synth.decoding.masks.kernels.tries import byte_trie

        ordered = sorted((token for token, spelling in enumerate(self.tokens) if spelling), key=self.tokens.__getitem__)
        data = np.frombuffer(b"".join(self.tokens[token] for token in ordered), dtype=np.uint8)
        offsets = np.cumsum([0, *(len(self.tokens[token]) for token in ordered)])
        bytes_read, depths, ends, firsts = byte_trie(data, offsets)
        return ByteTrie(bytes_read, depths, ends, firsts, np.array(ordered, dtype=np.int32))
