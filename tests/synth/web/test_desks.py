"""Pages that were closed: their searches are stopped, and after a long time they are forgotten."""

import asyncio

import pytest

from dsl.errors import ConfigurationError
from synth.web import desks as module
from synth.web.desks import Desks


@pytest.fixture
def quick(monkeypatch):
    """A second lasts a hundredth of one."""
    monkeypatch.setattr(module, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(module, "ABSENT_SECONDS", 0.1)


def looked_after(desks, seconds):
    """Look after the desks for a while."""

    async def look():
        task = asyncio.create_task(desks.look_after())
        await asyncio.sleep(seconds)
        task.cancel()

    return look()


def test_the_search_of_a_closed_page_is_stopped(quick, idle, tmp_path):
    async def run():
        desks = Desks(tmp_path)
        desk, _ = await desks.open()
        stopped = []
        idle[0].is_idle, idle[0].halt = False, lambda: stopped.append(True)
        events = desk.board.events(0)
        await anext(events)
        await looked_after(desks, 0.3)
        assert not stopped  # while somebody listens
        await events.aclose()
        await looked_after(desks, 0.3)
        assert stopped
        assert desks[desk.name] is desk  # what it found is kept

    asyncio.run(run())


def test_a_page_is_forgotten_with_its_process_and_its_files(quick, idle, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "FORGET_SECONDS", 0.1)

    async def run():
        desks = Desks(tmp_path)
        desk, _ = await desks.open()
        (tmp_path / desk.name).mkdir()
        ended = []
        idle[0].end = lambda: ended.append(True)
        await looked_after(desks, 0.5)
        assert ended
        assert not list(tmp_path.iterdir())
        with pytest.raises(ConfigurationError, match="closed"):
            desks[desk.name]

    asyncio.run(run())


def test_a_page_that_is_loaded_again_goes_on_and_a_second_one_begins(idle, tmp_path):
    async def run():
        desks = Desks(tmp_path)
        desk, is_new = await desks.open()
        assert is_new
        assert await desks.open(desk.name) == (desk, False)
        events = desk.board.events(0)
        await anext(events)
        other, is_new = await desks.open(desk.name)  # a tab that was duplicated
        assert is_new
        assert other is not desk
        assert (await desks.open(["x"]))[1]
        await events.aclose()

    asyncio.run(run())
