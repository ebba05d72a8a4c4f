"""The turns of made-up targets, of which it is known when they cover what: no clock."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wend.campaign.many_targets.turns import COVERED_WEIGHT, LONGEST_FIRST, Turns
from wend.explore.coverage import Parts

Finds = Sequence[tuple[float, int]]
"""What a target covers, and after how many of its own seconds."""


class World:
    """Targets of one module that never end by themselves."""

    def __init__(
        self, wanted: Sequence[Parts], finds: Sequence[Finds], seconds: float, overrun: float = 1.0
    ) -> None:
        self.wanted, self.finds = wanted, finds
        self.left = seconds
        self.overrun = overrun
        self.turns = Turns([("m.py", each) for each in wanted], seconds)
        self.covered: set[int] = set()
        self.had = [0.0] * len(wanted)
        self.given: list[list[float]] = [[] for _ in wanted]

    def run(self, look: Callable[[int], None] = lambda number: None) -> None:
        """Gives turns until the time is up; `look` is called before each with its number."""
        while (turn := self.turns.take(self.left)) is not None:
            number, seconds = turn
            look(number)
            self.given[number].append(seconds)
            self.left -= self.overrun * seconds
            self.had[number] += self.overrun * seconds
            own = {part for after, part in self.finds[number] if after <= self.had[number]}
            self.covered |= own
            self.turns.saw(number, "m.py", own, frozenset(self.wanted[number] - own), 0)
            self.turns.took(number, self.overrun * seconds)

    def weight(self, number: int) -> float:
        return math.sqrt(len(self.wanted[number] - self.covered)) or COVERED_WEIGHT


def parts(*numbers: int) -> Parts:
    return frozenset(numbers)


made_up = st.lists(
    st.tuples(
        st.frozensets(st.integers(1, 60), max_size=20),
        st.lists(st.tuples(st.floats(0.0, 30.0), st.integers(1, 60)), max_size=12),
    ),
    min_size=1,
    max_size=12,
)


@given(made_up, st.floats(3.0, 60.0))
def test_each_has_a_first_turn_and_nobody_is_starved(
    targets: list[tuple[Parts, Finds]], seconds: float
) -> None:
    world = World(*map(list, zip(*targets, strict=True)), seconds)
    every = range(len(targets))

    def look(number: int) -> None:
        for other in every:
            if not world.given[number]:
                break  # time is kept for first turns
            least = max(LONGEST_FIRST, world.had[other]) / world.weight(other)
            assert world.had[number] / world.weight(number) <= 32 * least + 1e-6

    world.run(look)
    assert all(world.given)
    assert sum(each[0] for each in world.given) <= seconds / 2 + 0.1 * len(targets) + 1e-6


@given(made_up)
def test_no_more_is_given_than_there_is(targets: list[tuple[Parts, Finds]]) -> None:
    world = World(*map(list, zip(*targets, strict=True)), 20.0)
    world.run()

    assert -0.1 - 1e-6 <= world.left <= 0


def test_turns_without_a_gain_double_for_all_alike() -> None:
    world = World([parts(1), parts(2), parts(3), parts(4)], [[]] * 4, 60.0)
    world.run()

    for each in world.given:
        assert each[:4] == [0.5, 0.5, 1.0, 2.0]
    assert max(world.had) <= 3 * min(world.had)


def test_those_that_gain_get_more() -> None:
    wanted = [parts(*range(100 * at, 100 * at + 50)) for at in range(8)]
    finds = [[]] * 6 + [[(0.4 * at, 100 * number + at) for at in range(50)] for number in (6, 7)]
    world = World(wanted, finds, 40.0)
    world.run()

    assert min(world.had[6:]) > 4 * max(world.had[:6])


def test_what_others_have_covered_comes_last() -> None:
    helper, other, missed = parts(1, 2), parts(3, 4), parts(5)
    finds = [[], [(0.1, each) for each in range(1, 5)], []]
    world = World([helper, other | helper, missed], finds, 30.0)
    world.run()

    assert world.given[0][0] == 0.1
    assert world.had[2] > 0.8 * sum(world.had)


def test_who_has_more_to_cover_comes_first_and_gets_more() -> None:
    world = World([parts(1), parts(*range(2, 102))], [[], []], 60.0)
    first: list[int] = []
    world.run(first.append)

    assert first[0] == 1
    assert world.had[1] > 4 * world.had[0]


def test_a_new_failure_is_a_gain() -> None:
    turns = Turns([("m.py", parts(1)), ("m.py", parts(2))], 100.0)
    for number, failures in ((0, 0), (1, 1), (1, 1), (0, 0), (1, 2)):
        taken, seconds = turns.take(100.0) or (None, 0.0)
        assert taken == number
        turns.saw(number, "m.py", (), parts(number + 1), failures)
        turns.took(number, seconds)

    assert [turns.take(100.0) for _ in range(2)] == [(1, 0.5), (0, 1.0)]


def test_what_is_covered_goes_on_while_it_fails_in_new_ways() -> None:
    turns = Turns([("m.py", parts(1)), ("m.py", parts(2))], 100.0)
    order = []
    for failures in (1, 2, 3, 3, 3, 3):
        number, seconds = turns.take(100.0) or (-1, 0.0)
        order.append(number)
        if number == 0:
            turns.saw(0, "m.py", (1,), parts(), failures)
        else:
            turns.saw(1, "m.py", (), parts(2), 0)
        turns.took(number, seconds)

    assert order.count(0) >= 2
    assert order[-1] == 1


def test_first_turns_are_short_where_there_are_many_targets() -> None:
    world = World([parts(at) for at in range(50)], [[]] * 50, 20.0)
    world.run()

    assert [each[0] for each in world.given] == pytest.approx([0.2] * 50)


def test_all_get_a_first_turn_though_turns_take_longer_than_they_should() -> None:
    world = World([parts(at) for at in range(20)], [[]] * 20, 40.0, overrun=3.0)
    world.run()

    assert all(world.given)


def test_where_all_is_covered_those_that_gain_no_more_are_over() -> None:
    turns = Turns([("m.py", parts(1)), ("m.py", parts(2)), ("n.py", parts(1))], 100.0)
    for covered in ((1,), (2,), ()):
        number, seconds = turns.take(100.0) or (0, 0.0)
        turns.saw(number, "mn"[number == 2] + ".py", covered, parts() if covered else parts(1), 0)
        turns.took(number, seconds)
        assert turns.covered({0, 1, 2}) is None  # each gained in its last turn, or misses something

    while (turn := turns.take(100.0)) is not None and turn[0] == 2:
        turns.took(*turn)
    assert turn is not None
    assert turns.covered({0, 1, 2}) is None
    turns.took(*turn)

    assert turns.covered({0, 1, 2}) == turn[0]
    assert turns.covered({0, 1, 2}) is None


def test_what_is_proved_to_be_dead_keeps_no_module_open() -> None:
    turns = Turns([("m.py", parts(1)), ("m.py", parts(2))], 100.0)
    for covered in ((1,), ()):
        number, seconds = turns.take(100.0) or (0, 0.0)
        turns.saw(number, "m.py", covered, parts() if covered else parts(2), 0)
        if covered:
            turns.took(number, seconds)
    turns.took(*(turns.take(100.0) or (0, 0.0)))

    assert turns.covered({0}) is None
    turns.is_proved(1)
    assert turns.covered({0}) == 0


def test_without_a_total_each_has_one_turn_in_their_order() -> None:
    turns = Turns([("m.py", parts(1)), ("m.py", parts(2, 3)), ("m.py", parts())])

    assert [turns.take(math.inf) for _ in range(4)] == [
        (0, math.inf),
        (1, math.inf),
        (2, math.inf),
        None,
    ]


def test_the_last_of_those_that_wait_is_given_up_first() -> None:
    turns = Turns([("m.py", parts(each)) for each in range(3)], 100.0)
    for covered in ((0,), (), (2,)):
        number, seconds = turns.take(100.0) or (0, 0.0)
        turns.saw(number, "m.py", covered, parts(number), 0)
        turns.took(number, seconds)

    assert turns.drop_last({0, 1, 2}) == 2  # all of it is covered
    assert turns.drop_last({0, 1}) == 0
    assert turns.drop_last({0}) is None
