import base64
import io
import random
import tarfile
from hashlib import sha256

import pytest

import synth
from dsl.errors import RunError
from synth.jobs.packing import MARK, packed, unpack


@pytest.fixture
def run(stub, tmp_path):
    """A recorded run."""
    synth.induce(["ab12", "c3", "é"], out=tmp_path / "run")
    return tmp_path / "run"


def contents(folder):
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def line(files):
    """What a cluster would send that holds these entries."""
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w:gz") as tar:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            tar.addfile(entry, io.BytesIO(data))
    return f"{MARK}{sha256(archive.getvalue()).hexdigest()}:{base64.b64encode(archive.getvalue()).decode()}"


def test_a_directory_comes_back_whole_from_among_other_lines(run, tmp_path):
    (run / "checkpoints" / "arrays").write_bytes(bytes(range(256)))
    (run / "link").symlink_to("/etc/passwd")
    assert unpack(f"Running\n{packed(run)}\nend\n", tmp_path / "copy")
    files = contents(tmp_path / "copy")
    assert files == {name: data for name, data in contents(run).items() if name not in (".lock", "link")}
    assert files["checkpoints/arrays"] == bytes(range(256))


def test_what_cannot_be_unpacked(run, tmp_path):
    assert not unpack(packed(tmp_path / "nowhere"), tmp_path / "copy")
    (tmp_path / "begun").mkdir()  # its configuration comes last
    assert not unpack(packed(tmp_path / "begun"), tmp_path / "copy")
    for logs, message in [("Traceback", "did not send"), (f"{MARK}AAAA\n", "not come back whole")]:
        with pytest.raises(RunError, match=message):
            unpack(logs, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
    with pytest.raises(RunError, match="exists already"):
        unpack(packed(run), run)
    with pytest.raises(RunError, match="cannot write"):
        unpack(packed(run), run / "config.toml" / "copy")


def test_what_was_cut_or_changed_on_the_way_is_told(run, tmp_path):
    whole, choice = packed(run), random.Random(7)
    for length in [0, 1, 9, 10, 60, 74, 75, 76, 80, *choice.sample(range(len(whole)), 150), len(whole) - 1]:
        with pytest.raises(RunError) as told:
            unpack(whole[:length], tmp_path / "copy")
        assert told.value.hint
    for _ in range(150):
        place = choice.randrange(len(whole))
        changed = whole[:place] + choice.choice("AZaz09+/= :\n") + whole[place + 1 :]
        if changed != whole:
            with pytest.raises(RunError):
                unpack(changed, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


@pytest.mark.parametrize("missing", ["config.toml", "examples.jsonl", "reject.jsonl"])
def test_a_run_that_is_not_whole_is_told(run, tmp_path, missing):
    files = contents(run)
    for damaged in ({**files, missing: files[missing] + b" ="}, {n: d for n, d in files.items() if n != missing}):
        with pytest.raises(RunError, match="did not come back whole"):
            unpack(line(damaged), tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


@pytest.mark.parametrize("config", [b"a = " + b"9" * 5_000, b"a = " + b"[" * 100_000, b"inputs = []", b"\xff"])
def test_a_run_whose_configuration_is_none_is_told(run, tmp_path, config):
    with pytest.raises(RunError, match="did not come back whole"):
        unpack(line({**contents(run), "config.toml": config}), tmp_path / "copy")


@pytest.mark.parametrize("name", ["../outside", "/outside", "a/../../outside", "a/..", "."])
def test_nothing_is_written_outside(run, tmp_path, name):
    before = contents(tmp_path)
    with pytest.raises(RunError, match="is no file of a run"):
        unpack(line({**contents(run), name: b"x"}), tmp_path / "copy")
    assert contents(tmp_path) == before


def test_links_and_devices_are_refused(run, tmp_path):
    for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE):
        archive = io.BytesIO()
        with tarfile.open(fileobj=archive, mode="w:gz") as tar:
            entry = tarfile.TarInfo("config.toml")
            entry.type, entry.linkname = kind, "/etc/passwd"
            tar.addfile(entry)
        text = base64.b64encode(archive.getvalue()).decode()
        with pytest.raises(RunError, match="is no file of a run"):
            unpack(f"{MARK}{sha256(archive.getvalue()).hexdigest()}:{text}", tmp_path / "copy")
