from math import inf

from searchers.budget import Budget, InProcess


def test_without_limits_it_is_never_spent():
    budget = Budget()
    budget.step()
    assert budget.left == inf
    assert not budget.spent


def test_seconds_run_out(clock):
    budget = Budget(seconds=2.0, started=clock[0])
    clock[0] += 1.5
    assert (budget.elapsed, budget.left, budget.spent) == (1.5, 0.5, False)
    clock[0] += 0.5
    assert budget.spent


def test_steps_run_out():
    budget = Budget(steps=2)
    spent = []
    for _ in range(3):
        spent.append(budget.spent)
        budget.step()
    assert spent == [False, False, True]


def test_whichever_ends_first(clock):
    budget = Budget(seconds=10, steps=1, started=clock[0])
    budget.step()
    assert budget.spent
    assert Budget(seconds=1, steps=10, started=clock[0] - 2).spent


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
