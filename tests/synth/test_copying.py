"""Results, languages and errors travel between processes, and can be copied."""

import copy
import pickle

import pytest

import dsl
import synth
from synth.runs.run import ResultNotSaved

WAYS = pytest.mark.parametrize(
    "again",
    [*(lambda value, p=p: pickle.loads(pickle.dumps(value, p)) for p in (2, 4, 5)), copy.copy, copy.deepcopy],
    ids=["protocol 2", "protocol 4", "protocol 5", "copy", "deepcopy"],
)


@WAYS
@pytest.mark.parametrize("text", ["(ab)+|[c-e]{2,4}", 'start: ("(" start ")")*'])
@pytest.mark.parametrize("used", [False, True])
def test_languages(again, text, used):
    language = dsl.parse(text)
    if used:
        language.distance("((")  # makes what it is measured with
    twin = again(language)
    assert twin == language
    assert hash(twin) == hash(language)
    assert str(twin) == text
    assert twin.distance("((") == language.distance("((")
    assert twin.sample(3, rng=0) == language.sample(3, rng=0)


@WAYS
@pytest.mark.parametrize("kind", ["regex", "cfg"])
def test_results(again, kind):
    result = synth.induce(["()", "(())", "()()"], kind=kind, steps=1)
    twin = again(result)
    assert twin == result
    assert twin.to_json() == result.to_json()
    assert [candidate.language.distance("((") for candidate in twin.front] == [
        candidate.language.distance("((") for candidate in result.front
    ]


ERRORS = [
    synth.ExampleError("nothing", hint="give some"),
    synth.PatternError("does not parse", "a(b", 2, expected="')'", hint="close it"),
    synth.MissingExtraError("TensorBoard", "tensorboard"),
    ResultNotSaved("run", "full", "the result", "free the disk"),
]


@WAYS
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors(again, error):
    twin = again(error)
    assert type(twin) is type(error)
    assert str(twin) == str(error)
    assert vars(twin) == vars(error)
