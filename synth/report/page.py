"""The report of a run: one HTML page that needs nothing else, on a phone as on a desk, by day as by night."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Final

from dsl.errors import LimitError
from dsl.expression import Ref, Repeat
from dsl.grammar import Grammar
from dsl.recognition import Tree, accepts_all, parse_tree
from dsl.regex import Regex
from synth import __version__
from synth.explanation import Part, explain, sentence
from synth.report.automaton import automaton
from synth.report.front_plot import front_plot
from synth.report.highlighting import (
    Paint,
    Piece,
    highlighted,
    leaves,
    nested,
    numbered,
    paint_parts,
    paint_rules,
    painted,
    painted_rules,
    segments,
)
from synth.report.markup import Markup, join, shorten, tag, visible
from synth.report.parse_tree import MAX_RULES, parse_tree_drawing
from synth.report.progress_plot import progress_plot
from synth.report.railroad import MAX_LEAVES, railroad
from synth.report.recorded import Entry, RecordedRun

WIDE: Final = 880.0
NARROW: Final = 340.0
LOOKED_AT: Final = 100  # examples whose pieces are collected
SHOWN_EXAMPLES: Final = 12
SHOWN_OUTLIERS: Final = 20
SHOWN_PARTS: Final = 80
MANY_PARTS: Final = 14  # stand in two columns
SHOWN_PIECES: Final = 4
SHORT: Final = 26  # characters: examples up to this stand in columns
LONGEST_TEXT: Final = 300  # shown of an example
LONGEST_MATCHED: Final = 1000  # characters; the work grows with the square of it
LONGEST_PARSED: Final = 200  # a parse tree takes the cube
LONGEST_TITLE: Final = 60
LONGEST_KEY: Final = 60  # pieces
LONGEST_SENTENCE: Final = 500


def report(run: RecordedRun) -> str:
    """The page about a run."""
    language = run.best.language
    story = _RegexStory(run, language) if isinstance(language, Regex) else _GrammarStory(run, language)
    fit = _Fit.of(language, run)
    sections = [*story.examples(), *_misfits(fit), _front(run), *story.structure(), *_progress(run), _settings(run)]
    style = Markup(Path(__file__).with_name("page.css").read_text(encoding="utf-8"))
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"{shorten(visible(run.best.pattern), LONGEST_TITLE)} · synth"),
        tag("style", style),
    )
    header = tag("header", *story.title(), _facts(run, fit), *_notes(run))
    footer = tag("footer", f"Made by synth {__version__}. Distances count edited characters; objectives are in bits.")
    return f"<!DOCTYPE html>\n{tag('html', head, tag('body', header, tag('main', *sections), footer), lang='en')}\n"


# ------------------------------------------------------------------------------------------------ the fit


@dataclass(frozen=True)
class _Fit:
    """The examples in the language, and those outside it with their distances, furthest first; None: not measured."""

    accepted: list[str]
    outliers: list[tuple[str, int | None]]
    wrongly_accepted: list[str]

    @classmethod
    def of(cls, language: Regex | Grammar, run: RecordedRun) -> _Fit:
        inside = dict(zip(run.examples, _accepts(language, list(run.examples)), strict=True))
        accepted = [text for text, is_inside in inside.items() if is_inside]
        missed = [text for text, is_inside in inside.items() if not is_inside]
        wrong = [text for text, is_inside in zip(run.reject, _accepts(language, run.reject), strict=True) if is_inside]
        distances = _distances(language, missed)
        outliers = sorted(((text, distances.get(text)) for text in missed), key=lambda pair: -(pair[1] or 0))
        return cls(accepted, outliers, wrong)


def _distances(language: Regex | Grammar, texts: list[str]) -> dict[str, int]:
    """The distances of those texts that are short enough to measure at once."""
    longest = LONGEST_MATCHED if isinstance(language, Regex) else LONGEST_PARSED
    short = [text for text in texts if len(text) <= longest]
    if not short:
        return {}
    try:
        if isinstance(language, Regex):
            from dsl.distance import distances

            found = distances(language.expression, short).tolist()
        else:
            from dsl.grammar_distance import grammar_distances

            found = grammar_distances(language, short).tolist()
    except LimitError:
        return {}
    return dict(zip(short, found, strict=True))


def _accepts(language: Regex | Grammar, texts: list[str]) -> list[bool]:
    if isinstance(language, Regex):
        return list(map(language.accepts, texts))
    found: list[bool] = accepts_all(language, texts).tolist() if texts else []
    return found


# ------------------------------------------------------------------------------------------------ stories


class _RegexStory:
    """What is told of a regular expression."""

    def __init__(self, run: RecordedRun, language: Regex) -> None:
        self.run = run
        self.language = language
        self.root = explain(language.expression)
        self.paints = paint_parts(self.root)

    def title(self) -> Iterator[Markup]:
        """The pattern, and the pattern in words."""
        yield tag("p", "Regular expression", class_="kind")
        size = "pattern long" if len(self.language.pattern) > LONGEST_TITLE else "pattern"
        yield tag("h1", painted(self.root, self.paints), class_=size)
        yield tag("p", shorten(sentence(self.root), LONGEST_SENTENCE), class_="sentence")

    @cached_property
    def cut(self) -> dict[str, list[Piece]]:
        """The first matching examples in pieces; those that show parts not seen before come first."""
        texts = islice((text for text in self.run.examples if len(text) <= LONGEST_MATCHED), LOOKED_AT)
        found = {text: pieces for text in texts if (pieces := segments(self.root, self.paints, text)) is not None}
        seen: set[Paint] = set()
        telling: dict[str, list[Piece]] = {}
        others: dict[str, list[Piece]] = {}
        for text, pieces in found.items():
            (telling if {paint for paint, _ in pieces} - seen else others)[text] = pieces
            seen |= {paint for paint, _ in pieces}
        return telling | others

    def examples(self) -> Iterator[Markup]:
        """The parts, and the examples in their colours."""
        telling = max(
            self.cut.values(), key=lambda pieces: (len({paint for paint, _ in pieces}), -len(pieces)), default=[]
        )
        shown = [
            tag("li", highlighted(pieces, LONGEST_TEXT), *_count(self.run, text)) for text, pieces in self.cut.items()
        ]
        yield tag(
            "section",
            tag("h2", "Part by part"),
            *([numbered(telling)] if 0 < len(telling) <= LONGEST_KEY else []),
            self._parts(),
            *_examples(self.run, self.cut, shown),
        )

    def _parts(self) -> Markup:
        pieces: dict[Paint, dict[str, None]] = {}
        for found in self.cut.values():
            for paint, text in found:
                pieces.setdefault(paint, {})[text] = None
        lines = list(self.root.lines())
        rows = [self._row(depth, part, pieces) for depth, part in lines[:SHOWN_PARTS]]
        more = [tag("li", f"and {len(lines) - SHOWN_PARTS:,} more parts", class_="more")] if lines[SHOWN_PARTS:] else []
        return tag("ol", *rows, *more, class_="parts many" if len(rows) > MANY_PARTS else "parts")

    def _row(self, depth: int, part: Part, pieces: dict[Paint, dict[str, None]]) -> Markup:
        paint = self.paints.get(part)
        number = tag("span", str(paint.number) if paint else "", class_=f"no {paint.style}" if paint else "no")
        told = [tag("span", part.words)]
        if paint is not None:
            told.append(tag("code", shorten(str(part.expression), LONGEST_TITLE), class_="faint"))
            if paint.hue and paint in pieces:
                told.append(tag("span", "e.g. ", *_pieces(pieces[paint]), class_="seen"))
        return tag("li", number, tag("div", *told, class_="what"), class_=f"d{min(depth, 3)}")

    def structure(self) -> Iterator[Markup]:
        """Railroad and automaton."""
        if len(self.paints) <= MAX_LEAVES:
            label = f"Railroad diagram of {shorten(self.language.pattern, LONGEST_TITLE)}"
            track = _responsive(lambda width: railroad(self.root, self.paints, width, label=label))
        else:
            track = tag("p", f"{len(self.paints):,} parts are too many for a readable diagram.", class_="faint")
        yield tag("section", tag("h2", "Railroad"), track)
        drawn = automaton(self.language)
        shown = tag("figure", drawn, tabindex=0) if isinstance(drawn, Markup) else tag("p", drawn, class_="faint")
        yield tag("section", tag("h2", "Minimal automaton"), shown)


class _GrammarStory:
    """What is told of a grammar."""

    def __init__(self, run: RecordedRun, language: Grammar) -> None:
        self.run = run
        self.language = language
        self.paints = paint_rules(language)

    def title(self) -> Iterator[Markup]:
        """The rules; in words they come right below."""
        count = len(self.paints)
        yield tag("p", f"Context-free grammar, {count} rule{'s' if count > 1 else ''}", class_="kind")
        yield tag("h1", painted_rules(self.language, self.paints), class_="pattern long")

    @cached_property
    def trees(self) -> dict[str, Tree]:
        """Parse trees of the first examples that are in the language."""
        texts = [text for text in self.run.examples if len(text) <= LONGEST_PARSED][:LOOKED_AT]
        accepted = [text for text, inside in zip(texts, _accepts(self.language, texts), strict=True) if inside]
        trees = {text: parse_tree(self.language, text) for text in accepted[: 3 * SHOWN_EXAMPLES]}
        shapes = {(*Counter(node.rule for node in tree.walk()),): text for text, tree in reversed(trees.items())}
        return {text: trees[text] for text in (*reversed(shapes.values()), *trees)}

    def examples(self) -> Iterator[Markup]:
        """The rules in words, and the examples with a box around what each rule covers."""
        shown = [
            tag("li", nested(tree, self.paints, text), *_count(self.run, text)) for text, tree in self.trees.items()
        ]
        yield tag(
            "section",
            tag("h2", "Rule by rule"),
            tag("ol", *(self._row(name) for name in islice(self.paints, SHOWN_PARTS)), class_="parts"),
            *_examples(self.run, self.trees, shown),
        )

    def _row(self, name: str) -> Markup:
        paint = self.paints[name]
        pieces = {
            text[node.start : node.end]: None
            for text, tree in self.trees.items()
            for node in tree.walk()
            if node.rule == name
        }
        told = [tag("code", name), tag("span", shorten(sentence(explain(self.language.rules[name])), LONGEST_TEXT))]
        if pieces and paint.hue:
            told.append(tag("span", "e.g. ", *_pieces(pieces), class_="seen"))
        return tag("li", tag("span", str(paint.number), class_=f"no {paint.style}"), tag("div", *told, class_="what"))

    def structure(self) -> Iterator[Markup]:
        """A railroad for each rule, and the parse tree of an example."""
        roots = {name: explain(body) for name, body in self.language.rules.items()}
        if sum(len(list(leaves(root))) for root in roots.values()) <= MAX_LEAVES:
            tracks = [self._railroad(name, root) for name, root in roots.items()]
        else:
            tracks = [tag("p", "The grammar is too large for readable diagrams.", class_="faint")]
        yield tag("section", tag("h2", "Railroads"), *tracks)
        fitting = {text: tree for text, tree in self.trees.items() if sum(1 for _ in tree.walk()) <= MAX_RULES}
        if fitting:
            text = max(
                fitting, key=lambda text: (len({node.rule for node in fitting[text].walk()}), -abs(len(text) - 12))
            )
            caption = tag("figcaption", "The tree of ", tag("code", tag("bdi", visible(text))))
            drawing = parse_tree_drawing(fitting[text], text, self.paints)
            yield tag("section", tag("h2", "Parse tree"), caption, tag("figure", drawing, tabindex=0))

    def _railroad(self, name: str, root: Part) -> Markup:
        paints = {}
        for part in leaves(root):
            body = part.expression.body if isinstance(part.expression, Repeat) else part.expression
            if isinstance(body, Ref):
                paints[part] = self.paints[body.name]
        caption = tag("figcaption", tag("code", name, class_=self.paints[name].style))
        label = f"Railroad diagram of the rule {name}"
        return join(caption, _responsive(lambda width: railroad(root, paints, width, label=label)))


# --------------------------------------------------------------------------------------------- sections


def _facts(run: RecordedRun, fit: _Fit) -> Markup:
    total, missed = sum(run.examples.values()), sum(run.examples[text] for text, _ in fit.outliers)
    facts = {"examples match": f"{total - missed:,} of {total:,}"} if total else {}
    if run.reject:
        facts["rejected"] = f"{len(run.reject) - len(fit.wrongly_accepted):,} of {len(run.reject):,}"
    facts |= {
        "size": f"{run.best.size:,}",
        "objective, bits": f"{run.best.objective:,.1f}",
        "median distance": str(run.best.distance),
    }
    if run.stats:
        facts |= {"seconds": f"{run.stats['seconds']:,.1f}", "candidates": f"{run.stats['candidates']:,}"}
    return tag("dl", *(tag("div", tag("dt", name), tag("dd", value)) for name, value in facts.items()), class_="facts")


def _notes(run: RecordedRun) -> Iterator[Markup]:
    notes = [] if run.stats else ["The search has not ended: this is the best so far."]
    if run.stats.get("interrupted"):
        notes = ["The search was interrupted: this is the best it had found."]
    if run.stats.get("proved"):
        notes = ["The search has finished: no better answer exists."]
    yield from (tag("p", note, class_="note") for note in [*notes, *run.notes])


def _misfits(fit: _Fit) -> Iterator[Markup]:
    if not fit.outliers and not fit.wrongly_accepted:
        return
    content: list[Markup] = []
    if fit.outliers:
        rows = [
            tag("li", tag("b", "?" if distance is None else str(distance)), tag("bdi", _cut(text)))
            for text, distance in fit.outliers[:SHOWN_OUTLIERS]
        ]
        content += [
            tag(
                "p",
                "Examples outside the language, with the edits that the nearest string of it takes.",
                class_="faint",
            ),
            *_listed(rows, len(fit.outliers), "examples measured", SHOWN_OUTLIERS),
        ]
    if fit.wrongly_accepted:
        rows = [tag("li", tag("bdi", _cut(text))) for text in fit.wrongly_accepted[:SHOWN_OUTLIERS]]
        content += [
            tag("h3", "To reject, but accepted"),
            *_listed(rows, len(fit.wrongly_accepted), "examples", SHOWN_OUTLIERS),
        ]
    yield tag("section", tag("h2", "What does not fit"), *content)


def _front(run: RecordedRun) -> Markup:
    pick = next(index for index, entry in enumerate(run.front) if entry.notation == run.best.notation)
    head = tag("tr", *(tag("th", name, scope="col") for name in ("size", "distance", "bits", "pattern")))
    rows = [_member(entry, is_pick=index == pick) for index, entry in enumerate(run.front)]
    return tag(
        "section",
        tag("h2", "Simple against exact"),
        tag("p", "The best of each size that no smaller one beats. The pick is marked.", class_="faint"),
        tag("div", _responsive(lambda width: front_plot(run.front, pick, width)), class_="plot"),
        tag("table", tag("thead", head), tag("tbody", *rows)),
    )


def _member(entry: Entry, *, is_pick: bool) -> Markup:
    numbers = (tag("td", value) for value in (f"{entry.size:,}", f"{entry.distance:,}", f"{entry.objective:,.1f}"))
    pattern = tag("td", tag("code", shorten(entry.pattern, LONGEST_TEXT)))
    return tag("tr", *numbers, pattern, class_="pick" if is_pick else None)


def _progress(run: RecordedRun) -> Iterator[Markup]:
    if run.events:
        moments = [(seconds, entry.objective) for seconds, entry in run.events]
        end = float(run.stats.get("seconds", 0.0))
        drawn = _responsive(lambda width: progress_plot(moments, end, width))
        said = tag("p", "The objective of the best so far; lower is better.", class_="faint")
        yield tag("section", tag("h2", "Progress"), said, tag("div", drawn, class_="plot"))


def _settings(run: RecordedRun) -> Markup:
    values = {"run": run.name, **run.arguments}
    pairs = [
        join(tag("dt", str(name)), tag("dd", tag("code", shorten(str(value), LONGEST_TEXT))))
        for name, value in values.items()
        if value not in (None, [], "")
    ]
    return tag("section", tag("h2", "The run"), tag("dl", *pairs, class_="settings"))


# ----------------------------------------------------------------------------------------------- pieces


def _responsive(draw: Callable[[float], Markup]) -> Markup:
    """A drawing for desks, and for phones one of its own where it differs."""
    wide, narrow = draw(WIDE), draw(NARROW)
    if wide == narrow:
        return tag("figure", wide, tabindex=0)
    return join(tag("figure", wide, class_="wide", tabindex=0), tag("figure", narrow, class_="narrow", tabindex=0))


def _examples(run: RecordedRun, texts: Iterable[str], rows: list[Markup]) -> Iterator[Markup]:
    if rows:
        longest = max(map(len, islice(texts, SHOWN_EXAMPLES)))
        yield tag("h3", "Examples")
        yield from _listed(
            rows, len(run.examples), "examples short" if longest <= SHORT else "examples", SHOWN_EXAMPLES
        )


def _listed(rows: list[Markup], total: int, style: str, most: int) -> Iterator[Markup]:
    yield tag("ul", *rows[:most], class_=style)
    if total > min(most, len(rows)):
        yield tag("p", f"and {total - min(most, len(rows)):,} more", class_="more")


def _count(run: RecordedRun, text: str) -> Iterator[Markup]:
    if run.examples[text] > 1:
        yield tag("span", f" ×{run.examples[text]:,}", class_="count")


def _pieces(pieces: Iterable[str]) -> Iterator[str]:
    distinct = list(pieces)
    for index, piece in enumerate(distinct[:SHOWN_PIECES]):
        yield ", " if index else ""
        yield tag("code", tag("bdi", visible(shorten(piece, 24))))
    if len(distinct) > SHOWN_PIECES:
        yield f", … ({len(distinct)})"


def _cut(text: str) -> Markup:
    rest = len(text) - LONGEST_TEXT
    shown = visible(text[:LONGEST_TEXT])
    return tag("span", shown, *([tag("span", f"… {rest:,} more characters", class_="more")] if rest > 0 else []))
