import json
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

import dsl

SVG = "{http://www.w3.org/2000/svg}"
VOID = {"meta", "br"}


def record(notation: str, distance: int, objective: float) -> dict:
    language = dsl.parse(notation)
    return {
        "pattern": language.pattern,
        "notation": str(language),
        "size": language.size,
        "distance": distance,
        "objective": objective,
        "accepted": 0,
        "rejected": 0,
        "terms": {},
    }


@pytest.fixture
def make_run(tmp_path):
    """Writes a run directory: `make_run("[a-z]+", ["ab", "c1"], front=[".*"])`; the last of the front is the pick."""

    def make(pattern, examples, *, reject=(), front=(), ended=True, warnings=()):
        path = tmp_path / "run"
        path.mkdir()
        members = [record(notation, 1, 200.0 - 10 * number) for number, notation in enumerate([*front, pattern])]
        config = ['schema = 1\nversion = "0.1.0"', '[arguments]\nkind = "regex"\nseed = 7', "[inputs]"]
        (path / "config.toml").write_text("\n".join(config), encoding="utf-8")
        kinds = ["cfg" if "start:" in member["notation"] else "regex" for member in members]
        events = [
            {"kind": kind, "step": number, "seconds": number / 2, **member}
            for number, (kind, member) in enumerate(zip(kinds, members, strict=True))
        ]
        counted = [[text, examples.count(text)] for text in dict.fromkeys(examples)]
        for name, values in (("events", events), ("examples", counted), ("reject", reject)):
            text = "".join(json.dumps(value) + "\n" for value in values)
            (path / f"{name}.jsonl").write_text(text, encoding="utf-8")
        if ended:
            stats = {"seconds": 2.5, "candidates": 1234, "interrupted": False, "proved": False}
            told = {"kind": kinds[-1], "reason": "", "warnings": list(warnings)}
            found = {"best": members[-1], "front": members, "stats": stats, **told}
            (path / "hall_of_fame.json").write_text(json.dumps(found), encoding="utf-8")
        return path

    return make


@pytest.fixture
def page_of(make_run):
    """The report of a run that `make_run` writes, checked to be well-formed."""
    from synth.report.page import report
    from synth.report.recorded import RecordedRun

    def make(*arguments, **options):
        return Page(report(RecordedRun.read(make_run(*arguments, **options))))

    return make


class Page(HTMLParser):
    """A page as a browser reads it: tags that are open and close in order, their attributes, its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.tags: list[tuple[str, dict]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert not self._open

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self._open.pop() == tag

    def handle_data(self, data):
        if "style" not in self._open:
            self.text += data

    def named(self, tag: str, style: str = "") -> list[dict]:
        return [
            found for name, found in self.tags if name == tag and (not style or style in found.get("class", "").split())
        ]


@pytest.fixture
def drawn():
    """Parses the SVG inside a drawing."""

    def parse(markup: str) -> ElementTree.Element:
        root = ElementTree.fromstring(markup)
        return root if root.tag == f"{SVG}svg" else root.find(f"{SVG}svg")

    return parse


@pytest.fixture
def styled():
    """The elements of a drawing that have a style: `styled(svg, "dot")`."""

    def find(svg: ElementTree.Element, style: str) -> list[ElementTree.Element]:
        return [one for one in svg.iter() if style in one.get("class", "").split()]

    return find
