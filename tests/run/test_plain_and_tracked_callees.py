"""One call in the code that meets many callees, with plain and with tracked values."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import pytest
from laws import check

SNIPPETS = (
    "table = {'i': int, 'f': float, 's': str, 'a': abs, 'b': bool}\nreturn [table[k](v) for k, v in (('i', '7'), ('f', 2), ('s', 3), ('a', -1), ('b', 0), ('i', str(x)), ('f', x), ('s', x), ('a', x), ('b', x), ('i', 5))]",
    "return [f(v) for _ in 'ab' for f in (int, str, float, abs, len, repr) for v in ('12', '3' + str(x % 9)) if f is not abs]",
    "return [f(v, 3) for _ in 'ab' for f in (max, divmod, pow, round, min) for v in (7, x % 5 + 1, 2.5)]",
    "return [f(v, key=abs) for _ in 'ab' for f in (max, sorted, min) for v in ([1, -2], [x, 2])]",
    "fs = [adding(1), adding(x), adding(2), abs, added, lambda v: v - x]\nreturn [f(v) for _ in 'abc' for f in fs for v in (1, x)], [f(*[v]) for f in fs for v in (2, x)]",
    "made = []\nfor k in (1, x, 2, 3):\n    plus = adding(k)\n    made.append((plus(1), plus(x), plus(k)))\nreturn made, [adding(k)(5) for k in (1, x, 2)]",
    "log, more, seen = [], {}, set()\nacts = {'a': log.append, 'e': log.extend, 's': more.setdefault, 'd': seen.add}\nfor v in (1, x, 2, 1):\n    acts['a'](v); acts['e']([v, x]); acts['s'](v, v); acts['d'](v)\nreturn log, more.get(1), len(more), 1 in seen, len(seen)",
    "fs = [len, str, abs, int, sorted, bool]\nmade = [f('3') for f in fs if f is not abs]\ntable = {x: 1, 2: 3}\nreturn made, [f(table) for f in fs if f not in (abs, int)], [f('4') for f in fs if f is not abs], 2 in table",
    "named = Named(x)\nfound = weakref.ref(named)\nmade = [found().value for _ in 'abc']\nother = weakref.ref(Named(2))\nreturn made, [r() is None for _ in 'ab' for r in (found, other)]",
    "fs = [Named(1).plus, Named(x).plus, Named(x).times, Named.make, Named(2), Other(x)]\nreturn [f(v) for _ in 'ab' for f in fs for v in (3, x)]",
    "held = [Named(1).plus, Named(x).plus, adding(3), int]\nreturn [Holder(f).call(v) for _ in 'ab' for f in held for v in (1, x)]",
    "made = []\nfor f in (Method(Unhashed(), x), Method(abs, -3), Method(adding(2), x), Unhashed(), Named(x).plus):\n    try: made.append([f(*v) for _ in 'ab' for v in ((), (1,))])\n    except TypeError as error: made.append(str(error))\nreturn made",
    "made = []\nfor f in (5, None, 'ab', int, x, [int]):\n    for v in ('1', x):\n        try: made.append(f(v))\n        except TypeError as error: made.append(str(error))\nreturn made",
    "seen = []\ndef told(v):\n    seen.append(v)\n    return v\nfor f in (told, int, str): f(told(1)); f(told(x))\nreturn seen",
    "made = []\nfor f in (int, float, int, ord):\n    for v in ('5', 'a', str(x), None):\n        try: made.append(f(v))\n        except (TypeError, ValueError) as error: made.append(str(error))\nreturn made",
    "fs = [math.sqrt, math.floor, math.gcd, math.fabs]\nreturn [f(v) for _ in 'ab' for f in fs for v in (4, x * x)]",
    "def sized(of=len, text=str, number=int): return [(of(text(v)), number(v)) for v in (1, x, 12)]\nreturn sized(), sized(), sized(number=float)",
    "def key(id=id):\n    seen = {}\n    for v in ([1], [x]): seen[id(v)] = v; mark = id(v); seen[mark] = v\n    return len(seen)\nreturn key()",
    "made = []\nfor c in ([1, x], (x, 2), [3], 'ab', iter([x])):\n    step = iter(c).__next__\n    try:\n        while True: made.append(step())\n    except StopIteration: made.append(0)\nreturn made, list(heapq.merge([1, x + 5], [2, x + 3], [x]))",
)  # fmt: skip

PREAMBLE = """
    import heapq, math, weakref
    from types import MethodType as Method

    def adding(k):
        return lambda v: v + k

    def added(v, w=2):
        return v + w

    class Named:
        def __init__(self, value):
            self.value = value

        def plus(self, n):
            return self.value + n

        def times(self, n):
            return self.value * n

        @classmethod
        def make(cls, n):
            return cls(n).value

        def __call__(self, n):
            return n - self.value

    class Other(Named):
        def __call__(self, n):
            return n > self.value

    class Holder:
        def __init__(self, function):
            self.function = function

        def call(self, n):
            return self.function(n)

    class Unhashed:
        __hash__ = None

        def __call__(self, *args):
            return len(args)
"""


@pytest.mark.parametrize("source", SNIPPETS)
def test_what_is_called_among_others_keeps_terms(source: str) -> None:
    check(source, {"x": (0, 1, 2, 3, 4, 5, -1, -2, 10, 37)}, preamble=PREAMBLE)
