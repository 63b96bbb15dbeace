"""A grammar from questions: each regular part is asked about on its own, inside a known example, and learned by L*."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from dsl.expressions.expression import Ref, concat, literal, size
from dsl.grammar import Grammar
from dsl.grammars.rules import reachable
from dsl.language import START
from searchers.active.exploration import explore, fill_empty_groups, repeat_contents
from searchers.active.level_automata import LevelAutomata
from searchers.active.queries import Membership
from searchers.active.segmentation import Segmentation
from searchers.active.token_spelling import TokenSpelling
from searchers.active.token_types import TokenTypes
from searchers.structure.elements import NamedElements
from searchers.structure.pairs import TOP
from searchers.structure.private_characters import check_absent

MAX_INLINE: Final = 3  # nodes of a class that is written out wherever it stands


class Learner:
    """Learns from examples and an oracle until the time is `spent`. Raises LimitError on private-use characters."""

    def __init__(
        self,
        positives: Iterable[str],
        ask: Callable[[str], bool | None],
        rng: random.Random,
        spent: Callable[[], bool],
    ) -> None:
        texts = list(positives)
        check_absent(texts)
        self._elements = NamedElements.of(texts) or NamedElements((), False)
        encoded = [self._elements.encode(text) or text for text in texts]
        self._member = Membership(encoded, lambda text: ask(self._elements.decode(text)), spent)
        self._rng = rng

    @property
    def answers(self) -> Mapping[str, bool]:
        """All that is known: whether the language has a text."""
        return {self._elements.decode(text): answer for text, answer in self._member.answers.items()}

    def learn(self) -> Grammar:
        """The grammar of everything learned. Raises LimitError when there are more parts than private characters."""
        explore(self._member)
        while True:
            segmentation = Segmentation(self._member, self._elements.pairs)
            types = TokenTypes(segmentation)
            tokens = list(dict.fromkeys(types.specimens.values()))
            filled = fill_empty_groups(self._member, segmentation.kinds, tokens)
            if not repeat_contents(self._member, segmentation.kinds) and not filled:
                return self._elements.decoded(self._grammar(segmentation, types))

    def _grammar(self, segmentation: Segmentation, types: TokenTypes) -> Grammar:
        spelling = TokenSpelling(segmentation, types, self._rng)
        tokens = {f"token_{index}": spelling.of_class(names) for index, names in enumerate(types.classes)}
        apart = {name: body for name, body in tokens.items() if size(body) > MAX_INLINE}
        inlined = [Ref(name) if name in apart else body for name, body in tokens.items()]
        rules = LevelAutomata(segmentation, types, self._rng).rules(inlined)
        for number, kind in enumerate(segmentation.kinds):
            if kind.pair != TOP:
                opening, closing = map(literal, segmentation.pairs[kind.pair])
                rules[f"group_{number}"] = concat(opening, Ref(segmentation.level_name(number)), closing)
        rules |= apart
        return Grammar({name: rules[name] for name in reachable({START: rules[START], **rules})})
