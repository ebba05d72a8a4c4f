"""The control flow by conditions agrees with runs, with `flow`, and with the text."""

from __future__ import annotations

import ast
import importlib
import inspect
import itertools
import textwrap

import pytest
from test_flow import RUNS, defined, lines_of_run

from wend.source.control.builder import control_of
from wend.source.control.graph import Control
from wend.source.flow import Flow, flow_of, functions_in

ITEMS = "_wend_items"


def line_arcs(control: Control) -> set[tuple[int, int]]:
    """From each line to the statements that may come next, through what has no line of its own."""
    following: dict[int, list[int]] = {}
    for edges in control.into.values():
        for edge in edges:
            following.setdefault(edge.source, []).append(edge.target)
    line_of = {number: line for line, numbers in control.starts.items() for number in numbers}
    # A loop is visited again for each turn.
    line_of |= {node.number: node.line for node in control.nodes if node.name.startswith(ITEMS)}
    arcs = set()
    for first in control.into:
        seen, waiting = {first}, [first]
        while waiting:
            for target in following.get(waiting.pop(), ()):
                if target in line_of:
                    arcs.add((control.nodes[first].line, line_of[target]))
                if target not in seen and (
                    target not in line_of or line_of[target] == control.nodes[first].line
                ):
                    seen.add(target)
                    waiting.append(target)
    return arcs


def steps_of_run(flow: Flow, lines: list[int]) -> list[tuple[int, int]]:
    """The pairs of statements that a run visits one after the other."""
    statements = [flow.statement_of[line] for line in lines if line in flow.statement_of]
    pairs = itertools.pairwise(statements)
    # The interpreter visits a `with` again when it is left: that is no statement of its own.
    return [pair for pair in pairs if pair[0] != pair[1] and not set(pair) & set(flow.withs)]


@pytest.mark.parametrize("name", RUNS)
def test_every_run_follows_the_edges(name: str) -> None:
    source, runs = RUNS[name]
    function, tree = defined(source)
    first_line = function.__code__.co_firstlineno
    control, flow = control_of(tree, first_line), flow_of(tree, first_line)
    arcs = line_arcs(control)
    for arguments in runs:
        lines, _, _ = lines_of_run(function, arguments)

        assert [pair for pair in steps_of_run(flow, lines) if pair not in arcs] == []


@pytest.mark.parametrize("name", RUNS)
def test_it_has_the_lines_and_arcs_of_the_flow(name: str) -> None:
    function, tree = defined(RUNS[name][0])
    first_line = function.__code__.co_firstlineno
    control, flow = control_of(tree, first_line), flow_of(tree, first_line)
    between = {(source, target) for source, target in flow.arcs if target > 0 and source != target}

    assert set(control.starts) == flow.lines
    assert between - line_arcs(control) == set()


@pytest.mark.parametrize(
    "module", ["textwrap", "bisect", "shlex", "configparser", "statistics", "tokenize", "zipfile"]
)
def test_every_line_of_a_function_belongs_to_a_node(module: str) -> None:
    tree = ast.parse(inspect.getsource(importlib.import_module(module)))
    for entry in functions_in(tree):
        control, flow = control_of(tree, entry.first_line), flow_of(tree, entry.first_line)

        assert set(control.starts) == flow.lines, entry.name


def drawn(source: str) -> list[str]:
    """The edges of `def f`, each as `from how to`; tests by their text, others by line."""
    control = control_of(ast.parse(textwrap.dedent(source).strip()), 1)

    def name(number: int) -> str:
        node = control.nodes[number]
        return ast.unparse(node.tree) if node.kind == "test" else f"{node.kind} {node.line}"

    return sorted(
        f"{name(edge.source)} -{edge.how}-> {name(edge.target)}"
        for edges in control.into.values()
        for edge in edges
        if edge.how in ("true", "false")
    )


def test_connectives_are_edges() -> None:
    assert drawn(
        """
        def f(a, b, c):
            if a and not (b or c):
                return 1
            return 2
        """
    ) == [
        "a -false-> do 4",
        "a -true-> b",
        "b -false-> c",
        "b -true-> do 4",
        "c -false-> do 3",
        "c -true-> do 4",
    ]


def test_what_is_compared_twice_is_evaluated_once() -> None:
    assert drawn("def f(a, b):\n  if a < b() < 3:\n    return 1\n  return 2") == [
        "_wend_2_9 < 3 -false-> do 4",
        "_wend_2_9 < 3 -true-> do 3",
        "a < (_wend_2_9 := b()) -false-> do 4",
        "a < (_wend_2_9 := b()) -true-> _wend_2_9 < 3",
    ]


def test_a_conditional_value_is_a_condition() -> None:
    assert drawn("def f(a):\n  x = 1 if a else 2\n  return x") == [
        "a -false-> do 2",
        "a -true-> do 2",
    ]


def test_what_is_raised_in_a_try_goes_to_its_handlers_and_on() -> None:
    assert drawn(
        """
        def f(a):
            try:
                a()
            except KeyError:
                return 1
            except OSError:
                return 2
            return 3
        """
    ) == [
        "handler 4 -false-> handler 6",
        "handler 4 -true-> do 5",
        "handler 6 -false-> do 6",
        "handler 6 -true-> do 7",
    ]


def test_a_statement_can_be_stepped_over() -> None:
    source = "def f(a):\n  if a:\n    a = 1\n  while a:\n    a -= 1\n  return a"
    control = control_of(ast.parse(source), 1)
    (loop,) = [
        regions for after, regions in control.regions.items() if control.nodes[after].line == 6
    ]

    assert [control.nodes[each.start].line for each in loop] == [4]
    assert {control.nodes[number].line for number in loop[0].inside} == {4, 5}


def test_long_elif_chains_need_no_deep_stack() -> None:
    arms = "\n".join(f"  elif a == {n}:\n    x = {n}" for n in range(2000))
    control = control_of(ast.parse(f"def f(a):\n  if a:\n    x = 0\n{arms}\n  return x"), 1)

    assert len(control.starts) == 4003
