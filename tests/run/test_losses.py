"""What can't keep a term leaves a reason, and the right value."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

from typing import Any

import pytest
from laws import Snippet, check, satisfies

from wend.run.calls.callee import call
from wend.run.recorder import Recorder, recording
from wend.run.tracked.text import input_text, lose

LOSSY = (
    "zlib.crc32(bytes([x % 256]))", "struct.pack('d', x)", "Decimal(x)",
    "Decimal(1) + x", "timedelta(days=1) * x", "array.array('i', [x])", "math.factorial(x + 30)",
    "random.Random(x).random()", "pickle.dumps(x)", "binascii.crc32(b'%d' % x)",
    "hashlib.md5(str(x).encode()).hexdigest()", "hash((x, 1))", "(1).__add__(x)", "2.5 .__add__(x)",
    "datetime.fromtimestamp(x, timezone.utc)", "time.gmtime(x)[0]", "memoryview(b'abcdefgh')[x]",
    "re.compile('a{%d}' % x).pattern", "statistics.mean([x, 1])", "x.__index__()", "list({x, 50})",
    "frozenset([x, 3])", "{frozenset([x])} == {frozenset([3])}", "set([x, 9]).pop()", "[{x}] == [{3}]",
    "{x: 1}.items() == {3: 1}.items()", "operator.length_hint(iter([]), x)", "unicodedata.name(chr(97 + x))",
    "x.__format__('')", "Opaque()[x]",
)  # fmt: skip

EXACT = (
    "str(x)", "'%d' % x", "f'{x}'", "json.dumps(x)", "json.dumps({'a': [x]})", "timedelta(days=x)",
    "date(2024, 1, 1 + x)", "chr(65 + x)", "bytes([x])", "bytearray(x)", "x.to_bytes(4, 'big')",
    "'abc'.center(x)", "'a'.zfill(x)", "'a b c'.split(' ', x)", "int(str(x))", "list(itertools.repeat(1, x))",
    "list(itertools.islice('abcdef', x))", "{x: 1}.keys() & {3}", "len(str(x))", "str(x) == str(x)[::-1]",
    "repr([x])", "ascii(x)", "format(x, 'b').count('1')", "bin(x).count('1')", "sys.intern(str(x))",
    "list(map(str, [x]))", "'{:>{}}'.format('a', x)", "hash(x)", "struct.pack('i', x)",
    "base64.b64encode(bytes([x]))", "math.factorial(x)", "math.comb(9, x)", "math.perm(x, None)",
    "abs(complex(x, 1))", "complex(x)", "complex(1, x).imag",
)  # fmt: skip
"""What looks as though it had to lose its term and does not."""

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


def test_a_memoryview_of_a_bytearray_that_gets_a_tracked_byte() -> None:
    source = """
    data = bytearray(4)
    view = memoryview(data)
    data[0] = x
    view[1] = 7
    return bytes(data), view[0] > 3
    """
    runs = check(source, {"x": (1, 2, 5)}, exact=False)

    assert all(run.lost for run in runs)


@pytest.mark.parametrize("expression", EXACT)
def test_a_kept_term_leaves_none(expression: str) -> None:
    source = f"r = {expression}\nreturn [r]"
    check(source, {"x": (1, 2, 3, 4, 5, 6, 7)}, preamble=PREAMBLE)


PINNED = (
    ("hash((x, 1)) == 3", 12, 13),
    ("Decimal(1) + x", 12, -12),
    ("zlib.crc32(x.encode()) == 3", "ab", "ac"),
    ("zlib.crc32(x.encode()) == 3", "ab", "abc"),
    ("hashlib.md5(x).digest() == bytes(16)", b"ab", b"aa"),
    ("struct.pack('d', x) == bytes(8)", 1.5, -1.5),
    ("Decimal(zlib.crc32(x)) > 5", b"ab", b"ac"),
    ("random.Random(x).random() > 0.5", 12, 13),
)


@pytest.mark.parametrize(("expression", "value", "other"), PINNED)
def test_sound_imprecision_pins_what_it_loses(expression: str, value: Any, other: Any) -> None:
    snippet = Snippet(f"1 if {expression} else 0", ("x", "y"), PREAMBLE)
    run = snippet.run_twin({"x": value, "y": 1}, "sound")
    free = snippet.run_twin({"x": value, "y": 2}, "sound")
    differs = snippet.run_twin({"x": other, "y": 1}, "sound")

    assert any(reason.what == "pinned" for reason in run.reasons)
    assert satisfies(run.assignment, run.branches)
    assert satisfies(free.assignment, run.branches)
    assert not satisfies(differs.assignment, run.branches)


def test_what_no_condition_uses_pins_nothing() -> None:
    snippet = Snippet(
        "z = zlib.crc32(x.encode())\nreturn z if y == 10 else 0", ("x", "y"), PREAMBLE
    )
    run = snippet.run_twin({"x": "ab", "y": 1}, "sound")
    other = snippet.run_twin({"x": "ac", "y": 1}, "sound")

    assert satisfies(other.assignment, run.branches)


def test_sound_pins_the_arguments_of_a_call_that_raises() -> None:
    source = "try:\n    return math.factorial(x)\nexcept ValueError:\n    return -1"
    snippet = Snippet(source, ("x",), PREAMBLE)
    run = snippet.run_twin({"x": -3}, "sound")
    other = snippet.run_twin({"x": 3}, "sound")

    assert not satisfies(other.assignment, run.branches)


def test_what_is_lost_inside_of_other_text_is_said_once() -> None:
    recorder = Recorder()
    with recording(recorder):
        quoted = call(repr)(input_text("s", "a"))
        assert lose(quoted, "somebody reads it") == "'a'"

    assert {each.says for each in recorder.reasons} == {
        "somebody reads it: what depends on it is not explored"
    }
