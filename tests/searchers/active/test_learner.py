"""The learner against small recursive-descent recognisers that share nothing with it."""

import random
import re
from collections import Counter

import pytest

from dsl.errors import LimitError
from dsl.grammars.recognition import accepts_all
from searchers.active.learner import Learner

NUMBER = re.compile(r"0|[1-9][0-9]*")
STRING = re.compile(r'"[a-z]*"')
ATOM = re.compile(r'0|[1-9][0-9]*|true|false|null|"[a-z]*"')


# ------------------------------------------------------------------------------------------- languages


def is_dyck(text):
    while (shorter := text.replace("()", "").replace("[]", "")) != text:
        text = shorter
    return not text


def is_sum(text):
    end = _sum(text, 0)
    return end == len(text)


def _sum(text, start):
    """The end of the longest sum that begins here, None if there is none."""
    end = _term(text, start)
    while end is not None and text[end : end + 1] in ("+", "*"):
        end = _term(text, end + 1)
    return end


def _term(text, start):
    if text[start : start + 1] == "(":
        end = _sum(text, start + 1)
        return None if end is None or text[end : end + 1] != ")" else end + 1
    match = NUMBER.match(text, start)
    return match and match.end()


def is_json(text):
    return _value(text, 0) == len(text)


def _value(text, start):
    for opening, closing, item in (("[", "]", _value), ("{", "}", _member)):
        if text[start : start + 1] == opening:
            return _items(text, start + 1, closing, item)
    match = ATOM.match(text, start)
    return match and match.end()


def _items(text, start, closing, item):
    if text[start : start + 1] == closing:
        return start + 1
    while (end := item(text, start)) is not None:
        if text[end : end + 1] == closing:
            return end + 1
        if text[end : end + 1] != ",":
            return None
        start = end + 1
    return None


def _member(text, start):
    match = STRING.match(text, start)
    return _value(text, match.end() + 1) if match and text[match.end() : match.end() + 1] == ":" else None


def dyck(rng, depth=4):
    inside = range(rng.randrange(4) if depth else 0)
    return "".join(both[0] + dyck(rng, depth - 1) + both[1] for both in (rng.choice(["()", "[]"]) for _ in inside))


def sums(rng, depth=3):
    text = f"({sums(rng, depth - 1)})" if depth and rng.random() < 0.35 else number(rng)
    while rng.random() < 0.4:
        text += rng.choice("+*") + number(rng)
    return text


def number(rng):
    return str(rng.choice([0, rng.randrange(10), rng.randrange(100), rng.randrange(5000)]))


def string(rng):
    return '"' + "".join(rng.choices("abcxyz", k=rng.randrange(5))) + '"'


def json(rng, depth=3):
    kind = rng.randrange(7 if depth else 4)
    if kind < 4:
        return [string(rng), number(rng), number(rng), rng.choice(["true", "false", "null"])][kind]
    parts = [json(rng, depth - 1) for _ in range(rng.randrange(4))]
    return "[" + ",".join(parts) + "]" if kind < 6 else "{" + ",".join(f"{string(rng)}:{part}" for part in parts) + "}"


LANGUAGES = {"dyck": (dyck, is_dyck), "sums": (sums, is_sum), "json": (json, is_json)}


def examples(draw, count=25, seed=1):
    rng = random.Random(seed)
    return list(dict.fromkeys(draw(rng) for _ in range(2 * count)))[:count]


def broken(texts, accepts, seed=0):
    """The texts with a character deleted, inserted or replaced, those that the language has left out."""
    rng = random.Random(seed)
    letters = sorted(set().union(*texts))
    for text in texts:
        place = rng.randrange(len(text) + 1)
        other = text[:place] + rng.choice(["", rng.choice(letters)]) + text[place + rng.randrange(2) :]
        if not accepts(other):
            yield other


def learned(texts, ask, seed=0, spent=lambda: False):
    asked = []
    learner = Learner(texts, lambda text: asked.append(text) or ask(text), random.Random(seed), spent)
    return learner.learn(), asked, learner


# ------------------------------------------------------------------------------------------- what it learns


@pytest.mark.parametrize(("draw", "accepts"), LANGUAGES.values(), ids=LANGUAGES)
@pytest.mark.parametrize("seed", [1, 2])
def test_nested_languages_are_learned(draw, accepts, seed):
    known = examples(draw, seed=seed)
    assert all(map(accepts, known))
    grammar, asked, _ = learned(known, accepts)
    unseen = examples(draw, 300, seed=99)
    assert accepts_all(grammar, [*known, *unseen]).all()
    wrong = list(broken(unseen, accepts))
    assert len(wrong) > 50
    assert not [text for text, accepted in zip(wrong, accepts_all(grammar, wrong), strict=True) if accepted]
    assert len(asked) < 2000


@pytest.mark.parametrize(("draw", "accepts"), LANGUAGES.values(), ids=LANGUAGES)
def test_every_text_is_asked_about_once_and_no_example(draw, accepts):
    known = examples(draw)
    _, asked, learner = learned(known, accepts)
    assert set(Counter(asked).values()) == {1}
    assert not set(asked) & set(known)
    assert learner.answers == {text: accepts(text) for text in {*asked, *known}}


@pytest.mark.parametrize(("draw", "accepts"), LANGUAGES.values(), ids=LANGUAGES)
def test_the_same_grammar_with_the_same_seed(draw, accepts):
    known = examples(draw)
    one, asked, _ = learned(known, accepts, seed=5)
    other, again, _ = learned(known[::-1], accepts, seed=5)
    assert (one, asked) == (other, again)


def test_a_few_examples_are_enough():
    grammar, _, _ = learned(["(1+2)*30", "7"], is_sum)
    assert all(map(grammar.accepts, ["0", "10*(2+(3))+4", "((5))", "(12*3)*(4)"]))
    assert not any(map(grammar.accepts, ["", "01", "1+", "()", "(1", "1)(2", "(1)(2)"]))


def test_brackets_that_no_example_has():
    grammar, _, _ = learned(["()", "(())"], is_dyck)
    assert all(map(grammar.accepts, ["", "[]", "([])[()]", "[[]][]"]))
    assert not any(map(grammar.accepts, ["[", "([)]", "(]"]))


def test_words_of_which_only_some_are_allowed():
    grammar, _, _ = learned(["true", "not(false)", "not(not(true))"], _is_logic)
    assert all(map(grammar.accepts, ["false", "not(not(not(false)))"]))
    assert not any(map(grammar.accepts, ["maybe", "true(false)", "nottrue", "not()"]))


def _is_logic(text):
    while text.startswith("not(") and text.endswith(")"):
        text = text[4:-1]
    return text in ("true", "false")


def is_statement(text):
    return _statement(text.split(" "), 0) == len(text.split(" "))


def _statement(words, start):
    """The end of the statement that begins here: skip, or if x then S else S, or do S end; None if there is none."""
    if words[start : start + 1] == ["skip"]:
        return start + 1
    for *opening, closing in ([["if", "x", "then"], ["else"], []], [["do"], ["end"]]):
        end = start
        for number, part in enumerate([*opening, closing]):
            if end is None or words[end : end + len(part)] != part:
                break
            end += len(part)
            if number < len(opening):
                end = _statement(words, end)
        else:
            return end
    return None


def test_statements_that_nest_without_brackets():
    known = ["skip", "do skip end", "if x then skip else skip", "do do skip end end", "if x then do skip end else skip"]
    assert all(map(is_statement, known))
    grammar, _, _ = learned(known, is_statement)
    assert grammar.accepts("if x then if x then skip else do skip end else do if x then skip else skip end")
    assert not any(map(grammar.accepts, ["do do skip end", "if x then skip", "skip skip", "if x then skip else"]))


def test_operators_of_known_signs():
    compares = re.compile("[a-z] (<|>=|<=|<>) [a-z]")
    grammar, _, _ = learned(["a < b", "x >= y", "c < d"], lambda text: bool(compares.fullmatch(text)))
    assert all(map(grammar.accepts, ["a <= b", "a <> b"]))
    assert not any(map(grammar.accepts, ["a == b", "a > b"]))


def test_ways_to_write_a_time_that_no_example_shows():
    times = re.compile("[0-2][0-9]:[0-5][0-9](Z|[+-][0-9:]{5})?")
    _, _, learner = learned(["12:30", "04:05", "23:59"], lambda text: bool(times.fullmatch(text)))
    assert all(learner.answers[text] for text in ("12:34Z", "12:34+01:00"))


# --------------------------------------------------------------------------------- oracles of little help


SCEPTICS = {"unknown": lambda known: lambda text: None, "no": lambda known: lambda text: text in known}


def test_numbers_that_differ_in_one_width_are_of_two_types():
    dates = re.compile(r"([1-9][0-9]{0,2} x |(0[1-9]|[1-9][0-9]{0,2})/xx/)[12][0-9]{3}")
    known = ["7 x 2001", "45 x 1999", "120 x 2020", "7/xx/2010", "05/xx/1980", "120/xx/2004"]
    grammar, _, _ = learned(known, lambda text: dates.fullmatch(text) is not None)
    assert all(grammar.accepts(text) for text in (*known, "08/xx/2001", "30 x 2001"))


def test_numbers_within_tokens_are_like_those_that_stand_alone():
    times = re.compile(r"([1-9]|0[12][0-9])(T[0-2][0-9]|/x)")
    known = ["5T01", "8T12", "3T20", "6/x", "7/x", "012/x", "024/x"]
    grammar, _, _ = learned(known, lambda text: times.fullmatch(text) is not None)
    assert all(grammar.accepts(text) for text in ("012T20", "029T01", "9T11"))


@pytest.mark.parametrize("sceptic", SCEPTICS.values(), ids=SCEPTICS)
@pytest.mark.parametrize(
    "known",
    [["x"], ["", "a"], ["()", "(())"], ["1+2", "3"], ["a b", "a"], ["(", "((x"], ['"a"', '["b"]'], ["f(a)", "g(f(b))"]],
)
def test_an_oracle_without_a_yes_gives_a_grammar_all_the_same(known, sceptic):
    grammar, asked, _ = learned(known, sceptic(known))
    assert any(map(grammar.accepts, known))
    assert len(asked) < 2000


def test_an_oracle_that_says_yes_to_everything():
    grammar, _, _ = learned(["(1+2)*3", "4"], lambda text: True)
    assert all(map(grammar.accepts, ["(1+2)*3", "4"]))


def test_private_characters_are_refused():
    with pytest.raises(LimitError, match="private-use"):
        learned(["(\ue000)", "x"], lambda text: None)


def test_without_time_nothing_is_asked():
    known = examples(sums)
    _, asked, _ = learned(known, is_sum, spent=lambda: True)
    assert asked == []


@pytest.mark.parametrize("known", [["m²", "km²", "m"], ["é(ß)", "(é)"], ["\ud800", "\u2028"], ["日本", "本"]])
def test_characters_of_the_world(known):
    grammar, _, _ = learned(known, lambda text: None)
    assert any(map(grammar.accepts, known))


@pytest.mark.parametrize("known", [["a½a", "½1a²"], ["aa²1", "a½a", "½1a²"]])
def test_other_digits(known):
    grammar, _, _ = learned(known, lambda text: None)
    assert any(map(grammar.accepts, known))
