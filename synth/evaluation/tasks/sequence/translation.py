"""13: translation from and to English; Multi30k (Elliott et al. 2016), WMT14 and IWSLT14 where a user has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from synth.evaluation.baselines.copies import nearest_text, text_itself
from synth.evaluation.data import Data
from synth.evaluation.example import Example, Mark, Part, Splits
from synth.evaluation.heads.head import Material
from synth.evaluation.heads.sequence import SequenceToSequence
from synth.evaluation.metrics.translation import bleu
from synth.evaluation.readers.lines import File
from synth.evaluation.readers.pairs import read_parallel
from synth.evaluation.readers.words import words_of
from synth.evaluation.task import Settings, Task


class Multi30k(Task):
    """Captions of pictures, English to German; lower-cased words and signs on both sides, and BLEU of those."""

    number, name, title = 13, "multi30k", "Translation, Multi30k en-de"
    data_sets = ("mt_multi30k_ende",)
    languages: ClassVar = ("en", "de")
    files: ClassVar = {"train": "train", "valid": "valid", "test": "test"}
    mark: ClassVar[Mark] = "slice"  # of the training data
    main = "bleu"
    settings: ClassVar = {
        "minutes": Settings(epochs=1, train=1500, test=100, size=96),
        "cpu": Settings(epochs=4, rate=3e-3, size=96),
        "full": Settings(epochs=12, rate=3e-3, size=96),
    }
    baselines: ClassVar = {"trivial": text_itself, "nearest": nearest_text}

    def splits(self, data: Data, profile: str) -> Splits:
        train, valid, test = (self._examples(data, self.files[name]) for name in ("train", "valid", "test"))
        return Splits(Part(train, self.mark), {"test": Part(test)}, Part(valid))

    def _examples(self, data: Data, name: str) -> list[Example]:
        source, target = (File(data, self.data_sets[0], f"{name}.{language}") for language in self.languages)
        return [Example(words_of(one), words_of(other)) for one, other in read_parallel(source, target)]

    def head(self, width: int, material: Material) -> SequenceToSequence:
        return SequenceToSequence(width, material, size=96, least=2)

    def score(self, gold: Sequence[Any], predicted: Sequence[Any]) -> dict[str, float]:
        return bleu([" ".join(one) for one in gold], [" ".join(one) for one in predicted])


class WMT14(Multi30k):
    """News, English to German; files train, newstest2013 and newstest2014, which a user must have."""

    name, title = "wmt14", "Translation, WMT14 en-de"
    data_sets = ("mt_wmt14_ende",)
    files: ClassVar = {"train": "train", "valid": "newstest2013", "test": "newstest2014"}
    mark: ClassVar[Mark] = "official"


class IWSLT14(Multi30k):
    """Talks, German to English; files train, valid and test, which a user must have."""

    name, title = "iwslt14", "Translation, IWSLT14 de-en"
    data_sets = ("mt_iwslt14_deen",)
    languages: ClassVar = ("de", "en")
    mark: ClassVar[Mark] = "official"
