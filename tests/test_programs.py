"""Small programs that carry their own expectation; `tests/programs/README.md` gives the format.

Two questions for each function: is the expectation true (by brute force, without wend), and does
`wend cover` find what is expected.
"""

from __future__ import annotations

import ast
import functools
import itertools
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

import pytest

from program_files import FILES


def load(file: Path, tree: ast.Module | None = None, **extra: Any) -> ModuleType:
    """Return the program as a module, from its source or from a rewritten tree."""
    module = ModuleType(file.stem)
    module.__dict__.update(extra, __file__=str(file))
    sys.modules[file.stem], before = module, sys.modules.get(file.stem)
    try:
        exec(compile(tree or file.read_text(), str(file), "exec"), module.__dict__)
    finally:
        if before is None:
            del sys.modules[file.stem]
        else:
            sys.modules[file.stem] = before
    return module


CASES = [
    pytest.param(file, name, expected, id=f"{file.stem}::{name}")
    for file in FILES
    for name, expected in load(file).EXPECTED.items()
]


# What wend finds

COVERED = [
    pytest.param(*case.values, id=case.id, marks=pytest.mark.needs_bitwuzla)
    if case.values[2].get("needs_bitwuzla")
    else case
    for case in CASES
]


@pytest.mark.slow
@pytest.mark.parametrize(("file", "name", "expected"), COVERED)
def test_cover_finds_what_the_program_expects(
    file: Path, name: str, expected: dict[str, Any]
) -> None:
    result = covered(file, *caps(expected))[name]
    verdicts = expected["verdict"]
    reasons = {reason["what"] for reason in result["reasons"]}
    raised = {_last(c["outcome"]["type"]) for c in result["cases"] if _kind(c) == "raised"}
    returned = {c["outcome"]["value"] for c in result["cases"] if _kind(c) == "returned"}

    assert result["error"] is None
    assert result["verdict"] in ((verdicts,) if isinstance(verdicts, str) else verdicts)
    assert result["divergences"] == 0 or expected.get("may_diverge")
    assert set(expected.get("reasons", ())) <= reasons
    if result["verdict"] == "complete":
        assert reasons <= set(expected.get("reasons", ()))
    assert raised - expected.get("may_raise", set()) == expected.get("raises", set())
    assert expected.get("returns", set()) <= returned
    if "paths" in expected:
        count = result["paths"]["count"]
        assert count <= expected["paths"]
        assert result["verdict"] == "budget" or count == expected["paths"]
    assert_covered(file, name, result["coverage"])
    for case in result["cases"]:
        assert_reproduces(file, name, case)


def caps(expected: dict[str, Any]) -> tuple[float, int | None]:
    """The seconds and the runs that a function may take."""
    runs = expected.get("runs")
    if sys.version_info >= (3, 15):
        runs = expected.get("runs_3_15", runs)
    return expected.get("budget", 20), runs


@functools.cache
def covered(file: Path, budget: float, runs: int | None) -> dict[str, dict[str, Any]]:
    """The JSON results of one `wend cover` on all functions of a program with these caps.

    Where the runs are capped, time is not: what they find is the same on a slow machine.
    """
    expectations = load(file).EXPECTED.items()
    names = [name for name, expected in expectations if caps(expected) == (budget, runs)]
    command = [sys.executable, "-m", "wend", "cover", *[f"{file}::{name}" for name in names]]
    if runs is not None:
        budget = 120
        # What is counted are flips: runs drawn by chance come on top of them elsewhere.
        command += ["--max-executions", str(runs), "--no-chance"]
    # One after the other: the tests themselves are run side by side.
    command += ["--budget", str(budget), "-j", "1", "--json", "-"]
    patience = len(names) * (6 * budget + 60)
    done = subprocess.run(command, capture_output=True, text=True, timeout=patience)
    assert done.returncode in (0, 1), done.stderr
    results = json.loads(done.stdout)["results"]
    return {result["target"]["function"]: result for result in results}


def assert_covered(file: Path, name: str, coverage: dict[str, Any]) -> None:
    """Every line and branch is hit but those that the source marks."""
    unreached = marked(file, name, "unreached")
    one_way = marked(file, name, "one way")
    missed = [
        (start, end)
        for start, end in coverage["branches"]["missed"]
        if start not in unreached | one_way and end not in unreached
    ]

    assert set(coverage["lines"]["missed"]) == unreached
    assert missed == []


def assert_reproduces(file: Path, name: str, case: dict[str, Any]) -> None:
    """The case's inputs have the case's outcome on the unmodified program."""
    module = load(file)
    space = dict(module.__dict__)
    for statement in [*case.get("imports", ()), *case["setup"]]:
        exec(statement, space)
    arguments = {key: eval(source, space) for key, source in case["args"].items()}
    outcome = observe(getattr(module, name), arguments)

    match case["outcome"]:
        case {"kind": "returned", "value": value}:
            assert outcome == ("returned", value)
        case {"kind": "raised", "type": kind}:
            assert outcome == ("raised", _last(kind))
        case other:
            pytest.fail(f"no program here is stopped, yet: {other}")


def _kind(case: dict[str, Any]) -> str:
    return str(case["outcome"]["kind"])


def _last(dotted: str) -> str:
    return dotted.rpartition(".")[2]


# Whether the expectation is true


@pytest.mark.parametrize(("file", "name", "expected"), CASES)
def test_expectation_is_true_by_brute_force(
    file: Path, name: str, expected: dict[str, Any]
) -> None:
    module = load(file)
    function = getattr(module, name)
    inputs = list(all_inputs(module.EXPECTED[name]["over"]))  # whose objects are the module's own
    lines: set[int] = set()
    outcomes = {observe(function, arguments, lines) for arguments in inputs}
    raised = {text for kind, text in outcomes if kind == "raised"}
    returned = {text for kind, text in outcomes if kind == "returned"}

    assert raised == expected.get("raises", set())
    assert expected.get("returns", set()) <= returned
    assert executable_lines(function.__code__) - lines == marked(file, name, "unreached")
    if "paths" in expected:
        assert len(paths(file, name, inputs)) == expected["paths"]


def all_inputs(over: dict[str, Iterable[Any]]) -> Iterator[dict[str, Any]]:
    """Every combination of the values given for each parameter."""
    for values in itertools.product(*over.values()):
        yield dict(zip(over, values, strict=True))


def observe(
    function: Callable[..., Any], arguments: dict[str, Any], lines: set[int] | None = None
) -> tuple[str, str]:
    """Return what a call does, adding the lines of the function that it executes to `lines`."""
    code = function.__code__
    count = code.co_posonlyargcount
    positional = [arguments[key] for key in code.co_varnames[:count]]
    keywords = {key: v for key, v in arguments.items() if key not in code.co_varnames[:count]}
    within = codes_of(code)

    def follow(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code not in within:
            return None
        if event == "line" and lines is not None:
            lines.add(frame.f_lineno)
        return follow

    before = sys.gettrace()
    if lines is not None:
        sys.settrace(follow)
    try:
        return "returned", repr(function(*positional, **keywords))
    except Exception as error:
        return "raised", type(error).__name__
    finally:
        if lines is not None:
            sys.settrace(before)


def codes_of(code: CodeType) -> set[CodeType]:
    """The code of a function and of all that is nested in it."""
    nested = (constant for constant in code.co_consts if isinstance(constant, CodeType))
    return {code}.union(*(codes_of(inner) for inner in nested))


def executable_lines(code: CodeType) -> set[int]:
    """The lines of a function's body that have code."""
    found = {line for inner in codes_of(code) for _, _, line in inner.co_lines() if line}
    return found - {code.co_firstlineno}


def marked(file: Path, name: str, mark: str) -> set[int]:
    """The lines of a function with a comment that says so."""
    text = file.read_text()
    (node,) = (n for n in ast.parse(text).body if getattr(n, "name", None) == name)
    assert node.end_lineno is not None
    pattern = re.compile(rf"#.*\b{mark}\b")
    return {
        number
        for number, line in enumerate(text.splitlines(), 1)
        if node.lineno <= number <= node.end_lineno and pattern.search(line)
    }


def paths(file: Path, name: str, inputs: list[dict[str, Any]]) -> set[tuple[Any, ...]]:
    """The distinct sequences of decisions that the inputs lead to, ends included."""
    trace: list[Any] = []
    tree = ast.fix_missing_locations(RecordDecisions().visit(ast.parse(file.read_text())))

    def decide(value: Any) -> Any:
        trace.append(bool(value))
        return value

    def each(items: Iterable[Any]) -> Iterator[Any]:
        for item in items:
            trace.append("item")
            yield item
        trace.append("end")

    def case(number: int) -> bool:
        trace.append(number)
        return True

    function = getattr(load(file, tree, _decide=decide, _each=each, _case=case), name)
    found = set()
    for arguments in inputs:
        trace.clear()
        kind, text = observe(function, arguments)
        found.add((*trace, text if kind == "raised" else None))
    return found


class RecordDecisions(ast.NodeTransformer):
    """Rewrites a program so that each of its decisions goes through a recording function.

    `if 0 <= x < n and p` makes three decisions, `a // b` one (whether b is 0), a loop one for
    each turn. What a data structure decides inside (which key, which index) is not counted; a
    program in which that happens should not expect a number of paths.
    """

    def test(self, node: ast.expr) -> ast.expr:
        """Return a condition with each of its parts recorded."""
        match node:
            case ast.BoolOp(op, values):
                return ast.BoolOp(op, [self.test(value) for value in values])
            case ast.UnaryOp(ast.Not(), operand):
                return ast.UnaryOp(ast.Not(), self.test(operand))
            case ast.Compare(ops=[_, _, *_]):
                return self.test(self.unchained(node))
        return self.decide(self.visit(node))

    def unchained(self, node: ast.Compare) -> ast.BoolOp:
        """Return `a < b < c` as `a < b and b < c`."""
        operands = [node.left, *node.comparators]
        pairs = zip(operands, node.ops, operands[1:], strict=False)
        parts: list[ast.expr] = [ast.Compare(left, [op], [right]) for left, op, right in pairs]
        return ast.BoolOp(ast.And(), parts)

    def decide(self, node: ast.expr) -> ast.expr:
        """Return a call that records the truth of an expression and returns its value."""
        return ast.Call(ast.Name("_decide", ast.Load()), [node], [])

    def visit_test(self, node: Any) -> Any:
        """Rewrite a statement or expression that has a test."""
        test = self.test(node.test)
        node.test = ast.Constant(True)
        self.generic_visit(node)
        node.test = test
        return node

    visit_If = visit_While = visit_IfExp = visit_Assert = visit_test

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.BoolOp:
        """`a or b` as a value decides on a, not on b."""
        *first, last = (self.visit(value) for value in node.values)
        return ast.BoolOp(node.op, [*(self.decide(value) for value in first), last])

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """A chained comparison as a value decides on all parts but the last."""
        if len(node.ops) > 1:
            return self.visit(self.unchained(node))
        return self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """A division decides whether its divisor is 0."""
        self.generic_visit(node)
        divides = isinstance(node.op, ast.Div | ast.FloorDiv | ast.Mod)
        if divides and not isinstance(node.right, ast.Constant):
            node.right = self.decide(node.right)
        return node

    def visit_For(self, node: ast.For) -> ast.For:
        """Each turn of a loop is a decision."""
        self.generic_visit(node)
        node.iter = ast.Call(ast.Name("_each", ast.Load()), [node.iter], [])
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        """The conditions of a comprehension are decisions."""
        self.generic_visit(node)
        node.ifs = [self.decide(condition) for condition in node.ifs]
        return node

    def visit_Match(self, node: ast.Match) -> ast.Match:
        """A match decides on one pattern after the other, then on its guard."""
        for number, case in enumerate(node.cases, 1):
            matched = ast.Call(ast.Name("_case", ast.Load()), [ast.Constant(number)], [])
            guard = [self.test(case.guard)] if case.guard else []
            case.guard = ast.BoolOp(ast.And(), [matched, *guard]) if guard else matched
            case.body = [self.visit(statement) for statement in case.body]
        node.subject = self.visit(node.subject)
        return node
