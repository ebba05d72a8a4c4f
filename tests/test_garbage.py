"""While targets are explored garbage is collected less often, and as before when all is done."""

from __future__ import annotations

import gc

from wend.campaign.garbage import SELDOM, seldom_collected


def test_it_is_as_before_when_the_last_has_ended() -> None:
    before = gc.get_threshold()
    first, second = seldom_collected(), seldom_collected()
    first.__enter__()
    second.__enter__()
    assert gc.get_threshold() == SELDOM
    first.__exit__(None, None, None)
    assert gc.get_threshold() == SELDOM
    second.__exit__(None, None, None)

    assert gc.get_threshold() == before
