"""What opaque functions returned is known to later runs, for as long as their code is the same."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from wend.expr import samples
from wend.expr.samples import Samples, results_of
from wend.inputs.target import ModuleRef, TargetRef
from wend.store.database import Store
from wend.store.samples import MOST_SAMPLES, KeptSamples

HASH = """
def fnv(number: int) -> int:
    value = 0x811C9DC5
    for byte in (number & 0xFFFFFFFFFFFFFFFF).to_bytes(8, "little"):
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return value
"""

FIRST = """
from hashing import fnv

def first(x: int, y: int):
    if x == fnv(y):
        if y == 10:
            return "error"
    return "fine"
"""

SECOND = FIRST.replace("first", "second").replace('"fine"', '"good"')

OPTIONS = ("--opaque", "hashing.fnv", "--no-chance", "--max-executions", "60", "--json", "-")


def steps(wend: Any, target: str) -> int:
    """The intermediate runs that a target takes; it is found whatever they are."""
    (result,) = wend("cover", target, *OPTIONS).results
    assert result["error"] is None
    assert any(case["outcome"].get("value") == "'error'" for case in result["cases"])
    found: int = result["steps"]
    return found


@pytest.fixture
def learned(wend: Any) -> Path:
    """The store after a first target learned what fnv makes of 10."""
    wend.file("pyproject.toml", "")
    wend.file("hashing.py", HASH)
    wend.file("first.py", FIRST)
    assert steps(wend, "first.py::first") == 1
    return Path(wend.directory / ".wend" / "store.db")


def test_what_one_target_learned_serves_another(wend: Any, learned: Path) -> None:
    wend.file("second.py", SECOND)

    assert steps(wend, "second.py::second") == 0


def test_a_changed_caller_begins_with_the_samples(wend: Any, learned: Path) -> None:
    """And without the inputs of its cases: they are of another question."""
    wend.file(
        "first.py", FIRST.replace("y: int", "y: int, z: int").replace("y == 10", "y == 10 > z")
    )

    assert steps(wend, "first.py::first") == 0


@pytest.mark.parametrize(
    "change",
    [
        ("0x01000193", "0x01000195"),
        ("return value", "return value + OFFSET\n\nOFFSET = 1"),
        ("return value", "return other(value)\n\ndef other(value):\n    return value + 1"),
    ],
)
def test_a_changed_function_begins_anew(wend: Any, learned: Path, change: tuple[str, str]) -> None:
    wend.file("hashing.py", HASH.replace(*change))
    wend.file("second.py", SECOND)

    assert steps(wend, "second.py::second") == 1


def test_what_is_not_of_the_function_may_change(wend: Any, learned: Path) -> None:
    wend.file("hashing.py", "def other():\n    return 5\n" + HASH)
    wend.file("second.py", SECOND)

    assert steps(wend, "second.py::second") == 0


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE samples SET samples = 'x'",
        "UPDATE samples SET samples = replace(samples, '10', '11')",
        "UPDATE samples SET checksum = ''",
        "DROP TABLE samples",
    ],
)
def test_damaged_samples_cost_a_step_and_no_more(wend: Any, learned: Path, harm: str) -> None:
    with sqlite3.connect(learned) as connection:
        connection.execute(harm)
    connection.close()
    wend.file("second.py", SECOND)

    assert steps(wend, "second.py::second") == 1


def test_functions_that_vary_are_not_kept(wend: Any) -> None:
    """One whose results depend on the process, and one that returns two for the same arguments."""
    wend.file("pyproject.toml", "")
    wend.file("hashing.py", "def fnv(number: int) -> int:\n    return hash(str(number)) % 1000\n")
    wend.file("first.py", FIRST)
    wend("cover", "first.py::first", *OPTIONS)
    with sqlite3.connect(wend.directory / ".wend" / "store.db") as connection:
        rows = connection.execute("SELECT count(*) FROM samples").fetchall()
    connection.close()

    assert rows == [(0,)]


# Without processes

SYMBOL = "shop.h(int)"


def sample(arg: int, result: int) -> Any:
    return SYMBOL, "shop.h", (("int",),), (arg,), results_of(result)


@pytest.fixture
def shop(tmp_path: Path) -> TargetRef:
    file = tmp_path / "shop.py"
    file.write_text("def h(x):\n    return x\n\ndef f(x):\n    return h(x)\n")
    return TargetRef(ModuleRef("shop", str(file), str(tmp_path)), "f", 4)


def kept(shop: TargetRef) -> KeptSamples:
    return KeptSamples(Store(str(Path(shop.module.root) / ".wend")), shop)


def learn(shop: TargetRef, *learned: Any) -> Samples:
    """The samples of an exploration that saw these, and keeps them."""
    memory = kept(shop)
    current = Samples(earlier=lambda name: memory.of(name, ()))
    samples.use(current)
    for each in learned:
        current.add(*each)
    memory._facts._store.write(memory.changes(()))
    samples.use(Samples())
    return current


def test_samples_come_back_as_they_were(shop: TargetRef) -> None:
    large = 10**5000
    learned = [sample(1, 2), sample(-3, large), sample(large, 0)]
    learn(shop, *learned)

    assert kept(shop).of("shop.h", ()) == learned


def test_floats_and_texts_come_back_as_they_were(shop: TargetRef) -> None:
    shapes = (("float",), ("str", 2), ("tuple", (("bool",), ("bytes", 1))))
    symbol = "shop.h(float, str*2, tuple[bool, bytes*1])"
    args = (-0.0, 97, 0x10FFFF, True, 255)
    learned = (symbol, "shop.h", shapes, args, (7, float("inf")))
    learn(shop, learned)

    (found,) = kept(shop).of("shop.h", ())
    assert repr(found) == repr(learned)


def test_they_are_added_to(shop: TargetRef) -> None:
    learn(shop, sample(1, 2))
    learn(shop, sample(2, 3))

    assert kept(shop).of("shop.h", ()) == [sample(1, 2), sample(2, 3)]


def test_they_are_bounded(shop: TargetRef) -> None:
    learn(shop, *[sample(each, each) for each in range(2 * MOST_SAMPLES)])
    found = kept(shop).of("shop.h", ())

    assert len(found) == MOST_SAMPLES
    assert found[0] == sample(0, 0)
    assert found[-1] == sample(2 * MOST_SAMPLES - 1, 2 * MOST_SAMPLES - 1)


def test_a_run_is_right_and_the_store_is_wrong(shop: TargetRef) -> None:
    """A function that depends on more than its code: what it was is forgotten, all of it."""
    learn(shop, sample(1, 2), sample(2, 3))
    now = learn(shop, sample(1, 5))

    assert not now.impure
    assert now.value((SYMBOL, 1), (1,)) == 5
    assert now.count(SYMBOL) == 1
    assert kept(shop).of("shop.h", ()) == [sample(1, 5)]


def test_two_results_in_one_run_are_not_kept(shop: TargetRef) -> None:
    learn(shop, sample(1, 2))
    now = learn(shop, sample(1, 5), sample(1, 6))

    assert now.impure == {"shop.h"}
    assert kept(shop).of("shop.h", ()) == []
