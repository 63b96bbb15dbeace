"""2: a language model of characters: enwik8, or another part of the same encyclopedia."""

from __future__ import annotations

from typing import ClassVar, Final

from synth.evaluation.baselines.counts import kneser_ney
from synth.evaluation.data import Data
from synth.evaluation.example import Mark, Part, Splits
from synth.evaluation.heads.language import LanguageModel
from synth.evaluation.metrics.surprise import bits
from synth.evaluation.task import Settings, Task
from synth.evaluation.tasks.language.words import pieces

PIECE: Final = 128
MOST: Final = 4_000_000  # bytes of a split that are read, in profiles for one processor


class Enwik8(Task):
    """Bits a byte of enwik8/{train,valid,test}.txt.raw, or of a slice that stands in for it, which is no enwik8."""

    number, name, title, main = 2, "enwik8", "enwik8 characters", "bits"
    data_sets = ("enwik8", "charlm_enwiki_standin")
    lower_is_better, causal, lower, asks_words, validated = True, True, False, True, True
    settings: ClassVar = {
        "minutes": Settings(epochs=3, rate=4e-3, train=1000, test=200, least=1, dropout=0.0),
        "cpu": Settings(epochs=1, rate=4e-3, train=15_000, test=800, least=1, dropout=0.0),
        "full": Settings(epochs=5, batch=64, width=512, least=1, dropout=0.0),
    }
    baselines: ClassVar = {
        "trivial": kneser_ney(1, 1, lower=False),
        "trigrams": kneser_ney(3, 1, lower=False),
        "fivegrams": kneser_ney(5, 1, lower=False),
    }
    head = LanguageModel
    score = staticmethod(bits)

    def splits(self, data: Data, profile: str) -> Splits:
        is_official = data.has("enwik8", "train.txt.raw")
        folder = "enwik8" if is_official else "charlm_enwiki_standin"
        parts = []
        for split in ("train", "test", "valid"):
            content = data.content(folder, f"{split}.txt.raw").decode("latin-1")  # a character is a byte
            text = content if profile == "full" else content[:MOST]
            mark: Mark = "derived" if not is_official else "official" if text == content else "slice"
            parts.append(Part(pieces(text, PIECE), mark))
        return Splits(parts[0], {"test": parts[1]}, parts[2])
