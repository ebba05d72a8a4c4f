"""The steps of `except*`, for traces: it splits exceptions and puts them together.

These functions repeat what CPython does (`Python/ceval.c`, `Objects/exceptions.c` of 3.11 to 3.13),
since Python offers none of the steps by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def split(rest: BaseException | None, kind: Any) -> tuple[Any, Any]:
    """The part of an exception that a clause for `kind` leaves, and the part that it takes; None
    stands for nothing. An exception that is no group is taken as a group of its own."""
    kinds = kind if isinstance(kind, tuple) else (kind,)
    for each in kinds:
        if not (isinstance(each, type) and issubclass(each, BaseException)):
            raise TypeError(
                "catching classes that do not inherit from BaseException is not allowed"
            )
    for each in kinds:
        if issubclass(each, BaseExceptionGroup):
            raise TypeError(
                "catching ExceptionGroup with except* is not allowed. Use except instead."
            )
    if rest is None:
        return None, None
    if any(each in type(rest).__mro__ for each in kinds):
        return None, rest if isinstance(rest, BaseExceptionGroup) else BaseExceptionGroup(
            "", [rest]
        )
    if not isinstance(rest, BaseExceptionGroup):
        return rest, None
    part, others = rest.split(kind)
    return others, part


def merged(
    caught: BaseException, raised: tuple[BaseException, ...], rest: BaseException | None
) -> BaseException | None:
    """The exception after all clauses: what their bodies raised, and what no clause took.

    Parts that were raised again unchanged come back to their places in the group.
    """
    errors = [*raised, *([] if rest is None else [rest])]
    if not errors:
        return None
    if not isinstance(caught, BaseExceptionGroup):
        return errors[0]  # all of it was taken, or nothing
    again = [each for each in errors if _is_part(each, caught)]
    new = [each for each in errors if not _is_part(each, caught)]
    if again:
        kept = {id(leaf) for each in again for leaf in _leaves(each)}
        whole = BaseExceptionGroup.split(
            caught,
            lambda each: not isinstance(each, BaseExceptionGroup) and id(each) in kept,
        )[0]
        if whole is not None:
            new.append(whole)
    return new[0] if len(new) == 1 else BaseExceptionGroup("", new)


def _is_part(error: BaseException, caught: BaseException) -> bool:
    """Whether an exception was split off and never raised since."""
    return isinstance(error, BaseExceptionGroup) and all(
        getattr(error, name) is getattr(caught, name) for name in _METADATA
    )


_METADATA = ("__traceback__", "__cause__", "__context__")


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from _leaves(each)
    else:
        yield error
