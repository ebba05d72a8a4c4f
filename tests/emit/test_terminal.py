"""The terminal report says what was found and what was not."""

from __future__ import annotations

import io

from wend.emit.digest import digest
from wend.emit.progress import Progress
from wend.emit.terminal import report
from wend.inputs.target import ModuleRef, TargetRef
from wend.path.outcome import Raised, Stopped
from wend.path.reason import Reason
from wend.path.result import (
    ComposedWork,
    Coverage,
    CoverResult,
    FollowedFunction,
    NotReached,
    ReachResult,
    SummarizedFunction,
)
from wend.record import replace

from .records import case, raised, returned

TARGET = TargetRef(ModuleRef("shop.cart", "shop/cart.py"), "total", 12)
COVER = CoverResult(
    TARGET,
    "exhausted",
    executions=41,
    queries=1,
    seconds=0.31,
    coverage=Coverage((13, 14), (17,), ((13, 14),), ((13, 17),)),
    cases=(
        case(returned("'ok'"), a="0", name="'x'", condition="a == 0"),
        case(raised("ZeroDivisionError", "division by zero"), a="-10", name="''"),
        case(Raised("shop.Empty", "", "f", 1, explicit=True), a="7", name="''"),
        case(Stopped("timeout"), a="8", name="''"),
    ),
    reasons=(Reason("opaque-call", "crc32 is sampled", "write a model", file="a.py", line=7),),
    path_count=8,
    not_reached=(NotReached(13, 17, "a > 3 was not tried"),),
)


def test_cover_report() -> None:
    assert report(COVER, width=80) == (
        "shop/cart.py::total  exhausted  8 paths, 4 cases, 2 findings, 0.3 s\n"
        "\n"
        "      a  name\n"
        "      0  'x'   returns 'ok'\n"
        "  ! -10  ''    raises ZeroDivisionError: division by zero\n"
        "      7  ''    raises shop.Empty\n"
        "  !   8  ''    does not end (time limit)\n"
        "\n"
        "  lines 2/3  branches 1/2\n"
        "\n"
        "  not reached\n"
        "  - line 13 never goes on to line 17: a > 3 was not tried\n"
        "\n"
        "  because\n"
        "  - a.py:7: crc32 is sampled; write a model\n"
    )


def test_the_shape_of_a_finding_is_drawn_as_a_whole() -> None:
    shape = "Node(value=0, next=Node(value=1, next=Node(value=2, next=↺ p)))"
    drawn = replace(case(raised("KeyError", "2"), p="p"), drawn=(("p", shape),))
    fine = replace(case(returned("0"), p="p"), drawn=(("p", shape),))
    text = report(replace(COVER, cases=(drawn, fine)), width=70)

    assert (
        "  ! Node(value=0, next=Node(value=1, next…  raises KeyError: 2\n"
        "        p = Node(value=0, next=Node(value=1, next=Node(value=2,\n"
        "            next=↺ p)))\n"
        "    Node(value=0, next=Node(value=1, next…  returns 0\n"
    ) in text


def test_quiet_report_holds_only_findings() -> None:
    assert report(COVER, verbosity=-1, width=80) == (
        "shop/cart.py::total  exhausted  8 paths, 4 cases, 2 findings, 0.3 s\n"
        "  ! (a=-10, name='')  raises ZeroDivisionError: division by zero\n"
        "  ! (a=8, name='')  does not end (time limit)\n"
    )


def test_verbose_report_shows_conditions_and_numbers() -> None:
    text = report(COVER, verbosity=1, width=80)

    assert "when a == 0" in text
    assert "41 executions, 1 query, 0 divergences" in text


def test_verbose_report_tells_what_was_composed_and_what_was_followed() -> None:
    composed = ComposedWork(
        *(30, 26, 102, 1.25),
        (SummarizedFunction("shop.tax", 4, 20), SummarizedFunction("shop.rate", 1, 1)),
        (FollowedFunction("shop.items", "it is a generator"),),
        7,
    )
    result = replace(COVER, composed=composed)

    assert report(result, verbosity=1, width=80).endswith(
        "  composing: 30 executions, 26 of functions alone, 7 ways from the store, "
        "102 queries, 1.2 s\n"
        "\n"
        "  composed\n"
        "  - shop.tax: 4 calls, 20 ways known\n"
        "  - shop.rate: 1 call, 1 way known\n"
        "\n"
        "  followed in place\n"
        "  - shop.items: it is a generator\n"
    )
    assert "shop.tax" not in report(result, width=80)


def test_no_escape_codes_unless_color_is_asked_for() -> None:
    assert "\x1b" not in report(COVER)
    assert "\x1b[31m" in report(COVER, color=True)


def test_lines_stay_within_the_width() -> None:
    long = CoverResult(
        TARGET,
        "complete",
        cases=(case(returned(repr("x" * 300)), a="9" * 200, b=repr("y\n" * 90)),),
        reasons=(Reason("pinned", "word " * 80),),
    )

    assert all(len(line) <= 60 for line in report(long, width=60).split("\n"))


def test_case_without_arguments_and_an_error_are_shown() -> None:
    result = CoverResult(
        TARGET, "error", error="cannot import shop.cart", cases=(case(returned("1")),)
    )

    assert report(result, width=80) == (
        "shop/cart.py::total  error  0 paths, 1 case, 0 ms\n"
        "  cannot import shop.cart\n"
        "\n"
        "    returns 1\n"
    )


def test_tree_is_printed_where_there_is_one() -> None:
    assert "a < b\n├─ yes  1\n" in report(
        CoverResult(TARGET, "complete", tree="a < b\n├─ yes  1\n")
    )


def test_reach_report() -> None:
    found = case(returned("1"), setup=["n = Node()"], self="n", x="1")
    reached = ReachResult(TARGET, 42, "Cart.total", "reached", found, 5, method="flip")
    missed = ReachResult(TARGET, 42, "total", "unreachable", executions=1)

    assert report(reached, width=80) == (
        "shop/cart.py:42  reached  5 executions, 0 ms\n"
        "  n = Node()\n"
        "  n.total(x=1)  returns 1\n"
        "  found by flip\n"
    )
    assert "No input of total executes this line" in report(missed)


FINE = replace(COVER, verdict="complete", cases=COVER.cases[:1], reasons=())


def test_digest_of_several_that_are_fine_is_a_line() -> None:
    assert digest([COVER]) == ""
    assert digest([FINE, FINE]) == "2 targets, 2 complete, 2 cases, branches 2/4, 0 findings\n"


def test_digest_tells_findings_first_and_what_is_left_open_with_its_remedy() -> None:
    unsolved = replace(COVER, target=TargetRef(ModuleRef("shop.cart", "shop/cart.py"), "tax", 30))

    assert digest([COVER, FINE, unsolved], width=80) == (
        "  findings\n"
        "  ! shop/cart.py:3  raises ZeroDivisionError: division by zero\n"
        "        total(a=-10, name='')\n"
        "  ! shop/cart.py:12  does not end (time limit)\n"
        "        total(a=8, name='')\n"
        "  ! shop/cart.py:3  raises ZeroDivisionError: division by zero\n"
        "        tax(a=-10, name='')\n"
        "  ! shop/cart.py:30  does not end (time limit)\n"
        "        tax(a=8, name='')\n"
        "\n"
        "  what is left open\n"
        "  - opaque-call in 2 targets: total, tax; write a model\n"
        "\n"
        "3 targets, 1 complete, 2 exhausted, 9 cases, branches 3/6, 4 findings\n"
    )


def test_digest_of_several_modules() -> None:
    other = replace(FINE, target=TargetRef(ModuleRef("b", "b.py"), "f"))

    assert digest([FINE, other, FINE]).splitlines() == [
        "shop/cart.py  2 targets, 2 complete, 2 cases, branches 2/4, 0 findings",
        "b.py          1 target, 1 complete, 1 case, branches 1/2, 0 findings",
        "",
        "3 targets, 3 complete, 3 cases, branches 3/6, 0 findings",
    ]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_drawn_on_a_terminal_and_cleared() -> None:
    stream = Terminal()
    progress = Progress(stream)
    progress.update("cart.py::total", 12, 3, 8, 5, 99.6)
    progress.update("cart.py::total", 13, 3, 8, 5, 99.6)
    progress.clear()

    assert stream.getvalue() == (
        "\r\x1b[0Kcart.py::total  12 paths  branches 3/8  5 open  100 paths/s\r\x1b[0K"
    )


def test_progress_of_many_targets_tells_how_many_are_done() -> None:
    stream = Terminal()
    Progress(stream).update("total", 12, 3, 8, 5, 99.6, of_all="2/30 done, 7 s")

    assert stream.getvalue() == (
        "\r\x1b[0K2/30 done, 7 s  total  12 paths  branches 3/8  5 open  100 paths/s"
    )


def test_progress_is_silent_in_a_pipe_and_when_switched_off() -> None:
    for stream, enabled in ((io.StringIO(), True), (Terminal(), False)):
        progress = Progress(stream, enabled)
        progress.update("x", 1, 1, 1, 1, 1.0)
        progress.clear()

        assert stream.getvalue() == ""


def test_conditions_that_the_solver_leaves_open_at_one_line_are_told_once() -> None:
    open_ones = tuple(
        Reason("solver-unknown", f"whether x == {each} is not known", file="a.py", line=7)
        for each in range(3)
    )
    elsewhere = Reason("solver-unknown", "whether y is not known", file="a.py", line=9)
    result = replace(COVER, reasons=(*open_ones, elsewhere))

    told = report(result, width=80).partition("because\n")[2]
    assert told == (
        "  - a.py:7: whether x == 0 is not known; so with 2 other conditions there (-v\n"
        "    shows them)\n"
        "  - a.py:9: whether y is not known\n"
    )
    assert "x == 2" in report(result, width=80, verbosity=1)
