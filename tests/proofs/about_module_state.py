"""Globals that the function sets before it reads them."""

from __future__ import annotations

limit: int = 0
history: list[int] = []
table: dict[str, int] = {}
last: str | None = None
_depth = 0


class Config:
    verbose = False
    level = 1


def _bump(n: int) -> None:
    global limit
    limit += n


def _remember(x: int) -> int:
    history.append(x)
    return len(history)


def _nest(n: int) -> int:
    global _depth
    _depth += 1
    if n > 0:
        _nest(n - 1)
    return _depth


def set_then_read(x: int) -> None:
    global limit
    limit = x
    assert limit == x


def wrong_set_then_read(x: int) -> None:
    global limit
    limit = x
    _bump(1)
    assert limit != 100


def set_then_helper_changes(x: int) -> None:
    global limit
    limit = 10
    _bump(x)
    _bump(-x)
    assert limit == 10


def set_on_all_ways(x: int) -> None:
    global last
    if x > 0:
        last = "up"
    else:
        last = None
    assert (last is None) == (x <= 0)


def list_cleared_first(a: int, b: int) -> None:  # not proved: a list that is cleared is still that of the module
    history.clear()
    assert _remember(a) == 1
    assert _remember(b) == 2
    assert history == [a, b]


def wrong_list_cleared_first(a: int, b: int) -> None:
    history.clear()
    _remember(a)
    _remember(b)
    assert history[0] <= history[1]


def list_made_anew(a: int) -> None:
    global history
    history = []
    history.append(a)
    assert history[-1] == a and len(history) == 1


def table_set_anew(key: str, value: int) -> None:
    global table
    table = {}
    table[key] = value
    assert table[key] == value
    assert len(table) == 1


def depth_counts_calls(n: int) -> None:
    global _depth
    if not 0 <= n <= 4:
        return
    _depth = 0
    assert _nest(n) == n + 1


def class_attribute_set(level: int) -> None:
    Config.level = level
    Config.verbose = level > 2
    assert Config.verbose == (Config.level > 2)


def wrong_class_attribute_set(level: int) -> None:
    Config.level = level
    Config.verbose = level > 2
    assert Config.verbose or Config.level < 2


def read_into_a_local(x: int) -> None:
    global limit
    limit = x * 2
    copy = limit
    limit = 0
    assert copy == 2 * x and limit == 0
