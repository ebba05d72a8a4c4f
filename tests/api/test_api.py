"""wend from Python: typed results of functions at hand, and mistakes as WendError."""

from __future__ import annotations

import functools
import inspect
import subprocess
import sys
from pathlib import Path
from types import FrameType

import pytest

import wend
from wend.errors import WendError
from wend.path.outcome import Raised, Returned
from wend.path.result import CoverResult, ReachResult


def sign(x: int) -> str:
    if x > 0:
        return "plus"
    return "minus" if x else "zero"


def picky(x: int) -> int:
    wend.assume(x > 10)
    if x == 12:
        return 0
    return 1


class Counter:
    """Has methods."""

    step = 2

    def __init__(self, start: int = 0) -> None:
        self.start = start

    def count(self, n: int) -> int:
        return self.start + n if n > 5 else 0

    @classmethod
    def big(cls, n: int) -> bool:
        return n > 100 * cls.step and n != 5

    @staticmethod
    def small(n: int) -> bool:
        return n < 7 and n != 5


def doubled(function):
    @functools.wraps(function)
    def wrapper(x: int) -> int:
        return 2 * function(x)

    return wrapper


@doubled
def decorated(x: int) -> int:
    return 1 if x == 44 else 3


def make(limit: int):
    def inner(x: int) -> bool:
        return x > limit and x != 5

    return inner


def values(result: CoverResult) -> set[str | None]:
    return {case.outcome.source for case in result.cases if isinstance(case.outcome, Returned)}


def test_cover_of_a_function_of_this_file() -> None:
    result = wend.cover(sign)

    assert isinstance(result, CoverResult)
    assert result.verdict == "complete"
    assert values(result) == {"'plus'", "'minus'", "'zero'"}
    assert result.coverage.lines_missed == ()
    assert result.findings == ()
    assert result.target.function == "sign"
    assert Path(result.target.module.file) == Path(__file__)


def test_reach_of_a_line_of_this_file() -> None:
    line = inspect.getsourcelines(sign)[1] + 2
    result = wend.reach(sign, line)

    assert isinstance(result, ReachResult)
    assert result.verdict == "reached"
    assert result.case is not None
    assert dict(result.case.args) == {"x": "1"}


def test_options() -> None:
    result = wend.cover(sign, max_executions=1, inputs=[{"x": 5}], search="depth", seed=4)

    assert result.verdict == "budget"
    assert [dict(case.args) for case in result.cases] == [{"x": "1"}]


def test_exceptions_are_outcomes() -> None:
    def fails(x: int) -> int:
        return 10 // (x - 3)

    result = wend.cover(fails)
    (finding,) = result.findings

    assert isinstance(finding.outcome, Raised)
    assert finding.outcome.type == "ZeroDivisionError"
    assert dict(finding.args) == {"x": "3"}


# assume


def test_assume_drops_runs_in_silence() -> None:
    result = wend.cover(picky)

    assert result.verdict == "complete"
    assert result.reasons == ()
    assert values(result) == {"0", "1"}
    assert all(int(dict(case.args)["x"]) > 10 for case in result.cases)
    assert result.path_count == 2


def test_assume_does_nothing_outside_of_wend() -> None:
    assert picky(3) == 1
    wend.assume(False)


def test_assume_costs_no_import_in_production() -> None:
    code = "import sys, wend; wend.assume(0); print([m for m in sys.modules if 'wend.run' in m])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=1200
    )

    assert (done.stdout, done.stderr) == ("[]\n", "")


# Other callables


def test_closures_keep_what_they_hold() -> None:
    result = wend.cover(make(73))

    assert values(result) == {"True", "False"}
    assert {"74"} <= {dict(case.args)["x"] for case in result.cases}


def test_bound_methods_keep_their_object() -> None:
    result = wend.cover(Counter(1000).count)

    assert "1006" in values(result)
    assert {tuple(dict(case.args)) for case in result.cases} == {("n",)}


def test_methods_of_a_class() -> None:
    assert values(wend.cover(Counter.big)) == {"True", "False"}
    assert values(wend.cover(Counter.small)) == {"True", "False"}
    assert "6" in values(wend.cover(Counter.count))


def test_decorated_functions() -> None:
    assert values(wend.cover(decorated)) == {"2", "6"}


def test_lambdas() -> None:
    result = wend.cover(lambda x: "big" if x > 1000 else "small")

    assert values(result) == {"'big'", "'small'"}


def test_explored_code_does_not_print_here(capfd) -> None:
    def prints(x: int) -> int:
        print("from the code under test")
        return x

    wend.cover(prints)

    assert capfd.readouterr() == ("", "")


# Mistakes


@pytest.mark.parametrize(
    ("function", "says"),
    [
        (len, "is no Python function"),
        (3, "is no Python function"),
        (Counter, "is no Python function"),
        (functools.partial(sign, 3), "is no Python function"),
        (eval("lambda x: x"), "is not in a file"),
    ],
)
def test_what_is_no_function_with_source(function, says: str) -> None:
    with pytest.raises(WendError, match=says):
        wend.cover(function)
    with pytest.raises(WendError, match=says):
        wend.reach(function, 3)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"search": "best"}, "search='best' is wrong; it is one of fair, breadth"),
        ({"imprecision": "none"}, "imprecision='none' is wrong; it is one of higher-order"),
        ({"allow": ["wriite"]}, "did you mean write"),
        ({"inputs": [{"y": 3}]}, "sign has no parameter y"),
        ({"budget": -1}, "budget=-1"),
        ({"max_executions": -1}, "max_executions=-1"),
    ],
)
def test_options_that_are_wrong(options, says: str) -> None:
    with pytest.raises(WendError, match=says):
        wend.cover(sign, **options)


def test_a_line_that_is_not_there() -> None:
    with pytest.raises(WendError, match=r"line 99999 of .* is in no function"):
        wend.reach(sign, 99999)
    with pytest.raises(WendError, match="in no function"):
        wend.reach(sign, 1)


def test_what_can_not_be_built_is_a_result() -> None:
    def needs(path: Path, other: FrameType) -> None: ...

    result = wend.cover(needs)

    assert result.verdict == "error"
    assert result.error is not None


def twisted(number: int) -> int:
    return number * 31 ^ 5


def asks_twisted(x: int, y: int) -> str:
    return "same" if x == twisted(y) and y == 10 else "other"


def test_functions_that_are_not_looked_into() -> None:
    name = f"{__name__}.twisted"
    result = wend.cover(asks_twisted, opaque=[name], max_executions=20)

    assert [each.name for each in result.opaque] == [name]
    assert {dict(case.args)["x"] for case in result.cases if "same" in str(case.outcome)} == {
        str(twisted(10))
    }


def test_a_corpus_from_python(tmp_path) -> None:
    file = tmp_path / "test_it.py"
    file.write_text("def test_nothing(): ...\n")
    result = wend.cover(sign, corpus=[str(file)], budget=120)

    assert result.verdict == "complete"
    assert [each.says for each in result.reasons] == [
        "sign: no test of the corpus was seen to call it"
    ]
