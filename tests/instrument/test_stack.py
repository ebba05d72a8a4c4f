"""Twins keep the interpreter's stack: what the patches leave is sound along all ways."""

from __future__ import annotations

import dis
import importlib.util
import os
import sys
from pathlib import Path
from types import CodeType

import pytest
from stack_check import all_codes, faults

from wend.instrument.twin import Twins
from wend.run.kinds import NAMED

MODULES = [
    "asyncio.streams", "asyncio.tasks", "calendar", "cmd", "contextlib", "copy", "csv",
    "fractions", "functools", "heapq", "http.cookies", "json.decoder", "queue", "reprlib", "sched",
    "shlex", "string", "textwrap", "urllib.parse", "weakref",
]  # fmt: skip
if os.environ.get("WEND_QUICK"):
    MODULES = MODULES[::4]
HERE = Path(__file__).parent
FILES = [HERE / f"constructs{part}.py" for part in ("", "_inline")]
if sys.version_info >= (3, 12):
    FILES.append(HERE / "constructs_3_12.py")


class Probe:
    """In the place of a probe; what it does is not asked here."""


def twin_of(file: str) -> CodeType:
    twins = Twins(lambda name: NAMED.get(name) or Probe(), lambda stored: None)
    twin = twins.of_module(file)
    assert twin
    return twin


def file_of(module: str) -> str:
    spec = importlib.util.find_spec(module)
    assert spec and spec.origin
    return spec.origin


@pytest.mark.parametrize("module", MODULES)
def test_twins_of_the_standard_library_are_sound(module: str) -> None:
    twin = twin_of(file_of(module))

    assert [fault for code in all_codes(twin) for fault in faults(code)] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_twins_of_constructs_are_sound(file: Path) -> None:
    twin = twin_of(str(file))

    assert [fault for code in all_codes(twin) for fault in faults(code)] == []


def test_plain_code_is_sound() -> None:
    code = compile(Path(file_of("asyncio.tasks")).read_text(), "tasks", "exec")

    assert [fault for code in all_codes(code) for fault in faults(code)] == []


def chosen(a, b):  # type: ignore[no-untyped-def]
    try:
        return [a[each] for each in b if each] or (a.get(b) if a else b)
    except KeyError:
        return a


def without(name: str) -> CodeType:
    """The function with the first instruction of a name overwritten."""
    units = bytearray(chosen.__code__.co_code)
    at = next(each.offset for each in dis.get_instructions(chosen) if each.opname.startswith(name))
    units[at] = dis.opmap["NOP"]
    return chosen.__code__.replace(co_code=bytes(units))


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(chosen.__code__.replace(co_stacksize=2), id="stack too small"),
        pytest.param(without("CALL"), id="a call left out"),
        pytest.param(without("POP_JUMP"), id="a test left out"),
        pytest.param(without("LOAD_FAST"), id="an operand left out"),
    ],
)
def test_the_check_finds_what_is_not_sound(code: CodeType) -> None:
    assert not faults(chosen.__code__)
    assert faults(code)
