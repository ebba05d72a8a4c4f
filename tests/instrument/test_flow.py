"""The static flow of a function agrees with what a line tracer sees of its runs."""

from __future__ import annotations

import ast
import asyncio
import contextlib
import inspect
import sys
import textwrap
from typing import Any

import pytest

from wend.source.flow import Flow, arcs_of_trace, flow_of, function_at, functions_in

RUNS: dict[str, tuple[str, list[tuple[Any, ...]]]] = {
    "if": (
        """
        def f(x):
            if x < 0:
                y = 1
            elif x == 0:
                y = 2
            else:
                y = 3
            return y
        """,
        [(-1,), (0,), (1,)],
    ),
    "if at the end": (
        """
        def f(x):
            if x:
                x += 1
        """,
        [(0,), (1,)],
    ),
    "one line": (
        """
        def f(x):
            if x: return 1
            a = 1; b = 2
            while x < 3: x += 1
            for i in range(x): a += i
            for i in range(x): a += i; break
            else: a = 7
            return a
        """,
        [(0,), (1,)],
    ),
    "def on one line": ("def f(x): return x", [(1,)]),
    "while else": (
        """
        def f(x):
            while x > 0:
                if x == 3:
                    break
                x -= 2
                if x == 2:
                    continue
                x -= 1
            else:
                x = 7
            return x
        """,
        [(0,), (3,), (4,), (9,), (5,)],
    ),
    "for else": (
        """
        def f(x):
            total = 0
            for i in range(x):
                for j in range(i):
                    if j == 2:
                        break
                    if j == 1:
                        continue
                    total += 1
                else:
                    total += 10
                if total > 30:
                    return total
            else:
                total += 100
            return total
        """,
        [(0,), (1,), (3,), (6,), (9,)],
    ),
    "for at the end": (
        """
        def f(x):
            for i in range(x):
                if i == 2:
                    return 5
        """,
        [(0,), (2,), (5,)],
    ),
    "while true": (
        """
        def f(x):
            while True:
                x -= 1
                if x < 0:
                    break
                if x == 3:
                    return x
            while 1:
                if x > 3:
                    return x
                x += 1
                if x == 1:
                    continue
                x += 1
        """,
        [(0,), (2,), (7,)],
    ),
    "constant tests": (
        """
        def f(x):
            if True:
                x += 1
            if 0:
                x += 2
            else:
                x = 4
            if not False:
                x = 5
            while 0:
                x = 6
            if __debug__:
                x = 7
            if x == 9:
                assert 0
            return x
            x = 8
        """,
        [(0,)],
    ),
    "no code": (
        '''
        def f(x):
            """Words."""
            global q
            y: int
            ...
            "more words"
            pass
            if x:
                z: int
            return 1
        ''',
        [(0,), (1,)],
    ),
    "docstring only": ('def f():\n    """Words."""', [()]),
    "try": (
        """
        def f(x):
            try:
                y = 10 // x
            except ZeroDivisionError as error:
                y = str(error)
            except (
                TypeError,
                ValueError,
            ):
                y = 2
            except:
                y = 3
            else:
                y = 4
            finally:
                z = 1
            return y
        """,
        [(0,), (1,), ("a",)],
    ),
    "try in the end": (
        """
        def f(x):
            try:
                10 // x
            except ZeroDivisionError:
                pass
        """,
        [(0,), (1,)],
    ),
    "finally": (
        """
        def f(x):
            for i in range(4):
                try:
                    if x == i:
                        continue
                    if x == 5:
                        break
                    if x == 6:
                        return x
                    x + 1
                finally:
                    if i > 1:
                        i += 1
                    y = 1
                i += 1
            return 2
        """,
        [(0,), (3,), (5,), (6,), (9,), ("a",)],
    ),
    "finally nested": (
        """
        def f(x):
            try:
                try:
                    if x:
                        return 1
                finally:
                    a = 1
            finally:
                b = 1
        """,
        [(0,), (1,)],
    ),
    "finally overrides": (
        """
        def f(x):
            while x:
                try:
                    x -= 1
                    return 10 // x
                finally:
                    if x == 1:
                        return 3
                    if x > 2:
                        continue
                    break
            return 4
        """,
        [(0,), (1,), (2,), (4,), (3,)],
    ),
    "with": (
        """
        def f(x):
            with suppress(KeyError):
                x += 1
            with (
                suppress(ValueError) as a,
                suppress(TypeError) as b,
            ):
                if x == 3:
                    return 3
                x += 1
            while True:
                with suppress(KeyError):
                    x += 1
                    if x > 9:
                        break
            for _ in range(3):
                with suppress(KeyError):
                    with suppress(KeyError):
                        if x == 11:
                            continue
                        x += 1
            with suppress(KeyError): x += 1
            with suppress(KeyError):
                return x
        """,
        [(0,), (2,), (7,), (8,), ("a",)],
    ),
    "match": (
        """
        def f(x):
            match x:
                case 1:
                    y = 1
                case 2 | 3 if x > 2:
                    y = 2
                case (
                    [a, b]
                ):
                    y = 3
                case 7: return 7
                case {"k": value}:
                    y = value
            match (
                x
            ):
                case 4:
                    y = 3
                case _:
                    y = 5
            match x:
                case 5 as z:
                    pass
                case other:
                    y = other
            match x:
                case int():
                    y = 5
        """,
        [(1,), (2,), (3,), ([1, 2],), (7,), (4,), (5,), ({"k": 1},), ("a",)],
    ),
    "many lines": (
        """
        def f(x):
            if (
                x > 1
                and x < 4
                or x == 9
            ):
                y = max(
                    x,
                    2,
                )
            y = [
                i
                for i in range(x)
                if i % 2
            ]
            z = {
                "a": x
                if x > 2
                else 4,
            }
            while (
                x >
                0
            ):
                x -= (
                    1
                )
            for i in range(
                2,
                4,
            ):
                y.append(
                    lambda:
                    x
                )
            assert (
                x < 99
            ), "too large"
            return (
                y,
                z,
            )
        """,
        [(0,), (2,), (9,)],
    ),
    "nested definitions": (
        """
        def f(x):
            def g():
                if x:
                    return 1
                return 2
            @staticmethod
            def h(
                a=1,
            ):
                return a
            class A(
                object,
            ):
                y = 1
                def m(self):
                    return 3
            return g() + A().m()
        """,
        [(0,), (1,)],
    ),
    "decorated": (
        """
        @plain
        @plain
        def f(x):
            if x:
                return 1
            return 2
        """,
        [(0,), (1,)],
    ),
    "generator": (
        """
        def f(x):
            if x:
                yield 1
            while x > 0:
                x -= 1
                y = yield x
            yield from range(x)
        """,
        [(0,), (2,)],
    ),
    "async": (
        """
        async def f(x):
            async with manager() as m:
                if x == 1:
                    return 3
                await pause()
            async for i in numbers(x):
                if i == 2:
                    break
                x += i
            else:
                x += 7
            return [i async for i in numbers(x)]
        """,
        [(0,), (1,), (2,), (5,)],
    ),
    "raise": (
        """
        def f(x):
            if x:
                raise ValueError(
                    "no"
                )
            try:
                raise KeyError
            except ValueError:
                return 1
            except KeyError:
                return 2
        """,
        [(0,), (1,)],
    ),
    "except star": (
        """
        def f(x):
            try:
                if x:
                    raise ExceptionGroup("all", [ValueError(), TypeError()])
            except* ValueError:
                y = 1
            except* TypeError as group:
                y = 2
            return 3
        """,
        [(0,), (1,)],
    ),
    "except star that raises": (
        """
        def f(x):
            try:
                try:
                    raise ExceptionGroup("all", [ValueError(), TypeError(), KeyError()])
                except* ValueError:
                    if x == 1:
                        raise
                    if x == 2:
                        raise OSError
                except* TypeError as group:
                    if x > 1:
                        raise group
                except* LookupError:
                    y = 2
            except* OSError:
                y = 3
            except* Exception as others:
                y = 4
            finally:
                y = 5
            return y
        """,
        [(0,), (1,), (2,), (3,)],
    ),
    "delete and import": (
        """
        def f(x):
            import math
            from os import (
                path,
            )
            y = z = x
            del y
            y, z = z, x
            x += 1
            return math
        """,
        [(0,)],
    ),
}


@contextlib.asynccontextmanager
async def manager() -> Any:
    yield 1


async def numbers(x: int) -> Any:
    for i in range(x):
        yield i


async def pause() -> None:
    pass


NAMES: dict[str, Any] = {
    "suppress": contextlib.suppress,
    "plain": lambda function: function,
    "manager": manager,
    "numbers": numbers,
    "pause": pause,
}


def lines_of_run(function: Any, arguments: tuple[Any, ...]) -> tuple[list[int], set[int], bool]:
    """The lines that a run visits in its own frame, those an exception came from, and its end."""
    lines: list[int] = []
    raising: set[int] = set()
    returned = True

    def trace(frame: Any, event: str, argument: Any) -> Any:
        if frame.f_code is not function.__code__:
            return None
        if event == "line":
            lines.append(frame.f_lineno)
        elif event == "exception":
            raising.add(len(lines))
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        result = function(*arguments)
        if inspect.iscoroutine(result):
            asyncio.run(result)
        elif inspect.isgenerator(result):
            list(result)
    except Exception:
        returned = False
    finally:
        sys.settrace(before)
    return lines, raising, returned


def defined(source: str) -> tuple[Any, ast.Module]:
    source = textwrap.dedent(source)
    namespace = dict(NAMES)
    exec(compile(source, "<flow>", "exec"), namespace)
    return namespace["f"], ast.parse(source)


def flow_and_function(source: str) -> tuple[Flow, Any]:
    function, tree = defined(source)
    return flow_of(tree, function.__code__.co_firstlineno), function


@pytest.mark.parametrize("name", RUNS)
def test_every_arc_of_a_run_is_in_the_flow(name: str) -> None:
    source, runs = RUNS[name]
    flow, function = flow_and_function(source)
    for arguments in runs:
        lines, raising, returned = lines_of_run(function, arguments)
        if raising:
            continue
        observed = arcs_of_trace(flow, lines, returned=returned)

        assert observed <= flow.arcs, (arguments, lines)


@pytest.mark.parametrize("name", RUNS)
def test_after_an_exception_the_run_follows_arcs_of_either_kind(name: str) -> None:
    source, runs = RUNS[name]
    flow, function = flow_and_function(source)
    for arguments in runs:
        lines, raising, returned = lines_of_run(function, arguments)
        if not raising:
            continue
        observed = arcs_of_trace(flow, lines, returned=returned)

        assert observed <= flow.arcs | flow.exception_arcs, (arguments, lines)


@pytest.mark.parametrize("name", RUNS)
def test_the_lines_are_those_of_the_compiled_code(name: str) -> None:
    flow, function = flow_and_function(RUNS[name][0])
    compiled = {
        flow.statement_of[line]
        for _, _, line in function.__code__.co_lines()
        if line in flow.statement_of
    }

    assert compiled == flow.lines


@pytest.mark.parametrize("name", RUNS)
def test_where_one_line_leads_two_ways_in_runs_it_is_a_branch(name: str) -> None:
    source, runs = RUNS[name]
    flow, function = flow_and_function(source)
    successors: dict[int, set[int]] = {}
    for arguments in runs:
        lines, raising, returned = lines_of_run(function, arguments)
        if not raising:
            for source_line, target in arcs_of_trace(flow, lines, returned=returned):
                successors.setdefault(source_line, set()).add(target)
    ends_of_finally = {"finally": {15}, "finally nested": {8, 10}, "finally overrides": set()}
    for line, targets in successors.items():
        if len(targets) > 1 and line not in ends_of_finally.get(name, set()):
            assert {(line, target) for target in targets} <= flow.branches


def test_branches_of_if_and_loops() -> None:
    flow, _ = flow_and_function(
        """
        def f(x):
            if x < 0:
                return -1
            while x:
                x -= 1
            return 1
        """
    )

    assert flow.branches == {(3, 4), (3, 5), (5, 6), (5, 7)}
    assert flow.arcs == flow.branches | {(4, -2), (6, 5), (7, -2)}
    assert flow.lines == {3, 4, 5, 6, 7}


def test_end_of_finally_is_no_branch() -> None:
    flow, _ = flow_and_function(RUNS["finally nested"][0])

    assert flow.branches == {(5, 6), (5, 8)}
    assert {(8, 10), (10, -2)} <= flow.arcs


def test_each_case_of_a_match_is_a_decision() -> None:
    flow, _ = flow_and_function(
        """
        def f(x):
            match x:
                case 1:
                    return 1
                case 2:
                    return 2
        """
    )

    assert flow.branches == {(4, 5), (4, 6), (6, 7), (6, -2)}


def test_dead_code_is_no_line_and_has_no_arcs() -> None:
    flow, _ = flow_and_function(
        """
        def f(x):
            while True:
                x += 1
            return x
        """
    )

    assert flow.lines == {3, 4}
    assert flow.branches == frozenset()


def test_distance_counts_arcs_and_leaves_out_what_cannot_lead_there() -> None:
    flow, _ = flow_and_function(
        """
        def f(x):
            if x < 0:
                return -1
            x += 1
            if x == 5:
                x = 7
            return 1
        """
    )

    assert flow.distance_to(7) == {7: 0, 6: 1, 5: 2, 3: 3}
    assert flow.distance_to(99) == {}


def test_distance_goes_through_exceptions() -> None:
    flow, _ = flow_and_function(
        """
        def f(x):
            try:
                try:
                    y = 1 // x
                except TypeError:
                    return 1
                finally:
                    z = 1
            except ZeroDivisionError:
                return 2
        """
    )

    assert flow.distance_to(11) == {11: 0, 10: 1, 9: 2, 5: 3, 6: 3, 7: 3, 4: 4, 3: 5}


def test_distance_to_a_line_of_a_nested_function_leads_to_its_definition() -> None:
    flow, _ = flow_and_function(RUNS["nested definitions"][0])

    assert flow.distance_to(4)[3] == 0


def test_calls_are_listed_by_statement_with_dotted_names() -> None:
    flow, _ = flow_and_function(
        """
        def f(self):
            if helper(self.step(1)):
                os.path.join(
                    inner(2),
                )
            for x in items(): body(x)
            return [g(i) for i in self.all]
        """
    )

    assert flow.calls[3] == ("helper", "self.step")
    assert flow.calls[4] == ("os.path.join", "inner")
    assert flow.calls[7] == ("items", "body")
    assert flow.calls[8] == ("g",)


def test_statement_of_maps_header_lines_only() -> None:
    flow, _ = flow_and_function(RUNS["many lines"][0])

    assert [flow.statement_of[line] for line in (3, 4, 5, 6, 8, 9)] == [3, 3, 3, 3, 8, 8]


def test_long_elif_chains_and_long_bodies_need_no_deep_stack() -> None:
    chain = "def f(x):\n    if x == 0:\n        pass\n"
    chain += "".join(f"    elif x == {i}:\n        x += {i}\n" for i in range(300))
    body = "def f(x):\n" + "    x += 1\n" * 5000

    assert len(flow_of(ast.parse(chain), 1).branches) == 602
    assert len(flow_of(ast.parse(body), 1).arcs) == 5000


MODULE = textwrap.dedent(
    """
    import os

    def plain():
        def inner():
            pass

    class A:
        @property
        @other
        def value(self):
            return 1

        class B:
            async def deep(self): ...

    if os:
        def guarded():
            return 1
    try:
        pass
    except ValueError:
        def rescue():
            return 1
    """
)


def test_functions_are_listed_with_qualified_names_and_lines() -> None:
    assert functions_in(ast.parse(MODULE)) == [
        ("plain", 4, 4, 6),
        ("A.value", 9, 11, 12),
        ("A.B.deep", 15, 15, 15),
        ("guarded", 18, 18, 19),
        ("rescue", 23, 23, 24),
    ]


def test_function_at_a_line() -> None:
    tree = ast.parse(MODULE)

    assert function_at(tree, 6).name == "plain"  # type: ignore[union-attr]
    assert function_at(tree, 9).name == "A.value"  # type: ignore[union-attr]
    assert function_at(tree, 15).name == "A.B.deep"  # type: ignore[union-attr]
    assert function_at(tree, 2) is None


def test_flow_is_found_by_decorator_or_def_line() -> None:
    tree = ast.parse(MODULE)

    assert flow_of(tree, 9) == flow_of(tree, 11)
    with pytest.raises(LookupError):
        flow_of(tree, 3)
