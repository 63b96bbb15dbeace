"""Word vectors that others have learned: GloVe's and word2vec's files of text."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

import torch
from torch import nn

from dsl.errors import ConfigurationError, ExampleError


def read_vectors(path: str | os.PathLike[str], words: Sequence[str], *, seed: int = 0) -> nn.Embedding:
    """The embedding of words, (len(words), d): vectors of a file, and for words it does not have some drawn like them.

    A line of the file is a word and its d numbers, with blanks between (Pennington et al. 2014); a first line of two
    numbers, as word2vec writes it, is passed over. Raises ConfigurationError when the file cannot be read, ExampleError
    when a line is no such line, or none of the words is there.
    """
    wanted = {word: place for place, word in enumerate(words)}
    found: dict[int, list[float]] = {}
    size = 0
    for number, line in enumerate(_lines(path), 1):
        parts = line.rstrip().split(" ")
        if number == 1 and len(parts) == 2:
            continue
        size = size or len(parts) - 1
        if not 0 < size < len(parts):
            raise _no_vector(path, number, size)
        word = " ".join(parts[:-size])  # some files have words with blanks
        if word in wanted:
            try:
                found[wanted[word]] = [float(part) for part in parts[-size:]]
            except ValueError:
                raise _no_vector(path, number, size) from None
    if not found:
        hint = "write them as the file does, in lower case for most of GloVe's"
        raise ExampleError(f"{path} has none of the {len(words)} words", hint=hint)
    known = torch.tensor(list(found.values()))  # (found, d)
    generator = torch.Generator().manual_seed(seed)
    vectors = known.mean(0) + known.std(correction=0) * torch.randn(len(words), size, generator=generator)
    vectors[list(found)] = known
    return nn.Embedding(len(words), size, _weight=vectors)


def _lines(path: str | os.PathLike[str]) -> Iterator[str]:
    try:
        with open(path, encoding="utf-8", newline="\n") as file:
            yield from file
    except OSError as error:
        raise ConfigurationError(f"cannot read {path}: {error.strerror}", hint="name a file of vectors") from None
    except UnicodeDecodeError:
        raise ExampleError(f"{path} is not UTF-8", hint="name a file of text, not one of binary vectors") from None


def _no_vector(path: str | os.PathLike[str], line: int, size: int) -> ExampleError:
    message = f"line {line} of {path} is not a word and {size or 'its'} numbers"
    return ExampleError(message, hint="give a file as GloVe writes it: the 0.418 0.24968 …")
