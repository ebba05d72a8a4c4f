"""`random.Random` with a tracked seed: a draw is an application of the seed and of earlier draws.

    r = random.Random(seed); r.getrandbits(3); r.random()
    ──▶  random.Random.random(seed, "\\u0103")      after one draw of three bits

Everything else of `random` is Python on top of these two methods, and is run instrumented.
"""

from __future__ import annotations

from _random import Random as _Random
from collections.abc import Callable
from typing import Any

from wend.expr.pure import BITS
from wend.run import recorder
from wend.run.calls.differs_by_process import varies
from wend.run.calls.opaque import call_plainly
from wend.run.calls.random_functions import SHARED, identity
from wend.run.tracked.lift import FOLLOWED, TRACKED, plain
from wend.run.tracked.text import lose_all

MOST_DRAWN = 200
"""The most draws before the seed is lost: each application contains all earlier draws."""


MOST_TOLD = 50
"""The most reasons that a run notes for draws without a seed: loops draw by the thousand, from a
few places."""


class Seeded:
    """A generator with its seed of this run, None if it has none, and its draws since."""

    __slots__ = ("drawn", "generator", "is_settled", "seed", "told")

    def __init__(self, generator: Any, seed: Any) -> None:
        self.generator = generator  # kept, so that its id stays its own
        self.seed = seed
        self.drawn = ""
        self.told = 0
        self.is_settled = False
        """Whether a draw with plain arguments needs no model."""


def _seed(owner: Any, /, *args: Any) -> Any:
    if recorder.is_recording():
        seed = args[0] if len(args) == 1 else None
        seeded = recorder.current.seeded[identity(owner)] = Seeded(owner, seed)
        seeded.is_settled = seed is not None and type(seed) not in TRACKED
    if TRACKED.isdisjoint(map(type, args)) and not FOLLOWED.isdisjoint(map(type, args)):
        lose_all(args, "a random generator has it as its seed")
    with recorder.quietly():
        return _Random.seed(owner, *map(plain, args))


def _drawing(native: Any) -> Callable[..., Any]:
    """The model of a native method that draws a number."""
    name = native.__name__

    def draw(owner: Any, /, *args: Any) -> Any:
        if _is_settled(owner) and (not args or FOLLOWED.isdisjoint(map(type, args))):
            return native(owner, *args)
        return _drawn(native, name, owner, args)

    return draw


def _is_settled(generator: Any) -> bool:
    """Whether a draw of this generator needs no model."""
    known = recorder.current.seeded.get(identity(generator))
    if known is None:
        return generator is not SHARED
    return known.is_settled  # type: ignore[no-any-return]


def tell_of_shared(name: str) -> None:
    """Notes that a function of `random`, which is written in Python, is called without a seed."""
    known = _known_of(SHARED)
    if known is not None and type(known.seed) not in TRACKED:
        _tell(known, name)


def _known_of(owner: Any) -> Seeded | None:
    known = recorder.current.seeded.get(identity(owner))
    if known is None and owner is SHARED:
        known = Seeded(owner, None)
        if recorder.is_recording():
            recorder.current.seeded[identity(owner)] = known
    return known


def _tell(known: Seeded, name: str) -> None:
    """Notes that a generator has no seed, up to a number of times."""
    if known.seed is None and known.told < MOST_TOLD:
        says = f"random.{name}() draws from a generator without a seed"
        remedy = "call random.seed, or hand in a random.Random(seed)"
        known.told += varies("random", says, remedy)
        return
    known.is_settled = True


def _drawn(native: Any, name: str, owner: Any, args: tuple[Any, ...]) -> Any:
    known = _known_of(owner)
    if known is None or type(known.seed) not in TRACKED:
        if known is not None:
            _tell(known, name)
        if FOLLOWED.isdisjoint(map(type, args)):
            return native(owner, *args)
        return _forget(name, owner, *args)
    is_usual = name == "random" and not args
    if name == "getrandbits" and len(args) == 1 and type(args[0]) is int:
        is_usual = 0 < args[0] < BITS
    if not is_usual or len(known.drawn) >= MOST_DRAWN:
        return _forget(name, owner, *args)
    drawn = known.drawn
    known.drawn += "r" if name == "random" else chr(BITS + args[0])

    def draw(seed: Any, drawn: str, *args: Any) -> Any:
        return native(owner, *args)

    return call_plainly(draw, (known.seed, drawn, *args), {}, name=f"random.Random.{name}")


def _forgetting(name: str) -> Callable[..., Any]:
    def forget(owner: Any, /, *args: Any) -> Any:
        return _forget(name, owner, *args)

    return forget


def _forget(name: str, owner: Any, /, *args: Any) -> Any:
    """Calls a method without the seed's term."""
    known = recorder.current.seeded.get(identity(owner))
    given = args
    if known is not None and type(known.seed) in TRACKED:
        given = (known.seed, *args)
        known.seed = known.seed._wend_value
    lose_all(given, f"the random generator's {name} has no terms")
    with recorder.quietly():
        return getattr(_Random, name)(owner, *map(plain, args))


METHODS: dict[str, Callable[..., Any]] = {
    "seed": _seed,
    "random": _drawing(_Random.random),
    "getrandbits": _drawing(_Random.getrandbits),
    "getstate": _forgetting("getstate"),
    "setstate": _forgetting("setstate"),
}
"""Models of native methods by name. They get the generator first."""
