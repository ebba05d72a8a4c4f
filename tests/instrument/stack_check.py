"""What a code object may do to the interpreter: its stack, checked along all of its ways.

The interpreter believes code. A stack that is deeper than the code says, a jump into the middle of
an instruction or an empty place that is read end the process, or spoil its memory for later.
`faults` walks all ways through the code, those of exceptions too, with what is known of each place
on the stack.
"""

from __future__ import annotations

import dis
import heapq
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any

import wend.run.callee  # noqa: F401 - which names `receivers`
from wend.run.kinds import NAMED

VERSION = sys.version_info[:2]

VALUE, NULL, EITHER = "value", "null", "value or null"
METHODS_ONLY, IS_METHOD = "types with methods only", "whether a method was found"
"""The constant `receivers` of twins, the type that a look knows `alone`, methods that are `fed`,
and what a look at them tells: there is no NULL below a call."""

Stack = tuple[str, ...]

_CALLEE_FIRST = VERSION >= (3, 13)
_ENDS = {
    "RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE", "JUMP_FORWARD", "JUMP_BACKWARD",
    "JUMP_BACKWARD_NO_INTERRUPT",
}  # fmt: skip
"""What is not followed by the next instruction."""

_CANNOT_RAISE = {"PUSH_EXC_INFO", "SWAP", "NOP"}

_SIMPLE: dict[str, tuple[int, int]] = {
    **dict.fromkeys(
        (
            "NOP", "RESUME", "MAKE_CELL", "COPY_FREE_VARS", "KW_NAMES", "PRECALL", "JUMP_FORWARD",
            "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT", "DELETE_FAST", "DELETE_NAME",
            "DELETE_GLOBAL", "DELETE_DEREF", "SETUP_ANNOTATIONS", "RETURN_CONST", "CACHE",
        ),
        (0, 0),
    ),
    **dict.fromkeys(
        (
            "LOAD_FAST", "LOAD_FAST_CHECK", "LOAD_CONST", "LOAD_NAME", "LOAD_DEREF",
            "LOAD_CLOSURE", "LOAD_CLASSDEREF", "LOAD_BUILD_CLASS", "LOAD_ASSERTION_ERROR",
            "LOAD_LOCALS", "RETURN_GENERATOR",
        ),
        (0, 1),
    ),
    **dict.fromkeys(
        (
            "POP_TOP", "STORE_NAME", "STORE_GLOBAL", "STORE_DEREF", "DELETE_ATTR", "RETURN_VALUE",
            "POP_EXCEPT", "PRINT_EXPR", "IMPORT_STAR",
        ),
        (1, 0),
    ),
    **dict.fromkeys(
        (
            "UNARY_NOT", "UNARY_NEGATIVE", "UNARY_INVERT", "UNARY_POSITIVE", "TO_BOOL", "GET_ITER",
            "GET_YIELD_FROM_ITER", "GET_AITER", "GET_AWAITABLE", "LIST_TO_TUPLE", "YIELD_VALUE",
            "ASYNC_GEN_WRAP", "CALL_INTRINSIC_1", "LOAD_FROM_DICT_OR_GLOBALS",
            "LOAD_FROM_DICT_OR_DEREF", "CONVERT_VALUE", "FORMAT_SIMPLE", "STORE_FAST_LOAD_FAST",
        ),
        (1, 1),
    ),
    **dict.fromkeys(
        (
            "PUSH_EXC_INFO", "BEFORE_WITH", "BEFORE_ASYNC_WITH",
        ),
        (1, 2),
    ),
    **dict.fromkeys(
        (
            "BINARY_OP", "BINARY_SUBSCR", "COMPARE_OP", "IS_OP", "CONTAINS_OP", "END_SEND",
            "IMPORT_NAME", "PREP_RERAISE_STAR", "CALL_INTRINSIC_2", "FORMAT_WITH_SPEC",
            "SET_FUNCTION_ATTRIBUTE",
        ),
        (2, 1),
    ),
    **dict.fromkeys(("CHECK_EXC_MATCH", "CHECK_EG_MATCH", "SEND"), (2, 2)),
    **dict.fromkeys(
        ("DELETE_SUBSCR", "STORE_ATTR", "END_ASYNC_FOR", "STORE_FAST_STORE_FAST"), (2, 0)
    ),
    **dict.fromkeys(("STORE_SUBSCR",), (3, 0)),
    "END_FOR": (1, 0) if _CALLEE_FIRST else (2, 0),
    "LOAD_FAST_LOAD_FAST": (0, 2),
    "MATCH_CLASS": (3, 1),
    "BINARY_SLICE": (3, 1),
    "STORE_SLICE": (4, 0),
    "CLEANUP_THROW": (3, 2),
    "FOR_ITER": (1, 2),
}  # fmt: skip
"""How many values an instruction takes, and how many it gives."""

_LOOKS: dict[str, int] = {
    **dict.fromkeys(("GET_ANEXT", "GET_LEN", "MATCH_MAPPING", "MATCH_SEQUENCE", "IMPORT_FROM"), 1),
    "MATCH_KEYS": 2,
    "WITH_EXCEPT_START": 4,
}
"""How many values an instruction looks at, to give one more."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction with all that extends it; `after` is where the next one stands."""

    start: int
    at: int
    name: str
    argument: int
    after: int


class Fault(Exception):
    """What would harm the interpreter."""


def faults(code: CodeType) -> list[str]:
    """What is wrong with the code, if anything is."""
    try:
        _Walk(code).walk()
    except Fault as fault:
        return [f"{code.co_qualname}, line {code.co_firstlineno}: {fault}"]
    return []


def all_codes(code: CodeType) -> Iterator[CodeType]:
    """The code and all that is in its constants."""
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from all_codes(const)


class _Walk:
    def __init__(self, code: CodeType) -> None:
        self.code = code
        self.instructions = {each.start: each for each in _instructions(code.co_code)}
        table = dis._parse_exception_table(code)  # type: ignore[attr-defined]
        self.handlers: dict[int, Any] = {
            at: handler for handler in table for at in range(handler.start, handler.end, 2)
        }
        self.stacks: dict[int, Stack] = {}
        self.waiting = [0]

    def walk(self) -> None:
        self.reach(0, ())
        while self.waiting:
            # The ways to an instruction are put together before it: the first one may be one that
            # what a look told of all of them rules out.
            at = heapq.heappop(self.waiting)
            instruction = self.instructions[at]
            try:
                self.step(instruction, self.stacks[at])
            except Fault as fault:
                line = f"{instruction.at} {instruction.name} {instruction.argument}"
                raise Fault(f"{line}: {fault}") from None

    def reach(self, at: int, stack: Stack) -> None:
        if at not in self.instructions:
            raise Fault(f"goes to {at}, where no instruction begins")
        if len(stack) > self.code.co_stacksize:
            raise Fault(f"stack of {len(stack)}, more than {self.code.co_stacksize}")
        known = self.stacks.get(at)
        if known is not None:
            if len(known) != len(stack):
                raise Fault(f"stack of {len(stack)} at {at}, elsewhere of {len(known)}")
            stack = tuple(map(_either, known, stack))
            if stack == known:
                return
        self.stacks[at] = stack
        heapq.heappush(self.waiting, at)

    def step(self, instruction: Instruction, stack: Stack) -> None:
        name, argument = instruction.name, instruction.argument
        taken, given = self.effect(name, argument, stack)
        if taken > len(stack):
            raise Fault(f"takes {taken} of {len(stack)}")
        rest = stack[: len(stack) - taken]
        if name.startswith("RETURN_") and name != "RETURN_GENERATOR" and rest:
            raise Fault(f"leaves {len(rest)} on the stack")
        after = (*rest, *given)
        if name not in _CANNOT_RAISE:
            # What is thrown into a generator comes after the value that it was sent.
            self.catch(instruction, after if name == "YIELD_VALUE" else rest)
        for target, stack_there in self.jumps(instruction, stack, after):
            self.reach(target, stack_there)
        if name.startswith("POP_JUMP") and stack[-1] == IS_METHOD:
            after = tuple(VALUE if each == EITHER else each for each in after)
        if name not in _ENDS:
            self.reach(instruction.after, after)

    def catch(self, instruction: Instruction, stack: Stack) -> None:
        handler = self.handlers.get(instruction.at)
        if handler is not None:
            if handler.depth > len(stack):
                raise Fault(f"{len(stack)} on the stack, handled with {handler.depth}")
            caught = (*stack[: handler.depth], *[VALUE] * (1 + handler.lasti))
            self.reach(handler.target, caught)

    def jumps(
        self, instruction: Instruction, stack: Stack, after: Stack
    ) -> Iterator[tuple[int, Stack]]:
        """Where an instruction may jump to, and the stack there."""
        name = instruction.name
        if not (name.startswith(("POP_JUMP", "JUMP")) or name in ("FOR_ITER", "SEND")):
            return
        way = -1 if "BACKWARD" in name else 1
        target = instruction.after + way * 2 * instruction.argument
        if name.endswith("_OR_POP"):
            yield target, stack
        elif name in ("FOR_ITER", "SEND") and VERSION < (3, 12):
            yield target, stack[:-1]
        else:
            yield target, after

    def effect(self, name: str, argument: int, stack: Stack) -> tuple[int, list[str]]:
        """How many are taken from the stack, and what is given to it."""
        values = _SIMPLE.get(name)
        if name == "LOAD_CONST":
            const = self.code.co_consts[argument]
            return 0, [METHODS_ONLY if _tells_methods(const) else VALUE]
        if (
            name in ("CONTAINS_OP", "IS_OP")
            and stack[-1:] == (METHODS_ONLY,)
            and stack[-2] == VALUE
            and argument == 0
        ):
            return 2, [IS_METHOD]
        if name in _LOOKS:
            self.expect_values(stack, _LOOKS[name])
            return 0, [VALUE]
        if values is not None:
            taken, given = values
            self.expect_values(stack, taken)
            return taken, [VALUE] * given
        special = getattr(self, name.lower(), None)
        if special is None:
            raise Fault("unknown instruction")
        effect: tuple[int, list[str]] = special(argument, stack)
        return effect

    def expect_values(self, stack: Stack, count: int, *, nullable: int = 0) -> None:
        """The topmost are no NULLs; but the one at the place `nullable` may be."""
        if count > len(stack):
            raise Fault(f"takes {count} of {len(stack)}")
        for place in range(1, count + 1):
            if stack[-place] in (NULL, EITHER) and place != nullable:
                raise Fault(f"{stack[-place]} at place {place} of the stack")

    # Instructions with a number, in lower case

    def push_null(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        return 0, [NULL]

    def store_fast(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        if not stack:
            raise Fault("stores what is not there")
        return 1, []  # NULL too, where a comprehension had hidden a name that is not bound

    def load_fast_and_clear(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        return 0, [EITHER]

    def load_global(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        if not argument & 1:
            return 0, [VALUE]
        return 0, [VALUE, NULL] if _CALLEE_FIRST else [NULL, VALUE]

    def load_attr(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        self.expect_values(stack, 1)
        if VERSION >= (3, 12) and argument & 1:
            return 1, _METHOD
        name = self.code.co_names[argument >> (VERSION >= (3, 12))]
        return 1, [METHODS_ONLY if name == "alone" else VALUE]

    def load_method(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        self.expect_values(stack, 1)
        return 1, _METHOD

    def load_super_attr(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        self.expect_values(stack, 3)
        return 3, _METHOD if argument & 1 else [VALUE]

    def call(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        nullable = argument + (1 if _CALLEE_FIRST else 2)
        self.expect_values(stack, argument + 2, nullable=nullable)
        return argument + 2, [VALUE]

    def call_kw(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        self.expect_values(stack, argument + 3, nullable=argument + 2)
        return argument + 3, [VALUE]

    def call_function_ex(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        count = 3 + (argument & 1)
        self.expect_values(stack, count, nullable=count - 1 if _CALLEE_FIRST else count)
        return count, [VALUE]

    def copy(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        if argument < 1 or argument > len(stack):
            raise Fault(f"copies place {argument} of {len(stack)}")
        if stack[-argument] in (NULL, EITHER):
            raise Fault(f"copies {stack[-argument]}")
        return 0, [stack[-argument]]

    def swap(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        if argument < 2 or argument > len(stack):
            raise Fault(f"swaps place {argument} of {len(stack)}")
        places = list(stack[-argument:])
        places[0], places[-1] = places[-1], places[0]
        return argument, places

    def build(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        self.expect_values(stack, argument)
        return argument, [VALUE]

    build_tuple = build_list = build_set = build_string = build_slice = build

    def build_map(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        return self.build(2 * argument, stack)

    def build_const_key_map(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        return self.build(argument + 1, stack)

    def format_value(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        return self.build(2 if argument & 4 else 1, stack)

    def make_function(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        return self.build(1 if _CALLEE_FIRST else 1 + (argument & 15).bit_count(), stack)

    def add_to(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        self.expect_values(stack, 1)
        if len(stack) < argument + 1 or stack[-1 - argument] in (NULL, EITHER):
            raise Fault("adds to what is not there")
        return 1, []

    list_append = set_add = list_extend = set_update = dict_update = dict_merge = add_to

    def map_add(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        self.expect_values(stack, 2)
        if len(stack) < argument + 2 or stack[-2 - argument] in (NULL, EITHER):
            raise Fault("adds to what is not there")
        return 2, []

    def unpack_sequence(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        self.expect_values(stack, 1)
        return 1, [VALUE] * argument

    def unpack_ex(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        self.expect_values(stack, 1)
        return 1, [VALUE] * ((argument & 255) + 1 + (argument >> 8))

    def raise_varargs(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        self.expect_values(stack, argument)
        return argument, []

    def reraise(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        self.expect_values(stack, 1 + bool(argument))
        return 1, []

    def jump(self, argument: int, stack: Stack) -> tuple[int, list[str]]:
        self.expect_values(stack, 1)
        return 1, []

    pop_jump_if_true = pop_jump_if_false = pop_jump_if_none = pop_jump_if_not_none = jump
    pop_jump_forward_if_true = pop_jump_forward_if_false = jump
    pop_jump_forward_if_none = pop_jump_forward_if_not_none = jump
    pop_jump_backward_if_true = pop_jump_backward_if_false = jump
    pop_jump_backward_if_none = pop_jump_backward_if_not_none = jump
    jump_if_true_or_pop = jump_if_false_or_pop = jump


_METHOD = [VALUE, EITHER] if _CALLEE_FIRST else [EITHER, VALUE]


def _either(one: str, other: str) -> str:
    if one == other:
        return one
    return EITHER if {one, other} & {NULL, EITHER} else VALUE


def _tells_methods(const: object) -> bool:
    return any(
        const is NAMED[name] for name in ("receivers", "fed_extend", "fed_update", "list_sort")
    )


def _instructions(units: bytes) -> Iterator[Instruction]:
    at, argument, start = 0, 0, 0
    while at < len(units):
        operation = units[at]
        argument = argument << 8 | units[at + 1]
        if operation == dis.EXTENDED_ARG:
            at += 2
            continue
        after = at + 2 + 2 * _CACHES[operation]
        yield Instruction(start, at, dis.opname[operation], argument, after)
        at = start = after
        argument = 0


def _cache_sizes() -> list[int]:
    entries = dis._inline_cache_entries  # type: ignore[attr-defined]
    if isinstance(entries, dict):
        return [entries.get(name, 0) for name in dis.opname]
    return list(entries)


_CACHES = _cache_sizes()
