"""Examples divided into levels and tokens, as far as an oracle confirms it: keywords, and kinds of group."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from dsl.language import START
from searchers.active.queries import Context, Membership, contents, merged, shortest
from searchers.structure.pairs import TOP, Level, Pair, balanced_pairs, levels
from searchers.structure.private_characters import GROUPS
from searchers.structure.tokens import NAME, WORD, Lexer, by_character, by_name, by_name_and_value, by_value, shape

EXCHANGED: Final = 3  # contents of a kind of group that are tried in another kind
MAX_WORDS: Final = 80  # words that are tried for being keywords
LETTERS: Final = ("qzx", "kwj")  # of words that mean nothing
FEW_CHARACTERS: Final = 3  # letters and digits of examples without words and numbers


class Kind(NamedTuple):
    """A kind of level: a pair in certain surroundings, or the top."""

    pair: int
    contexts: list[Context]


class Segmentation:
    """The levels of the texts of `member`, numbered by kind, as `rows` of tokens with their contexts.

    `elements` are pairs that are known to be balanced. In a row a group is the private character of its kind.
    """

    def __init__(self, member: Membership, elements: Sequence[Pair]) -> None:
        self.member = member
        self.pairs = [*elements, *balanced_pairs(member.texts, least=1)]
        self.lexer = _lexer_for(member.texts)
        found = [(text, level) for text in member.texts for level in levels(text, self.pairs) or ()]
        self.keywords = self._keywords(found)
        self.kinds = self._kinds(found)
        self._kind_at = {
            (context.text, context.start): number for number, kind in enumerate(self.kinds) for context in kind.contexts
        }
        self.rows = [(self._kind_at[text, level.offsets[0]], list(self._tokens(text, level))) for text, level in found]

    def is_row_of(self, text: str, count: int) -> bool:
        """Whether a text is one level of so many tokens."""
        found = levels(text, self.pairs)
        return found is not None and len(self.lexer(found[-1].text)) == count

    def type_of(self, token: str) -> str:
        """The token itself if no other may replace it, else its shape."""
        return token if token in self.keywords or self.lexer is by_character else shape(token)

    def level_name(self, number: int) -> str:
        """The nonterminal of a kind of level."""
        return START if self.kinds[number].pair == TOP else f"inside_{number}"

    def _keywords(self, found: Iterable[tuple[str, Level]]) -> set[str]:
        """The words that may not be replaced by any word."""
        tried: dict[str, bool] = {}
        for text, level in found:
            for token, context in self._with_contexts(text, level, level.text):
                if shape(token) == WORD and token not in tried and len(tried) < MAX_WORDS:
                    tried[token] = any(self.member(context.around(another(token, letters))) for letters in LETTERS)
        return {token for token, may_be_replaced in tried.items() if not may_be_replaced}

    def _tokens(self, text: str, level: Level) -> Iterator[tuple[str, Context]]:
        characters = [
            GROUPS.character(self._kind_at[text, level.offsets[index] + 1]) if character in GROUPS else character
            for index, character in enumerate(level.text)
        ]
        return self._with_contexts(text, level, "".join(characters))

    def _with_contexts(self, text: str, level: Level, written: str) -> Iterator[tuple[str, Context]]:
        """The tokens of a level, as `written`, with their contexts."""
        index = 0
        for token in self.lexer(written):
            start, index = level.offsets[index], index + len(token)
            yield token, Context(text, start, level.offsets[index])

    def _kinds(self, found: Iterable[tuple[str, Level]]) -> list[Kind]:
        """Levels of one pair behind tokens of one type, those whose contents may be exchanged being one kind."""
        surroundings: dict[tuple[int, str], list[Context]] = defaultdict(list)
        for text, level in found:
            context = Context(text, level.offsets[0], level.offsets[-1])
            before = self.lexer(text[: context.start - 1]) if level.pair != TOP and context.start > 1 else []
            surroundings[level.pair, self.type_of(before[-1]) if before else ""].append(context)
        kinds = [Kind(pair, contexts) for (pair, _), contexts in surroundings.items()]
        ordered = sorted(kinds, key=lambda kind: (-len(kind.contexts), kind.pair))
        return merged(ordered, self._are_exchangeable, lambda one, other: Kind(one.pair, one.contexts + other.contexts))

    def _are_exchangeable(self, one: Kind, other: Kind) -> bool:
        return one.pair == other.pair and all(
            self.member(shortest(to.contexts).around(inside))
            for source, to in ((one, other), (other, one))
            for inside in contents(source.contexts)[:EXCHANGED]
        )


def another(word: str, letters: str) -> str:
    """A word of the same length and case that is hardly one: "Forall" -> "Qzxqzx" """
    other = (letters * len(word))[: len(word)]
    return other.upper() if word.isupper() else other.capitalize() if word[0].isupper() else other


def _lexer_for(texts: Sequence[str]) -> Lexer:
    """Words with digits in them are names; a handful of characters are no words at all."""
    if len({character for text in texts for character in text if character.isalnum()}) <= FEW_CHARACTERS:
        return by_character
    mixed = sum(any(shape(token) == NAME for token in by_name(text)) for text in texts)
    return by_name_and_value if mixed > 1 else by_value
