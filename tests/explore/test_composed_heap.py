"""Calls that reach more than their arguments: objects, lists, closures, globals, exceptions.

The paper leaves side effects through the heap open ([003] §8). Whatever a composed run says must be
true: what the summaries tell of inputs is what the unmodified program does with them.
"""

from __future__ import annotations

import itertools
import pathlib
import random
import sys
import types
from collections.abc import Iterable
from typing import Any

import pytest
from heap_programs import COMPOSED, PROGRAMS, Program

from wend.aim.summaries import Dangling, Summaries
from wend.campaign.begin import cover
from wend.campaign.options import Options
from wend.explore.budget import Budget, Caps, Interrupt
from wend.explore.composition import ENTRY, Composition
from wend.expr.evaluate import Undefined
from wend.inputs.inputs import Inputs
from wend.messages.options import RunOptions
from wend.path.outcome import Raised, Returned
from wend.path.path import Path
from wend.path.tree import Node
from wend.process.runner import Runner
from wend.record import replace
from wend.run.composed import composed_calls
from wend.solve.chain import Solver
from wend.targets.locate import locate

pytestmark = pytest.mark.slow


class Told:
    """What summaries say of a target, learned from some runs that did not follow its calls."""

    def __init__(self, source: str, file: pathlib.Path, learn: Iterable[dict[str, Any]]) -> None:
        file.write_text(source)
        self._code = compile(source, str(file), "exec")
        self.source = source
        self.file = file
        self.summaries = Summaries()
        self.paths: list[Path] = []
        with Runner(locate(f"{file}::target")[0], RunOptions(composing=True)) as runner:
            assert runner.prepared.target
            for inputs in learn:
                self.paths.append(runner.execute(Inputs.of(inputs)))
            if self.paths[0].epoch != self.paths[-1].epoch:
                for at, path in enumerate(self.paths):
                    self.paths[at] = replace(runner.execute(path.inputs), followed=path.followed)
            self.alone = self._alone(runner)
        for path in self.paths:
            self.summaries.learn(ENTRY, path)

    def _alone(self, runner: Runner) -> list[str]:
        """Runs each call of the paths alone: what differs from what it did in its run."""
        different = []
        for path in self.paths:
            for key, frame in path.frames:
                alone = runner.alone(key, frame.inputs)
                if alone is None or (alone.results, alone.condition) != (
                    frame.results,
                    frame.condition,
                ):
                    different.append(f"{key[1]} with {dict(frame.inputs)}: {alone} for {frame}")
        return different

    @property
    def composed(self) -> set[str]:
        """The program's functions whose calls were composed."""
        called = [key[:2] for path in self.paths for key, _ in path.frames]
        return {name.partition(":")[0] for module, name in called if module == self.file.stem}

    @property
    def followed(self) -> dict[str, str]:
        return {
            name.removeprefix(f"{self.file.stem}."): why
            for path in self.paths
            for name, why in path.followed
        }

    def of(self, inputs: dict[str, Any]) -> str | None:
        """The outcome for some inputs as the summaries tell it; None where the way is unknown."""
        memo: dict[Any, Any] = {}
        values = Inputs.of(inputs)
        nodes: list[Node] = self.summaries.of[ENTRY].tree.first
        leaf = self.summaries.of[ENTRY].tree.only_leaf
        while nodes:
            assert len(nodes) == 1, self.source
            (node,) = nodes
            side = self.summaries.value(node.branch.condition, values, memo)
            if isinstance(side, Dangling):
                return None
            leaf = node.leaves.get(side)
            nodes = node.following.get(side, [])
        if leaf is None:
            return None
        if leaf.result is not None:
            value = self.summaries.value(leaf.result, values, memo)
            return None if isinstance(value, Dangling) else repr(value)
        match leaf.outcome:
            case Returned(source, shown):
                return source or shown
            case Raised(name):
                return name
        raise AssertionError(leaf.outcome)

    def really(self, inputs: dict[str, Any]) -> str:
        names: dict[str, Any] = {"__name__": "really"}
        sys.modules["really"] = types.ModuleType("really")  # which dataclasses ask for
        exec(self._code, names)
        try:
            return repr(names["target"](**inputs))
        except Exception as error:
            return type(error).__name__

    def check(self, all_inputs: Iterable[dict[str, Any]]) -> int:
        """Holds what is told against the truth; how many outcomes are known."""
        known = 0
        for inputs in all_inputs:
            told = self.of(inputs)
            if told is not None:
                known += 1
                assert told == self.really(inputs), f"{inputs}\n{self.source}"
        assert self.alone == [], self.source
        return known


def grid(*names: str, span: int = 2) -> list[dict[str, int]]:
    values = range(-span, span + 1)
    return [
        dict(zip(names, each, strict=True)) for each in itertools.product(values, repeat=len(names))
    ]


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_summaries_tell_is_what_happens(name: str, tmp_path: pathlib.Path) -> None:
    """Half of the inputs are learned from; the other half shows whether it was understood."""
    inputs = grid("x", "y")
    told = Told(PROGRAMS[name], tmp_path / f"heap_{name}.py", inputs[::2])

    assert told.check(inputs) >= 13
    assert sorted(told.composed) == sorted(COMPOSED[name])


@pytest.mark.parametrize("seed", range(8))
def test_whatever_functions_change_summaries_tell_it(seed: int, tmp_path: pathlib.Path) -> None:
    inputs = grid("x", "y")
    source = Program(random.Random(seed)).source()
    told = Told(source, tmp_path / f"changing{seed}.py", inputs[::2])

    assert told.check(inputs) >= 13


# The search


def sides(path: Path) -> set[tuple[int, bool]]:
    """Which sides of the tests in the source a run took, those of calls included."""
    return {
        (branch.site.line, branch.taken)
        for each in (path, *[frame for _, frame in path.frames])
        for branch in each.branches
        if branch.site.kind == "test"
    }


@pytest.mark.parametrize("seed", range(20, 24))
def test_what_is_reachable_through_changes_is_reached(seed: int, tmp_path: pathlib.Path) -> None:
    """[003] Theorems: relative completeness, progress, termination."""
    source = Program(random.Random(seed)).source()
    told = Told(source, tmp_path / f"searched{seed}.py", grid("x", "y"))
    budget = Budget(Caps(60.0), Interrupt())
    solver = Solver()
    with Runner(locate(f"{told.file}::target")[0], RunOptions(composing=True)) as runner:
        assert runner.prepared.target
        composition = Composition(runner, solver, budget)
        seen = sides(composition.run(Inputs.of({"x": 0, "y": 0})))
        for found in composition.found():
            if found is not None:
                seen |= sides(composition.run(found))
        assert composition.divergences == 0
    solver.close()

    assert seen >= set().union(*map(sides, told.paths)), source


ACCOUNTS = """
class Account:
    def __init__(self, balance):
        self.balance = balance
        self.state = "open"

    def add(self, amount):
        if amount < 0:
            self.state = "shut"
        else:
            self.balance += amount

    def class_of(self):
        if self.balance < 10:
            return 1
        if self.balance < 20:
            return 2
        if self.balance < 30:
            return 3
        return 4


def numbers(count):
    yield from range(count)


def target(a: int, b: int, c: int, d: int, e: int, f: int) -> bool:
    total = 0
    for value in (a, b, c, d, e, f):
        account = Account(value)
        account.add(1)
        total = 7 * total + account.class_of()
        if account.state != "open":
            return False
    if total == 7 * (7 * (7 * (7 * (7 * 4 + 3) + 2) + 1) + 4) + 3:
        return next(numbers(a)) == 0
    return False
"""


def test_a_combination_of_what_objects_do_is_found_and_what_is_followed_is_told(
    tmp_path: pathlib.Path,
) -> None:
    file = tmp_path / "accounts.py"
    file.write_text(ACCOUNTS)
    options = Options(caps=Caps(60.0, executions=60), compositional="on", chance=False)

    result = cover(locate(f"{file}::target")[0], options)

    outcomes = {case.outcome.source for case in result.cases if isinstance(case.outcome, Returned)}
    assert outcomes == {"True", "False"}
    assert result.composed is not None
    names = [each.name for each in result.composed.functions]
    assert names == ["accounts.Account.add", "accounts.Account.class_of"]
    followed = {each.name: each.why for each in result.composed.followed}
    assert followed == {"accounts.numbers": "it is a generator or asynchronous"}


def test_a_function_that_calls_itself_is_looked_up_no_deeper_than_it_pays(
    tmp_path: pathlib.Path,
) -> None:
    source = """
def down(n):
    if n <= 0:
        return 0
    return 1 + down(n - 1)


def target(x: int, y: int) -> int:
    return down(x) + y
"""
    told = Told(source, tmp_path / "deep.py", grid("x", "y"))

    assert told.of({"x": 30, "y": 1}) == "31"
    with pytest.raises(Undefined):
        told.of({"x": 10**6, "y": 1})


def test_calls_without_an_end_are_followed_in_place_at_last(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(composed_calls, "MOST_CALLS", 5)
    source = """
def step(x):
    return x + 1


def target(x: int, y: int) -> int:
    for _ in range(8):
        x = step(x)
    return x
"""
    told = Told(source, tmp_path / "often.py", [{"x": 1, "y": 0}])

    assert told.check(grid("x", "y")) == 25
    assert told.followed == {"step": "it is called more than 5 times"}


def test_tables_are_named_and_not_taken_apart(tmp_path: pathlib.Path) -> None:
    told = Told(PROGRAMS["tables"], tmp_path / "tables.py", [{"x": 0, "y": 0}])

    keys = [key for path in told.paths for key, _ in path.frames]
    given = {key[2][1] for key in keys}
    kinds = ("named", "tables", "KINDS")
    assert given == {
        ("named", "tables", "WIDE"),
        ("item", kinds, "odd"),
        ("item", kinds, "even"),
    }


def test_objects_of_constants_are_named_as_well(tmp_path: pathlib.Path) -> None:
    told = Told(PROGRAMS["trees_of_constants"], tmp_path / "trees.py", [{"x": 1, "y": 2}])

    given = {slot for path in told.paths for key, _ in path.frames for slot in key[2]}
    below = "attribute", ("named", "trees", "TREE"), "below"
    assert ("item", below, 1) in given
    assert {slot[0] for slot in given} == {"int", "item", "named"}


def test_a_composing_runner_needs_no_import_of_its_own(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "imported.py"
    file.write_text("import os\nTOKEN = os.urandom(8).hex()\ndef target(x: int): return TOKEN\n")
    with Runner(locate(f"{file}::target")[0], RunOptions()) as runner:
        assert runner.prepared.target
        followed = runner.execute(Inputs.of({"x": 1})).outcome
        with runner.composing() as other:
            assert other.prepared == runner.prepared
            assert other.execute(Inputs.of({"x": 1})).outcome == followed
        assert runner.execute(Inputs.of({"x": 2})).outcome == followed
