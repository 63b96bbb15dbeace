"""Which strings a grammar accepts, in every way that we have to say so, against brute force on all short words."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.automata.dfa import DFA
from dsl.errors import LimitError
from dsl.expressions.expression import Expression
from dsl.expressions.notation import write
from dsl.grammar import Grammar
from dsl.grammars.canonical import canonical
from dsl.grammars.distance import grammar_distances
from dsl.grammars.intersection import intersects
from dsl.grammars.recognition import accepts_all, count_parses, parse_tree
from dsl.grammars.regularity import regular_expression
from dsl.grammars.symbols import Texts
from dsl.grammars.top_down import top_down, without_empty
from dsl.regex import Regex
from tests.fuzz.drawing import draw_alphabet, draw_expression, draw_grammar, draw_sets
from tests.fuzz.fuzzing import Failure, python_line
from tests.fuzz.shrinking import shrunk, smaller_grammars, smaller_texts
from tests.fuzz.words import Words

GRAMMARS: Final = 12
WORDS: Final = 3_500
PARSED: Final = 5

Way = Callable[[Grammar, Texts], "NDArray[np.bool_] | None"]  # None: it does not say


def case(rng: random.Random) -> int:
    """Check some grammars over one alphabet."""
    letters = draw_alphabet(rng)[:3]
    words = Words.about(letters, WORDS)
    texts = Texts(words.texts)
    sets = draw_sets(rng, letters[: rng.randint(1, len(letters))], 4)
    checks = 0
    for _ in range(GRAMMARS):
        grammar = draw_grammar(rng, letters, sets)
        language = words.of_rules(grammar.rules)["start"]
        expected = words.flat(language)
        for way, (accept, _) in WAYS.items():
            verdicts = accept(grammar, texts)
            if verdicts is not None:
                wrong = np.flatnonzero(verdicts != expected)
                if len(wrong):
                    raise _disagreement(way, grammar, words.texts[wrong[0]])
                checks += len(words)
        checks += _check_notation(grammar)
        checks += _check_parses(rng, grammar, words, expected)
        checks += _check_intersection(draw_expression(rng, sets, 4), grammar, words, expected)
    return checks


def _of(rewrite: Callable[[Mapping[str, Expression]], Mapping[str, Expression]]) -> Way:
    def accept(grammar: Grammar, texts: Texts) -> NDArray[np.bool_] | None:
        try:
            return accepts_all(Grammar(rewrite(grammar.rules)), texts)
        except LimitError:
            return None

    return accept


def _by_a_proof(grammar: Grammar, texts: Texts) -> NDArray[np.bool_] | None:
    expression = regular_expression(grammar)
    if expression is None:
        return None
    return np.array(list(map(Regex(expression).accepts, texts.strings)), dtype=bool)


# what accepts, and what a person would write to see it
WAYS: Final[dict[str, tuple[Way, str]]] = {
    "accepts_all": (accepts_all, "print(grammar.accepts(text))"),
    "grammar_distances": (
        lambda grammar, texts: grammar_distances(grammar, texts, 0) == 0,
        "from dsl.grammars.distance import *; print(grammar_distances(grammar, [text], 0))",
    ),
    "canonical": (
        lambda grammar, texts: accepts_all(canonical(grammar), texts),
        "from dsl.grammars.canonical import *; print(canonical(grammar).accepts(text))",
    ),
    "top_down": (
        _of(top_down),
        "from dsl.grammars.top_down import *; print(Grammar(top_down(grammar.rules)).accepts(text))",
    ),
    "without_empty": (
        _of(without_empty),
        "from dsl.grammars.top_down import *; print(Grammar(without_empty(grammar.rules)).accepts(text))",
    ),
    "regular_expression": (
        _by_a_proof,
        "from dsl.grammars.regularity import *; print(regular_expression(grammar))",
    ),
}


def brute_force(grammar: Grammar, text: str) -> bool:
    """Whether the grammar accepts the text."""
    words = Words(sorted(set(text)), len(text))
    return bool(words.flat(words.of_rules(grammar.rules)["start"])[words.texts.index(text)])


def _disagreement(way: str, grammar: Grammar, text: str) -> Failure:
    accept, line = WAYS[way]

    def differ(pair: tuple[Grammar, str]) -> bool:
        verdict = accept(pair[0], Texts([pair[1]]))
        return verdict is not None and bool(verdict[0]) != brute_force(*pair)

    if not differ((grammar, text)):
        return Failure(
            f"{way} is wrong about {text!r} when it reads it among others: {grammar!r}", "run the case again"
        )
    grammar, text = shrunk(
        (grammar, text),
        lambda pair: [
            *((pair[0], shorter) for shorter in smaller_texts(pair[1])),
            *((smaller, pair[1]) for smaller in smaller_grammars(pair[0])),
        ],
        differ,
    )
    code = f"from dsl.grammar import *; grammar, text = {grammar!r}, {text!r}; {line}"
    return Failure(f"{way} {'rejects' if brute_force(grammar, text) else 'accepts'} {text!r}", python_line(code))


def _check_notation(grammar: Grammar) -> int:
    if Grammar.parse(str(grammar)) != grammar:
        grammar = shrunk(grammar, smaller_grammars, lambda smaller: Grammar.parse(str(smaller)) != smaller)
        code = f"from dsl.grammar import *; print(Grammar.parse({str(grammar)!r}), {dict(grammar.rules)!r})"
        raise Failure("a grammar is not what it is printed as", python_line(code))
    return 1


def _check_parses(rng: random.Random, grammar: Grammar, words: Words, expected: NDArray[np.bool_]) -> int:
    inside = np.flatnonzero(expected)
    outside = np.flatnonzero(~expected)
    some = [int(rng.choice(kind)) for kind in (inside, outside) if len(kind) for _ in range(PARSED)]
    for number in some:
        text = words.texts[number]
        code = f"from dsl.grammars.recognition import *; from dsl.grammar import *; grammar = {grammar!r}; "
        try:
            count = count_parses(grammar, text)
        except LimitError:  # infinitely many
            count = 1
        if bool(count) != bool(expected[number]):
            raise Failure("count_parses is wrong", python_line(code + f"print(count_parses(grammar, {text!r}))"))
        if expected[number]:
            tree = parse_tree(grammar, text)
            if any(not _is_derived(grammar, node.rule, text[node.start : node.end]) for node in tree.walk()):
                raise Failure("a tree is wrong", python_line(code + f"print(parse_tree(grammar, {text!r}))"))
    return len(some)


def _is_derived(grammar: Grammar, rule: str, text: str) -> bool:
    words = Words(sorted(set(text)), len(text))
    return bool(words.flat(words.of_rules(grammar.rules)[rule])[words.texts.index(text)])


def _check_intersection(expression: Expression, grammar: Grammar, words: Words, expected: NDArray[np.bool_]) -> int:
    common = words.flat(words.of(expression)) & expected
    if common.any() and not intersects(grammar, DFA.from_expression(expression)):
        code = "from dsl.grammars.intersection import *; from dsl.automata.dfa import *; "
        code += "from dsl.grammar import *; import dsl; "
        code += f"print(intersects({grammar!r}, DFA.from_expression(dsl.parse({write(expression)!r}).expression)))"
        raise Failure(f"both have {words.texts[int(np.argmax(common))]!r}", python_line(code))
    return 1
