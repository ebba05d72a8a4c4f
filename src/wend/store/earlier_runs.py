"""What earlier runs of wend found out that helps a new one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wend.inputs.inputs import Inputs
from wend.record import Record, replace

if TYPE_CHECKING:
    from wend.solve.quick.earlier_answers import Answers
    from wend.store.samples import KeptSamples
    from wend.store.summaries import KeptSummaries


class EarlierRuns(Record):
    """The finds of earlier runs, to begin an exploration with."""

    inputs: Sequence[Inputs] = ()
    """The inputs of cases, perhaps of older code: they are tried first."""
    answers: Answers | None = None
    """The answers of solvers to slices."""
    samples: KeptSamples | None = None
    """The results of opaque functions."""
    summaries: KeptSummaries | None = None
    """The ways through functions that are called."""


NO_EARLIER_RUNS = EarlierRuns()


def merged(all_runs: Sequence[EarlierRuns]) -> EarlierRuns:
    """The finds of several questions about one target, which share all but their inputs."""
    inputs = [inputs for each in all_runs for inputs in each.inputs]
    return replace(all_runs[0], inputs=list(dict.fromkeys(inputs)))
