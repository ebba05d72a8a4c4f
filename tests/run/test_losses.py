"""What can't keep a term leaves a reason, and the right value."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import pytest
from laws import check

LOSSY = (
    "hash(x)", "str(x)", "complex(x)", "zlib.crc32(bytes([x % 256]))", "struct.pack('i', x)",
    "'%d' % x", "f'{x}'", "json.dumps(x)", "json.dumps({'a': [x]})", "Decimal(x)", "Decimal(1) + x",
    "timedelta(days=x)", "timedelta(days=1) * x", "date(2024, 1, 1 + x)", "array.array('i', [x])",
    "math.factorial(x)", "chr(65 + x)", "bytes([x])",
    "bytearray(x)", "x.to_bytes(4, 'big')", "'abc'.center(x)", "'a'.zfill(x)", "'a b c'.split(' ', x)",
    "random.Random(x).random()", "pickle.dumps(x)", "binascii.crc32(b'%d' % x)", "hashlib.md5(str(x).encode()).hexdigest()",
    "hash((x, 1))", "(1).__add__(x)", "2.5 .__add__(x)", "int(str(x))",
    "datetime.fromtimestamp(x, timezone.utc)", "time.gmtime(x)[0]", "list(itertools.repeat(1, x))",
    "list(itertools.islice('abcdef', x))", "memoryview(b'abcdefgh')[x]",
    "re.compile('a{%d}' % x).pattern", "statistics.mean([x, 1])", "x.__index__()",
    "list({x, 50})", "frozenset([x, 3])", "{frozenset([x])} == {frozenset([3])}", "set([x, 9]).pop()",
    "[{x}] == [{3}]", "{x: 1}.keys() & {3}", "{x: 1}.items() == {3: 1}.items()",
    "len(str(x))", "str(x) == str(x)[::-1]", "repr([x])", "ascii(x)", "format(x, 'b').count('1')", "bin(x).count('1')",
    "operator.length_hint(iter([]), x)", "unicodedata.name(chr(97 + x))", "base64.b64encode(bytes([x]))", "x.__format__('')",
    "Opaque()[x]", "sys.intern(str(x))", "list(map(str, [x]))",
    "'{:>{}}'.format('a', x)",
)  # fmt: skip
PREAMBLE = """
    import array, base64, binascii, functools, hashlib, itertools, json, math, operator, pickle
    import random, re, statistics, struct, sys, time, unicodedata, zlib
    from datetime import date, datetime, timedelta, timezone
    from decimal import Decimal
    from fractions import Fraction

    class Opaque:
        __getitem__ = [10, 20, 30, 40, 50, 60, 70, 80].__getitem__
"""


@pytest.mark.parametrize("expression", LOSSY)
def test_a_lost_term_leaves_a_reason(expression: str) -> None:
    source = f"r = {expression}\nreturn [r]"
    runs = check(source, {"x": (1, 2, 3, 4, 5, 6, 7)}, preamble=PREAMBLE, exact=False)

    assert all(run.lost for run in runs), expression


def test_sound_imprecision_pins_what_it_loses() -> None:
    from laws import Snippet, tracked

    from wend.expr.evaluate import evaluate
    from wend.run.recorder import Recorder, recording

    snippet = Snippet("s = str(x)\nreturn len(s) + y", ("x", "y"))
    recorder = Recorder("sound")
    with recording(recorder):
        snippet.twin.call({"x": 12, "y": 1}, tracked)
    pins = [condition for site, condition, _, _ in recorder.branches if site.kind == "pin"]

    assert [evaluate(pin, {"x": 12}) for pin in pins] == [True]
    assert [evaluate(pin, {"x": 13}) for pin in pins] == [False]
