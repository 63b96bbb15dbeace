"""JSON on one line, in which what cannot be seen is escaped: it says the same to programs, and nothing to terminals."""

from __future__ import annotations

import json

from dsl.visibility import shown


def json_text(value: object) -> str:
    r"""`value` as JSON: `{"text": "é\u202e"}`."""
    written = json.dumps(value, ensure_ascii=False)
    if written.isascii() and written.isprintable():
        return written
    return "".join(letter if shows else json.dumps(letter)[1:-1] for letter, shows in shown(written))
