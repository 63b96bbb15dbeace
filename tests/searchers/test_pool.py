"""Work in this process: begun when its results are asked for, in order."""

from searchers.budget import Budget
from searchers.pool import InProcess


def test_a_task_is_done_when_its_result_is_asked_for():
    done = []

    def doubled(offset, tasks, budget):
        for task in tasks:
            done.append(task)
            yield offset + 2 * task

    results = InProcess().run(doubled, 1, [1, 2, 3], Budget())
    assert done == []
    assert next(results) == 3
    assert done == [1]
    assert list(results) == [5, 7]
