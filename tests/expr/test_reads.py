"""The code at a place of a text, for places that are known and for others."""

from __future__ import annotations

import pytest

from wend.expr.build import add, integer, variable
from wend.expr.evaluate import evaluate
from wend.expr.reads import read_from
from wend.expr.sorts import Sort


@pytest.mark.parametrize("codes", [[], [7], [5, 6, 7]])
@pytest.mark.parametrize("has_more", [True, False])
def test_a_known_place_is_read_as_any_other(codes: list[int], has_more: bool) -> None:
    lead = [integer(code) for code in codes]
    rest = (lambda place: add(place, integer(100))) if has_more else None
    anywhere = read_from(lead, rest, variable("i", Sort.INT))

    for place in range(-5, 6):
        known = evaluate(read_from(lead, rest, integer(place)), {})
        assert known == evaluate(anywhere, {"i": place})
        if 0 <= place < len(codes):
            assert known == codes[place]
