"""Results as text for people: a table of cases, coverage, and what was not reached and why."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import assert_never

from wend.emit.page import Page, cell, spaced, table_of
from wend.emit.places import shown_path, terminal_width
from wend.emit.sentences import (
    call_text,
    count,
    opaque_text,
    outcome_text,
    reason_text,
    seconds_text,
)
from wend.path.case import Case
from wend.path.reason import Reason
from wend.path.result import ComposedWork, CoverResult, ReachResult, Result, is_finding

VERDICTS = {
    "complete": "green",
    "reached": "green",
    "exhausted": "cyan",
    "unreachable": "cyan",
    "budget": "yellow",
    "unknown": "yellow",
    "skipped": "dim",
    "error": "red",
}
"""The colour of each verdict, in the order in which a digest counts them."""

LONGEST = 400
"""Characters of an outcome that are shown without -v."""

MOST_LINES = 12
"""Reasons, unreached places and findings that are listed without -v."""


def report(
    result: Result, *, verbosity: int = 0, color: bool = False, width: int | None = None
) -> str:
    """One result as text that ends with a newline; `verbosity` is -1 for -q, 1 for -v."""
    page = Page(color, terminal_width() if width is None else width)
    match result:
        case CoverResult():
            _cover(page, result, verbosity)
        case ReachResult():
            _reach(page, result, verbosity)
        case _:
            assert_never(result)
    return page.text


def add_list(page: Page, title: str, sentences: Sequence[str], verbosity: int) -> None:
    """A titled list of sentences; without -v a long one is cut."""
    if not sentences:
        return
    page.add()
    page.add(f"  {title}")
    shown = sentences if verbosity > 0 else sentences[:MOST_LINES]
    for sentence in shown:
        page.add_wrapped(sentence, "  ", "- ")
    if len(shown) < len(sentences):
        page.add(f"  … and {len(sentences) - len(shown)} more (-v shows them)")


def _cover(page: Page, result: CoverResult, verbosity: int) -> None:
    where = f"{shown_path(result.target.module.file)}::{result.target.function}"
    if result.verdict == "skipped":
        _header(page, where, result, [result.error or ""])
        return
    numbers = [count(result.path_count, "path"), count(len(result.cases), "case")]
    if result.findings:
        numbers.append(count(len(result.findings), "finding"))
    _header(page, where, result, [*numbers, seconds_text(result.seconds)])
    if verbosity < 0:
        for case in result.findings:
            arguments = ", ".join(f"{name}={source}" for name, source in case.drawn or case.args)
            page.add_cut(f"  ! ({arguments})  {outcome_text(case.outcome)}", "red")
        return
    _table(page, result.cases, verbosity)
    if result.tree:
        page.add()
        for line in result.tree.rstrip("\n").split("\n"):
            page.add(line)
    coverage = result.coverage
    lines = len(coverage.lines_hit) + len(coverage.lines_missed)
    branches = len(coverage.branches_hit) + len(coverage.branches_missed)
    if lines:
        page.add()
        page.add(
            f"  lines {len(coverage.lines_hit)}/{lines}"
            f"  branches {len(coverage.branches_hit)}/{branches}"
        )
    add_list(page, "not reached", [*map(str, result.not_reached)], verbosity)
    _why(page, result, verbosity)
    if verbosity > 0:
        _work(page, result)
        _searches(page, result)
        _composed(page, result.composed, verbosity)


def _reach(page: Page, result: ReachResult, verbosity: int) -> None:
    where = f"{shown_path((result.home or result.target).module.file)}:{result.line}"
    _header(
        page, where, result, [count(result.executions, "execution"), seconds_text(result.seconds)]
    )
    if result.case is not None:
        for statement in (*result.case.imports, *result.case.setup):
            page.add(f"  {statement}")
        outcome = outcome_text(result.case.outcome)
        if verbosity < 1 and len(outcome) > LONGEST:
            outcome = outcome[: LONGEST - 1] + "…"
        call = call_text(result.entry, result.kind, result.case)
        page.add_wrapped(f"{call}  {outcome}".replace("\n", "⏎"), "  ")
        if verbosity >= 0 and result.method:
            page.add(("  found by " + _METHODS.get(result.method, result.method), "dim"))
    elif result.verdict == "unreachable":
        page.add_wrapped(f"No input of {result.entry} executes this line: {_proof(result)}.", "  ")
    if verbosity >= 0:
        add_list(page, "left", result.left, verbosity)
        _why(page, result, verbosity)
    if verbosity > 0:
        _searches(page, result)
        _composed(page, result.composed, verbosity)


_METHODS = {"backward": "backward search", "climb": "climbing, after a backward search"}


def _proof(result: ReachResult) -> str:
    """Why a line is unreachable."""
    if result.conflicts:
        return "; ".join(result.conflicts)
    if result.method == "backward":
        return "no way leads to it"
    if result.method:
        return f"nothing else can be put together, say the {result.method}"
    return "every path of it was taken"


def _header(page: Page, where: str, result: Result, numbers: Sequence[str]) -> None:
    said = f"{result.verdict} (interrupted)" if result.interrupted else result.verdict
    page.add((where, "bold"), "  ", (said, VERDICTS[result.verdict]), f"  {', '.join(numbers)}")
    if result.error and result.verdict != "skipped":
        page.add_wrapped(result.error, "  ")


def _table(page: Page, cases: Sequence[Case], verbosity: int) -> None:
    """Arguments in one column each, outcomes in the last; what is too wide is cut."""
    if not cases:
        return
    names = list(dict.fromkeys(name for case in cases for name, _ in case.args))
    sources = [dict(case.drawn or case.args) for case in cases]
    # Numbers are easier to compare when their last digits stand below each other.
    numeric = [all(_is_number(each[name]) for each in sources if name in each) for name in names]
    headers = [*names, ""]
    widest = max(8, (page.width - 30) // max(1, len(names)) - 2)  # which leaves room for outcomes
    table = table_of(*headers, to_the_right=[*numeric, False], widest=widest)
    for case, source in zip(cases, sources, strict=True):
        found = is_finding(case.outcome)
        texts = [spaced(source.get(name, ""), at) for at, name in enumerate(names)]
        outcome = cell(spaced(outcome_text(case.outcome), len(names)), "red" if found else "")
        table.add_row(cell("  !", "red") if found else cell("   "), *map(cell, texts), outcome)
    page.add()
    page.add_table(table, lambda at, line: _details(page, cases[at], line, verbosity))


def _details(page: Page, case: Case, line: str, verbosity: int) -> Iterator[str]:
    """What is below the line of a case: the whole shape of a graph that shows a bug, if the line
    has only a part of it, and with -v more."""
    if is_finding(case.outcome):
        for name, shape in case.drawn:
            if shape not in line:
                yield from _drawn(page, f"{name} = {shape}")
    if verbosity > 0:
        for statement in case.setup:
            yield f"        with {statement}"
        if case.condition:
            condition, room = case.condition, page.width - 13
            yield f"        when {condition if len(condition) <= room else condition[:room] + '…'}"
        if case.method:
            yield f"        found by {case.method}"


def _drawn(page: Page, shape: str) -> Iterator[str]:
    """The lines of a drawn object graph; an arrow stays with what it points to."""
    joined = re.sub("([↺→]) ", "\\1\N{NO-BREAK SPACE}", shape)
    lines = textwrap.wrap(joined, page.width - 8, subsequent_indent="    ", break_long_words=False)
    for line in lines[:MOST_LINES]:
        yield "        " + line.replace("\N{NO-BREAK SPACE}", " ")
    if len(lines) > MOST_LINES:
        yield "            …"


def _why(page: Page, result: Result, verbosity: int) -> None:
    """Opaque functions, and the reasons for a verdict."""
    add_list(page, "opaque", [opaque_text(each) for each in result.opaque], verbosity)
    weakened = any(reason.spoils_completeness for reason in result.reasons)
    if verbosity > 0:
        sentences = [reason_text(reason, with_details=True) for reason in result.reasons]
    else:
        sentences = _one_for_each_place(result.reasons)
    add_list(page, "because" if weakened else "note", sentences, verbosity)


def _one_for_each_place(reasons: Sequence[Reason]) -> list[str]:
    """A sentence for each reason; one for all conditions that the solver left open at a place."""
    counts = Counter(map(_left_open, reasons))
    first: dict[object, Reason] = {}
    for reason in reasons:
        first.setdefault(_left_open(reason), reason)
    return [reason_text(reason, counts[key] - 1) for key, reason in first.items()]


def _left_open(reason: Reason) -> object:
    """What makes two reasons the same to a person who reads no formulas."""
    if reason.what == "solver-unknown":
        return reason.what, reason.file, reason.line
    return reason


def _work(page: Page, result: CoverResult) -> None:
    """What an exploration did, in numbers."""
    page.add()
    numbers = [
        count(result.executions, "execution"),
        count(result.queries, "query", "queries"),
        count(result.divergences, "divergence"),
    ]
    page.add((f"  {', '.join(numbers)}", "dim"))
    asked = [link for link in result.solver if link.answers]
    if asked:
        answers = [f"{each.name} {each.answers} ({seconds_text(each.seconds)})" for each in asked]
        page.add((f"  answered by {', '.join(answers)}", "dim"))


def _searches(page: Page, result: Result) -> None:
    """What each search had of the time, and what it found."""
    shares = [
        f"{each.name} {seconds_text(each.seconds)}, {count(each.runs, 'run')}, {each.news} new"
        for each in result.searches
        if each.turns
    ]
    if shares:
        page.add((f"  searched {'; '.join(shares)}", "dim"))


def _composed(page: Page, composed: ComposedWork | None, verbosity: int) -> None:
    """What the search that composes summaries did."""
    if composed is None:
        return
    numbers = [
        f"{count(composed.executions, 'execution')}, {composed.alone} of functions alone",
        count(composed.queries, "query", "queries"),
        seconds_text(composed.seconds),
    ]
    if composed.recalled:
        numbers.insert(1, f"{count(composed.recalled, 'way')} from the store")
    page.add((f"  composing: {', '.join(numbers)}", "dim"))
    functions = [
        f"{each.name}: {count(each.calls, 'call')}, {count(each.ways, 'way')} known"
        for each in composed.functions
    ]
    add_list(page, "composed", functions, verbosity)
    followed = [f"{each.name}: {each.why}" for each in composed.followed]
    add_list(page, "followed in place", followed, verbosity)


def _is_number(text: str) -> bool:
    return text.removeprefix("-").replace(".", "", 1).isdigit()
