"""A pool that is as unlike this process as can be: what crosses its border is pickled, and calls are cut at random."""

import pickle
import random

from searchers.budget import Budget


class Elsewhere:
    """Does all tasks when they begin, in calls of random sizes, the last first, and some of them twice."""

    def __init__(self, seed=0):
        self.rng = random.Random(seed)
        self.calls = 0
        self.settings = {}

    def run(self, work, setting, tasks, budget):
        calls, start = [], 0
        while start < len(tasks):
            size = self.rng.randint(1, 5)
            calls.append(tasks[start : start + size])
            start += size
        results = {}
        for number in [*reversed(range(len(calls))), *self.rng.sample(range(len(calls)), len(calls) // 2)]:
            there = self.rng.randrange(3)  # three workers, each of which keeps the settings that it was sent
            if (there, id(setting)) not in self.settings:
                self.settings[there, id(setting)] = (setting, pickle.loads(pickle.dumps(setting)))
            elsewhere = self.settings[there, id(setting)][1]
            part = pickle.loads(pickle.dumps(calls[number]))
            found = list(work(elsewhere, part, Budget(effort=budget.effort)))
            results[number] = pickle.loads(pickle.dumps(found))
            self.calls += 1
        return iter([result for number in range(len(calls)) for result in results[number]])
