"""A file in memory in which a child leaves notes for its parent, even if it is killed."""

from __future__ import annotations

import os
from typing import IO

from wend.messages.channel import out_of_reach


def notes() -> IO[bytes]:
    """A new file without a name; what is written is there at once."""
    # No temporary file: code under test may have left the process without a place for one.
    return open(out_of_reach(os.memfd_create("wend")), "r+b", buffering=0)
