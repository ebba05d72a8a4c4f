"""`python -m wend` is the command `wend`."""

from __future__ import annotations

import gc
import sys

from wend.run import early

EXPLORING = ("cover", "reach", "summary")
"""Commands that run code."""


def main() -> int:
    """The command line, begun where it takes longest."""
    if sys.argv[1:2] and sys.argv[1] in EXPLORING:
        early.make()
    gc.disable()  # what starts makes no garbage; whoever explores enables it
    try:
        from wend.cli import main

        return main()
    finally:
        early.drop()


if __name__ == "__main__":
    sys.exit(main())
