from html.parser import HTMLParser

import pytest

import synth
from synth.profiles.file_profile import FileProfile
from synth.profiles.page import page, write_page
from tests.support.browser import CHROMIUM, DRIVER, browser, look

CODES = [f"<b>{number}" for number in range(100, 160)]


class Reader(HTMLParser):
    """Collects the text of a page, and which tags are open at its end."""

    def __init__(self):
        super().__init__()
        self.open, self.text = [], []

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_data(self, data):
        self.text.append(data)


def read(html):
    reader = Reader()
    reader.feed(html)
    assert not reader.open
    return " ".join(reader.text)


@pytest.fixture(scope="module")
def profile():
    return synth.profile([*CODES, "<b>1", "", "?"])


def test_the_page_shows_formats_and_outliers_of_each_column(profile):
    text = read(page([FileProfile("codes.csv", {"code": profile, "none": synth.profile([])})]))
    for shown in ("codes.csv", "code", "none", "<b>1[0-9]{2}", "95.2%", "<b>100", "Values of no format", "<b>1"):
        assert shown in text


def test_a_notebook_shows_the_profile(profile):
    assert "<b>1[0-9]{2}" in read(profile._repr_html_())


def test_a_page_that_cannot_be_written_is_an_error(profile, tmp_path):
    with pytest.raises(synth.RunError):
        write_page(str(tmp_path / "none" / "page.html"), [FileProfile("x", {"": profile})])


@pytest.mark.slow
@pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="no Chromium and chromedriver on this machine")
def test_long_names_and_values_fit_on_a_phone(tmp_path):
    hashes = synth.profile([f"{number:040x}" for number in range(10**40, 10**40 + 60)])
    write_page(str(tmp_path / "page.html"), [FileProfile("hashes.csv", {"h" * 60: hashes})])
    bars = "return [...document.querySelectorAll('td:has(svg)')].every(cell => cell.scrollWidth <= cell.clientWidth)"
    with browser() as driver:
        look(driver, 360)
        driver.get((tmp_path / "page.html").as_uri())
        assert driver.execute_script("return document.documentElement.scrollWidth") == 360
        assert driver.execute_script(bars)
