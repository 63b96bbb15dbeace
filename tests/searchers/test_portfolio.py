"""The portfolio on members that are told what to find."""

import json
import random
from dataclasses import dataclass
from functools import partial

import pytest

from searchers.budget import Budget
from searchers.portfolio import Member, Portfolio
from searchers.protocol import Improved, Progress, State, Step


@dataclass(frozen=True)
class Find:
    """A candidate that is as good as its objective says."""

    objective: float
    size: int = 1

    @property
    def pattern(self):
        return f"{self.objective:g}"

    @property
    def language(self):
        return self.pattern


class Scripted:
    """Finds what `script` says, one a step, and better than what it hears of when it knows how: `answer_to`."""

    proved = False
    answer = None

    def __init__(self, name, script, answer_to=None):
        self.name = name
        self.script = script
        self.answer_to = answer_to or {}
        self.offers = []
        self.heard = []

    def search(self, problem, objective, budget, rng):
        yield from self._go_on(0, budget, rng)

    def resume(self, problem, objective, budget, rng, state):
        yield from self._go_on(state.values["done"], budget, rng)

    def _go_on(self, done, budget, rng):
        while not budget.spent:
            finds, self.offers = [self.answer_to[o] for o in self.offers if o in self.answer_to], []
            if done < len(self.script):
                finds.append(self.script[done])
                done += 1
            elif not finds:
                return
            yield from (Improved(Find(find)) for find in finds)
            budget.step()
            yield Progress(done, f"{self.name} {rng.randrange(1000)}")
            yield Step(partial(State, {"done": done}))

    def offer(self, candidate):
        self.heard.append(candidate.objective)
        self.offers.append(candidate.objective)


class Scores:
    def score(self, notation):
        return Find(float(notation))


def portfolio(*members):
    return Portfolio([Member(member, patience) for member, patience in members], str)


def by(margin):
    return lambda best, pick: best.objective < pick.objective - margin


def search(*members, steps=None):
    return list(portfolio(*members).search(None, Scores(), Budget(steps=steps), random.Random(3)))


def stages(events):
    return [event.stage.split()[0] for event in events if isinstance(event, Progress)]


def test_a_turn_lasts_as_long_as_it_improves_and_its_patience_more():
    one, two = Scripted("one", [9, 8, 7, 7, 7, 7]), Scripted("two", [10, 6, 6, 6, 6, 6])
    assert stages(search((one, 2), (two, 3)))[:11] == ["one"] * 5 + ["two"] * 5 + ["one"]


def test_the_first_member_does_what_it_would_do_alone():
    def first(searcher):
        events = searcher.search(None, Scores(), Budget(steps=3), random.Random(7))
        return [event.stage for event in events if isinstance(event, Progress)]

    script = [3, 2, 1]
    portfolio = Portfolio([Member(Scripted("a", script), 3), Member(Scripted("b", script), 3)], float)
    assert first(portfolio) == first(Scripted("a", script))


def test_it_ends_when_nobody_improves():
    one, two = Scripted("one", [5] * 99), Scripted("two", [6] * 99)
    assert stages(search((one, 2), (two, 2))) == ["one"] * 3 + ["two"] * 2 + ["one"] * 2


def test_each_hears_of_what_the_others_found_once_and_not_of_its_own():
    one, two = Scripted("one", [9, 8]), Scripted("two", [7])
    search((one, 1), (two, 1))
    assert one.heard == [7]
    assert two.heard == [8, 9]


def test_who_had_ended_goes_on_with_what_it_hears_of():
    one, two = Scripted("one", [9], {7: 5, 4: 1}), Scripted("two", [7], {5: 4})
    events = search((one, 1), (two, 1))
    best = min(event.candidate.objective for event in events if isinstance(event, Improved))
    assert best == 1


def test_candidates_of_all_are_counted():
    events = search((Scripted("one", [9, 8]), 2), (Scripted("two", [7, 6, 6]), 2))
    assert max(event.candidates for event in events if isinstance(event, Progress)) == 5


def test_the_best_are_shared():
    one, two = Scripted("one", [100 - n for n in range(40)]), Scripted("two", [])
    search((one, 1), (two, 1))
    assert two.heard == list(range(61, 77))


@pytest.mark.parametrize("stop", range(1, 14))
def test_it_goes_on_from_any_step(stop):
    def members():
        one = Scripted("one", [9, 8, 8, 8, 8], {6: 5.5, 5: 4, 2: 1})
        return (one, 2), (Scripted("two", [6, 7, 5, 5, 5, 5, 5], {4: 3}), 2), (Scripted("three", [7, 2]), 1)

    whole = [event for event in search(*members()) if not isinstance(event, Step)]
    table = portfolio(*members())
    seen, state, done = [], None, 0
    for event in table.search(None, Scores(), Budget(), random.Random(3)):
        if isinstance(event, Step):
            done += 1
            if done == stop:
                state = json.dumps(event.state().values)
                break
        else:
            seen.append(event)
    resumed = portfolio(*members()).resume(None, Scores(), Budget(), random.Random(0), State(json.loads(state)))
    assert seen + [event for event in resumed if not isinstance(event, Step)] == whole


@pytest.mark.parametrize(("others", "answer"), [([8.5], 9), ([6], 6), ([8, 7.5, 7], 9), ([8, 6.9], 6.9)])
def test_a_reading_of_the_first_member_is_believed_before_what_is_little_better(others, answer):
    table = Portfolio([Member(Scripted("one", [10, 9]), 2), Member(Scripted("two", others), 3)], str, by(2))
    for event in table.search(None, Scores(), Budget(), random.Random(3)):
        if isinstance(event, Improved) and event.candidate.objective in (9, 10):
            assert table.answer is None
    assert table.answer.objective == answer


def test_the_first_answer_comes_though_the_time_is_up():
    class First(Scripted):
        def search(self, problem, objective, budget, rng):
            yield Improved(Find(7))

    events = list(Portfolio([Member(First("one", []), 1)], str).search(None, Scores(), Budget(0.0), random.Random(0)))
    assert [event.candidate.objective for event in events] == [7]


def test_the_own_pick_of_the_first_member_is_the_reading():
    one = Scripted("one", [10, 9])
    one.answer = Find(10)
    table = Portfolio([Member(one, 2), Member(Scripted("two", [8]), 1)], str, by(3))
    list(table.search(None, Scores(), Budget(), random.Random(3)))
    assert table.answer.objective == 10
