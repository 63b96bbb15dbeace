"""Figures that others published, on the official splits: never ours, and rarely of models as small."""

from __future__ import annotations

from typing import Final, NamedTuple


class Published(NamedTuple):
    """What a model reached, where it says so, and whether the split is the one of the task's main test here."""

    model: str
    figure: str
    source: str
    is_same_split: bool = False


NLP_PROGRESS: Final = "as listed by NLP-progress"

PUBLISHED: Final[dict[str, tuple[Published, ...]]] = {
    "ptb": (Published("AWD-LSTM", "57.3 ppl", f"Merity et al. 2017, {NLP_PROGRESS}"),),
    "wikitext2": (Published("AWD-LSTM", "65.8 ppl, full training data", f"Merity et al. 2017, {NLP_PROGRESS}"),),
    "wikitext103": (
        Published("LSTM", "48.7 ppl", f"Grave et al. 2017, {NLP_PROGRESS}"),
        Published("gated CNN", "37.2 ppl", f"Dauphin et al. 2016, {NLP_PROGRESS}"),
    ),
    "enwik8": (
        Published("AWD-LSTM, 3 layers", "1.232 bpc", NLP_PROGRESS),
        Published("Transformer-XL, 12 layers", "1.06 bpc", NLP_PROGRESS),
    ),
    "agreement": (Published("LSTM, trained for it", "under 1 % error, all sentences", "Linzen et al. 2016, abstract"),),
    "sst2": (
        Published("CNN, random vectors", ".835", "harvardnlp/sent-conv-torch, README", True),
        Published("CNN, word2vec", ".870", "harvardnlp/sent-conv-torch, README", True),
    ),
    "imdb": (Published("one-hot LSTM, semi-supervised", ".941, 25,000 reviews", NLP_PROGRESS),),
    "agnews": (
        Published("fastText", ".924, titles and 120,000 texts", "fastText documentation"),
        Published("character CNN", ".905, titles and 120,000 texts", NLP_PROGRESS),
    ),
    "dbpedia": (Published("fastText", ".986, titles and 560,000 texts", "fastText documentation"),),
    "listops": (
        Published("transformer, lists of 500 to 2,000 tokens", ".364, other data", "Long Range Arena, README"),
    ),
    "ner-conll2003": (Published("LSTM-CRF", ".909 F1", NLP_PROGRESS),),
    "ner-wnut17": (Published("systems of the shared task and later", ".408 to .505 F1", NLP_PROGRESS),),
    "chunking": (Published("NCRF++", ".951 F1", NLP_PROGRESS),),
}
