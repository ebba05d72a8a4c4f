"""`random.Random` with a tracked seed: what it draws is an application of the seed and of what was
drawn before.

    r = random.Random(seed); r.getrandbits(3); r.random()
    ──▶  random.Random.random(seed, "\\u0103")      after one draw of three bits

Everything else of `random` is Python on top of these two, and is run instrumented.
"""

from __future__ import annotations

import functools
import random
from _random import Random as _Random
from collections.abc import Callable
from typing import Any

from wend.expr.pure import BITS
from wend.run import recorder
from wend.run.opaque import call_plainly
from wend.run.tracked.lift import FOLLOWED, TRACKED, plain
from wend.run.tracked.text import lose_all
from wend.run.varying import varies

MOST_DRAWN = 200
"""Then the seed is lost: what was drawn before is part of each application."""


MOST_TOLD = 50
"""So often a run says that a generator varies: loops draw by the thousand, from a few places."""


class Seeded:
    """A generator that was given a seed in this run, None for one that varies, and what was drawn
    since."""

    __slots__ = ("drawn", "generator", "seed", "told")

    def __init__(self, generator: Any, seed: Any) -> None:
        self.generator = generator  # kept, so that its id stays its own
        self.seed = seed
        self.drawn = ""
        self.told = 0


def method_model(method: Any, owner: Any) -> Callable[..., Any] | None:
    """What takes the place of a native method of a random generator."""
    if not isinstance(owner, _Random):
        return None
    match method.__name__:
        case "seed":
            return functools.partial(_seed, method, owner)
        case "random" | "getrandbits":
            return functools.partial(_draw, method, owner)
        case "getstate" | "setstate":
            return functools.partial(_forget, method, owner)
    return None


def _seed(method: Any, owner: Any, /, *args: Any) -> Any:
    if recorder.is_recording():
        recorder.current.seeded[id(owner)] = Seeded(owner, args[0] if len(args) == 1 else None)
    if TRACKED.isdisjoint(map(type, args)) and not FOLLOWED.isdisjoint(map(type, args)):
        lose_all(args, "a random generator has it as its seed")
    with recorder.quietly():
        return method(*map(plain, args))


def _draw(method: Any, owner: Any, /, *args: Any) -> Any:
    known = recorder.current.seeded.get(id(owner))
    if known is None and owner is random._inst:
        known = Seeded(owner, None)
        if recorder.is_recording():
            recorder.current.seeded[id(owner)] = known
    if known is None or type(known.seed) not in TRACKED:
        if known is not None and known.seed is None and known.told < MOST_TOLD:
            says = f"random.{method.__name__}() draws from a generator without a seed"
            remedy = "call random.seed, or hand in a random.Random(seed)"
            known.told += varies("random", says, remedy)
        if FOLLOWED.isdisjoint(map(type, args)):
            return method(*args)
        return _forget(method, owner, *args)
    name = method.__name__
    is_usual = name == "random" and not args
    if name == "getrandbits" and len(args) == 1 and type(args[0]) is int:
        is_usual = 0 < args[0] < BITS
    if not is_usual or len(known.drawn) >= MOST_DRAWN:
        return _forget(method, owner, *args)
    drawn = known.drawn
    known.drawn += "r" if name == "random" else chr(BITS + args[0])

    def draw(seed: Any, drawn: str, *args: Any) -> Any:
        return method(*args)

    return call_plainly(draw, (known.seed, drawn, *args), {}, name=f"random.Random.{name}")


def _forget(method: Any, owner: Any, /, *args: Any) -> Any:
    """Goes on without the seed's term."""
    known = recorder.current.seeded.get(id(owner))
    given = args
    if known is not None and type(known.seed) in TRACKED:
        given = (known.seed, *args)
        known.seed = known.seed._wend_value
    lose_all(given, f"the random generator's {method.__name__} has no terms")
    with recorder.quietly():
        return method(*map(plain, args))
