import struct
import sys
from collections import defaultdict
from contextlib import suppress

import pytest

import synth
from searchers.protocol import Progress

pytest.importorskip("tensorboardX")
WORDS = ["ab12", "c3", "xyz99", "q4", "rst1"]


def records(folder):
    """The records of all event files: a length, its checksum, the data, its checksum."""
    from tensorboardX.proto.event_pb2 import Event

    for file in sorted(folder.iterdir()):
        data = file.read_bytes()
        while data:
            (length,) = struct.unpack("<Q", data[:8])
            yield Event.FromString(data[12 : 12 + length])
            data = data[16 + length :]


def curves(folder):
    """For each name the (step, value) pairs, texts as str."""
    found = defaultdict(list)
    for record in records(folder):
        for value in record.summary.value:
            text = value.tensor.string_val
            found[value.tag].append((record.step, text[0].decode() if text else value.simple_value))
    return found


def test_the_best_is_drawn_against_the_candidates(stub, tmp_path):
    with synth.TensorBoard(tmp_path / "new" / "logs") as board:
        synth.induce(WORDS, on_event=board)
    found = curves(tmp_path / "new" / "logs")
    # first the union of the words, then the pattern; the last point is where the search ended
    assert found["best/objective"][1:] == [(200, 12.0), (300, 12.0)]
    assert found["best/distance"] == [(0, 0.0), (200, 0.0), (300, 0.0)]
    assert found["best/size"][-1] == (300, 5.0)
    assert found["best/pattern/text_summary"][-1] == (300, "    [a-z]+[0-9]+\n")
    assert found["candidates"] == [(300, 300.0)]
    times = [record.wall_time for record in records(tmp_path / "new" / "logs")]
    assert times == sorted(times)


def test_a_closed_board_ignores_what_comes(stub, tmp_path):
    board = synth.TensorBoard(tmp_path)
    board.close()
    before = list(records(tmp_path))
    synth.induce(WORDS, on_event=board)
    board.close()
    assert list(records(tmp_path)) == before
    assert board.failure == ""


def test_two_boards_in_one_folder_keep_their_files(stub, tmp_path):
    for _ in range(2):
        with synth.TensorBoard(tmp_path) as board:
            synth.induce(WORDS, on_event=board)
    assert len(list(tmp_path.iterdir())) == 2


def test_the_file_is_closed_after_an_error(tmp_path):
    with suppress(ZeroDivisionError), synth.TensorBoard(tmp_path) as board:
        board(Progress(7, "on its way"))
        raise ZeroDivisionError
    assert curves(tmp_path)["candidates"] == [(7, 7.0)]


def test_long_searches_write_as_they_go(tmp_path, monkeypatch):
    monkeypatch.setattr("synth.results.tensorboard.PROGRESS_SECONDS", 0.0)
    board = synth.TensorBoard(tmp_path)
    board(Progress(7, "on its way"))
    assert curves(tmp_path)["candidates"] == [(7, 7.0)]
    board.close()


def test_a_full_disk_ends_the_curves_and_not_the_search(stub, tmp_path, monkeypatch):
    from tensorboardX import RecordWriter

    def full(*_):
        raise OSError(28, "No space left on device")

    with synth.TensorBoard(tmp_path) as board:
        monkeypatch.setattr(RecordWriter, "write", full)
        result = synth.induce(WORDS, on_event=board)
    assert result.best.pattern == "[a-z]+[0-9]+"
    assert board.failure == "No space left on device"


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(synth.RunError, match="cannot write the event file") as caught:
        synth.TensorBoard(tmp_path / "file" / "logs")
    assert "directory" in caught.value.hint


def test_the_command(stub, words, synth_command):
    result = synth_command("induce", str(words), "--tensorboard", "logs", "-q")
    assert result.stdout == "[a-z]+[0-9]+\n"
    assert curves(words.parent / "logs")["best/size"][-1] == (300, 5.0)


def test_the_command_tells_of_a_full_disk(stub, words, synth_command, monkeypatch):
    from tensorboardX import RecordWriter

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(RecordWriter, "flush", full)
    result = synth_command("induce", str(words), "--tensorboard", "logs", "-q")
    assert result.exit_code == 0
    assert "not complete: No space left" in result.stderr


def test_without_the_library_the_extra_is_named(words, synth_command, monkeypatch):
    monkeypatch.setitem(sys.modules, "tensorboardX", None)
    result = synth_command("induce", str(words), "--tensorboard", "logs")
    assert result.exit_code == 2
    assert result.stderr.endswith(
        "error: the libraries for TensorBoard are not installed\nhint: pip install 'synth[tensorboard]'\n"
    )
