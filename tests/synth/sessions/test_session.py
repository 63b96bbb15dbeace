import json
import re

import numpy as np
import pytest

import synth

CODES = ["ab12", "cd34", "ef56", "gh78", "xy90"]


def asked(session, target, most=12):
    """The strings that a session asked of a user who knows a pattern, until it had no more."""
    matcher, texts = re.compile(target), []
    while (text := session.question) is not None and len(texts) < most:
        texts.append(text)
        session.answer(matcher.fullmatch(text) is not None)
    return texts


def test_answers_widen_the_pattern():
    session = synth.Session(CODES, effort=1)
    assert session.result.best.pattern == "[a-z]{2}[0-9]{2}"
    texts = asked(session, "[a-z]{2}[0-9]+")
    assert len(texts) == len(set(texts))
    assert not set(texts) & set(CODES)
    best = session.result.best
    assert best.language.accepts("qq1")
    assert best.language.accepts("qq123456")
    assert not best.language.accepts("q12")
    assert session.result.stats["questions"] == len(texts)


@pytest.mark.parametrize("reply", ["no", 0, 1, "y", []])
def test_what_is_no_answer_is_refused(reply):
    session = synth.Session(CODES, effort=1)
    assert session.question is not None
    with pytest.raises(synth.ConfigurationError, match="not an answer"):
        session.answer(reply)
    with pytest.raises(synth.ConfigurationError, match="not an answer"):
        session.add("new1", reply)
    with pytest.raises(synth.ExampleError, match="not a string: 5"):
        session.add(5, matches=True)
    assert session.said == ()


def doubtful(target="[a-z]{2}[0-9]{2}"):
    """A session that asks again what was answered wrongly at first, with that string; all else was answered right."""
    session = synth.Session(CODES, effort=1)
    wrong, matcher = session.question, re.compile(target)
    session.answer(matcher.fullmatch(wrong) is None)
    for _ in range(10):
        if session.doubted is not None:
            return session, wrong
        session.answer(matcher.fullmatch(session.question) is not None)
    raise AssertionError("nothing was asked again")


def test_a_wrong_answer_is_asked_for_again():
    session, wrong = doubtful()
    assert (session.question, session.doubted) == (wrong, True)
    session.answer(False)
    assert session.question != wrong
    assert session.contradictions == ()
    assert wrong in session.problem.negatives
    assert session.result.best.language.accepts("qw41")
    assert not session.result.best.language.accepts("q41")


def test_a_wrong_answer_that_is_confirmed_is_not_fatal():
    session, wrong = doubtful()
    session.answer(True)
    assert wrong not in asked(session, "[a-z]{2}[0-9]{2}")
    assert session.result.best.language.accepts("qw41")
    assert not session.result.best.language.accepts("q41")
    assert [(one.text, one.given) for one in session.contradictions] == [(wrong, "answer")]


def test_who_does_not_know_the_second_time_said_what_they_said_the_first():
    session, wrong = doubtful()
    session.answer(None)
    assert session.question != wrong
    assert wrong in session.problem.positives


def test_undo_takes_back_the_second_answer_alone():
    session, wrong = doubtful()
    session.answer(False)
    session.undo()
    assert wrong in session.problem.positives
    session.undo()
    session.drop(wrong)
    assert wrong not in session.problem.positives


def test_a_session_that_asked_again_goes_on_from_its_dict():
    session, wrong = doubtful()
    session.answer(False)
    again = synth.Session.from_dict(json.loads(json.dumps(session.to_dict())))
    assert [said.matches for said in again.said if said.text == wrong] == [True, False]
    assert again.question != wrong
    assert not again.result.best.language.accepts(wrong)


def test_right_answers_are_not_asked_for_again():
    session = synth.Session(CODES, effort=1)
    texts = asked(session, "[a-z]{2}[0-9]{2}")
    assert len(texts) == len(set(texts))


def test_a_callable_is_asked_again():
    times, matcher = [], re.compile("[a-z]{2}[0-9]{2}")

    def ask(text):
        times.append(text)
        return (matcher.fullmatch(text) is not None) is (len(times) > 1)

    result = synth.induce(CODES, ask=ask, effort=1)
    assert times.count(times[0]) == 2
    assert result.stats["questions"] == len(times)
    assert not result.best.language.accepts(times[0])


def test_a_string_that_is_added_is_an_example():
    session = synth.Session(CODES, effort=1)
    session.add("zz9999", matches=True)
    session.add("zz1", matches=False)
    language = session.result.best.language
    assert language.accepts("zz9999")
    assert language.accepts("ab12")
    assert not language.accepts("zz1")
    assert session.problem.positives[-1] == "zz9999"
    assert session.problem.negatives == ("zz1",)
    assert session.undo()
    assert session.problem.negatives == ()


def test_undo_takes_back_the_last_answer():
    session = synth.Session(CODES, effort=1)
    first = session.question
    session.answer(None)
    assert session.question != first
    assert session.undo()
    assert session.said == ()
    assert not session.undo()
    assert session.question is not None


def test_a_session_goes_on_from_its_dict():
    session = synth.Session(CODES, negatives=["ab1x"], effort=1)
    session.answer(session.question is not None)
    session.add("zz9", matches=True)
    again = synth.Session.from_dict(json.loads(json.dumps(session.to_dict())))
    assert again.said == session.said
    assert again.result.best.language.accepts("zz9")
    assert again.question not in {None, session.said[0].text}


def test_what_was_said_before_must_be_dropped_first():
    session = synth.Session(CODES, effort=1)
    with pytest.raises(synth.ExampleError, match="'ab12' is already an example") as raised:
        session.add("ab12", matches=False)
    assert "session.drop" in raised.value.hint
    session.drop("ab12")
    session.add("ab12", matches=False)
    assert session.said[-1] == ("ab12", False, False)


def test_bad_input_is_refused_at_once():
    with pytest.raises(synth.ExampleError):
        synth.Session([])
    with pytest.raises(synth.ConfigurationError, match="oracle"):
        synth.Session(CODES, oracle=bool)


@pytest.mark.parametrize("examples", [["same"], ["same"] * 5, [""]])
def test_examples_that_are_all_the_same(examples):
    session = synth.Session(examples, effort=1)
    asked(session, "[a-z]*", most=3)
    assert session.result.best.language.accepts(examples[0])


NESTED = ["()", "(())", "()()", "(()())", "((()))", "(()(()))", "((()))()", "(((())))", "()(()(()()))"]


@pytest.mark.parametrize(("examples", "kind"), [(CODES, "regex"), (NESTED, "cfg")])
def test_a_session_of_either_kind_goes_on_with_the_one_that_tells_more(examples, kind):
    session = synth.Session(examples, kind="auto", effort=1)
    assert session.result.kind == kind
    session.answer(session.question is None)
    assert synth.Session.from_dict(session.to_dict()).result.kind == kind


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (lambda _: np.True_, ""),
        (lambda _: None, ""),
        (lambda _: "yes", "answered with str"),
        (lambda _: 1 / 0, "division"),
    ],
)
def test_a_callable_that_fails_is_told_of(answer, told):
    result = synth.induce(CODES, ask=answer, questions=2, effort=1)
    assert bool(result.warnings) == bool(told)
    assert told in " ".join(result.warnings)


def test_truth_values_of_numpy_are_answers():
    target = re.compile("[a-z]{2}[0-9]+")
    plain, numpy = (
        synth.induce(CODES, ask=lambda text, kind=kind: kind(target.fullmatch(text) is not None), effort=1)
        for kind in (bool, np.bool)
    )
    assert plain.best.pattern == numpy.best.pattern


def test_a_session_says_less_where_it_was_asked_less():
    session = synth.Session(CODES, effort=1)
    before = session.confidence
    asked(session, "[a-z]{2}[0-9]{2}")
    assert 0 < before < session.confidence < 1


def test_a_grammar_stays_until_something_speaks_against_it():
    session = synth.Session(NESTED, kind="cfg", effort=1)
    before = session.result.best
    for _ in range(3):
        session.answer(before.language.accepts(session.question))
    after = session.result
    assert (after.kind, after.best.pattern) == ("cfg", before.pattern)
    assert after.stats["questions"] == 3


def test_a_result_is_made_once_for_what_was_said():
    session = synth.Session(["ab1", "cd2", "ef3"], effort=1)
    first = session.result
    assert session.result is first
    session.answer(False)
    assert session.result is not first
    session.undo()
    assert session.result.stats["questions"] == 0


def test_of_many_examples_fewer_candidates_are_scored(monkeypatch):
    session = synth.Session(["ab1", "cd2", "ef3"], effort=1)
    session.answer(False)
    monkeypatch.setattr("synth.sessions.session.SCORED", 10)
    result = session.result
    assert result.front == [result.best]


def test_the_likeliest_of_those_that_are_right_about_as_often_answers():
    session = synth.Session(["AB-1234", "XY-9051", "QT-3377", "MK-4820"])
    assert session.question == "A-1234"
    session.answer(True)
    language = session.result.best.language
    assert language.accepts("A-1234")
    assert not language.accepts("1-x-2-y")  # nobody means [A-Za-z0-9]+(-[A-Za-z0-9]+)*
