"""`synth serve` from outside: what it prints, and what goes wrong."""

import re
import socket
import sys

import pytest

from tests.support.browser import served


@pytest.fixture
def no_server(monkeypatch):
    """Nothing is served; returns what uvicorn was asked for."""
    asked = []

    class Server:
        def __init__(self, config):
            self.config = config

        def run(self, sockets):
            asked.append((self.config, sockets[0].getsockname()))

    monkeypatch.setattr("uvicorn.Server", Server)
    monkeypatch.setattr("synth.web.serving.load", lambda: None)
    return asked


def test_the_address_is_on_this_machine_and_has_a_token(synth_command, no_server):
    first, second = (synth_command("serve", "--no-browser") for _ in range(2))
    assert first.exit_code == 0, first.output
    (config, (host, port)), _ = no_server
    assert host == "127.0.0.1"
    assert re.fullmatch(rf"http://127\.0\.0\.1:{port}/[\w-]{{32}}/\n", first.stdout)
    assert first.stdout.split("/")[3] != second.stdout.split("/")[3]
    assert config.access_log is False  # which would hold the token


def test_a_browser_that_cannot_be_opened(synth_command, no_server, monkeypatch):
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address))
    result = synth_command("serve")
    assert result.exit_code == 0
    assert opened == [result.stdout.strip()]
    assert "no browser could be opened" in result.stderr


def test_a_port_that_is_in_use(synth_command):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        result = synth_command("serve", "--no-browser", "--port", str(other.getsockname()[1]))
    assert result.exit_code == 2
    assert "is in use" in result.stderr
    assert "--port" in result.stderr


def test_a_file_that_is_not_there(synth_command):
    result = synth_command("serve", "nowhere.txt")
    assert result.exit_code == 2
    assert "no such file: nowhere.txt" in result.stderr


def test_without_the_extra(synth_command, monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "synth.web.serving", raising=False)
    result = synth_command("serve", "--no-browser")
    assert result.exit_code == 2
    assert "pip install 'synth[web]'" in result.stderr


@pytest.mark.slow
def test_a_served_page_answers():
    import httpx2

    with served() as address:
        assert "<h1>synth</h1>" in httpx2.get(address).text
        assert httpx2.get(address.replace("127.0.0.1", "localhost")).status_code == 200
        assert httpx2.get(address.rsplit("/", 2)[0]).status_code == 403
