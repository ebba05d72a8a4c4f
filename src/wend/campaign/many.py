"""Many targets: one after the other, or side by side in processes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from wend.campaign.options import Options
from wend.explore.budget import Interrupt
from wend.path.result import Result

if TYPE_CHECKING:
    from wend.campaign.exploration import Watch

Explore = Callable[..., Result]


def explore_all(
    explore: Explore,
    tasks: Sequence[tuple[Any, ...]],
    options: Options,
    interrupt: Interrupt,
    jobs: int = 1,
    watch: Watch | None = None,
) -> Iterator[Result]:
    """A result for each task, in their order, each as soon as it and those before it are done."""
    if jobs > 1 and len(tasks) > 1:
        from wend.campaign.side_by_side import explore_in_processes  # slow to import

        yield from explore_in_processes(explore, tasks, options, interrupt, jobs)
        return
    for task in tasks:
        yield explore(*task, options, interrupt, watch)
        if interrupt.is_set:
            return
