"""Runs of a target that do not follow its calls, begun when a search first wants them.

In such a run of `f`, a call of `g` becomes an application of `g`'s summary. [003]
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from wend.campaign.options import Options
from wend.errors import WendError
from wend.explore.budget import Budget
from wend.inputs.heap import has_cells
from wend.inputs.inputs import Inputs
from wend.inputs.memory import lies_in_memory
from wend.path.summary import Key
from wend.process.runner import Runner
from wend.solve.chain import Solver
from wend.store.earlier_runs import EarlierRuns

if TYPE_CHECKING:
    from wend.aim.backward.summarised import Summarised
    from wend.explore.composition import Composition


class UnfollowedCalls:
    """The searches that do not follow calls: `composition` forward, `summarised` backward."""

    def __init__(
        self, runner: Runner, solver: Solver, budget: Budget, options: Options, earlier: EarlierRuns
    ) -> None:
        self._runner = runner
        self._solver = solver
        self._budget = budget
        self._seed = options.seed
        self._earlier = earlier
        self._held = contextlib.ExitStack()
        """Ends the processes of the search backward."""
        parameters = runner.prepared.target.parameters
        # What a call reads of an object graph is decided in the call: it has no summary.
        self.mode = "off" if has_cells(parameters) else options.compositional
        self._is_in_memory = any(lies_in_memory(each.domain) for each in parameters)

    def close(self) -> None:
        self._held.close()

    def may_pay(self) -> bool:
        """Whether summaries may save work: runs share a process, and nothing is raw memory."""
        return not self._runner.forked and not self._is_in_memory

    def queries(self) -> int:
        """How often the solver was asked."""
        return self._solver.statistics["queries"]

    @contextlib.contextmanager
    def composition(self) -> Iterator[Composition]:
        """The search forward; it ends its processes, and what it learned is kept."""
        from wend.explore.composition import Composition  # most targets do without

        with self._runner.composing() as other:
            made = Composition(other, self._solver, self._budget, self._seed, self._recalled)
            try:
                yield made
            finally:
                self._note(made.ways)

    def _note(self, ways: Callable[[], dict[Key, list[Inputs]]]) -> None:
        """Hands ways through functions to the store."""
        if self._earlier.summaries is not None:
            self._earlier.summaries.note(ways())

    @functools.cached_property
    def summarised(self) -> Summarised:
        """Who answers questions about traces without following calls."""
        from wend.aim.backward.summarised import Summarised  # most lines do without

        return Summarised(self._solver, self._runner_of_traces, self._recalled)

    def _runner_of_traces(self) -> Runner | None:
        """The runner that `summarised` uses; None where calls have no summaries."""
        if self.mode == "off" or not self.may_pay():
            return None
        try:
            other = self._held.enter_context(self._runner.composing())
        except WendError:  # a second import may take too long, where the first one did not
            return None
        self._held.callback(self._note, self.summarised.ways)
        return other

    def _recalled(self, key: Key) -> Sequence[Inputs]:
        """Inputs of a function for the ways through it that earlier runs knew."""
        summaries = self._earlier.summaries
        return () if summaries is None else summaries.of(key, self._runner.loaded)
