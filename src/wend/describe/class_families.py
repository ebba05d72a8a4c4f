"""Domains of classes with substitutes: subclasses, members of an Enum, classes that satisfy a
protocol."""

from __future__ import annotations

import enum
import inspect
import io
import itertools
import os
import sys
import typing
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from wend.describe.cannot_build import CannotBuild
from wend.describe.class_kinds import is_final
from wend.describe.hints import hints_of
from wend.describe.known_types import NEAREST, below
from wend.describe.narrowed_types import has_same, near_below
from wend.describe.protocols import keeps, streams_like, wanted_by
from wend.inputs.domain import Domain, Held
from wend.inputs.factories import FACTORIES
from wend.source.installed import is_installed
from wend.source.subclasses import defined_below

if TYPE_CHECKING:
    from wend.describe.annotations import Domains


def instances(domains: Domains, cls: Any, args: tuple[Any, ...]) -> Domain:
    """The instances of a class, and of its subclasses near the target."""
    options = [domains.instance(cls, args)]
    if domains.is_guessing:
        return options[0]
    receives, method = domains.receiver
    for each in near_below(cls, domains.module, domains.distance):
        if cls is receives and not has_same(each, cls, method):
            continue
        try:
            if len(options) > NEAREST:
                raise CannotBuild("there are too many")
            factory = FACTORIES.get(each)
            options.append(domains.factory(each, factory) if factory else domains.instance(each))
        except CannotBuild:
            domains.narrowed.append(cls.__qualname__)
    return domains.choice(options)


def note_unread(domains: Domains, cls: Any) -> None:
    """Notes the classes below a class that the sources of its package define, but that no module
    which is loaded has: they are not tried."""
    module = sys.modules.get(cls.__module__)
    file = getattr(module, "__file__", None)
    if file is None or is_installed(file) or is_final(cls):
        return
    loaded = {each.__name__ for each in (cls, *below(cls))}
    unread = [each for each in defined_below(cls.__name__, file) if each.name not in loaded]
    for each in unread[:MOST_NAMED]:
        place = f"{os.path.basename(each.file)}:{each.line}"
        says = (
            f"{each.name} ({place}) is a {cls.__name__}, too, and no module that is loaded has it"
        )
        domains.notes["bound-hit", says] = None


MOST_FLAGS = 4
"""The most members of a Flag of which all combinations are tried."""
MOST_NAMED = 3
"""The most subclasses of one class that reasons name."""


def members(domains: Domains, cls: Any) -> Domain:
    """The members of an Enum; of a Flag also what they are together."""
    members = list(cls)
    options = [domains.held(member) for member in members]
    if issubclass(cls, enum.Flag):
        options += [domains.held(cls(0))]
        few = members[:MOST_FLAGS]
        # `IntFlag(64)` is one of these, though no member has that bit.
        is_named = sum(int(each.value) for each in members) == cls._flag_mask_
        if len(members) > MOST_FLAGS or not is_named or cls._boundary_ is enum.FlagBoundary.KEEP:
            domains.narrowed.append(cls.__qualname__)
        if (name := domains.names.reference(cls)) is not None:
            for count in range(2, len(few) + 1):
                for parts in itertools.combinations(few, count):
                    source = " | ".join([f"{name.source}.{each.name}" for each in parts])
                    options.append(Held(source, name.imports))
    if not options:
        raise CannotBuild(f"{cls.__qualname__} has no members")
    return domains.choice(options)


def concrete_below(domains: Domains, cls: Any) -> Domain:
    """A choice of concrete subclasses of an abstract class, those near the target first."""
    found = sorted(
        {each for each in below(cls) if not inspect.isabstract(each)},
        key=lambda each: (domains.distance(each), each.__module__, each.__qualname__),
    )
    near = [each for each in found if domains.distance(each) < 2] or found
    return _first_of(domains, cls, near, "is abstract, and no concrete class below it can be made")


def those_that_keep(domains: Domains, cls: Any, args: tuple[Any, ...]) -> Domain:
    """The instances of a class in scope that satisfies a protocol."""
    wanted = wanted_by(cls)
    if wanted == {"__call__"}:
        return domains.callable_(hints_of(cls.__call__, domains.module).get("return", Any), ...)
    near = [
        each
        for each in vars(domains.module).values()
        if issubclass(type(each), type) and each is not cls and not inspect.isabstract(each)
        and not getattr(each, "_is_protocol", False)
    ]  # fmt: skip
    # Other streams than those that fit are in scope as they may be in any module.
    near = [each for each in near if not issubclass(each, _STREAMS)]
    fitting = [each for each in (*near, int, str, list, dict) if keeps(each, wanted)]
    fitting += streams_like(cls, wanted, args, domains.module)
    return _first_of(domains, cls, fitting, "is a protocol that no class in scope keeps")


_STREAMS = (typing.IO, io.StringIO, io.BytesIO)


def _first_of(domains: Domains, cls: Any, classes: Iterable[Any], otherwise: str) -> Domain:
    options: list[Domain] = []
    for each in classes:
        try:
            if len(options) == NEAREST:
                raise CannotBuild("there are too many")
            options.append(domains.domain(each))
        except CannotBuild:
            domains.narrowed.append(cls.__qualname__)
    if not options:
        raise CannotBuild(f"{cls.__qualname__} {otherwise}")
    return domains.choice(options)
