"""Likewise (`test_plain_and_tracked`) of sets, of classes below native ones, of what is joined and sorted."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import pytest
from laws import check

SNIPPETS = (
    # Methods of sets that go through something
    "made = []\nfor v in ([1, 2], (2, 3), {1}, {2: x}, range(2), 'ab', frozenset((1, 9)), [], {1: 1}.keys(), [(1, 2)], [x % 5], [2]):\n    seen = {1, 2, 7}\n    made += [len(seen.union(v)), len(seen.intersection(v)), len(seen.difference(v)), len(seen.symmetric_difference(v)), seen.isdisjoint(v), seen.issubset(v), seen.issuperset(v)]\n    seen.update(v)\n    made += [len(seen), 3 in seen]\nreturn made",
    "made = []\nfor v in ({1}, {2, 7}, {1, 2, 7}, {x % 4}, {1, 2, 7, 8}):\n    for seen in ({1, 2, 7}, {1, 2}):\n        made += [len(seen.union(v)), len(seen.intersection(v)), len(seen.difference(v)), len(seen.symmetric_difference(v)), seen.isdisjoint(v), seen.issubset(v), seen.issuperset(v)]\nreturn made",
    "made = []\nfor v in ([1], [(1, 2)], [(1, x)], [(1, 3)]):\n    seen = {(1, 2), 1}\n    seen.update(v)\n    seen.difference_update([1], v)\n    made += [len(seen), (1, 3) in seen, len(seen.union(v, [4], {5})), len(seen.union()), len(seen.intersection(v, (1,)))]\nreturn made",
    "made = []\nfor v in ([1, 2], [2, x], (2,), {3}, [x % 3, 1]):\n    seen, other = {1, 2, 7}, {1, 2, 7}\n    seen.intersection_update(v)\n    other.symmetric_difference_update(v)\n    seen.update([n for n in v], (n + 1 for n in v))\n    made += [len(seen), len(other), 7 in other, 2 in seen, 3 in seen]\nreturn made",
    "made = []\nfor v in (5, None, [[1]], [{}], {'a': []}, [1, [x]], object):\n    for f in (lambda s: s.update(v), lambda s: s.union(v), lambda s: s.issubset(v), lambda s: s.isdisjoint(v, v), lambda s: s.difference_update([1], v)):\n        seen = {1, 2}\n        try: made.append(f(seen))\n        except TypeError as error: made.append(str(error))\n        made.append(len(seen))\nreturn made, x",
    "made = []\nfor v in ({1: 2}, [(3, 4)], [('a', 1), [5, 6]], 'ab' and ['ab', 'cd'], (), {3: x}.items(), [(5, x)], [(x, 5)], [(7, 7)]):\n    table = {1: 1}\n    table.update(v)\n    made += [len(table), table.get(1), table.get(5), 'a' in table]\nreturn made",
    # Operators of sets in place, and with open sets
    "made = []\nfor v in ({7}, {1}, frozenset((2, 3)), {x % 3}, {2: 1}.keys(), {7}):\n    for n in (0, 1, 2):\n        seen = {1, 2, 3}\n        same = seen\n        if n == 0: seen -= v\n        elif n == 1: seen &= v\n        else: seen ^= v\n        made += [len(seen), 1 in seen, seen is same]\nreturn made",
    "made = []\nfor a, b in ((7, 2), (x, 3), (6, x), (5, 1)):\n    a -= b\n    c = a\n    c &= b\n    a ^= c\n    made += [a, c]\nfor a, b in (({1}, 2), (1, {2}), ([1], {1}), ({1}, [1]), (x, {1}), ({1: 2}, {1})):\n    for n in (0, 1, 2):\n        try:\n            if n == 0: a -= b\n            elif n == 1: a &= b\n            else: a ^= b\n            made.append(len(a))\n        except TypeError as error: made.append(type(error))\nreturn made",
    # Comprehensions and sets of what is made
    "made = []\nfor v in ((1, 2, 1), [3, 'a'], (1, x % 3, 1, x % 2), (2, 2)):\n    for each in ({n for n in v}, {(n, 1) for n in v}, {(n, (n, 2)) for n in v}, set(n for n in v), set([(n,) for n in v]), set((n, n) for n in v)):\n        made += [len(each), 1 in each, (1, 1) in each, (2, 2) in each, type(each).__name__]\nreturn made",
    "made = []\nfor v in ([Key(1), Key(2)], [Key(1), Key(x % 3)], ['a', str(x)], [None, True, 1.0, 1]):\n    each = {n for n in v}\n    made += [len(each), 1 in each, len({(n, 0) for n in v}), len(set(v))]\nreturn made",
    "for v in ([[1]], [{}], [1, [x]], [x, {1}]):\n    for f in (lambda: {n for n in v}, lambda: set(n for n in v), lambda: set(v), lambda: {(n, 1) for n in v}):\n        try: made = f()\n        except TypeError as error: made = str(error)\nreturn made",
    "def grown(seen, n):\n    seen[n] = 1\n    return n\nseen, made = {}, []\nfor v in ((1, 2), (x % 3, 1), (1, 2)): made += [len({grown(seen, n) for n in v}), len(set(grown(seen, n) for n in v)), len({n + k for n in v for k in v if n != k})]\nreturn made, len(seen)",
    # Sets that are gone through
    "total = 0\nfor s in ({1, 2}, {1.5, True, 3}, set(), frozenset((4, 5)), [x, 1], {6}, (7, x), {8: x}):\n    for n in s: total += n\n    total += sum([n for n in s]) + len([*s])\nreturn total",
    "counts = [collections.Counter((n, k) for n in v for k in (1, 2)) for v in ((1, 2), (1, x % 3), [(1, x), (1, 2)], ('a', str(x)), (3, 3))]\nreturn [len(c) for c in counts], [c[1, 1] for c in counts], [c[(1, 2), 1] for c in counts]",
    # Classes below list, set, dict
    "made = []\nfor items in (Items(), Items([1, 2]), Items([x]), Items([1, x]), [1], Grown([1, 2]), Grown([x])):\n    for n in (1, x, [x], 'a'):\n        items.append(n)\n        made += [len(items), n in items, 1 in items, 7 not in items, items.index(n), items.count(n), bool(items)]\n    items.extend((1, x))\n    items.insert(0, x)\n    made += [items.pop(), items.pop(0), items[x % 2], items[0], [n for n in items][-1], list(items), items + [x], items == [1, x]]\nreturn made",
    "made = []\nfor cls in (Items, Grown, Short, list):\n    for given in ([3, 1, 2], [x, 2], (1, x), []):\n        items = cls(given)\n        made += [sorted(items), sum(items), list(reversed(items)), list(zip(items, items)), list(enumerate(items)), len(items), [*items], max(items, default=x), any(items), tuple(items), 2 in items]\n        items.sort(key=lambda n: -n)\n        a = items[:1]\n        made += [list(items), len(a), len(items[0:x % 2]), type(items).__name__]\nreturn made",
    "made = []\nfor seen in (Seen(), Seen([1]), Seen([1, 2])):\n    for n in (1, (1, 2), 'a', 1):\n        seen.add(n)\n        made += [len(seen), n in seen, 3 in seen, bool(seen), len(seen | {n}), len(seen & {1, 2}), seen.isdisjoint([n])]\n    seen.discard(1)\n    seen.update([5, 6])\n    seen -= {6}\nfor n in (x % 3, 1, x % 2):\n    seen.add(n)\n    made += [len(seen), 1 in seen, x % 3 in seen, 5 in seen]\nreturn made",
    "made = []\nfor cls in (Seen, Noting, set):\n    for given in ([1, 2], (1, x % 3), {1}, 'ab'):\n        seen = cls(given)\n        seen.add(2)\n        made += [len(seen), 2 in seen, 1 in seen, type(seen).__name__]\n        seen.remove(2)\n        seen.discard(x % 2)\n        made.append(len(seen))\nreturn made",
    "made = []\nfor table in (Over(), Over(), {}, Over()):\n    for n in (1, 2, 'a', 1, (1, 2)):\n        table[n] = n\n        made += [table[n], n in table, len(table), table.get(n)]\n    for n in (1, x % 3, 'a', 2):\n        table[n] = x\n        made += [table[n], n in table, 3 in table, len(table)]\n        del table[n]\n        made += [table.pop(n, 0), len(table)]\nreturn made",
    "made = []\nfor items in (Watching(), Watching([1, x]), Watching([3])):\n    for n in (1, x, 'a', [x], None): items.append(n)\n    items.extend([x, 2])\n    items.insert(1, x)\n    items[0] = x + 1\n    items[x % 2] = 5\n    made += [items[0], items[x % 3], items[-1], 5 in items, x in items, len(items), items.pop(), items.pop(x % 2), items.told]\n    for f in (lambda: items['a'], lambda: items[99], lambda: items.pop(99), lambda: items.insert('a', 1), lambda: items.extend(5)):\n        try: made.append(f())\n        except (TypeError, IndexError) as error: made.append(str(error))\nreturn made",
    # Classes below str, int, float, tuple
    "made = []\nfor text in (Text('ab'), Text('c1'), Loud('ab'), Text('')):\n    for n in ('a', chr(97 + x % 3), 'b'):\n        made += [len(text), n in text, text.upper(), text.replace(n, '-'), text.find(n), text.count(n), text + n, text == n, f'{text}-{n}', '%s' % text, str(text), text.join((n, 'z')), text.startswith(n), {text: 1}.get(n), [c for c in text], text[:1], text * 2, bool(text), repr(text)]\nreturn made",
    "made = []\nfor n in (1, 2, x, 3, True):\n    for cls in (Number, Added):\n        a = cls(2)\n        made += [a + n, n + a, int(a) + n, a * n, a < n, a == n, str(a), f'{a}', '%d' % a, a.twice(), max(a, n), [5, 6, 7][a], list(range(a)), {a: n}[2], {2: n}[a], divmod(a, 2), hex(a), float(a), round(a), a in (1, 2), 'abc'[:a], pow(a, 2)]\nreturn made",
    "made = []\nfor c in (Tone.LOW, Tone.HIGH, Tone('a')):\n    for n in ('a', chr(97 + x % 3)):\n        made += [n == c, len(c), c.upper(), n in c, c.value, c + n, n in ('z', c), {'a': 1}.get(c), c.join((n, 'z')), c.name]\nreturn made",
    "made = []\nfor p in (Pair(1, 2), Pair(x, 2), Pair(1, x)):\n    a, b = p\n    made += [a, b, len(p), list(p), [n for n in p], p[0], p[x % 2], p == (1, 2), (1 in p), sum(p), sorted(p), dict(zip('ab', p)), max(p)]\nreturn made",
    "class Inner(list):\n    def append(self, n): super().append(n + 1)\n    def __len__(self): return super().__len__() + x\nclass Other(Inner): pass\nmade = []\nfor cls in (Inner, Other, Items, Inner):\n    items = cls()\n    for n in (1, x): items.append(n)\n    try: made += [list.__len__(items), items[1], 2 in items, [n for n in items]]\n    except ValueError as error: made.append(str(error))\nreturn made",
    "items, other = Items(), Items()\nother.append = made = [].append\nfor i in (items, items, other, items):\n    i.append(x)\n    i.append(1)\nreturn list(items), list(other), items[0] > 3, len(items)",
    # Texts and bytes that are joined
    "made = []\nfor v in (['a', 'b'], ('c',), [], 'ab', {'a': 1}, {'b': x}.keys(), ['a', str(x)], [str(x), 'b'], (str(x),), iter(['a']), reversed(['a', 'b']), reversed(['a', str(x)]), (c for c in ('a', str(x))), map(str, [1, 2]), map(str, (1, x)), map(str, [x]), str(x), ['z'], {'c'}, frozenset(('d',)), Items(['a', str(x)]), Items(['b'])):\n    made += [','.join(v) if type(v) is not str else '-'.join(v)]\nreturn made, made[6] == 'a,5', made[-2] == 'a,5'",
    "made = []\nfor sep in (',', str(x), ', '):\n    for v in (['a', 'b'], ('a', str(x)), [], ['b', 'c', str(x)], {'a': 1}, 'xy'): made.append(sep.join(v))\nreturn made, [b'-'.join(v) for v in ([b'a', b'b'], [b'a', bytes([x % 256])], (), (bytes([x % 256]),), [b'a', bytearray(b'b')], [bytearray(b'b'), bytearray([x % 256])], {b'k': 1}, [b'z'])]",
    "made = []\nfor v in ([1], ['a', 1], ['a', x], [x], ['a', None], 5, x, [['a']], ['a', b'b'], None, {1: 2}, {3}):\n    for f in (lambda: ','.join(v), lambda: ','.join([v, 'a']), lambda: ','.join(('a', v)), lambda: b','.join(v), lambda: b','.join([b'a', v])):\n        try: made.append(f())\n        except TypeError as error: made.append(str(error))\nreturn made",
    "made = []\nfor v in (['a', Text('b')], [Text('a'), 'b'], ['a', Folded('B')], [Folded('A'), str(x)], ['a', Text('b'), str(x)]): made.append(','.join(v))\nreturn made, Folded.asked",
    # What is sorted by a key, and mapped
    "made = []\nfor v in (['bb', 'a'], [str(x), 'bbb'], ['bb', 'a', 'ccc'], [[x], [], [1, 2]], ['a' * (abs(x) % 3), 'b']):\n    for reverse in (False, True):\n        v.sort(key=len, reverse=True)\n        made.append(list(v))\n        v.sort(reverse=True, key=len)\n        v.sort(key=lambda n: len(n) + 1)\n        made += [list(v), sorted(v, key=len), max(v, key=len), min(v, key=len)]\nreturn made",
    "made = []\nfor items in ([3, 1, 2], [x, 1], Items([2, x]), Sorting(), [5, 4], Sorting()):\n    for key in (abs, lambda n: -n, None, operator.neg, str, abs, (lambda n: n % 3)):\n        items.sort(key=key)\n        made.append(list(items.told if isinstance(items, Sorting) else items))\nreturn made",
    "made, box = [], Key(1)\nfor sort in (list.sort, [3, 1].sort, list.sort, lambda key: key(x), list.sort):\n    box.sort = sort\n    for owner in ([2, 1], box, [x, 1], box):\n        try: made.append(owner.sort(key=abs))\n        except TypeError as error: made.append(str(error))\nreturn made",
    "made = []\nages = {'a': 3, 'b': x, 'c': 1}\norder = [3, x, 1, 2]\nfor v in (ages, ['b', 'a'], ('c', 'b', 'a'), 'cab', ['a', chr(97 + x % 3)], ages.keys()):\n    made += [sorted(v, key=ages.get), sorted(v, key=ages.__getitem__), max(v, key=ages.get), min(v, key=ages.__getitem__), sorted(v, key=ages.get, reverse=True)]\n    v = list(v)\n    v.sort(key=ages.get)\n    made.append(v)\nreturn made, sorted([1, 2, 3], key=order.index), sorted(range(4), key=order.__getitem__), sorted([1, x % 3], key='021'.find if 0 else [0, 2, 1].index) if abs(x) % 3 < 3 else 0",
    "made = []\nfor table in ({1: 2, 2: 1}, {1: x, 2: 1}, {1: Key(1), 2: Key(2)}, {1: 2, x: 3, 2: 1}, {1: 1, 2: 3}):\n    for v in ([1, 2], [2, 1], table, (1, 2)):\n        try: made += [sorted(v, key=table.get), max(v, key=table.get)]\n        except TypeError as error: made.append(str(error))\nreturn made",
    "made = []\nfor v in (['1', 'a'], [str(x), '2'], ('3', 'b'), ['4'], [], ['a', str(x)]):\n    made += [any(map(str.isdigit, v)), all(map(str.isdigit, v)), list(filter(str.isdigit, v)), sum(map(len, v)), ','.join(map(str.upper, v)), max(map(len, v), default=0), sorted(map(len, v)), set(map(len, v)) == {1}]\nreturn made",
    "made = []\nfor v in ([1, 2], [1, x % 256], (n ^ 1 for n in (1, 2)), (n for n in (x % 256, 2)), map(abs, [1, x % 256]), (n for n in (True, 2)), (n for n in ()), filter(None, [0, 3])): made.append(bytes(v))\nseen = []\ndef each(bad):\n    for n in (1, bad, 2):\n        seen.append(n)\n        yield n\nfor bad in (300, 'a', -1, None, x % 256, 2.5):\n    try: made.append(bytes(each(bad)))\n    except (TypeError, ValueError) as error: made.append(str(error))\nreturn made, seen, made[1][1] > 3",
    # What was found in review: items that are added or compared once, tables with code of their own, errors with fields
    "class Cost:\n    def __init__(self, f): self.f = f\n    def __radd__(self, o):\n        log.append(1)\n        return o + self.f\nlog, f = [], x * 0.5\nmade = [sum([Cost(1.0), Cost(2.0)]), sum([0.5, Cost(f), Cost(1.0)]), sum(Cost(f) for _ in (1, 2)), sum([0.1] * 9 + [x, 0.1]), sum((n for n in (0.1, x, 0.2)), f)]\nreturn made, len(log)",
    "made = []\nfor v in (['a'], ['b', 'c'], ['a', Naive(1)], ['e', str(x)]):\n    try: made.append(','.join(v))\n    except TypeError as error: made.append(str(error))\nreturn made",
    "log, made = [], []\ndef each(*v):\n    for n in v:\n        log.append(1)\n        yield n\nfor v in ((1, 2), (300, 2), (1, 'a', 3), (1, x % 256, 2)):\n    try: made.append(int.from_bytes(each(*v), 'big'))\n    except (TypeError, ValueError) as error: made.append(str(error))\nreturn made, len(log)",
    "made = []\nfor n in (97, 'z', None, 98, x % 50 + 60, 99): made.append('abc'.translate(Table(n)))\nreturn made",
    "made = []\nfor n in ('a', 'b', str(x), 'c'):\n    error, other = OSError(2, n), ImportError('q')\n    other.msg = n\n    made += [str(error), f'{error}', '%s' % error, str(other), f'{other}']\nreturn made",
    "part, rest, tail = slice(1, 3), slice(x % 3, None), slice(None, None, -1)\nmade = []\nfor s in (part, part, rest, part, tail, slice(0, 'a'), slice(None)):\n    for c in ([1, x, 3, 4], 'abcd', (x, 1, 2), b'abc', bytearray(b'abc'), bytearray([x % 9, 1]), str(x), range(5)):\n        try: made.append(c[s])\n        except TypeError as error: made.append(str(error))\nreturn made",
    "part, data = slice(1, 2), bytearray(b'abcd')\nmade = []\nfor n in (1, 2, x % 256, 3):\n    found = data[part]\n    found.append(n)\n    made.append(found[-1])\n    data[part] = [n, n]\n    data[0] = n\nreturn made, bytes(data), data[part][0] < 5",
    "part, items = slice(0, 2), [1, 2, 3, 4, 5, 6]\nfor v in ([7], 'ab', [x, x], str(x), [8, 9]): items[part] = v; items[part] += [v]\ndel items[part]\ndel items[slice(x % 2, 3)]\nreturn items",
    "key = slice(1, 2)\nmade = []\nfor table in ({1: 2}, {x: 3}, [x, 2, 3], 'abc'):\n    try: made.append((table[key], key in [key, 1]))\n    except (TypeError, KeyError) as error: made.append(type(error).__name__)\nreturn made",
    "data, items, made = bytearray(b'abc'), [1], []\nfor c in (data, items, data, collections.deque([1])):\n    for at, n in ((0, 65), (1, 66), (x % 2, 67), (0, x % 256), (2, 68), (-1, True)):\n        c.insert(at, n)\n        made.append(c[0])\nfor at, n in ((0, 300), (0, 'a'), ('a', 1), (0, x + 250)):\n    try: data.insert(at, n)\n    except (TypeError, ValueError) as error: made.append(str(error))\nreturn made, bytes(data), items, data[1] < 66",
    "data = bytearray()\nfor n in (1, 2, 3): data.insert(0, n)\nput = data.insert\nfor n in (4, x % 256, 5): put(1, n); data.insert(len(data), n)\nreturn bytes(data), data[1] > 5",
)  # fmt: skip

LOSSY = (
    "made = []\nfor cls in (Shown, Shaped):\n    for n in (1, x, 2):\n        a = cls(3)\n        a.n = n\n        made += [str(a), f'{a}', '%s' % a, int(a), a + n, len(str(a)), range(5)[a], bool(a), complex(a), round(a), hex(a)]\nreturn made",
    "made = []\nfor v in ((1, 2), (1, x % 3)): made += [len(frozenset(v).union(v)), len(frozenset([(n,) for n in v])), frozenset(v).issubset({1, 2, 3})]\nreturn made",
    "made = []\nfor v in ([Key(1)], [Pair(1, 2), Pair(1, x)], [Pair(1, 2)]):\n    each = {n for n in v}\n    made += [len(each), Key(1) in each, (1, 2) in each]\nreturn made",
    "total = []\nfor s in ({1, 2}, {1, x % 7}, {3, 4}):\n    for n in s: total.append(n)\nreturn total",
)

PREAMBLE = """
    import collections, enum, functools, itertools, operator

    Pair = collections.namedtuple("Pair", "left right")

    class Key:
        def __init__(self, n):
            self.n = n

        def __hash__(self):
            return 5

        def __eq__(self, other):
            return type(other) is Key and self.n == other.n

    class Naive:
        def __init__(self, n):
            self.n = n

        def __eq__(self, other):
            return self.n == other.n

    class Table:
        def __init__(self, n):
            self.n = n

        def __getitem__(self, key):
            return self.n

    class Items(list):
        def first(self):
            return self[0]

    class Grown(list):
        def append(self, n):
            super().append(n)
            super().append(n)

        def __contains__(self, n):
            return super().__contains__(n) or n == 7

    class Short(list):
        def __len__(self):
            return min(super().__len__(), 2)

        def __iter__(self):
            return iter([n + 1 for n in super().__iter__()])

    class Watching(list):
        told = 0

        def append(self, n):
            self.told += 1
            super().append(n)

        def extend(self, more):
            super().extend(more)

        def insert(self, at, n):
            super().insert(at, n)

        def pop(self, *at):
            return super().pop(*at) if at else super().pop()

        def __getitem__(self, at):
            return super().__getitem__(at)

        def __setitem__(self, at, n):
            super().__setitem__(at, n)

        def __contains__(self, n):
            return super().__contains__(n)

    class Seen(set):
        pass

    class Noting(set):
        def add(self, n):
            super().add(n)
            super().discard(n + 3)

    class Over(dict):
        def __getitem__(self, n):
            return super().__getitem__(n)

        def __setitem__(self, n, value):
            super().__setitem__(n, value)

        def __delitem__(self, n):
            super().__delitem__(n)

        def pop(self, n, other):
            return super().pop(n, other)

    class Text(str):
        pass

    class Loud(str):
        def upper(self):
            return super().upper() + "!"

        def replace(self, old, new):
            return super().replace(old, new) + old

    class Number(int):
        def twice(self):
            return self * 2

    class Added(Number):
        def __add__(self, n):
            return Added(int(self) + 1) if n is None else int(self) + n

    class Shown(int):
        def __str__(self):
            return str(self.n)

        def __format__(self, how):
            return f"<{self.n}>"

    class Shaped(int):
        def __int__(self):
            return self.n

        def __bool__(self):
            return self.n > 1

        def __round__(self):
            return self.n

    class Folded(str):
        asked = 0

        def __eq__(self, other):
            Folded.asked += 1
            return self.lower() == other.lower()

        __hash__ = None

    class Sorting(list):
        told = ()

        def sort(self, key=None):
            self.told = sorted([2, 1, 3], key=key)

    class Tone(str, enum.Enum):
        LOW = "a"
        HIGH = "b"
"""


@pytest.mark.parametrize("source", SNIPPETS)
def test_a_tracked_value_after_plain_ones_keeps_its_term(source: str) -> None:
    check(source, {"x": (0, 1, 2, 3, 5, -1, -2, 10, 37)}, preamble=PREAMBLE)


@pytest.mark.parametrize("source", LOSSY)
def test_native_code_is_told_of_a_tracked_value_after_plain_ones(source: str) -> None:
    runs = check(source, {"x": (0, 3, 5, -1, 10)}, preamble=PREAMBLE, exact=False)

    assert all(run.lost or run.branches for run in runs)


def test_a_set_in_an_order_of_its_own_is_told_after_others() -> None:
    source = "made = 0\nfor s in ({1, 2}, {2, 3}, {'a'}, {'a', 'b'}, {5}):\n    for n in s: made += 1\nreturn made, x"
    runs = check(source, {"x": (1, 2, 3)}, preamble=PREAMBLE, exact=False)

    assert [[reason.what for reason in run.lost] for run in runs] == [["nondeterministic"]] * 3


def test_a_dict_that_gets_a_tracked_key_while_a_native_map_asks_it() -> None:
    own = """
    class Asked(dict):
        def __missing__(self, key):
            self[key] = chr(key)
            if key == 98:
                self[self.other] = "-"
            return self[key]
    """
    source = """
    asked = Asked()
    asked.other = 97 + x
    get = asked.__getitem__
    for data in (b"a", b"a", b"abcd"):
        made = "".join(map(get, data))
    return made, made == "ab-d"
    """
    runs = check(source, {"x": (2, 3, 4)}, preamble=own)

    assert all(run.branches for run in runs)
