"""Elements of HTML and SVG, written as XML. Whatever is not Markup already is escaped, so nothing slips through."""

from __future__ import annotations

from html import escape as _escape
from typing import Final
from unicodedata import bidirectional, east_asian_width

from dsl.visibility import visible

_ADVANCE: Final = 0.605  # of a monospaced character, in font sizes


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


def tag(name: str, /, *content: str, **attributes: object) -> Markup:
    """The element `name` around `content`. `class_`, `stroke_width`: class, stroke-width; None leaves one out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_value(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    inner = join(*content)
    return Markup(f"<{name}{written}>{inner}</{name}>" if inner or name not in _VOID else f"<{name}{written}/>")


def join(*content: str) -> Markup:
    """The pieces behind each other."""
    return Markup("".join(escape(piece) for piece in content))


def escape(text: str) -> Markup:
    """`text` as markup that shows it; what cannot be shown is written as `\\u202e`."""
    if isinstance(text, Markup):
        return text
    return Markup(_escape(visible(text, keep="\n\t")))


def shorten(text: str, most: int) -> str:
    """`text`, cut to `most` characters, the last of them an ellipsis."""
    return text if len(text) <= most else text[: most - 1] + "…"


def direction(text: str) -> str:
    """ "rtl" where the first letter with a direction runs from right to left, else "ltr"."""
    strong = (kind for kind in map(bidirectional, text) if kind in ("L", "R", "AL"))
    return "ltr" if next(strong, "L") == "L" else "rtl"


def text_width(text: str, font_size: float) -> float:
    """The width of a monospaced text; characters of East Asia are wide."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text) * font_size * _ADVANCE


def svg(width: float, height: float, *content: str, label: str) -> Markup:
    """A drawing of so many pixels that shrinks with the page; `label` says what it shows."""
    box = f"0 0 {_value(width)} {_value(height)}"
    size = {"viewBox": box, "width": width, "height": height}
    return tag("svg", tag("title", label), *content, xmlns="http://www.w3.org/2000/svg", role="img", **size)


_VOID: Final = frozenset({"br", "meta", "path", "rect", "circle", "line", "use"})


def _value(value: object) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)
