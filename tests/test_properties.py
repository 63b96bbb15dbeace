"""What holds for every result, whatever the examples."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

import synth
from dsl.expressions.notation import parse

characters = st.one_of(st.sampled_from("abX01-. "), st.characters())
texts = st.lists(st.text(characters, max_size=6), min_size=1, max_size=6)


@settings(max_examples=25)
@given(texts, texts, st.sampled_from(["mdl", "median"]), st.sampled_from(["auto", "beam"]))
def test_every_result_keeps_its_promises(examples, others, objective, searcher):
    reject = sorted(set(others) - set(examples))
    result = synth.induce(examples, reject=reject, objective=objective, searcher=searcher, effort=1, steps=2)
    assert min(result.front, key=lambda candidate: candidate.objective) is result.front[-1]
    sizes = [candidate.size for candidate in result.front]
    assert sizes == sorted(set(sizes))
    for candidate in [*result.front, result.best]:
        language, score = candidate.language, candidate.score
        distances = sorted(map(language.distance, examples))
        assert parse(str(language)) == language.expression
        assert all(
            language.accepts(text) == bool(re.fullmatch(candidate.pattern, text)) for text in [*examples, *reject]
        )
        assert candidate.distance == distances[(len(distances) - 1) // 2]
        assert score.accepted == distances.count(0)
        assert score.rejected == sum(not language.accepts(text) for text in reject)
        assert abs(sum(score.terms.values()) - candidate.objective) < 1e-6
