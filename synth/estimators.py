"""The searches as scikit-learn estimators: classifiers, and without labels one-class detectors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dsl.constraints import Constraints
from dsl.errors import ExampleError, MissingExtraError
from dsl.language import Language
from searchers.given import items, no_string
from synth.api import induce
from synth.options import Options
from synth.profiles.profile import Profile, profile
from synth.results.evaluation import Fit
from synth.results.result import Result

try:
    from sklearn.base import BaseEstimator, ClassifierMixin, TransformerMixin
    from sklearn.utils import check_random_state
    from sklearn.utils.validation import check_is_fitted
except ModuleNotFoundError:
    raise MissingExtraError("the estimators", "sklearn") from None

ONE_CLASS: Final = (-1, 1)  # the labels of scikit-learn's outlier detectors


@dataclass(kw_only=True, eq=False, repr=False)
class _Inducer(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """What both estimators do. X is a sequence, an array or a Series of strings, one an example.

    Of the two labels in `y` the greater is that of the language: 1 of 0 and 1, 1 of -1 and 1, True of False and True.
    Without `y` all of X are examples of the language, and the labels are -1 and 1.

    result_     what `synth.induce` returned
    language_   the best language; `pattern_` is its notation
    classes_    the two labels, that of the language last
    """

    _kind: ClassVar[str]

    searcher: str = Options.searcher
    objective: str = Options.objective
    effort: int = Options.effort
    timeout: float | None = Options.timeout
    steps: int | None = Options.steps
    workers: int | None = Options.workers
    random_state: int | np.random.RandomState | None = Options.seed

    def __sklearn_tags__(self) -> Any:  # noqa: ANN401 (scikit-learn's Tags)
        tags = super().__sklearn_tags__()
        tags.target_tags.required = False
        tags.input_tags.two_d_array, tags.input_tags.one_d_array, tags.input_tags.string = False, True, True
        return tags

    def fit(self, X: Iterable[str], y: ArrayLike | None = None) -> Self:
        """Search, also if Ctrl-C ends it. Raises what `synth.induce` raises, and ExampleError on unusable X or y."""
        texts = _strings(X)
        classes, is_member = _labels(y, len(texts))
        positives = [text for text, member in zip(texts, is_member, strict=True) if member]
        negatives = [text for text, member in zip(texts, is_member, strict=True) if not member]
        parameters = self.get_params(deep=False)
        seed = _seed(parameters.pop("random_state"))
        result = induce(positives, reject=negatives, kind=self._kind, seed=seed, **parameters)
        self.result_: Result = result
        self.classes_: NDArray[Any] = classes
        if result.interrupted:
            raise KeyboardInterrupt
        return self

    @property
    def language_(self) -> Language:
        """The best language."""
        check_is_fitted(self, "result_")
        return self.result_.best.language

    @property
    def pattern_(self) -> str:
        """The best language in its notation."""
        check_is_fitted(self, "result_")
        return self.result_.best.pattern

    def predict(self, X: Iterable[str]) -> NDArray[Any]:
        """The label of each string, shape (n,): the greater one where the language contains it."""
        language = self.language_
        texts = _strings(X)
        accepted = {text: int(language.accepts(text)) for text in dict.fromkeys(texts)}
        labels: NDArray[Any] = self.classes_[np.array([accepted[text] for text in texts], dtype=int)]
        return labels

    def decision_function(self, X: Iterable[str]) -> NDArray[np.float64]:
        """Minus the edit distance of each string to the language, shape (n,): 0 inside, negative outside."""
        language = self.language_
        texts = _strings(X)
        return 0.0 - np.array(Fit.of(language, texts, []).distances if texts else [], dtype=float)  # not -0.0

    def score(self, X: Iterable[str], y: ArrayLike | None = None, sample_weight: ArrayLike | None = None) -> float:
        """The share of labels predicted right; without labels, of strings that the language contains."""
        texts = _strings(X)
        if y is None:
            check_is_fitted(self, "result_")
            y = np.full(len(texts), self.classes_[1])
        return float(super().score(texts, y, sample_weight))


@dataclass(kw_only=True, eq=False, repr=False)
class RegexInducer(_Inducer):
    """Learns a regular expression. The parameters are those of `synth.induce`; `random_state` is its seed."""

    _kind = "regex"

    constraints: Constraints | Iterable[str] = Options.constraints
    guesses: Iterable[str] = Options.guesses


@dataclass(kw_only=True, eq=False, repr=False)
class GrammarInducer(_Inducer):
    """Learns a context-free grammar. The parameters are those of `synth.induce`; `random_state` is its seed."""

    _kind = "cfg"

    oracle: Callable[[str], bool | None] | None = None
    questions: int | None = Options.questions


@dataclass(kw_only=True, eq=False, repr=False)
class Profiler(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Finds the formats of strings. X is a sequence, an array or a Series; `what` is that of `synth.profile`.

    profile_    what `synth.profile` returned
    """

    what: str = "auto"

    def __sklearn_tags__(self) -> Any:  # noqa: ANN401 (scikit-learn's Tags)
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array, tags.input_tags.one_d_array, tags.input_tags.string = False, True, True
        return tags

    def fit(self, X: Iterable[str], y: object = None) -> Self:
        """Find the formats. Raises what `synth.profile` raises."""
        self.profile_: Profile = profile(_strings(X), what=self.what)
        return self

    def transform(self, X: Iterable[str]) -> NDArray[np.int64]:
        """The number of the format of each string, shape (n, 1); -1 for those of none."""
        check_is_fitted(self, "profile_")
        numbers = self.profile_.assign(_strings(X))
        return np.array([-1 if number is None else number for number in numbers], np.int64).reshape(-1, 1)

    def get_feature_names_out(self, input_features: object = None) -> NDArray[Any]:
        """The name of the one column of `transform`."""
        return np.array(["format"], object)


def _seed(random_state: int | np.random.RandomState | None) -> int:
    # a number is the very seed of `synth.induce`, so that both find the same
    if isinstance(random_state, int | np.integer):
        return int(random_state)
    return int(check_random_state(random_state).randint(2**31))


def _strings(X: Iterable[str]) -> list[str]:
    """The strings of X, which may be any sequence, a 1-D array or a Series."""
    shape = getattr(X, "shape", None)
    if shape is not None and len(shape) != 1:
        dimensions = "a single value" if not shape else f"of shape {' x '.join(map(str, shape))}"
        raise ExampleError(f"X is {dimensions}, not one string an example", hint="pass one column: X[:, 0], X['name']")
    texts = items(X, "X is")
    for index, text in enumerate(texts):
        if not isinstance(text, str):
            raise no_string(text, f"X[{index}]")
    return list(map(str, texts))  # numpy's strings are a subclass


def _labels(y: ArrayLike | None, count: int) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """The two classes, that of the language last, and for each of `count` examples whether it belongs to it."""
    if y is None:
        return np.array(ONE_CLASS), np.ones(count, dtype=bool)
    labels = np.asarray(y)
    if labels.shape != (count,):
        raise ExampleError(f"y has shape {labels.shape} for {count} strings", hint="give one label a string")
    try:
        classes = np.unique(labels)
    except TypeError:
        message = "the labels in y are of several kinds, or some are missing"
        raise ExampleError(message, hint="use 0 and 1 throughout") from None
    if len(classes) != 2:
        message = f"y holds {len(classes)} classes, not two: {', '.join(map(str, classes[:5]))}"
        raise ExampleError(message, hint="1 for strings of the language, 0 for others; no y when there are no others")
    return classes, labels == classes[1]
