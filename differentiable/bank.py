"""Regular expressions as a layer: automata whose arcs are probabilities (docs/design.md, "Relaxed automata")."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal, Self, get_args

import torch
from torch import Tensor, nn

from differentiable import weights
from differentiable.automata.alphabet import Alphabet
from differentiable.automata.dfa_tensor import DFATensor
from differentiable.automata.scan import Read, read
from differentiable.automata.snapping import Minimise, SnapBack, snap_back
from differentiable.precision import check_precision
from dsl.errors import ConfigurationError, LimitError
from dsl.expressions.expression import Expression
from dsl.expressions.notation import parse

Mode = Literal["accept", "generative", "weighted"]
MODES: Final = get_args(Mode)
MAX_STATES: Final = 256
MAX_LENGTH: Final = 10_000
MAX_ARCS: Final = 1 << 28  # numbers in a bank: one gigabyte of float32
GAP: Final = 8.0  # logits of what an automaton does, above those of what it does not
FROZEN: Final = 4.0  # times the gap: out of reach of any gradient
FAINT: Final = GAP / 2  # a choice so far below the likeliest of its state is none


class RegexBank(nn.Module):
    """D automata of Q states over an alphabet of V symbols that read strings together, with gradients.

    accept        each state goes to the next with probabilities over the next states; a string is accepted with
                  probability Σ_j s_L[j] · σ(ends[j])
    generative    each state stops, or writes a symbol that strings may contain and goes on, with probabilities over all
                  these choices; the result is the log-probability of writing the string, a symbol spread evenly over
                  its characters
    weighted      arcs and ends have any positive weights; the result is the logarithm of the sum over all paths

    `arcs` (D, Q, V, Q) and `ends` (D, Q) are the logits, divided by `temperature`; state 0 is the start.
    """

    arcs: nn.Parameter
    ends: nn.Parameter
    temperature: Tensor
    symbols: Tensor
    readable: Tensor
    spread: Tensor

    def __init__(
        self, alphabet: Alphabet, arcs: Tensor, ends: Tensor, *, mode: Mode = "accept", max_length: int = MAX_LENGTH
    ) -> None:
        super().__init__()
        if mode not in MODES:
            raise ConfigurationError(f"no mode {mode!r}", hint=f"modes: {', '.join(MODES)}")
        check_precision(arcs.dtype, "bank")
        if ends.dim() != 2 or arcs.shape != (*ends.shape, len(alphabet), ends.shape[-1]):
            shapes = f"arcs of {tuple(arcs.shape)} and ends of {tuple(ends.shape)}"
            hint = f"they are (D, Q, {len(alphabet)}, Q) and (D, Q) for D automata of Q states"
            raise ConfigurationError(f"no bank has {shapes}", hint=hint)
        self.alphabet = alphabet
        self.mode = mode
        self.max_length = max_length
        self.arcs = nn.Parameter(arcs)
        self.ends = nn.Parameter(ends)
        self.register_buffer("temperature", torch.ones((), dtype=arcs.dtype))
        self.register_buffer("symbols", alphabet.to_tensor())  # so that weights know which alphabet they are for
        self.register_buffer("readable", alphabet.readable(), persistent=False)
        self.register_buffer("spread", alphabet.sizes().log().to(arcs.dtype), persistent=False)
        self.register_load_state_dict_pre_hook(_refuse_other_alphabet)  # type: ignore[no-untyped-call]
        self._check_finite()

    # ---------------------------------------------------------------------------------------------------- making

    @classmethod
    def from_patterns(
        cls, patterns: Iterable[str | Expression], alphabet: str | Alphabet | None = None, mode: Mode = "accept", *,
        random: int = 0, states: int = 2, noise: float = 0.0, loose: float = 0.0, seed: int = 0,
        dtype: torch.dtype = torch.float32, max_states: int = MAX_STATES, max_length: int = MAX_LENGTH,
    ) -> Self:  # fmt: skip
        """A bank that begins as the automata of `patterns`, with `random` random automata behind them.

        Automata are padded to at least `states` states, the spare ones random, and `noise` is the standard deviation
        of what is added to the logits. With `loose` (nats, below GAP) a state comes that much more easily to the states
        it has arcs to by reading other symbols, and sinks stay sinks: training then moves literals before it moves
        structure. `alphabet` are the characters that strings may contain; without it they may
        contain any, and those that no pattern names share a symbol. Raises PatternError, LimitError on a pattern that
        needs more than `max_states` states and on a bank that is too large, ConfigurationError on an unknown mode.
        """
        expressions = [parse(pattern) if isinstance(pattern, str) else pattern for pattern in patterns]
        if not expressions and not random:
            raise ConfigurationError("a bank needs at least one automaton", hint="give patterns, or random=1")
        if not isinstance(alphabet, Alphabet):
            alphabet = Alphabet.of(expressions, alphabet or "", closed=alphabet is not None)
        tensor = DFATensor.compile(expressions, alphabet, max_states=max_states, states=states)
        shape = (len(expressions) + random, tensor.following.shape[1], len(alphabet))
        _check_room(shape)
        stream = torch.Generator().manual_seed(seed)
        arcs, ends = _random_logits(shape, alphabet, stream, dtype)
        more = _random_logits(shape, alphabet, stream, dtype)[0] * noise
        for number, size in enumerate(tensor.sizes):
            own, own_ends = _logits_of(tensor, number, mode)
            if loose:
                own, own_ends = _loosened(tensor, number, own, own_ends, loose)
            arcs[number, :size] = own[:size].to(dtype)
            ends[number, :size] = own_ends[:size].to(dtype)
        return cls(alphabet, arcs + more, ends, mode=mode, max_length=max_length)

    @classmethod
    def random(
        cls, count: int, states: int, alphabet: str | Alphabet, mode: Mode = "accept", *, seed: int = 0,
        dtype: torch.dtype = torch.float32, max_length: int = MAX_LENGTH,
    ) -> Self:  # fmt: skip
        """A bank of `count` automata with random logits. Raises LimitError on a bank that is too large."""
        if count < 1 or states < 1:
            raise ConfigurationError(f"no bank of {count} automata with {states} states", hint="give at least one")
        if isinstance(alphabet, str):
            alphabet = Alphabet.of([], alphabet, closed=True)
        shape = (count, states, len(alphabet))
        _check_room(shape)
        arcs, ends = _random_logits(shape, alphabet, torch.Generator().manual_seed(seed), dtype)
        return cls(alphabet, arcs, ends, mode=mode, max_length=max_length)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the bank as safetensors. Raises ConfigurationError when that fails."""
        settings = {"mode": self.mode, "max_length": str(self.max_length)}
        weights.save(path, "RegexBank", self.state_dict(), settings)

    @classmethod
    def load(cls, path: str | os.PathLike[str], alphabet: Alphabet | None = None) -> Self:
        """The bank in a file, which must be one for `alphabet` when that is given. Raises ConfigurationError."""
        with weights.loaded(path, "RegexBank") as (tensors, settings):
            if alphabet is not None and not torch.equal(tensors["symbols"], alphabet.to_tensor()):
                raise _other_alphabet(str(path))
            bank = cls(
                Alphabet.from_tensor(tensors["symbols"]), tensors["arcs"], tensors["ends"],
                mode=settings["mode"], max_length=int(settings["max_length"]),  # type: ignore[arg-type]
            )  # fmt: skip
            bank.load_state_dict(tensors)
        return bank

    # --------------------------------------------------------------------------------------------------- reading

    def forward(self, batch: Sequence[str] | Tensor, lengths: Tensor | None = None) -> Tensor:
        """What the mode says of each string and automaton, (B, D): probabilities, log-probabilities or log-weights.

        `batch` is a list of strings, or symbols (B, L) with `lengths` (B,), without which all are L long. Raises
        ExampleError on an empty batch and on a character outside the alphabet, LimitError on a string beyond
        `max_length`, ConfigurationError on logits that are not finite.
        """
        symbols, lengths = self._batch(batch, lengths)
        there = (torch.arange(symbols.shape[1], device=symbols.device) < lengths[:, None])[..., None]  # (B, L, 1)
        if self.mode == "weighted":
            return self._log_weights(symbols, lengths, there)
        found = self._read(symbols, lengths)
        ended = (found.last * self.end_weights()).sum(-1)  # (B, D)
        if self.mode == "accept":
            return ended
        paths = ended.log() + found.scales.log().sum(-1)  # (B, D)
        return paths - (self.spread[symbols][..., None] * there).sum(1)

    def states(self, batch: Sequence[str] | Tensor, lengths: Tensor | None = None) -> Tensor:
        """The states before and behind each symbol, as shares of 1, (B, D, L + 1, Q); as they are behind the end."""
        return self._read(*self._batch(batch, lengths)).states

    def log_odds(self, batch: Sequence[str] | Tensor, lengths: Tensor | None = None) -> Tensor:
        """Of mode accept, the logarithm of accepting over rejecting, (B, D): the logits of a cross-entropy."""
        last = self._read(*self._batch(batch, lengths)).last  # (B, D, Q)
        ends = self.ends / self.temperature
        least = torch.finfo(last.dtype).tiny
        accepted, rejected = ((last * torch.sigmoid(sign * ends)).sum(-1).clamp(min=least) for sign in (1, -1))
        return accepted.log() - rejected.log()

    def hard(self) -> HardBank:
        """The automata that the bank is nearest to, to be called in the same way; answers are exactly 0 or 1."""
        return HardBank(self.automata().to(self.arcs.device), self.max_length)

    def _batch(self, batch: Sequence[str] | Tensor, lengths: Tensor | None) -> tuple[Tensor, Tensor]:
        symbols, lengths = self.alphabet.batch(batch, lengths, max_length=self.max_length)
        return symbols.to(self.arcs.device), lengths.to(self.arcs.device)

    def _read(self, symbols: Tensor, lengths: Tensor) -> Read:
        self._check_finite()
        weights = self._relative_arcs()[0] if self.mode == "weighted" else self.arc_weights()
        return read(weights, symbols, lengths)

    def _log_weights(self, symbols: Tensor, lengths: Tensor, there: Tensor) -> Tensor:
        self._check_finite()
        arcs, most_arcs = self._relative_arcs()
        found = read(arcs, symbols, lengths)
        ends = self.ends / self.temperature
        most_ends = ends.detach().amax(-1)  # (D,)
        ended = (found.last * (ends - most_ends[:, None]).exp()).sum(-1)  # (B, D)
        most = most_ends + (most_arcs.T[symbols] * there).sum(1)  # (B, D)
        return ended.log() + found.scales.log().sum(-1) + most

    def _relative_arcs(self) -> tuple[Tensor, Tensor]:
        """Of mode weighted, arcs (D, V, Q, Q) over the largest of each symbol, and its logits (D, V): e⁸⁹ overflows."""
        logits = self._arc_logits()
        most = logits.detach().amax((1, 3))
        return (logits - most[:, None, :, None]).exp().transpose(1, 2), most

    # ---------------------------------------------------------------------------------------------------- weights

    def arc_weights(self) -> Tensor:
        """What the arcs weigh, (D, V, Q, Q): of mode accept P[d, i, v, j] = softmax_j, as [d, v, i, j]."""
        logits = self._arc_logits()
        if self.mode == "accept":
            logits = logits.log_softmax(-1)
        elif self.mode == "generative":
            logits = logits - self._choices()
        return logits.exp().transpose(1, 2)

    def end_weights(self) -> Tensor:
        """What ending in each state weighs, (D, Q); of mode accept σ(ends)."""
        logits = self.ends / self.temperature
        if self.mode == "accept":
            return logits.sigmoid()
        return (logits - self._choices()[..., 0, 0] if self.mode == "generative" else logits).exp()

    def _arc_logits(self) -> Tensor:
        logits = self.arcs / self.temperature
        if self.mode != "generative":
            return logits
        return logits.masked_fill(~self.readable[:, None], -torch.inf)  # what no string may contain is not written

    def _choices(self) -> Tensor:
        # the normaliser of each state: everything it may write, and the end
        choices = torch.cat([self._arc_logits().flatten(2), (self.ends / self.temperature)[..., None]], -1)
        return choices.logsumexp(-1)[..., None, None]  # (D, Q, 1, 1)

    def _check_finite(self) -> None:
        if torch.compiler.is_compiling():
            return
        if not bool(torch.isfinite(self.arcs.detach().sum() + self.ends.detach().sum())):
            message = "the bank has logits that are not finite"
            raise ConfigurationError(message, hint="train with a smaller rate, or go back to a checkpoint")

    # ------------------------------------------------------------------------------------------------ snapping back

    @torch.no_grad()
    def automata(self) -> DFATensor:
        """The automaton that each one is nearest to.

        Each has a sink behind its states, for symbols that no string may contain. Of mode accept, each state goes to
        the likeliest next one and accepts where ends > 0; of the others, a choice far below the likeliest of its state
        leads to the sink.
        """
        self._check_finite()
        arcs, ends = self.arcs.cpu(), self.ends.cpu()
        count, states = ends.shape
        best, following = arcs.max(-1)  # (D, Q, V)
        accepting = ends > 0
        if self.mode != "accept":
            least = torch.maximum(best.amax(-1), ends) - FAINT  # (D, Q)
            following = torch.where(best > least[..., None], following, states)
            accepting = ends > least
        known = self.alphabet.readable() | (best > arcs.amin(-1))  # random automata have no opinion of other symbols
        following = torch.where(known, following, states)
        sink = torch.full_like(following[:, :1], states)
        return DFATensor(
            self.alphabet, torch.cat([following, sink], 1), nn.functional.pad(accepting, (0, 1)), (states + 1,) * count
        )

    def snap_back(self, minimise: Minimise | None = None) -> list[SnapBack]:
        """The regex of each automaton, which `minimise` may write smaller, with the certificate of mode accept."""
        soft = self.arc_weights().detach() if self.mode == "accept" else None
        sure = self.end_weights().detach()
        tensor = self.automata()
        return [
            snap_back(tensor.automaton(number), None if soft is None else (soft[number], sure[number]), minimise)
            for number in range(len(tensor.sizes))
        ]

    @torch.no_grad()
    def project_(self) -> None:
        """Snap the logits to those of the nearest automata, GAP apart (docs/design.md, "Snapping back")."""
        tensor = self.automata()
        states = self.ends.shape[1]
        for number in range(len(tensor.sizes)):
            arcs, ends = _logits_of(tensor, number, self.mode)
            self.arcs[number] = arcs[:states, :, :states]
            self.ends[number] = ends[:states]


class HardBank(nn.Module):
    """A bank of automata that answers exactly 0 or 1."""

    def __init__(self, automata: DFATensor, max_length: int = MAX_LENGTH) -> None:
        super().__init__()
        self.automata = automata
        self.max_length = max_length

    def forward(self, batch: Sequence[str] | Tensor, lengths: Tensor | None = None) -> Tensor:
        """1 where a string is in a language, else 0, (B, D). Takes and raises what a bank does."""
        symbols, lengths = self.automata.alphabet.batch(batch, lengths, max_length=self.max_length)
        device = self.automata.following.device
        return self.automata.accepts(symbols.to(device), lengths.to(device)).float()


def _logits_of(tensor: DFATensor, number: int, mode: Mode) -> tuple[Tensor, Tensor]:
    """The logits of an automaton, (Q, V, Q) and (Q,): what it does is GAP above what it does not."""
    following, accepting = tensor.following[number], tensor.accepting[number]
    states = len(following)
    arcs = nn.functional.one_hot(following, states) * GAP - GAP  # (Q, V, Q)
    if mode == "accept":
        return arcs, (accepting * 2 - 1) * GAP
    live = torch.tensor(tensor.automaton(number).live())
    return torch.where(live, arcs, -GAP), accepting * GAP - GAP  # whoever goes to a sink writes nothing


def _loosened(tensor: DFATensor, number: int, arcs: Tensor, ends: Tensor, loose: float) -> tuple[Tensor, Tensor]:
    live = torch.tensor(tensor.automaton(number).live())
    following = nn.functional.one_hot(tensor.following[number], len(live)).bool()  # (Q, V, Q)
    others = following.any(1, keepdim=True) & live & ~following
    arcs, frozen = arcs + loose * others, FROZEN * arcs
    return torch.where(live[:, None, None], arcs, frozen), torch.where(live, ends, FROZEN * ends)


def _random_logits(
    shape: tuple[int, int, int], alphabet: Alphabet, stream: torch.Generator, dtype: torch.dtype
) -> tuple[Tensor, Tensor]:
    count, states, symbols = shape
    arcs = torch.randn(count, states, symbols, states, generator=stream, dtype=dtype)
    arcs[:, :, ~alphabet.readable()] = 0.0
    return arcs, torch.randn(count, states, generator=stream, dtype=dtype)


def _check_room(shape: tuple[int, int, int]) -> None:
    count, states, symbols = shape
    if count * states * states * symbols > MAX_ARCS:
        message = f"{count:,} automata of {states:,} states over {symbols:,} symbols have more than {MAX_ARCS:,} arcs"
        raise LimitError(message, hint="make several banks, or use fewer states")


def _other_alphabet(path: str) -> ConfigurationError:
    return ConfigurationError(f"{path} is for another alphabet", hint="use a bank of the same patterns and alphabet")


def _refuse_other_alphabet(bank: RegexBank, tensors: dict[str, Any], prefix: str, *_: object) -> None:
    symbols = tensors.get(f"{prefix}symbols")
    if symbols is not None and not torch.equal(symbols.cpu(), bank.symbols.cpu()):
        raise _other_alphabet("the checkpoint")
