"""One function for each construct of Python: it must do the same plain and instrumented.

Adding a test is adding a function here. What it returns or raises is compared, with the lines of
this file that a traceback names.
"""
# ruff: noqa
# fmt: off

import asyncio
import collections
import contextlib
import copy
import dataclasses
import enum
import functools
import inspect
import itertools
import logging
import operator
import sys
import threading
import traceback
import types
import typing
import warnings

# Classes


class Account:
    """Methods, properties, class and static methods."""

    count = 0
    __slots__ = ("_balance", "__owner", "__dict__", "__weakref__")

    def __init__(self, owner, balance=0):
        self.__owner = owner
        self._balance = balance

    @property
    def balance(self):
        """What is there."""
        return self._balance

    @balance.setter
    def balance(self, value):
        if not value >= 0:
            raise ValueError(f"{value!r} is negative")
        self._balance = value

    @balance.deleter
    def balance(self):
        self._balance = 0

    @classmethod
    def opened(cls, *args, **keywords):
        cls.count += 1
        return cls(*args, **keywords)

    @staticmethod
    def fee(amount, /, *, rate=0.5):
        return amount * rate

    def owner(self):
        return self.__owner

    def __secret(self):
        return "secret of " + self.__owner

    def reveal(self):
        return self.__secret()

    def __eq__(self, other):
        return isinstance(other, Account) and self._balance == other._balance

    def __hash__(self):
        return hash(self._balance)

    def __lt__(self, other):
        return self._balance < other._balance

    def __bool__(self):
        return not not self._balance

    def __len__(self):
        return self._balance

    def __contains__(self, item):
        return item in [self._balance, self.__owner]

    def __getitem__(self, key):
        if key in (0, 1):
            return (self.__owner, self._balance)[key]
        raise IndexError(key)

    def __iter__(self):
        yield self.__owner
        yield self._balance

    def __call__(self, *args, **keywords):
        return args, keywords

    def __enter__(self):
        self._balance += 1
        return self

    def __exit__(self, kind, value, trace):
        self._balance -= 1
        return kind is KeyError

    def __repr__(self):
        return f"Account({self.__owner!r}, {self._balance})"

    class Nested:
        def where(self):
            return __class__.__qualname__, type(self).__qualname__


class Savings(Account):
    def __init__(self, owner, balance=0, rate=2):
        super().__init__(owner, balance)
        self.rate = rate

    def reveal(self):
        return super().reveal() + " saved", super(Savings, self).owner(), super(__class__, self).owner()

    @property
    def balance(self):
        return super().balance * self.rate

    @classmethod
    def opened(cls, *args):
        return super().opened(*args)

    def in_comprehension(self):
        return [super(Savings, self).owner() for _ in range(2)]


def methods():
    account = Account.opened("ann", 5)
    account.balance = account.balance + 2
    bound = account.owner
    return account, bound(), Account.owner(account), account.fee(4, rate=2), Account.count, account.reveal()


def properties():
    account = Account("ann", 3)
    before = account.balance
    del account.balance
    try:
        account.balance = -1
    except ValueError as error:
        return before, account.balance, str(error), Account.balance.__doc__


def inherited():
    savings = Savings.opened("bob", 4)
    return savings.reveal(), savings.balance, type(savings).__mro__[1].__name__, savings.in_comprehension()


def special_methods():
    a, b = Account("a", 1), Account("b", 0)
    return (
        a == b, a != b, a < b, bool(b), not b, len(a), "a" in a, "z" not in a, a[0], a[1], list(a), a(1, k=2),
        hash(a), sorted([a, b]), {a: 1}[Account("x", 1)], [*a], {Account("y", 1), a}, max(a, b),
    )  # fmt: skip


def nested_class():
    return Account.Nested().where()


def context_managers():
    account, other = Account("a", 1), Account("b", 1)
    with account as a, other as b, contextlib.suppress(ZeroDivisionError), contextlib.nullcontext([]) as held:
        held.append((len(a), len(b)))
        with account:
            raise KeyError("swallowed")
        held.append(len(a))
        1 / 0
    return held, len(account), len(other)


def local_classes():
    made = []

    class Meta(type):
        def __new__(mcs, name, bases, namespace, **keywords):
            made.append((name, sorted(keywords)))
            return super().__new__(mcs, name, bases, namespace)

        def __init__(cls, name, bases, namespace, **keywords):
            super().__init__(name, bases, namespace)

        def __call__(cls, *args):
            made.append(("called", args))
            return super().__call__(*args)

        def __prepare__(name, bases, **keywords):
            return {"prepared": True}

        def __instancecheck__(cls, instance):
            return instance == 5

    class Base(metaclass=Meta, flag=1):
        def __init__(self, x=0):
            self.x = x

        def __init_subclass__(cls, /, tag=None, **keywords):
            super().__init_subclass__(**keywords)
            made.append((cls.__name__, tag))

        def __class_getitem__(cls, key):
            return cls.__name__, key

    class Derived(Base, tag="t"):
        y = [n * 2 for n in range(3)]

    return made, Derived(3).x, Derived.y, Derived.prepared, isinstance(5, Base), Base[1], Derived.__qualname__, Derived.__module__


class Descriptor:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, instance, owner=None):
        return self if instance is None else instance.__dict__.get(self.name, "unset")

    def __set__(self, instance, value):
        instance.__dict__[self.name] = [value]

    def __delete__(self, instance):
        del instance.__dict__[self.name]


class Described:
    field = Descriptor()

    def __getattr__(self, name):
        if name.startswith("made_"):
            return name[5:]
        raise AttributeError(f"no {name}")

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)


def descriptors():
    it = Described()
    found = [it.field, it.made_up, Described.field.name]
    it.field = 3
    found.append(it.field)
    del it.field
    it.other = 4
    found.extend([it.field, it.other, hasattr(it, "missing"), getattr(it, "missing", 7)])
    try:
        it.missing
    except AttributeError as error:
        return found, error.args


class Guarded:
    log = []

    def __getattribute__(self, name):
        if name != "log":
            Guarded.log.append(name)
        return object.__getattribute__(self, name)

    def method(self):
        return self.log


def attribute_access_is_seen_as_often():
    Guarded.log.clear()
    it = Guarded()
    it.method()
    [it] == [3]
    it in (1, 2)
    {it: 1}
    str.join(",", map(str, [1]))
    return list(Guarded.log)


@dataclasses.dataclass(order=True, frozen=True)
class Point:
    x: int
    y: int = 0
    tags: list = dataclasses.field(default_factory=list, compare=False)

    def __post_init__(self):
        if self.x == 99:
            raise ValueError("x is 99")

    def moved(self, **changes):
        return dataclasses.replace(self, **changes)


def data_classes():
    p = Point(1, tags=["a"])
    try:
        Point(99)
    except ValueError as error:
        caught = str(error)
    return p, p.moved(y=5), Point(1) < Point(2), hash(p) == hash(Point(1)), dataclasses.asdict(p), caught


class Pair(collections.namedtuple("Pair", "left right", defaults=[0])):
    __slots__ = ()

    def swapped(self):
        return self._replace(left=self.right, right=self.left)


class Typed(typing.NamedTuple):
    a: int
    b: str = "b"

    def both(self):
        return f"{self.a}{self.b}"


def named_tuples():
    local = collections.namedtuple("Local", ["p", "q"])
    return Pair(1, 2).swapped(), Pair(3)[1:], Typed(1).both(), local(1, q=2), local.__module__ == __name__


class Colour(enum.Enum):
    RED = 1
    GREEN = 2
    ALSO_RED = 1

    @property
    def nice(self):
        return self is Colour.GREEN

    @classmethod
    def _missing_(cls, value):
        return cls.RED if value == "r" else None


class Bits(enum.IntFlag):
    A = enum.auto()
    B = enum.auto()


def enums():
    made = enum.Enum("Made", "x y")
    try:
        Colour(7)
    except ValueError as error:
        caught = str(error)
    return (
        Colour(1), Colour["GREEN"].nice, Colour("r"), list(Colour), Colour.ALSO_RED is Colour.RED, caught,
        Bits.A | Bits.B, Bits.A in (Bits.A | Bits.B), list(made), made.__module__ == __name__, Colour.RED in Colour,
    )  # fmt: skip


def made_by_type():
    made = type("Made", (list,), {"double": lambda self: [*self, *self]})
    return made([1]).double(), made.__module__ == __name__, made.__name__, type(made)


def subclasses_of_builtins():
    class Words(list):
        def longest(self):
            return max(self, key=len)

    class Low(dict):
        def __contains__(self, key):
            return super().__contains__(key.lower())

        def __getitem__(self, key):
            return dict.__getitem__(self, key.lower())

        def get(self, key, default=None):
            return super().get(key.lower(), default)

        def __missing__(self, key):
            return "missing"

    class Number(int):
        def __add__(self, other):
            return Number(int.__add__(self, other))

    class Default(dict):
        def __missing__(self, key):
            return key * 2

    words = Words(["a", "ccc"])
    words.sort(key=lambda word: -len(word))
    low = Low(a=1)
    return words, words.longest(), "A" in low, low["A"], low.get("A"), Number(3) + 4, Default()["ab"], type(Number(3) + 1).__name__


# Functions


def arguments():
    def f(a, /, b, c=3, *rest, d, e=5, **named):
        return a, b, c, rest, d, e, named

    spread = [2, 3]
    return f(1, 2, d=4), f(1, *spread, 9, d=4, **{"z": 1}), f(*[1], b=2, **dict(d=0)), inspect.signature(f)


def wrong_arguments():
    def f(a, *, b):
        return a

    messages = []
    for attempt in (lambda: f(), lambda: f(1, 2, b=1), lambda: f(1), lambda: f(1, b=2, c=3), lambda: f(1, a=1, b=2), lambda: len(), lambda: int(1, 2, 3), lambda: sorted(), lambda: map()):
        try:
            attempt()
        except TypeError as error:
            messages.append(str(error))
    return messages


def defaults():
    held = []

    def f(x, seen=held, *, n=len(held)):
        seen.append(x)
        return seen, n

    f(1)
    return f(2), f.__defaults__, f.__kwdefaults__


def closures():
    total = 0
    cell = [0]

    def add(n):
        nonlocal total
        total += n
        cell[0] += 1

        def inner():
            return total, cell, n

        return inner

    first, second = add(1), add(10)
    return first(), second(), [f() for f in [lambda i=i: i for i in range(3)]], first.__closure__ is not None


_counter = 0


def global_statement():
    global _counter, _made_here
    _counter = 0
    _counter += 5
    _made_here = _counter
    try:
        return _counter, globals()["_made_here"]
    finally:
        del _made_here


first_lambda, second_lambda = lambda x: x + 1, lambda x: x * 10
third_lambda = lambda: "third"; fourth_lambda = lambda: "fourth"


def lambdas():
    pair = [lambda x: x - 1, lambda x: x / 2, lambda *a, **k: (a, k)]
    return first_lambda(3), second_lambda(3), third_lambda(), fourth_lambda(), pair[0](8), pair[1](8), pair[2](1, z=2), (lambda: (yield))



def recursion():
    def depth(n):
        return 0 if not n else 1 + depth(n - 1)

    def even(n):
        return n == 0 or odd(n - 1)

    def odd(n):
        return n != 0 and even(n - 1)

    return depth(50), even(10), odd(10)


def endless_recursion():
    def f(n):
        return f(n + 1)

    try:
        f(0)
    except RecursionError as error:
        return str(error)[:32]


def logged(prefix=""):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args, **keywords):
            return prefix, function(*args, **keywords)

        return wrapper

    return decorate


@logged("outer")
@logged(prefix="inner")
def decorated(x):
    """Doubles."""
    return x * 2


class CountCalls:
    def __init__(self, function):
        functools.update_wrapper(self, function)
        self.function = function
        self.calls = 0

    def __call__(self, *args):
        self.calls += 1
        return self.function(*args)


@CountCalls
def counted(x):
    return [x]


def add_method(cls):
    cls.extra = lambda self: "extra"
    return cls


@add_method
class Extended:
    @logged("m")
    def method(self):
        return self.extra()


def decorators():
    @logged("local")
    @functools.lru_cache
    def local(x):
        return -x

    return decorated(2), decorated.__doc__, decorated.__name__, decorated.__wrapped__(3), counted(1), counted(2), counted.calls, Extended().method(), local(3), local.__wrapped__.cache_info().misses


if sys.version_info >= (3,):

    def conditional():
        return "new"

else:

    def conditional():
        return "old"


try:
    import no_such_module_at_all
except ImportError:

    def fallback():
        return "fallback"


def redefined():
    return "first"


first_definition = redefined


def redefined():
    return "second", first_definition(), conditional(), fallback()


for _n in range(2):

    def defined_in_loop(n=_n):
        return n


def from_loops():
    return defined_in_loop()


def without_source():
    space = {}
    exec("def f(x):\n    return [x[i] for i in range(len(x))]\ng = lambda: f('ab')", space)
    return space["f"]([1, 2]), space["g"](), eval("[n for n in (1, 2) if n not in (2,)]"), eval("x + 1", {}, {"x": 2})


def local_imports():
    import os.path as p
    from json import dumps as d, loads

    return p.join("a", "b"), d(loads("[1, 2]"))


# functools and friends


@functools.lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


class Cached:
    @functools.cached_property
    def value(self):
        return object()

    @functools.lru_cache
    def times(self, n):
        return [n] * 2

    @functools.singledispatchmethod
    def shown(self, x):
        return "object"

    @shown.register
    def _(self, x: int):
        return "int"

    doubled = functools.partialmethod(times, 2)


@functools.singledispatch
def dispatched(x):
    return "any"


@dispatched.register
def _(x: int):
    return "int" + dispatched([x])


@dispatched.register(list)
def _(x):
    return "list"


@functools.total_ordering
class Version:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return self.n == other.n

    def __lt__(self, other):
        return self.n < other.n


def memoised():
    fib.cache_clear()
    found = fib(30), fib.cache_info()
    try:
        fib([])
    except TypeError as error:
        return found, str(error), fib.__wrapped__.__name__


def cached_on_classes():
    it = Cached()
    return it.value is it.value, it.times(2) is it.times(2), it.shown(1), it.shown(""), it.doubled(), dispatched(3), dispatched(""), Version(1) >= Version(0)


def higher_order():
    add = functools.partial(operator.add, 1)
    nested = functools.partial(functools.partial(sorted, [3, 1, 2]), key=lambda x: -x)
    return (
        add(2), nested(), list(map(decorated, [1])), list(map(lambda a, b: a - b, [5], [3])), list(map(len, ["ab"])),
        list(filter(None, [0, 1])), list(filter(lambda x: not x, [0, 1])), functools.reduce(lambda a, b: a * b, [1, 2, 3], 4),
        sorted("bca", key=str.upper, reverse=True), min([3, -4], key=abs), max("a", "bb", key=len), max([], default=0),
        list(itertools.accumulate([1, 2, 3], lambda a, b: a * b)), [(k, list(g)) for k, g in itertools.groupby([1, 1, 2], key=lambda x: x > 1)],
        list(itertools.starmap(pow, [(2, 3)])), list(itertools.takewhile(lambda x: x < 2, [1, 2, 1])), list(iter(iter([1, 2, 3]).__next__, 3)),
        operator.itemgetter(1)([4, 5]), operator.itemgetter(0, 2)("abc"), operator.methodcaller("replace", "a", "b")("aa"), operator.methodcaller("split", sep=",")("a,b"),
        operator.attrgetter("real")(5), sorted([2, 1], key=functools.cmp_to_key(lambda a, b: a - b)), str.upper("a"), int.__add__(1, 2), dict.get({1: 2}, 1),
        (5).__add__(3), [1].__contains__(1), dict.fromkeys("ab", 0), collections.defaultdict(lambda: 7)["x"], list[int]([1]),
    )  # fmt: skip


def threads():
    seen = []
    thread = threading.Thread(target=lambda x: seen.append(decorated(x)), args=(4,))
    thread.start()
    thread.join()
    return seen


@contextlib.contextmanager
def managed(held):
    held.append("in")
    try:
        yield held
    except KeyError as error:
        held.append(repr(error))
    finally:
        held.append("out")


def context_manager_functions():
    with managed([]) as held:
        held.append("body")
        raise KeyError(1)
    with contextlib.ExitStack() as stack:
        stack.callback(held.append, "late")
        stack.enter_context(managed(held))
    return held


# Generators, coroutines


def numbers(n):
    received = []
    try:
        while n:
            got = yield n
            if got is not None:
                received.append(got)
            n -= 1
    except ValueError as error:
        yield f"caught {error}"
    finally:
        received.append("closed")
    return received


def generators():
    first = numbers(3)
    seen = [next(first), first.send("hello"), first.throw(ValueError("v"))]
    try:
        next(first)
    except StopIteration as stop:
        seen.append(stop.value)

    def delegating():
        result = yield from numbers(2)
        yield result

    closed = numbers(1)
    next(closed)
    closed.close()
    return seen, list(delegating()), inspect.getgeneratorstate(closed), sum(x for x in numbers(4)), list(x for x in (y for y in range(3)) if x)


def comprehensions():
    grid = [[i * j for j in range(3)] for i in range(3)]
    flat = [x for row in grid for x in row if x if x % 2 == 0]
    walrus = [last := n for n in range(4)]
    return (
        grid, flat, walrus, last, {n % 2 for n in range(5)}, {n: n * n for n in range(3)}, {k: [v] for k, v in {"a": 1}.items()},
        [(lambda: n)() for n in range(2)], [y for x in [1, 2] if (y := x * 2) > 2], {(a, b) for a in "x" for b in "yz"} == {("x", "y"), ("x", "z")},
        list(map(lambda f: f(), [lambda n=n: n for n in range(2)])), [*range(2), *"ab"], {**{"a": 1}, "b": 2}, {*"a", *"b"} == {"a", "b"},
    )  # fmt: skip


def comprehension_in_class_body():
    class Inside:
        size = 3
        squares = [n * n for n in range(size)]
        table = {n: n for n in range(size)}
        found = size in squares

    return Inside.squares, Inside.table, Inside.found


class Ticker:
    def __init__(self, n):
        self.n = n

    def __aiter__(self):
        return self

    async def __anext__(self):
        if not self.n:
            raise StopAsyncIteration
        self.n -= 1
        await asyncio.sleep(0)
        return self.n

    async def __aenter__(self):
        return self

    async def __aexit__(self, *args):
        self.n = -1
        return args[0] is KeyError


async def ticks(n):
    for i in range(n):
        yield i
        await asyncio.sleep(0)


def asynchronous():
    async def main():
        found = []
        async for n in Ticker(2):
            found.append(n)
        else:
            found.append("done")
        async with Ticker(1) as ticker, Ticker(2):
            found.append(ticker.n)
            raise KeyError
        found.append([n async for n in ticks(3) if n])
        found.append({n: await later(n) async for n in ticks(2)})
        found.append({await later(n) for n in range(2)})
        found.append(await asyncio.gather(later(1), asyncio.create_task(later(2))))
        found.append([n async for n in (await later(m) async for m in ticks(2))])
        return found

    async def later(x):
        await asyncio.sleep(0)
        return x

    return asyncio.run(main())


@types.coroutine
def old_style():
    yield
    return 5


def iterable_coroutine():
    async def main():
        return await old_style()

    running = main()
    running.send(None)
    try:
        running.send(None)
    except StopIteration as stop:
        return stop.value


# Statements and expressions


def matching():
    def kind(x):
        match x:
            case 0 | 1:
                return "bit"
            case True | None:
                return "singleton"
            case int() | float() as number if number < 0:
                return "negative", number
            case str(text) if not text:
                return "empty"
            case "quit" | b"quit":
                return "quit"
            case [1, *rest]:
                return "starts with 1", rest
            case (a, b):
                return "two", a, b
            case []:
                return "none"
            case {"x": 1, "y": [y, *_], **rest}:
                return "mapping", y, rest
            case {}:
                return "other mapping"
            case Point(x=0):
                return "at 0"
            case Point(x, y) if x in (1, 2):
                return "point", x, y
            case Colour.RED:
                return "red"
            case _:
                return "other"

    return [kind(x) for x in (0, True, None, -2, -1.5, "", "quit", [1, 2, 3], [5, 6], [], {"x": 1, "y": [7, 8], "z": 0}, {"a": 1}, Point(0), Point(2, 3), Point(5), Colour.RED, "else")]


def exceptions():
    log = []

    def risky(kind):
        try:
            log.append("try")
            if kind == 1:
                raise ValueError("one") from KeyError("cause")
            if kind == 2:
                {}["missing"]
            if kind == 3:
                return "returned"
            if kind == 4:
                [][3]
        except ValueError as error:
            log.append((str(error), repr(error.__cause__), error.__suppress_context__))
        except (KeyError, TypeError) as error:
            log.append(repr(error))
            try:
                raise RuntimeError("second")
            except RuntimeError as second:
                log.append(repr(second.__context__))
        except:
            log.append(sys.exc_info()[0].__name__)
        else:
            log.append("else")
        finally:
            log.append("finally")

    for kind in range(5):
        log.append(risky(kind))
    try:
        error
    except NameError as error:
        log.append(str(error))
    return log


def exception_groups():
    log = []
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError(2), ExceptionGroup("h", [KeyError(3)])])
    except* ValueError as group:
        log.append(group.exceptions)
    except* (TypeError, KeyError) as group:
        log.append([repr(e) for e in group.exceptions])
    else:
        log.append("else")
    finally:
        log.append("finally")
    return repr(log)


def loops():
    log = []
    for i in range(5):
        if i == 1:
            continue
        if i == 3:
            break
        log.append(i)
    else:
        log.append("for-else")
    n = 3
    while n:
        n -= 1
        if n == 1:
            continue
    else:
        log.append("while-else")
    while True:
        break
    for a, (b, *c) in [(1, (2, 3, 4))]:
        log.append((a, b, c))
    held = [0, 0]
    for held[1] in range(3):
        pass
    return log, held


def subscripts():
    items = list(range(10))
    log = [items[-1], items[2:5], items[::-2], items[slice(1, 3)], "abc"[1], (1, 2)[0], {"k": [1, {"z": 2}]}["k"][1]["z"]]
    items[0] = "zero"
    items[1:3] = ["x"]
    items[-1] += 100
    items[4], items[5] = items[5], items[4]
    del items[0], items[-3:-1]
    (items[0], *items[1:2]) = "pq"
    a = b = items
    a[0] = b[1] = "chained"
    table = {}
    table["a", 1] = 2
    table[(1, 2)] = table["a", 1]
    table.setdefault("l", []).append(table.pop(("a", 1)))
    held = [1, 2, 3]
    held[order(log, 0)] = order(log, "value")
    held[order(log, 1)] += order(log, 10)
    matrix = Keys()
    return log, items, table, held, matrix[1, 2:3, ...], matrix[*[1, 2]], matrix[:, 0]


def order(log, x):
    log.append(("order", x))
    return x


class Keys:
    def __getitem__(self, key):
        return key


def failing_subscripts():
    messages = []
    for attempt in (lambda: [][0], lambda: {}["k"], lambda: ()["x"], lambda: "a"[5], lambda: [1][:"x"], lambda: 5[0], lambda: {[]: 1}, lambda: {[]}, lambda: {}[[]], lambda: [] in {}, lambda: 1 in 5, lambda: None[0], lambda: {[]: 1 for _ in range(1)}, lambda: [1].pop(7), lambda: {}.pop("k"), lambda: set().remove(3)):
        try:
            attempt()
        except Exception as error:
            messages.append(repr(error))
    return messages


def comparisons():
    a, b, c = 1, 2, [1]
    log = []
    return (
        1 < a + 1 <= b != 3, a in c, a not in c, a is a, a is not b, None is None, not a, not [], a < b > 0 in [0], (order(log, 1) < order(log, 0) < order(log, 5)), log,
        a and b or c, not (a and []), 1 if a else 2, [] or {}, 3 == 3.0 == 3, "a" in "cat", b"a"[0] in b"a", 2 in range(0, 4, 2), 2 in {2: 1}, {1} <= {1, 2}, float("nan") in [float("nan")],
    )  # fmt: skip


def f_strings():
    x, width, name = 3.14159, 10, "é"
    return f"{x:{width}.2f}|{name!r:>5}|{name!a}|{x=:.1f}|{name=}|{{}}|{'nested ' + f'{width:>{width}}'}|{(lambda: 5)()}|{[i for i in range(2)]}|{name:s}{x!s}" + "%s-%5.1f" % (name, x) + "{0} {k[0]} {0.real}".format(1, k="z") + str(x)[:3] + repr(name)


def unpacking():
    a, *b, c = range(5)
    (d, e), [f, *g] = (1, 2), "xyz"
    h = *b, a
    i: int = 5
    j: list[int]
    del d
    try:
        d
    except UnboundLocalError as error:
        missing = str(error)
    try:
        p, q = 1, 2, 3
    except ValueError as error:
        return a, b, c, e, f, g, h, i, missing, str(error)


def augmented():
    x = 5
    x += 1; x -= 2; x *= 3; x //= 2; x **= 2; x %= 7; x <<= 3; x >>= 1; x |= 8; x &= 12; x ^= 1
    y = [1]
    z = y
    y += [2]
    it = Described()
    it.n = 1
    it.n += 4
    t = ([1],)
    try:
        t[0] += [2]
    except TypeError as error:
        return x, z, it.n, t, str(error)


def asserts():
    assert True, 1 / 0
    try:
        assert [] or 0, f"message {1 + 1}"
    except AssertionError as error:
        return error.args


def annotations():
    def f(a: "int", b: list[int] = [], *c: str, d: typing.Optional[int] = None) -> dict[str, int]:
        """Has a docstring."""
        local: undefined_name_is_never_evaluated
        return {}

    class Local:
        """Documented."""

        a: int = 1
        b: "str"

    return f.__annotations__, f.__doc__, Local.__annotations__, Local.__doc__, f.__name__, f.__qualname__, f.__module__ == __name__


# Frames, tracebacks, names


def frames():
    local = [1]

    def inner():
        frame = sys._getframe()
        return frame.f_code.co_name, frame.f_lineno, frame.f_back.f_code.co_name, sys._getframe(1).f_lineno, sorted(frame.f_back.f_locals)

    return inner(), sorted(locals()), sorted(vars()), dir(), eval("local"), "frames" in globals(), [frame.function for frame in inspect.stack()[:2]], inspect.currentframe().f_lineno


def exec_in_function():
    x = 1
    space = {"x": 5}
    exec("y = x + 1", space)
    exec("x = 10")
    aliased = locals
    return space["y"], x, sorted(aliased()), (lambda: sorted(locals()))()


def warning_places():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warnings.warn("here")

        def helper():
            warnings.warn("caller", DeprecationWarning, stacklevel=2)

        helper()
    return [(w.lineno, w.filename == __file__, str(w.message), w.category.__name__) for w in caught]


def warned_once():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        for x in ([1], [2]):
            warnings.warn("again")
            not_met_before(x)
    return len(caught)


def not_met_before(x):
    return copy.copy(x)


def logging_places():
    class Keep(logging.Handler):
        def emit(self, record):
            kept.append((record.lineno, record.funcName, record.getMessage()))

    kept = []
    logger = logging.Logger("here")
    logger.addHandler(Keep())
    logger.warning("value %d", 5)
    (lambda: logger.error("in lambda", stacklevel=2))()
    return kept


def traceback_lines():
    def thrower(kind):
        if kind == "key":
            return {}[kind]
        if kind == "index":
            x = [1]
            x[
                5
            ] = 1
        if kind == "call":
            return int(
                "x"
            )
        if kind == "in":
            return kind in 5
        raise ValueError(kind)

    found = []
    for kind in ("key", "index", "call", "in", "raise"):
        try:
            thrower(kind)
        except Exception as error:
            found.append([(f.lineno, f.name) for f in traceback.extract_tb(error.__traceback__)])
            found.append(error.__traceback__.tb_next.tb_lineno)
    return found


def formatted_traceback():
    try:
        [1, 2, 3][len("abc")]
    except IndexError:
        return [line for line in traceback.format_exc().splitlines() if "File" not in line]


def source_of_functions():
    return inspect.getsource(redefined), inspect.getsourcelines(Account.fee)[1], inspect.getdoc(Account), inspect.getfile(redefined) == __file__


def equality_of_functions():
    table = {fib: 1, redefined: 2, Account.fee: 3}
    return redefined == redefined, table[redefined], redefined in table, Account.opened == Account.opened, copy.deepcopy(redefined) is redefined


def raises_here():
    def deep(n):
        if not n:
            return {}["nothing"] + len([])
        return deep(n - 1)

    return deep(3)


def raises_custom():
    class Failure(Exception):
        def __init__(self, code):
            super().__init__(f"code {code}")
            self.code = code

        def __str__(self):
            return f"<{self.code}>"

    raise Failure(5)


def raises_from_native():
    return sorted([1, "a"], key=lambda x: x)


def raises_exit():
    sys.exit(3)


def not_callable():
    log = []
    try:
        (5)(order(log, 1))
    except TypeError as error:
        log.append(str(error))
    try:
        Point(1)(order(log, 2))
    except TypeError as error:
        log.append(str(error))
    return log


def builtins_replaced():
    import builtins

    calls = []
    originals = print, len

    def fake_print(*args):
        calls.append(args)
        originals[0](*args, end="", file=Sink())

    def fake_len(x):
        return originals[1](x)

    builtins.print, builtins.len = fake_print, fake_len
    try:
        print("x")
        return len("abc"), calls
    finally:
        builtins.print, builtins.len = originals


class Sink:
    def write(self, text):
        return originals_length(text)


originals_length = len


def objects_die_as_soon():
    import gc
    import weakref

    class Local:
        def method(self):
            return 1

    it = Local()
    it.method()
    dead = [weakref.ref(it), weakref.ref(Local)]
    del it
    alive = dead[0]() is None
    del Local
    gc.collect()
    return alive, dead[1]() is None


def interrupted_generators():
    log = []

    def stack():
        try:
            yield 1
        finally:
            log.append("finalised")

    for n in stack():
        break
    it = stack()
    next(it)
    del it
    return log


def sharing_is_kept():
    a = [1]
    b = {"a": a, "b": a}
    c = dict(b)
    d = set([1]), frozenset({2}), tuple([a]), list((a,))
    return c["a"] is a, d[2][0] is a, tuple(d) is d, frozenset(d[1]) is d[1], str("x") is "x", int(5) is 5, bool([]), copy.copy(b)["a"] is a


class Lazy:
    """Who asks for its class wakes it up, as with proxies of many a library."""

    def __init__(self):
        object.__setattr__(self, "asked", [])

    def __getattribute__(self, name):
        object.__getattribute__(self, "asked").append(name)
        return object.__getattribute__(self, name)

    __iter__ = lambda self: iter((1, 2))
    __contains__ = lambda self, item: True
    __getitem__ = lambda self, key: key
    __setitem__ = lambda self, key, value: None
    __delitem__ = lambda self, key: None
    __str__ = __repr__ = lambda self: "lazy"
    __index__ = lambda self: 2


def nobody_asks_for_the_class():
    lazy = Lazy()
    for _ in lazy:
        pass
    (*found,) = lazy
    lazy[lazy] = 1
    del lazy[lazy]
    found.append((3 in lazy, lazy in lazy, lazy[1:2], f"{lazy!r}", "%s" % lazy, "%d" % lazy, repr(lazy)))
    found.append((set(lazy), frozenset(lazy), {3}.union(lazy), list(enumerate(lazy)), bytes(lazy), bytearray(lazy)))
    found.append((str(KeyError(lazy)), list(zip(lazy)), lazy.__reduce_ex__(4)[0]))
    return found, object.__getattribute__(lazy, "asked")


def own_order_of_bases():
    class Meta(type):
        def mro(cls):
            return super().mro()

    class Made(metaclass=Meta):
        pass

    return [base.__name__ for base in Made.__mro__]
