"""The page without a network: its server in this process, its searches in their own."""

import time
from contextlib import contextmanager

from starlette.testclient import TestClient

from synth.web.server import application

TOKEN = "a-token-that-nobody-guesses"
HOST = "127.0.0.1:8000"
ORIGIN = f"http://{HOST}"
CODES = [f"AB-{number}" for number in range(100, 120)]


class Idle:
    """In the place of a search's process: takes orders, and does nothing."""

    is_alive = True
    is_idle = True

    def __init__(self, hear, memory):
        self.hear = hear
        self.orders = []

    def send(self, order):
        self.orders.append(order)

    def interrupt(self):
        pass

    def halt(self):
        pass

    def end(self):
        pass


@contextmanager
def client_of(folder, given=()):
    with TestClient(
        application(TOKEN, folder, given), base_url=f"{ORIGIN}/{TOKEN}/", headers={"Origin": ORIGIN}
    ) as client:
        yield client


def board(client, desk):
    """The board itself, since a stream of events would not end."""
    server = client.app.routes[0].endpoint.__self__
    return server._desks[desk.partition("/")[2]].board


def news(client, desk):
    """What the page was told last, by kind."""
    return {one.kind: one.data for one in board(client, desk).after(0)}


def wait_until(client, desk, holds, seconds=60):
    """The news, as soon as `holds(news)`."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = news(client, desk)
        if holds(found):
            return found
        time.sleep(0.05)
    raise AssertionError(f"not within {seconds} seconds: {found}")
