"""What calls may see of a function's names, and what runs leave behind, is part of no proof."""

from __future__ import annotations

import re
from typing import Any

import pytest

PROGRAM = """
import itertools
import sys

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


class Torn:
    def __bool__(self):
        raise ValueError


class Entered:
    def __enter__(self):
        return self


def again():
    raise


def handled():
    return sys.exc_info()[0]


def truth(x: int):
    torn = Torn()
    try:
        if x > 40 and torn:
            return 2
    except ValueError:
        return 1  # a truth value that raises
    return 0


def no_manager(x: int):
    try:
        with x:
            return 2
    except TypeError:
        if x == 41:
            return 1  # no manager
    return 0


def no_exit(x: int):
    try:
        with Entered():
            return 2
    except TypeError:
        if x == 41:
            return 1  # a manager that can't be left
    return 0


def no_exception(x: int):
    try:
        try:
            1 // (x - 17)
        except x:
            return 2
    except TypeError:
        return 1  # what is no exception
    return 0


def raised_again(x: int):
    try:
        try:
            if x == 41:
                raise ValueError
        finally:
            if x > 3:
                raise
    except ValueError:
        return 1  # raised again by a finally
    except RuntimeError:
        return 2
    return 0


def raised_elsewhere(x: int):
    try:
        try:
            1 // (x - 17)
        except ZeroDivisionError:
            again()
    except ZeroDivisionError:
        return 1  # raised again by what is called
    return 0


def asked(x: int):
    try:
        1 // (x - 17)
    except ZeroDivisionError:
        if handled() is ZeroDivisionError:
            return 1  # handled by who calls
    return 0


def context(x: int):
    try:
        try:
            1 // (x - 17)
        except ZeroDivisionError:
            raise ValueError
    except ValueError as error:
        if error.__context__ is not None:
            return 1  # a context
    return 0


def unbound(x: int):
    error = 1
    try:
        1 // (x - 17)
    except ZeroDivisionError as error:
        pass
    try:
        return error
    except NameError:
        return 1  # a name that an except unbound
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
