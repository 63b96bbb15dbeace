"""Searches on a simulated cluster of four nodes, whole and while nodes die and freeze."""

import os
import signal
import threading
import warnings

import pytest

import synth
from searchers.protocol import Progress

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

EXAMPLES = ["ab", "aabb", "aaabbb", "aaaabbbb", "aab"]
SEARCHES = [
    {"searcher": "beam", "effort": 4, "steps": 8},
    {"searcher": "evolve", "effort": 3, "steps": 3},
    {"searcher": "evolve", "kind": "cfg", "effort": 1, "steps": 2},
    {"searcher": "reinforce", "steps": 4},
    {"searcher": "reinforce", "kind": "cfg", "steps": 3},
    {"searcher": "auto", "effort": 3, "steps": 20},
    {"searcher": "auto", "kind": "cfg", "effort": 1, "steps": 6},
]


@pytest.fixture(scope="module")
def cluster():
    environment = {"RAY_AUTH_MODE": "disabled", "RAY_worker_niceness": "0", "RAY_raylet_start_wait_time_s": "120"}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        health = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 1000}
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "_system_config": health})
        cluster.nodes = [cluster.add_node(num_cpus=1) for _ in range(4)]
        cluster.wait_for_nodes()
        yield cluster
        cluster.shutdown()


def seen(result):
    return [(one.pattern, one.objective) for one in result.front], result.stats["candidates"]


@pytest.mark.parametrize("options", SEARCHES)
def test_all_searchers_find_what_one_process_finds(cluster, options):
    spread = synth.induce(EXAMPLES, ray=cluster.address, **options)
    assert seen(spread) == seen(synth.induce(EXAMPLES, **options))


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_a_node_that_dies_or_freezes_changes_nothing(cluster, how):
    options = {"searcher": "evolve", "effort": 4, "steps": 4}
    begun = threading.Event()

    def strike(event):
        if isinstance(event, Progress) and event.candidates > 1000 and not begun.is_set():
            begun.set()
            node = cluster.nodes.pop()
            os.kill(node.all_processes["raylet"][0].process.pid, how)
            cluster.nodes.append(cluster.add_node(num_cpus=1))

    broken = synth.induce(EXAMPLES, ray=cluster.address, workers=4, on_event=strike, **options)
    assert begun.is_set()
    assert seen(broken) == seen(synth.induce(EXAMPLES, **options))
