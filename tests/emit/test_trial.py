"""Written tests are tried so that a bad one takes no other along."""

from __future__ import annotations

import contextlib
import math
import os
import pathlib
import signal
import threading
import time
from typing import NoReturn

import pytest

from wend.deadline import Deadline
from wend.emit import pytest_file, trial

from .records import case, covered, module_in, returned

pytestmark = pytest.mark.slow

MODULE = """
import os, signal, sys, threading, time

limit = 5

def ask(x):
    if x == 3:
        {harm}
    return x < limit
"""

HARMS = {
    "leaves its process": "os._exit(0)",
    "kills its process": "os.kill(os.getpid(), signal.SIGKILL)",
    "kills its group": "os.killpg(0, signal.SIGKILL)",
    "closes its streams": "[os.close(each) for each in (0, 1, 2)]",
    "goes elsewhere": "os.chdir('/'); os.unlink = os.remove = None; os._exit(1)",
    "never returns": "while True: time.sleep(1)",
    "never ends its process": "threading.Thread(target=threading.Event().wait).start()",
    "changes what others see": "globals().update(limit=0)",
    "raises": "raise SystemExit(3)",
}


@pytest.mark.parametrize(
    ("harm", "has_pytest"),
    [*[(harm, True) for harm in HARMS], ("leaves its process", False), ("raises", False)],
)
def test_a_bad_test_takes_no_other_along(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, harm: str, has_pytest: bool
) -> None:
    if harm.startswith("never"):
        monkeypatch.setattr(pytest_file, "SECONDS_FOR_ONE", 4.0)
    if not has_pytest:
        monkeypatch.setattr("wend.emit.trial._has_pytest", lambda *_: False)
    module = module_in(tmp_path, "harm", MODULE.format(harm=HARMS[harm]))
    good = [case(returned("True"), x=str(x)) for x in (-2, -1, 0, 1, 2, 4)]
    bad = case(returned("True"), x="3")
    written = pytest_file.write_tests([covered(module, "ask", *good, bad)], tmp_path / "tests")
    text = "".join(file.read_text() for file in written.files)

    left_out = [reason.name for reason in written.reasons]
    assert left_out in ([], ["test_ask_is_true_when_x_is_3"])  # some harm is none to the others
    assert written.tests == text.count("def test_") == 7 - len(left_out)
    assert bool(left_out) or harm == "closes its streams"


def test_of_two_that_do_not_go_together_one_is_left_out(tmp_path: pathlib.Path) -> None:
    source = "seen = []\ndef f(x):\n    seen.append(x)\n    return not (1 in seen and x == 6)\n"
    module = module_in(tmp_path, "pair", source)
    cases = [case(returned("True"), x=str(x)) for x in range(8)]
    written = pytest_file.write_tests([covered(module, "f", *cases)], tmp_path / "tests")
    (reason,) = written.reasons

    assert written.tests == 7
    assert reason.name == "test_f_is_true_when_x_is_1"
    assert "makes another test fail" in reason.says


def test_where_there_is_no_time_the_tests_are_written_and_it_is_said(
    tmp_path: pathlib.Path,
) -> None:
    module = module_in(tmp_path, "fine", "def f(x): return x\n")
    results = [covered(module, "f", case(returned("1"), x="1"))]
    written = pytest_file.write_tests(results, tmp_path / "tests", until=time.monotonic())

    assert written.tests == 1
    assert [reason.what for reason in written.reasons] == ["untried"]
    assert "def test_f_is_1" in written.files[0].read_text()


def test_what_was_seen_to_fail_is_left_out_where_the_time_is_up(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_late(self: trial.Trial, *_: object) -> NoReturn:
        raise trial.TimeIsUp

    monkeypatch.setattr(trial.Trial, "_failing_alone", too_late)
    module = module_in(tmp_path, "varies", "import os\ndef f(x): return x or os.getpid()\n")
    cases = [case(returned("1"), x=x) for x in ("0", "1")]
    written = pytest_file.write_tests([covered(module, "f", *cases)], tmp_path / "tests")

    assert [reason.what for reason in written.reasons] == ["untried", "flaky"]
    assert written.tests == 1
    assert "f(1)" in written.files[0].read_text()


def test_a_trial_that_takes_too_long_ends_in_time(tmp_path: pathlib.Path) -> None:
    module = module_in(tmp_path, "long", "import time\ndef f(x): time.sleep(10**6)\n")
    results = [covered(module, "f", case(returned("None"), x="1"))]
    written = pytest_file.write_tests(results, tmp_path / "tests", until=time.monotonic() + 3)

    assert [reason.what for reason in written.reasons] == ["untried"]


def test_an_interpreter_that_is_stopped_holds_nobody(tmp_path: pathlib.Path) -> None:
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\nkill -STOP $$\n")
    python.chmod(0o755)
    module = module_in(tmp_path, "fine", "def f(x): return x\n")
    results = [covered(module, "f", case(returned("1"), x="1"))]
    until = time.monotonic() + 1
    written = pytest_file.write_tests(results, tmp_path / "tests", str(python), until=until)

    assert [reason.what for reason in written.reasons] == ["untried"]


def test_a_child_that_is_stopped_before_it_is_an_interpreter_holds_nobody(
    tmp_path: pathlib.Path,
) -> None:
    module = module_in(tmp_path, "fine", "def f(x): return x\n")
    results = [covered(module, "f", case(returned("1"), x="1"))]
    before = children()
    is_on = [True]
    os.register_at_fork(
        after_in_child=lambda: os.kill(os.getpid(), signal.SIGSTOP) if is_on else None
    )
    try:
        until = time.monotonic() + 1
        written = pytest_file.write_tests(results, tmp_path / "tests", until=until)
    finally:
        is_on.clear()

    assert [reason.what for reason in written.reasons] == ["untried"]
    assert children() == before


def test_a_trial_that_is_stopped_leaves_nothing(tmp_path: pathlib.Path) -> None:
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\n[ "$1" = -c ] || sleep 1000\n')
    python.chmod(0o755)
    module = module_in(tmp_path, "fine", "def f(x): return x\n")
    results = [covered(module, "f", case(returned("1"), x="1"))]
    deadline = Deadline()

    def stop() -> None:
        while not any("/bin/sh" in command for command in commands_about(tmp_path).values()):
            time.sleep(0.01)
        for each in commands_about(tmp_path):
            os.kill(each, signal.SIGSTOP)
        deadline.move(time.monotonic())

    stopping = threading.Thread(target=stop)
    stopping.start()
    with deadline.until(math.inf) as held:
        pytest_file.write_tests(results, tmp_path / "tests", str(python))
    stopping.join()

    assert held.is_over
    assert not [each for each in tmp_path.iterdir() if "trial" in each.name]
    until = time.monotonic() + 60
    while commands_about(tmp_path) and time.monotonic() < until:  # the kernel ends them one by one
        time.sleep(0.01)
    assert not commands_about(tmp_path)


def children() -> set[str]:
    places = pathlib.Path("/proc/self/task").glob("*/children")
    return {each for place in places for each in place.read_text().split()}


def commands_about(place: pathlib.Path) -> dict[int, str]:
    """The commands of processes that name a place, by the number of the process."""
    commands = {}
    for each in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            commands[int(each.name)] = (each / "cmdline").read_text(errors="replace")
    return {number: each for number, each in commands.items() if str(place) in each}


def test_trials_are_held_as_runs_are(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A test that harms what is outside harms nothing while it is tried."""
    victim = tmp_path / "victim"
    victim.write_text("kept")
    harm = f"open({str(victim)!r}, 'w').write('harm'); os.kill(os.getppid(), signal.SIGKILL)"
    module = module_in(tmp_path, "harm", MODULE.format(harm=harm))
    cases = [case(returned("True"), x=str(x)) for x in (1, 2, 3)]
    written = pytest_file.write_tests([covered(module, "ask", *cases)], tmp_path / "tests")

    assert victim.read_text() == "kept"
    assert written.tests >= 2


def test_what_is_allowed_is_done_in_trials_too(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "written"
    module = module_in(
        tmp_path, "writes", f"def note(x):\n    return open({str(file)!r}, 'w').write('note')\n"
    )
    found = covered(module, "note", case(returned("4"), x="1"))
    pytest_file.write_tests([found], tmp_path / "tests", allow=["write"])

    assert file.read_text() == "note"
