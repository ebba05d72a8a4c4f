"""Code that leaves something behind, that varies, or that wants to change the machine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from wend.confine.enter import layer_here

OUTSIDE = str(Path(__file__).parent)
"""In the directory for temporary files everything is allowed; tests run there, so it is moved."""

PROGRAM = """
import datetime, os, random, socket, subprocess, sys, time

calls = 0
seen = []
seeded = random.Random(5)

def counts_its_calls(x: int):
    global calls
    calls += 1
    if x > 10 and calls == 1:
        return "first"
    return calls

def remembers(x: int):
    seen.append(x)
    if x == 3:
        return "three"
    return len(seen)

def leaks_late(x: int):
    if x > 50:
        seen.append(x)
    if x == 99:
        return len(seen)
    return 0

def changes_directory(x: int):
    before = os.getcwd()
    os.chdir("/")
    if x == 3:
        return "three"
    return before == "/"

def pure(x: int):
    if x == 3:
        return "three"
    return 1

def draws(x: int):
    if x == 3:
        return "three"
    return random.randrange(10**9)

def draws_seeded(x: int):
    if x == 3:
        return "three"
    return seeded.randrange(10**9)

def tells_time(x: int):
    if x == 3:
        return "three"
    return time.time_ns()

def tells_date(x: int):
    if x == 3:
        return "three"
    return datetime.datetime.now().isoformat()

def tells_time_where_none_is_given(x: int):
    return "three" if x == 3 else time.ctime(None)

def tells_the_year(x: int):
    return "three" if x == 3 else time.strftime("%Y")

def tells_another_time(x: int):
    return time.strftime("%Y", time.gmtime(None or 7))

def writes_a_file(x: int):
    if x == 3:
        open("written.txt", "w").write("x")
        return "written"
    return 1

def removes_a_file(x: int):
    if x == 3:
        os.remove("kept.txt")
    return 1

def connects(x: int):
    if x == 3:
        socket.create_connection(("127.0.0.1", 9))
    return 1

def starts_a_process(x: int):
    if x == 3:
        subprocess.run(["true"])
    return 1

def forks(x: int):
    if x == 3:
        os.fork()
    return 1

def shell(x: int):
    if x == 3:
        os.system("true")
    return 1

def swallows_the_guard(x: int):
    if x == 3:
        try:
            open("written.txt", "w")
        except BaseException:
            pass
        return "went on"
    return 1

def reads_a_file(x: int):
    if x == 3:
        return open("kept.txt").read()
    return 1
"""


@pytest.fixture(scope="module")
def explored(shared_wend) -> dict[str, dict[str, Any]]:
    """With all that the kernel here offers to hold the code."""
    return explored_by(shared_wend, "namespaces")


@pytest.fixture(scope="module")
def explored_under_hook(shared_wend) -> dict[str, dict[str, Any]]:
    """With nothing but the audit hook."""
    return explored_by(shared_wend, "hook")


def explored_by(wend, layer: str) -> dict[str, dict[str, Any]]:
    wend.file("around.py", PROGRAM)
    wend.file("kept.txt", "kept")
    options = ("--budget", "8", "-j", "2", "--json", "-")
    done = wend("cover", "around.py", *options, TMPDIR=OUTSIDE, WEND_CONFINE=layer)

    assert done.err == ""
    return {each["target"]["function"]: each for each in done.results}


def outcomes(result: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {case["args"]["x"]: case["outcome"] for case in result["cases"]}


def whats(result: dict[str, Any]) -> set[str]:
    return {reason["what"] for reason in result["reasons"]}


# State


@pytest.mark.parametrize(
    ("function", "values"),
    [
        ("counts_its_calls", {"1", "'first'"}),
        ("remembers", {"1", "'three'"}),
        ("leaks_late", {"0", "1"}),
        ("changes_directory", {"False", "'three'"}),
    ],
)
def test_each_case_is_that_of_a_fresh_process(explored, function: str, values: set[str]) -> None:
    result = explored[function]

    assert "state-leaked" in whats(result)
    assert {outcome["value"] for outcome in outcomes(result).values()} == values
    assert result["verdict"] == "complete"


def test_seeded_random_numbers_are_state(explored) -> None:
    assert explored["draws_seeded"]["verdict"] == "complete"
    assert len({each["value"] for each in outcomes(explored["draws_seeded"]).values()}) == 2


def test_pure_code_leaks_nothing(explored) -> None:
    assert explored["pure"]["reasons"] == []
    assert explored["pure"]["verdict"] == "complete"


def test_a_time_that_is_given_is_no_clock(explored) -> None:
    assert "nondeterministic" not in whats(explored["tells_another_time"])


@pytest.mark.parametrize(
    "function",
    ["draws", "tells_time", "tells_date", "tells_time_where_none_is_given", "tells_the_year"],
)
def test_what_varies_is_told(explored, function: str) -> None:
    result = explored[function]

    assert "nondeterministic" in whats(result)
    assert result["verdict"] == "exhausted"
    assert "'three'" in {outcome["value"] for outcome in outcomes(result).values()}


# The guard


@pytest.mark.parametrize(
    ("function", "event"),
    [
        ("writes_a_file", "open"),
        ("removes_a_file", "os.remove"),
        ("connects", "socket.connect"),
        ("starts_a_process", "subprocess.Popen"),
        ("forks", "os.fork"),
        ("shell", "os.system"),
        ("swallows_the_guard", "open"),
    ],
)
def test_the_guard_blocks_and_says_how_to_allow(
    explored_under_hook, function: str, event: str
) -> None:
    check_blocked(explored_under_hook[function], event)


@pytest.mark.parametrize(
    ("function", "event"),
    [
        ("connects", "socket.connect"),
        ("starts_a_process", "subprocess.Popen"),
        ("forks", "os.fork"),
        ("shell", "os.system"),
    ],
)
def test_the_network_and_processes_are_blocked_in_namespaces_too(
    explored, function: str, event: str
) -> None:
    check_blocked(explored[function], event)


def check_blocked(result: dict[str, Any], event: str) -> None:
    (reason,) = [reason for reason in result["reasons"] if reason["what"] == "blocked"]

    assert outcomes(result)["3"]["kind"] == "stopped"
    assert outcomes(result)["3"]["reason"] == "blocked"
    assert reason["name"] in (event, "socket.getaddrinfo")
    assert reason["remedy"] == f"allow it with --allow {reason['name']}"
    assert Path(reason["file"]).name in ("around.py", "socket.py", "subprocess.py")
    assert reason["line"] > 0
    assert result["verdict"] == "exhausted"


@pytest.mark.skipif(layer_here() != "namespaces", reason="the kernel offers no overlays here")
def test_what_is_written_is_seen_by_the_run_alone_and_thrown_away(explored, shared_wend) -> None:
    written, removed = explored["writes_a_file"], explored["removes_a_file"]

    assert outcomes(written)["3"] == {"kind": "returned", "value": "'written'"}
    assert outcomes(removed)["3"] == {"kind": "returned", "value": "1"}
    assert [written["verdict"], removed["verdict"]] == ["complete", "complete"]
    assert (shared_wend.directory / "kept.txt").exists()
    assert not (shared_wend.directory / "written.txt").exists()


def test_reading_is_not_blocked(explored, explored_under_hook, shared_wend) -> None:
    for each in (explored, explored_under_hook):
        assert outcomes(each["reads_a_file"])["3"] == {"kind": "returned", "value": "'kept'"}
    assert (shared_wend.directory / "kept.txt").exists()
    assert not (shared_wend.directory / "written.txt").exists()


@pytest.mark.parametrize("allowed", ["open", "write", "all"])
def test_what_is_allowed_is_done(wend, allowed: str) -> None:
    wend.file("around.py", PROGRAM)
    done = wend(
        "cover", "around.py::writes_a_file", "--allow", allowed, "--json", "-", TMPDIR=OUTSIDE
    )
    (result,) = done.results

    assert outcomes(result)["3"] == {"kind": "returned", "value": "'written'"}
    assert (wend.directory / "written.txt").read_text() == "x"


def test_a_project_below_the_temporary_directory_is_not_written_to(wend) -> None:
    wend.file(
        "below.py",
        """
        import os, tempfile

        def writes_here(x: int):
            if x == 3:
                open("written.txt", "w").write("x")
            return 1

        def writes_elsewhere(x: int):
            if x == 3:
                with tempfile.TemporaryFile() as file:
                    return file.write(b"ab")
            return 1
        """,
    )
    above = str(wend.directory.parent)
    done = wend("cover", "below.py", "--json", "-", TMPDIR=above, WEND_CONFINE="hook")
    here, elsewhere = done.results

    assert outcomes(here)["3"]["kind"] == "stopped"
    assert outcomes(elsewhere)["3"] == {"kind": "returned", "value": "2"}
    assert not (wend.directory / "written.txt").exists()


def test_an_allowed_environment_change_stays_in_its_run(wend) -> None:
    wend.file(
        "env.py",
        """
        import os

        def f(x: int):
            before = os.environ.get("WEND_TEST")
            os.environ["WEND_TEST"] = "set"
            if x == 3:
                return "three"
            return before
        """,
    )
    done = wend("cover", "env.py", "--allow", "os.putenv", "--json", "-")
    (result,) = done.results

    assert {outcome["value"] for outcome in outcomes(result).values()} == {"None", "'three'"}
    assert "state-leaked" in whats(result)


DESCRIPTORS = """
import os

def closes_all(x: int):
    os.closerange(0, 100_000)
    return x

def writes_to_all(x: int):
    for each in range(3, 4_000):
        try:
            os.write(each, b"garbage" * 1000)
        except OSError:
            pass
    return x

def plain(x: int):
    return 1 if x == 7 else 2
"""


def test_who_meddles_with_open_files_hurts_nobody_and_crashes_nothing(wend) -> None:
    """The unmodified code has no connections to wend: losing them is not a crash of it."""
    wend.file("meddles.py", DESCRIPTORS)
    done = wend("cover", "meddles.py", "--max-executions", "4", "--json", "-")
    closes, writes, plain = done.results

    assert [each["outcome"]["reason"] for each in closes["cases"]] == ["blocked"]
    assert {each["outcome"].get("reason", "blocked") for each in writes["cases"]} <= {"blocked"}
    assert {closes["verdict"], writes["verdict"]} <= {"exhausted", "budget"}
    assert plain["verdict"] == "complete"
