"""Ctrl-C, signals and closed pipes: what was found is given, and no process stays behind."""

from __future__ import annotations

import json
import os
import signal
import time
from pathlib import Path

import pytest

from .processes import assert_gone, descendants, wait_for_file, wait_for_runs, wait_for_work

pytestmark = pytest.mark.slow

ENDLESS = """
def countless(n: int, m: int) -> int:
    total = 0
    for i in range(n):
        if (m + i * i) % 7 == 3:
            total += i
    return total


def countless_too(n: int) -> int:
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps
"""

HARD_TO_KILL = """
import time

def sleeper(n: int) -> int:
    while True:
        try:
            time.sleep(100)
        except BaseException:
            continue
"""


@pytest.fixture
def endless(wend) -> Path:
    wend.file("hard.py", HARD_TO_KILL)
    return wend.file("endless.py", ENDLESS)


@pytest.mark.parametrize("to", ["the terminal", "the process alone"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_gives_what_was_found(wend, endless: Path, to: str, jobs: str) -> None:
    started = wend.start(
        "cover", endless, "--budget", "600", "-o", "out", "--json", "r.json", "-j", jobs
    )
    processes = wait_for_runs(started, 7 if jobs == "2" else 4)
    wait_for_work(started, 0.5 * int(jobs))
    if to == "the terminal":
        os.killpg(started.pid, signal.SIGINT)
    else:
        os.kill(started.pid, signal.SIGINT)
    out, err = started.communicate(timeout=1200)

    assert started.returncode == 130
    written = "out/test_endless.py and r.json"
    assert err == f"wend: interrupted; what was found so far is in {written}\n"
    assert "--budget" not in out
    assert "countless  budget" in out
    results = json.loads((wend.directory / "r.json").read_text())["results"]
    assert len(results) == int(jobs)
    for result in results:
        assert result["verdict"] == "budget"
        assert result["interrupted"] is True
        assert result["cases"]
        assert "interrupted" in " ".join(each["says"] for each in result["reasons"])
    assert "def test_" in (wend.directory / "out" / "test_endless.py").read_text()
    assert_gone(processes)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_second_ctrl_c_ends_at_once(wend, endless: Path, jobs: str) -> None:
    started = wend.start("cover", "hard.py", endless, "--budget", "600", "-j", jobs)
    processes = wait_for_runs(started, 7 if jobs == "2" else 4)
    for _ in range(2):
        os.kill(started.pid, signal.SIGINT)
        time.sleep(0.3)
    _, err = started.communicate(timeout=1200)

    assert started.returncode == 130
    assert "Traceback" not in err
    assert_gone(processes)


def test_ctrl_c_during_an_import(wend) -> None:
    begun = wend.directory / "begun"
    wait = f"open({str(begun)!r}, 'w').close()\nimport time; time.sleep(1000)\n"
    wend.file("slow.py", f"def f(x: int):\n    return x\n\n{wait}")
    options = ("--budget", "600", "--allow", "write", "--json", "r.json")
    started = wend.start("cover", "slow.py", *options)
    wait_for_file(begun)
    processes = descendants(started.pid)
    os.kill(started.pid, signal.SIGINT)
    _, err = started.communicate(timeout=1200)

    assert started.returncode == 130
    assert "Traceback" not in err
    assert json.loads((wend.directory / "r.json").read_text())["results"][0]["verdict"] == "error"
    assert_gone(processes)


@pytest.mark.parametrize(
    ("number", "jobs", "first"),
    [
        (signal.SIGTERM, "1", "endless.py::countless"),
        (signal.SIGTERM, "2", "hard.py"),
        (signal.SIGKILL, "1", "hard.py"),
        (signal.SIGKILL, "2", "endless.py::countless"),
    ],
)
def test_no_process_outlives_wend(
    wend, endless: Path, number: signal.Signals, jobs: str, first: str
) -> None:
    targets = [first, "endless.py::countless_too"]
    started = wend.start("cover", *targets, "--budget", "600", "-j", jobs)
    processes = wait_for_runs(started, 7 if jobs == "2" else 4)
    os.kill(started.pid, number)
    started.communicate(timeout=1200)

    # SIGTERM ends it as Ctrl-C does, with what was found.
    assert started.returncode == (130 if number is signal.SIGTERM else -number)
    assert_gone(processes)


def test_a_killed_command_leaves_what_it_found_of_its_only_target(wend, endless: Path) -> None:
    target = f"{endless}::countless"
    started = wend.start("cover", target, "--budget", "600", "-o", "out", "--json", "r.json")
    wait_for_file(wend.directory / "r.json")
    os.killpg(started.pid, signal.SIGKILL)
    started.communicate(timeout=60)
    (result,) = json.loads((wend.directory / "r.json").read_text())["results"]

    assert result["verdict"] == "budget"
    assert result["cases"]


def test_no_process_outlives_wend_during_an_import(wend) -> None:
    wend.file("slow.py", "def f(x: int):\n    return x\n\nwhile True: pass\n")
    started = wend.start("cover", "slow.py", "--budget", "1")
    processes = wait_for_runs(started, 1)
    started.kill()
    started.communicate(timeout=1200)

    assert_gone(processes)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_output_that_nobody_reads(wend, jobs: str) -> None:
    functions = [f"def f{i}(x: int):\n    return x if x > {i} else {i}\n" for i in range(12)]
    wend.file("many.py", "\n".join(functions))
    started = wend.start("cover", "many.py", "-j", jobs)
    assert started.stdout is not None
    assert started.stderr is not None
    first = started.stdout.readline()
    processes = descendants(started.pid)
    started.stdout.close()
    err = started.stderr.read()
    started.wait(timeout=1200)

    assert "many.py::f0" in first
    assert err == ""
    assert started.returncode in (0, 1)
    assert_gone(processes)
