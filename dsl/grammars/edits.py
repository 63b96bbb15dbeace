"""Edits of grammars: of tokens within a rule, of rules, and the random edits that evolution draws one at a time.

Each edit is called with a grammar and the character sets that it may bring in, and yields grammars: every rule can
produce a string and is reached from `start`. `effect` says what an edit does to the language.

Folding, unfolding and chunking are those of grammar induction by model merging (Stolcke and Omohundro 1994, "Inducing
probabilistic grammars by Bayesian model merging"), bubbles those of Arvada (Kapugama, Kapre and Sen 2021, "Learning
highly recursive input grammars").
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import update_wrapper
from itertools import combinations, islice, product
from typing import Final, NamedTuple, TypeAlias

from dsl.charset import CharSet
from dsl.expressions.edits import Path, graft, mutate, paths, single_token_edits, subtree
from dsl.expressions.expression import (
    EPSILON,
    Chars,
    Concat,
    Empty,
    Expression,
    Ref,
    Repeat,
    Union,
    chars,
    children,
    concat,
    rebuild,
    repeat,
    size,
    star,
    union,
    walk,
)
from dsl.grammar import START, Grammar, references, unproductive
from dsl.grammars.canonical import fingerprint, fresh_name

MAX_SIZE: Final = 200
_LONGEST_SPAN: Final = 6
_LONGEST_FOLD: Final = 30
_COMMON: Final = 40  # spans that are paired with one another
_TRIES: Final = 10
_DRAWN_FROM: Final = 2_000

Rules: TypeAlias = Mapping[str, Expression]
Rewrite: TypeAlias = Callable[[Rules, Sequence[CharSet]], Iterator[Rules]]


class Effect(Enum):
    """What an edit does to the language."""

    KEEPS = "the same strings"
    GROWS = "all strings as before, and others"
    SHRINKS = "no others than before"
    CHANGES = "anything"


class Edit:
    """All ways to edit a grammar in one manner: `edit(grammar, sets)` yields valid grammars, with repetitions."""

    def __init__(self, rewrite: Rewrite, effect: Effect) -> None:
        self.rewrite = rewrite
        self.effect = effect
        update_wrapper(self, rewrite)

    def __call__(self, grammar: Grammar, sets: Sequence[CharSet] = ()) -> Iterator[Grammar]:
        for rules in self.rewrite(grammar.rules, sets):
            if (tidy := _tidied(rules)) is not None:
                yield Grammar(tidy)


def _edit(effect: Effect) -> Callable[[Rewrite], Edit]:
    return lambda rewrite: Edit(rewrite, effect)


def grammar_edits(grammar: Grammar, sets: Sequence[CharSet], seen: set[int] | None = None) -> Iterator[Grammar]:
    """Everything that one edit makes of `grammar`, always in the same order, each once whatever its rules are called.

    What is in `seen`, fingerprints of dsl.grammars.canonical, is left out, and what is yielded joins it.
    """
    known = {fingerprint(grammar.rules)} if seen is None else seen
    for edit in EDITS:
        for rules in edit.rewrite(grammar.rules, sets):
            tidy = _tidied(rules)
            if tidy is not None and (mark := fingerprint(tidy)) not in known:
                known.add(mark)
                yield Grammar(tidy)


def _tidied(rules: Rules) -> Rules | None:
    """The rules that `start` reaches, none with itself as an alternative; None when one cannot produce anything."""
    found = {START: _without_itself(START, rules[START])}
    pending = [START]
    for name in pending:
        for used in sorted(other for other in references(found[name]) if other not in found):
            found[used] = _without_itself(used, rules[used])
            pending.append(used)
    if any(isinstance(expression, Empty) for expression in found.values()) or unproductive(found):
        return None
    return {name: found[name] for name in rules if name in found}


def _without_itself(name: str, expression: Expression) -> Expression:
    # a: a | x -> a: x
    parts = alternatives(expression)
    return union(*(part for part in parts if part != Ref(name))) if Ref(name) in parts else expression


def alternatives(expression: Expression) -> tuple[Expression, ...]:
    """What a rule may be: the parts of a union, ε among them where the whole is optional."""
    match expression:
        case Union(parts):
            return parts
        case Repeat(body, 0, 1):
            return EPSILON, *alternatives(body)
        case _:
            return (expression,)


# ---------------------------------------------------------------------------------------- places within rules


class Span(NamedTuple):
    """Neighbouring parts of a concatenation, or a node as a whole, in a rule.

    The node lies at `path`; `start` and `end` are the parts, or None.
    """

    rule: str
    path: Path
    start: int | None
    end: int | None
    content: Expression

    @property
    def is_rule(self) -> bool:
        """Whether this is all there is on the right of a rule."""
        return not self.path and self.start is None


def spans(rules: Rules, longest: int = _LONGEST_SPAN) -> Iterator[Span]:
    """All nodes of all rules, and all that lies within a concatenation and has two to `longest` parts."""
    for name, expression in rules.items():
        for path in paths(expression):
            node = subtree(expression, path)
            yield Span(name, path, None, None, node)
            if isinstance(node, Concat):
                for start in range(len(node.parts) - 1):
                    for end in range(start + 2, min(start + longest, len(node.parts)) + 1):
                        if end - start < len(node.parts):
                            yield Span(name, path, start, end, Concat(node.parts[start:end]))


def _distinct(found: Iterable[Span]) -> dict[Expression, list[Span]]:
    """The spans by what they hold."""
    by_content: defaultdict[Expression, list[Span]] = defaultdict(list)
    for span in found:
        by_content[span.content].append(span)
    return by_content


def _is_composite(content: Expression) -> bool:
    return bool(children(content))


def _put(rules: Rules, span: Span, replacement: Expression) -> dict[str, Expression]:
    """The rules with one span replaced."""
    expression = rules[span.rule]
    if span.start is not None:
        parts = children(subtree(expression, span.path))
        replacement = concat(*parts[: span.start], replacement, *parts[span.end :])
    return {**rules, span.rule: graft(expression, span.path, replacement)}


def _substitute(node: Expression, old: Expression, new: Expression) -> Expression:
    """`node` with `new` wherever `old` stands, from left to right."""
    if node == old:
        return new
    parts = [_substitute(part, old, new) for part in children(node)]
    if isinstance(node, Concat) and isinstance(old, Concat):
        width, place = len(old.parts), 0
        while place + width <= len(parts):
            if tuple(parts[place : place + width]) == old.parts:
                parts[place : place + width] = [new]
            place += 1
    return rebuild(node, parts) if parts else node


def _put_all(rules: Rules, old: Expression, new: Expression) -> dict[str, Expression]:
    return {name: _substitute(expression, old, new) for name, expression in rules.items()}


def _put_all_or_one(rules: Rules, found: list[Span], new: Expression) -> Iterator[dict[str, Expression]]:
    """The rules with all spans replaced, which hold the same, and with each of them."""
    old = found[0].content
    untouched = {} if any(span.is_rule for span in found) else {rule: old for rule in rules if rules[rule] == old}
    yield {**_put_all(rules, old, new), **untouched}
    if len(found) > 1:
        for span in found:
            yield _put(rules, span, new)


# --------------------------------------------------------------------------------------------- within a rule


@_edit(Effect.CHANGES)
def edit_tokens(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """A token inserted, deleted, replaced or moved within a rule."""
    # start: "a" "b" -> start: "a" "b"*
    for name, expression in rules.items():
        for edited in single_token_edits(expression, sets):
            yield {**rules, name: edited}


@_edit(Effect.GROWS)
def widen(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """A set of characters replaced by a larger one, in one place or everywhere."""
    # start: "x" a; a: "x" -> start: [a-z] a; a: [a-z]
    for leaf, found in _distinct(spans(rules)).items():
        if isinstance(leaf, Chars):
            for wider in sets:
                if leaf.set <= wider and leaf.set != wider:
                    yield from _put_all_or_one(rules, found, chars(wider))


@_edit(Effect.CHANGES)
def insert_reference(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """A nonterminal before, behind or beside a node."""
    # s: "(" ")" | -> s: "(" s ")" |
    for span in spans(rules, longest=1):
        for name in rules:
            new = Ref(name)
            for node in (concat(new, span.content), concat(span.content, new), union(span.content, new)):
                yield _put(rules, span, node)


@_edit(Effect.CHANGES)
def replace_by_nonterminal(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """A span, which may be a nonterminal, replaced by a nonterminal, in one place or everywhere."""
    # s: a "+" a; a: "1"; b: a | "x" -> s: b "+" a; …
    for content, found in _distinct(span for span in spans(rules) if not span.is_rule).items():
        for name in rules:
            if content != Ref(name):
                yield from _put_all_or_one(rules, found, Ref(name))


# ---------------------------------------------------------------------------------------------- alternatives


@_edit(Effect.GROWS)
def add_alternative(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """ε, a nonterminal, two of them, an alternative of another rule, or one of its own around the rule itself."""
    for name, expression in rules.items():
        own = alternatives(expression)
        # s: "x" -> s: "x" | | s s
        new = [EPSILON, *map(Ref, rules), *(concat(Ref(other), Ref(name)) for other in rules)]
        # s: a "x"; a: "y" | "z" -> s: a "x" | "y"; …
        new.extend(part for other, body in rules.items() if other != name for part in alternatives(body))
        # s: "(" ")" -> s: "(" ")" | "(" s ")"
        new.extend(nested for part in own if isinstance(part, Concat) for nested in _inserted(part, Ref(name)))
        for part in new:
            if part not in own:
                yield {**rules, name: union(expression, part)}


def _inserted(node: Concat, part: Expression) -> Iterator[Expression]:
    for place in range(len(node.parts) + 1):
        yield concat(*node.parts[:place], part, *node.parts[place:])


@_edit(Effect.SHRINKS)
def remove_alternative(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """One alternative of a rule dropped."""
    # s: "(" s ")" s | "x" |  -> s: "(" s ")" s | "x"
    for name, expression in rules.items():
        own = alternatives(expression)
        if len(own) > 1:
            for place in range(len(own)):
                yield {**rules, name: union(*own[:place], *own[place + 1 :])}


@_edit(Effect.SHRINKS)
def specialise(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """A nonterminal replaced by one of its alternatives, in one place."""
    # s: a "+" a; a: "x" | b -> s: b "+" a; …
    for span in spans(rules, longest=1):
        if isinstance(span.content, Ref):
            own = alternatives(rules[span.content.name])
            if len(own) > 1:
                for part in own:
                    yield _put(rules, span, part)


# ----------------------------------------------------------------------------------------- rules made and unmade


@_edit(Effect.KEEPS)
def fold(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """What stands in several places becomes a rule, or is replaced by the rule that it already is."""
    # s: "ab" "x" | "ab" "y" -> s: a "x" | a "y"; a: "ab"
    for content, found in _distinct(spans(rules, _LONGEST_FOLD)).items():
        if len(found) > 1 and _is_composite(content):
            name = next((span.rule for span in found if span.is_rule), None) or fresh_name(rules)
            yield {**_put_all(rules, content, Ref(name)), name: content}


@_edit(Effect.KEEPS)
def unfold(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """A nonterminal replaced by what it stands for, in one place or everywhere."""
    # s: a "x" a; a: "y" | "z" -> s: ("y" | "z") "x" ("y" | "z")
    for content, found in _distinct(spans(rules, longest=1)).items():
        if isinstance(content, Ref):
            yield from _put_all_or_one(rules, found, rules[content.name])


@_edit(Effect.KEEPS)
def bubble(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """A span becomes a rule."""
    # s: "(" s ")" s -> s: a s; a: "(" s ")"
    for span in spans(rules):
        if _is_composite(span.content) and not span.is_rule:
            name = fresh_name(rules)
            yield {**_put(rules, span, Ref(name)), name: span.content}


@_edit(Effect.GROWS)
def absorb(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """A span becomes an alternative of a rule, and is replaced by it in one place or everywhere."""
    # s: "(" "(" ")" ")" -> s: "(" s ")" | "(" ")"
    for content, found in _distinct(span for span in spans(rules) if not span.is_rule).items():
        for name in rules:
            if content != Ref(name):
                for replaced in _put_all_or_one(rules, found, Ref(name)):
                    yield {**replaced, name: union(replaced[name], content)}


@_edit(Effect.GROWS)
def merge_bubbles(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """Two spans, which have a neighbour in common, become the alternatives of one rule."""
    # s: "x=" "1" | "x=" "y" "z" -> s: "x=" a; a: "1" | "y" "z"
    neighbours = _neighbours(rules)
    frequency = Counter({content: len(found) for content, found in neighbours.items()})
    for one, other in combinations([content for content, _ in frequency.most_common(_COMMON)], 2):
        if neighbours[one] & neighbours[other]:
            name = fresh_name(rules)
            replaced = _put_all(_put_all(rules, one, Ref(name)), other, Ref(name))
            yield {**replaced, name: union(one, other)}


def _neighbours(rules: Rules) -> dict[Expression, set[tuple[str, Expression]]]:
    """What stands directly before or behind the spans of concatenations, by what they hold."""
    found: defaultdict[Expression, set[tuple[str, Expression]]] = defaultdict(set)
    for expression in rules.values():
        for node in walk(expression):
            parts = children(node) if isinstance(node, Concat) else ()
            for start in range(len(parts)):
                for end in range(start + 1, min(start + _LONGEST_SPAN, len(parts)) + 1):
                    content = concat(*parts[start:end])
                    if start:
                        found[content].add(("before", parts[start - 1]))
                    if end < len(parts):
                        found[content].add(("behind", parts[end]))
    return found


@_edit(Effect.GROWS)
def merge(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """Two rules become one."""
    # s: a "+" b; a: "x"; b: "y" -> s: a "+" a; a: "x" | "y"
    for kept, dropped in combinations(rules, 2):
        merged = _put_all(rules, Ref(dropped), Ref(kept))
        yield {**merged, kept: union(merged[kept], merged.pop(dropped))}


@_edit(Effect.KEEPS)
def split(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """A rule that is used in several places becomes two, one of them for one place."""
    # s: a "+" a; a: "x" | "y" -> s: b "+" a; a: "x" | "y"; b: "x" | "y"
    for content, found in _distinct(spans(rules, longest=1)).items():
        if isinstance(content, Ref) and len(found) > 1:
            for span in found:
                name = fresh_name(rules)
                yield {**_put(rules, span, Ref(name)), name: rules[content.name]}


# ------------------------------------------------------------------------------------- recursion and repeats


@_edit(Effect.KEEPS)
def recursion_to_repeat(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """A rule that ends, or begins, with itself becomes a repeat (Arden's lemma)."""
    for name, expression in rules.items():
        own = alternatives(expression)
        for is_right in (True, False):
            turns = [_without_end(part, Ref(name), is_right) for part in own]
            ends = [part for part, turn in zip(own, turns, strict=True) if turn is None]
            body = union(*(turn for turn in turns if turn is not None))
            if isinstance(body, Empty):
                continue
            if union(*ends) == body:  # a: "x" a | "x" -> a: "x"+
                yield {**rules, name: repeat(body, 1, None)}
            elif is_right:  # a: "x" a | "y" -> a: "x"* "y"
                yield {**rules, name: concat(star(body), union(*ends))}
            else:  # a: a "x" | "y" -> a: "y" "x"*
                yield {**rules, name: concat(union(*ends), star(body))}


def _without_end(node: Expression, end: Expression, is_right: bool) -> Expression | None:
    """A concatenation without its last, or first, part; None when that is not `end`."""
    if not isinstance(node, Concat):
        return None
    last, rest = (node.parts[-1], node.parts[:-1]) if is_right else (node.parts[0], node.parts[1:])
    return concat(*rest) if last == end else None


@_edit(Effect.KEEPS)
def repeat_to_recursion(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """A `*` or `+` becomes a rule that ends with itself."""
    for span in spans(rules, longest=1):
        match span.content:
            case Repeat(body, 0 | 1 as low, None):
                # a: "x"* "y" -> a: b "y"; b: "x" b |
                name = span.rule if span.is_rule else fresh_name(rules)
                end = EPSILON if low == 0 else body
                yield {**_put(rules, span, Ref(name)), name: union(concat(body, Ref(name)), end)}
            case Concat((Repeat(body, 0, None), *rest)) if span.is_rule:
                # a: "x"* "y" -> a: "x" a | "y"
                yield {**rules, span.rule: union(concat(body, Ref(span.rule)), concat(*rest))}


# ------------------------------------------------------------------------------------- structure out of classes


@_edit(Effect.CHANGES)
def bracket(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """Two characters of a class, or one twice, become brackets around the rule itself."""
    # s: [()x]* -> s: ("x" | "(" s ")")*
    letters = [charset for charset in sets if len(charset) == 1]
    for span in spans(rules, longest=1):
        if isinstance(span.content, Chars):
            whole = span.content.set
            inside = [charset for charset in letters if charset <= whole and charset != whole]
            for opening, closing in product(inside, repeat=2):
                nested = concat(chars(opening), Ref(span.rule), chars(closing))
                yield _put(rules, span, union(chars(whole - (opening | closing)), nested))


@_edit(Effect.SHRINKS)
def delimit(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """A character of a repeated class becomes a delimiter between repeats of what is left."""
    # s: [0-9,]+ -> s: [0-9]+ ("," [0-9]+)*
    for span in spans(rules, longest=1):
        match span.content:
            case Repeat(Chars() | Union() as body, 0 | 1 as low, None):
                whole = next((part.set for part in alternatives(body) if isinstance(part, Chars)), CharSet())
                rest = [part for part in alternatives(body) if not isinstance(part, Chars)]
                for mark in sets:
                    if len(mark) == 1 and mark <= whole:
                        item = repeat(union(chars(whole - mark), *rest), low, None)
                        yield from _put_list(rules, span, item, chars(mark))


def _put_list(rules: Rules, span: Span, item: Expression, mark: Expression) -> Iterator[Rules]:
    """The rules with a list in place of a span, its items spelled out and as a rule."""
    name = fresh_name(rules)
    yield _put(rules, span, concat(item, star(concat(mark, item))))
    yield {**_put(rules, span, concat(Ref(name), star(concat(mark, Ref(name))))), name: item}


EDITS: Final = (
    recursion_to_repeat,
    bracket,
    delimit,
    fold,
    unfold,
    absorb,
    merge,
    merge_bubbles,
    add_alternative,
    remove_alternative,
    specialise,
    widen,
    replace_by_nonterminal,
    insert_reference,
    edit_tokens,
    bubble,
    split,
    repeat_to_recursion,
)
RULE_EDITS: Final = tuple(edit for edit in EDITS if edit is not edit_tokens)


# ------------------------------------------------------------------------------------------------- at random


def some_edits(grammar: Grammar, rng: random.Random, sets: Sequence[CharSet], count: int) -> list[Grammar]:
    """At most `count` grammars that a random kind of edit makes of `grammar`, drawn from the first it has."""
    edit = rng.choice(EDITS)
    found = list(islice(edit.rewrite(grammar.rules, sets), _DRAWN_FROM))
    usable = (_usable(rules, MAX_SIZE) for rules in rng.sample(found, min(count, len(found))))
    return [edited for edited in usable if edited is not None]


def mutate_grammar(
    grammar: Grammar, rng: random.Random, sets: Sequence[CharSet], *, max_size: int = MAX_SIZE
) -> Grammar:
    """A random mutation of the expression of a rule (dsl.expressions.edits.mutate), or a random edit of rules.

    Returns `grammar` itself when ten draws all give an invalid grammar, more than `max_size` nodes, or nothing new.
    """
    for _ in range(_TRIES):
        if rng.random() < 0.5:
            name = rng.choice(list(grammar.rules))
            rules: Rules = {**grammar.rules, name: mutate(grammar.rules[name], rng, sets)}
        else:
            rules = rng.choice([grammar.rules, *rng.choice(RULE_EDITS).rewrite(grammar.rules, sets)])
        mutated = _usable(rules, max_size)
        if mutated is not None and mutated != grammar:
            return mutated
    return grammar


def crossover_grammars(
    one: Grammar, other: Grammar, rng: random.Random, *, max_size: int = MAX_SIZE
) -> tuple[Grammar, Grammar]:
    """Two grammars with a random subtree of each swapped for one of the other.

    A subtree brings the rules along that it needs and that have no namesake where it comes to. Returns `one` and
    `other` when ten draws all give an invalid grammar or more than `max_size` nodes.
    """
    for _ in range(_TRIES):
        place, other_place = (rng.choice(list(spans(grammar.rules, longest=1))) for grammar in (one, other))
        crossed = _usable({**other.rules, **_put(one.rules, place, other_place.content)}, max_size)
        other_crossed = _usable({**one.rules, **_put(other.rules, other_place, place.content)}, max_size)
        if crossed is not None and other_crossed is not None:
            return crossed, other_crossed
    return one, other


def _usable(rules: Rules, max_size: int) -> Grammar | None:
    tidy = _tidied(rules)
    if tidy is None or sum(1 + size(expression) for expression in tidy.values()) > max_size:
        return None
    return Grammar(tidy)
