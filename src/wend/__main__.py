"""`python -m wend` is the command `wend`.

Pythons that are too old read this file before they are refused: no annotations here.
"""

import sys

from wend.supported import refusal_here


def main():
    # type: () -> int
    """Runs a command where wend is supported; returns the exit code."""
    refusal = refusal_here()
    if refusal:
        if sys.stderr is not None:
            sys.stderr.write("wend: " + refusal + "\n")
        return 2
    _let_go_of_ctrl_c()
    from wend import start

    return start.main()


def _let_go_of_ctrl_c():
    # type: () -> None
    """Until a command has begun, Ctrl-C ends it at once and without a word."""
    # `signal` takes longer to import than most of what follows.
    import _signal  # type: ignore[import-not-found]
    import os

    _signal.signal(_signal.SIGINT, lambda *_: os._exit(130))


if __name__ == "__main__":
    sys.exit(main())
