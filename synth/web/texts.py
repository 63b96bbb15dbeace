"""The strings of a page: examples with how often they occur, and those that must not match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from dsl.errors import ExampleError
from synth.web.limits import check_examples


class Texts:
    """Both lists, in the order in which they came, without a string in both."""

    def __init__(self) -> None:
        self.examples: dict[str, int] = {}
        self.reject: dict[str, int] = {}

    def put(self, examples: Iterable[str], reject: Iterable[str]) -> None:
        """Take these for all that was there. Raises ExampleError on a string that is in both, and LimitError."""
        inside, outside = Counter(examples), Counter(reject)
        check_examples([*inside, *outside])
        both = next((text for text in outside if text in inside), None)
        if both is not None:
            raise ExampleError(f"{both!r} is an example, and must not match", hint="drop it from one of the two lists")
        self.examples, self.reject = dict(inside), dict.fromkeys(outside, 1)

    def add(self, examples: Iterable[str], reject: Iterable[str]) -> list[str]:
        """Take more strings, but for those that are on the other list already, which are returned. Raises LimitError.

        A string that is there already counts once more.
        """
        inside, outside = Counter(examples), dict.fromkeys(reject, 1)
        conflicts = [text for text in inside if text in self.reject] + [
            text for text in outside if text in self.examples
        ]
        inside = Counter({text: count for text, count in inside.items() if text not in conflicts})
        check_examples({*self.examples, *inside, *self.reject, *outside})
        self.examples = dict(Counter(self.examples) + inside)
        self.reject |= {text: 1 for text in outside if text not in conflicts}
        return conflicts

    def move(self, text: str, to: str | None) -> None:
        """Put a string at the beginning of the list "match" or "reject", or of None, and take it from the other.

        Raises ExampleError where no example would be left.
        """
        examples = {known: count for known, count in self.examples.items() if known != text}
        reject = {known: 1 for known in self.reject if known != text}
        if to == "match":
            examples = {text: self.examples.get(text, 1), **examples}
        elif to == "reject":
            reject = {text: 1, **reject}
        if not examples and self.examples:
            raise ExampleError(f"{text!r} is the only example", hint="add another one first")
        check_examples([*examples, *reject])
        self.examples, self.reject = examples, reject

    @property
    def total(self) -> int:
        """All examples, repeats counted."""
        return sum(self.examples.values())
