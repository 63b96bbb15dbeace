import re

import pytest

EVIL = ["<script>alert(1)</script>", "</style><b>", "\"'><img src=x onerror=alert(2)>", "\u202egnp\0", "a\nb", "&amp;"]


def test_the_page_needs_nothing_else(page_of):
    page = page_of("[a-z]+[0-9]", ["ab1", "c2", "x"], front=[".*"])
    names = {name for name, _ in page.tags}
    assert not names & {"script", "link", "img", "iframe", "object", "a"}
    assert not any(key.startswith("on") or key in ("src", "href") for _, found in page.tags for key in found)
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", page.html)
    (viewport,) = [found for _, found in page.tags if found.get("name") == "viewport"]
    assert "width=device-width" in viewport["content"]
    assert "prefers-color-scheme: dark" in page.html


def test_examples_and_patterns_cannot_speak_html(page_of):
    page = page_of("[^x]*", EVIL, reject=["<b>x"], front=["<script>"], warnings=["<script>w"])
    assert not page.named("script")
    assert not page.named("img")
    assert "<script>alert(1)</script>" in page.text
    assert "\\u202egnp\\x00" in page.text


def test_a_pattern_is_told_in_words_and_parts(page_of):
    page = page_of("[0-9]{4}-[0-9]{2}", ["2024-10", "1999-01"], front=[".*"])
    assert "4 digits, then '-', then 2 digits" in page.text
    assert "2 of 2" in page.text
    assert len(page.named("ol", "parts")) == 1
    assert len(page.named("div", "segments")) == 1
    assert page.named("div", "railroad")
    assert page.named("div", "automaton")
    assert not page.named("div", "tree")


def test_a_grammar_has_railroads_and_a_tree(page_of):
    page = page_of('start: pair*\npair: "(" start ")"', ["()", "(())", "()()", "(("])
    assert "Context-free grammar, 2 rules" in page.text
    assert len(page.named("div", "railroad")) == 2
    assert len(page.named("div", "tree")) == 1
    assert not page.named("div", "automaton")


def test_outliers_have_their_distances_furthest_first(page_of):
    page = page_of("[0-9]{2}:[0-9]{2}", ["10:20", "0742", "7h30", "11:30", "11:30"])
    assert "3 of 5" in page.text
    section = page.text[page.text.index("What does not fit") :]
    assert section.index("27h30") < section.index("10742")


def test_without_outliers_there_is_no_such_section(page_of):
    assert "What does not fit" not in page_of("a", ["a"]).text


def test_a_rejected_string_that_matches_is_listed(page_of):
    page = page_of("[a-z]+", ["ab"], reject=["evil", "1"])
    assert "1 of 2" in page.text
    assert "To reject, but acceptedevil" in page.text


def test_every_member_of_the_front_is_listed_and_drawn(page_of):
    front = [".*", "[a-z]+", "[a-z]{2,}"]
    page = page_of("[a-z]{2,3}[0-9]?", ["ab"], front=front)
    assert len(page.named("tr")) == len(front) + 2
    assert len(page.named("tr", "pick")) == 1
    assert len(page.named("g", "mark")) == 2 * (len(front) + 1)  # on desks and on phones


def test_ten_thousand_examples_make_a_page_of_moderate_length(page_of):
    texts = [f"{number:05}" for number in range(9990)] + [f"x{number}" for number in range(30)]
    page = page_of("[0-9]{5}", texts)
    assert len(page.html) < 100_000
    assert "9,990 of 10,020" in page.text
    assert "and 10,008 more" in page.text
    assert "and 10 more" in page.text


def test_long_examples_are_cut(page_of):
    page = page_of("[a-z]+", ["ab", "c" * 50_000, "d" * 800, "X" * 100_000])
    assert len(page.html) < 60_000
    assert "99,700 more characters" in page.text


@pytest.mark.parametrize(
    "pattern", [r"[^\s\S]", "()", "a", "x?", "a{999}", "|".join(f"a{n}b{n * n}" for n in range(300))]
)
def test_extreme_patterns_have_a_page(page_of, pattern):
    assert "The run" in page_of(pattern, ["a", "", "zz"]).text


def test_the_state_of_the_search_is_told(page_of):
    assert "has not come far" in page_of("a", ["a"], ended=False).text


def test_the_same_run_gives_the_same_page(make_run):
    from synth.report.page import report
    from synth.report.recorded import RecordedRun

    path = make_run("[a-c]+(x|yz)?", ["abc", "ax", "byz"], front=[".*"])
    assert report(RecordedRun.read(path)) == report(RecordedRun.read(path))


def test_the_command_writes_the_page_and_prints_its_name(make_run, synth_command):
    path = make_run("a+", ["a", "aa"])
    assert synth_command("report", str(path)).output == f"{path / 'report.html'}\n"
    assert (path / "report.html").read_text().startswith("<!DOCTYPE html>")
    assert synth_command("report", str(path), "--out", "page.html").output == "page.html\n"
    assert synth_command("report", str(path), "--out", "no/where.html").exit_code == 2


def test_the_command_refuses_what_is_no_run(synth_command, tmp_path):
    result = synth_command("report", str(tmp_path))
    assert result.exit_code == 2
    assert "not a run directory" in result.output


def test_a_real_run_has_a_report(synth_command, tmp_path):
    (tmp_path / "words.txt").write_text("ab1\ncd22\nef333\n")
    assert synth_command("induce", "-q", "words.txt", "--out", "run").exit_code == 0
    assert synth_command("report", "run").output == "run/report.html\n"
    page = (tmp_path / "run" / "report.html").read_text()
    assert "3 of 3" in page
