"""Paths: where a value is in the inputs. Only this file takes them apart.

    order.lines[2].price            a field, an item of a list or tuple
    prices.keys[0], prices.values[0]  the key and the value of the first entry of a dict

Variables have a path each (`expr.variables`). The paths of cells in raw memory are made and read
in `inputs.memory`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from wend.expr.variables import Variable, moved
from wend.inputs.domain import Part

# Making paths


def item_path(path: str, at: int) -> str:
    return f"{path}[{at}]"


def key_path(path: str, at: int) -> str:
    return f"{path}.keys[{at}]"


def value_path(path: str, at: int) -> str:
    return f"{path}.values[{at}]"


def field_path(path: str, name: str) -> str:
    return f"{path}.{name}"


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
    return path.rpartition(".")[0]


def owners_of(path: str) -> Iterator[str]:
    """The objects that a path leads through, the innermost first: `a.b[2].c` gives `a.b[2]` and
    `a`."""
    at = len(path)
    while (at := path.rfind(".", 0, at)) > 0:
        yield path[:at]


def field_below(path: str, owner: str) -> str:
    """The field by which a path leads on from an object: from `a` in `a.b[2].c` it is `b`."""
    return str(_FIELD.findall(path, len(owner) + 1)[0])


def last_fields(path: str) -> tuple[str, ...]:
    """The last two steps to a field, whatever the places of items: `xs[3].left.parent` gives
    (`left`, `parent`)."""
    return tuple(_NUMBER.sub("", path).rsplit(".", 2)[-2:])


def without_places(path: str) -> str:
    """The field or parameter that holds the container in which a value is: `tree.nodes[2]` gives
    `tree.nodes`."""
    return _PLACES.sub("", path)


def places_in(path: str) -> list[int]:
    """The places of items that a path leads through: `xs[2][0]` gives 2 and 0."""
    return [*map(int, _PLACE.findall(path))]


def steps_of(path: str) -> list[str]:
    """The steps of a path, parameter first: `order.lines[2]` gives `order`, `lines` and `2`."""
    return path.replace("[", ".").replace("]", "").split(".")


_PARAMETER = re.compile(r"\w+")
_FIELD = re.compile(r"[^.[]+")
_NUMBER = re.compile(r"\d+")
_PLACE = re.compile(r"\[(\d+)\]")
_PLACES = re.compile(r"((\.keys|\.values)?\[\d+\])+$")
