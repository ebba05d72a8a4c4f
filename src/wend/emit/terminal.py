"""Results as text for people: a table of cases, coverage, and what was not reached and why."""

from __future__ import annotations

import re
import textwrap
import time
from collections import Counter
from collections.abc import Sequence
from typing import TextIO, assert_never

from wend.emit.places import shown_path, terminal_width
from wend.path.case import Case
from wend.path.outcome import Dropped, Outcome, Raised, Returned, Stopped, Violated
from wend.path.reason import Reason
from wend.path.result import Composed, CoverResult, OpaqueFunction, ReachResult, Result, is_finding
from wend.record import replace

_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}
_VERDICTS = {
    "complete": "green",
    "reached": "green",
    "exhausted": "cyan",
    "unreachable": "cyan",
    "budget": "yellow",
    "unknown": "yellow",
    "skipped": "dim",
    "error": "red",
}
_STOPPED = {
    "timeout": "does not end (time limit)",
    "memory": "runs out of memory",
    "crash": "crashes the interpreter",
    "blocked": "is blocked by the guard",
}
LONGEST = 400
"""Characters of an outcome that are shown without -v."""

MOST_LINES = 12
"""How many reasons and unreached places are listed without -v."""


def report(
    result: Result, *, verbosity: int = 0, color: bool = False, width: int | None = None
) -> str:
    """One result as text that ends with a newline; `verbosity` is -1 for -q, 1 for -v."""
    width = terminal_width(100) if width is None else width
    page = _Page(color, max(40, width), verbosity)
    match result:
        case CoverResult():
            _cover(page, result)
        case ReachResult():
            _reach(page, result)
        case _:
            assert_never(result)
    return "\n".join(page.lines) + "\n"


def summary(results: Sequence[Result], *, color: bool = False) -> str:
    """A line over several results, and one for each of several modules; empty for one result."""
    if len(results) < 2:
        return ""
    by_file: dict[str, list[Result]] = {}
    for result in results:
        home = getattr(result, "home", None) or result.target
        by_file.setdefault(shown_path(home.module.file), []).append(result)
    lines = [_styled(_totals(results), "bold", color)]
    if len(by_file) > 1:
        width = max(map(len, by_file))
        of_files = [f"{file:{width}}  {_totals(each)}" for file, each in by_file.items()]
        lines = [*of_files, "", *lines]
    return "\n".join(lines) + "\n"


def _totals(results: Sequence[Result]) -> str:
    verdicts: dict[str, int] = {}
    cases = findings = hit = all_branches = 0
    for result in results:
        verdicts[result.verdict] = verdicts.get(result.verdict, 0) + 1
        if isinstance(result, CoverResult):
            cases += len(result.cases)
            findings += len(result.findings)
            hit += len(result.coverage.branches_hit)
            all_branches += len(result.coverage.branches_hit + result.coverage.branches_missed)
    order = [verdict for verdict in _VERDICTS if verdict in verdicts]
    parts = [_count(len(results), "target")]
    parts += [f"{verdicts[verdict]} {verdict}" for verdict in order]
    if any(isinstance(result, CoverResult) for result in results):
        parts.append(_count(cases, "case"))
        parts.append(f"branches {hit}/{all_branches}")
        parts.append(_count(findings, "finding"))
    return ", ".join(parts)


class Progress:
    """A line on a terminal that is drawn over itself, and gone at the end."""

    DRAWINGS_A_SECOND = 10

    def __init__(self, stream: TextIO, enabled: bool = True) -> None:
        self._stream = stream
        self._enabled = enabled and stream.isatty()
        self._drawn_at = float("-inf")
        self._is_drawn = False

    @property
    def is_enabled(self) -> bool:
        return self._enabled

    @property
    def is_due(self) -> bool:
        """Whether an update would be drawn: facts that nobody sees need not be gathered."""
        since = time.monotonic() - self._drawn_at
        return self._enabled and since >= 1 / self.DRAWINGS_A_SECOND

    def update(
        self,
        label: str,
        paths: int,
        covered: int,
        total: int,
        frontier: int,
        rate: float,
        of_all: str = "",
    ) -> None:
        """Draws the state of one target, and of all, unless it was drawn a moment ago."""
        if not self.is_due:
            return
        self._drawn_at = time.monotonic()
        facts = (
            f"{_count(paths, 'path')}  branches {covered}/{total}  "
            f"{frontier} open  {rate:.0f} paths/s"
        )
        if of_all:
            of_all += "  "
        room = terminal_width(80) - len(of_all) - len(facts) - 3
        label = label if len(label) <= room else "…" + label[len(label) - max(room, 2) + 1 :]
        self._stream.write(f"\r\x1b[K{of_all}{label}  {facts}")
        self._stream.flush()
        self._is_drawn = True

    def clear(self) -> None:
        """Takes the line away, so that what is printed next starts clean."""
        if self._is_drawn:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._is_drawn = False


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
            return _STOPPED[outcome.reason] + (f": {outcome.detail}" if outcome.detail else "")
        case Dropped():
            return "is dropped by wend.assume"
        case _:
            assert_never(outcome)


class _Page:
    """The lines of one report."""

    def __init__(self, color: bool, width: int, verbosity: int) -> None:
        self.color = color
        self.width = width
        self.verbosity = verbosity
        self.lines: list[str] = []

    def add(self, line: str = "", style: str = "") -> None:
        self.lines.append(_styled(line, style, self.color) if style else line)

    def styled(self, text: str, style: str) -> str:
        return _styled(text, style, self.color)

    def sentence(self, text: str, indent: str = "  ", mark: str = "- ") -> None:
        import textwrap  # most results have nothing to say

        self.lines += textwrap.wrap(
            text,
            self.width,
            initial_indent=indent + mark,
            subsequent_indent=indent + " " * len(mark),
            break_long_words=False,
            break_on_hyphens=False,
        ) or [indent + mark.rstrip()]


def _cover(page: _Page, result: CoverResult) -> None:
    numbers = [_count(result.path_count, "path"), _count(len(result.cases), "case")]
    if result.findings:
        numbers.append(_count(len(result.findings), "finding"))
    numbers.append(_seconds(result.seconds))
    where = f"{shown_path(result.target.module.file)}::{result.target.function}"
    if result.verdict == "skipped":
        _header(page, where, result.verdict, [result.error or ""], result.interrupted)
        return
    _header(page, where, result.verdict, numbers, result.interrupted)
    if result.error:
        page.sentence(result.error, mark="")
    if page.verbosity < 0:
        _findings(page, result.findings)
        return
    _table(page, result.cases)
    if result.tree:
        page.add()
        page.lines += result.tree.rstrip("\n").split("\n")
    coverage = result.coverage
    lines = len(coverage.lines_hit) + len(coverage.lines_missed)
    branches = len(coverage.branches_hit) + len(coverage.branches_missed)
    if lines:
        page.add()
        page.add(
            f"  lines {len(coverage.lines_hit)}/{lines}"
            f"  branches {len(coverage.branches_hit)}/{branches}"
        )
    _list(page, "not reached", result.not_reached)
    _list(page, "opaque", [_opaque(each) for each in result.opaque])
    _reasons(page, result.reasons)
    if page.verbosity > 0:
        page.add()
        page.add(
            f"  {_count(result.executions, 'execution')}, "
            f"{_count(result.queries, 'query', 'queries')}, "
            f"{_count(result.divergences, 'divergence')}",
            "dim",
        )
        asked = [link for link in result.solver if link.answers]
        if asked:
            answers = [f"{each.name} {each.answers} ({_seconds(each.seconds)})" for each in asked]
            page.add(f"  answered by {', '.join(answers)}", "dim")
        _composed(page, result.composed)


def _reach(page: _Page, result: ReachResult) -> None:
    numbers = [_count(result.executions, "execution"), _seconds(result.seconds)]
    where = f"{shown_path((result.home or result.target).module.file)}:{result.line}"
    _header(page, where, result.verdict, numbers, result.interrupted)
    if result.error:
        page.sentence(result.error, mark="")
    if result.case is not None:
        call = _call(result.entry, result.case)
        if result.kind in ("property", "setter", "deleter"):
            call = _access(result.kind, result.entry, [each for _, each in result.case.args])
        for statement in (*result.case.imports, *result.case.setup):
            page.add(f"  {statement}")
        outcome = outcome_text(result.case.outcome)
        if page.verbosity < 1:
            outcome = _cut(outcome, LONGEST)
        page.sentence(f"{call}  {outcome}", mark="")
        if page.verbosity >= 0 and result.method:
            method = _METHODS.get(result.method, result.method)
            page.add(f"  found by {method}", "dim")
    elif result.verdict == "unreachable":
        why = "every path of it was taken"
        if result.conflicts:
            why = "; ".join(result.conflicts)
        elif result.method == "backward":
            why = "no way leads to it"
        elif result.method:
            why = f"nothing else can be put together, say the {result.method}"
        page.sentence(f"No input of {result.entry} executes this line: {why}.", mark="")
    if page.verbosity >= 0:
        _list(page, "left", result.left)
        _list(page, "opaque", [_opaque(each) for each in result.opaque])
        _reasons(page, result.reasons)
    if page.verbosity > 0:
        _composed(page, result.composed)


_METHODS = {"backward": "backward search", "climb": "climbing, after a backward search"}


def _composed(page: _Page, composed: Composed | None) -> None:
    if composed is None:
        return
    numbers = [
        f"{_count(composed.executions, 'execution')}, {composed.alone} of functions alone",
        _count(composed.queries, "query", "queries"),
        _seconds(composed.seconds),
    ]
    if composed.recalled:
        numbers.insert(1, f"{_count(composed.recalled, 'way')} from the store")
    page.add(f"  composing: {', '.join(numbers)}", "dim")
    _list(
        page,
        "composed",
        [
            f"{each.name}: {_count(each.calls, 'call')}, {_count(each.ways, 'way')} known"
            for each in composed.functions
        ],
    )
    _list(page, "followed in place", [f"{each.name}: {each.why}" for each in composed.followed])


def _opaque(function: OpaqueFunction) -> str:
    """`zlib.crc32: 12 calls, 9 samples, higher-order; lines 3, 7 hang on it`."""
    said = (
        f"{function.name}: {_count(function.calls, 'call')}, "
        f"{_count(function.samples, 'sample')}, {function.mode}"
    )
    if not function.branches:
        return said
    lines = ", ".join(map(str, function.branches))
    one = len(function.branches) == 1
    return f"{said}; {f'line {lines} hangs' if one else f'lines {lines} hang'} on it"


def _header(
    page: _Page, where: str, verdict: str, numbers: Sequence[str], interrupted: bool
) -> None:
    said = f"{verdict} (interrupted)" if interrupted else verdict
    page.add(
        f"{page.styled(where, 'bold')}  {page.styled(said, _VERDICTS[verdict])}  "
        + ", ".join(numbers)
    )


def _table(page: _Page, cases: Sequence[Case]) -> None:
    """Arguments in one column each, outcomes in the last; what is too wide is cut."""
    if not cases:
        return
    names = list(dict.fromkeys(name for case in cases for name, _ in case.args))
    rows = [[dict(case.drawn or case.args).get(name, "") for name in names] for case in cases]
    widest = max(8, (page.width - 30) // max(1, len(names)) - 2)
    rows = [[_cut(cell, widest) for cell in row] for row in rows]
    widths = [
        max(len(names[column]), *(len(row[column]) for row in rows)) for column in range(len(names))
    ]
    # Numbers are easier to compare when their last digits stand below each other.
    right = [
        all(_is_number(row[column]) for row in rows if row[column]) for column in range(len(names))
    ]

    def line(cells: Sequence[str]) -> str:
        return "  ".join(
            cell.rjust(size) if to_right else cell.ljust(size)
            for cell, size, to_right in zip(cells, widths, right, strict=True)
        )

    page.add()
    if names:
        page.add(f"    {line(names)}", "dim")
    room = max(20, page.width - 6 - len(line(names)))
    for case, row in zip(cases, rows, strict=True):
        found = is_finding(case.outcome)
        mark = page.styled("!", "red") if found else " "
        outcome = _cut(outcome_text(case.outcome), room)
        arguments = f"{line(row)}  " if names else ""
        page.add(f"  {mark} {arguments}" + (page.styled(outcome, "red") if found else outcome))
        if found and page.verbosity >= 0:
            for name, shape in case.drawn:
                if len(shape) > widest:  # a bug is in the shape: it is drawn as a whole
                    _drawn(page, f"{name} = {shape}")
        if page.verbosity > 0:
            for statement in case.setup:
                page.add(f"        with {statement}", "dim")
            if case.condition:
                page.add(f"        when {_cut(case.condition, page.width - 13)}", "dim")
            if case.method:
                page.add(f"        found by {case.method}", "dim")


def _drawn(page: _Page, shape: str) -> None:
    room, joined = page.width - 8, re.sub("([↺→]) ", "\\1\N{NO-BREAK SPACE}", shape)
    lines = textwrap.wrap(joined, room, subsequent_indent="    ", break_long_words=False)
    for line in lines[:MOST_LINES]:
        page.add("        " + line.replace("\N{NO-BREAK SPACE}", " "), "dim")
    if len(lines) > MOST_LINES:
        page.add("            …", "dim")


def _findings(page: _Page, cases: Sequence[Case]) -> None:
    for case in cases:
        arguments = ", ".join(f"{name}={source}" for name, source in case.drawn or case.args)
        page.add(_cut(f"  ! ({arguments})  {outcome_text(case.outcome)}", page.width), "red")


def _list(page: _Page, title: str, sentences: Sequence[str]) -> None:
    if not sentences:
        return
    page.add()
    page.add(f"  {title}")
    shown = sentences if page.verbosity > 0 else sentences[:MOST_LINES]
    for sentence in shown:
        page.sentence(sentence)
    if len(shown) < len(sentences):
        page.sentence(f"… and {len(sentences) - len(shown)} more (-v shows them)", mark="")


def _reasons(page: _Page, reasons: Sequence[Reason]) -> None:
    weakened = any(reason.spoils_completeness for reason in reasons)
    told = reasons if page.verbosity > 0 else _one_for_each_place(reasons)
    _list(page, "because" if weakened else "note", [_reason(reason) for reason in told])


def _one_for_each_place(reasons: Sequence[Reason]) -> list[Reason]:
    """The reasons with one for all conditions that the solver left open at a place."""
    counts = Counter(_left_open(reason) for reason in reasons)
    told: dict[object, Reason] = {}
    for reason in reasons:
        others = counts[_left_open(reason)] - 1
        if others and reason.what == "solver-unknown":
            remedy = f"so with {_count(others, 'other condition')} there (-v shows them)"
            reason = replace(reason, remedy="; ".join(filter(None, (reason.remedy, remedy))))
        told.setdefault(_left_open(reason), reason)
    return list(told.values())


def _left_open(reason: Reason) -> object:
    """What makes a reason the same as another one to who reads no formulas."""
    if reason.what == "solver-unknown":
        return reason.what, reason.file, reason.line
    return reason


def _reason(reason: Reason) -> str:
    place = f"{shown_path(reason.file)}:{reason.line}: " if reason.file else ""
    often = f" ({reason.count} times)" if reason.count > 1 else ""
    return f"{place}{reason.says}{often}" + (f"; {reason.remedy}" if reason.remedy else "")


def _call(function: str, case: Case) -> str:
    arguments = dict(case.args)
    own = arguments.pop("self", None) if "." in function else None
    name = f"{own}.{function.rpartition('.')[2]}" if own is not None else function
    return f"{name}({', '.join(f'{name}={source}' for name, source in arguments.items())})"


def _access(kind: str, function: str, args: list[str]) -> str:
    """How a property is used."""
    own, name = args[0] if args else "", function.rpartition(".")[2]
    if kind == "setter":
        return f"{own}.{name} = {', '.join(args[1:])}"
    return f"del {own}.{name}" if kind == "deleter" else f"{own}.{name}"


def _is_number(text: str) -> bool:
    return text.removeprefix("-").replace(".", "", 1).isdigit()


def _seconds(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 0.05 else f"{seconds * 1000:.0f} ms"


def _count(number: int, singular: str, plural: str = "") -> str:
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def _cut(text: str, width: int) -> str:
    text = text.replace("\n", "⏎")
    return text if len(text) <= width else text[: width - 1] + "…"


def _styled(text: str, style: str, color: bool) -> str:
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if color else text
