"""Whether a run left something behind in its module."""

from __future__ import annotations

import random
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from wend.process.state import ModuleState

SOURCE = """
from collections import deque
from io import StringIO
from queue import SimpleQueue

class Counter:
    count = 0

class Box:
    def __init__(self, value):
        self.value = value

number = 1000
text = "some text"
numbers = [1, 2]
nested = {"a": [1], "b": {"c": (1, [2])}}
names = {"x", "y"}
line = deque([1, 2])
octets = bytearray(b"ab")
box = Box([1])
stream = StringIO("ab")
queue = SimpleQueue()
"""


@pytest.fixture
def module(request: pytest.FixtureRequest) -> ModuleType:
    made = ModuleType(f"module_of_{request.node.name}")
    exec(SOURCE, vars(made))
    return made


def swap_keys(m: Any) -> None:
    value = m.nested.pop("b")
    m.nested["d"] = value


def replace_attributes(m: Any) -> None:
    m.box.__dict__ = {"value": [7]}


CHANGES: dict[str, Callable[[Any], object]] = {
    "a global": lambda m: setattr(m, "number", 1001),
    "a global of another type": lambda m: setattr(m, "number", 1000.0),
    "a new global": lambda m: setattr(m, "other", 1),
    "a global less": lambda m: delattr(m, "text"),
    "what is in a stream": lambda m: m.stream.write("c"),
    "the place of a stream": lambda m: m.stream.read(1),
    "a stream that is closed": lambda m: m.stream.close(),
    "an item": lambda m: m.numbers.append(3),
    "an item of an item": lambda m: m.nested["a"].append(3),
    "a list in a tuple": lambda m: m.nested["b"]["c"][1].clear(),
    "a key": swap_keys,
    "a member": lambda m: m.names.add("z"),
    "a deque": lambda m: m.line.rotate(),
    "a bytearray": lambda m: m.octets.extend(b"c"),
    "an attribute of a class": lambda m: setattr(m.Counter, "count", 1),
    "an attribute of an object": lambda m: setattr(m.box, "value", [2]),
    "all attributes of an object": replace_attributes,
    "what an attribute holds": lambda m: m.box.value.append(2),
    "the state of random": lambda m: random.random(),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_is_noticed_once(what: str, module: ModuleType) -> None:
    state = ModuleState(module)
    before = state.fingerprint()

    CHANGES[what](module)
    after = state.fingerprint()

    assert after != before
    assert state.fingerprint() == after


def call_and_undo(m: Any) -> None:
    m.numbers.append(3)
    m.numbers.pop()


NO_CHANGES: dict[str, Callable[[Any], object]] = {
    "nothing": lambda m: None,
    "an equal number": lambda m: setattr(m, "number", int("1000")),
    "an equal text": lambda m: setattr(m, "text", "".join(["some", " text"])),
    "an equal list": lambda m: setattr(m, "numbers", [1, 2]),
    "what is undone": call_and_undo,
    "a name of Python's own": lambda m: setattr(m, "__warningregistry__", {}),
    "one of a class": lambda m: setattr(m.Counter, "__annotations__", {}),
}


@pytest.mark.parametrize("what", NO_CHANGES)
def test_what_stays_the_same_is_no_change(what: str, module: ModuleType) -> None:
    state = ModuleState(module)
    before = state.fingerprint()

    NO_CHANGES[what](module)

    assert state.fingerprint() == before


def test_tracked_or_odd_values_are_never_compared(module: Any) -> None:
    class Odd:
        __slots__ = ()

        def __eq__(self, other: object) -> bool:
            raise AssertionError("compared")

        __hash__ = None  # type: ignore[assignment]

    module.numbers[:] = [Odd(), Odd()]
    state = ModuleState(module)
    before = state.fingerprint()

    module.numbers[0] = Odd()

    assert state.fingerprint() != before


def test_a_module_may_hold_itself(module: Any) -> None:
    module.numbers.append(module.numbers)
    module.nested["self"] = module
    state = ModuleState(module)

    assert state.fingerprint() == state.fingerprint()


def test_a_queue_with_something_in_it_is_another_each_time(module: Any) -> None:
    state = ModuleState(module)
    before = state.fingerprint()
    assert state.fingerprint() == before

    module.queue.put(1)
    after = state.fingerprint()

    assert after != before
    assert state.fingerprint() != after
