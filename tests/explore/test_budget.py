"""How long bursts may take: where the user caps executions, the clock decides about slow ones."""

from __future__ import annotations

from wend.explore.budget import Budget, Caps, Interrupt


def test_bursts_of_capped_work_have_time() -> None:
    budget = Budget(Caps(seconds=60, executions=100), Interrupt())

    assert budget.for_burst(share=0.1, taken=0.25) == 0.75
    assert budget.for_burst(share=0.1, taken=5.0) < 0


def test_other_bursts_have_a_share_of_the_time() -> None:
    budget = Budget(Caps(seconds=60), Interrupt())

    assert budget.for_burst(share=0.1, taken=0.0) == 0.1
    assert budget.for_burst(share=0.1, taken=5.0) < 0


def test_a_run_is_repeated_for_no_longer_than_a_share_of_the_time_for_all() -> None:
    interrupt = Interrupt()
    alone = Budget(Caps(seconds=600), interrupt).patience(1.0)
    interrupt.share = 3.0

    assert alone == 10.0
    assert Budget(Caps(seconds=600), interrupt).patience(1.0) == 2.0
