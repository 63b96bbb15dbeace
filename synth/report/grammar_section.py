"""What the page tells of a grammar: its rules, the examples with a box around what each covers, railroads, a tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from typing import Final

from dsl.expressions.expression import Ref, Repeat
from dsl.grammar import Grammar
from dsl.grammars.recognition import Tree, parse_tree
from dsl.visibility import visible
from synth.explain.explanation import Part, explain, sentence
from synth.report.blocks import (
    LONGEST_PARSED,
    LONGEST_TEXT,
    LOOKED_AT,
    SHOWN_EXAMPLES,
    SHOWN_PARTS,
    example_list,
    responsive,
    seen,
    times,
)
from synth.report.drawings.parse_tree import MAX_RULES, parse_tree_drawing
from synth.report.drawings.railroad import MAX_LEAVES, railroad
from synth.report.highlighting import leaves, nested, paint_rules, painted_rules
from synth.report.markup import Markup, join, shorten, tag
from synth.report.recorded import RecordedRun

TELLING_LENGTH: Final = 7  # characters of an example whose tree is drawn


class GrammarSection:
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
        accepted = [text for text, inside in zip(texts, self.language.accepts_all(texts), strict=True) if inside]
        trees = {text: parse_tree(self.language, text) for text in accepted[: 3 * SHOWN_EXAMPLES]}
        shapes = {(*Counter(node.rule for node in tree.walk()),): text for text, tree in reversed(trees.items())}
        return {text: trees[text] for text in (*reversed(shapes.values()), *trees)}

    def examples(self) -> Iterator[Markup]:
        """The rules in words, and the examples with a box around what each rule covers."""
        shown = [
            tag("li", nested(tree, self.paints, text), *times(self.run, text)) for text, tree in self.trees.items()
        ]
        yield tag("section", *self.parts(), *example_list(self.run, self.trees, shown))

    def parts(self) -> Iterator[Markup]:
        """The rules in words."""
        yield tag("h2", "Rule by rule")
        yield tag("ol", *(self._row(name) for name in islice(self.paints, SHOWN_PARTS)), class_="parts")

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
            told.append(tag("span", "e.g. ", *seen(pieces), class_="seen"))
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
                fitting,
                key=lambda text: (len({node.rule for node in fitting[text].walk()}), -abs(len(text) - TELLING_LENGTH)),
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
        return join(caption, responsive(lambda width: railroad(root, paints, width, label=label)))
