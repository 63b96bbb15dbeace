"""1: language models of words: Penn Treebank, WikiText-2 and WikiText-103 (Merity et al. 2017)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from differentiable.encoders import Encoder
from synth.evaluation.baselines.counts import kneser_ney
from synth.evaluation.data import Data
from synth.evaluation.example import Example, Mark, Part, Splits
from synth.evaluation.heads.head import Material
from synth.evaluation.heads.language import LanguageModel
from synth.evaluation.metrics.surprise import perplexity
from synth.evaluation.model import Model
from synth.evaluation.structured.counts import Place
from synth.evaluation.task import Settings, Task

PIECE: Final = 64  # tokens that are read together; the first of a piece is predicted by the piece before it
END: Final = "<eos>"
MIXTURE: Final = "lstm-with-counts"


class _Words(Task):
    """Perplexity over words that occur twice or more in training; the rest is one word, whose share stands beside."""

    number, main = 1, "perplexity"
    lower_is_better, causal, lower, asks_words, validated = True, True, False, True, True
    settings: ClassVar = {
        "minutes": Settings(epochs=1, batch=16, rate=4e-3, train=400, test=100, size=96, words=5_000),
        "cpu": Settings(epochs=3, batch=16, rate=4e-3, test=1000, size=96),  # a fourth does not fit 240 s everywhere
        "full": Settings(epochs=10, batch=32, rate=3e-3, size=256, width=512, words=50_000, least=3),
    }
    baselines: ClassVar = {
        "trivial": kneser_ney(1, 2, lower=False),
        "bigrams": kneser_ney(2, 2, lower=False),
        "trigrams": kneser_ney(3, 2, lower=False),
    }
    own: ClassVar = (MIXTURE,)
    head = LanguageModel
    score = staticmethod(perplexity)

    def encoder(self, name: str, width: int, material: Material) -> Encoder:
        return super().encoder("lstm" if name == MIXTURE else name, width, material)

    def prepare(self, name: str, model: Model, material: Material) -> None:
        if name != MIXTURE:
            return
        from synth.evaluation.heads.language import piece_of
        from synth.evaluation.structured.counts import Counts

        assert isinstance(model.head, LanguageModel)
        known = [piece_of(example, material.vocabulary, is_training=True) for example in material.train]
        model.head.mix_with(Counts(known, len(material.vocabulary.words)))

    def settle(self, model: Model, valid: Sequence[Example], settings: Settings) -> None:
        """How much each part of a mixture counts: its shares were learned from text that the network knew by heart."""
        assert isinstance(model.head, LanguageModel)
        if model.head.counts is None or not valid:
            return
        model.eval()
        groups = [valid[first : first + settings.batch] for first in range(0, len(valid), settings.batch)]
        model.head.choose([model.head.parts(*model.read(group)) for group in groups])

    def point(self, gold: Any, predicted: Any) -> float:  # noqa: ANN401
        """Nats a token: their means add up."""
        return float(predicted[0]) / max(int(predicted[1]), 1)


class PennTreebank(_Words):
    """Mikolov's version, which is not free: ptb/{train,valid,test}.txt of --data."""

    name, title = "ptb", "Penn Treebank"
    data_sets = ("ptb",)

    def splits(self, data: Data, profile: str) -> Splits:
        return _splits(data, "ptb", {split: (f"{split}.txt", "official") for split in ("train", "valid", "test")})


class WikiText2(_Words):
    """Articles of Wikipedia; the slice is learned from a part of the official validation set."""

    name, title = "wikitext2", "WikiText-2"
    data_sets = ("lm_wikitext2",)

    def splits(self, data: Data, profile: str) -> Splits:
        whole = data.has("lm_wikitext2", "train.txt")
        of_train: tuple[str, Mark] = ("train.txt", "official") if whole else ("derived/train.txt", "derived")
        of_valid: tuple[str, Mark] = ("valid.txt", "official") if whole else ("derived/valid.txt", "derived")
        return _splits(data, "lm_wikitext2", {"train": of_train, "valid": of_valid, "test": ("test.txt", "official")})


class WikiText103(_Words):
    """The same articles in the tests, a hundred times the training data; the slice learns from its validation set."""

    name, title = "wikitext103", "WikiText-103"
    data_sets = ("lm_wikitext103",)

    def splits(self, data: Data, profile: str) -> Splits:
        whole = data.has("lm_wikitext103", "train.txt")
        files: dict[str, tuple[str, Mark]] = {"train": ("valid.txt", "derived"), "test": ("test.txt", "official")}
        if whole:
            files |= {"train": ("train.txt", "official"), "valid": ("valid.txt", "official")}
        return _splits(data, "lm_wikitext103", files)


def _splits(data: Data, folder: str, files: Mapping[str, tuple[str, Mark]]) -> Splits:
    parts = {split: Part(pieces(_stream(data.lines(folder, name))), mark) for split, (name, mark) in files.items()}
    return Splits(parts["train"], {"test": parts["test"]}, parts.get("valid", Part([])))


def _stream(lines: Sequence[str]) -> list[str]:
    return [END, *(token for line in lines for token in (*line.split(), END))]


def pieces(stream: Sequence[str], length: int = PIECE) -> list[Example]:
    """A stream of tokens in pieces, each of which is asked for what follows every one of its tokens."""
    return [
        Example(
            tuple(stream[first : first + length]),
            tuple(stream[first + 1 : first + length + 1]),
            notes=Place(stream, first),
        )
        for first in range(0, len(stream) - length, length)
    ]
