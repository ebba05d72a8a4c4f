"""Operations that must do the same again and again, see constructs.py.

Each is done in a loop, with builtin values and with objects of classes written in Python.
"""
# ruff: noqa
# fmt: off

import collections
import math
import re
import sys
import types
import weakref


class Number:
    """Neither a plain key nor a plain number."""

    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value

    def __hash__(self):
        return hash(self.value)

    def __eq__(self, other):
        return self.value == getattr(other, "value", other)

    def __mod__(self, other):
        return ("mod", self.value, other)

    def __sub__(self, other):
        return ("sub", self.value, other)

    def __isub__(self, other):
        self.value -= other
        return self

    def __format__(self, spec):
        return f"<{self.value}|{spec}>"


class Log(list):
    def __call__(self, value):
        self.append(value)
        return value


def subscripts():
    log = Log()
    table = {0: "a", 1: "b", "k": "c", None: "d", (1, 2): "e", 1.5: "f"}
    items = ["x", "y", "z"]
    for key in (0, 1, "k", None, (1, 2), 1.5, True, Number(1)):
        log(log(table)[log(key)])
    for index in (0, -1, True, Number(2)):
        log(log(items)[log(index)])
    return [repr(each) for each in log if not isinstance(each, Number)]


def subscript_errors():
    said = []
    for container, key in (([], 0), ({}, "k"), ({}, []), (5, 1), ("abc", "x"), (None, None)):
        for _ in range(2):
            try:
                said.append(container[key])
            except Exception as error:
                said.append((type(error).__name__, str(error)))
            try:
                container[key] = 1
                said.append(container.copy())
            except Exception as error:
                said.append((type(error).__name__, str(error)))
            try:
                container[key] += 1
            except Exception as error:
                said.append((type(error).__name__, str(error)))
            try:
                del container[key]
            except Exception as error:
                said.append((type(error).__name__, str(error)))
    return said


def subscripts_written():
    log = Log()
    items, table = [0] * 4, collections.defaultdict(int)
    for key in (0, 1, True, Number(3), -1):
        log(items)[log(key)] = log(key is True)
        log(items)[log(key)] += log(2)
        log(table)[log(key)] += log(3)
        log(table)[log(key)] = log(table)[key] * 2
    items[Number(0)], items[1] = items[1], items[Number(0)]
    for items[Number(2)] in (7, 8):
        pass
    del items[Number(1)], table[True]
    return items, sorted(table.values()), len(log)


def slices():
    items, made = list(range(9)), []
    for start in (None, 0, 2, -3, Number(1)):
        for stop in (None, 5, -1, Number(4)):
            made.append((items[start:stop], items[start:], items[:stop], "abcdef"[start:stop]))
    items[2:Number(4)] = "xyz"
    items[Number(0):1] += ["q"]
    del items[Number(6):]
    for bad in ("a", 1.5):
        try:
            made.append(items[bad:])
        except TypeError as error:
            made.append(str(error))
    return made, items


def membership():
    made = []
    for container in ({1: 2}, {1, "a"}, frozenset((1,)), "a1", [1, "a"], (None,), range(3), b"a"):
        for member in (1, "a", None, 2.0, Number(1), (1,), b"a"):
            try:
                made.append((member in container, member not in container))
            except TypeError as error:
                made.append(str(error))
        try:
            made.append([] in container)
        except TypeError as error:
            made.append(str(error))
    return made, [each in ("a", "b") for each in "abc"], [each not in {1, 2} for each in range(4)]


def identity():
    nothing, number = object(), Number(1)
    made = []
    for each in (nothing, None, True, 1, 1.0, number, "a"):
        made.append((each is nothing, each is not number, each is True, each is not False))
        made.append(((not each) is True, not (each is None), not each))
    return made


def remainders():
    made = []
    for left, right in ((7, 3), (7.5, 2), (True, 2), ("%s", 1), ("%d-%d", (1, 2)), (b"%d", 5)):
        made.append(left % right)
        left %= right
        made.append(left)
    made.append(Number(7) % 2)
    for left, right in ((1, 0), ("%s%s", 1), ([], 1)):
        try:
            made.append(left % right)
        except Exception as error:
            made.append((type(error).__name__, str(error)))
    return made


def operators_of_what_may_be_sets():
    made = []
    for left, right in ((7, 3), ({1, 2}, {2}), (frozenset((1,)), {1}), (True, False), (1.5, 1)):
        made.append((left - right, left == right, left != right, left <= right, left > right))
        if not isinstance(left, float):
            made.append((left | right, left & right, left ^ right))
        before = left
        left -= right
        made.append((left, before, left is before))
    number = other = Number(5)
    number -= 2
    made.append((number.value, number is other, Number(3) - 1))
    return made


def texts_put_together():
    made = []
    for each in (1, "a", 2.5, None, True, b"x", [1], Number(4), {"k": 1}):
        made.append(f"{each}")
        made.append(f"<{each!r}> {each!s:>6}{'=' * 2}{each}")
        made.append(f"{1}{2}{3}{4}{5}{6}{7}{8}{9}{each}")
        try:
            made.append(f"{each:>5}|{each:{'^'}7}")
        except TypeError as error:
            made.append(str(error))
    return made


def texts_are_put_together_in_order():
    log = Log()
    try:
        f"{log(1):d}{log('a'):d}{log(3)}"
    except ValueError as error:
        log(str(error))
    return log


def builtins_with_models():
    made = []
    for each in (5, -2.5, "7", True, [3, 1], (4, 2), {9: 8}, None, Number(3)):
        for function in (len, int, str, abs, min, list, sum, sorted, bool, type, ord, round, chr):
            try:
                made.append(repr(function(each)))
            except Exception as error:
                made.append((type(error).__name__, str(error)))
        try:
            made.append((len(each), max(each, 2), range(each, 3), zip(each), repr(each)))
        except Exception as error:
            made.append((type(error).__name__, str(error)))
        try:
            made.append((math.sqrt(each), math.floor(each), math.pow(each, 2), math.gcd(each, 6)))
        except Exception as error:
            made.append((type(error).__name__, str(error)))
    return [each for each in made if " object at " not in str(each)]


def builtins_by_other_names():
    def len(value):
        return ("mine", value)

    made = [len([1]), len(5)]
    for int in (str, float, max, lambda *args: args):
        try:
            made.append(int([2, 3]))
        except Exception as error:
            made.append(type(error).__name__)
        try:
            made.append(int(4))
        except Exception as error:
            made.append(type(error).__name__)
    return made


def arguments_of_calls():
    log = Log()
    for function in (max, log.extend, print, str, lambda *args, **named: (args, named)):
        try:
            log(function(log("a"), *[log("b")], **{}))
            log(function(log("c"), log("d"), sep=log("e")))
        except TypeError as error:
            log(type(error).__name__)
    return [each for each in log if isinstance(each, (str, tuple))]


class Counter:
    def __init__(self):
        self.total = 0

    def add(self, number):
        self.total += number
        return self

    def get(self, key, default=None):
        return (self.total, key, default)

    def pop(self, *args):
        return args

    def sqrt(self, *args):
        return ("own", args)

    @classmethod
    def named(cls, name):
        return (cls.__name__, name)

    @staticmethod
    def apart(*args):
        return args


class Hiding(Counter):
    """Methods that attributes of an object, or others of its class, take the place of."""

    def reset(self):
        return "reset"

    def undo(self):
        return "undo"


def methods():
    made = []
    counter = Counter()
    for number in (1, 2.5, True):
        made.append(counter.add(number).add(2).total)
        made.append((counter.get(number), counter.get("k", []), counter.pop(number), counter.pop()))
        made.append((counter.named("n"), Counter.named(number), counter.apart(number)))
        made.append(Counter.add(counter, number).total)
    for receiver in ({"k": 1}, [5, 6], {5, 6}, "5k", (5,), collections.deque((5, 6)), counter):
        for name in ("get", "pop", "add", "index", "count", "insert", "sqrt"):
            for args in (("k",), (0,), (5, None), ([],), (Number(0),)):
                try:
                    made.append(methods_called(receiver, name, args))
                except Exception as error:
                    made.append((type(error).__name__, str(error)))
    return made


def methods_called(receiver, name, args):
    first, rest = args[0], args[1:]
    if name == "get":
        return receiver.get(first, *rest) if rest else receiver.get(first)
    if name == "pop":
        return receiver.pop(first)
    if name == "add":
        return repr(receiver.add(first))[:9]
    if name == "index":
        return receiver.index(first)
    if name == "count":
        return receiver.count(first)
    if name == "insert":
        return receiver.insert(0, first)
    return receiver.sqrt(first)


def methods_that_are_hidden():
    made = []
    hiding = Hiding()
    for _ in range(3):
        made.append((hiding.reset(), hiding.undo(), hiding.add(1).total, hiding.get(1)))
    hiding.reset = lambda: "hidden"
    setattr(hiding, "undo", lambda: "hidden, too")
    hiding.__dict__["get"] = len
    made.append((hiding.reset(), hiding.undo(), hiding.get("abc")))
    Hiding.add = lambda self, number: ("replaced", number)
    made.append((hiding.add(1), Hiding().add(2)))
    Hiding.add = len
    made.append(hiding.add("abcd"))
    del Hiding.add
    made.append(hiding.add(1) is hiding)
    return made


class Itself:
    """Whatever is asked for, it gives itself."""

    def __getattr__(self, name):
        return self

    def __call__(self, *args):
        return (self is not None, args)


def attributes_that_are_called():
    made = []
    itself = Itself()
    space = types.SimpleNamespace(function=len, method="a b".split, number=5, itself=itself)
    for _ in range(2):
        made.append((itself.get(1), itself.anything(), itself.a.b.append([])[1]))
        made.append((space.function("abc"), space.method(), space.itself.insert(0, 1)))
        try:
            space.number(1)
        except TypeError as error:
            made.append(str(error))
        try:
            space.get(1)
        except AttributeError as error:
            made.append((str(error), error.name, error.obj is space))
        made.append((math.sqrt(4), math.floor(2.5), math.hypot(3, 4), sys.intern("a")))
    return made


def comprehensions_inside():
    made = []
    for last in (1, 0):
        table = {(0, 1): "t", 3: "u"}
        try:
            made.append(table[tuple([n // last for n in range(2)])])
            made.append("abc".find("".join([chr(97 + n // last) for n in (1, 2)])))
            made.append([n for n in "ab"].index([c for c in "ab" if last][1]))
            made.append(max([n // last for n in range(3)], [n for n in range(2)]))
            made.append([x for x in "abc"][len([n for n in range(last)])])
        except (ZeroDivisionError, IndexError) as error:
            made.append(str(error))
    return made, last


def texts_that_are_tests():
    made = []
    for value in ("", "a", 0, None, Number(3)) * 20:
        if f"{value}":
            made.append(value)
        made.append("yes" if f"{value}" and not f"{value!s}" else "no")
        while not f"{value}":
            value = "b"
    return [str(getattr(each, "value", each)) for each in made], [f"{n}" for n in "ab" if f"{n}"]


def errors_of_augmented_assignments():
    made = []
    for value in (5, 2.5, None, Number(4)):
        for other in ("a", {1}, None):
            try:
                value -= other if value != 2.5 else len
            except TypeError as error:
                made.append(str(error))
            try:
                value |= (lambda: other)()
            except TypeError as error:
                made.append(str(error))
    return made


class Uncallable:
    get = "abc"
    find = (1, 2)

    def __init__(self):
        self.index = [3]


def attributes_that_can_not_be_called():
    made = []
    for argument in (1, [1], Number(1)):
        for call in (
            lambda it: it.get(argument, 2),
            lambda it: it.find(argument),
            lambda it: it.index(1, argument),
        ):
            try:
                made.append(call(Uncallable()))
            except TypeError as error:
                made.append(str(error))
    return made


def delegation_inside():
    def asked(log):
        try:
            log.append((yield "asked"))
        except KeyError as error:
            log.append(repr(error))
        return "a b"

    def going(log):
        with_one = (yield from asked(log)).split(" ", 1)
        log.append((yield from asked(log)).find((yield from asked(log)).upper()))
        yield log, with_one, (yield from asked(log)).split()[0].join((yield from asked(log)))

    made = []
    for steps in ((None,) * 6, (None, "x", KeyError, "y", KeyError), (None, "x", ValueError)):
        log, generator = [], going([])
        for step in steps:
            try:
                is_error = isinstance(step, type)
                log.append(repr(generator.throw(step) if is_error else generator.send(step)))
            except (ValueError, StopIteration) as error:
                log.append(repr(error))
        generator.close()
        made.append(log)
    return made


def coroutines_inside():
    class Waiting:
        def __await__(self):
            return (yield "waiting") or "a-b"

    async def going():
        made = (await Waiting()).split("-", 1)
        made.append((await Waiting()).upper().find((await Waiting()).upper()))
        return [(await Waiting()).join([await Waiting() for _ in made]) for _ in range(2)], made

    made = []
    for steps in ((None,) * 12, (None, "c-d", "e", ValueError), (None, KeyError)):
        coroutine = going()
        for step in steps:
            try:
                is_error = isinstance(step, type)
                made.append(coroutine.throw(step) if is_error else coroutine.send(step))
            except (ValueError, KeyError, StopIteration) as error:
                made.append(repr(error))
                break
        coroutine.close()
    return made


def generators_inside():
    def going():
        table = {1: "a"}
        got = table[(yield 1)]
        got += f"{(yield got)}{len((yield 2))}"
        table[(yield 3)] = yield 4
        yield (yield 5) in table, "a".join((yield 6)), table

    made, generator = [], going()
    for sent in (None, 1, "b", [1, 2], 7, 8, 9, "xy"):
        made.append(repr(generator.send(sent)))
    return made


def functions_made_in_a_loop_die():
    alive = []
    for number in range(3):
        def local():
            return number

        made = weakref.ref(local)
        alive.append((local(), made() is local))
        del local
        alive.append(made() is None)
    return alive


def objects_die_as_soon():
    alive = []

    class Item:
        def touch(self, *args):
            return len(args)

    for _ in range(2):
        item = Item()
        gone = weakref.ref(item, lambda _: alive.append("gone"))
        table = {"k": item}
        table["k"].touch(table["k"], 1)
        del item
        table["k"] = None
        alive.append(gone() is None)
    return alive


def code_is_hashable():
    def local(a, b):
        a[b] = len(a) in a
        return f"{a.get(b)}"

    return isinstance(hash(local.__code__), int), {local.__code__: 1}[local.__code__]


def many_constants():
    """The constants after the first 256 are loaded in another way."""
    x, table, counter = 5, {"k": [1, 2]}, Counter()
    made = [
        x + 0.25, x + 1.25, x + 2.25, x + 3.25, x + 4.25, x + 5.25, x + 6.25, x + 7.25,
        x + 8.25, x + 9.25, x + 10.25, x + 11.25, x + 12.25, x + 13.25, x + 14.25, x + 15.25,
        x + 16.25, x + 17.25, x + 18.25, x + 19.25, x + 20.25, x + 21.25, x + 22.25, x + 23.25,
        x + 24.25, x + 25.25, x + 26.25, x + 27.25, x + 28.25, x + 29.25, x + 30.25, x + 31.25,
        x + 32.25, x + 33.25, x + 34.25, x + 35.25, x + 36.25, x + 37.25, x + 38.25, x + 39.25,
        x + 40.25, x + 41.25, x + 42.25, x + 43.25, x + 44.25, x + 45.25, x + 46.25, x + 47.25,
        x + 48.25, x + 49.25, x + 50.25, x + 51.25, x + 52.25, x + 53.25, x + 54.25, x + 55.25,
        x + 56.25, x + 57.25, x + 58.25, x + 59.25, x + 60.25, x + 61.25, x + 62.25, x + 63.25,
        x + 64.25, x + 65.25, x + 66.25, x + 67.25, x + 68.25, x + 69.25, x + 70.25, x + 71.25,
        x + 72.25, x + 73.25, x + 74.25, x + 75.25, x + 76.25, x + 77.25, x + 78.25, x + 79.25,
        x + 80.25, x + 81.25, x + 82.25, x + 83.25, x + 84.25, x + 85.25, x + 86.25, x + 87.25,
        x + 88.25, x + 89.25, x + 90.25, x + 91.25, x + 92.25, x + 93.25, x + 94.25, x + 95.25,
        x + 96.25, x + 97.25, x + 98.25, x + 99.25, x + 100.25, x + 101.25, x + 102.25, x + 103.25,
        x + 104.25, x + 105.25, x + 106.25, x + 107.25, x + 108.25, x + 109.25, x + 110.25, x + 111.25,
        x + 112.25, x + 113.25, x + 114.25, x + 115.25, x + 116.25, x + 117.25, x + 118.25, x + 119.25,
        x + 120.25, x + 121.25, x + 122.25, x + 123.25, x + 124.25, x + 125.25, x + 126.25, x + 127.25,
        x + 128.25, x + 129.25, x + 130.25, x + 131.25, x + 132.25, x + 133.25, x + 134.25, x + 135.25,
        x + 136.25, x + 137.25, x + 138.25, x + 139.25, x + 140.25, x + 141.25, x + 142.25, x + 143.25,
        x + 144.25, x + 145.25, x + 146.25, x + 147.25, x + 148.25, x + 149.25, x + 150.25, x + 151.25,
        x + 152.25, x + 153.25, x + 154.25, x + 155.25, x + 156.25, x + 157.25, x + 158.25, x + 159.25,
        x + 160.25, x + 161.25, x + 162.25, x + 163.25, x + 164.25, x + 165.25, x + 166.25, x + 167.25,
        x + 168.25, x + 169.25, x + 170.25, x + 171.25, x + 172.25, x + 173.25, x + 174.25, x + 175.25,
        x + 176.25, x + 177.25, x + 178.25, x + 179.25, x + 180.25, x + 181.25, x + 182.25, x + 183.25,
        x + 184.25, x + 185.25, x + 186.25, x + 187.25, x + 188.25, x + 189.25, x + 190.25, x + 191.25,
        x + 192.25, x + 193.25, x + 194.25, x + 195.25, x + 196.25, x + 197.25, x + 198.25, x + 199.25,
        x + 200.25, x + 201.25, x + 202.25, x + 203.25, x + 204.25, x + 205.25, x + 206.25, x + 207.25,
        x + 208.25, x + 209.25, x + 210.25, x + 211.25, x + 212.25, x + 213.25, x + 214.25, x + 215.25,
        x + 216.25, x + 217.25, x + 218.25, x + 219.25, x + 220.25, x + 221.25, x + 222.25, x + 223.25,
        x + 224.25, x + 225.25, x + 226.25, x + 227.25, x + 228.25, x + 229.25, x + 230.25, x + 231.25,
        x + 232.25, x + 233.25, x + 234.25, x + 235.25, x + 236.25, x + 237.25, x + 238.25, x + 239.25,
        x + 240.25, x + 241.25, x + 242.25, x + 243.25, x + 244.25, x + 245.25, x + 246.25, x + 247.25,
        x + 248.25, x + 249.25, x + 250.25, x + 251.25, x + 252.25, x + 253.25, x + 254.25, x + 255.25,
        x + 256.25, x + 257.25, x + 258.25, x + 259.25, x + 260.25, x + 261.25, x + 262.25, x + 263.25,
        x + 264.25, x + 265.25, x + 266.25, x + 267.25, x + 268.25, x + 269.25, x + 270.25, x + 271.25,
        x + 272.25, x + 273.25, x + 274.25, x + 275.25, x + 276.25, x + 277.25, x + 278.25, x + 279.25,
    ]
    for key in ("k", Number(1)):
        made.append((key in table, len(made), f"{key!s:>9}"[:2], counter.add(1).total))
        made.append((table.get("k", "nothing")[0], table["k"][Number(1)], made[1:2], x is table))
        made.append(("k,l".split(","), math.sqrt(16), not x, "a%s" % x, {1} - {2}))
        table["k"][0] += 1
    return made


class Grid:
    """Has its own ways with keys."""

    def __init__(self):
        self.log = []

    def __getitem__(self, key):
        self.log.append(("get", key))
        return 1

    def __setitem__(self, key, value):
        self.log.append(("set", key, value))

    def __delitem__(self, key):
        self.log.append(("del", key))

    def __contains__(self, key):
        self.log.append(("in", key))
        return True


def deletions():
    said = []
    for container, key in (
        ([1, 2, 3], 0), ([1, 2, 3], -1), ([1], Number(0)), ({1: 2}, 1), ({"k": 1}, "k"), ({1: 2}, Number(1)),
        ([], 0), ({}, "k"), ({}, []), ((1,), 0), ("a", 0), (5, 0), (None, None), (Grid(), 3),
        (collections.deque([1, 2]), 1), (bytearray(b"ab"), 0), (Grid(), (1, 2)),
    ):
        for _ in range(2):
            try:
                del container[key]
                said.append(getattr(container, "log", container))
                del container[0]
            except Exception as error:
                said.append((type(error).__name__, str(error)))
    order = Log()
    items = [[1, 2], [3, 4]]
    del order(items)[order(0)], order(items[0])[order(1)]
    return repr(said), repr(order)


def keys_of_parts():
    log, grid, table = Log(), Grid(), {}
    for i, j in ((0, 1), (1, 0), ("a", None), (Number(2), 1), (1, Number(2)), ((1, 2), 3)):
        grid[log(i), log(j)] = log((j, i))
        grid[i, j] += 1
        table[i, j] = table.get((i, j), 0) + 1
        table[i, 1, j, "x"] = 2
        table[i, j] += table[i, j]
        log((i, j) in table)
        log((j, i) not in table)
        log((i, 1) in grid)
    del grid[1, 2], table[0, 1]
    try:
        table[7, 8]
    except KeyError as error:
        log(error.args)
    try:
        table[[], 8]
    except TypeError as error:
        log(str(error))
    try:
        ([], 1) in table
    except TypeError as error:
        log(str(error))
    shown = [each for each in log if not isinstance(each, Number)]
    return len(shown), len(table), [each[0] for each in grid.log], list(table.values())


def displays():
    made = []
    for each in (1, "a", 2.5, None, (1, 2), Number(3), True, frozenset((1,))):
        log = Log()
        made.append(len({log(each), log(1), log("a")}))
        made.append(len({log(each): log(2), log(1): log(each)}))
        made.append([str(type(key)) for key in {each: 1}])
        made.append(list({1: "first", 1.0: "second", True: each}.values())[0] == each)
        made.append([getattr(one, "value", one) for one in log])
    for bad in ([], {}, set()):
        for make in (lambda: {bad}, lambda: {bad: 1}, lambda: {1: bad}, lambda: {bad, 1}):
            try:
                made.append(make())
            except TypeError as error:
                made.append(str(error))
    return repr(made)


def steps():
    made = []
    for start, stop, step in ((0, 5, 2), (None, None, -1), (Number(1), 4, Number(2)), (4, 0, -2), (0, 5, 0), ("a", 1, 1)):
        for items in ([1, 2, 3, 4, 5], "abcde", (1, 2, 3), range(9), 5, Grid()):
            try:
                made.append(items[start:stop:step])
            except Exception as error:
                made.append((type(error).__name__, str(error)))
    for read in (lambda: items[0:(1, 2)], lambda: items[(1, 2):], lambda: "abc"[::(1,)], lambda: items[(), ()]):
        try:
            made.append(read())
        except Exception as error:
            made.append((type(error).__name__, str(error)))
    items = [1, 2, 3, 4]
    items[1:3] = "ab"
    items[:0] = items
    made.append(items[::-1])
    return repr([each for each in made])


def templates():
    said = []
    for value in (1, "a", 2.5, None, (1,), (1, 2), [1], {"k": 2}, Number(3), b"x"):
        for fill in (
            lambda: "<%s>" % value, lambda: "%s-%r" % (value, 1), lambda: "%d" % value,
            lambda: "%(k)s" % value, lambda: b"%s" % value, lambda: "%s%%" % (value,),
        ):
            try:
                said.append(fill())
            except Exception as error:
                said.append((type(error).__name__, str(error)))
    return said


def aggregates():
    said = []
    log = Log()
    for items in ([1, 2], (3, 1.5), {2, 5}, "ba", {"a": 1}, [], ["a", 1], [Number(1)], iter([4, 5]), (log(n) for n in (2, 1)), 5):
        for function in (lambda: max(items), lambda: min(items), lambda: sum(items), lambda: list(items), lambda: sorted(items), lambda: list(enumerate(items))):
            try:
                said.append(function())
            except Exception as error:
                said.append((type(error).__name__, str(error)))
    said.append([sorted(["ccc", "a"], key=key) for key in (len, str.upper, None, lambda text: text[0])])
    said.append(max(["ccc", "a"], key=len, default=1))
    return re.sub("0x[0-9a-f]+", "", repr(said)), log


class Lazy:
    def __getattr__(self, name):
        if name == "lacking":
            raise AttributeError(name)
        return name.upper()


def attributes_by_name():
    said = []
    for each in (1, "a", Number(2), Lazy(), Grid(), None, int, math, Log):
        for read in (
            lambda: getattr(each, "value"), lambda: getattr(each, "real", "no"),
            lambda: hasattr(each, "lacking"), lambda: getattr(each, "lacking"), lambda: callable(getattr(each, "append", None)),
        ):
            try:
                said.append(read())
            except AttributeError as error:
                said.append(str(error))
    return said


def extensions():
    said = []
    for items in ([1], (2,), {3}, "ab", {4: 5}, range(2), (n for n in "xy"), 5, [Number(1)]):
        for holder in ([0], collections.deque(), bytearray(b"a"), Log()):
            try:
                holder.extend(items)
                said.append(len(holder))
                holder.extendleft(items)
            except Exception as error:
                said.append((type(error).__name__, str(error)))
    table = collections.Counter()
    table.update(a=1)
    table.update(a=2)
    return said, table


def made_anew():
    made = []
    for turn in range(4):
        def inner(value, turn=turn):
            return value + turn
        made.append(inner(1))
        made.append((lambda: turn)())
        if turn == 2:
            inner.__code__ = (lambda value, turn=0: "other").__code__
            made.append(inner(1))
    return made


class Odd(Exception):
    def __init__(self, *args):
        super().__init__(*args, "more")


def raised():
    said = []
    for kind in (ValueError, Odd, KeyError, int, "text", Odd):
        try:
            raise kind("why") from (None if kind is Odd else KeyError(kind))
        except Exception as error:
            said.append((type(error).__name__, error.args, repr(error.__cause__)))
    return said


def arms():
    made = []
    for turn in range(5):
        made.append("a" if turn % 2 else None if turn else 0)
        made.append([n if n > turn else -n for n in range(3)])
        if turn > 2:
            continue
        while turn < 2:
            turn += 1
        else:
            made.append(turn)
    return made
