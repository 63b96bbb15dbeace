"""Strings with an edit: what a contrastive loss tells the true ones from."""

from __future__ import annotations

import torch
from torch import Tensor


def corrupt(symbols: Tensor, lengths: Tensor, allowed: Tensor, stream: torch.Generator) -> tuple[Tensor, Tensor]:
    """Each string with one random edit: a symbol is replaced by another one, left out, or put in.

    `symbols` (B, L), `lengths` (B,) and the result (B, L + 1), (B,) are on the CPU, as `stream` is; `allowed` are the
    symbols to draw from. A string without symbols can only get one.
    """
    rows, longest = symbols.shape
    edit = torch.where(lengths > 0, torch.randint(3, (rows,), generator=stream), 2)  # replace, leave out, put in
    room = lengths + (edit == 2)
    place = (torch.rand(rows, generator=stream) * room).long()[:, None]  # (B, 1)
    drawn = allowed[torch.randint(len(allowed), (rows, 1), generator=stream)]
    padded = torch.nn.functional.pad(symbols, (0, 2))
    old = padded.gather(1, place)
    another = allowed[(torch.searchsorted(allowed, old) + 1) % len(allowed)]  # the next of the allowed symbols
    new = torch.where((edit[:, None] == 0) & (drawn == old), another, drawn)
    columns = torch.arange(longest + 1)[None]
    shift = torch.where(edit == 1, 1, torch.where(edit == 2, -1, 0))[:, None]
    source = columns + shift * ((columns > place) | ((edit[:, None] == 1) & (columns == place)))
    edited = padded.gather(1, source)
    written = (columns == place) & (edit != 1)[:, None]
    return torch.where(written, new, edited), lengths + torch.where(edit == 1, -1, (edit == 2).long())
