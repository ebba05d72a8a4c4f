"""[000] Theorems 2 and 3 on random programs: every model of a path condition follows the path."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from wend.aim.isolate import isolated
from wend.expr import samples
from wend.expr.evaluate import Undefined, evaluate, holds
from wend.expr.samples import Samples, results_of
from wend.expr.terms import Term
from wend.inputs.inputs import Inputs
from wend.messages.options import Limits, RunOptions
from wend.path.path import Path
from wend.process.runner import Runner
from wend.targets.locate import locate

pytestmark = pytest.mark.slow

HASHES = """
def fnv(number: int) -> int:
    value = 0x811C9DC5
    for byte in (number & 0xFFFFFFFFFFFFFFFF).to_bytes(8, "little"):
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return value

def few(number: int) -> int:
    return number * 7 % 5

def pair(number: int, other: int):
    return (number ^ other) % 3, number > other

def word(number: int) -> str:
    return "ab" * (number % 3)

def kind(text: str) -> bool:
    return len(text) % 2 == 1 or text > "b"
"""
OPAQUE = ("fnv", "few", "pair", "word", "kind")
OBJECTS = """
import array, cmath, decimal, io, re

class Box:
    def __init__(self, number):
        self.number = number

def boxed(box) -> int:
    return box.number * 7 % 5

def opened(number: int):
    return Box(number % 3)
"""
"""Native objects, and others that opaque functions take and return: they have no terms."""

COUNT = 16
WITH_OBJECTS = range(100, 108)
PATIENT = Limits(seconds=60)
"""What the clock of a busy machine ends is no run."""

MODELS = 8
"""That are tried of each path."""


def program(seed: int) -> str:
    """A function of five ints: ifs in ifs, about what opaque functions make of x, y and z."""
    chance = random.Random(seed)
    ends = 0

    def term(depth: int) -> str:
        if depth == 0:
            return chance.choice(("x", "y", "z", "a", str(chance.randint(-9, 9))))
        one, other = term(depth - 1), term(depth - 1)
        if seed in WITH_OBJECTS and chance.random() < 0.5:
            return chance.choice(
                (
                    *(f"int(abs(complex({one}, {other})))", f"boxed(Box({one}))"),
                    *(f"len(io.StringIO(str({one})).read())", f"opened({one}).number"),
                    *(f"int(decimal.Decimal({one}) / 3)", f"array.array('q', [{one} % 9])[0]"),
                    *(f"sorted({{{one}, {other}}})[0]", f"hash(complex({one})) % 7"),
                    *(f"int(complex({one}, {other}).imag)", f"int(cmath.sqrt({one}).real)"),
                    f"len(re.sub(r'(\\d)(?=(\\d\\d)+$)', '-', str({one})))",
                )
            )
        return chance.choice(
            (
                *(one, f"({one} + {other})", f"({one} - {other})", f"fnv({one})", f"few({one})"),
                *(f"few({one} + 2 * {other})", f"pair({one}, {other})[0]", f"len(word({one}))"),
                *(f"max({one}, few({other}))", f"[x, y, {one}][few({other}) % 3]"),
                *(f"{{0: {one}, 3: y}}.get(few({other}), z)", f"fnv(few({one})) % 7"),
            )
        )

    def condition() -> str:
        other = chance.choice(("u", "v", "u - v", "v + 2 * u", term(2)))
        compared = f"{term(2)} {chance.choice(('==', '!=', '<', '>'))} {other}"
        return chance.choice(
            (
                *(compared, compared, compared),
                f"{compared} and {term(1)} > few(z)",
                f"pair({term(1)}, {term(1)})[1]",
                f"'b' in word({term(1)}) or {compared}",
                f"kind(word({term(1)}) + 'a')",
                f"kind(str({term(1)}))",
            )
        )

    def block(depth: int) -> list[str]:
        nonlocal ends
        ends += 1
        if depth == 0:
            return [f"return {ends}"]
        lines = [f"a = {term(2)}"] if chance.random() < 0.4 else []
        inner = ["    " + line for line in block(depth - 1)]
        return [*lines, f"if {condition()}:", *inner, *block(depth - 1)]

    body = "".join(f"    {line}\n" for line in ["a = x - y", *block(3)])
    return f"def f{seed}(x: int, y: int, z: int, u: int, v: int):\n{body}\n"


class RealSamples(Samples):
    """What the functions really return, for whatever arguments."""

    def __init__(self) -> None:
        super().__init__()
        self._functions: dict[str, Any] = {}
        exec(HASHES + OBJECTS, self._functions)

    def value(self, payload: tuple[str, int], args: tuple[Any, ...]) -> Any:
        symbol, place = payload
        name, _, shapes = symbol.partition("(")
        if name.rpartition(".")[2] not in self._functions:
            return super().value(payload, args)  # of the standard library
        if shapes.startswith("str"):
            args = ("".join(map(chr, args)),)
        elif name.endswith("boxed"):
            args = (self._functions["Box"](*args),)
        results = results_of(self._functions[name.rpartition(".")[2]](*args))
        assert results is not None
        if place >= len(results):  # of a text that is longer for other arguments
            raise samples.Unsampled(symbol, args)
        return results[place]


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    file = tmp_path_factory.mktemp("sound") / "sound.py"
    file.write_text(HASHES + OBJECTS + "".join(map(program, (*range(COUNT), *WITH_OBJECTS))))
    samples.use(RealSamples())
    yield str(file)
    samples.use(Samples())


def models(
    condition: Sequence[Term], inputs: Mapping[str, int], chance: random.Random
) -> Iterator[Inputs]:
    """Inputs other than these for which a path condition holds: some values are drawn, and where
    an equality then fails it is solved for one of its variables."""
    found: set[Inputs] = set()
    for _ in range(40):
        values = dict(inputs)
        for name in chance.sample(sorted(values), chance.randint(1, 3)):
            values[name] = chance.choice((chance.randint(-12, 12), chance.randint(-(2**33), 2**33)))
        for each in condition:
            if not holds([each], values):
                for variable in sorted(each.variables, key=lambda one: str(one.payload.text)):
                    solved = isolated(each, variable)
                    try:
                        values[variable.payload.text] = (
                            0 if solved is None else evaluate(solved, values)
                        )
                    except Undefined:
                        continue
                    if holds([each], values):
                        break
        if holds(condition, values) and values != dict(inputs):
            found.add(Inputs.of(values))
    yield from sorted(found, key=repr)[:MODELS]


def decisions(path: Path) -> list[Any]:
    return [(each.site, each.taken) for each in path.branches if not each.is_pin]


def departures(module: str, seed: int, mode: Any) -> tuple[int, list[Inputs]]:
    """How many models of path conditions were run, and those that left their path."""
    chance = random.Random(seed)
    count, left = 0, []
    (ref,) = locate(f"{module}::f{seed}")
    opaque = tuple(f"sound.{name}" for name in (*OPAQUE, "boxed", "opened"))
    options = RunOptions(PATIENT, mode, opaque=opaque)
    with Runner(ref, options) as runner:
        assert [each.name for each in runner.prepared.target.parameters] == [*"xyzuv"]
        for _ in range(6):
            values = {name: chance.choice((0, chance.randint(-12, 12))) for name in "xyzuv"}
            path = runner.execute(Inputs.of(values))
            for sample in path.samples:
                samples.current.add(*sample)
            for model in models(path.condition, values, chance):
                other = runner.execute(model)
                count += 1
                if decisions(other) != decisions(path) or other.outcome != path.outcome:
                    left.append(model)
    return count, left


@pytest.mark.parametrize("seed", (*range(COUNT), *WITH_OBJECTS))
@pytest.mark.parametrize("mode", ["sound", "higher-order"])
def test_every_model_of_a_path_condition_follows_the_path(module, mode: str, seed: int) -> None:
    count, left = departures(module, seed, mode)

    assert left == []
    assert count


def test_it_would_be_noticed(module) -> None:
    """Concretization lets models leave their path; [000] §3.2."""
    assert sum(len(departures(module, seed, "concretize")[1]) for seed in range(4))
