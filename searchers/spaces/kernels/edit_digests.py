"""Which edits made many programs of one, in one compiled pass."""

from __future__ import annotations

from typing import Final

from dsl.kernels.compilation.decorators import device, entry
from dsl.kernels.digest import BASE, mix

CONTEXT: Final = 8  # tokens on either side of an edit that are part of it


@entry
def digest_edits(program, tokens, offsets, digests):
    """Fill `digests`, uint64 (programs,): of the tokens of `program` that another has not, of those that it has in
    their place, and of up to CONTEXT that both have before and behind them. Program i is tokens[offsets[i] :
    offsets[i + 1]]."""
    for index in range(offsets.size - 1):
        other = tokens[offsets[index] : offsets[index + 1]]
        shorter = min(program.size, other.size)
        start = 0
        while start < shorter and program[start] == other[start]:
            start += 1
        behind = 0
        while behind < shorter - start and program[program.size - 1 - behind] == other[other.size - 1 - behind]:
            behind += 1
        end = program.size - behind
        value = _digest(program, max(0, start - CONTEXT), start, BASE)
        value = _digest(program, start, end, value)
        value = _digest(other, start, other.size - behind, value)
        digests[index] = _digest(program, end, min(end + CONTEXT, program.size), value)


@device
def _digest(tokens, start, end, value):
    for place in range(start, end):
        value = mix(value, tokens[place])
    return mix(value, end - start)
