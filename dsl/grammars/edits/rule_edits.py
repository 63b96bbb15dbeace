"""The edits of grammars, of tokens within a rule and of rules.

Each edit is called with a grammar and the character sets that it may bring in, and yields grammars: every rule can
produce a string and is reached from `start`. `effect` says what an edit does to the language.

Folding, unfolding and chunking are those of grammar induction by model merging (Stolcke and Omohundro 1994, "Inducing
probabilistic grammars by Bayesian model merging"), bubbles those of Arvada (Kapugama, Kapre and Sen 2021, "Learning
highly recursive input grammars").
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final

from dsl.charset import CharSet
from dsl.expressions.edits import single_token_edits
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
    repeat,
    star,
    union,
    walk,
)
from dsl.grammar import Grammar
from dsl.grammars.canonical import fingerprint, fresh_name
from dsl.grammars.edits.edit import Effect, edit_with, tidied
from dsl.grammars.edits.spans import (
    LONGEST_SPAN,
    Rules,
    Span,
    alternatives,
    distinct,
    put,
    put_all,
    put_all_or_one,
    spans,
)

_LONGEST_FOLD: Final = 30
_COMMON: Final = 40  # spans that are paired with one another


# --------------------------------------------------------------------------------------------- within a rule


@edit_with(Effect.CHANGES)
def edit_tokens(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """A token inserted, deleted, replaced or moved within a rule."""
    # start: "a" "b" -> start: "a" "b"*
    for name, expression in rules.items():
        for edited in single_token_edits(expression, sets):
            yield {**rules, name: edited}


@edit_with(Effect.GROWS)
def widen(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """A set of characters replaced by a larger one, in one place or everywhere."""
    # start: "x" a; a: "x" -> start: [a-z] a; a: [a-z]
    for leaf, found in distinct(spans(rules)).items():
        if isinstance(leaf, Chars):
            for wider in sets:
                if leaf.set <= wider and leaf.set != wider:
                    yield from put_all_or_one(rules, found, chars(wider))


@edit_with(Effect.CHANGES)
def insert_reference(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """A nonterminal before, behind or beside a node."""
    # s: "(" ")" | -> s: "(" s ")" |
    for span in spans(rules, longest=1):
        for name in rules:
            new = Ref(name)
            for node in (concat(new, span.content), concat(span.content, new), union(span.content, new)):
                yield put(rules, span, node)


@edit_with(Effect.CHANGES)
def replace_by_nonterminal(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """A span, which may be a nonterminal, replaced by a nonterminal, in one place or everywhere."""
    # s: a "+" a; a: "1"; b: a | "x" -> s: b "+" a; …
    for content, found in distinct(span for span in spans(rules) if not span.is_rule).items():
        for name in rules:
            if content != Ref(name):
                yield from put_all_or_one(rules, found, Ref(name))


# ---------------------------------------------------------------------------------------------- alternatives


@edit_with(Effect.GROWS)
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


@edit_with(Effect.SHRINKS)
def remove_alternative(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """One alternative of a rule dropped."""
    # s: "(" s ")" s | "x" |  -> s: "(" s ")" s | "x"
    for name, expression in rules.items():
        own = alternatives(expression)
        if len(own) > 1:
            for place in range(len(own)):
                yield {**rules, name: union(*own[:place], *own[place + 1 :])}


@edit_with(Effect.SHRINKS)
def specialise(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """A nonterminal replaced by one of its alternatives, in one place."""
    # s: a "+" a; a: "x" | b -> s: b "+" a; …
    for span in spans(rules, longest=1):
        if isinstance(span.content, Ref):
            own = alternatives(rules[span.content.name])
            if len(own) > 1:
                for part in own:
                    yield put(rules, span, part)


# ----------------------------------------------------------------------------------------- rules made and unmade


@edit_with(Effect.KEEPS)
def fold(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """What stands in several places becomes a rule, or is replaced by the rule that it already is."""
    # s: "ab" "x" | "ab" "y" -> s: a "x" | a "y"; a: "ab"
    for content, found in distinct(spans(rules, _LONGEST_FOLD)).items():
        if len(found) > 1 and children(content):
            name = next((span.rule for span in found if span.is_rule), None) or fresh_name(rules)
            yield {**put_all(rules, content, Ref(name)), name: content}


@edit_with(Effect.KEEPS)
def unfold(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """A nonterminal replaced by what it stands for, in one place or everywhere."""
    # s: a "x" a; a: "y" | "z" -> s: ("y" | "z") "x" ("y" | "z")
    for content, found in distinct(spans(rules, longest=1)).items():
        if isinstance(content, Ref):
            yield from put_all_or_one(rules, found, rules[content.name])


@edit_with(Effect.KEEPS)
def bubble(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """A span becomes a rule."""
    # s: "(" s ")" s -> s: a s; a: "(" s ")"
    for span in spans(rules):
        if children(span.content) and not span.is_rule:
            name = fresh_name(rules)
            yield {**put(rules, span, Ref(name)), name: span.content}


@edit_with(Effect.GROWS)
def absorb(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """A span becomes an alternative of a rule, and is replaced by it in one place or everywhere."""
    # s: "(" "(" ")" ")" -> s: "(" s ")" | "(" ")"
    for content, found in distinct(span for span in spans(rules) if not span.is_rule).items():
        for name in rules:
            if content != Ref(name):
                for replaced in put_all_or_one(rules, found, Ref(name)):
                    yield {**replaced, name: union(replaced[name], content)}


@edit_with(Effect.GROWS)
def merge_bubbles(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """Two spans, which have a neighbour in common, become the alternatives of one rule."""
    # s: "x=" "1" | "x=" "y" "z" -> s: "x=" a; a: "1" | "y" "z"
    neighbours = _neighbours(rules)
    frequency = Counter({content: len(found) for content, found in neighbours.items()})
    for one, other in combinations([content for content, _ in frequency.most_common(_COMMON)], 2):
        if neighbours[one] & neighbours[other]:
            name = fresh_name(rules)
            replaced = put_all(put_all(rules, one, Ref(name)), other, Ref(name))
            yield {**replaced, name: union(one, other)}


def _neighbours(rules: Rules) -> dict[Expression, set[tuple[str, Expression]]]:
    """What stands directly before or behind the spans of concatenations, by what they hold."""
    found: defaultdict[Expression, set[tuple[str, Expression]]] = defaultdict(set)
    for expression in rules.values():
        for node in walk(expression):
            parts = children(node) if isinstance(node, Concat) else ()
            for start in range(len(parts)):
                for end in range(start + 1, min(start + LONGEST_SPAN, len(parts)) + 1):
                    content = concat(*parts[start:end])
                    if start:
                        found[content].add(("before", parts[start - 1]))
                    if end < len(parts):
                        found[content].add(("behind", parts[end]))
    return found


@edit_with(Effect.GROWS)
def merge(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """Two rules become one."""
    # s: a "+" b; a: "x"; b: "y" -> s: a "+" a; a: "x" | "y"
    for kept, dropped in combinations(rules, 2):
        merged = put_all(rules, Ref(dropped), Ref(kept))
        yield {**merged, kept: union(merged[kept], merged.pop(dropped))}


@edit_with(Effect.KEEPS)
def split(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """A rule that is used in several places becomes two, one of them for one place."""
    # s: a "+" a; a: "x" | "y" -> s: b "+" a; a: "x" | "y"; b: "x" | "y"
    for content, found in distinct(spans(rules, longest=1)).items():
        if isinstance(content, Ref) and len(found) > 1:
            for span in found:
                name = fresh_name(rules)
                yield {**put(rules, span, Ref(name)), name: rules[content.name]}


# ------------------------------------------------------------------------------------- recursion and repeats


@edit_with(Effect.KEEPS)
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


@edit_with(Effect.KEEPS)
def repeat_to_recursion(rules: Rules, sets: Sequence[CharSet]) -> Iterator[Rules]:
    """A `*` or `+` becomes a rule that ends with itself."""
    for span in spans(rules, longest=1):
        match span.content:
            case Repeat(body, 0 | 1 as low, None):
                # a: "x"* "y" -> a: b "y"; b: "x" b |
                name = span.rule if span.is_rule else fresh_name(rules)
                end = EPSILON if low == 0 else body
                yield {**put(rules, span, Ref(name)), name: union(concat(body, Ref(name)), end)}
            case Concat((Repeat(body, 0, None), *rest)) if span.is_rule:
                # a: "x"* "y" -> a: "x" a | "y"
                yield {**rules, span.rule: union(concat(body, Ref(span.rule)), concat(*rest))}


# ------------------------------------------------------------------------------------- structure out of classes


@edit_with(Effect.CHANGES)
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
                yield put(rules, span, union(chars(whole - (opening | closing)), nested))


@edit_with(Effect.SHRINKS)
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
    yield put(rules, span, concat(item, star(concat(mark, item))))
    yield {**put(rules, span, concat(Ref(name), star(concat(mark, Ref(name))))), name: item}


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


def grammar_edits(grammar: Grammar, sets: Sequence[CharSet], seen: set[int] | None = None) -> Iterator[Grammar]:
    """Everything that one edit makes of `grammar`, in the same order, each once; what it yields joins `seen`."""
    known = {fingerprint(grammar.rules)} if seen is None else seen
    for edit in EDITS:
        for rules in edit.rewrite(grammar.rules, sets):
            tidy = tidied(rules)
            if tidy is not None and (mark := fingerprint(tidy)) not in known:
                known.add(mark)
                yield Grammar(tidy)
