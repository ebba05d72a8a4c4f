"""Guesses the items of a container whose annotation does not tell them, from how it is used.

def f(prices: dict):
    for name, price in prices.items():
        if price > 9.5: …               explored as dict[str, float | int | str]
"""

from __future__ import annotations

from types import FunctionType

from wend.describe.annotations import Domains
from wend.describe.guessing.guesses import DEEPEST, Guesses, domain_of, kind_of, one_of
from wend.describe.guessing.votes import Votes
from wend.describe.known_types import ANYTHING, STR
from wend.inputs.domain import Choice, Domain, Entries, Held, Items, Scalar, Text
from wend.record import replace

MOST_INSIDE = 3
"""Alternatives for the items of a container; each item may be any of them."""


def filled(
    domain: Domain, name: str, function: FunctionType, domains: Domains, known: int
) -> Domain:
    """The domain of a parameter that is a container of anything, with items as its uses tell.

    Notes that were added after the `known` ones are replaced by others.
    """
    options = domain.options if isinstance(domain, Choice) else (domain,)
    if not any(map(_is_open, options)):
        return domain
    found = _filled(options, name, function, domains)
    for what, says in list(domains.notes)[known:]:
        if what == "type-guessed" and says.startswith("what is in the "):
            del domains.notes[what, says]
    says = f"what is in {name} may be anything, and is taken as {kind_of(found)}"
    domains.notes["type-guessed", says] = None
    return found


def _is_open(domain: Domain) -> bool:
    """Whether a domain is a container of items of unknown type."""
    match domain:
        case Items(_, element):
            return element == ANYTHING
        case Entries(key, value):
            return key == STR and value == ANYTHING
    return False


def _filled(
    options: tuple[Domain, ...], name: str, function: FunctionType, domains: Domains
) -> Domain:
    guesses = Guesses(function, domains)
    votes = guesses.votes(name)
    if votes is None:
        return one_of(options) or ANYTHING
    with domains.guessing():
        inside = guesses.candidates(votes.element(), DEEPEST - 1)
        keys = guesses.candidates(votes.key_element(), 0)
    found: list[Domain] = []
    for option in options:
        match option:
            case Items(kind) if _is_open(option):
                like = [each.element for each in _alike(votes, domains) if isinstance(each, Items)]
                some = [*like, *inside]
                if kind in ("set", "frozenset"):
                    some = [each for each in some if isinstance(each, Scalar | Text | Held)]
                found.append(replace(option, element=_with_anything(some)))
            case Entries() if _is_open(option):
                alike = [each for each in _alike(votes, domains) if isinstance(each, Entries)]
                scalars = [each for each in keys if isinstance(each, Scalar | Text)]
                some = [*[each.key for each in alike], *scalars]
                value = _with_anything([*[each.value for each in alike], *inside])
                found.append(replace(option, key=one_of((*some, STR)[:2]) or STR, value=value))
            case _:
                found.append(option)
    return found[0] if len(found) == 1 else Choice(tuple(found))


def _alike(votes: Votes, domains: Domains) -> list[Domain]:
    """The domains of literals that the container is compared with."""
    found = [domain_of(each, domains) for each in votes.equals]
    return [each for each in found if each is not None]


def _with_anything(some: list[Domain]) -> Domain:
    """The domains that uses speak for, and then a number and a text."""
    assert isinstance(ANYTHING, Choice)
    chosen = dict.fromkeys((*dict.fromkeys(some), *ANYTHING.options))
    return one_of(tuple(chosen)[:MOST_INSIDE]) or ANYTHING
