"""The mask: which token may come next in a sequence that is to end, well-formed, within `limit` tokens.

What decides is how many parts are still owed: an operator owes its parts, and the first reference to a rule its body.
"""

from __future__ import annotations

import torch
from torch import Tensor

from searchers.policy import tokens as t


class Prefixes:
    """`count` sequences; `available` are the tokens that the problem has, (tokens,) or (count, tokens)."""

    def __init__(self, available: Tensor, limit: int, count: int) -> None:
        device = available.device
        self._arity = torch.from_numpy(t.ARITY).to(device)
        self._follows = torch.from_numpy(t.FOLLOWS).to(device)
        self._available = available
        self._has_rules = bool(available[..., t.REFS].any())
        self._left = limit
        self._none = torch.zeros(count, dtype=torch.int64, device=device)
        self._stack = self._none.new_zeros(count, limit + 2)  # the operator of each part that is owed
        self._depth = self._none + 1  # of the stack
        self._rules = self._none  # the last rule that was referred to
        self.owed = self._none + 1
        self.previous = self._none
        self.parent = self._none

    @property
    def ends(self) -> tuple[Tensor, Tensor, Tensor]:
        """What each sequence ends with: the last token, the operator whose part comes next, the parts owed."""
        return self.previous, self.parent, self.owed

    def allowed(self) -> Tensor:
        """Which tokens may come next, (count, tokens); END alone once nothing is owed."""
        room = self._left - self.owed
        allowed = self._available & self._follows[self.previous] & (self._cost() <= room[:, None])
        done = self.owed == 0
        allowed = allowed & ~done[:, None]
        allowed[:, t.END] = done
        return allowed

    def keep(self, rows: Tensor | slice) -> None:
        """Go on with some of the sequences only."""
        if self._available.dim() == 2:
            self._available = self._available[rows]
        self._none, self._stack, self._depth = self._none[rows], self._stack[rows], self._depth[rows]
        self._rules, self.owed = self._rules[rows], self.owed[rows]
        self.previous, self.parent = self.previous[rows], self.parent[rows]

    def _cost(self) -> Tensor:
        """Parts that each token makes owed, (tokens,) or (count, tokens); too many for a rule past the next new one."""
        if not self._has_rules:
            return self._arity
        ahead = torch.arange(t.RULES, device=self._none.device) - self._rules[:, None]
        cost = self._arity.repeat(len(self._none), 1)
        cost[:, t.REFS :] = torch.where(ahead > 1, self._left, ahead.clamp(min=0))
        return cost

    def advance(self, tokens: Tensor) -> None:
        """Put a token behind each sequence, (count,)."""
        arity = self._arity[tokens]
        going = self.owed.clamp(max=1)
        new = self._none
        if self._has_rules:
            reference = tokens - t.REFS
            new = (reference > self._rules).long()
            self._rules = torch.maximum(self._rules, reference)
        self.owed = self.owed - going + arity + new
        self._depth = (self._depth - going).clamp(min=0)
        for place in range(2):
            self._stack.scatter_(1, (self._depth + place)[:, None], tokens[:, None])
        self._depth = self._depth + arity
        self.previous = tokens
        if self._has_rules:  # the body of the next rule begins
            begins = (self._depth == 0) & (self.owed > 0)
            self._stack[:, 0] = torch.where(begins, t.END, self._stack[:, 0])
            self.previous = torch.where(begins, t.END, tokens)
            self._depth = self._depth + begins.long()
        self.parent = self._stack.gather(1, (self._depth - 1).clamp(min=0)[:, None])[:, 0]
        self._left -= 1
