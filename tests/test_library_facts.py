"""The table of what is known of Python's library has every name of the homes that it speaks of."""

from __future__ import annotations

import builtins
import importlib
import types
from typing import Any

import pytest

from library_left_open import LEFT_OPEN
from wend.source.library import by_name, changes, classes, frames, outside, type_questions
from wend.source.library.fact import Fact
from wend.source.library.outside import SAME_ON_ALL_MACHINES

FACTS = {"LEFT_OPEN": LEFT_OPEN}
"""All facts, with the names that they have in their modules."""
for module in (by_name, changes, classes, frames, outside, type_questions):
    FACTS |= {name: value for name, value in vars(module).items() if isinstance(value, Fact)}


def facts_of(home: str, name: str) -> frozenset[str]:
    """The facts about a function or method, by their names: `facts_of("list", "append")`."""
    return frozenset(fact for fact, known in FACTS.items() if name in known.homes.get(home, ()))


HOMES = sorted({home for fact in FACTS.values() for home in fact.homes} - {""})

SPOKEN_OF_IN_PART = ("ast", "asyncio", "posix", "typing")
"""Modules of which the table needs a few names: the others are not compared."""

NOT_ON_EVERY_PYTHON = {
    "array.array": "clear",
    "bytearray": "resize take_bytes",
    "float": "from_number",
    "heapq": "_heapify_max _heappop_max _heapreplace_max heapify_max heappop_max heappush_max"
    " heappushpop_max heapreplace_max",
    "int": "is_integer",
    "itertools": "batched",
    "os.path": "isdevdrive isjunction",
    "pathlib.Path": "is_junction",
    "posix": "_path_splitroot _path_splitroot_ex",
    "random": "binomialvariate",
    "random.Random": "binomialvariate",
    "re.Pattern": "prefixmatch",
    "threading.Lock": "locked",
    "typing": "override",
}
"""Names that are not there in one of the versions of Python that wend runs on."""


def home_of(name: str) -> Any:
    """The module or class that a home of the table is; None where this Python has none."""
    if hasattr(builtins, name):
        return getattr(builtins, name)
    try:
        return importlib.import_module(name)
    except ImportError:
        module, _, last = name.rpartition(".")
    return getattr(importlib.import_module(module), last) if module else None


def names_of(home: Any) -> set[str]:
    """The functions of a module, or the attributes of a class, that everybody may use."""
    public = {name for name in dir(home) if not name.startswith("_")}
    if not isinstance(home, types.ModuleType):
        return public
    public = {*getattr(home, "__all__", public)}
    return {name for name in public if is_function_of(home, getattr(home, name, None))}


def is_function_of(module: types.ModuleType, value: Any) -> bool:
    """Whether a value is a function or class of a module, not an exception or an import."""
    if not callable(value) or (isinstance(value, type) and issubclass(value, BaseException)):
        return False
    return hasattr(module, "__all__") or _first(value.__module__) in (
        _first(module.__name__), "builtins", "posix", None,
    )  # fmt: skip


def _first(name: Any) -> str | None:
    return name.lstrip("_").partition(".")[0] if isinstance(name, str) else None


@pytest.mark.parametrize("home", HOMES)
def test_every_name_of_a_home_is_in_the_table(home: str) -> None:
    there = None if home in SPOKEN_OF_IN_PART else home_of(home)
    # Of modules that tell of the machine, a name that is not known is supposed to do so.
    is_known = home in SAME_ON_ALL_MACHINES.homes
    names = names_of(there) if there is not None and not is_known else ()
    missing = {name for name in names if not facts_of(home, name)}

    assert missing == set(), f"say in source/library what is known of these of {home}"


@pytest.mark.parametrize("home", HOMES)
def test_every_name_of_the_table_is_there(home: str) -> None:
    there = home_of(home)
    known = {name for fact in FACTS.values() for name in fact.homes.get(home, ())}
    known -= {*NOT_ON_EVERY_PYTHON.get(home, "").split(), *LEFT_OPEN.homes.get(home, ())}

    assert {name for name in known if there is not None and not hasattr(there, name)} == set()


def test_what_is_left_open_is_in_no_other_fact() -> None:
    both = {
        f"{home}.{name}"
        for home, names in LEFT_OPEN.homes.items()
        for name in names
        if facts_of(home, name) != {"LEFT_OPEN"}
    }

    assert both == set()
