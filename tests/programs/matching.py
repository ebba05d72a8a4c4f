"""The match statement on integers."""

EXPECTED = {
    "literal": {
        "verdict": "complete",
        "paths": 4,
        "returns": {"'zero'", "'one'", "'minus one'", "'many'"},
        "over": {"x": range(-3, 4)},
    },
    "alternatives": {
        "verdict": "complete",
        "returns": {"'weekend'", "'monday'", "'workday'", "'none'"},
        "over": {"day": range(-1, 9)},
    },
    "guarded": {
        "verdict": "complete",
        "paths": 4,
        "returns": {"'even'", "'large'", "'other'", "'zero'"},
        "over": {"x": range(-3, 103)},
    },
    "pairs": {
        "verdict": "complete",
        "returns": {"'origin'", "'x axis'", "'y axis'", "'diagonal'", "'plane'"},
        "over": {"x": range(-1, 3), "y": range(-1, 3)},
    },
    "constants": {
        "verdict": "complete",
        "returns": {"'start'", "'stop'", "'nothing'"},
        "over": {"code": range(-1, 12)},
    },
}


class Code:
    START = 7
    STOP = 9


def literal(x: int) -> str:
    match x:
        case 0:
            return "zero"
        case 1:
            return "one"
        case -1:
            return "minus one"
        case _:
            return "many"


def alternatives(day: int) -> str:
    match day:
        case 6 | 7:
            return "weekend"
        case 1:
            return "monday"
        case 2 | 3 | 4 | 5:
            return "workday"
    return "none"


def guarded(x: int) -> str:
    match x:
        case 0:
            return "zero"
        case n if n > 100:
            return "large"
        case n if n % 2 == 0:
            return "even"
        case _:
            return "other"


def pairs(x: int, y: int) -> str:
    match (x, y):
        case (0, 0):
            return "origin"
        case (_, 0):
            return "x axis"
        case (0, _):
            return "y axis"
        case (a, b) if a == b:
            return "diagonal"
        case _:
            return "plane"


def constants(code: int) -> str:
    match code:
        case Code.START:
            return "start"
        case Code.STOP:
            return "stop"
        case _:
            return "nothing"
