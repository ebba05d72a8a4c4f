"""Paths, outcomes, reasons and parameters as plain data, for the way between processes."""

from __future__ import annotations

from typing import Any

from wend.expr.sorts import Sort
from wend.expr.transport import Receiver
from wend.expr.variables import named
from wend.inputs.domain import CLASSES
from wend.inputs.inputs import Inputs
from wend.inputs.memory import is_cell
from wend.inputs.target import ModuleRef, Parameter, TargetRef
from wend.messages.options import Limits, RunOptions
from wend.path.branch import Branch
from wend.path.burst import BurstRequest
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
        tuple(said["begun"]),
    )


def pack_reasons(reasons: dict[Reason, int]) -> list[tuple[Any, ...]]:
    return [
        (each.what, each.says, each.remedy, each.name, each.file, each.line, count)
        for each, count in reasons.items()
    ]


def unpack_reasons(packed: list[tuple[Any, ...]]) -> tuple[Reason, ...]:
    return tuple(Reason(*fields) for fields in packed)


def pack_order(ref: TargetRef, options: RunOptions) -> tuple[Any, ...]:
    """What a zygote has to know."""
    return ref.module._key(), ref._key()[1:], options.limits._key(), options._key()[1:]


def unpack_order(packed: tuple[Any, ...]) -> tuple[TargetRef, RunOptions]:
    module, ref, limits, options = packed
    return TargetRef(ModuleRef(*module), *ref), RunOptions(Limits(*limits), *options)


def pack_request(request: BurstRequest) -> tuple[Any, ...]:
    return tuple([getattr(request, name) for name in BurstRequest.field_names])


def pack_parameter(parameter: Parameter) -> tuple[Any, ...]:
    domain = _pack_domain(parameter.domain)
    cells = _pack_domain(parameter.cells)
    said = parameter.by_keyword, parameter.stars, parameter.guessed, parameter.narrowed
    return parameter.name, domain, *said, cells


def unpack_parameter(packed: tuple[Any, ...]) -> Parameter:
    name, domain, by_keyword, stars, guessed, narrowed, cells = packed
    made = _unpack_domain(domain)
    return Parameter(name, made, by_keyword, stars, guessed, narrowed, _unpack_domain(cells))


def _pack_domain(part: Any) -> Any:
    """A domain, or a part of one, as nested lists that begin with the name of a class."""
    if type(part) is tuple:
        return tuple([_pack_domain(each) for each in part])
    if type(part) is Sort:
        return ["Sort", part.value]
    if type(part).__name__ in CLASSES:
        return [type(part).__name__, *[_pack_domain(getattr(part, f)) for f in part.__slots__]]
    return part


def _unpack_domain(packed: Any) -> Any:
    if type(packed) is tuple:
        return tuple([_unpack_domain(each) for each in packed])
    if type(packed) is not list:
        return packed
    name, *fields = packed
    if name == "Sort":
        return Sort(fields[0])
    return CLASSES[name](*[_unpack_domain(field) for field in fields])
