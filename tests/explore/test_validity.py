"""[000] §4 and §5 as formulas, with the paper's own numbers: what is valid, and by which recipe."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest

from wend.aim.aims import Aim, Aimed, GaveUp, Infeasible, IntermediateRun
from wend.aim.higher_order import HigherOrder
from wend.expr import samples
from wend.expr.build import add, application, eq, ge, integer, variable
from wend.expr.samples import Samples, results_of
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.inputs.inputs import Inputs
from wend.solve.chain import Solver
from wend.solve.slice import Slice

X, Y = variable("x", Sort.INT), variable("y", Sort.INT)
TEN = eq(Y, integer(10))


def h(arg: Term) -> Term:
    return application("h(int)", 1, [arg], Sort.INT)


def learn(arg: int, result: int) -> None:
    results = results_of(result)
    assert results is not None
    samples.current.add("h(int)", "h", (("int",),), (arg,), results)


@pytest.fixture
def aim() -> Iterator:
    """Aims at conditions from x and y, with these samples of h."""
    samples.use(Samples())
    with contextlib.closing(Solver()) as solver:

        def aim(*conditions: Term, x: int, y: int, known: dict[int, int]) -> Aim:
            for arg, result in known.items():
                learn(arg, result)
            part = Slice(conditions[:-1], conditions[-1], (X, Y))
            return HigherOrder(solver)(part, Inputs.of({"x": x, "y": y}), False, 1)

        yield aim
    samples.use(Samples())


def test_obscure_keeps_y_and_sets_x_to_what_was_seen(aim) -> None:
    found = aim(eq(X, h(Y)), x=33, y=42, known={42: 567})

    assert found == Aimed(Inputs.of({"x": 567, "y": 42}), "flip")


def test_foo_learns_what_it_lacks_in_an_intermediate_run(aim) -> None:
    """Example 7: set y = 10, set x = h(10); h(10) is 66, but nobody knows that yet."""
    step = aim(eq(X, h(Y)), TEN, x=567, y=42, known={42: 567})

    assert isinstance(step, IntermediateRun)
    assert step.inputs["y"] == 10
    learn(10, 66)
    assert step.then() == Aimed(Inputs.of({"x": 66, "y": 10}), "steps")


def test_an_intermediate_run_that_learns_nothing_is_given_up(aim) -> None:
    step = aim(eq(X, h(Y)), TEN, x=567, y=42, known={42: 567})

    assert isinstance(step, IntermediateRun)
    assert isinstance(step.then(), GaveUp)


def test_bar_is_invalid(aim) -> None:
    """Example 3."""
    found = aim(eq(X, h(Y)), eq(Y, h(X)), x=33, y=42, known={42: 567, 33: 123})

    assert found == GaveUp("no inputs make x == h(y) and y == h(x) true whatever h returns")


def test_bar_is_valid_with_a_fixed_point_among_the_samples(aim) -> None:
    found = aim(eq(X, h(Y)), eq(Y, h(X)), x=33, y=42, known={42: 567, 33: 123, 5: 9, 9: 5})

    assert isinstance(found, Aimed)
    assert sorted(found.inputs.values()) == [5, 9]


def test_pub_is_invalid_without_samples(aim) -> None:
    """Example 4: consider the h that is 0 everywhere."""
    assert isinstance(aim(ge(h(X), integer(1)), TEN, x=1, y=2, known={}), GaveUp)


def test_pub_is_valid_with_samples(aim) -> None:
    found = aim(ge(h(X), integer(1)), TEN, x=1, y=2, known={1: 5})

    assert isinstance(found, Aimed)
    assert found.inputs == Inputs.of({"x": 1, "y": 10})


def test_pub_finds_its_argument_among_the_samples(aim) -> None:
    """That of the parent does not do, and another one that was seen does."""
    found = aim(ge(h(X), integer(1)), TEN, x=1, y=2, known={1: 0, 7: 5})

    assert found == Aimed(Inputs.of({"x": 7, "y": 10}), "samples")


def test_equal_applications_come_of_equal_arguments(aim) -> None:
    """Example 5, by a theory of equality alone: no sample says so."""
    found = aim(eq(h(X), h(Y)), x=1, y=2, known={1: 5, 2: 6})

    assert isinstance(found, Aimed)
    assert found.inputs["x"] == found.inputs["y"]


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({}, None),
        ({3: 8, 4: 8}, None),
        ({0: 0, 1: 1}, {"x": 1, "y": 0}),
        ({3: 8, 4: 8, 9: 7}, {"y": 9}),
    ],
)
def test_one_more_is_valid_once_neighbours_were_seen(aim, known, expected) -> None:
    """Example 6."""
    found = aim(eq(h(X), add(h(Y), integer(1))), x=3, y=4, known=known)

    if expected is None:
        assert isinstance(found, GaveUp)
    else:
        assert isinstance(found, Aimed)
        assert expected.items() <= dict(found.inputs).items()


def test_a_collision_gives_all_arguments_their_turn(aim) -> None:
    """§7: h(x) == 52 is x == 5 or x == 8 or x == 11; what else is wanted tells which."""
    found = aim(eq(h(X), integer(52)), eq(X, Y), TEN, x=0, y=0, known={0: 1, 5: 52, 10: 52, 11: 52})

    assert isinstance(found, Aimed)
    assert found.inputs == Inputs.of({"x": 10, "y": 10})


def test_bytes_of_a_digest_are_bytes(aim) -> None:
    """What holds for no result at all is no matter of samples."""
    samples.current.add(
        "zlib.crc32(bytes*1)", "zlib.crc32", (("bytes", 1),), (97,), (0, 3904355907)
    )
    checksum = application("zlib.crc32(bytes*1)", 1, [X], Sort.INT)

    assert isinstance(aim(ge(checksum, integer(2**32)), x=97, y=0, known={}), Infeasible)
    assert isinstance(aim(eq(add(checksum, Y), integer(-1)), x=97, y=0, known={}), Aimed)


def test_samples_may_be_added_while_others_are_looked_at() -> None:
    """Whoever goes through samples may call the function meanwhile."""
    known = Samples(may_call=False)
    for number in range(3):
        known.add("h(int)", "h", (("int",),), (number,), (0, number))
        known.add("h(bool)", "h", (("bool",),), (number,), (0, number))
    for (number,) in known.arguments_of("h(int)"):
        known.add("h(int)", "h", (("int",),), (number + 10,), (0, 1))
    for _, (number,), _ in known.others("h(int)", 10):
        known.add(f"h(str*{number})", "h", (("str", number),), (65,) * number, (0, 1))

    assert known.count("h(int)") == 6
    assert len(known.others("h(int)", 5)) == 5
