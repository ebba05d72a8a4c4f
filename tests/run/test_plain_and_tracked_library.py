"""Likewise (`test_plain_and_tracked`) of what the library has, of names for methods, of arguments by name."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import pytest
from laws import check

SNIPPETS = (
    # Tables of str.translate
    "return ['a cab'.translate(t) for t in [{97: 'x'}] * 12 + [{97: x % 3 + 100}, {97: None}]]",
    "return [chr(97 + v % 3).translate(str.maketrans('ab', 'xy')) for v in (0, 1, 2) * 4 + (x,)]",
    # Keys: frozensets, objects
    "table = {}\nfor n in (1, 2) * 6 + (x % 4, 3): table[Key(n)] = table.get(Key(n), 0) + 1\nreturn len(table), [Key(n) in table for n in (1, x % 4)], [[Key(1), Key(x)].index(Key(n)) for n in (1, x)]",
    "table = {Key(1): 1, Key(2): 2}\nmade = [table.pop(Key(n), 0) for n in (1, x % 3)]\nfor n in (1, x % 3): made.append({Key(n): n, Key(2): 3}[Key(2)])\nreturn made, [len({Key(n), Key(1)}) for n in (1, x)]",
    "names = {Colour.RED: 1, Colour.BLUE: 2, Level.LOW: 3, 7: 4}\nmade = [names.get(v) for v in (Colour.RED, Level.LOW, 1, 7, x % 9, Level.LOW)]\nnames[x] = 5\nreturn made, [names.get(v) for v in (Colour.BLUE, Level.LOW, 1, 7)], Level.LOW in names",
    "sizes = {int: 1, str: 2, added: 3}\nreturn [sizes.get(type(v)) for v in (1, 'a', x, str(x), None)], [sizes.get(v) for v in (added, len, x)], [v in sizes for v in (int, x, PLAIN)]",
    # What is called here now and there another time
    "return [f(v) for f in (abs, added, int, abs, added, Plain, float) for v in (1, x)][:-2], [f(v) for f in (list.copy, len, sum, list.copy) for v in ([1, 2], [x, 1])]",
    "return [f(v, 2) for f in (operator.add, operator.mul, max, operator.lt, pow, operator.add) for v in (1, x % 5)]",
    "return [f(v) for v in (1, x) for f in (str, lambda n: n + x, added, str, len if 0 else abs)]",
    # Arguments by name
    "return ['a-b-c'.split('-', maxsplit=v) for v in (1, 2, x % 3)], [int(v, base=b) for v, b in (('11', 2), (str(x % 2), 8), ('10', x % 3 + 2))], [round(v, ndigits=n) for v, n in ((2.567, 1), (x, None))]",
    "return [sorted(v, reverse=True) for v in ([1, 3, 2], [x, 2, 5])], [list(enumerate(v, start=n)) for v, n in (('ab', 1), ([x], 2), ('ab', x))], [pow(2, v, mod=5) for v in (2, x % 4)], [list(zip(v, v, strict=True)) for v in ([1], [x])]",
    "return ['ab'.encode(encoding=v) for v in ('utf-8', 'latin-1')], [b'ab'.decode(encoding='utf-8', errors=v) for v in ('strict', 'ignore')], [int.from_bytes(v, byteorder='big') for v in (b'ab', bytes([x % 7]))], [complex(1, imag=v) for v in (1, 2)]",
    "items, made = [(2, 1), (1, x), (x, 0)], []\nfor n in (1, x, 2):\n    items.sort(key=lambda pair: pair[0] + n)\n    made.append(items[0])\n    items.sort(reverse=True)\n    made.append(items[0])\nreturn made",
    "for v in ({'maxsplit': 1}, {'base': 2}, {'sep': x}):\n    try: made = 'a b'.split(**v)\n    except TypeError as error: made = str(error)\n    try: made = made, int('1', base=x), 'a'.count('a', end=1)\n    except (TypeError, ValueError) as error: made = made, type(error)\nreturn made",
    # Methods of the library's types
    "return [datetime.date(2020, 1, 1).replace(day=n).day for n in (1, 2, x % 28 + 1)], [datetime.timedelta(hours=n).total_seconds() for n in (1, x)], [datetime.timedelta(n).days for n in (1, 2, x)]",
    "day, step = datetime.date(2020, 1, 31), datetime.timedelta(days=1)\nfor n in (1, 2, x % 3): day = day + datetime.timedelta(days=n) + step\nreturn day.isoformat(), day.month, [d == day for d in (datetime.date(2020, 2, 5), day)]",
    "header = struct.Struct('<HB')\nreturn [header.pack(n, 1) for n in (1, 2, x % 99)], [header.unpack(b) for b in (b'abc', bytes([1, x % 9, 2]))], [struct.pack('<B', n) for n in (1, x % 9)]",
    "ring = collections.deque([1, 2, 3, x])\nfor n in (1, 2, x % 7, -1):\n    ring.rotate(n)\n    ring.append(n)\nreturn list(ring)",
    "return [math.gcd(n, 6) for n in (4, 2, x)], [sqrt(n) for n in (4, 2, abs(x))], [math.isclose(n, 1.0, rel_tol=t) for n, t in ((1, 0.1), (x, 0.5))], [math.floor(v) for v in (2.5, x)]",
    "return [heapq.nsmallest(2, v) for v in ([3, 1, 2], [x, 1, 5])], [bisect.bisect_left(v, 2) for v in ([1, 3], [x, x + 2])], [bisect.bisect([1, 2, 3], n) for n in (2, x)]",
    # What is handed on
    "return [list(itertools.accumulate(v, max)) for v in ([1, 3, 2], [1, x, 2])], [functools.reduce(min, v) for v in ([3, 1], [3, x])], [[k for k, _ in itertools.groupby(v, abs)] for v in ([1, -1, 2], [x, -x, 1])]",
    "context, box = contextvars.copy_context(), Plain(0)\nmade = [context.run(f) for f in (lambda: x, Counting(x), Counting(2), 'ab'.upper, str(x).upper, [x].copy, functools.partial(added, x), operator.itemgetter)[:-1] * 2]\nreturn made, [context.run(f, n) for f in (abs, added, Plain, 'a-1'.split, 'a1'.find, operator.itemgetter(0).__call__) for n in ((1, x) if f in (abs, added) else ('1', str(x)))][:-4]",
    # Queues, and other native objects that hand on what they are given
    "line, made = queue.SimpleQueue(), []\nfor v in (1, 'a', x, str(x), [x], {x: 1}, None):\n    line.put(v)\n    line.put_nowait(v)\n    made += [line.get(), line.get_nowait(), line.empty(), line.qsize()]\nreturn made, made[8] > 3, made[12] == '5'",
    "line, made = queue.SimpleQueue(), []\nput, get = line.put, line.get\nfor v in (1, x, 2):\n    put(item=v)\n    made.append(get(block=False))\n    put(v, True, 5)\n    made.append(get(True, 2))\n    for f in (lambda: line.get(False), lambda: line.put(), lambda: line.get(1, 2, 3), line.get_nowait):\n        try: f()\n        except (TypeError, queue.Empty) as error: made.append((type(error).__name__, str(error)))\nreturn made, made[1] > 2",
    "class Line(queue.SimpleQueue):\n    def get(self): return super().get() + 1\nmade = []\nfor line in (queue.SimpleQueue(), Line(), queue.SimpleQueue(), Line()):\n    for v in (1, x): line.put(v)\n    made += [line.get(), line.get()]\nline.get = lambda: x + 7\nline.put = made.append\nline.put(x)\nreturn made, line.get()",
    "name, made = contextvars.ContextVar('name', default=1), []\nfor v in (1, x, 'a', [x]):\n    token = name.set(v)\n    made += [name.get(), name.get(2)]\n    name.reset(token)\nreturn made, name.get(), made[2] > 3",
    # What calls make, and is called
    "made = []\nfor v in (Doubles(), Doubles({1: x}), {1: 2, x: 3}, [x, 1, 2], Doubles()):\n    find, other = method(v, '__getitem__'), v.__getitem__\n    item = method(v, '__getitem__')\n    for n in (1, 1, 1, x, 1, 'a', [1], abs(x) % 3, 1):\n        for f in (find, other, item):\n            try: made.append((f(n), item(n), other(n)))\n            except (IndexError, KeyError, TypeError) as error: made.append((type(error).__name__, str(error)))\nreturn made",
    "def maker(n):\n    def grown(v): return v + n\n    return grown\nmade = []\nfor n in (1, x, 2):\n    f = maker(n)\n    g = functools.partial(added, n)\n    h = method('a%d' % n, 'find')\n    for v in (1, x, 2, 3): made.append((f(v), g(v) if n else 0, h(str(v))))\n    f = method(made, 'append')\n    for v in (1, x, [x]): f(v)\nreturn made",
    "f = method(2, 'sqrt')\nmade = []\nfor v in (1, x):\n    try: made.append(f(v))\n    except TypeError as error: made.append(str(error))\nreturn made",
    "text = 'a b/' + chr(97 + x % 3) + ' ?'\nreturn [urllib.parse.quote(v) for v in ('a b', 'a b', text, 'c?d')], [urlsplit(v).path for v in ('http://a/b', 'http://a/b', '/' + text, 'http://a/b')], [urllib.parse.urlsplit(v).netloc == 'a' for v in ('http://a/b', '//' + chr(97 + x % 3))]",
    "made = []\nfor n in (1, 1, 2, x, 2, x, 1): made.append((paired(n), paired(n) is paired(n), paired(n).left > 1))\nreturn made",
    "made = []\nfor v in (Doubles(), Doubles({1: x}), {n: n + x for n in range(9)}, Doubles(), Doubles({x: 5})):\n    for items in (b'\\1\\2\\1', (1, 2), [1, x % 3, 2], range(3), [x % 3] * 2, b'\\1'):\n        find = method(v, '__getitem__')\n        try: made += [','.join(map(str, map(find, items))), list(map(find, items)), sum(map(find, items))]\n        except KeyError as error: made.append(str(error))\nreturn made",
    # Native objects that are called, by what goes through items
    "key, made = functools.cmp_to_key(lambda a, b: a - b), 0\nfor _ in range(3): made += len(list(map(key, [3, x]))) + sum(1 for v in map(list[int], ([1], [x])))\nreturn made, [sorted(v, key=key) for v in ([3, 1], [x, 2])]",
    # Hash objects: copies that Python refuses, one that is an attribute
    "made = []\nfor h in (hashlib.sha256(b'x'), hashlib.md5()):\n    try: made.append(copy.deepcopy(h))\n    except TypeError as error: made.append(str(error))\nreturn made, x",
    "box, made = Plain(1), []\nbox.update = hashlib.md5()\nfor o in (hashlib.sha256(), hashlib.sha256(), box, hashlib.sha256()):\n    try: made.append(o.update(b'x'))\n    except TypeError as error: made.append(str(error))\nreturn made, x",
    # A name that is a list's, and another one's in a lambda
    "items = []\ng = lambda d, n: ((items := d), items.append(n))[0]\nfor d in ([], Sink(), [x], bytearray()): items.append(list(g(d, x % 9).items if isinstance(d, Sink) else g(d, x % 9)))\nreturn items, items[-1][0] > 3",
    # Bytes that are added to bytearrays
    "data, made = bytearray(b'ab'), []\nother = data\nfor v in (b'c', b'de', bytes([x % 256]), b'f', [x % 9], 'g', 5, bytearray(b'h'), b'i', bytearray([x % 256]), memoryview(b'j')):\n    try: data += v\n    except TypeError as error: made.append(str(error))\nreturn data, data is other, data[-1] > 3, data[5] > 3, made",
    "made = []\nfor n in (1, x, 2):\n    data = bytearray()\n    data += b'a' * n if n > 0 else b''\n    data += b'bc'\n    view = memoryview(data)\n    try: data += b'd'\n    except BufferError as error: made.append(str(error))\n    view.release()\n    data += data\n    made.append(data)\n    data = 5\n    data += n\n    made.append(data)\n    data = (1,)\n    data += (n,)\n    made.append(data)\n    data = [n]\n    data += b'ab'\n    made.append(data)\n    del data\n    try: data += b'a'\n    except UnboundLocalError as error: made.append(str(error))\nreturn made",
    # Text of errors, containers and objects
    "made = []\nfor v in ('a', 'b', x, str(x), [1], (2, x), {'a': x}, 'c'):\n    for cls in (ValueError, KeyError, Wrong, Said, LookupError, Exception):\n        for e in (cls(v), cls(v)):\n            made.append((str(e), repr(e), f'{e}', f'{e!r}', f'{e!s:>3}', format(e), '%s' % e, '{}'.format(e)))\n    e = ValueError('a')\n    made.append((str(e), e.args))\n    e.args = (v, 1)\n    made.append((str(e), f'{e}', str(e) == '5'))\nreturn made, str(ValueError(str(x))) == '5', f'{KeyError(x)}' == '5'",
    "made = []\nfor v in ([1, 2], (1, 'a'), {'a': 1}, {1, 2}, [x, 1], (x, 'b'), {'a': x}, [[1], [2]], [[x]], {'a': [1, {'b': 2}]}, {'a': [1, {'b': x}]}, [Plain(1)] and [1], [str(x)], [None, 2.5, b'c'], [bytes([x % 256])], (), [], {}, [1, 2]):\n    made.append((str(v), repr(v), f'{v}', f'{v!r}', f'{v!s:>9}', format(v), '%s' % (v,), '%s' % [v], ascii(v)))\nreturn made, made[4][0] == '[5, 1]', made[5][2] == \"(5, 'b')\", made[6][3] == \"{'a': 5}\"",
    "made = []\nfor v in (Told(1), Told(2), Told(x), Told('a'), Told(str(x)), Fields(1, 'a'), Fields(x, 'b'), Fields(2, [x]), Fields(3, 'c'), Fields(4, Fields(x, 1)), Slots(1), Slots(x), More(1, 'a', 2), More(1, 'a', x), Colour.RED, Level.LOW, Pair(1, 2), Pair(x, 3), Decimal(3), Fraction(1, 2), Told(3), datetime.date(2020, 1, 2), Fields(1, 'a')):\n    made.append((str(v), repr(v), f'{v}', f'{v!r}', f'{v!s:>9}', format(v), '%s|%r' % (v, v), '{0} {0!r}'.format(v), str([v])))\nreturn made, made[2][0] == 'T5', made[2][2] == 'T5', made[6][1] == \"Fields(a=5, b='b')\"",
    "made, own = [], [1]\nown.append(own)\nfor v in (own, [1], {'a': own}, (own, x), [own, x]): made.append((str(v), f'{v}', repr(v)))\ntable = {1: 2}\nfor n in (1, x, 2):\n    table[n] = 3\n    made.append((str(table), f'{table}', str({n}), str([n])))\nreturn made",
    "made = []\nfor n in (1, x, 2):\n    class Here(Exception):\n        def __str__(self): return 'here %s' % self.args\n    class Shown:\n        def __repr__(self): return f'<{n}>'\n        def __format__(self, spec): return spec + str(n)\n    for v in (Here(n), Shown(), Here('a')): made.append((str(v), repr(v) if type(v) is Shown else 0, f'{v}', f'{v:<9}' if type(v) is Shown else 0))\nfor v in (Said(1), Told(1), [1], ValueError(2), Bad(), Bad()):\n    for f in (lambda: f'{v:>5}', lambda: format(v, 'd'), lambda: str(v, 'utf-8'), lambda: repr(v, v), lambda: '%d' % v, lambda: '%(a)s' % v, lambda: str(v), lambda: f'{v}', lambda: ascii(v)):\n        try: made.append(f())\n        except (TypeError, ValueError) as error: made.append(str(error))\nreturn made, f'{Shown():a}' == 'a2'",
    "made = []\nfor d in ({'a': 1}, {'a': 2, 'b': 'c'}, {'a': x}, {'b': 1}, {'a': 5}):\n    for f in (lambda: '%(a)d' % d, lambda: '%(a)s-%(a)r' % d, lambda: '{a}'.format_map(d), lambda: '{a:>3}{a!r}'.format_map(d), lambda: '%s' % d, lambda: '{}'.format(d)):\n        try: made.append(f())\n        except (KeyError, TypeError) as error: made.append(str(error))\nreturn made, '%(a)d' % {'a': x} == '5'",
    # Functions under `lru_cache`, of several arguments
    "made = []\nfor n in (1, 2, 1, x, 2, x, 1):\n    made += [kept_two(n, 'a'), kept_two(n, other='b'), kept_two(a=n, other=n), kept_one((n, 1)), kept_one((n, (1, 2))), kept_two((n, 1), n)]\n    for f in (lambda: kept_two(n), lambda: kept_two([n], 1), lambda: kept_one(([n],)), lambda: kept_two(1, 2, 3), lambda: kept_two(n, b=1), lambda: kept_two('', n)):\n        try: made.append(f())\n        except (TypeError, ZeroDivisionError) as error: made.append(str(error))\nreturn made, kept_two(x, 'a') == (5, 'a'), kept_one((x, 1)) > 3, kept_two(1, other=x)[1] > 3, kept_two(1, 'c') is kept_two(1, 'c')",
    # Native objects that are called
    "made = []\nfor key in (1, 'a', x % 3, 0):\n    get, both = operator.itemgetter(key), operator.itemgetter(key, 0)\n    for item in ({1: 2, 'a': 3, 0: 4, 2: 6}, [1, x, 3], (x, 2, 1), {0: x, 1: 1, 2: 2, 'a': x}, 'abc', {x: 1, 0: 2, 1: 3}, Doubles({0: 1}), {1: 2, 0: 1}):\n        try: made.append((get(item), both(item), get(item)))\n        except (TypeError, KeyError) as error: made.append(type(error).__name__)\n        if type(item) is dict and x not in item: item[x] = x\nreturn made, operator.itemgetter(1)([1, x]) > 3",
    "made = []\nfor v in (Told(1), Told(x), Told('b'), Told(2)):\n    for get in (operator.attrgetter('n'), operator.attrgetter('n', 'n.__class__')):\n        for _ in range(2): made.append(get(v))\n    of, up = operator.methodcaller('grown', 1), operator.methodcaller('find', 'a')\n    made += [of(v) if v.n != 'b' else 0, up('cat'), up(str(x) + 'a'), operator.methodcaller('split', sep='a')('a5b')]\nof, up = operator.attrgetter('missing'), operator.methodcaller('missing')\nfor f in (of, up, operator.itemgetter(7)):\n    for v in (Told(1), 'a', [1]):\n        try: f(v)\n        except (AttributeError, IndexError, TypeError) as error: made.append(str(error))\nreturn made, operator.attrgetter('n')(Told(x)) > 3",
    "made = []\nfor owner in (Told(1), Told(x), Told(2)):\n    seen, by, values = weakref.WeakSet([owner]), weakref.WeakKeyDictionary({owner: x}), weakref.WeakValueDictionary(a=owner)\n    ref, other = weakref.ref(owner), weakref.ref(owner, lambda gone: made.append(x))\n    made += [ref().n, other().n, owner in seen, by[owner], values['a'].n, values.get(3) is None, ref() is other(), Told(1) in seen]\n    try: ref(1)\n    except TypeError as error: made.append(str(error))\n    del owner\n    made += [ref() is None, other() is None, len(seen), len(by)]\nreturn made",
    "made = []\nfor v in ('if', 'x', 'None', chr(97 + x % 3), x, 'if'):\n    made += [keyword.iskeyword(v), keyword.issoftkeyword(v), operator.truth(v), copy.copy(v), json.dumps(v), operator.neg(1)]\nfor v in ([x], {x: 1}):\n    try: keyword.iskeyword(v)\n    except TypeError as error: made.append(str(error))\nseen = {1: x}\nmade += [keyword.iskeyword('i' + chr(101 + x % 3)), keyword.kwlist.count('if')]\nseen[x] = 2\nreturn made, keyword.iskeyword('if'), keyword.iskeyword(chr(105) + 'f')",
    "made = []\nfor n in (1, x, 2, 3):\n    made += [functools.partial(added, n)(1), functools.partial(added, 1)(n), functools.partial(added, b=n)(n), functools.partial(max, n)(2)]\n    one, other = functools.partial(added, n), functools.partial(abs, -3)\n    made += [f() if f is other else f(n) for f in (one, other, one)]\nreturn made, functools.partial(added, x)(1) > 3",
    "made, table = [], {1: 2}\nfor v in ([1, 2], [x, 1], [1, 2, 3]) * 2:\n    made += [functools.reduce(operator.add, v), functools.reduce(operator.mul, v, x), list(itertools.accumulate(v, operator.sub)), functools.reduce(operator.getitem, [[v]], v) and 1, list(filter(None, v)), functools.reduce(operator.or_, [{1: 2}, {v[0]: 3}])]\n    table[v[0]] = 1\n    made.append(functools.reduce(operator.or_, [table, {5: 4}, table]))\nreturn [m for m in made if type(m) is not dict], [5 in m for m in made if type(m) is dict], functools.reduce(operator.add, [x, 1]) > 3",
    # Dicts of pairs, named tuples
    "made = []\nfor pairs in ([('a', 1), ('b', 2)], (('a', 1),), [['a', x]], [(x, 1), ('b', 2)], [(1, 2), (x, 3)], [], [((1, 2), 3)], [((x, 2), 3)], ['ab', 'cd'], [('c', 4)], [(str(x), 1), ('5', 2)]):\n    table = dict(pairs)\n    made += [len(table), table.get('a'), table.get(5), dict(pairs, a=x)['a'], dict(a=x)['a'], dict(b=1, a=len(made)), dict(table) == table, list(collections.OrderedDict(pairs).values())]\nfor pairs in ([()], [(1,)], [(1, 2, 3)], [1], [([], 1)], 5, [(x,)], None):\n    try: dict(pairs)\n    except (TypeError, ValueError) as error: made.append(str(error))\nreturn made, dict([(x, 1)]).get(5)",
    "made, table, seen = [], {}, set()\nfor n in (1, 2, 1, x, 3):\n    pair = Pair(n, 1)\n    left, right = pair\n    table[pair] = table.get(pair, 0) + 1\n    seen.add(pair)\n    made += [left, right, table[Pair(n, 1)], pair in table, Pair(5, 1) in seen, (n, 1) in table, len(seen), list(pair), tuple(pair), sum(pair), len(pair), sorted(pair), max(pair), 1 in pair, pair == (5, 1), pair._asdict()['left'], [v for v in pair], {**pair._asdict()}]\n    for each in (Tuple(n), Spread(n, 2)):\n        one, other = each\n        table[each] = n\n        made += [one, table[each], each in seen]\nreturn made, len(table)",
    # Containers that native code reads, streams that are printed into
    "made = []\nfor v in ([1, 2.5], (2, 4), [x, 2], (0.5, x / 2), [1, 3], [], [True, 2]):\n    made += [math.fsum(v), math.prod(v), math.prod(v, start=2), math.prod(v, start=x), sum(v)]\nfor v in ('ab', ['a'], [None], 5, {1: 2}, {1, 2}, iter([1, 2]), range(3)):\n    for f in (math.fsum, math.prod, lambda w: math.fsum(w), lambda w: math.prod(w), lambda w: math.dist(w, w)):\n        try: made.append(f(v))\n        except TypeError as error: made.append(type(error).__name__)\nreturn made, math.prod([x, 2]) > 3",
    "made = []\nfor stream in (io.StringIO(), io.StringIO('ab'), io.StringIO()):\n    for v in (1, 'a', [1], None, x, str(x), [x], Told(1), Told(x), ValueError('e'), 2):\n        print(v, 1, file=stream)\n        print(v, v, sep='-', end='', file=stream)\n        print(file=stream)\n        print(1, sep=None, end=str(v), file=stream, flush=True)\n    made.append(stream.getvalue())\nstream = io.StringIO()\nfor f in (lambda: print(1, file=stream, sep=3), lambda: print(1, file=stream, other=3), lambda: print(1, sep='a', end=2, file=stream), lambda: print('b', file=stream), lambda: print(2, file=io.BytesIO())):\n    try: made.append(f())\n    except TypeError as error: made.append(str(error))\nstream.write = made.append\nprint('c', x, file=stream)\nreturn made, stream.getvalue(), len(made[0]) > 40",
    "made, parts = [], [slice(1, 3), slice(None), slice(x % 3, None), slice(None, None, -1), slice(0, x % 4)]\nfor v in ([1, 2, 3], 'abcd', (1, x, 2, 3), b'abc', bytearray(b'abc'), range(5), str(x) + 'ab', [x, 1]):\n    for part in parts:\n        made += [v[part], v[slice(0, 2)], v[slice(x % 2, 2)]]\ndata = bytearray(b'abc')\ncut = data[parts[0]]\ncut[0] = x % 256\nitems = [1, 2, 3, 4]\nitems[slice(0, 1)] = [x]\ndel items[slice(1, 2)]\nfor bad in ({}, 5, None):\n    try: bad[parts[0]]\n    except (TypeError, KeyError) as error: made.append(type(error).__name__)\nreturn made, cut, cut[0] > 3, items, [slice(0, n, 2).indices(5) for n in (4, 2)]",
    "made = []\nfor inner in ({'a': 1}, {'a': x}, {1: x}, Doubles({1: 2})):\n    view = types.MappingProxyType(inner)\n    for n in ('a', 1, 2): made += [n in view, n not in view, view.get(n)]\n    made += [view.get('a'), len(view), list(view)]\nreturn made, types.MappingProxyType({5: x})[5] > 3",
    "made = []\nfor d in ({'a': 1}, {'a': x}, {'a': [1]}, {'a': [x]}, {'a': Told(1)}, {'a': Told(x)}, Doubles(), {'a': 3, 'b': {'c': 4}}):\n    for f in (lambda: '{a}'.format_map(d), lambda: '{a!r:>4}'.format_map(d), lambda: '{b[c]}{a}'.format_map(d), lambda: '{}'.format_map(d)):\n        try: made.append(f())\n        except (KeyError, ValueError, TypeError) as error: made.append(type(error).__name__)\nreturn made, '{a}'.format_map({'a': x}) == '5'",
    "made = []\nfor v in ('2020-01-05', '2020-01-06'): made += [datetime.date.fromisoformat(v).day, datetime.date.fromordinal(5).day, datetime.datetime.combine(datetime.date.fromisoformat(v), datetime.time(1, 2)).hour]\nfor n in (737000, abs(x) + 1, 737001): made.append(datetime.date.fromordinal(n).day > 3)\nreturn made, [datetime.date(2020, 1, n).toordinal() for n in (1, x % 9 + 1)]",
    # Names for methods
    "made, seen, table = [], set(), {1: 2, 3: 4}\nappend, add, get = made.append, seen.add, table.get\nfor n in (1, 2, x, 3, x):\n    append(n)\n    add(n)\n    append(get(n))\n    append(get(n, n))\nreturn made, len(seen), 2 in seen",
    "made = []\nfor v in ([1, 2], [x, 1], (1, x), 'ab', str(x)):\n    index, count = v.index, v.count\n    for n in (1, x, 'a'):\n        try: made.append((index(n), count(n)))\n        except (TypeError, ValueError) as error: made.append(type(error).__name__)\nreturn made",
    "made = []\nfor v in ([], Sink(), [x], Sink()):\n    append = v.append\n    for n in (1, x, 2): append(n)\n    made.append(list(v.items if isinstance(v, Sink) else v))\nreturn made",
    "def grow(items, n, add=None):\n    add = items.append if add is None else add\n    for each in (1, n): add(each)\n    return items\nreturn grow([], x), grow([], 2), [*grow([], x, [].append)], grow([1], 1, made := set().add) and made(x)",
    "made = []\nfor v in ({1: 2}, {}, Table(), {x: 3}, {1: x}, {2: 3}):\n    get, put = v.get, v.setdefault\n    for n in (1, x % 3, 2): made.append((get(n), put(n, n)))\nreturn made",
    "def spread(items, seen, n):\n    if n: put = items.append\n    else: put = seen.add\n    for each in (1, x, 2, x): put(each)\n    return len(items) + len(seen), 3 in seen\nreturn spread([], set(), 1), spread([], set(), 0), spread([], set(), 0)",
    "def walk(items, depth):\n    pop, append = items.pop, items.append\n    if depth: walk(Sink() if depth == 2 else [], depth - 1) or walk({x: 1} and [], 0)\n    append(x)\n    append(1)\n    return [append(n) for n in (2, x)] and [append(n) for append in (str, abs) for n in (x, 3)] and pop(0)\nclass Sink(list):\n    def append(self, n): super().append(n + 1)\nreturn [walk([], n) for n in (0, 1, 2, 0)], walk(Sink(), 0), walk([], 0)",
    "joined, starts, find = ','.join, 'abc'.startswith, FIND\nreturn [joined(v) for v in (['a', 'b'], [str(x), 'c'])], [starts(v) for v in ('a', chr(97 + x % 2))], [find(v) is None for v in ('11', 'a', str(x), '2')], [FOUND('1' + str(n)).group(1) for n in (1, x % 3)]",
    "data = bytearray(b'ab')\nappend, extend = data.append, data.extend\nfor n in (1, 2, x % 256): append(n)\nextend([x % 9])\nreturn data, data[-1] > 3",
    "stream = io.StringIO()\nwrite, tell = stream.write, stream.tell\nfor v in ('a', 'b', str(x), 'c', 'd'):\n    write(v)\n    stream.write(v)\nreturn stream.getvalue(), len(stream.getvalue()) > 10",
    "root, floor = math.sqrt, math.floor\nreturn [root(v) for v in (4, 2.25, abs(x))], [floor(v) for v in (2.5, x / 2)]",
    # Bytearrays that native code reads
    "made = []\nfor data in (bytearray(b'ba'), bytearray(), bytearray([x % 256, 7]), b'ab', [x % 9, 1], bytearray(b'dc')):\n    made.append((list(data), tuple(data), sorted(data), sum(data), any(data), all(data), set(data) == {1}, bytes(data), max(data, default=0) if data else 0, len(data)))\nreturn made",
    "made = []\nfor data in (bytearray(b'ab'), bytearray([x % 256, 98]), bytearray(b'ac')):\n    made.append((max(data), min(data), type(data) is bytearray, type(bytes(data)) is bytes, 97 in data, b'b' in data, x % 256 in data, bytes([x % 256]) in data, data == b'ab', data != b'ab', data == bytes([x % 256, 98]), data + b'c', data * 2, type(data + b'c') is bytearray, data[0:1], data[::-1], data.__contains__(x % 256)))\n    a, b = data\n    made.append((a, b))\nreturn made",
    "made = []\nfor data in (bytearray(b'ab'), bytearray(b'cd'), bytearray([x % 256])):\n    for f in (lambda: 'a' in data, lambda: 300 in data, lambda: data + 'a', lambda: data * 'a', lambda: data < 3, lambda: None in data):\n        try: made.append(f())\n        except (TypeError, ValueError) as error: made.append(str(error))\n    try: a, b = data\n    except ValueError as error: made.append(str(error))\nreturn made",
    "return [b','.join(c) for c in ([b'a', bytearray(b'b')], [bytearray(b'c')], (bytearray([x % 256]), b'd'), [b'e', bytes([x % 256])])], [int.from_bytes(d, 'big') for d in (bytearray(b'ab'), bytearray([x % 256]), b'ab')], [struct.unpack('>H', d) for d in (bytearray(b'ab'), bytearray([x % 256, 1]))], [b'abab'.find(d) for d in (bytearray(b'b'), bytearray([x % 256]))]",
    "return [int.from_bytes(c, 'big') for c in (map(abs, [1, 2]), map(abs, [x % 256, 2]), (n for n in (1, x % 256)), [3, x % 256], filter(None, [0, 4]), iter([5]))], [int.from_bytes(map(str, [1]), o) if o == 'x' else o for o in ('big',)]",
    "data = bytearray(b'abc')\nmade = []\nfor c in data:\n    made.append(c)\n    if c == 97: data[1] = x % 256\n    if len(made) == 2 and c > 3: data.append(x % 7)\nreturn made, made[1] > 5, list(enumerate(data)), list(zip(data, data)), list(iter(data))",
    "class Buffer:\n    def __init__(self): self.data = bytearray(); self.size = 0; self.text = 'a'\n    def add(self, v):\n        self.data += v\n        self.size += len(v)\n        self.text += 'b'\nmade = []\nbuffer = Buffer()\nsame = buffer.data\nfor v in (b'ab', b'c', bytes([x % 256]), b'd', bytearray(b'e'), 'f', 5):\n    try: buffer.add(v)\n    except TypeError as error: made.append(str(error))\nbuffer.data = 5\nbuffer.add([1]) if x > 100 else made.append(same[3] > 3)\nreturn bytes(same), buffer.size, buffer.text, made",
    "def grown(data: bytearray, more):\n    data += more\n    return data\nreturn [grown(d, m) for d, m in ((bytearray(b'a'), b'b'), (bytearray(b'c'), bytes([x % 256])), (b'd', b'e'), ([1], [x]), ('f', 'g'))]",
    # Bytes that bytearrays are given, lists of a function's own
    "data, made = bytearray(b'ab'), []\nfor v in (b'c', b'de', bytes([x % 256]), b'f', [x % 9], 'g', 5, bytearray(b'h'), b'i', bytearray([x % 256])):\n    try: made.append(data.extend(v))\n    except TypeError as error: made.append(str(error))\nreturn data, data[-1] > 3, data[4] > 3, made",
    "made = []\nfor items in (bytearray(), [], bytearray(b'a'), [x], bytearray([x % 256]), bytearray(3), Sink()):\n    for v in (b'ab', bytes([x % 256]), [1], (x % 9,), b'c'): items.extend(v)\n    items.extend(b'de')\n    made.append(list(items.items if type(items) is Sink else items))\nreturn made",
    "data = bytearray(b'ab')\ndef grown(v):\n    data[0] = v\n    return b'c'\nfor n in (1, x % 256, 2): data.extend(grown(n))\nreturn data, data[0] > 1, [bytearray(v) for v in (b'a', 2, 'a' and b'', [x % 256], range(2), bytes([x % 256]))], bytearray() == b''",
    "items, table = [1], {}\nfor n in (1, x, 2, [x], str(x), {x: 1}):\n    items.append(n)\n    if n == 2: table[x] = 3\n    items.append(table)\nlast = items.pop()\nitems.reverse()\nother = items.copy()\nitems.clear()\nreturn len(items), other[0] is not last, other[-1], [n == 2 for n in other if type(n) is int]",
    "items = [n for n in (1, x)]\nadd = lambda items: items.append(x)\nsinks = [Sink(), Sink()]\n[items.append(x) for items in sinks]\nadd(sinks[0])\ndef more(items): items.append(x)\nmore(sinks[1])\nclass Inner:\n    items = Sink()\n    items.append(x)\nitems.append(3)\nreturn items, [sink.items for sink in (*sinks, Inner.items)]",
    "items: list = []\ndef swap():\n    nonlocal items\n    items = Sink()\nitems.append(x)\nswap()\nitems.append(x)\nreturn items.items",
    "for n in (1, x):\n    items = []\n    items.append(n)\n    items += [n]\n    del items[0]\n    try: items.append(), items.pop(1, 2)\n    except TypeError as error: said = str(error)\n    del items\ntry: items.append(1)\nexcept UnboundLocalError as error: said = said, str(error)\nreturn said",
    # Dicts that are changed
    "table = {1: 2}\nfor n in (1, 2, x % 5, 3): table.update({n: n})\nreturn len(table), table.get(3), [table.get(n) for n in (1, x % 5)]",
    "table, seen = {1: 2}, {1}\nfor n in (1, 2, x % 5, 3):\n    table |= {n: n}\n    seen |= {n}\n    seen ^= {n, 7}\n    flags = 4\n    flags |= n\nreturn len(table), table[3], len(seen), flags",
    "seen, counts = set(), collections.Counter('abca')\nfor v in ('ab', [1, x], {x: 1}, {5: 6}, (1, 2)): seen.update(v)\nfor v in ('ab', 'ca', [x, 1], {2: 3}): counts.update(v)\nreturn len(seen), counts['a'], counts[1], 'a' in counts, [n in counts for n in (2, x)], len(counts)",
    "counts = [collections.Counter(v) for v in ('abc', [1, 1, 2], [x, 1], (x % 2, 0))]\nreturn [(c + counts[1])[1] for c in counts], [c.most_common(1) for c in counts[:2]], [1 in c for c in counts]",
    "return [n is v for n in (1, x, 'a', None) for v in (2, x, 'b')], [n is not v for n in ('a', str(x)) for v in (3, 'c')], [(x > 2) is v for v in (n > 2 for n in (1, x))]",
    # Substitution by a function
    "return [ONES.sub(lambda m: str(n), '1213') for n in (1, x)], [ONES.subn(f, '1a11') for f in (lambda m: None, lambda m: m[0] + str(x), str.upper if 0 else lambda m: m.group(1) * 2)], [re.sub('[ab]*', lambda m: f'<{m[0]}>', 'xabby', count=n) for n in (0, 1, 2)]",
    "return [re.sub('(a)|b', f, 'cabba', n) for n in (0, 1, 2, -1) for f in (lambda m: m[1], lambda m: str(x) if m[1] else 'z', lambda m: None)], [re.subn(b'a', f, b'banana') for f in (lambda m: bytearray(b'x'), lambda m: b'' + bytes([x % 256]))]",
    "for f in (lambda m: 1, lambda m: x, lambda m: b'a', lambda m: str(x)):\n    try: made = ONES.sub(f, 'a1'), ONES.sub(f, 'a1', -1), ONES.sub(f, '')\n    except TypeError as error: made = str(error)\nreturn made, re.sub(b'1', lambda m: bytes([x % 256]), b'a1')",
    "return [','.join(reversed(v)) for v in ('abc', ['a', str(x)], str(x), ('b', 'c'))], [namedtuple_of(1, x)._replace(a=n) for n in (2, x)], [copy.copy(v) for v in ([x], {1: x}, (x,))], copy.deepcopy([x, {1: [x]}])",
    "made = []\nfor cls in (namedtuple_of, Spread, namedtuple_of):\n    for names in ({'a': x}, {'b': 1, 'a': x + 1}, {}, {'c': x}):\n        try: made.append([n > 3 for n in cls(1, x)._replace(**names)])\n        except (TypeError, ValueError) as error: made.append(type(error))\nreturn made",
    "made = []\nfor bag in (Bag(a=1), Bag({1: 2}), Bag({x: 3}), Bag({2: x})):\n    for n in (1, x % 4, 2):\n        made.append((bag.get(n), bag.get(n, x), bag.setdefault(n, n), bag.pop(n, None), len(bag.items())))\n        bag.update({n: 1})\n        made.append([k == 2 for k in bag.keys()] + [v == 1 for v in bag.values()])\nreturn made, [4 in bag for n in (1, x)]",
    # Objects made and errors raised by way of `super`
    "made = []\nfor n in (1, x, 2):\n    try: raise Wrong(n)\n    except Wrong as error: made.append((error.args, error.n, str(error)))\nreturn made, [Tuple(n).n for n in (1, x)], [Tuple(n)[0] for n in (1, x)], [Fraction(n, 6) for n in (3, 4)]",
    "return [json.loads(v) for v in ('[1, 2]', '{\"a\": 3}', str(x))], [json.loads(v, parse_int=lambda n: n + str(x)) for v in ('[1]', '2')]",
    "made = [x]\nreturn len({id(v): v for v in (PLAIN, made)}), [id(v) in {id(PLAIN)} for v in (PLAIN, made, [x])], id(PLAIN) == id(PLAIN)",
    "return [dict.fromkeys(v, x) for v in ('ab', [1, 2], [1, x], (1, 2), {1: x}, {3}, range(2), [], [(1, 2), (x, 2)])], [dict.fromkeys(v) for _ in 'ab' for v in ([1, 1], [x, 1])]",
    "made = []\nfor v in ([[1]], 5, [1, [x]], [None, x]):\n    try: made.append((dict.fromkeys(v), 5))\n    except TypeError as error: made.append(str(error))\nreturn made",
    "return [datetime.date.fromisoformat(v) for v in ('2020-01-02', '2020-0%d-01' % (x % 9 + 1), '1999-12-31')], [datetime.date.fromordinal(v) for v in (700000, 700000 + x, 1)], [datetime.date.fromisocalendar(2020, v, 1) for v in (1, x % 9 + 1, 2)]",
    "made = []\nfor v in ('2020-01-02', 'odd', 5, '2020-13-0' + str(x % 9)):\n    try: made.append(datetime.date.fromisoformat(v).month)\n    except (TypeError, ValueError) as error: made.append(str(error))\nreturn made",
    "return ['abcx'.translate(str.maketrans(v)) for v in ({'a': 'b'}, {97: str(x)}, {'c': None})], ['abc'.translate(str.maketrans('ab', v)) for v in ('xy', 'zy')], [Made.fromkeys(v) for v in (1, x)], [Made.from_bytes(v).n for v in (1, x, 2)]",
)  # fmt: skip

LOSSY = (
    "made = []\nfor size in (8, 8, 16, 8, True, 1, x % 9 + 1):\n    for data in (b'a', bytes([x % 256]), b'a'): made += [hashlib.blake2b(data, digest_size=size).hexdigest(), hashlib.blake2b(data, digest_size=size, key=b'k').digest(), hashlib.blake2s(digest_size=size).hexdigest()]\nfor f in (lambda: hashlib.blake2b(b'a', digest_size=8.0), lambda: hashlib.blake2b(b'a', digest_size=0), lambda: hashlib.blake2b(b'a', other=8), lambda: hashlib.sha256(b'a', usedforsecurity=False), lambda: hashlib.sha256(string=b'b')):\n    try: made.append(f().hexdigest())\n    except (TypeError, ValueError) as error: made.append(type(error).__name__)\nreturn made, hashlib.blake2b(bytes([x % 256]), digest_size=8).digest()[0] > 9",
    "return [math.dist(v, w) for v in ((1.0, 2.0), (x / 2, 1.0), [3, 4], [x, 1]) for w in ((1, 2), [0.5, x])], math.dist((x, 1), (2, 3)) > 3, [array.array('i', v) for v in ([1, 2], [x % 9, 1], (3, 4))], [array.array('d', [n, 2])[0] > 3 for n in (1, x)]",
    "data = bytearray(8)\nfor n in (1, 2, x % 99, 3): struct.pack_into('<HB', data, n % 4, n, 1)\nreturn data, data[2], [struct.unpack_from('<H', data, n) for n in (0, x % 3)], [unicodedata.category(c) for c in ('a', 'B', chr(97 + abs(x) % 3), '1')], unicodedata.normalize('NFD', 'é' + str(x))",
    "stream = io.StringIO()\nwriter = csv.writer(stream)\nfor v in ([1, 'a'], ('b', None), [x, 'c'], [str(x)], ['d,', 2]): writer.writerow(v)\nwriter.writerows([[1, 2], [x, 3]])\nreturn stream.getvalue(), pickle.loads(pickle.dumps([1, {'a': 2}])), pickle.loads(pickle.dumps([x])), sys.intern('ab' + str(x)), sys.getsizeof([]) > 3",
    "made = []\nfor v in (Doubles(), Doubles({1: x}), {1: 2, x: 3}, [x, 1, 2], 'abc', bytearray(b'abc'), (1, x), Doubles()):\n    find, other = method(v, '__getitem__'), v.__getitem__\n    item = method(v, '__getitem__')\n    for n in (1, 1, 1, x, 1, 'a', [1], abs(x) % 3, 1):\n        for f in (find, other, item):\n            try: made.append((f(n), item(n), other(n)))\n            except (IndexError, KeyError, TypeError) as error: made.append((type(error).__name__, str(error)))\nreturn made",
    "line = queue.SimpleQueue()\nfor v in (1, 2, abs(x) + 1, abs(x) / 3 + 1):\n    line.put(v)\n    line.get(True, v)\nreturn line.empty()",
    "return [round(Decimal('2.567'), n) for n in (1, x % 3)], [round(v, ndigits=n) for v in (Decimal('1.25'), 2.56, x, Fraction(5, 3)) for n in (1, x % 2)], round(x / 3, 1) > 2",
    "return [re.sub(p, 'x', 'abcab', n) for p, n in (('a', 0), ('b', 1), (chr(97 + x % 3), 0), ('[ab]', x % 3))], [re.findall(p, 'aab') for p in ('a', 'b', chr(97 + x % 3))]",
    "return ['a cab'.translate(t) for t in [{97: 'x'}] * 12 + [{x % 3 + 96: 'y'}, {97: None}]]",
    "seen = set()\nfor n in (1, 2) * 6 + (x % 3, 3): seen.add(frozenset((n, 1)))\nreturn len(seen), [frozenset([n]) in seen for n in (1, 2, x % 3)]",
    "return [{datetime.date(2020, 2, n): 1}.get(datetime.date(2020, 2, 6)) for n in (6, x % 9 + 1)]",
    "return [zlib.crc32(bytes([n])) % 7 for n in (1, 2, x % 256)], [crc32(b) for b in (b'a', bytes([x % 256]))]",
    "for _ in range(2100): zlib.crc32(b'a')\nreturn [zlib.crc32(bytes([n])) == 7 for n in (1, x % 256)]",
    "return [cmath.phase(complex(n, 1)) for n in (1, 2, x)], [binascii.hexlify(bytes([n])) for n in (1, x % 256)]",
    "data = array.array('i')\nfor n in (1, 2, x % 9): data.append(n)\nreturn list(data), data.index(2), [data.count(n) for n in (1, x % 9)], data[x % 3]",
    "data, append = array.array('d'), None\nfor n in (1, x % 9):\n    append = data.append\n    append(n)\nreturn list(data)",
    "return [Decimal(n).quantize(Decimal('0.1')) for n in (1, 2, x)], [decimal.Decimal('2.5').scaleb(n) for n in (1, x % 3)], [f'{Decimal(n)}' for n in (1, x)]",
    "view = memoryview(bytes([1, 2, x % 256, 4]))\nreturn len(view), view[2], view[x % 4], [view[n:].tobytes() for n in (1, x % 3)], len(view.cast('H'))",
    "hashed = hashlib.sha256()\nfor v in (b'a', bytes([x % 256]), b'c'): hashed.update(v)\nother = hashed.copy()\nother.update(b'd')\nreturn hashed.hexdigest()[:2] == 'ab', other.digest()[0] > 9, hashlib.md5(b'a').hexdigest()",
    "async def later(n):\n    await asyncio.sleep(0)\n    return n + 1\nasync def main():\n    asyncio.get_running_loop().call_soon(seen.append, x)\n    return await asyncio.gather(*[later(n) for n in (1, 2, x)])\nseen = []\nloop = asyncio.new_event_loop()\ntry: return [n > 3 for n in loop.run_until_complete(main()) + seen]\nfinally: loop.close()",
    "packer, box, made = zlib.compressobj(), Plain(0), []\nfor name in ('compress', 'compress', 'flush', 'compress'):\n    for n in (1, 2, x % 3 + 1):\n        box.m = getattr(packer, name)\n        made.append(box.m(n if name == 'flush' else bytes([n])))\nreturn made, [packer.compress(bytes([n])) for n in (1, 2, x % 256)]",
    "return [datetime.datetime(2020, 1, n).strftime('%d') for n in (1, 2, x % 28 + 1)], [datetime.date.fromisoformat('2020-01-0' + str(n)).day for n in (1, x % 9 + 1)]",
)  # fmt: skip

PREAMBLE = """
    import array, asyncio, binascii, bisect, cmath, collections, contextvars, copy, csv
    import dataclasses, pickle, sys, unicodedata
    import datetime, decimal, enum, functools, hashlib
    import heapq, io, itertools, json, keyword, math, operator, queue, re, struct, time, types
    import weakref, zlib
    from decimal import Decimal
    from fractions import Fraction
    from math import sqrt
    from urllib.parse import urlsplit
    from zlib import crc32
    import urllib.parse

    class Made:
        def __init__(self, n):
            self.n = n

        @staticmethod
        def fromkeys(n):
            return n + 1

        @classmethod
        def from_bytes(cls, n):
            return cls(n)

    class Doubles(dict):
        def __missing__(self, n):
            made = self[n] = n * 2
            return made

    def method(owner, name):
        return getattr(owner, name, owner)

    Pair = collections.namedtuple("Pair", "left right")

    @functools.lru_cache(8)
    def paired(n):
        return Pair(n, n + 1)

    ONES = re.compile("(1)")
    FIND, FOUND = ONES.search, ONES.match
    FIND = ONES.search
    PLAIN = object()
    namedtuple_of = collections.namedtuple("Pair", "a b")

    class Bag(dict):
        def __init__(self, *args, **named):
            super().__init__()
            super().__init__(*args, **named)

    class Spread(namedtuple_of):
        @classmethod
        def _make(cls, values):
            return super()._make([n + 1 if n > 2 else n for n in values])

    def added(a, b=2):
        return a + b

    class Plain:
        def __init__(self, n):
            self.n = n

        def __eq__(self, other):
            return type(other) is Plain and self.n == other.n

    class Key:
        def __init__(self, n):
            self.n = n

        def __hash__(self):
            return 5

        def __eq__(self, other):
            return type(other) is Key and self.n == other.n

    class Colour(enum.Enum):
        RED = 0
        BLUE = 1

    class Level(enum.IntEnum):
        LOW = 1

    class Counting:
        def __init__(self, n):
            self.n = n

        def __call__(self):
            return self.n + 1

    class Sink:
        def __init__(self):
            self.items = []

        def append(self, n):
            self.items.append(n + 1)

        def extend(self, more):
            self.items += [n + 1 for n in more]

    class Table:
        def get(self, n):
            return n + 1

        def setdefault(self, n, other):
            return n + other

    class Wrong(Exception):
        def __init__(self, n):
            super().__init__(n, "wrong")
            self.n = n

    class Said(Exception):
        def __str__(self):
            return f"said {self.args[0]}"

    class Told:
        def __init__(self, n):
            self.n = n

        def __str__(self):
            return f"T{self.n}"

        def __repr__(self):
            return "Told(" + repr(self.n) + ")"

        def grown(self, by):
            return self.n + by

    class Bad:
        def __str__(self):
            return 5

        def __repr__(self):
            return None

    @dataclasses.dataclass
    class Fields:
        a: int
        b: object = None

    @dataclasses.dataclass(repr=False)
    class More(Fields):
        c: int = 3

    @dataclasses.dataclass(slots=True)
    class Slots:
        a: int

    @functools.lru_cache(maxsize=32)
    def kept_two(a, other):
        return (a, other) if a else 1 / 0

    @functools.cache
    def kept_one(pair):
        return pair[0]

    class Tuple(tuple):
        def __new__(cls, n):
            self = super().__new__(cls, (n, 2))
            self.n = n
            return self
"""


@pytest.mark.parametrize("source", SNIPPETS)
def test_a_tracked_value_after_plain_ones_keeps_its_term(source: str) -> None:
    check(source, {"x": (0, 1, 2, 3, 5, -1, -2, 10, 37)}, preamble=PREAMBLE)


@pytest.mark.parametrize("source", LOSSY)
def test_native_code_that_has_no_model_is_told_of_a_tracked_value_after_plain_ones(
    source: str,
) -> None:
    runs = check(source, {"x": (0, 1, 2, 5, -1, 10)}, preamble=PREAMBLE, exact=False)

    assert all(run.lost or run.branches for run in runs)


def test_that_a_clock_was_read_is_told_once_in_each_run() -> None:
    source = "total = 0\nfor _ in range(3): total += time.time() > 0\nreturn total, x"
    runs = check(source, {"x": (1, 2, 3)}, preamble=PREAMBLE, exact=False)

    assert [[reason.what for reason in run.lost] for run in runs] == [["nondeterministic"]] * 3
