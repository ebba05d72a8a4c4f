"""Models of the functions of ctypes, and of calls of its classes."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

from wend.describe.memory.types import DATA, SIMPLE, code_of, is_pointer
from wend.expr.build import add, integer
from wend.messages.options import MemoryOptions
from wend.run import recorder
from wend.run.ctypes_memory import buffer, octets, regions
from wend.run.ctypes_memory.hooks import hook
from wend.run.ctypes_memory.regions import Location
from wend.run.ctypes_memory.shadow import active
from wend.run.ctypes_memory.values import pointer_of
from wend.run.tracked import track
from wend.run.tracked.integer import SymInt
from wend.run.tracked.lift import plain, value_of


def prepare(module: ModuleType, options: MemoryOptions) -> None:
    """Gives the ctypes classes of a module their accessors, if ctypes is imported."""
    regions.options = options
    if "ctypes" in sys.modules:
        for value in list(vars(module).values()):
            if issubclass(type(value), type) and issubclass(value, DATA):
                hook(value)


def class_model(cls: Any) -> Any:
    """The stand-in for a call of a ctypes class, or None for a class that needs none."""
    if not issubclass(cls, DATA):
        return None
    hook(cls)
    if type(cls.__init__) is FunctionType or (issubclass(cls, SIMPLE) and code_of(cls) is None):
        return None
    name = ""
    if is_pointer(cls) and hasattr(cls, "_type_"):
        name = "contents"
    elif issubclass(cls, SIMPLE):
        name = "value"
    if not name:
        return cls

    def make(*args: Any, **keywords: Any) -> Any:
        is_other = name == "contents" and not isinstance(args[0] if args else None, DATA)
        if len(args) != 1 or keywords or active() is None or is_other:
            return cls(*args, **keywords)
        made = cls()
        setattr(made, name, args[0])
        return made

    return make


def method_model(method: Any, owner: Any) -> Any:
    """The stand-in for a class method such as `Node.from_address`, or None."""
    if not (isinstance(owner, type) and issubclass(owner, DATA)):
        return None
    hook(owner)
    if method.__name__ == "from_buffer_copy":
        return octets.copied_from(method, owner)
    if method.__name__ == "from_buffer":
        return octets.shared_with(method, owner)
    if method.__name__ != "from_address":
        return None

    def from_address(address: Any) -> Any:
        memory = active()
        if memory is None or type(address) not in (int, SymInt):
            return method(plain(address))
        _, term = pointer_of(memory, address)
        where = value_of(address)
        place = Location(where, term)
        memory.follow(place, owner)
        view = method(where)
        memory.note(view, place)
        return view

    return from_address


def address_of(thing: Any, /) -> Any:
    """ctypes.addressof"""
    memory = active()
    native = ctypes.addressof(thing)
    if memory is None:
        return native
    term = memory.place(thing).term
    return native if term is None else track(native, add(term, integer(memory.base)))


def pointer(thing: Any, /) -> Any:
    """ctypes.pointer"""
    made = _NATIVE["pointer"](thing)
    memory = active()
    hook(type(made))
    if memory is not None:
        own = memory.place(made)
        memory.put(own, "p8", memory.place(thing).term, type(made), made)
    return made


def pointer_class(cls: Any, /) -> Any:
    """ctypes.POINTER"""
    made = _NATIVE["POINTER"](cls)
    hook(made)
    return made


def cast(obj: Any, typ: Any) -> Any:
    """ctypes.cast"""
    memory = active()
    if memory is None:
        return buffer.cast(obj, typ)
    value, term = pointer_of(memory, obj)
    made = buffer.cast(plain(obj), typ)
    hook(type(made))
    code = code_of(type(made))
    if code is not None:
        own = memory.place(made)
        memory.put(own, code, term, type(made), made)
    elif term is not None:
        recorder.current.lose(term, value, "a pointer is cast to a type that keeps no terms")
    return made


def string_buffer(init: Any, size: Any = None) -> Any:
    """ctypes.create_string_buffer"""
    made = octets.string_buffer(init, size)
    hook(type(made))
    return made


def foreign(function: Any, opaque: Callable[..., Any]) -> Any:
    """The stand-in for a function of a loaded library, which may read and write any memory.

    While nothing in memory has a term, and it is given numbers only, it is opaque like any other.
    """

    def called(*args: Any, **keywords: Any) -> Any:
        memory = active()
        if memory is None:
            return function(*args, **keywords)
        if memory.is_followed or any(isinstance(each, _GIVES_MEMORY) for each in args):
            name = getattr(function, "__name__", "a foreign function")
            says = f"{name} is native code that is given memory: what it reads there is held fixed"
            recorder.current.note_here("opaque-call", says, name=name)
            memory.hold_all()
            before = buffer.all_of_it()
            try:
                return opaque(*args, **keywords)
            finally:
                memory.overwritten(before)
        return opaque(*args, **keywords)

    if function is ctypes.memmove:
        return octets.move(function, called)
    return octets.fill(function, called) if function is ctypes.memset else called


_GIVES_MEMORY: tuple[Any, ...] = (ctypes.Structure.__base__, type(ctypes.byref(ctypes.c_int())))
"""Objects of ctypes, and references to them."""


_NATIVE = {name: getattr(ctypes, name) for name in ("pointer", "POINTER")}

FUNCTIONS: dict[Any, Any] = {
    ctypes.addressof: address_of,
    ctypes.pointer: pointer,
    ctypes.POINTER: pointer_class,
    ctypes.cast: cast,
    ctypes.string_at: octets.string_at,
    ctypes.create_string_buffer: string_buffer,
    **{each: each for each in (ctypes.sizeof, ctypes.alignment, ctypes.byref)},
}
"""By the functions of ctypes."""
