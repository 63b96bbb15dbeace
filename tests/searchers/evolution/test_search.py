"""The evolutionary searchers: anytime, seeded, resumable bit for bit, open to offers and to operators of the user's."""

import json
import random
from functools import partial

import pytest
from deap import base, tools

from dsl.automata.dfa import equivalent
from dsl.constraints import parse_constraints
from dsl.errors import ConstraintError
from dsl.expressions.edits import mutate
from dsl.expressions.notation import parse
from dsl.grammar import Grammar
from dsl.regex import Regex
from searchers.archive import Archive
from searchers.beam.search import Beam
from searchers.budget import Budget
from searchers.effort import EVOLUTION_PATIENCE
from searchers.evolution.search import Evolve
from searchers.problem import Problem
from searchers.protocol import Improved, Progress, State, Step
from searchers.scoring import make
from searchers.spaces.grammars import Grammars
from tests.support.pools import Elsewhere

RNG = random.Random(7)
DATES = [f"{RNG.randrange(1900, 2100)}-{RNG.randrange(100):02}-{RNG.randrange(100):02}" for _ in range(27)]
WORDS = ["ab", "aab", "aaab", "abb", "aabbb", "abbb", "aaaab"]
NESTED = ["ab", "aabb", "aaabbb", "aaaabbbb"]


def regexes(problem, steps, *, searcher=None, seed=0, **limits):
    searcher = searcher or Evolve(warm_start=False)
    return searcher.search(problem, make("mdl", problem), Budget(steps=steps, **limits), random.Random(seed))


def grammars(problem, steps, *, searcher=None, seed=0, effort=1, **where):
    searcher = searcher or Evolve(Grammars, warm_start=False)
    objective = make("mdl", problem, "cfg")
    return searcher.search(problem, objective, Budget(steps=steps, effort=effort, **where), random.Random(seed))


def told(events):
    """Events as what a reader sees of them; of a step its state."""
    for event in events:
        match event:
            case Improved(candidate):
                yield candidate.pattern, candidate.objective
            case Progress():
                yield event
            case Step(state):
                yield as_stored(state())


def as_stored(state):
    return json.dumps(state.values), {name: array.tolist() for name, array in state.arrays.items()}


def best(events):
    archive = Archive()
    for event in events:
        if isinstance(event, Improved):
            archive.add(event.candidate)
    return archive.best


@pytest.mark.parametrize(
    ("search", "examples", "resumed"),
    [
        (regexes, WORDS, lambda: (Evolve(), make)),
        (grammars, NESTED, lambda: (Evolve(Grammars), partial(make, kind="cfg"))),
    ],
)
def test_a_resumed_search_goes_on_as_if_it_had_not_stopped(search, examples, resumed):
    problem = Problem.of(examples)
    whole = list(told(search(problem, 3)))
    rng = random.Random(0)
    searcher, objective_of = resumed()
    budget = Budget(steps=1, effort=2 if search is regexes else 1)
    searcher.warm_start = False
    first, state = [], None
    for event in searcher.search(problem, objective_of("mdl", problem), budget, rng):
        first += told([event])
        if isinstance(event, Step):
            found = event.state()
            state = State(json.loads(json.dumps(found.values)), {k: v.copy() for k, v in found.arrays.items()})
    again, objective_of = resumed()
    other = random.Random()
    other.setstate(rng.getstate())
    budget = Budget(steps=3, effort=budget.effort, taken=1)
    rest = list(told(again.resume(problem, objective_of("mdl", problem), budget, other, state)))
    assert first + rest == whole
    assert any(isinstance(event, tuple) and isinstance(event[0], str) for event in rest)


@pytest.mark.parametrize(("search", "examples"), [(regexes, WORDS), (grammars, NESTED)])
def test_where_epochs_are_lived_changes_nothing(search, examples):
    problem = Problem.of(examples)
    pool = Elsewhere()
    assert list(told(search(problem, 3))) == list(told(search(problem, 3, pool=pool)))
    assert pool.calls >= 6


def test_many_examples_are_sampled_and_the_sample_resumes():
    rng = random.Random(1)
    problem = Problem.of({f"{rng.randrange(10**6)}-{rng.choice('ab')}" for _ in range(600)} | {"x", "yy"})
    objective = make("mdl", problem)
    events = Evolve().search(problem, objective, Budget(steps=2, effort=1), rng)
    steps = []
    for event in events:
        if isinstance(event, Step):
            steps.append((event.state(), rng.getstate()))
    (state, stream), (expected, _) = steps
    rng.setstate(stream)
    last = [
        event.state()
        for event in Evolve().resume(problem, objective, Budget(steps=2, effort=1, taken=1), rng, state)
        if isinstance(event, Step)
    ]
    assert [as_stored(one) for one in last] == [as_stored(expected)]
    assert len(state.values["examples"][0]) < 200


def test_the_seed_decides():
    problem = Problem.of(WORDS)
    one, same, other = (list(told(regexes(problem, 1, seed=seed))) for seed in (1, 1, 2))
    assert one == same != other


def test_global_random_numbers_are_left_alone():
    random.seed(5)
    expected = random.random()
    random.seed(5)
    list(regexes(Problem.of(WORDS), 1))
    assert random.random() == expected


def test_it_finds_what_the_beam_finds():
    problem = Problem.of(DATES)
    beam = best(Beam().search(problem, make("mdl", problem), Budget(), random.Random(0)))
    assert best(regexes(problem, 1, searcher=Evolve())).objective <= beam.objective


def test_a_small_language_is_found_without_starting_points():
    found = best(regexes(Problem.of(WORDS, ["", "a", "b", "ba", "aba", "abab"]), 6))
    assert equivalent(found.language.expression, parse("a+b+"))


def test_a_nested_language_is_found_without_starting_points():
    found = best(grammars(Problem.of(NESTED, ["a", "b", "ba", "aab", "abb", "abab"]), 60))
    wanted = Grammar.parse('start: "a" start "b" | "a" "b"')
    assert all(found.language.accepts(text) == wanted.accepts(text) for text in ["aaaaabbbbb", "aabbb", "", "ab", "ba"])


def test_it_ends_when_nothing_improves():
    budget = Budget(effort=1)
    problem = Problem.of(["a"])
    events = list(Evolve().search(problem, make("mdl", problem), budget, random.Random(0)))
    assert EVOLUTION_PATIENCE[1] <= budget.taken < 5 * EVOLUTION_PATIENCE[1]
    assert isinstance(events[0], Improved)
    assert isinstance(events[-1], Step)


def test_it_stops_in_time_with_an_answer(processor_time):
    problem = Problem.of(["x" * 300 + str(number) for number in range(40)])
    budget = Budget(0.3)
    assert best(Evolve().search(problem, make("mdl", problem), budget, random.Random(0))) is not None
    assert budget.elapsed < 5


def test_offers_join_the_next_epoch():
    problem = Problem.of(DATES)
    searcher = Evolve(warm_start=False)
    objective = make("mdl", problem)
    events = searcher.search(problem, objective, Budget(steps=2, effort=1), random.Random(0))
    offered = objective.score(Regex.parse("[0-9]{4}(-[0-9]{2}){2}"))
    for event in events:
        if isinstance(event, Step):
            searcher.offer(offered)
            pending = event.state()
            break
    assert pending.values["offers"] == [offered.pattern]
    event = next(event for event in events if isinstance(event, Improved))
    assert event.candidate.pattern == offered.pattern
    step = next(event for event in events if isinstance(event, Step))
    assert offered.pattern in {notation for island in step.state().values["islands"] for notation, _ in island}


def test_a_better_offer_wakes_who_had_ended():
    problem = Problem.of(DATES)
    objective = make("mdl", problem)
    searcher = Evolve(warm_start=False)
    events = list(searcher.search(problem, objective, Budget(steps=1, effort=1), random.Random(1)))
    offered = objective.score(Regex.parse("[0-9]{4}(-[0-9]{2}){2}"))
    assert best(events).objective > offered.objective
    state = State({**events[-1].state().values, "stagnant": EVOLUTION_PATIENCE[1]}, events[-1].state().arrays)

    def resumed():
        return list(searcher.resume(problem, objective, Budget(steps=1, effort=1), random.Random(0), state))

    assert not resumed()
    searcher.offer(offered)
    events = resumed()
    assert best(events).objective == offered.objective
    assert isinstance(events[-1], Step)


def test_no_island_is_empty_where_there_are_more_of_them_than_starts():
    step = next(event for event in grammars(Problem.of(NESTED), 1, effort=5) if isinstance(event, Step))
    assert all(step.state().values["islands"])


def test_operators_of_the_user_take_the_place_of_the_usual_ones():
    calls = []

    def doubled(individual):
        calls.append(individual.tree)
        individual.tree = mutate(individual.tree, random, [leaf.set for leaf in leaves])  # global random
        return (individual,)

    leaves = [parse("a"), parse("b")]
    toolbox = base.Toolbox()
    toolbox.register("mutate", doubled)
    toolbox.register("select", tools.selBest)
    problem = Problem.of(WORDS)
    one, other = (list(told(regexes(problem, 3, searcher=Evolve(warm_start=False, toolbox=toolbox)))) for _ in range(2))
    assert calls
    assert one == other


@pytest.mark.parametrize("search", [regexes, grammars])
@pytest.mark.parametrize("examples", [["a"], [""], ["", "a"]])
def test_tiny_problems_are_answered(search, examples):
    assert all(map(best(search(Problem.of(examples), 1)).language.accepts, examples))


def test_constraints_are_met():
    problem = Problem.of(WORDS, constraints=parse_constraints(["max-states=3"]))
    events = list(regexes(problem, 1, searcher=Evolve()))
    assert all(
        problem.constraints.admits(event.candidate.language.expression)
        for event in events
        if isinstance(event, Improved)
    )


def test_constraints_that_nothing_meets_are_an_error():
    problem = Problem.of(["ab"], constraints=parse_constraints(["alphabet=[0-9]"]))
    with pytest.raises(ConstraintError):
        list(regexes(problem, 1, searcher=Evolve()))


@pytest.mark.parametrize("objective", ["mdl", "median"])
def test_it_minimises_either_objective_as_far_as_the_beam(objective):
    # the median is content with half of the examples: the least pattern may leave some out
    problem = Problem.of(["ab", "abab", "ababab"], ["a", "ba", "aab"])
    scored = make(objective, problem)
    beam, found = (
        best(searcher.search(problem, scored, Budget(steps=steps), random.Random(0)))
        for searcher, steps in ((Beam(), 30), (Evolve(), 6))
    )
    assert found.objective <= beam.objective
    assert found.score.rejected == 3
