"""The routes of the page: each reads a request, lets a desk do it, and answers in JSON."""

from __future__ import annotations

import asyncio
import io
import warnings
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from dsl.errors import ConfigurationError, LimitError, SynthError
from synth.formats import names
from synth.inputs.tables import Column, columns_of
from synth.report import markup
from synth.report.page import report
from synth.runs.files import LOCK
from synth.runs.shapes import text, texts
from synth.version import __version__
from synth.web.bodies import bytes_of, fields_of
from synth.web.desk import Desk
from synth.web.desks import Desks
from synth.web.guard import Guard
from synth.web.limits import within_seconds
from synth.web.shown import Shown
from synth.web.work import Reply

Made = TypeVar("Made")
Answer = Callable[[Request], Awaitable[Response]]

FILES: Final = Path(__file__).with_name("page")
REPORT_STYLE: Final = Path(markup.__file__).with_name("page.css")  # the page looks like the reports
TYPES: Final = {".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript"}
THREADS: Final = 4  # in which the answers to requests are worked out
EXPORTING: Final = asyncio.Lock()  # warnings are caught for the whole process


def application(token: str, folder: Path, given: Sequence[Column] = ()) -> Starlette:
    """The page behind its token, which keeps runs in `folder`; `given` is what its examples are taken from."""
    server = _Server(Desks(folder), given)
    return Starlette(
        routes=[Route(f"/{token}{path}", answer, methods=[method]) for method, path, answer in server.routes()],
        middleware=[Middleware(Guard, token=token)],
        exception_handlers={SynthError: _told, ValueError: _not_understood},
        lifespan=server.lifespan,
    )


class _Server:
    """What the routes lead to."""

    def __init__(self, desks: Desks, given: Sequence[Column]) -> None:
        self._desks = desks
        self._given = _columns(given)
        self._threads = asyncio.Semaphore(THREADS)

    def routes(self) -> list[tuple[str, str, Answer]]:
        """Method, path behind the token, and what answers."""
        desk = "/desks/{desk}"
        return [
            ("GET", "/", self.page),
            ("GET", "/report.css", self.report_style),
            ("GET", "/page/{name}", self.file),
            ("POST", "/desks", self.open),
            ("POST", "/columns", self.columns),
            ("GET", f"{desk}/events", self.events),
            ("PUT", f"{desk}/texts", self.put),
            ("POST", f"{desk}/texts", self.add),
            ("GET", f"{desk}/texts", self.rows),
            ("POST", f"{desk}/move", self.move),
            ("POST", f"{desk}/search", self.search),
            ("POST", f"{desk}/stop", self.stop),
            ("POST", f"{desk}/show", self.show),
            ("GET", f"{desk}/drawings", self.drawings),
            ("POST", f"{desk}/verdict", self.verdict),
            ("POST", f"{desk}/reply", self.reply),
            ("GET", f"{desk}/exports/{{name}}", self.export),
            ("GET", f"{desk}/run.zip", self.run),
            ("GET", f"{desk}/report.html", self.report),
        ]

    @asynccontextmanager
    async def lifespan(self, _application: Starlette) -> AsyncIterator[None]:
        """While the server runs, closed pages are looked after; in the end everything is closed."""
        looking = asyncio.create_task(self._desks.look_after())
        yield
        looking.cancel()
        await self._desks.close()

    async def _work_out(self, call: Callable[[], Made]) -> Made:
        """What `call` returns, worked out in a thread. Raises LimitError where that takes too long."""
        async with self._threads:
            return await asyncio.to_thread(within_seconds, call)

    def _desk(self, request: Request) -> Desk:
        return self._desks[request.path_params["desk"]]

    # ---------------------------------------------------------------------------------------------- files

    async def page(self, _request: Request) -> Response:
        return _file("index.html")

    async def report_style(self, _request: Request) -> Response:
        return FileResponse(REPORT_STYLE, media_type=TYPES[".css"])

    async def file(self, request: Request) -> Response:
        return _file(request.path_params["name"])

    # ---------------------------------------------------------------------------------------------- texts

    async def open(self, request: Request) -> Response:
        body = await fields_of(request)
        desk, is_new = await self._desks.open(body.get("desk"))
        given = self._given if is_new else []
        return JSONResponse({"desk": desk.name, "version": __version__, "formats": names(), "given": given})

    async def columns(self, request: Request) -> Response:
        data, name = await bytes_of(request), request.query_params.get("name", "")
        return JSONResponse(_columns(await self._work_out(lambda: list(columns_of(data, name)))))

    async def put(self, request: Request) -> Response:
        desk, body = self._desk(request), await fields_of(request, "match", "reject")
        await desk.put(texts(body["match"]), texts(body["reject"]))
        return JSONResponse({"conflicts": []})

    async def add(self, request: Request) -> Response:
        desk, body = self._desk(request), await fields_of(request, "match", "reject")
        return JSONResponse({"conflicts": desk.add(texts(body["match"]), texts(body["reject"]))})

    async def rows(self, request: Request) -> Response:
        desk, asked = self._desk(request), request.query_params
        page = int(asked.get("page", "0"))
        return JSONResponse(await self._work_out(lambda: desk.rows(asked.get("list", "match"), max(page, 0))))

    async def move(self, request: Request) -> Response:
        desk, body = self._desk(request), await fields_of(request, "text", "to")
        desk.move(text(body["text"]), None if body["to"] is None else text(body["to"]))
        return JSONResponse({})

    # --------------------------------------------------------------------------------------------- search

    async def events(self, request: Request) -> Response:
        number = request.headers.get("last-event-id") or request.query_params.get("after", "0")
        events = self._desk(request).board.events(int(number))
        return StreamingResponse(events, media_type="text/event-stream")

    async def search(self, request: Request) -> Response:
        desk, body = self._desk(request), await fields_of(request)
        self._desks.check_searches(desk)
        await desk.search(body)
        return JSONResponse({})

    async def stop(self, request: Request) -> Response:
        await self._desk(request).stop()
        return JSONResponse({})

    async def reply(self, request: Request) -> Response:
        desk, body = self._desk(request), await fields_of(request)
        await desk.reply(Reply(body.get("matches"), body.get("undo") is True, body.get("drop")))
        return JSONResponse({})

    # ---------------------------------------------------------------------------------------------- found

    async def show(self, request: Request) -> Response:
        desk, body = self._desk(request), await fields_of(request, "notation")
        desk.show(body["notation"])
        return JSONResponse({})

    async def drawings(self, request: Request) -> Response:
        shown = self._desk(request).shown
        return JSONResponse(await self._work_out(shown.drawings))

    async def verdict(self, request: Request) -> Response:
        desk, body = self._desk(request), await fields_of(request, "text")
        shown, tried = desk.shown, text(body["text"])
        return JSONResponse(await self._work_out(lambda: shown.verdict(tried)))

    async def export(self, request: Request) -> Response:
        shown, name = self._desk(request).shown, request.path_params["name"]
        async with EXPORTING:
            exported, told = await self._work_out(lambda: _exported(shown, name))
        if isinstance(exported, bytes):
            return Response(exported, headers=_saved_as(f"pattern.{name}"), media_type="application/octet-stream")
        return JSONResponse({"text": exported, "warnings": told})

    async def run(self, request: Request) -> Response:
        desk = self._desk(request)
        packed = await self._work_out(lambda: _packed(desk.folder))
        return Response(packed, headers=_saved_as("run.zip"), media_type="application/zip")

    async def report(self, request: Request) -> Response:
        shown = self._desk(request).shown
        page = await self._work_out(lambda: report(shown.run))
        return Response(page, headers=_saved_as("report.html"), media_type=TYPES[".html"])


def _columns(columns: Sequence[Column]) -> list[dict[str, Any]]:
    return [{"name": column.name, "values": [value for value in column.values if value]} for column in columns]


def _file(name: str) -> Response:
    path = FILES / name
    if path.name != name or path.suffix not in TYPES or not path.is_file():
        return JSONResponse({"error": f"no such file: {name}", "hint": "load the page again"}, 404)
    return FileResponse(path, media_type=TYPES[path.suffix])


def _exported(shown: Shown, name: str) -> tuple[str | bytes, list[str]]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        exported = shown.language.to(name)
    return exported, [str(warning.message) for warning in caught]


def _packed(folder: Path) -> bytes:
    """The files of a run directory, in a folder `run`."""
    files = [file for file in sorted(folder.rglob("*")) if file.is_file() and file.name != LOCK]
    if not files:
        raise ConfigurationError("there is no run yet", hint="search first")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.write(file, Path("run", file.relative_to(folder)))
    return packed.getvalue()


def _saved_as(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


async def _told(_request: Request, error: Exception) -> Response:
    assert isinstance(error, SynthError)
    status = 413 if isinstance(error, LimitError) else 400
    return JSONResponse({"error": error.message, "hint": error.hint}, status)


async def _not_understood(_request: Request, error: Exception) -> Response:
    return JSONResponse({"error": f"not a request of the page: {error}", "hint": "load the page again"}, 400)
