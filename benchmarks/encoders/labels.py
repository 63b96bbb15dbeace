"""Machines from labelled strings, and tables with two wrong cells made right: `python -m benchmarks.encoders.labels`.

Labels of strings of up to 12 symbols; those of 200 and more are held out. Repairs are of random cells, on up to 400
labelled strings of up to 24 symbols, and right when 4,000 strings of up to 40 are. CPU seconds of one thread.
"""

from __future__ import annotations

import argparse
import random
import time

import numpy as np
import torch

from benchmarks.encoders.languages import draw
from differentiable.pushdown import PushdownAutomaton, possible_actions
from differentiable.stacks.labels import learn, repair
from dsl.grammar import Grammar
from dsl.grammars.predictive.machine import StackMachine

GRAMMARS = {
    "counts": Grammar.parse('start: "a" start "b" | "ab"'),
    "dyck-2": Grammar.parse('start: ("(" start ")" | "[" start "]")*'),
    "arithmetic": Grammar.parse('start: term ("+" term)*\nterm: factor ("*" factor)*\nfactor: "1" | "(" start ")"'),
}
ALPHABETS = {"counts": "ab", "dyck-2": "()[]", "arithmetic": "1+*()"}
SYMBOLS = {"counts": 2, "dyck-2": 3}


def changed(text: str, alphabet: str, rng: random.Random) -> str:
    """A symbol replaced, added, or exchanged with another."""
    place, kind = rng.randrange(len(text) + 1), rng.random()
    if kind < 0.4 and place < len(text):
        return text[:place] + rng.choice(alphabet) + text[place + 1 :]
    if kind < 0.7 or len(text) < 2:
        return text[:place] + rng.choice(alphabet) + text[place:]
    symbols = list(text)
    one, other = rng.sample(range(len(text)), 2)
    symbols[one], symbols[other] = symbols[other], symbols[one]
    return "".join(symbols)


def labelled(name: str, count: int, longest: int, rng: random.Random) -> tuple[list[str], list[str]]:
    """Strings of the language and others, distinct, most of them near misses."""
    own, alphabet = GRAMMARS[name], ALPHABETS[name]
    if name == "counts":
        inside = {"a" * size + "b" * size for size in range(1, longest // 2 + 1)}
    elif name == "dyck-2":
        inside = {draw(name, 2 * rng.randrange(1, longest // 2 + 1), rng) for _ in range(count)}
    else:
        inside = {text for text in own.sample(count, rng) if len(text) <= longest}
    others = set()
    accepted = sorted(inside)
    while len(others) < count:
        near = changed(rng.choice(accepted), alphabet, rng)
        others.add(near if rng.random() < 0.7 else "".join(rng.choices(alphabet, k=rng.randrange(1, longest + 1))))
    texts = sorted(others)
    return accepted, [text for text, is_in in zip(texts, own.accepts_all(texts), strict=True) if not is_in]


def share_right(machine: StackMachine, accepted: list[str], rejected: list[str]) -> float:
    found = machine.accepts_all([*accepted, *rejected])
    return sum(own == (place < len(accepted)) for place, own in enumerate(found)) / len(found)


def long_strings(name: str, rng: random.Random) -> tuple[list[str], list[str]]:
    accepted = [draw(name, 200 + 2 * size, rng) for size in range(100)]
    near = [changed(text, ALPHABETS[name], rng) for text in accepted]
    return accepted, [text for text, own in zip(near, GRAMMARS[name].accepts_all(near), strict=True) if not own]


def learned(name: str, seed: int) -> None:
    rng = random.Random(seed)
    accepted, rejected = labelled(name, 1_000, 12, rng)
    begun = time.process_time()
    found = learn(accepted, rejected, symbols=SYMBOLS[name], seed=seed)
    seconds = time.process_time() - begun
    held_out = share_right(found.machine, *long_strings(name, rng))
    print(f"{name:10} seed {seed}: {len(accepted)} + {len(rejected)} labels, right {found.right:.4f}, "
          f"of 200 and more symbols {held_out:.4f}, {seconds:.1f} CPU-s", flush=True)  # fmt: skip


def repaired(name: str, seed: int) -> None:
    rng = random.Random(seed)
    accepted, rejected = labelled(name, 200, 24, rng)
    layer = PushdownAutomaton.from_grammar(GRAMMARS[name], gap=4.0)
    machine = layer.snapped()
    cells, allowed = machine.cells.copy(), possible_actions(machine)
    used = [cell for cell in np.argwhere(cells > 0).tolist() if cell[0] > 0]
    for symbol, column in rng.sample(used, 2):
        others = [
            action for action in allowed[symbol, column].nonzero().flatten().tolist() if action != cells[symbol, column]
        ]
        cells[symbol, column] = rng.choice(others)
    with torch.no_grad():
        layer.table.zero_().scatter_(-1, torch.from_numpy(cells).long()[..., None], 4.0)
    held_out = labelled(name, 2_000, 40, random.Random(99))
    before = share_right(layer.snapped(), *held_out)
    begun = time.process_time()
    found = repair(layer, accepted, rejected, seed=seed)
    seconds = time.process_time() - begun
    print(f"repair of {name:10} seed {seed}: {len(used)} cells, held out {before:.3f} -> "
          f"{share_right(found.machine, *held_out):.4f}, {seconds:.1f} CPU-s", flush=True)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=5)
    arguments = parser.parse_args()
    for name in SYMBOLS:
        for seed in range(arguments.seeds):
            learned(name, seed)
    for name in ("dyck-2", "arithmetic"):
        for seed in range(6):
            repaired(name, seed)


if __name__ == "__main__":
    main()
