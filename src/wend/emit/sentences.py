"""The records of a result as sentences and parts of sentences.

Facts stay records until here: nothing reads a sentence to find out what it says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from wend.emit.places import shown_path
from wend.path.case import Case
from wend.path.outcome import Dropped, Outcome, Raised, Returned, Stopped, Violated
from wend.path.reason import Reason
from wend.path.result import OpaqueFunction


def outcome_text(outcome: Outcome) -> str:
    """An outcome as the rest of a sentence about the function."""
    match outcome:
        case Returned():
            return f"returns {outcome.repr if outcome.source is None else outcome.source}"
        case Raised():
            name = outcome.type.removeprefix("builtins.")
            return f"raises {name}: {outcome.message}" if outcome.message else f"raises {name}"
        case Violated():
            return f"returns, but {outcome.sentence}"
        case Stopped():
            return outcome.sentence
        case Dropped():
            return "is dropped by wend.assume"
        case _:
            assert_never(outcome)


def reason_text(reason: Reason, others: int = 0, *, with_details: bool = False) -> str:
    """A reason with its place and remedy; `others`: how many more like it are there."""
    place = f"{shown_path(reason.file)}:{reason.line}: " if reason.file else ""
    often = f" ({reason.count} times)" if reason.count > 1 else ""
    parts = [f"{place}{reason.says}{often}"]
    if reason.details:
        parts[0] += f" ({reason.details})" if with_details else " (details with -v)"
    parts += [reason.remedy] if reason.remedy else []
    if others:
        parts.append(f"so with {count(others, 'other condition')} there (-v shows them)")
    return "; ".join(parts)


def opaque_text(function: OpaqueFunction) -> str:
    """`zlib.crc32: 12 calls, 9 samples, higher-order; lines 3, 7 hang on it`."""
    said = (
        f"{function.name}: {count(function.calls, 'call')}, "
        f"{count(function.samples, 'sample')}, {function.mode}"
    )
    if not function.branches:
        return said
    lines = ", ".join(map(str, function.branches))
    one = len(function.branches) == 1
    return f"{said}; {f'line {lines} hangs' if one else f'lines {lines} hang'} on it"


def call_text(function: str, kind: str, case: Case) -> str:
    """The call of a case: `total(x=1)`, `cart.total(x=1)`, `cart.price = 3` for a setter."""
    last = function.rpartition(".")[2]
    if kind in ("property", "setter", "deleter"):
        return _access(kind, last, [source for _, source in case.args])
    arguments = dict(case.args)
    own = arguments.pop("self", None) if "." in function else None
    name = f"{own}.{last}" if own is not None else function
    return f"{name}({', '.join(f'{name}={source}' for name, source in arguments.items())})"


def _access(kind: str, name: str, args: Sequence[str]) -> str:
    own = args[0] if args else ""
    if kind == "setter":
        return f"{own}.{name} = {', '.join(args[1:])}"
    return f"del {own}.{name}" if kind == "deleter" else f"{own}.{name}"


def seconds_text(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 0.05 else f"{seconds * 1000:.0f} ms"


def count(number: int, singular: str, plural: str = "") -> str:
    """`1 case`, `2 cases`."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"
