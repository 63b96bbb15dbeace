"""What comes with a request: read within limits, and checked to be what it should be."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from starlette.requests import Request

from dsl.errors import ConfigurationError, LimitError
from synth.runs.shapes import fields
from synth.web.limits import BODY_SECONDS, MOST_BYTES


async def bytes_of(request: Request) -> bytes:
    """The body. Raises LimitError on one that is too large, or too slow."""
    too_large = LimitError(
        f"more than {MOST_BYTES >> 20} MiB at once", hint="take a sample of the examples, or use `synth induce`"
    )
    pieces, size = [], 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for piece in request.stream():
                size += len(piece)
                if size > MOST_BYTES:
                    raise too_large
                pieces.append(piece)
    except TimeoutError:
        raise LimitError(f"the request took longer than {BODY_SECONDS:.0f} seconds", hint="try it again") from None
    return b"".join(pieces)


async def fields_of(request: Request, *names: str) -> dict[str, Any]:
    """The object of JSON values with these names, and maybe others. Raises ConfigurationError, and as `bytes_of`."""
    body = await bytes_of(request)
    try:
        return fields(await asyncio.to_thread(json.loads, body), names)
    except (ValueError, RecursionError) as error:
        raise ConfigurationError(f"not a request of the page: {error}", hint="load the page again") from None
