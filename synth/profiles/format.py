"""One format of a profile: its pattern, its template, and the values of its slots in a text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dsl.errors import RunError
from dsl.expressions.notation import parse, write
from dsl.regex import Regex
from searchers.mixture.mixture import Component
from searchers.mixture.template import Part, Slot, Template
from synth.profiles.dividing import Divider


@dataclass
class Format:
    """What some of the values have in common.

    template  constants as they are, `<*>` for each part that varies
    count     values of the format, repeats counted; `share` of all that the profile was made from
    examples  at most three values, one of each kind
    """

    parts: Template
    count: int
    share: float
    examples: tuple[str, ...]

    @classmethod
    def of(cls, component: Component, total: int) -> Format:
        """The format of a component of a mixture."""
        return cls(component.template, component.count, component.count / total, component.examples)

    @cached_property
    def language(self) -> Regex:
        """The strings of the format."""
        return Regex(self.parts.expression)

    @property
    def pattern(self) -> str:
        """The pattern, for `re.fullmatch`."""
        return self.language.pattern

    @property
    def template(self) -> str:
        """The constants, with `<*>` for each part that varies."""
        return str(self.parts)

    @property
    def typed(self) -> str:
        """The template with names for its slots, as in `match`: "took <number> ms"."""
        names = iter(self.slots)
        return "".join(
            part if isinstance(part, str) else " " if part.kind == "blank" else f"<{next(names)}>"
            for part in self.parts.parts
        )

    @cached_property
    def slots(self) -> tuple[str, ...]:
        """The names of the parts that vary: what kind of value they are, numbered where there are several."""
        kinds = [part.kind for part in self.parts.parts if isinstance(part, Slot) and part.kind != "blank"]
        several = {kind for kind, times in Counter(kinds).items() if times > 1}
        numbers: Counter[str] = Counter()
        names = []
        for kind in kinds:
            numbers[kind] += 1
            names.append(f"{kind}{numbers[kind]}" if kind in several else kind)
        return tuple(names)

    def match(self, text: str) -> dict[str, str] | None:
        """The value of each slot in `text`, by the names of `slots`; None for a text of another format.

        The first slots are as long as they may be, as in `re`, but in linear time.
        """
        found = self._divider.divide(text)
        if found is None:
            return None
        values = [
            value
            for part, value in zip(self.parts.parts, found, strict=True)
            if isinstance(part, Slot) and part.kind != "blank"
        ]
        return dict(zip(self.slots, values, strict=True))

    @cached_property
    def _divider(self) -> Divider:
        return Divider(self.parts)

    def to_json(self) -> dict[str, Any]:
        """What `from_json` reads."""
        parts = [
            part if isinstance(part, str) else {"slot": part.kind, "pattern": write(part.expression)}
            for part in self.parts.parts
        ]
        return {
            "pattern": self.pattern,
            "template": self.template,
            "typed": self.typed,
            "count": self.count,
            "share": round(self.share, 6),
            "examples": list(self.examples),
            "parts": parts,
        }

    @classmethod
    def from_json(cls, recorded: dict[str, Any]) -> Format:
        """The format that `to_json` wrote. Raises RunError."""
        try:
            parts: Sequence[Part] = [
                part if isinstance(part, str) else Slot(str(part["slot"]), parse(part["pattern"]))
                for part in recorded["parts"]
            ]
            examples = tuple(map(str, recorded["examples"]))
            return cls(Template(tuple(parts)), int(recorded["count"]), float(recorded["share"]), examples)
        except (KeyError, TypeError, ValueError) as error:
            raise RunError(f"a format of the profile lacks {error}", hint="make the profile again") from None
