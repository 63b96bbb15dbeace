"""Masks by brute force: the prefixes of a language as a grammar of their own, and every token tried."""

from __future__ import annotations

from dsl.expressions.expression import EPSILON, Chars, Concat, Ref, Repeat, Union, concat, optional, repeat, union
from dsl.grammar import Grammar
from dsl.grammars.recognition import accepts_all
from dsl.regex import Regex


def prefixes(language):
    """The grammar of all prefixes of strings of a language, written independently of any parser."""
    rules = {"start": language.expression} if isinstance(language, Regex) else dict(language.rules)
    begun = {f"{name}_begun": beginning(body) for name, body in rules.items()}
    renamed = {f"{name}_whole": whole(body) for name, body in rules.items()}
    return Grammar({"start": Ref("start_begun"), **begun, **renamed})


def whole(node):
    match node:
        case Ref(name):
            return Ref(f"{name}_whole")
        case Concat(parts):
            return concat(*map(whole, parts))
        case Union(parts):
            return union(*map(whole, parts))
        case Repeat(body, low, high):
            return repeat(whole(body), low, high)
        case _:
            return node


def beginning(node):
    """abc -> (a(bc?)?)?"""
    match node:
        case Chars():
            return optional(node)
        case Ref(name):
            return optional(Ref(f"{name}_begun"))
        case Concat(parts):
            ways = [concat(*map(whole, parts[:place]), beginning(part)) for place, part in enumerate(parts)]
            return optional(union(*ways))
        case Union(parts):
            return optional(union(*map(beginning, parts)))
        case Repeat(body, _, high):
            turns = repeat(whole(body), 0, None if high is None else high - 1)
            return optional(concat(turns, beginning(body)))
        case _:
            return EPSILON


def allowed(begun, accepts, vocabulary, text):
    """The tokens that may come behind `text`, where every character is of one byte and is a token.

    `begun` is the grammar of all prefixes, `accepts` says whether a text belongs to the language.
    """
    spelled = {token: (text + spelling).decode() for token, spelling in enumerate(vocabulary.tokens) if spelling}
    found = {token for token, begins in zip(spelled, accepts_all(begun, spelled.values()), strict=True) if begins}
    return found | (set(vocabulary.end_tokens) if accepts(text.decode()) else set())
