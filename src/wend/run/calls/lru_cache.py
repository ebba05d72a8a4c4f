"""Functions under `functools.lru_cache` that get tracked arguments.

The cache itself would hash a tracked value, and so lose its term. Equal terms are equal values, so
a run keeps results for tracked arguments in a memo of its own, by terms. A call with plain
arguments goes to the cache. The results that a run leaves in a cache may depend on its inputs, so
such caches are cleared at its end.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any

from wend.run import recorder
from wend.run.calls.opaque import mentions_tracked
from wend.run.disguised_frames import uncounted
from wend.run.recorder import TALLY
from wend.run.tracked.lift import TEXTS, TRACKED

_ABSENT = object()


class Memoized:
    """A function under `lru_cache`. Its method `called` takes its place in calls."""

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
        if not is_settled or TALLY.noted != noted or not _is_settled(result):
            self._leave()  # an input of the run is part of the result
        return result

    def _leave(self) -> None:
        """Has the cache cleared at the end of the run."""
        if recorder.is_recording():
            recorder.current.stale_caches[id(self._cache)] = self._cache

    @uncounted
    def _of_terms(self, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        """A call with tracked arguments."""
        function = self._call(self._cache.__wrapped__)
        parameters = self._cache.cache_parameters()
        named = {key: _by_term(value) for key, value in keywords.items()}
        key = functools._make_key(tuple(map(_by_term, args)), named, parameters["typed"])
        place = (id(self._cache), key)
        hash(key)  # a list, say, is no key: this raises what Python raises
        if parameters["maxsize"] == 0:
            return function(*args, **keywords)
        memo = recorder.current.memo
        found = memo.get(place, _ABSENT)
        if found is _ABSENT:
            memo[place] = found = function(*args, **keywords)
        return found


_SETTLED = frozenset((int, float, complex, str, bytes, bool, type(None)))
"""Types of values that contain nothing of a run's inputs."""


def _is_settled(result: Any) -> bool:
    """Whether a result contains nothing of a run, now or later: a dict could be filled later on."""
    cls = type(result)
    if cls is tuple or cls is frozenset or (issubclass(cls, tuple) and not cls.__dictoffset__):
        parts = tuple.__iter__(result) if cls is not frozenset else result
        return all(map(_is_settled, parts))
    return cls in _SETTLED or cls is re.Pattern or issubclass(cls, type)


def _by_term(value: Any) -> Any:
    """A key that is equal for two values if they are equal for all inputs."""
    if type(value) in TRACKED:
        return value._wend_term
    if type(value) in TEXTS:
        tail = value._wend_tail
        end = None if tail is None else (tail.path, tail.start)
        return value.__class__, value._wend_codes, end
    return tuple(map(_by_term, value)) if type(value) is tuple else value
