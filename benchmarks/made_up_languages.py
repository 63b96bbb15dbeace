"""Write task folders for benchmarks/grammars.py from the made-up languages in benchmarks/languages.

    python -m benchmarks.made_up_languages OUT

Each language becomes a folder with its grammar.lark, train/positives.txt (30), train/negatives.txt (30),
test_positives.txt and test_negatives.txt (up to 200). Positives walk the rules, alternatives alike, up to a depth that
is drawn for each; negatives are positives after one or two edits that the grammar rejects.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from dsl.grammar import Grammar
from dsl.grammars.sampling import Walker

LANGUAGES = Path(__file__).parent / "languages"
TRAIN, TEST = 30, 200
DEPTHS = range(2, 9)
LONGEST = 60
TRIES = 20_000


def main() -> None:
    """Write all folders."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    for path in sorted(LANGUAGES.glob("*.lark")):
        write_folder(path, options.out / path.stem)


def write_folder(path: Path, folder: Path) -> None:
    """The task of one language, the same each time."""
    text = path.read_text(encoding="utf-8")
    grammar, rng = Grammar.parse(text), random.Random(path.stem)
    positives = list(islice(distinct(lambda: drawn(grammar, rng)), TRAIN + TEST))
    misses = distinct(lambda: edited(rng.choice(positives), positives, rng))
    negatives = list(islice((miss for miss in misses if not grammar.accepts(miss)), TRAIN + TEST))
    (folder / "train").mkdir(parents=True, exist_ok=True)
    (folder / "grammar.lark").write_text(text, encoding="utf-8")
    for name, strings in ("positives", positives), ("negatives", negatives):
        (folder / "train" / f"{name}.txt").write_text("\n".join(strings[:TRAIN]) + "\n", encoding="utf-8")
        (folder / f"test_{name}.txt").write_text("\n".join(strings[TRAIN:]) + "\n", encoding="utf-8")


def distinct(draw: Callable[[], str | None]) -> Iterator[str]:
    """What is drawn for the first time, and is not empty."""
    seen: set[str] = set()
    for _ in range(TRIES):
        text = draw()
        if text and text not in seen:
            seen.add(text)
            yield text


def drawn(grammar: Grammar, rng: random.Random) -> str | None:
    """A string by walking the rules."""
    return Walker(grammar).draw(rng, rng.choice(DEPTHS), LONGEST)


def edited(text: str, others: list[str], rng: random.Random) -> str:
    """The text after one or two edits: something left out, replaced, turned round, doubled, or from another text."""
    for _ in range(rng.choice((1, 2))):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.choice((1, 1, 2, 4)))
        other = rng.choice(others)
        inside, alien = text[start:end], other[: rng.randrange(len(other) + 1)][-4:]
        letter = rng.choice("".join(others))
        middle = rng.choice(("", letter + inside, letter + inside[1:], inside[::-1], 2 * inside, alien))
        text = text[:start] + middle + text[end:]
    return text


if __name__ == "__main__":
    main()
