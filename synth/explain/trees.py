"""Parse trees, and the edits that repair what has none, as text and as JSON. Nothing recurses here: trees are deep."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dsl.grammar import Grammar
from dsl.grammars.distance import Edit, apply_edits, edits
from dsl.grammars.recognition import Tree, parse_tree
from synth.results.json_text import json_text


@dataclass(frozen=True)
class Parse:
    """A text with its tree, or without one the shortest edits that lead to a string of the language."""

    text: str
    tree: Tree | None
    edits: list[Edit]

    @classmethod
    def of(cls, grammar: Grammar, text: str) -> Parse:
        """Parse `text`. Raises LimitError when it is long and far from the language."""
        if grammar.accepts(text):
            return cls(text, parse_tree(grammar, text), [])
        return cls(text, None, edits(grammar, text))

    @property
    def mended(self) -> str:
        """The text after the edits."""
        return apply_edits(self.text, self.edits)

    def lines(self) -> Iterator[str]:
        """The tree, a rule a line, each below the one that uses it; or the distance and the edits."""
        if self.tree is not None:
            yield from _tree_lines(self.tree, self.text)
            return
        yield f"not accepted: {self.text!r}, distance {len(self.edits)}"
        for edit in self.edits:
            yield f"  at {edit.position}: {in_words(edit)}"
        yield f"  mended: {self.mended!r}"

    def to_json(self) -> str:
        """One JSON object. Positions count characters from 0; `end` is the place after the last one."""
        if self.tree is not None:
            return f'{{"text": {json_text(self.text)}, "accepted": true, "tree": {_tree_json(self.tree)}}}'
        listed = [{"position": edit.position, "old": edit.old, "new": edit.new} for edit in self.edits]
        rejected = {"text": self.text, "accepted": False, "distance": len(self.edits), "edits": listed}
        return json_text({**rejected, "mended": self.mended})


def in_words(edit: Edit) -> str:
    """What an edit does: `replace 'a' by 'b'`."""
    if not edit.old:
        return f"insert {edit.new!r}"
    return f"replace {edit.old!r} by {edit.new!r}" if edit.new else f"delete {edit.old!r}"


def _tree_lines(tree: Tree, text: str) -> Iterator[str]:
    pending = [(tree, 0)]
    while pending:
        node, depth = pending.pop()
        yield f"{'  ' * depth}{node.rule}  {text[node.start : node.end]!r}"
        pending.extend((child, depth + 1) for child in reversed(node.children))


def _tree_json(tree: Tree) -> str:
    pieces: list[str] = []
    pending: list[Tree | str] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, str):
            pieces.append(node)
            continue
        pieces.append(f'{{"rule": {json_text(node.rule)}, "start": {node.start}, "end": {node.end}, "children": [')
        pending.append("]}")
        for number, child in enumerate(reversed(node.children), 1):
            pending.append(child)
            if number < len(node.children):
                pending.append(", ")
    return "".join(pieces)
