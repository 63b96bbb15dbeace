"""Samples lie inside their language, by matchers of others; counts and enumerations are those of brute force."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from dsl.automata.sampling import UniformSampler
from dsl.errors import LimitError
from dsl.expressions.expression import Expression
from dsl.expressions.notation import write
from dsl.grammar import Grammar
from dsl.grammars.recognition import accepts_all, count_parses
from dsl.grammars.sampling import DerivationSampler, Walker
from dsl.regex import Regex
from tests.fuzz.drawing import draw_alphabet, draw_expression, draw_grammar, draw_sets, mutated
from tests.fuzz.fuzzing import Failure, limited, python_line
from tests.fuzz.reading import Reading
from tests.fuzz.shrinking import shrunk, smaller_expressions, smaller_grammars
from tests.fuzz.words import Words
from tests.support.automata import counts
from tests.support.grammars import enumerate_language

EXPRESSIONS: Final = 20
GRAMMARS: Final = 4
SAMPLES: Final = 30
WORDS: Final = 400
LONGEST: Final = 20
SECONDS: Final = 0.5


def case(rng: random.Random) -> int:
    """Check samples of some expressions and some grammars over one alphabet."""
    letters = draw_alphabet(rng)[:3]
    sets = draw_sets(rng, letters)
    own = [charset for charset in sets if all(letter in letters for letter in charset)]
    words = Words.about(letters, WORDS)
    checks = 0
    for _ in range(EXPRESSIONS):
        expression = draw_expression(rng, sets, rng.randint(1, 8))
        checks += _check_regex(rng.randint(0, 1 << 30), expression)
        checks += _check_counts(draw_expression(rng, own, rng.randint(1, 8)), words)
    for _ in range(GRAMMARS):
        checks += _check_grammar(rng, draw_grammar(rng, letters, sets), letters)
        checks += _check_enumeration(draw_grammar(rng, letters, own), words)
    return checks


# ------------------------------------------------------------------------------------------------ regexes


def _check_regex(seed: int, expression: Expression) -> int:
    found = regex_samples(expression, seed)
    if _is_outside(expression, found):
        expression = shrunk(
            expression, smaller_expressions, lambda node: _is_outside(node, regex_samples(node, seed)), 300
        )
        code = "from tests.fuzz.samples import *; from dsl.expressions.notation import parse; "
        raise Failure(
            f"a sample of {write(expression)!r} lies outside",
            python_line(f"{code}print(regex_samples(parse({write(expression)!r}), {seed}))"),
        )
    return len(found)


def regex_samples(expression: Expression, seed: int) -> list[str]:
    """Samples of every kind."""
    rng = random.Random(seed)
    found = Regex(expression).sample(SAMPLES, rng)
    with suppress(LimitError):
        uniform = UniformSampler(expression)
        lengths = [length for length, number in enumerate(counts(expression, 12)) if number]
        found += [uniform.of_length(rng.choice(lengths), rng) for _ in range(SAMPLES if lengths else 0)]
    return found


def _is_outside(expression: Expression, texts: Iterable[str]) -> bool:
    matches = re.compile(write(expression)).fullmatch
    with suppress(TimeoutError), limited(SECONDS, TimeoutError()):  # `re` may backtrack without end
        return any(matches(text) is None for text in texts)
    return False


def _check_counts(expression: Expression, words: Words) -> int:
    expected = [int(row.sum()) for row in words.of(expression)]
    try:
        found = counts(expression, words.longest)
    except LimitError:
        return 0
    if found != expected:
        code = "from tests.support.automata import *; from dsl.expressions.notation import parse; "
        code += f"print(counts(parse({write(expression)!r}), {words.longest}))"
        raise Failure(f"counts are wrong, which should be {expected}", python_line(code))
    return len(expected)


# ----------------------------------------------------------------------------------------------- grammars


def _check_grammar(rng: random.Random, grammar: Grammar, letters: str) -> int:
    seed = rng.randint(0, 1 << 30)
    found = grammar_samples(grammar, seed)
    if _is_outside_of_grammar(grammar, found):
        grammar = shrunk(
            grammar,
            smaller_grammars,
            lambda smaller: _is_outside_of_grammar(smaller, grammar_samples(smaller, seed)),
            300,
        )
        code = f"from tests.fuzz.samples import *; print(grammar_samples({grammar!r}, {seed}))"
        raise Failure(f"a sample of {grammar!r} lies outside", python_line(code))
    near = [mutated(rng, text, letters) for text in found if len(text) <= LONGEST]
    for text, accepted in zip(near, accepts_all(grammar, near), strict=True):
        if accepted != Reading(grammar.rules, text).accepts():
            code = f"from dsl.grammar import *; print({grammar!r}.accepts({text!r}))"
            raise Failure(f"{text!r} is {'accepted' if accepted else 'rejected'}", python_line(code))
    return len(found) + len(near)


def grammar_samples(grammar: Grammar, seed: int) -> list[str]:
    """Samples of every kind."""
    rng = random.Random(seed)
    found = grammar.sample(SAMPLES // 3, rng)
    walks = [Walker(grammar).draw(rng, depth, LONGEST) for depth in range(6)]
    found += [text for text in walks if text is not None]
    with suppress(LimitError):
        sampler = DerivationSampler(grammar)
        lengths = [length for length in range(10) if sampler.count(length)]
        found += [sampler.of_length(length, rng) for length in lengths]
    return found


def _is_outside_of_grammar(grammar: Grammar, texts: Iterable[str]) -> bool:
    return any(not Reading(grammar.rules, text).accepts() for text in texts if len(text) <= LONGEST)


def _check_enumeration(grammar: Grammar, words: Words) -> int:
    """All strings of a length, in order; as many derivations as their parses add up to."""
    language = words.flat(words.of_rules(grammar.rules)["start"])
    expected = [text for text, is_inside in zip(words.texts, language, strict=True) if is_inside]
    expected.sort(key=lambda text: (len(text), text))
    found = list(enumerate_language(grammar, words.longest))
    if found != expected:
        raise _wrong_enumeration(grammar, words)
    with suppress(LimitError):
        sampler = DerivationSampler(grammar)
        derivations: Counter[int] = Counter()
        for text in found[:100]:
            derivations[len(text)] += count_parses(grammar, text)
        complete = range(len(found[99]) if len(found) > 100 else words.longest + 1)
        if any(sampler.count(length) != derivations[length] for length in complete):
            code = f"from tests.fuzz.samples import *; print(DerivationSampler({grammar!r}).count(1))"
            raise Failure(f"derivations are {dict(derivations)}", python_line(code))
    return len(found)


def _wrong_enumeration(grammar: Grammar, words: Words) -> Failure:
    def fails(smaller: Grammar) -> bool:
        language = words.flat(words.of_rules(smaller.rules)["start"])
        expected = {text for text, is_inside in zip(words.texts, language, strict=True) if is_inside}
        return set(enumerate_language(smaller, words.longest)) != expected

    grammar = shrunk(grammar, smaller_grammars, fails, 300)
    code = f"from tests.fuzz.samples import *; print(list(enumerate_language({grammar!r}, {words.longest})))"
    return Failure("enumerate_language is wrong", python_line(code))
