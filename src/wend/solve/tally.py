"""Counts what the links of the chain answered, and the seconds that each of them took."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from wend.solve.answer import Answer, Sat, Unknown, Unsat

P = ParamSpec("P")
T = TypeVar("T")

LINKS = ("bounds", "cache", "repair", "finite", "climb", "z3", "bitwuzla")
"""The names of the links, as reports list them; the last two are solvers."""

COUNTED = ("queries", *LINKS, "unsat", "unknown")


class Tally:
    """The counts and seconds of one exploration."""

    def __init__(self) -> None:
        self.statistics = dict.fromkeys(COUNTED, 0)
        """All queries, those that each link answered, those refuted, and those left unknown."""
        self.spent = dict.fromkeys(LINKS, 0.0)
        """Seconds by link, whether it had an answer or not."""
        self.lacks_bitwuzla = False
        """Whether a query is unknown because bitwuzla is not installed."""
        self.seconds = 0.0
        """Seconds of all queries."""

    def answered(self, ask: Callable[P, Answer], *args: P.args, **keywords: P.kwargs) -> Answer:
        """The answer to one query, which is counted."""
        started = time.perf_counter()
        self.statistics["queries"] += 1
        answer = ask(*args, **keywords)
        match answer:
            case Sat(by=by):
                self.statistics[by] += 1
            case Unsat(by=by):
                self.statistics[by] += 1
                self.statistics["unsat"] += 1
            case Unknown(lacks_bitwuzla=lacking):
                self.statistics["unknown"] += 1
                self.lacks_bitwuzla = self.lacks_bitwuzla or lacking
        self.seconds += time.perf_counter() - started
        return answer

    def by(self, link: str, ask: Callable[P, T], *args: P.args, **keywords: P.kwargs) -> T:
        """What a link says; its time is noted."""
        started = time.perf_counter()
        try:
            return ask(*args, **keywords)
        finally:
            self.spent[link] += time.perf_counter() - started
