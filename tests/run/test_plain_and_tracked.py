"""One place in the code that meets plain values first, then a tracked one, then plain ones again."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import random

import pytest
from laws import check

from wend.run.tracked.lift import TRACKED

SNIPPETS = (
    "return [{0: 5, 1: 6, 2: 7}[k] for k in (0, 1, x % 3)]",
    "items = [1, 2, 3, 4]\nfor k in (0, x % 4, 1): items[k] += 1\nreturn items",
    "items = [1, 2, 3, 4]\nfor k in (0, x % 4): items[k] = k\nreturn items",
    "return [k in {1: 2, 5: 6} for k in (5, x)], [k not in (1, 2) for k in (2, x)]",
    "return [3 in c for c in ([1, 2], [x, 2], (x,), {x: 1})]",
    "return [len(v) for v in ('ab', [1], range(x % 5), str(x))]",
    "return [max(v, 3) for v in (1, 2, x)], [int(v) for v in ('7', 2.5, x > 2)]",
    "return [math.floor(v) for v in (2.5, x)], [math.fabs(v) for v in (-1, x)]",
    "return ['abc'.find(v) for v in ('b', chr(97 + x % 3))]",
    "return ['a-b-c'.split('-', v) for v in (1, x % 3)]",
    "return [f'{v}:{v:>3}' for v in (1, 'a', x)]",
    "return [v % 3 for v in (7, 2.5, x)], ['%s' % v for v in (1, x)]",
    "return [[1, 2, 3, 4][a:b] for a, b in ((0, 2), (x % 3, 3), (1, x % 4))]",
    "return [v is True for v in (True, x > 2, 0)], [v is not x for v in (1, x)]",
    "return [not v for v in (0, x > 2, '', x)]",
    "return [{1: 'a', 2: 'b'}.get(k, 'c') for k in (1, x)], [[5, 6, 7].index(v) for v in (6, 5 + x % 3)]",
    "table = {}\nfor k in (1, x, 2): table[k] = k\nreturn table.get(1), len(table), 2 in table",
    "seen = set()\nfor k in (3, x, 4): seen.add(k)\nreturn 3 in seen, 4 in seen, len(seen - {3}), sum(seen)",
    "return [a == b for a, b in (({1}, {1}), ({x}, {1}), ({1}, {x}))]",
    "return [called(len, v) for v in ('ab', str(x))], [called(abs, v) for v in (-1, x)]",
    "return [called(f, x) for f in (abs, bool, str, lambda v: v + 1)]",
    "return [Plain().size(v) for v in ('ab', str(x))], hidden(str(x))",
    "items = [1, 2, 3, 4, 5]\nfor k in (0, x % 3, -1): del items[k]\nreturn items",
    "table = {0: 'a', 1: 'b', 2: 'c'}\nfor k in (0, x): del table[k]\nreturn table",
    "for number in (5, x): del number[0]",
    "table = {(0, 1): 'a', (1, 0): 'b'}\nreturn [table[i, j] for i, j in ((0, 1), (x % 2, 0), (1, 1 - x % 2))]",
    "table = {}\nfor i, j in ((0, 1), (x, 0), (0, 0)):\n    table[i, j] = i\n    table[j, i] = table.get((i, j))\nreturn table[0, 1], (0, 0) in table, (1, x) in table, len(table)",
    "table = {(0, 0): 1}\nfor i in (0, x % 2, 0): table[i, 0] += 1\nreturn table[0, 0]",
    "for key in ((0, 1), (x, 1)):\n    if key in {(0, 1): 2}: return {(0, 1): 2}[key]",
    "return [len({v, 1, 2}) for v in (1, 3, x)], [{v: 1, 2: v}.get(2) for v in (1, x, 2)]",
    "return [sorted({v: 1, 2: v}.items()) for v in (2, x % 3, 5)]",
    "return [[1, 2, 3, 4, 5][a:b:c] for a, b, c in ((0, 4, 2), (x % 3, 5, 2), (None, None, -1), (0, 5, x))]",
    "items = [1, 2, 3, x]\nitems[1:3] = [x]\nreturn items, items[::-1]",
    "items = [1, 2, 3, 4, 5]\nfor a, b, v in ((0, 2, 'ab'), (x % 3, 3, [x]), (1, x % 4, ()), (4, None, (x, 1))): items[a:b] = v\nreturn items",
    "items = [1, 2, 3, 4, 5, 6]\nfor a, c in ((0, 2), (x % 2, 3), (1, 2 + x % 3)):\n    try: items[a::c] = [x] * 2\n    except ValueError as error: items.append(str(error))\nreturn items",
    "items = [*range(9)]\nfor a, b in ((0, 2), (x % 3, 3), (-2, None)): del items[a:b]\nfor c in (3, 1 + x % 3): del items[-1::c]\nreturn items",
    "data = bytearray(b'abcdefgh')\nfor a, b, v in ((0, 2, b'xyz'), (x % 3, 4, data), (1, 2, [x % 9]), (1, 3, bytes([x % 7])), (0, x % 3, b''), (5, 6, bytearray(b'uv'))): data[a:b] = v\nreturn bytes(data), data[1] < 50",
    "data = bytearray(b'abcdefghijkl')\nfor a, b in ((0, 2), (x % 3, 4), (1, 2), (-1, None)): del data[a:b]\ndel data[0]\ndel data[::2]\nreturn bytes(data), len(data)",
    "n = 1\nfor data in (bytearray(b'ab'), (1, 2), 5, range(3)):\n    for v in (b'c', 5, 'a', [300], None):\n        try: data[n:1] = v\n        except (TypeError, ValueError) as error: caught = str(error)\n        try: data[-1:] = v\n        except (TypeError, ValueError) as error: caught += str(error)\n        try: del data[:n]\n        except TypeError as error: caught += str(error)\nreturn caught",
    "data = bytearray(b'abc')\nfor n in (1, 2, x): data[n:n] = data[:1]; data[-1:] += b'z'\nreturn bytes(data), [data[a:b:c] for a, b, c in ((0, 3, 2), (None, None, -1), (x % 3, 5, 1))]",
    "return ['%s of %d' % (v, 3) for v in (1, 'a', x)], ['<%s>' % v for v in (2, (1,), x)]",
    "return [max(v) for v in ([1, 2], (3, 1), [x, 2], (x, 2), {1, 2})], min([4, x])",
    "return [sum(v) for v in ([1, 2], [0.1, 0.2, x / 3], (n for n in (0.1, x / 3, 0.2)), {1: x}.values(), map(abs, [-1, x]), range(3), [], {0.5: 1}, [0.1] * 9, (0.1, x))], [sum(v, 5) for v in ([1], [x, 0.1], (n for n in (x / 7, 0.1)))], sum([[x], [1]], []), sum([0.1, x / 3, 0.2], start=x)",
    "log = []\nclass Cost:\n    def __init__(self, n): self.n = n\n    def __radd__(self, other): log.append(1); return other + self.n\nreturn sum([0.5, Cost(x), Cost(1.0)]), sum(Cost(n) for n in (x / 2, 1)), len(log)",
    "return [sum(c) for c in ([0.1, 0.1, x / 7, 0.1, 0.3], (n for n in (0.1, x, 0.1, 0.3)), [x, 0.1, 0.2, 0.3], [0.1, 0.1, True, x / 3], [0.1] * 9 + [2, x / 9])]",
    "made = []\nfor v in (5, ['a'], (n for n in 'ab'), [1, None], [x, 'a']):\n    try: made.append(sum(v))\n    except TypeError as error: made.append(str(error))\nreturn made",
    "def going():\n    for n in (0.1, 0.2, x / 3):\n        seen.append(n)\n        yield n\n    raise ValueError(x)\nseen = []\ntry: sum(going())\nexcept ValueError as error: return seen, error.args",
    "made = []\nfor v in ([(3, 1), (2, 5)], [(3, 1), (2, x)], {1: 2}, {3: x}.values(), 'hello', str(x), (n for n in (1, x)), map(abs, [-2, x]), range(4), deque([x, 2]), b'ab', [[x], [1]], {4, 5}, ['a', str(x)], [x, 2.5]):\n    made.append(max(v))\nreturn made, [min(v, default=x) for v in ([], [1], [x, 2], iter(()))]",
    "best = (0, 0)\nfor n in (3, x, 2): best = max(best, (n % 5, n))\nreturn best, [max(a, b) for a, b in ((1, 2), ('a', 'b'), (x, 3), (str(x), '4'), ([x], [2]), (2.5, x))], [min(1, 2, n) for n in (0, x)]",
    "made = []\nfor v in (5, [], [1, 'a'], [x, 'a'], None):\n    try: made.append(max(v))\n    except (TypeError, ValueError) as error: made.append(str(error))\n    try: made.append(min(v, x))\n    except TypeError as error: made.append(str(error))\nreturn made",
    "return [bool(v) for v in ([], [x], {}, {1: x}, set(), {2}, deque(), (), '', 'a', x, x > 2, str(x), None, 0.0, range(x % 3), Plain(), (n for n in ()))]",
    "made = []\nfor c in (defaultdict(int), OrderedDict(), defaultdict(list, {3: [1]}), OrderedDict({x: 1}), defaultdict(int, {x: 2})):\n    made.append((len(c), 3 in c, x in c, list(c), 4 not in c, max(c, default=0)))\n    c[x] = x\n    made.append((len(c), 3 in c, 5 in c, sorted(c)))\nreturn made",
    "one, two = Plain(), Plain()\nreturn [v in c for v in (one, (1, 2), int, None, 3) for c in ([two, one], [(x, 2), (3, 4)], (int, float), [x, one], [], (one, x), [(1, 2), x], deque([two, one]), deque(), deque([x]))], [v in (1, x, y) for v in (3, x) for y in (2, 'a', 3)], [v not in [y, one] for v in (3, x) for y in (x, 3)]",
    "return [type(v) in (int, float) for v in (1, 'a', x, 2.5)], [v in (Ellipsis, None) for v in (None, x)], [3 in [y] for y in (x, 3, 4, 'a')], [x in (y, 2) for y in (3, 4)]",
    "return [hash(v) == hash(w) for v, w in ((1, 1), (x, 3), (2.5, x), ((1, 2), (1, 2)), (False, False), (True, x))]",
    "fs = [lambda n: n, lambda n: -n, abs, int]\nmade = []\nfor k in range(12): made.append(fs[k % 4](k) + fs[k % 4](x))\nreturn made, {0: abs, 1: bool, 2: lambda n: n > x}[x % 3](x)",
    "def given(f, n): return f(n)\nmade = []\nfor k in range(8):\n    def own(n, k=k): return n + k\n    made.append(given(own if k % 2 else (lambda n: n * k), x))\n    made.append(given(Plain().size, 'ab' * k))\n    made.append(given(Plain().size if k % 2 else str(x).count, '1'))\nreturn made",
    # Functions that a function defines, and names that are given to others as well
    "def f(n): return n + 1\ndef g(n): return f(n) * 2 if n < 3 else g(n - 3)\nh = lambda n: g(n) - f(n)\nreturn f(x), g(abs(x)), h(x % 7), [h(n) for n in (1, x % 5)], (lambda n: f(n))(x)",
    "def f(n): return n + 1\ndef change():\n    nonlocal f\n    f = abs\nfirst = f(x)\nchange()\nreturn first, f(x), [f(n) for n in (1, x)]",
    "made = []\nfor f in (abs, lambda n: n + 1):\n    def f2(n, f=f): return f(n)\n    made.append(f(x) + f2(x))\n    f3 = lambda f: f(x)\n    made.append(f3(abs) + f3(f2))\nreturn made",
    "def f(n): return n + 1\nfirst = f(x)\nif first > 2: f = abs\nwith_it = [f(f1) for f1 in (x, 1)]\ndef g(n): return n\nmade = [g(x) for g in (abs, bool)]\ndef h(n): return -n\nif (h := abs)(x) > 3: made.append(h(x))\nreturn first, with_it, made",
    "@functools.cache\ndef f(n): return n + 1\nclass Own:\n    def g(self, n): return g(n)\n    g2 = staticmethod(abs)\n    g3 = g2(x)\ndef g(n): return n * 2\ndef g2(n): return n\ndel g2\ng2 = bool\nreturn f(x), Own().g(x), Own.g3, g2(x)",
    "def f(*args, **named): return args, named\nmade = [f(), f(x), f(*[x, 1], a=x), f(**{'b': x})]\nasync def g(n): return n + x\ndef h(n):\n    yield n\n    yield from h(n - 1) if n > x else ()\ntry: g(1).send(None)\nexcept StopIteration as error: made.append(error.value)\ntry: f2 = lambda a: a; f2()\nexcept TypeError as error: made.append(str(error)[-40:])\nreturn made, list(h(5))",
    "return [sorted([(2, x), (1, 3)], key=lambda p: p[k]) for k in (0, 1)], list(map(lambda n: n + x, [1, 2])), max([x, 3], key=lambda n: -n), list(filter(lambda n: n > x, [1, 4, 40]))",
    "one = Plain()\nmade = []\nfor k in range(6):\n    one.called = (lambda n: n + x) if k % 2 else (lambda n: n - x)\n    made.append(one.called(k))\n    made.append(one.called(x))\nm = one.size\nmade += [m('ab'), m(str(x)), m([x])]\nreturn made",
    "one = Plain()\nmade = []\nfor name in ('first', 'second', 'first', chr(102) + 'irst', 'size', 'second'):\n    if name != 'size': setattr(one, name, x if name == 'first' else 1)\n    made.append((getattr(one, name, 0) if name != 'size' else one.size('abc'), hasattr(one, name), getattr(x, 'real'), hasattr(x, name)))\nsetattr(one, 'size', lambda n: x)\nmade.append(one.size('a'))\nreturn made",
    "return [sum(v) for v in ([1, 2], [x, 2], (n for n in (x, 1)))], list(zip([x], [1])), list(enumerate([x]))",
    "return [getattr(v, 'real') for v in (1, 2.5, x)], [hasattr(v, 'upper') for v in (1, 'a', x, str(x))]",
    "return [sorted(v, key=len) for v in (['abc', 'a'], ['bcd', str(x)])], [sorted(v, key=abs) for v in ([-2, 1], [x, -1])]",
    "made = []\nfor v in ([1], (2, x), range(x % 3)): made.extend(v)\nreturn made, bytearray(b'a').extend([x % 9])",
    "row = {'a': 1}\nrow.update(b=x)\nrow.update(c=2)\nreturn row",
    "total = 0\nfor n in (1, x):\n    def step(m): return m + n\n    total += step(2) + (lambda: n)()\nreturn total",
    "for n in (1, x):\n    try:\n        if n > 2: raise ValueError(n)\n        raise KeyError\n    except (KeyError, ValueError) as error: caught = error.args\nreturn caught",
    "seen = []\nfor n in (1, 2, x, 3): seen.append('big' if n > 2 else 'small')\nreturn seen",
    "table = {}\nfor key in ((0, 1), (2, 1), (x, 1), (0, 1), (2, x)):\n    if key in table: table[key] += 1\n    else: table[key] = 0\nreturn table[0, 1], len(table)",
    "seen = set()\nfor key in ((0, 1), (x, 1), ((0, 2), 'a'), ((x, 2), 'a'), (), (1,), (1, 2, x)): seen.add(key)\nreturn len(seen), ((0, 2), 'a') in seen, (1,) in seen, () in seen",
    "table = {(0, 1): 'a', ((1, 2), 3): 'b', (1, 2, 3): 'c'}\nreturn [table.get(key) for key in ((0, 1), (x, 1), ((1, 2), 3), ((x, 2), 3), (x, 2, 3))]",
    "key, table = (1, 2), {(1, 2): 0}\ntable[x, 2] = 5\nreturn table[key], key in table, table.pop(key, None), len(table)",
    "return [(n, 1) in c for n in (1, x) for c in ([(1, 1)], ((2, 1), (x, 1)), {(1, 1): 2})], [2 in c for c in ((1, 2), [2], (x, 2), [1, x], 'a' and [x])]",
    "items = [1, 2, 3]\nfound = []\nfor n in (3, x, 1):\n    found.append(5 in items)\n    items[0] = n + 3\nreturn found",
    "return [{k: v for v, k in enumerate(c)} for c in ([1, 2, 1], [1, x, 1, 2], [(1, 2), (x, 2)], 'ab', (x, x))]",
    "return [len({k: 1 for k in c}) for c in ([1, 2], [2, x])], {k: x for k in (1, 2)}, [{'a': n} for n in {n: 1 for n in (1, x)}]",
    "base, other = {1: 'a', 2: 'b'}, {x: 'c'}\nreturn {**base, 3: x}, {3: 0, **base}, {2: 'd', **other, 1: 'e'}.get(1), {**base, x: 'f', **base}[1], {**other, **other}[x]",
    "for part in ({'a': 1}, 5, {}, {x: 1}):\n    try: made = {**part, 'b': 2}\n    except TypeError as error: made = str(error)\nreturn len(made), {**{x: 1}} or 2, {n: 1 for n in ()} or 3",
    "return [','.join(c) for c in (['a', 'b'], ('a',), ['a', str(x)], [], {'a': 1}, (str(n) for n in (1, x)), (v for v in 'abc'))]",
    "made = []\nfor c in (['a', 1], [str(x), 2], 5, (1 for _ in 'a')):\n    try: made.append('-'.join(c))\n    except TypeError as error: made.append(str(error))\nreturn made",
    "heap = []\nfor n in ((3, 1), (x, 2), (2, 0)): heapq.heappush(heap, n)\nreturn heapq.heappop(heap), heappop(heap), heapq.heappushpop(heap, (x, 1)), heap",
    "for heap in ([3, 1, 2], [x, 1, 3], 5):\n    heapq.heapify(heap)\n    heappush(heap, x)\n    first = heappop(heap)",
    "return list(map(str.upper, ['a', 'b' + str(x)])), list(map(int, ['1', str(x % 9)])), list(map(len, ['ab', str(x), [x]])), list(filter(str.isdigit, ['1', str(x), 'a']))",
    "words = ['a', 'b']\ngoing = map(str.upper, words)\nfirst = next(going)\nwords[1] = chr(97 + x % 3)\nreturn first, list(going)",
    "return list(map(str.upper, [1])) if x else list(filter(None, [0, x, 1]))",
    "return [(n, 1) in [(1, 1), (x, 2)] for n in (1, 2, x)], [n in [1, x] for n in (1, 5, x)]",
    "return [3 in c for c in ([1, 2, 3], [1, x, 5], [1, x, x + 1, 2], [2.5, 'a', x / 2], [None, x > 2, str(x)], [True, [x], (x,), {x: 1}], [])]",
    "return [v not in c for v in ('b', b'b', 1, 1.0, True, None) for c in (['a', chr(97 + x % 3)], [0, x], [b'', bytes([97 + x % 3])], [2.5, x / 2], ['', x > 2])]",
    "items, found = [1, 2, 3], []\nfor n in (3, x, 4):\n    found.append('yes' if 5 in items else 'no')\n    items[1:] = [n + 3, n + 2, 9]\nreturn found, (1, 5) in [0, (1, x)], [3 in [1, *range(70), x] for _ in 'ab']",
    "return [list(map(f, v)) for f in (int, str, float, lambda n: n) for v in ([1, 2], (1, 2), [1, x], (x, 1), '12', range(2), {1: x})]",
    "words, made = ['1', '2'], []\nfor k in range(3):\n    made.append((sum(map(int, words)), '-'.join(map(str.upper, words)), max(map(len, words))))\n    words[k % 2] = str(x + k)\nreturn made",
    "words = ['1', '2']\ndef sum(items):\n    words[1] = str(x % 9)\n    return list(items)\nreturn [sum(map(int, words)) for _ in 'ab']",
    "words = ['1', '2']\nclass Joining:\n    def join(self, items):\n        words[1] = str(x % 9)\n        return list(items)\nreturn [c.join(map(str.strip, words)) for c in ('-', Joining(), b'')[:2]]",
    "def map(f, items): return [f, x]\nreturn [list(map(int, v)) for v in ([1], [x])], [[*filter(f, [0, 1, x])] for f in (None, bool, lambda n: n > 1)]",
    "for items in ([1, 2.5], [x, 2], ['a'], [[1], [x]]):\n    for f in (int, len, abs, None, 5):\n        try: total = sum(map(f, items)), sum(map(f, items), 0.5)\n        except TypeError as error: total = str(error)\nreturn total",
    "seen, found = set(), []\nfor n in (1, 2, x, 1, 0):\n    key = n, 1\n    found.append('new' if key not in seen else 'old')\n    seen.add(key)\nreturn found, len(seen)",
    "table, found = {((1, 2), 'a'): 5}, []\nfor n in (1, x, 1):\n    key = (n, 2), 'a'\n    if key in table: found.append(table[key])\n    key = (n, *[2]), 'a'\n    found.append(table.get(key))\nreturn found",
    "seen, key = {(3, 3)}, (x % 3, 0)\nwhile key not in seen and len(seen) < 6:\n    seen.add(key)\n    key = (key[0] + 1) % 3, len(seen) % 2\n    if len(seen) == 3: key = x % 2, 1\nreturn len(seen), key",
    "table = {(1, 2): 'a'}\nfor n in (1, 2, x):\n    key = n, 2\n    if n == 2: table[x, 2] = 'b'\n    table[key] = table.get(key, '') + 'c'\nreturn table.get((1, 2)), table.get((2, 2)), len(table)",
    "return [hash(v) for v in (1, 2.5, True, x)], [hash((v, 1)) for v in (3, 2)], [dict(v) for v in ({1: 2}, {x: 1}, [(x, 2)])]",
    "return [bisect.bisect_left(v, 2) for v in ([1, 3], [x, x + 2], (1, x))], [bisect_right([1, 5], v) for v in (1, x)], bisect.bisect([1, 2, 3], x, 0, 2), [bisect.bisect([1, 2, 3], 2, v) for v in (0, x % 3)]",
    "return sorted([Plain(), Plain()], key=operator.attrgetter('one')), [operator.attrgetter('real')(v) for v in (1, x)], [','.join(reversed(v)) for v in ('ab', str(x))]",
    "return [3 in v for v in (deque([1, 2]), deque([x]), deque([1, x]), {1: x}.values(), {1: 3}.values(), {x: 1}.keys())], [sum(v) for v in ({1, 2}, {x, 2})]",
    "return [Plain.make(v).one, Sub().size(str(v)), Plain().size('ab')] if (v := x) or True else 0",
    "return [Plain.make(v).one, Plain.twice(v), Plain().twice(v), Sub.make(v).one] if (v := x) or True else 0",
    "return [Plain.twice(v) for v in (1, x, 2)], [Plain().twice(v) for v in (1, x)], [Plain.make(v).one for v in (1, x, 3)], [Plain.plus(v) for v in (1, x)]",
    "return [called(f, v) for f in (Plain.twice, Sub.twice, Plain().plus, Sub().grow, Calling(x), Calling(2), Other()) for v in (1, x, 2)]",
    "held = Calling(3)\nmade = [held(v) for v in (1, 2, x)]\nCalling.__call__ = lambda self, n: n - self.by\ntry: made += [held(v) for v in (1, x)]\nfinally: Calling.__call__ = CALLS\nreturn made, [held(v) for v in (1, x)]",
    "held, made = Calling(3), []\nfor n in (1, 2, x):\n    made.append(held(n))\n    held.by = n\nreturn made, [Calling(n)(2) for n in (1, x)]",
    "return [len(v) for v in (Sized(2), Sized(x), [x], Listing([x]), Sized(1))], [bool(v) for v in (Sized(1), Sized(x))]",
    "return [(n in v, n not in v) for n in (1, x) for v in (Sized(2), Sized(x), [Sized(1)], Listing([1, x]), Listing([x]))]",
    "made = []\nfor v in (Sized(1), Sized(x), Listing([x, 1]), Listing([])):\n    made += [n + 1 for n in v], list(v), tuple(v), sorted(v), sum(v), any(v), [*enumerate(v)], [*zip(v, v)]\nreturn made",
    "made = []\nfor v in (Sized(1), Listing([x, 1]), {1: 2}, {x: 2}, Sized(x)):\n    made.append(1 in v)\n    made.append([n for n in v])\nreturn made",
    "return [called(f, v) for f in (ADD_ONE, ADD_TWO, POWER, BINARY, functools.partial(pow, x % 3), functools.partial(added, x)) for v in (1, 2, x % 5) if f is not BINARY] + [BINARY(v) for v in ('101', bin(x))]",
    "made = []\nfor n in (1, x, 2):\n    power = functools.partial(pow, n)\n    made += [power(2), power(v) if (v := 3) else 0]\nreturn made, [functools.partial(added, b=n)(v) for n in (1, x) for v in (2, x)]",
    "return [cached(v) for v in (1, 2, x, 1, 2)], [cached(v, 3) for v in (1, x)], [cached(v, more=x) for v in (1, x)], [fib(v) for v in (5, x % 6)], [rows(v) for v in (1, x, 1)]",
    "for v in (1, [2], x, 1):\n    try: made = cached(v)\n    except TypeError as error: made = str(error)\nreturn len(rows(2)), made, [cached(v) for v in (True, 1.0, x)]",
    "return [int.from_bytes(v, 'big') for v in (b'ab', bytes([x % 7, 1]), [x % 7, 1], (1, 2))], [int.from_bytes(b'ab', o) for o in ('big', 'little')], [v.to_bytes(2, 'big') for v in (1, x % 9)], [int.from_bytes(v, 'big', signed=True) for v in (b'a', bytes([x % 256]))]",
    "for v in ((1, 'big'), (b'a', 'odd'), (b'a', 1), (b'a', 'big', True), (b'a',), ([x], 'big')):\n    try: made = int.from_bytes(*v)\n    except (TypeError, ValueError, OverflowError) as error: made = str(error)\nreturn made",
    "return [sorted(v, key=operator.itemgetter(1)) for v in ([(1, 2), (2, 1)], [(1, x), (2, 3)], [[x, x], (1, 1)], ['ab', 'ba'])], sorted([(2, 1, x), (1, 1, 2)], key=operator.itemgetter(1, 0)), max([(1, 5), (2, x)], key=operator.itemgetter(1))",
    "rows = [{'a': 2}, {'a': x}, {'a': 1}]\nrows.sort(key=operator.itemgetter('a'))\nreturn rows, sorted([{x: 1, 2: 3}, {2: 0}], key=operator.itemgetter(2)), sorted([(5, 6), (7, x)], key=operator.itemgetter(x % 2)), [operator.itemgetter(v)([1, 2, 3]) for v in (0, x % 3)]",
    "for v in ([(1,), (2, 3)], [1, x], [(x,)]):\n    try: made = sorted(v, key=operator.itemgetter(1))\n    except (IndexError, TypeError) as error: made = str(error)\nreturn made",
    "return [(k, list(g)) for v in ([(1, 2), (1, 3)], [(x, 1), (1, 2)]) for k, g in itertools.groupby(v, key=operator.itemgetter(0))], [list(g) for k, g in itertools.groupby([1, x, 1], key=lambda n: n > 2)], list(itertools.chain([x], (1,))), sum(itertools.islice([x, 1, 2], 2))",
    "return [dict(zip(k, v)) for k, v in (('ab', (1, x)), ([1, x], 'ab'), ([(1, 2), (x, 2)], 'ab'))], [k in {1: 2}.keys() for k in (1, x)], [(k, 2) in {1: x}.items() for k in (1, 2)], dict([[1, x]])",
    "for v in ([()], [(1, 2, 3)], [1], [(x,)], ['ab', 'cd']):\n    try: made = dict(v)\n    except (TypeError, ValueError) as error: made = str(error)\nreturn made",
    "return [re.sub('1', 'a', v) for v in ('121', str(x))], [re.match('[0-9]+', v) is None for v in ('1', 'a', str(x))], [ONES.sub(r, '121') for r in ('b', str(x), lambda m: m.group(0) + str(x))], [ONES.search(v) is None for v in ('2', str(x))], [ONES.findall(v) for v in ('11', str(x))]",
    "found = [ONES.match(v) for v in ('12', '1' + str(x), 'a')]\nreturn [m and [m.group(v) for v in (0, 1)] for m in found], [m and m.group(0, 1) for m in found], [ONES.split(v, 1) for v in ('2123', str(x))], [Matching().match(v) for v in (1, x)]",
    "return [bytes(v) for v in ([1, 2], (3, x % 9), [x % 256], 2, b'a', [True])], bytearray([1, x % 9])",
    "for v in ([256], [x + 250], ['a'], [-1], [1.5]):\n    try: made = bytes(v), bytearray(v)\n    except (TypeError, ValueError) as error: made = str(error)\nreturn made",
    "data = bytearray(b'abcd')\nmade = [data[1], data[1:3], data[::-1], data[x % 4]]\nfor n in (1, x % 256, 2):\n    data.append(n)\n    data[0] = n\n    data += b'z'\n    data.extend([n])\n    made += [data[0], data[-1], data[1:], data[x % 3:], len(data[:n])]\nreturn made, data",
    "rng = random.Random(5)\nmade = [rng.random(), rng.randint(1, 6), rng.getrandbits(4)]\nrng.seed(7)\nreturn made, [rng.getrandbits(n) for n in (3, 2)], rng.random(), rng.choice([x, 1])",
    "random.seed(4)\nmade = [random.random(), random.randint(1, 9), random.choice([1, x, 3]), random.getrandbits(5)]\nstate = random.getstate()\nmade.append(random.random())\nrandom.setstate(state)\nreturn made, random.random() == made[-1]",
    "return [(max(v, key=lambda n: n % 3), min(v, key=abs, default=0), sorted(v, reverse=True, key=lambda n: -n)) for v in ([1, 2, 5], [1, x, 4], (x, 2), {1: x}, {3, 4}, range(3))], [max([2, 1, x], key=f) for f in (None, abs, bool, lambda n: -n, ADD_ONE, POWER, Calling(1), Plain.twice)]",
    "for f in (None, 5, len, lambda: 1, lambda n: 'a' if n == x else n):\n    try: made = sorted([1, 2], key=f), max([], key=f, default=f)\n    except TypeError as error: made = str(error)\nreturn made",
    "rows = [{'a': 1}, {'a': 2}]\nmade = []\nfor n in (3, x, 4):\n    made.append((sorted(rows, key=operator.itemgetter('a'), reverse=True)[0]['a'], max(rows, key=operator.itemgetter('a'))['a']))\n    rows[0] = {'a': n, x: 5} if n == 4 else {'a': n}\nreturn made, min([{x: 1, 2: 3}, {2: 0}], key=operator.itemgetter(2))",
    "def sorted(items, key): return [key(n) for n in items], x\ndef max(*args, **named): return len(named)\nreturn [sorted(v, key=lambda n: n) for v in ([1], [x])], [max(v, key=abs) for v in ([1], [x])]",
    "made = []\nfor k, v in (('ab', [1, 2]), ([1, 2], (3, x)), ([1, x], 'ab'), ((1, x), 'a'), ([1, 2, x], [3]), ({1: 2, x: 3}, 'ab'), (range(3), 'ab'), ({5}, [1]), ([(1, x)], 'a'), (deque([1, x]), 'ab')):\n    made.append((len(dict(zip(k, v))), dict(zip(k, v, strict=False)).get(1), 1 in dict(zip(k, v))))\nreturn made",
    "keys = [1, 2, 3]\ndef values(n):\n    yield 1\n    keys[1] = n\n    yield 2\n    yield 3\nmade = [dict(zip(keys, values(n))).get(4) for n in (5, x, 4)]\nfor k, v in (([1, 2], [3]), ([1], [x, 2]), (5, [1]), ([1], x)):\n    try: made.append(dict(zip(k, v, strict=True)))\n    except (TypeError, ValueError) as error: made.append(str(error))\nreturn made",
    "def zip(a, b): return [(x, 1), (a, b)]\nmade = [dict(zip(v, 2)) for v in (1, 2)]\ndef dict(pairs): return list(pairs) + [x]\nreturn made, [dict(zip(v, 2)) for v in (1, x)], [list(zip(v, 1)) for v in (1, 2)]",
    "return [(bytes([n, 1]), bytes([1, 2, 3, 4, 5, n]), bytes((n, n)), len({*[1, n]}), len(set([n, 1])), len(set((n, 1, 2, 3, 4, 1))), 1 in frozenset([2, 3])) for n in (1, 2, x % 256, 3)], [len(set(v)) for v in ('ab', [1, x], (x, 1), [(1, 2), (x, 2)], [], {1: x}, range(2))]",
    "return [[[1, 2], [1, 1]].index([1, n]) for n in (1, 2, x % 2 + 1)], [[(1, [2])].count((1, [n])) for n in (1, x)], [[1, n] in [[1, 2], [x, 3]] for n in (2, x)], [len({1, 2}.union([n, 5])) for n in (1, x)], [f'{[n]}' for n in (1, x)]",
    "made, binary = [], functools.partial(int, base=2)\nfor n in (2, 3, x % 7 + 2, 5):\n    made.append([binary(v) for v in ('10', '1' + str(x % 2), b'11')])\n    binary.keywords['base'] = n\nreturn made, binary('11')",
    "power, made = functools.partial(pow, 2), []\nfor n in (3, x % 4, 2):\n    made.append((power(n), power(n, 5), power(exp=n), power(*[n])))\n    if n == 2: power.keywords['mod'] = x % 3 + 5\nreturn made, [power(v) for v in (3, x % 4)], [functools.partial(round, 2.567)(n) for n in (1, 2)]",
    "for f in (functools.partial(int), functools.partial(int, base=2), functools.partial(pow, 2, 3), functools.partial(divmod, 7)):\n    for v in (1, '1', x, None):\n        try: made = f(v)\n        except (TypeError, ValueError, ZeroDivisionError) as error: made = str(error)\nreturn made, [functools.partial(added, n)(v) for n in (1, x) for v in (1, x, 2)]",
    "data, made = bytearray(b'abcd'), []\nfor at, byte in enumerate(data):\n    made.append(byte)\n    if at == 1: data[2] = x % 256\n    if at == 3 and len(data) < 6: data.extend(b'e')\nreturn made, [n for n in data], list(bytearray(3)), bytes(data), [n in data for n in (1, x % 256)]",
    "data = bytearray(4)\nfor at, n in ((0, 1), (-1, 2), (x % 4, 3), (1, x % 256), (True, 5), (2, True)): data[at] = n\nfor at, n in ((9, 1), (0, 256), (0, 'a'), ('a', 1), (0, x + 250)):\n    try: data[at] = n\n    except (IndexError, TypeError, ValueError) as error: made = str(error)\nreturn data, made, data[x % 4]",
    "return [functools.reduce(lambda a, b: a * 2 + b, v) for v in ([1, 2], [x, 1], (1, x, 2))], functools.reduce(operator.add, [1, x, 2], x), [functools.reduce(max, v) for v in ([1, 2], [1, x])]",
    "return [Abstract(v).n for v in (1, x)], [Colour(v % 2).name for v in (1, x)], [Plain.__dict__['twice'](v) for v in (1, x)]",
)  # fmt: skip

PREAMBLE = """
    import abc, bisect, enum, functools, heapq, itertools, math, operator, random, re
    from bisect import bisect_right
    from collections import OrderedDict, defaultdict, deque
    from heapq import heappop, heappush

    def called(function, value):
        return function(value)

    class Plain:
        one = 1

        def size(self, value):
            return len(value)

        @classmethod
        def make(cls, one):
            made = cls()
            made.one = one
            return made

        @staticmethod
        def twice(one):
            return one * 2

        @classmethod
        def plus(cls, one):
            return one + cls.one

        def __eq__(self, other):
            return type(self) is type(other)

    class Sub(Plain):
        def size(self, value):
            return [super().size(each) for each in ("ab", value, "abc")]

        def grow(self, one):
            return super().plus(one) + super().twice(one)

        @classmethod
        def plus(cls, one):
            return super().plus(one) - 1

    class Calling:
        def __init__(self, by):
            self.by = by

        def __call__(self, n):
            return n + self.by

    CALLS = Calling.__call__

    class Other(Calling):
        def __init__(self):
            pass

        def __call__(self, n):
            return n > 3

    class Sized:
        def __init__(self, size):
            self.size = size

        def __len__(self):
            return 1

        def __contains__(self, member):
            return member == self.size

        def __iter__(self):
            yield self.size

    class Listing(list):
        def __contains__(self, member):
            return not list.__contains__(self, member)

    class Matching:
        def match(self, value):
            return value > 2

    class Abstract(abc.ABC):
        def __init__(self, n):
            self.n = n

    class Colour(enum.Enum):
        RED = 0
        BLUE = 1

    def added(a, b=2):
        return a + b

    @functools.lru_cache
    def cached(n, more=1):
        return n * 2 + more

    @functools.cache
    def fib(n):
        return n if n < 2 else fib(n - 1) + fib(n - 2)

    @functools.lru_cache
    def rows(n):
        return [n]

    ADD_ONE, ADD_TWO = functools.partial(added, b=1), functools.partial(added, 2)
    POWER, BINARY = functools.partial(pow, 2), functools.partial(int, base=2)
    ONES = re.compile("(1)")

    def hidden(text):
        plain, sizes = Plain(), []
        for size in (None, None, len, lambda text: text.count("1")):
            if size is not None:
                plain.__dict__["size"] = size
            sizes.append(plain.size(text))
        return sizes
"""


@pytest.mark.parametrize("source", SNIPPETS)
def test_a_tracked_value_after_plain_ones_keeps_its_term(source: str) -> None:
    check(source, {"x": (0, 1, 2, 3, 4, 5, -1, -2, 10, 37)}, preamble=PREAMBLE)


def test_generators_with_a_tracked_seed_keep_it_after_one_without_any_was_told_of() -> None:
    source = (
        "rng = random.Random()\nfor _ in range(80): rng.random(); rng.randint(1, 3)\n"
        "seeded = random.Random(x)\nmade = [seeded.random(), seeded.getrandbits(3)]\nseeded.seed(5)\n"
        "return made, [random.Random(n).random() for n in (7, x, 7)], seeded.random(), rng.random() < 2"
    )
    runs = check(source, {"x": (0, 3, 5)}, preamble=PREAMBLE, exact=False)

    for run in runs:
        (first, bits), (plain, other, again), *_ = run.outcome.value
        assert [type(each) in TRACKED for each in (first, bits, other)] == [True] * 3
        assert plain == again == random.Random(7).random()
        assert {each.name for each in run.lost} >= {"random"}


def test_functions_by_the_names_of_builtins_get_what_they_are_given() -> None:
    preamble = """
        def max(items, key):
            return key is len, key(items)

        def map(function, items):
            return [function is len, function(items)]
    """
    source = "return [(max(v, key=len), list(map(len, v))) for v in ('ab', [1], str(x), [x])]"
    check(source, {"x": (0, 5, -20)}, preamble=preamble)
