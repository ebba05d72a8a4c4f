"""What calls may see of a function's names, and what runs leave behind, is part of no proof."""

from __future__ import annotations

import re
from typing import Any

import pytest

PROGRAM = """
import itertools

LIMIT = 2
COUNT = itertools.count()
state = 0


def read():
    return state


def rebind():
    globals()["LIMIT"] = "s"


def inner_function(a: int):
    def get():
        return a
    b = a
    a = 5
    if get() == 5:
        if b != 5:
            return 1  # a function inside
    return 0


def inner_lambda(x: int):
    get = lambda: x
    y = x
    x += 1
    if get() != y:
        return 1  # a lambda
    return 0


def inner_generator(a: int, b: int):
    items = (b for _ in range(1))
    c = b
    b = 7
    if sum(items) == 7:
        if c != 7:
            return 1  # a generator
    return 0


def inner_class(a: int):
    class Thing:
        def get(self):
            return a
    thing = Thing()
    b = a
    a = a + 1
    if thing.get() != b:
        return 1  # a class
    return 0


def global_read(a: int):
    global state
    state = a
    if read() == 5:
        return 1  # a global that others read
    return 0


def global_written(x: int):
    global state
    state = 0
    def up():
        global state
        state += x
    up()
    if state == 6:
        return 1  # a global that others write
    return 0


def constant(x: int):
    rebind()
    if LIMIT == "s":
        return 1  # a constant that is none
    return 0


def iterated(a: int):
    n = next(COUNT)
    if n == 0:
        if a == 4:
            return 1  # an iterator of the module
    return 0


def attribute(a: int):
    attribute.count = getattr(attribute, "count", 0) + 1
    if attribute.count == 1:
        if a == 5:
            return 1  # an attribute of the function
    return 0
"""

LINES = {
    found[1]: number
    for number, line in enumerate(PROGRAM.lstrip("\n").splitlines(), 1)
    if (found := re.search(r"  # (.+)$", line))
}


@pytest.fixture(scope="module")
def results(shared_wend) -> dict[tuple[str, str], dict[str, Any]]:
    shared_wend.file("seen.py", PROGRAM)
    found = {}
    for direction in ("both", "backward"):
        targets = [f"seen.py:{line}" for line in LINES.values()]
        limits = ("--max-executions", "100", "--direction", direction)
        done = shared_wend("reach", *targets, "--json", "-", "-j", "1", *limits)
        found.update(zip([(name, direction) for name in LINES], done.results, strict=True))
    return found


@pytest.mark.parametrize("name", LINES)
def test_a_line_is_reached(results, name: str) -> None:
    assert results[name, "both"]["verdict"] == "reached"


@pytest.mark.parametrize("name", LINES)
def test_nothing_false_is_proved(results, name: str) -> None:
    assert results[name, "backward"]["verdict"] != "unreachable"
