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
from wend.campaign.locate import locate
from wend.explore.composition import ENTRY
from wend.inputs.inputs import Inputs
from wend.path.outcome import Raised, Returned
from wend.path.path import Path
from wend.path.tree import Node
from wend.record import replace
from wend.run.options import RunOptions
from wend.run.runner import Runner


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


def grid(*names: str, span: int = 4) -> list[dict[str, int]]:
    values = range(-span, span + 1)
    return [
        dict(zip(names, each, strict=True)) for each in itertools.product(values, repeat=len(names))
    ]


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_summaries_tell_is_what_happens(name: str, tmp_path: pathlib.Path) -> None:
    """Half of the inputs are learned from; the other half shows whether it was understood."""
    inputs = grid("x", "y", span=3)
    told = Told(PROGRAMS[name], tmp_path / f"heap_{name}.py", inputs[::2])

    assert told.check(inputs) >= 45
    assert sorted(told.composed) == sorted(COMPOSED[name])


@pytest.mark.parametrize("seed", range(8))
def test_whatever_functions_change_summaries_tell_it(seed: int, tmp_path: pathlib.Path) -> None:
    inputs = grid("x", "y", span=2)
    source = Program(random.Random(seed)).source()
    told = Told(source, tmp_path / f"changing{seed}.py", inputs[::2])

    assert told.check(inputs) >= 20
