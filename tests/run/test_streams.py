"""`io.StringIO` and `io.BytesIO` that hold tracked text: all that is done there keeps its terms."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import random

import pytest
from laws import check

PREAMBLE = """
    import contextlib, copy, csv, io, json, os, pickle, quopri, shutil, struct, sys

    def tried(f, *args):
        try:
            return f(*args)
        except (OSError, OverflowError, TypeError, ValueError) as error:
            return type(error).__name__, str(error)
"""
TEXTS = ("", "a", "\n", "ab\ncd", "\r\n", "a\r\nb\rc\n", "x\n\ny", "1\n2\n")
BYTES = tuple(each.encode() for each in TEXTS)
SIZES = (0, 1, 2, 3, 9, -1, -2)

OF_TEXT = (
    "io.StringIO(s).read()", "io.StringIO(s).read(2)", "f = io.StringIO(s); return f.read(1), f.read(1), f.read(), f.read()",
    "io.StringIO(s).readline()", "f = io.StringIO(s); return f.readline(), f.readline(2), f.readline(-1), f.readline(None)",
    "list(io.StringIO(s))", "io.StringIO(s).readlines()", "[line.strip() for line in io.StringIO(s)]", "next(io.StringIO(s), 0)",
    "f = io.StringIO(s); a = f.read(1); return a, f.tell(), f.seek(0), f.read()", "f = io.StringIO(s); return f.seek(0, 2), f.tell(), f.read()",
    "f = io.StringIO(s); f.seek(3); return f.read(), f.tell(), f.write('z'), f.getvalue()", "f = io.StringIO(s); f.write('zz'); return f.read(), f.getvalue()",
    "f = io.StringIO(); f.write('<'); n = f.write(s); f.write('>'); return n, f.getvalue()", "f = io.StringIO('abc'); f.write(s); return f.getvalue(), f.tell(), f.read()",
    "f = io.StringIO(); f.writelines(['a', s, s]); return f.getvalue()", "f = io.StringIO(s); f.truncate(1); return f.getvalue(), f.tell(), f.read()",
    "f = io.StringIO(s); f.read(1); return f.truncate(), f.getvalue()", "f = io.StringIO(s); f.read(); f.truncate(1); f.write('z'); return f.getvalue()",
    "f = io.StringIO(s, newline=None); return f.read(2), f.readline(), f.getvalue()", "list(io.StringIO(s, newline=''))", "list(io.StringIO(s, '\\r'))",
    "list(io.StringIO(s, '\\r\\n'))", "f = io.StringIO(newline='\\r\\n'); n = f.write(s); return n, f.getvalue()", "io.StringIO(s, newline='').readline(2)",
    "f = io.StringIO(s); f.close(); return f.closed, tried(f.read), tried(f.write, s), tried(f.getvalue), tried(f.readline), tried(f.tell)",
    "with io.StringIO(s) as f:\n    a = f.read(1)\nreturn a, f.closed", "f = io.StringIO(s); return type(f) is io.StringIO, type(f).__name__, f.__class__, isinstance(f, io.TextIOBase), isinstance(f, io.IOBase)",
    "f = io.StringIO(s); return f.readable(), f.writable(), f.seekable(), f.isatty(), f.closed, f.encoding, f.errors, f.line_buffering, tried(f.fileno), tried(f.detach)",
    "f = io.StringIO(s); return tried(f.seek, -1), tried(f.seek, 1, 1), tried(f.seek, 0, 5), tried(f.read, 'a'), tried(f.read, 1.5), tried(f.write, 1), tried(f.truncate, -1)",
    "f = io.StringIO(s); f.name = 'n'; return f.name, vars(f)", "f = io.StringIO(s); return iter(f) is f, [(a, b) for a, b in enumerate(f)]",
    "list(map(len, io.StringIO(s)))", "''.join(io.StringIO(s))", "sorted(io.StringIO(s))", "list(zip(io.StringIO(s), 'ab'))", "list(iter(io.StringIO(s).readline, ''))",
    "f = io.StringIO(s); w = f.write; w('a'); w(s); w('b'); return f.getvalue()", "w = io.StringIO(); put = w.write; put('a'); put(s); put('b'); return w.getvalue()",
    "f = io.StringIO(); r = f.readline; f.write(s); f.seek(0); return r(), r()", "f = io.StringIO(); io.StringIO.write(f, s); return io.StringIO.getvalue(f)",
    "a, b = io.StringIO(s), io.StringIO(); shutil.copyfileobj(a, b); return b.getvalue()", "f = io.StringIO(s); g = f; return g is f, g == f, f != io.StringIO(s), {f: 1}[g]",
    "f = io.StringIO(); print(s, 1, file=f, sep='-', end='!'); return f.getvalue()", "f = io.StringIO(); print(len(s), [s], file=f); return f.getvalue()", "f = io.StringIO(); return tried(lambda: print(s, file=f, sep=1)), f.getvalue()", "f = io.StringIO(); print(file=f); print(s, s, file=f, flush=True); return f.getvalue()",
    "f = io.StringIO()\nwith contextlib.redirect_stdout(f):\n    print('a', s)\nreturn f.getvalue() == 'a a\\n'", "f = io.StringIO(); json.dump([s], f); return f.getvalue()",
    "f = io.StringIO(f'{s}!'); return f.read(2)", "f = io.StringIO(); f.write(f'{len(s)}:{s}'); return f.getvalue() == '1:a'",
    "f = io.BytesIO(s.encode()); f.seek(2**70 // 2**8); return tried(f.write, b'a')", "io.StringIO(initial_value=s).read()", "io.StringIO(None).read() + s", "tried(io.StringIO, s, s + 'q')[0]", "tried(io.BytesIO, s)", "tried(io.StringIO(s).readlines, 2)",
    "f = io.StringIO(s); f.seek(5); return f.write(''), f.write(s), f.getvalue()", "f = io.StringIO(s); w = f.write; f.truncate(0); f.seek(0); w(s); return f.getvalue()",
    "f = io.BytesIO(s.encode()); b = f.getbuffer; f.truncate(0); return b().nbytes",
    "f = io.StringIO(s); return tried(f.getvalue, 1), tried(f.tell, 1), tried(f.seek), tried(lambda: f.read(size=1)), tried(lambda: f.write(s=s))",
    "old, sys.stdin = sys.stdin, io.StringIO(s)\ntry:\n    return input(), input()\nexcept EOFError as error:\n    return str(error)\nfinally:\n    sys.stdin = old",
)  # fmt: skip
OF_BYTES = (
    "io.BytesIO(b).read()", "f = io.BytesIO(b); return f.read(1), f.read1(1), f.read(), f.read()", "list(io.BytesIO(b))", "io.BytesIO(b).readlines()",
    "io.BytesIO(b).readlines(2)", "f = io.BytesIO(b); return f.readline(), f.readline(2), f.tell()", "f = io.BytesIO(b); return f.seek(-1, 2), f.read(), f.seek(-9, 1), f.read(1), f.seek(1, 1), f.read()",
    "f = io.BytesIO(b'abc'); f.write(b); f.write(bytearray(b'-')); f.write(memoryview(b'+')); return f.getvalue()", "f = io.BytesIO(); f.writelines([b, b'x']); return f.getvalue()",
    "f = io.BytesIO(b); q = bytearray(b'---'); n = f.readinto(q); return n, q, f.read()", "f = io.BytesIO(b); f.seek(4); f.write(b'z'); return f.getvalue(), f.tell()",
    "f = io.BytesIO(b); f.truncate(1); f.seek(0, 2); return f.tell(), f.getvalue()", "f = io.BytesIO(b); return type(f) is io.BytesIO, isinstance(f, io.BufferedIOBase), tried(f.write, 'a'), tried(f.seek, -1), tried(f.read, b'')",
    "f = io.BytesIO(b); h = f.read(2); return struct.unpack('<H', h)[0] == 0x6261 if len(h) == 2 else None", "f = io.BytesIO(); f.write(bytearray(b)); return f.getvalue()",
    "b''.join(io.BytesIO(b))",
)  # fmt: skip
OF_PLACES = (
    "f = io.StringIO('ab\\ncd'); a = f.read(n); return a, f.tell(), f.read(1)", "f = io.StringIO('ab\\ncd'); a = f.readline(n); return a, f.tell()",
    "f = io.BytesIO(b'abcd'); f.seek(n + 2); return f.tell(), f.read(2), f.tell()", "f = io.BytesIO(b'abcd'); f.read(1); f.seek(n, 1); return f.tell(), f.read()",
    "f = io.BytesIO(b'abcd'); f.seek(n, 2); return f.tell(), f.read(1)", "f = io.StringIO('abcd'); a = f.truncate(n + 2); return a, f.getvalue()",
    "f = io.BytesIO(b'abcd'); f.seek(n + 2); f.write(b'z'); return f.getvalue()", "f = io.StringIO('abcd'); f.seek(n + 2); f.seek(1); return f.read(1), f.getvalue()",
)  # fmt: skip
LOST = (
    "f = io.StringIO(s, newline=None); return f.newlines", "pickle.loads(pickle.dumps(io.StringIO(s))).getvalue()",
    "copy.copy(io.StringIO(s)).getvalue()", "f = io.BytesIO(s.encode()); return f.getbuffer().nbytes, f.read()", "io.TextIOWrapper(io.BytesIO(s.encode())).read()",
    "f = io.StringIO(s); f.__init__('ab'); return f.read() + s",
    "f = io.BytesIO(s.encode()); tried(pickle.load, f); return f.read(1)", "csv.writer(f := io.StringIO()).writerow([s]); return f.getvalue()",
    "csv.writer(f := io.StringIO()).writerow(each for each in [s]); return f.getvalue()", "csv.writer(f := io.StringIO()).writerow(map(str.upper, [s])); return f.getvalue()",
)  # fmt: skip


@pytest.mark.parametrize("source", OF_TEXT)
def test_text(source: str) -> None:
    check(source, {"s": TEXTS}, preamble=PREAMBLE)


@pytest.mark.parametrize("source", OF_BYTES)
def test_bytes(source: str) -> None:
    check(source, {"b": BYTES}, preamble=PREAMBLE)


@pytest.mark.parametrize("source", OF_PLACES)
def test_tracked_sizes_and_places(source: str) -> None:
    check(source, {"n": SIZES}, preamble=PREAMBLE, exact="n + 2" in source)


@pytest.mark.parametrize("does", ["read", "seek"])
def test_sizes_are_those_that_native_code_takes(does: str) -> None:
    ends = (2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 0)
    source = f"f = io.BytesIO(b'abc'); return tried(f.{does}, n), f.tell()"
    check(source, {"n": ends}, preamble=PREAMBLE, exact=False)


@pytest.mark.parametrize("source", LOST)
def test_what_native_code_reads_leaves_a_reason(source: str) -> None:
    for run in check(source, {"s": ("a,b", "1\r\n2", "x")}, preamble=PREAMBLE, exact=False):
        assert run.lost, run


ROWS = (
    "", "a,b", '"a"', '"a""b",c', '"a', "a\r\nb", ",", "a\n\n,b", '"a\nb"\nc', "a\\,b", ' a, "b"', '"a"b', "1,'x'", "a\rb",
)  # fmt: skip
READ = """
    r = csv.reader(LINES)
    rows = []
    try:
        for row in r:
            rows.append((row, r.line_num))
    except csv.Error as error:
        rows.append(str(error))
    return rows, type(r) is type(csv.reader([])), r.dialect.delimiter
"""
LINES = ("io.StringIO(s, newline='')", "s", "s.splitlines(True)", "(each for each in ['x,\"', s])")
DIALECTS = (
    "", ", skipinitialspace=True, strict=True", r", escapechar='\\', doublequote=False", ", quotechar=\"'\"",
    ", quoting=csv.QUOTE_NONE, delimiter=' '",
)  # fmt: skip


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("lines", LINES)
def test_rows_of_csv(lines: str, dialect: str) -> None:
    check(READ.replace("LINES", lines + dialect), {"s": ROWS}, preamble=PREAMBLE)


def test_rows_that_come_later() -> None:
    source = """
        f = io.StringIO(s)
        r = csv.reader(f)
        told = list(r), next(r, None)
        f.write("x,y")
        f.seek(0)
        return told, list(r), r.line_num
    """
    check(source, {"s": ("", "a", "a\nb\n")}, preamble=PREAMBLE)


def test_columns_of_csv_by_name() -> None:
    source = "return [row['a'] == 'b' for row in csv.DictReader(io.StringIO('a,b\\n' + s))]"
    check(source, {"s": ROWS}, preamble=PREAMBLE)


def test_numbers_of_csv_leave_a_reason() -> None:
    source = "tried(lambda: list(csv.reader([s], quoting=csv.QUOTE_NONNUMERIC)))"
    for run in check(source, {"s": ("1", "12", "a", "b")}, preamble=PREAMBLE, exact=False):
        assert run.lost, run


def _operations(drawn: random.Random, value: str) -> str:
    """A program that does things with a stream, in an order drawn by chance."""
    is_text = value == "s"
    plain = (
        ("'a'", "'x\\ny'", "'\\r\\n'", "''") if is_text else ("b'a'", "b'x\\ny'", "bytearray(b'q')")
    )
    newline = (
        drawn.choice(("", "", ", newline=None", ", newline=''", ", '\\r\\n'")) if is_text else ""
    )
    made = drawn.choice((value, value, plain[1]))
    lines = [f"f = io.{'StringIO' if is_text else 'BytesIO'}({made}{newline})", "told = []"]
    for _ in range(drawn.randint(3, 7)):
        size = drawn.choice(("", "0", "1", "3", "n"))
        does = drawn.choice(
            (
                *(f"f.read, {size}", f"f.readline, {size}", "f.readlines", "f.tell", "f.getvalue"),
                *(f"f.seek, {size or 0}", "f.seek, 0, 2", "f.seek, 0", "next, f, 0", "list, f"),
                *(f"f.write, {value}", f"f.write, {drawn.choice(plain)}", f"f.truncate, {size}"),
                *(f"f.writelines, [{value}]", "f.seek, n, 1", "f.seek, 0, 1"),
            )
        )
        lines.append(f"told.append(tried({does.rstrip(', ')}))")
    return "\n".join([*lines, "told.append((f.tell(), f.getvalue()))", "return told"])


@pytest.mark.parametrize("seed", range(20))
def test_programs_by_chance(seed: int) -> None:
    drawn = random.Random(seed)
    name, values = drawn.choice((("s", TEXTS), ("b", BYTES)))
    source = _operations(drawn, name)
    check(source, {name: values, "n": (0, 1, 2, 5, -1)}, preamble=PREAMBLE, exact=False, size=10)
