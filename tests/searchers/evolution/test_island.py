"""Populations: who stays, and that no language is there twice."""

import random

from deap import base, tools

from dsl.expressions.notation import parse
from dsl.regex import Regex
from searchers.evolution.individual import Individual
from searchers.evolution.island import Island, distinct
from searchers.evolution.operators import evaluate, global_random, select, toolbox_of
from searchers.problem import Problem
from searchers.scoring import make
from searchers.spaces.regexes import Regexes

PROBLEM = Problem.of(["ab", "aab", "abb"])
OBJECTIVE = make("mdl", PROBLEM)


def individual(pattern):
    one = Individual(parse(pattern), OBJECTIVE.score(Regex.parse(pattern)), Regexes.key)
    one.fitness.values = evaluate(one)
    return one


def patterns(individuals):
    return [one.candidate.pattern for one in individuals]


def test_one_language_is_kept_once_in_its_best_form():
    kept = distinct(map(individual, ["aa*b+", "a+b+", "a+bb*", "[ab]*", "(a|b)*"]))
    assert sorted(patterns(kept)) == ["[ab]*", "a+b+"]


def test_an_island_never_has_more_than_room():
    island = Island(3, toolbox_of(Regexes, random.Random(0), None))
    island.admit(map(individual, ["a+b+", "[ab]*", "a{1,2}b{1,2}", "ab|aab|abb", "[a-z]+"]))
    assert len(island.individuals) == 3
    assert island.best[0].candidate.objective == min(i.candidate.objective for i in island.individuals)
    assert island.cutoff == island.best[0].candidate.objective


def test_the_best_and_the_extremes_survive():
    everyone = [*map(individual, ["a+b+", "[ab]*", "a{1,2}b{1,2}", "ab|aab|abb", "[a-z]+", "a*b", "a*b*", "(ab)*"])]
    kept = select(everyone, 4)
    assert min(everyone, key=lambda one: one.rank) in kept
    assert len(kept) == 4
    others = [one for one in everyone if one not in kept[:2]]
    assert all(one in tools.sortNondominated(others, 2, first_front_only=True)[0] for one in kept[2:])


def test_a_smaller_fitness_is_a_better_one():
    loose, close = individual("[a-z]+"), individual("a+b+")
    loose.fitness.values, close.fitness.values = (1.0, 3.0, 9.0), (0.0, 3.0, 8.0)
    assert close.fitness.dominates(loose.fitness)


def test_a_toolbox_keeps_its_own_operators():
    toolbox = base.Toolbox()
    toolbox.register("mutate", "own".upper)
    whole = toolbox_of(Regexes, random.Random(0), toolbox)
    assert whole.mutate() == "OWN"
    assert whole.select([], 0) == []
    assert whole.mate.func.__name__ == "mate"


def test_global_random_numbers_follow_from_the_stream():
    def drawn(seed):
        with global_random(random.Random(seed)):
            return random.random()

    assert drawn(1) == drawn(1) != drawn(2)


def test_twins_go_their_own_ways():
    one = individual("a+b+")
    other = one.twin()
    other.tree = parse("b")
    other.fitness.values = (1.0, 1.0, 1.0)
    assert one.tree == parse("a+b+")
    assert one.fitness.values != other.fitness.values
