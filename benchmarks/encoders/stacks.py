"""Stacks that learn, and their speed: `python -m benchmarks.encoders.stacks [--languages …] [--seeds N]`.

Networks are trained on 2,000 strings of up to 20 symbols, on what may follow each; a string of 200 counts when every
position is right. CPU seconds of one thread.
"""

from __future__ import annotations

import argparse
import random
import time

import torch

from benchmarks.encoders.grammars import grammar, strings
from benchmarks.encoders.languages import ALPHABETS, Batch, batch, drawn
from differentiable.pushdown import PushdownAutomaton
from differentiable.stacks.controller import StackController
from differentiable.stacks.learning import Lessons, StackTagger, train

SETTINGS = {"dyck-2": {}, "counts": {"hidden": 16}, "marked": {"state": 24}}


@torch.no_grad()
def right(tagger: StackTagger, given: Batch) -> list[float]:
    """The share of strings of which every position is right, of each network."""
    found = (tagger(given.symbols) > 0) == given.following.bool()
    there = torch.arange(given.symbols.shape[1]) < given.lengths[:, None]
    return (found.all(-1) | ~there).all(-1).double().mean(1).tolist()


def learned(name: str, seed: int, restarts: int, lessons: Lessons) -> None:
    rng = random.Random(seed)
    given, long = batch(name, drawn(name, 2_000, 2, 20, rng)), batch(name, drawn(name, 100, 200, 200, rng))
    size = len(ALPHABETS[name])
    begun = time.process_time()
    tagger = StackTagger(size, size, networks=restarts, seed=seed, **SETTINGS[name])
    losses = [0.0]
    for looked, lesson in train(tagger, *given, lessons, seed=seed):
        tagger, losses = looked, lesson.losses
    seconds = time.process_time() - begun
    best = min(range(len(losses)), key=losses.__getitem__)
    soft = right(tagger, long)[best]
    tagger.relax("hard")
    hard = right(tagger, long)[best]
    print(f"{name:8} seed {seed}: loss {losses[best]:.4f}, of 100 strings of 200: soft {soft:.2f}, hard {hard:.2f}; "
          f"{restarts} restarts, {seconds:.1f} CPU-s", flush=True)  # fmt: skip


def speeds() -> None:
    own, k = grammar("json")
    texts = [text for text in strings("json", 400, 200) if len(text) >= 20][:64]
    layer = PushdownAutomaton.from_grammar(own, k, gap=6.0, width=4)
    given = layer.alphabet.batch(texts, max_length=1_000)
    _report("paths, K = 4, JSON", int(given[1].sum()), lambda: layer.log_odds(*given).sum())
    controller = StackController(8)
    inputs = torch.randn(64, 80, 8)

    def work() -> torch.Tensor:
        found = controller(inputs)
        return found.hidden.sum() + found.tops.sum()

    _report("controller, B = 64, L = 80", 64 * 80, work)


def decisions() -> None:
    """Of the JSON table at the usual gap: how often runs and superposition decide rightly, and how far they are off."""
    own, k = grammar("json")
    every = [text for text in strings("json", 500, 100) if text]
    for mode, count in (("paths", 600), ("superposition", 60)):
        texts = every[:: len(every) // count][:count]
        wanted = torch.tensor(own.accepts_all(texts))
        layer = PushdownAutomaton.from_grammar(own, k, mode=mode, depth=64)
        with torch.no_grad():
            decided = layer.log_odds(texts) > 0 if mode == "paths" else layer(texts) > 0.5
            print(f"{mode} at a gap of 8: {int((decided == wanted).sum())} of {len(texts)} decided rightly", flush=True)
            if mode == "paths":
                found = layer.snap_back()
                _, steps = found.machine.run(texts)
                allowed = 1 - (1 - found.epsilon) ** torch.from_numpy(steps)
                errors = (layer(texts).double() - wanted.double()).abs()
                print(
                    f"largest error {float(errors.max()):.3f}, above the certificate: {int((errors > allowed).sum())}"
                )


def _report(name: str, tokens: int, forward: object) -> None:
    rates = []
    for _ in range(9):
        begun = time.process_time()
        forward().backward()  # type: ignore[operator]
        rates.append(tokens / (time.process_time() - begun))
    print(f"{name}: {sorted(rates)[4]:,.0f} tokens/s forward and backward (best {max(rates):,.0f})", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--languages", nargs="*", default=list(SETTINGS), choices=list(SETTINGS))
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--restarts", type=int, default=16)
    parser.add_argument("--learn-only", action="store_true", help="no speeds, no decisions")
    parser.add_argument("--steps", type=int, default=Lessons.steps)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    if not arguments.learn_only:
        speeds()
        decisions()
    for name in arguments.languages:
        for seed in range(arguments.seeds):
            learned(name, seed, arguments.restarts, Lessons(steps=arguments.steps))


if __name__ == "__main__":
    main()
