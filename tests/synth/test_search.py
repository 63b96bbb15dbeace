"""Searches for grammars, and for whichever of both kinds is better, on the stub searchers and on the real ones."""

import itertools
import json
import re
import signal
import time
import tomllib

import pytest

import synth
from dsl.errors import LimitError
from dsl.grammar import Grammar
from dsl.regex import Regex
from searchers.protocol import Improved, Progress
from searchers.scoring.prices import Margins

BRACKETS = ["()", "(())", "()()", "(()())", "((()))"]


def balanced(text):
    depth = 0
    for character in text:
        depth += {"(": 1, ")": -1}.get(character, -len(text) - 1)
        if depth < 0:
            return False
    return depth == 0


def test_a_grammar_and_its_front(grammar_stub):
    result = synth.induce(BRACKETS, reject=["(", ")("], kind="cfg", seed=5)
    assert result.kind == "cfg"
    assert result.best.pattern == 'start: ("(" start ")")*'
    assert result.best == result.front[-1]
    assert [candidate.size for candidate in result.front] == [3, 7]
    assert (result.best.score.accepted, result.best.score.rejected, result.best.distance) == (5, 2, 0)
    assert (result.stats["searcher"], result.stats["seed"], result.stats["candidates"]) == ("grammar stub", 5, 20)
    assert isinstance(result.best.language, Grammar)


def test_the_median_objective(grammar_stub):
    best = synth.induce(BRACKETS, kind="cfg", objective="median").best
    assert set(best.score.terms) == {"distance", "size", "negatives"}


def test_a_run_directory(grammar_stub, tmp_path):
    result = synth.induce(BRACKETS, kind="cfg", oracle=balanced, questions=50, out=tmp_path / "run")
    saved = json.loads((tmp_path / "run" / "hall_of_fame.json").read_text())
    assert saved == result.to_json()
    assert saved["best"]["pattern"] == 'start: ("(" start ")")*'
    config = tomllib.loads((tmp_path / "run" / "config.toml").read_text())
    assert (config["arguments"]["kind"], config["arguments"]["questions"]) == ("cfg", 50)
    answers = [json.loads(line) for line in (tmp_path / "run" / "oracle.jsonl").read_text().splitlines()]
    assert {"text": "((", "accepted": False} in answers
    events = (tmp_path / "run" / "events.jsonl").read_text().splitlines()
    assert json.loads(events[-1])["pattern"] == result.best.pattern


def test_questions_are_counted_and_limited(grammar_stub):
    asked = []
    result = synth.induce(BRACKETS, kind="cfg", oracle=lambda text: asked.append(text) or balanced(text))
    assert result.stats["questions"] == len(asked) == 7  # five examples, and those of the stub
    assert result.warnings == ()
    limited = synth.induce(BRACKETS, kind="cfg", oracle=balanced, questions=1)
    assert limited.stats["questions"] == 1
    assert synth.induce(BRACKETS, kind="cfg").stats["questions"] == 0


@pytest.mark.parametrize(
    ("oracle", "warning"),
    [
        (lambda _: 1 / 0, "3 of 3 questions unanswered (3 failures, the last: ZeroDivisionError: division by zero)"),
        (lambda _: "yes", "(3 failures, the last: it answered with str, not with True, False or None)"),
        (lambda _: None, "3 of 3 questions unanswered (0 failures)"),
        (lambda text: text != "(())", "contradicts 1 of the examples, which win; the first is '(())'"),
    ],
)
def test_what_is_wrong_with_an_oracle_is_told(grammar_stub, oracle, warning):
    result = synth.induce(BRACKETS, kind="cfg", oracle=oracle)
    assert result.best.pattern == 'start: ("(" start ")")*'
    assert warning in result.warnings[0]
    assert result.to_json()["warnings"] == list(result.warnings)


def test_an_interrupt_in_the_oracle_keeps_the_best_so_far(grammar_stub):
    def oracle(text):
        if text == "((":
            raise KeyboardInterrupt
        return balanced(text)

    result = synth.induce(BRACKETS, kind="cfg", oracle=oracle)
    assert result.interrupted
    assert result.best.pattern == "start: /[()]/*"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interrupt_that_python_drops_ends_the_search_all_the_same(grammar_stub):
    class Finalised:
        def __del__(self):
            signal.raise_signal(signal.SIGINT)

    def oracle(text):
        if text == "((":
            Finalised()
        return balanced(text)

    result = synth.induce(BRACKETS, kind="cfg", oracle=oracle)
    assert result.interrupted
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_timeout_ends_the_search(grammar_stub, monkeypatch):
    monkeypatch.setattr(grammar_stub, "pause", 0.2)
    assert len(synth.induce(BRACKETS, kind="cfg", timeout=0.1).front) == 1


# ------------------------------------------------------------------------------------------------ kind="auto"


@pytest.fixture
def offers(grammar_stub, monkeypatch):
    """Sets the patterns and the grammars that stubs offer, under the real objectives."""
    from searchers.registry import SEARCHERS
    from tests.support import stub_search

    monkeypatch.setitem(SEARCHERS["regex"], "auto", ("tests.support.stub_search", "StubSearcher"))

    def offer(patterns, grammars):
        monkeypatch.setattr(stub_search, "PATTERNS", patterns)
        monkeypatch.setattr(stub_search, "GRAMMARS", grammars)

    return offer


def test_auto_takes_a_grammar_that_is_clearly_better(offers):
    offers(["[()]*"], ['start: ("(" start ")")*'])
    result = synth.induce(BRACKETS, kind="auto")
    assert (result.kind, result.best.pattern) == ("cfg", 'start: ("(" start ")")*')
    assert result.reason.startswith("a grammar: it saves ")
    assert all(isinstance(candidate.language, Grammar) for candidate in result.front)
    assert result.to_json()["kind"] == "cfg"
    assert result.stats["candidates"] == 110
    assert result.stats["searcher"] == "stub and grammar stub"


def test_auto_prefers_a_regex(offers):
    offers(["[()]*"], ["start: /[()]/ start |"])
    result = synth.induce(BRACKETS, kind="auto")
    assert (result.kind, result.best.pattern) == ("regex", "[()]*")
    assert "the best grammar takes " in result.reason
    assert all(isinstance(candidate.language, Regex) for candidate in result.front)


def test_a_little_better_is_not_enough(offers, monkeypatch):
    monkeypatch.setattr("synth.results.choice.MARGINS", Margins(nested=1000.0))
    offers(["[ab]*"], ['start: ("a" start "b")*'])
    result = synth.induce(["ab", "aabb", "abab", "aababb", "aaabbb"], kind="auto")
    assert result.kind == "regex"
    assert "saves " in result.reason
    assert "bits only" in result.reason


def test_brackets_that_match_and_nest_in_all_examples_mean_a_grammar(offers, monkeypatch):
    offers(["[()]*"], ['start: ("(" start ")")*'])
    monkeypatch.setattr("synth.results.choice.MARGINS", Margins(nested=1000.0, matched=1000.0))
    nested = synth.induce(BRACKETS, kind="auto")
    assert (nested.kind, nested.best.pattern) == ("cfg", 'start: ("(" start ")")*')
    assert nested.reason == "a grammar: what opens is closed in every example, at different depths"
    assert synth.induce(["()", "()()", "()()()"], kind="auto").kind == "regex"


def test_a_grammar_without_recursion_comes_back_as_a_regex(offers):
    offers(["."], ['start: pair~1..3\npair: "a" digit\ndigit: "0".."9"'])
    result = synth.induce(["a1", "a2a3", "a4a5a6", "a7a8", "a9", "a0a1"], kind="auto")
    assert (result.kind, result.best.pattern) == ("regex", "(a[0-9]){1,3}")
    assert result.best == result.front[-1]
    assert result.reason == "a regular expression: the best grammar has no recursion"


def test_a_grammar_without_recursion_is_compared_as_a_regex(offers):
    months = "Apr|Aug|Dec|Feb|Jan|Jul|Jun|Mar|May|Nov|Oct|Sep"  # which have a name among regular expressions alone
    offers([months], ['start: "A".."Z" "a".."z"~2'])
    result = synth.induce(["Jan", "Mar", "May", "Oct", "Dec", "Feb", "Sep"] * 2, kind="auto")
    assert (result.kind, result.best.pattern) == ("regex", months)


def test_auto_counts_candidates_of_both_on(offers):
    offers(["[()]*", "[()]+"], ["start: /[()]/*"] * 2)
    counts = []
    synth.induce(BRACKETS, kind="auto", on_event=lambda e: isinstance(e, Progress) and counts.append(e.candidates))
    assert counts == [100, 200, 210, 220]


@pytest.mark.parametrize("phase", ["regex", "cfg"])
def test_an_interrupt_of_either_search_keeps_the_best_so_far(offers, phase):
    offers(["[()]*"], ['start: ("(" start ")")*'])

    def interrupt(event):
        if isinstance(event, Improved) and isinstance(event.candidate.language, Grammar) == (phase == "cfg"):
            raise KeyboardInterrupt

    result = synth.induce(BRACKETS, kind="auto", on_event=interrupt)
    assert result.interrupted
    assert all(map(result.best.language.accepts, BRACKETS))


def test_an_interrupt_before_the_first_grammar_gives_the_regex(offers, grammar_stub, monkeypatch):
    def nothing(*_):
        raise KeyboardInterrupt
        yield

    offers(["[()]*"], [])
    monkeypatch.setattr(grammar_stub, "search", nothing)
    result = synth.induce(BRACKETS, kind="auto")
    assert (result.interrupted, result.best.pattern) == (True, "[()]*")
    assert "interrupted" in result.reason


def test_no_grammar_is_no_failure(offers, grammar_stub, monkeypatch):
    offers(["[()]*"], [])
    monkeypatch.setattr(grammar_stub, "search", lambda *_: iter(()))
    result = synth.induce(BRACKETS, kind="auto")
    assert result.best.pattern == "[()]*"
    assert "no grammar, because" in result.reason


# --------------------------------------------------------------------------------------------- the real searchers


@pytest.mark.parametrize("searcher", ["auto", "beam"])
def test_balanced_brackets(searcher):
    examples = ["", *BRACKETS, "()(())", "(())()()"]
    result = synth.induce(examples, reject=["(", ")", "(()", "())", ")("], kind="cfg", searcher=searcher)
    language = result.best.language
    assert all(language.accepts(text) == balanced(text) for text in ["((()()))", "(()))", "())("])


def test_auto_takes_a_regex_for_what_is_regular():
    result = synth.induce(["2024-01-05", "1999-12-31", "2001-07-19", "1987-03-22"] * 3, kind="auto")
    assert result.kind == "regex"
    assert result.best.language.accepts("2010-10-10")


def test_both_searches_ask_and_share_the_questions(grammar_stub):
    asked = []

    def oracle(text):
        asked.append(text)
        return re.fullmatch("[a-z][0-9]{1,2}", text) is not None

    result = synth.induce(["a1", "b22", "c3"], kind="auto", oracle=oracle, questions=200, effort=1)
    assert (result.kind, result.best.pattern) == ("regex", "[a-z][0-9]{1,2}")
    assert {"(", "(("} <= set(asked)
    assert result.stats["questions"] == len(asked) <= 200


def endless(*_):
    while True:
        time.sleep(0.01)
    yield


def test_where_the_time_is_too_short_for_any_answer_there_is_one(stub, grammar_stub, monkeypatch):
    for searcher in (stub, grammar_stub):
        monkeypatch.setattr(searcher, "search", endless)
    assert synth.induce(["ab", "b"], timeout=0.1).best.pattern == "[ab]*"
    result = synth.induce(["ab", "b"] * 3, reject=["ba", "c"], kind="cfg", timeout=0.1)
    assert result.best.pattern == 'start: "a".."b"*'
    assert (result.best.score.accepted, result.best.score.rejected) == (6, 1)
    assert not result.interrupted
    with pytest.raises(synth.ConstraintError, match="found nothing"):
        synth.induce(["ab", "b"], constraints=["alphabet=a"], timeout=0.1)


def test_what_is_weighed_for_lack_of_time_is_little(stub, monkeypatch):
    monkeypatch.setattr(stub, "search", endless)
    texts = [f"{number:07}" for number in range(60_000)]
    result = synth.induce(texts, timeout=0.1)
    assert result.best.pattern == "[0-9]*"
    assert result.best.score.accepted == 60_000
    assert "only for some of the examples" in result.warnings[0]


@pytest.mark.parametrize(
    ("error", "note"), [(MemoryError(), "memory is used up"), (LimitError("too large"), "ended early: too large")]
)
def test_what_ends_a_search_early_loses_nothing(error, note, stub, monkeypatch):
    search = stub.search

    def broken(self, *given):
        events = search(self, *given)
        yield from itertools.islice(events, 6)
        raise error

    monkeypatch.setattr(stub, "search", broken)
    result = synth.induce(["ab12", "c3", "xyz99", "q4", "rst1"])
    assert result.best.pattern == "[a-z]+[0-9]+"
    assert note in result.warnings[0]


def test_a_limit_before_anything_was_found_is_told(stub, monkeypatch):
    def broken(*_):
        raise LimitError("too large")
        yield

    monkeypatch.setattr(stub, "search", broken)
    with pytest.raises(LimitError, match="too large"):
        synth.induce(["ab"])


def test_a_question_that_hangs_costs_the_time_and_no_more(grammar_stub):
    result = synth.induce(BRACKETS, kind="cfg", oracle=lambda text: time.sleep(60), timeout=0.2)
    assert result.best.score.accepted == 5
    assert result.stats["seconds"] < 30
