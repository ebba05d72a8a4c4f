"""Functions that hang on what opaque functions return: hashes, checksums, hashed words."""

from __future__ import annotations

import base64
import binascii
import cmath
import dataclasses
import decimal
import hashlib
import math
import struct
import zlib


def fnv(number: int) -> int:
    """Named as opaque."""
    value = 0x811C9DC5
    for byte in (number & 0xFFFFFFFFFFFFFFFF).to_bytes(8, "little"):
        value = ((value ^ byte) * 0x01000193) & 0xFFFFFFFF
    return value


def word_hash(text: str) -> int:
    """Named as opaque."""
    value = 5381
    for char in text:
        value = (value * 33 + ord(char)) & 0xFFFFFFFF
    return value % 1009


KEYWORDS = {word_hash(word): word for word in ("let", "if", "fi", "do", "od")}


def obscure(x: int, y: int) -> str:
    if x == fnv(y):
        return "error"
    return "fine"


def foo(x: int, y: int) -> str:
    if x == fnv(y):
        if y == 10:
            return "error"
        return "fine"
    return "other"


def foo_bis(x: int, y: int) -> str:
    if x != fnv(y):
        if y == 10:
            return "error"
        return "fine"
    return "other"


def bar(x: int, y: int) -> str:
    if x == fnv(y) and y == fnv(x):
        return "error"
    return "fine"


def pub(x: int, y: int) -> str:
    if fnv(x) > 0 and y == 10:
        return "error"
    return "fine"


def collide(x: int, y: int) -> str:
    if x != y and fnv(x % 50) == fnv(y % 50):
        return "error"
    return "fine"


def delayed(x: int, y: int) -> str:
    z = fnv(y)
    if y == 10:
        return "error"
    return "odd" if z % 2 else "even"


def chain_of_two(x: int, y: int, z: int) -> str:
    if x == fnv(y):
        if y == fnv(z):
            if z == 77:
                return "error"
            return "two"
        return "one"
    return "none"


def chain_of_three(a: int, b: int, c: int, d: int) -> str:
    if a == fnv(b) and b == fnv(c):
        if c == fnv(d):
            if d > 1000:
                return "error"
            return "three"
        return "two"
    return "none"


def salted(password: int, salt: int, stored: int) -> str:
    if stored == fnv(password + salt):
        if salt == 4711:
            return "salted"
        return "open"
    return "wrong"


def ordered(x: int, y: int) -> str:
    if fnv(x) < fnv(y):
        return "less"
    if fnv(x) > fnv(y):
        return "greater"
    return "same"


def bucket(x: int) -> str:
    match fnv(x) % 4:
        case 0:
            return "zero"
        case 1:
            return "one"
        case 2:
            return "two"
        case _:
            return "three"


def twice(x: int, y: int) -> str:
    if y == fnv(fnv(x)):
        return "twice"
    if y == fnv(x):
        return "once"
    return "never"


def keyword(text: str) -> str:
    word = KEYWORDS.get(word_hash(text), "")
    if word == "let":
        return "binding"
    if word == "if":
        return "condition"
    if word == "do":
        return "loop"
    return "name"


def two_words(first: str, second: str) -> str:
    if word_hash(first) == word_hash("if"):
        if word_hash(second) == word_hash("fi"):
            return "empty condition"
        return "condition"
    return "other"


def checked_frame(data: bytes, check: int) -> str:
    if len(data) < 2:
        return "short"
    if zlib.crc32(data) != check:
        return "damaged"
    if data[0] == 0x7E:
        return "start"
    return "data"


def adler(data: bytes) -> str:
    if zlib.adler32(data) > 100000:
        return "large"
    if zlib.adler32(data) % 3 == 1:
        return "one"
    return "other"


def digest_equals(data: bytes, mark: bytes) -> str:
    if len(data) == 1 and hashlib.md5(data).digest() == mark:
        return "equal"
    return "different"


def digest_starts(data: bytes) -> str:
    if hashlib.sha256(data).digest()[0] == 7:
        return "seven"
    if hashlib.sha256(data).hexdigest()[0] == "a":
        return "a"
    return "other"


def known_password(text: str) -> str:
    if hashlib.md5(text.encode()).hexdigest() == "900150983cd24fb0d6963f7d28e17f72":
        return "abc"
    return "other"


def crc_hqx(data: bytes) -> str:
    if binascii.crc_hqx(data, 0) & 0xF == 5:
        return "five"
    return "other"


def packed(x: int) -> str:
    if not -100 < x < 100:
        return "outside"
    if struct.pack("<h", x)[1] == 255:
        return "negative"
    return "positive"


def encoded(data: bytes) -> str:
    if base64.b64encode(data) == b"aGk=":
        return "hi"
    return "other"


def hash_of_number(x: int, y: int) -> str:
    if hash(x) == y:
        if x == 123:
            return "error"
        return "same"
    return "different"


def product(x: int, y: int) -> str:
    if fnv(x * y) == 0xDEADBEEF:
        return "never"
    if x * y == 6 and fnv(x) != fnv(y):
        return "six"
    return "other"


def many(a: int, b: int, c: int) -> str:
    if fnv(a) + fnv(b) == c:
        if a == b:
            return "twice"
        return "sum"
    return "other"


@dataclasses.dataclass
class Account:
    number: int
    owner: str


def account_hash(account: Account) -> int:
    """Named as opaque."""
    return fnv(account.number) ^ word_hash(account.owner)


def account(number: int, key: int) -> str:
    if account_hash(Account(number, "ann")) == key:
        if number == 77:
            return "error"
        return "known"
    return "unknown"


def rotated(x: float, y: float) -> str:
    length, angle = cmath.polar(complex(x, y))
    if angle > 3 and length > 2:
        return "left"
    return "other"


def priced(x: int, y: int) -> str:
    price = decimal.Decimal(x) / 3
    if x + y == 30:
        return "round" if price < 5 else "dear"
    if x == 1000:
        return "thousand"
    return "other"


def mantissa(x: float) -> str:
    if math.frexp(x) == (0.75, 10):
        return "error"
    return "other"
