"""The answers of a solver: Sat, Unsat, or Unknown with a reason. Unknown never means unsat."""

from __future__ import annotations

from collections.abc import Mapping

from wend.record import Record

Model = Mapping[str, int | bool | float]
"""Values for the variables of a query; all other variables keep the parent's values."""


class Sat(Record):
    """Inputs exist: the model. `by` names the link of the chain that found it."""

    model: Model
    by: str


class Unsat(Record):
    """A proof, over unbounded ints and IEEE doubles, that no inputs exist."""

    by: str


class Unknown(Record):
    """It is not known whether inputs exist; `reason` is a part of a sentence for people."""

    reason: str
    is_accident: bool = False
    """Whether a solver was killed or died, so that the same question may have an answer."""
    lacks_bitwuzla: bool = False
    """Whether bitwuzla, which is not installed, would have been asked."""


Answer = Sat | Unsat | Unknown

EASY = 0
"""The effort of a first try: no solver is started for it, as long as none was started before."""

LATER = Unknown("it is left to a solver")
"""The answer to a first try that found nothing."""

FIRST = 0.125
"""The effort of the first question to a solver, a fraction of a second; most are answered by it."""
