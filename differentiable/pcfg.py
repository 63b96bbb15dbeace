"""Probabilistic context-free grammars as a layer (docs/design.md, "Inside algorithm")."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from math import log
from typing import TYPE_CHECKING, Final, TypeVar

import torch
from torch import Tensor, nn
from torch.nn import functional

from differentiable import weights
from differentiable.automata.alphabet import Alphabet
from differentiable.grammars.derivations import Derivation, best_derivations, consensus_trees, draw_strings, drawn_trees
from differentiable.grammars.inside import inside, inside_chart
from differentiable.grammars.likelihood import (
    IMPOSSIBLE,
    Encoded,
    Rules,
    emissions,
    expectations,
    in_batches,
    log_probabilities,
    root_scores,
)
from differentiable.grammars.normal_form import weigh
from differentiable.grammars.semirings import COUNTING, MAX, NEVER, KBest
from differentiable.grammars.supervision import Brackets, check_each, uncrossed, used_rules
from differentiable.precision import check_precision
from dsl.errors import ConfigurationError, ExampleError, LimitError
from dsl.grammars.recognition import Tree

if TYPE_CHECKING:
    from differentiable.grammars.snap_back import GrammarSnapBack
    from dsl.grammar import Grammar

EMITS: Final = 0.6  # at first; below one half of offspring each, derivations end (see `spectral_radius`)
MAX_LENGTH: Final = 256


class PCFG(nn.Module):
    """A grammar in which each nonterminal becomes one symbol of the alphabet or two nonterminals.

    The probabilities are one softmax for each nonterminal over all that it may become. Logits are drawn from `seed`, so
    that it becomes a symbol with probability 0.6 and derivations end. A symbol is spread evenly over its characters.
    All methods that take a batch take strings, or what `encode` makes of strings.

    Raises ExampleError on characters outside the alphabet and on an empty batch, LimitError on strings of over
    `max_length` characters (memory grows with its square), ConfigurationError when logits are NaN or infinite.
    """

    spread: Tensor  # (V,): logarithms of how many characters each symbol stands for

    def __init__(
        self,
        alphabet: Alphabet,
        nonterminals: int | Sequence[str],
        *,
        seed: int = 0,
        max_length: int = MAX_LENGTH,
        dtype: torch.dtype = torch.float32,
    ) -> None:
        super().__init__()
        names = [f"n{number}" for number in range(nonterminals)] if isinstance(nonterminals, int) else nonterminals
        if not names or not len(alphabet):
            raise ConfigurationError("a grammar without nonterminals or symbols", hint="give at least one of each")
        check_precision(dtype, "grammar")
        self.alphabet = alphabet
        sizes = [len(charset) for charset in alphabet.characters()]
        spread = torch.tensor([log(size) if size else -NEVER for size in sizes], dtype=dtype)
        self.register_buffer("spread", spread, persistent=False)
        self.names = tuple(names)
        self.max_length = max_length
        count = len(self.names)
        generator = torch.Generator().manual_seed(seed)
        emit = torch.randn(count, len(alphabet), generator=generator, dtype=dtype)
        binary = torch.randn(count, count, count, generator=generator, dtype=dtype)
        emit = emit.masked_fill(self.spread == -NEVER, NEVER)
        towards_symbols = binary.logsumexp((1, 2)) - emit.logsumexp(1) + log(EMITS / (1 - EMITS))
        self.root = nn.Parameter(torch.randn(count + 1, generator=generator, dtype=dtype))
        self.emit = nn.Parameter((emit + towards_symbols[:, None]).clamp(min=NEVER))
        self.binary = nn.Parameter(binary)

    @classmethod
    def from_grammar(
        cls,
        grammar: Grammar,
        *,
        examples: Sequence[str] = (),
        alphabet: Alphabet | None = None,
        slack: float = 1e-3,
        max_length: int = MAX_LENGTH,
        dtype: torch.dtype = torch.float32,
    ) -> PCFG:
        """The same language, its alternatives equally likely, or as likely as they are used in `examples` and once
        more besides, spread evenly.

        Rules that the grammar has not share `slack` of the probability of each nonterminal, so that gradients reach
        them; with 0 they are impossible. Raises LimitError when the grammar needs too many nonterminals, ExampleError
        on an example that it does not accept.
        """
        weighted = weigh(grammar, alphabet)
        layer = cls(weighted.alphabet, weighted.names, max_length=max_length, dtype=dtype)
        layer.set_rules(Rules(*map(torch.from_numpy, (weighted.root, weighted.emit, weighted.binary))))
        if examples:
            layer.reestimate(examples, rounds=_ROUNDS, prior=layer.probabilities())
        if slack:
            layer.set_rules(layer.probabilities(), slack)
        return layer

    # ------------------------------------------------------------------------------------------- probabilities

    def rules(self) -> Rules:
        """Logarithms of the probabilities of all rules.

        Raises ConfigurationError when logits are NaN or infinite, or in half precision.
        """
        check_precision(self.binary.dtype, "grammar")
        both = torch.cat([self.emit, self.binary.flatten(1)], 1).log_softmax(1)  # (N, V + N * N)
        root = self.root.log_softmax(0)
        if not bool(root.isfinite().all() & both.isfinite().all()):
            raise ConfigurationError(
                "the logits of the grammar are NaN or infinite",
                hint="go back to weights from before the training diverged, and take smaller steps",
            )
        return Rules(root, both[:, : len(self.alphabet)], both[:, len(self.alphabet) :].reshape(self.binary.shape))

    def _rules_of_characters(self) -> Rules:
        """The same with the share of one character of each symbol."""
        rules = self.rules()
        return rules._replace(emit=(rules.emit - self.spread).clamp(min=NEVER))

    def probabilities(self) -> Rules:
        """The probabilities of all rules, without gradients."""
        return Rules(*(tensor.detach().exp() for tensor in self.rules()))

    def possible(self) -> Rules:
        """Which rules have a probability at all."""
        return Rules(*(tensor.detach() > IMPOSSIBLE for tensor in self._rules_of_characters()))

    @torch.no_grad()
    def set_rules(self, probabilities: Rules, slack: float = 0.0) -> None:
        """Take these probabilities, or what is in proportion; rules of 0 share `slack` of their nonterminal.

        Symbols that no string may contain have no share.
        """
        count, symbols = len(self.names), len(self.alphabet)
        shares = torch.cat([probabilities.emit, probabilities.binary.flatten(1)], 1).to(self.spread.device)
        readable = functional.pad(self.spread != -NEVER, (0, count**2), value=True)  # (V + N * N,)
        both = _logits(shares, slack, readable)
        self.root.copy_(_logits(probabilities.root[None], slack, torch.ones_like(self.root, dtype=torch.bool))[0])
        self.emit.copy_(both[:, :symbols])
        self.binary.copy_(both[:, symbols:].view(count, count, count))

    def spectral_radius(self) -> Tensor:
        """Of the expected children of each kind of each nonterminal; below 1, derivations end with probability 1."""
        binary = self.rules().binary.exp()
        radius: Tensor = torch.linalg.eigvals(binary.sum(1) + binary.sum(2)).abs().amax()
        return radius

    # ------------------------------------------------------------------------------------------------ strings

    def encode(self, batch: Sequence[str] | Encoded) -> Encoded:
        """The batch as symbols, on the device of the layer."""
        given = batch if isinstance(batch, Encoded) else (batch,)
        encoded = self.alphabet.batch(*given, max_length=self.max_length)
        return Encoded(*(tensor.to(self.binary.device) for tensor in encoded))

    def log_prob(self, batch: Sequence[str] | Encoded) -> Tensor:
        """Natural logarithms of the probabilities of the strings, (B,); −inf for what is not in the language."""
        return log_probabilities(self._rules_of_characters(), self.encode(batch))

    def forward(self, batch: Sequence[str] | Encoded) -> Tensor:
        """`log_prob`."""
        return self.log_prob(batch)

    def loss(self, batch: Sequence[str] | Encoded) -> Tensor:
        """The unsupervised loss: nats for each symbol, the end of a string being one."""
        encoded = self.encode(batch)
        return -self.log_prob(encoded).sum() / (encoded.lengths.sum() + len(encoded.lengths))

    def tree_log_prob(self, batch: Sequence[str] | Encoded, trees: Sequence[Tree | None]) -> Tensor:
        """Of strings with trees, (B,): minus the supervised loss. Raises ExampleError on trees unlike `viterbi`'s."""
        encoded, rules = self.encode(batch), self._rules_of_characters()
        check_each(trees, "trees", encoded)
        numbers = {name: number for number, name in enumerate(self.names)}
        found = []
        for symbols, length, tree in zip(encoded.symbols.tolist(), encoded.lengths.tolist(), trees, strict=True):
            if tree is None and not length:
                found.append(rules.root[-1])
                continue
            if tree is None:
                raise ExampleError(f"no tree for a string of {length} symbols", hint="leave out what has none")
            emits, pairs = used_rules(tree, symbols[:length], numbers)
            of_binary = rules.binary[tuple(torch.tensor(pairs, dtype=torch.int64).reshape(-1, 3).T)]
            of_emit = rules.emit[tuple(torch.tensor(emits).T)]
            found.append(rules.root[numbers[tree.rule]] + of_binary.sum() + of_emit.sum())
        return torch.stack(found)

    def bracketed_log_prob(self, batch: Sequence[str] | Encoded, brackets: Sequence[Brackets]) -> Tensor:
        """Of strings over the trees that no bracket (start, end) crosses, (B,): minus this is partial supervision.

        Raises ExampleError unless there is a list of brackets for each string.
        """
        encoded = self.encode(batch)
        check_each(brackets, "lists of brackets", encoded)
        spans = uncrossed(encoded, brackets).to(self.binary)
        return log_probabilities(self._rules_of_characters(), encoded, spans)

    # ---------------------------------------------------------------------------------------------- read-outs

    def root_distribution(self, batch: Sequence[str] | Encoded) -> Tensor:
        """The probability of each nonterminal at the root, given the string, (B, N); zeros outside, and for ε."""
        encoded, rules = self.encode(batch), self._rules_of_characters()
        if not encoded.symbols.shape[1]:
            return rules.root.new_zeros(len(encoded.symbols), len(self.names))
        roots = root_scores(rules, encoded, None)
        there = (roots.amax(1) > IMPOSSIBLE) & (encoded.lengths > 0)
        return roots.softmax(1) * there[:, None]

    def expected_counts(self, batch: Sequence[str] | Encoded) -> Rules:
        """How often each rule is expected to be used in the batch; strings outside the language count for nothing."""
        return expectations(self._rules_of_characters(), self.encode(batch))[0]

    def span_posteriors(self, batch: Sequence[str] | Encoded) -> Tensor:
        """The probability of each nonterminal over each span, given the string, (L, B, L, N), as charts are."""
        encoded, rules = self.encode(batch), Rules(*(tensor.detach() for tensor in self._rules_of_characters()))
        batch_size, length = encoded.symbols.shape
        spans = rules.binary.new_zeros(length, batch_size, length, len(self.names), requires_grad=True)
        if not length:
            return spans.detach()
        found = log_probabilities(rules, encoded, spans)
        return torch.autograd.grad(found.masked_fill(found == -torch.inf, 0.0).sum(), spans)[0]

    def viterbi(self, batch: Sequence[str] | Encoded) -> list[Derivation]:
        """The most likely derivation of each string."""
        return [found[0] for found in self.k_best(batch, 1)]

    @torch.no_grad()
    def k_best(self, batch: Sequence[str] | Encoded, k: int) -> list[list[Derivation]]:
        """The k likeliest derivations, best first; of a string outside, one without a tree, of log-probability −inf."""
        if k < 1:
            raise ConfigurationError(f"the {k} best derivations", hint="ask for at least 1")
        rules = self._rules_of_characters()

        def derivations(part: Encoded) -> list[list[Derivation]]:
            chart = inside(KBest(k) if k > 1 else MAX, emissions(rules, part), rules.binary)
            return best_derivations(chart if k > 1 else chart[..., None], rules, part, self.names)

        return self._string_by_string(batch, derivations)

    def _string_by_string(
        self, batch: Sequence[str] | Encoded, function: Callable[[Encoded], Sequence[Found]]
    ) -> list[Found]:
        """What a function finds for each string, asked for strings of similar length together."""
        encoded = self.encode(batch)
        found: dict[int, Found] = {}
        for rows, part in in_batches(encoded, len(self.names)):
            found.update(zip(rows, function(part), strict=True))
        return [found[row] for row in range(len(encoded.lengths))]

    def mbr(self, batch: Sequence[str] | Encoded) -> list[Tree | None]:
        """The tree of each string with the most spans expected to be right (Goodman 1996); None outside, and for ε."""
        return self._string_by_string(batch, lambda part: consensus_trees(self.span_posteriors(part), part, self.names))

    @torch.no_grad()
    def sample_trees(self, batch: Sequence[str] | Encoded, rng: random.Random) -> list[Tree | None]:
        """A tree of each string, drawn from those that it has; None where there is none."""
        rules = self._rules_of_characters()

        def trees(part: Encoded) -> list[Tree | None]:
            if not part.symbols.shape[1]:
                return [None] * len(part.symbols)
            chart = inside_chart(emissions(rules, part), rules.binary, part.lengths.clamp(min=1), rules.root[:-1])
            return drawn_trees(chart, rules, part, self.names, rng)

        return self._string_by_string(batch, trees)

    @torch.no_grad()
    def count_trees(self, batch: Sequence[str] | Encoded) -> Tensor:
        """How many derivations each string has, of rules that are not impossible, (B,) int64.

        Raises LimitError beyond 2⁵³, from where on a float64 tells neighbours no longer apart.
        """
        encoded, rules = self.encode(batch), self._rules_of_characters()
        batch_size, length = encoded.symbols.shape
        whole = COUNTING.lift(rules.root[-1]).expand(batch_size)
        if not length:
            return whole.long()
        chart = inside(COUNTING, emissions(rules, encoded), rules.binary)
        top = chart[0, torch.arange(batch_size, device=chart.device), encoded.lengths.clamp(min=1) - 1]
        found = torch.where(encoded.lengths > 0, (top * COUNTING.lift(rules.root[:-1])).sum(1), whole)
        if bool((found > _MOST_COUNTED).any()):
            raise LimitError("a string has more than 2⁵³ derivations", hint="count those of shorter strings")
        return found.long()

    def sample(self, n: int, rng: random.Random) -> list[str]:
        """Strings drawn from the grammar, none longer than `max_length`."""
        return draw_strings(self.probabilities(), self.alphabet.characters(), n, rng, longest=self.max_length)

    # ------------------------------------------------------------------------------------------------ learning

    def reestimate(self, examples: Sequence[str] | Encoded, *, rounds: int = 1, prior: Rules | None = None) -> float:
        """Rounds of expectation maximisation: each rule becomes as likely as it is expected to be used in `examples`.

        `prior` are uses besides: without, what hardly any example needs becomes impossible, but no example does.
        Returns the nats for each symbol before the last round. Raises ExampleError when the language has not all of
        the examples.
        """
        encoded = self.encode(examples)
        total = int(encoded.lengths.sum()) + len(encoded.lengths)
        for _ in range(rounds):
            counts, found = expectations(self._rules_of_characters(), encoded)
            if found == -torch.inf:
                raise ExampleError("the grammar has not all of the examples", hint="leave those out, or allow slack")
            self.set_rules(self._or_as_before(Rules(*map(torch.add, counts, prior)) if prior else _needed(counts)))
        return -found / total

    def _or_as_before(self, counts: Rules) -> Rules:
        """Counts, and probabilities in place of them for nonterminals that are never used."""
        before = self.probabilities()
        unused = counts.emit.sum(1) + counts.binary.sum((1, 2)) == 0  # (N,)
        return Rules(
            counts.root,
            torch.where(unused[:, None], before.emit, counts.emit),
            torch.where(unused[:, None, None], before.binary, counts.binary),
        )

    def snap_back(
        self,
        examples: Sequence[str] = (),
        *,
        held_out: Sequence[str] = (),
        trees: Sequence[Tree] = (),
        share: float = 0.01,
    ) -> GrammarSnapBack:
        """The grammar of the rules that count, and what leaving out the others changes.

        A rule is left out when it is expected to be used less than `share` times as often as the rule most used of its
        nonterminal: in the derivations of `examples`, or without any, of all strings. The best derivations of all
        examples stay. `held_out` strings, and the spans of their `trees`, are looked at before and after.
        """
        from differentiable.grammars.snap_back import snap_back

        return snap_back(self, examples, held_out, trees, share)

    # --------------------------------------------------------------------------------------------------- files

    def save(self, path: str) -> None:
        """Write the layer as safetensors. Raises ConfigurationError when that fails."""
        settings = {"symbols": json.dumps(self.names), "max_length": str(self.max_length)}
        weights.save(path, "PCFG", {**self.state_dict(), "alphabet": self.alphabet.to_tensor()}, settings)

    @classmethod
    def load(cls, path: str, *, alphabet: Alphabet | None = None) -> PCFG:
        """The layer in a file. Raises ConfigurationError when it is none, or was made for another alphabet."""
        with weights.loaded(path, "PCFG") as (tensors, settings):
            ranges = tensors.pop("alphabet")
            if alphabet is not None and not torch.equal(ranges, alphabet.to_tensor()):
                raise ConfigurationError(
                    f"{path} was made for another alphabet", hint="load it without one to see its own"
                )
            # older files have names without blanks, side by side
            names = json.loads(settings["symbols"]) if "symbols" in settings else settings["names"].split()
            found, longest = Alphabet.from_tensor(ranges), int(settings["max_length"])
            layer = cls(found, names, max_length=longest, dtype=tensors["binary"].dtype)
            layer.load_state_dict(tensors)
        return layer


_MOST_COUNTED: Final = 2.0**53
_ROUNDS: Final = 5  # one is exact for unambiguous grammars
_RARE: Final = 0.1  # expected uses of all rules together that are dropped: below 1, each example keeps a derivation
Found = TypeVar("Found")


def _needed(counts: Rules) -> Rules:
    """Without the rules that are hardly used: more rounds would bring them to 0, by way of numbers that underflow."""
    least = _RARE / sum(tensor.numel() for tensor in counts)
    return Rules(*(tensor.masked_fill(tensor < least, 0.0) for tensor in counts))


def _logits(shares: Tensor, slack: float, possible: Tensor) -> Tensor:
    """Logarithms of probabilities in proportion to shares, row by row, of what is possible; a row of zeros is even."""
    shares = shares * possible
    absent = possible & (shares == 0)
    part = slack / absent.sum(1, keepdim=True).clamp(min=1)
    kept = torch.where(absent.any(1, keepdim=True), 1 - slack, 1.0)
    sums = shares.sum(1, keepdim=True)
    spread = torch.where(absent, part, shares / sums.clamp(min=torch.finfo(shares.dtype).tiny) * kept)
    return torch.where(sums == 0, possible.to(spread), spread).log().clamp(min=NEVER)
