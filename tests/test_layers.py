"""Imports go down only, without a cycle; only `solve` imports solvers, and when first asked."""

from __future__ import annotations

import ast
import functools
import graphlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import wend

PACKAGE = Path(wend.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))

LAYERS = (
    "supported", "solvers", "errors", "record", "deadline", "confine", "expr", "inputs", "path",
    "source", "messages", "instrument", "describe", "run", "process", "solve", "aim", "explore",
    "targets", "store", "emit", "campaign", "doors",
)  # fmt: skip
"""Lowest first."""

DOORS = ("__init__", "__main__", "api", "arguments", "cli", "config", "start")

FORBIDDEN = {
    "describe": {"instrument"},  # it looks at live functions and their source, never at twins
    # It knows terms, never runs or paths.
    "solve": {"inputs", "path", "source", "messages", "instrument", "describe", "run", "process"},
    "aim": {"describe", "run", "process"},  # it is handed what executes
    "emit": {"run", "process", "solve", "aim", "explore"},  # it is handed results
}
"""Lower layers that a layer keeps away from all the same."""


def layer(name: str) -> str:
    """The layer of a module of ours, by its dotted name."""
    parts = name.split(".")
    first = parts[1] if len(parts) > 1 else "__init__"
    return "doors" if first in DOORS else first


def dotted(file: Path) -> str:
    return ".".join(["wend", *file.relative_to(PACKAGE).with_suffix("").parts])


@functools.cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def imports(file: Path, *, for_types: bool = True) -> Iterator[tuple[str, int]]:
    """What a file imports, anywhere in it, with the line; `from a import b` may mean `a.b`."""
    skipped = set() if for_types else set(imports_for_types(tree_of(file)))
    for node in ast.walk(tree_of(file)):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno}: imports are absolute here"
            module = node.module or ""
            for alias in node.names:
                below = PACKAGE.parent / module.replace(".", "/") / alias.name
                is_module = below.is_dir() or below.with_suffix(".py").is_file()
                yield f"{module}.{alias.name}" if is_module else module, node.lineno


def imports_for_types(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes below `if TYPE_CHECKING:`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield from ast.walk(node)


@pytest.mark.parametrize("file", FILES, ids=dotted)
def test_imports_go_down(file: Path) -> None:
    here = layer(dotted(file))
    height = LAYERS.index(here)
    wrong = [
        f"{file}:{line}: {here} imports {name}"
        for name, line in imports(file)
        if name.partition(".")[0] == "wend"
        and (LAYERS.index(layer(name)) > height or layer(name) in FORBIDDEN.get(here, ()))
    ]

    assert wrong == []


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Imports inside of functions count, those for types alone do not."""
    files = {dotted(file).removesuffix(".__init__"): file for file in FILES}
    graph = {
        name: {other for other, _ in imports(file, for_types=False)} & files.keys() - {name}
        for name, file in files.items()
    }

    graphlib.TopologicalSorter(graph).prepare()  # raises CycleError, with the modules of the cycle


@pytest.mark.parametrize("file", FILES, ids=dotted)
def test_only_solve_imports_a_solver(file: Path) -> None:
    solvers = {name for name, _ in imports(file) if name.partition(".")[0] in ("z3", "bitwuzla")}

    assert solvers == set() or layer(dotted(file)) == "solve"


def test_instructions_are_read_in_one_module_and_written_in_none() -> None:
    reads, writes = set(), []
    for file in FILES:
        if any(name.partition(".")[0] in ("dis", "opcode", "_opcode") for name, _ in imports(file)):
            reads.add(dotted(file))
        for node in ast.walk(tree_of(file)):
            if isinstance(node, ast.Attribute) and node.attr in ("co_code", "_co_code_adaptive"):
                reads.add(dotted(file))
            elif isinstance(node, ast.keyword) and node.arg in ("co_code", "co_exceptiontable"):
                writes.append(f"{file}:{node.value.lineno}: {node.arg}")

    assert writes == []
    assert reads == {"wend.source.instructions"}


@pytest.mark.parametrize("statement", ["import wend", "import wend.cli"])
def test_starting_is_cheap(statement: str) -> None:
    slow = [
        "z3",
        "bitwuzla",
        "asyncio",
        "hypothesis",
        "multiprocessing",
        "ctypes",
        "pytest",
        "rich",
    ]
    code = f"import sys\n{statement}\nprint([name for name in {slow} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=1200
    )

    assert done.stdout == "[]\n"
