"""Random generators that are called without a probe, since nothing is to be said of their draws.

That is so until, in this run, one of them is given a tracked seed or none, and again when all such
were told of often enough (`models.generators`), or were given a plain one. The one that the
functions of `random` share has none as a rule, and counts for itself.

What `random.Random` has in Python on top of these keeps its own code, so that it draws as it is;
where its arguments are tracked, or something is to be said, a copy with a twin takes its place.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from types import FunctionType, MethodType
from typing import Any

from wend.instrument.rewrite.names import DRAWING
from wend.run.kinds import Kinds, Site

NAMES = frozenset(("getrandbits", "random"))
"""The methods that draw. A tracked argument of theirs notes itself that it is lost."""


def _copy(function: FunctionType) -> FunctionType:
    made = FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    made.__kwdefaults__ = function.__kwdefaults__
    made.__qualname__, made.__module__ = function.__qualname__, function.__module__
    return made


_SEEDING = ("getstate", "seed", "setstate")
COPIES: dict[Any, FunctionType] = {
    function: _copy(function)
    for name, function in vars(random.Random).items()
    if type(function) is FunctionType
    and (name.startswith("_randbelow") or (name[0] != "_" and name not in _SEEDING))
}
"""For the functions of `Random` that keep their code: what gets the twin instead."""
_CALLED = frozenset(("random", "getrandbits", *(each.__name__ for each in COPIES))) - DRAWING | {
    "randrange"
}
"""Methods that such functions call; an attribute of the name may take the place of one."""

SHARED: Any = random._inst
"""The generator whose methods are the functions of `random`."""


identity = object.__hash__
"""What `id` says in other words: `id` is an event for audit hooks, and here it is asked often."""


class Draws:
    """What knows the twins' calls that draw."""

    __slots__ = (
        *("_are_plain", "_are_usual", "_is_shared_plain", "_methods", "_sites", "_standing"),
        *("_unsettled", "is_settled"),
    )

    def __init__(self) -> None:
        self.is_settled: Callable[[Any], bool] = lambda generator: False
        """Whether nothing is to be said of a generator, whatever others are given; it is told by
        `models.generators`."""
        self._methods: list[Kinds] = []
        self._sites: set[Site] = set()
        """Those that call a native method of the shared generator."""
        self._standing: set[Site] = set()
        """Those that call another method of it, or what stands for it."""
        self._are_usual = True
        self._are_plain = True
        self._unsettled: set[int] = set()
        """The generators, by their addresses, of which something is to be said; a run keeps them.
        """
        self._is_shared_plain = False

    def of_methods(self, name: str, kinds: Kinds) -> None:
        """These are the types whose method of such a name may be called directly."""
        if name in NAMES or self._are_usual:
            self._methods.append(kinds)
            if self._are_plain:
                kinds.admit(random.Random)

    def distrust(self, name: str) -> None:
        """Some code stores an attribute of this name."""
        if name in _CALLED:
            self.distrust_all()

    def distrust_all(self) -> None:
        """From now on nothing that is written in Python draws as it is."""
        self._are_usual = False
        for kinds in self._methods:
            kinds.expel(random.Random)
        self._methods.clear()
        self._forget_standing()

    def leave_methods(self, kinds: Kinds) -> None:
        """A generator may have something else by the name of these."""
        if kinds in self._methods:
            self._methods.remove(kinds)

    def of_site(self, site: Site) -> None:
        """A method of the shared generator is called here."""
        self._sites.add(site)
        if self._is_shared_plain:
            _trust(site)

    def may_call(self, function: Any) -> bool:
        """Whether a native method may be called as it is, since it only draws."""
        return (
            function.__name__ in NAMES
            and type(function.__self__) is random.Random
            and function.__self__ is not SHARED
            and (self._are_plain or self.is_settled(function.__self__))
        )

    def draws_plainly(self, method: MethodType) -> bool:
        """Whether a method that is written in Python may draw as it is, with plain arguments."""
        owner = method.__self__
        if not self._are_usual or type(owner) is not random.Random:
            return False
        if owner is SHARED:
            return self._is_shared_plain
        return self._are_plain or self.is_settled(owner)

    def stand(self, site: Site, method: Any, instead: Any, *, is_checked: bool) -> None:
        """What stands for a method of the shared generator does so as long as it draws plainly;
        where the twin looks at the arguments, that is the method itself."""
        if method.__self__ is SHARED and self.draws_plainly(method):
            site.stand(method, instead)
            if is_checked:
                site.trust(method, is_native=True)
            self._standing.add(site)

    def settle(self, generator: Any) -> None:
        """There is nothing to say any more of what a generator draws."""
        if generator is not SHARED:
            self._unsettled.discard(identity(generator))
            if not self._unsettled:
                self._admit()
        elif not self._is_shared_plain:
            self._is_shared_plain = True
            for site in self._sites:
                _trust(site)

    def disturb(self, generator: Any) -> None:
        """A generator was given a tracked seed, or none."""
        if generator is SHARED:
            self._unsettle()
            return
        self._unsettled.add(identity(generator))
        if self._are_plain:
            self._are_plain = False
            for kinds in self._methods:
                kinds.expel(random.Random)

    def end_run(self) -> None:
        """The next run has its own seeds."""
        self._unsettled.clear()
        self._admit()
        self._unsettle()

    def _admit(self) -> None:
        if not self._are_plain:
            self._are_plain = True
            for kinds in self._methods:
                kinds.admit(random.Random)

    def _unsettle(self) -> None:
        if self._is_shared_plain:
            self._is_shared_plain = False
            for site in self._sites:
                site.known = None
            self._forget_standing()

    def _forget_standing(self) -> None:
        for site in self._standing:
            site.known = site.original = site.instead = None
        self._standing.clear()


def _trust(site: Site) -> None:
    if site.original is not None and getattr(site.original, "__self__", None) is SHARED:
        site.trust(site.original, is_native=True)


DRAWS = Draws()
