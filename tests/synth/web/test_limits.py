"""What the page refuses to take."""

import json

import pytest

from dsl.errors import LimitError
from synth.web import limits
from tests.support.web_page import news


def test_a_body_that_is_too_large(client, desk, monkeypatch):
    monkeypatch.setattr("synth.web.bodies.MOST_BYTES", 1 << 20)
    body = json.dumps({"match": ["a" * (1 << 20)], "reject": []})
    answer = client.put(f"{desk}/texts", content=body)
    assert answer.status_code == 413
    assert answer.json()["error"] == "more than 1 MiB at once"
    assert answer.json()["hint"]


def test_a_body_that_does_not_say_how_large_it_is(client, desk, monkeypatch):
    monkeypatch.setattr("synth.web.bodies.MOST_BYTES", 1 << 20)
    pieces = (b"a" * (1 << 16) for _ in range(32))
    assert client.put(f"{desk}/texts", content=pieces).status_code == 413


def test_too_many_examples_and_too_long_ones(client, desk, monkeypatch):
    monkeypatch.setattr(limits, "MOST_EXAMPLES", 3)
    answer = client.put(f"{desk}/texts", json={"match": list("abcd"), "reject": []})
    assert (answer.status_code, answer.json()["error"]) == (413, "4 examples, the limit of the page is 3")
    answer = client.put(f"{desk}/texts", json={"match": ["a" * 100_001], "reject": []})
    assert (answer.status_code, answer.json()["error"]) == (
        413,
        "an example has 100,001 characters, the limit is 100,000",
    )
    assert news(client, desk)["state"]["examples"] == 0


def test_too_many_pages(client, monkeypatch):
    desks = [client.post("desks", json={}) for _ in range(limits.MOST_DESKS)]
    server = client.app.routes[0].endpoint.__self__
    for desk in server._desks._desks.values():
        monkeypatch.setattr(desk.board, "_listeners", 1)
    answer = client.post("desks", json={})
    assert (answer.status_code, answer.json()["error"]) == (413, "8 pages are open, which is the limit")
    first = server._desks[desks[0].json()["desk"]]
    monkeypatch.setattr(first.board, "_listeners", 0)  # it was closed: its place is taken
    assert client.post("desks", json={}).status_code == 200
    assert client.post(f"desks/{first.name}/stop", json={}).json()["error"] == "this page was closed"


def test_too_many_searches(client, idle, desk):
    client.put(f"{desk}/texts", json={"match": ["a"], "reject": []})
    for _ in range(limits.MOST_SEARCHES):
        client.post("desks", json={})
    for process in idle[1:]:
        process.is_idle = False
    answer = client.post(f"{desk}/search", json={})
    assert (answer.status_code, answer.json()["error"]) == (413, "4 searches are running, which is the limit")
    idle[1].is_idle = True
    assert client.post(f"{desk}/search", json={}).status_code == 200


def test_a_search_has_a_time_limit_and_names_no_file(client, idle, desk, tmp_path):
    client.put(f"{desk}/texts", json={"match": ["a"], "reject": []})
    wanted = {"timeout": 1e9, "effort": 5, "out": "/tmp/elsewhere", "guesses": ["/etc/passwd"], "policy": "/etc/passwd"}
    client.post(f"{desk}/search", json=wanted)
    (order,) = idle[0].orders
    assert order.options.keys() == {"timeout", "effort", "out"}
    assert order.options["timeout"] == limits.SEARCH_SECONDS
    assert order.options["out"].startswith(str(tmp_path))


def test_work_for_one_answer_is_cut_short(monkeypatch):
    monkeypatch.setattr(limits, "ANSWER_SECONDS", 0.2)

    def endless():
        while True:
            pass

    with pytest.raises(LimitError, match="longer than"):
        limits.within_seconds(endless)


def test_uploads_are_not_opened_by_their_names(client, tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("secret\n")
    answer = client.post(f"columns?name={secret}", content=b"given\n")
    assert answer.json() == [{"name": "", "values": ["given"]}]


@pytest.mark.parametrize("name", ["bomb.gz", "bomb.csv.zst", "table.parquet"])
def test_what_may_become_any_size_is_not_unpacked(client, name):
    answer = client.post(f"columns?name={name}", content=b"\x1f\x8b")
    assert answer.status_code == 400
    assert answer.json()["hint"]


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{", b"\xff", b'{"match": 1, "reject": []}', b'{"match": [1], "reject": []}', b"[" * 100_000]
)
def test_a_body_that_is_something_else(client, desk, body):
    answer = client.put(f"{desk}/texts", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("not a request of the page")
