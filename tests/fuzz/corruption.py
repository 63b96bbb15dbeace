"""Files as a failing disk, a careless editor or a stranger leaves them: `corruptions(rng, files)`, from a seed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any, Final

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save

Files = dict[str, bytes]

STRANGE: Final = (  # values in the place of others
    None, True, False, 0, 1, -1, 0.5, 3.0, 2**31, 2**63, -(2**63), 10**400, 1e308, float("nan"), float("inf"), "",
    "é\0", "\ud800", "(", "(" * 5_000, "a" * 200_000, "(a{32000}){32000}", "~1000(~1000(~1000a))", "start: start",
    'start: "a"~100001', "a|b", "../outside", "regex", "cfg", [], {}, [None], [[]], {"": None}, [1, 2], ["a", "b"],
)  # fmt: skip
PIECES: Final = (  # of bytes within others
    b"\0", b"\n", b"\r\n", b"\xff\xfe", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"[" * 100_000, b'{"a":' * 50_000,
    b"9" * 5_000, b"\\ud800", b"\x1b]0;title\x07", "\u202e\u200b".encode(), b'"', b"}", b"]", b",", b"=", b"nan", b"-1",
)  # fmt: skip


def corruptions(rng: random.Random, files: Files) -> Iterator[tuple[str, Files]]:
    """Without end: what was done to a file or two, and what is there then. A directory is a name that ends in "/"."""
    names = sorted(files)
    while True:
        name = rng.choice(names)
        kind = rng.choice(list(KINDS))
        changed = KINDS[kind](rng, dict(files), name)
        if changed is not None and changed != files:
            yield f"{name}: {kind}", changed


def _of_bytes(change: Callable[[random.Random, bytes], bytes]) -> Callable[[random.Random, Files, str], Files]:
    def apply(rng: random.Random, files: Files, name: str) -> Files:
        return {**files, name: change(rng, files[name])}

    return apply


def _place(rng: random.Random, data: bytes) -> int:
    return rng.randrange(len(data) + 1)


def _cut(rng: random.Random, data: bytes) -> bytes:
    return data[: _place(rng, data)]


def _flipped(rng: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 8]) if data else 0):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _overwritten(rng: random.Random, data: bytes) -> bytes:
    place = _place(rng, data)
    noise = rng.randbytes(rng.choice([1, 4, 64]))
    return data[:place] + noise + data[place + len(noise) :]


def _with_piece(rng: random.Random, data: bytes) -> bytes:
    place = _place(rng, data)
    return data[:place] + rng.choice(PIECES) + data[place:]


def _of_lines(change: Callable[[random.Random, list[bytes]], None]) -> Callable[[random.Random, bytes], bytes]:
    def apply(rng: random.Random, data: bytes) -> bytes:
        lines = data.splitlines(keepends=True)
        if lines:
            change(rng, lines)
        return b"".join(lines)

    return apply


def _without_line(rng: random.Random, lines: list[bytes]) -> None:
    del lines[rng.randrange(len(lines))]


def _with_line_twice(rng: random.Random, lines: list[bytes]) -> None:
    lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))


def _shuffled(rng: random.Random, lines: list[bytes]) -> None:
    rng.shuffle(lines)


def _missing(rng: random.Random, files: Files, name: str) -> Files:
    del files[name]
    return files


def _directory(rng: random.Random, files: Files, name: str) -> Files:
    del files[name]
    return {**files, f"{name}/": b""}


def _swapped(rng: random.Random, files: Files, name: str) -> Files:
    other = rng.choice(sorted(files))
    return {**files, name: files[other], other: files[name]}


def _with_other_value(rng: random.Random, files: Files, name: str) -> Files | None:
    """A value of JSON or TOML in the place of another, a name left out, or one more."""
    data = files[name]
    if name.endswith(".toml"):
        return {**files, name: _toml(rng, data)}
    if name.endswith(".safetensors"):
        return _with_other_array(rng, files, name)
    lines = data.splitlines(keepends=True) if name.endswith(".jsonl") else [data]
    if not lines:
        return None
    number = rng.randrange(len(lines))
    try:
        value = json.loads(lines[number])
        whole = isinstance(value, dict) and isinstance(value.get("checkpoint"), str) and rng.random() < 0.9
        if whole:  # a checkpoint is a text in a text
            value["checkpoint"] = json.dumps(changed_value(rng, json.loads(value["checkpoint"])))
        else:
            value = changed_value(rng, value)
    except ValueError:
        return None
    lines[number] = json.dumps(value).encode() + (b"\n" if name.endswith(".jsonl") else b"")
    return {**files, name: b"".join(lines)}


def changed_value(rng: random.Random, value: Any) -> Any:
    """A value of JSON with something else somewhere in it."""
    inner = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    if not inner or rng.random() < 0.1:
        return rng.choice(STRANGE)
    changed: Any = dict(value) if isinstance(value, dict) else list(value)
    chosen = rng.choice(inner)
    match rng.randrange(8):
        case 0:
            del changed[chosen]
        case 1 if isinstance(changed, list):
            changed.append(rng.choice([*STRANGE, *value]))
        case 1:
            changed[rng.choice(["more", "kind", ""])] = rng.choice(STRANGE)
        case 2:
            changed[chosen] = changed[rng.choice(inner)]
        case _:
            changed[chosen] = changed_value(rng, changed[chosen])
    return changed


def _toml(rng: random.Random, data: bytes) -> bytes:
    lines = data.decode(errors="replace").splitlines(keepends=True)
    settings = [number for number, line in enumerate(lines) if " = " in line]
    if settings:
        number = rng.choice(settings)
        name, _, _ = lines[number].partition(" = ")
        value = (
            json.dumps(rng.choice(STRANGE)).replace("null", "2024-01-05").replace("NaN", "nan").replace("Inf", "inf")
        )
        lines[number] = f"{name if rng.random() < 0.9 else name + 's'} = {value}\n"
    return "".join(lines).encode(errors="backslashreplace")


def _with_other_array(rng: random.Random, files: Files, name: str) -> Files | None:
    try:
        arrays = load(files[name])
    except (SafetensorError, ValueError):
        return None
    if not arrays:
        return None
    chosen = rng.choice(sorted(arrays))
    match rng.randrange(6):
        case 0:
            del arrays[chosen]
        case 1:
            arrays[chosen] = arrays[chosen][..., :0] if arrays[chosen].ndim else arrays[chosen].reshape(1)
        case 2:
            with np.errstate(invalid="ignore"):  # infinity as a whole number is as good a damage as any
                arrays[chosen] = arrays[chosen].astype(rng.choice(["float32", "int8", "uint64", "bool"]))
        case 3:
            arrays[chosen] = arrays[chosen].reshape(-1)
        case 4:
            arrays[chosen] = arrays[rng.choice(sorted(arrays))]
        case _:
            arrays[f"{chosen}x"] = arrays.pop(chosen)
    return {**files, name: save(arrays)}


KINDS: Final[dict[str, Callable[[random.Random, Files, str], Files | None]]] = {
    "cut off": _of_bytes(_cut),
    "bits flipped": _of_bytes(_flipped),
    "overwritten": _of_bytes(_overwritten),
    "something put in": _of_bytes(_with_piece),
    "empty": _of_bytes(lambda rng, data: b""),
    "NULs": _of_bytes(lambda rng, data: bytes(len(data))),
    "twice": _of_bytes(lambda rng, data: 2 * data),
    "without a line": _of_bytes(_of_lines(_without_line)),
    "with a line twice": _of_bytes(_of_lines(_with_line_twice)),
    "lines shuffled": _of_bytes(_of_lines(_shuffled)),
    "missing": _missing,
    "a directory": _directory,
    "swapped with another": _swapped,
    "another value": _with_other_value,
    "other values": lambda rng, files, name: _with_other_value(rng, _with_other_value(rng, files, name) or files, name),
}


def sealed(files: Files) -> Files:
    """The files with every digest right, as a forger would leave them."""
    files = dict(files)
    for name in files:
        if name.endswith("/state.json"):
            files[name] = _sealed_checkpoint(
                files[name], files.get(name.replace("state.json", "arrays.safetensors"), b"")
            )
    config = files.get("config.toml", b"").decode(errors="backslashreplace")
    first, _, rest = config.partition("\n")
    for name in ("examples.jsonl", "reject.jsonl", "tasks.jsonl"):
        if name in files:
            lines = [line for line in rest.splitlines() if not line.startswith(f'"{name}" = ')]
            if len(lines) < len(rest.splitlines()):
                place = lines.index("[inputs]") + 1 if "[inputs]" in lines else len(lines)
                lines.insert(place, f'"{name}" = "{sha256(files[name]).hexdigest()}"')
                rest = "\n".join(lines) + "\n"
    if first.startswith("sha256 = "):
        files["config.toml"] = f'sha256 = "{sha256(rest.encode()).hexdigest()}"\n{rest}'.encode()
    return files


def _sealed_checkpoint(data: bytes, arrays: bytes) -> bytes:
    try:
        whole = json.loads(data)
        values = json.loads(whole["checkpoint"])
        values["arrays"] = sha256(arrays).hexdigest()
        whole["checkpoint"] = json.dumps(values)
        whole["sha256"] = sha256(whole["checkpoint"].encode()).hexdigest()
        return json.dumps(whole).encode()
    except (ValueError, TypeError, KeyError, RecursionError):
        return data
