"""The training of a grammar as layer: that of the command is in tests/synth/training."""

from differentiable.grammars.training import GrammarTraining
from differentiable.pcfg import PCFG
from dsl.grammar import Grammar


def test_without_steps_there_are_rounds_of_expectation_maximisation_alone():
    layer = PCFG.from_grammar(Grammar.parse('start: "a" start "b" | "a" "b"'))
    lessons = list(GrammarTraining(layer, ["ab", "aaabbb"], ["aabb"]).lessons(0))
    assert [lesson.step for lesson in lessons] == list(range(1, len(lessons) + 1))
    assert lessons
