"""`functools.lru_cache` and tracked arguments.

The cache itself would hash a tracked value and so lose its term. Equal terms are equal values, so
a run keeps the results for tracked arguments in a memo of its own, by their terms; a call of plain
arguments goes to the cache as ever. What a run leaves in a cache may depend on that run's inputs:
such caches are cleared at its end.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any

from wend.run import recorder
from wend.run.calls.hidden_frames import uncounted
from wend.run.calls.opaque import mentions_tracked
from wend.run.recorder import TALLY
from wend.run.tracked.lift import TEXTS, TRACKED

_ABSENT = object()


class Memoized:
    """A function under `lru_cache`; `called` takes its place in calls."""

    __slots__ = ("_cache", "_call")

    def __init__(self, cache: Any, call: Callable[[Any], Any]) -> None:
        self._cache = cache
        self._call = call
        call(cache.__wrapped__)

    @uncounted
    def called(self, /, *args: Any, **keywords: Any) -> Any:
        values = (*args, *keywords.values())
        is_settled = all(map(_is_settled, values))
        if not is_settled and recorder.is_recording() and mentions_tracked(values):
            return self._of_terms(args, keywords)
        noted = TALLY.noted
        try:
            result = self._cache(*args, **keywords)
        except BaseException:
            self._leave()
            raise
        if is_settled:
            self._keep(result, noted)
        else:
            self._leave()
        return result

    def _keep(self, result: Any, noted: int) -> bool:
        """Lets the cache keep a result beyond this run, if nothing of the run's inputs is in it."""
        is_kept = TALLY.noted == noted and _is_settled(result)
        if not is_kept:
            self._leave()
        return is_kept

    def _leave(self) -> None:
        """The cache holds what only this run may see."""
        if recorder.is_recording():
            recorder.current.stale_caches[id(self._cache)] = self._cache

    @uncounted
    def _of_terms(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """With tracked arguments."""
        function = self._call(self._cache.__wrapped__)
        parameters = self._cache.cache_parameters()
        named = {key: _by_term(value) for key, value in keywords.items()}
        key = functools._make_key(tuple(map(_by_term, args)), named, parameters["typed"])
        place = (id(self._cache), key)
        hash(key)  # raises what Python raises for a list, say
        if parameters["maxsize"] == 0:
            return function(*args, **keywords)
        memo = recorder.current.memo
        found = memo.get(place, _ABSENT)
        if found is _ABSENT:
            memo[place] = found = function(*args, **keywords)
        return found


_SETTLED = frozenset((int, float, complex, str, bytes, bool, type(None)))
"""Values that no run's inputs can hide in."""


def _is_settled(result: Any) -> bool:
    """Whether a run can leave nothing in a result: a dict, say, could be filled later on."""
    cls = type(result)
    if cls is tuple or cls is frozenset or (issubclass(cls, tuple) and not cls.__dictoffset__):
        parts = tuple.__iter__(result) if cls is not frozenset else result
        return all(map(_is_settled, parts))
    return cls in _SETTLED or cls is re.Pattern or issubclass(cls, type)


def _by_term(value: Any) -> Any:
    """What is equal where the values are equal for all inputs."""
    if type(value) in TRACKED:
        return value._wend_term
    if type(value) in TEXTS:
        tail = value._wend_tail
        end = None if tail is None else (tail.path, tail.start)
        return value.__class__, value._wend_codes, end
    return tuple(map(_by_term, value)) if type(value) is tuple else value
