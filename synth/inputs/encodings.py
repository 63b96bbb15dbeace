"""The encodings that files say they are in, by the mark at their beginning."""

from __future__ import annotations

import codecs
from typing import Final

BYTE_ORDER_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # which begins as that of UTF-16 does
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def marked(start: bytes) -> str | None:
    """The encoding that the first bytes name, if they do."""
    return next((name for mark, name in BYTE_ORDER_MARKS if start.startswith(mark)), None)


def decoded(data: bytes) -> str:
    """What a file holds: UTF-8, unless it is marked otherwise. Raises UnicodeDecodeError."""
    return data.decode(marked(data) or "utf-8")
