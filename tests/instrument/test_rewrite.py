"""What the rewriter makes of each construct: source in, source out, as `wend show-twin` prints."""

from __future__ import annotations

import ast
import re
import sys
import textwrap

import pytest

from wend.instrument.show_twin import show_twin

ROWS = {
    "call": ("f(x, *rest, key=g(y))", "wend.call(f)(x, *wend.iterated(rest), key=wend.call(g)(y))"),
    "method call": ("a.b(c).d()", "wend.call(wend.call(a.b)(c).d)()"),
    "call that reads the frame": (
        "super().f(locals(), eval(x))",
        "wend.call(super().f)(locals(), eval(wend.source(eval, x)))",
    ),
    "subscript": ("a[i][j]", "wend.getitem(wend.getitem(a, i), j)"),
    "constant text key, likewise": ("a['k']", "wend.getitem(a, 'k')"),
    "constant int key, which a tracked key may equal": ("a[0]", "wend.getitem(a, 0)"),
    "slice": ("a[i:]", "wend.getitem(a, wend.slice(i, None, None))"),
    "constant slice": ("a[1:-1]", "wend.getitem(a, wend.slice(1, -1, None))"),
    "written slice": ("a[1:-1] = v", "wend.setitem(v, a, wend.slice(1, -1, None))"),
    "several keys": ("a[i, 1:j]", "wend.getitem(a, (i, wend.slice(1, j, None)))"),
    "assignment": ("a[i] = f()", "wend.setitem(wend.call(f)(), a, i)"),
    "augmented": ("a[i] += v", "wend.place(a, i)[0] += v"),
    "deletion": ("del a[i], b", "del wend.place(a, i)[0], b"),
    "unpacking": ("a[i], b = c", "wend.place(a, i)[0], b = wend.unpacked(c, 2)"),
    "loop target": (
        "for a[i] in b: pass",
        """
        for wend.place(a, i)[0] in wend.iterated(b):
            wend.mark(…)
            pass
        else:
            wend.mark(…)
        """,
    ),
    "in": ("x in y", "wend.contains(x, y)"),
    "in of a chain": ("0 < x in y", "0 < x and wend.contains(x, y)"),
    "is of a chain": ("a is x is y", "wend.same(a, x) and wend.same(x, y)"),
    "chain that reads a call once": ("a < f() in y", "a < wend.call(f)() in y"),
    "not in": ("x not in y", "wend.negation(wend.contains(x, y))"),
    "is": ("x is y", "wend.same(x, y)"),
    "is not": ("x is not True", "wend.negation(wend.same(x, True))"),
    "is None": ("x is None", "x is None"),
    "comparison": ("x < 3", "x < 3"),
    "comparison of what may be sets": ("x <= y", "wend.operate('<=', x, y)"),
    "operator": ("x + y, x - 1", "(x + y, x - 1)"),
    "operator of what may be sets": ("x | y", "wend.operate('|', x, y)"),
    "operator in place of what may be sets": ("s -= t", "s = wend.operate('-=', s, t)"),
    "chain": ("a < b < f(c)", "a < b < wend.call(f)(c)"),
    "not, as a value": ("y = not x", "y = wend.negation(x)"),
    "not, as a test": (
        "if not x: pass",
        """
        if not x:
            wend.mark(…)
            pass
        else:
            wend.mark(…)
        """,
    ),
    "set": ("{x, 1}", "wend.settled_set({wend.apart(x), wend.apart(1)})"),
    "constant set": ("{1, 2}", "{1, 2}"),
    "dict": (
        "{x: 1, 'k': f()}",
        "wend.settled_dict({wend.apart(x): 1, wend.apart('k'): wend.call(f)()})",
    ),
    "dict of constant keys": ("{'k': x}", "{'k': x}"),
    "dict with another in it": (
        "{**x, y: 1}",
        "wend.settled_dict({**wend.keys_apart(x), wend.apart(y): 1})",
    ),
    "set comprehension": (
        "{f(x) for x in y}",
        "wend.settled_set({wend.apart(wend.call(f)(x)) for x in wend.iterated(y)})",
    ),
    "dict comprehension": (
        "{k: v for k, v in y if not k}",
        "wend.settled_dict({wend.apart(k): v for k, v in wend.iterated(y) if not k})",
    ),
    "list comprehension": ("[a[i] for i in b]", "[wend.getitem(a, i) for i in wend.iterated(b)]"),
    "lambda": ("lambda x=f(): x[0]", "lambda x=wend.call(f)(): wend.getitem(x, 0)"),
    "f-string": (
        "f'{f(x)} {y!r:>{w}}'",
        "wend.joined(wend.formatted(wend.call(f)(x)), ' ', "
        "wend.formatted(y, 'r', wend.joined('>', wend.formatted(w))))",
    ),
    "arithmetic": ("-x + y * 2 ** ~z", "-x + y * 2 ** (~z)"),
    "match with True": (
        """
        match x:
            case True: pass
            case [1, y] if not y: pass
        """,
        """
        match wend.subject(x, ((('[]', ()),), ())):
            case True:
                wend.mark(…)
                pass
            case [1, y] if not y:
                wend.mark(…)
                pass
        """,
    ),
    "match without": (
        """
        match f(x):
            case None: pass
        """,
        """
        match wend.call(f)(x):
            case None:
                wend.mark(…)
                pass
        """,
    ),
    "checked result": (
        """
        def __len__(self): return x
        """,
        """
        def __len__(self):
            return wend.result(x)
        """,
    ),
    "text that may be filled in": (
        """
        t %= a % b
        n %= 3 % n + n % 2
        """,
        """
        t = wend.modulo_in_place(t, wend.modulo(a, b))
        n = wend.modulo_in_place(n, 3 % n + n % 2)
        """,
    ),
    "handlers": (
        """
        try: f()
        except E as e: pass
        else: a
        finally: b
        """,
        """
        try:
            wend.call(f)()
        except E as e:
            wend.caught()
            wend.mark(…)
            pass
        else:
            a
        finally:
            b
        """,
    ),
    "while": (
        """
        while x: pass
        while True: break
        """,
        """
        while x:
            wend.mark(…)
            pass
        else:
            wend.mark(…)
        while True:
            wend.mark(…)
            break
        """,
    ),
    "annotations, docstrings and imports stay": (
        '''
        def f(a: b[c], *, d: e(f)=g[h]) -> i[j]:
            """text"""
            from a import b
            k: l[m]
            n: o() = p
        ''',
        '''
        def f(a: b[c], *, d: e(f)=wend.getitem(g, h)) -> i[j]:
            """text"""
            from a import b
            k: l[m]
            n: o() = p
        ''',
    ),
    "decorators and bases": (
        """
        @d(x)
        class C(b[0], metaclass=f()):
            y = x in z
        """,
        """
        @wend.call(d)(x)
        class C(wend.getitem(b, 0), metaclass=wend.call(f)()):
            y = wend.contains(x, z)
        """,
    ),
}
ROWS_3_14 = {
    "template string": (
        """t'a{f(x)!r}b{a[i]:>{w}}c{x in y:}'""",
        """
        t"a{wend.call(f)(x)!r}b{wend.getitem(a, i):{wend.joined('>', wend.formatted(w))}}c\
{wend.contains(x, y):}"
        """,
    ),
    "handler without parentheses": (
        """
        try: f()
        except A, B: pass
        """,
        """
        try:
            wend.call(f)()
        except (A, B):
            wend.caught()
            wend.mark(…)
            pass
        """,
    ),
}
ROWS_3_15 = {
    "unpacking list comprehension": (
        "[*x for x in y]",
        "[*wend.iterated(x) for x in wend.iterated(y)]",
    ),
    "unpacking generator": (
        "(*f(x) for x in [y])",
        "(*wend.iterated(wend.call(f)(x)) for x in [y])",
    ),
    "unpacking set comprehension": (
        "{*x for x in y}",
        "wend.settled_set({*wend.members_apart(wend.iterated(x)) for x in wend.iterated(y)})",
    ),
    "unpacking dict comprehension": (
        "{**f(x) for x in y if x}",
        "wend.settled_dict({**wend.keys_apart(wend.call(f)(x)) for x in wend.iterated(y) if x})",
    ),
    "lazy import": (
        "lazy import a.b as c\nlazy from d import e",
        "lazy import a.b as c\nlazy from d import e",
    ),
}
if sys.version_info >= (3, 14):
    ROWS |= ROWS_3_14
if sys.version_info >= (3, 15):
    ROWS |= ROWS_3_15


@pytest.mark.parametrize("row", ROWS)
def test_rewritten_source(row: str) -> None:
    before, after = (textwrap.dedent(text).strip() for text in ROWS[row])

    imported, _, twin = show_twin(ast.parse(before).body, "file.py").strip().partition("\n")

    assert imported == "from wend.run.operations import twin_probes as wend"
    assert re.sub(r"mark\(\d+\)", "mark(…)", twin).strip() == after


def test_marks_are_the_same_in_every_process() -> None:
    twins = {show_twin(ast.parse("if x: pass\nelse: y").body, "file.py") for _ in range(2)}

    (twin,) = twins
    assert len(set(re.findall(r"mark\((\d+)\)", twin))) == 2


def test_probes_have_a_name_that_the_program_does_not_use() -> None:
    twin = show_twin(ast.parse("import wend\nwend.assume(wend_ + f())").body, "file.py")

    assert twin.splitlines() == [
        "from wend.run.operations import twin_probes as wend__",
        "import wend",
        "wend__.call(wend.assume)(wend_ + wend__.call(f)())",
    ]


def test_probes_are_imported_after_what_must_come_first() -> None:
    source = "'text'\nfrom __future__ import annotations\nf()"

    twin = show_twin(ast.parse(source).body, "file.py")

    assert [line[:6] for line in twin.splitlines()] == ['"""tex', "from _", "from w", "wend.c"]
