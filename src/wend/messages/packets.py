"""What runs showed, as plain data for the way between processes: paths, outcomes, reasons."""

from __future__ import annotations

from typing import Any

from wend.expr.transport import Receiver
from wend.expr.variables import named
from wend.inputs.inputs import Inputs
from wend.inputs.memory import is_cell
from wend.path.branch import Branch
from wend.path.outcome import Dropped, Outcome, Raised, Returned, Stopped, Violated
from wend.path.path import Path
from wend.path.reason import Reason
from wend.path.replay import Replay
from wend.path.site import Site
from wend.path.summary import Call
from wend.record import replace

_OUTCOMES = {cls.__name__: cls for cls in (Returned, Raised, Violated, Stopped, Dropped)}


def unpack_path(inputs: Inputs, packet: dict[str, Any], receiver: Receiver) -> Path:
    """The path that a packet tells of, with terms of this process."""
    frames = [
        (key, _decided(Inputs(tuple([tuple(each) for each in items])), inner, receiver))
        for key, items, inner in packet["frames"]
    ]
    if packet["cells"] is not None:
        # Those that were looked at, in that order: the others have no effect.
        kept = [(name, value) for name, value in inputs.items_ if not is_cell(named(name))]
        inputs = Inputs((*kept, *[(name, value) for name, value in packet["cells"]]))
    path = _decided(inputs, packet, receiver)
    terms = receiver.terms
    return replace(
        path,
        outcome=unpack_outcome(packet["outcome"]),
        reasons=unpack_reasons(packet["reasons"]),
        marks=frozenset(packet["marks"]),
        seconds=packet["seconds"],
        result=terms[packet["result"]] if packet["result"] is not None else None,
        samples=tuple(packet["samples"]),
        frames=tuple(frames),
        followed=tuple([(name, why) for name, why in packet["followed"]]),
        epoch=packet["epoch"],
        assumed=packet.get("assumed"),
    )


def unpack_rows(packet: dict[str, Any] | None, receiver: Receiver) -> None:
    """Takes only the terms of a packet, if it is one of a run."""
    if packet is not None and "rows" in packet:
        for each in (*[inner for _, _, inner in packet["frames"]], packet):
            receiver.unpack(each["start"], each["rows"])


def _decided(inputs: Inputs, packet: dict[str, Any], receiver: Receiver) -> Path:
    """What a recorder noted, of a run or of one call in it."""
    terms = receiver.unpack(packet["start"], packet["rows"])
    sites = [Site(*fields) for fields in packet["sites"]]
    return Path(
        inputs,
        tuple(
            [
                Branch(sites[site], terms[place], taken, stack)
                for site, place, taken, stack in packet["branches"]
            ]
        ),
        Returned(None, ""),
        calls=tuple(
            [
                Call(position, symbol, key, texts, tuple([terms[arg] for arg in args]))
                for position, symbol, key, texts, args in packet["calls"]
            ]
        ),
        results=tuple([terms[each] for each in packet["results"]]),
        pins=tuple([(position, terms[each]) for position, each in packet["pins"]]),
    )


def pack_outcome(outcome: Outcome) -> tuple[Any, ...]:
    fields = [getattr(outcome, name) for name in type(outcome).field_names]
    return (type(outcome).__name__, *fields)


def unpack_outcome(packed: tuple[Any, ...]) -> Outcome:
    made: Outcome = _OUTCOMES[packed[0]](*packed[1:])
    return made


def unpack_replay(said: dict[str, Any]) -> Replay:
    """What a replay told."""
    trace = {
        first: {(tuple(lines), returned) for lines, returned in segments}
        for first, segments in said["trace"]
    }
    return Replay(
        unpack_outcome(said["outcome"]),
        trace,
        unpack_reasons(said["reasons"]),
        said["driven"],
        tuple([(parameter, check) for parameter, check in said["checked"]]),
        tuple([(module, name) for module, name in said["sleepers"]]),
        said["waited"],
        tuple(said["begun"]),
        said["seen"],
    )


def pack_reasons(reasons: dict[Reason, int]) -> list[tuple[Any, ...]]:
    return [
        (each.what, each.says, each.remedy, each.name, each.file, each.line, count)
        for each, count in reasons.items()
    ]


def unpack_reasons(packed: list[tuple[Any, ...]]) -> tuple[Reason, ...]:
    return tuple(Reason(*fields) for fields in packed)
