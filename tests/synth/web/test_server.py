"""Every feature of the page, through its requests, with a real search."""

import io
import json
import re
import zipfile

import pytest

from synth.inputs.tables import Column
from tests.support.web_page import CODES, board, client_of, news, wait_until


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """A page whose search has ended: the client, and the address of the desk."""
    with client_of(tmp_path_factory.mktemp("runs"), [Column("code", [*CODES, ""])]) as client:
        opened = client.post("desks", json={}).json()
        assert opened["given"] == [{"name": "code", "values": CODES}]
        assert "re" in opened["formats"]
        desk = f"desks/{opened['desk']}"
        board(client, desk)._listeners = 1  # the page is open
        client.put(f"{desk}/texts", json={"match": [*CODES, CODES[0]], "reject": ["AB-1"]})
        assert client.post(f"{desk}/search", json={"effort": 1}).status_code == 200
        wait_until(client, desk, lambda told: told["state"]["phase"] == "idle")
        yield client, desk


def test_what_the_page_is_told(found):
    told = news(*found)
    answer = told["answer"]
    assert re.fullmatch(answer["pattern"], "AB-113")
    assert (answer["matched"], answer["total"], answer["rejected"], answer["toReject"]) == (21, 21, 1, 1)
    assert answer["is_pick"]
    assert answer["title"][0][0] == "p"
    assert [row["is_pick"] for row in told["front"]].count(True) == 1
    assert len(told["front"]) > 1
    assert 0 < told["asked"]["confidence"] <= 1
    assert told["failed"] is None


def test_another_member_of_the_hall_of_fame(found):
    client, desk = found
    simplest = news(client, desk)["front"][0]
    client.post(f"{desk}/show", json={"notation": simplest["notation"]})
    assert news(client, desk)["answer"]["pattern"] == simplest["pattern"]
    assert not news(client, desk)["answer"]["is_pick"]
    client.post(f"{desk}/show", json={"notation": None})
    assert news(client, desk)["answer"]["is_pick"]


def test_verdict(found):
    client, desk = found
    assert client.post(f"{desk}/verdict", json={"text": "AB-115"}).json()["matches"]
    assert client.post(f"{desk}/verdict", json={"text": "AB-15"}).json()["distance"] == 1


def test_lists(found):
    client, desk = found
    first = client.get(f"{desk}/texts?list=match").json()
    assert (first["total"], first["pages"], len(first["rows"])) == (20, 1, 20)
    assert (first["rows"][0]["text"], first["rows"][0]["count"], first["rows"][0]["matches"]) == (CODES[0], 2, True)
    assert client.get(f"{desk}/texts?list=reject").json()["rows"][0]["text"] == "AB-1"
    assert client.get(f"{desk}/texts?list=misfits").json()["rows"] == []
    assert client.get(f"{desk}/texts?list=match&page=7").json()["rows"] == []


def test_drawings_are_data(found):
    client, desk = found
    trees = client.get(f"{desk}/drawings").json()
    assert [tree[0] for tree in trees] == ["section"] * 3
    assert "Part by part" in json.dumps(trees)
    assert "Railroad" in json.dumps(trees)


@pytest.mark.parametrize(("name", "written"), [("re", "AB-1"), ("lark", "start:"), ("dot", "digraph")])
def test_exports(found, name, written):
    client, desk = found
    assert written in client.get(f"{desk}/exports/{name}").json()["text"]


def test_an_export_that_is_no_text(found):
    client, desk = found
    answer = client.get(f"{desk}/exports/dfa")
    assert answer.headers["content-disposition"] == 'attachment; filename="pattern.dfa"'
    assert client.get(f"{desk}/exports/none").status_code == 400


def test_run_and_report(found):
    client, desk = found
    answer = client.get(f"{desk}/run.zip")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        assert {"run/config.toml", "run/hall_of_fame.json", "run/examples.jsonl"} <= set(packed.namelist())
    report = client.get(f"{desk}/report.html")
    assert report.headers["content-disposition"].startswith("attachment")
    assert "Part by part" in report.text


def test_answers_and_undo(found):
    client, desk = found
    before = news(client, desk)["asked"]
    assert before["question"] is not None
    assert client.post(f"{desk}/reply", json={"matches": False}).status_code == 200

    def is_answered(told):
        return told["asked"]["said"] and told["state"]["phase"] == "idle"

    told = wait_until(client, desk, is_answered)
    assert [one["text"] for one in told["asked"]["said"]] == [before["question"]]
    assert told["asked"]["question"] != before["question"]
    client.post(f"{desk}/reply", json={"undo": True})
    told = wait_until(client, desk, lambda told: not is_answered(told) and told["state"]["phase"] == "idle")
    assert told["asked"]["said"] == []


# ------------------------------------------------------------------------------------------ without a search


def test_pages_are_independent(client):
    one, other = (f"desks/{client.post('desks', json={}).json()['desk']}" for _ in range(2))
    client.put(f"{one}/texts", json={"match": ["a"], "reject": []})
    assert news(client, one)["state"]["examples"] == 1
    assert news(client, other)["state"]["examples"] == 0


def test_moving_and_adding(client, desk):
    client.put(f"{desk}/texts", json={"match": ["a", "b"], "reject": []})
    client.post(f"{desk}/move", json={"text": "a", "to": "reject"})
    assert news(client, desk)["state"]["reject"] == 1
    assert client.post(f"{desk}/texts", json={"match": ["a", "c"], "reject": []}).json() == {"conflicts": ["a"]}
    answer = client.put(f"{desk}/texts", json={"match": ["a"], "reject": ["a"]})
    assert "'a'" in answer.json()["error"]
    assert answer.json()["hint"]


@pytest.mark.parametrize(
    ("name", "data", "columns"),
    [
        ("x.csv", b"id,name\n1,a\n2,\n", [("id", ["1", "2"]), ("name", ["a"])]),
        ("x.jsonl", b'"a"\n"b\\nc"\n', [("value", ["a", "b\nc"])]),
        ("x.jsonl", b'{"a": 1}\n', [("a", ["1"])]),
        ("x.txt", "é\nü\n".encode("latin-1"), [("", ["é", "ü"])]),
        ("x.txt", "é\r\nü\r\n".encode("utf-16"), [("", ["é", "ü"])]),
    ],
)
def test_columns(client, name, data, columns):
    answer = client.post(f"columns?name={name}", content=data).json()
    assert [(one["name"], one["values"]) for one in answer] == columns


@pytest.mark.parametrize(("name", "data"), [("x.csv", b""), ("x.jsonl", b"{"), ("x.txt", b"\x00\x01")])
def test_files_that_cannot_be_read(client, name, data):
    answer = client.post(f"columns?name={name}", content=data)
    assert answer.status_code == 400
    assert answer.json()["hint"]


def test_nothing_to_search_for(client, desk):
    assert client.post(f"{desk}/search", json={}).json()["error"] == "there are no examples"
    for path in ("drawings", "exports/re", "run.zip", "report.html"):
        assert client.get(f"{desk}/{path}").status_code == 400
    assert client.post(f"{desk}/reply", json={"matches": True}).json()["error"] == "there is no question now"


def test_files_of_the_page(client):
    assert client.get("").headers["content-type"].startswith("text/html")
    for name in ("main.js", "style.css"):
        assert client.get(f"page/{name}").status_code == 200
    assert "--accent" in client.get("report.css").text


def test_news_of_an_earlier_search_are_not_told(client, idle, desk):
    client.put(f"{desk}/texts", json={"match": ["a"], "reject": []})
    client.post(f"{desk}/search", json={})
    (order,) = idle[0].orders
    idle[0].hear(order.number - 1, "noted", "late")
    idle[0].hear(order.number, "noted", "now")
    wait_until(client, desk, lambda told: told["noted"] == "now")
