"""Speed and exactness of token masks beside other libraries: `python -m benchmarks.masks TOKENIZER`.

TOKENIZER is a folder with a tokenizer.json. Texts of each language are read token by token, and what is timed is making
the mask before each token, written to an array. Cold is the first time that a text is read, with nothing but what was
read before in memory; warm is the best of three further times. A library that is not done within a minute is measured
on what it has read by then. `benchmarks.mask_exactness` checks that the masks are right. xgrammar, llguidance and
outlines-core take part where they are installed.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any, NamedTuple, TypeAlias

import numpy as np

import dsl
from dsl.grammar import Grammar
from dsl.regex import Regex
from synth.decoding import TokenMask, Vocabulary

TEXTS = 40
SECONDS = 60  # of CPU, in which a library reads what it can of the texts
Foreign: TypeAlias = Any  # what other libraries make
JSON = r"""
start: ws value ws
value: object | array | string | number | "true" | "false" | "null"
object: "{" ws (pair (ws "," ws pair)*)? ws "}"
pair: string ws ":" ws value
array: "[" ws (value (ws "," ws value)*)? ws "]"
string: "\"" character* "\""
character: /[^"\\\x00-\x1f]/ | "\\" (/["\\\/bfnrt]/ | "u" /[0-9a-fA-F]/ /[0-9a-fA-F]/ /[0-9a-fA-F]/ /[0-9a-fA-F]/)
number: "-"? ("0" | /[1-9]/ /[0-9]/*) ("." /[0-9]/+)? (/[eE]/ /[+\-]/? /[0-9]/+)?
ws: /[ \t\n\r]/*
"""
ARITHMETIC = r"""
start: product (/[+\-]/ product)*
product: factor (/[*\/]/ factor)*
factor: /[0-9]/+ | "(" start ")"
"""
# the same for xgrammar, in its dialect, and for llguidance with terminals, as its users would write them
JSON_EBNF = r"""
root ::= ws value ws
value ::= object | array | string | number | "true" | "false" | "null"
object ::= "{" ws (pair (ws "," ws pair)*)? ws "}"
pair ::= string ws ":" ws value
array ::= "[" ws (value (ws "," ws value)*)? ws "]"
string ::= "\"" ([^"\\\x00-\x1f] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F]))* "\""
number ::= "-"? ("0" | [1-9] [0-9]*) ("." [0-9]+)? ([eE] [+-]? [0-9]+)?
ws ::= [ \t\n\r]*
"""
ARITHMETIC_EBNF = r"""
root ::= product ([+-] product)*
product ::= factor ([*/] factor)*
factor ::= [0-9]+ | "(" root ")"
"""
JSON_TERMINALS = r"""
start: WS? value WS?
value: object | array | STRING | NUMBER | "true" | "false" | "null"
object: "{" WS? (pair (WS? "," WS? pair)*)? WS? "}"
pair: STRING WS? ":" WS? value
array: "[" WS? (value (WS? "," WS? value)*)? WS? "]"
STRING: /"([^"\\\x00-\x1f]|\\(["\\\/bfnrt]|u[0-9a-fA-F]{4}))*"/
NUMBER: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+\-]?[0-9]+)?/
WS: /[ \t\n\r]+/
"""
ARITHMETIC_TERMINALS = r"""
start: product (/[+\-]/ product)*
product: factor (/[*\/]/ factor)*
factor: NUMBER | "(" start ")"
NUMBER: /[0-9]+/
"""


class Case(NamedTuple):
    """A language, texts of it, and how others write it."""

    language: Regex | Grammar
    texts: list[str]
    ebnf: str = ""
    terminals: str = ""


def cases(rng: random.Random) -> dict[str, Case]:
    """The five patterns and two grammars that are measured."""

    def letters(low: int, high: int) -> str:
        return "".join(rng.choices("abcdefghijklmnopqrstuvwxyz", weights=range(26, 0, -1), k=rng.randint(low, high)))

    def many(make: Callable[[], str]) -> list[str]:
        return [make() for _ in range(TEXTS)]

    def address() -> str:
        return f"{letters(3, 9)}.{letters(3, 9)}@{letters(4, 12)}.{rng.choice(['com', 'org', 'co.uk'])}"

    def link() -> str:
        path = "/".join(letters(2, 9) for _ in range(rng.randint(1, 4)))
        return f"https://www.{letters(4, 12)}.{letters(2, 3)}/{path}?{letters(1, 5)}={rng.randint(0, 9999)}"

    def words(count: int) -> str:
        return " ".join(letters(2, 9) for _ in range(count))

    return {
        "date": Case(
            dsl.parse(r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"),
            many(lambda: f"{rng.randint(1000, 2999)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"),
        ),
        "email": Case(
            dsl.parse(r"[a-zA-Z0-9._%+\-]+@[a-zA-Z0-9\-]+(\.[a-zA-Z0-9\-]+)*\.[a-zA-Z]{2,10}"), many(address)
        ),
        "URL": Case(
            dsl.parse(
                r"https?://[a-z0-9\-]+(\.[a-z0-9\-]+)+(:[0-9]{1,5})?(/[a-zA-Z0-9._~%\-]*)*(\?[a-zA-Z0-9=&_.\-]*)?"
            ),
            many(link),
        ),
        "slug": Case(
            dsl.parse(r"[a-z]{1,50}(-[a-z]{1,20}){0,5}"),
            many(lambda: "-".join(letters(1, 15) for _ in range(rng.randint(1, 6)))),
        ),
        "string of 500": Case(dsl.parse(r'"[^"]{0,500}"'), many(lambda: f'"{words(rng.randint(1, 45))}"')),
        "JSON": Case(dsl.parse(JSON), many(lambda: document(rng, letters)), JSON_EBNF, JSON_TERMINALS),
        "arithmetic": Case(dsl.parse(ARITHMETIC), many(lambda: formula(rng, 5)), ARITHMETIC_EBNF, ARITHMETIC_TERMINALS),
    }


def document(rng: random.Random, letters: Callable[[int, int], str]) -> str:
    """A JSON text, in one line or several."""

    def value(depth: int) -> Foreign:
        match rng.randrange(3, 8) if depth == 0 else rng.randrange(6):
            case 0 | 1:
                return {letters(1, 9): value(depth - 1) for _ in range(rng.randint(0, 4))}
            case 2:
                return [value(depth - 1) for _ in range(rng.randint(0, 4))]
            case 3:
                return " ".join(letters(1, 9) for _ in range(rng.randint(0, 6))) + rng.choice(
                    ["", "", "é", "\n", "東京"]
                )
            case 4:
                return rng.choice([rng.randint(-1000, 10**6), rng.random(), 1e-7])
            case _:
                return rng.choice([True, False, None])

    top = [value(4) for _ in range(3)]
    return json.dumps(top, ensure_ascii=rng.random() < 0.5, indent=rng.choice([None, 2, 4]))


def formula(rng: random.Random, depth: int) -> str:
    """Sums and products of numbers and parentheses."""
    if depth == 0 or rng.random() < 0.2:
        return str(rng.randint(0, 10 ** rng.randint(1, 6)))
    inner = rng.choice("+-*/").join(formula(rng, depth - 1) for _ in range(rng.randint(1, 3)))
    return f"({inner})" if rng.random() < 0.6 else inner


# ---------------------------------------------------------------------------------------------------- engines


class Engine:
    """A library: `compile` makes what one language needs, `masks` reads a text and gives nanoseconds a mask."""

    name = "synth"
    clock = staticmethod(time.perf_counter_ns)

    def __init__(self, tokenizer: Foreign, size: int) -> None:
        self.vocabulary = Vocabulary.of(tokenizer)
        self.row = np.zeros(-(-size // 32), dtype=np.uint32)

    def compile(self, case: Case) -> Foreign:
        mask = TokenMask(case.language, self.vocabulary)
        mask.allowed(mask.start())
        return mask

    def masks(self, compiled: Foreign, tokens: list[int]) -> Iterator[int]:
        state = compiled.start()
        for token in tokens:
            begun = self.clock()
            self.row[:] = compiled.allowed(state)
            yield self.clock() - begun
            state = compiled.advance(state, token)
            if state is None:
                raise ValueError(f"refused token {token}")


class XGrammar(Engine):
    name = "xgrammar"

    def __init__(self, tokenizer: Foreign, size: int) -> None:
        import xgrammar

        self.library = xgrammar
        self.info = xgrammar.TokenizerInfo.from_huggingface(tokenizer, vocab_size=size)
        self.bits = xgrammar.allocate_token_bitmask(1, size)

    def compile(self, case: Case) -> Foreign:
        compiler = self.library.GrammarCompiler(self.info, max_threads=1, cache_enabled=False)
        if isinstance(case.language, Regex):
            compiled = compiler.compile_regex(case.language.pattern)
        else:
            compiled = compiler.compile_grammar(case.ebnf)
        self.library.GrammarMatcher(compiled).fill_next_token_bitmask(self.bits)
        return compiled

    def masks(self, compiled: Foreign, tokens: list[int]) -> Iterator[int]:
        matcher = self.library.GrammarMatcher(compiled)
        for token in tokens:
            begun = self.clock()
            matcher.fill_next_token_bitmask(self.bits)
            yield self.clock() - begun
            if not matcher.accept_token(token):
                raise ValueError(f"refused token {token}")


class LLGuidance(Engine):
    name = "llguidance"

    def __init__(self, tokenizer: Foreign, size: int) -> None:
        import llguidance.hf
        import llguidance.numpy

        self.library = llguidance
        self.tokenizer = llguidance.hf.from_tokenizer(tokenizer, n_vocab=size)
        self.bits = llguidance.numpy.allocate_token_bitmask(1, size)

    def grammar(self, case: Case) -> str:
        made = self.library.LLMatcher
        if isinstance(case.language, Regex):
            return str(made.grammar_from_regex(case.language.pattern))
        return str(made.grammar_from_lark(case.terminals))

    def compile(self, case: Case) -> Foreign:
        matcher = self.library.LLMatcher(self.tokenizer, self.grammar(case))
        if matcher.is_error():
            raise ValueError(matcher.get_error())
        self.library.numpy.fill_next_token_bitmask(matcher, self.bits, 0)
        return matcher

    def masks(self, compiled: Foreign, tokens: list[int]) -> Iterator[int]:
        matcher = compiled.deep_copy()
        for token in tokens:
            begun = self.clock()
            self.library.numpy.fill_next_token_bitmask(matcher, self.bits, 0)
            yield self.clock() - begun
            if not matcher.consume_token(token):
                raise ValueError(f"refused token {token}")


class ExactLLGuidance(LLGuidance):
    name = "llguidance, by characters"

    def grammar(self, case: Case) -> str:
        if isinstance(case.language, Regex):
            raise NotImplementedError
        return str(self.library.LLMatcher.grammar_from_lark(case.language.pattern))


class Outlines(Engine):
    name = "outlines-core"

    def __init__(self, tokenizer: Foreign, size: int) -> None:
        import outlines_core

        self.library = outlines_core
        vocabulary = Vocabulary.of(tokenizer)
        spelled: dict[bytes, list[int]] = {}
        for token, spelling in enumerate(vocabulary.tokens):
            if spelling:
                spelled.setdefault(spelling, []).append(token)
        self.vocabulary = outlines_core.Vocabulary(vocabulary.end_tokens[0], spelled)
        self.row = np.zeros(-(-size // 32), dtype=np.uint32)

    def compile(self, case: Case) -> Foreign:
        if isinstance(case.language, Grammar):
            raise NotImplementedError
        return self.library.Index(case.language.to("outlines"), self.vocabulary)

    def masks(self, compiled: Foreign, tokens: list[int]) -> Iterator[int]:
        guide = self.library.Guide(compiled)
        for token in tokens:
            begun = self.clock()
            guide.write_mask_into(self.row.ctypes.data, len(self.row), 4)
            yield self.clock() - begun
            guide.advance(token, False)


# --------------------------------------------------------------------------------------------------- measures


def measured(engine: Engine, case: Case, tokenizer: Foreign) -> str:
    """One line of the table behind the names."""
    try:
        begun = time.process_time()
        compiled = engine.compile(case)
        compiling = (time.process_time() - begun) * 1e3
    except NotImplementedError:
        return "— | — | — | — | —"
    except Exception as error:
        return f"refused: {str(error)[:60]!r} | | | |"
    texts = [tokenizer.encode(text) for text in case.texts]
    try:
        # what comes once is measured in time of this thread, what can be repeated by the finer clock
        engine.clock = time.thread_time_ns
        first = read(engine, compiled, texts)
        engine.clock = time.perf_counter_ns
        warm = np.min([read(engine, compiled, texts, len(first)) for _ in range(3)], axis=0)
    except Exception as error:
        return f"{compiling:.1f} | a text of the language is refused: {str(error)[:60]!r} | | |"
    cold = quantiles(first), quantiles(first[len(first) // 2 :])
    return f"{compiling:.1f} | {len(first)} | {' | '.join(cold)} | {quantiles(warm)}"


def read(
    engine: Engine, compiled: Foreign, texts: list[list[int]], masks: int | None = None
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Microseconds of each mask: of so many, or of all that there is time for."""
    begun = time.process_time()
    found: list[int] = []
    for text in texts:
        for nanoseconds in engine.masks(compiled, text):
            found.append(nanoseconds)
            if len(found) == masks or (masks is None and time.process_time() - begun > SECONDS):
                return np.array(found) / 1e3
    return np.array(found) / 1e3


def quantiles(microseconds: np.ndarray[Any, np.dtype[np.float64]]) -> str:
    """Median and 99th percentile."""
    median, late = np.quantile(microseconds, [0.5, 0.99])
    return f"{median:.2f} / {late:.1f}"


def main() -> None:
    """Measure and print everything."""
    from transformers import AutoTokenizer

    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("tokenizer")
    arguments.add_argument("--only", default="", help="cases whose name holds this")
    arguments.add_argument("--texts", type=int, default=TEXTS, help="texts of each language")
    options = arguments.parse_args()
    tokenizer = AutoTokenizer.from_pretrained(options.tokenizer)
    size = len(tokenizer)
    libraries = {"xgrammar": XGrammar, "llguidance": LLGuidance, "outlines_core": Outlines}
    engines = [Engine(tokenizer, size)]
    for module, engine in libraries.items():
        if find_spec(module):
            engines.append(engine(tokenizer, size))
    if find_spec("llguidance"):
        engines.append(ExactLLGuidance(tokenizer, size))
    warm_up = Case(dsl.parse("a"), ["a"])
    for engine in engines:
        measured(engine, warm_up, tokenizer)
    print("microseconds a mask, median / 99th percentile; compiling to the first mask in ms of CPU")
    print("language | library | compile | masks | cold | cold, second half of the texts | warm")
    for name, case in cases(random.Random(0)).items():
        if options.only in name:
            case = case._replace(texts=case.texts[: options.texts])
            for engine in engines:
                print(f"{name} | {engine.name} | {measured(engine, case, tokenizer)}", flush=True)


if __name__ == "__main__":
    main()
