"""A stream of another encoding is UTF-8, whatever pieces it comes in."""

import io

import pytest

from synth.inputs.recoded import Recoded


class Dripping(io.BytesIO):
    """A stream that gives a byte at a time, as a slow one may."""

    def read1(self, size=-1, /):
        return super().read1(min(1, size))


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16", "utf-8-sig", "cp1252"])
@pytest.mark.parametrize("room", [1, 2, 100])
def test_what_is_read_is_utf_8(encoding, room):
    text, read, buffer = "été à la mer\n" * 3, b"", bytearray(room)
    stream = Recoded(Dripping(text.encode(encoding)), encoding)
    while count := stream.readinto1(memoryview(buffer)):
        read += buffer[:count]
    assert read.decode() == text


def test_what_is_cut_in_a_character_is_an_error():
    with pytest.raises(UnicodeDecodeError):
        Recoded(io.BytesIO("é".encode("utf-16")[:3]), "utf-16").readinto1(memoryview(bytearray(9)))
