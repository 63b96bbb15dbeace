"""What a page is told while it is open: the latest news of each kind, numbered, as server-sent events."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

HEARTBEAT: Final = 5.0  # seconds after which a silent connection says that it is there
RETRY: Final = 1_000  # milliseconds after which a browser comes back


@dataclass(frozen=True)
class News:
    """Something that replaces what was said before of the same kind."""

    number: int
    kind: str
    data: object

    def event(self) -> str:
        """The news as a server-sent event."""
        return f"id: {self.number}\nevent: {self.kind}\ndata: {json.dumps(self.data)}\n\n"


class Board:
    """Whoever comes back with the number of the last news that he had gets those that are newer, and nothing twice."""

    def __init__(self) -> None:
        self._latest: dict[str, News] = {}
        self._number = 0
        self._changed = asyncio.Event()
        self._listeners = 0
        self._left = time.monotonic()  # when the last listener went

    @property
    def absent_seconds(self) -> float:
        """How long nobody has listened; 0 while somebody does."""
        return 0.0 if self._listeners else time.monotonic() - self._left

    def post(self, kind: str, data: object) -> None:
        """Put up news; in the thread of the event loop."""
        self._number += 1
        self._latest[kind] = News(self._number, kind, data)
        self._changed.set()
        self._changed = asyncio.Event()

    def after(self, number: int) -> list[News]:
        """The news that are newer, in their order."""
        return sorted((news for news in self._latest.values() if news.number > number), key=lambda news: news.number)

    async def events(self, number: int) -> AsyncIterator[str]:
        """All that is newer than `number`, and what comes, until the listener has gone."""
        self._listeners += 1
        try:
            yield f"retry: {RETRY}\n\n"
            while True:
                changed = self._changed
                for news in self.after(number):
                    number = news.number
                    yield news.event()
                if not self.after(number):
                    with suppress(TimeoutError):
                        await asyncio.wait_for(changed.wait(), HEARTBEAT)
                        continue
                    yield ": still here\n\n"
        finally:
            self._listeners -= 1
            self._left = time.monotonic()
