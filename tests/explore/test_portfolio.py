"""The guarantee of the portfolio, on made-up searches whose costs and finds are known."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wend.explore.portfolio import LEAST, Portfolio, TurnMeter


class World:
    """What all made-up searches have spent."""

    def __init__(self) -> None:
        self.work = 0.0

    def meter(self) -> TurnMeter:
        return TurnMeter(lambda: self.work, lambda: self.work / 1000, lambda: self.work / 1000)


class MadeUp:
    """A search whose turns take known work; it finds its name at the end of some of them."""

    rate = 1.0

    def __init__(self, name: str, world: World, costs: list[float], finds: set[int]) -> None:
        self.name = name
        self._world = world
        self._costs = costs
        self._finds = finds
        self.at = 0
        self.is_given_up = False

    @property
    def is_over(self) -> bool:
        return self.is_given_up or self.at >= len(self._costs)

    @property
    def next_cost(self) -> float:
        return self._costs[self.at]

    def alone(self, count: int) -> float:
        """The work of its first turns."""
        return sum([max(LEAST, each) for each in self._costs[:count]])

    @property
    def longest(self) -> float:
        return max(self._costs, default=0.0)

    def give_up(self) -> None:
        self.is_given_up = True

    def turn(self) -> Iterator[tuple[str, int]]:
        self._world.work += max(LEAST, self._costs[self.at])
        self.at += 1
        if self.at in self._finds:
            yield self.name, self.at


class Fault:
    """Stands for `path.fault.Contained`."""

    def __init__(self) -> None:
        self.has_failed = False

    def __enter__(self) -> Fault:
        return self

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> bool:
        self.has_failed = isinstance(error, ZeroDivisionError)
        return self.has_failed


def portfolio_of(world: World, *searches: MadeUp, weights: tuple[float, ...] = ()) -> Portfolio:
    weighed = zip(searches, weights or [1.0] * len(searches), strict=True)
    return Portfolio([*weighed], world.meter(), lambda name: Fault())


costs = st.lists(st.floats(0.0, 50.0), min_size=1, max_size=40)


@given(st.lists(costs, min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_what_one_finds_alone_is_found_in_time_by_all(
    lists: list[list[float]], chance: random.Random
) -> None:
    world = World()
    searches = []
    for number, each in enumerate(lists):
        finds = {at for at in range(1, len(each) + 1) if chance.random() < 0.2}
        searches.append(MadeUp(str(number), world, each, finds))
    rest = sum(max(LEAST, search.longest) for search in searches)

    for name, at in portfolio_of(world, *searches).found(lambda: True):
        alone = searches[int(name)].alone(at)
        assert world.work <= len(searches) * alone + rest + 1e-6


@given(costs, st.floats(0.1, 1.0), st.integers(10, 200))
def test_a_light_search_has_its_part_while_another_finds_all(
    turns: list[float], weight: float, most: int
) -> None:
    world = World()
    finder = MadeUp("finder", world, [1.0] * 500, {*range(1, 501)})
    light = MadeUp("light", world, turns, set())
    portfolio = portfolio_of(world, light, finder, weights=(weight, 1.0))

    for _ in portfolio.found(lambda: world.work < most):
        if light.is_over:
            break
        had = light.alone(light.at)
        part = weight / (1 + weight)
        assert had >= part * world.work - light.longest - 1.0 - 1e-6


def test_a_hard_question_waits_until_the_others_have_had_as_much() -> None:
    world = World()
    hard = MadeUp("hard", world, [100.0], {1})
    easy = MadeUp("easy", world, [1.0] * 300, {90, 110})

    found = [*portfolio_of(world, hard, easy).found(lambda: True)]

    assert found == [("easy", 90), ("hard", 1), ("easy", 110)]


def test_of_searches_that_are_alike_the_first_goes_on() -> None:
    world = World()
    one, other = (MadeUp(name, world, [1.0, 1.0], {1, 2}) for name in ("one", "other"))

    found = [*portfolio_of(world, one, other).found(lambda: True)]

    assert found[0] == ("one", 1)
    assert sorted(found) == [("one", 1), ("one", 2), ("other", 1), ("other", 2)]


class Broken(MadeUp):
    """A search in which wend itself fails."""

    def turn(self) -> Iterator[tuple[str, int]]:
        yield from super().turn()
        raise ZeroDivisionError


def test_a_search_that_fails_costs_the_others_nothing() -> None:
    world = World()
    broken = Broken("broken", world, [1.0] * 10, {1})
    sound = MadeUp("sound", world, [1.0] * 10, {10})

    found = [*portfolio_of(world, broken, sound).found(lambda: True)]

    assert found == [("broken", 1), ("sound", 10)]
    assert broken.is_given_up


def test_shares_tell_what_each_search_had_and_found() -> None:
    world = World()
    one = MadeUp("one", world, [1.0] * 4, {2})
    other = MadeUp("other", world, [2.0] * 2, set())
    portfolio = portfolio_of(world, one, other)
    with contextlib.suppress(StopIteration):
        for _ in portfolio.found(lambda: True):
            pass

    shares = [(each.name, each.turns, each.runs, each.news) for each in portfolio.shares]
    assert shares == [("one", 4, 1, 1), ("other", 2, 0, 0)]
    assert sum(each.seconds for each in portfolio.shares) == pytest.approx(world.work / 1000)


@pytest.mark.parametrize(
    ("seconds", "charge"),
    [(0.01, 40), (0.4, 40), (0.6, 500), (1.9, 500), (2.1, 2000), (30.0, 8000)],
)
def test_only_long_turns_are_charged_by_the_processor_and_in_coarse_steps(
    seconds: float, charge: float
) -> None:
    now = {"work": 0.0, "seconds": 0.0}
    meter = TurnMeter(lambda: now["work"], lambda: now["seconds"], lambda: now["seconds"])

    meter.start()
    now["work"] += 20
    now["seconds"] += seconds

    assert meter.stop(2.0) == (pytest.approx(charge), pytest.approx(seconds))
