"""What earlier runs found out that helps a new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wend.record import Record


class Known(Record):
    """What an exploration may begin with."""

    inputs: Sequence[Mapping[str, Any]] = ()
    """Those of cases, maybe of other code: they are tried first."""


NOTHING = Known()
