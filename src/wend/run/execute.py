"""One run of the twin: inputs in, what happened out, as plain data for the way to the parent."""

from __future__ import annotations

import contextlib
import time
from typing import Any

from wend.expr.terms import Term, forget_terms, interned_count
from wend.expr.transport import Sender
from wend.inputs.inputs import Inputs
from wend.path.outcome import Outcome
from wend.path.site import Site
from wend.run import probes
from wend.run.guard import Guard
from wend.run.invoke import Invocation
from wend.run.limits import disarm, time_limit
from wend.run.options import Imprecision
from wend.run.packets import pack_outcome, pack_reasons
from wend.run.recorder import Recorder, RunTooLong, recording
from wend.run.tracked.lift import TRACKED

MOST_TERMS = 100_000
"""Terms are kept from run to run: neighbouring paths share most of theirs."""

_sender = Sender()


def execute(
    invocation: Invocation,
    inputs: Inputs,
    seconds: float,
    decisions: int,
    imprecision: Imprecision,
    guard: Guard,
) -> dict[str, Any]:
    """Runs the twin once and packs what it did."""
    if interned_count() > MOST_TERMS:
        forget_terms()
    probes.marks.clear()
    recorder = Recorder(imprecision, decisions)
    started = time.perf_counter()
    outcome: Outcome | None = None
    result: Term | None = None
    # The alarm goes off again and again, perhaps while the run is being wound up.
    with contextlib.suppress(RunTooLong), recording(recorder):
        try:
            with time_limit(seconds):
                guard.active = True
                value = invocation.call(inputs, tracked=True)
                guard.active = False
            result = value._wend_term if type(value) in TRACKED else None
            outcome = invocation.returned(value)
        except BaseException as error:
            guard.active = False
            outcome = invocation.raised(error)
    disarm()
    guard.active = False
    if outcome is None or recorder.ended is not None:
        outcome = invocation.raised(recorder.ended or RunTooLong(f"{seconds:g} seconds"))
    return _pack(recorder, outcome, result, time.perf_counter() - started)


def _pack(
    recorder: Recorder, outcome: Outcome, result: Term | None, seconds: float
) -> dict[str, Any]:
    conditions = [condition for _, condition, _, _ in recorder.branches]
    start, rows, places = _sender.pack([*conditions, *([result] if result is not None else [])])
    result_place = places.pop() if result is not None else None
    sites: dict[Site, int] = {}
    branches = [
        (sites.setdefault(site, len(sites)), place, taken, stack)
        for (site, _, taken, stack), place in zip(recorder.branches, places, strict=True)
    ]
    return {
        "start": start,
        "rows": rows,
        "sites": [tuple(site) for site in sites],
        "branches": branches,
        "outcome": pack_outcome(outcome),
        "reasons": pack_reasons(recorder.reasons),
        "marks": list(probes.marks),
        "seconds": seconds,
        "result": result_place,
        "samples": list((recorder.samples or {}).values()),
    }
