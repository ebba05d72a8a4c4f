"""Instructions put in place of the constants that stand for them (`rewrite/inline`).

No instruction is moved: each is overwritten where it stands, what is not needed by NOP.
"""

from __future__ import annotations

import dis
import functools
import opcode
from collections.abc import Callable
from types import CodeType
from typing import Any

from wend.instrument.rewrite.nodes import INSTRUCTION, NULL_LAST

Patch = Callable[[bytearray, int, int], None]
"""Changes the units of code at a place, by a number."""

_DEEPER = 6
"""How much deeper the arms make the stack: they keep the operands on it."""

_OPCODES = dis.opmap
_NOP, _COPY, _SWAP, _POP = (_OPCODES[name] for name in ("NOP", "COPY", "SWAP", "POP_TOP"))
_LOAD_CONST, _EXTENDED_ARG = _OPCODES["LOAD_CONST"], _OPCODES["EXTENDED_ARG"]
_PUSH_NULL, _JUMP_FORWARD = _OPCODES["PUSH_NULL"], _OPCODES["JUMP_FORWARD"]
_IS_OP, _CALL, _PRECALL = _OPCODES["IS_OP"], _OPCODES["CALL"], _OPCODES.get("PRECALL", -1)
_JUMP_IF_FALSE = _OPCODES.get("POP_JUMP_FORWARD_IF_FALSE") or _OPCODES["POP_JUMP_IF_FALSE"]
_JUMP_IF_TRUE = _OPCODES.get("POP_JUMP_FORWARD_IF_TRUE") or _OPCODES["POP_JUMP_IF_TRUE"]
_NATIVE = {
    *map(_OPCODES.get, ("BINARY_SUBSCR", "STORE_SUBSCR", "DELETE_SUBSCR", "BINARY_OP")),
    *map(_OPCODES.get, ("COMPARE_OP", "CONTAINS_OP", "IS_OP", "BUILD_SET", "BUILD_MAP")),
}
"""What the native arms of tests do first."""
_BINARY_SUBSCR, _STORE_SUBSCR = _OPCODES["BINARY_SUBSCR"], _OPCODES["STORE_SUBSCR"]
_BINARY_OP, _BUILD_SLICE = _OPCODES["BINARY_OP"], _OPCODES["BUILD_SLICE"]
_BINARY_SLICE, _STORE_SLICE = (_OPCODES.get(f"{name}_SLICE", -1) for name in ("BINARY", "STORE"))
_NOPS, _IS_OPS = bytes((_NOP, 0)) * 64, bytes((_IS_OP,)) * 16
_IN_PLACE = 13
"""From the number of an operator to that of its augmented assignment."""


class Unpatchable(Exception):
    """The compiler did not put the instructions where we expect them."""


def patched(code: CodeType, consts: list[Any]) -> CodeType:
    """The code with these constants, and the instructions that some of them stand for."""
    wanted = {
        index: _instruction(const)
        for index, const in enumerate(consts)
        if type(const) is str and const.startswith(INSTRUCTION)
    }
    if not wanted:
        return code.replace(co_consts=tuple(consts))
    units = bytearray(code.co_code)
    compiled = set(_places(units, _NOP))
    for at in _places(units, _LOAD_CONST):
        argument, first = units[at + 1], at
        while first and units[first - 2] == _EXTENDED_ARG:
            first -= 2
            argument |= units[first + 1] << (4 * (at - first))
        if argument not in wanted:
            continue
        operation, patch, number = wanted[argument]
        if first != at and patch is not _number:
            units[first:at] = _nops(at - first)
        if patch is None:
            units[at], units[at + 1] = operation, number
        else:
            patch(units, at, number)
    _close_up(units, compiled)
    _skip_nops(units, compiled)
    for index, (_, patch, number) in wanted.items():
        consts[index] = number if patch is _number else None
    return code.replace(
        co_code=bytes(units), co_consts=tuple(consts), co_stacksize=code.co_stacksize + _DEEPER
    )


@functools.cache
def _instruction(const: str) -> tuple[int, Patch | None, int]:
    """What is put in place of a constant: an operation with its number, or what a patch does."""
    name, _, number = const[len(INSTRUCTION) :].partition(" ")
    if name in _PATCHES:
        return _NOP, _PATCHES[name], int(number or 0)
    return _OPCODES[name], None, int(number or 0)


def _places(units: bytearray, operation: int) -> list[int]:
    """Where an operation stands; a loop over all of them in Python would be slow."""
    operations, places = bytes(units[::2]), []
    at = operations.find(operation)
    while at >= 0:
        places.append(2 * at)
        at = operations.find(operation, at + 1)
    return places


def _close_up(units: bytearray, compiled: set[int]) -> None:
    """Moves what stands behind NOPs to the first of them: the jump that ends a test, and the
    native operation right after it. All of them are of one place in the source, and no jump leads
    to what is moved.
    """
    for at in _places(units, _JUMP_IF_TRUE):
        _jump_sooner(units, at, compiled)
    for at in _places(units, _JUMP_IF_FALSE):
        native = at = _jump_sooner(units, at, compiled)
        while units[native] == _NOP and native not in compiled:
            native += 2
        if units[native] in _NATIVE:
            _moved(units, native, at)


def _jump_sooner(units: bytearray, at: int, compiled: set[int]) -> int:
    """Moves a jump to the first NOP before it; tells where the next instruction would stand."""
    first = at
    while units[first - 2] == _NOP and first - 2 not in compiled:
        first -= 2
    if units[at + 1] + (at - first) // 2 < 256 and units[first - 2] != _EXTENDED_ARG:
        units[at + 1] += (at - first) // 2
        return _moved(units, at, first)
    return _next(units, at)


def _moved(units: bytearray, at: int, to: int) -> int:
    """Moves an instruction over NOPs; tells where the next one would stand."""
    end = _next(units, at)
    units[to:end] = units[at:end] + _nops(at - to)
    return to + end - at


def _skip_nops(units: bytearray, compiled: set[int]) -> None:
    """Jumps over several NOPs at once, and from a NOP to where a jump behind it leads.

    Those of the compiler stay, since a line may begin with them.
    """
    for at in reversed(_places(units, _NOP)):
        if at in compiled:
            continue
        following = units[at + 2]
        if following == _JUMP_FORWARD:
            if units[at + 3] < 255:
                units[at], units[at + 1] = _JUMP_FORWARD, units[at + 3] + 1
        elif following == _NOP and at + 2 not in compiled:
            units[at], units[at + 1] = _JUMP_FORWARD, 1


def _nops(size: int) -> bytes:
    """So many bytes of nothing."""
    return _NOPS[:size] if size <= len(_NOPS) else _NOPS[:2] * (size // 2)


def _put(units: bytearray, at: int, operation: int, argument: int = 0) -> None:
    units[at], units[at + 1] = operation, argument


def _expect(units: bytearray, at: int, operation: int) -> None:
    if units[at] != operation:
        found = dis.opname[units[at]]
        raise Unpatchable(f"{found} where {dis.opname[operation]} was expected")


def _drop(units: bytearray, at: int, count: int) -> None:
    """Drops the operators that would use up what has to stay."""
    end = at + 2 + 2 * count
    if units[at + 2 : end : 2] != _IS_OPS[:count]:
        raise Unpatchable("no operators where they were expected")
    units[at:end] = _nops(end - at)


def _take(units: bytearray, at: int, depth: int) -> None:
    """Calls with operands that are on the stack: the callee goes below them, as a method does."""
    _put(units, at, _SWAP, depth)
    before = at - 2
    while units[before] in (_NOP, _LOAD_CONST, _EXTENDED_ARG):
        before -= 2
    _expect(units, before, _PUSH_NULL)
    _put(units, before, _NOP)
    while units[at] not in (_CALL, _PRECALL):
        at += 2
    units[at + 1] -= 1
    if units[at] == _PRECALL:
        at = _next(units, at)
        _expect(units, at, _CALL)
        units[at + 1] -= 1


def _instead(operation: int) -> Patch:
    """Puts an operation, with its number, in place of a subscript that is read."""

    def patch(units: bytearray, at: int, number: int) -> None:
        _put(units, at, _NOP)
        place = at + 2
        if units[place] == _BUILD_SLICE:
            place += 2
        elif units[place] == _BINARY_SLICE:
            if operation == _STORE_SUBSCR:
                _put(units, place, _STORE_SLICE)
            else:  # of which there is none for slices
                _put(units, at, _BUILD_SLICE, 2)
                _put(units, place, operation, number)
            return
        _expect(units, place, _BINARY_SUBSCR)
        end = _next(units, place)
        _put(units, place, operation, number)
        rest = _next(units, place)
        units[rest:end] = _nops(end - rest)

    return patch


def _undo(units: bytearray, at: int, _: int) -> None:
    """A subscript that is not read: what is on top stays."""
    _expect(units, at + 2, _BINARY_SUBSCR)
    end = _next(units, at + 2)
    units[at:end] = _nops(end - at)


def _in_place(units: bytearray, at: int, _: int) -> None:
    """The operator that follows is that of an augmented assignment."""
    _put(units, at, _NOP)
    _expect(units, at + 2, _BINARY_OP)
    units[at + 3] += _IN_PLACE


def _number(units: bytearray, at: int, _: int) -> None:
    """The number itself, which stays a constant."""


def _swap_and_pop(units: bytearray, at: int, depth: int) -> None:
    """Puts what is on top in the place of what is at a depth."""
    _put(units, at, _SWAP, depth)
    _expect(units, at + 2, _IS_OP)
    _put(units, at + 2, _POP)


def _pop(units: bytearray, at: int, _: int) -> None:
    """Leaves what is below the top."""
    _put(units, at, _NOP)
    _expect(units, at + 2, _IS_OP)
    _put(units, at + 2, _POP)


def _start(units: bytearray, at: int, _: int) -> None:
    """A call of a method: it needs no empty place below."""
    _put(units, at, _NOP)
    if not NULL_LAST:
        while units[at] == _NOP:  # what extended the constant
            at -= 2
        _expect(units, at, _PUSH_NULL)
        _put(units, at, _NOP)


def _method(units: bytearray, at: int, _: int) -> None:
    """Looks up a method and does not call it yet."""
    _put(units, at, _NOP)
    at += 2
    while units[at] == _EXTENDED_ARG:
        at += 2
    at = end = _next(units, at)
    if units[end] == _PRECALL:
        end = _next(units, end)
    _expect(units, end, _CALL)
    end = _next(units, end)
    if NULL_LAST and units[end] == _PUSH_NULL:  # what comes next may stand at the end of both ways
        end += 2
    units[at:end] = _nops(end - at)


def _bound(units: bytearray, at: int, _: int) -> None:
    """Leaves a callee as if no method had been looked up."""
    _put(units, at, _PUSH_NULL)
    _expect(units, at + 2, _IS_OP)
    if NULL_LAST:
        _expect(units, at + 4, _PUSH_NULL)
        _put(units, at + 2, _NOP)
        _put(units, at + 4, _NOP)
    else:
        _put(units, at + 2, _SWAP, 2)


def _next(units: bytearray, at: int) -> int:
    """Where the next instruction is, behind the caches of this one."""
    return at + 2 + 2 * _CACHES[units[at]]


def _cache_sizes() -> list[int]:
    entries = opcode._inline_cache_entries  # type: ignore[attr-defined]
    if isinstance(entries, dict):
        return [entries.get(name, 0) for name in dis.opname]
    return list(entries)


_CACHES = _cache_sizes()

_PATCHES: dict[str, Patch] = {
    "DROP": _drop,
    "TAKE": _take,
    "STORE": _instead(_STORE_SUBSCR),
    "DELETE": _instead(_OPCODES["DELETE_SUBSCR"]),
    "SET": _instead(_OPCODES["BUILD_SET"]),
    "MAP": _instead(_OPCODES["BUILD_MAP"]),
    "UNDO": _undo,
    "INPLACE": _in_place,
    "NUMBER": _number,
    "SWAPPOP": _swap_and_pop,
    "POP": _pop,
    "START": _start,
    "METHOD": _method,
    "BOUND": _bound,
}
