import pytest

from dsl.errors import RunError
from synth.jobs.packing import MARK, packed, unpack


def test_a_directory_comes_back_whole_from_among_other_lines(tmp_path):
    run = tmp_path / "run"
    (run / "checkpoints" / "000001").mkdir(parents=True)
    (run / "config.toml").write_text("version = 'é'\n")
    (run / "checkpoints" / "000001" / "arrays").write_bytes(bytes(range(256)))
    (run / ".lock").touch()
    assert unpack(f"Running\n{packed(run)}\nend\n", tmp_path / "copy")
    files = {
        path.relative_to(tmp_path / "copy").as_posix() for path in (tmp_path / "copy").rglob("*") if path.is_file()
    }
    assert files == {"config.toml", "checkpoints/000001/arrays"}
    assert (tmp_path / "copy" / "checkpoints" / "000001" / "arrays").read_bytes() == bytes(range(256))


def test_what_cannot_be_unpacked(tmp_path):
    assert not unpack(packed(tmp_path / "nowhere"), tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
    for logs, message in [("Traceback", "did not send"), (f"{MARK}AAAA\n", "cannot write")]:
        with pytest.raises(RunError, match=message):
            unpack(logs, tmp_path / "copy")
    (tmp_path / "there").mkdir()
    with pytest.raises(RunError, match="exists already"):
        unpack(packed(tmp_path / "there"), tmp_path / "there")
