"""Many targets: one import for all of a module, a share of the time for each, results in order."""

from __future__ import annotations

import io
import json
import os
import signal
import time
from pathlib import Path
from typing import Any, NoReturn

import pytest

from wend.campaign.begin import cover, cover_task
from wend.campaign.many_targets import side_by_side
from wend.campaign.many_targets.explore_all import explore_all
from wend.campaign.options import Options
from wend.deadline import schedule
from wend.emit.progress import Progress
from wend.explore.budget import Caps, Interrupt
from wend.inputs.target import ModuleRef, TargetRef
from wend.path.result import Coverage, CoverResult
from wend.record import replace
from wend.targets.locate import locate, module_of_file, named

from .processes import wait_for_file, wait_for_work

pytestmark = pytest.mark.slow

COUNTED = """
with open({log!r}, "a") as log:
    log.write("imported\\n")

seen = []


def sign(x: int) -> str:
    seen.append(x)
    if x > 0:
        return "plus"
    return "minus" if x else "zero"


def word(s: str) -> bool:
    return s == "hello" and not seen


class Account:
    def __init__(self, balance: int):
        self.balance = balance

    def withdraw(self, amount: int) -> int:
        if amount > self.balance:
            raise ValueError("not enough")
        return self.balance - amount
"""

ENDLESS = """
def countless(n: int, m: int) -> int:
    total = 0
    for i in range(n):
        if (m + i * i) % 7 == 3:
            total += i
    return total


def easy(x: int) -> int:
    return 1 if x > 5 else 2


def countless_too(s: str) -> list:
    found = []
    for c in s:
        if c == "a":
            found.append("b")
        elif c.isdigit():
            found.append(int(c))
    return found
"""


def without_times(result: dict[str, Any]) -> dict[str, Any]:
    return {
        key: value for key, value in result.items() if key not in ("seconds", "solver", "searches")
    }


def counted(wend, name: str) -> Path:
    """A module that notes its imports in a file."""
    log = wend.directory / f"{name}.log"
    wend.file(name, COUNTED.format(log=str(log)))
    return log


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_a_module_is_imported_once_for_all_its_targets(wend, jobs: str) -> None:
    log = counted(wend, "counted.py")
    done = wend("cover", "counted.py", "-j", jobs, "--allow", "write", "--json", "-")

    assert log.read_text() == "imported\n"
    assert [each["target"]["function"] for each in done.results] == [
        "sign",
        "word",
        "Account.__init__",
        "Account.withdraw",
    ]


def test_a_package_is_imported_once_for_all_its_modules(wend) -> None:
    log = wend.directory / "log"
    note = f"with open({str(log)!r}, 'a') as log: log.write(__name__ + ' ')\n"
    wend.file("shop/__init__.py", note + "def here(x: int): return x > 1\n")
    for name in ("cart", "price", "parts/__init__", "parts/wheel"):
        wend.file(f"shop/{name}.py", note + "def f(x: int):\n    return 1 if x > 3 else 2\n")
    done = wend("cover", "shop", "-j", "2", "--allow", "write", "--json", "-")

    assert [each["verdict"] for each in done.results] == ["complete"] * 5
    expected = ["shop", "shop.cart", "shop.parts", "shop.parts.wheel", "shop.price"]
    assert sorted(log.read_text().split()) == expected


def test_a_package_that_can_t_be_imported_is_told_for_each_module(wend) -> None:
    wend.file("shop/__init__.py", "raise ValueError('closed')\n")
    for name in ("cart", "price"):
        wend.file(f"shop/{name}.py", "def f(x: int):\n    return 1 if x > 3 else 2\n")
    done = wend("cover", "shop", "--json", "-")

    assert [each["error"].partition(" (")[0] for each in done.results] == [
        "importing shop.cart raised ValueError: closed",
        "importing shop.price raised ValueError: closed",
    ]


def test_what_a_target_leaves_behind_is_not_there_for_the_next(wend) -> None:
    counted(wend, "counted.py")
    together = wend("cover", "counted.py", "--allow", "write", "--json", "-").results
    alone = wend("cover", "counted.py::word", "--allow", "write", "--json", "-").results[0]

    found = next(each for each in together if each["target"]["function"] == "word")
    timeless = {"seconds": 0, "solver": 0, "searches": 0}
    assert {**found, **timeless} == {**alone, **timeless}
    assert {each["outcome"]["value"] for each in found["cases"]} == {"True", "False"}


def test_lines_to_reach_share_the_import_too(wend) -> None:
    log = counted(wend, "counted.py")
    lines = (wend.directory / "counted.py").read_text().splitlines()
    wanted = [at for at, text in enumerate(lines, 1) if "plus" in text or "not enough" in text]
    done = wend(
        "reach", *[f"counted.py:{line}" for line in wanted], "--allow", "write", "--json", "-"
    )

    assert [each["verdict"] for each in done.results] == ["reached", "reached"]
    assert log.read_text() == "imported\n"


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("raise ValueError('no')", "importing bad raised ValueError: no"),
        ("import os; os._exit(0)", "importing bad ended the process that imported it"),
    ],
)
def test_an_import_that_fails_is_told_for_each_target(wend, statement: str, says: str) -> None:
    log = wend.directory / "log"
    wend.file(
        "bad.py",
        f"""
        def f(x: int): return x
        def g(x: int): return x
        open({str(log)!r}, "a").write("imported ")
        {statement}
        """,
    )
    wend.file("good.py", "def h(x: int):\n    return x\n")
    done = wend("cover", "bad.py", "good.py", "--allow", "write", "--json", "-")

    assert [each["verdict"] for each in done.results] == ["error", "error", "complete"]
    assert all(says in each["error"] for each in done.results[:2])
    assert len(log.read_text().split()) == 1


def test_an_import_without_end_is_waited_for_once(wend) -> None:
    wend.file(
        "slow.py",
        """
        def f(x: int): return x
        def g(x: int): return x
        def h(x: int): return x
        while True: pass
        """,
    )
    done = wend("cover", "slow.py", "--budget", "6", "--json", "-")

    says = "importing slow took more than the budget; import less, or give more time with --budget"
    assert [each["error"] for each in done.results] == [f"{says} or --total"] * 3


def test_a_target_that_ends_its_process_does_not_hurt_the_others(wend) -> None:
    wend.file(
        "mixed.py",
        """
        import os, signal
        def gone(x: int):
            os.kill(os.getppid(), signal.SIGKILL)
        def fine(x: int):
            return x > 3
        """,
    )
    done = wend("cover", "mixed.py", "--allow", "os.kill", "--budget", "3", "--json", "-")

    verdicts = {each["target"]["function"]: each["verdict"] for each in done.results}
    assert verdicts["fine"] == "complete"


NEVER_COVERED = """

def never_covered(s: str) -> int:
    import hashlib
    return 1 if hashlib.sha256(s.encode()).digest() == bytes(32) else 2


def has_a_line_that_is_never_covered(s: str) -> int:
    if never_covered(s) == 1:
        return 1
    return 2
"""
"""With this, the time is spent to its end."""


def test_a_total_is_shared_by_all_targets(wend) -> None:
    wend.file("endless.py", ENDLESS + NEVER_COVERED)
    for total in (12, 40, 320):  # on a busy machine little fits into a few seconds
        begun = time.monotonic()
        options = ("--total", str(total), "-j", "2", "--json", "-")
        results = wend("cover", "endless.py", *options).results
        taken = time.monotonic() - begun
        if results[1]["verdict"] == "complete" and results[0]["cases"] and results[2]["cases"]:
            break

    assert [each["verdict"] for each in results[:3]] == ["budget", "complete", "budget"]
    assert sum(each["seconds"] for each in results) <= 2 * taken
    for endless in (results[0], results[2]):
        assert endless["cases"]
        # Each of the two may have had a worker for itself all the time.
        spent = (
            "the time for all targets together is spent",
            f"the budget of {total} seconds is spent",
        )
        assert any(each["says"].startswith(spent) for each in endless["reasons"])


def early_ends(result: dict[str, Any]) -> list[str]:
    """The remedies of the reasons that say that a target was ended early."""
    early = "it was ended early: the targets of its module together cover it"
    return [each["remedy"] for each in result["reasons"] if each["says"].startswith(early)]


def test_a_module_that_is_covered_ends_early(wend) -> None:
    wend.file("endless.py", ENDLESS)
    done = wend("cover", "endless.py", "--total", "600", "-j", "2", "--no-store", "--json", "-")

    assert [each["verdict"] for each in done.results] == ["budget", "complete", "budget"]
    assert [early_ends(each) for each in done.results] == [
        ["explore it alone"],
        [],
        ["explore it alone"],
    ]
    assert not any(each["coverage"]["lines"]["missed"] for each in done.results)


def test_what_a_caller_covers_is_covered(wend) -> None:
    wend.file(
        "helped.py",
        """
        from typing import Iterator

        def outer(text: str, is_given: bool) -> int:
            letters = 0
            for c in text:
                if c == "a":
                    letters += 1
            return letters + helper((each for each in text), is_given)

        def helper(found: Iterator[str], is_given: bool) -> int:
            if is_given and found.gi_frame is not None:
                return 1
            return 2
        """,
    )
    outer, helper = wend(
        "cover", "helped.py", "--total", "600", "--no-store", "--json", "-"
    ).results

    assert outer["verdict"] == "budget"
    assert early_ends(outer)
    assert helper["coverage"]["lines"]["missed"] == [12]  # by no input of its own


def test_a_total_that_is_too_short_is_told(wend) -> None:
    wend.file("endless.py", ENDLESS)
    done = wend("cover", "endless.py", "--total", "0", "--json", "-")

    assert [each["verdict"] for each in done.results] == ["budget"] * 3
    assert [each["reasons"][0]["what"] for each in done.results] == ["budget-hit"] * 3


def test_turns_do_not_change_what_is_found(wend) -> None:
    counted(wend, "counted.py")
    options = ("--no-store", "--allow", "write", "--json", "-")
    in_turns = wend("cover", "counted.py", "--total", "600", *options).results
    at_once = wend("cover", "counted.py", *options).results

    assert list(map(without_times, in_turns)) == list(map(without_times, at_once))


def test_waiting_for_a_turn_takes_nothing_from_the_budget(wend) -> None:
    file = wend.file("work.py", "def f(x: int):\n    return 1 if x > 3 else 2\n")

    class LongTurnsOfOthers(Interrupt):
        def wait(self) -> float:
            return 1000.0

    options = Options(caps=Caps(seconds=100.0))
    result = cover(named(module_of_file(file), "f"), options, LongTurnsOfOthers())

    assert result.verdict == "complete"
    assert result.seconds < 100


def test_ctrl_c_gives_what_waits_for_its_turn_too(wend) -> None:
    begun = wend.directory / "begun"
    note = f"    open({str(begun)!r}, 'w').close()\n"
    long = "    x += 0\n" * 20  # what has most to cover comes first
    text = ENDLESS.replace("    return 1 if", f"{long}    return 1 if")
    wend.file("endless.py", text.replace("    total = 0\n", note + "    total = 0\n"))
    options = ("--total", "600", "--allow", "write", "--json", "r.json", "-q")
    started = wend.start("cover", "endless.py", *options)
    wait_for_file(begun)
    wait_for_work(started, 0.5)
    os.kill(started.pid, signal.SIGINT)
    started.communicate(timeout=1200)

    assert started.returncode == 130
    results = json.loads((wend.directory / "r.json").read_text())["results"]
    assert [each["verdict"] for each in results] == ["budget", "complete", "budget"]
    assert results[0]["cases"]
    assert results[2]["cases"]


def test_a_failure_of_our_own_costs_its_target_alone(wend) -> None:
    file = wend.file("endless.py", ENDLESS)
    easy = cover_task(named(module_of_file(file), "easy"))

    def cover(*_: object, **__: object) -> NoReturn:
        raise ZeroDivisionError("broken")

    tasks = [replace(easy, explore=cover), easy]
    found = list(explore_all(tasks, Options(), Interrupt(), Progress(io.StringIO())))

    assert [result.verdict for result in found] == ["error", "complete"]
    (reason,) = found[0].reasons
    assert reason.what == "internal"
    assert "wend itself failed in the exploration: ZeroDivisionError: broken" in reason.says
    assert found[0].error == reason.says


def test_explorations_that_make_room_for_others_are_begun_anew(
    wend, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = wend.file("endless.py", ENDLESS)
    monkeypatch.setattr(side_by_side, "MOST_PAUSED", 0)
    tasks = [cover_task(ref) for ref in locate(str(file))]
    progress = Progress(io.StringIO())
    options = Options(caps=Caps(seconds=600.0, executions=600))
    times = schedule(time.monotonic(), 1200.0, writes_tests=False)
    results = list(explore_all(tasks, options, Interrupt(), progress, times=times))

    assert [result.target.function for result in results] == ["countless", "easy", "countless_too"]
    assert [result.verdict for result in results] == ["budget", "complete", "budget"]
    assert all(result.cases for result in results if isinstance(result, CoverResult))


def test_what_was_found_before_making_room_is_kept_where_nothing_came_after() -> None:
    """A function without branches is told by its lines."""
    ref = TargetRef(ModuleRef("m", "m.py"), "f")
    before = CoverResult(ref, "budget", executions=5, coverage=Coverage(lines_hit=(2,)))
    after = CoverResult(ref, "budget", executions=3, coverage=Coverage(lines_missed=(2,)))
    found = side_by_side.together(before, after)

    assert isinstance(found, CoverResult)
    assert (found.coverage, found.executions) == (before.coverage, 8)
    assert side_by_side.together(after, before) == found
