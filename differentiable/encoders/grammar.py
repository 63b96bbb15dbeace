"""A probabilistic grammar as an encoder: what the whole is, and what each token is in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import torch
from torch import Tensor, nn
from torch.nn import functional

from differentiable.automata.alphabet import Alphabet
from differentiable.encoders.reading import Way, alphabet_of
from differentiable.encoders.structured import SHARP, StructuredEncoder, with_mean
from differentiable.grammars.inside import inside_log
from differentiable.grammars.likelihood import Encoded, Rules
from differentiable.grammars.semirings import NEVER
from differentiable.pcfg import PCFG
from differentiable.tree_lstm import TreeLSTM
from dsl.grammar import Grammar

LEAST: Final = torch.finfo(torch.float32).tiny  # of an impossible symbol, in float64 as well: features are logarithms


class PCFGEncoder(StructuredEncoder):
    """The inside algorithm over classes of words, or over the characters of each word.

    The features of a text are the distribution over the nonterminal at its root, how often each nonterminal is expected
    to be used and its log-probability, a token; of a token, what its symbol is likely to come from, and what it comes
    from given the whole text. Gradients reach the grammar by the root and by the symbols; expected uses have none.
    With `tree`, a tree-LSTM makes a vector of so many numbers of the likeliest derivation; gradients reach it alone.
    """

    can_be_causal: ClassVar[bool] = False

    def __init__(
        self, embedding: nn.Embedding, width: int, *, causal: bool = False, grammar: Grammar | None = None,
        nonterminals: int = 16, tree: int = 0, way: Way = "learned", words: Sequence[str] | None = None,
        classes: Sequence[int] | int | None = None, hard_classes: bool = False, frozen: bool = False, seed: int = 0,
    ) -> None:  # fmt: skip
        super().__init__(embedding, width, causal=causal)
        characters = alphabet_of(way, words, classes, embedding.num_embeddings)
        if grammar is None:
            self.grammar = PCFG(Alphabet.of((), characters), nonterminals, seed=seed)
            _sharpen(self.grammar)
        else:
            self.grammar = PCFG.from_grammar(grammar)
        self.grammar.requires_grad_(not frozen)
        count = len(self.grammar.names)
        self.tree = TreeLSTM(self.grammar, tree, seed=seed) if tree else None
        of_text = 2 * count + 1 + tree
        sizes = (of_text + 2 * count if way == "characters" else 2 * count, of_text)
        self._read_words(self.grammar.alphabet, way, words, classes, hard_classes, sizes)

    def word_features(self, symbols: Tensor, lengths: Tensor) -> Tensor:
        weights = functional.one_hot(symbols, len(self.grammar.alphabet)).to(self.grammar.binary)
        of_tokens, of_whole = self.text_features(weights, lengths)
        there = torch.arange(symbols.shape[1], device=symbols.device) < lengths[:, None]
        return with_mean(of_whole, of_tokens, there)

    def text_features(self, weights: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        rules = self.grammar.rules()
        emit = rules.emit.clamp(min=NEVER).exp()  # (N, V)
        leaves = (weights.to(emit) @ emit.T).clamp(min=LEAST).log()  # (B, L, N)
        safe = lengths.clamp(min=1)
        roots, below, uses = _read(rules, leaves, safe)
        whole = roots.logsumexp(1, keepdim=True) / safe[:, None]
        shares = roots.softmax(1)
        if self.mode == "hard":
            shares = functional.one_hot(shares.argmax(1), shares.shape[1]).to(shares)
            below = functional.one_hot(below.argmax(2), below.shape[2]).to(below)
            shares, whole, leaves = shares.detach(), whole.detach(), leaves.detach()
        own = leaves.softmax(2)
        of_texts = [shares, uses / safe[:, None], whole]
        if self.tree is not None:
            likeliest = Encoded(weights.argmax(2), safe)
            of_texts.append(self.tree(likeliest, [found.tree for found in self.grammar.viterbi(likeliest)]))
        return torch.cat([own, below], 2), torch.cat(of_texts, 1)

    def flops(self, lengths: Sequence[int]) -> int:
        count, longest = len(self.grammar.names), max(lengths)
        rows = len(lengths)
        if self.spelling is not None:
            rows, longest = len(self.spelling.sizes), int(self.spelling.sizes.max())
        splits = longest * (longest**2 - 1) // 6  # over all spans
        spans = longest * (longest - 1) // 2
        inside = 2 * rows * (4 * splits * count**2 + 3 * spans * count**3)  # and outside, for what is expected
        joining = 0 if self.tree is None else 2 * rows * (longest - 1) * self.tree.parts.numel()
        leaves = 2 * rows * longest * count * len(self.grammar.alphabet)
        return self._layer_flops(lengths) + inside + joining + leaves


@torch.no_grad()
def _sharpen(grammar: PCFG) -> None:
    """Let each nonterminal prefer some symbols and some pairs; how likely it becomes a symbol at all stays."""
    for logits in (grammar.emit, grammar.binary.flatten(1)):
        logits.copy_(((logits * SHARP).log_softmax(1) + logits.logsumexp(1, keepdim=True)).clamp(min=NEVER))
    grammar.root.mul_(SHARP)


def _read(rules: Rules, leaves: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """The log-weights of what the texts begin with, (B, N), what each token comes from, (B, L, N), and how often each
    nonterminal becomes two, (B, N); the last two given the texts, and without gradients."""
    learns = torch.is_grad_enabled() and (leaves.requires_grad or rules.binary.requires_grad)
    rows, length, count = leaves.shape
    with torch.enable_grad():  # what is expected are gradients, of the same chart
        own = leaves.transpose(0, 1) if leaves.requires_grad else leaves.transpose(0, 1).detach().requires_grad_()
        spans = leaves.new_zeros(length, rows, length, count, requires_grad=True)
        roots = inside_log(own, rules.binary, lengths, spans) + rules.root[:-1]  # (B, N)
        of_leaves, of_spans = torch.autograd.grad(roots.logsumexp(1).sum(), [own, spans], retain_graph=learns)
    return roots if learns else roots.detach(), of_leaves.transpose(0, 1), of_spans[:, :, 1:].sum((0, 2))
