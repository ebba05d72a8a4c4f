"""Tracked bytes and bytearrays keep the laws: every operator and every method."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import check

from wend.run.models.octets.octets_common import NATIVE_WHERE_BARE, SAME_FOR_ALL_BYTES, overrides
from wend.run.tracked.octets import BareByteArray, SymByteArray, SymBytes

B = (b"", b"a", b"ab", b"a,b", b" x ", b"\xff\x00", b"it's", b"AbC d", b"aXbXa", b"\t1\n2")
PARTS = (b"", b"a", b"X", b",", b"ab")

OPERATORS = (
    "b", "b[0]", "b[-1]", "b[1:]", "b[:2]", "b[::-1]", "b[1:-1]", "b[5]", "b['a']", "len(b)", "list(b)", "bool(b)", "not b",
    "[x for x in b]", "b + b'x'", "b'x' + b", "b + bytearray(b'x')", "bytearray(b'x') + b", "b + 'x'", "b + 3", "b * 2", "3 * b", "b * -1", "b * 1.5",
    "b == b'ab'", "b'ab' == b", "b != b'a'", "b == 'ab'", "b == bytearray(b'a')", "b < b'b'", "b <= b'ab'", "b'b' > b", "b >= b'a'", "b < 3",
    "b'a' in b", "97 in b", "b in b'abc'", "'a' in b", "300 in b", "b'' in b", "max(b, default=0)", "sum(b)", "sorted(b)", "tuple(b)[:1]",
    "type(b)", "isinstance(b, bytes)", "b is b", "b and 1", "bytes(b)", "bytearray(b)", "b.hex()", "b.hex(':')", "b.hex('-', 2)", "repr(b)[2:]", "str(b)[1]",
    "f'{b}'[2:]", "f'{b!r}'", "'%s' % b", "b'%s|%b' % (b, b)", "ord(b)", "int(b)", "int(b, 16)", "int.from_bytes(b, 'big')", "int.from_bytes(b, 'little', signed=True)",
    "[*b]", "x, *y = b\nreturn x, y", "for i, c in enumerate(b):\n  if c > 100: return i", "b.decode('latin-1')", "str(b, 'latin-1')", "b.copy()", "b.nothing", "b'' + b", "dict(zip(b, b'12'))[97]",
    "any(c == 65 for c in b)", "b[0] + 1 if b else 0", "b[0:1] == b'a'", "bytes(reversed(b))", "bytes([c ^ 1 for c in b])", "bytes(c // 2 for c in b)", "b.__len__()", "b.__add__(b'x')",
)  # fmt: skip
METHODS = (
    "b.find(p)", "b.find(p, 1)", "b.rfind(p)", "b.index(p)", "b.rindex(p, 0, 3)", "b.count(p)", "b.startswith(p)", "b.endswith(p)", "b.startswith((p, b'b'))",
    "b.removeprefix(p)", "b.removesuffix(p)", "b.partition(p)", "b.rpartition(p)", "b.split(p)", "b.split(p, 1)", "b.rsplit(p, maxsplit=1)", "b.strip(p)", "b.lstrip(p)", "b.rstrip(p)",
    "b.replace(p, b'--')", "b.replace(b'a', p)", "b.replace(b'a', p, 1)", "p.join([b, b'z', b])", "b','.join([b, p])", "b','.join([b, array('h', [1])])", "b + array('h', [1])", "b == array('b', [97])", "b.find(array('b', [97]))", "array('b') + b", "b.translate(None, p)", "p in b", "b + p", "p == b", "p < b",
)  # fmt: skip
ALONE = (
    "b.split()", "b.split(None, 1)", "b.rsplit()", "b.rsplit(maxsplit=1)", "b.splitlines()", "b.splitlines(True)", "b.strip()", "b.lstrip()", "b.rstrip(None)", "b.find(97)", "b.count(65)", "b.index(97)",
    "b.find('a')", "b.find(300)", "b.find(-1)", "b.upper()", "b.lower()", "b.title()", "b.capitalize()", "b.swapcase()", "b.isalpha()", "b.isdigit()", "b.isalnum()", "b.isspace()", "b.islower()",
    "b.isupper()", "b.istitle()", "b.isascii()", "b.center(6)", "b.center(7, b'*')", "b.ljust(5)", "b.rjust(5, b'0')", "b.zfill(5)", "b.expandtabs()", "b.expandtabs(4)", "b.translate(bytes(range(255, -1, -1)))",
    "b.translate(bytes(range(256)), b'a')", "b.translate(b'x')", "b.split('x')", "b.split(b'')", "b.join(['x'])", "b.join(3)", "b','.join(b)", "b.replace('a', b'b')", "b.startswith('a')", "b.center('a')", "b.strip('a')",
    "b.removeprefix(3)", "b.partition(b'')", "b.decode('nothing')", "b.ljust(5, b'ab')", "b.find(b'a', 'x')", "b.hex(3)", "b.count()", "b.upper(1)",
)  # fmt: skip


@pytest.mark.parametrize("source", [*OPERATORS, *ALONE])
def test_bytes(source: str) -> None:
    check(source, {"b": B}, exact="hash" not in source)


@pytest.mark.parametrize("source", [*OPERATORS, *ALONE])
def test_bytearrays(source: str) -> None:
    if source not in ("b is b",):
        check(source, {"b": [*map(bytearray, B)]})


@pytest.mark.parametrize("source", METHODS)
@pytest.mark.parametrize("kind", (bytes, bytearray))
def test_tracked_on_either_side(source: str, kind: type) -> None:
    own = "from array import array\n"
    check(source, {"b": [*map(kind, B)], "p": PARTS}, size=24, preamble=own)
    source = source if "\n" in source else f"return {source}"
    check("b = b'aXb,a'\n" + source, {"p": PARTS}, preamble=own)


def test_tracked_indices() -> None:
    check("b[i]", {"b": (b"abc", b"x"), "i": range(-4, 5)}, size=24)
    check("b'abc'[i]", {"i": range(-4, 5)})
    check("b[i:j]", {"b": (b"abc", b"x"), "i": range(-2, 3), "j": range(4)}, size=24)
    check("x in b, b.find(x), b.count(x)", {"b": (b"abc", b""), "x": (97, 98, 255, 300, -1)})
    check("b * n", {"b": (b"ab", b""), "n": (-1, 0, 1, 3)})


CHANGES = (
    "b.append(x)", "b.extend([x, 1])", "b.extend(b'yz')", "b.extend(bytes([x]))", "b.extend(memoryview(b'yz'))", "b.extend(array('h', [1]))", "b[1:1] = array('h', [1])", "b += array('h', [1])", "b.insert(1, x)", "b.insert(x, 1)", "b.pop()", "b.pop(0)", "b.pop(x)", "b.remove(x)", "b.remove(97)", "b.reverse()", "b.clear()",
    "b[0] = x", "b[-1] = 65", "b[x] = 66", "b[x] = x", "b[1:2] = [x, x]", "b[:] = b'q'", "b[::2] = b'12'", "b[x:] = b''", "del b[0]", "del b[x]", "del b[1:]", "del b[x:]", "b += b'z'", "b += bytes([x])", "b += [x]", "b *= 2", "b *= x",
    "b[0] = 'a'", "b[0] = 300", "b.append('a')", "b.append(300)", "b[9] = 1", "b['a'] = 1", "b += 'a'", "b.extend('a')", "b.extend(3)", "b.pop('a')", "b[0:1] = 3", "b[0:1] = x", "b[0] += x",
)  # fmt: skip


PUT_IN = (
    "b[0], y = x, 1", "y, b[0] = 1, x", "*b[1:], y = x, x, 1", "for b[1] in [0, x]: pass", "b[0]: int = x", "b[0]: int", "b[1] ^= x", "b[n] += x", "b[n] |= 3; b[n] &= x", "b[n] = x; b[n] = 3", "b[:2] = bytes([x, x])",
    "b[1:2] += bytes([x])", "b[n:] = [x]", "b[n], b[n + 1] = b[n + 1], x", "b.__setitem__(0, x)", "bytearray.append(b, x)", "bytearray.__setitem__(b, 1, x)", "put = b.append; put(1); put(x)", "put = b.append; put(x); put(1)", "put = b.__setitem__; put(0, x); put(1, 1)", "list(map(b.append, [1, x]))",
    "operator.setitem(b, 0, x)", "operator.setitem(b, slice(0, 1), bytes([x]))", "b = b[:]; b[0] = x", "b = b[n:]; b[0] = x", "b = b[slice(0, 2)]; b[0] = x", "b = operator.getitem(b, slice(1)); b[0] = x",
    "b = operator.itemgetter(slice(2))(b); b[0] = x", "b = b.__getitem__(slice(2)); b[0] = x", "struct.pack_into('B', b, 1, x)", "b.insert(n, x); b.pop(0)", "c = []\nfor to in (b, c, b): to.append(x)\nb = b + bytes(c)",
    "for to in (b, Own(), b): to.append(x)", "for to in ([], Own(), b): to.append(x)", "it = iter(b); y = [next(it)]; b[2] = x; b.append(x); b = y + [*it]", "it = iter(b); y = next(it); b.append(7); b = [y, *it]",
    "y = []\nfor c in b:\n  b[-1] = x; y.append(c)\nb = y", "for at, c in enumerate(b): b[at] = c ^ x", "y = iter(b); next(y); b[1] = x; b[1] = 5; z = iter(b); next(z); b[2] = x; b = [*y], [*z]", "b[n % 2] -= Index(x)",
    "b.find(x), b.count(x), b.startswith(bytes([x]))", "b = b.find(x), b.index(97), b.hex(), b.decode('latin-1'), len(b), b.isalpha()", "find = b.find; b = find(bytes([x])), find(98)",
)  # fmt: skip
WAYS_IN = """
    import operator, struct

    class Own:
        def append(self, x):
            self.x = x

    class Index:
        def __init__(self, x):
            self.x = x

        def __rsub__(self, other):
            return (other - self.x) % 256
"""


@pytest.mark.parametrize("put", PUT_IN)
def test_what_is_put_into_a_plain_bytearray(put: str) -> None:
    """By whichever way; twice, since twins have then met it."""
    source = "n = 1\nfor _ in (1, 2):\n  b = bytearray(b'abc')\n"
    body = "".join(f"  {line}\n" for line in put.split("\n"))
    check(source + body + "return b", {"x": (0, 1, 97, 255, 256, -5)}, preamble=WAYS_IN)


@pytest.mark.parametrize("change", CHANGES)
def test_changes(change: str) -> None:
    xs = (0, 1, 2, -1, 97, 255, 256, -5)
    arrays = [bytearray(b""), bytearray(b"a"), bytearray(b"abc")]
    guard = "if not -3 < x < 4: return\n" if "*= x" in change else ""
    own = "from array import array\n"
    end = "return b, len(b), bytes(b)"
    check(f"{guard}{change}\n{end}", {"b": arrays, "x": xs}, size=24, preamble=own)
    begin, end = "b = bytearray(b'abc')\nc = b", "return b, b is c, type(b)"
    check(f"{guard}{begin}\n{change}\n{end}", {"x": xs}, preamble=own)


def test_a_write_at_a_tracked_place_keeps_both_alternatives() -> None:
    runs = check(
        "b = bytearray(3)\nb[i] = 1\nb[j] = 2\nreturn b[i] == 1", {"i": (0, 1, 2), "j": (0, 1, 2)}
    )
    assert len({tuple(run.branches) for run in runs}) == 1


CONSTRUCTORS = (
    "bytes([x, 1])", "bytes((x,))", "bytes(x)", "bytes([x])[0] == x", "bytearray([x, 65])", "bytearray(x)", "bytes(c for c in (x, 2))", "bytes(True)", "bytes('a', 'ascii')", "bytes('a')", "bytes([x, 'a'])",
    "bytes({x})", "bytes(range(x))", "bytearray(b'a')", "bytearray()", "bytes()", "bytes(Thing(x))", "bytearray([300, x])", "x.to_bytes(2, 'big')", "x.to_bytes(1, 'little', signed=True)", "x.to_bytes(8, 'big', signed=True)",
    "x.to_bytes(0, 'big')", "x.to_bytes(2, 'middle')", "x.to_bytes(-1, 'big')", "x.to_bytes('a', 'big')", "int.from_bytes(x.to_bytes(4, 'big', signed=True), 'big', signed=True) == x", "int.from_bytes([x, 1], 'big')", "(x > 3).to_bytes(1, 'big')",
    "b'%d|%5x|%c' % (x, x, 65)", "b'%s' % x", "b'%a %r' % (x, x)", "b'%d' % 'a'", "bytearray(b'%d') % x", "b'%(a)d' % {b'a': x}", "b'x' % x", "b'%c' % x", "bytes.fromhex(f'{x % 256:02x}')", "bytes.fromhex(str(x))",
)  # fmt: skip


@pytest.mark.parametrize("source", CONSTRUCTORS)
def test_bytes_made_of_ints(source: str) -> None:
    preamble = "class Thing:\n    def __init__(self, n): self.n = n\n    def __bytes__(self): return bytes([self.n % 256])\n"
    check(source, {"x": (0, 1, 5, 65, 127, 128, 255, 256, -1, 4000)}, preamble=preamble)


TEXTS = ("", "a", "abc", "é", "aéb", "€", "\U0001f600", "\ud800", "a\ud800\udc00b", "ÿ", "Ā")


@pytest.mark.parametrize("encoding", ("ascii", "latin-1", "utf-8", "utf8", "L1", "US-ASCII"))
@pytest.mark.parametrize("errors", ("strict", "ignore", "replace"))
def test_encoding(encoding: str, errors: str) -> None:
    check(f"s.encode({encoding!r}, {errors!r})", {"s": TEXTS})
    check(f"bytes(s, {encoding!r}, errors={errors!r})", {"s": TEXTS})
    source = f"""
    try:
        return s.encode({encoding!r}, {errors!r})
    except UnicodeEncodeError as error:
        return error.encoding, error.object, error.start, error.end, error.reason
    """
    check(source, {"s": TEXTS})


OCTETS = (
    b"", b"a", b"abc", b"\x80", b"a\xc3\xa9b", b"\xc3", b"\xe2\x82\xac", b"\xe2\x82", b"\xf0\x9f\x98\x80", b"\xf0\x9f", b"\xff", b"\xed\xa0\x80",
    b"\xc0\x80", b"\xe0\x80\x80", b"\xf4\x90\x80\x80", b"\xf5a", b"\xe2a", b"\xe2\x82a", b"\xf1\x80\x80\xff",
)  # fmt: skip


@pytest.mark.parametrize("encoding", ("ascii", "latin-1", "utf-8"))
@pytest.mark.parametrize("errors", ("strict", "ignore", "replace"))
def test_decoding(encoding: str, errors: str) -> None:
    check(f"b.decode({encoding!r}, {errors!r})", {"b": OCTETS})
    check(f"str(b, {encoding!r}, errors={errors!r})", {"b": [*map(bytearray, OCTETS)]})
    source = f"""
    try:
        return b.decode({encoding!r}, {errors!r})
    except UnicodeDecodeError as error:
        return error.encoding, error.object, error.start, error.end, error.reason
    """
    check(source, {"b": OCTETS})


def test_other_encodings_are_noted() -> None:
    for run in check("s.encode('utf-16')", {"s": ("a", "é")}, exact=False):
        assert run.lost
    for run in check("b.decode('cp1252')", {"b": (b"a", b"\x80")}, exact=False):
        assert run.lost
    check("s.encode('nothing')", {"s": ("a",)}, exact=False)
    check("s.encode(3)", {"s": ("a",)}, exact=False)


def test_fromhex() -> None:
    texts = ("", "00", "ff 0a", "0", "zz", "a b", " 12", "12 ", "AB\tcd", "é0")
    check("bytes.fromhex(s)", {"s": texts})
    check("bytearray.fromhex(s)", {"s": texts})


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.binary(max_size=5), min_size=2, max_size=4),
    st.sampled_from(["strict", "replace", "ignore"]),
)
def test_any_bytes_as_utf8(values: list[bytes], errors: str) -> None:
    check(f"b.decode('utf-8', {errors!r})", {"b": values})


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.binary(max_size=6), min_size=2, max_size=4), st.sampled_from([*ALONE, *OPERATORS])
)
def test_any_bytes(values: list[bytes], source: str) -> None:
    check(source, {"b": values})


@pytest.mark.parametrize(("cls", "native"), ((SymBytes, bytes), (SymByteArray, bytearray)))
def test_nothing_is_inherited(cls: type, native: type) -> None:
    missing = {name for name in dir(native) if not overrides(cls, name)} - SAME_FOR_ALL_BYTES
    assert not missing


def test_a_bare_bytearray_inherits_what_is_native() -> None:
    inherited = {name for name in dir(bytearray) if not overrides(BareByteArray, name)}
    assert inherited - SAME_FOR_ALL_BYTES == NATIVE_WHERE_BARE


def test_native_code_that_changes_a_bytearray() -> None:
    source = """
    b.append(1)
    struct.pack_into('B', b, 0, 7)
    view = memoryview(b)
    view[1:2] = b'z'
    return b, b[0]
    """
    preamble = "import struct\n"
    for run in check(
        source, {"b": (bytearray(b"abc"), bytearray(b"xyz"))}, preamble=preamble, exact=False
    ):
        assert run.lost
    check(
        "b = bytearray(3)\n" + "\n".join(line.strip() for line in source.split("\n")),
        {"x": (1, 2)},
        preamble=preamble,
    )


def test_the_message_of_an_encoding_error_names_a_character() -> None:
    source = """
    try:
        return s.encode('ascii')
    except UnicodeEncodeError as error:
        return str(error)[-3:], str(error) == 'x'
    """
    check(source, {"s": ("a", "é", "aü", "€€")}, exact=False)


def test_what_stays_a_byte_is_not_asked() -> None:
    source = "return bytes([c ^ (k & 255) | 1, 255 - c, c >> 1, k % 7, c & k])"
    for run in check("c = b[0]\n" + source, {"b": (b"a", b"\xff"), "k": (0, -1, 300)}):
        assert len(run.branches) == 1


@pytest.mark.parametrize("shown", ("repr(b)", "str(b)", "f'{b}'", "'%s' % b", "ascii(b)"))
def test_a_bytearray_of_constants_is_plain_text(shown: str) -> None:
    source = f"b = bytearray(b'x')\nreturn x + zlib.crc32({shown}.encode()), {shown}"
    check(source, {"x": (0, 1)}, preamble="import zlib")
