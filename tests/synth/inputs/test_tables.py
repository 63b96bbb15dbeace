"""Tables as people have them: encodings of one byte, names of columns that come twice."""

import random

import pytest

from synth.inputs.tables import read_columns


@pytest.mark.parametrize(
    ("data", "price"),
    [("€5".encode("cp1252"), "€5"), ("5 Ä".encode("latin-1"), "5 Ä"), (b"5\x81", "5\x81"), ("€5".encode(), "€5")],
)
def test_an_encoding_of_one_byte_is_guessed(tmp_path, data, price):
    file = tmp_path / "rows.csv"
    file.write_bytes(b"code,price\nA," + data + b"\n")
    assert [column.values for column in read_columns(str(file))] == [["A"], [price]]


def test_columns_of_one_name_are_all_there(tmp_path):
    file = tmp_path / "rows.csv"
    file.write_text("code,,code\nA,B,C,D\n")
    found = {column.name: column.values for column in read_columns(str(file))}
    assert found == {"code": ["A"], "Unnamed: 1": ["B"], "code.1": ["C"], "Unnamed: 3": ["D"]}


def test_columns_have_the_names_that_pandas_gives_them(tmp_path):
    pandas = pytest.importorskip("pandas")
    rng, file = random.Random(1), tmp_path / "rows.csv"
    for _ in range(200):
        names = rng.choices(["a", "b", "", "a.1", "a.2", "a.1.1", "Unnamed: 1"], k=rng.randint(2, 6))
        file.write_text(f"{','.join(names)}\n{','.join('1' * len(names))}\n")
        assert [column.name for column in read_columns(str(file))] == [*pandas.read_csv(file).columns]
