"""Fetching a data set into a folder.

What was fetched is written with its SHA-256 into MANIFEST.json of the folder, and checked when it is read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from dsl.errors import ConfigurationError
from synth.evaluation.data import MANIFEST, DataError
from synth.evaluation.sources.archives import ARCHIVES
from synth.evaluation.sources.hub import HUB
from synth.runs.files import write_atomically

# what is not fetched: where it comes from, for people
ELSEWHERE: Final = {
    "ptb": "the Linguistic Data Consortium's LDC99T42, in Mikolov's version: {train,valid,test}.txt",
    "agreement_linzen": "https://github.com/TalLinzen/rnn_agreement, as VBZ or VBP, a tab, and the prefix",
    "sst2": "https://nlp.stanford.edu/sentiment, whole sentences, two classes, as {train,valid,test}.tsv",
    "ptb_nltk_sample": "treebank.zip of https://github.com/nltk/nltk_data, as derived/{train,valid,test}.mrg",
    "ner_conll2003": "https://www.clips.uantwerpen.be/conll2003/ner with the Reuters corpus: eng.{train,testa,testb}",
    "ner_ontonotes5": "the Linguistic Data Consortium's LDC2013T19, as {train,valid,test}.conll, token and IOB2 tag",
    "const_gum_open": "https://github.com/amir-zeldes/gum, const/*.ptb of the open genres, as {train,valid,test}.ptb",
    "mt_wmt14_ende": "https://www.statmt.org/wmt14, as {train,newstest2013,newstest2014}.{en,de}",
    "mt_iwslt14_deen": "https://workshop2014.iwslt.org, as {train,valid,test}.{de,en}",
    "atis_slots": "https://github.com/yvchen/JointSLU, data, as {train,valid,test}.w-intent.iob",
    "wikisql": "https://github.com/salesforce/WikiSQL, data.tar.bz2, as {train,valid,test}.jsonl, tables beside",
    "scan_mcd1": "the SCAN splits of https://github.com/google-research/google-research/tree/master/cfq, as lines "
    "`IN: command OUT: actions` in train.txt and test.txt",
    "mcwq_random": "https://github.com/coastalcph/seq2sparql, as `IN: question OUT: query`, {derived/train,test}.txt",
    "mcwq_mcd1": "https://github.com/coastalcph/seq2sparql, as lines `IN: question OUT: query` in test.txt",
    "charlm_enwiki_standin": "nowhere: fetch enwik8 instead, or take the slice that comes with the repository",
    "mathexpr_spinn": "https://github.com/nyu-mll/spinn, python/spinn/data/arithmetic, as derived/train.tsv, …",
}


def fetch(data_set: str, folder: Path) -> list[Path]:
    """Fetch a data set into `folder` and say which files it has now.

    Raises ConfigurationError where there is no source, or no library `datasets`; DataError when the network, or the
    source, fails.
    """
    sources = [HUB[data_set]] if data_set in HUB else ARCHIVES.get(data_set)
    if sources is None:
        where = ELSEWHERE.get(data_set)
        hint = f"get it from {where}" if where else "synth evaluate tasks lists the data sets"
        raise ConfigurationError(f"{data_set} cannot be fetched; put it into {folder / data_set}", hint=hint)
    files: dict[str, bytes] = {}
    for source in sources:
        files |= source.fetched(data_set, folder)
    return store(data_set, files, folder)


def store(data_set: str, files: Mapping[str, bytes], folder: Path) -> list[Path]:
    """Write files of a data set, and their checksums. Raises DataError where that fails."""
    place = folder / data_set
    try:
        place.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            write_atomically(place / name, content)
        sums = {name: sha256(content).hexdigest() for name, content in files.items()}
        write_atomically(place / MANIFEST, json.dumps(sums, indent=2) + "\n")
    except OSError as error:
        raise DataError(f"cannot write {place}: {error.strerror}", hint="choose another --data") from None
    return [place / name for name in files]
