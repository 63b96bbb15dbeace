"""The open pages, each by itself; what a closed one leaves behind is cleared away."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from secrets import token_urlsafe
from shutil import rmtree
from typing import Final

from dsl.errors import ConfigurationError, LimitError
from synth.web.desk import Desk
from synth.web.limits import ABSENT_SECONDS, FORGET_SECONDS, MOST_DESKS, MOST_SEARCHES

LOOK_SECONDS: Final = 1.0  # between two looks for pages that were closed


class Desks:
    """The desks by their names, each with a folder of its own within `folder`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._desks: dict[str, Desk] = {}

    def __getitem__(self, name: str) -> Desk:
        """The desk of this name. Raises ConfigurationError when there is none, or none any more."""
        try:
            return self._desks[name]
        except KeyError:
            raise ConfigurationError("this page was closed", hint="load it again") from None

    async def open(self, name: object = None) -> tuple[Desk, bool]:
        """The desk of this name, if its page was closed, and else a new one; with whether it is new.

        So a page that is loaded again goes on, and a second tab does not get in its way. Raises LimitError when too
        many pages are open.
        """
        known = self._desks.get(name) if isinstance(name, str) else None
        if known is not None and known.board.absent_seconds > 0:
            return known, False
        if len(self._desks) >= MOST_DESKS:
            absent = [desk for desk in self._desks.values() if desk.board.absent_seconds > 0]
            if not absent:
                hint = "close one of them, and load this one again"
                raise LimitError(f"{MOST_DESKS} pages are open, which is the limit", hint=hint)
            await self._forget(max(absent, key=lambda desk: desk.board.absent_seconds))
        name = token_urlsafe(12)
        desk = self._desks[name] = Desk(name, self._folder / name)
        return desk, True

    def check_searches(self, desk: Desk) -> None:
        """Raises LimitError when too many other pages are searching."""
        if sum(other.is_busy for other in self._desks.values() if other is not desk) >= MOST_SEARCHES:
            hint = "stop one of them first"
            raise LimitError(f"{MOST_SEARCHES} searches are running, which is the limit", hint=hint)

    async def look_after(self) -> None:
        """Stop searches of closed pages, and forget pages that were closed long ago, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for desk in list(self._desks.values()):
                absent = desk.board.absent_seconds
                if absent > FORGET_SECONDS:
                    await self._forget(desk)
                elif absent > ABSENT_SECONDS and desk.is_busy:
                    await desk.halt()

    async def close(self) -> None:
        """End all processes."""
        for desk in list(self._desks.values()):
            await self._forget(desk)

    async def _forget(self, desk: Desk) -> None:
        del self._desks[desk.name]
        await desk.close()
        with suppress(OSError):
            await asyncio.to_thread(rmtree, self._folder / desk.name)
