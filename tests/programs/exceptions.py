"""Exceptions: raised, caught inside, finally, asserts."""

EXPECTED = {
    "caught": {
        "verdict": ("complete", "exhausted", "budget"),
        "returns": {"'zero'", "'large'", "'small'"},
        "over": {"x": [-1, 0, 1, 7, 1000]},
        "budget": 10,
    },
    "custom": {
        "verdict": "complete",
        "paths": 3,
        "raises": {"TooSmall", "TooLarge"},
        "over": {"x": range(-2, 20)},
    },
    "finally_": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'failed and closed'"},
        "over": {"x": range(-1, 8)},
    },
    "asserted": {
        "verdict": ("complete", "exhausted", "budget"),
        "raises": {"AssertionError"},
        "over": {"x": range(-3, 30)},
        "budget": 10,
    },
    "never_fails": {"verdict": "complete", "paths": 1, "over": {"x": range(-9, 9)}},
    "retried": {
        "verdict": "complete",
        "paths": 4,
        "returns": {"'gave up'"},
        "over": {"x": range(-2, 8)},
    },
    "translated": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'in'"},
        "raises": {"LookupError"},
        "over": {"i": range(-6, 6)},
    },
    "else_clause": {
        "verdict": ("complete", "exhausted"),
        "returns": {"'exact'", "'inexact'", "'undefined'"},
        "over": {"x": range(-7, 8)},
    },
    "swallowed": {
        "verdict": "complete",
        "paths": 2,
        "returns": {"'swallowed'", "'quiet'"},
        "over": {"x": range(-3, 3)},
    },
    "division": {
        "verdict": ("complete", "exhausted", "budget"),
        "raises": {"ZeroDivisionError"},
        "over": {"a": range(-2, 3), "b": range(-2, 3)},
        "budget": 10,
    },
}


def caught(x: int) -> str:
    try:
        value = 100 // x
    except ZeroDivisionError:
        return "zero"
    if value > 50:
        return "large"
    return "small"


class TooSmall(ValueError):
    pass


class TooLarge(ValueError):
    pass


def custom(x: int) -> int:
    if x < 3:
        raise TooSmall(x)
    if x > 12:
        raise TooLarge(f"{x} is too large")
    return x


def finally_(x: int) -> str:
    log = []
    try:
        log.append("opened")
        if 10 % (x - 3) == 0:
            log = ["opened"]
    except ZeroDivisionError:
        log = ["failed"]
    finally:
        log.append("closed")
    return " and ".join(log)


def asserted(x: int) -> int:
    assert x * x != 49, "seven is not allowed"
    return x


def never_fails(x: int) -> int:
    assert x * 2 % 2 == 0
    return x


def retried(x: int) -> object:
    for attempt in range(3):
        try:
            if x > attempt:
                raise OSError
            return attempt
        except OSError:
            continue
    return "gave up"


def translated(i: int) -> str:
    try:
        [1, 2, 3][i]
    except IndexError as error:
        raise LookupError(i) from error
    return "in"


def else_clause(x: int) -> str:
    try:
        rest = 12 % x if x > 0 else 12 // x
    except ZeroDivisionError:
        return "undefined"
    else:
        if x > 0 and rest == 0:
            return "exact"
        return "inexact"


class Quiet:
    def __init__(self) -> None:
        self.swallowed = False

    def __enter__(self) -> "Quiet":
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        self.swallowed = kind is not None
        return True


def swallowed(x: int) -> str:
    with Quiet() as quiet:
        if x > 0:
            raise RuntimeError
    if quiet.swallowed:
        return "swallowed"
    return "quiet"


def division(a: int, b: int) -> int:
    return a // b + a % b
