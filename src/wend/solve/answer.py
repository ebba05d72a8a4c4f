"""What a solver can say: Sat, Unsat, or Unknown with its reason; unknown is never unsat."""

from __future__ import annotations

from collections.abc import Mapping

from wend.record import Record

Model = Mapping[str, int | bool | float]
"""Values for the variables that a query touches; the others keep the parent's."""


class Sat(Record):
    """There are inputs; `by` names the link of the chain that found them."""

    model: Model
    by: str


class Unsat(Record):
    """Proven, over Python's unbounded ints and IEEE doubles, that there are no inputs."""

    by: str


class Unknown(Record):
    """Nobody knows; `reason` is a fragment of a sentence for people."""

    reason: str


Answer = Sat | Unsat | Unknown

EASY = 0
"""The effort of a first try: no solver is started for it, as long as none was started before."""

LATER = Unknown("it is left to a solver")
"""The answer to a first try that found nothing."""
