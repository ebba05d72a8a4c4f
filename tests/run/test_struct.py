"""`struct`: ints, truth values and bytes are exact; what floats are made of is an application."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import pytest
from laws import Snippet, check

PREAMBLE = """
    import struct
    PAIR = struct.Struct("<hB")
"""

EXACT = (
    "struct.pack('<i', x)", "struct.pack('>h', x)", "struct.pack('b', x)", "struct.pack('!Q', x)", "struct.pack('=l', x)",
    "struct.pack('@bi', 1, x)", "struct.pack('<3B', 1, x, 3)", "struct.pack('>xHx', x)", "struct.pack('?', x)", "struct.pack('n', x)",
    "struct.pack('<2sh', b'ab', x)", "struct.pack('<h', x)[1] == 255", "PAIR.pack(x, 5)", "PAIR.pack(3, x > 5)",
    "struct.pack('<h', x, x)", "struct.pack('<s', x)", "struct.pack('<d', 1.5) + struct.pack('B', x)", "struct.pack('q0i', x)",
    "struct.pack('<hh', x, 'a')", "struct.pack('z', x)", "struct.pack('<f', b'a')",
)  # fmt: skip

OF_BYTES = (
    "struct.unpack('<H', b)", "struct.unpack('>h', b)", "struct.unpack('bB', b)", "struct.unpack('c?', b)", "struct.unpack('2s', b)",
    "struct.unpack_from('>H', b)", "struct.unpack_from('B', b, 1)", "struct.unpack_from('b', b, -1)", "struct.unpack_from('<i', b, offset=1)",
    "PAIR.unpack(b)", "PAIR.unpack_from(b, 1)", "list(struct.iter_unpack('<H', b))", "list(struct.iter_unpack('', b))",
    "struct.unpack(b'<H', b)[0] > 300", "struct.pack('4s', b)", "struct.pack('<1sB', b, 7)", "struct.pack('c', b)", "struct.unpack('<H', bytearray(b))",
    "struct.unpack('x', b)", "struct.pack('i', b)", "struct.unpack_from('B', b, -9)",
    "struct.unpack('%dB' % len(b), b)", "struct.Struct(f'<{len(b)}B').unpack(b)", "struct.calcsize(f'{len(b)}h')",
)  # fmt: skip

OPAQUE = (
    "struct.pack('<d', x / 2)", "struct.pack('>f', x)", "struct.pack('<hd', x, 0.5 * x)", "struct.pack('3p', bytes([x % 200]))",
    "struct.unpack('<f', struct.pack('<i', x))", "struct.unpack('>e', struct.pack('>h', x))",
)  # fmt: skip


@pytest.mark.parametrize("source", EXACT)
def test_numbers_are_packed_exactly(source: str) -> None:
    values = (
        0,
        1,
        -1,
        127,
        128,
        -129,
        255,
        256,
        40000,
        -(2**31),
        2**31,
        2**63,
        -(2**63) - 1,
        2**64,
    )
    check(source, {"x": values}, preamble=PREAMBLE)


@pytest.mark.parametrize("source", OF_BYTES)
def test_bytes_are_read_exactly(source: str) -> None:
    values = (
        b"",
        b"a",
        b"\x01\x02",
        b"\xff\x80",
        b"\x00\x00",
        b"abc",
        b"\xff\xff\xff",
        b"abcd",
        b"a\0b\1c",
    )
    check(source, {"b": values}, preamble=PREAMBLE)


@pytest.mark.parametrize("source", OPAQUE)
def test_floats_are_applications(source: str) -> None:
    for run in check(source, {"x": (0, 1, 5, 100)}, preamble=PREAMBLE, exact=False):
        assert run.lost


def test_an_application_is_evaluated_by_calling_the_function() -> None:
    snippet = Snippet("return struct.pack('<d', x / 2)[7]", ["x"], PREAMBLE)
    run = snippet.run_twin({"x": 3})

    assert [reason.name for reason in run.lost] == ["struct.pack <d"]
