"""The builtin `hash`: exact for ints, an application for floats and tuples of numbers.

The hash of text is another one in each process (PYTHONHASHSEED), that of an object comes from its
address, as that of None did before Python 3.12, and each nan has its own: what depends on these is
noted, and no reasoning rests on it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

from wend.expr import build, floats
from wend.expr.build import integer
from wend.expr.terms import Term
from wend.run import recorder
from wend.run.calls.differs_by_process import varies
from wend.run.calls.opaque import call_plainly
from wend.run.tracked import SymFloat
from wend.run.tracked.decisions import decide
from wend.run.tracked.lift import TEXTS, TRACKED, int_of, plain, track
from wend.run.tracked.text import lose_all

MODULUS = sys.hash_info.modulus
"""A prime: the hash of an int is what is left of it by this, with the int's sign."""

_BY_ADDRESS: Any = object.__hash__
_NUMBERS = frozenset((int, float, bool))
_TEXTS = frozenset((str, bytes))
_SAYS = "the hash of {} is another one in each process: what depends on it may differ"
_REMEDY = "use zlib.crc32 or hashlib where a hash has to stay the same"


def hash_model(*args: Any, **keywords: Any) -> Any:
    if len(args) != 1 or keywords:
        return hash(*args, **keywords)
    (value,) = args
    cls = type(value)
    if cls in TRACKED:
        if cls is SymFloat:
            return _hash_of_floats(value)
        term, number = int_of(value)
        return track(hash(number), _hash_of_int(term))
    if cls in TEXTS and cls.__hash__ is not None:
        return _varying(value, "text")
    if cls is tuple:
        atoms = list(_atoms(value))
        if any(type(atom) in TEXTS for atom in atoms):
            return _varying(value, "text")
        is_numeric = all(type(atom) in TRACKED or type(atom) in _NUMBERS for atom in atoms)
        if is_numeric and not TRACKED.isdisjoint(map(type, atoms)):
            return _hash_of_floats(value, *atoms)
    if any(type(atom) in _TEXTS for atom in _atoms((value,))):
        varies("hash", _SAYS.format("text"), _REMEDY)
    elif any(type(atom).__hash__ is _BY_ADDRESS for atom in _atoms((value,))):
        varies("hash", _SAYS.format("an object"), "hash what the object is made of")
    return hash(value)


def _hash_of_int(number: Term) -> Term:
    """-1 is no hash, since C code returns it for failures: the hash of -1 is -2."""
    modulus = integer(MODULUS)
    positive = build.mod(number, modulus)
    negative = build.neg(build.mod(build.neg(number), modulus))
    left = build.ite(build.ge(number, integer(0)), positive, negative)
    return build.ite(build.eq(left, integer(-1)), integer(-2), left)


def _hash_of_floats(value: Any, *atoms: Any) -> Any:
    for atom in atoms or (value,):
        if type(atom) is SymFloat:
            is_nan = floats.is_nan(atom._wend_term)
            if decide(is_nan, atom._wend_value != atom._wend_value, "value"):
                return _varying(value, "nan")
    return call_plainly(hash, (value,), {})


def _varying(value: Any, kind: str) -> int:
    recorder.current.note_here("nondeterministic", _SAYS.format(kind), _REMEDY, "hash")
    lose_all(_atoms((value,)), f"{kind} was hashed")
    with recorder.quietly():
        return hash(plain(value))


def _atoms(value: Any) -> Iterator[Any]:
    """What a tuple holds, also in tuples within it, however deep."""
    waiting = [iter(value)]
    while waiting:
        for item in waiting[-1]:
            if type(item) is tuple:
                waiting.append(iter(item))
                break
            yield item
        else:
            waiting.pop()


FUNCTIONS: dict[Any, Callable[..., Any]] = {hash: hash_model}
