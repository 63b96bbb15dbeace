"""Files of text as one stream of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import torch
from torch import Tensor

from dsl.errors import ConfigurationError, ExampleError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

END: Final = 256  # the token around texts of bytes
HELD_OUT: Final = 20  # one part of so many is looked at, and not learned


class Corpus(NamedTuple):
    """The tokens to learn and those held out, each text followed by `end`."""

    tokens: Tensor  # int32 (all,)
    held_out: Tensor  # int32 (all,)
    vocabulary: int
    end: int


def read_corpus(paths: Sequence[str], tokenizer: str | None) -> Corpus:
    """The texts of files as bytes, or as tokens of a file of `tokenizers`; the last twentieth is held out.

    Raises ExampleError when a file is empty or not UTF-8, ConfigurationError when one cannot be read, or the tokenizer
    has no token for the end of a text.
    """
    texts = [_read(path) for path in paths]
    if tokenizer is None:
        parts = [np.frombuffer(text.encode(), np.uint8).astype(np.int32) for text in texts]
        size, end = END + 1, END
    else:
        loaded = load_tokenizer(tokenizer)
        end, size = _end_of(loaded), loaded.get_vocab_size()
        parts = [np.array(loaded.encode(text, add_special_tokens=False).ids, np.int32) for text in texts]
    stream = np.concatenate([part for own in parts for part in (own, np.array([end], np.int32))])
    first = len(stream) - max(len(stream) // HELD_OUT, 2)
    if first < 2:
        raise ExampleError(f"{len(stream)} tokens are too few to learn from", hint="give more text")
    return Corpus(torch.from_numpy(stream[:first]), torch.from_numpy(stream[first:]), size, end)


def load_tokenizer(path: str) -> Tokenizer:
    """The tokenizer in a file that `tokenizers` wrote. Raises ConfigurationError, MissingExtraError."""
    from dsl.errors import MissingExtraError

    try:
        from tokenizers import Tokenizer
    except ModuleNotFoundError:
        raise MissingExtraError("tokenizers", "decoders") from None
    try:
        return Tokenizer.from_file(path)
    except Exception as error:  # the library raises plain exceptions
        reason = str(error).partition("\n")[0]
        hint = "name a tokenizer.json, as Tokenizer.save writes it"
        raise ConfigurationError(f"cannot read the tokenizer {path}: {reason}", hint=hint) from None


def _end_of(tokenizer: Tokenizer) -> int:
    from synth.decoding.masks.vocabulary import Vocabulary

    ends = Vocabulary.of(tokenizer).end_tokens
    if not ends:
        hint = "add one of the usual names, such as </s> or <|endoftext|>"
        raise ConfigurationError("the tokenizer has no token for the end of a text", hint=hint)
    return int(min(ends))


def _read(path: str) -> str:
    try:
        text = Path(path).read_bytes().decode()
    except OSError as error:
        raise ConfigurationError(f"cannot read {path}: {error.strerror}", hint="name a file of text") from None
    except UnicodeDecodeError as error:
        raise ExampleError(f"{path} is not UTF-8: byte {error.start}", hint="convert it: iconv -t UTF-8") from None
    if not text.strip():
        raise ExampleError(f"{path} is empty", hint="name a file with text")
    return text
