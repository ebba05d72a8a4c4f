"""Functions over alternatives: optional values, unions, enums, literals."""

import enum
from typing import Literal


class Color(enum.Enum):
    RED = "red"
    AMBER = "amber"
    GREEN = "green"


def signal(color: Color, waiting: int) -> str:
    if color is Color.RED:
        return "stop" if waiting < 60 else "broken"
    if color is Color.AMBER:
        return "slow"
    return "go"


def greet(name: str | None, formal: bool) -> str:
    if name is None:
        return "hello"
    if not name:
        raise ValueError("name")
    return f"dear {name}" if formal else f"hi {name}"


def normalize(value: int | str) -> int:
    if isinstance(value, str):
        if value == "none":
            return 0
        return len(value)
    if value < 0:
        return -value
    return value


def clamp(value: int, low: int | None, high: int | None) -> int:
    if low is not None and high is not None and low > high:
        raise ValueError("bounds")
    if low is not None and value < low:
        return low
    if high is not None and value > high:
        return high
    return value


def align(text: str, how: Literal["left", "right", "center"], width: int) -> str:
    if width < len(text):
        raise ValueError("width")
    if how == "left":
        return text.ljust(width)
    if how == "right":
        return text.rjust(width)
    return text.center(width)


def first_not_none(values: list[int | None]) -> int:
    for value in values:
        if value is None:
            continue
        if value == 0:
            return -1
        return value
    return 0


def parse_level(level: int | str | None) -> int:
    if level is None:
        return 20
    if isinstance(level, int):
        if level % 10:
            raise ValueError("level")
        return level
    names = {"debug": 10, "info": 20, "error": 40}
    if level.lower() not in names:
        raise ValueError("name")
    return names[level.lower()]


def mix(flag: bool | None, count: int) -> str:
    if flag is None:
        return "unset"
    if flag and count > 3:
        return "many"
    if not flag and count < -3:
        return "few"
    return "some"
