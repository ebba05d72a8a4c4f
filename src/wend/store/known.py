"""What earlier runs found out that helps a new one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wend.inputs.inputs import Inputs
from wend.record import Record, replace

if TYPE_CHECKING:
    from wend.solve.quick.earlier_answers import Answers
    from wend.store.samples import KeptSamples
    from wend.store.summaries import KeptSummaries


class Known(Record):
    """What an exploration may begin with."""

    inputs: Sequence[Inputs] = ()
    """Those of cases, maybe of other code: they are tried first."""
    answers: Answers | None = None
    """What solvers said of slices."""
    samples: KeptSamples | None = None
    """What opaque functions returned."""
    summaries: KeptSummaries | None = None
    """The ways through functions that are called."""


NOTHING = Known()


def together(all_known: Sequence[Known]) -> Known:
    """What several questions about one target may begin with: what solvers said is for all."""
    inputs = [inputs for known in all_known for inputs in known.inputs]
    return replace(all_known[0], inputs=list(dict.fromkeys(inputs)))
