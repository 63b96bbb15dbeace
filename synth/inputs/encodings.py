"""What files say they are at their beginning: text of an encoding, or no text."""

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
CONVERT: Final = "convert it first, for example: iconv -f LATIN1 -t UTF-8 FILE"
OTHERS: Final = (  # how files of other kinds begin, and what to do with them
    (b"\x1f\x8b", "it is compressed: unpack it first, as in zcat FILE > TEXT"),
    (b"PK\3\4", "it is an archive, or a workbook: save what it holds as text, or as CSV"),
    (b"\xd0\xcf\x11\xe0", "it is a document of an office program: save what it holds as text, or as CSV"),
    (b"PAR1", "it is Parquet: synth profile and synth serve read it where its name ends in .parquet"),
)


def marked(start: bytes) -> str | None:
    """The encoding that the first bytes name, if they do."""
    return next((name for mark, name in BYTE_ORDER_MARKS if start.startswith(mark)), None)


def decoded(data: bytes) -> str:
    """What a file holds: UTF-8, unless it is marked otherwise. Raises UnicodeDecodeError."""
    return data.decode(marked(data) or "utf-8")


def remedy(start: bytes) -> str | None:
    """What to do with a file that is no text, if it is of a known kind."""
    return next((hint for mark, hint in OTHERS if start.startswith(mark)), None)
