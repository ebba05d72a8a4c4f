"""Sums of Int terms: one `linear` node over atoms, sorted, with their coefficients."""

from __future__ import annotations

from collections.abc import Sequence

from wend.expr.sorts import Sort
from wend.expr.terms import Term, term

MAX_ATOMS = 16
"""A longer sum becomes an atom of the next: otherwise a loop that adds would take memory by the
square of its turns."""


def integer(value: int) -> Term:
    return term("const", (), int(value), Sort.INT)


def parts(a: Term) -> tuple[Sequence[Term], Sequence[int], int]:
    """The atoms of a sum, their coefficients, and the constant."""
    if a.op == "linear":
        coefficients, constant = a.payload
        return a.args, coefficients, constant
    if a.op == "const":
        return (), (), a.payload
    return (a,), (1,), 0


def linear(atoms: Sequence[Term], coefficients: Sequence[int], constant: int) -> Term:
    """The sum of sorted, distinct atoms. Atoms with coefficient 0 are left out."""
    if 0 in coefficients:
        kept = [(atom, c) for atom, c in zip(atoms, coefficients, strict=True) if c]
        atoms, coefficients = [atom for atom, _ in kept], [c for _, c in kept]
    if not atoms:
        return integer(constant)
    if constant == 0 and len(atoms) == 1 and coefficients[0] == 1:
        return atoms[0]
    return term("linear", tuple(atoms), (tuple(coefficients), constant), Sort.INT)


def plus(a: Term, number: int) -> Term:
    """a + number, the most frequent sum."""
    if a.op == "linear":
        coefficients, constant = a.payload
        constant += number
        if constant == 0 and coefficients == (1,):
            return a.args[0]
        return term("linear", a.args, (coefficients, constant), Sort.INT)
    if a.op == "const":
        return integer(a.payload + number)
    return term("linear", (a,), ((1,), number), Sort.INT) if number else a


def combine(a: Term, by_a: int, b: Term, by_b: int) -> Term:
    """by_a * a + by_b * b"""
    if a.op == "var" and b.op == "var" and a is not b:
        # Two variables: there is nothing to merge, and only two names to sort.
        if b.payload.text < a.payload.text:
            a, by_a, b, by_b = b, by_b, a, by_a
        return term("linear", (a, b), ((by_a, by_b), 0), Sort.INT)
    atoms_a, coefficients_a, constant_a = parts(a)
    atoms_b, coefficients_b, constant_b = parts(b)
    constant = by_a * constant_a + by_b * constant_b
    if not atoms_b:
        return linear(atoms_a, [by_a * c for c in coefficients_a], constant)
    if len(atoms_a) + len(atoms_b) > MAX_ATOMS and not set(atoms_b) <= set(atoms_a):
        atoms_a, coefficients_a = _as_atom(atoms_a, coefficients_a)
        atoms_b, coefficients_b = _as_atom(atoms_b, coefficients_b)
    total = {atom: by_a * c for atom, c in zip(atoms_a, coefficients_a, strict=True)}
    for atom, c in zip(atoms_b, coefficients_b, strict=True):
        total[atom] = total.get(atom, 0) + by_b * c
    for remainder in [atom for atom in total if atom.op == "mod"]:
        whole = _whole(remainder, total)
        if whole is not None:  # a % b + b * (a // b)  is  a
            by = total.pop(remainder)
            del total[whole]
            rest = _sum(total, constant)
            return combine(rest, 1, remainder.args[0], by)
    return _sum(total, constant)


def _sum(total: dict[Term, int], constant: int) -> Term:
    atoms = sorted(total, key=order_of)
    return linear(atoms, [total[atom] for atom in atoms], constant)


def _whole(remainder: Term, total: dict[Term, int]) -> Term | None:
    """The atom of a sum that is the rest of a division with this remainder: `b * (a // b)`."""
    _, divisor = remainder.args
    by = total[remainder]
    for atom, coefficient in total.items():
        if atom.op == "floordiv" and atom.args == remainder.args and divisor.op == "const":
            if coefficient == by * divisor.payload:
                return atom
        elif atom.op == "mul" and coefficient == by:
            for one, other in (atom.args, atom.args[::-1]):
                if one is divisor and other.op == "floordiv" and other.args == remainder.args:
                    return atom
    return None


def _as_atom(
    atoms: Sequence[Term], coefficients: Sequence[int]
) -> tuple[Sequence[Term], Sequence[int]]:
    """A long sum as one atom: `1 * sum`, a product that is not spread out."""
    if len(atoms) <= MAX_ATOMS // 2:
        return atoms, coefficients
    whole = linear(atoms, coefficients, 0)
    return (term("mul", (integer(1), whole), None, Sort.INT),), (1,)


def order_of(a: Term) -> tuple[bool, str, int]:
    """The key that sorts atoms: variables first, by name, as a person would write them."""
    return (False, a.payload.text, 0) if a.op == "var" else (True, "", a.order)


def scale(a: Term, by: int) -> Term:
    if a.op == "var" and by not in (0, 1):
        return term("linear", (a,), ((by,), 0), Sort.INT)
    atoms, coefficients, constant = parts(a)
    return linear(atoms, [by * c for c in coefficients], by * constant)
