"""Lists of the inputs: every method and operator, with an open end and without."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import pytest
from laws import SMALL, check

from wend.run.tracked.listing import SAME_FOR_ALL_LISTS, SymList

XS = ([], [1], [2, 1], [3, 1, 2], [1, 1, 5, 0], [0, -1, 3, 3, 7])
YS = ([], [1], [1, 2], [3, 1, 2])
WORDS = (["a"], ["b", "a"], ["ab", "", "ab"])


def test_every_method_is_overridden() -> None:
    assert {*dir(list)} - SymList._wend_own() - SAME_FOR_ALL_LISTS == set()


READS = (
    "len(xs)",
    "len(xs) > 2",
    "not xs",
    "bool(xs)",
    "'some' if xs else 'none'",
    "xs == []",
    "xs != []",
    "[] == xs",
    "xs == [1]",
    "xs == [y, 1]",
    "xs != [2, 1]",
    "xs == (1,)",
    "xs == None",
    "xs == ys",
    "xs < ys",
    "xs <= [2, 1]",
    "[2] > xs",
    "xs >= ys",
    "xs[0]",
    "xs[1]",
    "xs[-1]",
    "xs[y]",
    "xs[len(xs) - 1]",
    "xs[:2]",
    "xs[1:]",
    "xs[1:][0]",
    "xs[1:3]",
    "xs[:-1]",
    "xs[::-1]",
    "xs[::2]",
    "xs[y:]",
    "xs[:y]",
    "xs[:]",
    "xs['a']",
    "xs[None:2]",
    "1 in xs",
    "y in xs",
    "9 not in xs",
    "'a' in xs",
    "1.0 in xs",
    "xs + [y]",
    "[y] + xs",
    "xs + ys",
    "xs + (1,)",
    "(1,) + xs",
    "1 + xs",
    "xs + 1",
    "xs * 2",
    "2 * xs",
    "xs * y",
    "xs * 'a'",
    "xs - xs",
    "xs & 1",
    "-xs",
    "xs()",
    "xs.nope",
    "hash(xs)",
    "int(xs)",
    "list(xs)",
    "tuple(xs)",
    "[*xs, y]",
    "(lambda *a: a)(*xs)",
    "sorted(xs)",
    "sorted(xs, reverse=True)",
    "sorted(xs, key=lambda n: -n)",
    "list(reversed(xs))",
    "min(xs)",
    "max(xs)",
    "max(xs, default=7)",
    "min(xs, key=abs)",
    "sum(xs)",
    "sum(xs, y)",
    "any(xs)",
    "all(xs)",
    "any(n > 2 for n in xs)",
    "all(n > 0 for n in xs)",
    "list(zip(xs, ys))",
    "list(zip(xs, xs[1:]))",
    "list(zip(xs, ys, strict=True))",
    "list(enumerate(xs))",
    "list(map(lambda n: n + 1, xs))",
    "list(filter(None, xs))",
    "[n * 2 for n in xs if n != y]",
    "next(iter(xs))",
    "next(iter(xs), None)",
    "set(xs)",
    "frozenset(xs) == {1, 2}",
    "dict.fromkeys(xs)",
    "{n: i for i, n in enumerate(xs)}",
    "xs.index(1)",
    "xs.index(y)",
    "xs.index(1, 1)",
    "xs.index(1, y)",
    "xs.count(1)",
    "xs.count(y)",
    "xs.copy()",
    "xs.copy() is xs",
    "type(xs) is list",
    "isinstance(xs, list)",
    "xs.__class__",
    "xs.__len__()",
    "xs.__getitem__(0)",
    "xs.__contains__(1)",
    "list.__len__(xs)",
    "list.copy(xs)",
    "dir(xs) == dir([])",
    "hasattr(xs, '_wend')",
    "(a := xs) is xs",
)  # fmt: skip


@pytest.mark.parametrize("expression", READS)
def test_reads(expression: str) -> None:
    values = {"xs": XS, "ys": YS, "y": (0, 1, 2, -1, 5)}
    check(
        f"r = {expression}; return r, xs",
        {k: v for k, v in values.items() if k in expression or k == "xs"},
        exact="frozenset" not in expression,
        size=20,
    )


CHANGES = (
    "xs.append(y); return xs, len(xs), xs[-1]",
    "xs.extend(ys); return xs, ys",
    "xs.extend([y]); return xs",
    "xs.extend(xs); return xs",
    "ys.extend(xs); return ys",
    "xs.insert(0, y); return xs",
    "xs.insert(y, 9); return xs",
    "r = xs.pop(); return r, xs",
    "r = xs.pop(0); return r, xs",
    "r = xs.pop(y); return r, xs",
    "xs.remove(1); return xs",
    "xs.remove(y); return xs",
    "xs.clear(); return xs",
    "xs.reverse(); return xs",
    "xs.sort(); return xs",
    "xs.sort(reverse=True); return xs",
    "xs.sort(key=lambda n: -n); return xs",
    "xs.sort(key=abs, reverse=y > 0); return xs",
    "xs.sort(1)",
    "xs.sort(nope=1)",
    "xs[0] = y; return xs",
    "xs[-1] = 5; return xs",
    "xs[y] = 5; return xs",
    "xs[y] = 5; return xs[1] == 5, xs[0]",
    "xs[y] += 1; return xs",
    "xs[1:] = [y]; return xs",
    "xs[:y] = []; return xs",
    "xs[y:] = ys; return xs",
    "xs[::2] = [0]; return xs",
    "del xs[0]; return xs",
    "del xs[y]; return xs",
    "del xs[1:]; return xs",
    "xs += [y]; return xs",
    "a = xs; a += ys; return a is xs, xs",
    "xs *= 2; return xs",
    "xs *= y; return xs",
    "a = [0]; a += xs; return a",
    "a = [0]; a.extend(xs); return a",
    "a = [0, 1]; a[1:] = xs; return a",
    "a, b = xs; return a, b",
    "a, *b = xs; return a, b",
    "*a, b = xs; return a, b",
    "a, (b, *c) = 1, xs; return b, c",
    "r = 0\nfor n in xs:\n    if n == y: break\n    r += n\nelse: return 'all', r\nreturn r",
    "for i in range(len(xs)):\n    if xs[i] == y: return i\nreturn -1",
    "i = 0\nwhile i < len(xs): i += 1\nreturn i",
    "for n in xs:\n    if n == 1: xs.append(9)\nreturn xs",
    "while xs: xs.pop()\nreturn xs",
    "r = []\nwhile xs: r.append(xs.pop(0))\nreturn r",
    "i = iter(xs); a = next(i, 0); b = list(i); return a, b",
    "match xs:\n    case []: return 'none'\n    case [n]: return n\n    case [a, *r]: return a, r",
    "if len(xs) == 0: return 'none'\nreturn xs[0] > 1",
    "if len(xs) >= 3 and xs[2] > 1: return 'big'\nreturn 'small'",
    "a = xs; xs.append(1); return a is xs, a == xs, a",
    "a = xs[:]; a.append(y); return xs, a",
    "a = xs[1:]; a.append(y); return xs, a",
    "import copy; a = copy.copy(xs); a.append(y); return xs, a",
    "import copy; a = copy.deepcopy(xs); a.append(y); return xs, a",
    "import functools; return functools.reduce(lambda a, b: a + b, xs, y)",
    "import itertools; return list(itertools.accumulate(xs))",
    "import itertools; return list(itertools.chain(xs, ys))",
    "import itertools; return list(itertools.combinations(xs, 2))",
    "import bisect; xs.sort(); return bisect.bisect_left(xs, y)",
    "def g(n, *r): return n if not r else n + g(*r)\nreturn g(*xs)",
    "def total(a): return a[0] + total(a[1:]) if a else 0\nreturn total(xs)",
    "xs.foo = 1",
    "try:\n    return xs[3]\nexcept IndexError as e:\n    return str(e)",
    "xs.__init__([1, 2]); return xs",
    "xs.__iadd__([y]); return xs",
    "xs.__delitem__(0); return xs",
    "xs.__setitem__(0, y); return xs",
    "list.append(xs, y); return xs, len(xs)",
    "list.sort(xs); return xs",
    "f = xs.append; f(1); f(2); return xs",
    "d = {}\nfor i, n in enumerate(xs):\n    if y - n in d: return d[y - n], i\n    d[n] = i\nreturn None",
)  # fmt: skip


@pytest.mark.parametrize("statements", CHANGES)
def test_changes(statements: str) -> None:
    values = {"xs": XS, "ys": YS, "y": (0, 1, 2, -1, 5)}
    check(statements, {k: v for k, v in values.items() if k in statements}, size=20)


TEXTS = (
    "return 'a' in ws, 'zz' in ws",
    "return ws == ['a'], ws == ['b', 'a']",
    "return ws.count('ab'), len(ws)",
    "return ws.index('a')",
    "return sorted(ws), max(ws, default='')",
    "return [w.upper() for w in ws if w]",
    "return ws[y]",
    "ws[y] = 'q'; return ws",
    "ws.remove('a'); return ws",
    "ws.sort(key=len); return ws",
    "d = {}\nfor w in ws: d[w] = d.get(w, 0) + 1\nreturn d, len(d)",
    "return set(ws), len(set(ws))",
)


@pytest.mark.parametrize("statements", TEXTS)
def test_lists_of_text(statements: str) -> None:
    values = {"ws": WORDS, "y": (0, 1, -1)}
    check(statements, {k: v for k, v in values.items() if k in statements}, size=12)


NESTED = ([[1]], [[1, 2], [3]], [[], [0]])
MATRICES = (
    "return sum(sum(row) for row in m)",
    "return [row[0] for row in m if row]",
    "return m[0][0]",
    "return [*zip(*m)]",
    "return m == [[1]], [] in m",
    "m[0].append(5); return m",
    "return len(m), [len(r) for r in m]",
    "r = []\nwhile m:\n    r += m.pop(0)\n    m = [list(c) for c in zip(*m)][::-1]\nreturn r",
)


@pytest.mark.parametrize("statements", MATRICES)
def test_lists_of_lists(statements: str) -> None:
    check(statements, {"m": NESTED})


def test_the_solver_may_put_the_member_at_the_end() -> None:
    (run,) = check("return 'yes' if 5 in xs else 'no'", {"xs": ([],)})
    condition, taken = run.branches[0]
    assert not taken and {v.payload.text for v in condition.variables} == {"len(xs)", "xs[0]"}


def test_writes_keep_both_alternatives() -> None:
    runs = check(
        "a = [5, 6, 7]; a[x] = 0; a[y] = 1; return 'same' if a[x] == 0 else 'other'",
        {"x": SMALL[:3], "y": SMALL[:3]},
    )
    assert len({tuple(taken for _, taken in run.branches) for run in runs}) == 2
