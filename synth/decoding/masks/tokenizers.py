"""What the tokens of tokenizers spell: byte-level BPE, SentencePiece with byte fallback, tiktoken, plain bytes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeGuard

from dsl.errors import ConfigurationError

END_NAMES = (
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|im_end|>",
    "<|eot_id|>",
    "<|eot|>",
    "<end_of_turn>",
    "</s>",
    "<eos>",
)
_BYTE_TOKEN = re.compile(r"<0x([0-9A-Fa-f]{2})>")
_HINT = "make a synth.decoding.Vocabulary of the bytes of its tokens"


class Encoding(Protocol):
    """What is used of an encoding as tiktoken has them."""

    n_vocab: int
    eot_token: int
    special_tokens_set: set[str]

    def decode_single_token_bytes(self, token: int) -> bytes: ...
    def encode_single_token(self, text_or_bytes: str | bytes) -> int: ...


def read_vocabulary(tokenizer: object) -> tuple[Sequence[bytes], Sequence[int]]:
    """The bytes of each token, b"" for control tokens, and the end tokens. Raises ConfigurationError."""
    if tokenizer == "bytes":
        return [*(bytes([byte]) for byte in range(256)), b""], [256]
    if _is_encoding(tokenizer):
        return _of_encoding(tokenizer)
    backend = getattr(tokenizer, "backend_tokenizer", tokenizer)
    if not hasattr(backend, "to_str"):
        raise ConfigurationError(f"the bytes of tokens cannot be read from {type(tokenizer).__name__}", hint=_HINT)
    return _of_backend(json.loads(backend.to_str()), getattr(tokenizer, "eos_token_id", None))


def _is_encoding(tokenizer: object) -> TypeGuard[Encoding]:
    return hasattr(tokenizer, "decode_single_token_bytes")


def _of_encoding(encoding: Encoding) -> tuple[Sequence[bytes], Sequence[int]]:
    special = {encoding.encode_single_token(name) for name in encoding.special_tokens_set}
    tokens = [b""] * encoding.n_vocab
    for token in set(range(encoding.n_vocab)) - special:
        try:
            tokens[token] = encoding.decode_single_token_bytes(token)
        except KeyError:  # numbers that no token has
            continue
    return tokens, [encoding.eot_token]


def _of_backend(description: dict[str, Any], end_token: int | None) -> tuple[Sequence[bytes], Sequence[int]]:
    numbers = _numbers(description["model"])
    added = {entry["content"]: entry["id"] for entry in description["added_tokens"]}
    special = {entry["id"] for entry in description["added_tokens"] if entry["special"]}
    spelled = _speller(description["decoder"])
    tokens = [b""] * (1 + max([*numbers.values(), *added.values()], default=-1))
    for content, token in {**numbers, **added}.items():
        if token not in special:
            tokens[token] = spelled(content)
    ends = [added[name] for name in END_NAMES if added.get(name) in special] if end_token is None else [end_token]
    return tokens, ends


def _numbers(model: dict[str, Any]) -> dict[str, int]:
    vocabulary = model["vocab"]
    if isinstance(vocabulary, dict):
        return vocabulary
    return {content: number for number, (content, _) in enumerate(vocabulary)}  # Unigram: a list of pairs


def _speller(decoder: dict[str, Any] | None) -> Callable[[str], bytes]:
    """What a token spells, as the decoder of its tokenizer makes text of it."""
    parts = _flat(decoder)
    kinds = {"Replace by a regex" if "Regex" in part.get("pattern", ()) else part["type"] for part in parts}
    if "ByteLevel" in kinds:
        return _spell_byte_level
    if not kinds or kinds - {"Replace", "ByteFallback", "Fuse", "Strip", "Metaspace"}:
        unknown = ", ".join(sorted(kinds - {"Replace", "ByteFallback", "Fuse", "Strip", "Metaspace"})) or "no decoder"
        raise ConfigurationError(f"the bytes of tokens cannot be told: the tokenizer has {unknown}", hint=_HINT)
    replaced = [(part["replacement"], " ") for part in parts if part["type"] == "Metaspace"]
    replaced += [(part["pattern"]["String"], part["content"]) for part in parts if part["type"] == "Replace"]
    has_bytes = "ByteFallback" in kinds

    def spell(content: str) -> bytes:
        byte = _BYTE_TOKEN.fullmatch(content) if has_bytes else None
        if byte is not None:
            return bytes([int(byte[1], 16)])
        for old, new in replaced:
            content = content.replace(old, new)
        return content.encode()

    return spell


def _flat(decoder: dict[str, Any] | None) -> list[dict[str, Any]]:
    if decoder is None:
        return []
    if decoder["type"] == "Sequence":
        return [part for inner in decoder["decoders"] for part in _flat(inner)]
    return [decoder]


def _spell_byte_level(content: str) -> bytes:
    try:
        return bytes(map(_BYTE_OF.__getitem__, content))
    except KeyError:  # an added token may hold any characters, and then stands for itself
        return content.encode()


# GPT-2's alphabet: printable Latin-1 stands for itself, the other bytes for the characters from 256 on, in order
_PRINTABLE = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
_BYTE_OF = {chr(byte): byte for byte in _PRINTABLE}
_BYTE_OF |= {chr(256 + place): byte for place, byte in enumerate(sorted({*range(256)} - {*_PRINTABLE}))}
