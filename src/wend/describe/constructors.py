"""Decides which arguments of a constructor are explored, and which stay at their defaults."""

from __future__ import annotations

import collections
import inspect
from typing import TYPE_CHECKING, Any, get_origin

from wend.describe.cannot_build import CannotBuild, TooDeep
from wend.describe.evaluation import evaluated
from wend.describe.forms import type_name
from wend.describe.guessing.guesses import Guesses
from wend.inputs.decompose import DoesNotFit, decomposed
from wend.inputs.domain import ABSENT, Choice, Domain, Part

if TYPE_CHECKING:
    from wend.describe.annotations import Domains

MOST_POSITIONAL = 4
"""Arguments that are passed by position; with more, optional ones are passed by name."""

MOST_OPTIONAL = 4
"""Optional arguments of one constructor that are explored; each multiplies the paths."""


class Constructors:
    """The arguments of the constructors and factories of one target."""

    def __init__(self, domains: Domains, read: frozenset[str]) -> None:
        self._domains = domains
        self._read = read
        """Attributes that the target reads; optional arguments with these names are explored."""

    def parts(
        self, signature: inspect.Signature, hints: dict[str, Any], function: Any, whose: str
    ) -> tuple[Part, ...]:
        """The arguments of a call, explored by their annotations, or by guesses."""
        parts: list[Part] = []
        skipped = False
        choices = 0
        for parameter in signature.parameters.values():
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                continue
            annotation = hints.get(parameter.name, parameter.annotation)
            domain: Domain
            try:
                if annotation is not parameter.empty:
                    domain = self._domains.domain(annotation)
                else:
                    with self._domains.guessing():
                        guess = Guesses(function, self._domains).of(parameter)
                    says = f"argument {parameter.name} of {whose} has no annotation"
                    self._domains.notes["type-guessed", f"{says} and is taken as {guess.says}"] = (
                        None
                    )
                    domain = guess.domain
            except CannotBuild as error:
                if parameter.default is parameter.empty:
                    if isinstance(error, TooDeep):
                        raise
                    raise CannotBuild(
                        f"{type_name(annotation)}, which {whose} needs, can't be built"
                    ) from None
                if not isinstance(error, TooDeep):
                    self._note_left(parameter.name, whose, annotation)
                domain = ABSENT
            if parameter.default is not parameter.empty and domain != ABSENT:
                domain = self._beside_default(parameter, domain, annotation)
                if domain == ABSENT:
                    self._note_left(parameter.name, whose, annotation)
            is_optional = parameter.default is not parameter.empty
            if isinstance(domain, Choice) and is_optional and parameter.name not in self._read:
                choices += 1
                if choices > MOST_OPTIONAL:
                    self._note_left(parameter.name, whose, annotation)
                    domain = ABSENT
            if domain == ABSENT or (isinstance(domain, Choice) and ABSENT in domain.options):
                if parameter.kind is parameter.POSITIONAL_ONLY:
                    break
                skipped = True
            if is_optional and domain != ABSENT:
                self._domains.defaults[whose, parameter.name] = parameter.default
            by_keyword = skipped or parameter.kind is parameter.KEYWORD_ONLY
            if is_optional and len(signature.parameters) > MOST_POSITIONAL:
                by_keyword = parameter.kind is not parameter.POSITIONAL_ONLY
                skipped = True
            parts.append(Part(parameter.name, domain, by_keyword))
        return tuple(parts)

    def _beside_default(
        self, parameter: inspect.Parameter, domain: Domain, annotation: Any
    ) -> Domain:
        """The domain, with a default that it does not have as an alternative.

        Where all is guessed, such a default is better than the guess.
        """
        try:
            decomposed(
                domain,
                parameter.name,
                parameter.default,
                lambda source, imports: evaluated(self._domains.module, source, imports),
            )
        except DoesNotFit:
            if annotation is parameter.empty or parameter.kind is parameter.POSITIONAL_ONLY:
                return ABSENT
            return self._domains.choice((ABSENT, domain))
        return domain

    def _note_left(self, name: str, whose: str, annotation: Any) -> None:
        says = f"argument {name} of {whose} ({type_name(annotation)}) is not explored"
        self._domains.notes["held-constant", f"{says}, it stays at its default"] = None


def content_of(cls: Any) -> Any:
    """The type of the one argument of a class below a native one that is made as that is.

    None where the class has a constructor of its own.
    """
    for base in cls.__mro__:
        if base in _NATIVE and cls.__init__ is base.__init__ and cls.__new__ is base.__new__:
            written = getattr(cls, "__orig_bases__", ())
            return next((each for each in written if get_origin(each) is base), _NATIVE[base])
    return None


_NATIVE: dict[type, type] = {
    **{cls: cls for cls in (int, float, complex, str, bytes, bytearray)},
    **{cls: cls for cls in (list, tuple, set, frozenset, dict)},
    collections.deque: list,
    collections.OrderedDict: dict,
}
"""The type of the argument that the constructor of a native class takes."""
