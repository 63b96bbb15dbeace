from hypothesis import given
from hypothesis import strategies as st

from searchers.structure.merging.labelled_tree import LabelledTree, minimal_automaton

words = st.sets(st.text("ab", max_size=5), max_size=8)


def node_of(tree, text):
    node = 0
    for character in text:
        node = tree.children[node][character]
    return node


@given(words, words)
def test_the_tree_holds_the_strings_and_their_labels(positives, others):
    negatives = others - positives
    tree = LabelledTree(positives, negatives)
    labels = {text: tree.labels[node_of(tree, text)] for text in positives | negatives}
    assert labels == dict.fromkeys(positives, True) | dict.fromkeys(negatives, False)
    prefixes = {text[:end] for text in positives | negatives for end in range(len(text) + 1)} | {""}
    assert len(tree) == len(prefixes) == 1 + sum(map(len, tree.children))
    assert len(tree.labels) == len(labels)
    hopeful = tree.hopeful()
    for prefix in prefixes:
        assert hopeful[node_of(tree, prefix)] == any(text.startswith(prefix) for text in positives)


@given(words, words)
def test_nodes_are_numbered_breadth_first(positives, others):
    tree = LabelledTree(positives, others - positives)
    followers = [child for row in tree.children for child in row.values()]
    assert followers == list(range(1, len(tree)))


def test_an_automaton_rejects_where_it_has_no_arc():
    automaton = minimal_automaton([{"a": 1}, {"b": 0}], [0], "ab")
    assert [word for word in ("", "a", "ab", "aba", "abab", "b", "ac", "aa") if automaton.accepts(word)] == [
        "",
        "ab",
        "abab",
    ]
    assert len(automaton) == 3


def test_equal_languages_over_one_alphabet_have_equal_tables():
    left = minimal_automaton([{"a": 1}, {"a": 0}], [0, 1], "ab")
    right = minimal_automaton([{"a": 0}], [0], "ab")
    assert (left.table, left.accepting) == (right.table, right.accepting)
