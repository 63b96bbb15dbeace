"""What people ask patterns for: `python -m benchmarks.corpus.requests --out FOLDER` makes tasks of requests.tsv.

A card: 174 requests, each read by hand from a public question, an answer or a shared pattern, whose address is in the
first column. The second has the patterns that must all match (after `!` one that must not), the third the examples that
the asker gives, or some of the same kind where there are none; two spaces are between. Patterns and strings are facts;
no text is copied. None has the language of a target of regel_so, alpharegex or streg, which are for reporting only.
Every third line goes to `choosing.jsonl`, the others to `fitting.jsonl`; held-out strings are drawn from the patterns
at random, and near misses. `python benchmarks/questions.py` measures questions on them.
"""

from __future__ import annotations

import argparse
import string
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from benchmarks.corpus.near_misses import near_misses
from benchmarks.corpus.tasks import HELD_OUT, Task, acceptor, write_tasks
from dsl.automata.sampling import generate
from dsl.regex import Regex

LINES: Final = Path(__file__).with_name("requests.tsv")
BETWEEN: Final = "  "
CHOOSING: Final = 3  # each line of so many
ATTEMPTS: Final = 3_000  # strings drawn for a request, of which those that all its patterns allow are kept
LONGEST: Final = 60  # characters


class Request(NamedTuple):
    """Patterns that must all match, others that must not, and examples."""

    patterns: list[str]
    examples: list[str]

    @property
    def target(self) -> str:
        """All of it as one pattern: with lookaheads where it has several."""
        first, *others = self.patterns
        looks = (f"(?!(?:{each[1:]})\\Z)" if each.startswith("!") else f"(?=(?:{each})\\Z)" for each in others)
        return "".join(looks) + (f"(?:{first})" if others else first)


def requests() -> list[Request]:
    """All lines in their order."""
    found = []
    for line in LINES.read_text(encoding="utf-8").splitlines():
        _, patterns, examples = line.split("\t")
        found.append(Request(patterns.split(BETWEEN), examples.split(BETWEEN)))
    return found


def task(name: str, request: Request) -> Task:
    """A request with strings that it allows and some that it does not."""
    rng, accepts = Random(name), acceptor(request.target)
    expression = Regex.parse(request.patterns[0]).expression
    drawn = dict.fromkeys(generate(expression, rng) for _ in range(ATTEMPTS))
    fresh = (text for text in drawn if text and len(text) <= LONGEST and text not in request.examples and accepts(text))
    held_out = list(islice(fresh, HELD_OUT))
    return Task(
        id=name,
        positives=request.examples,
        negatives=[],
        test_positives=held_out or request.examples,
        test_negatives=near_misses([*request.examples, *held_out], rng, accepts, HELD_OUT, ()) or outside(request, rng),
        target_regex=request.target,
        outliers=[],
    )


def outside(request: Request, rng: Random) -> list[str]:
    """What a request does not allow, where no near miss is: with another sign in it, or what must not match."""
    accepts, signs = acceptor(request.target), string.punctuation
    unwanted = [Regex.parse(each[1:]).expression for each in request.patterns if each.startswith("!")]
    found: dict[str, None] = {}
    for _ in range(ATTEMPTS):
        text = rng.choice(request.examples)
        place = rng.randint(0, len(text))
        text = generate(rng.choice(unwanted), rng) if unwanted else text[:place] + rng.choice(signs) + text[place:]
        if not accepts(text):
            found[text] = None
    return list(found)[:HELD_OUT]


def tasks(*, choosing: bool) -> Iterator[Task]:
    """One of each request, either of every third or of the others."""
    for number, request in enumerate(requests()):
        if (number % CHOOSING == CHOOSING - 1) is choosing:
            yield task(f"request-{number}", request)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    write_tasks(args.out / "fitting.jsonl", tasks(choosing=False))
    write_tasks(args.out / "choosing.jsonl", tasks(choosing=True))


if __name__ == "__main__":
    main()
