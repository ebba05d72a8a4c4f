"""Paths: where a value is in the inputs. Only this file takes them apart.

    order.lines[2].price            a field, an item of a list or tuple
    prices.keys[0], prices.values[0]  the key and the value of the first entry of a dict
    node.next×9.value                 a field that follows itself more than 8 times is counted

Variables have a path each (`expr.variables`). The paths of cells in raw memory are made and read
in `inputs.memory`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wend.expr.variables import Variable, moved
from wend.inputs.domain import Part

TIMES = "×"
"""Before the count of a field that follows itself. Paths in raw memory have `*` for products."""

MOST_REPEATED = 8
"""Times that a field may follow itself in a path until it is counted. With all of them written
out, the paths of a chain of cells would take memory by the square of its length, as those of
fields that take turns do (`a.b.a.b`)."""

# Making paths


def item_path(path: str, at: int) -> str:
    return f"{path}[{at}]"


def key_path(path: str, at: int) -> str:
    return f"{path}.keys[{at}]"


def value_path(path: str, at: int) -> str:
    return f"{path}.values[{at}]"


def field_path(path: str, name: str) -> str:
    if not name.isidentifier():  # a key of a TypedDict: `.` and `[` in it are no steps
        name = _ODD.sub(lambda found: f"%{ord(found[0]):x}%", name)
    step = f".{name}"
    before, _, count = path.rpartition(TIMES)
    if count.isdecimal() and before.endswith(step):
        return f"{before}{TIMES}{int(count) + 1}"
    if path.endswith(step * MOST_REPEATED):
        return f"{path[: -len(step) * (MOST_REPEATED - 1)]}{TIMES}{MOST_REPEATED + 1}"
    return path + step


def part_path(path: str, part: Part, at: int) -> str:
    return field_path(path, part.name) if part.name else item_path(path, at)


# Taking paths apart


def parameter_of(path: str) -> str:
    """The parameter that a path begins with: `xs` of `xs[2].name`, `p` of `p->next`."""
    found = _PARAMETER.match(path)
    return found[0] if found else ""


def is_part_of(path: str, whole: str) -> bool:
    """Whether the path leads to a value, or to a part of it: `xs[1].price` is within `xs[1]`."""
    return path.startswith(whole) and path[len(whole) : len(whole) + 1] in ("", ".", "[", "-")


def relocated(variable: Variable, whole: str, to: str) -> Variable:
    """The variable of the same part of another value: `len(xs[1].name)`, `xs[1]`, `xs[4]` give
    `len(xs[4].name)`."""
    return moved(variable, to + variable.path[len(whole) :], variable.index)


def place_in(variable: Variable, container: str) -> int | None:
    """The place of the item or character that the variable is a part of; None where it belongs to
    no item of the container."""
    if variable.path == container:
        return variable.index
    start = len(container) + 1
    if not variable.path.startswith(f"{container}["):
        return None
    return int(variable.path[start : variable.path.index("]", start)])


def put_at(variable: Variable, container: str, place: int) -> Variable:
    """The same part of the item or character at another place of the container."""
    if variable.path == container:
        return moved(variable, container, place)
    end = variable.path.index("]", len(container)) + 1
    return relocated(variable, variable.path[:end], item_path(container, place))


def owner_of(path: str) -> str:
    """The path of the object that a field belongs to; "" for a parameter."""
    return _last_step(path)[0]


def fields_of(path: str) -> Iterator[tuple[str, str]]:
    """The fields that a path leads through, each with the path of its object, the innermost first:
    `a.b[2].c` gives `c` of `a.b[2]` and `b` of `a`."""
    while True:
        path, step = _last_step(path)
        if not path:
            return
        yield path, step.partition("[")[0]


def last_fields(path: str) -> tuple[str, ...]:
    """The last two steps to a field, whatever the places of items: `xs[3].left.parent` gives
    (`left`, `parent`)."""
    owner, step = _last_step(path)
    steps = [_last_step(owner)[1], step] if owner else [step]
    return tuple([_NUMBER.sub("", each) for each in steps])


def _last_step(path: str) -> tuple[str, str]:
    """The path of an object and the step on from it, a field with the places of items in it; for a
    parameter "" and the path."""
    owner, _, step = path.rpartition(".")
    name, is_counted, rest = step.partition(TIMES)
    if not is_counted:
        return owner, step
    count, has_places, places = rest.partition("[")
    times = int(count) - 1
    counted = f".{name}{TIMES}{times}" if times > MOST_REPEATED else f".{name}" * times
    return owner + counted, name + has_places + places


def without_places(path: str) -> str:
    """The field or parameter that holds the container in which a value is: `tree.nodes[2]` gives
    `tree.nodes`."""
    return _PLACES.sub("", path)


def places_in(path: str) -> list[int]:
    """The places of items that a path leads through: `xs[2][0]` gives 2 and 0."""
    return [*map(int, _PLACE.findall(path))]


def depth_of(path: str) -> int:
    """How many steps lead from the parameter: 2 of them to `order.lines[2]`."""
    again = sum([int(count) - 1 for count in _COUNT.findall(path)])
    return path.count(".") + path.count("[") + again


def steps_of(path: str) -> list[str]:
    """The steps of a short path, parameter first: `order.lines[2]` gives `order`, `lines`, `2`."""
    return path.replace("[", ".").replace("]", "").split(".")


_PARAMETER = re.compile(r"\w+")
_ODD = re.compile(r"\W")
_COUNT = re.compile(rf"{TIMES}(\d+)")
_NUMBER = re.compile(r"\d+")
_PLACE = re.compile(r"\[(\d+)\]")
_PLACES = re.compile(r"((\.keys|\.values)?\[\d+\])+$")
