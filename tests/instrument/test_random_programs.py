"""Random small programs do the same plain and instrumented: what they return or raise, with the
message and the lines of the traceback, and what they leave in their variables."""

# ruff: noqa: UP031 - braces are part of the programs
from __future__ import annotations

import importlib.util
import itertools
import os
import textwrap
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import wend.run.operations.twin_probes  # noqa: F401 - twins call them
from wend.run.calls import admission
from wend.run.recorder import Recorder, recording

pytestmark = pytest.mark.slow

NAMES = ("a", "b", "c", "items", "table")
numbers = st.integers(-3, 6).map(str)
names = st.sampled_from(NAMES)
atoms = numbers | names | st.sampled_from(("'x'", "None", "True", "[]", "{}", "(1, 2)", "1.5"))


def compounds(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Expressions built of expressions."""

    def of(pattern: str, *choices: str) -> st.SearchStrategy[str]:
        parts = [inner] * pattern.count("{}")
        if not choices:
            return st.tuples(*parts).map(lambda values: pattern.format(*values))
        return st.tuples(st.sampled_from(choices), *parts).map(
            lambda values: pattern.replace("OP", values[0]).format(*values[1:])
        )

    return st.one_of(
        of(
            "({} OP {})",
            "+",
            "-",
            "*",
            "//",
            "%",
            "<",
            "<=",
            "==",
            "!=",
            "is",
            "is not",
            "in",
            "not in",
        ),
        of("({} OP {})", "and", "or", "|", "&"),
        of("({} < {} <= {})"),
        of("(not {})"),
        of("(-{})"),
        of("{}[{}]"),
        of("{}[{}:{}]"),
        of("({} if {} else {})"),
        of(
            "OP({})",
            "len",
            "abs",
            "str",
            "list",
            "sorted",
            "helper",
            "set",
            "bool",
            "type",
            "int",
            "tuple",
            "outer",
        ),
        of("max({}, {})"),
        of("helper({}, second={})"),
        of("[{}, {}]"),
        of("dict(k={}, l={})"),
        st.tuples(inner, inner).map(lambda p: "{%s: %s}" % p),
        st.tuples(inner, inner).map(lambda p: "{%s, %s}" % p),
        st.tuples(inner, inner).map(lambda p: "[%s for n in %s]" % p),
        st.tuples(inner, inner).map(lambda p: "{n: %s for n in %s}" % p),
        st.tuples(inner, inner).map(lambda p: "[n for n in %s if %s]" % p),
        st.tuples(inner).map(lambda p: "(lambda n=%s: n)()" % p),
        st.tuples(inner).map(lambda p: "f'{%s!r:>3}'" % p if "'" not in p[0] else p[0]),
        st.tuples(inner, inner).map(lambda p: "table.get(%s, %s)" % p),
        st.tuples(inner).map(lambda p: "items.append(%s)" % p),
        st.tuples(inner).map(lambda p: "items.pop(%s)" % p),
        st.tuples(inner).map(lambda p: "next(generated(%s))" % p),
        st.tuples(inner, inner).map(lambda p: "(%s).find(%s)" % p),
    )


expressions = st.recursive(atoms, compounds, max_leaves=6)
targets = st.one_of(names, st.tuples(names, expressions).map(lambda p: "%s[%s]" % p))
simple = st.one_of(
    st.tuples(targets, expressions).map(lambda p: "%s = %s" % p),
    st.tuples(targets, st.sampled_from("+-*"), expressions).map(lambda p: "%s %s= %s" % p),
    st.tuples(targets, targets, expressions).map(lambda p: "%s, %s = %s" % p),
    expressions,
    st.tuples(targets).map(lambda p: "del %s" % p),
    st.tuples(expressions).map(lambda p: "assert %s, a" % p),
    st.tuples(expressions).map(lambda p: "raise ValueError(%s)" % p),
    st.tuples(expressions).map(lambda p: "return %s" % p),
)


def blocks(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Statements built of statements."""
    body = st.lists(inner, min_size=1, max_size=3).map(
        lambda lines: textwrap.indent("\n".join(lines), "    ")
    )
    return st.one_of(
        st.tuples(expressions, body, body).map(lambda p: "if %s:\n%s\nelse:\n%s" % p),
        st.tuples(targets, expressions, body, body).map(
            lambda p: "for %s in %s:\n    tick()\n%s\nelse:\n%s" % p
        ),
        st.tuples(expressions, body).map(lambda p: "while %s:\n    tick()\n%s" % p),
        st.tuples(
            body, st.sampled_from(("Exception", "TypeError", "(KeyError, IndexError)")), body, body
        ).map(lambda p: "try:\n%s\nexcept %s as error:\n%s\nfinally:\n%s" % p),
        st.tuples(expressions, expressions, body).map(
            lambda p: (
                "match %s:\n    case [n, *_] if %s:\n%s\n    case None | 1 | True: pass"
                % (p[0], p[1], textwrap.indent(p[2], "    "))
            )
        ),
        body.map(lambda p: "with managed():\n%s" % p),
        st.tuples(body, expressions).map(
            lambda p: "def local(n=b):\n    nonlocal a\n%s\na = local(%s)" % p
        ),
    )


programs = st.lists(st.recursive(simple, blocks, max_leaves=6), min_size=1, max_size=5)

FRAME = """
import contextlib

ticks = 0


class Enough(Exception):
    pass


def tick():
    global ticks
    ticks += 1
    if ticks > 40:
        raise Enough(ticks)


def helper(first, second=2):
    tick()
    return [first] if second is not None else {first: second}


def outer(n):
    def inner(m):
        return (n, m) if not m in [n] else inner([m])

    return inner(n)


def generated(n):
    yield from [n, n]


@contextlib.contextmanager
def managed():
    yield


def program(a, b, c, items, table):
"""


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@settings(
    max_examples=30 if os.environ.get("WEND_QUICK") else 120,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
@given(program=programs, arguments=st.tuples(*[st.integers(-3, 6)] * 3))
def test_random_programs_do_the_same(
    program: list[str], arguments: tuple[int, ...], directory: Path
) -> None:
    text = FRAME + textwrap.indent("\n".join([*program, "return locals()"]), "    ") + "\n"
    try:
        compile(text, "program", "exec", dont_inherit=True)
    except SyntaxError:
        return  # two rules that don't go together: a name both local and nonlocal, say
    file = directory / f"program_{next(_numbers)}.py"
    file.write_text(text)

    plain = outcome(loaded(file), file, arguments)
    module = loaded(file)
    admission.admit_module(module)
    with recording(Recorder()) as recorder:
        instrumented = outcome(module, file, arguments)

    twin = module.program.__code__
    assert any(twin is each for each in admission.twins_in_use)
    assert instrumented == plain
    assert not recorder.branches


_numbers = itertools.count()


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("programs")


def loaded(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("random_program", file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def outcome(module: ModuleType, file: Path, arguments: tuple[int, ...]) -> list[Any]:
    items: list[Any] = [1, "x", arguments[0]]
    table: dict[Any, Any] = {1: "one", "x": None}
    try:
        result = ["returned", shown(module.program(*arguments, items, table))]
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == str(file)]
        result = ["raised", type(error).__name__, shown(error.args), lines]
    return [*result, shown(items), shown(table), module.ticks]


def shown(value: Any) -> str:
    """The value as text; functions and generators show no address."""
    text = repr(value)
    return "".join(
        part.split(">")[-1] if i else part for i, part in enumerate(text.split(" at 0x"))
    )
