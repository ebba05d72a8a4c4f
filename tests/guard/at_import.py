"""Harm that begins when a module is imported."""
# ruff: noqa: SIM115

import contextlib
import logging
import os
import threading

from victims import place

try:
    opened = open(place("handle_of_import"), "a")
except OSError:
    opened = None

logger = logging.getLogger("victim")
with contextlib.suppress(OSError):
    logger.addHandler(logging.FileHandler(place("log_of_import", "new")))

with contextlib.suppress(OSError):
    os.unlink(place("while_importing"))


def _later() -> None:
    with contextlib.suppress(OSError):
        os.unlink(place("thread_of_import"))


threading.Timer(0.05, _later).start()


def handle_of_import(x: int):
    if opened is not None:
        opened.write("harm")
        opened.flush()


def log_of_import(x: int):
    logger.warning("harm")


def while_importing(x: int):
    return x


def thread_of_import(x: int):
    return x
