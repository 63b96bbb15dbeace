"""How the tokens of a class are spelled: groups, known tokens, and what L* learns of tokens of one shape."""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from dsl.automata.elimination import to_expression
from dsl.charset import DIGITS, LOWER, UPPER, CharSet
from dsl.expressions.expression import Expression, Ref, literal, union
from searchers.active.observation_table import learn
from searchers.active.queries import Context, by_length, edges, few, shortest
from searchers.active.segmentation import LETTERS, Segmentation, another
from searchers.active.token_types import TokenTypes, shape_of
from searchers.active.vocabulary import related_words
from searchers.structure.private_characters import GROUPS
from searchers.structure.tokens import NAME, SHAPES, by_character, shape

MAX_SPELLED: Final = 12  # live states of the automaton of a token
CHECKED: Final = 30  # known tokens that an automaton is checked with
OWN: Final = 4  # letters of a case that are symbols of their own, the others being one
_NUMBER: Final = re.compile("[0-9]+")


class TokenSpelling:
    """Learns what tokens look like, each asked about in the shortest example that has one of its type."""

    def __init__(self, segmentation: Segmentation, types: TokenTypes, rng: random.Random) -> None:
        self._segmentation, self._types, self._rng = segmentation, types, rng
        self._ask = segmentation.member

    def of_class(self, names: Sequence[str]) -> Expression:
        """What a class of tokens spells, its groups as references."""
        groups = [Ref(f"group_{GROUPS.number(name)}") for name in names if name in GROUPS]
        spellings = [self._of_type(name) for name in names if name not in GROUPS]
        words = map(literal, sorted(self._other_words(names)))
        return union(*groups, *dict.fromkeys([*spellings, *words]))

    def _of_type(self, name: str) -> Expression:
        """A token of its own is spelled as it is; tokens of one shape are learned character by character."""
        if shape_of(name) not in SHAPES and not (len(name) == 1 and name.isalpha()):
            return literal(name)
        known = self._types.tokens[name]
        context = shortest(self._types.contexts[name])
        if self._are_all(known, context):
            return _one_of(known)
        alphabet = _alphabet(known)
        examples = {_in_symbols(token, alphabet) for token in known}
        renumbered = {_in_symbols(token, alphabet) for token in self._renumbered(known)}
        automaton = learn(
            alphabet,
            lambda text: self._is_token(text, name) and self._ask(context.around(text)),
            [*few(examples, CHECKED), *renumbered],
            self._rng,
            self._ask.spent,
        ).minimise()
        # the regex of a larger automaton might be of any length
        return to_expression(automaton) if 0 < sum(automaton.live()) <= MAX_SPELLED else _one_of(known)

    def _are_all(self, known: Collection[str], context: Context) -> bool:
        """Whether the words known are all that there are, as far as a few others show."""
        if self._segmentation.lexer is by_character:
            return True
        if not all(token.isalpha() for token in known):
            return False
        word = max(known, key=len)
        others = [other for letters in LETTERS if (other := another(word, letters)) not in known]
        return not any(self._ask(context.around(other)) for other in others)

    def _renumbered(self, known: Iterable[str]) -> list[str]:
        """The shortest token with numbers of other tokens for those within it: 5T01 -> 012T01"""
        token = min(known, key=by_length)
        numbers = edges(text for tokens in self._types.tokens.values() for text in tokens if text.isdigit())
        runs = [match.span() for match in _NUMBER.finditer(token)] if shape(token) == NAME else []
        return [token[:start] + number + token[end:] for start, end in runs for number in numbers]

    def _is_token(self, text: str, name: str) -> bool:
        """What would be read as several tokens, or as another one, is none."""
        if len(name) == 1 == len(text):
            return True
        types = (self._segmentation.type_of(text), shape(text))
        return len(self._segmentation.lexer(text)) == 1 and shape_of(name) in types

    def _other_words(self, names: Sequence[str]) -> set[str]:
        """Other words that stand where only certain words do, of the families of these."""
        keywords = self._segmentation.keywords
        words = [name for name in names if name in keywords and len(name) > 1]
        if not words:
            return set()
        context = shortest(self._types.contexts[words[0]])
        style = str.upper if words[0].isupper() else str.title if words[0][0].isupper() else str.lower
        guesses = map(style, related_words(map(str.lower, words)))
        return {word for word in guesses if word not in keywords and self._ask(context.around(word))}


def _one_of(tokens: Iterable[str]) -> Expression:
    return union(*map(literal, sorted(tokens)))


def _alphabet(tokens: Iterable[str]) -> dict[str, CharSet]:
    """Specimens of the characters that tokens are made of, each with all that it stands for."""
    seen = set().union(*tokens)
    kinds = [kind for kind in (LOWER, UPPER) if any(character in kind for character in seen)]
    digits = dict.fromkeys([*DIGITS, *sorted(c for c in seen if c.isalnum() and not c.isalpha())])
    alphabet = {digit: CharSet.of(digit) for digit in digits} if any(c.isdigit() for c in seen) or kinds else {}
    others = [c for c in sorted(seen) if c.isalnum() and c not in alphabet and c not in LOWER and c not in UPPER]
    alphabet |= {character: CharSet.of(character) for character in others}
    for kind in (LOWER, UPPER) if kinds else ():
        own = [character for character in sorted(seen) if character in kind][:OWN]
        alphabet |= {character: CharSet.of(character) for character in own}
        rest = kind - CharSet.of(own)
        alphabet[rest.first()] = rest
    alphabet |= {character: CharSet.of(character) for character in sorted(seen) if not character.isalnum()}
    return alphabet


def _in_symbols(token: str, alphabet: dict[str, CharSet]) -> str:
    """The token with each character as the symbol that stands for it."""
    return "".join(next((symbol for symbol, charset in alphabet.items() if c in charset), c) for c in token)
