"""A batch on a cluster: on a pool that loses workers, and on Ray itself."""

import sys
from contextlib import contextmanager

import pytest

import synth

TASKS = [
    {"id": name, "positives": [f"{name}{number}" for number in range(9 + size)], "options": {"steps": 2}}
    for size, name in enumerate("pqrstu")
]


def patterns(outcomes):
    return {outcome.id: outcome.result.best.pattern for outcome in outcomes}


@pytest.fixture
def no_ray(monkeypatch):
    """A pool in this process in the place of Ray; it loses the workers of tasks that are named, as Ray's does."""
    from synth.batch import cluster

    pool = ModulePool()
    monkeypatch.setitem(sys.modules, "synth.cluster.pool", pool)
    monkeypatch.setattr(cluster, "connected", pool.connected)
    return pool


class ModulePool:
    def __init__(self):
        self.lethal = set()
        self.order = []
        self.asked = {}

    @contextmanager
    def connected(self, address, workers):
        self.asked["address"] = address
        yield

    @contextmanager
    def ray_pool(self, workers, **options):
        self.asked |= {"workers": workers, **options}
        yield self

    def run_apart(self, work, setting, tasks, budget):
        for task in tasks:
            self.order.append(task.id)
            yield task, None if task.id in self.lethal else next(iter(work(setting, [task], budget)))


def test_the_largest_tasks_come_first_one_a_worker(stub, no_ray):
    outcomes = list(synth.induce_batch(TASKS, ray="head:6379", workers=3))
    assert no_ray.order == list("utsrqp")
    assert no_ray.asked == {"address": "head:6379", "workers": 3, "calls": 1, "libraries": []}
    assert patterns(outcomes) == patterns(synth.induce_batch(TASKS))


def test_a_task_that_costs_its_workers_fails_alone(stub, no_ray, tmp_path):
    no_ray.lethal = {"r"}
    outcomes = {outcome.id: outcome for outcome in synth.induce_batch(TASKS, ray="auto", out=tmp_path / "batch")}
    assert isinstance(outcomes["r"].error, synth.LimitError)
    assert all(outcome.error is None for name, outcome in outcomes.items() if name != "r")
    no_ray.lethal = set()
    assert [outcome.id for outcome in synth.resume_batch(tmp_path / "batch", ray="auto")] == ["r"]
    assert list(synth.resume_batch(tmp_path / "batch", ray="auto")) == []


def test_workers_that_need_torch_are_asked_for_it(stub, no_ray):
    tasks = [{**TASKS[0], "options": {"searcher": "reinforce"}}]
    next(synth.induce_batch(tasks, ray="auto"), None)
    assert no_ray.asked["libraries"] == ["torch"]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Ray leaves processes to the garbage collector
def test_ray_finds_the_same(monkeypatch, tmp_path):
    pytest.importorskip("ray")
    monkeypatch.setenv("RAY_raylet_start_wait_time_s", "120")  # for busy machines
    found = list(synth.induce_batch(TASKS, ray="local", workers=2, out=tmp_path / "batch"))
    assert patterns(found) == patterns(synth.induce_batch(TASKS))
    assert len(found) == len(TASKS)
    assert list(synth.resume_batch(tmp_path / "batch")) == []
