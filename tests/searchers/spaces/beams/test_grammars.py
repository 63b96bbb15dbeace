"""The beam over grammars: its promises (anytime, seeded, within budget and alphabet), and what it finds."""

import json
import random
import time

import pytest

from dsl.charset import CharSet
from dsl.constraints import parse_constraints
from dsl.errors import ConstraintError
from dsl.expressions.expression import chars, literal, star, union
from dsl.grammar import Grammar
from searchers.archive import Archive
from searchers.beam.search import Beam
from searchers.budget import Budget
from searchers.problem import Problem
from searchers.protocol import Improved, Progress, State, Step
from searchers.scoring import make
from searchers.spaces.grammars import Grammars
from searchers.spaces.space import Sampling

pytestmark = pytest.mark.usefixtures("processor_time")

BRACKETS = ["", "()", "(())", "()()", "(()())", "((()))", "()(())", "(())()()", "((()())())", "()((()))()"] * 2
SUMS = [
    "1", "7+1", "(2+3)", "4+(5+6)+7", "((8))", "(9+0)+(1+2)", "3+4+5+6", "(7)+8", "((9+1)+2)", "3+(4+(5+6))",
    "0+1+(2)", "(3+4+5)", "((6)+7)+8", "9+8",
]  # fmt: skip


def flat(examples) -> Grammar:
    return Grammar({"start": star(chars(CharSet.of(set().union(*examples))))})


def spelled(examples) -> Grammar:
    return Grammar({"start": union(*map(literal, examples))})


def beam_from(*grammars, sampling=Grammars.sampling):
    """A beam that begins with some grammars alone."""

    class Given(Grammars):
        def starts(self, budget, rng, warm_start):
            return iter(grammars)

    Given.sampling = sampling
    return Beam(Given)


def run(examples, *, starts=None, reject=(), constraints=(), objective="mdl", seed=0, **limits):
    problem = Problem.of(examples, reject, constraints=parse_constraints(constraints))
    scored = make(objective, problem, "cfg")
    beam = beam_from(*(starts or [flat(examples)]))
    events = beam.search(problem, scored, Budget(**limits), random.Random(seed))
    return [event for event in events if not isinstance(event, Step)]


def candidates(events):
    return [event.candidate for event in events if isinstance(event, Improved)]


def best(events):
    return min(candidates(events), key=lambda candidate: (candidate.objective, candidate.size))


# ------------------------------------------------------------------------------------------- what it finds


@pytest.mark.parametrize("start", [flat, spelled])
def test_balanced_brackets(start):
    found = best(run(BRACKETS, starts=[start(BRACKETS)]))
    assert found.score.accepted == len(BRACKETS)
    assert all(map(found.language.accepts, ["(((())))", "()()()()", "(()(()))()"]))
    assert not any(map(found.language.accepts, ["(", ")", ")(", "(()", "())(", "())"]))


def test_sums_with_brackets():
    found = best(run(SUMS))
    assert found.score.accepted == len(SUMS)
    assert all(map(found.language.accepts, ["5", "6+(7+8)", "(((1)+2)+3)"]))
    assert not any(map(found.language.accepts, ["", "+", "1+", "(1", "1)", "()", "(1)(2)", "1++2"]))


def test_as_many_of_one_as_of_the_other():
    examples = ["a" * n + "b" * n for n in range(1, 9)]
    found = best(run(examples))
    assert found.language.accepts("a" * 12 + "b" * 12)
    assert not any(map(found.language.accepts, ["aab", "abb", "abab", "ba"]))


def test_strings_to_reject_are_rejected():
    found = best(run(["ab", "aabb"], reject=["abab", "aab", "abb", "ba", "a", "b", "aaabb"]))
    assert found.score.accepted == 2
    assert found.score.rejected == 7


def test_the_median_objective():
    found = best(run(BRACKETS, objective="median", effort=1, steps=4, reject=["(", ")(", "())"]))
    assert found.distance == 0
    assert found.score.rejected == 3


# ---------------------------------------------------------------------------------------------- its promises


def test_the_first_event_is_an_answer_even_without_time():
    events = run(BRACKETS, seconds=0)
    assert isinstance(events[0], Improved)
    assert len(candidates(events)) == 1


def test_the_search_stops_in_time():
    run(BRACKETS, steps=1)  # compiles
    started = time.process_time()
    run(SUMS * 3, starts=[spelled(SUMS), flat(SUMS)], seconds=0.5, effort=5)
    assert time.process_time() - started < 1.0


def test_the_number_of_steps_is_kept():
    reports = [[event for event in run(SUMS, steps=steps) if isinstance(event, Progress)] for steps in (2, 4)]
    assert [len(report) for report in reports] == [3, 5]
    assert reports[1][:3] == reports[0]


def test_the_same_search_twice():
    assert run(SUMS, steps=3, seed=1) == run(SUMS, steps=3, seed=2)


@pytest.mark.parametrize("copies", [1, 4], ids=["few", "many"])
def test_it_goes_on_from_a_step_as_if_it_had_never_stopped(copies, monkeypatch):
    monkeypatch.setattr("searchers.spaces.beams.grammars.SLICE", 60)
    problem = Problem.of(BRACKETS if copies == 1 else SUMS, ["(", "1+"])
    objective = make("mdl", problem, "cfg")
    beam = beam_from(flat(SUMS), spelled(BRACKETS), sampling=Sampling(first=8, whole=11, joining=1, sparing=True))
    events, states = [], {}
    for event in beam.search(problem, objective, Budget(steps=24, effort=1), random.Random(0)):
        if isinstance(event, Step):
            state = event.state()
            states[len(events)] = State(json.loads(json.dumps(state.values)), state.arrays)
        events.append(event)
    for step, stopped in [*enumerate(states, 1)][:-1:5]:
        state = states[stopped]
        budget = Budget(steps=24, effort=1, taken=step)
        rest = list(Beam(beam.space).resume(problem, objective, budget, random.Random(1), state))
        assert candidates(rest) == candidates(events[stopped:])
        assert [event for event in rest if isinstance(event, Progress)] == [
            event for event in events[stopped:] if isinstance(event, Progress)
        ]
    stopped = beam.search(problem, objective, Budget(steps=2, effort=1), random.Random(0))
    *_, last = (event for event in stopped if isinstance(event, Step))  # as its own budget ends it
    assert json.loads(json.dumps(last.state().values)) == [*states.values()][1].values


def test_an_offer_joins_the_beam():
    problem = Problem.of(BRACKETS)
    objective, beam = make("mdl", problem, "cfg"), beam_from(flat(BRACKETS))
    beam.offer(objective.score(Grammar.parse('start: ("(" start ")")*')))
    events = beam.search(problem, objective, Budget(steps=1), random.Random(0))
    assert best(events).language.accepts("((()))()(())")


def test_names_of_rules_in_the_starts_do_not_matter():
    one, other = Grammar.parse('start: p q\np: "("*\nq: ")"*'), Grammar.parse('start: z a\nz: "("*\na: ")"*')
    assert run(BRACKETS, starts=[one], steps=2) == run(BRACKETS, starts=[other], steps=2)


def test_candidates_are_scored_exactly_and_met_once():
    found = candidates(run(BRACKETS, starts=[flat(BRACKETS), spelled(BRACKETS)], steps=3))
    objective = make("mdl", Problem.of(BRACKETS), "cfg")
    assert len({candidate.pattern for candidate in found}) == len(found)
    for candidate in found:
        assert objective.score(Grammar.parse(candidate.pattern)).objective == pytest.approx(candidate.objective)
        assert candidate.size == candidate.language.size


def test_the_archive_keeps_grammars():
    archive, events = Archive(), run(BRACKETS)
    for candidate in candidates(events):
        archive.add(candidate)
    assert archive.best.objective == best(events).objective
    assert [candidate.size for candidate in archive.front] == sorted(candidate.size for candidate in archive.front)


def test_the_alphabet_is_kept():
    found = candidates(run(SUMS, constraints=["alphabet=[0-9+()]"], steps=4))
    for candidate in found:
        assert all(set(text) <= set("0123456789+()") for text in candidate.language.sample(10, 0))


def test_no_start_within_the_alphabet():
    with pytest.raises(ConstraintError) as caught:
        run(SUMS, constraints=["alphabet=[a-z]"])
    assert caught.value.hint


def test_many_examples_are_sampled():
    examples = list({text for text in Grammar.parse('start: ("(" start ")" | "x")*').sample(2000, 1) if len(text) < 30})
    assert len(examples) > 150
    found = best(run(examples, effort=1))
    assert found.score.accepted == len(examples)
    assert not any(map(found.language.accepts, ["(", ")(", "(x", "x)"]))


def test_nesting_is_found_from_flat_starts():
    problem = Problem.of(BRACKETS)
    events = Beam(Grammars).search(problem, make("mdl", problem, "cfg"), Budget(effort=1), random.Random(0))
    found = [event.candidate for event in events if isinstance(event, Improved)]
    grammar = min(found, key=lambda candidate: candidate.objective).language
    assert grammar.accepts("((()()))()")
    assert not grammar.accepts("(()")
