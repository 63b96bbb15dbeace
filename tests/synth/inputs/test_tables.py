"""Tables as people have them: encodings of one byte, names of columns that come twice."""

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
    assert found == {"code": ["A"], "column 2": ["B"], "code (2)": ["C"], "column 4": ["D"]}
