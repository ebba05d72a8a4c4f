"""Tracked keys and members of native dicts and sets: each question is a condition, not a hash."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import pytest
from laws import SMALL, TRUTHS, check

VALUES = {"x": (*SMALL, 4), "y": SMALL}
INTS = "{1: 10, 2: 20, 3: 30, -1: 40}"
MIXED = "{1: 'a', 2.0: 'b', 'k': 'c', None: 'd', (1, 2): 'e', 2.5: 'f'}"

DICTS = (
    f"return {INTS}[x]",
    f"return {MIXED}[x]",
    "return {True: 5, 0: 6}[x]",
    "return {}[x]",
    f"return {INTS}.get(x)",
    f"return {INTS}.get(x, y)",
    f"return {INTS}.get(x, 'no')",
    f"return x in {INTS}, x not in {MIXED}, x in {{}}",
    f"return {INTS}.__contains__(x), {INTS}.keys() >= {{1}}",
    f"d = {INTS}; d[x] = 5; return d",
    f"d = {INTS}; d[x] = y; return d[1], d[3], len(d)",
    f"d = {INTS}; d[x] = 5; return d[x], d[1], x in d, 7 in d, d.get(5), d.get(y)",
    f"d = {INTS}; d[x] += 1; return d",
    f"d = {INTS}; d[x] = d.get(x, 0) + 1; return d",
    f"d = {INTS}; del d[x]; return d",
    f"d = {INTS}; r = d.pop(x); return r, d",
    f"d = {INTS}; r = d.pop(x, 'no'); return r, d",
    f"d = {INTS}; r = d.setdefault(x, y); return r, d",
    f"d = {INTS}; r = d.setdefault(x); return r, len(d)",
    f"d = {INTS}; d.setdefault(x, []); return d[x]",
    "d = {x: 1, y: 2}; return d, len(d)",
    "d = {x: 1, y: 2}; return d[x], d[y]",
    "d = {x: 1, 3: 2}; return d[3], d.get(5), 3 in d, 5 in d, 2.0 in d, 'a' in d",
    "d = {x: 1}; return d[3]",
    "d = {x: 1}; return d[3.0]",
    "d = {x: 1}; return d['a']",
    "d = {x: 1}; d[3] = 2; d[5] = 3; return d, len(d)",
    "d = {x: 1}; d[3.0] = 2; d[True] = 4; return d",
    "d = {x: 1}; d['a'] = 2; d[x] = 3; return d",
    "d = {x: 1}; del d[3]; return d",
    "d = {x: 1}; return d.pop(3, None), d",
    "d = {x: 1}; return d.setdefault(3, 2), d",
    "d = {x: 1, y: 2}; del d[x]; return d",
    "d = {x: 'a', y: 'b'}; return list(d), list(d.values()), list(d.items())",
    "d = {x: 'a', y: 'b'}; return [k + 1 for k in d], {k: v for k, v in d.items()}",
    "d = {n: n * n for n in (x, y, 1)}; return d, d[1], len(d)",
    "d = dict([(x, 1), (y, 2)]); return d, d[x]",
    "d = dict([(x, 1), (y, 2)], a=3); return d",
    "d = dict({x: 1}, a=y); return d, d[x], 3 in d",
    "d = dict(zip([x, y], 'ab')); return d",
    "d = dict.fromkeys([x, y, 1]); return len(d)",
    "d = {x: 1}; e = d.copy(); e[3] = 2; return d, e, 3 in d",
    "d = {x: 1}; e = dict(d); e[3] = 2; return d, e",
    "d = {x: 1}; d.update({3: 2}); return d, len(d)",
    "d = {3: 1}; d.update({x: 2}); return d, len(d)",
    "d = {3: 1}; d.update([(x, 2), (y, 4)]); return d, len(d)",
    "d = {3: 1}; d.update({x: 2}, a=1); return d, len(d), d[3]",
    "d = {x: 1} | {3: 2}; return d, len(d)",
    "d = {3: 1} | {x: 2}; return d, len(d), d[3]",
    "d = {3: 1}; d |= {x: 2}; return d, len(d), d[3]",
    "d = {**{x: 1}, **{3: 2}}; return d, len(d)",
    "d = {**{3: 1}, x: 2}; return d, len(d)",
    "d = {'a': 1, **{x: 1}, 3: 2}; return d, len(d)",
    "d = {x: 1}; return d == {3: 1}, d == {x: 1}, d != {3: 1, 4: 2}",
    "d = {3: 1}; return d == {x: 1}, {3: x} == d",
    "d = {x: 1, y: 2}; return d == {y: 2, x: 1}",
    "d = {x: 1}; return d.keys() == {3}, 3 in d.keys(), x in d.keys(), 1 in d.values()",
    "d = {3: 1}; return x in d.keys(), (x, 1) in d.items(), x in d.values()",
    "d = {x: 1, y: 2}; return d.popitem(), len(d)",
    "d = {x: 1}; d.clear(); return d, 3 in d, x in d",
    "d = {x: 1, y: 2}; return max(d), min(d), sum(d), sorted(d)",
    "d = {x: 1, y: 2}; return max(d, key=d.get)",
    "d = {x: 1}; return bool(d), not d, len(d)",
    "d = {x: 1, y: 2}; return list(reversed(d))",
    "d = {(x, 1): 2}; return d[(3, 1)]",
    "d = {(3, 1): 2}; return d[x, 1]",
    "d = {(3, 1): 2}; return (x, 1) in d, d.get((x, 1))",
    "d = {}; d[x, y] = 1; return d, (1, 2) in d",
    "d = {}\nfor n in (x, y, 3): d[n] = d.get(n, 0) + 1\nreturn d",
    "d = {}\nfor i, n in enumerate([x, y, 3]):\n    if 6 - n in d: return d[6 - n], i\n    d[n] = i\nreturn None",
    "d = {1: 'a', 2: 'b'}; k = x; return [d[k]] if k in d else d.get(k, 'z')",
    "import collections; d = collections.defaultdict(int); d[x] += 1; d[y] += 1; d[3] += 1; return dict(d), len(d)",
    "import collections; d = collections.defaultdict(list); d[x].append(1); d[3].append(2); return d[3], len(d)",
    "import collections; d = collections.defaultdict(int, {3: 1}); r = d[x]; return r, len(d)",
    "import collections; d = collections.defaultdict(); return d[x]",
    "import collections; c = collections.Counter([x, y, 3]); return c[3], c[x], len(c)",
    "import collections; c = collections.Counter(); c[x] += 1; c[3] += 1; return c[3], len(c), c.most_common(1)",
    "import collections; c = collections.Counter({3: 1}); return c[x]",
    "import collections; c = collections.Counter('aab'); return c['a'] + x",
    "import collections; d = collections.OrderedDict(); d[x] = 1; d[3] = 2; d[x] = 3; return list(d.items()), len(d)",
    "import collections; d = collections.OrderedDict([(3, 1), (5, 2)]); return d[x], x in d, d.get(y)",
    "import collections; d = collections.OrderedDict([(3, 1), (5, 2)]); d.move_to_end(x); return list(d)",
    "import collections; d = collections.OrderedDict([(3, 1), (5, 2)]); r = d.pop(x); return r, list(d)",
    "import collections; d = collections.ChainMap({3: 1}, {5: 2}); return d[x]",
    "import types; d = types.MappingProxyType({3: 1}); return d[x], x in d, d.get(y)",
    "class D(dict): pass\nd = D({3: 1}); d[x] = 2; return d[3], len(d), x in d",
    "class D(dict):\n    def __missing__(self, k): return -k\nd = D({3: 1}); return d[x], len(d)",
    "class D(dict):\n    def __getitem__(self, k): return k\nreturn D({3: 1})[x], D({3: 1}).get(x)",
    "class D(dict):\n    def __setitem__(self, k, v): super().__setitem__(k + 1, v)\nd = D(); d[x] = 1; return d, 3 in d",
    "class D(dict):\n    def __contains__(self, k): return True\nreturn x in D(), D().get(x)",
    "class D(dict):\n    def __delitem__(self, k): super().__delitem__(k - 1)\nd = D({3: 1}); del d[x]; return d",
    "class K:\n    def __init__(self, n): self.n = n\n    def __hash__(self): return 1\n    def __eq__(self, o): return self.n == o.n\n"
    "d = {K(x): 1, K(3): 2}; return len(d), K(5) in d",
    "class K:\n    def __hash__(self): return 3\n    def __eq__(self, o): return True\nd = {K(): 1}; return x in d, d.get(x)",
    "memo = {}\ndef fib(n):\n    if n < 2: return n\n    if n not in memo: memo[n] = fib(n - 1) + fib(n - 2)\n    return memo[n]\nreturn fib(x)",
    "try:\n    return {1: 2}[x]\nexcept KeyError as e:\n    return e.args[0] + 1",
    "d = {1: {2: 3}}; return d[x][y]",
    "d = {'a': {x: 1}}; d['a'][3] = 2; return d, len(d['a'])",
    "return {1: 'a', 1 + x: 'b'}[1]",
    "d = {x: 1}; return x in {**d}, 3 in {**d}",
    "d = {i: i for i in range(20)}; return d[x], d.get(y, -1)",
    "d = {p: 1, True: 2}; return d, len(d), d.get(1)",
    "d = {p: 1, x: 2}; return d, len(d), d.get(1)",
    "return {True: 'yes', False: 'no'}[p], {0: 'a'}.get(p), {1: 5}.get(p, x)",
    "return {x: 1 for x in (x, y)}, {k: v for k, v in zip((x, 3), 'ab')}",
    "return {str(k): v for k, v in {1: x}.items()}",
)  # fmt: skip
SETS = (
    "return {'a': {x}} == {'a': {3}}",
    "return x in {1, 2, 3}, x not in {5}, x in set(), x in frozenset((1, 'a', 2.0))",
    "s = {x, y, 3}; return s, len(s)",
    "s = {x, y}; return 3 in s, x in s, 2.0 in s, 'a' in s",
    "s = set([x, y, 3]); return s, len(s)",
    "s = set((x, y)); return len(s) == 2",
    "s = frozenset([x, y]); return s, len(s), 3 in s",
    "s = {n % 3 for n in (x, y, 1)}; return s, len(s)",
    "s = {1, 2}; s.add(x); return s, len(s), 3 in s",
    "s = set(); s.add(x); s.add(y); s.add(3); return s, len(s)",
    "s = {1, 2}; s.remove(x); return s",
    "s = {1, 2}; s.discard(x); return s",
    "s = {x, 2}; s.discard(3); return s, len(s)",
    "s = {x, 2}; s.remove(3); return s",
    "s = {x}; return s.pop(), s",
    "s = {x, 1}; t = s.copy(); t.add(3); return s, t",
    "s = {x} | {3}; return s, len(s)",
    "s = {3} | {x}; return s, len(s)",
    "s = {x, y} & {1, 3}; return s, len(s)",
    "s = {1, 3} & {x}; return s, len(s)",
    "s = {1, 3} - {x}; return s, len(s)",
    "s = {x, y} - {3}; return s, len(s)",
    "s = {1, 3} ^ {x}; return s, len(s)",
    "s = {1, 3}; s |= {x}; return s, len(s)",
    "s = {1, 3}; s -= {x}; return s, len(s)",
    "s = {1, 3}; s &= {x}; return s, len(s)",
    "s = {x}; s ^= {3}; return s, len(s)",
    "s = {1, 3}; s.update([x, y]); return s, len(s)",
    "s = {1, 3}; s.update({x}, [y]); return s, len(s)",
    "return {1, 3}.union([x]), {x}.union({3}), {1, 3}.intersection([x, y])",
    "return {1, 3}.difference([x]), {x}.difference({3}), {1, 3}.symmetric_difference([x])",
    "s = {1, 3}; s.difference_update([x]); return s",
    "s = {1, 3}; s.intersection_update([x]); return s",
    "return {x} <= {1, 3}, {x, 1} >= {1}, {1, 3}.issuperset([x]), {x}.issubset({1, 2}), {x} < {1, 3}",
    "return {x}.isdisjoint({3}), {1, 3}.isdisjoint([x])",
    "return {x} == {3}, {x, y} == {1, 2}, {x} != {y}, {1} == {x}",
    "return sorted({x, y, 3}), sum({x, y}), max({x, 3}), min({x, y})",
    "s = {x}; return [n for n in s], list(s), (*s,)",
    "return bool({x}), not {x}, len({x, x + 1})",
    "return len({x, y, x + y}) == 3",
    "return len(set([x, y])) < 2",
    "seen = set()\nfor n in (x, y, 1):\n    if n in seen: return n\n    seen.add(n)\nreturn None",
    "return {(x, 1)} == {(3, 1)}, (x, 1) in {(3, 1)}, (3, 1) in {(x, 1)}",
    "s = {frozenset([x])}; return frozenset([3]) in s",
    "return {p, True}, len({p, q}), len({p, q, 0}), True in {p}, p in {True}",
    "class S(set): pass\ns = S([1, 2]); s.add(x); return x in s, len(s)",
    "class S(set):\n    def __contains__(self, k): return k\nreturn x in S()",
)


@pytest.mark.parametrize("statements", [*DICTS, *SETS])
def test_keys(statements: str) -> None:
    values: dict = dict(VALUES)
    values = {k: v for k, v in {**VALUES, "p": TRUTHS, "q": TRUTHS}.items() if k in statements}
    check(statements, values, exact=False, size=30)


ORDERS = (
    "return list({x, y, 3})",
    "return [n for n in {x, y}]",
    "for n in {x, 5}: return n",
    "a, b, *c = {x, 100, 5}; return a",
    "return next(iter({x, 5}))",
    "s = {x, 5, 9}; return s.pop()",
    "s = frozenset((x, 5)); return tuple(s)",
    "return [*{x, 5}]",
    "s = {1, 2}; s.add(x); return list(map(abs, s))",
    "s = {x, 5}; return list(zip(s, 'ab'))",
    "s = {x, 5}; return list(enumerate(s))",
    "s = set(); s.add(x); s.add(5)\nfor i, n in enumerate(s): return n",
    "s = {1, 2}; s.discard(x); return list(s)",
    "def g(*a): return a[0]\nreturn g(*{x, 5})",
    "s = {x, 40, 9, 17}; return max(s, key=lambda n: n % 2), min(s, key=lambda n: n % 2)",
    "return sorted({x, 40, 9, 17}, key=lambda n: n % 2)",
)


@pytest.mark.parametrize("statements", ORDERS)
def test_the_order_of_a_set_depends_on_its_members(statements: str) -> None:
    check(statements, {"x": (*SMALL, 4, 8, 9, 16, 17, 100, -100)}, exact=False)


ERRORS = (
    "return {[x]: 1}",
    "return {[x]}",
    "return {x: 1}[[1]]",
    "return [1] in {x: 1}",
    "return [1] in {x}",
    "return {} in {x}",
    "return [x] in {1: 2}",
    "return {1: 2}[[x]]",
    "return {1: 2}[{x}]",
    "return {{x}: 1}",
    "s = {x}; s.add([1]); return s",
    "s = {x}; s.remove([1]); return s",
    "s = {x}; s.discard({}); return s",
    "d = {x: 1}; d[[1]] = 2; return d",
    "d = {x: 1}; return d.get([1])",
    "d = {x: 1}; return d.pop([1])",
    "d = {x: 1}; return d.pop([1], 0)",
    "d = {x: 1}; del d[[1]]; return d",
    "d = {x: 1}; return d.setdefault([1], 2)",
    "d = {x: 1}; return d.get()",
    "d = {x: 1}; return d.get(x, 1, 2)",
    "d = {x: 1}; return d.pop()",
    "d = {x: 1}; return d.setdefault()",
    "d = {x: 1}; d.copy(1)",
    "s = {x}; s.add()",
    "s = {x}; s.add(1, 2)",
    "s = {x}; s.copy(1)",
    "return dict([[x]])",
    "return dict([x])",
    "return dict([(x, 1, 2)])",
    "return dict([(x, 1)], [(y, 2)])",
    "return set([x], [y])",
    "return frozenset([[x]])",
    "return set([x, [1]])",
    "d = {x: 1}\nfor k in d: d[k + 100] = 1",
    "d = {x: 1}\nfor k in d: del d[k]",
    "return hash([x])",
    "return hash((x, []))",
    "return {x: 1} < {x: 2}",
    "return {x: 1} + {}",
    "return {x} + {y}",
    "return {x} | [y]",
    "return {x: 1} | [(1, 2)]",
    "s = {x}; return s[0]",
    "d = {x: 1}; d.foo = 1",
    "return {x: 1}.nope",
    "return {**{x: 1}, **5}",
    "return dict(**{x: 1})",
    "raise KeyError(x)",
)


@pytest.mark.parametrize("statements", ERRORS)
def test_errors_are_those_of_plain_keys(statements: str) -> None:
    check(statements, {"x": (0, 1, 2, 3), "y": (1, 5)}, exact=False)


LISTED = (
    "return {1, 3}.union(x), y in {1, 3}.union(x)",
    "return y in {1, 3}.difference(x), y in {1, 3}.intersection(x, [3])",
    "s = {1, 3}\ns.update(x)\nreturn y in s, len(s)",
    "s = {1, 3}\ns.difference_update(x)\nreturn y in s, len(s)",
    "return {1, 3}.isdisjoint(x), {1, 3}.issubset(x), {1, 3}.issuperset(x)",
)


@pytest.mark.parametrize("source", LISTED)
def test_methods_of_sets_take_lists_of_the_inputs(source: str) -> None:
    check(source, {"x": [[], [3], [1, 3], [5, 5], [1, 2, 3]], "y": [1, 2, 3, 5]})


NATIVE = (
    "match {x: 1}:\n    case {'a': n, **rest}: return n, rest\nreturn y",
    "def g(**k): return k\nd = g(**{x: 1}); return d[x], d.get(y), y in d",
    "import collections; d = dict(collections.ChainMap({x: 1})); return d[x], d.get(y), y in d",
)


@pytest.mark.parametrize("source", NATIVE)
def test_keys_that_native_code_stores_are_found(source: str) -> None:
    check(source, {"x": ["a", "b"], "y": ["a", "c"]}, exact=False)


def test_sums_of_floats_go_by_the_order_of_a_set() -> None:
    source = "return sum({x, 1e16, 1.0, -1e16}), sorted({x, 1.0, -2.0, 3.0})"
    check(source, {"x": [0.5, 3.0, float("nan")]}, exact=False)


def test_a_set_of_the_inputs_is_spelt_as_any() -> None:
    check("return repr(x), f'{[x]}'", {"x": [set(), {1}, {2, 3}]}, exact=False)


def test_a_frozenset_of_members_of_the_inputs() -> None:
    source = "return y in frozenset((1, 3)).union(x)"
    check(source, {"x": [[], [3], [5, 5]], "y": [1, 2, 5]}, exact=False)


def test_members_of_sets_are_not_asked_more_than_by_the_code() -> None:
    source = """
        asked = []
        class Like:
            def __hash__(self): return 1
            def __eq__(self, other): asked.append(other); return self is other
        usual, other = {1, 2}, {Like(), 2}
        for each in (usual, usual, other):
            [item for item in each]
        return len(asked), x
    """
    check(source, {"x": [2, 3]}, exact=False)
