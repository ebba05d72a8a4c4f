"""Samples of opaque functions in the store, for later runs while the function's code is the same.

A sample belongs to a function, not to a target: the results of a hash function that one target saw
serve all targets that call it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from wend.expr import samples
from wend.expr.samples import Sample, Scalars, assembled
from wend.inputs.target import TargetRef
from wend.store import records
from wend.store.database import Changes, Store
from wend.store.function_facts import FunctionFacts

MOST_SAMPLES = 2_000
MOST_SCALARS = 40_000
"""Scalars of one function, in arguments and results together."""


class KeptSamples:
    """The samples of the functions that runs of one target call."""

    def __init__(self, store: Store, ref: TargetRef) -> None:
        self._facts = FunctionFacts(store, ref, "samples", "samples")
        self._stored: dict[str, list[Sample]] = {}
        """The samples that the store has of each function."""

    def of(self, function: str, loaded: Sequence[str] | None) -> list[Sample]:
        """The samples that earlier runs saw; `loaded` are the files that the target's process has
        loaded."""
        text = self._facts.read(function, loaded)
        try:
            found = [] if text is None else _read(function, text)
        except records.Unreadable:
            found = []
        self._stored[function] = found
        return found

    def changes(self, loaded: Sequence[str] | None) -> Changes:
        """The changes for samples that are new."""
        changes: Changes = []
        for function, stored in self._stored.items():
            seen = _chosen(samples.current.seen(function))
            if seen != stored and self._facts.is_kept(function, loaded):
                self._stored[function] = seen
                changes.append(self._facts.change(function, _written(seen)))
        return changes


def _chosen(seen: list[Sample]) -> list[Sample]:
    """The samples that are kept: the oldest, from the import and the first runs, and the newest."""
    half = MOST_SAMPLES // 2
    if len(seen) > MOST_SAMPLES:
        seen = [*seen[:half], *seen[-half:]]
    scalars = 0
    chosen = []
    for sample in seen:
        scalars += len(sample[3]) + len(sample[4])
        if scalars > MOST_SCALARS:
            break
        chosen.append(sample)
    return chosen


def _written(seen: Iterable[Sample]) -> str:
    """`[[symbol, shapes, [[arguments, results], …]], …]`."""
    by_symbol: dict[tuple[str, Any], list[tuple[Scalars, Scalars]]] = {}
    for symbol, _, shapes, args, results in seen:
        by_symbol.setdefault((symbol, shapes), []).append((args, results))
    return records.text_of(tuple([(*key, tuple(pairs)) for key, pairs in by_symbol.items()]))


def _read(function: str, text: str) -> list[Sample]:
    """The samples in a text; raises Unreadable where they are not of the function."""
    found: list[Sample] = []
    try:
        for symbol, shapes, pairs in records.plain_of(text):
            for args, results in pairs:
                if not symbol.startswith(f"{function}(") or not _fits(shapes, args, results):
                    raise records.Unreadable(text[:40])
                found.append((symbol, function, shapes, args, results))
    except (TypeError, ValueError) as error:
        raise records.Unreadable(text[:40]) from error
    return found


def _fits(shapes: tuple[Any, ...], args: Scalars, results: Scalars) -> bool:
    """Whether the arguments fit the shapes, and all values are numbers."""
    scalars = iter(args)
    try:
        for shape in shapes:
            assembled(shape, scalars)
    except (StopIteration, RuntimeError, TypeError, ValueError, IndexError):
        return False
    return (
        next(scalars, None) is None
        and bool(results)
        and all(type(each) in (int, bool, float) for each in (*args, *results))
    )
