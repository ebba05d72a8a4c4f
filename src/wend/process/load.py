"""Importing the module of a target, and finding the function in it."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import inspect
import os
import random
import sys
from collections.abc import Collection
from types import FunctionType, ModuleType
from typing import Any, Literal

from wend.confine.enter import Confinement
from wend.describe.owners import attribute_name, owner_of
from wend.errors import WendError
from wend.inputs.target import ModuleRef, TargetRef
from wend.record import Record
from wend.run import clock
from wend.run.guard import Guard
from wend.source.definitions import is_empty
from wend.source.frozen import thaw


class NotThere(WendError):
    """The module, once imported, has no Python function where its source has one."""

    def __init__(self, fact: str, advice: str = "") -> None:
        super().__init__(fact + advice)
        self.fact = fact


class Loaded(Record):
    """The outcome of an import: a module or an error."""

    chance: object
    """The state of `random` before the import."""
    guard: Guard
    """It noted the files that the import read."""
    module: ModuleType | None
    error: BaseException | None = None

    def found(self) -> ModuleType:
        if self.error is not None:
            raise self.error
        assert self.module is not None
        return self.module


def load(
    ref: ModuleRef,
    allow: Collection[str],
    confinement: Confinement,
    live: Any = None,
    package: Loaded | None = None,
) -> Loaded:
    """Imports a module; the module of a function that is at hand, `live`, is imported already.

    The guard that watches the import, and the clock, can't be removed from this process and its
    children: where the package of the module was imported here before, they go on.
    """
    chance = random.getstate() if package is None else package.chance
    guard = Guard(allow, confinement) if package is None else package.guard
    if package is None:
        guard.install()
        clock.install(is_closed=not allow)
    guard.noting = True
    if live is None:
        sys.argv[:] = [ref.file]  # not ours: they would decide what runs do
    try:
        module = sys.modules[live.__module__] if live is not None else load_module(ref)
        return Loaded(chance, guard, module)
    except BaseException as error:  # the code of the module may raise anything
        return Loaded(chance, guard, None, error)
    finally:
        guard.noting = False


def loaded_files() -> list[str]:
    """The files of the imported modules.

    Of an installed package only the first file counts, since its version stands for the rest, and
    of the standard library none.
    """
    standard = os.path.dirname(os.__file__) + os.sep
    found = []
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if type(file) is str and name != "__main__":  # which is wend, or who called it
            is_installed = f"{os.sep}site-packages{os.sep}" in file or "dist-packages" in file
            if "." not in name if is_installed else not file.startswith(standard):
                found.append(file)
    return found


def load_module(ref: ModuleRef) -> ModuleType:
    """Imports a module; exceptions of its code come out unchanged."""
    if ref.root and ref.root not in sys.path:
        sys.path.insert(0, ref.root)
    if not ref.by_path:
        module = importlib.import_module(ref.name)
        if getattr(module.__spec__, "origin", None) == "frozen":
            thaw(module, ref.file)
        elif _is_another(module, ref.file):
            raise WendError(
                f"{ref.name} is imported from {module.__file__}, so nothing runs {ref.file}"
            )
        return module
    spec = importlib.util.spec_from_file_location(ref.name, ref.file)
    if spec is None or spec.loader is None:
        raise WendError(f"{ref.file} can't be loaded as Python source")
    module = importlib.util.module_from_spec(spec)
    sys.modules[ref.name] = module
    spec.loader.exec_module(module)
    return module


def _is_another(module: ModuleType, file: str) -> bool:
    """Whether a module comes from another source than the file that was meant."""
    of = getattr(module, "__file__", None)
    both = [each for each in (of, file) if each and each.endswith(".py") and os.path.exists(each)]
    return len(both) == 2 and not os.path.samefile(*both)


def access_of(
    module: ModuleType, qualified_name: str, function: Any
) -> Literal["property", "setter", "deleter"] | None:
    """What a property uses a function for: "property" reads it; None for all other functions."""
    owner: Any = module
    *path, last = qualified_name.split(".")
    for part in path:
        owner = getattr(owner, part, None)
    if not isinstance(owner, type):
        return None
    found = inspect.getattr_static(owner, attribute_name(owner, last), None)
    if isinstance(found, property):
        if found.fset is not None and inspect.unwrap(found.fset) is function:
            return "setter"
        if found.fdel is not None and inspect.unwrap(found.fdel) is function:
            return "deleter"
    return "property" if isinstance(found, property | functools.cached_property) else None


def find_function(module: ModuleType, qualified_name: str, line: int = 0) -> tuple[Any, Any]:
    """The object as it is called, and the Python function below it.

    A static or class method comes bound to its class. The function below is found through
    decorators made with `functools.wraps`. Of a property's functions, the one on `line` is meant.
    """
    found: Any = module
    for part in qualified_name.split("."):
        holder = found
        try:
            found = getattr(found, attribute_name(found, part))
        except AttributeError:
            raise NotThere(*_no_such_function(module, holder, qualified_name)) from None
    if isinstance(found, property) and found.fget is not None:
        others = [each for each in (found.fset, found.fdel) if isinstance(each, FunctionType)]
        wanted = [each for each in others if each.__code__.co_firstlineno == line]
        found = wanted[0] if wanted else found.fget
    elif isinstance(found, functools.cached_property):
        found = found.func
    inner = found
    for _ in range(16):
        if isinstance(inner, FunctionType):
            break
        inner = getattr(inner, "__wrapped__", None) or getattr(inner, "__func__", None)
        if inner is None:
            break
    if isinstance(inner, FunctionType):
        while isinstance(getattr(inner, "__wrapped__", None), FunctionType):
            inner = inner.__wrapped__  # type: ignore[attr-defined]
    if not isinstance(inner, FunctionType):
        kind = "class" if isinstance(found, type) else type(found).__name__
        raise NotThere(
            f"{qualified_name} in {module.__name__} is a {kind}, not a Python function",
            "; name a function or method",
        )
    return found, inner


def check_is_listed(function: FunctionType, ref: TargetRef, module: ModuleType) -> None:
    """Complains where another definition of the same name replaced this one, as setters do."""
    code = function.__code__
    is_here = function.__qualname__ == ref.function and code.co_filename == ref.module.file
    if is_here and code.co_firstlineno != ref.line:
        access = _access_at(module, ref)
        if access:
            fact = f"a property {access}; `cover` does not explore it"
        else:
            fact = f"line {code.co_firstlineno} defines {ref.function} again; the module has that"
        raise NotThere(fact, "; name a function that uses it with --entry")


def _access_at(module: ModuleType, ref: TargetRef) -> str:
    """`setter` or `deleter`, if the function that is defined at a line is that of a property."""
    owner = owner_of(None, ref.function, module)
    name = attribute_name(owner, ref.function.rpartition(".")[2])
    found = inspect.getattr_static(owner, name, None)
    if isinstance(found, property):
        for access, each in (("setter", found.fset), ("deleter", found.fdel)):
            code = getattr(inspect.unwrap(each), "__code__", None) if each is not None else None
            if code is not None and code.co_firstlineno == ref.line:
                return access
    return ""


def check_is_written(function: FunctionType, ref: TargetRef, module: ModuleType) -> None:
    """Complains about a function that a protocol only declares: it has nothing to explore."""
    owner = owner_of(function, ref.function, module)
    if getattr(owner, "_is_protocol", False) and is_empty(function):
        raise NotThere(f"{ref.function} is declared by a protocol, and has no code")


def _no_such_function(module: ModuleType, holder: Any, name: str) -> tuple[str, str]:
    last = name.rpartition(".")[2]
    prefix = name[: -len(last)] if isinstance(holder, type) else ""
    callables = [key for key, value in getattr(holder, "__dict__", {}).items() if callable(value)]
    import difflib

    near = difflib.get_close_matches(last, callables, 1)
    advice = f"; did you mean {prefix}{near[0]}?" if near else ""
    file = getattr(module, "__file__", None)
    where = os.path.relpath(file) if file else module.__name__
    return f"no function {name} in {where}", advice
