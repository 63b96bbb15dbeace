"""Clusters that are not there, and what a search shows of itself on one that is."""

import logging
import os
import re
import signal
from urllib.request import urlopen

import pytest

import synth
from searchers.protocol import Improved, Progress
from synth.cluster.connection import connected
from tests.support.processes import wait_for

ray = pytest.importorskip("ray")

EXAMPLES = ["a1", "b22", "c333"]


@pytest.mark.parametrize("address", ["nowhere", "127.0.0.1:1"])
def test_a_cluster_that_is_not_there_leaves_no_directory(tmp_path, address):
    run, storage = tmp_path / "run", tmp_path / "storage"
    with pytest.raises(synth.ConfigurationError):
        synth.induce(EXAMPLES, ray=address, out=run, storage=storage)
    with pytest.raises(synth.ConfigurationError):
        synth.induce_batch([{"id": "a", "positives": EXAMPLES}], ray=address, out=run, storage=storage)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Ray leaves processes to the garbage collector
def test_metrics_tell_what_the_search_has_done(monkeypatch):
    monkeypatch.setenv("RAY_metrics_report_interval_ms", "500")
    monkeypatch.setenv("RAY_raylet_start_wait_time_s", "120")  # for busy machines
    with connected("local", 2):
        from synth.cluster.metrics import Metrics

        result = synth.induce(EXAMPLES, ray="local", workers=2, steps=3)
        port = ray.nodes()[0]["MetricsExportPort"]

        def metric(name):
            with urlopen(f"http://127.0.0.1:{port}/metrics") as page:
                found = re.search(rf"^ray_{name}\{{.*\}} (\S+)$", page.read().decode(), re.MULTILINE)
            return found and float(found[1])

        wait_for(lambda: metric("synth_candidates_scored_total") == result.stats["candidates"])
        metrics = Metrics(None)
        metrics(Improved(result.best))

        def is_shown():
            metrics(Progress(0, ""))  # as events come, while a search goes on
            return metric("synth_best_score") == pytest.approx(result.best.objective)

        wait_for(is_shown)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_who_hears_of_a_termination_hears_of_it_still(monkeypatch):
    heard = []
    monkeypatch.setenv("RAY_raylet_start_wait_time_s", "120")
    before = signal.signal(signal.SIGTERM, lambda number, _frame: heard.append(number))
    try:
        with connected("local", 1):
            os.kill(os.getpid(), signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert heard == [signal.SIGTERM]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_of_this_machine_listens_to_it_alone_and_asks_for_a_token(monkeypatch):
    psutil = pytest.importorskip("psutil")
    monkeypatch.setenv("RAY_raylet_start_wait_time_s", "120")
    with connected("local", 1):
        assert ray.nodes()[0]["NodeManagerAddress"] == "127.0.0.1"
        ours = psutil.Process()
        started = {process.pid for process in ours.children(recursive=True)} | {ours.pid}
        sockets = [one for pid in started for one in psutil.Process(pid).net_connections()]
        hosts = {one.laddr.ip.removeprefix("::ffff:") for one in sockets if one.status == psutil.CONN_LISTEN}
        assert hosts == {"127.0.0.1"}
        assert os.environ["RAY_AUTH_MODE"] == "token"


def test_what_ray_says_of_clusters_without_a_token_is_heard(monkeypatch):
    def init(**options):
        logging.getLogger("ray").setLevel(options["logging_level"])
        raise ConnectionError("none")

    monkeypatch.setattr(ray, "init", init)
    with pytest.raises(synth.ConfigurationError), connected("auto", None):
        pass
    setup = logging.getLogger("ray._private.authentication.authentication_token_setup")
    assert setup.isEnabledFor(logging.WARNING)
    assert not logging.getLogger("ray.worker").isEnabledFor(logging.WARNING)
