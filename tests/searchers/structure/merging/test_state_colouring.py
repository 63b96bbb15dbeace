from itertools import pairwise, product

from hypothesis import assume, given
from hypothesis import strategies as st

from searchers.budget import Budget
from searchers.structure.merging.labelled_tree import LabelledTree, minimal_automaton
from searchers.structure.merging.state_colouring import MAX_SOLUTIONS, MAX_STATES, smallest_automata

labelled = st.dictionaries(st.text("ab", max_size=5), st.booleans(), min_size=1, max_size=8)


def tree_of(labels):
    return LabelledTree([t for t, label in labels.items() if label], [t for t, label in labels.items() if not label])


def agrees(automaton, labels):
    return all(automaton.accepts(text) == label for text, label in labels.items())


def all_automata(states):
    """Every partial automaton over a, b with so many states."""
    for targets in product(range(-1, states), repeat=2 * states):
        arcs = [
            {letter: target for letter, target in zip("ab", targets[2 * state :], strict=False) if target >= 0}
            for state in range(states)
        ]
        for accepting in product([False, True], repeat=states):
            yield minimal_automaton(arcs, [state for state in range(states) if accepting[state]], "ab")


SMALL = {states: list(all_automata(states)) for states in (1, 2)}


@given(labelled)
def test_no_smaller_automaton_agrees(labels):
    assume(any(labels.values()))
    found = smallest_automata(tree_of(labels), Budget())
    assert found
    assert all(agrees(automaton, labels) for automaton in found)
    size = min(sum(automaton.live()) for automaton in found)
    for states, automata in SMALL.items():
        assert any(agrees(automaton, labels) for automaton in automata) == (size <= states)


def test_not_too_many_solutions():
    tree = LabelledTree(["a"], ["", *"bcdef"])  # b to f may lead to the sink, or back to the start
    assert len(smallest_automata(tree, Budget())) == MAX_SOLUTIONS


def test_counting_needs_a_state_for_each_count():
    for states in range(2, MAX_STATES + 1):
        texts = ["a" * n for n in range(2 * states)]
        tree = LabelledTree(texts[::states], [text for text in texts if len(text) % states])
        (automaton,) = smallest_automata(tree, Budget())
        assert sum(automaton.live()) == states
        assert [automaton.accepts("a" * n) for n in range(30)] == [n % states == 0 for n in range(30)]


def test_given_up():
    tree = LabelledTree(["a" * MAX_STATES], ["a" * n for n in range(MAX_STATES)])
    assert not smallest_automata(tree, Budget())
    assert not smallest_automata(LabelledTree(["a"], [""]), Budget(seconds=0))


def test_a_large_alphabet():
    letters = [chr(0x4E00 + number) for number in range(180)]
    tree = LabelledTree([first + second for first, second in pairwise(letters)], letters)
    (automaton, *_) = smallest_automata(tree, Budget())
    assert sum(automaton.live()) == 2
    assert not smallest_automata(LabelledTree(letters * 3, map(chr, range(500))), Budget())
