"""Generators, iterators and comprehensions."""

from collections.abc import Iterator

EXPECTED = {
    "countdown_sum": {
        "verdict": "complete",
        "paths": 7,
        "returns": {"'six'", "'other'"},
        "over": {"n": range(-2, 9)},
    },
    "first_multiple": {"verdict": "complete", "over": {"n": range(-1, 30)}},
    "pipeline": {
        "verdict": "complete",
        "returns": {"'two'", "'other'"},
        "over": {"a": range(-1, 2), "b": range(-1, 2), "c": range(-1, 2)},
    },
    "sent": {
        "verdict": "complete",
        "returns": {"'over'", "'under'"},
        "over": {"x": range(0, 12, 2), "y": range(0, 12, 2)},
    },
    "delegated": {
        "verdict": "complete",
        "returns": {"'early'", "'late'", "'never'"},
        "over": {"x": range(-1, 8)},
    },
    "squares": {"verdict": "complete", "returns": {"True", "False"}, "over": {"x": range(30)}},
    "own_iterator": {
        "verdict": "complete",
        "returns": {"'long'", "'short'"},
        "over": {"n": range(-1, 9)},
    },
}


def down(n: int) -> Iterator[int]:
    while n > 0:
        yield n
        n -= 1


def countdown_sum(n: int) -> str:
    if n > 5:
        return "other"
    total = 0
    for value in down(n):
        total += value
    if total == 6:
        return "six"
    return "other"


def first_multiple(n: int) -> object:
    return next((value for value in (12, 15, 20) if value % 5 == n), "none")


def positive(values: tuple[int, ...]) -> Iterator[int]:
    for value in values:
        if value > 0:
            yield value


def pipeline(a: int, b: int, c: int) -> str:
    if len(list(positive((a, b, c)))) == 2:
        return "two"
    return "other"


def accumulator() -> Iterator[int]:
    total = 0
    while True:
        total += yield total


def sent(x: int, y: int) -> str:
    machine = accumulator()
    next(machine)
    machine.send(x)
    if machine.send(y) > 10:
        return "over"
    return "under"


def chain() -> Iterator[int]:
    yield from (1, 2)
    yield from range(5, 7)


def delegated(x: int) -> str:
    for place, value in enumerate(chain()):
        if value == x:
            return "early" if place < 2 else "late"
    return "never"


def squares(x: int) -> bool:
    if x in {n * n for n in range(1, 6)}:
        return True
    return False


class UpTo:
    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.now = 0

    def __iter__(self) -> "UpTo":
        return self

    def __next__(self) -> int:
        if self.now >= self.limit:
            raise StopIteration
        self.now += 1
        return self.now


def own_iterator(n: int) -> str:
    count = 0
    for _ in UpTo(n):
        count += 1
        if count > 4:
            return "long"
    return "short"
