"""The portfolio on members that are told what to find."""

import json
import random
from dataclasses import dataclass
from functools import partial

import pytest

from searchers.budget import Budget
from searchers.candidate import Score
from searchers.portfolio.search import Member, Portfolio
from searchers.protocol import Begun, Improved, Progress, State, Step
from tests.support.pools import Elsewhere


@dataclass(frozen=True)
class Find:
    """A candidate that is as good as its objective says."""

    objective: float
    size: int = 1

    @property
    def score(self):
        return Score(self.objective, {"edits": self.objective}, 0, 1, 0)

    @property
    def pattern(self):
        return f"{self.objective:g}"

    @property
    def language(self):
        return self.pattern


class Scripted:
    """Finds what `script` says, one a step, and better than what it hears of when it knows how: `answer_to`.

    With a `log` it says when it begins and when it waits.
    """

    proved = False
    answer = None

    def __init__(self, name, script, answer_to=None, log=None):
        self.name = name
        self.script = script
        self.answer_to = answer_to or {}
        self.log = log
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
            if self.log is not None:
                self.log.append(f"{self.name} begins")
                yield Begun()
                self.log.append(f"{self.name} waits")
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
    return Portfolio([Member(*member) for member in members], str)


def by(margin):
    return lambda best, pick: best.objective < pick.objective - margin


def search(*members, steps=None):
    return list(portfolio(*members).search(None, Scores(), Budget(steps=steps), random.Random(3)))


def told(events):
    return [event for event in events if not isinstance(event, Step)]


def stages(events):
    return [event.stage.split()[0] for event in events if isinstance(event, Progress)]


def test_in_one_process_the_others_wait_for_the_first_unless_steps_are_counted():
    def members():
        return (Scripted("one", [9, 8]), 9), (Scripted("two", [7, 6]), 9)

    assert stages(search(*members())) == ["one", "one", "two", "two"]
    assert stages(search(*members(), steps=9)) == ["one", "two", "one", "two"]


def test_elsewhere_nobody_waits():
    one, two = Scripted("one", [9, 8]), Scripted("two", [7, 6])
    events = portfolio((one, 9), (two, 9)).search(None, Scores(), Budget(pool=Elsewhere()), random.Random(3))
    assert stages(events) == ["one", "two", "one", "two"]


def test_all_begin_before_anyone_waits_and_the_slowest_is_waited_for_last():
    log = []
    search((Scripted("slow", [9], log=log), 9), (Scripted("fast", [7, 6, 5], log=log), 9, 3), steps=9)
    assert set(log[:2]) == {"slow begins", "fast begins"}
    assert log[2:7] == ["fast waits", "fast begins", "fast waits", "fast begins", "slow waits"]


def test_a_round_has_as_many_steps_of_each_as_its_pace():
    one, two = Scripted("one", [9] * 6), Scripted("two", [8] * 3)
    assert stages(search((one, 9, 2), (two, 9), steps=9)) == ["one", "one", "two"] * 3


def test_who_improves_nothing_sleeps():
    one, two = Scripted("one", [5] * 99), Scripted("two", [6] * 99)
    seen = stages(search((one, 3), (two, 2), steps=999))
    assert seen == ["one", "two"] * 4 + ["two"]  # which has slept in the fourth round, and hears of one's


def test_who_improves_stays_awake():
    one, two = Scripted("one", [5] * 99), Scripted("two", [6, 4, 3, 2, 1] + [1] * 99)
    assert stages(search((one, 99), (two, 2), steps=999)).count("two") == 7


def test_who_sleeps_wakes_when_another_improved():
    one, two = Scripted("one", [9, 9, 9, 9, 9]), Scripted("two", [10, 10, 10, 10, 8])
    assert stages(search((one, 2), (two, 5), steps=999)) == ["one", "two"] * 3 + ["two"] * 2 + ["one"] * 2


def test_the_first_member_does_what_it_would_do_alone():
    def first(searcher):
        events = searcher.search(None, Scores(), Budget(), random.Random(7))
        return [event.stage for event in events if isinstance(event, Progress) and event.stage.startswith("a")]

    script = [3, 2, 1]
    one = Scripted("a", script)
    assert first(Portfolio([Member(one, 4), Member(Scripted("b", [0]), 3)], float)) == first(Scripted("a", script))
    assert one.heard == [0]


def test_each_hears_of_what_the_others_found_once_and_not_of_its_own():
    one, two = Scripted("one", [9, 8]), Scripted("two", [8.5], {8: 7})
    search((one, 1), (two, 1))
    assert two.heard == [8, 9]
    assert one.heard == [7, 8.5]


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


def three():
    """Members that wake each other."""
    one = Scripted("one", [9, 8, 8, 8, 8], {6: 5.5, 5: 4, 2: 1})
    two = Scripted("two", [6, 7, 5, 5, 5, 5, 5], {4: 3}, log=[])
    return (one, 2, 2), (two, 2), (Scripted("three", [7, 2]), 1)


@pytest.mark.parametrize("steps", [None, 999])
def test_it_goes_on_from_any_round(steps):
    whole = search(*three(), steps=steps)
    rounds = [place for place, event in enumerate(whole) if isinstance(event, Step)]
    assert len(rounds) > 4
    for stop in range(len(rounds)):
        seen, state, budget = [], None, Budget(steps=steps)
        for event in portfolio(*three()).search(None, Scores(), budget, random.Random(3)):
            seen.append(event)
            if len(seen) == rounds[stop] + 1:
                state = State(json.loads(json.dumps(event.state().values)))
                break
        resumed = list(portfolio(*three()).resume(None, Scores(), budget, random.Random(0), state))
        assert told(seen + resumed) == told(whole)


def test_fewer_steps_give_the_beginning_of_more():
    whole = told(search(*three(), steps=999))
    for steps in range(1, sum(isinstance(event, Progress) for event in whole) + 1):
        part = told(search(*three(), steps=steps))
        assert part == whole[: len(part)]
        assert sum(isinstance(event, Progress) for event in part) == steps


@pytest.mark.parametrize(("others", "answer"), [([8.5], 9), ([6], 6), ([8, 7.5, 7], 9), ([8, 6.9], 6.9)])
def test_a_reading_of_the_first_member_is_believed_before_what_is_little_better(others, answer):
    table = Portfolio([Member(Scripted("one", [10, 9]), 2), Member(Scripted("two", others), 3)], str, by(2))
    for event in table.search(None, Scores(), Budget(), random.Random(3)):
        if isinstance(event, Improved) and event.candidate.objective in (9, 10):
            assert table.answer is None
    assert table.answer.objective == answer


def test_who_is_cut_short_has_not_converged():
    table = portfolio((Scripted("one", [9, 8, 7]), 9, 5), (Scripted("two", []), 9))
    list(table.search(None, Scores(), Budget(steps=2), random.Random(3)))
    assert table.answer is None


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


def test_who_settles_has_the_last_word_and_is_shown_the_contenders_also_of_a_search_that_went_on():
    shown = []

    def settle(pick, contenders):
        shown.append([one.objective for one in contenders.near])
        return contenders.near[-1]

    def table():
        members = [Member(Scripted("one", [10, 9]), 2), Member(Scripted("two", [8]), 1)]
        return Portfolio(members, str, by(3), settle)

    first = table()
    events = first.search(None, Scores(), Budget(), random.Random(3))
    *_, state = (event.state() for event in events if isinstance(event, Step))
    assert first.answer.objective == 10
    again = table()
    list(again.resume(None, Scores(), Budget(), random.Random(3), State(json.loads(json.dumps(state.values)))))
    assert again.answer.objective == 10
    assert shown[0] == shown[-1] == [8, 9, 10]
