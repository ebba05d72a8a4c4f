"""Short ways to make the records that reports are made of."""

from __future__ import annotations

import pathlib
import re
from typing import Any

from wend.inputs.inputs import Inputs
from wend.inputs.target import ModuleRef, TargetRef
from wend.path.case import Case
from wend.path.outcome import Outcome, Raised, Returned
from wend.path.result import CoverResult


def case(outcome: Outcome, /, *, setup: Any = (), condition: str = "", **args: str) -> Case:
    words = re.findall(r"\w+", condition)
    return Case(
        Inputs(()),
        tuple(args.items()),
        outcome,
        tuple(setup),
        imports=(),
        condition=condition,
        mentioned=tuple([name for name in args if name in words]),
        fixed=tuple([name for name, value in args.items() if f"{name} == {value}" in condition]),
    )


def returned(source: str) -> Returned:
    return Returned(source, source)


def raised(kind: str, message: str = "") -> Raised:
    return Raised(kind, message, "shop/cart.py", 3)


def module_in(folder: pathlib.Path, name: str, source: str) -> ModuleRef:
    """Writes a module below a folder that has to be on the path for it."""
    file = folder.joinpath(*name.split(".")).with_suffix(".py")
    file.parent.mkdir(parents=True, exist_ok=True)
    for parent in file.parents:
        if parent == folder:
            break
        (parent / "__init__.py").touch()
    file.write_text(source, encoding="utf-8")
    return ModuleRef(name, str(file), str(folder))


def covered(
    module: ModuleRef, function: str, *cases: Case, line: int = 1, **more: Any
) -> CoverResult:
    return CoverResult(TargetRef(module, function, line), "complete", cases=cases, **more)
