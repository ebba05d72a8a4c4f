"""Why what no run came to may be come to all the same: nothing that was tried was wrong, but it
may not be all that there is."""

from __future__ import annotations

from collections.abc import Iterable

from wend.aim.backward.questions import Question
from wend.explore.backward_search import Ground
from wend.inputs.target import Parameter, Target
from wend.path.reason import Reason


def doubts(ground: Ground, lines: Iterable[int]) -> list[Reason]:
    """The reason why lines that no run came to are not unreachable, if there is one."""
    target = ground.target
    if ground.listens:
        return [_only_iterated(target)]
    if ground.is_building:
        return [_building(target)]
    if ground.is_decorated:
        return [_handed_on(target)]
    if ground.seen:
        return [_one_state(target, ground.seen)]
    for line in lines:
        if ground.handles_machine(line):
            return [_of_machine(target, line)]
    if ground.question is not None:
        return [_asked(target, ground.question)]
    return [_narrowed(target, each) for each in target.parameters if each.narrowed][:1]


def _only_iterated(target: Target) -> Reason:
    """Somebody else may do more with a generator than wend does."""
    says = "it is iterated to its end; what is sent to it, or thrown into it, may lead elsewhere"
    return _of(target, "only-iterated", says, "name a function that does so with --entry")


def _building(target: Target) -> Reason:
    """Whoever is being built has not yet what a whole object has."""
    says = f"building an object may call {target.ref.function}, before the object is whole"
    return _of(target, "handed-on", says, "name a function that builds one with --entry")


def _handed_on(target: Target) -> Reason:
    """Who decorates a function may call it with what its annotations don't allow for."""
    says = f"what decorates {target.ref.function} may call it in ways of its own"
    return _of(target, "handed-on", says, "explore what is decorated apart from its decorator")


def _one_state(target: Target, name: str) -> Reason:
    """Other calls may leave another state, and other machines have other files and variables."""
    says = f"runs see {name} as it is now; other calls, or other surroundings, may change it"
    remedy = "hand it in as an argument, or name a function that changes it first with --entry"
    return _of(target, "one-state", says, remedy)


def _of_machine(target: Target, line: int) -> Reason:
    """Nothing models when memory is short, or a number has too many digits to become text."""
    says = "it handles what may be raised for want of memory or time, or for too many digits"
    return _of(target, "of-machine", says, "", line=line)


def _asked(target: Target, question: Question) -> Reason:
    """Types are no closed sets of classes."""
    says = f"`{question.source}` may be answered otherwise for classes that were not tried"
    remedy = "annotate what else it may be, X | Y, to have that tried"
    return _of(target, "type-asked", says, remedy, line=question.line)


def _narrowed(target: Target, parameter: Parameter) -> Reason:
    """A list is not every Sequence."""
    says = f"{parameter.name} may be more than what is tried for {parameter.narrowed}"
    remedy = f"annotate {parameter.name} with the types that are meant"
    return _of(target, "type-narrowed", says, remedy, parameter.name)


def _of(
    target: Target, what: str, says: str, remedy: str, name: str = "", line: int | None = None
) -> Reason:
    at = target.ref.line if line is None else line
    return Reason(what, says, remedy, name or target.ref.function, target.file, at)
