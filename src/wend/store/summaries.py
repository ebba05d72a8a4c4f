"""Summaries in the store: ways through a function, for later runs while its code is the same.

A way is kept as inputs of the function that lead there. A run of the function by itself then tells
the rest, so nothing in the store can be wrong. Like a sample, a summary belongs to the function: it
serves all targets that call the function.
"""

from __future__ import annotations

from collections.abc import Sequence

from wend.inputs.inputs import Inputs
from wend.inputs.target import TargetRef
from wend.path.summary import Key
from wend.source.digest.mentions import digest_of
from wend.store import records
from wend.store.database import Changes, Store
from wend.store.function_facts import FunctionFacts

MOST_WAYS = 100
"""Ways through a function for one kind of arguments."""

MOST_VALUES = 20_000
"""Values of inputs that are kept for one function."""

Ways = dict[str, tuple[Inputs, ...]]
"""Inputs for each way, by the digest of the kinds of the function's arguments."""


class KeptSummaries:
    """The summaries of the functions that runs of one target call."""

    def __init__(self, store: Store, ref: TargetRef) -> None:
        self._facts = FunctionFacts(store, ref, "summaries", "ways")
        self._stored: dict[str, Ways] = {}
        self._now: dict[str, Ways] = {}

    def of(self, key: Key, loaded: Sequence[str] | None) -> tuple[Inputs, ...]:
        """Inputs for the ways that earlier runs knew; `loaded` are the files that the target's
        process has loaded."""
        function = _name(key)
        if function not in self._stored:
            self._stored[function] = _read(self._facts.read(function, loaded))
        return self._stored[function].get(_given(key), ())

    def note(self, ways: dict[Key, list[Inputs]]) -> None:
        """Takes the ways that this run found."""
        for key, found in ways.items():
            now, given = self._now.setdefault(_name(key), {}), _given(key)
            now[given] = tuple(dict.fromkeys((*found, *now.get(given, ()))))[:MOST_WAYS]

    def changes(self, loaded: Sequence[str] | None) -> Changes:
        """The changes for ways that are new."""
        changes: Changes = []
        for function, now in self._now.items():
            stored = self._stored.get(function, {})
            others = {given: ways for given, ways in stored.items() if given not in now}
            ways = _bounded({**now, **others})
            if ways != stored and self._facts.is_kept(function, loaded):
                self._stored[function] = ways
                text = records.text_of(tuple(ways.items()))
                changes.append(self._facts.change(function, text))
        return changes


def _read(text: str | None) -> Ways:
    if text is None:
        return {}
    try:
        return {
            str(given): tuple(
                [each for each in ways if isinstance(each, Inputs) and records.are_possible(each)]
            )
            for given, ways in records.plain_of(text)
        }
    except (records.Unreadable, TypeError, ValueError):
        return {}


def _name(key: Key) -> str:
    return f"{key[0]}.{key[1].partition(':')[0]}"


def _given(key: Key) -> str:
    """The digest of the kinds of a function's arguments, which is only compared."""
    return digest_of(repr(key[1:]))


def _bounded(ways: Ways) -> Ways:
    chosen: Ways = {}
    count = 0
    for given, each in ways.items():
        count += sum(len(inputs) for inputs in each)
        if count > MOST_VALUES:
            break
        chosen[given] = each
    return chosen
