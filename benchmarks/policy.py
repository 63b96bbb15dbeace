"""What training beforehand is worth: `python -m benchmarks.policy --train 300 --tasks 12 --steps 10`.

Trains a policy, then searches random tasks that it has not seen, without warm starts, once from an untrained policy and
once from the trained one. Prints the mean reward of the policy's own samples and of the best program, after each step.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from searchers.budget import Budget
from searchers.policy.pretraining import Pretraining
from searchers.policy.random_tasks import random_task
from searchers.policy.search import Reinforce
from searchers.problem import Problem
from searchers.protocol import Improved, Step
from searchers.scoring import make

HELD_OUT: str = "held out"  # the seed of the tasks; training has numbers


def rewards(
    problem: Problem, weights: Mapping[str, NDArray[np.generic]] | None, steps: int
) -> tuple[list[float], list[float]]:
    """The mean reward of the samples and the reward of the best program, after each step."""
    searcher = Reinforce(warm_start=False)
    searcher.weights = weights
    objective = make("mdl", problem)
    best, means, bests = float("inf"), [], []
    reference = None
    for event in searcher.search(problem, objective, Budget(steps=steps), random.Random(0)):
        match event:
            case Improved(candidate):
                best = min(best, candidate.objective)
                reference = reference or candidate.objective
            case Step(state):
                means.append(state().values["reward"])
                bests.append((reference - best) / reference)
    return means, bests


def main() -> None:
    """Measure and print a line a step."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--train", type=int, default=300, help="steps of training")
    parser.add_argument("--tasks", type=int, default=12)
    parser.add_argument("--steps", type=int, default=10, help="steps of each search")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    training = Pretraining(args.seed, "cpu")
    lessons = list(training.lessons(args.train))
    print(f"training: {lessons[0].bits:.1f} bits for a task's expression at first, {lessons[-1].bits:.1f} at last")
    trained = {name: tensor.numpy() for name, tensor in training.policy.state_dict().items()}
    rng = random.Random(HELD_OUT)
    problems = [random_task(rng).problem for _ in range(args.tasks)]
    table = [
        np.mean([rewards(problem, weights, args.steps) for problem in problems], axis=0) for weights in (None, trained)
    ]
    print("step  samples: untrained trained  best: untrained trained")
    for step in range(args.steps):
        (mean, best), (trained_mean, trained_best) = table[0][:, step], table[1][:, step]
        print(f"{step + 1:4} {mean:19.3f} {trained_mean:7.3f} {best:16.3f} {trained_best:7.3f}")


if __name__ == "__main__":
    main()
