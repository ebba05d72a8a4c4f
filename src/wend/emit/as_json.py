"""Results as JSON, schema 1: the contract with scripts."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import sys
from collections.abc import Iterable, Sequence
from typing import Any, assert_never

from wend.emit.places import shown_path
from wend.errors import WendError
from wend.path.case import Arc, Case
from wend.path.fault import Contained, remedy_for
from wend.path.outcome import Dropped, Outcome, Raised, Returned, Stopped, Violated
from wend.path.reason import Reason, Reasons
from wend.path.result import ComposedWork, CoverResult, OpaqueFunction, ReachResult, Result
from wend.record import replace

SCHEMA = 1
"""Raised only when a key changes its meaning or goes away; new keys leave it as it is."""

Json = dict[str, Any]


def document(command: str, results: Sequence[Result]) -> Json:
    """Everything that a command found, ready for `json.dumps`."""
    return {**_head(command), "results": [_entry(result) for result in results]}


def text_of(document: Json) -> str:
    # ASCII only: a message may hold lone surrogates, which no encoding of ours could write.
    return json.dumps(document, indent=2) + "\n"


def entry(result: Result) -> str:
    """The text of one result, as it stands in the text of a document."""
    return json.dumps({"results": [_entry(result)]}, indent=2).partition("[\n")[2][:-6]


def text_of_entries(command: str, entries: Sequence[str]) -> str:
    """The text of a document whose results have these texts."""
    text = text_of({**_head(command), "results": []})
    before, _, after = text.rpartition("[]")
    listed = ",\n".join(entries)
    return f"{before}[\n{listed}\n  ]{after}" if entries else text


def write(where: str | os.PathLike[str], document: Json) -> None:
    """Writes the document to a file, whole or not at all; `-` is standard output."""
    write_text(where, text_of(document))


def write_text(where: str | os.PathLike[str], text: str) -> None:
    """Writes the text of a document in the same way."""
    if where == "-":
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    path = pathlib.Path(where)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        if path.exists() and not path.is_file():  # a device or a pipe takes no replacement
            path.write_text(text, encoding="utf-8")
            return
        temporary.write_text(text, encoding="utf-8")
        os.replace(temporary, path)
    except OSError as error:
        remedy = remedy_for(error) or (
            "give --json a file in a directory that exists and can be written"
        )
        raise WendError(f"cannot write {where}: {error.strerror}; {remedy}") from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def _version() -> str:
    known = getattr(sys.modules["wend"], "__version__", None)
    if known is not None:
        return str(known)
    from importlib.metadata import PackageNotFoundError, version  # slow to import

    try:
        return version("wend")
    except PackageNotFoundError:  # a checkout on PYTHONPATH
        return "0"


def _head(command: str) -> Json:
    return {
        "schema": SCHEMA,
        "tool": {"name": "wend", "version": _version()},
        "command": command,
    }


def _entry(result: Result) -> Json:
    """A result; where wend itself fails to tell it, at least of what target it is, and why."""
    faults = Reasons()
    with Contained(faults, "the JSON of a result", result.target):
        return _result(result)
    says = next(iter(faults)).says
    told = replace(result, verdict="error", error=says, reasons=tuple(faults), seconds=0.0)
    told = replace(told, opaque=(), composed=None, solver=())
    if isinstance(told, CoverResult):
        return _result(replace(told, cases=(), paths=(), not_reached=()))
    return _result(replace(told, case=None))


def _result(result: Result) -> Json:
    match result:
        case CoverResult():
            return _cover(result)
        case ReachResult():
            return _reach(result)
        case _:
            assert_never(result)


def _cover(result: CoverResult) -> Json:
    target, coverage = result.target, result.coverage
    return {
        "target": {
            "file": shown_path(target.module.file),
            "function": target.function,
            "line": target.line,
        },
        "verdict": result.verdict,
        **_work(result),
        "divergences": result.divergences,
        "coverage": {
            "lines": {"hit": list(coverage.lines_hit), "missed": list(coverage.lines_missed)},
            "branches": {
                "hit": _arcs(coverage.branches_hit),
                "missed": _arcs(coverage.branches_missed),
            },
        },
        "cases": [_case(case) for case in result.cases],
        "paths": {
            "count": result.path_count,
            "list": [
                {
                    "args": dict(path.args),
                    "condition": path.condition,
                    "outcome": _outcome(path.outcome),
                }
                for path in result.paths
            ],
        },
        "not_reached": [*map(str, result.not_reached)],
    }


def _reach(result: ReachResult) -> Json:
    home = result.home or result.target
    return {
        "target": {
            "file": shown_path(home.module.file),
            "function": home.function,
            "line": result.line,
            "entry": result.entry,
            "taken": result.taken or result.line,
        },
        "verdict": result.verdict,
        "case": None if result.case is None else _case(result.case),
        **_work(result),
        "segments": result.segments,
        "shared": result.shared,
        "method": result.method,
        "conflicts": list(result.conflicts),
        "left": list(result.left),
    }


def _work(result: Result) -> Json:
    """What results of both kinds have: the work that was done, and what limits the verdict."""
    return {
        "executions": result.executions,
        "concrete": result.concrete,
        "queries": result.queries,
        "solver": {
            link.name: {"answers": link.answers, "seconds": round(link.seconds, 4)}
            for link in result.solver
        },
        "searches": {
            share.name: {
                "turns": share.turns,
                "seconds": round(share.seconds, 3),
                "runs": share.runs,
                "news": share.news,
            }
            for share in result.searches
        },
        "seconds": round(result.seconds, 3),
        "steps": result.steps,
        "reasons": [_reason(reason) for reason in result.reasons],
        "error": result.error,
        "interrupted": result.interrupted,
        "assumes": list(result.assumes),
        "opaque": [_opaque(each) for each in result.opaque],
        "composition": _composition(result.composed),
    }


def _opaque(function: OpaqueFunction) -> Json:
    return {
        "function": function.name,
        "calls": function.calls,
        "samples": function.samples,
        "mode": function.mode,
        "branches": list(function.branches),
    }


def _composition(composed: ComposedWork | None) -> Json | None:
    if composed is None:
        return None
    return {
        "executions": composed.executions,
        "alone": composed.alone,
        "recalled": composed.recalled,
        "queries": composed.queries,
        "seconds": round(composed.seconds, 3),
        "functions": [
            {"function": each.name, "calls": each.calls, "ways": each.ways}
            for each in composed.functions
        ],
        "followed": [{"function": each.name, "why": each.why} for each in composed.followed],
    }


def _case(case: Case) -> Json:
    shown: Json = {
        "setup": list(case.setup),
        "args": dict(case.args),
        "outcome": _outcome(case.outcome),
        "new": {"lines": list(case.new_lines), "branches": _arcs(case.new_branches)},
        "condition": case.condition,
        "method": case.method,
    }
    if case.drawn:
        shown["drawn"] = dict(case.drawn)
    if case.checks:
        shown["checks"] = list(case.checks)
    if case.imports:
        shown["imports"] = list(case.imports)
    return shown


def _outcome(outcome: Outcome) -> Json:
    match outcome:
        case Returned(source=None):
            return {"kind": "returned", "value": None, "repr": outcome.repr}
        case Returned():
            return {"kind": "returned", "value": outcome.source}
        case Raised():
            raised: Json = {
                "kind": "raised",
                "type": outcome.type,
                "message": outcome.message,
                "file": shown_path(outcome.file),
                "line": outcome.line,
            }
            if outcome.through is not None:
                file, line = outcome.through
                raised["through"] = {"file": shown_path(file), "line": line}
            return raised
        case Stopped():
            stopped: Json = {"kind": "stopped", "reason": outcome.reason}
            if outcome.detail:
                stopped["detail"] = outcome.detail
            if outcome.seconds:
                stopped["seconds"] = outcome.seconds
            return stopped
        case Violated():
            return {
                "kind": "violated",
                "predicate": outcome.predicate,
                "parameter": outcome.parameter,
                "says": outcome.says,
            }
        case Dropped():
            return {"kind": "dropped"}
        case _:
            assert_never(outcome)


def _reason(reason: Reason) -> Json:
    return {
        "what": reason.what,
        "name": reason.name,
        "file": shown_path(reason.file),
        "line": reason.line,
        "count": reason.count,
        "says": reason.says,
        "remedy": reason.remedy,
        **({"details": reason.details} if reason.details else {}),
    }


def _arcs(arcs: Iterable[Arc]) -> list[list[int]]:
    return [list(arc) for arc in arcs]
