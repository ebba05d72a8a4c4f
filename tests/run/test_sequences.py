"""Tracked indices and slices into native sequences, and tracked values inside them."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import pytest
from laws import SMALL, TRUTHS, check

INTS = "[4, 0, 7, 7, -1]"
VALUES = {"x": (*SMALL, 4, -4, -6, 6), "y": SMALL}

READS = tuple(
    f"{sequence}[{key}]"
    for sequence in (
        INTS, "(4, 0, 7, 7, -1)", "'héllo'", "b'hello'", "bytearray(b'hello')", "range(5, 50, 9)",
        "[True, False, True]", "['a', 'b', 'a']", "[1, 'a', None, 2.5, 1]", "[]", "''", "[x, y, 3]",
        "[[1], [2], [3]]", "(True, 1, 2)", "[2.5, 0.5]",
    )
    for key in ("x", "-x", "x:", ":x", "x:y", "::x", "x::-1", ":x:2", "-x:y:-2", "x % 3", "x > 2")
)  # fmt: skip


@pytest.mark.parametrize("expression", READS)
def test_reads(expression: str) -> None:
    check(f"r = {expression}; return r", VALUES, size=24)


STATEMENTS = (
    f"a = {INTS}; a[x] = 9; return a",
    f"a = {INTS}; a[x] = y; return a",
    f"a = {INTS}; a[x] = 'new'; return a",
    f"a = {INTS}; a[x] += 2; return a",
    f"a = {INTS}; a[x] -= y; a[y] *= 2; return a",
    f"a = {INTS}; a[x], a[y] = a[y], a[x]; return a",
    f"a = {INTS}; a[x] = a[y] = 3; return a",
    f"a = {INTS}; del a[x]; return a",
    f"a = {INTS}; del a[x:y]; return a",
    f"a = {INTS}; del a[::x]; return a",
    f"a = {INTS}; del a[x], a[0]; return a",
    f"a = {INTS}; a[x:y] = [1, 2]; return a",
    f"a = {INTS}; a[:x] = [y]; return a",
    f"a = {INTS}; a[::x] = [1, 2]; return a",
    "a = []; a[::x] = [1, 2]; return a",
    f"a = {INTS}; a[x:] += [1]; return a",
    f"a = {INTS}; r = a.pop(x); return r, a",
    f"a = {INTS}; a.insert(x, y); return a",
    f"a = {INTS}; a.insert(x, y); a.append(x); a.remove(7); return a",
    f"a = {INTS}; a.remove(x); return a",
    f"a = {INTS}; return a.index(x)",
    f"a = {INTS}; return a.index(7, x)",
    f"a = {INTS}; return a.index(7, x, y)",
    f"a = {INTS}; return a.count(x)",
    f"a = {INTS}; a.extend([x, y]); a.sort(); return a",
    f"a = {INTS}; a += [x]; a.reverse(); return a",
    f"a = {INTS}; a.sort(key=lambda n: abs(n - x)); return a",
    f"a = {INTS}; for a[x] in (1, 2): pass\nreturn a".replace("; for", "\nfor"),
    f"a = {INTS}\nwith_item = [0]\nfor i, a[x] in enumerate('ab'): pass\nreturn a, i",
    "a = [[0] * 3 for _ in range(3)]; a[x][y] = 5; return a",
    "a = [[1, 2], [3, 4]]; return a[x][y]",
    "a = [[1, 2], [3, 4]]; b = a[x]; b.append(y); return a",
    "a = [0] * x; return a, len(a)",
    "a = [y] * x; a.append(1); return a",
    "a = x * [1, 2]; return a",
    "a = (1,) * x + (y,); return a",
    "a = 'ab' * x; return a",
    "a = b'ab' * x; return a",
    "a = [1, 2]; a *= x; return a",
    "a = bytearray(b'abc'); a[x] = 65; return a",
    "a = bytearray(b'abc'); del a[y]; return a",
    "a = bytearray(b'abc'); a[x:y] = b'zz'; return a",
    "a = bytearray(b'abc'); del a[x:]; return a",
    "a = bytearray(b'abc'); return a.pop(x)",
    "a = (1, 2, 3); a[x] = 1; return a",
    "a = 'abc'; a[x] = 'd'; return a",
    "a = 'abc'; del a[x]; return a",
    "a = [1, 2, 3]; a[x] = a; return a is a[x]",
    "a = [x, y, x + y]; return a[0], a[-1], a[1:], len(a), a",
    "a = [x, y]; a[0] += 1; b = a[:]; b[1] = 0; return a, b",
    "a, *b = [x, y, 3]; return b, a",
    "(a, b), c = (x, y), x; return a + b + c",
    "a = [n * 2 for n in (x, y) if n > 1]; return a",
    "return [*[x, y], *(1, x)]",
    "return [i for i, n in enumerate([x, y, 3]) if n == 3]",
    "a = [3, 1, 2]; return a[a[x % 3] % 3]",
    "a = [x, y, 1]; return max(a), min(a), sum(a), sorted(a)",
    "return [x, y] == [y, x], [x] < [y, 1], (x, y) >= (1, 2), [x] + [y] == [1, 2]",
    "return x in [1, y], x in (1, 2.0, 'a', None), y in [], x in 'abc'",
    "return x in b'\\x01\\x02'",
    "return 5 in [x, y], None in [x], 'a' in (x, y), 2.0 in [x, y], True in [x]",
    "return x in [[1], [x]], [x] in [[1], [2]], (x, y) in [(1, 2), (3, x)]",
    "return x not in (y, 3)",
    "a = [5, 6, 7]; i = x; a[i] = i; return a[i] == i",
    "a = list(range(70)); a[x] = 1; return a[0], a[5]",
    "a = list(range(70)); return a[x]",
    "return [1, 2, 3][x] + [4, 5, 6][y]",
    "return 'abc'[x] + 'xyz'[y]",
    "return [10, 20, 30][[0, 1, 2][x]]",
    "return [lambda: 1, lambda: 2][x]()",
    "return {'a': [1, 2]}['a'][x]",
    "a = [1, 2, 3]; return [a[i] for i in (x, 0)]",
    "return list('abc')[x:y][0]",
    "s = slice(x, y); return [1, 2, 3, 4][s]",
    "return [1, 2, 3, 4][slice(x, None, 2)]",
    "return (1, 2, 3)[x:][:y]",
    "class A(list): pass\nreturn A([1, 2, 3])[x]",
    "class A(list):\n    def __getitem__(self, k): return k\nreturn A([1, 2, 3])[x], A()[x:y]",
    "class A(tuple):\n    def __getitem__(self, k): return ('own', k)\nreturn A([1, 2, 3])[x]",
    "class A(list):\n    def __setitem__(self, k, v): self.append((k, v))\na = A([1, 2, 3]); a[x] = 1; a[x:y] = 2; return list(a)",
    "class A(list):\n    def __delitem__(self, k): self.append(k)\na = A([1, 2, 3]); del a[x]; del a[x:y]; return list(a)",
    "class A:\n    def __getitem__(self, k): return k\nreturn A()[x], A()[x:y], A()[x, y], A()[x:1, ...]",
    "class A:\n    def __setitem__(self, k, v): self.r = k, v\na = A(); a[x, 1:y] = y; return a.r",
    "class A:\n    def __contains__(self, k): return k\nreturn x in A(), y not in A()",
    "class A:\n    def __iter__(self): return iter((1, 2))\nreturn x in A()",
    "class A:\n    def __getitem__(self, k):\n        if k > 2: raise IndexError\n        return k\nreturn x in A(), list(A())",
    "class A:\n    def __bool__(self): return x > 2\nreturn 'yes' if A() else 'no'",
    "a = memoryview(bytearray(b'abc')); return a[1] + x",
    "import collections; d = collections.deque([x, y]); d.rotate(1); return list(d)",
    "import bisect; return bisect.bisect([1, 3, 5], x)",
    "import bisect; a = [1, 3, 5]; bisect.insort(a, x); return a",
    "import heapq; a = [x, y, 3]; heapq.heapify(a); return [heapq.heappop(a) for _ in range(3)]",
    "import heapq; return heapq.nlargest(2, [x, y, 3])",
    "import copy; a = [x, [y]]; b = copy.deepcopy(a); b[1].append(1); return a, b",
    "import copy; return copy.copy([x, y]), copy.copy(x)",
    "import collections; P = collections.namedtuple('P', 'a b'); p = P(x, y); return p.a, p[1], p == (1, 2), p._replace(a=0)",
)  # fmt: skip


@pytest.mark.parametrize("statements", STATEMENTS)
def test_statements(statements: str) -> None:
    check(statements, VALUES, size=24)


LOSSY = (
    "class A:\n    def __len__(self): return x\nreturn len(A())",
    "class A:\n    def __index__(self): return x\nreturn [1, 2, 3][A()]",
    "class A:\n    def __hash__(self): return x\nreturn {A(): 1} is not None, hash(A())",
    "import collections; d = collections.deque([1, 2, 3]); d.rotate(x); return list(d)",
    "import collections; d = collections.deque([1, 2, 3]); return d[x]",
    "import collections; d = collections.deque([1, 2, 3], x); return list(d)",
    "import array; a = array.array('i', [1, 2, x]); return a[0], list(a)",
    "import array; a = array.array('i', [1, 2, 3]); return a[x]",
    "a = memoryview(b'abc'); return a[x]",
    "a = bytearray(b'abc'); a[0] = x; return a",
    "a = bytearray(b'abc'); a.append(x); return a",
    "a = bytearray(b'abc'); a[x] += 1; return a",
    "a = bytearray(b'abc'); a.insert(x, 65); return a",
    "a = bytearray(b'abc'); a[1:2] = [x]; return a",
    "return bytes((x, 1))",
    "return 'abc'.find('b', x)",
    "return [1, 2].__getitem__(x)",
    "return 'abc'.__getitem__(x)",
    "return (1, 2).__getitem__(x)",
    "a = [1, 2]; a.__setitem__(x, 5); return a",
    "a = [1, 2]; a.__delitem__(x); return a",
    "return [1, 2].__mul__(x)",
    "return [1, 2].__contains__(x)",
    "return list.__getitem__([1, 2], x)",
    "return list.pop([1, 2], x)",
    "return (1, 2, 1).index(1, x)",
    "return 'abc'.startswith('b', x)",
    "import itertools; return list(itertools.islice([1, 2, 3], x))",
    "import itertools; return list(itertools.repeat(1, x))",
    "import itertools; return list(itertools.combinations([1, 2, 3], x))",
    "import operator; return operator.itemgetter(x)([1, 2, 3])",
    "import random; return random.Random(x).random()",
    "return list(b'abc'[x:]), 'a b c'.split(maxsplit=x)",
)


@pytest.mark.parametrize("statements", LOSSY)
def test_statements_that_may_lose_terms(statements: str) -> None:
    check(statements, {"x": (0, 1, 2, 3, -1, -2, -5, 300)}, exact=False)


PLACES = (
    "class A: pass\na = A(); a.v = x; a.v += 1; return a.v, vars(a)",
    "def g():\n    nonlocal x\n    x += 1\n    return x\nreturn g() + x",
    "global G\nG = x\nG += y\nreturn G",
    "def g(n=x): return n\nreturn g()",
    "g = lambda n: n + x\nreturn g(y)",
    "def g():\n    r = yield x\n    yield r + y\nh = g(); return next(h), h.send(y)",
    "def g(*a, **k): return a, k\nreturn g(x, *[y], k=x, **{'z': y})",
    "class A:\n    @property\n    def p(self): return x\nreturn A().p > 2",
    "class A:\n    __slots__ = ('v',)\n    def __init__(self): self.v = x\nreturn A().v",
    "import dataclasses\n@dataclasses.dataclass(order=True)\nclass P:\n    a: int\n    b: int = 3\n"
    "return P(x) == P(1, 2), P(x) < P(y), dataclasses.astuple(P(x)), dataclasses.replace(P(x), a=1).b",
    "import functools\n@functools.lru_cache(maxsize=None)\ndef g(n): return n * 2\nreturn g(3) + x",
    "if (n := x + 1) > 2: return n\nreturn -n",
    "match x:\n    case 0: return 'zero'\n    case 1 | 2: return 'few'\n    case n if n < 0: return -n\n    case int(): return 'int'",
    "match (x, y):\n    case (0, _): return 'a'\n    case (n, 1): return n\n    case [a, b]: return a + b",
    "match [x, 1, y]:\n    case [1, *r]: return r\n    case [a, 1, b]: return a * b",
    "match {'k': x}:\n    case {'k': 1}: return 'one'\n    case {'k': n}: return n",
    "match x:\n    case 1.0: return 'float'\n    case -1: return 'minus'\n    case bool(): return 'bool'\n    case int(n): return n",
    "match x:\n    case True: return 'T'\n    case None: return 'N'\n    case _: return x",
    "try:\n    assert x > 2, x\nexcept AssertionError as e:\n    return e.args[0]\nreturn y",
    "try:\n    raise ValueError(x)\nexcept ValueError as e:\n    return e.args",
    "import contextlib\n@contextlib.contextmanager\ndef c(): yield x\nwith c() as v: return v + 1",
    "return x if y else -x",
    "return x and y, x or y, not x, not not x",
    "return (x > 1) + (y > 1) * 2",
    "a = b = x; a += 1; return a, b",
    "return [(lambda: i * x)() for i in range(2)]",
    "def g(n): return 1 if n <= 1 else n * g(n - 1)\nreturn g(x)",
    "while x > 0:\n    x -= 2\n    if x == y: break\nelse: return 'none'\nreturn x",
)


@pytest.mark.parametrize("statements", PLACES)
def test_values_keep_terms_wherever_they_are_kept(statements: str) -> None:
    check(statements, {"x": SMALL, "y": SMALL})


@pytest.mark.parametrize("key", ["p", "not p", "p + 1", "-p", "p:", ":p", "p and 1"])
def test_truth_values_as_indices(key: str) -> None:
    check(f"return [5, 6, 7][{key}], 'abc'[{key}]", {"p": TRUTHS})
    check(f"a = [5, 6, 7]; del a[{key}]; return a", {"p": TRUTHS})


CACHED = """
    import functools

    class Doubles(dict):
        def __missing__(self, n):
            self[n] = n * 2
            return self[n]

    @functools.lru_cache
    def doubles():
        return Doubles()

    @functools.lru_cache
    def get():
        return Doubles().__getitem__
"""


@pytest.mark.parametrize(
    "source",
    [
        "d = doubles()\nif x not in d:\n    d[x] = x * 2\nreturn d[x]",
        "return doubles()[x]",
        "return get()(x)",
    ],
)
def test_what_a_cached_result_is_filled_with_does_not_stay(source: str) -> None:
    check(source, {"x": SMALL}, preamble=CACHED)
