"""On random programs: what is found is reached, and what plain runs hit is never unreachable."""

from __future__ import annotations

import ast
import itertools
import pathlib
from typing import Any

import pytest
from generated import Program
from harness import lines_hit, searching, values

from wend.aim.backward.types import Types
from wend.expr.sorts import Sort
from wend.inputs.domain import Scalar
from wend.inputs.target import Parameter
from wend.instrument.control_builder import control_of
from wend.instrument.flow import flow_of

SMALL = [*itertools.product(range(-4, 6), repeat=2)]


def loaded(file: pathlib.Path, seed: int) -> Any:
    """The function of a program, which is written to a file."""
    source = Program(seed).source()
    file.write_text(source)
    names: dict[str, Any] = {}
    exec(compile(source, str(file), "exec"), names)
    return names["f"]


@pytest.mark.parametrize("seed", [1, 6, 9, 17])
def test_verdicts_agree_with_plain_runs(tmp_path: pathlib.Path, seed: int) -> None:
    file = tmp_path / "program.py"
    function = loaded(file, seed)
    first_line = function.__code__.co_firstlineno
    hit = lines_hit(function, SMALL)
    reached, proved = set(), set()
    with searching(file) as search:
        for line in flow_of(ast.parse(file.read_text()), first_line).lines:
            turns = search.turns(line, runs=60)
            for inputs in turns.inputs(20):
                if line in lines_hit(function, [values(inputs)]):
                    reached.add(line)
                    break
            if turns.is_proved:
                proved.add(line)

    assert proved & hit == set()
    assert len(reached) > len(hit) / 2


@pytest.mark.parametrize("seed", range(100, 130))
def test_locals_have_the_types_that_are_said_of_them(tmp_path: pathlib.Path, seed: int) -> None:
    file = tmp_path / "program.py"
    function = loaded(file, seed)
    tree = ast.parse(file.read_text())
    control = control_of(tree, function.__code__.co_firstlineno)
    parameters = [Parameter(name, Scalar(Sort.INT)) for name in "ab"]
    types = Types(tree, control, parameters)
    seen: dict[str, set[str]] = {}

    def note(frame: Any) -> None:
        for name, value in frame.f_locals.items():
            seen.setdefault(name, set()).add("None" if value is None else type(value).__name__)

    lines_hit(function, SMALL[::7], note)

    assert types.of_local("a") is not None
    for name, found in seen.items():
        kinds = types.of_local(name)
        assert kinds is None or found <= kinds, name
