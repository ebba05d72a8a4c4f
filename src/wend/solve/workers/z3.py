"""Asks Z3 in a process of its own, which is killed if it ignores its limits.

Z3 checks its limits between steps, and a step over products of large numbers, or one that
simplifies the question, may take ten seconds."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from typing import Any

from wend.expr.leaves import value_in
from wend.expr.transport import Receiver, Sender
from wend.solve.answer import Answer, Sat, Unknown, Unsat
from wend.solve.encode.fragment import Fragment
from wend.solve.encode.z3_int import RLIMIT_SECONDS, WRAPS, Z3Int
from wend.solve.encode.z3_library import Library
from wend.solve.slice import Slice
from wend.solve.workers.process import LOST, Overrun, Worker

GRACE_SECONDS = 0.2
"""Seconds after the end of the budget in which z3 nearly always ends by itself."""

WORK_SECONDS = 3
"""Processor seconds at effort 1: three times what its own limit takes at worst. A z3 that takes
longer hardly ever has an answer."""

LEAST = 0.25
"""The effort that is allowed at least to a z3 that ignores its own limits: it has to read a long
question first."""


class Z3Worker(Worker):
    """Sends questions to a `Z3Int` in the worker's process."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__()
        self._seed = seed
        self._sender: Sender | None = None

    def solve(
        self,
        part: Slice,
        fragment: Fragment,
        parent: Mapping[str, Any],
        effort: float,
        seconds: float = math.inf,
    ) -> Answer:
        """Unsat is a proof; Sat is a model that was rechecked."""
        if self._sender is None:
            _library()
            self._sender = Sender()
        terms = [*part.conditions, part.goal, *part.variables]
        values = [value_in(parent, variable) for variable in part.variables]
        question = (*self._sender.pack(terms), values, fragment.value, effort, seconds)
        patience = min(seconds + GRACE_SECONDS, RLIMIT_SECONDS * max(LEAST, effort) * 2)
        try:
            kind, fact, by = self.ask(question, patience, WORK_SECONDS * max(LEAST, effort))
        except Overrun:
            return Unknown("z3 did not keep to its limits", is_accident=True)
        except LOST:
            return Unknown("z3's process died", is_accident=True)
        match kind:
            case "sat":
                return Sat(fact, by)
            case "unsat":
                return Unsat(by)
            case _:
                return Unknown(fact)

    def answering(self) -> Callable[[Any], tuple[Any, float]]:
        z3 = Z3Int(self._seed, _library())
        receiver = Receiver()
        done = 0.0

        def answer(question: Any) -> tuple[tuple[str, Any, str], float]:
            nonlocal done
            before, given = done, solved(question)
            done = z3.work
            return given, (done - before) % WRAPS

        def solved(question: Any) -> tuple[str, Any, str]:
            start, rows, places, values, fragment, effort, seconds = question
            known = receiver.unpack(start, rows)
            terms = tuple([known[place] for place in places])
            variables = terms[len(terms) - len(values) :]
            *conditions, goal = terms[: len(terms) - len(values)]
            parent = {
                each.payload.text: value for each, value in zip(variables, values, strict=True)
            }
            part = Slice(tuple(conditions), goal, variables)
            match z3.solve(part, Fragment(fragment), parent, effort, seconds):
                case Sat(model, by):
                    return "sat", dict(model), by
                case Unsat(by):
                    return "unsat", None, by
                case Unknown(reason):
                    return "unknown", reason, ""

        return answer

    def close(self) -> None:
        super().close()
        self._sender = None


@functools.cache
def _library() -> Library:
    """Made in the process that explores, and never used there, so each worker inherits a new
    one."""
    return Library()
