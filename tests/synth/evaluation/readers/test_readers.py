"""Each format: what is read, and the errors that name file and line."""

import gzip
import json

import pytest

from synth.evaluation.data import Data, DataError
from synth.evaluation.readers.columns import Word, as_iob2, read_columns, read_conllu, read_slots
from synth.evaluation.readers.lines import File
from synth.evaluation.readers.pairs import read_commands, read_inference, read_parallel
from synth.evaluation.readers.queries import Sketch, read_text2sql, read_wikisql
from synth.evaluation.readers.questions import Question, read_squad
from synth.evaluation.readers.trees import parse_tree, plain, read_trees
from synth.evaluation.readers.words import tokens_of, words_of

CONLLU = """# text = Don't go
1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\t_
1\tDo\tdo\tAUX\t_\t_\t3\taux\t_\t_
2\tn't\tnot\tPART\t_\t_\t3\tadvmod\t_\t_
2.1\tx\t_\t_\t_\t_\t_\t_\t_\t_
3\tgo\tgo\tVERB\t_\t_\t0\troot\t_\t_
"""


@pytest.fixture
def file(tmp_path):
    """A file of a data set with this text."""

    def made(text, name="part.txt"):
        (tmp_path / "some").mkdir(exist_ok=True)
        path = tmp_path / "some" / name
        path.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
        return File(Data(tmp_path), "some", name)

    return made


@pytest.mark.parametrize("name", ["part.conllu", "part.conllu.gz"])
def test_conllu(file, name):
    (words,) = read_conllu(file(CONLLU, name))
    assert words == [Word("Do", "AUX", 3, "aux"), Word("n't", "PART", 3, "advmod"), Word("go", "VERB", 0, "root")]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("1\ta\tb\n", 1),
        ("\n\n" + "\t".join(["1", "a", "a", "X", "_", "_", "two", "dep", "_", "_"]) + "\n", 3),
        ("\t".join(["1", "a", "a", "X", "_", "_", "7", "dep", "_", "_"]) + "\n", 1),
    ],
)
def test_conllu_that_is_none(file, text, line):
    with pytest.raises(DataError, match=rf"some/part.txt, line {line}: "):
        list(read_conllu(file(text)))


def test_columns_with_comments_tabs_and_spaces(file):
    text = "-DOCSTART- -X- O O\n\nU.N. NNP I-NP I-ORG\nsaid VBD O O\n\t\n# id = 1\na\tDT\tB-NP\tO\n"
    assert list(read_columns(file(text), 0, -1)) == [[("U.N.", "I-ORG"), ("said", "O")], [("a", "O")]]


def test_columns_that_are_missing(file):
    with pytest.raises(DataError, match=r"some/part.txt, line 2: 1 columns"):
        list(read_columns(file("a B\nb\n"), 0, 1))


def test_iob1_becomes_iob2():
    assert as_iob2(["I-A", "I-A", "B-A", "O", "I-B", "I-A"]) == ["B-A", "I-A", "B-A", "O", "B-B", "B-A"]
    assert as_iob2(["B-A", "I-A", "O", "B-B"]) == ["B-A", "I-A", "O", "B-B"]


def test_slots(file):
    assert list(read_slots(file("BOS to dallas EOS\tO O B-city flight\n"))) == [
        (["to", "dallas"], ["O", "B-city"], "flight")
    ]
    with pytest.raises(DataError, match="line 1: 3 words and 2 tags"):
        list(read_slots(file("BOS to EOS\tO flight\n")))


def test_trees_of_several_lines_without_traces_and_functions(file):
    text = "( (S\n  (NP-SBJ-1 (PRP I))\n  (VP (VBP go) (NP (-NONE- *T*-1))) (-LRB- -LRB-)) )\n(X (Y z))\n"
    first, second = read_trees(file(text))
    assert str(plain(first)) == "(S (NP (PRP I)) (VP (VBP go)) (-LRB- -LRB-))"
    assert list(second.spans()) == [(0, 1, "X")]
    assert plain(parse_tree("(S (NP (-NONE- *)))")) is None


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [("(S (A a)\n", 1, "does not close"), ("(S (A a)))\n", 1, "outside"), ("(S\n(A a b))\n", 2, "a bracket of")],
)
def test_brackets_that_are_none(file, text, line, what):
    with pytest.raises(DataError, match=rf"some/part.txt, line {line}: .*{what}"):
        list(read_trees(file(text)))


def test_pairs(file):
    assert list(read_commands(file("IN: jump twice OUT: I_JUMP I_JUMP\n"))) == [
        (["jump", "twice"], ["I_JUMP", "I_JUMP"])
    ]
    with pytest.raises(DataError, match="line 2"):
        list(read_commands(file("IN: a OUT: b\nIN: a\n")))
    assert list(read_parallel(file("a\nb\n", "p.en"), file("c\nd\n", "p.de"))) == [("a", "c"), ("b", "d")]
    with pytest.raises(DataError, match=r"p.de, line 1"):
        list(read_parallel(file("a\nb\n", "p.en"), file("c\n", "p.de")))


def test_inference(file):
    rows = [
        {"sentence1": "a", "sentence2": "b", "gold_label": "neutral"},
        {"sentence1": "a", "sentence2": "b", "gold_label": "-"},
        {"context": "a", "hypothesis": "b", "label": "c"},
    ]
    text = "\n".join(map(json.dumps, rows))
    assert list(read_inference(file(text))) == [("a", "b", "neutral"), ("a", "b", "contradiction")]
    with pytest.raises(DataError, match="line 1: the label 'maybe'"):
        list(read_inference(file(json.dumps({**rows[0], "gold_label": "maybe"}))))
    with pytest.raises(DataError, match="line 2: no 'gold_label'"):
        list(read_inference(file(json.dumps(rows[0]) + '\n{"sentence1": "a", "sentence2": "b"}')))
    with pytest.raises(DataError, match="line 1: "):
        list(read_inference(file("{")))


def squad(start, **more):
    question = {"id": "q", "question": "Who?", "answers": [{"text": "Ann", "answer_start": start}], **more}
    return json.dumps({"data": [{"paragraphs": [{"context": "It is Ann.", "qas": [question]}]}]})


def test_questions(file):
    assert list(read_squad(file(squad(6)))) == [Question("q", "Who?", "It is Ann.", (("Ann", 6),))]
    assert next(iter(read_squad(file(squad(6, is_impossible=True))))).answers == ()
    with pytest.raises(DataError, match="question q: 'Ann' does not stand at 5"):
        list(read_squad(file(squad(5))))
    with pytest.raises(DataError, match=r"some/part.txt, article 1: KeyError"):
        list(read_squad(file('{"data": [{}]}')))


def test_queries(file):
    row = {"sql": ["SELECT a", "b"], "query-split": "dev", "sentences": [{"text": "what", "question-split": "train"}]}
    assert [tuple(one) for one in read_text2sql(file(json.dumps([row])))] == [("what", "SELECT a", "train")]
    with pytest.raises(DataError, match=r"some/part.txt, query 2: KeyError"):
        list(read_text2sql(file(json.dumps([row, {}]))))
    asked = {"question": "q", "table_id": "t", "sql": {"sel": 1, "agg": 0, "conds": [[2, 0, "X"], [1, 1, 5]]}}
    assert list(read_wikisql(file(json.dumps(asked)))) == [
        ("q", "t", Sketch(1, 0, frozenset({(2, 0, "x"), (1, 1, "5")})))
    ]
    with pytest.raises(DataError, match="line 1: the query"):
        list(read_wikisql(file(json.dumps({**asked, "sql": {"sel": 1}}))))


def test_words_and_where_they_stand():
    assert words_of("It's 5.") == ("it", "'", "s", "5", ".")
    assert [text for text, _, _ in tokens_of("A b")] == ["A", "b"]
    assert all("A  b, c"[start:end] == text for text, start, end in tokens_of("A  b, c"))
