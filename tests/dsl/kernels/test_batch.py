"""Strings as symbols, and packed programs."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from dsl.charset import DIGITS, LOWER, CharSet
from dsl.expressions.programs import ClassTable
from dsl.kernels.batch import LANES, Batch
from dsl.kernels.packing import pack, unpack

CLASSES = [DIGITS, LOWER, CharSet.of("a"), CharSet.between("一", "龥")]


@given(st.lists(st.text("ab01éé日本\U0001f600", max_size=6), max_size=40))
def test_symbols_tell_apart_what_the_classes_do(strings: list[str]) -> None:
    batch = Batch(strings, ClassTable(CLASSES))
    assert [batch.strings[index] for index in batch.inverse] == strings
    for index, string in enumerate(batch.strings):
        symbols = batch.symbols[batch.offsets[index] : batch.offsets[index + 1]]
        assert len(symbols) == len(string)
        for character, symbol in zip(string, symbols, strict=True):
            kinds = [character in charset for charset in CLASSES]
            assert batch.membership[:, symbol].tolist() == kinds
            assert [batch.specimens[symbol] in charset for charset in CLASSES] == kinds


def test_characters_that_no_class_tells_apart_are_one_symbol() -> None:
    batch = Batch(["19!?"], ClassTable(CLASSES))
    assert batch.symbols[0] == batch.symbols[1] != batch.symbols[2] == batch.symbols[3]


def test_weights_count_or_add_up() -> None:
    assert Batch(["a", "b", "a"], ClassTable()).weights.tolist() == [2, 1]
    assert Batch(["a", "b", "a"], ClassTable(), [5, 1, 2]).weights.tolist() == [7, 1]


@given(st.lists(st.text("ab", max_size=9), max_size=100))
def test_blocks_hold_every_string_once(strings: list[str]) -> None:
    batch = Batch(strings, ClassTable([CharSet.of("a")]))
    blocks = batch.blocks
    rows = blocks.symbols.reshape(-1, LANES)
    seen = {}
    for block, lane in np.argwhere(blocks.strings >= 0):
        string = int(blocks.strings[block, lane])
        start = blocks.starts[block]
        seen[string] = rows[start : start + blocks.lengths[block, lane], lane].tolist()
        assert blocks.weights[block, lane] == batch.weights[string]
    assert seen == {
        index: batch.symbols[batch.offsets[index] : batch.offsets[index + 1]].tolist() for index in range(len(batch))
    }


@given(st.lists(st.lists(st.integers(-7, 99), max_size=5), max_size=8))
def test_unpack_gives_back_what_was_packed(programs: list[list[int]]) -> None:
    packed = pack([np.array(program, dtype=np.int16) for program in programs])
    assert packed.count == len(programs)
    assert [program.tolist() for program in unpack(packed)] == programs
