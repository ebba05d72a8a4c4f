"""Encodes terms for Z3, over unbounded Ints.

Bit operations with a constant are exact, by the runs of ones in the constant. What Int arithmetic
cannot say (bit operations of two unknowns, shifts by an unknown) is an uninterpreted function
with a few facts about each application: then unsat is still a proof, and a model counts only if
it survives the recheck ([001] §5: LIA and UF).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from wend.expr.sorts import Sort
from wend.expr.terms import Term, walk
from wend.solve.encode.fragment import FLOAT_OPERATIONS, MOST_PRODUCT
from wend.solve.encode.masks import MOST_RUNS, runs
from wend.solve.encode.z3_library import Ast, Library

MOST_SHIFT = 16
"""Unknown shift amounts below this are encoded exactly, by cases."""


class Encoder:
    """Encodes each term once."""

    def __init__(self, library: Library) -> None:
        self._z3 = library
        self._asts: dict[Term, Ast] = {}
        self._facts: dict[Term, tuple[Ast, ...]] = {}
        """Facts about each uninterpreted application."""

    def encoded(self, root: Term) -> Ast:
        asts = self._asts
        found = asts.get(root)
        if found is not None:
            return found
        stack = [root]
        while stack:
            node = stack[-1]
            if node in asts:
                stack.pop()
                continue
            missing = [arg for arg in node.args if arg not in asts]
            if missing:
                stack.extend(missing)
                continue
            asts[node] = ENCODERS[node.op](self, node, [asts[arg] for arg in node.args])
            stack.pop()
        return asts[root]

    def facts_about(self, conditions: Iterable[Term]) -> list[Ast]:
        """Facts about the functions in these conditions, which hold if the conditions do."""
        z3 = self._z3
        facts: list[Ast] = []
        for node in walk(*conditions):
            if node in self._facts:
                facts.extend(self._facts[node])
        # A condition that is true has a value, so what it cannot do without has one, too.
        for node in _needed_by(conditions):
            last = self._asts[node.args[1]]
            if node.op in ("floordiv", "mod"):
                facts.append(z3.negation(z3.eq(last, z3.integer(0))))
            else:
                facts.append(z3.ge(last, z3.integer(0)))
        return facts

    def _leaf(self, node: Term, args: Sequence[Ast]) -> Ast:
        if node.sort is Sort.FLOAT:
            return self._float(node, args)
        if node.op == "var":
            return self._z3.variable(node.payload.text, node.sort is Sort.BOOL)
        if node.sort is Sort.BOOL:
            return self._z3.boolean(node.payload)
        return self._z3.integer(node.payload)

    def _linear(self, node: Term, args: Sequence[Ast]) -> Ast:
        z3 = self._z3
        coefficients, constant = node.payload
        parts = [z3.times(c, arg) for c, arg in zip(coefficients, args, strict=True)]
        if constant:
            parts.append(z3.integer(constant))
        return z3.sum(*parts)

    def _division(self, node: Term, args: Sequence[Ast]) -> Ast:
        """A floor division or a remainder: Z3's own where the divisor is positive."""
        z3, (a, b) = self._z3, args
        divide = z3.quotient if node.op == "floordiv" else z3.remainder
        divisor = node.args[1]
        if divisor.op != "const":
            is_positive = z3.ge(b, z3.integer(0))
            return z3.ite(is_positive, divide(a, b), self._mirrored(node, a, z3.negative(b)))
        if divisor.payload >= 0:
            return divide(a, b)
        return self._mirrored(node, a, z3.integer(-divisor.payload))

    def _mirrored(self, node: Term, a: Ast, opposite: Ast) -> Ast:
        """The division by a negative number, of which this is the opposite."""
        z3 = self._z3
        if node.op == "floordiv":
            return z3.quotient(z3.negative(a), opposite)
        return z3.negative(z3.remainder(z3.negative(a), opposite))

    def _pow(self, node: Term, args: Sequence[Ast]) -> Ast:
        z3, (base, exponent) = self._z3, args
        power = node.args[1]
        if power.op == "const" and 0 <= power.payload <= MOST_PRODUCT:
            return self._powers(base, power.payload)[-1]
        applied = z3.apply("pow", base, exponent)
        facts = []
        for k, value in enumerate(self._powers(base, 8)):
            facts.append(z3.implies(z3.eq(exponent, z3.integer(k)), z3.eq(applied, value)))
        if node.args[0].op == "const" and node.args[0].payload > 1:
            facts.extend(self._exponential(node.args[0].payload, applied, exponent))
        self._facts[node] = tuple(facts)
        return applied

    def _powers(self, base: Ast, last: int) -> list[Ast]:
        powers = [self._z3.integer(1), base]
        while len(powers) <= last:
            powers.append(self._z3.product(powers[-1], base))
        return powers[: last + 1]

    def _exponential(self, base: int, applied: Ast, exponent: Ast) -> list[Ast]:
        z3 = self._z3
        facts = [
            z3.implies(z3.eq(exponent, z3.integer(k)), z3.eq(applied, z3.integer(base**k)))
            for k in range(9, 3 * MOST_SHIFT)
        ]
        beyond = 3 * MOST_SHIFT
        facts.append(
            z3.implies(
                z3.ge(exponent, z3.integer(beyond)), z3.ge(applied, z3.integer(base**beyond))
            )
        )
        return facts

    def _lshift(self, node: Term, args: Sequence[Ast]) -> Ast:
        z3, (a, k) = self._z3, args
        applied = z3.apply("lshift", a, k)
        far = z3.ge(k, z3.integer(MOST_SHIFT))
        shifted = z3.times(1 << MOST_SHIFT, a)
        zero = z3.integer(0)
        facts = [
            z3.implies(z3.eq(k, z3.integer(by)), z3.eq(applied, z3.times(1 << by, a)))
            for by in range(MOST_SHIFT)
        ]
        facts.append(z3.implies(z3.conjunction(far, z3.ge(a, zero)), z3.ge(applied, shifted)))
        facts.append(z3.implies(z3.conjunction(far, z3.le(a, zero)), z3.le(applied, shifted)))
        # Even if z3 knows nothing else of a far shift, its low bits are zero.
        facts.append(
            z3.implies(far, z3.eq(z3.remainder(applied, z3.integer(1 << MOST_SHIFT)), zero))
        )
        self._facts[node] = tuple(facts)
        return applied

    def _rshift(self, node: Term, args: Sequence[Ast]) -> Ast:
        z3, (a, k) = self._z3, args
        applied = z3.apply("rshift", a, k)
        far = z3.ge(k, z3.integer(MOST_SHIFT))
        shifted = z3.quotient(a, z3.integer(1 << MOST_SHIFT))
        zero, minus_one = z3.integer(0), z3.integer(-1)
        facts = [
            z3.implies(
                z3.eq(k, z3.integer(by)),
                z3.eq(applied, z3.quotient(a, z3.integer(1 << by))),
            )
            for by in range(MOST_SHIFT)
        ]
        positive = z3.conjunction(z3.ge(applied, zero), z3.le(applied, shifted))
        negative = z3.conjunction(z3.le(applied, minus_one), z3.ge(applied, shifted))
        facts.append(z3.implies(z3.conjunction(far, z3.ge(a, zero)), positive))
        facts.append(z3.implies(z3.conjunction(far, z3.le(a, minus_one)), negative))
        self._facts[node] = tuple(facts)
        return applied

    def _bitwise(self, node: Term, args: Sequence[Ast]) -> Ast:
        z3, (a, b) = self._z3, args
        last = node.args[1]
        common = self._masked(a, last.payload) if last.op == "const" else None
        if common is None:
            # Or and xor follow from and, so one uninterpreted function does for all three.
            common = z3.apply("bitand", a, b)
            self._facts[node] = self._facts_of_and(a, b, common)
        match node.op:
            case "bitand":
                return common
            case "bitor":
                return z3.difference(z3.sum(a, b), common)
            case _:
                return z3.difference(z3.sum(a, b), z3.times(2, common))

    def _masked(self, a: Ast, mask: int) -> Ast | None:
        """a & mask, exactly, for a mask of few runs of ones."""
        z3 = self._z3
        if mask < 0:
            rest = self._masked(a, ~mask)
            return None if rest is None else z3.difference(a, rest)
        found = runs(mask)
        if len(found) > MOST_RUNS:
            return None
        parts = []
        for low, length in found:
            shifted = z3.quotient(a, z3.integer(1 << low)) if low else a
            kept = z3.remainder(shifted, z3.integer(1 << length))
            parts.append(z3.times(1 << low, kept))
        return z3.sum(*parts) if parts else z3.integer(0)

    def _facts_of_and(self, a: Ast, b: Ast, common: Ast) -> tuple[Ast, ...]:
        z3, zero, minus_one = self._z3, self._z3.integer(0), self._z3.integer(-1)
        two = z3.integer(2)
        a_positive, b_positive = z3.ge(a, zero), z3.ge(b, zero)
        positive = z3.ge(common, zero)
        facts = [
            z3.eq(positive, z3.disjunction(a_positive, b_positive)),
            z3.implies(a_positive, z3.le(common, a)),
            z3.implies(b_positive, z3.le(common, b)),
            # Two negatives: or is negative and no less than either, so and is no more.
            z3.implies(z3.negation(a_positive), z3.le(common, b)),
            z3.implies(z3.negation(b_positive), z3.le(common, a)),
            z3.implies(z3.eq(a, b), z3.eq(common, a)),
            z3.implies(z3.eq(a, zero), z3.eq(common, zero)),
            z3.implies(z3.eq(b, zero), z3.eq(common, zero)),
            z3.implies(z3.eq(a, minus_one), z3.eq(common, b)),
            z3.implies(z3.eq(b, minus_one), z3.eq(common, a)),
            # The lowest bit is the product of the lowest bits.
            z3.eq(
                z3.eq(z3.remainder(common, two), z3.integer(1)),
                z3.conjunction(
                    z3.eq(z3.remainder(a, two), z3.integer(1)),
                    z3.eq(z3.remainder(b, two), z3.integer(1)),
                ),
            ),
        ]
        return tuple(facts)

    def _bit_count(self, node: Term, args: Sequence[Ast]) -> Ast:
        z3, (a,) = self._z3, args
        zero, one = z3.integer(0), z3.integer(1)
        applied = z3.apply("bit_count", a)
        size = z3.ite(z3.ge(a, zero), a, z3.negative(a))
        facts = [
            z3.ge(applied, zero),
            z3.le(applied, size),
            z3.eq(z3.eq(a, zero), z3.eq(applied, zero)),
        ]
        for bits in range(2, 33):
            # k ones need a number of at least 2**k - 1.
            facts.append(
                z3.implies(
                    z3.ge(applied, z3.integer(bits)), z3.ge(size, z3.integer((1 << bits) - 1))
                )
            )
        for bit in range(32):
            facts.append(z3.implies(z3.eq(size, z3.integer(1 << bit)), z3.eq(applied, one)))
        self._facts[node] = tuple(facts)
        return applied

    def _float(self, node: Term, _: Sequence[Ast]) -> Ast:
        """A condition on floats is left open, so that unsat is still a proof."""
        is_bool = node.sort is Sort.BOOL
        return self._z3.variable(f"float!{len(self._asts)}", is_bool)

    def _apply(self, node: Term, _: Sequence[Ast]) -> Ast:
        """The result of an opaque function may be anything, so that unsat is still a proof."""
        return self._z3.variable(f"apply!{len(self._asts)}", False)

    def _among(self, node: Term, args: Sequence[Ast]) -> Ast:
        z3, (a,) = self._z3, args
        return z3.disjunction(
            *[
                z3.conjunction(z3.ge(a, z3.integer(low)), z3.le(a, z3.integer(high)))
                for low, high in node.payload
            ]
        )


def _is_partial(node: Term) -> bool:
    """Whether the application has no value for some second arguments."""
    return node.op in ("floordiv", "mod", "lshift", "rshift", "pow") and (
        node.args[1].op != "const" or node.args[1].payload <= 0
    )


def _needed_by(conditions: Iterable[Term]) -> Iterator[Term]:
    """The partial applications that conditions cannot do without."""
    seen: set[Term] = set()
    stack = [*conditions]
    while stack:
        node = stack.pop()
        if node in seen or not node.args:
            continue
        seen.add(node)
        if _is_partial(node):
            yield node
        if node.op not in ("or", "ite") and not (node.op == "not" and node.args[0].op == "and"):
            stack.extend(node.args)


Encoding = Callable[[Encoder, Term, Sequence[Ast]], Ast]


def _same(make: Callable[..., Ast]) -> Encoding:
    """The encoding of an operation that Z3 has, too."""
    return lambda encoder, node, args: make(encoder._z3, *args)


def _against_bound(make: Callable[..., Ast]) -> Encoding:
    return lambda encoder, node, args: make(encoder._z3, args[0], encoder._z3.integer(node.payload))


ENCODERS: dict[str, Encoding] = {
    "const": Encoder._leaf,
    "var": Encoder._leaf,
    "linear": Encoder._linear,
    "mul": _same(Library.product),
    "floordiv": Encoder._division,
    "mod": Encoder._division,
    "pow": Encoder._pow,
    "lshift": Encoder._lshift,
    "rshift": Encoder._rshift,
    "bitand": Encoder._bitwise,
    "bitor": Encoder._bitwise,
    "bitxor": Encoder._bitwise,
    "bit_count": Encoder._bit_count,
    "apply": Encoder._apply,
    "ite": _same(Library.ite),
    "le": _against_bound(Library.le),
    "ge": _against_bound(Library.ge),
    "eq": _against_bound(Library.eq),
    "among": Encoder._among,
    "not": _same(Library.negation),
    "and": _same(Library.conjunction),
    "or": _same(Library.disjunction),
    **dict.fromkeys(FLOAT_OPERATIONS, Encoder._float),
}
