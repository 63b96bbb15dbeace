"""What the tasks of nested expressions share: a value to tell, and an encoder that reduces by a given grammar."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from differentiable.encoders import Encoder
from synth.evaluation.baselines.majority import majority
from synth.evaluation.heads.classification import Classification
from synth.evaluation.heads.head import Material
from synth.evaluation.metrics.accuracy import accuracy
from synth.evaluation.task import Task

if TYPE_CHECKING:
    from dsl.grammar import Grammar


class NestedTask(Task):
    """The value of a nested expression. Encoders of its own reduce it as a grammar has it:

    grammar     a given one
    induced     one that `synth.induce` finds in training texts
    linear      a given one, in which parts are taken in by matrices

    grammar     of what a machine reads for the tokens, a character each
    letters     the characters of tokens that are longer
    unnamed     values of parts that no token stands for
    """

    baselines: ClassVar = {"trivial": majority}
    own: ClassVar[tuple[str, ...]] = ("grammar", "induced")
    grammar: ClassVar[str]
    letters: ClassVar[Mapping[str, str]]
    unnamed: ClassVar[int] = 0
    head = Classification
    score = staticmethod(accuracy)

    def encoder(self, name: str, width: int, material: Material) -> Encoder:
        if name not in self.own:
            return super().encoder(name, width, material)
        from synth.evaluation.structured.linear_reduction import LinearReductionEncoder
        from synth.evaluation.structured.reduction import ReductionEncoder

        spelled, grammar = self._structure(name, material)
        if name == "linear":
            return LinearReductionEncoder(material.embedding, width, grammar=grammar, spelled=spelled)
        return ReductionEncoder(material.embedding, width, grammar=grammar, spelled=spelled, unnamed=self.unnamed)

    def _structure(self, name: str, material: Material) -> tuple[list[str], Grammar]:
        """What the grammar reads for each token, and the grammar, given or induced."""
        from dsl.grammar import Grammar
        from synth.evaluation.structured.nesting import induced, spellings

        tokens = material.vocabulary.tokens
        if name != "induced":
            return [self.letters.get(token, token) for token in tokens], Grammar.parse(self.grammar)
        spelled = dict(zip(tokens, spellings(tokens), strict=True))
        texts = ("".join(spelled[token] for token in example.tokens) for example in material.train)
        return list(spelled.values()), induced(tuple(texts))
