"""Languages in the notations of all tools: the tool agrees where it is installed, and what was written is read back."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from typing import Final

from dsl.automata.dfa import DFA
from dsl.automata.sampling import SURROGATES
from dsl.errors import ConfigurationError, ExportError, LimitError, SynthError
from dsl.expressions.expression import Chars, Expression, star
from dsl.grammar import Grammar
from dsl.regex import Regex
from synth import formats
from synth.formats.differential import trials
from synth.formats.format import Format, Language
from tests.fuzz.drawing import draw_alphabet, draw_expression, draw_grammar, draw_sets
from tests.fuzz.fuzzing import Failure, python_line
from tests.fuzz.shrinking import shrunk, smaller_expressions, smaller_grammars

NOTATIONS: Final = 5  # for each language: Lark takes its time
SHRINKING: Final = 200  # steps: an export takes its time
_SOME_TEXTS: Final = 10
_LONGEST: Final = 30


def case(rng: random.Random) -> int:
    """Check a pattern and a grammar, each in some formats."""
    letters = draw_alphabet(rng)
    sets = draw_sets(rng, letters)
    languages = [Regex(draw_expression(rng, sets, rng.randint(1, 7))), draw_grammar(rng, letters, sets, 4)]
    checks = 0
    for language in languages:
        for name, options in rng.sample(list(_notations()), NOTATIONS):
            checks += 1
            if difference(language, name, options):
                raise _failure(language, name, options)
    return checks


def _notations() -> Iterator[tuple[str, dict[str, str]]]:
    for name in formats.names():
        yield name, {}
        for option, values in formats.find(name).options.items():
            yield from ((name, {option: value}) for value in values[1:])


def difference(language: Language, name: str, options: dict[str, str]) -> str:
    """What is wrong with the language in a notation; nothing where the notation says why it cannot say it."""
    notation = formats.find(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            text = formats.export(language, name, **options)
        except (ExportError, LimitError) as error:
            return error.message if not error.hint or "report" in error.hint else ""
    if isinstance(text, bytes):
        return ""
    try:
        back = notation.read(text)
    except ConfigurationError:  # only written
        return ""
    except SynthError as error:
        if "(?!" in text and "look-around" in error.hint:  # of Lark's LALR
            return ""
        return f"{text!r} is not read back: {error.message}"
    witness = _witness(language, back, notation)
    return "" if witness is None else f"{text!r} is read back with another verdict on {witness!r}"


def _witness(language: Language, back: Language, notation: Format) -> str | None:
    """A string that tells the languages apart, of characters that the tool knows."""
    if isinstance(language, Regex) and isinstance(back, Regex):
        known = star(Chars(~(SURROGATES | notation.unknown)))
        try:
            return (_within(language, known)).witness(_within(back, known))
        except LimitError:
            pass
    texts = [text for text, _ in trials(language, _LONGEST, _SOME_TEXTS)]
    pairs = zip(texts, language.accepts_all(texts), back.accepts_all(texts), strict=True)
    return next((text for text, one, other in pairs if one != other), None)


def _within(language: Regex, known: Expression) -> DFA:
    return DFA.from_expression(language.expression) & DFA.from_expression(known)


def _failure(language: Language, name: str, options: dict[str, str]) -> Failure:
    def fails(smaller: Language) -> bool:
        return bool(difference(smaller, name, options))

    if isinstance(language, Grammar):
        small: Language = shrunk(language, smaller_grammars, fails, SHRINKING)
    else:
        small = shrunk(language, _smaller_regexes, fails, SHRINKING)
    code = "from tests.fuzz.exports import *; import dsl; "
    code += f"print(difference(dsl.parse({str(small)!r}), {name!r}, {options!r}))"
    return Failure(f"{name} {difference(small, name, options)}", python_line(code))


def _smaller_regexes(language: Regex) -> Iterator[Regex]:
    return map(Regex, smaller_expressions(language.expression))
