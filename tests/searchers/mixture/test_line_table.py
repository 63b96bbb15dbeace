"""Lines of bytes, read over arcs of several bytes, beside Python's `re` on their texts."""

import io
import random
import re

import pytest

from dsl.expressions.notation import parse, write
from searchers.mixture import line_table, union_automaton
from searchers.mixture.assigning import Assigner
from searchers.mixture.kernels.vectors import WIDTH
from synth.profiles import profile as profiles
from synth.profiles.profile import Profile

PATTERNS = [
    "connection closed after [0-9]+ s",
    "connection opened by root",
    "connection opened by [a-z0-9_.\\-]+",
    "[0-9\\-]+ [0-9:]+ [A-Z]+ a message of more than thirty-two characters in a row, and [0-9]{2,4}",
    "größe [a-zäöüß]+ 大小 [0-9]+",
    "[^\n]*\rwithin",
    "(ab)+c?",
    "\ufffd{3}[a-z]*",
    "[a-cf-hk-mp-ru-wxz0-9]+!",
    "x{40}y?",
    "",
]
PIECES = [
    "connection ", "closed after ", "opened by ", "7", "12345", " s", "root", "ro", "2024-01-02 ", "10:00:01 ", "WARN ",
    "a message of more than thirty-two characters in a row, and ", "größe ", "maß", "grö", " 大小 ", "大", "ab", "c",
    "\r", "\ufffd", "within", "x" * 40, "y", "aflz0!", "!", "é", "\0", "\x7f", "a" * 70,
]  # fmt: skip
BROKEN = [b"\xff", b"\xc3", b"\xe5\xa4", b"\xf0\x9f\x98", b"\xed\xa0\x80", b"\xc0\xaf", b"\x80"]


def drawn(rng: random.Random) -> bytes:
    """A line made of pieces, or of one whose like is in a language, sometimes damaged."""
    text = "".join(rng.choices(PIECES, k=rng.randrange(7))).encode()
    if rng.random() < 0.3:
        text = rng.choice([
            b"connection closed after 12 s", b"connection opened by root", b"connection opened by a.b", b"hm019z!",
            b"x" * 40,
            "größe maß 大小 12".encode(),
            b"2024-01-02 10:00:01 WARN a message of more than thirty-two characters in a row, and 123", b"abab",
        ])  # fmt: skip
    if rng.random() < 0.2:
        place = rng.randrange(len(text) + 1)
        text = text[:place] + rng.choice([*BROKEN, b"\r", b"x", b""]) + text[place + rng.randrange(2) :]
    return text


@pytest.fixture(scope="module")
def lines():
    rng = random.Random(3)
    return [drawn(rng) for _ in range(2000)]


@pytest.fixture(scope="module")
def expected(lines):
    patterns = [re.compile(write(parse(pattern))) for pattern in PATTERNS]
    texts = [line.removesuffix(b"\r").decode("utf-8", "replace") for line in lines]
    return [next((place for place, one in enumerate(patterns) if one.fullmatch(text)), -1) for text in texts]


def automaton():
    return Assigner([parse(pattern) for pattern in PATTERNS], range(len(PATTERNS)))


def test_lines_are_of_the_first_pattern_that_matches_them(lines, expected):
    data = b"\n".join([*lines, b""])
    found, ends = automaton().find_lines(data)
    assert found.tolist() == expected
    assert [data[end] for end in ends.tolist()] == [ord("\n")] * len(lines)
    assert len({*expected}) == len(PATTERNS) + 1


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7])
def test_a_few_lines_and_what_is_behind_them(lines, expected, count):
    one = automaton()
    for start in range(0, 100, max(1, count)):
        some = lines[start : start + count]
        for rest in (b"", b"rest", b"r" * 2 * WIDTH):
            found, _ = one.find_lines(b"\n".join([*some, rest]))
            assert found.tolist() == expected[start : start + count]


@pytest.mark.parametrize(("room", "states"), [(60, 10**6), (10**4, 200)])
def test_what_is_known_is_found_anew_when_there_is_too_much(lines, expected, monkeypatch, room, states):
    monkeypatch.setattr(line_table, "MOST_STATES", line_table.ROOM + room)
    monkeypatch.setattr(union_automaton, "MAX_STATES", states)
    one = automaton()
    assert one.find_lines(b"\n".join([*lines[:200], b""]))[0].tolist() == expected[:200]
    assert [one.find(line) for line in ("abab", "x", "")] == [6, None, 10]


@pytest.mark.parametrize("block", [64, 1000, 1 << 20])
def test_a_stream_is_read_by_blocks_of_any_size(lines, expected, monkeypatch, block):
    monkeypatch.setattr(profiles, "BLOCK", block)
    profile = Profile([], [], "messages")
    profile.__dict__["_automaton"] = automaton()
    for end in (b"", b"\n"):
        counts, strays = [0] * len(PATTERNS), 0
        for found in profile.checked(io.BytesIO(b"\n".join([*lines, b"last"]) + end)):
            strays += found.strays.total()
            for number, count in found.counts.items():
                counts[number] += count
        assert counts == [expected.count(number) for number in range(len(PATTERNS))]
        assert strays == expected.count(-1) + 1
    assert sum(found.counts.total() + found.strays.total() for found in profile.checked(io.BytesIO(b"\n" * 9), 5)) == 5
