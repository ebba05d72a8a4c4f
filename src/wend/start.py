"""How a command starts, once it is known that wend is supported here."""

from __future__ import annotations

import gc
import os
import sys

from wend import supported
from wend.process import early_zygote

EXPLORING = ("cover", "reach", "summary")
"""Commands that run code."""


def main() -> int:
    """The command line, whatever happens."""
    try:
        return _main()
    except Exception as error:  # of our own: `cli.main` lets none of a command through
        from wend.emit import own_failure

        own_failure.tell(error)
        return 3
    finally:
        early_zygote.drop()


def _main() -> int:
    """The command line, begun where it takes longest."""
    _open_streams()
    caution = supported.caution(tuple(sys.version_info[:3]))
    if caution:
        print(f"wend: {caution}", file=sys.stderr)
    if sys.argv[1:2] and sys.argv[1] in EXPLORING:
        early_zygote.make()
    gc.disable()  # what starts makes no garbage; whoever explores enables it
    from wend.cli import main

    return main()


def _open_streams() -> None:
    """What somebody closed leads nowhere; else the next file that is opened would be in its place,
    and printed to."""
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free
            mode = "r" if name == "stdin" else "w"
            stream = open(descriptor, mode, encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)  # for good
