"""A stream of bytes of any encoding as UTF-8, as it comes."""

from __future__ import annotations

import codecs
from typing import Final, Protocol

READ: Final = 65_536  # bytes at once


class Source(Protocol):
    """A buffered stream of bytes."""

    def read1(self, size: int, /) -> bytes:
        """What there is, at least a byte but at the end."""


class Recoded:
    """What a stream holds, in UTF-8 and without a byte-order mark."""

    def __init__(self, stream: Source, encoding: str) -> None:
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder(encoding)()
        self._left = b""
        self._ended = False

    def readinto1(self, buffer: memoryview, /) -> int:
        """Fill the buffer with what there is, at least a byte but at the end. Raises UnicodeDecodeError."""
        while not self._left and not self._ended:
            data = self._stream.read1(READ)
            self._ended = not data
            self._left = self._decoder.decode(data, final=self._ended).encode("utf-8", "replace")
        count = min(len(buffer), len(self._left))
        buffer[:count], self._left = self._left[:count], self._left[count:]
        return count
