"""Edits of grammars: valid, printed as what reads back, and doing to the language what they say, by brute force."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from dsl.charset import CharSet
from dsl.expressions.expression import Ref
from dsl.grammar import Grammar
from dsl.grammars.canonical import canonical, fingerprint
from dsl.grammars.edits.edit import Edit, Effect
from dsl.grammars.edits.mutation import MAX_SIZE, crossover_grammars, mutate_grammar
from dsl.grammars.edits.rule_edits import EDITS
from dsl.grammars.rules import reachable, substituted
from tests.fuzz.drawing import draw_alphabet, draw_grammar, draw_sets
from tests.fuzz.fuzzing import Failure, python_line
from tests.fuzz.regex_edits import why_not_normal
from tests.fuzz.shrinking import shrunk, smaller_grammars
from tests.fuzz.words import Words

GRAMMARS: Final = 2
WORDS: Final = 130
MADE: Final = 300  # of each edit
LOOKED_AT: Final = 12
RANDOM_EDITS: Final = 10


def case(rng: random.Random) -> int:
    """Check every edit of some grammars."""
    letters = draw_alphabet(rng)[:2]
    sets = draw_sets(rng, letters, 2)
    words = Words.about(letters, WORDS)
    checks = 0
    for _ in range(GRAMMARS):
        grammar = draw_grammar(rng, letters, sets, 4)
        seed = rng.randint(0, 1 << 30)
        for edit in EDITS:
            what, count = wrong(edit, grammar, sets, words, seed)
            if what is not None:
                raise _shrunk(edit, grammar, sets, words, seed)
            checks += count
        checks += _check_random_edits(rng, grammar, draw_grammar(rng, letters, sets, 4), sets)
        checks += _check_names(rng, grammar, words)
    return checks


def wrong(edit: Edit, grammar: Grammar, sets: Sequence[CharSet], words: Words, seed: int) -> tuple[str | None, int]:
    """What is wrong about what an edit makes of a grammar, if anything, and how many were looked at."""
    before = _language(grammar, words)
    made = list(islice(edit(grammar, sets), MADE))
    some = random.Random(seed).sample(made, min(LOOKED_AT, len(made)))
    for edited in some:
        after = _language(edited, words)
        is_right = {
            Effect.KEEPS: (before == after).all(),
            Effect.GROWS: (before <= after).all(),
            Effect.SHRINKS: (after <= before).all(),
            Effect.CHANGES: True,
        }[edit.effect]
        if not is_right:
            return f"not {edit.effect.value!r}: {edited}", len(some)
        if (what := why_not_valid(edited)) is not None:
            return what, len(some)
    return None, len(some)


def _language(grammar: Grammar, words: Words) -> NDArray[np.bool_]:
    return words.flat(words.of_rules(grammar.rules)["start"])


def why_not_valid(grammar: Grammar) -> str | None:
    """What is wrong with a grammar that an edit has made."""
    if set(reachable(grammar.rules)) != set(grammar.rules):
        return f"a rule is not reached: {grammar}"
    if Grammar.parse(str(grammar)) != grammar:
        return f"printed as something else: {grammar}"
    return next((what for body in grammar.rules.values() if (what := why_not_normal(body))), None)


def _check_random_edits(rng: random.Random, grammar: Grammar, other: Grammar, sets: Sequence[CharSet]) -> int:
    grammar, other = (Grammar({name: one.rules[name] for name in reachable(one.rules)}) for one in (grammar, other))
    for _ in range(RANDOM_EDITS):
        seed = rng.randint(0, 1 << 30)
        mutated = mutate_grammar(grammar, random.Random(seed), sets)
        crossed = crossover_grammars(grammar, other, random.Random(seed))
        for made in (mutated, *crossed):
            if (what := why_not_valid(made)) is not None or made.size > MAX_SIZE:
                code = "from tests.fuzz.grammar_edits import *; "
                code += f"print(mutate_grammar({grammar!r}, random.Random({seed}), {list(sets)!r}), "
                code += f"crossover_grammars({grammar!r}, {other!r}, random.Random({seed})))"
                raise Failure(what or "too large", python_line(code))
    return 3 * RANDOM_EDITS


def _check_names(rng: random.Random, grammar: Grammar, words: Words) -> int:
    """Other names and another order of rules are the same grammar."""
    names = [name for name in grammar.rules if name != "start"]
    new = dict(zip(names, rng.sample([f"x{number}" for number in range(len(names))], len(names)), strict=True))
    renamed = {name: Ref(new.get(name, name)) for name in grammar.rules}
    items = [(new.get(name, name), substituted(body, renamed)) for name, body in grammar.rules.items()]
    other = Grammar(dict(rng.sample(items, len(items))))
    is_same = fingerprint(grammar.rules) == fingerprint(other.rules) and canonical(grammar) == canonical(other)
    if not is_same or (_language(canonical(grammar), words) != _language(grammar, words)).any():
        code = f"from dsl.grammars.canonical import *; from dsl.grammar import *; print(canonical({grammar!r}) == "
        raise Failure("renamed, it is another grammar", python_line(f"{code}canonical({other!r}))"))
    return 1


def _shrunk(edit: Edit, grammar: Grammar, sets: Sequence[CharSet], words: Words, seed: int) -> Failure:
    def fails(smaller: Grammar) -> bool:
        return wrong(edit, smaller, sets, words, seed)[0] is not None

    grammar = shrunk(grammar, smaller_grammars, fails, 200)
    code = "from tests.fuzz.grammar_edits import *; import dsl.grammars.edits.rule_edits as edits; "
    code += f"print(wrong(edits.{edit.__name__}, {grammar!r}, {list(sets)!r}, "
    code += f"Words({words.letters!r}, {words.longest}), {seed}))"
    return Failure(f"{edit.__name__} of {grammar}: {wrong(edit, grammar, sets, words, seed)[0]}", python_line(code))
