"""One run of the twin: inputs in, what happened out, as plain data for the way to the parent."""

from __future__ import annotations

import time
from typing import Any

from wend.expr.build import variable
from wend.expr.sorts import Sort
from wend.expr.terms import Term, forget_terms, interned_count
from wend.expr.transport import pack, unpack
from wend.inputs.inputs import Inputs
from wend.path.branch import Branch
from wend.path.outcome import Dropped, Outcome, Raised, Returned, Stopped
from wend.path.path import Path
from wend.path.reason import Reason
from wend.path.site import Site
from wend.run import probes
from wend.run.guard import Guard
from wend.run.invoke import Invocation, returned
from wend.run.limits import Limits, time_limit
from wend.run.recorder import Imprecision, Recorder, recording
from wend.run.tracked import track
from wend.run.tracked.lift import Tracked

MOST_TERMS = 100_000
"""Terms are kept from run to run: neighbouring paths share most of theirs."""

_OUTCOMES = {cls.__name__: cls for cls in (Returned, Raised, Stopped, Dropped)}


def execute(
    invocation: Invocation, inputs: Inputs, limits: Limits, imprecision: Imprecision, guard: Guard
) -> dict[str, Any]:
    """Runs the twin once and packs what it did."""
    if interned_count() > MOST_TERMS:
        forget_terms()
    probes.marks.clear()
    recorder = Recorder(imprecision, limits.decisions)
    started = time.perf_counter()
    outcome: Outcome
    result: Term | None = None
    with recording(recorder):
        try:
            with time_limit(limits.seconds):
                guard.active = True
                value = invocation.call(inputs, _lift)
                guard.active = False
            recorder.settle(value)
            result = value._wend_term if isinstance(value, Tracked) else None
            outcome = returned(value)
        except BaseException as error:
            guard.active = False
            recorder.settle(error)
            outcome = invocation.raised(error)
    if recorder.ended is not None:
        outcome = invocation.raised(recorder.ended)
    return _pack(recorder, outcome, result, time.perf_counter() - started)


def _lift(name: str, value: Any) -> Any:
    return track(value, variable(name, Sort.BOOL if isinstance(value, bool) else Sort.INT))


def _pack(
    recorder: Recorder, outcome: Outcome, result: Term | None, seconds: float
) -> dict[str, Any]:
    conditions = [condition for _, condition, _, _ in recorder.branches]
    rows, places = pack([*conditions, *([result] if result is not None else [])])
    result_place = places.pop() if result is not None else None
    sites: dict[Site, int] = {}
    branches = [
        (sites.setdefault(site, len(sites)), place, taken, stack)
        for (site, _, taken, stack), place in zip(recorder.branches, places, strict=True)
    ]
    return {
        "rows": rows,
        "sites": [tuple(site) for site in sites],
        "branches": branches,
        "outcome": pack_outcome(outcome),
        "reasons": pack_reasons(recorder.reasons),
        "marks": list(probes.marks),
        "seconds": seconds,
        "result": result_place,
    }


def unpack_path(inputs: Inputs, packet: dict[str, Any]) -> Path:
    """The path that a packet tells of, with terms of this process."""
    terms = unpack(packet["rows"])
    sites = [Site(*fields) for fields in packet["sites"]]
    return Path(
        inputs,
        tuple(
            [
                Branch(sites[site], terms[place], taken, stack)
                for site, place, taken, stack in packet["branches"]
            ]
        ),
        unpack_outcome(packet["outcome"]),
        unpack_reasons(packet["reasons"]),
        frozenset(packet["marks"]),
        packet["seconds"],
        terms[packet["result"]] if packet["result"] is not None else None,
    )


def pack_outcome(outcome: Outcome) -> tuple[Any, ...]:
    fields = [getattr(outcome, name) for name in outcome.__slots__]
    return (type(outcome).__name__, *fields)


def unpack_outcome(packed: tuple[Any, ...]) -> Outcome:
    made: Outcome = _OUTCOMES[packed[0]](*packed[1:])
    return made


def pack_reasons(reasons: dict[Reason, int]) -> list[tuple[Any, ...]]:
    return [
        (each.what, each.says, each.remedy, each.name, each.file, each.line, count)
        for each, count in reasons.items()
    ]


def unpack_reasons(packed: list[tuple[Any, ...]]) -> tuple[Reason, ...]:
    return tuple(Reason(*fields) for fields in packed)
