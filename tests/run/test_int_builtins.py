"""Builtins, methods of int, `math` and `operator`, applied to tracked ints."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import pytest
from laws import SMALL, TRUTHS, WIDE, check

EXACT = (
    "int(x)", "int(x) + 1", "bool(x)", "bool(x - y)", "abs(x - y)", "type(x)", "type(x) is int",
    "type(x) == int", "x.__class__", "isinstance(x, int)", "isinstance(x, (str, int))",
    "isinstance(x, bool)", "isinstance(x, float)", "callable(x)", "issubclass(type(x), int)",
    "min(x, y)", "max(x, y)", "min(x, 3)", "max(3, x, y)", "min([x, y, 0])", "max((x, y, 2))",
    "min(x, y, key=abs)", "max([x, y], key=lambda n: -n)", "min([], default=x)", "min(x, 2.5)",
    "max([x], default=y)", "min([x, True])", "max(x, y, 0.5)", "min(n for n in (x, y, 1))",
    "sum([x, y, 1])", "sum((x, y), 5)", "sum([1, 2], x)", "sum(n * n for n in (x, y))", "sum([], x)",
    "sorted([x, y, 0, 3])", "sorted([x, y, 1], reverse=True)", "sorted([x, y, 1], key=abs)",
    "sorted({'a': x, 'b': y}.items(), key=lambda item: item[1])", "sorted([(x, 1), (y, 0), (2, 2)])",
    "any([x, y])", "all([x, y])", "any(n > 3 for n in (x, y))", "all(n > 0 for n in [x, y])",
    "list(enumerate('ab', x))", "list(enumerate([x, y]))", "list(enumerate('ab', start=x))",
    "list(zip([x, y], (1, 2)))", "list(map(abs, [x, y]))", "list(filter(None, [x, y]))",
    "list(map(lambda a, b: a + b, [x, y], [1, 2]))", "list(reversed([x, y]))", "tuple([x, y])",
    "list(filter(lambda n: n > 2, [x, y]))", "next(iter([x]))", "next(iter([]), x)",
    "divmod(x, 3)", "pow(x, 2)", "pow(x, 3, 5)", "round(x)", "round(x, 0)", "round(x, 2)",
    "round(x, None)", "round(x, -1)", "round(x, -2)", "round(x, ndigits=-1)", "round(number=x)",
    "x.real", "x.imag", "x.numerator", "x.denominator", "x.conjugate()", "x.as_integer_ratio()",
    "x.__abs__(), x.__neg__(), x.__pos__(), x.__invert__()", "x.__add__(y), x.__radd__(3)",
    "x.__add__('a'), x.__lt__(None), x.__eq__('a')", "x.__sub__(1), x.__rsub__(1)",
    "x.__trunc__(), x.__floor__(), x.__ceil__()", "x.__eq__(3), x.__lt__(y)", "x.__divmod__(7)",
    "int.__add__(x, y)", "int.__neg__(x)", "int.bit_length(x)", "int.__eq__(x, 5)", "int.__add__(x, 'a')",
    "x.__bool__()", "x.__round__(-1)", "x.bit_length()", "x.bit_count()", "hasattr(x, 'real')",
    "hasattr(x, 'append')", "getattr(x, 'bit_count')()", "getattr(x, 'nothing', 7)", "x.nothing",
    "list(range(3))[x] if 0 <= x < 3 else x", "id(x) == id(x)", "(x).__class__.__name__",
    "[x, y].count(3)", "[1, x, 3].index(3)", "[x, y] == [3, 2]", "(x, y) < (2, 3)", "[x] != [y]",
    "(x, y) == (y, x)", "{'a': x} == {'a': 3}", "[1, 2, 3].count(x)", "[x, 5].index(5)",
    "[1, 2, 3].index(x)", "(1, 2, 3, 2).index(x)", "(1, 2).count(x)", "x in [1, 2, y]",
)  # fmt: skip
LOSSY = (
    "float(x)", "complex(x)", "complex(x, y)", "hash(x)", "hash(x) == hash(5)", "hex(x)", "bin(x)",
    "oct(x)", "str(x)", "repr(x)", "format(x)", "format(x, '>8,d')", "format(x, 'q')", "ascii(x)",
    "f'{x}'", "f'{x:04d}'", "f'{x!r:>5}'", "f'{x:{y}}'", "'%d' % x", "'%s-%r' % (x, y)", "'%x' % x",
    "'%5.2f' % x", "'{:+}'.format(x)", "'{0}{1}'.format(x, y)", "'{a}'.format(a=x)", "str(object=x)",
    "'%c' % x", "chr(x)", "chr(x + 65)", "str([x, y])", "repr({'a': x})", "str((x,))",
    "x.to_bytes(4, 'big')", "x.to_bytes(1, 'little', signed=True)", "x.to_bytes(2)", "bytes(x)",
    "bytes([x])", "bytes([x % 256, 3])", "bytearray(x)", "bytearray([x % 256])", "x.__format__('x')",
    "x.__float__()", "x.__hash__()", "x.__str__()", "x.__repr__()", "x.__index__()", "x.__int__()",
    "int(str(x))", "int(str(x), 16)", "int(x, 10)", "int(float(x))", "'ab'.center(x)", "'a'.zfill(x)",
    "'a,b,c'.split(',', x)", "'abc'.find('c', x)", "b'abc'.hex(':', x)", "'aXbXc'.replace('X', '-', x)",
    "x.__getnewargs__()", "x.__sizeof__() > 0", "x.__reduce_ex__(2) is not None", "dir(x) == dir(5)",
    "x.__doc__ == (5).__doc__", "(5).__add__(x)", "(5).__eq__(x)", "(2.5).__add__(x)", "slice(x).indices(7)",
    "memoryview(b'abc')[x]", "float(x) < 2.5", "2.5 + x", "x * 1.5", "x // 0.5", "divmod(x, 2.5)", "1j * x",
)  # fmt: skip
ERRORS = (
    "x()", "x[0]", "x.append(1)", "len(x)", "iter(x)", "list(x)", "for _ in x: pass", "a, b = x",
    "del x[0]", "x[0] = 1", "1 in x", "x + 'a'", "'a' + x", "x + None", "[] + x", "sum(x)", "min(x)",
    "sorted(x)", "int(x, 10)", "int(x, base=2)", "range(x, 'a')", "range(1.5, x)", "range(x, y, 0)",
    "range(x, 1, 2, 3)", "range()", "pow(x)", "abs(x, y)", "divmod(x)", "round(x, 1.5)", "bool(x, y)",
    "x.bit_length(1)", "x.real = 3", "x.foo = 3", "del x.real", "with x: pass", "raise x", "open(x, y, z=1)",
    "isinstance(x, 5)", "isinstance(5, x)", "issubclass(x, int)", "x @ y", "x < 'a'", "'a' < x", "x >= None",
    "sorted([x, 'a'])", "min(x, 'a')", "enumerate(x)", "zip(x)", "map(x, [1])[0]", "reversed(x)", "next(x)",
    "ord(x)", "chr(-1 - abs(x))", "''.join([x])", "x.join('a')", "f'{x:s}'", "'%d %d' % x", "getattr(x, 5)",
    "getattr(x, 'nothing')", "setattr(x, 'a', 1)", "x if x.y else 1", "enumerate([], start=2, foo=x)",
    "sum([x, 'a'])", "sum(['a', x])", "sum([[1], x])", "max()", "max([])", "max(x, y, foo=1)", "x ** 'a'",
    "'a' ** x", "x << 1.5", "1.5 << x", "x & 1.5", "~x.real.foo", "x | {}", "{} | x", "{1} - x", "x - {1}",
    "[1, 2][x:'a']", "'abc'[x:1.5]", "print(x, file=x)", "print(x, sep=x)", "-x.nope",
    "async def g(): await x\ng().send(None)", "lambda: (yield from x)\nreturn [*x]",
    "dict(x)", "dict([x])", "set(x)", "{**x}", "{}.update(x)", "import math; return math.foo(x)",
    "enumerate('ab', x, y)", "bool(x=1)", "int(x=1)", "len([x], y)", "x.as_integer_ratio(1)", "x.conjugate(y)",
    "x.to_bytes()", "x.to_bytes(-1)", "x.to_bytes(0)", "x.to_bytes(4, 'middle')",
)  # fmt: skip
MATH = (
    "math.gcd(x, y)", "math.gcd(x, 12)", "math.gcd(x)", "math.gcd()", "math.gcd(x, y, 6)",
    "math.lcm(x, y)", "math.lcm(x, 4)", "math.lcm(x)", "math.prod([x, y, 2])", "math.prod([x], start=3)",
    "math.floor(x)", "math.ceil(x)", "math.trunc(x)", "math.prod([])", "math.prod([2], start=x)", "math.isqrt(x)", "math.isqrt(x * 103)",
    "math.factorial(abs(x) % 21)", "math.comb(abs(x) % 13, abs(y) % 13)", "math.comb(x % 13, 3)", "math.comb(12, y % 13)",
    "math.perm(abs(x) % 13, abs(y) % 13)", "math.perm(x % 21)", "math.perm(x % 21, None)", "math.factorial(-1 - abs(x))",
    "math.comb(x % 5, -1 - abs(y))", "math.perm(-1 - abs(x), y)", "math.factorial(x > 0)",
)  # fmt: skip
LOSSY_MATH = (
    "math.sqrt(abs(x))", "math.sqrt(x)", "math.sin(x)", "math.factorial(x)", "math.log2(x)",
    "math.comb(x, y)", "math.perm(x, 2)", "math.hypot(x, y)", "math.isnan(x)", "math.copysign(1, x)",
    "math.gcd(x, 1.5)", "math.ldexp(1.0, x)", "math.fsum([x, y])",
    "math.gcd(x, 'a')", "math.floor(x / 2)", "math.isclose(x, y)", "math.pow(x, 2)", "math.dist([x], [y])",
)  # fmt: skip
OPERATORS = (
    "add", "sub", "mul", "floordiv", "mod", "and_", "or_", "xor", "lt", "le", "eq", "ne", "gt", "ge",
    "iadd", "isub", "imul", "ifloordiv", "imod", "iand", "ior", "ixor", "__add__", "__lt__", "is_not",
)  # fmt: skip


@pytest.mark.parametrize("expression", EXACT)
def test_builtins_keep_terms(expression: str) -> None:
    check(f"r = {expression}; return r", {"x": SMALL, "y": SMALL})


@pytest.mark.parametrize(
    "expression", ["x.bit_length()", "x.bit_count()", "round(x, -1)", "bool(x)"]
)
def test_builtins_of_wide_ints(expression: str) -> None:
    check(expression, {"x": WIDE})


@pytest.mark.parametrize("expression", LOSSY)
def test_builtins_without_term_say_so(expression: str) -> None:
    check(f"r = {expression}; return [r]", {"x": SMALL, "y": SMALL}, exact=False, size=24)


@pytest.mark.parametrize("statement", ERRORS)
def test_errors_are_those_of_ints(statement: str) -> None:
    check(statement, {"x": (0, 1, 2, -3, 300), "y": (1, 3)}, exact=False)


@pytest.mark.parametrize("expression", MATH)
def test_math_keeps_terms(expression: str) -> None:
    check(f"r = {expression}; return r", {"x": SMALL, "y": SMALL}, preamble="import math")


@pytest.mark.parametrize("expression", LOSSY_MATH)
def test_math_without_terms_says_so(expression: str) -> None:
    check(
        f"r = {expression}; return [r]",
        {"x": SMALL, "y": SMALL},
        preamble="import math",
        exact=False,
    )


@pytest.mark.parametrize("name", OPERATORS)
def test_operator_module(name: str) -> None:
    check(f"operator.{name}(x, y)", {"x": SMALL, "y": SMALL}, preamble="import operator")
    check(f"operator.{name}(7, x)", {"x": SMALL}, preamble="import operator")


@pytest.mark.parametrize(
    "expression",
    [
        "operator.neg(x)", "operator.pos(x)", "operator.inv(x)", "operator.not_(x)", "operator.truth(x)",
        "operator.abs(x)", "operator.index(x)", "operator.is_(x, None)", "operator.contains([1, y], x)",
        "operator.getitem((1, 2, 3, 4), abs(x) % 4)", "operator.itemgetter(0)([x, y])",
        "operator.countOf([1, 2, x], y)", "operator.indexOf([1, x, 3], 3)", "operator.concat([x], [y])",
        "operator.lshift(x, abs(y))", "operator.rshift(x, abs(y))", "operator.pow(x, abs(y) % 4)",
        "operator.length_hint([x], 3)", "operator.methodcaller('bit_count')(x)",
        "operator.attrgetter('real')(x)",
        "functools.reduce(operator.add, [x, y, 3])", "list(itertools.accumulate([x, y, 3]))",
        "functools.reduce(lambda a, b: a * b, [x, y])", "list(itertools.chain([x], [y]))",
        "list(itertools.takewhile(lambda n: n > 0, [x, y, 1]))", "list(itertools.product([x, y], [1]))",
        "list(itertools.islice(itertools.count(x, 2), 3))", "list(itertools.zip_longest([x], [y, 1]))",
        "functools.partial(max, x)(y)", "functools.partial(pow, x)(2)", "list(itertools.pairwise([x, y, 1]))",
        "[k for k, _ in itertools.groupby([x, y, y])]", "list(itertools.starmap(divmod, [(x, 3), (y, 5)]))",
        "sorted([x, y, 1], key=functools.cmp_to_key(lambda a, b: b - a))", "list(itertools.combinations([x, y, 1], 2))",
    ],
)  # fmt: skip
def test_functions_that_hand_values_on(expression: str) -> None:
    preamble = "import operator, itertools, functools"
    check(f"r = {expression}; return r", {"x": SMALL, "y": SMALL}, preamble=preamble)


def test_every_public_name_of_int_is_there() -> None:
    check("return [n for n in dir(int) if not hasattr(x, n)]", {"x": SMALL}, exact=False)
    check("return [n for n in dir(bool) if not hasattr(p, n)]", {"p": TRUTHS}, exact=False)


RANGES = (
    "list(range(x))", "list(range(x, y))", "list(range(x, y, 2))", "list(range(y, x, -3))",
    "list(range(0, 10, x or 1))", "[i for i in range(x) if i != y]", "len(range(x))", "len(range(x, y, 3))",
    "list(reversed(range(x)))", "list(reversed(range(x, y, 2)))", "list(reversed(range(y, x, -2)))",
    "x in range(5)", "x in range(y)", "3 in range(x)", "x in range(0, 20, 3)", "x in range(10, y, -2)",
    "x not in range(2, 9)", "2.0 in range(x)", "2.5 in range(x)", "'a' in range(x)", "None in range(x)",
    "True in range(x)", "range(x).index(3)", "range(10).index(x)", "range(x).count(2)", "range(9).count(x)",
    "range(x)[1]", "range(x)[-1]", "range(5)[x]", "range(1, 20, 3)[x]", "range(x)[y]", "range(10)[x:y]",
    "range(10)[x:]", "range(10)[::x or 1]", "range(x)[1:3]", "range(x)[:]", "range(x)[::-1]", "range(x, y)[1:]",
    "range(x) == range(y)", "range(x) == range(3)", "range(3) == range(x)", "range(x) != range(y)",
    "range(x) == [0, 1]", "range(0, x, 2) == range(0, y, 2)", "bool(range(x))", "not range(x)",
    "'yes' if range(x, y) else 'no'", "range(x).start, range(x).stop, range(x).step", "sum(range(x))",
    "max(range(x), default=-1)", "sorted(range(x), reverse=True)", "[*range(x)]", "tuple(range(x))",
    "list(zip(range(x), 'abcd'))", "list(enumerate(range(x), y))", "all(i < 4 for i in range(x))",
    "type(range(x)) is range", "isinstance(range(x), range)", "next(iter(range(x)), None)", "range(x).foo",
    "range(x)[y:y + 2]", "list(map(abs, range(x, 3)))", "min(range(x, y))", "len(range(y, x, -1))",
    "range(x, y, 0)", "iter(range(x)).__next__()", "list(iter(range(x)))", "range(p)", "list(range(p + 1))",
)  # fmt: skip


@pytest.mark.parametrize("expression", RANGES)
def test_ranges(expression: str) -> None:
    values = {"x": SMALL, "y": SMALL, "p": TRUTHS}
    check(f"r = {expression}; return r", values, size=40)


@pytest.mark.parametrize(
    "expression",
    ["hash(range(x))", "repr(range(x))", "{range(x): 1}[range(3)]", "str(range(x, y))"],
)
def test_ranges_without_term(expression: str) -> None:
    check(f"r = {expression}; return [r]", {"x": SMALL, "y": SMALL}, exact=False)


def test_loops_over_ranges() -> None:
    check(
        """
        total = 0
        for i in range(x):
            if i == y:
                break
            total += i * y
        else:
            return -total
        return total, i
        """,
        {"x": SMALL, "y": SMALL},
    )
    check("for x in range(x, y): pass\nreturn x", {"x": SMALL, "y": SMALL})
    check("r = range(x)\nreturn [(a, b) for a in r for b in r]", {"x": range(-1, 4)})
