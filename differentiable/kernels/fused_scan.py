"""A bank of automata reads strings on CUDA: a Triton program for each string and automaton, its states in registers."""

from __future__ import annotations

import torch
import triton
import triton.language as tl


def forward(arcs, symbols, lengths):
    """The last states (B, D, Q), scales (B, D, L) and all states (B, D, L + 1, Q) of `automata.scan.read`."""
    (rows, longest), (automata, classes, width, _) = symbols.shape, arcs.shape
    states = arcs.new_empty(rows, automata, longest + 1, width)
    scales = arcs.new_empty(rows, automata, longest)
    inputs = (arcs.contiguous(), symbols.contiguous(), lengths.contiguous())
    with torch.cuda.device_of(arcs):
        _read[rows, automata](*inputs, states, scales, longest, classes, width, triton.next_power_of_2(width))
    return states[:, :, -1].clone(), scales, states


@triton.jit
def _read(arcs, symbols, lengths, states, scales, longest, classes, width: tl.constexpr, room: tl.constexpr):
    row, automaton = tl.program_id(0).to(tl.int64), tl.program_id(1).to(tl.int64)
    chain = row * tl.num_programs(1) + automaton
    states += chain * (longest + 1) * width
    scales += chain * longest
    length = tl.load(lengths + row)
    place = tl.arange(0, room)  # as many as a power of two
    inside = place < width
    square, inside_square = place[:, None] * width + place[None, :], inside[:, None] & inside[None, :]
    now = tl.where(place == 0, 1.0, 0.0).to(arcs.dtype.element_ty)
    tl.store(states + place, now, mask=inside)
    for step in range(longest):
        going = step < length
        symbol = tl.load(symbols + row * longest + step)
        matrix = arcs + (automaton * classes + symbol) * width * width
        weights = tl.load(matrix + square, mask=inside_square, other=0.0)
        reached = tl.sum(now[:, None] * weights, 0)
        scale = tl.sum(reached, 0)
        shares = tl.where(scale > 0.0, reached / tl.where(scale > 0.0, scale, 1.0), 0.0)
        now = tl.where(going, shares, now)
        tl.store(states + (step + 1) * width + place, now, mask=inside)
        tl.store(scales + step, tl.where(going, scale, 1.0))
