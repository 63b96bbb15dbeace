"""Who may speak to the page: its own browser tab, and nobody else.

A stranger's page in the same browser can send requests to this machine. It does not know the token in the address; its
requests name it as their origin; and a name that it has pointed at this machine stands in the header Host.
"""

from __future__ import annotations

from collections.abc import Mapping
from secrets import compare_digest
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK: Final = frozenset({"127.0.0.1", "localhost", "[::1]"})
READING: Final = frozenset({"GET", "HEAD"})
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
)
HEADERS: Final[Mapping[str, str]] = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",  # the address holds the token
    "X-Content-Type-Options": "nosniff",
}


class Guard:
    """In front of the application: refuses what is not the page's own, and adds the policy to all that it sends."""

    def __init__(self, application: ASGIApp, token: str) -> None:
        self._application = application
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._application(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("Content-Security-Policy", POLICY)
            await send(message)

        refusal = refused(scope["method"], scope["path"], Headers(scope=scope), self._token)
        if refusal:
            answer = JSONResponse({"error": refusal, "hint": "open the address that `synth serve` printed"}, 403)
            await answer(scope, receive, send_guarded)
        else:
            await self._application(scope, receive, send_guarded)


def refused(method: str, path: str, headers: Headers, token: str) -> str:
    """Why a request is refused; empty where it is not."""
    host = headers.get("host", "")
    if _name(host) not in LOOPBACK:
        return "this name is not the one of the page"
    origin = headers.get("origin")
    if (origin is None and method not in READING) or origin not in (None, f"http://{host}"):
        return "the request comes from another page"
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        return "the request comes from another site"
    if not compare_digest(path.split("/")[1].encode(), token.encode()):
        return "the address lacks its token"
    return ""


def _name(host: str) -> str:
    """The name in a Host header, without the port: a forwarded one may have another."""
    name, colon, port = host.rpartition(":")
    return (name if colon and port.isdecimal() else host).lower()
