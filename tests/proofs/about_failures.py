"""Exceptions: raised, caught, passed on and cleaned up."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from types import TracebackType

import wend


class Refused(Exception):
    def __init__(self, code: int) -> None:
        super().__init__(f"refused {code}")
        self.code = code


class Special(Refused):
    pass


class Guard:
    def __init__(self) -> None:
        self.log: list[str] = []

    def __enter__(self) -> Guard:
        self.log.append("in")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        self.log.append("out" if kind is None else kind.__name__)
        return kind is ValueError


def caught_by_class(n: int) -> None:
    try:
        if n > 5:
            raise ValueError("big")
        if n < -5:
            raise KeyError(n)
    except ValueError:
        assert n > 5
    except KeyError as error:
        assert error.args == (n,)
    else:
        assert -5 <= n <= 5


def wrong_caught(n: int) -> None:
    try:
        100 // (n - 3)
    except ZeroDivisionError:
        assert n != 3


def finally_runs(n: int) -> None:
    steps = []
    try:
        try:
            steps.append(1)
            if n == 0:
                raise RuntimeError
            steps.append(2)
        finally:
            steps.append(3)
    except RuntimeError:
        assert steps == [1, 3]
    else:
        assert steps == [1, 2, 3]


def own_exception_carries(code: int) -> None:
    try:
        raise Special(code)
    except Refused as error:
        assert error.code == code
        assert isinstance(error, Special)


def wrong_own_exception(code: int) -> None:
    try:
        raise Special(code) if code > 0 else Refused(code)
    except Special as error:
        assert error.code != 12
    except Refused as error:
        assert error.code <= 0


def division_guarded(a: int, b: int) -> None:
    try:
        q = a // b
    except ZeroDivisionError:
        q = 0
    assert b != 0 or q == 0


def context_swallows(n: int) -> None:
    with Guard() as guard:
        if n < 0:
            raise ValueError
    assert guard.log == (["in", "ValueError"] if n < 0 else ["in", "out"])


@contextlib.contextmanager
def _collected(log: list[int], n: int) -> Iterator[int]:
    log.append(n)
    try:
        yield n + 1
    finally:
        log.append(-n)


def context_of_generator(n: int) -> None:
    log: list[int] = []
    with _collected(log, n) as m:
        assert m == n + 1
    assert log == [n, -n]


def suppressed(n: int) -> None:
    result = 0
    with contextlib.suppress(ZeroDivisionError):
        result = 10 // n
    assert n != 0 or result == 0


def chained_cause(n: int) -> None:
    try:
        try:
            1 // n
        except ZeroDivisionError as error:
            raise ValueError("zero") from error
    except ValueError as error:
        assert n == 0
        assert isinstance(error.__cause__, ZeroDivisionError)


def parse_or_none(s: str) -> None:
    wend.assume(len(s) <= 1)
    try:
        n = int(s)
    except ValueError:
        return
    assert 0 <= n <= 9


def key_error(k: str) -> None:
    table = {"a": 1}
    try:
        table[k]
    except KeyError:
        assert k != "a"
    else:
        assert k == "a"


def wrong_reraised(n: int) -> None:
    try:
        try:
            if n == 7:
                raise ValueError
        except ValueError:
            raise
    except ValueError:
        assert n < 7


def return_in_finally_order(n: int) -> None:
    log = []

    def inner() -> int:
        try:
            return n
        finally:
            log.append("done")

    assert inner() == n
    assert log == ["done"]


def stop_iteration(n: int) -> None:
    it = iter([n])
    assert next(it) == n
    assert next(it, None) is None
