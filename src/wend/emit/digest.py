"""What matters of many results, at the end of their reports: findings first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from wend.emit.page import Page
from wend.emit.places import shown_path, terminal_width
from wend.emit.sentences import call_text, count, outcome_text
from wend.emit.terminal import MOST_LINES, VERDICTS, add_list
from wend.path.case import Case
from wend.path.outcome import Raised
from wend.path.reason import Reason
from wend.path.result import CoverResult, Result

PROVED = ("complete", "reached", "unreachable", "skipped")
"""Verdicts that more work would not change."""

MOST_NAMES = 4
"""Functions that are named for one reason."""


def digest(
    results: Sequence[Result], *, verbosity: int = 0, color: bool = False, width: int | None = None
) -> str:
    """Findings with calls that show them, what kept targets from being complete, and totals.

    Nothing for a single result: its report says it all.
    """
    if len(results) < 2:
        return ""
    page = Page(color, terminal_width() if width is None else width)
    if verbosity >= 0:
        _findings(page, results, verbosity)
        add_list(page, "what is left open", _open_targets(results), verbosity)
        if page.text:
            page.add()
    _modules(page, results)
    page.add((_totals(results), "bold"))
    return page.text.removeprefix("\n")


def _findings(page: Page, results: Sequence[Result], verbosity: int) -> None:
    """Each finding: its place, what happens, and a call that shows it."""
    found = [
        (result, case)
        for result in results
        if isinstance(result, CoverResult)
        for case in result.findings
    ]
    if not found:
        return
    shown = found if verbosity > 0 else found[:MOST_LINES]
    page.add()
    page.add("  findings")
    for result, case in shown:
        said = f"{_place(result, case)}  {outcome_text(case.outcome)}"
        page.add_cut(f"  ! {said}", "red")
        call = "; ".join([*case.setup, call_text(result.target.function, result.kind, case)])
        page.add_wrapped(call.replace("\n", "⏎"), "        ")
    if len(shown) < len(found):
        page.add(f"  … and {len(found) - len(shown)} more (-v shows them)")


def _place(result: CoverResult, case: Case) -> str:
    """Where an exception was raised, else the function."""
    file, line = result.target.module.file, result.target.line
    if isinstance(case.outcome, Raised) and case.outcome.own_place[0]:
        file, line = case.outcome.own_place
    return f"{shown_path(file)}:{line}"


def _open_targets(results: Sequence[Result]) -> list[str]:
    """A sentence for each kind of reason, the most frequent first: whom it concerns, what to do."""
    concerned: dict[tuple[str, str], dict[str, Reason]] = {}
    for result in results:
        if result.verdict in PROVED:
            continue
        for reason in result.reasons:
            if reason.spoils_completeness:
                names = concerned.setdefault((reason.what, reason.kind), {})
                names.setdefault(_name(result), reason)
    ordered = sorted(concerned.items(), key=lambda each: -len(each[1]))
    return [_open(what, by_target) for (what, _), by_target in ordered]


def _open(what: str, by_target: dict[str, Reason]) -> str:
    names = list(by_target)
    listed = ", ".join(names[:MOST_NAMES]) + (", …" if len(names) > MOST_NAMES else "")
    about = Counter(each.name for each in by_target.values() if each.name not in by_target)
    subjects = [name for name, _ in about.most_common(MOST_NAMES) if name]
    of = f" ({', '.join(subjects)})" if subjects else ""
    remedies = dict.fromkeys(each.remedy for each in by_target.values() if each.remedy)
    remedy = "; ".join([*remedies][:2])
    return f"{what}{of} in {count(len(names), 'target')}: {listed}" + (remedy and f"; {remedy}")


def _name(result: Result) -> str:
    if isinstance(result, CoverResult):
        return result.target.function
    return f"{shown_path((result.home or result.target).module.file)}:{result.line}"


def _modules(page: Page, results: Sequence[Result]) -> None:
    """A line for each module, where there are several."""
    by_file: dict[str, list[Result]] = {}
    for result in results:
        home = getattr(result, "home", None) or result.target
        by_file.setdefault(shown_path(home.module.file), []).append(result)
    if len(by_file) < 2:
        return
    width = max(map(len, by_file))
    for file, of_file in by_file.items():
        page.add_wrapped(_totals(of_file), "", f"{file:{width}}  ")
    page.add()


def _totals(results: Sequence[Result]) -> str:
    """How many targets of each verdict, and what all of them have together."""
    verdicts: Counter[str] = Counter(result.verdict for result in results)
    parts = [count(len(results), "target")]
    parts += [f"{verdicts[verdict]} {verdict}" for verdict in VERDICTS if verdict in verdicts]
    covers = [result for result in results if isinstance(result, CoverResult)]
    if covers:
        hit = sum(len(each.coverage.branches_hit) for each in covers)
        missed = sum(len(each.coverage.branches_missed) for each in covers)
        parts.append(count(sum(len(each.cases) for each in covers), "case"))
        parts.append(f"branches {hit}/{hit + missed}")
        parts.append(count(sum(len(each.findings) for each in covers), "finding"))
    return ", ".join(parts)
