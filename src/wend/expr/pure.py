"""Pure functions of the standard library and of numpy, which wend itself may call, and how."""

from __future__ import annotations

import functools
import importlib
import random
from collections.abc import Callable
from typing import Any

_DIGESTS = (
    *("md5", "sha1", "sha224", "sha256", "sha384", "sha512"),
    *("sha3_224", "sha3_256", "sha3_384", "sha3_512"),
)
_ONE_SHAPE = (
    *("zlib.crc32", "zlib.adler32", "binascii.crc32", "binascii.crc_hqx", "hash"),
    *[
        f"struct.{how} {order}{code}"
        for how in ("pack", "unpack")
        for order in "<>"
        for code in "efd"
    ],
    *[f"{module}.{name}" for module in ("hashlib", "hmac") for name in _DIGESTS],
    *("hashlib.blake2b", "hashlib.blake2s", "hashlib.shake_128", "hashlib.shake_256"),
    *("random.Random.random", "random.Random.getrandbits"),
)
_COUNTING = ("math.comb", "math.factorial", "math.perm")
_OPERATORS = """add sub mul truediv floordiv mod pow and or xor lshift rshift lt le gt ge eq ne
    neg pos invert"""
_CMATH = """acos acosh asin asinh atan atanh cos cosh exp log log10 phase polar rect sin sinh sqrt
    tan tanh isclose isfinite isinf isnan"""
_NUMPY = """
    absolute add arccos arccosh arcsin arcsinh arctan arctan2 arctanh bool bool_ cbrt ceil clip
    complex128 copysign cos cosh deg2rad degrees divide equal exp exp2 expm1 fabs float32 float64
    floor floor_divide fmax fmin fmod gcd greater greater_equal heaviside hypot int16 int32 int64
    int8 interp isfinite isinf isnan lcm less less_equal log log10 log1p log2 logaddexp maximum mean
    median minimum multiply negative nextafter not_equal positive power prod rad2deg radians
    reciprocal remainder rint round sign sin sinh sqrt square std subtract sum tan tanh true_divide
    trunc uint16 uint32 uint64 uint8 var"""
NUMPY_FUNCTIONS = frozenset([f"numpy.{name}" for name in _NUMPY.split()])
"""Functions of numpy that take numbers, return numbers and do nothing else."""

_OF_NUMBERS = (
    *[f"operator.{name}" for name in _OPERATORS.split()],
    *[f"cmath.{name}" for name in _CMATH.split()],
    *("abs", "math.frexp", *_COUNTING, *sorted(NUMPY_FUNCTIONS)),
)
_UNICODE = """bidirectional category combining decimal decomposition digit east_asian_width mirrored
    name normalize numeric"""
_OF_SEVERAL_LENGTHS = (
    *[f"unicodedata.{name}" for name in _UNICODE.split()],
    "zlib.compress",
    "zlib.decompress",
    "binascii.b2a_uu",
    "binascii.a2b_uu",
)

PURE = frozenset((*_ONE_SHAPE, *_OF_NUMBERS, *_OF_SEVERAL_LENGTHS))
"""All functions that wend may call with any arguments."""

ALWAYS_ALIKE = frozenset((*_ONE_SHAPE, *_OF_NUMBERS))
"""The pure functions whose results have one shape for arguments of the same shapes."""


_CHECKSUMS = {
    **dict.fromkeys(("zlib.crc32", "zlib.adler32", "binascii.crc32"), 2**32 - 1),
    "binascii.crc_hqx": 2**16 - 1,
}
_GIVE_BYTES = ("hashlib.", "hmac.", "struct.pack ", "zlib.", "binascii.")


def greatest_result(function: str, place: int, last_argument: Any) -> int | None:
    """The greatest value of a result that is never negative; None where it is not known."""
    if function in _CHECKSUMS:
        return _CHECKSUMS[function] if place == 1 else None
    if function == "random.Random.getrandbits" and type(last_argument) is int:
        return int(2**last_argument) - 1 if place == 1 else None
    if function in PURE and function.startswith(_GIVE_BYTES) and place >= 2:
        return 255
    return None


def standard_function(name: str) -> Callable[..., Any] | None:
    """A pure function by its name, adapted to return scalars or bytes; None for another name."""
    if name not in PURE:
        return None
    if name.startswith("random."):
        return functools.partial(_drawn, name.rpartition(".")[2])
    dotted, _, form = name.partition(" ")
    module, _, attribute = dotted.rpartition(".")
    if module == "hmac":
        return lambda key, data: importlib.import_module("hmac").digest(key, data, attribute)
    if module == "operator" and attribute in ("and", "or"):
        attribute += "_"
    try:
        function: Any = getattr(importlib.import_module(module or "builtins"), attribute)
    except (ImportError, AttributeError):  # numpy may be installed for the code under test alone
        return None
    match module, attribute:
        case "hashlib", _:
            return lambda data, *length, **keywords: function(
                data, usedforsecurity=False, **keywords
            ).digest(*length)
        case "math", _ if name in _COUNTING:
            return functools.partial(_counted, function)
        case "struct", "unpack":
            return lambda data: function(form, data)[0]
        case "struct", "pack":
            return lambda number: function(form, number)
    return function  # type: ignore[no-any-return]


LARGEST_COUNTED = 5000
"""`math.factorial` and its like are not called with larger numbers: they would take too long."""


def _counted(function: Callable[..., Any], *args: Any) -> Any:
    if any(abs(each) > LARGEST_COUNTED for each in args):
        raise ValueError("it would take too long")
    return function(*args)


BITS = 0x100
"""In the history of a random generator, `r` is a draw of a float, and a character whose code is
`BITS` + n a draw of n bits."""


def _drawn(method: str, seed: Any, history: str, *args: int) -> Any:
    """The next number that a random generator draws, from its seed and the history of its draws."""
    generator = random.Random(seed)
    for each in history:
        if each == "r":
            generator.random()
        else:
            generator.getrandbits(ord(each) - BITS)
    return getattr(generator, method)(*args)
