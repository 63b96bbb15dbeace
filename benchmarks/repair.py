"""Wrong regexes repaired by training: `python -m benchmarks.repair --cases 20`.

Each case draws a regex of ten literals, with branches and repeats, and spoils it: three of the literals are others, or
all of one branch are. The spoilt regex is trained on 25 strings of the right one and 25 that are not (half of them
strings of the spoilt one), and snaps back. Counted is what is equivalent to the right regex, decided by automata.
"""

from __future__ import annotations

import argparse
import random
import string
import time

import torch

from differentiable import RegexBank
from differentiable.automata.alphabet import Alphabet
from differentiable.automata.training import REPAIR, Training
from dsl.automata.dfa import witness
from dsl.automata.sampling import generate
from dsl.errors import LimitError
from dsl.expressions.expression import Expression
from dsl.expressions.notation import parse
from dsl.regex import Regex

LITERALS = 10
HALF = 25
STEPS = 200
LOOSE = 5.0
COPIES = 12
NOISE = 0.5


def template(rng: random.Random) -> str:
    """A pattern with # where its ten literals come."""
    parts, left = [], LITERALS
    while left:
        kind = rng.choice(["literal", "literal", "literal", "branch", "repeat", "group"])
        if kind == "branch" and left >= 4:
            sizes = rng.randint(1, 2), rng.randint(1, 2)
            parts.append(f"({'#' * sizes[0]}|{'#' * sizes[1]})")
            left -= sum(sizes)
        elif kind == "group" and left >= 2:
            parts.append(f"(##){rng.choice('*+?')}")
            left -= 2
        else:
            parts.append("#" + (rng.choice("*+?") if kind == "repeat" else ""))
            left -= 1
    return "".join(parts)


def fill(pattern: str, letters: list[str]) -> Expression:
    """The regex with these literals."""
    rest = iter(letters)
    return parse("".join(next(rest) if sign == "#" else sign for sign in pattern))


def draw(rng: random.Random, *, branch: bool) -> tuple[Expression, Expression]:
    """A right and a wrong regex."""
    while True:
        pattern = template(rng)
        letters = [rng.choice(string.ascii_lowercase) for _ in range(LITERALS)]
        places = rng.sample(range(LITERALS), 3)
        if branch:
            if "|" not in pattern:
                continue
            end = pattern.index("|")
            start = pattern.rindex("(", 0, end)
            places = list(range(pattern[:start].count("#"), pattern[:end].count("#")))
        spoilt = list(letters)
        for place in places:
            spoilt[place] = rng.choice(sorted(set(string.ascii_lowercase) - {letters[place]}))
        right, wrong = fill(pattern, letters), fill(pattern, spoilt)
        if witness(right, wrong) is not None:
            return right, wrong


def examples(right: Expression, wrong: Expression, rng: random.Random) -> tuple[list[str], list[str]]:
    """Strings inside the right language, and outside: of the wrong one, and strings inside with one edit."""
    language = Regex(right)
    positives = [generate(right, rng) for _ in range(HALF)]
    negatives: list[str] = []
    while len(negatives) < HALF // 2:
        text = generate(wrong, rng)
        if not language.accepts(text):
            negatives.append(text)
    characters = sorted(set("".join(positives + negatives)))
    while len(negatives) < HALF:
        text = rng.choice(positives)
        place = rng.randrange(len(text) + 1)
        middle = rng.choice([rng.choice(characters), ""])
        text = text[:place] + middle + text[place + rng.randint(0, 1) :]
        if not language.accepts(text):
            negatives.append(text)
    return positives, negatives


def repair(wrong: Expression, positives: list[str], negatives: list[str]) -> Expression | None:
    """What the wrong regex snaps back to after training."""
    alphabet = Alphabet.of([wrong], "".join(positives + negatives))
    bank = RegexBank.from_patterns([wrong] * COPIES, alphabet, loose=LOOSE, noise=NOISE)
    lessons = list(Training(bank, positives, negatives, REPAIR).lessons(STEPS))
    try:
        return bank.snap_back()[lessons[-1].best].language.expression
    except LimitError:
        return None


def main() -> None:
    """Repair and print a line a case."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    torch.set_num_threads(1)
    repaired = 0
    for case in range(args.cases):
        rng = random.Random(f"{args.seed} {case}")
        right, wrong = draw(rng, branch=bool(case % 2))
        begun = time.process_time()
        found = repair(wrong, *examples(right, wrong, rng))
        equal = found is not None and witness(right, found) is None
        repaired += equal
        print(
            f"{'=' if equal else ' '} {wrong} -> {found}, right {right}, {time.process_time() - begun:.1f} CPU-s",
            flush=True,
        )
    print(f"{repaired} of {args.cases} repaired (to reach: 16 of 20)")


if __name__ == "__main__":
    main()
