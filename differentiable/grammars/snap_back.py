"""From a PCFG to a discrete grammar: rules that hardly count are left out, the others become rules of `Grammar`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from statistics import mean
from typing import Final

import torch

from differentiable.grammars.likelihood import Rules
from differentiable.pcfg import PCFG
from dsl.charset import CharSet
from dsl.errors import ConfigurationError
from dsl.expressions.expression import EMPTY, EPSILON, Expression, Ref, chars, concat, union
from dsl.grammar import Grammar
from dsl.grammars.canonical import fresh_name
from dsl.grammars.edits.mutation import MAX_SIZE
from dsl.grammars.edits.rule_edits import fold, recursion_to_repeat, unfold
from dsl.grammars.recognition import Tree
from dsl.grammars.rules import reachable, substituted, unproductive
from dsl.language import START

_ROUNDS: Final = 5


@dataclass(frozen=True)
class Fit:
    """How well a layer does on strings that it was not trained on."""

    log_likelihood: float  # nats for each symbol, the end of a string being one; −inf when one is not in the language
    accepted: int
    f1: float | None  # of the spans of Viterbi trees, the mean over sentences; None without trees to compare with


@dataclass(frozen=True)
class GrammarSnapBack:
    """The grammar, the layer that is left when all other rules are impossible, and both layers on held-out strings."""

    language: Grammar
    layer: PCFG
    before: Fit | None
    after: Fit | None

    @cached_property
    def pattern(self) -> str:
        """The grammar in Lark's notation."""
        return self.language.pattern


def snap_back(
    layer: PCFG, examples: Sequence[str], held_out: Sequence[str], trees: Sequence[Tree], share: float
) -> GrammarSnapBack:
    """See `PCFG.snap_back`."""
    if not 0 <= share < 1:
        raise ConfigurationError(f"a share of {share}", hint="give one from 0 to below 1, such as 0.01")
    if len(trees) not in (0, len(held_out)):
        raise ConfigurationError(
            f"{len(trees)} trees for {len(held_out)} held-out strings", hint="one for each, or none"
        )
    pruned = _pruned(layer, examples, share)
    before, after = (fit(one, held_out, trees) if held_out else None for one in (layer, pruned))
    return GrammarSnapBack(to_grammar(pruned), pruned, before, after)


# ------------------------------------------------------------------------------------------------- which rules


@torch.no_grad()
def _pruned(layer: PCFG, examples: Sequence[str], share: float) -> PCFG:
    """A copy of the layer with the rules that count, as likely as they are used."""
    probabilities = layer.probabilities()
    counts = layer.expected_counts(examples) if examples else probabilities  # of one nonterminal, these are like counts
    kept = _counting(counts, share)
    inside = _keep_derivations(layer, examples, kept)
    pruned = deepcopy(layer)
    pruned.set_rules(Rules(*(tensor * mask for tensor, mask in zip(probabilities, kept, strict=True))))
    if inside:
        pruned.reestimate(inside, rounds=_ROUNDS)
    return pruned


def _keep_derivations(layer: PCFG, examples: Sequence[str], kept: Rules) -> list[str]:
    """Keep the rules of the best derivation of each example; returns the examples that have one."""
    if not examples:
        return []
    numbers, inside = {name: number for number, name in enumerate(layer.names)}, []
    symbols = layer.encode(examples).symbols.tolist()
    for text, row, derivation in zip(examples, symbols, layer.viterbi(examples), strict=True):
        if derivation.log_prob == -torch.inf:
            continue
        inside.append(text)
        kept.root[numbers[derivation.tree.rule] if derivation.tree else -1] = True
        for node in derivation.tree.walk() if derivation.tree else ():
            parent, *children = (numbers[part.rule] for part in (node, *node.children))
            if children:
                kept.binary[parent, children[0], children[1]] = True
            else:
                kept.emit[parent, row[node.start]] = True
    return inside


def _counting(counts: Rules, share: float) -> Rules:
    """Which rules are used, and not much less often than the rule most used of their nonterminal."""
    most = torch.maximum(counts.emit.amax(1), counts.binary.amax((1, 2)))  # (N,)
    return Rules(
        (counts.root > 0) & (counts.root >= share * counts.root.amax()),
        (counts.emit > 0) & (counts.emit >= share * most[:, None]),
        (counts.binary > 0) & (counts.binary >= share * most[:, None, None]),
    )


# ----------------------------------------------------------------------------------------------- the grammar


def to_grammar(layer: PCFG) -> Grammar:
    """The grammar of all rules that are not impossible. Raises ConfigurationError when no derivation ends."""
    possible, sets = layer.possible(), layer.alphabet.characters()
    roots = possible.root[:-1].nonzero()[:, 0].tolist()
    may_be_empty = bool(possible.root[-1])
    names = _rule_names(layer.names, roots[0] if len(roots) == 1 and not may_be_empty else None)
    rules = {START: union(*(Ref(names[root]) for root in roots), *([EPSILON] if may_be_empty else []))}
    rules |= {name: _body(number, possible, sets, names) for number, name in enumerate(names)}
    barren = set(unproductive(rules))
    if START in barren:
        raise ConfigurationError("the rules that are left make no string", hint="train the layer, or lower `share`")
    without = {name: EMPTY if name in barren else Ref(name) for name in rules}
    rules = {name: substituted(body, without) for name, body in rules.items() if name not in barren}
    return _shorter({name: rules[name] for name in reachable(rules)})


def _rule_names(names: Sequence[str], start: int | None) -> list[str]:
    """The names of nonterminals as rules: `start` is the name of one of them, or free for the rule above them."""
    found = [START if number == start else name for number, name in enumerate(names)]
    return [
        name if name != START or number == start else fresh_name([START, *found]) for number, name in enumerate(found)
    ]


def _body(number: int, possible: Rules, sets: Sequence[CharSet], names: Sequence[str]) -> Expression:
    emitted = [chars(sets[symbol]) for symbol in possible.emit[number].nonzero()[:, 0].tolist()]
    pairs = [concat(Ref(names[left]), Ref(names[right])) for left, right in possible.binary[number].nonzero().tolist()]
    return union(*emitted, *pairs)


def _shorter(rules: Mapping[str, Expression]) -> Grammar:
    """The smallest grammar of the same language that edits lead to, each step making it smaller; none over MAX_SIZE."""
    # n1: n2 n3; n2: "a"; n3: n2 n3 | "b" -> n1: "a" "a"* "b"
    best = Grammar(rules)
    while best.size <= MAX_SIZE:
        found = (grammar for edit in (unfold, recursion_to_repeat, fold) for grammar in edit(best))
        smaller = min(found, key=lambda grammar: grammar.size, default=best)
        if smaller.size >= best.size:
            return best
        best = smaller
    return best


# ------------------------------------------------------------------------------------------------- comparison


@torch.no_grad()
def fit(layer: PCFG, texts: Sequence[str], trees: Sequence[Tree] = ()) -> Fit:
    """How likely strings are, and how close their Viterbi trees come to `trees`, one for each string, or none."""
    encoded = layer.encode(texts)
    found = layer.log_prob(encoded)
    symbols = int(encoded.lengths.sum()) + len(texts)
    f1 = None
    if trees:
        f1 = mean(span_f1(own.tree, tree) for own, tree in zip(layer.viterbi(encoded), trees, strict=True))
    return Fit(float(found.sum()) / symbols, int((found > -torch.inf).sum()), f1)


def span_f1(found: Tree | None, expected: Tree) -> float:
    """F1 of the spans of two trees, their labels, the whole and single symbols aside; 1 when both have none."""
    spans, wanted = _spans(found), _spans(expected)
    both = len(spans & wanted)
    return 2 * both / (len(spans) + len(wanted)) if spans or wanted else 1.0


def _spans(tree: Tree | None) -> set[tuple[int, int]]:
    nodes = tree.walk() if tree else ()
    whole = (tree.start, tree.end) if tree else None
    return {span for node in nodes if (span := (node.start, node.end)) != whole and node.end - node.start > 1}
