"""Do tools and languages agree? `python -m benchmarks.conformance [--llama PROGRAM] [FORMAT …]`

60 patterns and 40 grammars, of every shape that some tool is known to trip over, are written in every format and run by
the tool that reads it on about 200 strings each: samples, near misses, and letters alone. Patterns go to all formats,
grammars to those of grammars, and where their language is regular to those of patterns too.

The tools: `pip install 'synth[decoders]' google-re2 hyperscan jsonschema pydantic`; node, where it is there, runs the
patterns of JSON Schema as ECMAScript does. llama.cpp is stood for by tests/support/llama_grammar.py, which reads
and follows GBNF step by step as it does, or takes part itself: see llama_grammar.cpp. Lark's Earley parser is tried on
strings of up to 30 characters.
"""

from __future__ import annotations

import argparse
import json
import shutil
import signal
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import cache

import numpy as np
from safetensors.numpy import load

import dsl
from dsl.errors import SynthError
from dsl.grammar import Grammar
from dsl.grammars.regularity import regular_expression
from synth.formats import find
from synth.formats.differential import trials
from synth.formats.format import Accepts, Language
from tests.support.llama_grammar import LlamaGrammar
from tests.support.shapes import SHAPES

SAMPLES = 150
SECONDS = 60

PATTERNS = r"""
[0-9]{4}-[0-9]{2}-[0-9]{2}
(2[0-3]|[01][0-9]):[0-5][0-9]
[a-z0-9._+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+
https?://[a-z0-9.-]+(/[A-Za-z0-9._~%-]*)*
((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])
[a-z]{1,50}(-[a-z]{1,20}){0,5}
"[^"]{0,500}"
"([^"\\]|\\.)*"
-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3}
[A-Z]{2}[0-9]{2}( ?[0-9A-Z]{4}){3,7}
\(?[0-9]{3}\)?[ -]?[0-9]{3}-[0-9]{4}
(ab)+
(ab)*
(ab){2,}
a|ab
ab|a
a|ab|abc
(a|ab)(c|bcd)
(a|b)*abb
(a*b)*a*
a*
a?
a{0,3}
(a{2}){3}
(a{2,3}){2,3}
(a|aa)+
(a?b?c?)+
((a|b)c)*d?
(abc|abd)*e
x(y(z)?)?

.
.*
[\s\S]{3}
[^a]
[^\n]{2}
[^a-z]+[a-z]
[\]\[]
[\^a][\^-]
[a\-z]+
[+--]
[\\/]+
[&~|]{2}|&&
[\[:alpha]+:\]
\.\*\+\?\{\}\(\)\|\^\$
a\$|\^b
[\t\n\r ]+x
\x01\x7f?
"'"'`
[à-ÿ]+
é|è|ê
(😀|😁)+!
[^é]é
日本(語)?
[α-ωΑ-Ω]{1,3}
a{300}
[0-9]{1,400}x
(a{20}b){12}
(foo|bar|baz)(,(foo|bar|baz))*
""".strip("\n").split("\n")

MORE_SHAPES = {
    "two kinds of parentheses": 'start: "(" start ")" start | "[" start "]" start |',
    "as many of each": 'start: "a" start "b" | "ab"',
    "even palindromes": 'start: "a" start "a" | "b" start "b" |',
    "a list": 'start: item ("," item)*\nitem: /[a-z]/+ | "[" start "]"',
    "a list, left": 'start: start "," item | item\nitem: /[a-z]/+',
    "a list, right": 'start: item ("," start)?\nitem: "x" | "y" "z"',
    "s-expressions": 'start: atom | "(" (start (" " start)*)? ")"\natom: /[a-z]/ /[a-z0-9-]/*',
    "arithmetic": r"""
        start: sum
        sum: product | sum /[+-]/ product
        product: power | product /[*\/]/ power
        power: atom ("^" power)?
        atom: /[0-9]/+ | "(" sum ")" | "-" atom
    """,
    "tags": 'start: ("<a>" start "</a>" | "<b>" start "</b>" | /[a-z]/)*',
    "dangling else": 'start: "if(" /[a-z]/ ")" start ("else " start)? | /[a-z]/ ";"',
    "turns inside turns": 'start: (("a"? "b"?)* "c"?)* "d"',
    "a chain of rules": 'start: a\na: b b\nb: c c\nc: d d\nd: "x" | "(" start ")"',
    "hidden left recursion": 'start: empty start "x" | "y"\nempty: "-"?',
    "mutual recursion": 'start: a | b\na: "a" b | "a"\nb: "b" a | "b"',
    "Polish notation": "start: /[+*]/ start start | /[0-9]/",
    "reverse Polish notation": "start: start start /[+*]/ | /[0-9]/",
    "newick": 'start: tree ";"\ntree: "(" tree ("," tree)* ")" name? | name\nname: /[A-Za-z]/+ (":" /[0-9]/+)?',
    "everything": "start: start start | /[\\s\\S]/ |",
    "a word in a class": 'start: "(" start ")" | "let " /[a-z]/+ | /[a-z]/+',
    "counted nesting": 'start: "{" start~0..3 "}"',
}

TARGETS: list[tuple[str, dict[str, str]]] = [
    *((name, {}) for name in ("re", "ere", "re2", "rust", "hyperscan", "outlines", "json-schema", "dfa")),
    ("lark", {}),
    ("lark", {"parser": "lalr"}),
    ("gbnf", {}),
    ("ebnf", {}),
    ("llguidance", {}),
    ("llguidance", {"lexer": "terminals"}),
]
OF_GRAMMARS = {"lark", "gbnf", "ebnf", "llguidance"}


def main() -> None:
    """Print a line a format: pairs of language and format, refused, strings, wrong; then what was refused and why."""
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("formats", nargs="*", metavar="FORMAT", help="all, unless named")
    arguments.add_argument("--llama", metavar="PROGRAM", help="made of llama_grammar.cpp, for gbnf")
    options = arguments.parse_args()
    measure(options.formats, options.llama)


def measure(chosen: list[str], llama: str | None) -> None:
    languages: list[Language] = [dsl.parse(pattern) for pattern in PATTERNS]
    grammars = [Grammar.parse(text) for text in (*SHAPES.values(), *MORE_SHAPES.values())]
    regular = [grammar for grammar in grammars if regular_expression(grammar) is not None]
    assert not grammars[0].accepts(")")  # kernels are compiled before time is taken
    print(f"{len(languages)} patterns, {len(grammars)} grammars, {len(regular)} of them regular\n")
    print("| format | languages | refused | strings | wrong | s CPU |\n|---|---|---|---|---|---|")
    totals: Counter[str] = Counter()
    refusals: list[str] = []
    for name, options in TARGETS:
        if chosen and name not in chosen:
            continue
        title = " ".join([name, *options.values()])
        begun = time.process_time()
        found: Counter[str] = Counter()
        for language in [*languages, *(grammars if name in OF_GRAMMARS else regular)]:
            found["languages"] += 1
            try:
                _try(language, name, options, found, llama)
            except SynthError as error:
                found["refused"] += 1
                refusals.append(f"{title}: {str(language)[:60]!r}: {error.message.splitlines()[0]}")
            except ImportError as error:
                print(f"| {title} | not installed: {error.name} |")
                break
        else:
            totals += found
            cells = [found[key] for key in ("languages", "refused", "strings", "wrong")]
            print(f"| {title} | {' | '.join(map(str, cells))} | {time.process_time() - begun:.0f} |", flush=True)
    share = totals["refused"] / max(totals["languages"], 1)
    print(f"\nwrong: {totals['wrong']} of {totals['strings']:,}")
    print(f"refused: {totals['refused']} of {totals['languages']:,} ({share:.1%})\n")
    print("\n".join(refusals))


def _try(language: Language, name: str, options: dict[str, str], found: Counter[str], llama: str | None) -> None:
    notation = find(name)
    signal.alarm(SECONDS)
    try:
        written = notation.write(language, **options)
        accepts = _target(name, written, options) if llama is None or name != "gbnf" else _llama(llama, str(written))
        longest = notation.longest(written) if isinstance(written, str) else 60
        tried = _trials(language, longest)
        verdicts = [accepts(string) for string, _ in tried]
        found["strings"] += len(tried)
        for (string, belongs), verdict in zip(tried, verdicts, strict=True):
            if verdict != belongs:
                found["wrong"] += 1
                print(f"WRONG {name} {options}: {string!r} is {belongs}, {verdict} to the tool: {written!r}")
        if name == "json-schema" and shutil.which("node"):
            _try_ecmascript(str(written), tried, found)
    finally:
        signal.alarm(0)


@cache
def _trials(language: Language, longest: int) -> list[tuple[str, bool]]:
    return trials(language, longest, SAMPLES)


def _target(name: str, written: str | bytes, options: dict[str, str]) -> Accepts:
    if isinstance(written, bytes):
        return _walker(written)
    if name == "gbnf":
        return LlamaGrammar(written).accepts
    accepts = find(name).target(written, **options)
    assert accepts is not None
    return accepts


def _llama(program: str, grammar: str) -> Accepts:
    with tempfile.NamedTemporaryFile("w", suffix=".gbnf", delete=False) as file:
        file.write(grammar)
    pipe = subprocess.PIPE
    process = subprocess.Popen([program, file.name], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    questions, answers = process.stdin, process.stdout

    def accepts(string: str) -> bool:
        print(string.encode().hex(), file=questions, flush=True)
        answer = answers.readline().strip()
        if not answer:
            raise SynthError("llama.cpp refuses the grammar")
        return answer == "1"

    return accepts


def _walker(written: bytes) -> Callable[[str], bool]:
    tensors = load(written)
    following, accepting = tensors["next"], tensors["accepting"].astype(np.bool_)

    def accepts(string: str) -> bool:
        state = 0
        for byte in string.encode():
            state = int(following[state, byte]) if state >= 0 else -1
        return state >= 0 and bool(accepting[state])

    return accepts


def _try_ecmascript(schema: str, tried: list[tuple[str, bool]], found: Counter[str]) -> None:
    node = _node()
    assert node.stdin is not None
    assert node.stdout is not None
    asked = {"pattern": json.loads(schema)["pattern"], "texts": [string for string, _ in tried]}
    print(json.dumps(asked), file=node.stdin, flush=True)
    verdicts = json.loads(node.stdout.readline())
    found["strings"] += len(tried)
    found["wrong"] += sum(verdict != belongs for (_, belongs), verdict in zip(tried, verdicts, strict=True))


@cache
def _node() -> subprocess.Popen[str]:
    """A process that answers a line by a line."""
    program = """
        require("readline").createInterface({input: process.stdin}).on("line", line => {
            const {pattern, texts} = JSON.parse(line), regex = new RegExp(pattern, "u")
            console.log(JSON.stringify(texts.map(text => regex.test(text))))
        })
    """
    return subprocess.Popen(["node", "-e", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _too_slow(*_: object) -> None:
    raise SynthError(f"not done within {SECONDS} s")


if __name__ == "__main__":
    signal.signal(signal.SIGALRM, _too_slow)
    main()
