from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from dsl.visibility import visible
from synth.report.markup import Markup, direction, escape, join, shorten, svg, tag, text_width


def test_text_is_escaped_and_markup_is_not():
    assert tag("b", "<i>", tag("br"), class_="x") == '<b class="x">&lt;i&gt;<br/></b>'
    assert join(Markup("<hr>"), "&") == "<hr>&amp;"


def test_attributes_are_escaped_and_none_leaves_one_out():
    assert tag("a", title='"<', stroke_width=1.25, href=None) == '<a title="&quot;&lt;" stroke-width="1.2"></a>'


@given(st.text(st.characters(exclude_categories=[]), max_size=20))
def test_any_text_makes_well_formed_xml(text):
    parsed = ElementTree.fromstring(tag("p", text, title=text))
    assert not len(parsed)


def test_what_reorders_or_hides_is_written_as_code():
    assert escape("a\u202eb\0") == "a\\u202eb\\x00"
    assert escape("می\u200cخواهم") == "می\u200cخواهم"  # words need their joiners


def test_line_breaks_are_visible():
    assert visible("a\n\tb\r") == "a\\n\\tb\\r"


def test_shorten_keeps_to_its_limit():
    assert [shorten("abcdef", most) for most in (6, 4, 1)] == ["abcdef", "abc…", "…"]


def test_east_asian_characters_are_wide():
    assert text_width("日本", 10) == text_width("abcd", 10)


def test_direction_is_that_of_the_first_letter_that_has_one():
    assert [direction(text) for text in ("12 שלום", "a שלום", "2024", "سلام a")] == ["rtl", "ltr", "ltr", "rtl"]


def test_a_drawing_names_itself():
    root = ElementTree.fromstring(svg(10, 20.0, label="two < three"))
    assert root.get("viewBox") == "0 0 10 20"
    assert root[0].text == "two < three"
