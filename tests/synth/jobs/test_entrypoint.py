import json
import signal

import pytest

import synth
from synth.jobs.entrypoint import main
from synth.report.recorded import RecordedRun


@pytest.fixture(autouse=True)
def _signals():
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


def begun_with(monkeypatch, folder, *words):
    """Puts the process where a job begins."""
    (folder / "arguments.json").write_text(json.dumps(words))
    monkeypatch.chdir(folder)
    monkeypatch.setenv("SYNTH_JOBS", str(folder / "jobs"))


def test_the_run_is_recorded_under_the_name_of_the_job(stub, words, tmp_path, monkeypatch, capsys):
    begun_with(monkeypatch, tmp_path, str(words), "--seed=4")
    with pytest.raises(SystemExit) as end:
        main(["j1", synth.__version__])
    assert end.value.code == 0
    assert capsys.readouterr().out == "[a-z]+[0-9]+\n"
    recorded = RecordedRun.read(tmp_path / "jobs" / "j1")
    assert (recorded.best.pattern, recorded.stats["seed"]) == ("[a-z]+[0-9]+", 4)


def test_a_job_that_is_stopped_keeps_its_best_so_far(stub, words, tmp_path, monkeypatch, capsys):
    search = stub.search

    def stopped(self, *arguments):
        events = search(self, *arguments)
        yield next(events)
        signal.raise_signal(signal.SIGTERM)  # what `synth jobs stop` sends
        yield from events

    monkeypatch.setattr(stub, "search", stopped)
    begun_with(monkeypatch, tmp_path, str(words))
    with pytest.raises(SystemExit) as end:
        main(["j1", synth.__version__])
    assert end.value.code == 130
    assert capsys.readouterr().out == "ab12|c3|q4|rst1|xyz99\n"
    assert RecordedRun.read(tmp_path / "jobs" / "j1").stats["interrupted"]


def test_another_version_is_named(capsys):
    with pytest.raises(SystemExit) as end:
        main(["j1", "9.9"])
    assert end.value.code == 2
    told = capsys.readouterr().err
    assert told == (
        f"error: the job was submitted by synth 9.9, the cluster has synth {synth.__version__}\n"
        "hint: on every node: pip install 'synth[ray]==9.9'\n"
    )
