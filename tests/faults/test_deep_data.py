"""Structures of many thousands of cells go through every stage: nothing recurses."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from wend.emit import as_json
from wend.emit.pytest_text import test_files
from wend.emit.terminal import report
from wend.explore.shrink import shrink
from wend.expr.show import show_all
from wend.inputs.decompose import decomposed
from wend.inputs.heap import classes_of
from wend.inputs.inputs import Inputs
from wend.inputs.live import live
from wend.inputs.render import arguments
from wend.inputs.target import TargetRef
from wend.messages.options import Limits, RunOptions
from wend.path.case import Case
from wend.path.outcome import Returned
from wend.path.result import CoverResult
from wend.path.tree import Tree
from wend.process.runner import Runner
from wend.store.records import inputs_of, text_of
from wend.targets.locate import locate

pytestmark = pytest.mark.slow

LONG, DEEP, WIDE = 100_000, 3_000, 10_000
"""Cells. Python's limit on calls is 1,000; what takes time or memory by the square of the cells
does not come to the end of a long chain."""

PROGRAM = """
from __future__ import annotations


class Node:
    def __init__(self, value: int, next: Node | None = None, other: Node | None = None):
        self.value = value
        self.next = next
        self.other = other


def length(nodes: list[Node]) -> int:
    count = 0
    node = nodes[0] if nodes else None
    while node is not None and count < 1_000_000:
        node = node.next
        count += 1
    return count
"""


def chain(module: ModuleType) -> list[Any]:
    node = None
    for number in range(LONG):
        node = module.Node(number % 3, node)
    return [node]


def ring(module: ModuleType) -> list[Any]:
    last = module.Node(0)
    first = last
    for number in range(DEEP - 1):
        first = module.Node(number % 3, first, last)
    last.next = first
    return [first]


def comb(module: ModuleType) -> list[Any]:
    """A tree whose spine has a tooth at each place."""
    node = None
    for number in range(DEEP // 2):
        node = module.Node(number % 3, node, module.Node(1))
    return [node]


def many(module: ModuleType) -> list[Any]:
    """Nodes that all lead to the first one."""
    nodes = [module.Node(0)]
    nodes += [module.Node(number % 3, nodes[0]) for number in range(WIDE - 1)]
    return nodes


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("deep") / "deep.py"
    path.write_text(PROGRAM)
    return path


@pytest.fixture(scope="module")
def runner(file: Path) -> Iterator[Runner]:
    (ref,) = [each for each in locate(str(file)) if each.function == "length"]
    assert isinstance(ref, TargetRef)
    with Runner(ref, RunOptions(limits=Limits(seconds=1000, grace_seconds=1000))) as made:
        yield made


@pytest.fixture(scope="module")
def module(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("deep", file)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


@pytest.mark.parametrize("make", [chain, ring, comb, many])
def test_a_graph_of_many_cells(make: Any, runner: Runner, module: ModuleType) -> None:
    target = runner.prepared.target
    (parameter,) = target.parameters
    nodes = make(module)
    found = decomposed(
        *(parameter.domain, "nodes", nodes, lambda source, _: eval(source, vars(module))),
        cells=classes_of(target.parameters),
    )
    inputs = live(target.parameters, Inputs.of(found))

    assert len(inputs) >= DEEP
    assert inputs_of(text_of((inputs,))) == [inputs]

    rendered = arguments(target, inputs)
    names = dict(vars(module))
    exec("\n".join([*rendered.imports, *rendered.setup]), names)
    (source,) = dict(rendered.args).values()
    again = eval(source, names)
    assert len(again) == len(nodes)
    node, made = nodes[0], again[0]
    for _ in range(DEEP // 2 - 1):
        assert node is None or node.value == made.value
        node, made = node and node.next, made and made.next

    runner.replay(inputs)
    seen = runner.replayed()
    assert isinstance(seen.outcome, Returned)

    path = runner.execute(inputs)
    tree = Tree()
    tree.add(path)
    assert show_all(path.decided)
    shrink(path)
    case = Case(
        inputs, rendered.args, seen.outcome, rendered.setup, rendered.imports, drawn=rendered.drawn
    )
    result = CoverResult(target.ref, "budget", cases=(case,))
    document = json.loads(as_json.text_of(as_json.document("cover", [result])))
    assert document["results"][0]["cases"]
    assert report(result)
    (text,) = test_files([result], Path("/tmp")).values()
    compile(text, "test_deep.py", "exec")
