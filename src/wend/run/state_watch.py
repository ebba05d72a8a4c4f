"""Watches a run of unmodified code for state: what earlier calls may have left, and it reads.

    c = Cell(1); c.v = 2; c.v          the cell was made in this run: no state
    limit = x; limit                   the global was bound in this run: no state
    STATE.v                            `STATE` was there before the run: state

Objects that were there before a run are told by the garbage collector: the run begins with all of
them in its permanent generation (`gc.freeze`), so what it still tracks was made since. Whatever a
run without state does, it does in every other state, too.
"""

from __future__ import annotations

import functools
import gc
import os
import sys
from collections import deque, namedtuple
from collections.abc import Iterable
from enum import Enum
from types import (
    BuiltinFunctionType,
    ClassMethodDescriptorType,
    CodeType,
    DynamicClassAttribute,
    FrameType,
    FunctionType,
    GenericAlias,
    MappingProxyType,
    MemberDescriptorType,
    MethodDescriptorType,
    ModuleType,
    UnionType,
    WrapperDescriptorType,
)
from typing import Any

from wend.describe.class_kinds import HEAP_TYPE
from wend.instrument.twin import FUTURES, taking_place_of
from wend.instrument.watching import WatchedCode, watched_code
from wend.path.watched_names import WatchedNames
from wend.source.installed import is_installed
from wend.source.instructions import attributes_read, globals_read
from wend.source.library.changes import MAKES_IMMUTABLE

_OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_GENERATED = ("<string>", "<attrs generated", "namedtuple_")
"""How the names of files begin that code names which a library made for a class."""


class StateWatch:
    """Watches one run, in a process of its own that ends with the run."""

    def __init__(self, names: WatchedNames) -> None:
        self.seen = ""
        """A name by which the run saw state, or may have seen it."""
        self._names = names
        self._watched = frozenset(names.variables)
        self._imported = frozenset(names.imported)
        self._files = frozenset(map(os.path.abspath, names.files))
        self._known_files: dict[str, bool] = {}
        """Whether files are watched, by the names that code has for them."""
        self._bound: set[tuple[int, str]] = set()
        """Globals by the identity of their dict, and attributes by that of their object, that the
        run bound."""
        self._kept: list[Any] = []
        """Objects in `_bound`, whose identities nothing else may get."""
        self._made: dict[int, Any] = {}
        """Objects that were made in the run, by identity."""
        self._inputs: dict[int, Any] = {}
        """Objects that were made before the call began, by identity."""
        self._codes: dict[int, CodeType] = {}
        """The code with probes, by identity."""
        self._cached: set[int] = set()
        """The code of functions whose results are kept, by identity."""
        self._empty_caches: set[int] = set()
        """What keeps results of functions, and had none when the run began."""
        self._compiled: dict[tuple[str, int], WatchedCode] = {}
        self._probes = {
            each.__name__: each
            for each in (
                *(self.variable, self.got, self.attribute),
                *(self.stored, self.storing, self.unseen, self.whole),
            )
        }

    def begin(self) -> None:
        """Gives all functions of the watched files code with probes."""
        gc.unfreeze()
        for each in gc.get_objects():
            if type(each) is FunctionType and self._is_watched(each.__code__.co_filename):
                self._replace(each)
        for each in gc.get_objects():
            if type(each) is _LRU_CACHE and type(each.__wrapped__) is FunctionType:
                self._cached.add(id(each.__wrapped__.__code__))
                if not each.cache_info().currsize:
                    self._empty_caches.add(id(each))
        gc.freeze()
        sys.settrace(self._enter)

    def inputs_are_made(self) -> None:
        """Notes that the call begins. Objects of the inputs are no state of others, but their
        attributes may be: a constructor makes an object, and methods may have changed it since."""
        self._inputs = {id(each): each for each in gc.get_objects()}
        self._made.clear()
        self._bound.clear()
        gc.freeze()

    def _replace(self, function: FunctionType) -> None:
        code = function.__code__
        name, flags = code.co_filename, code.co_flags & FUTURES
        if (name, flags) not in self._compiled:
            try:
                made = watched_code(
                    os.path.abspath(name), name, flags, self._names, self._probes.__getitem__
                )
            except (OSError, SyntaxError, ValueError, RecursionError):
                made = {}
            self._compiled[name, flags] = made
            for each in [each for found in made.values() for each in found]:
                self._codes[id(each)] = each
        found = taking_place_of(code, self._compiled[name, flags])
        if found is not None:
            function.__code__ = self._codes[id(found)] = found

    def _is_watched(self, file: str) -> bool:
        if file not in self._known_files:
            self._known_files[file] = os.path.abspath(file) in self._files
        return self._known_files[file]

    def _enter(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Notes where code without probes runs that may see state."""
        code = frame.f_code
        if self.seen:
            return None
        if id(code) in self._codes:
            count = code.co_argcount + code.co_kwonlyargcount
            for name in code.co_varnames[:count]:  # of which some may be defaults
                # The iterator of a comprehension was made of what was read already.
                if name[0] != "." and not self._is_innocent(frame.f_locals.get(name)):
                    self._see(name)
            return self._leave if id(code) in self._cached else None
        file = code.co_filename
        if self._is_watched(file):
            self._see(code.co_name)
        elif file.startswith(_GENERATED) and self._is_harmless(code, frame):
            return None
        elif not (file.startswith((_OURS, "<frozen ")) or is_installed(file)):
            self._see(code.co_name)
        return None

    def _is_harmless(self, code: CodeType, frame: FrameType) -> bool:
        """Whether code that a library made, such as `__eq__` of a dataclass, reads no state."""
        if not code.co_argcount or code.co_name == "<module>":
            # `eval("count")`; or what the library, or wend itself, makes so
            caller = "" if frame.f_back is None else frame.f_back.f_code.co_filename
            return caller.startswith(_OURS) or is_installed(caller)
        if not globals_read(code).isdisjoint(self._names.variables):
            return False
        given = [frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount]]
        names = attributes_read(code)
        return names.isdisjoint(self._names.attributes) or all(map(self._is_own, given))

    def _leave(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Notes a result that is kept for later calls, and that somebody may change."""
        if event == "return" and not isinstance(argument, _ATOMS):
            self._see(frame.f_code.co_name)
        return self._leave

    def _see(self, name: str) -> None:
        self.seen = self.seen or name

    # Probes

    def variable(self, name: str, closing: Any, value: Any) -> Any:
        """The code reads a variable that is no local; `closing` is a function that has it in its
        closure, unless it is a global."""
        if self.seen:
            return value
        if name in self._imported and _is_of_library(value):
            return value
        if name in self._watched:
            names = closing.__code__.co_freevars if closing is not None else ()
            if name in names:
                is_own = self._is_made(closing.__closure__[names.index(name)])
            else:
                is_own = (id(sys._getframe(1).f_globals), name) in self._bound
            if not is_own:
                self._see(name)
        if not self._is_innocent(value):
            self._see(name)
        return value

    def got(self, value: Any) -> Any:
        """The code read an attribute, or called something, and this is what it got."""
        if not self.seen and not self._is_innocent(value):
            self._see(type(value).__name__)
        return value

    def stored(self, name: str) -> None:
        """The code bound a global."""
        self._bound.add((id(sys._getframe(1).f_globals), name))

    def attribute(self, value: Any, name: str) -> Any:
        """The code reads an attribute of a value."""
        if not self.seen and not self._is_attribute_own(value, name):
            self._see(name)
        return value

    def whole(self, value: Any) -> Any:
        """The code asks which attributes a value has."""
        if not self.seen and not self._is_made(value):
            self._see(next(iter(self._names.attributes), ""))
        return value

    def storing(self, value: Any, name: str) -> Any:
        """The code is about to set an attribute of a value."""
        cls = type(value)
        if isinstance(value, ModuleType):
            self._bound.add((id(value.__dict__), name))
        elif cls.__setattr__ in _PLAIN_SETTERS:
            _, found = _of_class(cls, name)
            if found is None or not hasattr(type(found), "__set__"):
                self._bound.add((id(value), name))
                self._kept.append(value)
        return value

    def unseen(self, value: Any) -> Any:
        """The code reads a name where no probe can be."""
        self._see("match")
        return value

    def _is_attribute_own(self, value: Any, name: str) -> bool:
        """Whether an attribute is what it is by the inputs and by this run alone."""
        if isinstance(value, ModuleType):
            return (id(value.__dict__), name) in self._bound
        if isinstance(value, type):
            home, _ = _of_class(value, name)
            return home is not None and ((id(home), name) in self._bound or self._is_made(home))
        if isinstance(value, super):
            above: Any = value
            bases = above.__self_class__.__mro__
            bases = bases[bases.index(above.__thisclass__) + 1 :]
            found = next((vars(each)[name] for each in bases if name in vars(each)), None)
            return isinstance(found, _METHODS) and name not in self._names.of_classes
        cls = type(value)
        home, found = _of_class(cls, name)
        is_set = name in getattr(value, "__dict__", ())
        if home is None or (is_set and not hasattr(type(found), "__set__")):
            # What the object has of its own counts, unless its class gets something else.
            if not is_set and name in self._names.of_classes:
                return False
            return (id(value), name) in self._bound or self._is_made(value)
        if not home.__flags__ & HEAP_TYPE:
            return isinstance(found, _NATIVE_METHODS) or self._is_own(value)
        if name not in self._names.of_classes:
            if isinstance(found, MemberDescriptorType):
                return self._is_made(value)
            if isinstance(found, (*_METHODS, _ITEM_OF_NAMED_TUPLE)):
                return True  # what it reads is asked where it reads it; no tuple changes
        return (id(home), name) in self._bound or self._is_made(home)

    def _is_innocent(self, value: Any, depth: int = 0) -> bool:
        """Whether a value was made in this run, or has nothing that others may have changed but
        what shows where it is read: attributes of classes, items of containers."""
        cls = type(value)
        if isinstance(value, _INNOCENT) or cls is object or id(value) in self._inputs:
            return True
        if self._is_made(value):
            return True
        if cls is BuiltinFunctionType:  # `ITEMS.pop` is a method of a list
            return value.__self__ is None or isinstance(value.__self__, ModuleType | type)
        if cls.__name__ in MAKES_IMMUTABLE and cls.__module__ in MAKES_IMMUTABLE.homes:
            return True
        if cls.__module__ in ("typing", "re"):
            return True
        if cls is _LRU_CACHE:
            return id(value) in self._empty_caches
        if depth > _DEEPEST:
            return False
        parts: Iterable[Any] = ()
        if cls is functools.partial:
            parts = (value.func, *value.args, *value.keywords.values())
        elif isinstance(value, dict | MappingProxyType):
            parts = (*value.keys(), *value.values())
        elif isinstance(value, list | tuple | set | frozenset | deque):
            parts = (*value,)
        else:
            return False
        if hasattr(value, "__dict__") and cls is not functools.partial:
            return False
        return all(self._is_innocent(each, depth + 1) for each in parts)

    def _is_own(self, value: Any) -> bool:
        return isinstance(value, _ATOMS) or self._is_made(value)

    def _is_made(self, value: Any) -> bool:
        """Whether an object was made in this run."""
        if id(value) in self._made:
            return True
        if any(each is value for each in gc.get_objects()):
            self._made[id(value)] = value
            return True
        return False


_LRU_CACHE = type(functools.lru_cache(abs))
_DEEPEST = 5
"""Levels of containers that are looked into."""
_METHODS = (
    FunctionType, classmethod, functools.cached_property, property, staticmethod,
    DynamicClassAttribute,
)  # fmt: skip
_ITEM_OF_NAMED_TUPLE = type(vars(namedtuple("_", "a"))["a"])
_NATIVE_METHODS = (ClassMethodDescriptorType, MethodDescriptorType, WrapperDescriptorType)
_PLAIN_SETTERS: tuple[Any, ...] = (object.__setattr__, type.__setattr__)
_ATOMS = (int, float, complex, str, bytes, type(None))
_INNOCENT: tuple[type, ...] = (
    *_ATOMS, *_METHODS, *_NATIVE_METHODS, type, ModuleType, Enum, range,
    type(Ellipsis), type(NotImplemented), GenericAlias, UnionType,
)  # fmt: skip


def _is_of_library(value: Any) -> bool:
    """Whether a value is a module, class or function of the library: what may change of it is in
    attributes, which are watched, too."""
    if not isinstance(value, (ModuleType, type, FunctionType, BuiltinFunctionType)):
        return False
    home = value if isinstance(value, ModuleType) else sys.modules.get(value.__module__ or "")
    file = getattr(home, "__file__", None)
    return home is not None and (file is None or is_installed(file))


def _of_class(cls: type, name: str) -> tuple[type | None, Any]:
    """The class that gives an attribute to the objects of a class, and what it gives."""
    for home in type.__dict__["__mro__"].__get__(cls):
        space = type.__dict__["__dict__"].__get__(home)
        if name in space:
            return home, space[name]
    return None, None
