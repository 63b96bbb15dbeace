"""Which cell a process measures next."""

from dataclasses import replace

from synth.evaluation.cell import Cell
from synth.evaluation.crew import at_hand
from synth.evaluation.measuring import Order


def orders(*names, **more):
    return [Order(replace(Cell(name, "lstm"), **more), name, None) for name in names]


def test_a_process_stays_with_the_task_whose_data_it_has_read():
    pos, snli = orders("pos", "snli")
    assert at_hand([pos, snli], snli, [pos]) == snli
    assert at_hand([pos, snli], None, []) == pos


def test_a_process_that_has_read_nothing_of_use_begins_a_task_that_no_other_is_at():
    pos, snli, sst2 = orders("pos", "snli", "sst2")
    assert at_hand([pos, snli], None, [pos]) == snli
    assert at_hand([pos, snli], sst2, [pos, snli]) == pos


def test_one_seed_of_everything_comes_before_the_next():
    (pos,), (later,) = orders("pos"), orders("snli", seed=1)
    assert at_hand([pos, later], later, [pos]) == pos
