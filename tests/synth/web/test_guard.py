"""Each attack on the page; each test fails without its guard."""

import re

import pytest
from starlette.datastructures import Headers

from synth.web.guard import POLICY, refused
from tests.support.web_page import HOST, ORIGIN, TOKEN

PATHS = [
    "",
    "page/main.js",
    "report.css",
    "desks/x/events",
    "desks/x/run.zip",
    "desks/x/report.html",
    "desks/x/exports/re",
]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("token", ["", "wrong", TOKEN[:-1], TOKEN + "a", TOKEN.upper()])
def test_nothing_is_there_without_the_token(client, path, token):
    answer = client.get(f"{ORIGIN}/{token}/{path}")
    assert answer.status_code == 403
    assert TOKEN not in answer.text


def test_nothing_is_done_without_the_token(client, idle):
    assert client.post(f"{ORIGIN}/wrong/desks", json={}).status_code == 403
    assert not idle


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "", "192.168.0.1:8000"]
)
def test_a_name_that_was_pointed_at_this_machine_is_refused(client, host):
    """DNS rebinding: the browser thinks that the page is the attacker's."""
    assert client.get("", headers={"Host": host}).status_code == 403
    assert client.post("desks", json={}, headers={"Host": host, "Origin": f"http://{host}"}).status_code == 403


@pytest.mark.parametrize("host", ["localhost:8000", "LOCALHOST", "127.0.0.1", "[::1]:8000"])
def test_this_machine_has_several_names(client, host):
    assert client.get("", headers={"Host": host, "Origin": f"http://{host}"}).status_code == 200


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "https://127.0.0.1:8000", "http://127.0.0.1:9000", f"{ORIGIN}.evil.example"],
)
def test_requests_from_other_pages_are_refused(client, idle, origin):
    assert client.post("desks", json={}, headers={"Origin": origin}).status_code == 403
    assert client.get("page/main.js", headers={"Origin": origin}).status_code == 403
    assert not idle


def test_what_changes_something_must_say_where_it_comes_from():
    assert refused("POST", f"/{TOKEN}/desks", Headers({"host": HOST}), TOKEN)
    assert not refused("GET", f"/{TOKEN}/desks", Headers({"host": HOST}), TOKEN)


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_browser_that_says_cross_site_is_believed(client, site):
    """As for <img src=…/run.zip>, which has no Origin."""
    assert client.get("", headers={"Sec-Fetch-Site": site}).status_code == 403
    assert client.get("", headers={"Sec-Fetch-Site": "none"}).status_code == 200


@pytest.mark.parametrize("path", ["", "page/main.js", "page/nothing.js", "desks/x/run.zip"])
def test_the_policy_is_on_every_answer(client, path):
    answer = client.get(path)
    assert answer.headers["content-security-policy"] == POLICY
    assert "unsafe" not in POLICY
    assert "script-src 'self'" in POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"


def test_the_page_has_no_inline_script(client):
    page = client.get("").text
    assert '<script type="module" src="page/main.js"></script>' in page
    assert page.count("<script") == 1
    assert not re.search(r"<[^>]* on\w+=", page)
    assert "style=" not in page


@pytest.mark.parametrize(
    "name",
    [
        "..%2Fserver.py",
        "%2Fetc%2Fpasswd",
        "..%5Cserver.py",
        "index.html%00.js",
        ".hidden.js",
        "main.js%2F..%2F..%2Fdesk.py",
    ],
)
def test_no_other_file_is_given(client, name):
    answer = client.get(f"page/{name}")
    assert answer.status_code in (403, 404)
    assert "import" not in answer.text
