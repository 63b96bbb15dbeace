"""What every task is, and the settings that are the same for all encoders."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from synth.evaluation.example import Example, Splits

if TYPE_CHECKING:
    from differentiable.encoders import Encoder
    from synth.evaluation.data import Data
    from synth.evaluation.heads.head import Head, Material
    from synth.evaluation.model import Model

# processor seconds after which a cell has failed, twice what one is meant to take: machines differ
PROFILES: Final = {"minutes": 30.0, "cpu": 240.0, "full": math.inf}
# splits and a seed -> the answers to each test, by its name: what counts, linear models and trivial answers reach
Baseline = Callable[[Splits, int], Mapping[str, Sequence[Any]]]


@dataclass(frozen=True)
class Settings:
    """How a task is learned, whatever the encoder.

    epochs, batch     over the training examples, batches of texts of similar lengths
    rate              of AdamW at its highest: it rises over the share `warmup` of the steps and falls to 0 in a line
    decay, clip       weight decay, and the longest gradient
    dropout           of embedded tokens and of states
    size, width       numbers of a token's vector and of an encoder's states
    words, least      the most words that have vectors, and how often one must occur
    train, test       the most examples of each split
    longest           the most tokens of a training text; longer ones are left out
    """

    epochs: int = 8
    batch: int = 32
    rate: float = 2e-3
    warmup: float = 0.1
    decay: float = 0.01
    clip: float = 1.0
    dropout: float = 0.3
    size: int = 64
    width: int = 128
    words: int = 10_000
    least: int = 2
    train: int | None = None
    test: int | None = None
    longest: int | None = None

    def on_share(self, share: float) -> Settings:
        """As many steps on a share of the examples: what is tried by a curve are few examples, not short trainings."""
        return replace(self, epochs=math.ceil(self.epochs / share))


class Task(ABC):
    """A task: its data, head, metric and settings; one small file each, a class without arguments.

    number      of the row of the suite's table; tasks of several data sets share it
    name        by which it is asked for: sst2, pos, tomita
    title       in tables
    data_sets   folders of --data, with a card in datasets/ each; none where code generates the data
    main        the number that tables show; `lower_is_better` of perplexities
    causal      whether encoders may look at what comes later
    lower       whether words share their vector with their lower-cased form
    asks_words  whether words are what is asked: then they are those of all training data, on each share of it
    settings    by profile: "minutes" up to 15 s a cell on one thread, "cpu" up to 2 min, "full" the official data
    baselines   rows beside the encoders, by name; each names at least "trivial"
    own         names of encoders that only this task has, such as patterns induced from its training data
    fixed       those of them whose symbolic part works in one way alone
    validated   whether networks keep the epoch that is best on validation examples, some held out where there are none
    """

    number: ClassVar[int]
    name: ClassVar[str]
    title: ClassVar[str]
    data_sets: ClassVar[tuple[str, ...]] = ()
    main: ClassVar[str] = "accuracy"
    lower_is_better: ClassVar[bool] = False
    causal: ClassVar[bool] = False
    lower: ClassVar[bool] = True
    asks_words: ClassVar[bool] = False
    settings: ClassVar[Mapping[str, Settings]]
    baselines: ClassVar[Mapping[str, Baseline]]
    own: ClassVar[tuple[str, ...]] = ()
    fixed: ClassVar[tuple[str, ...]] = ()
    validated: ClassVar[bool] = False

    @abstractmethod
    def splits(self, data: Data, profile: str) -> Splits:
        """Training data and tests. Raises DataError (synth.evaluation.data) when files are missing or damaged."""

    @abstractmethod
    def head(self, width: int, material: Material) -> Head:
        """The head for encoders of that width; a task of a plain head names its class: `head = Tagging`."""

    def encoder(self, name: str, width: int, material: Material) -> Encoder:
        """The encoder of a name over the shared embedding; tasks with encoders of their own extend this.

        Raises ConfigurationError when there is none, or when it cannot be what the task needs.
        """
        from differentiable import encoders

        return encoders.make(
            name,
            vocabulary=len(material.vocabulary),
            width=width,
            causal=self.causal,
            embedding=material.embedding,
            **self.encoder_settings(name, material),
        )

    def encoder_settings(self, name: str, material: Material) -> Mapping[str, Any]:
        """Settings of an encoder beside its width, the same for all seeds: what a bank reads, how many patterns."""
        return {"seed": material.seed} if name in ("bank", "pcfg", "pushdown") else {}

    def prepare(self, name: str, model: Model, material: Material) -> None:
        """Give a model what an encoder of the task's own needs beside itself, such as counts for its head."""
        return

    def settle(self, model: Model, valid: Sequence[Example], settings: Settings) -> None:
        """Choose on the validation examples what a trained model decides by, such as a threshold."""
        return

    @abstractmethod
    def score(self, gold: Sequence[Any], predicted: Sequence[Any]) -> dict[str, float]:
        """The metric: numbers by name, `main` first, of the targets of examples and the answers to them.

        A task of a plain metric names its function: `score = staticmethod(accuracy)`.
        """

    def point(self, gold: Any, predicted: Any) -> float:  # noqa: ANN401 (a target and an answer)
        """What one example scores, whose mean two encoders are compared by."""
        return self.score([gold], [predicted])[self.main]
