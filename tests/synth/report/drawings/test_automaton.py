import pytest

from dsl.automata.dfa import DFA
from dsl.regex import Regex
from synth.report.drawings.automaton import MAX_STATES, Automaton, automaton

PATTERNS = [
    "abc",
    "(ab)+",
    "a?b+a",
    "(a|b)*abb",
    "[0-9]{1,3}(\\.[0-9]{1,3}){2}",
    "(0|1(01*0)*1)*",
    "((ab|c)*d(e|f)?)*",
    "(ab|cd|ef)g",
]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_each_state_and_each_transition_is_drawn_once(pattern, drawn, styled):
    dfa = DFA.from_expression(Regex.parse(pattern).expression).minimise()
    live = dfa.live()
    pairs = {(state, after) for state, row in enumerate(dfa.table) for after in row if live[state] and live[after]}
    svg = drawn(automaton(Regex.parse(pattern)))
    assert len(styled(svg, "state")) == sum(live)
    assert len(styled(svg, "accepting")) == sum(dfa.accepting)
    assert len(styled(svg, "transition")) == len(pairs)
    names = [state.findall("{*}text")[0].text for state in styled(svg, "state")]
    assert sorted(map(int, names)) == list(range(sum(live)))


@pytest.mark.parametrize("pattern", PATTERNS)
def test_states_do_not_overlap_and_lie_inside(pattern, drawn, styled):
    svg = drawn(automaton(Regex.parse(pattern)))
    circles = [state.find("{*}circle") for state in styled(svg, "state")]
    places = [(float(circle.get("cx")), float(circle.get("cy"))) for circle in circles]
    for index, (x, y) in enumerate(places):
        assert 14 <= x <= float(svg.get("width")) - 14
        assert 14 <= y <= float(svg.get("height")) - 14
        assert all((x - u) ** 2 + (y - v) ** 2 >= 40**2 for u, v in places[:index])


def test_the_edges_lead_where_the_language_goes():
    machine = Automaton.of(Regex.parse("a[bc]|ad"))
    assert machine.accepting == [False, False, True]
    assert {edge: "".join(charset) for edge, charset in machine.edges.items()} == {(0, 1): "a", (1, 2): "bcd"}


def test_columns_are_the_longest_ways_without_cycles():
    machine = Automaton.of(Regex.parse("a?b(cb)*"))  # after b, c leads back to before b
    columns = machine.columns()
    assert sorted(columns)[0] == columns[0] == 0
    backward = [edge for edge in machine.edges if columns[edge[0]] >= columns[edge[1]]]
    assert len(backward) == 1


def test_labels_are_short_and_tell_all_in_their_titles(drawn, styled):
    (edge,) = styled(drawn(automaton(Regex.parse("[acegikmoqsuwy]"))), "transition")
    assert len(edge.find("{*}text").text) <= 14
    assert "[acegikmoqsuwy]" in edge.find("{*}title").text


@pytest.mark.parametrize(("pattern", "why"), [(f"a{{{MAX_STATES}}}", "25 states"), (r"[^\s\S]", "empty")])
def test_what_is_not_drawn_says_why(pattern, why):
    assert why in automaton(Regex.parse(pattern))


def test_a_label_is_escaped(drawn, styled):
    (edge,) = styled(drawn(automaton(Regex.parse("<"))), "transition")
    assert edge.find("{*}text").text == "<"
