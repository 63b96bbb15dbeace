from hypothesis import given
from hypothesis import strategies as st

from dsl.automata.components import cycles

NAMES = "abcdef"


def reached(name, arcs):
    found, pending = set(), [name]
    while pending:
        new = arcs[pending.pop()] - found
        found |= new
        pending.extend(new)
    return found


@given(st.fixed_dictionaries({name: st.sets(st.sampled_from(NAMES), max_size=3) for name in NAMES}))
def test_cycles_are_what_leads_back_to_itself_together(arcs):
    reach = {name: reached(name, arcs) for name in arcs}
    expected = []
    for name in arcs:
        group = [other for other in arcs if other in reach[name] and name in reach[other]]
        if name in reach[name] and group not in expected:
            expected.append(group)
    assert cycles(arcs) == expected


def test_long_paths_and_rings():
    path = {str(number): [str(number + 1)] for number in range(50_000)} | {"50000": []}
    assert cycles(path) == []
    assert cycles(path | {"50000": ["0"]}) == [list(path)]
