"""A profile as HTML: one page with a section for each column, and a fragment for notebooks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from dsl.errors import RunError
from synth.report import markup
from synth.report.markup import Markup, shorten, tag
from synth.version import __version__

if TYPE_CHECKING:
    from synth.profiles.file_profile import FileProfile
    from synth.profiles.format import Format
    from synth.profiles.profile import Profile

MOST_FORMATS: Final = 100
MOST_OUTLIERS: Final = 20
LONGEST: Final = 200  # characters of a value or a pattern
BAR: Final = 100.0  # pixels of a share of all


def write_page(path: str, profiles: Sequence[FileProfile]) -> None:
    """Write the page about files. Raises RunError."""
    try:
        Path(path).write_text(page(profiles), encoding="utf-8")
    except OSError as error:
        raise RunError(f"cannot write {path}: {error.strerror}", hint="name a file in a folder of yours") from None


def page(profiles: Sequence[FileProfile]) -> str:
    """The page about the columns of files."""
    style = Markup(Path(markup.__file__).with_name("page.css").read_text(encoding="utf-8"))
    title = ", ".join(one.source for one in profiles)
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"{shorten(title, 60)} · synth"),
        tag("style", style),
    )
    sections = [
        tag("section", tag("h2", name or one.source), *_column(profile))
        for one in profiles
        for name, profile in one.columns.items()
    ]
    columns = tag("p", f"{sum(len(one.columns) for one in profiles):,} columns", class_="kind")
    header = tag("header", columns, tag("h1", title))
    footer = tag("footer", f"Made by synth {__version__}.")
    return f"<!DOCTYPE html>\n{tag('html', head, tag('body', header, tag('main', *sections), footer), lang='en')}\n"


def fragment(profile: Profile) -> str:
    """The profile of one column, for a notebook."""
    style = Markup(Path(markup.__file__).with_name("fragment.css").read_text(encoding="utf-8"))
    return tag("div", tag("style", style), *_column(profile), class_="synth-result")


def _column(profile: Profile) -> Iterator[Markup]:
    facts = {"values": f"{profile.total:,}", "kind": profile.kind, "formats": f"{len(profile.formats):,}"}
    facts |= {"missing": f"{profile.missing:,}", "duplicates": f"{profile.duplicates:,}"}
    outside = sum(profile.strays.values())
    facts |= {"of no format": f"{outside:,}"}
    yield tag("dl", *(tag("div", tag("dt", name), tag("dd", value)) for name, value in facts.items()), class_="facts")
    if profile.formats:
        head = tag("tr", *(tag("th", name, scope="col") for name in ("share", "", "values", "format")))
        rows = [_row(format, profile.what) for format in profile.formats[:MOST_FORMATS]]
        yield tag("table", tag("thead", head), tag("tbody", *rows))
    if len(profile.formats) > MOST_FORMATS:
        yield tag("p", f"and {len(profile.formats) - MOST_FORMATS:,} more", class_="more")
    if profile.outliers:
        yield tag("h3", "Values of no format")
        yield tag("ul", *(_outlier(profile, place) for place in range(min(outside, MOST_OUTLIERS))), class_="examples")


def _row(format: Format, what: str) -> Markup:
    text = format.template if what == "messages" else format.pattern
    between = tag("br") if what == "messages" else ", "  # lines of a log have commas of their own
    examples = [piece for example in format.examples for piece in (between, shorten(example, LONGEST))][1:]
    bar = markup.svg(
        BAR, 10, tag("rect", width=round(BAR * format.share, 1), height=10, fill="currentColor"), label="share"
    )
    described = tag("td", tag("code", shorten(text, LONGEST)), tag("br"), tag("small", *examples, class_="faint"))
    return tag("tr", tag("td", f"{format.share:.1%}"), tag("td", bar), tag("td", f"{format.count:,}"), described)


def _outlier(profile: Profile, place: int) -> Markup:
    if place >= len(profile.outliers):
        return Markup("")
    outlier = profile.outliers[place]
    told = f" ×{outlier.count:,}" if outlier.count > 1 else ""
    if outlier.mended is not None:
        told += f", perhaps {shorten(outlier.mended, LONGEST)}"
    elif outlier.distance is not None:
        told += f", {outlier.distance} edits from the nearest format"
    return tag("li", tag("code", shorten(outlier.value, LONGEST) or "(empty)"), tag("span", told, class_="count"))
