"""Terms with some of their parts exchanged for others, simplified again from the bottom up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wend.expr import build, floats
from wend.expr.terms import Term, term


def substituted(root: Term, places: Mapping[Term, Term], memo: dict[Term, Term]) -> Term:
    """The term with its parts exchanged as `places` says. Terms with the same places may share a
    memo."""
    stack = [root]
    while stack:
        node = stack[-1]
        if node in memo:
            stack.pop()
        elif node in places:
            memo[stack.pop()] = places[node]
        elif missing := [arg for arg in node.args if arg not in memo]:
            stack.extend(missing)
        else:
            args = [memo[arg] for arg in node.args]
            same = all(new is old for new, old in zip(args, node.args, strict=True))
            memo[stack.pop()] = node if same else rebuilt(node, args)
    return memo[root]


def rebuilt(node: Term, args: Sequence[Term]) -> Term:
    """The operation of a term on other arguments."""
    return _BUILDERS[node.op](node, args)


Builder = Callable[[Term, Sequence[Term]], Term]


def _linear(node: Term, args: Sequence[Term]) -> Term:
    coefficients, constant = node.payload
    total = build.integer(constant)
    for by, arg in zip(coefficients, args, strict=True):
        total = build.add(total, build.mul(arg, build.integer(by)))
    return total


def _plain(make: Callable[..., Term]) -> Builder:
    return lambda node, args: make(*args)


def _against_bound(make: Callable[[Term, Term], Term]) -> Builder:
    return lambda node, args: make(args[0], build.integer(node.payload))


def _fraises(node: Term, args: Sequence[Term]) -> Term:
    name, error = node.payload
    return floats.raises(error, name, *args)


def _same(node: Term, args: Sequence[Term]) -> Term:
    return term(node.op, tuple(args), node.payload, node.sort)


def _named(module: Any, names: str) -> dict[str, Builder]:
    return {name: _plain(getattr(module, name)) for name in names.split()}


_BUILDERS: dict[str, Builder] = {
    "linear": _linear,
    **_named(build, "mul floordiv mod lshift rshift bitand bitor bitxor bit_count ite"),
    "pow": _plain(build.power),
    **{name: _against_bound(getattr(build, name)) for name in ("le", "ge", "eq")},
    "among": lambda node, args: build.among(args[0], node.payload),
    "not": _plain(build.negate),
    "and": lambda node, args: build.conjunction(args),
    "or": lambda node, args: build.disjunction(args),
    **_named(floats, "fadd fsub fmul fdiv ffloordiv fmod fneg fabs to_float flt fle feq"),
    "fcall": lambda node, args: floats.call(node.payload, *args),
    "to_int": lambda node, args: floats.to_int(args[0], node.payload),
    "fraises": _fraises,
    "apply": _same,
    "apply_float": _same,
}
