"""One run of the twin: inputs go in, and a description of the run comes out as plain data."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from typing import Any

from wend.expr.build import integer
from wend.expr.terms import Term, forget_terms, interned_count
from wend.expr.transport import Sender
from wend.inputs.inputs import Inputs
from wend.messages.options import Imprecision
from wend.messages.packets import pack_outcome, pack_reasons
from wend.path.outcome import Outcome
from wend.path.site import Site
from wend.path.summary import Key
from wend.run import blocks
from wend.run.calls import admission
from wend.run.class_questions import told_error
from wend.run.composed.before_call import CannotTell
from wend.run.composed.composed_calls import (
    Alone,
    RunAgain,
    note_changes,
)
from wend.run.composed.composed_calls import composing as composed
from wend.run.guard import Guard
from wend.run.invoke import Invocation
from wend.run.limits import disarm, time_limit, uninterrupted
from wend.run.recorder import Recorder, RunEnded, RunTooLong, recording
from wend.run.tracked.lift import TRACKED

MOST_TERMS = 100_000
"""Terms that a process keeps before it forgets them. Neighbouring paths share most terms."""

_sender = Sender()


def execute(
    invocation: Invocation,
    inputs: Inputs,
    seconds: float,
    decisions: int,
    imprecision: Imprecision,
    guard: Guard,
    composing: bool = False,
    branches: Callable[[Recorder], list[Any]] | None = None,
) -> dict[str, Any]:
    """Runs the twin once and packs what it did. `branches` makes the list that takes its
    branches."""
    recorder = _new_recorder(imprecision, decisions, composing)
    if branches is not None:
        recorder.branches = branches(recorder)
    started = time.perf_counter()
    prepared = uninterrupted.seconds
    outcome: Outcome | None = None
    result: Term | None = None
    # The alarm goes off repeatedly, so it may do so while the run is being wound up.
    with contextlib.suppress(RunTooLong), recording(recorder):
        try:
            guard.active = True  # until its objects have been looked at
            with time_limit(seconds):
                value = invocation.call(inputs, tracked=True)
            result = value._wend_term if type(value) in TRACKED else None
            outcome = invocation.returned(value)
        except BaseException as error:
            told_error(error)
            outcome = invocation.raised(error)
    disarm()
    guard.active = False
    if outcome is None or recorder.ended is not None:
        outcome = invocation.raised(recorder.ended or RunTooLong(f"{seconds:g} seconds"))
    is_changed = composing and note_changes()
    if is_changed or isinstance(recorder.ended, RunAgain):
        return execute(invocation, inputs, seconds, decisions, imprecision, guard, composing)
    packed = _pack(recorder, outcome, result, time.perf_counter() - started)
    packed["fields"] = invocation.fields
    packed["assumed"] = invocation.assumed
    packed["preparing"] = uninterrupted.seconds - prepared
    return packed


def execute_alone(
    invocation: Invocation,
    key: Key,
    inputs: Inputs,
    seconds: float,
    decisions: int,
    imprecision: Imprecision,
    guard: Guard,
) -> dict[str, Any] | None:
    """Runs a function by itself, with variables of its own. None if it can't be summarised."""
    if composed.follows(*key[:2]):
        return None
    recorder = _new_recorder(imprecision, decisions, True)
    started = time.perf_counter()
    outcome: Outcome | None = None
    results: tuple[int, list[Term]] | None = None
    why = "it does not end by itself"
    alone: Alone | None = None
    with contextlib.suppress(RunTooLong), recording(recorder):
        try:
            alone = Alone(key, inputs)
            if id(alone.function.__code__) not in admission.known_codes:
                admission.admit(alone.function)
            try:
                with time_limit(seconds):
                    guard.active = True
                    invocation.is_under_way = True
                    value = alone.call()
                    invocation.is_under_way = guard.active = False
                results = alone.left(value, "returns")
                outcome = invocation.returned(value)
            except (RunEnded, CannotTell):
                raise
            except BaseException as error:
                guard.active = False
                results = alone.left(error, "raises")
                outcome = invocation.raised(error)
        except RunEnded:
            guard.active = False
        except CannotTell as said:
            why = str(said)
    disarm()
    guard.active = False
    is_whole = not note_changes() if alone is None else alone.stayed_within()
    if isinstance(recorder.ended, RunAgain):
        return execute_alone(invocation, key, inputs, seconds, decisions, imprecision, guard)
    if not is_whole:
        return None
    if outcome is None or results is None or recorder.ended is not None:
        composed.follow(key[0], key[1], why)
        return None
    kind, terms = results
    took = time.perf_counter() - started
    return _pack(recorder, outcome, None, took, [integer(kind), *terms])


def _new_recorder(imprecision: Imprecision, decisions: int, composing: bool) -> Recorder:
    if interned_count() > MOST_TERMS:
        forget_terms()
    blocks.forget()
    recorder = Recorder(imprecision, decisions)
    recorder.calls = [] if composing else None
    return recorder


def _pack(
    recorder: Recorder,
    outcome: Outcome,
    result: Term | None,
    seconds: float,
    results: Sequence[Term] = (),
) -> dict[str, Any]:
    frames = []
    for frame in recorder.frames:
        decided = _decided(frame.inner, [integer(frame.kind), *frame.results])
        frames.append((frame.key, list(frame.inputs.items()), decided))
    packed = _decided(recorder, results if result is None else [result])
    return {
        **packed,
        "outcome": pack_outcome(outcome),
        "reasons": pack_reasons(recorder.reasons),
        "marks": list(blocks.marks),
        "seconds": seconds,
        "cells": None if recorder.memory is None else list(recorder.memory.found.items()),
        "result": None if result is None else packed["results"].pop(),
        "samples": list((recorder.samples or {}).values()),
        "frames": frames,
        "followed": composed.untold(),
        "epoch": composed.epoch_of(recorder.frames),
    }


def _decided(recorder: Recorder, results: Sequence[Term]) -> dict[str, Any]:
    """The branches and calls of a recorder, with the terms in them, as plain data."""
    calls = recorder.calls or []
    roots = [
        *[condition for _, condition, _, _ in recorder.branches],
        *[arg for call in calls for arg in call.args],
        *recorder.pins,
        *results,
    ]
    start, rows, places = _sender.pack(roots)
    place = iter(places)
    sites: dict[Site, int] = {}
    return {
        "start": start,
        "rows": rows,
        "branches": [
            (sites.setdefault(site, len(sites)), next(place), taken, stack)
            for site, _, taken, stack in recorder.branches
        ],
        "sites": [tuple(site) for site in sites],
        "calls": [
            (call.position, call.symbol, call.key, call.texts, [next(place) for _ in call.args])
            for call in calls
        ],
        "pins": [(position, next(place)) for position in recorder.pins.values()],
        "results": list(place),
    }
