"""What tasks share whose answers are in a formal language: an LSTM that writes inside a grammar of the targets."""

from __future__ import annotations

from typing import ClassVar, Final

from differentiable.encoders import Encoder
from synth.evaluation.heads.head import Material
from synth.evaluation.heads.sequence import SequenceToSequence
from synth.evaluation.model import Model
from synth.evaluation.task import Task

IN_GRAMMAR: Final = "lstm-in-grammar"


class FormalAnswers(Task):
    """Answers token by token. The encoder of its own is the LSTM, trained as it is; a mask keeps its answers inside."""

    own: ClassVar = (IN_GRAMMAR,)
    fixed: ClassVar = (IN_GRAMMAR,)

    def encoder(self, name: str, width: int, material: Material) -> Encoder:
        return super().encoder("lstm" if name == IN_GRAMMAR else name, width, material)

    def prepare(self, name: str, model: Model, material: Material) -> None:
        if name != IN_GRAMMAR:
            return
        from synth.evaluation.structured.targets import TargetGrammar

        assert isinstance(model.head, SequenceToSequence)
        targets = [example.target for example in material.train]
        model.head.keep_inside(lambda spelled: TargetGrammar(targets, spelled))
