"""Reasons why a line that no run reached may be reachable all the same.

Everything that was tried came out right, but there may be more than was tried: other states of the
module, other types, other callers.
"""

from __future__ import annotations

from collections.abc import Iterable

from wend.explore.searches.ground import Ground
from wend.inputs.target import Parameter, Target
from wend.path.reason import Reason


def doubts(ground: Ground, lines: Iterable[int], seen: str) -> list[Reason]:
    """At most one reason why these lines can't be called unreachable. `seen` is a name by which
    runs see state (`campaign.seen_state`)."""
    target = ground.target
    if ground.listens:
        return [_only_iterated(target)]
    if ground.is_building:
        return [_building(target)]
    if ground.is_decorated:
        return [_handed_on(target)]
    if seen:
        return [_one_state(target, seen)]
    for line in lines:
        if ground.handles_machine(line):
            return [_of_machine(target, line)]
    return [_narrowed(target, each) for each in target.parameters if each.narrowed][:1]


def _only_iterated(target: Target) -> Reason:
    """wend only iterates generators; other callers may send to them or throw into them."""
    says = "it is iterated to its end; what is sent to it, or thrown into it, may lead elsewhere"
    return _of(target, "only-iterated", says, "name a function that does so with --entry")


def _building(target: Target) -> Reason:
    """An object that is being built does not have all its attributes yet."""
    says = f"building an object may call {target.ref.function}, before the object is whole"
    return _of(target, "handed-on", says, "name a function that builds one with --entry")


def _handed_on(target: Target) -> Reason:
    """A decorator may call the function with arguments that its annotations don't allow."""
    says = f"what decorates {target.ref.function} may call it in ways of its own"
    return _of(target, "handed-on", says, "explore what is decorated apart from its decorator")


def _one_state(target: Target, name: str) -> Reason:
    """Other calls may leave another state, and other machines have other files and variables."""
    says = f"runs see {name} as it is now; other calls, or other surroundings, may change it"
    remedy = "hand it in as an argument, or name a function that changes it first with --entry"
    return _of(target, "one-state", says, remedy)


def _of_machine(target: Target, line: int) -> Reason:
    """No model says when memory is short, or when a number has too many digits for a text."""
    says = "it handles what may be raised for want of memory or time, or for too many digits"
    return _of(target, "of-machine", says, "", line=line)


def _narrowed(target: Target, parameter: Parameter) -> Reason:
    """Only some types of an annotation are tried: a list stands for every Sequence."""
    says = f"{parameter.name} may be more than what is tried for {parameter.narrowed}"
    remedy = f"annotate {parameter.name} with the types that are meant"
    return _of(target, "type-narrowed", says, remedy, parameter.name)


def _of(
    target: Target, what: str, says: str, remedy: str, name: str = "", line: int | None = None
) -> Reason:
    at = target.ref.line if line is None else line
    return Reason(what, says, remedy, name or target.ref.function, target.file, at)
