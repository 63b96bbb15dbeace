"""Token masks against trying every token: `python -m benchmarks.mask_exactness TOKENIZER --states 1000`.

States are reached by reading random allowed tokens and texts of the languages of `benchmarks.masks`. In each, every
token is appended to what was read, and a recogniser that knows nothing of tokens says whether that begins a string of
the language: partial matching by `regex` for patterns, and for grammars the grammar of all prefixes, checked by the
chart parser of `dsl.grammars.recognition`.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable

import numpy as np
import regex

from benchmarks.masks import Case, cases
from dsl.grammar import Grammar
from dsl.grammars.recognition import accepts_all
from dsl.regex import Regex
from synth.decoding import TokenMask, Vocabulary
from tests.support.brute_masks import prefixes

Viable = Callable[[list[str]], list[bool]]
LONGEST = 40  # characters read before the state, for the chart parser's sake
ENDINGS = ["", "\x80", "\xa0", "\x90", "\x80\x80", "\xa0\x80", "\x90\x80", "\x80\x80\x80", "\x90\x80\x80"]


def begins(language: Regex | Grammar) -> Viable:
    """Which strings begin a string of the language."""
    if isinstance(language, Regex):
        pattern = regex.compile(language.pattern)
        return lambda texts: [pattern.fullmatch(text, partial=True) is not None for text in texts]
    prefix_grammar = prefixes(language)
    return lambda texts: list(accepts_all(prefix_grammar, texts)) if texts else []


def tried(viable: Viable, vocabulary: Vocabulary, text: bytes) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Every token tried behind `text`, bool (V,). A character that is cut is completed, in any way that UTF-8 allows;
    the languages tell no two characters beyond ASCII apart."""
    found = np.zeros(len(vocabulary), dtype=bool)
    whole_texts: dict[str, list[int]] = {}
    for token, spelling in enumerate(vocabulary.tokens):
        completed = next(
            (way for ending in ENDINGS if (way := decoded(text + spelling + ending.encode("latin-1")))), None
        )
        if spelling and completed is not None:
            whole_texts.setdefault(completed, []).append(token)
    for answer, tokens in zip(viable(list(whole_texts)), whole_texts.values(), strict=True):
        found[tokens] = answer
    return found


def decoded(spelling: bytes) -> str | None:
    """The text of some bytes, None when they are no UTF-8."""
    try:
        return spelling.decode()
    except UnicodeDecodeError:
        return None


def checked(case: Case, vocabulary: Vocabulary, states: int, rng: random.Random) -> int:
    """In how many of so many states the mask is what trying every token finds."""
    mask, viable = TokenMask(case.language, vocabulary), begins(case.language)
    right = 0
    for _ in range(states):
        text, state = b"", mask.start()
        if rng.random() < 0.5:  # the beginning of a natural text
            text = rng.choice(case.texts).encode()[:LONGEST]
            text = text[: rng.randint(0, len(text))]
            for token in vocabulary.encode(text) or ():
                state = mask.advance(state, token) or 0
        else:
            for _ in range(rng.randint(0, 6)):
                choices = np.flatnonzero(mask.allowed_dense(state))
                short = [int(token) for token in choices if 0 < len(vocabulary.tokens[token]) <= 8]
                if not short:
                    break
                token = rng.choice(short)
                state, text = mask.advance(state, token) or 0, text + vocabulary.tokens[token]
        expected = tried(viable, vocabulary, text)
        expected[list(vocabulary.end_tokens)] = decoded(text) is not None and case.language.accepts(text.decode())
        right += bool((mask.allowed_dense(state) == expected).all())
    return right


def thinned(vocabulary: Vocabulary, every: int) -> Vocabulary:
    """A smaller vocabulary with all tokens of one byte."""
    kept = [spelling for place, spelling in enumerate(vocabulary.tokens) if len(spelling) == 1 or place % every == 0]
    return Vocabulary([*kept, b""], [len(kept)])


def main() -> None:
    """Check and print."""
    from transformers import AutoTokenizer

    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("tokenizer")
    arguments.add_argument("--states", type=int, default=1000)
    arguments.add_argument("--only", default="", help="languages whose name holds this")
    arguments.add_argument("--every", type=int, default=1, help="only each so-manieth token, and all bytes")
    options = arguments.parse_args()
    vocabulary = thinned(Vocabulary.of(AutoTokenizer.from_pretrained(options.tokenizer)), options.every)
    chosen = {name: case for name, case in cases(random.Random(0)).items() if options.only in name}
    for name, case in chosen.items():
        states = -(-options.states // len(chosen))
        print(f"{name}: {checked(case, vocabulary, states, random.Random(name))} of {states}", flush=True)


if __name__ == "__main__":
    main()
