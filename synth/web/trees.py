"""Markup as data: the page makes elements of it one by one, from names that it knows, and never reads it as HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias
from xml.etree import ElementTree

from synth.report.markup import Markup, join

Tree: TypeAlias = "list[Any]"  # the name of an element, its attributes, and its children: trees and texts


def trees(markup: Iterable[Markup]) -> list[Any]:
    """The elements and texts of pieces of markup: `<b>x</b>` is `["b", {}, "x"]`."""
    # a document of our own making: whatever examples hold was escaped when it was written
    root = ElementTree.fromstring(f"<all>{join(*markup)}</all>")
    return list(_children(root))


def _tree(element: ElementTree.Element) -> Tree:
    name = element.tag.rpartition("}")[2]  # {http://www.w3.org/2000/svg}path -> path
    return [name, dict(element.attrib), *_children(element)]


def _children(element: ElementTree.Element) -> Iterator[Any]:
    if element.text:
        yield element.text
    for child in element:
        yield _tree(child)
        if child.tail:
            yield child.tail
