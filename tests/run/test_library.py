"""The standard library with tracked values: models, versions in Python, and what is opaque."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import pytest
from laws import check

PREAMBLE = """
    import array, ascii85, bisect, collections, copy, functools, heapq, io, itertools, json, math
    import operator, os, random, statistics, string, struct, sys, textwrap, warnings, zlib

    class Plain:
        a = 1

        def __init__(self):
            self.ab = 2

    class Guessing:
        def __getattr__(self, name):
            if name == "zz":
                return 5
            raise AttributeError(name)

    class Slotted:
        __slots__ = ("a",)
""".replace("ascii85, ", "")
WORDS = ("a", "", "ab", "b", "zz", "x1")
LISTS = ([], [3], [3, 1], [2, 2, 1], [5, 4, 3, 2])
PLACES = (0, 1, 2, 3, -1, 7)

OF_WORDS = (
    "getattr(Plain(), s, None)", "getattr(Plain(), s)", "hasattr(Plain(), s)", "getattr(Guessing(), s, 0)",
    "getattr(Guessing(), s)", "hasattr(Guessing(), s)", "x = Slotted(); setattr(x, s, 5); return x.a",
    "x = Plain(); delattr(x, s); return vars(x)", "sys.intern(s) == 'a'", "operator.concat('a', s)",
    "operator.concat(s, 1)", "operator.add(s, 'b')", "operator.eq('ab', s)", "os.fspath(s)", "isinstance(s, str)",
    "callable(s)", "ValueError(s).args", "str(ValueError(s))", "raise KeyError(s)", "raise OSError(2, s)",
    "try:\n    raise ValueError(s)\nexcept ValueError as e:\n    return str(e) == 'ab'",
    "functools.reduce(operator.add, [s, 'b'])", "list(itertools.chain([s], 'b'))", "list(itertools.zip_longest(s, 'abc'))",
    "[k for k, g in itertools.groupby(s + 'b')]", "functools.partial(operator.add, s)('c')", "copy.copy([s])",
    "copy.deepcopy({'k': [s]})", "sorted([s, 'b', 'aa'])", "max(s, 'b')", "heapq.nsmallest(1, [s, 'b'])",
    "bisect.bisect(['a', 'b'], s)", "collections.deque([s])", "type(s, (), {}).__name__", "list(map(str.upper, [s]))",
    "random.Random(1).choice([s, s])", "type(s) is str", "id(s) == id(s)", "dict(k=s)", "'{k}'.format_map({'k': s})",
    "sys.stdout.write(s) * 0", "collections.UserString(s).data", "collections.namedtuple('N', 'a')(s).a",
)  # fmt: skip
OF_LISTS = (
    "heapq.heapify(xs); return xs", "heapq.heappush(xs, n); return xs", "[heapq.heappop(xs), xs]",
    "heapq.heappushpop(xs, n)", "heapq.heapreplace(xs, n)", "heapq.nsmallest(2, xs)", "heapq.nlargest(2, xs)",
    "list(heapq.merge(xs, [n]))", "bisect.bisect(xs, n)", "bisect.bisect_left(xs, 2, n)",
    "bisect.bisect_right([1, 2, 3, 4], 2, n)", "bisect.bisect([1, 2, 3], 2, 0, n)", "bisect.insort(xs, n); return xs",
    "q = [1, 2, 3]; bisect.insort(q, 2, n); return q", "list(itertools.islice(xs, n))",
    "list(itertools.islice('abcd', n, None, 2))", "list(itertools.islice('abcdef', 1, 4, n))",
    "it = iter('abcdef'); a = list(itertools.islice(it, n, 3)); return a, list(it)", "list(itertools.repeat(1, n))",
    "list(itertools.repeat('a', times=n))", "list(itertools.combinations('abc', n))", "list(itertools.permutations(xs[:2], n))",
    "list(itertools.accumulate(xs))", "list(itertools.pairwise(xs))", "list(itertools.zip_longest(xs, [n]))",
    "list(itertools.chain(xs, [n]))", "list(itertools.chain.from_iterable([xs, xs]))",
    "list(itertools.takewhile(lambda q: q > n, xs))", "[(k, list(g)) for k, g in itertools.groupby(xs)]",
    "list(itertools.compress('abcd', xs))", "list(itertools.starmap(pow, [(n, 2)]))", "list(itertools.product(xs, [n]))",
    "list(zip(xs, itertools.count(n)))", "[list(q) for q in itertools.tee(xs)]", "[1].__add__(xs)", "[3].__eq__(xs)",
    "operator.indexOf(xs, n)", "operator.countOf(xs, n)", "list.append(xs, n); return xs", "sum(xs)",
    "functools.reduce(lambda a, b: a * b, xs, 1)", "sorted(xs, key=functools.cmp_to_key(lambda a, b: b - a))",
    "copy.copy(xs)", "copy.deepcopy(xs)", "(lambda *a: a)(*xs)", "operator.concat(xs, [1])",
)  # fmt: skip
OPAQUE = (
    "io.TextIOWrapper(io.BytesIO(s.encode())).read()", "os.path.exists(s)", "open(s)", "eval(s)", "exec(s)", "__import__(s)",
    "sys.getsizeof(s)", "zlib.crc32(bytes(s, 'utf-8'))", "zlib.crc32(s.encode())", "hash(s)", "x = Plain(); setattr(x, s + 'q', 5); return len(vars(x))",
    "memoryview(bytes(s, 'utf8')).nbytes", "string.Formatter().format(s)",
    "array.array('u', s)", "statistics.NormalDist().inv_cdf(0.5 + len(s) / 100)",
)  # fmt: skip


@pytest.mark.parametrize("source", OF_WORDS)
def test_text_in_the_library(source: str) -> None:
    check(source, {"s": WORDS}, preamble=PREAMBLE)


@pytest.mark.parametrize("source", OF_LISTS)
def test_lists_in_the_library(source: str) -> None:
    check(source, {"xs": LISTS, "n": PLACES}, preamble=PREAMBLE, size=18)


@pytest.mark.parametrize("source", OPAQUE)
def test_native_code_that_reads_text_leaves_a_reason(source: str) -> None:
    for run in check(source, {"s": WORDS}, preamble=PREAMBLE, exact=False):
        assert run.lost or run.assignment["len(s)"] == 0, run


def test_an_opaque_call_that_changes_a_list_changes_the_tracked_one() -> None:
    source = "q = [n, 1]; operator.attrgetter('clear')(q)(); array.array('i', q); return q"
    check(source, {"n": (1, 2)}, preamble=PREAMBLE, exact=False)


def test_a_warning_blames_the_line_that_warns() -> None:
    source = """
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            warnings.warn("plain")
            warnings.warn(s)
        return [(w.lineno, w.filename[-3:]) for w in seen]
    """
    check(source, {"s": WORDS}, preamble=PREAMBLE, exact=False)


# json

JSON = (
    "", "1", '"', '"a"', '"\\n"', '"\\x"', '"\\u0041"', '"\\u 041"', '"\\ud83d\\ude00"', '"\x01"', "{}", '{"a":1}', '{"a" 1}',
    '{"a":1,}', "[", "[1]", "[1,2]", "[1 2]", "[,", "nul", "null", "true", "-1", "-", "1.5", "01", " 1 ", "1 2", "{1:2}",
    "NaN", "-Infinity", '"\\ud83d', '"\\u12', '[[]]', '[{"b":[]}]', '"a\\', '{"', '{"a":', '{"a":1', '{"a":x}', "1e5", "1\u0660", "1.\u0665",
)  # fmt: skip


@pytest.mark.parametrize(
    "source", ("json.loads(s)", "json.JSONDecoder().raw_decode(s)", "json.loads(s, strict=False)")
)
def test_json_of_tracked_text(source: str) -> None:
    check(source, {"s": JSON}, preamble=PREAMBLE, exact=False, size=60)


def test_json_from_a_tracked_place() -> None:
    source = "json.JSONDecoder().raw_decode(s, n)"
    check(source, {"s": ("[1, 2]", ""), "n": (-1, 0, 1, 4, 9)}, preamble=PREAMBLE, exact=False)


@pytest.mark.parametrize(
    "source",
    (
        "json.dumps(s)", "json.dumps(s, ensure_ascii=False)", "json.dumps([s, {'k': s}])", "json.dumps({s: 1})",
        "json.dumps([s], indent=2)", "json.dumps(object(), default=lambda o: s)",
    ),
)  # fmt: skip
def test_tracked_text_as_json(source: str) -> None:
    words = ("", "a", '"', "\n", "\u00e9", "\U0001f600", "\\")
    check(source, {"s": words}, preamble=PREAMBLE, exact=False)


@pytest.mark.parametrize(
    "source", ("json.dumps({'a': [n, None, True, 1.5]})", "json.dumps([n], indent=1)")
)
def test_tracked_numbers_as_json(source: str) -> None:
    check(source, {"n": (0, 1, -5, 1000)}, preamble=PREAMBLE)


@pytest.mark.parametrize(
    "called", ("cached(1)", "format(Old(), 'x')", "f'{Old():x}'", "'{:x}'.format(Old())")
)
def test_a_warning_names_the_line_of_the_caller(called: str) -> None:
    preamble = """
        import functools, warnings

        class Old:
            def __format__(self, spec):
                warnings.warn('old', DeprecationWarning, stacklevel=2)
                return spec

        @functools.lru_cache
        def cached(a):
            warnings.warn('old', DeprecationWarning, stacklevel=2)
            return a
    """
    source = f"""
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter('always')
            {called}
            cached.cache_clear()
        return found[0].lineno, found[0].filename.rpartition('_')[0], x
    """
    check(source, {"x": (1, 2)}, preamble=preamble)
