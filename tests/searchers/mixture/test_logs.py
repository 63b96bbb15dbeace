"""Logs as software writes them: fields between bars and tabs, names that come again, very long lines."""

import random
import re

import pytest

from dsl.regex import Regex
from searchers.mixture.messages import Shape
from searchers.mixture.mixture import LONGEST, mixture

RNG = random.Random(9)
MESSAGES = ["invoice <*> is overdue", "lock on account AC-<*> released"]
NAMES = ["ada", "bob", "cleo", "dan", "eve", "finn"]


def templates(lines, what="auto"):
    return {str(component.template): component.count for component in mixture(lines, what).components}


def of_bars():
    rng = random.Random(9)
    for number in range(120):
        level = rng.choice(["INFO", "WARNING", "ERROR"])
        message = rng.choice(MESSAGES).replace("<*>", str(number))
        yield f"2024-03-01 08:00:{number % 60:02} | {level:8}| billing.{rng.choice(['api', 'worker'])} | {message}"


def of_tabs():
    rng = random.Random(9)
    for number in range(120):
        fields = f"17092800{number:02}.5", f"10.0.3.{number}", rng.choice(["tcp", "udp"]), rng.choice(["dns", "-"])
        yield "\t".join([*fields, str(rng.randrange(900)), f"closed by {rng.choice(['peer', 'server'])}"])


def of_levels():
    rng = random.Random(9)
    for number in range(120):
        level, message = rng.choice(["INFO", "WARN", "ERROR"]), f"order {number} shipped"
        yield f"[worker-{number % 9}] {level} com.acme.{rng.choice(['Orders', 'Mails'])} - {message}"


def of_names():
    rng = random.Random(9)
    for number in range(120):
        yield f"accepted publickey for {rng.choice(NAMES)} from 10.0.0.{number} port {number}"


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (of_bars, {f"<*> <*> | <*> | <*> | {message}" for message in MESSAGES}),
        (of_tabs, {f"<*>\t<*>\t<*>\t<*>\t<*>\tclosed by {who}" for who in ("peer", "server")}),
        (of_levels, {"<*> <*> <*> - order <*> shipped"}),
        (of_names, {"accepted publickey for <*> from <*> port <*>"}),
    ],
)
def test_templates(lines, found):
    assert {template.replace("  ", " ") for template in templates([*lines()])} == found


@pytest.mark.parametrize("width", [5, 8])
def test_templates_as_they_are_shown_match_their_lines(width):
    """Blanks between fields may be any number of them, or none: WARNING| and INFO |."""
    lines = [line.replace(f"{level:8}", f"{level:{width}}") for line in of_bars() for level in [line[22:30].strip()]]
    shown = [re.escape(template).replace(r"<\*>", ".+") for template in templates(lines)]
    assert all(any(re.fullmatch(one, re.sub(" +", " ", line)) for one in shown) for line in lines)


def test_few_words_in_a_short_message_are_constants():
    lines = [f"link {RNG.choice(['up', 'down', 'reset', 'lost', 'idle'])} on eth{number % 4}" for number in range(120)]
    assert len(templates(lines)) == 5


def test_lines_are_looked_at_once_for_all_texts_of_their_values(monkeypatch):
    """Each with a path, a hash and a name of its own; every line matches the pattern of its template."""
    rng = random.Random(4)
    seen = []
    shape_of = Shape.of.__func__
    monkeypatch.setattr(Shape, "of", classmethod(lambda *given: seen.append(given[1]) or shape_of(*given)))
    folders = ["srv", "home", "é", "var/log", "Users", "a1", "b/2"]
    lines = [
        f"stored /{rng.choice(folders)}/{rng.choice(NAMES)} as 0x{rng.randrange(1 << 60):x} for {rng.choice(NAMES)}_{n}"
        for n in range(2_000)
    ]
    (component,) = mixture(lines, "messages").components
    assert str(component.template) == "stored <*> as <*> for <*>"
    assert component.count == 2_000
    assert all(map(Regex(component.template.expression).accepts, lines))
    assert len(seen) < 100


@pytest.mark.parametrize("script", ["var a{}='{}';", "{},{} "])
def test_a_line_of_a_megabyte_is_of_no_format(script):
    """Time that goes with the square of a line's length would be hours."""
    line = "".join(script.format(number, RNG.randrange(999)) for number in range(100_000))
    found = mixture([*of_names(), line, line])
    assert [component.count for component in found.components] == [120]
    assert found.strays == {line: 2}


def test_a_column_of_long_texts_is_read():
    """300 texts of 900 characters, none like another; a value as long as can be is of a format where it matches one."""
    texts = [" ".join(RNG.choice([*NAMES, str(number)]) for _ in range(200)) for number in range(300)]
    codes = [f"A-{number}" for number in range(100, 400)]
    found = mixture([*codes, *texts, "A-" + "1" * LONGEST], "values")
    assert [component.count for component in found.components] == [300]
    assert len(found.strays) == 301
