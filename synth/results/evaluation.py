"""How well a language fits examples: the distance of each, and the strings on the wrong side."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.language import Language
from synth.results.result import SCHEMA
from synth.version import __version__


@dataclass(frozen=True)
class Fit:
    """`distances` holds the Levenshtein distance to the language of every example, repeats included, in their order."""

    language: Language
    examples: list[str]
    reject: list[str]
    distances: list[int]
    wrongly_accepted: list[str]

    @classmethod
    def of(cls, language: Language, examples: list[str], reject: list[str]) -> Fit:
        """Measure `language`; at least one example is needed. Raises LimitError when it is too large."""
        texts = list(dict.fromkeys(examples))
        known = dict(zip(texts, language.distances(texts), strict=True))
        wrong = [text for text in dict.fromkeys(reject) if language.accepts(text)]
        return cls(language, examples, reject, [known[text] for text in examples], wrong)

    @property
    def accepted(self) -> int:
        """Examples in the language."""
        return self.distances.count(0)

    @property
    def rejected(self) -> int:
        """Strings to reject that are outside the language."""
        wrong = set(self.wrongly_accepted)
        return sum(text not in wrong for text in self.reject)

    @property
    def median(self) -> int:
        """The median distance; of an even number of examples the lower middle one."""
        return sorted(self.distances)[(len(self.distances) - 1) // 2]

    @property
    def furthest(self) -> list[tuple[str, int]]:
        """Distinct examples outside the language with their distances, the furthest first."""
        known = dict(zip(self.examples, self.distances, strict=True))
        return sorted(((text, d) for text, d in known.items() if d), key=lambda pair: -pair[1])

    @property
    def perfect(self) -> bool:
        """Whether every string is on its side."""
        return not any(self.distances) and not self.wrongly_accepted

    def to_json(self) -> dict[str, object]:
        """The fit as an object of JSON values, in the versioned form that `synth score --json` prints."""
        return {
            "schema": SCHEMA,
            "version": __version__,
            "pattern": self.language.pattern,
            "examples": len(self.examples),
            "accepted": self.accepted,
            "reject": len(self.reject),
            "rejected": self.rejected,
            "median": self.median,
            "furthest": [{"text": text, "distance": distance} for text, distance in self.furthest],
            "wrongly_accepted": self.wrongly_accepted,
        }
