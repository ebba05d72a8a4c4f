"""Why what no run came to may be come to all the same: nothing that was tried was wrong, but it
may not be all that there is."""

from __future__ import annotations

from collections.abc import Iterable

from wend.aim.backward.questions import Question
from wend.explore.backward import Ground
from wend.inputs.target import Parameter, Target
from wend.path.reason import Reason


def doubts(ground: Ground, lines: Iterable[int]) -> list[Reason]:
    """The reason why lines that no run came to are not unreachable, if there is one."""
    target = ground.target
    if ground.listens:
        return [_only_iterated(target)]
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
    return Reason(
        "only-iterated",
        "it is iterated to its end; what is sent to it, or thrown into it, may lead elsewhere",
        "name a function that does so with --entry",
        target.ref.function,
        target.file,
        target.ref.line,
    )


def _handed_on(target: Target) -> Reason:
    """Who decorates a function may call it with what its annotations don't allow for."""
    return Reason(
        "handed-on",
        f"what decorates {target.ref.function} may call it in ways of its own",
        "explore what is decorated apart from its decorator",
        target.ref.function,
        target.file,
        target.ref.line,
    )


def _one_state(target: Target, name: str) -> Reason:
    """Other calls may leave another state, and other machines have other files and variables."""
    return Reason(
        "one-state",
        f"runs see {name} as it is now; other calls, or other surroundings, may change it",
        "hand it in as an argument, or name a function that changes it first with --entry",
        target.ref.function,
        target.file,
        target.ref.line,
    )


def _of_machine(target: Target, line: int) -> Reason:
    """Nothing models when memory is short, or a number has too many digits to become text."""
    return Reason(
        "of-machine",
        "it handles what may be raised for want of memory or time, or for too many digits",
        "",
        target.ref.function,
        target.file,
        line,
    )


def _asked(target: Target, question: Question) -> Reason:
    """Types are no closed sets of classes."""
    return Reason(
        "type-asked",
        f"`{question.source}` may be answered otherwise for classes that were not tried",
        "annotate what else it may be, X | Y, to have that tried",
        target.ref.function,
        target.file,
        question.line,
    )


def _narrowed(target: Target, parameter: Parameter) -> Reason:
    """A list is not every Sequence."""
    return Reason(
        "type-narrowed",
        f"{parameter.name} may be more than what is tried for {parameter.narrowed}",
        f"annotate {parameter.name} with the types that are meant",
        parameter.name,
        target.file,
        target.ref.line,
    )
