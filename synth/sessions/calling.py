"""A session whose questions go to a callable: what `synth.induce(..., ask=callable)` does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from searchers.oracle import Oracle
from synth.api import Asked
from synth.options import Options
from synth.results.result import Result
from synth.sessions.saving import finish
from synth.sessions.session import Session

MOST: Final = 10  # questions, where no number is given


def answered(ask: Asked, most: int | None, examples: Iterable[str], **options: Any) -> Result:  # noqa: ANN401
    """The result behind at most so many answers; Ctrl-C ends the questions. Raises what `synth.induce` raises.

    What `ask` raises, and whatever it returns but True, False and None, counts as unknown, and a warning tells of it.
    """
    most = Options.of(questions=most).questions or MOST
    session, judge = Session(examples, **options), Oracle(ask, limit=most)
    try:
        while not judge.exhausted and (question := session.question) is not None:
            session.answer(judge.anew(question))
    except KeyboardInterrupt:
        if not session.has_searched:
            raise
    if options["out"] is not None:
        finish(session, options["out"])
    told = judge.warnings if judge.failures else ()
    return replace(session.result, warnings=(*session.result.warnings, *told))
