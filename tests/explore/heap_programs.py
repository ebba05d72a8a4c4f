"""Programs whose functions reach more than their arguments: written down, and made by chance."""

from __future__ import annotations

import random

PROGRAMS = {
    "methods": """
class Account:
    def __init__(self, balance):
        self.balance = balance
        self.moves = 0
        self.owner = "x"
    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError(amount)
        self.balance -= amount
        self.moves += 1
        return self.balance
def target(x: int, y: int) -> int:
    a = Account(3)
    try:
        a.withdraw(x)
        a.withdraw(y)
    except ValueError as e:
        return e.args[0] + 100 * a.moves
    if a.balance == 0:
        return a.moves
    return a.balance + a.moves
""",
    "lists": """
def push(xs, v):
    if v > 0:
        xs.append(v)
    else:
        xs[0] = v
    return len(xs)
def total(xs):
    s = 0
    for x in xs:
        if x == 2:
            s += 10
        s += x
    return s
def target(x: int, y: int) -> int:
    xs = [x]
    ys = xs
    n = push(xs, y)
    if n == 2 and ys[1] == x:
        return 77
    return total(ys)
""",
    "globals": """
COUNTS = []
LAST = None
def note(x):
    global LAST
    if x > 1:
        COUNTS.append(x)
        LAST = x
    return len(COUNTS)
def last():
    return LAST
def target(x: int, y: int) -> int:
    note(x)
    n = note(y)
    if n == 2 and COUNTS[0] == COUNTS[1]:
        return 5
    v = last()
    if v is None:
        return -1
    return v + n
""",
    "closures": """
def counter(start):
    n = start
    def add(k):
        nonlocal n
        if k > 0:
            n += k
        return n
    return add
def target(x: int, y: int) -> int:
    a = counter(x)
    a(y)
    if a(1) == 3:
        return 1
    return a(x)
""",
    "class_variables": """
class K:
    total = 0
    @classmethod
    def bump(cls, x):
        if x > 0:
            cls.total += x
        return cls.total
    @staticmethod
    def double(x):
        if x < 0:
            return -2 * x
        return 2 * x
def target(x: int, y: int) -> int:
    K.bump(x)
    z = K.bump(y)
    return z + K.double(x)
""",
    "new_containers": """
def make(x):
    if x > 0:
        return {"a": x, "b": [x, 1]}
    return {"a": 0, "b": []}
def read(d):
    if d["b"]:
        d["b"][0] += d["a"]
        return d["b"][0]
    return d["a"]
def target(x: int, y: int) -> int:
    d = make(x)
    r = read(d)
    r2 = read(d)
    return r + r2 * 10 + len(d["b"]) + y
""",
    "decorators": """
import functools
def twice(f):
    @functools.wraps(f)
    def wrapper(*args, **kw):
        return f(*args, **kw) * 2
    return wrapper
@twice
def base(x, *, k=1):
    if x > k:
        return x
    return k
def target(x: int, y: int) -> int:
    return base(x) + base(y, k=2)
""",
    "generators": """
def gen(xs):
    for x in xs:
        if x > 0:
            yield x
def take(g):
    return next(g, 0)
def start(x):
    return gen([x, 1])
def target(x: int, y: int) -> int:
    g = gen([x, y])
    a = take(g)
    h = start(x)
    return a * 10 + next(h) + take(g)
""",
    "recursion": """
class Node:
    __slots__ = ('v', 'next')
    def __init__(self, v, next):
        self.v = v
        self.next = next
def total(n):
    if n is None:
        return 0
    if n.v < 0:
        n.v = -n.v
    return n.v + total(n.next)
def fact(n):
    if n <= 0:
        return 1
    return n * fact(n - 1)
def target(x: int, y: int) -> int:
    n = Node(x, Node(y, None))
    t = total(n)
    return t + n.v * 10 + fact(x if x < 4 else 4)
""",
    "aliases": """
class P:
    def __init__(self, x): self.x = x
def move(a, b):
    if a is b:
        a.x += 1
    elif a.x > b.x:
        a.x, b.x = b.x, a.x
    return a
def target(x: int, y: int) -> int:
    p, q = P(x), P(y)
    r = move(p, q)
    move(r, p)
    return p.x * 100 + q.x + (r is p)
""",
    "positions_in_text": """
class Parser:
    def __init__(self, text):
        self.text = text
        self.pos = 0
    def peek(self):
        if self.pos < len(self.text):
            return self.text[self.pos]
        return ''
    def take(self, c):
        if self.peek() == c:
            self.pos += 1
            return True
        return False
def target(x: int, y: int) -> int:
    p = Parser(chr(97 + x % 3) + chr(97 + y % 3))
    if p.take('a') and p.take('b'):
        return 1
    return p.pos
""",
    "messages": """
def check(x):
    if x < 0:
        raise ValueError(f"bad {x}")
    if x == 2:
        raise KeyError(x)
    return x
def target(x: int, y: int) -> int:
    try:
        return check(x) + check(y)
    except ValueError as e:
        if y > 0:
            return 3
        return len(str(e))
    except KeyError as e:
        return e.args[0] + y
""",
    "kinds_of_parameters": """
def f(a, b=2, *rest, c=3, **more):
    if a > b:
        return a + c + len(rest)
    if more:
        return more["d"] - b
    return rest[0] if rest else c
def target(x: int, y: int) -> int:
    return f(x) + 10 * f(x, y) + 100 * f(x, 1, y) + 1000 * f(y, x, c=y) + 7 * f(x, 5, d=y)
""",
    "inheritance": """
class A:
    def __init__(self, v): self.v = v
    def step(self, k):
        if k > 0:
            self.v += k
        return self.kind()
    def kind(self): return 1 if self.v > 2 else 2
class B(A):
    def step(self, k):
        r = super().step(k + 1)
        return r * 3
    def kind(self):
        return 5 if self.v == 0 else 6
    @property
    def twice(self):
        return self.v * 2 if self.v > 0 else 0
def target(x: int, y: int) -> int:
    a, b = A(x), B(y)
    return a.step(y) + 10 * b.step(x) + 100 * b.twice + 1000 * a.v
""",
    "dataclasses": """
from dataclasses import dataclass, field, replace
from typing import NamedTuple
import enum
class Color(enum.Enum):
    RED = 1
    BLUE = 2
class Pt(NamedTuple):
    x: int
    y: int
@dataclass(frozen=True, slots=True)
class F:
    a: int
    p: Pt
@dataclass
class D:
    a: int
    c: Color = Color.RED
    xs: list = field(default_factory=list)
def paint(d, v):
    if v > d.a:
        d.c = Color.BLUE
    d.xs.append(Pt(v, d.a))
    return F(v, Pt(d.a, v))
def look(f, d):
    if f.p.x == f.a:
        return 1
    if d.c is Color.BLUE:
        return d.xs[-1].x
    return f.p.y + len(d.xs)
def target(x: int, y: int) -> int:
    d = D(x)
    f = paint(d, y)
    g = replace(f, a=x)
    return look(f, d) + 10 * look(g, d) + (100 if f == g else 0)
""",
    "exceptions_with_attributes": """
class Bad(Exception):
    def __init__(self, code, why):
        super().__init__(code)
        self.code = code
        self.why = why
def check(x):
    if x > 1:
        raise Bad(x + 1, "big")
    if x < -1:
        try:
            raise KeyError(x)
        except KeyError as e:
            raise Bad(x, "small") from e
    if x == 0:
        return [][x]
    return x
def outer(x):
    try:
        return check(x)
    except IndexError:
        return check(x + 2)
def target(x: int, y: int) -> int:
    t = 0
    for v in (x, y):
        try:
            t = 10 * t + outer(v)
        except Bad as e:
            t = 10 * t + e.code + len(e.why)
            if e.__cause__ is not None:
                t += e.__cause__.args[0]
    return t
""",
    "callbacks": """
class Acc:
    def __init__(self): self.n = 0
    def add(self, v):
        if v > 0:
            self.n += v
        return self.n
def apply(f, v):
    if v == 1:
        return f(v) + 1
    return f(v)
def target(x: int, y: int) -> int:
    acc = Acc()
    r = apply(acc.add, x) + apply(acc.add, y)
    k = y
    r += 10 * apply(lambda v: v + k if v > k else k, x)
    def setk(v):
        nonlocal k
        k = v
        return 0
    apply(setk, x + 1)
    return r + 100 * k + 1000 * apply(abs, x)
""",
    "shared_cells": """
def make(a):
    n = a
    def up(v):
        nonlocal n
        if v > 0:
            n += v
    def get():
        return n
    return up, get
def target(x: int, y: int) -> int:
    up, get = make(x)
    up(y)
    z = get()
    up(z)
    if get() == 4:
        return 99
    return get()
""",
    "caches": """
import functools
@functools.lru_cache(maxsize=None)
def slow(n):
    if n > 2:
        return n * 2
    return n
def twice(n):
    return slow(n) + slow(n)
def target(x: int, y: int) -> int:
    return twice(x) + 10 * twice(y) + 100 * slow(x)
""",
    "caches_as_defaults": """
import functools
class Missing:
    pass
MISSING = Missing()
Missing = None
@functools.lru_cache(maxsize=None)
def width(x):
    if x > 1:
        return 2
    return 1
def measured(x, of=width, default=MISSING):
    if x < 0:
        return 0 if default is MISSING else default
    return of(x)
def target(x: int, y: int) -> int:
    if measured(x) + measured(y) == 4:
        return 7
    return measured(x) - measured(y)
""",
    "contexts_of_exceptions": """
def inner(x):
    try:
        if x > 0:
            raise ValueError(x)
    finally:
        LOG.append(x)
    return x
LOG = []
def guard(x):
    try:
        inner(x)
    except ValueError as e:
        raise KeyError(e.args[0] + 1)
    return 0
def target(x: int, y: int) -> int:
    try:
        raise TypeError(y)
    except TypeError as t:
        try:
            guard(x)
        except KeyError as k:
            chained = 100 if k.__context__.__context__ is t else 0
            return k.args[0] + 10 * k.__context__.args[0] + chained + len(LOG)
    return t0(y)
def t0(y):
    return LOG[0] if y > 0 else len(LOG)
""",
    "defaults_that_change": """
def keep(x, seen=[]):
    if x > 0:
        seen.append(x)
    return len(seen)
def counted(x):
    counted.calls += 1
    return x if x > 0 else counted.calls
counted.calls = 0
def target(x: int, y: int) -> int:
    a = keep(x)
    b = keep(y)
    return a * 10 + b + 100 * counted(x) + 1000 * counted(y)
""",
    "native_containers": """
from collections import deque, defaultdict, OrderedDict, Counter
class Q:
    def __init__(self):
        self.q = deque()
        self.d = defaultdict(int)
    def push(self, v):
        if v > 0:
            self.q.append(v)
        self.d["n"] += 1
        return len(self.q)
def target(x: int, y: int) -> int:
    q = Q()
    q.push(x)
    n = q.push(y)
    return n + 10 * q.d["n"] + 100 * sum(q.q)
""",
    "sets": """
class S:
    def __init__(self):
        self.seen = {1, 2}
        self.tags = frozenset(("a",))
    def has(self, v):
        if v in self.seen:
            return 1
        return 0
    def mark(self, v):
        if v > 0:
            self.seen.add(7)
        self.seen.discard(2)
def target(x: int, y: int) -> int:
    s = S()
    a = s.has(x)
    s.mark(y)
    return a + 10 * s.has(x) + 100 * len(s.seen)
""",
    "keys_that_vary": """
class M:
    def __init__(self): self.d = {}
    def put(self, k, v):
        self.d[k] = v
        return len(self.d)
    def get(self, k):
        return self.d.get(k, -1)
def target(x: int, y: int) -> int:
    m = M()
    m.put(x, 1)
    n = m.put(y, 2)
    return n * 10 + m.get(1)
""",
    "operators": """
class It:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n
    def __enter__(self): return self
    def __exit__(self, *a):
        self.n = 50
        return False
    def __add__(self, o): return add(self, o)
    def __eq__(self, o): return self.n == o.n
def add(a, b):
    return It(a.n + b.n if a.n > b.n else b.n)
def total(it):
    t = 0
    for v in it:
        t += v
    return t
def target(x: int, y: int) -> int:
    with It(x) as i:
        t = total(i)
    j = i + It(y)
    return t + 10 * j.n + (1 if j == It(y) else 0)
""",
    "objects_in_globals": """
class Config:
    def __init__(self):
        self.level = 0
        self.names = {}
CONFIG = Config()
ALIAS = CONFIG
def raise_level(k):
    if k > CONFIG.level:
        CONFIG.level = k
        CONFIG.names["top"] = k
def level():
    return ALIAS.level
def target(x: int, y: int) -> int:
    raise_level(x)
    raise_level(y)
    return level() * 10 + ALIAS.names.get("top", 3)
""",
    "trees": """
class N:
    def __init__(self, v, left=None, right=None):
        self.v, self.left, self.right = v, left, right
def insert(n, v):
    if n is None:
        return N(v)
    if v < n.v:
        n.left = insert(n.left, v)
    elif v > n.v:
        n.right = insert(n.right, v)
    return n
def depth(n):
    if n is None:
        return 0
    return 1 + max(depth(n.left), depth(n.right))
def target(x: int, y: int) -> int:
    root = None
    for v in (x, y, 1):
        root = insert(root, v)
    return depth(root) * 10 + (root.left.v if root.left else 0)
""",
    "cycle": """
class Node:
    def __init__(self, v):
        self.v = v
        self.next = self
def link(a, b):
    if a.v < b.v:
        a.next, b.next = b, a
    return a.next
def walk(n, k):
    t = 0
    for _ in range(3):
        t = t * 3 + n.v
        n = n.next
    return t + k
def target(x: int, y: int) -> int:
    a, b = Node(x), Node(y)
    c = link(a, b)
    return walk(c, 1) + (1000 if c is a else 0)
""",
    "deleted_attributes": """
class O: pass
def setup(o, v):
    o.a = v
    if v > 0:
        o.b = v
    elif hasattr(o, "b"):
        del o.b
def has(o):
    return getattr(o, "b", -1) + (1 if o.a else 0)
def target(x: int, y: int) -> int:
    o = O()
    setup(o, x)
    r = has(o)
    setup(o, y)
    return r * 10 + has(o)
""",
    "generators_between_changes": """
class Box:
    def __init__(self, v): self.v = v
def steps(box):
    box.v += 1
    yield box.v
    if box.v > 2:
        box.v = 0
    yield box.v
def drain(box):
    t = 0
    for v in steps(box):
        t = t * 10 + v
        bump(box)
    return t
def bump(box):
    if box.v == 1:
        box.v = 5
def target(x: int, y: int) -> int:
    b = Box(x)
    t = drain(b)
    g = steps(b)
    next(g)
    bump(b)
    next(g)
    return t * 10 + b.v + y
""",
    "keys_of_sorting": """
class P:
    def __init__(self, v): self.v = v
def key(p):
    if p.v < 0:
        return -p.v
    return p.v
def best(ps):
    return sorted(ps, key=key)[0]
def target(x: int, y: int) -> int:
    ps = [P(x), P(y)]
    return best(ps).v * 10 + max(ps, key=key).v
""",
    "class_variables_through_objects": """
class R:
    items = []
    count = 0
    def add(self, v):
        if v > 0:
            self.items.append(v)
            R.count += 1
            self.count = v
        return self.count
def target(x: int, y: int) -> int:
    r = R()
    r.add(x)
    s = R()
    return s.add(y) * 10 + len(R.items) + 100 * R.count + r.count
""",
    "truths_and_floats": """
class V:
    def __init__(self, f, b):
        self.f, self.b = f, b
    def flip(self, k):
        self.b = k > 0
        if self.b:
            self.f = k / 2
        return self.b
def target(x: int, y: int) -> float:
    v = V(0.5, False)
    a = v.flip(x)
    b = v.flip(y)
    return v.f * 10 + a + b + (1 if v.b is True else 0)
""",
    "frames_that_are_looked_at": """
import warnings, sys
def who():
    return sys._getframe(1).f_code.co_name
def f(x):
    if x > 0:
        return len(who())
    return 0
def target(x: int, y: int) -> int:
    return f(x) + 10 * f(y)
""",
    "operators_that_call": """
class V:
    def __init__(self, v): self.v = v
    def __repr__(self):
        return show(self.v)
    def __lt__(self, o): return less(self, o)
def show(v):
    return "neg" if v < 0 else "pos"
def less(a, b):
    if a.v < b.v: return True
    return False
def target(x: int, y: int) -> int:
    vs = sorted([V(x), V(y)])
    if repr(vs[0]) == "neg":
        return vs[0].v
    return vs[1].v * 10
""",
    "changes_while_iterating": """
class Bag:
    def __init__(self, items):
        self.items = items
        self.total = 0
    def each(self, v):
        if v > 0:
            self.total += v
            self.items[0] = self.total
        return self.total
def target(x: int, y: int) -> int:
    b = Bag([x, y, 1])
    for v in b.items:
        b.each(v)
    d = {"a": x, "b": y}
    for k in d:
        put(d, k)
    return b.total * 100 + b.items[0] + d["a"]
def put(d, k):
    if d[k] < 0:
        d[k] = 0
""",
    "nested_classes": """
class Outer:
    class Inner:
        def __init__(self, v): self.v = v
        def go(self, k):
            if k > self.v: self.v = k
            return self
        @staticmethod
        def mix(a, b):
            return a.v * 2 if a.v > b else b
    @classmethod
    def make(cls, v):
        if v < 0:
            v = -v
        return cls.Inner(v)
def target(x: int, y: int) -> int:
    i = Outer.make(x)
    j = i.go(y)
    return Outer.Inner.mix(j, x) + (1000 if i is j else 0)
""",
    "tuples": """
def divmod_(a, b):
    if b == 0:
        return None, "zero"
    return (a // b, a % b), "ok"
def pick(t):
    (q, r) = t
    if q > r: return q, r
    return r, q
def target(x: int, y: int) -> int:
    v, s = divmod_(x, y)
    if s == "zero":
        return -100
    a, b = pick(v)
    return a * 10 + b
""",
    "growing_trees": """
class Tree:
    def __init__(self, v): self.v, self.kids = v, []
    def grow(self, v):
        if v > self.v:
            k = Tree(v)
            self.kids.append(k)
            return k
        return None
    def sum(self):
        return self.v + sum(k.sum() for k in self.kids)
def target(x: int, y: int) -> int:
    t = Tree(1)
    k = t.grow(x)
    if k is not None:
        k.grow(y)
    return t.sum()
""",
    "new_keys": """
def count(words):
    d = {}
    for w in words:
        d[w] = d.get(w, 0) + 1
    return d
def bump(d, key, by):
    if by > 0:
        d[key] = d.get(key, 0) + by
    return d
def target(x: int, y: int) -> int:
    d = count(["a", "b", "a"])
    bump(d, "a", x)
    e = bump(d, "c", y)
    return d["a"] * 10 + e.get("c", 5) + len(d)
""",
    "exceptions_of_python": """
class Wrong(SyntaxError):
    pass
def parse(x):
    if x > 1:
        raise SyntaxError(f"bad {x}")
    if x < -1:
        raise Wrong(x, "small")
    if x == 0:
        raise StopIteration(x + 5)
    return x
def end(x):
    if x > 0:
        raise SystemExit(x)
    return None.nothing
def target(x: int, y: int) -> int:
    t = 0
    for v in (x, y):
        try:
            t = t * 10 + parse(v)
        except Wrong as e:
            t = t * 10 + e.args[0]
        except SyntaxError as e:
            t = t * 10 + 7
        except StopIteration as e:
            t = t * 10 + e.value
    try:
        end(y)
    except SystemExit as e:
        t = t * 10 + e.code
    except AttributeError:
        t = -t
    return t
""",
    "frames_that_are_mentioned": """
import sys
def f(x, y):
    if x > 1000:
        return sys._getframe(1).f_lineno
    return y if x > 0 else -y
def target(x: int, y: int) -> int:
    return f(x, 2) + 10 * f(y, 3)
""",
    "tables": """
WIDE = ((-2, -2), (0, 0), (2, 9))
KINDS = {"odd": [(-1, -1), (1, 1)], "even": [(-2, -2), (0, 0), (2, 2)]}
def within(n, table):
    low, high = 0, len(table) - 1
    while low <= high:
        middle = (low + high) // 2
        if n < table[middle][0]:
            high = middle - 1
        elif n > table[middle][1]:
            low = middle + 1
        else:
            return table
    return None
def target(x: int, y: int) -> int:
    wide = within(x, WIDE)
    odd = within(y, KINDS["odd"])
    if wide is WIDE and odd is KINDS["odd"]:
        return len(wide) + 10 * odd[0][0]
    return 100 if within(y, KINDS["even"]) else 200
""",
    "tables_that_change": """
STEPS = [1, 2, 3]
def step(n, table):
    if n > 0:
        table[1] = n
    return table[n % 3]
def target(x: int, y: int) -> int:
    return step(x, STEPS) + 10 * step(y, STEPS) + 100 * STEPS[1]
""",
    "trees_of_constants": """
import enum
import operator
Kind = enum.Enum("Kind", "LOW HIGH")
SECOND = operator.itemgetter(1)
class Leaf:
    def __init__(self, low, high, kind):
        self.low, self.high, self.kind = low, high, kind
    def find(self, n):
        return self.kind
class Inner:
    def __init__(self, *below):
        self.below = [*below]
        self.low, self.high = below[0].low, below[-1].high
        self.up = below[0] if below else None
    def find(self, n):
        for each in self.below:
            if each.low <= n <= each.high:
                return each.find(n)
        return None
TREE = Inner(Inner(Leaf(-2, -2, Kind.LOW), Leaf(0, 0, Kind.HIGH)), Inner(Leaf(1, 2, Kind.LOW)))
def kind_of(n):
    return TREE.find(n) if SECOND((0, n)) < 2 else None
def target(x: int, y: int) -> int:
    first, second = kind_of(x), TREE.find(y)
    if first is Kind.LOW and second is Kind.HIGH:
        return 1
    return 2 if second is None else 3
""",
    "trees_that_change": """
class Node:
    def __init__(self, weight, *below):
        self.weight = weight
        self.below = [*below]
    def sum(self, n):
        if n > self.weight:
            self.weight += 1
        return self.weight + sum([each.sum(n - 1) for each in self.below])
ROOT = Node(0, Node(-1), Node(1, Node(-2)))
def target(x: int, y: int) -> int:
    return ROOT.sum(x) + 10 * ROOT.sum(y)
""",
}
"""Each has a target of two numbers."""

COMPOSED = {
    "methods": ["Account.withdraw"],
    "lists": ["push", "total"],
    "globals": ["last", "note"],
    "closures": ["counter", "counter.<locals>.add"],
    "class_variables": ["K.bump", "K.double"],
    "new_containers": ["make", "read"],
    "decorators": ["base"],
    "generators": [],
    "recursion": ["fact", "total"],
    "aliases": ["move"],
    "positions_in_text": ["Parser.peek", "Parser.take"],
    "messages": [],
    "kinds_of_parameters": ["f"],
    "inheritance": ["A.kind", "A.step", "B.kind", "B.step"],
    "dataclasses": ["look", "paint"],
    "exceptions_with_attributes": ["check", "outer"],
    "callbacks": ["Acc.add", "apply", "target.<locals>.<lambda>", "target.<locals>.setk"],
    "shared_cells": ["make", "make.<locals>.get", "make.<locals>.up"],
    "caches": ["slow", "twice"],
    "caches_as_defaults": ["measured", "width"],
    "contexts_of_exceptions": ["guard", "inner", "t0"],
    "defaults_that_change": [],
    "native_containers": [],
    "sets": ["S.has", "S.mark"],
    "keys_that_vary": [],
    "operators": ["add", "total"],
    "objects_in_globals": ["level", "raise_level"],
    "trees": ["depth", "insert"],
    "cycle": ["link", "walk"],
    "deleted_attributes": [],  # they ask which attributes an object has
    "generators_between_changes": ["bump", "drain"],
    "keys_of_sorting": ["best", "key"],
    "class_variables_through_objects": ["R.add"],
    "truths_and_floats": ["V.flip"],
    "frames_that_are_looked_at": [],
    "operators_that_call": ["less", "show"],
    "changes_while_iterating": ["Bag.each", "put"],
    "nested_classes": ["Outer.Inner.go", "Outer.Inner.mix", "Outer.make"],
    "tuples": ["divmod_", "pick"],
    "growing_trees": ["Tree.grow", "Tree.sum"],
    "new_keys": ["bump"],
    "exceptions_of_python": ["end", "parse"],
    "frames_that_are_mentioned": ["f"],
    "tables": ["within"],
    "tables_that_change": ["step"],
    "trees_of_constants": ["Inner.find", "Leaf.find", "kind_of"],
    "trees_that_change": ["Node.sum"],
}
"""The functions in them whose calls are composed; all others are followed in place."""


HEADER = """
COUNT = 0
SEEN = [1]
TABLE = {"a": 2}


class Box:
    last = 0

    def __init__(self, a, b):
        self.a = a
        self.b = b
        self.items = [a]
        self.pair = (b, 1)
        self.tag = "a"


"""


class Program:
    """Functions that change objects, lists and globals, and a target that calls them."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._functions: list[tuple[str, str]] = []
        """Their names, and what they take: b for a box, l for a list, i for a number."""
        self._names = 0

    def source(self) -> str:
        text = HEADER
        for number in range(4):
            takes = self._chance.choice(["i", "bi", "li", "bb", "bl", "ii", "mi", "ci"])
            text += self._function(f"f{number}", takes)
        return text + self._target()

    def _value(self, names: list[str]) -> str:
        chance = self._chance
        a, b = chance.choice(names), chance.choice([*names, str(chance.randint(-2, 3))])
        return chance.choice([a, a, f"{a} + {b}", f"{a} - {b}", str(chance.randint(-2, 3))])

    def _test(self, names: list[str]) -> str:
        chance = self._chance
        a, b = chance.choice(names), chance.choice([*names, str(chance.randint(-2, 3))])
        return f"{a} {chance.choice(['<', '==', '>', '!='])} {b}"

    def _numbers(self, takes: str, names: list[str]) -> list[str]:
        found = ["COUNT", "SEEN[-1]", "len(SEEN)", 'TABLE["a"]', "Box.last"]
        for kind, name in zip(takes, names, strict=True):
            if kind in "bm":
                found += [f"{name}.a", f"{name}.b", f"len({name}.items)", f"{name}.items[-1]"]
                found += [f"{name}.pair[0]", f"len({name}.tag)", f"getattr({name}, 'more', 3)"]
            elif kind == "l":
                found += [f"{name}[0]", f"len({name})"]
            elif kind in "ic":
                found += [name, name]
        return found

    def _change(self, takes: str, names: list[str], numbers: list[str]) -> str:
        value = self._value(numbers)
        ways = [f"COUNT = {value}", f"SEEN.append({value})", f'TABLE["a"] = {value}']
        ways += [f"Box.last = {value}", f"SEEN[0] = {value}"]
        for kind, name in zip(takes, names, strict=True):
            if kind in "bm":
                ways += [f"{name}.a = {value}", f"{name}.b += {value}"] * 2
                ways += [f"{name}.items.append({value})", f"{name}.items = [{value}, {name}.a]"]
                ways += [f"{name}.items[0] = {value}", f"{name}.more = {value}"]
                ways += [
                    f"{name}.pair = ({value}, {name}.b)",
                    f"{name}.a, {name}.b = {name}.b, {value}",
                ]
                ways += [
                    f"{name}.tag = 'ab'",
                    f"{name}.tag = 'b'",
                    f"{name}.__dict__.pop('more', 0)",
                ]
                ways += [f"{name}.items = {name}.items[1:] + [{value}]", f"{name}.items.reverse()"]
            elif kind == "l":
                ways += [f"{name}.append({value})", f"{name}[0] = {value}", f"{name}.pop()"]
                ways += [f"{name}[:] = [{value}, 1]"]
        return self._chance.choice(ways)

    def _call(self, takes: str, names: list[str], numbers: list[str]) -> str | None:
        boxes = [n for k, n in zip(takes, names, strict=True) if k in "bm"]
        lists = [n for k, n in zip(takes, names, strict=True) if k == "l"]
        lists += [f"{box}.items" for box in boxes]
        if not self._functions:
            return None
        called, wants = self._chance.choice(self._functions)
        given = []
        for kind in wants:
            pool = {"b": boxes, "m": boxes, "l": lists, "i": numbers, "c": numbers}[kind]
            if not pool:
                return None
            given.append(self._value(numbers) if kind in "ic" else self._chance.choice(pool))
        if wants[0] == "m":
            return f"{given[0]}.{called}({', '.join(given[1:])})"
        if wants[0] == "c":
            return f"made_{called}({given[0]})({given[1]})"
        return f"{called}({', '.join(given)})"

    def _body(self, takes: str, names: list[str], indent: str, ends: bool = True) -> list[str]:
        chance = self._chance
        numbers = self._numbers(takes, names)
        lines: list[str] = []
        for _ in range(chance.randint(2, 4)):
            what = chance.random()
            if what < 0.35:
                lines += [f"if {self._test(numbers)}:"]
                lines += [f"    {self._change(takes, names, numbers)}"]
            elif what < 0.45:
                lines += [f"if {self._test(numbers)}:"]
                lines += [f"    raise ValueError({self._value(numbers)}, {chance.randint(0, 2)})"]
            elif what < 0.55:
                lines += [f"if {self._test(numbers)}:", f"    return {self._value(numbers)}"]
            elif what < 0.75 and (call := self._call(takes, names, numbers)):
                self._names += 1
                name = f"v{self._names}"
                if chance.random() < 0.2 and not call.startswith("made_"):
                    call = call.replace("(", "(*(", 1)[:-1] + ",))"
                if chance.random() < 0.4:
                    lines += ["try:", f"    {name} = {call}", "except ValueError as error:"]
                    lines += [f"    {name} = error.args[0]"]
                else:
                    lines += [f"{name} = {call}"]
                lines += [f"if isinstance({name}, (Box, list, tuple)):"]
                lines += [f"    {name} = {name}.a if isinstance({name}, Box) else {name}[0]"]
                lines += [f"if {name} is None:", f"    {name} = 7"]
                numbers.append(name)
            else:
                lines += [self._change(takes, names, numbers)]
        if not ends:
            return [indent + line for line in lines]
        ways = [f"return {self._value(numbers)}", f"return {self._value(numbers)}", ""]
        ways += [f"return Box({self._value(numbers)}, 1)", f"return ({self._value(numbers)}, 2)"]
        ways += [f"return {n}" for k, n in zip(takes, names, strict=True) if k in "bl"]
        lines.append(chance.choice(ways))
        return [indent + line for line in lines if line]

    def _function(self, name: str, takes: str) -> str:
        names = [f"p{at}" for at in range(len(takes))]
        if takes[0] == "m":
            names[0] = "self"
        parameters = ", ".join(names)
        head = [f"def {name}({parameters}):", "    global COUNT"]
        if takes[0] == "c":
            # A closure: its first parameter is that of the function that makes it.
            head = [
                f"def made_{name}(p0):",
                "    def inner(p1):",
                "        global COUNT",
                "        nonlocal p0",
            ]
            lines = head + self._body(takes, names, "        ") + ["        p0 += 1"]
            lines.append("    return inner")
        else:
            lines = head + self._body(takes, names, "    ")
        self._functions.append((name, takes))
        text = "\n".join([*lines, "", "", ""])
        return text + f"Box.{name} = {name}\n\n\n" if takes[0] == "m" else text

    def _target(self) -> str:
        lines = ["def target(x: int, y: int) -> int:", "    global COUNT"]
        lines += ["    box = Box(x, 1)", "    other = Box(y, x)", "    items = [y]"]
        takes, names = "bblii", ["box", "other", "items", "x", "y"]
        if self._chance.random() < 0.5:
            lines += ["    other.items = items"]
        if self._chance.random() < 0.2:
            lines += ["    other = box"]
        lines += self._body(takes, names, "    ", ends=False)
        lines += self._body(takes, names, "    ", ends=False)
        numbers = self._numbers(takes, names)
        lines += [f"    if {self._test(numbers)}:", "        return 1000"]
        total = " + ".join(
            f"{w} * ({n})"
            for w, n in zip((1, 10, 100), self._chance.sample(numbers, 3), strict=True)
        )
        return "\n".join([*lines, f"    return {total}", ""])
