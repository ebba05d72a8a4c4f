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
    from wend import start

    return start.main()


if __name__ == "__main__":
    sys.exit(main())
