"""Random generators that are called without a probe, since nothing is to be said of their draws.

That is so until, in this run, one of them is given a tracked seed or none. The one that the
functions of `random` share has none as a rule: there it is so once it was given a plain one, or
was told of often enough (`models.generators`).
"""

from __future__ import annotations

import random
from typing import Any

from wend.run.kinds import Kinds, Site

NAMES = frozenset(("getrandbits", "random"))
"""The methods that draw. A tracked argument of theirs notes itself that it is lost."""

SHARED: Any = random._inst
"""The generator whose methods are the functions of `random`."""


class Draws:
    """What knows the twins' calls that draw."""

    __slots__ = ("_are_plain", "_is_shared_plain", "_methods", "_sites")

    def __init__(self) -> None:
        self._methods: list[Kinds] = []
        self._sites: set[Site] = set()
        """Those that call a method of the shared generator."""
        self._are_plain = True
        self._is_shared_plain = False

    def of_methods(self, kinds: Kinds) -> None:
        """These are the types whose method of such a name may be called directly."""
        self._methods.append(kinds)
        if self._are_plain:
            kinds.admit(random.Random)

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
            self._are_plain
            and type(function.__self__) is random.Random
            and function.__self__ is not SHARED
            and function.__name__ in NAMES
        )

    def settle(self) -> None:
        """There is nothing to say any more of what the shared generator draws."""
        if not self._is_shared_plain:
            self._is_shared_plain = True
            for site in self._sites:
                _trust(site)

    def disturb(self) -> None:
        """A generator was given a tracked seed, or none."""
        if self._are_plain:
            self._are_plain = False
            for kinds in self._methods:
                kinds.expel(random.Random)
        self._unsettle()

    def end_run(self) -> None:
        """The next run has its own seeds."""
        if not self._are_plain:
            self._are_plain = True
            for kinds in self._methods:
                kinds.admit(random.Random)
        self._unsettle()

    def _unsettle(self) -> None:
        if self._is_shared_plain:
            self._is_shared_plain = False
            for site in self._sites:
                site.known = None


def _trust(site: Site) -> None:
    if site.original is not None and getattr(site.original, "__self__", None) is SHARED:
        site.trust(site.original, is_native=True)


DRAWS = Draws()
