"""The chain of links that answers a query; the order is that of `Solver.solve`."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from wend.expr.evaluate import holds
from wend.solve.answer import Answer, Sat, Unknown, Unsat
from wend.solve.cache import Cache
from wend.solve.query import Query
from wend.solve.slice import Slice, slice_of

if TYPE_CHECKING:
    from wend.solve.z3_int import Z3Int

DEFAULT_EFFORT = 1


class Solver:
    """Answers the queries of one exploration."""

    def __init__(self, *, seed: int = 0, effort: int = DEFAULT_EFFORT) -> None:
        self._seed = seed
        self._effort = effort
        self._cache = Cache()
        self._z3: Z3Int | None = None
        self.statistics = {
            name: 0
            for name in ("queries", "bounds", "cache", "repair", "z3", "bitwuzla", "unsat", "unknown")
        }
        self.seconds = 0.0

    def solve(self, query: Query, *, effort: int = 1) -> Answer:
        started = time.perf_counter()
        self.statistics["queries"] += 1
        answer = self._solve(query, effort * self._effort)
        match answer:
            case Sat(by=by):
                self.statistics[by] += 1
            case Unsat():
                self.statistics["unsat"] += 1
            case Unknown():
                self.statistics["unknown"] += 1
        self.seconds += time.perf_counter() - started
        return answer

    def close(self) -> None:
        if self._z3 is not None:
            self._z3.close()
            self._z3 = None

    def _solve(self, query: Query, effort: int) -> Answer:
        known, goal = query.prefix.known, query.goal
        part = slice_of(known, goal)
        assert part is not None
        answer = self._cache.find(part, effort)
        if answer is not None:
            return answer
        answer = self._search(part, query.parent, effort)
        self._cache.remember(part, answer, effort, query.parent)
        return answer

    def _search(self, part: Slice, parent: Mapping[str, Any], effort: int) -> Answer:
        if self._z3 is None:
            from wend.solve.z3_int import Z3Int

            self._z3 = Z3Int(self._seed)
        return self._z3.solve(part, parent, effort)
