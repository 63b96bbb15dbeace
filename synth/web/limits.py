"""What the page may take of the machine, each limit with the error that names it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, TypeVar

from dsl.errors import LimitError
from synth.limits.alarm import Alarm, TimeUp
from synth.limits.memory import of_this_machine

Made = TypeVar("Made")

MOST_DESKS: Final = 8  # pages open at once
MOST_SEARCHES: Final = 4  # at work at once
MOST_BYTES: Final = 1 << 24  # of a body
MOST_EXAMPLES: Final = 100_000
LONGEST_EXAMPLE: Final = 100_000  # characters, as in a file
LONGEST_TRIED: Final = {"regex": 5_000, "cfg": 500}  # characters of a string that is tried
BODY_SECONDS: Final = 30.0  # in which a body must be there
ANSWER_SECONDS: Final = 10.0  # of work for one request
SEARCH_SECONDS: Final = 3_600.0
ABSENT_SECONDS: Final = 20.0  # without its page a search goes on so long, and a broken connection may come back
FORGET_SECONDS: Final = 3_600.0  # a page may sleep so long
LEAST_MEMORY: Final = 400_000_000  # bytes: with less the libraries of a search do not load


def memory_of_a_search() -> int:
    """Bytes that a search may take: all of them together half of the machine."""
    return max(of_this_machine() // 2 // MOST_SEARCHES, LEAST_MEMORY)


def check_examples(texts: Collection[str]) -> None:
    """Raises LimitError where there are too many, or one is too long."""
    if len(texts) > MOST_EXAMPLES:
        message = f"{len(texts):,} examples, the limit of the page is {MOST_EXAMPLES:,}"
        raise LimitError(message, hint="take a sample of them, or use `synth induce`")
    longest = max(map(len, texts), default=0)
    if longest > LONGEST_EXAMPLE:
        message = f"an example has {longest:,} characters, the limit is {LONGEST_EXAMPLE:,}"
        raise LimitError(message, hint="cut long texts into their records first")


def check_tried(text: str, kind: str) -> None:
    """Raises LimitError on a string that is too long to say at once what becomes of it."""
    if len(text) > LONGEST_TRIED[kind]:
        message = f"the string has {len(text):,} characters, the limit here is {LONGEST_TRIED[kind]:,}"
        raise LimitError(message, hint="try a shorter one, or use `synth score`")


def within_seconds(call: Callable[[], Made]) -> Made:
    """What `call` returns. Raises LimitError where that takes too long."""
    with Alarm(ANSWER_SECONDS) as alarm:
        try:
            return alarm.cut(call)
        except (TimeUp, MemoryError):
            hint = "try a shorter string, or a simpler pattern"
            raise LimitError(f"this takes longer than {ANSWER_SECONDS:.0f} seconds", hint=hint) from None
