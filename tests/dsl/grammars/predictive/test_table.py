"""Machines of LL(k) grammars against Lark's Earley parser, which knows nothing of lookahead."""

import random

import pytest
from lark import Lark
from lark.exceptions import LarkError

from benchmarks.encoders.grammars import JSON
from dsl.errors import ConfigurationError, ExampleError, LimitError, LookaheadError
from dsl.grammar import Grammar
from dsl.grammars.predictive.table import PredictiveTable

GRAMMARS = {
    "json": (JSON, 1),
    "dyck": ('start: ("(" start ")" | "[" start "]")*', 1),
    "arithmetic": ('start: term (/[+-]/ term)*\nterm: factor (/[*\\/]/ factor)*\nfactor: /[0-9]/+ | "(" start ")"', 1),
    "counts": ('start: "a" start "b" | "c" ~ 2..4', 1),
    "statements": ('start: statement+\nstatement: name "=" value ";" | name "(" value? ")" ";"\nname: "x" | "y"\n'
                   'value: name | "1"', 2),
    "words": ('start: ("ab" | "ac")* "d"?', 2),
}  # fmt: skip


def compiled(name):
    text, k = GRAMMARS[name]
    return PredictiveTable.compile(Grammar.parse(text), k)


def near_misses(texts, rng):
    characters = sorted(set("".join(texts)))
    for text in texts:
        place = rng.randrange(len(text) + 1)
        yield text[:place] + rng.choice(["", rng.choice(characters)]) + text[place + rng.randrange(2) :]


def strings_of(grammar, count, seed=0):
    rng = random.Random(seed)
    inside = [text for text in grammar.sample(count, rng) if len(text) <= 60]
    return [*inside, *near_misses(inside, rng)]


@pytest.mark.parametrize("name", GRAMMARS)
def test_the_machine_accepts_what_earley_accepts(name):
    text, k = GRAMMARS[name]
    grammar = Grammar.parse(text)
    earley = Lark(grammar.to("lark"), parser="earley", lexer="dynamic")
    strings = [string for string in strings_of(grammar, 40) if len(string) <= (12 if name == "json" else 25)]

    def accepts(string):
        try:
            earley.parse(string)
        except LarkError:
            return False
        return True

    expected = [accepts(string) for string in strings]
    assert any(expected)
    assert not all(expected)
    assert PredictiveTable.compile(grammar, k).machine.accepts_all(strings) == expected


@pytest.mark.parametrize("name", GRAMMARS)
def test_the_machine_is_a_grammar_of_the_same_language(name):
    table = compiled(name)
    again = PredictiveTable.compile(table.machine.grammar(), table.machine.k)
    strings = strings_of(Grammar.parse(GRAMMARS[name][0]), 300)
    assert again.machine.accepts_all(strings) == table.machine.accepts_all(strings)


@pytest.mark.parametrize("name", GRAMMARS)
def test_every_step_but_pops_reads_a_character(name):
    machine = compiled(name).machine
    assert all(is_reading or not left for left, is_reading in zip(machine.writes, machine.reads, strict=True))


def test_the_tree_holds_the_rules():
    tree = compiled("arithmetic").parse("1*(2+34)")
    spans = [(node.rule, node.start, node.end) for node in tree.walk()]
    assert spans == [
        ("start", 0, 8), ("term", 0, 8), ("factor", 0, 1), ("factor", 2, 8), ("start", 3, 7),
        ("term", 3, 4), ("factor", 3, 4), ("term", 5, 7), ("factor", 5, 7),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["1+", "(1", "1)", "", "x"])
def test_no_tree_outside_the_language(text):
    with pytest.raises(ExampleError, match="does not accept"):
        compiled("arithmetic").parse(text)


@pytest.mark.parametrize(
    ("grammar", "k", "message", "hint"),
    [
        ('start: "a" start | "a"', 1, r"rule start becomes: before 'a', both .* for example in 'aa?'", "k=2 tells"),
        ('start: start "b" | "a"', 1, "left recursion: the rule start -> the rule start", "no lookahead helps"),
        ('start: x\nx: y "b" | "a"\ny: z? x', 1, "left recursion: the rule x -> the rule y -> the rule x", "no look"),
        ('start: "a" start "a" | "b"?', 2, "for example in 'aa+'", "the text ends there|no k up to 3"),
        ('start: a | b\na: "x"* "y"\nb: "x"* "z"', 1, "both a and b", "no k up to 3"),
        ('start: a | b\na: "x"\nb: "x"', 2, "before 'x' and the end, both a and b, for example in 'x'", "text ends"),
    ],
)
def test_conflicts_name_the_rule_the_lookahead_and_a_string(grammar, k, message, hint):
    parsed = Grammar.parse(grammar + ('\nz: "z"' if " z?" in grammar else ""))
    with pytest.raises(LookaheadError, match=message) as raised:
        PredictiveTable.compile(parsed, k)
    assert any(part in raised.value.hint for part in hint.split("|"))


def test_a_lookahead_of_no_character_is_refused():
    with pytest.raises(ConfigurationError, match="0 characters"):
        PredictiveTable.compile(Grammar.parse('start: "a"'), 0)


def test_an_overflow_is_an_error_and_no_answer():
    machine = compiled("dyck").machine
    deep = "(" * 50 + ")" * 50
    assert machine.accepts_all([deep]) == [True]
    with pytest.raises(LimitError, match="more than 20 symbols"):
        machine.accepts_all([deep], depth=20)


def test_any_character_may_come():
    assert compiled("json").machine.accepts_all(['"é"', "\U0001f600", "[1]"]) == [False, False, True]


def test_a_rule_that_is_called_like_a_character_stays_a_rule_of_its_own():
    grammar = Grammar.parse('start: "B" b "b"\nb: "b" "c"? | "c" "B"')
    texts = ["Bbb", "Bbcb", "BcBb", "Bb", "BBb"]
    back = PredictiveTable.compile(grammar, 2).machine.grammar()
    assert back.accepts_all(texts) == grammar.accepts_all(texts) == [True, True, True, False, False]


def test_a_machine_that_accepts_nothing_is_no_grammar():
    machine = compiled("dyck").machine
    with pytest.raises(LookaheadError, match="accepts nothing"):
        machine.with_cells(machine.cells * 0).grammar()
