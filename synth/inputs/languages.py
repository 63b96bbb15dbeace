"""Languages as arguments: a pattern, the text of a grammar, the name of a file that holds one, or a run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import dsl
from dsl.errors import ConfigurationError, ExampleError, PatternError
from dsl.grammar import Grammar
from dsl.grammars.notation import is_grammar_text
from dsl.language import Language
from synth.formats import find
from synth.formats.grammars.bnf_reader import is_bnf, read_bnf
from synth.inputs.encodings import CONVERT, decoded
from synth.runs.files import CONFIG

_GRAMMAR_FILE: Final = re.compile(r"[\w./~-]*\w\.(lark|ebnf|gbnf)")  # no pattern: a pattern would write \.


def read_language(argument: str) -> Language:
    """The language of `argument`.

    A file is read when it holds a grammar, or its name ends in .lark, .gbnf or .ebnf; of the directory of a run, its
    best answer so far. Anything else is itself a pattern, or a grammar where some line begins with `start:` or has a
    `::=`. Raises PatternError, ExampleError when a file is missing, and RunError when a run is damaged.
    """
    if _is_run(argument):
        from synth.report.recorded import RecordedRun

        return RecordedRun.read(argument).best.language
    text = _grammar_file(argument)
    if text is None:
        return read_bnf(argument) if is_bnf(argument) else dsl.parse(argument)
    try:
        return read_bnf(text) if is_bnf(text) else Grammar.parse(text)
    except PatternError as error:
        message, _, _ = error.message.partition("\n")
        hint = error.hint or 'a grammar has a rule a line, such as start: "(" start ")" |'
        raise PatternError(
            f"{argument}, read as a grammar: {message}", error.text, error.position, expected=error.expected, hint=hint
        ) from None


def read_notation(argument: str, notation: str) -> Language:
    """The language of a file, or else of `argument` itself, in another notation. Raises as `read_language`."""
    return find(notation).read(_content(argument))


def read_grammar(argument: str) -> Grammar:
    """The grammar of `argument`. Raises what `read_language` raises, and ConfigurationError on a pattern."""
    language = read_language(argument)
    if isinstance(language, Grammar):
        return language
    hint = "name a file that holds a grammar, with a line that begins with start:"
    raise ConfigurationError(f"a pattern, not a grammar: {argument}", hint=hint)


def _content(argument: str) -> str:
    try:
        return _text(argument).rstrip("\n")
    except UnicodeDecodeError as error:
        raise ExampleError(f"cannot read {argument}: {_reason(error)}", hint=CONVERT) from None
    except (OSError, ValueError):  # no name of a file
        return argument


def _text(path: str) -> str:
    return decoded(Path(path).read_bytes()).replace("\r\n", "\n").replace("\r", "\n")


def _is_run(argument: str) -> bool:
    try:
        return (Path(argument) / CONFIG).is_file()
    except (OSError, ValueError):  # too long for a name
        return False


def _grammar_file(argument: str) -> str | None:
    """What a grammar file holds; None when `argument` is no name of one."""
    is_meant = _GRAMMAR_FILE.fullmatch(argument) is not None
    try:
        if not is_meant and not Path(argument).is_file():
            return None
        text = _text(argument)
    except (OSError, ValueError) as error:  # too long for a name, not UTF-8, not there
        if is_meant:
            hint = "check its name" if isinstance(error, OSError) else CONVERT
            raise ExampleError(f"cannot read the grammar {argument}: {_reason(error)}", hint=hint) from None
        return None
    is_grammar = is_meant or is_grammar_text(text) or is_bnf(text)
    return text.rstrip() if is_grammar else None  # a caret points at the last line, not below


def _reason(error: OSError | ValueError) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else "it is not UTF-8"
