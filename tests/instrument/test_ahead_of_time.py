"""Twins that one process needed are made by another before they are needed there."""

from __future__ import annotations

import importlib.util
import marshal
import pathlib
from types import ModuleType

import pytest

from wend.instrument.twin import Twins

SOURCE = """
from __future__ import annotations

def outer(x: Unknown):
    def inner(y):
        return y if y > x else x
    return inner

class Holder:
    def method(self, x):
        return [each for each in x if each]
"""


@pytest.fixture
def module(tmp_path: pathlib.Path) -> ModuleType:
    file = tmp_path / "under_test.py"
    file.write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("under_test", file)
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def twins() -> Twins:
    return Twins(lambda name: name)


def test_what_was_made_is_told_once_for_each_unit(module) -> None:
    ours = twins()

    for code in (module.outer.__code__, module.Holder.method.__code__, module.outer.__code__):
        assert ours.twin(code, module.__file__) is not None

    assert [line for _, line, _, _ in ours.made] == [4, 10]


def test_what_another_process_made_is_there(module) -> None:
    theirs, ours = twins(), twins()
    codes = (module.outer.__code__, module.Holder.method.__code__)
    wanted = [theirs.twin(code, module.__file__) for code in codes]

    ours.make(marshal.loads(marshal.dumps(theirs.made)))

    assert [ours.twin(code, module.__file__) for code in codes] == wanted
    assert ours.made == []


def test_a_file_that_is_gone_is_no_error(module) -> None:
    ours = twins()

    ours.make([("/nowhere/gone.py", 3, "gone.py", 0)])

    assert ours.twin(module.outer.__code__, module.__file__) is not None
