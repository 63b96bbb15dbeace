"""Data sets of a few lines, in the formats of the real ones."""

import json


def _conllu(count):
    rows = [
        "1\tThe\tthe\tDET\t_\t_\t2\tdet\t_\t_",
        "2\tdog\tdog\tNOUN\t_\t_\t3\tnsubj\t_\t_",
        "3\truns\trun\tVERB\t_\t_\t0\troot\t_\t_",
    ]
    return ("# sent_id = 1\n" + "\n".join(rows) + "\n\n") * count


def _columns(*rows):
    return "\n".join(rows) + "\n\n"


def _tree(noun):
    return f"(ROOT (S (NP-SBJ (DT the) (NN {noun})) (VP (VBZ sees) (NP (DT a) (JJ big) (NN cat))) (. .)))\n"


def _squad(count):
    text = "Long ago Ann met Bob in Paris."
    answers = [("Who met Bob?", "Ann"), ("Where did Ann meet Bob?", "Paris")]
    rows = [
        {"id": f"{place}{number}", "question": asked, "answers": [{"text": answer, "answer_start": text.index(answer)}]}
        for place, (asked, answer) in enumerate(answers) for number in range(count)
    ]  # fmt: skip
    return rows, text


def _squad1(count):
    rows, text = _squad(count)
    return json.dumps({"data": [{"title": "a", "paragraphs": [{"context": text, "qas": rows}]}]})


def _squad2(count):
    rows, text = _squad(count)
    rows += [
        {"id": f"x{number}", "question": "Who left?", "answers": [], "is_impossible": True} for number in range(count)
    ]
    paragraphs = [{"context": f"{text} {place}", "qas": rows} for place in range(5)]
    return json.dumps({"data": [{"title": "a", "paragraphs": paragraphs}]})


def _inference(count):
    pairs = {"entailment": "a man sleeps", "neutral": "a man eats", "contradiction": "no man"}
    rows = [{"sentence1": "a man rests", "sentence2": text, "gold_label": label} for label, text in pairs.items()]
    return "\n".join(map(json.dumps, rows * count))


def _anli(count):
    rows = [{"context": "a man rests", "hypothesis": "a man sleeps", "label": "e"}]
    return "\n".join(map(json.dumps, rows * count))


def _sql():
    def query(column, split):
        sentences = [{"text": f"show me the {column} number {place}", "question-split": split} for place in range(4)]
        return {"sql": [f"SELECT {column} FROM T WHERE x = 1 ;"], "query-split": split, "sentences": sentences}

    return json.dumps([query(column, split) for split in ("train", "dev", "test") for column in ("A", "B")])


def _wikisql(count):
    asked = {"question": "which a has b 5", "table_id": "t", "sql": {"sel": 0, "agg": 0, "conds": [[1, 0, "5"]]}}
    return "\n".join([json.dumps(asked)] * count)


TABLE = json.dumps({"id": "t", "header": ["A", None]})
SCAN = "IN: jump twice OUT: I_JUMP I_JUMP\nIN: walk OUT: I_WALK\n"
SPARQL = "IN: Did M0 star M1 OUT: ASK WHERE { M0 wdt:P161 M1 }\n"
SPLITS = ("train", "valid", "test")
FILES = {
    "ud_english_ewt": {"train.conllu.gz": _conllu(6), "valid.conllu": _conllu(2), "test.conllu": _conllu(2)},
    "ptb_nltk_sample": {f"derived/{name}.mrg": _tree("dog") * 4 for name in SPLITS},
    "const_gum_open": {f"{name}.ptb": (_tree("dog") + _tree("man")) * 3 for name in SPLITS},
    "ner_wnut17": {f"{name}.conll": _columns("Ann\tB-person", "in\tO", "Rome\tB-place") * 4 for name in SPLITS},
    "ner_ontonotes5": {f"{name}.conll": _columns("Ann X B-person", "in X O") * 4 for name in SPLITS},
    "ner_conll2003": {f"eng.{name}": _columns("Ann NNP I-NP I-PER", "in IN I-PP O") * 4
                      for name in ("train", "testa", "testb")},
    "chunk_conll2000": {f"{name}.txt": _columns("The DT B-NP", "dog NN I-NP", "runs VBZ B-VP") * 1010
                        for name in ("train", "test")},
    "mt_multi30k_ende": {f"{name}.{side}": text * 4 for name in SPLITS
                         for side, text in (("en", "A dog runs.\n"), ("de", "Ein Hund rennt.\n"))},
    "mt_wmt14_ende": {f"{name}.{side}": text * 4 for name in ("train", "newstest2013", "newstest2014")
                      for side, text in (("en", "A dog.\n"), ("de", "Ein Hund.\n"))},
    "mt_iwslt14_deen": {f"{name}.{side}": text * 4 for name in SPLITS
                        for side, text in (("en", "A dog.\n"), ("de", "Ein Hund.\n"))},
    "atis_sql": {"atis.json": _sql()},
    "atis_slots": {f"{name}.w-intent.iob": "BOS to rome EOS\tO O B-city flight\n" * 4 for name in SPLITS},
    "wikisql": {f"{name}.{kind}": text for name in SPLITS
                for kind, text in (("jsonl", _wikisql(4)), ("tables.partial.jsonl", TABLE))},
    "scan_mcd1": {"train.txt": SCAN * 4, "test.txt": SCAN},
    "mcwq_random": {"derived/train.txt": SPARQL * 4, "test.txt": SPARQL},
    "mcwq_mcd1": {"test.txt": SPARQL},
    "cfq": {
        "dataset.json": json.dumps([{"questionPatternModEntities": "Did it", "sparqlPatternModEntities": "ASK"}] * 4),
        "split.json": json.dumps({"trainIdxs": [0, 1], "devIdxs": [2], "testIdxs": [3]}),
    },
    "snli": {f"{name}.jsonl": _inference(3) for name in SPLITS},
    "multinli": {"valid_matched.jsonl": _inference(2)},
    "anli": {f"R{place}_dev.jsonl": _anli(2) for place in (1, 2, 3)},
    "squad1": {"derived/train.json": _squad1(4), "valid_xquad_en.json": _squad1(1)},
    "squad2": {"valid_half.json": _squad2(3)},
}  # fmt: skip
