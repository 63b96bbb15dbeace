"""The queue keeps the best of each kind, and one of each total."""

from searchers.policy.priority_queue import Entry, PriorityQueue


def queue(*entries, size=2):
    made = PriorityQueue(size)
    for total, notation, tokens in entries:
        made.push(Entry(total, notation, tokens))
    return made


def test_the_best_stay():
    made = queue((3.0, "c", (3,)), (1.0, "a", (1,)), (2.0, "b", (2,)))
    assert made.spelled == [(1,), (2,)]
    assert made.takes(1.5, 1)
    assert not made.takes(2.5, 1)
    assert not made.takes(1.0, 1)


def test_one_of_each_total_stays():
    assert queue((1.0, "a|b", (1, 2)), (1.0, "b|a", (2, 1))).spelled == [(1, 2)]


def test_what_cannot_be_spelled_crowds_nothing_out():
    made = queue((3.0, "c", (3,)), (1.0, "x", ()), (1.5, "y", ()), (1.2, "z", ()))
    assert made.spelled == [(3,)]
    assert [entry.notation for entry in made.entries] == ["x", "z", "c"]


def test_a_saved_queue_is_the_same():
    made, again = queue((3.0, "c", (3,)), (1.0, "x", ())), PriorityQueue(2)
    again.restore(made.to_json())
    assert again.entries == made.entries
    assert again.spelled == made.spelled


def test_programs_of_one_length_do_not_fill_the_queue():
    made = queue(*((float(n), str(n), (n, n)) for n in range(1, 6)), (9.0, "x", (9,)), size=5)
    assert [entry.total for entry in made.entries] == [1.0, 2.0, 3.0, 9.0]
    assert made.takes(2.5, 2)
    assert not made.takes(3.5, 2)
    assert made.takes(3.5, 1)
