import re
from itertools import islice

from benchmarks.corpus.requests import Request, requests, task, tasks


def test_all_patterns_allow_the_examples():
    for request in requests():
        strays = [text for text in request.examples if not re.fullmatch(request.target, text)]
        assert not strays, request


def test_several_patterns_must_match_and_some_must_not():
    request = Request(["[a-z0-9]+", ".*[0-9].*", "!.*00.*"], ["a1"])
    allowed = [text for text in ("a1", "0a0", "a", "a00", "A1") if re.fullmatch(request.target, text)]
    assert allowed == ["a1", "0a0"]


def test_a_task_has_strings_on_both_sides():
    for request in (Request(["[A-Z]{2}[0-9]+", ".{4}"], ["AB12"]), Request([".*", "!.*cat.*"], ["dog"])):
        made = task("request-0", request)
        assert made["positives"] == request.examples
        assert len(made["test_negatives"]) >= 20
        assert all(re.fullmatch(request.target, text) for text in made["test_positives"])
        assert not any(re.fullmatch(request.target, text) for text in made["test_negatives"])


def test_every_third_request_is_for_choosing():
    names = [[each["id"] for each in islice(tasks(choosing=choosing), 4)] for choosing in (False, True)]
    assert names[0] == ["request-0", "request-1", "request-3", "request-4"]
    assert names[1] == ["request-2", "request-5", "request-8", "request-11"]
