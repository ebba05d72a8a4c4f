"""Dicts and sets of the inputs, and text, tuples and mixed values as keys."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import pytest
from laws import check

from wend.run.arguments.open_containers import SAME_FOR_ALL, SymDict, SymFrozenSet, SymSet

INTS = ({1: 5}, {2: 0, 1: 1}, {0: 3, 5: 5, 1: 2})
CONFIGS = ({"a": 5}, {"b": 0, "port": 1}, {"port": 1, "": 2, "a": 3})
SETS = ({1}, {0, 2}, {3, 1, 2})
WORDS = ({"a"}, {"b", "ab"}, {"", "x", "ab"})


@pytest.mark.parametrize(
    "ours, native", [(SymDict, dict), (SymSet, set), (SymFrozenSet, frozenset)]
)
def test_every_method_is_overridden(ours: type, native: type) -> None:
    assert {*dir(native)} - ours._wend_own() - SAME_FOR_ALL - {"__hash__"} == set()


DICTS = (
    "return K in d",
    "return K not in d",
    "return d[K]",
    "return d.get(K), d.get(K, 7)",
    "return d.get(q)",
    "return d[q]",
    "return q in d, K in d",
    "return len(d), bool(d), not d",
    "return d == {K: 1}, d != {}, {} == d, {K: 5} == d",
    "return list(d), list(d.keys()), list(d.values()), list(d.items())",
    "return [k for k in d], {k: v for k, v in d.items()}",
    "return sorted(d), max(d), min(d.values()), sum(d.values())",
    "d[K] = 9; return d, len(d)",
    "d[q] = 9; return d, len(d), d[q]",
    "d[q] += 1; return d",
    "del d[K]; return d",
    "del d[q]; return d",
    "r = d.pop(K); return r, d",
    "r = d.pop(K, None); return r, d",
    "r = d.pop(q, 0); return r, d",
    "r = d.setdefault(K, 9); return r, d",
    "r = d.setdefault(q); return r, d",
    "r = d.popitem(); return r, d",
    "d.clear(); return d, K in d, len(d)",
    "d.update({K: 9}); return d",
    "d.update([(q, 9)]); return d",
    "d.update(d); return d",
    "e = {K: 1}; e.update(d); return e",
    "return d | {K: 9}, {K: 9} | d",
    "d |= {K: 9}; return d",
    "e = {q: 1}; e |= d; return e",
    "return {**d, K: 9}, {**d}",
    "e = d.copy(); e[K] = 9; return d, e, type(e)",
    "e = dict(d); e[K] = 9; return d, e",
    "e = dict(d, z=1); return e",
    "import copy; e = copy.copy(d); e[K] = 9; return d, e",
    "import copy; e = copy.deepcopy(d); e[K] = 9; return d, e",
    "return list(reversed(d))",
    "return type(d) is dict, isinstance(d, dict), d.__class__",
    "return d.keys() == {K}, K in d.keys(), d.keys() & {K}",
    "return d + 1",
    "return d < d",
    "return d[[]]",
    "return [] in d",
    "return d.get([])",
    "return d.get()",
    "return d.get(1, 2, 3)",
    "return d.nope",
    "d.foo = 1",
    "return hash(d)",
    "return dir(d) == dir({})",
    "r = 0\nfor k, v in d.items(): r += v\nreturn r",
    "for k in d:\n    if d[k] > 1: return k\nreturn None",
    "for k in d: d[k] = 0\nreturn d",
    "if K in d and d[K] > 2: return 'big'\nreturn 'small'",
    "v = d.get(K)\nif v is None: return 'missing'\nreturn v > 1",
    "try:\n    return d[K]\nexcept KeyError as e:\n    return 'no', e.args",
    "import collections; c = collections.Counter(d); c[K] += 1; return c[K], len(c)",
    "import collections; c = collections.OrderedDict(d); c[K] = 1; return list(c.items())",
    "import collections; c = collections.defaultdict(int, d); c[K] += 1; return dict(c)",
    "import collections; c = collections.ChainMap(d, {K: 1}); return c[K]",
    "return dict.fromkeys(d, 0)",
    "return d.fromkeys([1, 2])",
    "return {v: k for k, v in d.items()}",
    "match d:\n    case {1: n}: return 'one', n\n    case {'port': n}: return 'port', n\nreturn None",
    "return (lambda **k: k)(**d)",
)  # fmt: skip


@pytest.mark.parametrize("statements", DICTS)
@pytest.mark.parametrize("kind", ["int", "str"])
def test_dicts(statements: str, kind: str) -> None:
    pool = (INTS, (1, 7), "1") if kind == "int" else (CONFIGS, ("a", "zz"), "'port'")
    dicts, keys, constant = pool
    source = statements.replace("K", constant).replace(f"{constant}eyError", "KeyError")
    values = {"d": dicts, "q": keys} if "q" in statements else {"d": dicts}
    exact = "**k" not in statements and "ChainMap" not in statements
    check(source, values, exact=exact, size=12)


SET_STATEMENTS = (
    "return K in s, K not in s",
    "return q in s",
    "return len(s), bool(s), not s",
    "return s == {K: 1}.keys(), {K: 1, q: 2}.keys() - s, {K: 1}.keys() <= s",
    "return s == {K}, s != set(), {K} == s, s == frozenset([K])",
    "return sorted(s), max(s), min(s)",
    "s.add(K); return s, len(s)",
    "s.add(q); return s, len(s)",
    "s.remove(K); return s",
    "s.discard(K); return s",
    "s.discard(q); return s",
    "s.clear(); return s, K in s",
    "s.update([K, q]); return s",
    "return s | {K}, {K} | s, s & {K}, {K} & s, s - {K}, {K} - s, s ^ {K}, {K} ^ s",
    "s |= {K}; return s",
    "s &= {K}; return s",
    "s -= {q}; return s",
    "s ^= {q}; return s",
    "return s <= {K}, s < {K, q}, s >= {K}, s > set(), {K} <= s",
    "return s.union([K]), s.intersection([K]), s.difference([K]), s.symmetric_difference([q])",
    "return s.issubset([K]), s.issuperset([K]), s.isdisjoint([K])",
    "s.intersection_update([K, q]); return s",
    "s.difference_update([K]); return s",
    "s.symmetric_difference_update([K]); return s",
    "t = s.copy(); t.add(K); return s, t, type(t)",
    "t = set(s); t.add(K); return s, t",
    "t = {1}; t.update(s); return t",
    "return set() | s, s | set()",
    "return type(s) is set, isinstance(s, set), s.__class__",
    "return [] in s",
    "s.add([])",
    "s.remove()",
    "return s + 1",
    "return s | [1]",
    "return s.nope",
    "return hash(s)",
    "return any(n == K for n in s)",
    "return {n for n in s if n != K}",
    "if K in s and q in s: return 'both'\nreturn 'not'",
)


@pytest.mark.parametrize("statements", SET_STATEMENTS)
@pytest.mark.parametrize("kind", ["int", "str"])
def test_sets(statements: str, kind: str) -> None:
    pool = (SETS, (1, 7), "1") if kind == "int" else (WORDS, ("a", "zz"), "'ab'")
    sets, keys, constant = pool
    values = {"s": sets, "q": keys} if "q" in statements else {"s": sets}
    exact = not any(name in statements for name in ("frozenset", "for n in s"))
    check(statements.replace("K", constant), values, exact=exact, size=9)


FROZEN = (
    "return 1 in s, len(s), s == {1}, s | {1}, {1} | s",
    "return hash(s) is not None",
    "return {s: 1}[s]",
    "return s.union([1]), s.copy() is s, type(s)",
    "s.add(1)",
)


@pytest.mark.parametrize("statements", FROZEN)
def test_frozensets(statements: str) -> None:
    check(statements, {"s": (frozenset({1}), frozenset({2, 3}))}, exact=False)


KEYS = (
    "return {'GET': 1, 'POST': 2, 'PUT': 3}[s]",
    "return {'GET': 1, 'POST': 2}.get(s)",
    "return {'GET': 'g', 'POST': [1]}.get(s, 0)",
    "return {'a': 1, 'b': 5, 'c': 10}[s]",
    "return {'a': 'x', 'b': 'y'}.get(s)",
    "return {'a': (1, 'x'), 'b': (2, 'y')}.get(s)",
    "return s in {'GET', 'POST'}, s in ('a', 'b'), s in ['x'], s in {'a': 1}",
    "return s not in frozenset(('GET', 'a'))",
    "return s in {1: 2, None: 3, 'a': 1, ('a',): 2}",
    "d = {}\nfor c in s: d[c] = d.get(c, 0) + 1\nreturn d, len(d)",
    "import collections; d = collections.defaultdict(int)\nfor c in s: d[c] += 1\nreturn dict(d), len(d)",
    "import collections; c = collections.Counter(s); return c['a'], len(c), c.most_common(1)",
    "import collections; d = collections.OrderedDict(); d[s] = 1; d['a'] = 2; return list(d.items())",
    "d = {s: 1, 'a': 2}; return d, len(d), d['a'], d[s]",
    "d = {s: 1, t: 2}; return len(d), s == t, d.get('a')",
    "d = {'a': 1}; d[s] = 2; return d, sorted(d)",
    "d = {'a': 1, 'GET': 2}; del d[s]; return d",
    "d = {'a': 1, 'GET': 2}; return d.pop(s, None), d",
    "return {s, t, 'a'}, len({s, t, 'a'})",
    "return {s} | {'a'}, {s} & {'a', 'b'}, {'a', 'b'} - {s}, {s} == {'a'}",
    "return {'a', 'b'}.issuperset([s]), {s}.isdisjoint({'a'})",
    "return set(s), len(set(s)) == len(s)",
    "return {c: i for i, c in enumerate(s)}",
    "return dict([(s, 1), (t, 2)]), dict(zip([s, t], [1, 2]))",
    "d = {(s, 1): 2}; return d.get(('a', 1)), ('a', 1) in d, (s, 1) in d",
    "d = {('a', 1): 2}; return d.get((s, 1)), (s, 2) in d",
    "seen = set()\nfor c in s:\n    if c in seen: return c\n    seen.add(c)\nreturn None",
    "return [s, t].index('a')",
    "return ['a', 'b', s].index(t)",
    "return [s, t, 'a'].count('a'), ('a', s).index(s)",
    "return (s, t) in [('a', 'a'), ('b', 'GET')], (s, 1) in [('a', 1)]",
    "return {None: 1, True: 2, 'a': 3, 2.5: 4}.get(s)",
    "d = {'x': {'a': 1}}; return d['x'].get(s)",
    "d = {}; d.setdefault(s, []).append(1); d.setdefault('a', []).append(2); return d",
    "d = {s: 1}; d.update({'a': 2, t: 3}); return d, len(d)",
    "return {**{s: 1}, 'a': 2}",
    "d = {s: 1}; e = d.copy(); e['a'] = 2; return d, e",
    "return {s: 1} == {'a': 1}, {s: 1} == {t: 1}",
    "return sorted([s, t, 'b']), max(s, t), [s] < [t]",
    "return dict.fromkeys(s)",
    "try:\n    return {'a': 1}[s]\nexcept KeyError as e:\n    return e.args",
    "for k in ('a', s): \n    if k == t: return k\nreturn 0",
    "return {'a': len, 'b': str}[s]('xyz')",
    "import string; return s in string.ascii_lowercase",
)  # fmt: skip


@pytest.mark.parametrize("statements", KEYS)
def test_text_keys(statements: str) -> None:
    values = {"s": ("", "a", "b", "GET", "aab", "zz"), "t": ("a", "GET", "")}
    used = {k: v for k, v in values.items() if k == "s" or "t" in statements.replace("import", "")}
    exact = not any(name in statements for name in ("Counter", "frozenset"))
    check(statements, used, exact=exact, size=12)


MIXED = (
    "return {(1, 2): 'a', (0, 0): 'b'}.get((x, y))",
    "return (x, y) in {(1, 2), (0, 1)}",
    "d = {(x, y): 1}; return d.get((1, 2)), (0, 0) in d, len(d)",
    "g = {(i, j): i * j for i in range(2) for j in range(2)}; return g[x, y]",
    "g = {}; g[x, y] = 1; g[0, 1] = 2; return g, len(g)",
    "seen = {(0, 0)}; seen.add((x, y)); return len(seen), (1, 0) in seen",
    "return {x, (x, y), 1}, len({x, (x, y), 1})",
    "return [(1, 'a', 2), (3, 'b', 4)][x]",
    "return ['Mon', 'Tue', 'Wed'][x]",
    "return ['Mon', 'Tue', 'Wed'][x] == 'Tue'",
    "return ['red', 'green'][x]",
    "a = [False, True]; a[x] = True; return a, a[y]",
    "a = ['x', 'y']; a[x] = 'z'; return a, a[y]",
    "a = [(1, 2), (3, 4)]; a[x] = (0, y); return a",
    "a = [None, 1]; a[x] = y; return a",
    "p = ((1, 2), (3, 4)); r = p[x]; return r[y]",
)


@pytest.mark.parametrize("statements", MIXED)
def test_mixed_keys_and_items(statements: str) -> None:
    check(statements, {"x": (0, 1, 2, -1), "y": (0, 1, 2)})


DEQUES = (
    "return len(d), list(d), d[0], d[-1]",
    "return d[x]",
    "d[x] = 9; return d",
    "del d[x]; return d",
    "d.rotate(x); return d",
    "d.rotate(); return d",
    "d.append(x); d.appendleft(x); return d",
    "r = d.pop(), d.popleft(); return r, d",
    "d.insert(x, 9); return d",
    "d.remove(x); return d",
    "d.extend([x]); d.extendleft([x, 1]); return d",
    "return d.index(x), d.count(x)",
    "return x in d, 1 in d",
    "d.reverse(); return d",
    "return d == d.copy(), d + d, d * 2",
    "import collections; return collections.deque(d, x), collections.deque(d, maxlen=2)",
    "d.clear(); return d, bool(d)",
    "return sorted(d), sum(d), max(d)",
)


@pytest.mark.parametrize("statements", DEQUES)
def test_deques(statements: str) -> None:
    from collections import deque

    values = {"d": (deque([1]), deque([2, 1]), deque([0, 3, 1])), "x": (0, 1, 2, -1, 5)}
    check(statements, {k: v for k, v in values.items() if k == "d" or "x" in statements}, size=15)


def test_the_solver_may_add_just_the_entry_that_is_asked_for() -> None:
    (run,) = check("return 'port' in d and d['port'] > 1024", {"d": ({},)}, exact=False)
    condition, taken = run.branches[0]
    assert not taken and "len(d)" in {variable.payload.text for variable in condition.variables}


NUMBERS = (
    "return {0.5: 'a', 2: 'b', -1.0: 'c'}.get(f)",
    "return f in {0.5, 1}, f in [0.5, 2], f in (None, 'a')",
    "return {0.5: 1, 2: 5}[f]",
    "d = {f: 1}; d[2] = 3; d[x] = 4; return d, len(d), d.get(0.5), True in d",
    "return {f, x, 1}, len({f, x})",
    "return {(f, x): 1}.get((0.5, 1))",
    "a = [0.5, 1.5]; a[x] = f; return a, a[0] == f",
    "return [0.5, 1.5, 2.5][x] > f",
    "return x in {0.5: 1, 1.0: 2}, {1.0: 'a', 2.5: 'b'}.get(x)",
    "return {None: 0, True: 1, 'a': 2}.get(x), {1: f}[x]",
)


@pytest.mark.parametrize("statements", NUMBERS)
def test_float_keys(statements: str) -> None:
    values = {"f": (0.5, 2.0, -1.0, 0.0, float("inf")), "x": (0, 1, -1)}
    check(statements, {k: v for k, v in values.items() if k in statements}, size=15)


OCTETS = (
    "return {b'a': 1, b'ab': 2}.get(b), b in {b'a', 'a'}, b in [b'', b'x']",
    "d = {b: 1, b'a': 2, 'a': 3}; return d, len(d), d[b'a']",
    "return {c: i for i, c in enumerate(b)}, set(b)",
)


@pytest.mark.parametrize("statements", OCTETS)
def test_bytes_as_keys(statements: str) -> None:
    check(statements, {"b": (b"", b"a", b"ab", b"x")})
