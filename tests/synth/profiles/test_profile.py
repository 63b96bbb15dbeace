import io
import json
import random

import pytest

import synth
from synth.profiles.file_profile import drift
from synth.profiles.profile import Block, Profile

RNG = random.Random(0)
CODES = [f"AB-{RNG.randrange(1000, 10000)}" for _ in range(80)]
DATES = [f"20{RNG.randrange(10, 25)}-{RNG.randrange(1, 13):02}-{RNG.randrange(1, 29):02}" for _ in range(40)]
VALUES = [*CODES, *DATES, "AB-12", "AB-1O34", "N/A", "N/A", CODES[0]]
LOG = [
    *(f"took {RNG.randrange(900)} ms for request {RNG.randrange(10**6)} from 10.0.0.{end}" for end in range(30)),
    *(f"cannot open file /tmp/{RNG.randrange(99)}/data.bin" for _ in range(10)),
]  # fmt: skip


def whole(profile):
    return sum(format.count for format in profile.formats) + profile.strays.total() + profile.missing


@pytest.fixture(scope="module")
def profile():
    return synth.profile(VALUES)


def test_formats_have_patterns_shares_and_examples(profile):
    first, second = profile.formats
    assert (first.pattern, first.count, first.template) == ("AB-[0-9]{4}", 81, "AB-<*>")
    assert second.count == 40
    assert first.share == 81 / len(VALUES)
    assert all(first.language.accepts(example) for example in first.examples)
    assert len(first.examples) == 3
    assert (profile.total, profile.missing, profile.duplicates) == (len(VALUES), 2, len(VALUES) - len(set(VALUES)))


def test_assign_says_what_the_patterns_say(profile):
    assigned = profile.assign([*VALUES, "AB-9999", "x"])
    assert assigned[:80] == [0] * 80
    assert assigned[80:120] == [1] * 40
    assert assigned[120:] == [None, None, None, None, 0, 0, None]


def test_outliers_have_the_nearest_format_and_what_mends_them(profile):
    outliers = {outlier.value: outlier for outlier in profile.outliers}
    assert set(outliers) == {"AB-12", "AB-1O34"}
    assert (outliers["AB-12"].nearest, outliers["AB-12"].distance) == (0, 2)
    assert profile.formats[0].language.accepts(outliers["AB-1O34"].mended)


def test_a_template_gives_the_values_of_a_message():
    profile = synth.profile(LOG)
    assert profile.what == "messages"
    took = profile.formats[0]
    assert took.template == "took <*> ms for request <*> from <*>"
    assert took.typed == "took <number1> ms for request <number2> from <ip>"
    assert took.match("took 5 ms for request 77 from 10.0.0.1") == {"number1": "5", "number2": "77", "ip": "10.0.0.1"}
    assert took.match("took 5 ms") is None


def test_a_profile_comes_back_from_its_file(profile, tmp_path):
    profile.save(tmp_path / "profile.json")
    again = Profile.read(tmp_path / "profile.json")
    assert again.to_json() == profile.to_json()
    assert again.assign(VALUES) == profile.assign(VALUES)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": 1}', '{"schema": 9}'])
def test_what_is_no_profile_is_an_error(tmp_path, text):
    (tmp_path / "no.json").write_text(text)
    with pytest.raises(synth.RunError):
        Profile.read(tmp_path / "no.json")


def test_update_counts_and_finds_new_formats():
    profile = synth.profile(VALUES)
    before = [format.pattern for format in profile.formats]
    profile.update([*CODES[:20], *(f"{number}/2024" for number in range(10, 60))])
    assert [format.pattern for format in profile.formats[:2]] == before
    assert profile.formats[0].count == 101
    assert profile.formats[2].count == 50
    assert profile.assign(["33/2024", "N/A"]) == [2, None]
    assert whole(profile) == profile.total


def test_missing_values_of_a_series_are_empty():
    profile = synth.profile([*CODES, None, float("nan")])
    assert profile.missing == 2
    assert profile.formats[0].count == 80


@pytest.mark.parametrize("values", ["text", [1, 2], b"bytes"])
def test_what_is_no_list_of_strings_is_an_error(values):
    with pytest.raises(synth.ExampleError):
        synth.profile(values)


def test_an_unknown_kind_of_values_is_an_error():
    with pytest.raises(synth.ConfigurationError):
        synth.profile(["a"], what="rows")


def test_few_values_and_none(profile):
    assert synth.profile([]).formats == []
    assert synth.profile([]).assign(["a"]) == [None]
    assert json.dumps(synth.profile(["a"]).to_json())


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (["1", "22", "-3"], "whole number"),
        (["1.5", "2", "1,000.25"], "number"),
        (["2024-01-02", "2023-12-31 10:00"], "date"),
        (["true", "false"], "truth value"),
        (["red", "blue"] * 20, "enumeration"),
        (["same", "same"], "constant"),
        (["", "N/A"], "empty"),
        ([f"key {number}x" for number in range(20)], "identifier"),
    ],
)
def test_what_a_column_holds(values, kind):
    assert synth.profile(values, what="values").kind == kind


def test_formats_that_are_known_come_first_and_take_what_they_match():
    lines = [f"2024-01-02 {line}" for line in LOG]
    given = ["<day> cannot open file /tmp/<number>/data.<*>", "never seen <*>"]
    profile = synth.profile(lines, templates=[*given, ""], what="messages")
    assert [format.typed.replace("<text>", "<*>") for format in profile.formats[:2]] == given
    assert [format.count for format in profile.formats] == [10, 0, 30]
    assert profile.formats[0].match(lines[-1])["day"] == "2024-01-02"
    assert len(profile.formats[0].examples) == 3
    assert profile.assign([lines[-1], "never seen before", lines[0], "never"]) == [0, 1, 2, None]
    assert profile.total == len(lines)
    assert synth.profile([], templates=["a <*>"]).assign(["a b"]) == [0]


def test_words_that_are_kept_tell_messages_apart():
    names = ["gate", "open", "close", "door", "lid", "hatch", "cover", "valve"]
    lines = [f"status of the plant is {name} since {number}" for number, name in enumerate(names)]
    codes = [f"answer {code} came after {number} ms" for number, code in enumerate([200, 404, 503] * 5)]
    assert [format.template for format in synth.profile(lines, what="messages").formats] == [
        "status of the plant is <*> since <*>"
    ]
    profile = synth.profile([*lines, *codes], what="messages", keep=["open", "close", "404"])
    templates = {format.template: format.count for format in profile.formats}
    assert templates == {
        "status of the plant is <*> since <*>": 6,
        "status of the plant is open since <*>": 1,
        "status of the plant is close since <*>": 1,
        "answer <*> came after <*> ms": 10,
        "answer 404 came after <*> ms": 5,
    }
    for line, number in zip(lines, profile.assign(lines), strict=True):
        assert ("open" in line) == ("open" in profile.formats[number].template)
    profile.update(["status of the ship is open since 7", "status of the ship is close since 9"])
    assert len(profile.formats) == 7
    assert Profile.from_json(profile.to_json()).keep == ("open", "close", "404")


NUMBERS = [str(RNG.randrange(10, 1000)) for _ in range(60)]
GRADES = ["high", "low", "none"] * 20


@pytest.mark.parametrize(
    ("values", "missing", "patterns"),
    [
        ([*NUMBERS, *["NaN"] * 9, "", "n/a", "", " "], 13, ["[0-9]{1,3}"]),
        ([*CODES, *["N/A"] * 100], 100, ["AB-[0-9]{4}"]),
        ([*GRADES, "x9"], 20, ["high|low|none"]),
        (["N/A", "nan", ""] * 5, 15, []),
        ([*CODES, *["null"] * 9, "x", "x"], 9, ["AB-[0-9]{4}"]),
    ],
)
def test_what_is_missing_counts_once(values, missing, patterns):
    profile = synth.profile(values)
    assert profile.missing == missing
    assert [format.pattern for format in profile.formats] == patterns
    assert whole(profile) == profile.total == len(values)
    assert all(format.share == format.count / len(values) for format in profile.formats)
    assert "none" not in {example for format in profile.formats for example in format.examples}
    profile.update(values)
    assert (profile.missing, whole(profile)) == (2 * missing, 2 * len(values))


@pytest.mark.parametrize("values", [[*NUMBERS, *["NaN"] * 9, "12x"], [*GRADES, "x9"]])
def test_what_is_missing_has_not_drifted(values):
    profile = synth.profile(values)
    by_line = Block()
    for block in profile.checked(io.BytesIO("\n".join(values).encode())):
        by_line.add(block)
    for block in (profile.checked_all(values), by_line):
        assert not drift(profile, block).changes
        assert block.missing == profile.missing
        assert block.strays == profile.strays
    worse = drift(profile, profile.checked_all([*values, *["N/A"] * 200]))
    assert any("values are missing" in change for change in worse.changes)
    assert not worse.strays["N/A"]
