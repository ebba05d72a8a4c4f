"""Explorations of the programs beside the tests, each made once."""

from __future__ import annotations

import functools
import importlib
import pathlib
import sys
from collections.abc import Callable, Iterator

import pytest

import wend
from wend.path.result import CoverResult

PROGRAMS = pathlib.Path(__file__).parent / "programs"

Cover = Callable[..., CoverResult]


@pytest.fixture(scope="session")
def cover() -> Iterator[Cover]:
    """`cover("lists:reverse", 100)`: what came of so many runs."""
    sys.path.insert(0, str(PROGRAMS))

    @functools.cache
    def explore(name: str, runs: int, objects: str = "auto") -> CoverResult:
        module, _, path = name.partition(":")
        found = functools.reduce(getattr, path.split("."), importlib.import_module(module))
        return wend.cover(found, budget=600, max_executions=runs, objects=objects, valid=["rep_ok"])

    yield explore
    sys.path.remove(str(PROGRAMS))
