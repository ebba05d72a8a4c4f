"""Inputs drawn by chance are inputs like any others."""

from __future__ import annotations

import collections
import datetime
from typing import Any

import kinds
import pytest

from wend.describe.annotations import Domains
from wend.expr.sorts import Sort
from wend.inputs.chance import MOST_VALUES, Chance
from wend.inputs.domain import Choice, Domain, Items, Scalar
from wend.inputs.inputs import Inputs
from wend.inputs.live import live
from wend.inputs.render import arguments
from wend.inputs.target import ModuleRef, Parameter, Target, TargetRef
from wend.run.arguments.build import Builder
from wend.run.recorder import Recorder, RunDropped, recording

ANNOTATIONS: list[Any] = [
    int,
    bool,
    float,
    str,
    bytes,
    int | None,
    int | str,
    list[int],
    list[list[str]],
    set[str],
    dict[str, int],
    dict[int, list[bool]],
    tuple[int, str],
    kinds.Color,
    kinds.Point,
    collections.Counter[str],
    datetime.date,
]
CONSTANTS = [7, 1.5, "key", b"raw", -3]


def chance(annotation: Any, seed: int) -> tuple[list[Parameter], Chance]:
    domains = Domains(kinds)
    parameters = [Parameter("a", domains.domain(annotation)), Parameter("n", domains.domain(int))]
    return parameters, Chance(parameters, CONSTANTS, seed)


def drawn(annotation: Any, seed: int, count: int = 60) -> list[Inputs]:
    parameters, chances = chance(annotation, seed)
    inputs = [live(parameters, chances.fresh())]
    while len(inputs) < count:
        values = chances.fresh() if len(inputs) % 3 == 0 else chances.changed(inputs[-1])
        inputs.append(live(parameters, values))
    return inputs


@pytest.mark.parametrize("annotation", ANNOTATIONS, ids=str)
def test_what_is_drawn_can_be_built_and_shown(annotation: Any) -> None:
    parameters, _ = chance(annotation, 1)
    target = Target(TargetRef(ModuleRef("kinds", "kinds.py"), "f", 1), tuple(parameters))

    for inputs in drawn(annotation, 1):
        assert live(parameters, inputs) == inputs
        builder = Builder(inputs, kinds, tracked=False)
        with recording(Recorder()):
            try:
                value = builder.value(parameters[0].domain, "a")
            except RunDropped:
                continue  # a constructor refuses
        shown = dict(arguments(target, inputs).args)["a"]
        assert eval(shown, {**vars(kinds), **vars(collections), **vars(datetime)}) == value or (
            value != value or "nan" in shown
        )


@pytest.mark.parametrize("annotation", ANNOTATIONS, ids=str)
def test_the_same_seed_draws_the_same(annotation: Any) -> None:
    assert drawn(annotation, 5) == drawn(annotation, 5)


@pytest.mark.parametrize("annotation", [int, str, list[int], dict[str, int]], ids=str)
def test_draws_differ(annotation: Any) -> None:
    assert len(set(drawn(annotation, 1))) > 30


def test_constants_of_the_code_are_drawn() -> None:
    numbers = {inputs["n"] for inputs in drawn(int, 1, 400)}
    texts = {
        "".join(chr(inputs[f"ord(a[{at}])"]) for at in range(inputs["len(a)"]))
        for inputs in drawn(str, 1, 200)
    }

    assert {7, 6, 8, -3} <= numbers
    assert "key" in texts


def test_what_holds_itself_is_drawn_within_bounds():
    inner: Domain = Scalar(Sort.INT)
    for _ in range(30):
        inner = Items("list", Choice((inner, Items("list", inner))))
    chance = Chance((Parameter("tree", inner),), (), 5)

    assert max(len(chance.fresh()) for _ in range(50)) < 3 * MOST_VALUES
