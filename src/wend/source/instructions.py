"""What only the instructions of compiled code tell. They are read here, and written nowhere.

The source tells where an expression stands, but not which of its instructions a frame is at: a
`raise` statement and the call that makes its exception have one line, and compilers put jumps on
lines where something else stands. `dis` knows the instructions of each Python by name; one that a
newer Python no longer has is left out, and `tests/instrument/test_instructions.py` tells.
"""

from __future__ import annotations

import dis
from collections.abc import Iterator
from types import CodeType, FrameType
from typing import Any


def _numbers(*names: str) -> frozenset[int]:
    """The numbers of those instructions that this Python has."""
    return frozenset(dis.opmap[name] for name in names if name in dis.opmap)


_JUMP = _numbers(*[name for name in dis.opmap if "JUMP" in name])
_ELSEWHERE = _JUMP | _numbers(*[name for name in dis.opmap if "RETURN" in name])
"""Compilers put jumps of conditions in an expression onto lines where something else stands."""
_BESIDE = _numbers("CACHE", "EXTENDED_ARG", "NOT_TAKEN")
"""What belongs to another instruction. Since Python 3.13 jumps have caches, since 3.14 the way that
goes on after one is marked."""
_NOTHING = _ELSEWHERE | _BESIDE
_RAISE = _numbers("RAISE_VARARGS")
_RESUME = _numbers("RESUME")
_READ_ATTRIBUTE = _numbers("LOAD_ATTR", "MATCH_CLASS")
_GET_GLOBAL = _numbers("LOAD_GLOBAL", "LOAD_NAME")
_GET_ATTRIBUTE = _numbers("LOAD_ATTR", "LOAD_METHOD", "LOAD_SUPER_ATTR", "LOAD_SUPER_METHOD")
_CONSTANT = _numbers("LOAD_SMALL_INT", "LOAD_COMMON_CONSTANT")
_STORE_NAMES = _numbers("STORE_ATTR", "DELETE_ATTR", "STORE_GLOBAL", "DELETE_GLOBAL")
_STORE_CELLS = _numbers("STORE_DEREF", "DELETE_DEREF")
_STORE_ITEMS = _numbers("STORE_SUBSCR", "DELETE_SUBSCR", "STORE_SLICE")


def globals_read(code: CodeType) -> set[str]:
    """The names of the globals that some code reads, without what is inside it."""
    return {each.argval for each in dis.get_instructions(code) if each.opcode in _GET_GLOBAL}


def attributes_read(code: CodeType) -> set[str]:
    """The names of the attributes that some code reads, without what is inside it."""
    return {each.argval for each in dis.get_instructions(code) if each.opcode in _GET_ATTRIBUTE}


def places(code: CodeType) -> Iterator[tuple[int, int]]:
    """The instructions that do something on a line, beside leading to another one, and the line."""
    instructions = code.co_code
    for first, last, line in code.co_lines():
        if line is not None:
            for at in range(first, last, 2):
                if instructions[at] not in _NOTHING:
                    yield at, line


def maker_of_test(code: CodeType, at: int) -> int:
    """The instruction that made what a jump tests; the instruction itself where it is no jump.

    Python 3.11 gives all jumps of `if a and b:` one position, that of the statement. What they test
    has its own on every version.
    """
    instructions = code.co_code
    if instructions[at] in _JUMP:
        at = max(at - 2, 0)
        while at > 0 and instructions[at] in _BESIDE:
            at -= 2
    return at


def is_raise(code: CodeType, at: int) -> bool:
    """Whether the instruction is that of a `raise` statement, not of what it evaluates."""
    return code.co_code[at] in _RAISE


def reads_attribute(frame: FrameType) -> bool:
    """Whether the frame reads an attribute right now; else it calls what does."""
    return frame.f_code.co_code[frame.f_lasti] in _READ_ATTRIBUTE


def first_of_call(code: CodeType) -> int:
    """The instruction that a call begins with, after those that set up cells and generators."""
    instructions = code.co_code
    return next((at for at in range(0, len(instructions), 2) if instructions[at] in _RESUME), 0)


def is_short(code: CodeType) -> bool:
    """Whether the code does little more than raise one exception: at most 50 units."""
    return len(code.co_code) < 100


def constants(code: CodeType) -> Iterator[Any]:
    """What is written down in the code of a function, its docstring included.

    Since Python 3.14 a slice of constants is one, and small ints are arguments of instructions;
    since 3.15 so are a few that are frequent, like -1.
    """
    for each in code.co_consts:
        if type(each) is slice:
            yield from (each.start, each.stop, each.step)
        else:
            yield each
    if _CONSTANT:
        for instruction in dis.get_instructions(code):
            if instruction.opcode in _CONSTANT:
                yield instruction.argval


def stores(code: CodeType) -> tuple[set[str], bool]:
    """The names of attributes, globals and cells that code stores, and whether it stores items."""
    names: set[str] = set()
    items, high = False, 0
    own = [name for name in code.co_cellvars if name not in code.co_varnames]
    cells = [*code.co_varnames, *own, *code.co_freevars]
    instructions = code.co_code
    for at in range(0, len(instructions), 2):
        operation, low = instructions[at], instructions[at + 1]
        if operation in _STORE_NAMES:
            names.add(code.co_names[high | low])
        elif operation in _STORE_CELLS:
            names.add(cells[high | low])
        elif operation in _STORE_ITEMS:
            items = True
        high = (high | low) << 8 if operation == dis.EXTENDED_ARG else 0
    return names, items
