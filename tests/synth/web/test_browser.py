"""The page in a real browser: everything that it can do, on a phone and on a desk, by day and by night."""

import json
import random
import re
import time
from pathlib import Path

import pytest

from tests.support.browser import CHROMIUM, DRIVER, ROOT, browser, look, paste, served, text_of, wait

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="no Chromium and chromedriver on this machine"),
]

RNG = random.Random(0)
TIMES = [f"{RNG.randrange(1, 13)}:{RNG.randrange(60):02d} {RNG.choice(['AM', 'PM'])}" for _ in range(100)]
AXE = [folder / "node_modules" / "axe-core" / "axe.min.js" for folder in (ROOT, ROOT.parent, Path.home())]


@pytest.fixture(scope="module")
def driver():
    pytest.importorskip("selenium")
    with browser() as driver:
        yield driver


@pytest.fixture(scope="module")
def address():
    with served() as address:
        yield address


@pytest.fixture
def page(driver, address):
    """A fresh page, whose process is warm when a first search has ended."""
    look(driver)
    opened(driver, address)  # with what another test left, perhaps
    driver.execute_script("sessionStorage.clear()")
    opened(driver, address)
    set_value(driver, "effort", "1")
    yield driver
    assert not [entry["message"] for entry in driver.get_log("browser") if "favicon" not in entry["message"]]


def opened(driver, address):
    driver.get(address)
    wait(lambda: driver.execute_script("return document.getElementById('formats').children.length"))


def press(driver, name):
    driver.execute_script("document.getElementById(arguments[0]).click()", name)


def set_value(driver, name, value):
    script = "const one = document.getElementById(arguments[0]); one.value = arguments[1];"
    driver.execute_script(
        script + "one.dispatchEvent(new Event('input')); one.dispatchEvent(new Event('change'))", name, value
    )


def found(driver, texts=TIMES):
    """The pattern of a search that has ended, with its question."""
    paste(driver, "\n".join(texts))
    return ended(driver)


def ended(driver):
    wait(lambda: not text_of(driver, "progress").startswith("Nothing yet"))
    wait(lambda: text_of(driver, "progress").startswith("Done"), 120)
    return pattern(driver)


def pattern(driver):
    return driver.execute_script("return document.querySelector('#title .pattern').innerText")


def rows(driver):
    return driver.execute_script("return [...document.querySelectorAll('#rows button')].map(one => one.innerText)")


def choose(driver, name):
    driver.execute_script("document.querySelector(`[data-list=${arguments[0]}]`).click()", name)


def test_from_paste_to_verdict(page):
    paste(page, "\n".join(TIMES))
    wait(lambda: text_of(page, "title"))
    assert text_of(page, "counts").startswith("100 examples")
    assert re.fullmatch(ended(page), "10:45 PM")
    assert "100 of 100" in text_of(page, "facts")
    assert "then" in text_of(page, "title")
    wait(lambda: "Railroad" in text_of(page, "drawings"))
    assert page.execute_script("return document.querySelectorAll('#drawings svg').length") >= 2
    assert len(wait(lambda: rows(page))) == 50
    assert page.execute_script("return document.querySelectorAll('#rows .part').length") > 100
    paste(page, "1:60 PM", "tried")
    wait(lambda: text_of(page, "verdict"))
    paste(page, "13:6 PX", "tried")
    wait(lambda: text_of(page, "verdict").startswith("No: "))
    assert "mended" in text_of(page, "verdict-why")
    assert page.execute_script("return document.querySelectorAll('#verdict-shown ins, #verdict-shown del').length")


def test_an_example_moves_to_what_must_not_match_and_back(page):
    found(page, ["cat", "dog", "cow", "1999"])
    wait(lambda: any(row.startswith("1999") for row in rows(page)))
    page.execute_script(
        "[...document.querySelectorAll('#rows button')].find(one => one.innerText.startsWith('1999')).click()"
    )
    wait(lambda: "(1)" in page.execute_script("return document.querySelector('[data-list=reject]').innerText"))
    wait(lambda: text_of(page, "progress").startswith("Searching"))
    ended(page)
    wait(lambda: "3 of 3" in text_of(page, "facts"))
    choose(page, "reject")
    wait(lambda: rows(page) == ["1999"])
    paste(page, "1999", "tried")
    wait(lambda: text_of(page, "verdict").startswith("No"))


def test_questions_are_answered_by_keys(page):
    found(page)
    question = wait(lambda: text_of(page, "question"))
    page.execute_script("document.getElementById('question').focus()")
    page.switch_to.active_element.send_keys("n")
    wait(lambda: "does not match" in text_of(page, "answers"))
    wait(lambda: text_of(page, "question") not in ("", question) or "Nothing" in text_of(page, "ask"))
    assert page.execute_script("return document.activeElement.id") == "question"
    wait(lambda: page.execute_script("return !document.getElementById('undo').disabled"))
    page.switch_to.active_element.send_keys("u")
    wait(lambda: text_of(page, "answers") == "")


def test_another_member_of_the_hall_of_fame(page):
    found(page)
    best = text_of(page, "title")
    page.execute_script("document.querySelector('#front button').click()")
    wait(lambda: text_of(page, "title") != best)
    press(page, "back")
    wait(lambda: text_of(page, "title") == best)


def test_every_export(page):
    found(page, ["ab1", "cd2", "ef3"])
    for name in ("re", "ere", "re2", "rust", "outlines", "json-schema", "lark", "gbnf", "ebnf", "llguidance", "dot"):
        page.execute_script("document.querySelector(`[data-format='${arguments[0]}']`).click()", name)
        wait(lambda: not text_of(page, "export-said").startswith("Writing"))
        wait(lambda: text_of(page, "exported"))
        assert not page.execute_script("return document.getElementById('copy-export').hidden")


def test_report_and_run_can_be_fetched(page):
    found(page, ["ab1", "cd2", "ef3"])
    script = "const done = arguments[1]; fetch(document.getElementById(arguments[0]).href).then(r => done(r.status))"
    assert page.execute_async_script(script, "report") == 200
    assert page.execute_async_script(script, "run") == 200


def test_a_table_with_a_column_to_choose(page):
    set_value(page, "format", "csv")
    paste(page, "id,code\n" + "".join(f"{number},AB-{number * 7 % 90 + 10}\n" for number in range(30)))
    wait(lambda: not page.execute_script("return document.getElementById('columns').hidden"))
    set_value(page, "column", "1")
    assert "AB-10" in text_of(page, "preview")
    press(page, "take-column")
    assert "AB-" in ended(page)


def test_a_dropped_file(page):
    page.execute_script(
        "const data = new DataTransfer(); data.items.add(new File([arguments[0]], 'codes.jsonl'));"
        "document.getElementById('entry').dispatchEvent(new DragEvent('drop', {dataTransfer: data, cancelable: true}))",
        "".join(json.dumps(f"x{number}\n{number}") + "\n" for number in range(10, 40)),
    )
    assert "\\n" in ended(page)


def test_a_grammar(page):
    page.execute_script("document.querySelector('[name=kind][value=cfg]').click()")
    set_value(page, "seconds", "20")
    found(page, ["()", "(())", "()()", "(()())", "((()))", "(()(()))"])
    assert "grammar" in text_of(page, "title")
    paste(page, "(((())))", "tried")
    wait(lambda: text_of(page, "verdict") == "Yes, it matches")
    wait(lambda: "Parse tree" in text_of(page, "drawings"))


def test_stop_gives_the_best_so_far(page):
    set_value(page, "effort", "5")
    paste(page, "\n".join(TIMES))
    wait(lambda: text_of(page, "title"))
    press(page, "stop")
    wait(lambda: page.execute_script("return document.getElementById('stop').disabled"), 20)
    assert text_of(page, "title")


def test_a_constraint_that_is_none(page):
    set_value(page, "alphabet", "nonsense")
    paste(page, "a\nb")
    wait(lambda: "alphabet" in text_of(page, "failure") or "class" in text_of(page, "failure"))


def test_a_string_on_both_lists(page):
    found(page, ["cat", "dog", "cow"])
    paste(page, "1999", "tried")
    press(page, "add-reject")
    wait(lambda: "(1)" in page.execute_script("return document.querySelector('[data-list=reject]').innerText"))
    paste(page, "1999")
    wait(lambda: "1999 must not match" in text_of(page, "conflicts"))
    paste(page, "2000", "tried")
    press(page, "add-reject")
    wait(lambda: "(2)" in page.execute_script("return document.querySelector('[data-list=reject]').innerText"))
    page.execute_script("document.querySelector('#conflicts button').click()")
    wait(lambda: text_of(page, "counts") == "4 examples, 1 that must not match")


def test_a_page_that_is_loaded_again_goes_on(page, address):
    set_value(page, "seconds", "7")
    page.execute_script("document.querySelector('[name=kind][value=auto]').checked = true")
    before = found(page, ["cat", "dog", "cow"])
    page.get(address)
    wait(lambda: text_of(page, "title"))
    assert pattern(page) == before
    assert text_of(page, "counts") == "3 examples"
    values = "return ['effort', 'seconds'].map(name => document.getElementById(name).value)"
    assert page.execute_script(values) == ["1", "7"]
    assert page.execute_script("return document.querySelector('[name=kind]:checked').value") == "auto"


def test_two_pages_are_independent(page, address):
    found(page, ["cat", "dog", "cow"])
    first = page.current_window_handle
    page.switch_to.new_window("tab")
    try:
        page.get(address)
        wait(lambda: page.execute_script("return document.getElementById('formats').children.length"))
        assert text_of(page, "progress").startswith("Nothing yet")
    finally:
        page.close()
        page.switch_to.window(first)
    assert text_of(page, "counts") == "3 examples"


def test_nothing_that_is_pasted_becomes_an_element(page):
    hostile = [
        "<img src=x onerror=alert(1)>",
        "<script>alert(2)</script>",
        '"><b>x</b>',
        "{{7*7}}",
        "<svg onload=alert(3)>",
    ]
    found(page, hostile)
    wait(lambda: len(rows(page)) == 5)
    paste(page, hostile[0], "tried")
    wait(lambda: text_of(page, "verdict"))
    assert not page.execute_script("return document.querySelectorAll('img, #rows script, #title b').length")
    assert page.execute_script("return document.scripts.length") == 1


def test_the_policy_holds_even_against_the_page_itself(page):
    """Were something ever written as HTML, the browser would refuse."""
    refused = (
        "try { document.body.innerHTML = '<b>x</b>'; return false } catch (error) { return error instanceof TypeError }"
    )
    assert page.execute_script(refused)
    assert "TrustedHTML" in page.get_log("browser")[0]["message"]


def test_what_cannot_be_seen_is_shown(page):
    found(page, ["\u202eabc", "\u200babc", "שלום", "مرحبا", "a\u0000b", "\x1b[2J"])
    shown = wait(lambda: rows(page))
    assert any("\\u202e" in row for row in shown)
    assert any("\\x1b" in row for row in shown)
    assert page.execute_script("return document.querySelectorAll('#rows bdi[dir=rtl]').length") >= 2


def test_ten_thousand_examples_of_two_hundred_characters(page):
    letters = "abcdefghij"
    lines = [f"{number:05d} " + "".join(RNG.choices(letters, k=194)) for number in range(10_000)]
    set_value(page, "seconds", "30")
    paste(page, "\n".join(lines))
    wait(lambda: text_of(page, "counts") == "10,000 examples")
    wait(lambda: text_of(page, "title"), 120)
    wait(lambda: text_of(page, "place") == "1 of 200")
    press(page, "next")
    wait(lambda: rows(page)[0].startswith("00050"))
    began = time.monotonic()
    page.execute_script("document.getElementById('tried').focus()")
    assert time.monotonic() - began < 2
    press(page, "stop")
    wait(lambda: page.execute_script("return document.getElementById('stop').disabled"), 60)


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_accessibility_and_width(page, width, dark):
    look(page, width, dark)
    found(page, [*TIMES[:40], "noise"])
    wait(lambda: text_of(page, "question"))
    paste(page, "1:6 PM", "tried")
    wait(lambda: text_of(page, "verdict"))
    wait(lambda: text_of(page, "drawings"))
    page.execute_script("document.querySelector('[data-format=re]').click()")
    wait(lambda: text_of(page, "exported"))
    assert page.execute_script("return document.documentElement.scrollWidth") <= width
    axe = next((file for file in AXE if file.exists()), None)
    if axe is None:
        pytest.skip("axe-core is not there: npm install axe-core")
    page.execute_script(axe.read_text(encoding="utf-8"))
    told = "found.violations.map(one => [one.impact, one.id, one.nodes[0].html])"
    run = f"const done = arguments[0]; axe.run().then(found => done({told}))"
    assert page.execute_async_script(run) == []


def test_everything_by_the_keyboard_alone(page):
    """From the top: tabs lead to the field, and what is pasted is searched for with Ctrl+Enter."""
    from selenium.webdriver import ActionChains, Keys

    keys = ActionChains(page)
    reached = []
    page.execute_script("document.activeElement.blur()")
    for _ in range(4):
        keys.send_keys(Keys.TAB).perform()
        reached.append(page.execute_script("return document.activeElement.id || document.activeElement.className"))
        if reached[-1] == "pasted":
            break
    assert reached[0] == "skip"
    assert reached[-1] == "pasted"
    keys.send_keys("cat", Keys.ENTER, "dog", Keys.ENTER, "cow").key_down(Keys.CONTROL).send_keys(Keys.ENTER).key_up(
        Keys.CONTROL
    ).perform()
    ended(page)
    wait(lambda: len(rows(page)) == 3)
    page.execute_script("document.querySelector('#rows button').focus()")
    keys.send_keys(Keys.ARROW_DOWN).perform()
    assert page.execute_script("return document.activeElement.innerText") == rows(page)[1]
    assert page.execute_script("return document.querySelectorAll('#rows [tabindex=\"0\"]').length") == 1
    keys.send_keys(Keys.ENTER).perform()
    wait(lambda: text_of(page, "counts").startswith("2 examples"))


def test_a_server_that_has_gone_is_told():
    with browser() as driver:
        with served() as address:
            driver.get(address)
            wait(lambda: driver.execute_script("return document.getElementById('formats').children.length"))
        wait(lambda: "lost" in text_of(driver, "connection"), 20)
        assert driver.execute_script("return document.getElementById('pasted').disabled") is False
