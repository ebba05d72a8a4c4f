"""The constructors of terms; each simplifies what it can see at once.

Canonical forms, so that equal conditions are mostly the same term:

* Int sums are one `linear` node over atoms (terms that are not sums), sorted by `order`.
* A comparison is `L <= c`, `L >= c` or `L == c` with L linear, without constant, its first
  coefficient positive and its coefficients without common divisor. So `x < y`, `y > x`,
  `x - y <= -1` and `not x >= y` are one term.
* `not` stands only before `==` and before variables; `and`, `or` are flat and free of repeats.

A term that grows in a loop is canonical only while it is small. A larger one is nested in the next,
so that each turn of the loop costs the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from wend.expr.leaves import range_of
from wend.expr.linear import combine, linear, order_of, parts, plus, scale
from wend.expr.linear import integer as integer
from wend.expr.operations import MAX_SHIFT
from wend.expr.sorts import Sort
from wend.expr.terms import Term, term
from wend.expr.variables import Variable, named

MOST_PARTS = 16
"""A conjunction of more parts is nested as it is in the conjunction around it."""

FEW_INTERVALS = 6
"""More intervals than this are one `among` term."""


# Leaves


def boolean(value: bool) -> Term:
    return term("const", (), bool(value), Sort.BOOL)


def floating(value: float) -> Term:
    return term("const", (), float(value), Sort.FLOAT)


def variable(which: Variable | str, sort: Sort) -> Term:
    """The leaf of a variable, which is given as its record or by its text."""
    return term("var", (), named(which) if isinstance(which, str) else which, sort)


def application(symbol: str, place: int, args: Sequence[Term], sort: Sort) -> Term:
    """One of the results of an opaque function: the symbol's, by its place (`expr.samples`)."""
    return term(
        "apply_float" if sort is Sort.FLOAT else "apply", tuple(args), (symbol, place), sort
    )


# Int


def add(a: Term, b: Term) -> Term:
    if b.op == "const":
        return plus(a, b.payload)
    if a.op == "const":
        return plus(b, a.payload)
    return combine(a, 1, b, 1)


def sub(a: Term, b: Term) -> Term:
    if b.op == "const":
        return plus(a, -b.payload)
    return combine(a, 1, b, -1)


def neg(a: Term) -> Term:
    return scale(a, -1)


def mul(a: Term, b: Term) -> Term:
    if a.op == "const":
        return scale(b, a.payload)
    if b.op == "const":
        return scale(a, b.payload)
    if order_of(b) < order_of(a):
        a, b = b, a
    return term("mul", (a, b), None, Sort.INT)


def floordiv(a: Term, b: Term) -> Term:
    """a // b; where b may be 0 the caller has branched on it."""
    if b.op != "const" or b.payload == 0:
        return term("floordiv", (a, b), None, Sort.INT)
    divisor = b.payload
    if a.op == "const":
        return integer(a.payload // divisor)
    if divisor < 0:
        return floordiv(neg(a), integer(-divisor))
    if divisor == 1:
        return a
    if a.op == "var":
        return term("floordiv", (a, b), None, Sort.INT)
    if a.op == "floordiv" and a.args[1].op == "const" and a.args[1].payload > 0:
        return floordiv(a.args[0], integer(a.args[1].payload * divisor))
    # (4*x + y + 5) // 4  is  x + (y + 1) // 4 + 1
    atoms, coefficients, constant = parts(a)
    whole = linear(atoms, [c // divisor for c in coefficients], constant // divisor)
    rest = linear(atoms, [c % divisor for c in coefficients], constant % divisor)
    if rest.op == "const":
        return whole
    return add(whole, term("floordiv", (rest, b), None, Sort.INT))


def mod(a: Term, b: Term) -> Term:
    """a % b; where b may be 0 the caller has branched on it."""
    if b.op != "const" or b.payload == 0:
        return term("mod", (a, b), None, Sort.INT)
    divisor = b.payload
    if a.op == "const":
        return integer(a.payload % divisor)
    if divisor < 0:
        return neg(mod(neg(a), integer(-divisor)))
    if a.op == "var" and divisor > 1:
        return term("mod", (a, b), None, Sort.INT)
    atoms, coefficients, constant = parts(a)
    rest = linear(atoms, [c % divisor for c in coefficients], constant % divisor)
    if rest.op == "const":
        return rest
    if rest.op == "mod" and rest.args[1].op == "const" and rest.args[1].payload > 0:
        inner = rest.args[1].payload
        if divisor % inner == 0:
            return rest
        if inner % divisor == 0:
            return mod(rest.args[0], b)
    return term("mod", (rest, b), None, Sort.INT)


def power(a: Term, b: Term) -> Term:
    """a ** b; where b may be negative the caller has branched on it."""
    if b.op == "const" and b.payload >= 0:
        if b.payload == 0:
            return integer(1)
        if b.payload == 1:
            return a
        if a.op == "const" and b.payload * a.payload.bit_length() <= MAX_SHIFT:
            return integer(a.payload**b.payload)
    return term("pow", (a, b), None, Sort.INT)


def lshift(a: Term, b: Term) -> Term:
    """a << b; where b may be negative the caller has branched on it."""
    if b.op == "const" and 0 <= b.payload <= MAX_SHIFT:
        return scale(a, 1 << b.payload)
    return term("lshift", (a, b), None, Sort.INT)


def rshift(a: Term, b: Term) -> Term:
    """a >> b; where b may be negative the caller has branched on it."""
    if b.op == "const" and 0 <= b.payload <= MAX_SHIFT:
        return floordiv(a, integer(1 << b.payload))
    return term("rshift", (a, b), None, Sort.INT)


def bitand(a: Term, b: Term) -> Term:
    a, b = _constant_last(a, b)
    if b.op == "const":
        mask = b.payload
        if a.op == "const":
            return integer(a.payload & mask)
        if mask == 0:
            return b
        if mask == -1:
            return a
        if mask > 0 and mask & (mask + 1) == 0:
            return mod(a, integer(mask + 1))
    elif a is b:
        return a
    return term("bitand", (a, b), None, Sort.INT)


def bitor(a: Term, b: Term) -> Term:
    a, b = _constant_last(a, b)
    if b.op == "const":
        if a.op == "const":
            return integer(a.payload | b.payload)
        if b.payload == 0:
            return a
        if b.payload == -1:
            return b
    elif a is b:
        return a
    return term("bitor", (a, b), None, Sort.INT)


def bitxor(a: Term, b: Term) -> Term:
    a, b = _constant_last(a, b)
    if b.op == "const":
        if a.op == "const":
            return integer(a.payload ^ b.payload)
        if b.payload == 0:
            return a
        if b.payload == -1:
            return invert(a)
    elif a is b:
        return integer(0)
    for whole, other in ((a, b), (b, a)):
        if whole.op == "bitxor" and other in whole.args:
            return whole.args[0 if whole.args[1] is other else 1]
    return term("bitxor", (a, b), None, Sort.INT)


def invert(a: Term) -> Term:
    return combine(integer(-1), 1, a, -1)


def bit_count(a: Term) -> Term:
    if a.op == "const":
        return integer(a.payload.bit_count())
    return term("bit_count", (a,), None, Sort.INT)


def absolute(a: Term) -> Term:
    return ite(ge(a, integer(0)), a, neg(a))


def as_int(condition: Term) -> Term:
    """1 for true, 0 for false, as in Python's arithmetic."""
    return ite(condition, integer(1), integer(0))


# Bool


def le(a: Term, b: Term) -> Term:
    return _compare("le", a, b)


def ge(a: Term, b: Term) -> Term:
    return _compare("ge", a, b)


def lt(a: Term, b: Term) -> Term:
    return _compare("le", a, b, -1)


def gt(a: Term, b: Term) -> Term:
    return _compare("ge", a, b, 1)


def eq(a: Term, b: Term) -> Term:
    """Equality of two terms of one sort."""
    if a.sort is Sort.BOOL:
        return ite(a, b, negate(b))
    if a.sort is Sort.FLOAT:
        return term("feq", (a, b), None, Sort.BOOL)
    return _compare("eq", a, b)


def ne(a: Term, b: Term) -> Term:
    return negate(eq(a, b))


def among(a: Term, intervals: Sequence[tuple[int, int]]) -> Term:
    """The condition that a lies in one of the intervals (low, high). Intervals ascend and have gaps
    between them.

    A few intervals become comparisons. Many become one term: the letters of Unicode are 600
    intervals, and a path asks for them at every character.
    """
    if a.op == "const":
        return boolean(any(low <= a.payload <= high for low, high in intervals))
    if len(intervals) > FEW_INTERVALS:
        return term("among", (a,), tuple(intervals), Sort.BOOL)
    return disjunction(
        [
            conjunction((ge(a, integer(low)), le(a, integer(high))))
            if low < high
            else eq(a, integer(low))
            for low, high in intervals
        ]
    )


def truth(a: Term) -> Term:
    """The condition under which `if a` goes on in Python."""
    if a.sort is Sort.BOOL:
        return a
    return ne(a, integer(0) if a.sort is Sort.INT else floating(0.0))


def negate(a: Term) -> Term:
    """The opposite condition. `not` is pushed down to the atoms: `x <= 1` becomes `x >= 2`."""
    if a.negation is None:
        a.negation = _negated(a)
    return a.negation


def _negated(a: Term) -> Term:
    if a.op not in _NEGATED_INSIDE:
        return _negate_flat(a)
    # No recursion: a loop may nest its conditions as deep as it runs long.
    stack = [a]
    while True:
        node = stack[-1]
        missing = [arg for arg in node.args if arg.negation is None]
        if not missing:
            join = disjunction if node.op == "and" else conjunction
            made = join([arg.negation for arg in node.args if arg.negation is not None])
            stack.pop()
            if not stack:
                return made
            node.negation = made
            continue
        for arg in missing:
            if arg.op in _NEGATED_INSIDE:
                stack.append(arg)
            else:
                arg.negation = _negate_flat(arg)


def _negate_flat(a: Term) -> Term:
    match a.op:
        case "const":
            return boolean(not a.payload)
        case "not":
            return a.args[0]
        case "le":
            return term("ge", a.args, a.payload + 1, Sort.BOOL)
        case "ge":
            return term("le", a.args, a.payload - 1, Sort.BOOL)
        case "ite" if all(arm.op in _CHEAP_TO_NEGATE for arm in a.args[1:]):
            return ite(a.args[0], _negate_flat(a.args[1]), _negate_flat(a.args[2]))
        case _:
            return term("not", (a,), None, Sort.BOOL)


_NEGATED_INSIDE = frozenset(("and", "or"))
_CHEAP_TO_NEGATE = frozenset(
    ("const", "var", "not", "le", "ge", "eq", "among", "flt", "fle", "feq")
)


def conjunction(conditions: Iterable[Term]) -> Term:
    return _flat("and", conditions)


def disjunction(conditions: Iterable[Term]) -> Term:
    return _flat("or", conditions)


def conjuncts(condition: Term) -> Sequence[Term]:
    """The parts of a conjunction, and of the conjunctions nested in it."""
    if condition.op != "and":
        return (condition,)
    if all(part.op != "and" for part in condition.args):
        return condition.args
    found: dict[Term, None] = {}
    seen: set[Term] = set()
    stack = [condition]
    while stack:
        node = stack.pop()
        if node.op != "and":
            found[node] = None
        elif node not in seen:
            seen.add(node)
            stack.extend(reversed(node.args))
    return tuple(found)


def ite(condition: Term, then: Term, otherwise: Term) -> Term:
    if condition.op == "const":
        return then if condition.payload else otherwise
    if then is otherwise:
        return then
    if condition.op == "not":
        condition, then, otherwise = condition.args[0], otherwise, then
    if then.sort is Sort.BOOL:
        if then.op == "const":
            if then.payload:
                return disjunction((condition, otherwise))
            return conjunction((negate(condition), otherwise))
        if otherwise.op == "const":
            if otherwise.payload:
                return disjunction((negate(condition), then))
            return conjunction((condition, then))
    return term("ite", (condition, then, otherwise), None, then.sort)


# Below: how comparisons are kept canonical


def _constant_last(a: Term, b: Term) -> tuple[Term, Term]:
    if a.op == "const" or (b.op != "const" and order_of(b) < order_of(a)):
        return b, a
    return a, b


def _compare(op: str, a: Term, b: Term, shift: int = 0) -> Term:
    """a OP b + shift, in canonical form."""
    if b.op == "const":
        if a.op not in _NOT_COMPARED_AT_ONCE:
            return _within_range(op, a, b.payload + shift)
        atoms, coefficients, constant = parts(a)
        bound = b.payload + shift - constant
    else:
        atoms, coefficients, constant = parts(combine(a, 1, b, -1))
        bound = shift - constant
    if not atoms:
        return boolean(_decide(op, 0, bound))
    if len(atoms) == 1 and atoms[0].op == "ite":
        chosen = _compare_choice(op, atoms[0], coefficients[0], bound)
        if chosen is not None:
            return chosen
    divisor = math.gcd(*coefficients) if len(coefficients) > 1 else abs(coefficients[0])
    if coefficients[0] < 0:
        divisor = -divisor
        op = _MIRRORED[op]
    if divisor != 1:
        coefficients = [c // divisor for c in coefficients]
        if op == "eq" and bound % divisor:
            return boolean(False)
        bound = bound // divisor if op == "le" else -(-bound // divisor)
    return _within_range(op, linear(atoms, coefficients, 0), bound)


_NOT_COMPARED_AT_ONCE = frozenset(("linear", "const", "ite"))
_MIRRORED = {"le": "ge", "ge": "le", "eq": "eq"}


def _decide(op: str, value: int, bound: int) -> bool:
    if op == "eq":
        return value == bound
    return value <= bound if op == "le" else value >= bound


def _compare_choice(op: str, choice: Term, by: int, bound: int) -> Term | None:
    """The comparison of a choice between constants, by its condition: `(1 if c else 0) == 1` is
    `c`."""
    condition, then, otherwise = choice.args
    if then.op != "const" or otherwise.op != "const":
        return None
    return ite(
        condition,
        boolean(_decide(op, by * then.payload, bound)),
        boolean(_decide(op, by * otherwise.payload, bound)),
    )


def _within_range(op: str, whole: Term, bound: int) -> Term:
    """The comparison, or a constant where the range of a remainder or variable decides it.

    `x // 4 >= 2` becomes `x >= 8`, so a loop that divides leaves one bound and not one a turn.
    """
    if whole.op == "floordiv" and op != "eq":
        inner, divisor = whole.args
        if divisor.op == "const" and divisor.payload > 0:
            first = bound * divisor.payload
            return _compare(op, inner, integer(first + (divisor.payload - 1) * (op == "le")))
    if whole.op == "mod" and whole.args[1].op == "const" and whole.args[1].payload > 0:
        last = whole.args[1].payload - 1
        if op == "eq" and not 0 <= bound <= last:
            return boolean(False)
        if op == "le" and not 0 <= bound < last:
            return boolean(bound >= last)
        if op == "ge" and not 0 < bound <= last:
            return boolean(bound <= 0)
    if not -_FAR <= bound <= _FAR and whole.op == "var":
        # The bound may be the address of an object, which differs from run to run.
        low, high = range_of(whole)
        if high is not None and high < bound:
            return boolean(op == "le")
        if low is not None and bound < low:
            return boolean(op == "ge")
    return term(op, (whole,), bound, Sort.BOOL)


_FAR = 1 << 40
"""Only bounds beyond this are compared with the range of a variable: it is asked for rarely."""


def _flat(op: str, conditions: Iterable[Term]) -> Term:
    absorbing = op == "or"
    kept: dict[Term, None] = {}
    for condition in conditions:
        if condition.op == "const":
            if condition.payload is absorbing:
                return condition
            continue
        is_flattened = condition.op == op and len(condition.args) <= MOST_PARTS
        for part in condition.args if is_flattened else (condition,):
            kept[part] = None
    for part in kept:
        # Only atoms: the negation of a compound part would be a search of its own.
        if part.op in _CHEAP_TO_NEGATE and negate(part) in kept:
            return boolean(absorbing)
    if not kept:
        return boolean(not absorbing)
    if len(kept) == 1:
        return next(iter(kept))
    return term(op, tuple(kept), None, Sort.BOOL)
