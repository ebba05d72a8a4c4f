"""The builtins `hash` and `id`: hashes of ints are exact, those of text and addresses are noted."""

from __future__ import annotations

import sys

import pytest
from laws import WIDE, Snippet, check

NEAR = (2**61 - 1, 2**61 - 2, 2**61, -(2**61), 1 - 2**61, 2 - 2**61, 2**62 - 2, 3 * (2**61 - 1) - 1)


@pytest.mark.parametrize(
    "source", ["hash(x)", "hash(x) == y", "hash(x) == hash(y)", "hash(x > y)", "hash(True)"]
)
def test_hash_of_an_int_is_exact(source: str) -> None:
    check(source, {"x": (*WIDE, *NEAR), "y": (0, -2, 1, 2**61 - 2)}, size=80)


@pytest.mark.parametrize("source", ["hash((x, 1))", "hash((x, (y, 2.5))) % 7"])
def test_hash_of_a_tuple_of_numbers_is_an_application(source: str) -> None:
    for run in check(source, {"x": (1, 5, -1), "y": (2, 3)}, exact=False):
        assert [reason.what for reason in run.reasons] == ["opaque-call"]


@pytest.mark.parametrize("source", ["hash(s)", "hash((1, s))", "hash(s.encode())"])
def test_hash_of_text_is_another_one_in_each_process(source: str) -> None:
    for run in check(source, {"s": ("a", "ab")}, exact=False):
        (reason,) = [each for each in run.reasons if each.what == "nondeterministic"]
        assert reason.name == "hash"
        assert reason.remedy


@pytest.mark.parametrize(
    "source", ["hash(kept) % 32 == x", "hash(((1, f), x)) % 32 == x", "hash(int) % 32 == x"]
)
def test_hash_of_an_object_is_another_one_in_each_process(source: str) -> None:
    run = Snippet(source, ["x"], "kept = object()\ndef f(): pass\n").run_twin({"x": 16})

    assert ("nondeterministic", "hash") in [(each.what, each.name) for each in run.reasons]


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="it is a constant from 3.12 on")
def test_hash_of_none_is_another_one_in_each_process() -> None:
    run = Snippet("hash((1, None)) % 32 == x", ["x"]).run_twin({"x": 16})

    assert [(each.what, each.name) for each in run.reasons] == [("nondeterministic", "hash")]


def test_hash_of_nan_is_another_one_for_each_object() -> None:
    snippet = Snippet("hash(x) == 7", ["x"])

    assert any(r.what == "nondeterministic" for r in snippet.run_twin({"x": float("nan")}).reasons)
    assert not any(r.what == "nondeterministic" for r in snippet.run_twin({"x": 1.5}).reasons)


@pytest.mark.parametrize("source", ["id(object()) % 32 == x", "id(kept) % 32 == x"])
def test_the_number_of_an_object_is_another_one_in_each_process(source: str) -> None:
    run = Snippet(source, ["x"], "kept = object()\n").run_twin({"x": 16})

    assert [(each.what, each.name) for each in run.reasons] == [("nondeterministic", "id")]


@pytest.mark.parametrize("source", ["hash([x])", "hash(x, x)", "hash(x=x)", "hash((x, []))"])
def test_what_has_no_hash_raises_as_ever(source: str) -> None:
    check(source, {"x": (1, 2)}, exact=False)
