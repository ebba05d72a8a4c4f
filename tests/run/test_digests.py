"""What `binascii`, `base64`, `hashlib` and `hmac` make of tracked bytes."""

# ruff: noqa: E501 (a table of snippets reads better unbroken)
from __future__ import annotations

import sys

import pytest
from laws import check

from wend.expr import samples
from wend.expr.pure import standard_function

PREAMBLE = """
    import base64, binascii, hashlib, hmac, zlib
    KEY = b"key"

    class Kept(list):
        def update(self, part):
            self.append(part)
"""

WRITTEN = (
    "binascii.hexlify(b)", "binascii.b2a_hex(b, '-')", "binascii.hexlify(b, sep=b':', bytes_per_sep=2)", "binascii.b2a_base64(b)",
    "binascii.b2a_base64(b, newline=False)", "base64.b64encode(b)", "base64.urlsafe_b64encode(b)", "base64.b16encode(b)", "base64.b64encode(b, altchars=b'-.')",
    "base64.b32encode(b)", "binascii.hexlify(bytearray(b))", "binascii.hexlify(b, 'aa')", "base64.standard_b64encode(b) == b'YWI='",
    "hmac.compare_digest(b, b'ab')", "hmac.compare_digest(b'hello', bytearray(b))",
)  # fmt: skip
READ = (
    "binascii.unhexlify(s)", "binascii.a2b_hex(s.encode())", "binascii.a2b_base64(s)", "binascii.a2b_base64(s.encode('utf-8'))",
    "base64.b64decode(s)", "base64.b64decode(s, validate=True)", "binascii.a2b_base64(s, strict_mode=True)", "base64.urlsafe_b64decode(s)",
    "hmac.compare_digest(s, 'ab')", "hmac.compare_digest(s, b'ab')",
)  # fmt: skip
APPLIED = (
    "hashlib.sha256(b).hexdigest()", "hashlib.new('sha1', b).digest()", "hashlib.blake2b(b, digest_size=4).digest()", "hashlib.shake_128(b).hexdigest(3)",
    "hmac.new(KEY, b, 'sha256').hexdigest()", "hmac.new(b, b'msg', hashlib.sha1).digest()", "hmac.digest(KEY, b, 'md5')", "zlib.compress(b, level=9)",
    "h = hashlib.md5(b'a'); h.update(b); c = h.copy(); c.update(b'z'); return h.hexdigest(), c.digest(), h.name, h.digest_size",
    "h = hmac.new(KEY, digestmod='sha512'); h.update(b); c = h.copy(); return c.digest() == h.digest(), h.name", "hashlib.pbkdf2_hmac('sha1', b, KEY, 1)",
    "hashlib.blake2s(b, key=KEY).digest()[0]", "zlib.adler32(b, 5)", "hashlib.sha256(b, usedforsecurity=False).digest()", "zlib.crc32(b) & 255",
    "h = hashlib.blake2b(b); return h.digest(), h.digest_size, h.SALT_SIZE, isinstance(h, hashlib.blake2b), hasattr(h, 'nothing')", "hashlib.md5(string=b).digest()",
)  # fmt: skip
UPDATED = (
    "h = hashlib.sha256()\nfor part in (b'a', b'', b'c', b, b'd', bytearray(b'e'), bytearray(b), memoryview(b'f')): h.update(part)\nreturn h.hexdigest(), h.copy().digest(), h.digest_size",
    "made = []\nfor h in (hashlib.md5(), hashlib.md5(b'x'), hashlib.blake2b(b), hashlib.new('sha1')):\n    for part in (b'a', b'c', b): made.append(h.update(part))\n    made += [h.hexdigest(), h.name]\nreturn made",
    "h, made = hashlib.sha1(), []\nfor part in (b'a', b'c', b, b'd'):\n    c = h.copy()\n    c.update(part)\n    h.update(part)\n    made.append((c.hexdigest() == h.hexdigest(), h.digest(), c.digest()))\nreturn made",
    "made = []\nfor h in (hashlib.sha1(), {}, hashlib.sha1(), set(), Kept(), hashlib.sha512(), hmac.new(KEY, b, 'sha1')):\n    for part in (b'a', {1: 2}, b, 'text', 3, None, b'c', [b'ab'], (1,)):\n        try: made.append(h.update(part))\n        except (TypeError, ValueError) as error: made.append(str(error))\n    made.append(h.hexdigest() if hasattr(h, 'hexdigest') else len(h))\nreturn made",
    "h, table = hashlib.sha1(), {}\nfor part in (b'a', b'c', b, b'd'):\n    table[b[:1]] = part\n    h.update(part)\n    made = h.hexdigest()\nreturn made",
    "h, made = hashlib.sha1(), []\nfor args in ((b'a',), (b'a', b'b'), (), (b,)):\n    try: h.update(*args)\n    except TypeError as error: made.append('one argument' in str(error))\nfor call in (lambda: h.update(b'a', b'b'), lambda: h.update(), lambda: h.update(data=b), lambda: hashlib.sha1(b'a', b'b')):\n    try: call()\n    except TypeError as error: made.append('one argument' in str(error))\nreturn h.hexdigest()",
    "h = hashlib.sha1()\nupdate = h.update\nfor part in (b'a', b, b'c'): update(part)\nlist(map(h.update, [b'd', b]))\nfor part in (b'a', 'b'):\n    try: h.update(part)\n    except TypeError as error: said = str(error)\nreturn h.digest(), said, bool(h), h == h, h != h.copy(), isinstance(h, list), hasattr(h, '__len__')",
)  # fmt: skip
REFUSED = (
    "hashlib.md5(s)", "hashlib.new('nothing', s.encode())", "hmac.new(s, b'', 'md5')", "hashlib.sha1().update(s)", "hmac.new(KEY, s.encode())",
    "hashlib.shake_128(s.encode()).digest()", "hashlib.md5(s.encode()).digest(3)", "hmac.new(KEY, s, 'sha1')",
    "hashlib.blake2b(data=s.encode()).digest()", "hashlib.blake2s(string=s.encode()).digest()",  # since 3.14 they are not
)  # fmt: skip
if sys.version_info >= (3, 15):
    WRITTEN += (
        "base64.b32hexencode(b)", "binascii.b2a_base32(b, padded=False, wrapcol=8)", "binascii.b2a_base64(b, padded=False, wrapcol=4)",
        "binascii.b2a_base64(b, alphabet=binascii.UU_ALPHABET)", "base64.b64encode(b, b'-')",
    )  # fmt: skip
    READ += (
        "base64.b32decode(s)",
        "base64.b32decode(s, casefold=True)",
        "binascii.a2b_base64(s, padded=False)",
    )
BYTES = (b"", b"a", b"ab", b"abc", b"\xff\x80", b"hello", b"\x00\xfe\x3f")
TEXTS = (
    "",
    "a",
    "ab",
    "6869",
    "6g",
    "aGk=",
    "aGk",
    "YWJj",
    "a=b=",
    "====",
    "YQ==",
    "Y-_=",
    "aGk=x",
    "é1",
    "+/8=",
    "A A=",
)


@pytest.mark.parametrize("source", WRITTEN)
def test_bytes_are_written_exactly(source: str) -> None:
    check(source, {"b": BYTES}, preamble=PREAMBLE)


@pytest.mark.parametrize("source", READ)
def test_text_is_read_exactly(source: str) -> None:
    check(source, {"s": TEXTS}, preamble=PREAMBLE)


@pytest.mark.parametrize("source", APPLIED)
def test_digests_are_applications(source: str) -> None:
    for run in check(source, {"b": BYTES[:5]}, preamble=PREAMBLE, exact=False):
        assert {reason.what for reason in run.reasons} == {"opaque-call"}


@pytest.mark.parametrize("source", UPDATED)
def test_what_is_put_into_a_hash_object_piece_by_piece_is_what_it_hashes(source: str) -> None:
    for run in check(source, {"b": BYTES[:5]}, preamble=PREAMBLE, exact=False):
        assert "opaque-call" in {reason.what for reason in run.reasons}


def test_a_digest_of_pieces_is_the_application_that_it_is_of_the_whole() -> None:
    """What is known of one is known of the other: nothing is left to ask."""
    source = """
        h = hashlib.md5(b"a")
        for part in (b"c", b, b"d"): h.update(part)
        return h.digest()[0] == hashlib.md5(b"ac" + b + b"d").digest()[0]
    """
    runs = check(source, {"b": BYTES[1:4]}, preamble=PREAMBLE, exact=False)

    assert all(run.outcome.value is True for run in runs)


def test_a_tracked_length_does_not_keep_plain_data_from_what_is_asked_next() -> None:
    source = """
        made = []
        for n in (2, len(b) + 1, 2, len(b) + 1):
            h = hashlib.shake_128(b"a")
            h.update(b"b")
            made += [len(h.digest(n)), h.digest(2), h.hexdigest(3), h.copy().digest(2)]
        return made
    """
    check(source, {"b": BYTES[:3]}, preamble=PREAMBLE, exact=False)


@pytest.mark.parametrize("source", REFUSED)
def test_what_is_refused_is_refused_as_ever(source: str) -> None:
    check(source, {"s": ("a", "ab")}, preamble=PREAMBLE, exact=False)


@pytest.mark.parametrize(
    ("name", "args", "keywords"),
    [
        ("hashlib.sha256", (b"ab",), {}),
        ("hashlib.blake2b", (b"ab",), {"digest_size": 4}),
        ("hashlib.shake_128", (b"ab", 5), {}),
        ("hmac.sha1", (b"key", b"ab"), {}),
        ("zlib.compress", (b"aaaaaaaa",), {"level": 1}),
        ("struct.pack <d", (1.5,), {}),
        ("struct.unpack >f", (b"abcd",), {}),
        ("hash", ((1, 2.5),), {}),
    ],
)
def test_pure_functions_are_called_where_a_value_is_wanted(
    name: str, args: tuple[object, ...], keywords: dict[str, object]
) -> None:
    own = samples.Samples()
    parts = [samples.flattened(value) for value in (*args, *keywords.values())]
    shapes = tuple([part[0] for part in parts if part])
    scalars = tuple([each for part in parts if part for each in part[1]])
    symbol = samples.symbol_of(name, shapes, sorted(keywords))
    other = tuple([each + 1 for each in scalars])
    own.add(symbol, name, shapes, other, (0,))
    function = standard_function(name)
    assert function is not None
    expected = samples.results_of(function(*args, **keywords))
    assert expected is not None

    assert [own.value((symbol, at), scalars) for at in range(len(expected))] == list(expected)


@pytest.mark.parametrize(
    "made", ("hashlib.sha256(b)", "hashlib.blake2s(b)", "hmac.new(KEY, b, 'md5')._hmac")
)
def test_a_hash_object_says_of_attributes_what_the_native_one_says(made: str) -> None:
    for act in (
        "h.nothing",
        "h.nothing = 1",
        "h.name = 'a'",
        "made = h.block_size, h.name, repr(h)[:4]",
    ):
        source = f"h = {made}\ntry:\n    made = None\n    {act}\nexcept AttributeError as error: made = str(error)\nreturn made"
        check(source, {"b": BYTES[:2]}, preamble=PREAMBLE, exact=False)
