"""The lines that `portfolio.py` asks for, drawn by a seed before anyone looks at them.

Each target is a line of a file. Programs of others are written anew into a folder of their own,
without docstrings and without what runs under `__main__`: examples in them would give inputs away.
A *line* is the first one of a block in a branch. A *result* is a line of a function `goal` that is
added here: it calls a function and compares what that returns with what an example of its author
says it returns. The input of the example is forgotten.
"""

from __future__ import annotations

import ast
import doctest
import json
import pathlib
import random
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeGuard

from portfolio_shapes import shapes
from reach_lines import block_lines, conditions, file_of, fresh_modules, functions

from wend.record import Record

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent

COUNTS = {
    "algorithms, lines": 80,
    "algorithms, results": 80,
    "QuixBugs": 50,
    "CRUXEval": 130,
    "library": 50,
    "shipped": 70,
    "behind a call": 36,
}
"""How many are drawn of each suite: more than 300, since no way finds some of them."""

VARIATIONS = 3
"""Of each shape behind a call."""

FORBIDDEN = frozenset(
    ("ctypes", "http", "multiprocessing", "socket", "subprocess", "tkinter", "turtle", "urllib")
)
"""Modules that programs of others may not import: they reach out of the process or draw."""


class Target(Record):
    """A line to reach."""

    suite: str
    name: str
    file: str
    line: int


class Example(Record):
    """What a function returns for some arguments, as its author says."""

    arguments: tuple[Any, ...]
    result: Any


class Sources(Record):
    """Checkouts of public repositories; None for one that is not there."""

    algorithms: pathlib.Path | None
    quixbugs: pathlib.Path | None
    cruxeval: pathlib.Path | None


def drawn(sources: Sources, folder: pathlib.Path, seed: int) -> list[Target]:
    """The targets, in an order of which every part is a fair sample of all suites.

    The suites are drawn apart, so that one which is missing changes no other.
    """
    found: list[tuple[float, Target]] = []
    for suite, draw in SUITES.items():
        chance = random.Random(f"{seed} {suite}")
        place = folder / re.sub(r"\W+", "_", suite)
        place.mkdir(parents=True, exist_ok=True)
        some = draw(Draw(sources, place, suite, COUNTS[suite], chance))
        chance.shuffle(some)
        found += [((at + 0.5) / len(some), target) for at, target in enumerate(some)]
    return [target for _, target in sorted(found, key=lambda each: each[0])]


class Draw(Record):
    """What a suite is drawn from."""

    sources: Sources
    folder: pathlib.Path
    """Where programs are written to."""
    suite: str
    count: int
    chance: random.Random

    def target(self, name: str, line: int, text: str) -> Target:
        """A line of a program that is written here."""
        file = self.folder / f"{name}.py"
        file.write_text(text)
        return Target(self.suite, name, str(file), line)


# Public programs


def algorithm_lines(draw: Draw) -> list[Target]:
    found: list[Target] = []
    for name, tree in _algorithms(draw):
        plain = [each for each in tree.body if _is_plain(each) and inner_lines(each)]
        if plain:
            function = draw.chance.choice(plain)
            line = draw.chance.choice(sorted(inner_lines(function)))
            found.append(draw.target(f"{name}_{function.name}_{line}", line, ast.unparse(tree)))
        if len(found) == draw.count:
            break
    return found


def algorithm_results(draw: Draw) -> list[Target]:
    found: list[Target] = []
    for name, tree in _algorithms(draw, with_docstrings=True):
        plain = [each for each in tree.body if _is_plain(each)]
        examples = {each.name: list(_doctests(each)) for each in plain}
        plain = [each for each in plain if examples[each.name]]
        if plain:
            function = draw.chance.choice(plain)
            _strip(tree)
            found.append(
                _result(draw, f"{name}_{function.name}", tree, function, examples[function.name])
            )
        if len(found) == draw.count:
            break
    return found


def _algorithms(draw: Draw, *, with_docstrings: bool = False) -> Iterator[tuple[str, ast.Module]]:
    """Modules that import the standard library only, in an order by chance."""
    root = draw.sources.algorithms
    files = sorted(root.rglob("*.py")) if root else []
    draw.chance.shuffle(files)
    for file in files:
        try:
            tree = ast.parse(file.read_text())
        except SyntaxError:  # it is for a newer Python
            continue
        if root and _is_alone(tree):
            if not with_docstrings:
                _strip(tree)
                tree = ast.parse(ast.unparse(tree))
            yield "_".join(file.relative_to(root).with_suffix("").parts), tree


def quixbugs(draw: Draw) -> list[Target]:
    """The corrected programs: a result of each that has examples, then lines."""
    found: list[Target] = []
    lines: list[tuple[str, ast.Module, ast.FunctionDef]] = []
    root = draw.sources.quixbugs
    files = sorted((root / "correct_python_programs").glob("*.py")) if root else []
    for file in files:
        tree = ast.parse(file.read_text())
        _strip(tree)
        tree = ast.parse(ast.unparse(tree))
        function = next((each for each in tree.body if isinstance(each, ast.FunctionDef)), None)
        if root is None or function is None or not _is_alone(tree) or "test" in file.stem:
            continue
        if inner_lines(function):
            lines.append((file.stem, tree, function))
        cases = root / "json_testcases" / f"{file.stem}.json"
        if cases.exists():
            read = [json.loads(line) for line in cases.read_text().splitlines() if line.strip()]
            examples = [
                Example(tuple(given) if isinstance(given, list) else (given,), result)
                for given, result in read
            ]
            whole = ast.parse(ast.unparse(tree))
            again = next(each for each in whole.body if isinstance(each, ast.FunctionDef))
            found.append(_result(draw, file.stem, whole, again, examples))
    draw.chance.shuffle(lines)
    for name, tree, function in lines[: draw.count - len(found)]:
        line = draw.chance.choice(sorted(inner_lines(function)))
        found.append(draw.target(f"{name}_{line}", line, ast.unparse(tree)))
    return found


def cruxeval(draw: Draw) -> list[Target]:
    root = draw.sources.cruxeval
    if root is None:
        return []
    rows = [json.loads(line) for line in (root / "data/cruxeval.jsonl").read_text().splitlines()]
    draw.chance.shuffle(rows)
    found: list[Target] = []
    for row in rows:
        try:
            call = ast.parse(f"f({row['input']})", mode="eval").body
            assert isinstance(call, ast.Call)
            arguments = tuple(ast.literal_eval(each) for each in call.args)
            example = Example(arguments, ast.literal_eval(row["output"]))
        except (ValueError, SyntaxError):
            continue
        tree = ast.parse(row["code"])
        function = next(
            each for each in tree.body if isinstance(each, ast.FunctionDef) and each.name == "f"
        )
        names = function.args
        if call.keywords or names.vararg or names.kwarg or len(arguments) != len(names.args):
            continue
        found.append(_result(draw, row["id"], tree, function, [example]))
        if len(found) == draw.count:
            break
    return found


def _is_alone(tree: ast.Module) -> bool:
    """Whether a module imports nothing but harmless parts of the standard library."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = ["." if node.level else node.module or "."]
        else:
            continue
        tops = {name.partition(".")[0] for name in names}
        if not tops <= sys.stdlib_module_names or tops & FORBIDDEN:
            return False
    return True


def _is_plain(node: ast.stmt) -> TypeGuard[ast.FunctionDef]:
    """Whether it is a function that can be asked for by itself."""
    return (
        isinstance(node, ast.FunctionDef)
        and not node.decorator_list
        and bool(node.args.args)
        and not any(isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(node))
        and not any(isinstance(each, ast.Name) and each.id == "input" for each in ast.walk(node))
    )


def inner_lines(function: ast.FunctionDef) -> set[int]:
    """The first lines of the blocks in its branches."""
    return block_lines(function) - {function.body[0].lineno}


def _strip(tree: ast.Module) -> None:
    """Takes out docstrings, other lone constants, and what runs under `__main__`."""
    tree.body = [
        each
        for each in tree.body
        if not (isinstance(each, ast.If) and "__name__" in ast.unparse(each.test))
    ]
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            kept = [each for each in body if not _is_lone_constant(each)]
            node.body = kept or [ast.Pass()]  # type: ignore[attr-defined]


def _is_lone_constant(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


# Results


def _doctests(function: ast.FunctionDef) -> Iterator[Example]:
    """The examples of a docstring whose arguments and results are literals."""
    try:
        examples = doctest.DocTestParser().get_examples(ast.get_docstring(function) or "")
    except ValueError:
        return
    for each in examples:
        try:
            call = ast.parse(each.source.strip(), mode="eval").body
            if not isinstance(call, ast.Call) or call.keywords:
                continue
            if not isinstance(call.func, ast.Name) or call.func.id != function.name:
                continue
            arguments = tuple(ast.literal_eval(one) for one in call.args)
            result = ast.literal_eval(each.want.strip())
        except (ValueError, SyntaxError):
            continue
        if arguments:
            yield Example(arguments, result)


def _result(
    draw: Draw,
    name: str,
    tree: ast.Module,
    function: ast.FunctionDef,
    examples: Sequence[Example],
) -> Target:
    """A function `goal` that wants the result of one of the examples.

    One whose result tells something is preferred: not None, a truth value, or empty.
    """
    telling = [each for each in examples if each.result and each.result is not True]
    example = draw.chance.choice(telling or list(examples))
    alike = [each for each in examples if len(each.arguments) == len(example.arguments)]
    given = function.args.args[: len(example.arguments)]
    with_types = draw.chance.random() < 0.75
    parameters = []
    for at, argument in enumerate(given):
        known = ast.unparse(argument.annotation) if argument.annotation else ""
        if not known and with_types:
            known = type_of([each.arguments[at] for each in alike])
        parameters.append(f"{argument.arg}: {known}" if known else argument.arg)
    names = ", ".join(each.arg for each in given)
    call = f"{function.name}({names})"
    if any(isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(function)):
        call = f"list({call})"
    text = ast.unparse(tree)
    goal = f"def goal({', '.join(parameters)}):\n    if {call} == {example.result!r}:"
    text = f'{text}\n\n\n{goal}\n        return "hit"\n    return "missed"\n'
    return draw.target(f"{name}_result", len(text.splitlines()) - 1, text)


def type_of(values: Sequence[Any]) -> str:
    """The annotation that fits all values, or "" where they have no common one."""
    found = {_type_of(each) for each in values}
    return found.pop() if len(found) == 1 else ""


def _type_of(value: Any) -> str:
    kind = type(value).__name__
    if isinstance(value, list | set | frozenset):
        inner = type_of(list(value))
        return f"{kind}[{inner}]" if inner else kind
    if isinstance(value, tuple):
        parts = [_type_of(each) for each in value]
        return f"tuple[{', '.join(parts)}]" if parts and all(parts) else kind
    if isinstance(value, dict):
        sides = [type_of(list(value)), type_of(list(value.values()))]
        return f"dict[{', '.join(sides)}]" if all(sides) else kind
    return kind if isinstance(value, str | bytes | int | float) else ""


# Ours and the library


def library(draw: Draw) -> list[Target]:
    """Lines of the standard library and of installed packages, one of a module."""
    found: list[Target] = []
    modules = fresh_modules([])
    draw.chance.shuffle(modules)
    for module in modules:
        try:
            plain = [each for _, each in functions([module], sys.maxsize) if inner_lines(each)]
        except (SyntaxError, UnicodeDecodeError):
            continue
        if plain:
            function = draw.chance.choice(sorted(plain, key=lambda each: each.lineno))
            line = draw.chance.choice(sorted(inner_lines(function)))
            name = f"{module}_{function.name}_{line}"
            found.append(Target(draw.suite, name, str(file_of(module)), line))
        if len(found) == draw.count:
            break
    return found


def shipped(draw: Draw) -> list[Target]:
    """The hard lines of `reach/`, and lines deep in branches of our programs."""
    hard = json.loads((HERE / "reach/lines.json").read_text())
    found = [
        Target(draw.suite, f"{each['module']}_{each['line']}", str(file), each["line"])
        for each in draw.chance.sample(hard, draw.count // 5)
        if (file := file_of(each["module"]))
    ]
    files = [*HERE.glob("functions/*.py"), *ROOT.glob("tests/programs/*.py")]
    places: list[tuple[pathlib.Path, ast.FunctionDef]] = []
    for file in sorted(files):
        if re.search(r"_3_\d+$", file.stem):
            continue
        text = file.read_text()
        rows = text.splitlines()
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and _is_plain(node) and conditions(node) > 1:
                lines = [each for each in deepest(node) if "unreached" not in rows[each - 1]]
                places += [(file, node)] if lines else []
    for file, node in draw.chance.sample(places, draw.count - len(found)):
        line = draw.chance.choice(sorted(deepest(node)))
        found.append(Target(draw.suite, f"{file.stem}_{node.name}_{line}", str(file), line))
    return found


def deepest(function: ast.FunctionDef) -> list[int]:
    """The first lines of blocks, without those of the outermost branches where others are."""
    inner = inner_lines(function)
    nested = {
        line
        for node in ast.walk(function)
        if isinstance(node, ast.If | ast.For | ast.While) and node not in function.body
        for line in inner
        if node.lineno < line <= (node.end_lineno or 0)
    }
    return sorted(nested or inner)


def behind_a_call(draw: Draw) -> list[Target]:
    found: list[Target] = []
    for name, text in shapes(draw.chance, VARIATIONS):
        found.append(draw.target(name, len(text.splitlines()) - 1, text))
    return found


SUITES: dict[str, Callable[[Draw], list[Target]]] = {
    "algorithms, lines": algorithm_lines,
    "algorithms, results": algorithm_results,
    "QuixBugs": quixbugs,
    "CRUXEval": cruxeval,
    "library": library,
    "shipped": shipped,
    "behind a call": behind_a_call,
}
