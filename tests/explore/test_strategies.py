"""Search strategies: every goal is given once, in the order that each promises."""

from __future__ import annotations

from collections import Counter
from typing import get_args

import pytest

from wend.campaign.option_table import Search
from wend.explore.frontier import MOST_FRESH_TRIES, MOST_GIVEN_UP, Frontier
from wend.explore.strategies import Fair, LeastTried, strategy_named
from wend.expr.build import gt, integer, variable
from wend.expr.sorts import Sort
from wend.inputs.inputs import Inputs
from wend.path.branch import Branch
from wend.path.outcome import Returned
from wend.path.path import Path
from wend.path.site import Site
from wend.path.tree import Goal, Node

X = variable("x", Sort.INT)
PATH = Path(Inputs.of({"x": 0}), (), Returned("0", "0"))


def goal(line: int, *, stack: int = 0, parent: Node | None = None, side: bool = False) -> Goal:
    branch = Branch(Site("f.py", "f", line, 0, "test"), gt(X, integer(line)), not side, stack)
    node = Node(branch, parent, True, PATH)
    node.following[not side] = []
    return Goal(node, side)


def drained(strategy) -> list[Goal]:
    taken = []
    while (found := strategy.take()) is not None:
        taken.append(found)
    return taken


@pytest.mark.parametrize("name", get_args(Search))
def test_every_goal_is_given_exactly_once(name: str):
    strategy = strategy_named(name, seed=3)
    goals = [goal(line % 5, stack=line % 3) for line in range(40)]
    for number, each in enumerate(goals):
        strategy.add(each, number % 4)

    assert Counter(map(id, drained(strategy))) == Counter(map(id, goals))


def test_breadth_gives_the_oldest_and_depth_the_newest():
    goals = [goal(line) for line in range(3)]
    breadth, depth = strategy_named("breadth", 0), strategy_named("depth", 0)
    for each in goals:
        breadth.add(each, 0)
        depth.add(each, 0)

    assert drained(breadth) == goals
    assert drained(depth) == goals[::-1]


def test_generational_gives_the_flips_of_the_most_fruitful_run_first():
    strategy = strategy_named("generational", 0)
    poor, rich = goal(1), [goal(2), goal(3)]
    strategy.add(poor, 0)
    for each in rich:
        strategy.add(each, 5)

    assert drained(strategy) == [*rich, poor]


def test_random_depends_on_nothing_but_the_seed():
    def order(seed: int) -> list[int]:
        strategy = strategy_named("random", seed)
        for line in range(20):
            strategy.add(goal(line), 0)
        return [found.node.site.line for found in drained(strategy)]

    assert order(1) == order(1)
    assert order(1) != order(2)


def test_least_tried_gives_each_class_its_turn():
    strategy = LeastTried(lambda each: each.node.site.line)
    for line in (1, 1, 1, 2, 3):
        strategy.add(goal(line), 0)

    assert [found.node.site.line for found in drained(strategy)] == [1, 2, 3, 1, 1]


def test_fair_is_not_held_up_by_one_site_with_many_goals():
    strategy = Fair()
    parent: Node | None = None
    for _ in range(300):
        looping = goal(1, parent=parent)
        parent = looping.node
        strategy.add(looping, 0)
    strategy.add(goal(2, stack=9), 0)

    first = [found.node.site.line for found in (strategy.take() for _ in range(6)) if found]

    assert 2 in first


def test_frontier_gives_sides_never_taken_before_the_strategy_decides():
    frontier = Frontier(strategy_named("breadth", 0))
    seen, fresh = goal(1), goal(2)
    frontier.saw(seen.place)
    frontier.add(seen, 0)
    frontier.add(fresh, 0)

    assert frontier.take() is fresh
    assert frontier.take() is seen
    assert frontier.take() is None


def test_a_loop_that_only_repeats_waits_for_sides_never_taken():
    """Turn by turn the same sites: the next one is worth less than a side that nobody saw."""
    frontier = Frontier(strategy_named("fair", 0))
    parent: Node | None = None
    for _ in range(500):
        turn = goal(1, parent=parent)
        parent = turn.node
        frontier.saw(turn.place)
        frontier.saw((turn.node.site, not turn.side))
        frontier.add(turn, 0)
    rare = [goal(line, parent=parent) for line in (2, 3)]
    for each in rare:
        frontier.add(each, 0)

    assert [frontier.take(), frontier.take()] == rare


def test_a_side_that_was_taken_meanwhile_is_no_longer_preferred():
    frontier = Frontier(strategy_named("breadth", 0))
    loop = [goal(1) for _ in range(3)]
    other = goal(2)
    for each in (*loop, other):
        frontier.add(each, 0)
    first = frontier.take()
    frontier.saw(loop[0].place)

    assert first is loop[0]
    assert frontier.take() is other
    assert frontier.take() is loop[1]


def test_a_side_that_resists_does_not_hold_up_the_rest():
    frontier = Frontier(strategy_named("fair", 0))
    for _ in range(10 * MOST_FRESH_TRIES):
        frontier.add(goal(1), 0)
    seen = goal(2)
    frontier.saw(seen.place)
    frontier.add(seen, 0)

    first = [frontier.take() for _ in range(MOST_FRESH_TRIES + 4)]

    assert seen in first[MOST_FRESH_TRIES:]


def test_a_postponed_goal_comes_back_with_its_effort():
    frontier = Frontier(strategy_named("breadth", 0))
    hard = goal(1)

    frontier.postpone(hard, 4)

    assert frontier.take() is None
    assert frontier.take_postponed() == (hard, 4)
    assert frontier.take_postponed() is None


def test_a_goal_for_a_solver_comes_after_easier_sides_never_taken():
    frontier = Frontier(strategy_named("breadth", 0))
    hard, easy, seen = goal(1), goal(2), goal(3)
    frontier.saw(seen.place)
    for each in (seen, hard, easy):
        frontier.add(each, 0)
    first = frontier.take()
    assert first is hard
    frontier.put_off(hard)

    assert [frontier.take(), frontier.take(), frontier.take()] == [easy, hard, seen]
    assert frontier.size == 0


def test_goals_of_a_side_that_resists_come_last_and_none_is_lost():
    frontier = Frontier(strategy_named("breadth", 0))
    hard = [goal(1, stack=number) for number in range(12)]
    other = [goal(2, stack=number) for number in range(12)]
    frontier.saw(hard[0].place)
    frontier.saw(other[0].place)
    for pair in zip(hard, other, strict=True):
        for each in pair:
            frontier.add(each, 0)

    taken = []
    while (found := frontier.take()) is not None:
        taken.append(found)
        frontier.answered(found, gave_up=found.place == hard[0].place)

    assert Counter(map(id, taken)) == Counter(map(id, (*hard, *other)))
    assert frontier.size == 0
    tried_before = len([each for each in taken[: taken.index(other[-1])] if each in hard])
    assert tried_before == MOST_GIVEN_UP + 4  # the first, second, fourth and eighth of nine


def test_goals_of_a_side_that_no_longer_resists_wait_no_longer():
    frontier = Frontier(strategy_named("breadth", 0))
    hard = [goal(1, stack=number) for number in range(12)]
    frontier.saw(hard[0].place)
    for each in hard:
        frontier.add(each, 0)
    for _ in range(MOST_GIVEN_UP + 3):
        frontier.answered(frontier.take(), gave_up=True)
    seen = goal(2)
    frontier.saw(seen.place)
    frontier.add(seen, 0)

    frontier.answered(hard[0], gave_up=False)

    assert len([found for found in drained(frontier) if found is not seen]) == 6
    assert frontier.size == 0
