from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Lark, UnexpectedInput

from dsl.charset import CharSet
from dsl.errors import PatternError
from dsl.expressions.expression import (
    EPSILON,
    Chars,
    Concat,
    Ref,
    Repeat,
    concat,
    literal,
    optional,
    plus,
    repeat,
    star,
    union,
)
from dsl.grammar import Grammar
from dsl.grammars.notation import is_grammar_text
from tests.support.grammars import grammars
from tests.support.strategies import charsets, strings

A, B, X = literal("a"), literal("b"), Ref("x")
EXAMPLES = Path(__file__).parents[3] / "examples"


def lark_accepts(text, strings):
    parser = Lark(text, parser="earley", lexer="dynamic_complete", ambiguity="resolve")
    found = []
    for string in strings:
        try:
            parser.parse(string)
            found.append(True)
        except UnexpectedInput:
            found.append(False)
    return found


@given(grammars("abc", max_leaves=10, counts=[(0, None), (1, None), (0, 1), (2, None), (2, 2), (0, 3), (2, 5)]))
@settings(deadline=None)
def test_round_trip(grammar):
    assert Grammar.parse(str(grammar)) == grammar


@given(grammars(max_leaves=3, counts=[(0, None), (1, None), (0, 1), (2, 2)]), st.lists(strings("ab", 4), max_size=3))
@settings(max_examples=50, deadline=None)
def test_it_means_the_same_to_lark(grammar, given):
    # few counts: Lark writes them out, and those within each other to the power of each other
    assert lark_accepts(str(grammar), given) == [grammar.accepts(string) for string in given]


@given(charsets())
@settings(deadline=None)
def test_every_set_of_characters_is_read_back_and_means_the_same_to_lark(found):
    if not found:
        return
    grammar = Grammar({"start": Chars(found)})
    assert Grammar.parse(str(grammar)) == grammar
    # Lark reads the ends of ranges wrongly in no case that we print
    strings = [chr(point) for pair in found.ranges[:3] for point in {max(pair[0] - 1, 0), *pair}]
    assert lark_accepts(str(grammar), strings) == [string in found for string in strings]


@pytest.mark.parametrize(
    "text", ['"', "\\", '\\"', "\\\\", "\n", "\t\v\x00", "é", "'", "/", "a\\n", "😀", "\\'\"\\", "//x", " "]
)
def test_every_character_in_strings_and_sets(text):
    for body in (literal(text), literal(f"a{text}b"), *(Chars(CharSet.of(text + "ax")) for _ in text[:1])):
        grammar = Grammar({"start": body})
        assert Grammar.parse(str(grammar)) == grammar
        given = [text, f"a{text}b", "a", text[0]]
        assert lark_accepts(str(grammar), given) == [grammar.accepts(string) for string in given]


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (concat(A, B), '"ab"'),
        (concat(A, star(B)), '"a" "b"*'),
        (star(concat(A, B)), '"ab"*'),
        (star(concat(A, X)), '("a" x)*'),
        (repeat(X, 2, 5), "x~2..5"),
        (repeat(X, 2, None), "x~2 x*"),
        (concat(A, repeat(union(X, concat(A, X)), 2, None)), '"a" ("a" x | x)~2 ("a" x | x)*'),
        (Concat((repeat(X, 2, 2), star(X))), "(x~2) x*"),
        (Repeat(repeat(X, 2, None), 0, 1), "(x~2 x*)?"),
        (repeat(plus(X), 2, 2), "(x+)~2"),
        (optional(concat(X, A)), '| x "a"'),
        (optional(union(X, concat(X, A))), '| x | x "a"'),
        (EPSILON, ""),
        (Chars(CharSet.between("a", "f")), '"a".."f"'),
        (Chars(CharSet.of("a/]")), r"/[a\/\]]/"),
    ],
)
def test_how_it_prints(body, text):
    grammar = Grammar({"start": body, "x": B})
    assert str(grammar).split("\n")[0] == f"start: {text}".rstrip()
    assert Grammar.parse(str(grammar)) == grammar


def test_long_rules_are_written_below_each_other():
    grammar = Grammar({"start": optional(union(*(literal(f"number {n:05}") for n in range(9))))})
    assert str(grammar).startswith('start:\n    | "number 00000"\n    | ')
    assert Grammar.parse(str(grammar)) == grammar
    assert lark_accepts(str(grammar), ["", "number 00004", "number"]) == [True, True, False]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ('start: WORD\nWORD: "a".."z"+', 'start: word\nword: "a".."z"+'),
        ('start: WORD word\nWORD: "a"\nword: "b"', 'start: word_ word\nword: "b"\nword_: "a"'),
        ('b: "x"\n?start.2: [b] -> alias  // why\n # so\n', 'start: b?\nb: "x"'),
        ('start: "ab"i | /[^x]|\\//', "start: /[aA]/ /[bB]/ | /[^x]|\\//"),
        ('start: x x~2 x*\nx: "\\u0022\\x41\\q"', 'start: x (x~2 x*)\nx: "\\"A\\\\q"'),
        ('start:"a" A "b"\nA: "x" "y"\n%ignore " "', 'start: " "* "a" " "* a " "* "b" " "*\na: "xy"'),
        ("start: ( | )", "start:"),
    ],
)
def test_what_is_read_as_well(text, same):
    assert Grammar.parse(text).rules == Grammar.parse(same).rules


@pytest.mark.parametrize(
    ("text", "marked", "expected"),
    [
        ('start: "a', '"a', "a string"),
        ('start: "a" )', ")", "the end"),
        ("start: * x", "* x", "a name"),
        ('start: ("a"', "", "')'"),
        ("start: word", "word", "a name that has a rule"),
        ('start: "a"~3..2', "~3..2", "~2..3"),
        ('start: "a"\nstart: "b"', "start:", "one rule"),
        ('start: "z".."a"', '"z"', "a range"),
        ("start: /a(b/", "/", "')'"),
        ("start: /a/i", "i", "no flags"),
        ('start: "a" start', "start:", ""),
        ("%import common.WS", "%import", "a rule"),
        ('Start: "a"', "Start", "a_rule"),
        ('begin: "a"', "begin", "start: …"),
        (r'start: "\UFFFFFFFF"', r"\UFFFFFFFF", "10ffff"),
        (r'start: "a\U00110000"', r"\U00110000", "10ffff"),
        (r'start: "\x4"', r"\x4", "hexadecimal"),
        (r"start: /[\U00110000]/", r"\U00110000", "10ffff"),
        (r"start: /a\x2a*/", "*/", "no second repeat"),
        ("start: /a**/", "*/", "no second repeat"),
        ("start: " + "(" * 5_000 + '"a"' + ")" * 5_000, "(" * 4_900 + '"', "fewer parentheses"),
        ("start: " + "[" * 5_000 + '"a"' + "]" * 5_000, "[" * 4_900 + '"', "fewer parentheses"),
        ('start: "a"~' + "9" * 5_000, "~9", "a smaller count"),
        ('start: "a"~1..' + "9" * 5_000, "~1..9", "a smaller count"),
        ('start: "a"~' + "0" * 5_000 + "2", "~0", "a smaller count"),
    ],
)
def test_errors_point_at_the_place(text, marked, expected):
    with pytest.raises(PatternError) as caught:
        Grammar.parse(text)
    error = caught.value
    assert error.text == text
    assert text[error.position :].startswith(marked)
    assert expected in error.expected
    assert "^" in str(error)


def test_deep_nesting_is_an_error():
    with pytest.raises(PatternError, match="nested"):
        Grammar.parse("start: " + "(" * 300 + '"a"' + ")" * 300)


def test_grammars_and_regexes_are_told_apart():
    assert is_grammar_text("// words\n  ?start: a")
    assert not any(map(is_grammar_text, ["start", "[a-z]+: start", "(start:)", ""]))


WRITTEN_BY_HAND = [
    (EXAMPLES / "arithmetic.lark").read_text(),
    'start: stmt\nstmt: "if " paren stmt | "if " paren stmt "else " stmt | "{" stmt* "}" | ID "=" INT ";" | ";"\n'
    'paren: "(" ID ("<" INT)? ")"\nID: "a".."z"\nINT: /[0-9]+/\n',
    'start: value\nvalue: object | array | string | "true" | "null"\narray: "[" "]" | "[" list "]"\n'
    'list: value | list "," value\nobject: "{" (pair ("," pair)*)? "}"\npair: string ":" value\n'
    'string: QUOTE ("a".."z" | "0".."9")+ QUOTE\nQUOTE: "\\u0022"\n',
    'start: np vp\nnp: det noun | np pp\nvp: verb np?\npp: prep np\ndet: "the" | "a"\nnoun: "dog" | "park"\n'
    'verb: "sees"\nprep: "in"\n%ignore " "\n',
]


@pytest.mark.parametrize("text", WRITTEN_BY_HAND)
def test_grammars_written_by_hand_mean_the_same_to_lark(text):
    grammar = Grammar.parse(text)
    assert Grammar.parse(str(grammar)) == grammar
    given = [sample for sample in grammar.sample(12, 3) if len(sample) <= 40][:4]
    broken = [sample[: len(sample) // 2] + sample[len(sample) // 2 + 1 :] for sample in given]
    strings = [*given, *broken, ""]
    mine = [grammar.accepts(string) for string in strings]
    assert lark_accepts(text, strings) == mine
    assert lark_accepts(str(grammar), strings) == mine


ATOMS = [
    r'"\x41\u00e9\U0001F600"',
    r'"\012\d\q\"\\n"',
    r'"\\x41"',
    r"/\x41\x2b/",
    r"/[\x5d\x41]/",
    r"/\012/",
    r"/[\07\n]\/\//",
    r"/\x5c./",
    r"/a{2}\x7b/",
    '"kiss"i',
    '"ß"i',
    '"Ǆé1"i',
    '"a".."\\x63"',
]
TEXTS = [
    "Aé😀",
    "\n",
    r"\012\d\q",
    '\\012\\d\\q"\\n',
    r"\x41",
    "A",
    "AA",
    "A+",
    "]",
    "A]",
    "\x07//",
    "\n//",
    ".",
    "aa{",
    "c",
    "d",
]
TEXTS += ["kiss", "KISS", "KIſs", "\u212aıſs", "KİSS", "ß", "ẞ", "S", "SS", "ǅÉ1", "ǆé1"]


@pytest.mark.parametrize("atom", ATOMS)
def test_escapes_mean_what_they_mean_to_lark(atom):
    grammar = Grammar.parse(f"start: {atom}")
    for text in (f"start: {atom}", str(grammar)):
        lark = Lark(text, parser="earley", lexer="dynamic_complete")
        assert [grammar.accepts(word) for word in TEXTS] == [_reads(lark, word) for word in TEXTS]


def _reads(lark, word):
    try:
        lark.parse(word)
    except UnexpectedInput:
        return False
    return True
