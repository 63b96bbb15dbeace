"""Copies of runs: on a path, and on the file system in memory that fsspec has for tests."""

import json
import re
import shutil
import socket
import time
import tomllib
import zipfile

import fsspec
import pytest

import synth
from synth.runs.storage import MANIFEST, Storage

WORDS = ["ab12", "c3", "xyz99", "q4", "rst1"]


@pytest.fixture(params=["path", "memory"])
def uri(request, tmp_path):
    """An empty place for a copy."""
    yield str(tmp_path / "shared" / "copy") if request.param == "path" else "memory://runs/copy"
    if request.param == "memory":
        fsspec.filesystem("memory").rm("/runs", recursive=True)


def contents(folder):
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_the_copy_is_the_run(stub, uri, tmp_path):
    synth.induce(WORDS, out=tmp_path / "run", storage=uri)
    Storage(uri).fetch(tmp_path / "fetched")
    assert contents(tmp_path / "fetched") == contents(tmp_path / "run")


def test_a_search_goes_on_from_its_copy_alone(stub, uri, tmp_path):
    whole = synth.induce(WORDS)
    synth.induce(WORDS, steps=1, out=tmp_path / "run", storage=uri)
    shutil.rmtree(tmp_path / "run")
    resumed = synth.resume(tmp_path / "elsewhere", steps=3, storage=uri)
    assert resumed.best == whole.best
    assert resumed.stats["candidates"] == whole.stats["candidates"]
    Storage(uri).fetch(tmp_path / "again")  # it goes on being copied, and old checkpoints go there, too
    assert contents(tmp_path / "again") == contents(tmp_path / "elsewhere")


def test_resume_asks_for_the_storage_again_or_trusts_the_run(stub, uri, tmp_path):
    synth.induce(WORDS, steps=1, out=tmp_path / "run", storage=uri)
    before = contents(tmp_path / "run")
    with pytest.raises(synth.ConfigurationError, match=f"names --storage '{uri}'") as told:
        synth.resume(tmp_path / "run", steps=3)
    assert "give --storage again, or --trust" in told.value.hint
    assert contents(tmp_path / "run") == before
    result = synth.resume(tmp_path / "run", steps=3, trust=True)
    Storage(uri).fetch(tmp_path / "fetched")
    found = json.loads((tmp_path / "fetched" / "hall_of_fame.json").read_text())
    assert found["best"]["pattern"] == result.best.pattern


def test_another_run_is_never_overwritten(stub, uri, tmp_path):
    synth.induce(WORDS, out=tmp_path / "run", storage=uri)
    for seed in (0, 1):  # not even by the same search
        with pytest.raises(synth.RunError, match="holds another run"):
            synth.induce(WORDS, seed=seed, out=tmp_path / "other", storage=uri)
    assert not (tmp_path / "other").exists()
    synth.induce(WORDS, seed=1, out=tmp_path / "other")
    with pytest.raises(synth.RunError, match="holds another run"):
        synth.resume(tmp_path / "other", storage=uri)


def test_a_batch_goes_on_from_its_copy_alone(stub, uri, tmp_path):
    tasks = [{"id": "a", "positives": WORDS}, {"id": "b", "positives": ["b1"]}]
    outcomes = synth.induce_batch(tasks, out=tmp_path / "batch", storage=uri)
    next(outcomes)
    outcomes.close()
    shutil.rmtree(tmp_path / "batch")
    assert [outcome.id for outcome in synth.resume_batch(tmp_path / "batch", storage=uri)] in (["b"], ["a", "b"])
    with pytest.raises(synth.ConfigurationError, match="names --storage"):
        synth.resume_batch(tmp_path / "batch")
    assert list(synth.resume_batch(tmp_path / "batch", trust=True)) == []
    Storage(uri).fetch(tmp_path / "fetched")
    assert contents(tmp_path / "fetched") == contents(tmp_path / "batch")


def test_what_cannot_be_used_is_told_before_the_search(stub, tmp_path, monkeypatch):
    monkeypatch.setattr(stub, "search", None)
    (tmp_path / "file").write_text("")
    for place, error, message in [
        (str(tmp_path / "file" / "copy"), synth.RunError, "cannot write the storage"),
        ("nowhere://x", synth.ConfigurationError, "Protocol not known"),
        ("/proc/copy", synth.RunError, "cannot write the storage"),
    ]:
        with pytest.raises(error, match=message) as told:
            synth.induce(WORDS, out=tmp_path / "run", storage=place)
        assert told.value.hint
        assert not (tmp_path / "run").exists()
    with pytest.raises(synth.ConfigurationError, match="name the run with out, too") as told:
        synth.induce(WORDS, storage=str(tmp_path / "copy"))
    with pytest.raises(synth.RunError, match="holds no run"):
        synth.resume(tmp_path / "run", storage=str(tmp_path / "nothing"))


def test_a_storage_that_fails_later_costs_nothing_but_the_copy(stub, tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    search = stub.search

    def sabotaged(self, *arguments):
        monkeypatch.setattr(Storage, "_write", full)
        yield from search(self, *arguments)

    monkeypatch.setattr(stub, "search", sabotaged)
    with pytest.raises(synth.RunError, match=r"could not be saved in .*copy: No space left") as told:
        synth.induce(WORDS, out=tmp_path / "run", storage=str(tmp_path / "copy"))
    assert told.value.result.best.pattern == "[a-z]+[0-9]+"
    found = json.loads((tmp_path / "run" / "hall_of_fame.json").read_text())
    assert found["best"]["pattern"] == "[a-z]+[0-9]+"
    monkeypatch.undo()
    synth.induce(WORDS, out=tmp_path / "other")  # undone


def test_a_torn_copy_is_read_by_the_checkpoint_before(stub, uri, tmp_path):
    synth.induce(WORDS, out=tmp_path / "run", storage=uri)
    Storage(uri).fetch(tmp_path / "fetched")
    (last,) = sorted((tmp_path / "fetched" / "checkpoints" / "regex").iterdir())[-1:]
    (last / "state.json").write_text("{")
    assert synth.resume(tmp_path / "fetched", storage=uri).best.pattern == "[a-z]+[0-9]+"


def test_paths_do_not_depend_on_where_they_are_named(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert Storage("copy").place == str(tmp_path / "copy")
    assert Storage("~/copy").place == str(tmp_path / "home" / "copy")
    assert Storage("memory://bucket/copy").place == "memory://bucket/copy"
    assert Storage("/a/b").place == "/a/b"


def seen(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("file", ["thesis", ".git/config", "config.toml", "checkpoints/regex/000001/state.json"])
@pytest.mark.parametrize("storage", ["precious", "precious/", "./precious", "file://{}/precious", "."])
def test_what_others_wrote_is_never_touched(stub, tmp_path, monkeypatch, file, storage):
    monkeypatch.chdir(tmp_path)
    precious = tmp_path / "precious" / file
    precious.parent.mkdir(parents=True)
    precious.write_text("x")
    before = seen(tmp_path)
    with pytest.raises(synth.RunError, match="holds files that synth did not write") as told:
        synth.induce(WORDS, out="run", storage=storage.format(tmp_path))
    assert "new directory, or an empty one" in told.value.hint
    assert seen(tmp_path) == before
    synth.induce(WORDS, steps=1, out="run", storage="copy")
    with pytest.raises(synth.RunError, match="holds files that synth did not write"):
        synth.resume("run", storage="precious")
    assert precious.read_text() == "x"


def test_a_file_of_anothers_beside_the_copy_stays(stub, uri, tmp_path):
    synth.induce(WORDS, steps=1, out=tmp_path / "run", storage=uri)
    files, root = fsspec.core.url_to_fs(uri)
    files.pipe_file(f"{root}/thesis", b"x")
    files.pipe_file(f"{root}/checkpoints/thesis", b"y")
    files.pipe_file(f"{root}/report.html", b"z")
    synth.resume(tmp_path / "run", steps=2, storage=uri)
    (tmp_path / "run" / "report.html").write_text("a report")
    with pytest.raises(synth.RunError, match="synth did not write it"):
        synth.resume(tmp_path / "run", steps=3, storage=uri)
    kept = [files.cat_file(f"{root}/{name}") for name in ("thesis", "checkpoints/thesis", "report.html")]
    assert kept == [b"x", b"y", b"z"]


@pytest.mark.parametrize("storage", ["", "run", "run/copy", "./run/../run/checkpoints"])
def test_storages_that_are_no_other_place(stub, tmp_path, monkeypatch, storage):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(synth.SynthError) as told:
        synth.induce(WORDS, out="run", storage=storage)
    assert told.value.hint
    assert list(tmp_path.iterdir()) == []


def test_a_copy_that_went_on_elsewhere_is_not_taken_back(stub, uri, tmp_path):
    synth.induce(WORDS, steps=1, out=tmp_path / "here", storage=uri)
    there = synth.resume(tmp_path / "there", steps=3, storage=uri)
    for damage in (lambda: None, (tmp_path / "here" / "events.jsonl").unlink):
        damage()
        with pytest.raises(synth.RunError, match=r"has lines in events.jsonl that .*here has not") as told:
            synth.resume(tmp_path / "here", steps=2, storage=uri)
        assert "goes on from the copy" in told.value.hint
    shutil.move(tmp_path / "here", tmp_path / "away")
    assert synth.resume(tmp_path / "here", steps=3, storage=uri).best == there.best


def test_a_link_in_a_copy_does_not_lead_outside(stub, tmp_path):
    copy, precious = tmp_path / "copy", tmp_path / "precious"
    synth.induce(WORDS, steps=1, out=tmp_path / "run", storage=str(copy))
    shutil.move(copy / "checkpoints", precious)
    (copy / "checkpoints").symlink_to(precious)
    before = seen(precious)
    with pytest.raises(synth.RunError, match="leads outside"):
        synth.resume(tmp_path / "run", steps=3, storage=str(copy))
    assert seen(precious) == before


def test_a_first_copy_that_fails_can_be_made_again(stub, uri, tmp_path, monkeypatch):
    write = Storage._write
    monkeypatch.setattr(Storage, "_write", lambda self, files: write(self, files) if MANIFEST in files else 1 // 0)
    with pytest.raises(synth.RunError, match="cannot write the storage"):
        synth.induce(WORDS, out=tmp_path / "run", storage=uri)
    monkeypatch.setattr(Storage, "_write", write)
    synth.induce(WORDS, out=tmp_path / "run", storage=uri)


def test_a_run_that_is_deleted_keeps_its_copy(stub, uri, tmp_path):
    synth.induce(WORDS, out=tmp_path / "run", storage=uri)
    before = contents(tmp_path / "run")
    copy = Storage(uri)
    copy.begin(tmp_path / "run", tomllib.loads((tmp_path / "run" / "config.toml").read_text())["id"])
    for name in reversed(before):
        (tmp_path / "run" / name).unlink()
        copy.follow(tmp_path / "run", at_once=True)
    Storage(uri).fetch(tmp_path / "fetched")
    after = contents(tmp_path / "fetched")
    assert after.items() <= before.items()
    assert {name for name in before if not name.startswith("checkpoints/")} < after.keys()
    assert any(name.startswith("checkpoints/") for name in after)


def test_a_copy_begun_by_a_process_that_was_killed_is_no_run(stub, uri, tmp_path):
    synth.induce(WORDS, steps=1, out=tmp_path / "run", storage=uri)
    files, root = fsspec.core.url_to_fs(uri)
    manifest = json.loads(files.cat_file(f"{root}/{MANIFEST}"))
    pending = {**manifest, "files": {}, "pending": list(manifest["files"])}
    files.pipe_file(f"{root}/{MANIFEST}", json.dumps(pending).encode())
    Storage(uri).fetch(tmp_path / "whole")  # only the last word was missing
    assert contents(tmp_path / "whole") == contents(tmp_path / "run")
    files.rm_file(f"{root}/config.toml")
    with pytest.raises(synth.RunError, match="the beginning of a copy only"):
        Storage(uri).fetch(tmp_path / "fetched")
    synth.resume(tmp_path / "run", steps=3, storage=uri)  # where the run is still there the copy goes on
    Storage(uri).fetch(tmp_path / "fetched")


@pytest.mark.parametrize("damage", ["missing", "changed", "cut"])
def test_a_damaged_copy_is_not_fetched(stub, uri, tmp_path, damage):
    synth.induce(WORDS, out=tmp_path / "run", storage=uri)
    files, root = fsspec.core.url_to_fs(uri)
    for name in contents(tmp_path / "run"):
        data = files.cat_file(f"{root}/{name}")
        files.rm_file(f"{root}/{name}")
        if damage != "missing":
            files.pipe_file(f"{root}/{name}", data + b" " if damage == "changed" else data[: len(data) // 2] + b"-")
        with pytest.raises(synth.RunError, match=f"damaged: {name} is not what synth wrote"):
            Storage(uri).fetch(tmp_path / "fetched")
        files.pipe_file(f"{root}/{name}", data)
    assert not (tmp_path / "fetched").exists()


@pytest.mark.parametrize("name", ["../outside.txt", "/outside.txt", "a/../../outside.txt", "..", "a//b", "./a", ""])
def test_a_copy_leads_nowhere_else(tmp_path, name):
    with zipfile.ZipFile(tmp_path / "copy.zip", "w") as archive:
        archive.writestr(MANIFEST, json.dumps({"run": "1", "files": {}, "pending": [name, "config.toml"]}))
        archive.writestr("config.toml", "")
        archive.writestr(name or "a", "x")
    for file in ("fetched/run", "run"):
        with pytest.raises(synth.RunError, match="leads outside"):
            synth.resume(tmp_path / file, storage=f"zip://::{tmp_path}/copy.zip")
    assert [path.name for path in tmp_path.rglob("*")] == ["copy.zip"]


@pytest.mark.parametrize("manifest", ["", "[]", "{", "null", '{"run": 1}', "[" * 100_000, '{"run": "1", "files": []}'])
def test_a_manifest_that_is_none(tmp_path, manifest):
    (tmp_path / "copy").mkdir()
    (tmp_path / "copy" / MANIFEST).write_text(manifest)
    with pytest.raises(synth.RunError, match="cannot read the storage"):
        Storage(str(tmp_path / "copy")).fetch(tmp_path / "run")


def test_credentials_are_neither_shown_nor_kept(stub, tmp_path):
    with pytest.raises(synth.SynthError) as told:
        Storage("ftp://me:S3cret@127.0.0.1:1/runs")
    assert "ftp://***@127.0.0.1:1/runs" in told.value.message
    run = tmp_path / "run"
    storage = "memory://me:S3cret@runs/copy"
    synth.induce(WORDS, steps=1, out=run, storage=storage)
    assert not [path for path in run.rglob("*") if path.is_file() and b"S3cret" in path.read_bytes()]
    with pytest.raises(synth.ConfigurationError, match="credentials are not kept"):
        synth.resume(run, trust=True)
    assert synth.resume(run, steps=3, storage=storage).best.pattern == "[a-z]+[0-9]+"
    fsspec.filesystem("memory").rm("/", recursive=True)


def test_a_run_without_an_id_goes_on_without_a_copy(stub, tmp_path):
    """As the first versions made them."""
    synth.induce(WORDS, steps=1, out=tmp_path / "run", storage=str(tmp_path / "copy"))
    config = tmp_path / "run" / "config.toml"
    lines = config.read_text().replace("schema = 2", "schema = 1").splitlines(keepends=True)
    config.write_text("".join(line for line in lines if not line.startswith(("id = ", "sha256 = "))))
    with pytest.raises(synth.RunError, match="no ids"):
        synth.resume(tmp_path / "run", steps=3, storage=str(tmp_path / "other"))
    before = seen(tmp_path / "copy")
    assert synth.resume(tmp_path / "run", steps=3).best.pattern == "[a-z]+[0-9]+"
    assert seen(tmp_path / "copy") == before


@pytest.fixture
def silence(monkeypatch):
    """The port of a server that takes connections and never answers."""
    monkeypatch.setattr("synth.runs.storage.ANSWER_SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.parametrize("scheme", ["http", "ftp", "webhdfs"])
def test_a_storage_that_does_not_answer_is_given_up(tmp_path, silence, scheme):
    began = time.monotonic()
    with pytest.raises(synth.SynthError, match=r"no answer within 0.3 seconds|webhdfs") as told:
        synth.induce(WORDS, out=tmp_path / "run", storage=f"{scheme}://127.0.0.1:{silence}/runs")
    assert time.monotonic() - began < 10
    assert told.value.hint
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("form", ["{}://nowhere/x", "{}://", "{}:///", "{}://[::1", "{}://a::b://c", "{}::file://{}"])
def test_every_scheme_that_cannot_be_used_is_told(tmp_path, monkeypatch, form):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("synth.runs.storage.ANSWER_SECONDS", 5)
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "config.toml").write_text("")
    for scheme in fsspec.available_protocols():
        if scheme not in ("file", "local", "memory") or "::" in form:
            with pytest.raises(synth.SynthError) as told:
                Storage(form.format(scheme, tmp_path)).begin(tmp_path / "run", "1")
            assert told.value.hint
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


@pytest.mark.parametrize(
    "uri", ["s3://[", "nowhere:", "ftp://host:99999/x", "a\0b", "x" * 5000, "/dev/null", "/dev/null/x"]
)
def test_names_that_are_none_are_told(stub, tmp_path, monkeypatch, uri):
    monkeypatch.chdir("/proc")
    with pytest.raises(synth.SynthError, match=r"cannot|holds files") as told:
        synth.induce(WORDS, out=tmp_path / "run", storage=uri)
    assert told.value.hint
    assert not (tmp_path / "run").exists()


def test_a_storage_that_falls_silent_holds_up_no_search(stub, tmp_path, monkeypatch):
    monkeypatch.setattr("synth.runs.storage.ANSWER_SECONDS", 0.3)
    monkeypatch.setattr("synth.runs.storage.COPY_SECONDS", 0.0)
    search, write, silent = stub.search, Storage._write, []

    def sabotaged(self, *arguments):
        silent.append(True)
        yield from search(self, *arguments)

    monkeypatch.setattr(stub, "search", sabotaged)
    monkeypatch.setattr(Storage, "_write", lambda *it: time.sleep(60) if silent else write(*it))
    began = time.monotonic()
    with pytest.raises(synth.RunError, match=r"could not be saved in .*copy: no answer") as told:
        synth.induce(WORDS, out=tmp_path / "run", storage=str(tmp_path / "copy"))
    assert told.value.result.best.pattern == "[a-z]+[0-9]+"
    assert time.monotonic() - began < 20


def test_the_command_line(stub, synth_command, words):
    assert synth_command("induce", "words.txt", "--out", "run", "--storage", "copy", "--steps", "1").exit_code == 0
    shutil.rmtree("run")
    result = synth_command("resume", "run", "--storage", "copy", "--steps", "3")
    assert (result.exit_code, result.stdout) == (0, "[a-z]+[0-9]+\n")
    refused = synth_command("resume", "run")
    assert refused.exit_code == 2
    assert re.search("error: run names --storage '.*/copy'\nhint: .* give --storage again, or --trust", refused.stderr)
    assert synth_command("resume", "run", "--trust").exit_code == 0
    refused = synth_command("induce", "words.txt", "--out", "other", "--storage", "")
    assert (refused.exit_code, refused.stderr.splitlines()[0]) == (2, "error: the storage has no name")
    refused = synth_command("induce", "words.txt", "--storage", "copy")
    assert refused.exit_code == 2
    assert "error: the storage keeps a copy of a run\nhint: name the run with out, too\n" in refused.stderr
