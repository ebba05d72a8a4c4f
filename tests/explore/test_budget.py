"""Shares of a budget are told by work where the user caps that, so that no clock decides."""

from __future__ import annotations

import time

from wend.explore.budget import Budget, Caps, Interrupt


def test_shares_of_capped_work_do_not_depend_on_the_clock() -> None:
    budget = Budget(Caps(seconds=60, executions=100), Interrupt())
    budget.executions, budget.queries = 30, 5
    before = budget.spent
    time.sleep(0.01)

    assert before == budget.spent == 35.0
    assert budget.whole == budget.of_seconds(60.0)
    assert budget.for_burst(share=0.1, taken=50.0) > 50


def test_shares_of_time_do() -> None:
    budget = Budget(Caps(seconds=60), Interrupt())
    before = budget.spent
    time.sleep(0.01)

    assert before < budget.spent < budget.whole <= 60.1
    assert budget.for_burst(share=0.1, taken=0.0) == 0.1
    assert budget.for_burst(share=0.1, taken=5.0) < 0
