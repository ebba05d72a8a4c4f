"""`wend reach` at every kind of line: what is taken for it, from which function, what is said."""

from __future__ import annotations

import re
import sys
from typing import Any

import pytest

PROGRAM = '''
import asyncio
import contextlib
import functools


def shapes(
    k: int,
    m: int = 3,  # default
):
    """What it does."""  # docstring
    # a comment
    global COUNT  # global
    x: int  # bare annotation
    if k > 1000:
        # comment below a condition

        return dict(
            a=1,  # inside a call
            b=len(str(k)),
        )  # closing bracket
    else:  # else
        k -= 1
    try:
        k //= m
    except ZeroDivisionError:  # except
        k = 3
    finally:  # finally
        m += 1
    match k:
        case 77:  # case
            k = 0
    return k
    k = 4  # after return


def folded(k: int):
    if 0:
        k = 1  # if 0
    while True:
        if k > 3:
            break
        else:
            continue
        k = 2  # after both arms
    return k
    # comment at the end


def comprehension(xs: list[int]):
    return [
        x + 1  # element
        for x in xs
        if x > 100
        if x < 90  # second condition
    ]


def around(k: int):
    @functools.cache  # decorator
    def inner(
        a,
        b=2,  # inner default
    ):
        return a * b == 84  # in a nested function

    class Local:
        y = k  # in a class body

        def twice(self):
            return self.y * 2

    last = (
        lambda q:
        q + 1  # lambda
    )
    return inner(k) or Local().twice() and last(k)


def generator(n: int):
    for i in range(n):
        if i == 2:
            yield "two"  # generator


async def coroutine(n: int):
    await asyncio.sleep(0)
    async for i in countdown(n):
        if i == 2:
            return "two"  # async for
    async with managed() as m:
        return m  # async with


async def countdown(n: int):
    while n > 0:
        yield n
        n -= 1


@contextlib.asynccontextmanager
async def managed():
    yield 3  # context manager


class Box:
    def __init__(self, n: int) -> None:
        self._n = n

    @property
    def size(self) -> int:
        if self._n == 31:
            return 1  # property
        return 0

    @size.setter
    def size(self, n: int) -> None:
        if n == 32:
            raise ValueError  # setter
        self._n = n

    @classmethod
    def make(cls, n: int):
        return cls(n) if n else None  # class method

    @staticmethod
    def half(n: int) -> int:
        return n // 2  # static method

    class Lid:
        def open(self, n: int) -> int:
            return 5 // (n - 5)  # nested class


def resize(box: Box, n: int) -> None:
    box.size = n


def _price(n: int) -> int:
    if n == 128:
        return 1  # private
    return n


def order(count: int) -> int:
    return _price(count * 2)


def logged(function):
    def wrapper(n: int):
        if n == 99:
            return "special"  # in a decorator
        return function(n)

    return wrapper


@logged
def decorated(n: int):
    return n


def handing(n: int):
    def callback(m: int):
        return n + m  # handed on

    return callback


class Refusing:
    def __init__(self):
        raise RuntimeError("not today")

    def ask(self, n: int):
        return n  # can't be built
'''.lstrip()

LINES = {
    found[1]: number
    for number, line in enumerate(PROGRAM.splitlines(), 1)
    if (found := re.search(r"  # (.+)$", line))
}

TAKEN = {
    "default": "line 8 belongs to the head of shapes, which defines it at import; the first "
    "statement of its body, line 14, is taken",
    "docstring": "line 10 is a docstring; the next statement, line 14, is taken",
    "global": "line 12 has no code of its own; the next statement, line 14, is taken",
    "bare annotation": "line 13 has no code of its own; the next statement, line 14, is taken",
    "else": "line 21 has no code of its own; the next statement, line 22, is taken",
    "finally": "line 27 has no code of its own; the next statement, line 28, is taken",
    "closing bracket": "line 20 is part of the statement that begins on line 17; it is taken",
}
ARGS = {
    "inside a call": {"k": "1001"},
    "except": {"m": "0"},
    "in a nested function": None,
    "inner default": None,
    "decorator": None,
    "in a class body": None,
    "lambda": None,
    "case": None,
    "generator": {"n": "3"},
    "async for": None,
    "async with": {"n": "0"},
    "class method": None,
    "static method": None,
    "nested class": None,
}
"""What reaches a line; None where many inputs do."""

DEAD = {
    "after return": "line 32 returns before it",
    "if 0": "line 37 needs 0 to be True, and it is not",
    "after both arms": "line 40 never goes on",
}
FROM = {
    "private": ("order", {"count": "64"}),
    "setter": ("Box.size", None),
    "in a decorator": ("decorated", {"n": "99"}),
    "context manager": ("coroutine", {"n": "0"}),
    "property": ("Box.size", {"self": "Box(31)"}),
}
OTHERS = ("element", "second condition", "handed on", "can't be built")


@pytest.fixture(scope="module")
def results(shared_wend) -> dict[str, dict[str, Any]]:
    shared_wend.file("lines.py", PROGRAM)
    wanted = [*TAKEN, *ARGS, *DEAD, *FROM, *OTHERS]
    lines = [LINES.get(name, 0) for name in wanted]
    named = [f"lines.py:{line}" for line in lines]
    done = shared_wend("reach", *named, "--max-executions", "60", "--json", "-")

    assert done.code == 1
    assert [each["target"]["line"] for each in done.results] == lines
    return dict(zip(wanted, done.results, strict=True))


@pytest.mark.parametrize("name", TAKEN)
def test_another_line_is_taken_and_said(results, name: str) -> None:
    result = results[name]
    said = [each["says"] for each in result["reasons"] if each["what"] == "line-moved"]

    assert said == [TAKEN[name]]
    assert result["verdict"] == "reached"
    assert f"line {result['target']['taken']}" in TAKEN[name]


@pytest.mark.parametrize("name", ARGS)
def test_a_line_within(results, name: str) -> None:
    result = results[name]

    assert result["verdict"] == "reached", result
    assert result["target"]["taken"] == LINES[WHOLE.get(name, name)]
    assert (ARGS[name] or {}).items() <= result["case"]["args"].items()


WHOLE = {"inner default": "decorator"} if sys.version_info >= (3, 14) else {}
"""Lines that the statement around them is taken for: a default that is a constant is made where
the function is, and has no instruction on its own line."""


@pytest.mark.parametrize("name", DEAD)
def test_dead_code_is_known_without_a_run(results, name: str) -> None:
    result = results[name]

    assert result["verdict"] == "unreachable"
    assert result["method"] == "control flow"
    assert result["conflicts"] == [DEAD[name]]
    assert result["executions"] == 0


@pytest.mark.parametrize("name", FROM)
def test_a_line_is_reached_from_who_may_be_called(results, name: str) -> None:
    result = results[name]
    entry, args = FROM[name]

    assert result["verdict"] == "reached"
    assert result["target"]["entry"] == entry
    assert args is None or result["case"]["args"] == args


def test_conditions_within_an_expression(results) -> None:
    """A line is executed where something on it is, not where its jumps are."""
    assert results["second condition"]["case"]["args"] == {"xs": "[101]"}
    assert results["element"]["verdict"] == "unknown"


def test_a_function_that_is_handed_on_may_be_called_by_others(results) -> None:
    result = results["handed on"]

    assert result["verdict"] == "unknown"
    assert result["reasons"][-1]["what"] == "handed-on"
    assert "--entry" in result["reasons"][-1]["remedy"]


def test_an_object_that_can_not_be_built(results) -> None:
    result = results["can't be built"]

    assert result["verdict"] == "error"
    assert "Refusing(…) raises RuntimeError: not today" in result["error"]


def test_lines_of_one_function_share_their_runs(results) -> None:
    shapes = [each for each in results.values() if each["target"]["entry"] == "shapes"]
    searched = [each for each in shapes if each["method"] != "control flow"]

    assert {each["shared"] for each in searched} == {
        len({each["target"]["taken"] for each in searched})
    }
    assert max(each["executions"] for each in searched) < 60


CALLS = """
HANDLERS = {}


def register(function):
    HANDLERS[function.__name__] = function
    return function


@register
def on_a(x: int):
    return deep(x)


def deep(x: int):
    return x


def dispatch(name: str, x: int):
    return HANDLERS[name](x)


def lonely(x: int):
    return x + 1


def reflect(name: str):
    return str(getattr(name, name))
"""


def test_an_entry_that_does_not_lead_to_the_line(wend) -> None:
    wend.file("calls.py", CALLS)
    line = 1 + CALLS.lstrip().splitlines().index("def deep(x: int):")
    done = wend("reach", f"calls.py:{line + 1}", "--entry", "lonely")

    assert done.code == 2
    assert done.err == (
        f"wend: --entry lonely does not lead to line {line + 1} of calls.py: no call that is known "
        "leads from lonely to deep; it is called by on_a; try --entry on_a\n"
    )

    done = wend(
        "reach",
        f"calls.py:{line + 1}",
        "--entry",
        "reflect",
        "--max-executions",
        "9",
        "--json",
        "-",
    )
    (result,) = done.results

    assert done.code == 5
    assert result["verdict"] == "unknown"
    assert "no call that is known leads from reflect to deep" in result["left"][0]
    assert "what getattr on line " in result["left"][0]

    done = wend("reach", f"calls.py:{line + 1}", "--entry", "calls.dispatch", "--json", "-")
    (result,) = done.results

    assert result["verdict"] == "reached"
    assert result["target"]["function"] == "deep"
    assert result["target"]["entry"] == "dispatch"


DRIVEN = """
import asyncio
import contextlib


def dead(n: int):
    if n > 3:
        yield n
        if n < 2:
            yield "never"  # dead


def sent(n: int):
    got = yield n
    if got is not None:
        n = 4  # sent
    x = yield from inner(n)
    if x == 77:
        return "found"  # yield from


def inner(n):
    yield 1
    return n - 23


def closed(n: int):
    try:
        yield n
    except GeneratorExit:
        n = 3  # closed


async def co(n: int):
    await asyncio.sleep(0)
    async for x in items(n):
        if x == 2:
            break  # break
    async with manager() as m:
        if m + 1000 == n:
            return "m"  # within
        if n > 5 and n < 4:
            return "never"  # never


async def fails(n: int):
    try:
        await asyncio.sleep(0)
        return 100 // (n - 4)
    except ZeroDivisionError:
        return "caught"  # caught


async def ended(n: int):
    is_done = False
    try:
        await asyncio.sleep(0)
        is_done = True
    finally:
        if not is_done:
            n = 3  # cancelled


async def items(n: int):
    for i in range(min(n, 5)):
        yield i
    if n == 515:
        yield "end"  # asynchronous


@contextlib.asynccontextmanager
async def manager():
    yield 3
"""


@pytest.fixture(scope="module")
def driven(shared_wend) -> dict[str, dict[str, Any]]:
    """Only backward: what is not found so has no trace."""
    source = DRIVEN.lstrip()
    shared_wend.file("driven.py", source)
    wanted = {
        found[1]: number
        for number, line in enumerate(source.splitlines(), 1)
        if (found := re.search(r"  # (.+)$", line))
    }
    options = ("--direction", "backward", "--max-executions", "100", "--json", "-")
    done = shared_wend("reach", *[f"driven.py:{line}" for line in wanted.values()], *options)

    assert done.err == ""
    return dict(zip(wanted, done.results, strict=True))


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("yield from", {"n": "100"}),
        ("break", None),
        ("within", {"n": "1003"}),
        ("caught", {"n": "4"}),
        ("asynchronous", {"n": "515"}),
    ],
)
def test_traces_of_generators_and_coroutines(driven, name: str, args: Any) -> None:
    assert driven[name]["verdict"] == "reached"
    assert driven[name]["method"] == "backward"
    assert args in (None, driven[name]["case"]["args"])


def test_proofs_of_generators_and_coroutines(driven) -> None:
    assert driven["dead"]["conflicts"] == ["line 6 needs n > 3, line 8 needs n < 2"]
    assert driven["never"]["conflicts"] == ["line 41 needs n > 5, line 41 needs n < 4"]
    assert driven["dead"]["verdict"] == driven["never"]["verdict"] == "unreachable"


@pytest.mark.parametrize("name", ["sent", "closed", "cancelled"])
def test_who_iterates_a_generator_may_send_to_it_or_end_it(driven, name: str) -> None:
    assert driven[name]["verdict"] == "unknown"
    assert "who iterates the function may send to it, or end it" in driven[name]["left"][-1]


CHAIN = """
def helper(y, tag):
    if tag == "go":
        if y * 3 == 363:
            return "hit"
    return y


def middle(y, k):
    if k > 1000:
        return helper(y + 1, "go")
    return helper(y, "no")


def main(a: int, b: int, c: int, x: int, k: int):
    count = 0
    if a > 1:
        count += 1
    if b > 1:
        count += 2
    if c > 1:
        count += 3
    if middle(x, k) == "hit":
        return count
    return 0


def outer(n: int, m: int):
    def inner(v):
        if v == 1717:
            return "deep"
        return ""

    return inner(n * 17) if m > 3 else None
"""


def test_backward_through_calls(wend) -> None:
    wend.file("chain.py", CHAIN)
    lines = CHAIN.lstrip().splitlines()
    hit, deep = [1 + lines.index(f"            return {text!r}".replace("'", '"')) for text in
                 ("hit", "deep")]  # fmt: skip
    options = ("--direction", "backward", "--json", "-")
    (called,) = wend("reach", f"chain.py:{hit}", "--entry", "main", *options).results
    (nested,) = wend("reach", f"chain.py:{deep}", *options).results

    assert called["method"] == nested["method"] == "backward"
    assert (called["case"]["args"]["x"], called["case"]["args"]["k"]) == ("120", "1001")
    assert nested["case"]["args"] == {"n": "101", "m": "4"}
    assert called["executions"] < 20


HANDED_ON = """
def iterated(n: int):
    def items():
        yield n  # generator function
    return [items()]


def lazy(n: int):
    return [(
        i + 1  # generator
        for i in range(n)
    )]


def used_up(n: int):
    return sum(
        i + 1
        for i in range(n)
        if i > 3 and i < 2
        if n + i  # used up
    )


def awaited(n: int):
    async def answer():
        return n  # coroutine
    return [answer()]


def registered(n: int):
    table = {}
    def register(function):
        table[function.__name__] = function
        return function
    @register
    def handler():
        return n  # decorated
    return table


def named(n: int):
    def inner():
        return n  # by its name
    return locals()
"""


@pytest.fixture(scope="module")
def handed_on(shared_wend) -> dict[str, dict[str, Any]]:
    source = HANDED_ON.lstrip()
    shared_wend.file("handed_on.py", source)
    wanted = {
        found[1]: number
        for number, line in enumerate(source.splitlines(), 1)
        if (found := re.search(r"  # (.+)$", line))
    }
    options = ("--max-executions", "100", "--json", "-")
    done = shared_wend("reach", *[f"handed_on.py:{line}" for line in wanted.values()], *options)
    return dict(zip(wanted, done.results, strict=True))


@pytest.mark.parametrize(
    "name", ["generator function", "generator", "coroutine", "decorated", "by its name"]
)
def test_what_a_call_gives_others_may_be_run_by_them(handed_on, name: str) -> None:
    assert handed_on[name]["verdict"] == "unknown"


def test_what_a_call_uses_up_is_not_given_to_others(handed_on) -> None:
    assert not [each for each in handed_on["used up"]["reasons"] if each["what"] == "handed-on"]


BESIDE_INPUTS = """
import os

count = 0
seen = []


def bump(x):
    global count
    count += 1
    seen.append(x)


class Turnstile:
    def __init__(self):
        self.turns = 0

    def turn(self):
        self.turns += 1

    def is_worn(self, n: int):
        if n > 3 and self.turns > 2:
            return True  # an attribute
        if n > 3 and n < 2:
            return False  # dead whatever it is
        return None


def asked(n: int):
    if count > 3:
        return n  # a global
    if n in seen:
        return n  # a list of the module
    if os.environ.get("NOBODY_HAS_THIS"):
        return n  # the environment
    if n > 5 and n < 4:
        return n  # dead anyway


def short(n: int):
    try:
        n += 1
    except MemoryError:
        return n  # memory
    try:
        return str(n)
    except ValueError:
        return n  # digits


def guessed(x, c):
    try:
        c()
    except KeyError:
        c = 3
    if x * 2 == 7 and c:
        return 1  # a float that was not tried
"""


@pytest.fixture(scope="module", params=["both", "backward"])
def beside(shared_wend, request) -> dict[str, str]:
    source = BESIDE_INPUTS.lstrip()
    shared_wend.file("beside.py", source)
    wanted = {
        found[1]: number
        for number, line in enumerate(source.splitlines(), 1)
        if (found := re.search(r"  # (.+)$", line))
    }
    options = ("--max-executions", "100", "--direction", request.param, "--json", "-")
    done = shared_wend("reach", *[f"beside.py:{line}" for line in wanted.values()], *options)
    return {name: each["verdict"] for name, each in zip(wanted, done.results, strict=True)}


def test_what_runs_see_beside_their_inputs_proves_nothing(beside) -> None:
    dead = {name for name, verdict in beside.items() if verdict == "unreachable"}
    assert dead == {"dead whatever it is", "dead anyway"}


HUGE = """
def apart(n: int, x: float):
    if n == x and n > 10**400:
        return 1
    while n > 5:
        n -= n // 2
    else:
        return 2


def between(n: int, x: int):
    if x < n + 1 < x:
        return 1
    return 2
"""


def test_numbers_beyond_floats_are_no_error(shared_wend) -> None:
    shared_wend.file("huge.py", HUGE.lstrip())
    lines = [f"huge.py:{line}" for line in (2, 3, 5)]
    # Sums of numbers this long take their time: a few seconds show what there is to see.
    caps = ("--max-executions", "200", "--budget", "4")
    done = shared_wend("reach", *lines, *caps, "--json", "-")

    assert done.err == ""
    assert not [each for each in done.results if each["verdict"] == "error"]


def test_else_of_the_first_statement_is_no_docstring(shared_wend) -> None:
    shared_wend.file("huge.py", HUGE.lstrip().replace("if n == x and n > 10**400", "while n > 9"))
    (result,) = shared_wend("reach", "huge.py:6", "--max-executions", "9", "--json", "-").results

    (moved,) = [each for each in result["reasons"] if each["what"] == "line-moved"]
    assert "docstring" not in moved["says"]


def test_conflicts_have_no_names_of_ours(shared_wend) -> None:
    shared_wend.file("huge.py", HUGE.lstrip())
    (result,) = shared_wend("reach", "huge.py:12", "--json", "-").results

    assert result["verdict"] == "unreachable"
    assert result["conflicts"]
    assert "_wend" not in str(result["conflicts"])


CALLED = """
from typing import SupportsInt


def _words(text: str, most: int) -> int:
    count = 0
    for character in text or "":
        count += character in " ,;"
    if text is None:
        return -1  # what its annotation does not allow
    return min(count, most)


def _length(text: str, most: SupportsInt) -> int:
    count = 0
    for character in text:
        if character in " ,;":
            count += 1
    if most is None:
        return count  # what its own search has no end without
    return min(count, int(most))


def words(text: str | None) -> int:
    return _words(text, 7)


def length(text: str) -> int:
    return _length(text, None if text == "all" else 3)
"""


def test_callers_of_private_functions_may_know_better(wend) -> None:
    wend.file("called.py", CALLED.lstrip())
    done = wend("reach", "called.py:9", "called.py:19", "--budget", "60", "--json", "-")

    assert [(each["verdict"], each["target"]["entry"]) for each in done.results] == [
        ("reached", "words"),
        ("reached", "length"),
    ]
