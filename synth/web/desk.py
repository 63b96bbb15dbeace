"""All that one open page has: its strings, its process, what was found, and what the page is told of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from dsl.errors import ConfigurationError, ExampleError
from synth.web.board import Board
from synth.web.found import Found
from synth.web.limits import SEARCH_SECONDS, memory_of_a_search
from synth.web.lists import misfits, page_of
from synth.web.search_process import SearchProcess
from synth.web.shown import Shown, plain
from synth.web.texts import Texts
from synth.web.trees import trees
from synth.web.work import Order, Reply

SETTINGS: Final = ("kind", "effort", "constraints", "timeout")  # options of a search that a page may set
OF_A_SEARCH: Final = ("failed", "noted", "asked", "progress", "front", "answer")  # kinds of news


class Desk:
    """The state of one page; all but `_hear` is called in the thread of the event loop."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.texts = Texts()
        self.board = Board()
        self.settings: dict[str, Any] = {}
        self._found: Found | None = None
        self._folder = folder
        self._number = 0
        self._order: Order | None = None
        self._began = 0.0
        self._said: list[tuple[str, bool | None]] = []
        self._stopping = False
        self._ordering = asyncio.Lock()
        self._loop = asyncio.get_running_loop()
        self._process = SearchProcess(self._hear, memory_of_a_search())
        self._tell_state("empty")

    @property
    def is_busy(self) -> bool:
        """Whether its process has something to do."""
        return self._process.is_alive and not self._process.is_idle

    @property
    def found(self) -> Found:
        """What was found. Raises ConfigurationError while nothing is."""
        if self._found is None:
            raise ConfigurationError("nothing was found yet", hint="search first")
        return self._found

    @property
    def shown(self) -> Shown:
        """The candidate that is shown. Raises ConfigurationError while there is none."""
        return self.found.shown

    @property
    def folder(self) -> Path:
        """The run directory of the latest search."""
        return self._folder / str(self._number)

    # --------------------------------------------------------------------------------------------- orders

    async def search(self, settings: Mapping[str, Any]) -> None:
        """Begin a search for what the strings have in common, and end the one before. Raises ExampleError."""
        if not self.texts.examples:
            raise ExampleError("there are no examples", hint="paste some, one a line")
        wanted = {name: settings[name] for name in SETTINGS if settings.get(name) is not None}
        async with self._ordering:
            await self._clear()
            if not self._process.is_alive:
                self._process = SearchProcess(self._hear, memory_of_a_search())
            self.settings, self._began = wanted, time.monotonic()
            self._tell_state("searching")
            self._order = self._ordered()
            await asyncio.to_thread(self._process.send, self._order)

    async def _clear(self) -> None:
        """End the search, and let nobody hear of it any more."""
        await asyncio.to_thread(self._process.halt)
        self._stopping = False
        self._number += 1
        self._found = None
        for kind in OF_A_SEARCH:
            self.board.post(kind, None)

    def _ordered(self) -> Order:
        examples, reject = dict(self.texts.examples), list(self.texts.reject)
        seconds = min(self.settings.get("timeout", SEARCH_SECONDS), SEARCH_SECONDS)
        options = {**self.settings, "timeout": seconds, "out": str(self.folder)}
        return Order(self._number, examples, reject, list(self._said), options)

    async def reply(self, reply: Reply) -> None:
        """Answer the question, or take something back. Raises ConfigurationError while there is none."""
        if self.is_busy or not self._process.is_alive or self._found is None:
            raise ConfigurationError("there is no question now", hint="wait for the search to end")
        self._tell_state("thinking")
        await asyncio.to_thread(self._process.send, reply)

    async def stop(self) -> None:
        """End the search with the best so far; who asks again does not want to wait for a question either."""
        if self._stopping:
            await self.halt()
        else:
            self._stopping = True
            self._process.interrupt()

    async def halt(self) -> None:
        """End what is going on."""
        async with self._ordering:
            await asyncio.to_thread(self._process.halt)

    async def close(self) -> None:
        """End the process."""
        await asyncio.to_thread(self._process.end)

    # ---------------------------------------------------------------------------------------------- texts

    async def put(self, examples: list[str], reject: list[str]) -> None:
        """Take other strings, and forget what was found for those before. Raises as `Texts.put`."""
        self.texts.put(examples, reject)
        self._said = []
        async with self._ordering:
            await self._clear()
        self._tell_state(self._phase("ready" if examples else "empty"))

    def add(self, examples: list[str], reject: list[str]) -> list[str]:
        """Take more strings; returns those that are on the other list. Raises as `Texts.add`."""
        conflicts = self.texts.add(examples, reject)
        self._tell_state(self._phase("ready"))
        return conflicts

    def move(self, text: str, to: str | None) -> None:
        """Move a string between the lists. Raises as `Texts.move`."""
        self.texts.move(text, to)
        self._said = [said for said in self._said if said[0] != text]
        self._tell_state(self._phase("ready"))

    def rows(self, name: str, page: int) -> dict[str, Any]:
        """A page of the list "match" or "reject", or "misfits": of what stands in the wrong one. Takes a while."""
        texts, found = self.texts, self._found
        shown = None if found is None else found.shown
        if name == "misfits":
            chosen = {} if shown is None else misfits(texts, shown)
        else:
            chosen = texts.reject if name == "reject" else texts.examples
        return page_of(chosen, page, shown)

    def show(self, notation: str | None) -> None:
        """Show another member of the hall of fame, or for None the pick. Raises ConfigurationError."""
        self._post(self.found.showing(notation))

    # ----------------------------------------------------------------------------------------------- news

    def _phase(self, otherwise: str) -> str:
        return "searching" if self.is_busy else otherwise

    def _tell_state(self, phase: str) -> None:
        texts = self.texts
        counts = {"examples": texts.total, "distinct": len(texts.examples), "reject": len(texts.reject)}
        self.board.post("state", {"phase": phase, "search": self._number, "settings": self.settings, **counts})

    def _hear(self, number: int, kind: str, data: Any) -> None:  # noqa: ANN401 (JSON values)
        """Take news from the process, in a thread of its own, where drawing holds nobody up."""
        order = self._order
        if kind in ("front", "result") and order is not None and number == order.number:
            events = [] if self._found is None else self._found.run.events
            record = data if kind == "result" else {"best": data[-1], "front": data}
            data = Found.of(record, order, events, time.monotonic() - self._began)
            data.answer()
        self._loop.call_soon_threadsafe(self._take, number, kind, data)

    def _take(self, number: int, kind: str, data: Any) -> None:  # noqa: ANN401 (as its kind is)
        if kind == "ended" and not self._process.is_alive:
            hint = "what it had found is here; for more, search again, perhaps with less effort"
            self.board.post("failed", {"error": "the process of the search was ended", "hint": hint})
            self._tell_state("idle")
        if number != self._number:
            return
        match kind:
            case "front" | "result":
                self._post(data)
            case "asked":
                self._said = [(one["text"], one["matches"]) for one in data["said"]]
                shown = None if data["question"] is None else trees([plain(data["question"])])
                self.board.post(kind, data | {"shown": shown})
            case "thinking" | "idle":
                self._tell_state(kind)
            case "failed" | "noted" | "progress":
                self.board.post(kind, data)

    def _post(self, found: Found) -> None:
        self._found = found
        self.board.post("front", found.front())
        self.board.post("answer", found.answer())
