"""The tracked truth value behaves as a bool."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import pytest
from laws import SMALL, TRUTHS, check

VALUES = {"p": TRUTHS, "q": TRUTHS, "x": SMALL}

EXACT = (
    "p is True", "p is False", "p is not True", "False is p", "p is None", "p is q", "p is not q",
    "p is x", "(x > 2) is True", "(x > 2) is not False", "(x > 2) is (x > 2)",
    "not p", "not not p", "p and q", "p or q", "p and x", "x and p", "p or x", "not (p and not q)",
    "p & q", "p | q", "p ^ q", "p & 1", "1 & p", "p | x", "x ^ p", "p & True", "True | p", "p ^ True",
    "p == q", "p != q", "p == True", "p == 1", "p == 1.0", "p == 0.5", "p == 'a'", "p == None", "p < q",
    "p <= 1", "p > 0.5", "p >= q", "1 == p", "True != p", "(x > 2) == p", "(x > 2) == (x > 5)",
    "p + q", "p - q", "p * x", "p + 1", "2 * p", "-p", "+p", "abs(p)", "p // 1", "p % 2", "5 // (p + 1)",
    "5 % p", "p // q", "divmod(p, 2)", "p ** 2", "2 ** p", "p ** q", "p << 2", "1 << p", "p >> q",
    "pow(p, 2, 3)", "int(p)", "bool(p)", "type(p)", "type(p) is bool", "p.__class__", "isinstance(p, bool)",
    "isinstance(p, int)", "isinstance(p, str)", "type(p + 1)", "sum([p, q, x > 1])", "sum(x > n for n in (1, 2))",
    "sorted([p, q])", "sorted([x > 2, x > 5, True])", "min(p, q)", "max(p, q)", "max(p, x)", "any([p, q])",
    "all([p, q])", "[p, q].count(True)", "[p, q].index(True)", "True in [p, q]", "p in [True]", "p in (0, 5)",
    "[5, 6][p]", "'ab'[p]", "(1, 2, 3)[p + q]", "[1, 2, 3][p:]", "range(3)[p]", "list(range(p))", "range(5)[p:]",
    "{True: 'y', False: 'n'}[p]", "{1: 'a', 0: 'b'}[p]", "{p: 1}", "len({p, q})", "{p: 1, q: 2}", "p in {True}",
    "p in {1: 2}", "{'a': 1}.get(p)", "'yes' if p else 'no'", "1 if p and q else 2 if p else 3", "[1] * p",
    "'ab' * p", "p * [1]", "round(p)", "p.real", "p.imag", "p.numerator", "p.denominator", "p.conjugate()",
    "p.bit_length()", "p.bit_count()", "p.as_integer_ratio()", "x in (p, 5)", "p == (x == 1)", "(x > 1) + (x > 2)",
    "(x > 1) * 10", "x + p", "x - (x > 3)", "x == p", "x < p", "(p, x) == (True, 1)", "[p] == [1]", "(p, q) < (True, True)",
    "tuple([p, q])", "dict(a=p)", "list(filter(None, [p, q]))", "list(map(int, [p, q]))", "math.gcd(p, 4)", "math.floor(p)",
    "operator.not_(p)", "operator.truth(p)", "operator.and_(p, q)", "operator.xor(p, q)", "operator.is_(p, True)",
    "operator.index(p)", "functools.reduce(lambda a, b: a ^ b, [p, q, x > 1])", "hash(p)", "str(p)", "f'{p}'", "repr(p)",
    "f'{p:>7}'", "'%s' % p", "'%d' % p", "'{}'.format(p)", "format(p, 'd')", "float(p)", "complex(p)", "bytes([p])",
    "chr(p)", "bin(p)", "hex(p)", "json.dumps(p)", "json.dumps([p, {'a': q}])", "copy.copy(p)", "copy.deepcopy([p])",
    "pickle.loads(pickle.dumps(p))", "p / 2", "p + 1.5", "p // 0.5", "p == Fraction(1)", "p + Fraction(1, 2)",
    "p.to_bytes(1, 'big')", "str([p, q])", "p.__and__(q)", "p.__rand__(True)", "p.__eq__(1)", "p.__add__('a')",
    "p.__bool__()", "p.__int__()", "p.__str__()", "p.__repr__()", "p.__hash__()", "p.__doc__ == True.__doc__",
    "int.__add__(p, 1)", "bool.__and__(p, q)", "bool.__or__(p, 5)", "struct.pack('?', p)", "Decimal(p)", "print(p)",
)  # fmt: skip
STATEMENTS = (
    "match {'k': p, 'n': [q]}:\n    case {'k': True, 'n': [False]}: return 1\n    case {'n': [True as b]}: return b",
    "class A:\n    ok = p\n    __match_args__ = ('ok',)\nmatch A():\n    case A(ok=True): return 1\n    case A(False): return 2",
    "match [x, p]:\n    case [True, _]: return 'no'\n    case [1, True | None]: return 'one'\n    case _: return 'rest'",
    "match p:\n    case True: return 'T'\n    case False: return 'F'",
    "match (p, x):\n    case (True, 1): return 'T1'\n    case (False, n): return n\n    case _: return None",
    "match p:\n    case 1: return 'one'\n    case 0: return 'zero'",
    "match p:\n    case bool(): return 'bool'",
    "match x:\n    case True: return 'T'\n    case 1: return 'one'\n    case _: return x",
    "if p: return 1\nelif q: return 2\nreturn 3",
    "n = 0\nwhile p:\n    n += 1\n    p = n < 3 and q\nreturn n",
    "p &= q; return p",
    "p |= x > 2; return p",
    "p ^= q; return p",
    "p += 1; return p",
    "n = 0\nfor b in (p, q, x > 2): n += b\nreturn n",
    "assert p, 'no'\nreturn q",
    "b = x > 2\nif b: return b\nreturn not b",
    "b = x > 2\nif b is True: return 1\nif b is False: return 2",
    "b = x == 3\nreturn {True: 'a', False: 'b'}[b]",
    "r = [n for n in (1, 2, 3) if (n > 1) == p]; return r",
    "return (lambda b: not b)(p)",
    "d = {}\nd[p] = 1\nd[q] = 2\nreturn d, len(d)",
    "class A:\n    def __bool__(self): return p\nreturn 'yes' if A() else 'no'",
    "class A:\n    def __eq__(self, o): return p\nreturn A() == 1, A() != 1",
    "class A:\n    def __contains__(self, o): return p\nreturn 1 in A(), 1 not in A()",
    "class A:\n    def __lt__(self, o): return x < 2\nreturn sorted([A(), A()]) is not None",
    "return p if q else not p",
    "a = [p, q]; a.sort(); return a",
    "a = [1, 2, 3]; a[p] = 9; return a",
    "a = [1, 2, 3]; a.insert(p, 9); a.pop(q); return a",
    "x = x if p else -x\nreturn x > 0",
)
ERRORS = (
    "p()", "p[0]", "p.append(1)", "len(p)", "iter(p)", "p + 'a'", "'a' + p", "p + None", "p < 'a'", "p.foo",
    "p.foo = 1", "p.real = 1", "p & 'a'", "p | 1.5", "p ^ None", "p & [1]", "p << -1", "p // 0", "5 % (p - p)",
    "p @ q", "[1][p + 5]", "{}[p]", "p.bit_length(1)", "del p.real", "p << 'a'", "~p.foo", "with p: pass", "sum(p)",
    "p.to_bytes()", "range(p, 'a')", "int(p, 2)", "[*p]", "a, b = p", "raise p", "isinstance(1, p)",
)  # fmt: skip
PREAMBLE = """
    import copy, functools, json, math, operator, pickle, struct
    from decimal import Decimal
    from fractions import Fraction
"""


@pytest.mark.parametrize("expression", EXACT)
def test_expressions(expression: str) -> None:
    names = dict(VALUES)
    check(f"r = {expression}; return [r]", names, preamble=PREAMBLE, exact=False, size=44)


@pytest.mark.parametrize("statements", STATEMENTS)
def test_statements(statements: str) -> None:
    check(statements, VALUES, exact=False, size=44)


@pytest.mark.parametrize("statement", ERRORS)
def test_errors_are_those_of_bools(statement: str) -> None:
    check(statement, {"p": TRUTHS, "q": TRUTHS}, exact=False)


def test_truth_values_lose_nothing() -> None:
    """Two ways are no loss: what needs the value itself decides it."""
    check("return str(p) + repr(q), hash(p), f'{p}', float(q)", {"p": TRUTHS, "q": TRUTHS})
    check(
        "return json.dumps([p]), copy.deepcopy(q)",
        {"p": TRUTHS, "q": TRUTHS},
        preamble=PREAMBLE,
        exact=False,
    )


@pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")
def test_inversion() -> None:
    check("return ~p, ~~p", {"p": TRUTHS})
