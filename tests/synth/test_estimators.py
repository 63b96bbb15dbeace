"""The contract of scikit-learn's estimators, for data that are strings: `check_estimator` sends numbers."""

import inspect
import pickle
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import synth
from searchers.protocol import Improved

pytest.importorskip("sklearn")

from sklearn.base import clone, is_classifier
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.utils import get_tags

from synth import GrammarInducer, RegexInducer

RNG = random.Random(0)
DATES = [
    f"{RNG.choice((19, 20))}{RNG.randrange(100):02}-{RNG.randint(1, 12):02}-{RNG.randint(1, 28):02}" for _ in range(30)
]
OTHERS = [date.replace("-", "/")[2:] for date in DATES]
STRINGS, LABELS = [*DATES, *OTHERS], [1] * 30 + [0] * 30
BRACKETS = ["()", "(())", "()()", "(()())", "((()))", "()(())", "(())()", "()()()"]
DATE = "[0-9]{4}(-[0-9]{2}){2}"
BOTH = pytest.mark.parametrize("make", [RegexInducer, GrammarInducer])


def small(make, **parameters):
    return make(steps=2, **parameters)


@BOTH
def test_parameters_come_back_as_given(make):
    given = {name: object() for name in inspect.signature(make).parameters}
    estimator = make(**given)
    assert estimator.get_params() == given
    assert vars(estimator) == given
    fresh = make().set_params(**given)
    assert fresh.get_params() == given


@BOTH
def test_parameters_are_those_of_induce(make):
    known = inspect.signature(synth.induce).parameters
    for name, parameter in inspect.signature(make).parameters.items():
        same = known["seed" if name == "random_state" else name].default
        assert parameter.default == (() if name == "constraints" else same), name


@BOTH
def test_clones_are_equal_and_not_fitted(make):
    estimator = small(make, effort=1, random_state=3).fit(BRACKETS)
    copy = clone(estimator)
    assert copy.get_params() == estimator.get_params()
    assert vars(copy) == estimator.get_params()
    assert copy.fit(BRACKETS).pattern_ == estimator.pattern_


@BOTH
def test_fit_leaves_the_parameters_alone_and_returns_itself(make):
    estimator = small(make)
    before = dict(estimator.get_params())
    assert estimator.fit(BRACKETS) is estimator
    assert estimator.get_params() == before
    assert set(vars(estimator)) - set(before) == {"result_", "classes_"}


@BOTH
def test_what_is_fitted_is_what_induce_finds(make):
    estimator = small(make, random_state=5).fit(BRACKETS, None)
    kind = {RegexInducer: "regex", GrammarInducer: "cfg"}[make]
    result = synth.induce(BRACKETS, kind=kind, steps=2, seed=5)
    assert estimator.language_ == result.best.language
    assert estimator.pattern_ == result.best.pattern
    assert estimator.result_.front == result.front


@BOTH
def test_fitting_again_forgets_what_was(make):
    estimator = small(make).fit(["a", "b"])
    once = small(make).fit(BRACKETS)
    assert estimator.fit(BRACKETS).pattern_ == once.pattern_
    assert estimator.fit(BRACKETS).pattern_ == once.pattern_


@BOTH
def test_a_fitted_estimator_can_be_pickled(make):
    estimator = small(make).fit(BRACKETS)
    estimator.decision_function(BRACKETS)
    copy = pickle.loads(pickle.dumps(estimator))
    assert copy.pattern_ == estimator.pattern_
    assert copy.result_ == estimator.result_
    assert (copy.decision_function(["(", "((("]) == estimator.decision_function(["(", "((("])).all()


@BOTH
@pytest.mark.parametrize("method", ["predict", "decision_function", "score"])
def test_what_is_not_fitted_says_so(make, method):
    with pytest.raises(NotFittedError, match="not fitted yet"):
        getattr(make(), method)(["a"])
    with pytest.raises(NotFittedError):
        make().pattern_  # noqa: B018
    assert not hasattr(make(), "language_")


def test_without_labels_it_detects_outliers():
    estimator = small(RegexInducer).fit(DATES)
    assert estimator.pattern_ == DATE
    assert estimator.classes_.tolist() == [-1, 1]
    assert estimator.predict(["2024-01-01", "2024-1-1", "2024-01-01"]).tolist() == [1, -1, 1]
    assert estimator.decision_function(["2024-01-01", "2024-1-1", "24-1-1"]).tolist() == [0, -2, -4]
    assert estimator.score(["2024-01-01", "2024-1-1"]) == 0.5


@pytest.mark.parametrize("classes", [(0, 1), (-1, 1), (False, True), ("bad", "good")])
def test_of_two_labels_the_greater_is_the_language(classes):
    labels = [classes[label] for label in LABELS]
    estimator = small(RegexInducer).fit(STRINGS, labels)
    assert estimator.pattern_ == DATE
    assert estimator.classes_.tolist() == list(classes)
    assert estimator.predict(STRINGS).tolist() == labels
    assert estimator.score(STRINGS, labels) == 1
    assert estimator.score(STRINGS[:31], labels[:30] + [classes[1]], sample_weight=[1] * 30 + [10]) == 0.75


def test_strings_to_reject_are_used(monkeypatch):
    given = {}
    induce = synth.induce
    monkeypatch.setattr("synth.estimators.induce", lambda texts, **rest: given.update(rest) or induce(texts, **rest))
    small(GrammarInducer).fit([*BRACKETS, "(", "))"], [1] * 8 + [0] * 2)
    assert given["reject"] == ["(", "))"]
    assert given["kind"] == "cfg"


def test_any_sequence_of_strings_will_do():
    expected = small(RegexInducer).fit(STRINGS, LABELS).pattern_
    shapes = [tuple(STRINGS), np.array(STRINGS), np.array(STRINGS, dtype=object), iter(STRINGS)]
    for strings in shapes:
        estimator = small(RegexInducer).fit(strings, np.array(LABELS))
        assert estimator.pattern_ == expected
    assert estimator.predict(np.array(STRINGS)).tolist() == LABELS
    assert estimator.predict([]).shape == estimator.decision_function([]).shape == (0,)


def test_series_and_their_columns():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"text": STRINGS, "label": LABELS}).sample(frac=1, random_state=0)
    estimator = small(RegexInducer).fit(frame["text"], frame["label"])
    assert estimator.pattern_ == DATE
    assert estimator.score(frame["text"], frame["label"]) == 1
    with pytest.raises(synth.ExampleError, match=r"of shape 60 x 1"):
        estimator.predict(frame[["text"]])
    with pytest.raises(synth.ExampleError, match=r"X\[1\] is not a string: nan"):
        estimator.predict(pandas.Series(["a", None]))


def test_texts_keep_what_arrays_of_numpy_would_cut():
    assert small(RegexInducer).fit(["a\0", "b\0"]).language_.accepts("a\0")


@pytest.mark.parametrize(
    ("strings", "labels", "message"),
    [
        ([], None, "no examples"),
        ("abc", None, "X is one string"),
        (5, None, "X is no collection: 5"),
        (None, None, "X is no collection: None"),
        ([1, 2], None, r"X\[0\] is not a string: 1"),
        (["a", None], None, r"X\[1\] is not a string: None"),
        ([["a"], ["b"]], None, r"X\[0\] is not a string: \['a'\]"),
        (b"ab", None, "X is bytes"),
        (np.array([["a"], ["b"]]), None, "shape 2 x 1"),
        (np.array("a"), None, "a single value"),
        (["a", "b"], [1], r"shape \(1,\) for 2 strings"),
        (["a", "b"], [[1], [0]], r"shape \(2, 1\) for 2 strings"),
        (["a", "b"], [1, 1], "1 classes, not two: 1"),
        (["a", "b", "c"], [1, 2, 3], "3 classes, not two: 1, 2, 3"),
        (["a", "b"], np.array([1, None]), "some are missing"),
        (["a", "a"], [1, 0], "also examples"),
    ],
)
@BOTH
def test_unusable_data(make, strings, labels, message):
    with pytest.raises(synth.ExampleError, match=message) as caught:
        make().fit(strings, labels)
    assert caught.value.hint


@pytest.mark.parametrize("parameters", [{"effort": 9}, {"searcher": "bean"}, {"timeout": -1}])
def test_wrong_parameters_show_when_it_is_fitted(parameters):
    with pytest.raises(synth.ConfigurationError):
        RegexInducer(**parameters).fit(["a"])


def test_random_states():
    seed = small(RegexInducer, random_state=np.int64(7)).fit(DATES).result_.stats["seed"]
    assert seed == 7
    streams = [np.random.RandomState(1) for _ in range(2)]
    seeds = [[small(RegexInducer, random_state=s).fit(["a"]).result_.stats["seed"] for _ in range(2)] for s in streams]
    assert seeds[0] == seeds[1]
    assert seeds[0][0] != seeds[0][1]
    assert small(RegexInducer, random_state=None).fit(DATES).pattern_ == DATE


def test_tags():
    assert is_classifier(RegexInducer())
    tags = get_tags(RegexInducer())
    assert tags.input_tags.string
    assert not tags.input_tags.two_d_array
    assert not tags.target_tags.required


def test_in_a_pipeline():
    def strip(texts):
        return [text.strip() for text in texts]

    pipeline = make_pipeline(FunctionTransformer(strip), small(RegexInducer))
    pipeline.fit([f" {text} " for text in STRINGS], LABELS)
    assert pipeline[-1].pattern_ == DATE
    assert pipeline.predict(["  2024-01-01"]).tolist() == [1]
    assert pipeline.set_params(regexinducer__effort=1)[-1].effort == 1


def test_in_a_grid_search_over_effort():
    search = GridSearchCV(
        small(RegexInducer), {"effort": [1, 2]}, cv=3, scoring=["accuracy", "roc_auc", "f1"], refit="f1"
    )
    search.fit(STRINGS, LABELS)
    assert search.best_score_ == 1
    assert search.best_estimator_.pattern_ == DATE
    assert search.cv_results_["mean_test_roc_auc"].tolist() == [1, 1]


def test_in_cross_validation_without_labels():
    assert cross_val_score(small(RegexInducer), np.array(DATES), cv=3).tolist() == [1, 1, 1]


def test_an_interrupt_goes_on_with_the_best_so_far_kept(stub, monkeypatch):
    search = stub.search

    def interrupted(self, *rest):
        found = 0
        for event in search(self, *rest):
            found += isinstance(event, Improved)
            if found == 3:
                raise KeyboardInterrupt
            yield event

    monkeypatch.setattr(stub, "search", interrupted)
    estimator = RegexInducer()
    with pytest.raises(KeyboardInterrupt):
        estimator.fit(["ab12", "c3", "xyz99"])
    assert estimator.result_.interrupted
    assert estimator.predict(["ab12"]).tolist() == [1]


def test_without_the_library_the_extra_is_named():
    code = (
        "import sys; sys.modules['sklearn'] = sys.modules['sklearn.base'] = None\n"
        "import synth\n"
        "from synth import *\n"
        "import inspect; inspect.getmembers(synth)\n"
        "try: synth.RegexInducer\n"
        "except synth.MissingExtraError as error: print(isinstance(error, ImportError), error)"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert (
        done.stdout == "True the libraries for the estimators are not installed\nhint: pip install 'synth[sklearn]'\n"
    )


def test_importing_synth_does_not_import_sklearn():
    code = "import synth, sys; synth.induce(['a1', 'b2'], steps=1); print('sklearn' in sys.modules)"
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_random_strings_are_told_apart_as_the_language_does():
    estimator = small(RegexInducer).fit(STRINGS, LABELS)
    rng = random.Random(0)
    texts = ["".join(rng.choices("0123456789-/", k=rng.randrange(12))) for _ in range(50)]
    assert (estimator.predict(texts) == [int(estimator.language_.accepts(text)) for text in texts]).all()
    assert (estimator.decision_function(texts) == [-estimator.language_.distance(text) for text in texts]).all()
    assert ((estimator.decision_function(texts) >= 0) == (estimator.predict(texts) == 1)).all()


def test_a_profiler_gives_the_numbers_of_formats():
    codes, days = [f"AB-{number}" for number in range(100, 160)], [f"{number}/24" for number in range(10, 40)]
    profiler = clone(synth.Profiler(what="values")).fit([*codes, *days])
    assert profiler.transform([codes[0], days[0], "?", "AB-7"]).tolist() == [[0], [1], [-1], [-1]]
    assert profiler.get_feature_names_out().tolist() == ["format"]
    with pytest.raises(NotFittedError):
        synth.Profiler().transform(codes)
