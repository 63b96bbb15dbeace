"""The queue, on workers that die when they are told to."""

from collections import Counter, deque

import pytest

from dsl.errors import LimitError
from synth.batch.outcome import Outcome
from synth.batch.processes import Processes, WorkerLostError, work_off, work_through
from synth.batch.tasks import make_tasks


class MortalCrew:
    """Three workers; each task ends at once, in the order of sending, or kills its worker as often as told."""

    def __init__(self, deaths):
        self.deaths = Counter(deaths)
        self.sent = []
        self.most = self.busy = 0

    @property
    def free(self):
        return 3 - self.busy

    def send(self, task):
        self.sent.append(task.id)
        self.busy += 1
        self.most = max(self.most, self.busy)
        return len(self.sent) - 1

    def done(self, handles):
        return [min(handles)]

    def collect(self, handle):
        self.busy -= 1
        name = self.sent[handle]
        if self.deaths[name]:
            self.deaths[name] -= 1
            raise WorkerLostError("it died")
        return Outcome(name, None)


def tasks(names):
    return make_tasks([{"id": name, "positives": ["x"]} for name in names], {})


@pytest.mark.parametrize("deaths", [{}, {"a": 1}, {"b": 2, "e": 1}])
def test_every_task_ends_once(deaths):
    crew = MortalCrew(deaths)
    outcomes = list(work_off(tasks("abcdefg"), crew))
    assert sorted(outcome.id for outcome in outcomes) == list("abcdefg")
    assert all(outcome.error is None for outcome in outcomes)
    assert Counter(crew.sent) == Counter("abcdefg") + Counter(deaths)
    assert crew.most == 3


def test_a_task_that_kills_again_and_again_fails_alone():
    outcomes = {outcome.id: outcome.error for outcome in work_off(tasks("abcd"), MortalCrew({"b": 99}))}
    error = outcomes.pop("b")
    assert isinstance(error, LimitError)
    assert "__main__" in error.hint  # without it each process of a script begins the batch again, and dies of that
    assert outcomes == dict.fromkeys("acd")


def test_no_tasks():
    assert list(work_off([], MortalCrew({}))) == []


def test_a_task_is_chosen_by_what_its_process_did_last():
    seen = []

    def same_sign(waiting, last, others):
        seen.append(last)
        assert last not in others
        return next((task for task in waiting if last is not None and task * last > 0), waiting[0])

    with Processes(1, abs) as crew:
        done = [task for task, _ in work_through(deque([-1, 2, -3, 4]), crew, same_sign)]
    assert done == [-1, -3, 2, 4]
    assert seen == [None, -1, -3, 2]
