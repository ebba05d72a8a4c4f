"""Runs that leave state behind, or do not repeat themselves: what is noticed, done, and said."""

from __future__ import annotations

from wend.inputs.inputs import Inputs
from wend.inputs.live import live
from wend.path.outcome import is_timeout
from wend.path.path import Path
from wend.path.reason import Reason
from wend.process.runner import Runner


def kept_apart(runner: Runner, path: Path | None = None) -> Reason | None:
    """Gives each run a process of its own, from now on, where one left something behind.

    Returns the reason that is to be noted, if there is one. The first input is run twice: do runs
    repeat themselves? Without a path, the simplest input is run; a path that took too long is not
    run again.
    """
    path = path or runner.execute(live(runner.prepared.target.parameters, {}))
    if is_timeout(path.outcome) and not runner.leaked:
        return None
    repeats = runner.is_tried or _alike(path, runner.execute(path.inputs))
    runner.is_tried = True
    if runner.forked or (repeats and not runner.leaked):
        return None
    return _isolated(runner, path.inputs)


def _isolated(runner: Runner, inputs: Inputs) -> Reason:
    """Gives each run its own process; the reason says whether runs then repeat themselves."""
    runner.start_afresh(forked=True)
    before, after = runner.execute(inputs), runner.execute(inputs, chance=1)
    name, *_ = place = runner.prepared.target.place
    if _alike(before, after):
        return Reason(
            "state-leaked",
            f"{name} changes state of its module: each run gets a process of its own",
            "runs are slower this way; keep state in arguments or objects",
            *place,
        )
    return Reason(
        "nondeterministic",
        f"{name} does not do the same for the same inputs",
        "hand in clocks and random numbers as arguments",
        *place,
    )


def _alike(a: Path, b: Path) -> bool:
    if is_timeout(a.outcome) or is_timeout(b.outcome):
        # How far a run comes in its time says nothing.
        return all(one == other for one, other in zip(a.branches, b.branches, strict=False))
    return a.outcome == b.outcome and a.branches == b.branches
