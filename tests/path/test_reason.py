"""What a Reason says about the paths of a function."""

from __future__ import annotations

import pytest

from wend.path.reason import Reason


@pytest.mark.parametrize("what", ["opaque-call", "concretized", "nondeterministic", "divergence"])
def test_where_a_value_was_lost_the_same_conditions_allow_different_paths(what: str) -> None:
    assert Reason(what, "").loses_decisions


@pytest.mark.parametrize("what", ["type-asked", "bound-hit", "held-constant", "type-narrowed"])
def test_inputs_that_were_never_tried_hide_nothing_of_the_others(what: str) -> None:
    reason = Reason(what, "")

    assert reason.spoils_completeness
    assert not reason.loses_decisions
