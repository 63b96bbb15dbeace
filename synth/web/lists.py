"""Pages of the lists of strings, as the candidate that is shown colours them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any, Final

from synth.web.shown import Shown, plain
from synth.web.texts import Texts
from synth.web.trees import trees

ROWS: Final = 50


def page_of(texts: Mapping[str, int], page: int, shown: Shown | None) -> dict[str, Any]:
    """A page of strings with their counts: each in colours, with whether it matches; None while nothing is shown."""
    some = dict(islice(texts.items(), page * ROWS, (page + 1) * ROWS))
    inside = dict.fromkeys(some) if shown is None else shown.inside(some)
    rows = [
        {
            "text": text,
            "count": count,
            "matches": inside[text],
            "shown": trees([plain(text)]) if shown is None else shown.coloured(text, bool(inside[text])),
        }
        for text, count in some.items()
    ]
    return {"rows": rows, "total": len(texts), "page": page, "pages": -(-len(texts) // ROWS)}


def misfits(texts: Texts, shown: Shown) -> dict[str, int]:
    """Examples that do not match, then what must not match and does."""
    outside = {text: texts.examples[text] for text, inside in shown.inside(texts.examples).items() if not inside}
    return outside | {text: 1 for text, inside in shown.inside(texts.reject).items() if inside}
