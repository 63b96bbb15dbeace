"""LL(k) tables against Lark's Earley parser, and back to grammars: `python -m benchmarks.encoders.tables`."""

from __future__ import annotations

import argparse
import json
import time

from lark import Lark
from lark.exceptions import LarkError

from benchmarks.encoders.grammars import GRAMMARS, documents, grammar, strings
from dsl.grammars.predictive.table import PredictiveTable


def decides(name: str, count: int, longest: int) -> None:
    """How often table and Earley decide alike, and the table of the table's grammar."""
    own, k = grammar(name)
    table = PredictiveTable.compile(own, k)
    texts = strings(name, count, longest)
    earley = Lark(own.to("lark"), parser="earley", lexer="dynamic")

    def accepts(text: str) -> bool:
        try:
            earley.parse(text)
        except LarkError:
            return False
        return True

    found = table.machine.accepts_all(texts)
    wanted = [accepts(text) for text in texts]
    again = PredictiveTable.compile(table.machine.grammar(), k).machine.accepts_all(texts)
    alike = sum(one == other for one, other in zip(found, wanted, strict=True))
    back = sum(one == other for one, other in zip(found, again, strict=True))
    shape = f"{table.machine.cells.shape} cells, {len(table.machine.writes)} actions"
    print(
        f"{name:14} k={k} {shape:28} {len(texts):6} strings, {sum(found)} inside: {alike} as Earley, {back} back again"
    )


def round_trips(name: str, count: int) -> None:
    """The same for many strings without Earley: table -> grammar -> table."""
    own, k = grammar(name)
    machine = PredictiveTable.compile(own, k).machine
    texts = strings(name, count // 2, 200, seed=1)
    again = PredictiveTable.compile(machine.grammar(), k).machine
    found, back = machine.accepts_all(texts), again.accepts_all(texts)
    differ = sum(one != other for one, other in zip(found, back, strict=True))
    print(f"{name:14} table -> grammar -> table: {differ} of {len(texts)} decisions differ")


def speed() -> None:
    """Characters a second of the JSON table, json.loads and Lark's LALR parser, one thread, process time."""
    own, k = grammar("json")
    machine = PredictiveTable.compile(own, k).machine
    texts = documents(4_000)
    size = sum(map(len, texts))
    machine.accepts_all(texts)
    ours, theirs = [], []
    for _ in range(7):
        begun = time.process_time()
        machine.run(texts)
        middle = time.process_time()
        for text in texts:
            json.loads(text)
        ours.append(size / (middle - begun))
        theirs.append(size / (time.process_time() - middle))
    _, steps = machine.run(texts)
    each = steps.sum() / size
    print(f"table {max(ours) / 1e6:.1f} M characters/s (median {sorted(ours)[3] / 1e6:.1f}), {each:.2f} steps each")
    print(f"json.loads {max(theirs) / 1e6:.1f} M (median {sorted(theirs)[3] / 1e6:.1f})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="strings of each grammar, and as many near misses")
    parser.add_argument("--longest", type=int, default=40)
    arguments = parser.parse_args()
    speed()
    for name in GRAMMARS:
        round_trips(name, 10_000)
    for name in GRAMMARS:
        decides(name, arguments.count, arguments.longest)


if __name__ == "__main__":
    main()
