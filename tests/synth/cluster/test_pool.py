"""The pool against workers that raise, die and hang, on a cluster of two cores in this machine."""

import gc
import os
import signal
import time
import warnings

import pytest

import synth
from dsl.errors import ConfigurationError, LimitError
from searchers.budget import Budget

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    ray = pytest.importorskip("ray")

from synth.cluster import pool as pools
from synth.cluster.connection import connected
from synth.cluster.pool import ray_pool

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def cluster():
    os.environ.setdefault("RAY_raylet_start_wait_time_s", "120")  # for busy machines
    ray.cloudpickle.register_pickle_by_value(__import__(__name__))  # workers cannot import tests
    with connected("local", 2):
        yield
    with warnings.catch_warnings():  # Ray leaves processes to the garbage collector
        warnings.simplefilter("ignore")
        gc.collect()


@pytest.fixture
def two(cluster):
    with ray_pool(2) as pool:
        yield pool


def squares(mark, tasks, budget):
    """Squares; task 13 does once, as the missing file `mark` says, what kills or stops its process."""
    for task in tasks:
        if task == 13 and mark is not None and not os.path.exists(mark[0]):
            open(mark[0], "w").close()
            os.kill(os.getpid(), mark[1])
        yield task * task


def lethal(_, tasks, budget):
    """Squares; task 13 kills whoever does it."""
    for task in tasks:
        if task == 13:
            os.kill(os.getpid(), signal.SIGKILL)
        yield task * task


def slow(_, tasks, budget):
    for _task in tasks:
        time.sleep(0.02)
        yield os.getpid()


def failing(_, tasks, budget):
    raise LimitError(f"too much of {tasks[0]}")


TASKS = list(range(40))


def test_results_come_in_the_order_of_the_tasks(two):
    for _ in range(3):  # calls are cut by what was measured
        assert list(two.run(squares, None, TASKS, Budget())) == [task * task for task in TASKS]
    assert list(two.run(squares, None, [], Budget())) == []


def test_all_workers_have_something_to_do(two):
    assert len(set(two.run(slow, None, TASKS, Budget()))) == 2


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_worker_that_dies_or_hangs_is_replaced(two, tmp_path, how):
    mark = str(tmp_path / "mark"), how
    assert list(two.run(squares, mark, TASKS, Budget())) == [task * task for task in TASKS]
    assert os.path.exists(mark[0])
    assert two.lost == 1
    assert list(two.run(squares, None, TASKS, Budget())) == [task * task for task in TASKS]


class Sent:
    """Counts in a file how often it was read by a worker."""

    def __init__(self, path):
        self.path = path

    def __setstate__(self, state):
        self.__dict__.update(state)
        with open(self.path, "a") as file:
            file.write("read ")


def named(setting, tasks, budget):
    sent, news = setting
    return [(type(sent).__name__, news, task) for task in tasks]


def test_of_a_setting_in_parts_only_what_is_new_is_sent(two, tmp_path):
    sent = Sent(str(tmp_path / "count"))
    for news in ("one", "two", "three"):
        assert list(two.run(named, (sent, news), [1, 2], Budget())) == [("Sent", news, 1), ("Sent", news, 2)]
    assert len((tmp_path / "count").read_text().split()) <= 2  # once by each worker


def kills(driver, tasks, budget):
    if os.getpid() != driver:
        os.kill(os.getpid(), signal.SIGKILL)
    return tasks


def test_what_no_worker_survives_is_done_here(two):
    assert list(two.run(kills, os.getpid(), [1, 2], Budget())) == [1, 2]
    assert two.lost >= pools.SENDS


def test_what_the_work_raises_is_raised_once(two):
    with pytest.raises(LimitError, match="too much of 0"):
        list(two.run(failing, None, TASKS, Budget()))
    assert two.lost == 0


def test_the_time_ends_waiting(two):
    begun = time.monotonic()
    found = list(two.run(slow, None, list(range(2000)), Budget(1.0)))
    assert len(found) < 2000
    assert time.monotonic() - begun < 10


def test_what_nobody_waits_for_is_not_sent(two):
    two.run(slow, None, list(range(2000)), Budget())  # dropped
    begun = time.monotonic()
    assert len(list(two.run(slow, None, TASKS, Budget()))) == len(TASKS)
    assert time.monotonic() - begun < 30


def test_workers_have_names(two):
    named = {actor["name"] for actor in ray.util.list_named_actors(all_namespaces=True)}
    assert named >= {"synth worker 1", "synth worker 2"}


def test_examples_without_room(cluster):
    with pytest.raises(LimitError, match="object store"), ray_pool(2, size=10**12):
        pass


def test_a_worker_without_a_library(cluster):
    with pytest.raises(ConfigurationError, match="a worker has no nonesuch"), ray_pool(1, libraries=["nonesuch"]):
        pass


@pytest.mark.parametrize("name", ["synth.cluster.worker.__version__", "ray.__version__"])
def test_a_worker_of_another_version(cluster, monkeypatch, name):
    monkeypatch.setattr(name, "0.0.7")
    kind = name.split(".")[0]
    with pytest.raises(ConfigurationError, match=f"a worker runs {kind} .*, this process {kind} 0.0.7"), ray_pool(1):
        pass


@pytest.mark.parametrize(
    "options",
    [
        {"searcher": "beam", "effort": 4, "steps": 8},
        {"searcher": "evolve", "steps": 3},
        {"searcher": "evolve", "kind": "cfg", "effort": 1, "steps": 2},
        {"searcher": "reinforce", "steps": 4},
        {"searcher": "auto", "effort": 3, "steps": 20},
    ],
)
def test_the_result_is_that_of_one_process_for_any_number_of_workers(cluster, options):
    examples = ["ab", "aabb", "aaabbb", "aaaabbbb", "aab"]
    results = [synth.induce(examples, **options)]
    results += [synth.induce(examples, ray="local", workers=workers, **options) for workers in (1, 2)]
    fronts = [[(one.pattern, one.objective) for one in result.front] for result in results]
    assert fronts[0] == fronts[1] == fronts[2]
    assert len({result.stats["candidates"] for result in results}) == 1


@pytest.mark.parametrize("fault", [signal.SIGKILL, signal.SIGSTOP])
def test_tasks_sent_apart_survive_their_worker(two, tmp_path, fault):
    results = dict(two.run_apart(squares, (str(tmp_path / "mark"), fault), range(20), Budget()))
    assert results == {task: task * task for task in range(20)}


def test_a_task_that_kills_every_worker_is_given_up_alone(cluster):
    with ray_pool(2, calls=1) as pool:
        results = dict(pool.run_apart(lethal, None, range(20), Budget()))
    assert results == {task: None if task == 13 else task * task for task in range(20)}
