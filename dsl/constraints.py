"""Hard filters on candidates: what a pattern must be, whatever it scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NoReturn

from dsl.automata.ambiguity import is_linear
from dsl.automata.dfa import DFA
from dsl.automata.sampling import SURROGATES
from dsl.charset import EVERYTHING, NEWLINE, CharSet
from dsl.errors import ConstraintError, LimitError, PatternError
from dsl.expressions.expression import Chars, Empty, Epsilon, Expression, Repeat, walk
from dsl.expressions.notation import parse, write_count, write_set

MAX_POSIX_COUNT = 255
MAX_SEED_LITERALS = 16
_OUTSIDE_POSIX_TEXT = CharSet.of("\0") | NEWLINE | SURROGATES
_SEED_COUNTS = {(0, None), (1, None), (0, 1)}

WhyNot = Callable[[Expression], str | None]


@dataclass(frozen=True)
class Constraints:
    """Conditions that every candidate must meet; `alphabet` is what they leave of the characters."""

    checks: tuple[WhyNot, ...] = ()
    alphabet: CharSet = EVERYTHING

    def why_not(self, expression: Expression) -> str | None:
        """The first reason against `expression`, in words; None when it is admitted."""
        return next((reason for check in self.checks if (reason := check(expression))), None)

    def admits(self, expression: Expression) -> bool:
        """Whether `expression` meets every constraint."""
        return self.why_not(expression) is None


def parse_constraints(texts: Iterable[str]) -> Constraints:
    """Read constraints as they are written on the command line:

    posix               can be written as a POSIX extended regular expression
    linear-time         a backtracking matcher needs only linear time, whatever the text
    max-states=N        the minimal automaton has at most N states (a dead state is not counted)
    alphabet=[0-9a-f]   every character class is a part of this one
    tokens=seed         literals, |, concatenation, *, +, ? and parentheses: no classes but small ones, no counts

    Raises ConstraintError on an unknown one, or one that nothing can satisfy.
    """
    checks: list[WhyNot] = []
    alphabet = EVERYTHING
    for text in texts:
        name, equals, value = text.strip().partition("=")
        if name in _PLAIN and not equals:
            checks.append(_PLAIN[name])
        elif name == "max-states" and equals:
            checks.append(_max_states(value))
        elif name == "alphabet" and equals:
            allowed = _read_class(value)
            alphabet &= allowed
            checks.append(_within(allowed))
        elif (name, value) == ("tokens", "seed"):
            checks.append(why_not_seed)
        else:
            _fail_unknown(text)
    if not alphabet:
        raise ConstraintError("the alphabets have no character in common", hint="give one alphabet")
    return Constraints(tuple(checks), alphabet)


def _fail_unknown(text: str) -> NoReturn:
    close = get_close_matches(text, _FORMS, n=1, cutoff=0.4)
    suggestion = f"did you mean {close[0]}? " if close else ""
    raise ConstraintError(f"no constraint {text!r}", hint=f"{suggestion}There are: {', '.join(_FORMS)}")


# ---------------------------------------------------------------------------------------------------- posix


def why_not_posix(expression: Expression) -> str | None:
    """Why `expression` is not a POSIX extended regular expression, None when it is.

    A text there never holds a newline, NUL or a lone surrogate: a class must contain something else. Counts end at 255.
    """
    for node in walk(expression):
        match node:
            case Empty():
                return "POSIX cannot write the empty language"
            case Chars(charset) if not charset - _OUTSIDE_POSIX_TEXT:
                return f"POSIX text cannot contain {write_set(charset)}"
            case Repeat(_, low, high) if max(low, high or 0) > MAX_POSIX_COUNT:
                return f"POSIX counts end at {MAX_POSIX_COUNT}: {write_count(low, high)}"
    return None


# ---------------------------------------------------------------------------------------------- linear-time


def why_not_linear(expression: Expression) -> str | None:
    """Why a backtracking matcher might need more than linear time, None when it never does."""
    try:
        return None if is_linear(expression) else f"backtracking can take more than linear time: {expression}"
    except LimitError as error:
        return error.message


# ----------------------------------------------------------------------------------- max-states and alphabet


def _max_states(value: str) -> WhyNot:
    if not value.isdecimal() or int(value) < 1:
        raise ConstraintError(f"not a number of states: {value!r}", hint="write a whole number, as in max-states=20")
    limit = int(value)

    def why_not(expression: Expression) -> str | None:
        try:
            states = sum(DFA.from_expression(expression).minimise().live())
        except LimitError as error:
            return error.message
        return f"{states} states, more than {limit}" if states > limit else None

    return why_not


def _read_class(value: str) -> CharSet:
    try:
        match parse(value):
            case Chars(charset):
                return charset
    except PatternError as error:
        raise ConstraintError(f"not a class of characters: {value!r}\n{error.message}", hint=error.hint) from None
    raise ConstraintError(f"not a class of characters: {value!r}", hint="write a class, as in alphabet=[0-9a-f]")


def _within(allowed: CharSet) -> WhyNot:
    def why_not(expression: Expression) -> str | None:
        for node in walk(expression):
            if isinstance(node, Chars) and not node.set <= allowed:
                return f"{write_set(node.set)} reaches outside the alphabet {write_set(allowed)}"
        return None

    return why_not


# -------------------------------------------------------------------------------------------------- tokens=seed


def why_not_seed(expression: Expression) -> str | None:
    """Why `expression` has more than literals, |, concatenation, *, +, ? and parentheses; small classes are fine."""
    for node in walk(expression):
        match node:
            case Chars(charset) if len(charset) > MAX_SEED_LITERALS:
                return f"{write_set(charset)} stands for more than {MAX_SEED_LITERALS} literals"
            case Repeat(_, low, high) if (low, high) not in _SEED_COUNTS:
                return f"the repeat {write_count(low, high)} is not *, + or ?"
            case Empty() | Epsilon():
                return "no literal to write"
    return None


_PLAIN: dict[str, WhyNot] = {"posix": why_not_posix, "linear-time": why_not_linear}
_FORMS = ("posix", "linear-time", "max-states=20", "alphabet=[0-9a-f]", "tokens=seed")
