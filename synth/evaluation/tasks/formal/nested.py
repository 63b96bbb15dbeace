"""What the tasks of nested expressions share: a value to tell, and an encoder that reduces by a given grammar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from differentiable.encoders import Encoder
from synth.evaluation.baselines.majority import majority
from synth.evaluation.heads.classification import Classification
from synth.evaluation.heads.head import Material
from synth.evaluation.metrics.accuracy import accuracy
from synth.evaluation.task import Task


class NestedTask(Task):
    """The value of a nested expression.

    grammar     of what a machine reads for the tokens, a character each
    letters     the characters of tokens that are longer
    unnamed     values of parts that no token stands for
    """

    baselines: ClassVar = {"trivial": majority}
    own: ClassVar = ("grammar",)
    grammar: ClassVar[str]
    letters: ClassVar[Mapping[str, str]]
    unnamed: ClassVar[int] = 0

    def head(self, width: int, material: Material) -> Classification:
        return Classification(width, material)

    def score(self, gold: Sequence[Any], predicted: Sequence[Any]) -> dict[str, float]:
        return accuracy(gold, predicted)

    def encoder(self, name: str, width: int, material: Material) -> Encoder:
        if name != "grammar":
            return super().encoder(name, width, material)
        from dsl.grammar import Grammar
        from synth.evaluation.structured.reduction import ReductionEncoder

        characters = [self.letters.get(token, token) for token in material.vocabulary.tokens]
        grammar = Grammar.parse(self.grammar)
        return ReductionEncoder(material.embedding, width, grammar=grammar, characters=characters, unnamed=self.unnamed)
