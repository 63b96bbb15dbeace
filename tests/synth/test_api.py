import json
import re
import time

import pytest

import synth
from dsl.constraints import parse_constraints
from dsl.regex import Regex
from searchers.problem import Problem
from searchers.protocol import Improved, Progress
from searchers.scoring.regexes import DescriptionLength
from searchers.spaces.confidence import confidence

WORDS = ["ab12", "c3", "xyz99", "q4", "rst1"]


def test_the_best_and_the_front(stub):
    result = synth.induce(WORDS)
    assert result.best.pattern == "[a-z]+[0-9]+"
    assert result.best == result.front[-1]
    sizes = [candidate.size for candidate in result.front]
    objectives = [candidate.objective for candidate in result.front]
    assert sizes == sorted(set(sizes))
    assert objectives == sorted(set(objectives), reverse=True)
    assert all(result.best.language.accepts(text) and re.fullmatch(result.best.pattern, text) for text in WORDS)


def test_a_searcher_may_name_its_own_pick(stub, monkeypatch):
    pick = DescriptionLength(Problem.of(WORDS)).score(Regex.parse(".+"))
    monkeypatch.setattr(stub, "answer", pick, raising=False)
    assert synth.induce(WORDS).best == pick


def test_answers_are_written_as_a_person_would():
    found = synth.induce(["CRITICAL", "FATAL"] * 9, kind="regex", searcher="beam", guesses=["(CRITIC|FAT)AL"], steps=1)
    patterns = {candidate.pattern for candidate in found.members}
    assert "CRITICAL|FATAL" in patterns
    assert "(CRITIC|FAT)AL" not in patterns


def test_an_answer_tells_how_sure_it_is():
    plates = [f"{37 * number:03}-{letter}" for number, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXY")]
    few, many = synth.induce(plates[:3], kind="regex"), synth.induce(plates, kind="regex")
    assert 0 < few.confidence < many.confidence < 1
    assert many.to_json()["confidence"] == round(many.confidence, 3)
    assert synth.induce(plates, kind="regex", objective="median").confidence is None


def test_nobody_is_sure_of_an_answer_before_the_search_had_its_pick(tmp_path):
    plates, run = ["AB-1234", "XY-9051", "QT-3377", "MK-4820"], tmp_path / "run"

    def interrupt(event):
        if isinstance(event, Improved):
            raise KeyboardInterrupt

    for given in ({"steps": 2}, {"on_event": interrupt}, {"timeout": 0.0001}):
        assert synth.induce(plates, **given).confidence is None
    session = synth.Session(plates, on_event=interrupt)
    assert session.result.interrupted
    assert session.result.confidence is None
    synth.induce(plates, steps=2, out=run)
    assert json.loads((run / "hall_of_fame.json").read_text())["confidence"] is None
    finished, again = synth.resume(run, steps=1000), synth.resume(run)
    assert finished.best == again.best  # as a person would write it
    assert finished.confidence == again.confidence > 0


def test_nobody_is_sure_by_a_pattern_that_answers_spoke_against():
    invoices = [f"INV-{number}" for number in (1234, 5678, 9012, 3456, 7788, 4021)]
    longer = Regex.parse("INV-[0-9]{3,5}").accepts
    alone = synth.induce(invoices, kind="regex", effort=1)
    asked = synth.induce(invoices, kind="regex", effort=1, oracle=longer, questions=60)
    assert (alone.best.pattern, asked.best.pattern) == ("INV-[0-9]{4}", "INV-[0-9]{3,5}")
    objective = DescriptionLength(Problem.of(invoices))
    own = confidence(objective.score(asked.best.language), Problem.of(invoices))
    assert asked.confidence == pytest.approx(own)
    assert asked.confidence < alone.confidence


def test_statistics(stub):
    stats = synth.induce(WORDS, seed=7).stats
    assert stats["searcher"] == "stub"
    assert stats["seed"] == 7
    assert stats["candidates"] == 300
    assert stats["candidates_per_second"] == pytest.approx(300 / stats["seconds"])
    assert not stats["interrupted"]
    assert not stats["proved"]
    assert synth.induce(["a1"]).stats["proved"]


def test_the_seed_decides_the_random_stream(stub, monkeypatch):
    drawn = []
    search = stub.search
    monkeypatch.setattr(stub, "search", lambda self, *rest: drawn.append(rest[-1].random()) or search(self, *rest))
    for seed in (1, 2, 1):
        synth.induce(WORDS, seed=seed)
    assert drawn[0] == drawn[2] != drawn[1]


def test_json_has_the_documented_shape(stub):
    result = synth.induce(WORDS, reject=["12", "ab"])
    value = json.loads(json.dumps(result.to_json()))
    assert value["schema"] == 1
    assert value["version"] == synth.__version__
    assert value["kind"] == "regex"
    assert value["best"] == value["front"][-1]
    assert value["best"] == {
        "pattern": "[a-z]+[0-9]+",
        "notation": "[a-z]+[0-9]+",
        "size": 5,
        "distance": 0,
        "objective": 12.0,
        "accepted": 5,
        "rejected": 2,
        "terms": {"edits": 0.0, "pattern": 12.0},
    }
    documented = "seconds candidates candidates_per_second searcher seed interrupted proved questions"
    assert set(value["stats"]) == set(documented.split())
    assert (value["reason"], value["warnings"]) == ("", [])


def test_events_are_handed_on_in_order(stub):
    events = []
    synth.induce(WORDS, on_event=events.append)
    assert isinstance(events[0], Improved)
    assert [event.candidates for event in events if isinstance(event, Progress)] == [100, 200, 300]


def test_what_searchers_tell_each_other_is_kept_from_listeners():
    events = []
    synth.induce(WORDS, steps=1, on_event=events.append)
    assert {type(event) for event in events} == {Improved, Progress}


def test_a_timeout_gives_the_best_so_far_in_time(stub, clock):
    stub.pause, began = 0.3, clock[0]
    result = synth.induce(WORDS, timeout=0.1)
    assert clock[0] - began < 0.6
    assert result.best.distance == 0
    assert not result.interrupted


def test_a_timeout_ends_a_searcher_that_does_not_watch_the_clock(stub, clock, monkeypatch):
    def endless(self, problem, objective, budget, rng):
        yield from search(self, problem, objective, budget, rng)
        for number in range(1_000):
            time.sleep(0.01)
            yield Progress(number, "forever")

    search = stub.search
    monkeypatch.setattr(stub, "search", endless)
    began = clock[0]
    synth.induce(WORDS, timeout=0.2)
    assert clock[0] - began < 0.7


def test_steps_limit_the_search(stub):
    assert synth.induce(WORDS, steps=1).stats["candidates"] == 100


@pytest.mark.parametrize("after", [1, 2, 3])
def test_an_interrupt_gives_the_best_so_far(stub, after):
    events = []

    def interrupt(event):
        events.append(event)
        if len(events) == after:
            raise KeyboardInterrupt

    result = synth.induce(WORDS, on_event=interrupt)
    assert result.interrupted
    assert result.stats["interrupted"]
    assert result.best.distance == 0


def test_an_interrupt_before_the_first_candidate_is_passed_on(stub, monkeypatch):
    def nothing(*_):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(stub, "search", nothing)
    with pytest.raises(KeyboardInterrupt):
        synth.induce(WORDS)


def test_a_search_without_an_answer_says_so(stub, monkeypatch):
    monkeypatch.setattr(stub, "search", lambda *_: iter(()))
    with pytest.raises(synth.ConstraintError, match="found nothing"):
        synth.induce(WORDS)


def test_problems_reach_the_searcher(stub, monkeypatch):
    seen = []
    search = stub.search
    monkeypatch.setattr(
        stub, "search", lambda self, problem, *rest: seen.append(problem) or search(self, problem, *rest)
    )
    synth.induce(["a", "b", "a"], reject=["c"], constraints=["max-states=3"], guesses=["[ab]"])
    made = parse_constraints(["posix"])
    synth.induce(["a"], constraints=made)
    first, second = seen
    assert dict(zip(first.positives, first.weights, strict=True)) == {"a": 2, "b": 1}
    assert first.negatives == ("c",)
    assert [str(guess) for guess in first.guesses] == ["[ab]"]
    assert len(first.constraints.checks) == 1
    assert second.constraints is made


@pytest.mark.parametrize(
    ("options", "message", "hint"),
    [
        ({"searcher": "bean"}, "no searcher 'bean'", "'beam'"),
        ({"searcher": "beam", "device": "cuda"}, "device is for searcher='reinforce'", "use it"),
        ({"searcher": "exact", "warm_start": False}, "cannot do without warm starts", "auto or beam"),
        ({"kind": "cfg", "warm_start": False}, "cannot do without warm starts", "evolve or reinforce"),
        ({"kind": "auto", "warm_start": False}, "cannot do without warm starts", "kind='regex'"),
        ({"policy": "weights"}, "policy is for searcher='reinforce'", "use it"),
        ({"kind": "cfg", "searcher": "exact"}, "'exact' is not for kind='cfg'", "auto or beam or evolve or reinforce"),
        ({"kind": "cfg", "searcher": "bean"}, "no searcher 'bean'", "'beam'"),
        ({"kind": "auto", "searcher": "beam"}, "'beam' is not for kind='auto'", "use auto"),
        ({"kind": "cfg", "constraints": ["posix"]}, "constraints are not for kind='cfg'", "kind='regex'"),
        ({"kind": "cfg", "searcher": "beam", "oracle": bool}, "used by searcher='auto'", "no oracle"),
        ({"kind": "cfg", "oracle": bool, "questions": 0}, "0 questions", "at least 1"),
        ({"kind": "cfg", "questions": 5}, "without an oracle", "give an oracle"),
        ({"kind": "rejex"}, "no kind", "'regex'"),
        ({"objective": "mld"}, "no objective 'mld'", "'mdl'"),
        ({"searcher": "beam", "oracle": bool}, "used by searcher='auto'", "no oracle"),
        ({"ray": "nowhere"}, "no address", "HOST:PORT"),
        ({"ray": "127.0.0.1:1"}, "no Ray cluster at 127.0.0.1:1", "ray start"),
        ({"effort": 0}, "effort", "1"),
        ({"effort": 6}, "effort", "5"),
        ({"timeout": 0}, "timeout", "positive"),
        ({"timeout": float("nan")}, "timeout", "positive"),
        ({"steps": 0}, "steps", "1"),
        ({"workers": 0}, "workers", "1"),
        ({"constraints": ["max-state=3"]}, "no constraint", "max-states"),
        ({"guesses": ["a(b"]}, "does not parse", "ends too early"),
        ({"reject": ["c3"]}, "also examples", "remove"),
    ],
)
def test_errors_say_what_to_do(options, message, hint):
    with pytest.raises(synth.SynthError, match=message) as caught:
        synth.induce(WORDS, **options)
    assert hint in caught.value.hint


@pytest.mark.parametrize("examples", [[], "abc", [1]])
def test_unusable_examples(examples):
    with pytest.raises(synth.ExampleError):
        synth.induce(examples)


def test_declared_names_exist():
    assert sorted(synth.__all__) == synth.__all__
    assert all(getattr(synth, name) is not None for name in synth.__all__)
    assert set(synth.__all__) <= set(dir(synth))
    with pytest.raises(AttributeError, match="no attribute 'indcue'"):
        synth.indcue  # noqa: B018
