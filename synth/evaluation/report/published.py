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
    "pos-ptb": (Published("BiLSTM", ".974, sections 22 to 24", NLP_PROGRESS),),
    "conll2003": (Published("LSTM-CRF, pretrained vectors", ".909", NLP_PROGRESS, True),),
    "ontonotes": (Published("BiLSTM-CRF", ".870", NLP_PROGRESS, True),),
    "wnut17": (Published("systems of the shared task and later", ".408 to .505", NLP_PROGRESS, True),),
    "chunking": (Published("NCRF++", ".951", NLP_PROGRESS),),
    "constituency-ptb": (Published("RNNG", ".933, section 23", NLP_PROGRESS),),
    "dependency": (Published("pretrained transformer", "UAS .919, LAS .894", "spaCy's model card", True),),
    "wmt14": (
        Published("GNMT, eight LSTM layers", "24.4", "tensorflow/nmt, README"),
        Published("transformer base", "27.3", NLP_PROGRESS),
    ),
    "wikisql": (
        Published("Seq2SQL", ".483", "salesforce/WikiSQL, README"),
        Published("sequence to sequence with attention", ".234", "salesforce/WikiSQL, README"),
    ),
    "atis": (Published("sequence to sequence with copying", ".51", NLP_PROGRESS, True),),
    "atis-slots": (Published("RNN-EM", ".953", NLP_PROGRESS, True),),
    "listops": (Published("transformer, lists of 500 to 2,000", ".364, other data", "Long Range Arena, README"),),
    "cfq": (Published("LSTM with attention, mean of MCD1 to 3", ".149", "google-research/cfq, README"),),
    "mcwq": (
        Published("LSTM with attention, random split", ".966", "coastalcph/seq2sparql, README"),
        Published("LSTM with attention, MCD1", ".382, its own training data", "coastalcph/seq2sparql, README"),
    ),
    "multinli": (Published("BiLSTM with attention", ".722", NLP_PROGRESS),),
    "anli": (Published("BERT-large, R1, R2, R3", ".574, .483, .435, test", "facebookresearch/anli, README"),),
    "squad1": (Published("BiDAF, test", "F1 .773, EM .680", "allenai/bi-att-flow, README"),),
}
