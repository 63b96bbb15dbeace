import gzip
import io
import json
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.errors import ExampleError, LimitError
from synth.inputs.examples import MAX_CHARACTERS, read_both, read_examples
from synth.inputs.languages import read_language
from synth.inputs.tables import read_columns


@pytest.fixture
def file(tmp_path):
    def write(content, name="examples.txt"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return write


def stdin(monkeypatch, content):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))


def test_one_example_a_line_in_order_with_repeats(file):
    assert read_examples(file("b\na\nb\n")) == ["b", "a", "b"]


@pytest.mark.parametrize(
    "content", ["a\nb", "a\nb\n", "a\r\nb\r\n", "a\r\nb", "a\rb", "a\rb\r", "\ufeffa\nb\n", "\n\na\n\nb\n\n"]
)
def test_line_ends_byte_order_marks_and_blank_lines_are_tolerated(file, content):
    assert read_examples(file(content)) == ["a", "b"]


def test_only_newlines_end_a_line(file):
    assert read_examples(file("a\u2028b\x0bc\x85d\re\n f \n")) == ["a\u2028b\x0bc\x85d\re", " f "]


def test_keep_empty_makes_blank_lines_examples(file):
    assert read_examples(file("a\n\nb\n"), keep_empty=True) == ["a", "", "b"]
    assert read_examples(file("\n"), keep_empty=True) == [""]


def test_null_separates_examples_that_span_lines(file):
    assert read_examples(file("a\nb\0\0c\r\n\0"), null=True) == ["a\nb", "c\r\n"]
    assert read_examples(file("a\0\0b"), null=True, keep_empty=True) == ["a", "", "b"]


def test_standard_input(monkeypatch):
    stdin(monkeypatch, "é\nb\n".encode())
    assert read_examples("-") == ["é", "b"]


@given(st.lists(st.text(), min_size=1))
def test_json_lines_carry_any_text(tmp_path_factory, texts):
    path = tmp_path_factory.mktemp("json") / "examples.jsonl"
    path.write_text("\n".join(map(json.dumps, texts)), encoding="utf-8")
    assert read_examples(str(path)) == texts


@given(st.lists(st.text(st.characters(exclude_characters="\r\n\0", exclude_categories=["Cs"]), min_size=1), min_size=1))
def test_text_lines_carry_any_text_without_newlines(tmp_path_factory, texts):
    path = tmp_path_factory.mktemp("text") / "examples.txt"
    path.write_bytes(b"x\n" + "\n".join(texts).encode())
    assert read_examples(str(path)) == ["x", *texts]


def test_a_hundred_thousand_lines_are_read_at_once(file):
    path = file("".join(f"user{number}@example.com\n" for number in range(100_000)))
    started = time.process_time()
    assert len(read_examples(path)) == 100_000
    assert time.process_time() - started < 0.2


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        (b"", "a.txt", "is empty"),
        (b"\n\n", "a.txt", "blank lines only"),
        (b"good\nb\xe9d\n", "a.txt", "line 2, byte 2 is 0xe9"),
        (b"\xef\xbb\xbfgood\nb\xe9d\n", "a.txt", "line 2, byte 2 is 0xe9"),
        ("text".encode("utf-16")[:-1], "a.txt", "begins as UTF-16.* truncated"),
        (b'"a"\nb\n', "a.jsonl", "line 2 is not JSON"),
        (b'"a"\n\n["b"]\n', "a.jsonl", "line 3 is an array"),
        (b"1\n", "a.jsonl", "line 1 is a number"),
        (b"true\n", "a.jsonl", "line 1 is a truth value"),
        (rb'"\ud800"', "a.jsonl", "line 1 has half a surrogate pair"),
    ],
)
def test_faults_in_a_file_are_named_by_place(file, content, name, message):
    with pytest.raises(ExampleError, match=message) as caught:
        read_examples(file(content, name))
    assert caught.value.hint


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_says_what_the_encoding_is(file, encoding):
    assert read_examples(file("é\r\n\nü\n".encode(encoding))) == ["é", "ü"]
    assert [column.values for column in read_columns(file("é\r\nü\n".encode(encoding)))] == [["é", "ü"]]
    assert read_language(file('start: "é"\r\n'.encode(encoding), "grammar.lark")).accepts("é")


@pytest.mark.parametrize(
    ("content", "hint"),
    [
        (b"caf\xe9", "-f LATIN1 "),
        (gzip.compress(b"text"), "zcat"),
        (b"PK\x03\x04\x14\0\xff", "workbook"),
        (b"\xd0\xcf\x11\xe0\0\0", "office"),
        (b"PAR1\x15\0\xff", ".parquet"),
    ],
)
def test_what_to_do_with_files_of_other_kinds(file, content, hint):
    with pytest.raises(ExampleError) as caught:
        read_examples(file(content))
    assert hint in caught.value.hint
    if not content.endswith(b"\xe9"):  # which columns may have: there it is Latin-1
        with pytest.raises(ExampleError, match="no text") as caught:
            list(read_columns(file(content)))
        assert hint in caught.value.hint


def test_objects_are_for_profiles(file):
    with pytest.raises(ExampleError, match="line 1 is an object") as caught:
        read_examples(file(b'{"id": 1}\n', "a.jsonl"))
    assert "synth profile" in caught.value.hint


def test_a_line_over_the_limit_is_named(file):
    assert len(read_examples(file("b\n" + "a" * MAX_CHARACTERS))) == 2
    with pytest.raises(LimitError, match="example 2 has 100,001 characters"):
        read_examples(file("b\n" + "a" * (MAX_CHARACTERS + 1)))


def test_a_missing_file_suggests_its_neighbour(file, tmp_path):
    file("a\n", "words.txt")
    with pytest.raises(ExampleError, match="no such file") as caught:
        read_examples(str(tmp_path / "wrods.txt"))
    assert "words.txt" in caught.value.hint
    with pytest.raises(ExampleError, match="no such file") as caught:
        read_examples(str(tmp_path / "nowhere" / "words.txt"))
    assert "nowhere does not exist" in caught.value.hint


def test_a_directory_is_no_file(tmp_path):
    with pytest.raises(ExampleError, match="is a directory"):
        read_examples(str(tmp_path))


def test_standard_input_cannot_hold_both_lists():
    with pytest.raises(ExampleError, match="both lists"):
        read_both("-", "-")


def test_both_lists(file):
    assert read_both(file("a\n"), file("b\n", "no.txt")) == (["a"], ["b"])
    assert read_both(file("a\n"), None) == (["a"], [])
