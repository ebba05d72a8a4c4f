"""Cells are found again by their names; pointers that may be apart are put apart."""

from __future__ import annotations

import pytest

from wend.expr.build import conjunction, disjunction, eq, ge, integer, le, ne, sub, variable
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import address_of
from wend.inputs.memory import Place, cell_of, cell_path, cells, place_of
from wend.solve.slice import Slice
from wend.solve.weaker import spread, weakened

P, Q, R = (variable(address_of(name), Sort.INT) for name in "pqr")


@pytest.mark.parametrize(
    "place",
    [
        Place("p", 8),
        Place("p->next@p8:8", 0),
        Place("a", -4, ((4, "i"),)),
        Place("", 4096, ((1, "from0to9(p->x@i4:0)"), (-2, "a->@i4:0+4*{i}"))),
    ],
)
def test_a_place_is_told_by_its_path(place: Place) -> None:
    assert place_of(cell_path(place, "i4", "label")) == (place, "i4")


def test_of_two_cells_at_one_place_the_first_counts() -> None:
    one, other = (cell_of(cell_path(Place(name, 0), "i4"), "i4") for name in "pq")
    at = {address_of("p").text: 4096, address_of("q").text: 4096}
    assert [name for _, _, name in cells({**at, one.text: 1, other.text: 2})] == [one.text]
    assert one.path == "p->@i4:0"


def test_overlaps_are_left_out_of_the_first_question() -> None:
    apart = disjunction((le(sub(P, Q), integer(-16)), ge(sub(P, Q), integer(16))))
    part = Slice((apart,), ne(P, integer(0)), (P, Q))
    weaker = weakened(part)
    assert weaker is not None and weaker.conditions == (ne(P, Q),)
    numbers = variable("x", Sort.INT), variable("y", Sort.INT)
    far = disjunction((le(sub(*numbers), integer(-16)), ge(sub(*numbers), integer(16))))
    assert weakened(Slice((far,), ne(numbers[0], integer(0)), numbers)) is None


def test_pointers_are_put_apart_but_where_their_distance_is_asked_for() -> None:
    conditions: tuple[Term, ...] = (eq(sub(P, Q), integer(8)),)
    part = Slice(conditions, conjunction((ne(P, integer(0)), ne(R, integer(0)))), (P, Q, R))
    model = spread(part, {P.payload.text: 4104, Q.payload.text: 4096, R.payload.text: 4097}, {})
    assert model[P.payload.text] - model[Q.payload.text] == 8
    assert abs(model[R.payload.text] - model[P.payload.text]) > 100
