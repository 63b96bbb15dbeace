"""The searcher: it finds, goes on where it was, takes offers, and stops in good order."""

import random
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
import torch

from dsl.automata.dfa import equivalent
from dsl.constraints import parse_constraints
from dsl.errors import ConfigurationError
from dsl.expressions.expression import nullable
from dsl.expressions.notation import parse
from dsl.grammar import Grammar
from dsl.regex import Regex
from searchers.budget import Budget
from searchers.policy.learner import Learner
from searchers.policy.search import Reinforce
from searchers.problem import Problem
from searchers.protocol import Improved, Progress, Step
from searchers.scoring import make
from searchers.spaces.grammars import Grammars
from tests.support.pools import Elsewhere

PROBLEM = Problem.of(["a" * n + "c" for n in range(10)], ["", "a", "aa", "cc", "acc", "ca", "aca", "aaa", "aac" * 2])
BRACKETS = Problem.of(["", "()", "(())", "()()", "(()())", "((()))"], ["(", ")", ")(", "(()", "())"])


def run(searcher, problem=PROBLEM, *, steps, seed=0, objective="mdl", make=make, **limits):
    budget = Budget(steps=steps, **limits)
    return list(searcher.search(problem, make(objective, problem), budget, random.Random(seed)))


def found(events):
    return [(event.candidate.pattern, event.candidate.objective) for event in events if isinstance(event, Improved)]


def best(events):
    candidates = [event.candidate for event in events if isinstance(event, Improved)]
    return min(candidates, key=lambda candidate: candidate.objective)


def test_a_small_target_is_found_from_nothing():
    events = run(Reinforce(warm_start=False), steps=40)
    assert equivalent(best(events).language.expression, parse("a*c"))
    assert isinstance(events[0], Improved)
    assert [event.candidates for event in events if isinstance(event, Progress)][-1] > 1000


@pytest.mark.parametrize("objective", ["mdl", "median"])
def test_the_same_seed_gives_the_same_events(objective):
    one, other = (found(run(Reinforce(), steps=4, objective=objective)) for _ in range(2))
    assert one == other


@pytest.mark.parametrize(
    ("maker", "problem", "make"),
    [(Reinforce, PROBLEM, make), (partial(Reinforce, Grammars), BRACKETS, partial(make, kind="cfg"))],
)
def test_where_samples_are_made_changes_nothing(maker, problem, make):
    here, there = (found(run(maker(), problem, steps=3, make=make, **where)) for where in ({}, {"pool": Elsewhere()}))
    assert here == there


@pytest.mark.parametrize(
    ("maker", "problem", "objective"),
    [(Reinforce, PROBLEM, make), (partial(Reinforce, Grammars), BRACKETS, partial(make, kind="cfg"))],
)
def test_a_resumed_search_goes_on_bit_for_bit(maker, problem, objective):
    states = []
    whole = []
    budget = Budget(steps=6)
    for event in maker(warm_start=False).search(problem, objective("mdl", problem), budget, random.Random(5)):
        if isinstance(event, Step):
            states.append(event.state())
        elif len(states) >= 3:
            whole.append(event)
    again, rest = [], []
    budget = Budget(steps=6, taken=3)
    searcher = maker(warm_start=False)
    for event in searcher.resume(problem, objective("mdl", problem), budget, random.Random(0), states[2]):
        again.append(event.state()) if isinstance(event, Step) else rest.append(event)
    assert found(rest) == found(whole)
    assert [event for event in rest if isinstance(event, Progress)] == [e for e in whole if isinstance(e, Progress)]
    assert again[-1].values == states[-1].values
    assert again[-1].arrays.keys() == states[-1].arrays.keys()
    assert all(np.array_equal(again[-1].arrays[name], array) for name, array in states[-1].arrays.items())


def test_a_state_is_json_and_arrays():
    import json

    (state,) = [event.state() for event in run(Reinforce(), steps=1) if isinstance(event, Step)]
    assert json.loads(json.dumps(state.values)).keys() == state.values.keys()
    assert all(isinstance(array, np.ndarray) for array in state.arrays.values())


def test_the_state_of_another_policy_is_refused():
    (state,) = [event.state() for event in run(Reinforce(), steps=1) if isinstance(event, Step)]
    state.arrays["policy.choice.bias"] = np.zeros(3, dtype=np.float32)
    with pytest.raises(ConfigurationError, match="another shape"):
        list(Reinforce().resume(PROBLEM, make("mdl", PROBLEM), Budget(steps=2), random.Random(0), state))


def test_an_offer_is_trained_on_and_what_cannot_be_spelled_is_only_known():
    problem = Problem.of(["ab" * n for n in range(9)])
    objective = make("mdl", problem)
    searcher = Reinforce(warm_start=False)
    offered = objective.score(Regex.parse("(ab)*"))
    strange = objective.score(Regex.parse("(?:ab){0,37}"))
    steps = 0
    for event in searcher.search(problem, objective, Budget(steps=2), random.Random(0)):
        if isinstance(event, Step):
            steps += 1
            state = event.state()
            if steps == 1:
                searcher.offer(offered)
                searcher.offer(strange)
    queue = {notation: tokens for _, notation, tokens in state.values["queue"]}
    assert queue["(ab)*"]
    assert queue["(ab){0,37}"] == []


def test_an_offer_before_it_goes_on_is_taken_too():
    objective = make("mdl", PROBLEM)
    *_, step = (event for event in run(Reinforce(warm_start=False), steps=1) if isinstance(event, Step))
    searcher = Reinforce(warm_start=False)
    searcher.offer(objective.score(Regex.parse("a{0,9}c")))
    *_, last = searcher.resume(PROBLEM, objective, Budget(steps=2, taken=1), random.Random(0), step.state())
    assert "a{0,9}c" in [notation for _, notation, _ in last.state().values["queue"]]


def test_guesses_are_scored_first_unless_warm_starts_are_off():
    problem = Problem.of(["ab", "abab"], guesses=[parse("(ab){1,2}")])
    assert "(ab){1,2}" in dict(found(run(Reinforce(), problem, steps=1)))
    assert "(ab){1,2}" not in dict(found(run(Reinforce(warm_start=False), problem, steps=1)))


def test_constraints_hold_for_everything_that_is_reported():
    problem = Problem.of(["ab", "a b", "b a"], constraints=parse_constraints(["alphabet=[ab]", "linear-time"]))
    events = run(Reinforce(warm_start=False), problem, steps=5)
    assert found(events)
    assert not any(" " in pattern for pattern, _ in found(events))


def test_the_empty_string_alone_needs_no_policy():
    events = run(Reinforce(), Problem.of([""]), steps=5)
    assert nullable(best(events).language.expression)


def test_the_search_ends_when_nothing_improves(monkeypatch):
    monkeypatch.setattr("searchers.policy.search.POLICY_PATIENCE", {1: 3})
    events = run(Reinforce(), Problem.of(["a"]), steps=None, effort=1)
    assert sum(isinstance(event, Step) for event in events) >= 3


@pytest.mark.parametrize("poison", ["loss", "weights"])
def test_a_policy_that_is_no_number_stops_with_the_best_so_far(monkeypatch, poison):
    def minimise(self, loss):
        if poison == "weights":
            next(iter(self._parameters.values())).data.fill_(float("nan"))

    if poison == "loss":
        monkeypatch.setattr("searchers.policy.learner.policy_loss", lambda *_: torch.tensor(float("nan")))
    else:
        monkeypatch.setattr("searchers.policy.network.adam.Adam.minimise", minimise)
    events = run(Reinforce(), steps=5)
    assert best(events).objective < float("inf")
    assert not any(isinstance(event, Step) for event in events)
    assert "stopped being a number" in events[-1].message


def test_without_the_queue_the_policy_alone_learns():
    events = run(Reinforce(warm_start=False, queue=False), steps=3)
    assert sum(isinstance(event, Step) for event in events) == 3


def test_grammars_are_written_rule_by_rule():
    events = run(Reinforce(Grammars), BRACKETS, steps=2, make=partial(make, kind="cfg"))
    assert all(isinstance(event.candidate.language, Grammar) for event in events if isinstance(event, Improved))
    assert best(events).language.accepts("((()()))()")


def test_an_unknown_device_is_an_error():
    with pytest.raises(ConfigurationError, match="no device"):
        Reinforce(device="abacus")


def test_the_threads_of_torch_are_left_as_they_are():
    before = torch.get_num_threads(), torch.random.get_rng_state()
    Learner(0, "cpu")
    run(Reinforce(), steps=1)
    assert torch.get_num_threads() == before[0]
    assert torch.equal(torch.random.get_rng_state(), before[1])


def test_without_torch_the_error_says_what_to_install():
    code = "import sys; sys.modules['torch'] = None\nimport synth\nsynth.induce(['a'], searcher='reinforce')"
    root = Path(__file__).parents[3]
    result = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert "MissingExtraError: the libraries for the searcher 'reinforce' are not installed" in result.stderr
    assert "hint: pip install 'synth[torch]'" in result.stderr
