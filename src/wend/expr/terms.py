"""Interned, immutable terms: equal structure is the same object.

    x + 2*y >= 11        Term("ge", (L,), 11)
                           └ L = Term("linear", (x, y), ((1, 2), 0))

Terms have no operators and no truth value. The functions of `build` make them, `is` compares
them, and `op`, `args` and `payload` take them apart. The payload of a leaf is a constant, or a
variable (`expr.variables`).
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Set
from functools import cache
from typing import Any, NoReturn, ParamSpec

from wend.expr.operations import OPERATIONS
from wend.expr.sorts import Sort
from wend.expr.variables import forget_variables

P = ParamSpec("P")

_RANKS = {name: rank for rank, name in enumerate(OPERATIONS)}

MOST_NARROW = 32
"""A term of more variables is wide: its variables are kept as bits and not as a plain set."""


class Term:
    """One node of a symbolic expression."""

    __slots__ = ("_order", "args", "is_opaque", "negation", "op", "payload", "sort", "variables")

    op: str
    args: tuple[Term, ...]
    payload: Any
    sort: Sort
    variables: Set[Term]
    """The leaves that are variables, computed once: a frozenset, or a `Many` for a wide term."""
    is_opaque: bool
    """Whether the term has an application of an opaque function in it."""
    negation: Term | None
    """The opposite condition, kept by `build.negate`: paths negate the same conditions often."""
    _order: int | None

    @property
    def order(self) -> int:
        """A number by which arguments are sorted. It depends on the structure alone, so it is the
        same in every process."""
        if self._order is None:
            stack = [self]
            while stack:
                # Only arguments without a number: a sum in a loop asks for its order in each turn.
                missing = [arg for arg in stack[-1].args if arg._order is None]
                if missing:
                    stack.extend(missing)
                else:
                    node = stack.pop()
                    node._order = _order_of(node)
        assert self._order is not None
        return self._order

    @property
    def is_wide(self) -> bool:
        """Whether the term has more than `MOST_NARROW` variables: going through them is slow."""
        return type(self.variables) is VariableBits

    def __bool__(self) -> NoReturn:
        raise TypeError("a term has no truth value; it is compared with `is`")

    def __repr__(self) -> str:
        """The node and its arguments without theirs; `expr.show` gives the whole term as source."""
        below = [arg.op if arg.args else repr(arg.payload) for arg in self.args[:4]]
        payload = [] if self.payload is None else [repr(self.payload)]
        return f"<{' '.join([self.op, *payload, *below])}{' …' if len(self.args) > 4 else ''}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("terms travel between processes by wend.expr.transport")


class VariableBits(Set[Term]):
    """The variables of a wide term, as the bits of one number.

    A sum over thousands of variables is made of thousands of terms, and each has a set with one
    variable more than the term before. As hash tables these sets would take memory by the square
    of the sum's length; as bits they take about a thousandth of that.
    """

    __slots__ = ("_bits", "_count")

    def __init__(self, bits: int) -> None:
        self._bits = bits
        self._count: int | None = None

    def __contains__(self, node: object) -> bool:
        number = _numbers.get(node)  # type: ignore[call-overload]
        return number is not None and bool(self._bits >> number & 1)

    def __iter__(self) -> Iterator[Term]:
        digits = bin(self._bits)
        at = digits.rfind("1")
        while at > 1:
            yield _numbered[len(digits) - 1 - at]
            at = digits.rfind("1", 0, at)

    def __len__(self) -> int:
        if self._count is None:
            self._count = self._bits.bit_count()
        return self._count

    def isdisjoint(self, other: Iterable[Any]) -> bool:
        bits = self._bits
        for node in other:
            number = _numbers.get(node)
            if number is not None and bits >> number & 1:
                return False
        return True

    @classmethod
    def _from_iterable(cls, them: Iterable[Term]) -> frozenset[Term]:  # type: ignore[override]
        return frozenset(them)


_numbers: dict[Term, int] = {}
"""The bit of each variable: its place in `_numbered`."""
_numbered: list[Term] = []
"""The variables in the order in which they first were part of a wide term."""


_interned: dict[tuple[Any, ...], Term] = {}
_APPLICATIONS = frozenset(("apply", "apply_float"))
_DOUBLE = struct.Struct("<d")


def term(op: str, args: tuple[Term, ...], payload: Any, sort: Sort) -> Term:
    """The one term of this structure, not simplified. Callers outside of `expr` use `build`.

    The key of the table has the sort in it, because `1 == True`. It has the bits of a float,
    because `0.0 == -0.0` and `nan != nan`.
    """
    if sort is Sort.FLOAT and op == "const":
        key: tuple[Any, ...] = (op, args, _DOUBLE.pack(payload), sort)
    else:
        key = (op, args, payload, sort)
    found = _interned.get(key)
    if found is not None:
        return found
    made = Term()
    made.op = op
    made.args = args
    made.payload = payload
    made.sort = sort
    made.variables = _free_variables(made)
    made.is_opaque = op in _APPLICATIONS
    for arg in args:
        if arg.is_opaque:
            made.is_opaque = True
            break
    made.negation = None
    made._order = None
    _interned[key] = made
    return made


def forget_terms() -> None:
    """Empties the intern tables. Terms made before must not be mixed with terms made after."""
    _interned.clear()
    _numbers.clear()
    _numbered.clear()
    forget_variables()
    for forget in _forgets:
        forget()


_forgets: list[Callable[[], None]] = []


def on_forgetting(forget: Callable[[], None]) -> None:
    """Registers a function that `forget_terms` calls. Every cache that holds terms needs one."""
    _forgets.append(forget)


def remembered(make: Callable[P, Term]) -> Callable[P, Term]:
    """A cache for a function that makes a term of its arguments; emptied by `forget_terms`."""
    cached = cache(make)
    on_forgetting(cached.cache_clear)
    return cached  # type: ignore[return-value]


def interned_count() -> int:
    """The number of terms in the intern table."""
    return len(_interned)


def walk(*roots: Term) -> Iterator[Term]:
    """Every distinct term below the roots, each after its arguments."""
    seen: set[Term] = set()
    stack: list[tuple[Term, bool]] = [(root, False) for root in reversed(roots)]
    while stack:
        node, expanded = stack.pop()
        if expanded:
            yield node
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack.extend((arg, False) for arg in reversed(node.args) if arg not in seen)


_NONE: frozenset[Term] = frozenset()


def _free_variables(node: Term) -> Set[Term]:
    if node.op == "var":
        return frozenset((node,))
    union: frozenset[Term] = _NONE
    for arg in node.args:
        variables = arg.variables
        if type(variables) is VariableBits:
            return _united(node.args)
        # Sharing the set of one argument keeps long chains over few variables cheap.
        if not variables <= union:
            union = variables if union <= variables else union | variables  # type: ignore[assignment]
    return union if len(union) <= MOST_NARROW else _united(node.args)


def _united(args: Iterable[Term]) -> VariableBits:
    """The variables of all these terms, as a `Many`."""
    bits = 0
    for arg in args:
        variables = arg.variables
        if isinstance(variables, VariableBits):
            bits |= variables._bits
            continue
        assert isinstance(variables, frozenset)
        for variable in sorted(variables.difference(_numbers), key=lambda each: each.payload.text):
            _numbers[variable] = len(_numbered)
            _numbered.append(variable)
        for variable in variables:
            bits |= 1 << _numbers[variable]
    for arg in args:
        if isinstance(arg.variables, VariableBits) and arg.variables._bits == bits:
            return arg.variables
    return VariableBits(bits)


def _order_of(node: Term) -> int:
    payload = node.payload.text if node.op == "var" else node.payload
    return hash((_RANKS[node.op], _digest(payload), *[arg._order for arg in node.args]))


def _digest(payload: Any) -> int:
    """A number that depends on the payload alone, and tells small numbers apart.

    Python's `hash` does neither: the hash of a str or of None differs between processes, and -1
    and -2 have the same hash.
    """
    if payload is None:
        return 0
    if isinstance(payload, str):
        return zlib.crc32(payload.encode())
    if isinstance(payload, tuple):
        return hash(tuple([_digest(part) for part in payload]))
    if isinstance(payload, float):
        return zlib.crc32(_DOUBLE.pack(payload))
    return hash(payload) if payload >= 0 else hash((0, -payload))
