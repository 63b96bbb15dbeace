"""What dsl.expressions.notation makes of texts that are patterns or nearly so, against what `re` makes of them."""

from __future__ import annotations

import random
from typing import Final

from tests.fuzz.fuzzing import Failure, limited, python_line
from tests.fuzz.pattern_texts import difference, draw_pattern_text, draw_strings
from tests.fuzz.shrinking import shrunk, smaller_texts

TEXTS: Final = 50
SECONDS: Final = 10.0


def case(rng: random.Random) -> int:
    """Check some texts: each is read as `re` reads it, or refused with a caret that lies within it."""
    checks = 0
    for _ in range(TEXTS):
        text = draw_pattern_text(rng)
        strings = draw_strings(text, rng)
        line = f"from tests.fuzz.pattern_texts import difference; print(difference({text!r}, {strings!r}))"
        with limited(SECONDS, Failure(f"{text!r} takes more than {SECONDS:.0f} s", python_line(line))):
            what = difference(text, strings)
        if what is not None:
            raise _shrunk(text, strings)
        checks += 1 + len(strings)
    return checks


def _shrunk(text: str, strings: list[str]) -> Failure:
    text = shrunk(text, smaller_texts, lambda shorter: difference(shorter, strings) is not None)
    for string in list(strings):
        fewer = [other for other in strings if other != string]
        strings = fewer if difference(text, fewer) is not None else strings
    line = f"from tests.fuzz.pattern_texts import difference; print(difference({text!r}, {strings!r}))"
    return Failure(f"{text!r}: {difference(text, strings)}", python_line(line))
