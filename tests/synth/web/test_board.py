"""News are numbered: who comes back has what he missed, and nothing twice."""

import asyncio

from synth.web.board import Board


def listened(board, number, count):
    """The first events of a listener that has news up to `number`."""

    async def listen():
        found = []
        async for event in board.events(number):
            if event.startswith("id"):
                found.append(event.splitlines())
            if len(found) == count:
                break
        return [(int(one[0][4:]), one[1][7:], one[2][6:]) for one in found]

    return listen()


def test_the_latest_of_each_kind_in_their_order():
    async def run():
        board = Board()
        for kind, data in (("front", 1), ("state", "a"), ("front", 2)):
            board.post(kind, data)
        assert await listened(board, 0, 2) == [(2, "state", '"a"'), (3, "front", "2")]
        assert await listened(board, 2, 1) == [(3, "front", "2")]

    asyncio.run(run())


def test_a_broken_connection_goes_on_where_it_was():
    async def run():
        board = Board()
        board.post("front", 1)
        assert await listened(board, 0, 1) == [(1, "front", "1")]
        later = asyncio.create_task(listened(board, 1, 2))
        await asyncio.sleep(0)
        board.post("front", 2)
        board.post("answer", {"x": "\n\u2028"})
        assert await later == [(2, "front", "2"), (3, "answer", '{"x": "\\n\\u2028"}')]

    asyncio.run(run())


def test_a_silent_connection_says_that_it_is_there(monkeypatch):
    monkeypatch.setattr("synth.web.board.HEARTBEAT", 0.01)

    async def run():
        events = Board().events(0)
        assert await anext(events) == "retry: 1000\n\n"
        assert await anext(events) == ": still here\n\n"

    asyncio.run(run())


def test_whether_somebody_listens():
    async def run():
        board = Board()
        assert board.absent_seconds > 0
        events = board.events(0)
        await anext(events)
        assert board.absent_seconds == 0
        await events.aclose()
        assert board.absent_seconds > 0

    asyncio.run(run())
