"""The candidate that a page shows: in colours and words, through the examples, and what it says of a string."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from dsl.expressions.matching import match_spans
from dsl.grammar import Grammar
from dsl.grammars.distance import Edit
from dsl.grammars.recognition import parse_tree
from dsl.regex import Regex
from dsl.visibility import visible
from synth.explain.explanation import Part
from synth.explain.trees import Parse, in_words
from synth.report.blocks import LONGEST_MATCHED, LONGEST_PARSED, LONGEST_TEXT, cut
from synth.report.grammar_section import GrammarSection
from synth.report.highlighting import highlighted, nested, segments
from synth.report.markup import Markup, direction, tag
from synth.report.recorded import RecordedRun
from synth.report.regex_section import RegexSection
from synth.web.limits import check_tried
from synth.web.trees import trees

LONGEST_MENDED: Final = 300  # characters of a string whose edits are shown
MOST_EDITS: Final = 12


class Shown:
    """One candidate of a run, which has the examples that it was found for."""

    def __init__(self, run: RecordedRun) -> None:
        self.run = run
        self.language = run.best.language
        # sections say how a language is told; those of the report are those of the page
        is_regex = isinstance(self.language, Regex)
        self._inside: dict[str, bool] = {}
        self.section: Any = (RegexSection if is_regex else GrammarSection)(run, self.language)  # type: ignore[arg-type]

    def drawings(self) -> list[Any]:
        """The parts with what they match, then the railroad, and the automaton or a parse tree."""
        return trees([tag("section", *self.section.parts()), *self.section.structure()])

    def inside(self, texts: Collection[str]) -> dict[str, bool]:
        """Whether each string matches; what was asked before is known."""
        unknown = [text for text in texts if text not in self._inside]
        self._inside |= zip(unknown, self.language.accepts_all(unknown), strict=True)
        return {text: self._inside[text] for text in texts}

    def coloured(self, text: str, inside: bool) -> list[Any]:
        """A string as the lists show it."""
        return trees([self._coloured(text, inside)])

    def _coloured(self, text: str, inside: bool) -> Markup:
        """The pieces of a string that matches, plain where it does not or is too long to tell."""
        if inside and isinstance(self.language, Regex) and len(text) <= LONGEST_MATCHED:
            pieces = segments(self.section.root, self.section.paints, text)
            if pieces is not None:
                return highlighted(pieces, LONGEST_TEXT)
        if inside and isinstance(self.language, Grammar) and len(text) <= LONGEST_PARSED:
            return tag("bdi", nested(parse_tree(self.language, text), self.section.paints, text), dir=direction(text))
        return plain(text)

    # --------------------------------------------------------------------------------------------- verdict

    def verdict(self, text: str) -> dict[str, Any]:
        """Whether a string matches, why, or with which edits it would. Raises LimitError on one that is too long."""
        check_tried(text, self.language.kind)
        if self.language.accepts(text):
            shown = trees([self._coloured(text, inside=True)])
            return {"matches": True, "distance": 0, "shown": shown, "why": self._why(text)}
        distance = self.language.distance(text)
        told = {"matches": False, "distance": distance, "why": [], "shown": trees([self._coloured(text, False)])}
        if len(text) > LONGEST_MENDED:
            return told
        language = self.language if isinstance(self.language, Grammar) else Grammar(self.language.rules)
        mended = Parse.of(language, text)
        words = [f"at character {edit.position + 1}: {visible(in_words(edit))}" for edit in mended.edits]
        more = [f"and {len(words) - MOST_EDITS:,} more"] if len(words) > MOST_EDITS else []
        return told | {
            "shown": trees([_compared(text, mended.edits)]),
            "edits": [*words[:MOST_EDITS], *more],
            "mended": mended.mended,
        }

    def _why(self, text: str) -> list[list[str]]:
        """What each step of the pattern matched, in words and letters."""
        if not isinstance(self.language, Regex) or len(text) > LONGEST_MENDED:
            return []
        root: Part = self.section.root
        steps = root.children or (root,)
        spans = match_spans(root, text) or []
        return [[part.words.rstrip(":"), visible(text[start:end])] for part, start, end in spans if part in steps]


def load() -> None:
    """Load what the first verdict would wait for."""
    Parse.of(Grammar(Regex.parse("a").rules), "b")


def plain(text: str) -> Markup:
    """A string, or the beginning of a long one, without colours."""
    return tag("bdi", cut(text) if text else tag("i", "the empty string"), dir=direction(text))


def _compared(text: str, edits: Sequence[Edit]) -> Markup:
    """The text with what is to go struck out, and what is to come underlined."""
    content: list[str] = []
    place = 0
    for edit in edits:
        content.append(visible(text[place : edit.position]))
        content += [tag("del", visible(edit.old))] if edit.old else []
        content += [tag("ins", visible(edit.new))] if edit.new else []
        place = edit.position + len(edit.old)
    return tag("bdi", *content, visible(text[place:]), dir=direction(text))
