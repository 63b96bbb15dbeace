import contextlib
import random
import re
import time
import warnings

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dsl.automata.ambiguity import Ambiguity, ambiguity
from dsl.automata.positions import PositionAutomaton
from dsl.charset import EVERYTHING, MAX_CODE_POINT, CharSet, shorthand
from dsl.errors import PatternError
from dsl.expressions.expression import EMPTY, EPSILON, Chars, concat, literal, star
from dsl.expressions.notation import parse, write, write_set
from tests.fuzz.pattern_texts import difference, draw_pattern_text, draw_strings
from tests.support.strategies import charsets, expressions


@settings(max_examples=300)
@given(expressions(alphabet="a-]^\\{}0,.|\n é😀"))
def test_parse_undoes_write(expression):
    assert parse(write(expression)) == expression
    assert parse(f"^{write(expression)}$" if "|" not in write(expression) else f"^({write(expression)})$") == expression


@given(charsets().filter(bool))
def test_sets_survive_and_mean_the_same_to_re(found):
    pattern = write_set(found)
    assert parse(pattern) == Chars(found)
    compiled = re.compile(pattern)
    edges = {code for low, high in found.ranges for code in (low - 1, low, high, high + 1)} | {10, 45, 93, 94}
    for character in (chr(code) for code in edges if 0 <= code <= MAX_CODE_POINT):
        assert bool(compiled.fullmatch(character)) == (character in found)


TOKENS = [*"aab()[]|*+?{}0,12-^$\\.", r"\d", r"\x41", "[^a]", "[a-b]", "(?:", "{1,2}", "{,2}", r"\b", "(?P<a>", "{2}"]


@settings(max_examples=300)
@given(st.lists(st.sampled_from(TOKENS), max_size=7).map("".join), st.lists(st.text("ab0]-\\{", max_size=3)))
def test_what_both_read_means_the_same_to_both(text, words):
    try:
        expression = parse(text)
    except PatternError:
        return
    assert parse(write(expression)) == expression
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            compiled = re.compile(text)
        except re.error:
            return
    assume(ambiguity(expression) < Ambiguity.EXPONENTIAL)
    automaton = PositionAutomaton(expression)
    assert [automaton.accepts(word) for word in words] == [bool(compiled.fullmatch(word)) for word in words]


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("(?:a|b)*", "[ab]*"),
        ("(?P<year>[0-9]{4})", "[0-9]{4}"),
        ("^ab$", "ab"),
        ("a{,3}?", "a{0,3}"),
        (r"\x41\u00e9\n", "Aé\\n"),
        (r"[^\n]", "."),
        (r"[\s\S]", r"[\s\S]"),
        ("[z0-9A-F]", "[A-Fz0-9]"),
        ("", "()"),
        ("a|", "a?"),
        (r"[^\s\S]", r"[^\s\S]"),
        (r"a\$", r"a\$"),
        (r"\012\07\0\1011\377", "\\n\\x07\\x00A1ÿ"),
        (r"[\12\1411\b]", "[a1\\x08\\n]"),
        (r"\N{BULLET}[\N{digit one}]", "•1"),
        ("a{,}b{,2}", "a*b{0,2}"),
        ("a{}{a}{2,1{", r"a\{\}\{a\}\{2,1\{"),
        ("a{٣}", r"a\{٣\}"),
        ("(a{2}){3}(?:b*?){2}", "(a{2}){3}b*"),
        ("[]a[]", r"[a\[\]]"),
        ("[^]][]-a]", r"[^\]][a\]\^_`]"),
        (r"[a-z\--/_]", r"[a-z\-./_]"),
        ("[(-,!-/]", "[!-/]"),
        ("[a-]", r"[a\-]"),
    ],
)
def test_reads_what_people_write(text, printed):
    assert write(parse(text)) == printed


def test_named_sets():
    assert parse(r"\d") == Chars(shorthand("d"))
    assert parse(r"\W") == Chars(~shorthand("w"))
    assert parse(".") == Chars(EVERYTHING - CharSet.of("\n"))
    assert parse(write(EMPTY)) == EMPTY
    assert parse("()") == EPSILON
    assert parse("a()b*") == concat(literal("a"), star(literal("b")))


@pytest.mark.parametrize(
    ("text", "position", "said"),
    [
        ("a(b|c", 5, "too early"),
        ("ab)", 2, "never opened"),
        ("*a", 0, "nothing to repeat"),
        ("a[bc", 1, "not closed"),
        ("a{3,2}", 1, "smaller count first"),
        ("a[z-a]", 3, "range"),
        ("a(?=b)", 2, "look-around"),
        ("^a|b$", 0, "anchors"),
        ("a^b", 1, "anchors"),
        (r"a\b", 1, "escape"),
        ("(" * 200 + "a" + ")b" * 200, 100, "nested over 100 deep"),
        ("(" * 50_000, 100, "nested over 100 deep"),
        ("a**", 2, "repeat of a repeat"),
        ("a{2}{3}", 4, "repeat of a repeat"),
        ("a*{3}", 2, "repeat of a repeat"),
        ("a*??", 3, "repeat of a repeat"),
        ("a*+", 2, "possessive"),
        ("{2}", 0, "nothing to repeat"),
        ("(|+)", 2, "nothing to repeat"),
        ("^*", 1, "nothing to repeat"),
        ("[]", 0, "not closed"),
        ("a[^]", 1, "not closed"),
        ("[b-a]", 2, "range"),
        (r"[a-\d]", 2, "range"),
        (r"\400", 0, "377"),
        (r"a\1", 1, "back-references"),
        (r"[\8]", 1, "escape"),
        (r"\UFFFFFFFF", 0, "10ffff"),
        (r"[\U00110000]", 1, "10ffff"),
        (r"\x4", 0, "escape"),
        (r"\N{no such}", 3, "no character has this name"),
        ("a" + chr(92), 2, "too early"),
        ("a{4294967295}", 1, "4,294,967,294"),
        ("a{" + "9" * 5000 + "}", 1, "4,294,967,294"),
        ("a{,99999999999}", 1, "4,294,967,294"),
        ("(?P<1a>b)", 4, "the name of a group"),
        ("(?P<n>a)(?P<n>b)", 12, "the name of a group"),
        ("(?P=n)", 1, "back-references"),
        ("(?>a)", 1, "not part of the DSL"),
        ("(?i)a", 1, "flags"),
        (r"\Aa\Z", 0, "anchors"),
    ],
)
def test_errors_point_at_the_place(text, position, said):
    with pytest.raises(PatternError) as raised:
        parse(text)
    assert raised.value.position == position
    assert said in str(raised.value)
    assert "\n    " + " " * position + "^" in str(raised.value)


def test_the_caret_points_into_what_is_shown_of_a_long_pattern():
    with pytest.raises(PatternError) as raised:
        parse("a" * 50_000 + "**" + "b" * 50_000)
    _, shown, caret = str(raised.value).splitlines()[:3]
    assert raised.value.position == 50_001
    assert len(shown) < 250
    assert shown[caret.index("^")] == "*"


def test_texts_of_all_kinds_are_read_as_re_reads_them():
    for number in range(3_000):
        rng = random.Random(number)
        text = draw_pattern_text(rng)
        assert difference(text, draw_strings(text, rng)) is None, text


@pytest.mark.parametrize(
    "text",
    [
        "[" + "".join(f"\\u{code:04x}-\\u{code + 1:04x}" for code in range(0x100, 0x8000, 3)) + "]",
        "|".join(chr(code) for code in range(0x100, 0xD000, 2)),
        "a?" * 50_000,
        "(a|b)" * 20_000,
        "|" * 100_000,
        "[" * 100_000,
        "a" + "*" * 50_000,
    ],
    ids=lambda text: text[:12],
)
def test_long_patterns_are_read_in_linear_time(text):
    begun = time.process_time()
    with contextlib.suppress(PatternError):
        assert parse(str(parse(text))) == parse(text)
    assert time.process_time() - begun < 8
