import pytest

from tests.support.web_page import Idle, client_of


@pytest.fixture
def idle(monkeypatch):
    """No search runs; returns the processes that were begun."""
    begun = []
    monkeypatch.setattr("synth.web.desk.SearchProcess", lambda *given: begun.append(Idle(*given)) or begun[-1])
    return begun


@pytest.fixture
def client(idle, tmp_path):
    """A browser at the page, whose searches do nothing."""
    with client_of(tmp_path) as client:
        yield client


@pytest.fixture
def desk(client):
    """The address of a page."""
    return f"desks/{client.post('desks', json={}).json()['desk']}"
