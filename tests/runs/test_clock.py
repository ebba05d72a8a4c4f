"""The virtual clock: what waits takes no time under wend, and clocks say that it did.

The waits here take hours or centuries: a test that ended did not wait for real.
"""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.slow

WAITS = {
    "time.sleep(n * 3600)\nreturn 'slept'": "slept",
    "nap(10**5)\nreturn 'woke'": "woke",
    "return threading.Event().wait(9**9)": False,
    "lock = threading.Lock()\nlock.acquire()\nreturn lock.acquire(timeout=10**6)": False,
    "try: queue.Queue().get(timeout=10**6)\nexcept queue.Empty: return 'empty'": "empty",
    "try: queue.SimpleQueue().get(timeout=10**6)\nexcept queue.Empty: return 'empty'": "empty",
    "left, right = socket.socketpair()\nreturn select.select([left], [], [], 10**6)": ([], [], []),
    "left, right = socket.socketpair()\nleft.settimeout(10**6)\n"
    "try: left.recv(1)\nexcept TimeoutError as error: return str(error)": "timed out",
    "began = time.monotonic()\ntime.sleep(7200)\nreturn round(time.monotonic() - began)": 7200,
    "began = time.time_ns()\ntime.sleep(7200)\nreturn (time.time_ns() - began) // 10**9": 7200,
    "began = datetime.datetime.now()\ntime.sleep(7200)\n"
    "return (datetime.datetime.now() - began).seconds": 7200,
    "began = datetime.datetime.now(UTC)\ntime.sleep(7200)\n"
    "return (datetime.datetime.now(UTC) - began).seconds": 7200,
    "return asyncio.run(both(10**6))": ["timeout", 1000],
    "return asyncio.run(in_thread(10**6))": 10**6,
    "timer = threading.Timer(10**6, seen.append, ['x'])\ntimer.start()\n"
    "timer.join()\nreturn seen.pop()": "x",
    "return in_order([3000, 1000, 2000], 2500)": [1000, 2000, "timeout", 3000],
    "try: time.sleep(-n)\nexcept ValueError as error: return str(error)":
        "sleep length must be non-negative",
    "try: time.sleep('a')\nexcept TypeError as error: return str(error)":
        "'str' object cannot be interpreted as an integer",
}  # fmt: skip
"""Bodies of functions of `n: int`, called with 1, with what they return."""

HELPERS = """\
import asyncio, datetime, queue, select, socket, threading, time
from time import sleep as nap

UTC = datetime.timezone.utc
seen = []

async def both(seconds):
    began = time.monotonic()
    try:
        await asyncio.wait_for(asyncio.sleep(seconds), 400)
    except asyncio.TimeoutError:
        await asyncio.gather(asyncio.sleep(600), asyncio.sleep(300))
        return ["timeout", round(time.monotonic() - began)]

async def in_thread(seconds):
    began = time.monotonic()
    await asyncio.to_thread(time.sleep, seconds)
    return round((time.monotonic() - began) / 10**5) * 10**5

def in_order(sleeps, patience):
    told = []
    lock = threading.Lock()
    lock.acquire()
    def wait(seconds):
        time.sleep(seconds)
        told.append(seconds)
    threads = [threading.Thread(target=wait, args=(each,)) for each in sleeps]
    for each in threads:
        each.start()
    if not lock.acquire(timeout=patience):
        told.append("timeout")
    for each in threads:
        each.join()
    return told
"""


@pytest.fixture(scope="module")
def waited(shared_wend: Any) -> dict[str, Any]:
    functions = []
    for at, body in enumerate(WAITS):
        lines = "".join(f"    {line}\n" for line in body.split("\n"))
        functions.append(f"def f{at}(n: int):\n{lines}")
    shared_wend.file("waits.py", "\n".join([HELPERS, *functions]))
    options = ("--input", "n=1", "--no-chance", "--max-executions", "3", "--no-store")
    targets = [f"waits.py::f{at}" for at in range(len(WAITS))]
    done = shared_wend("cover", *targets, *options, "-j", "2", "--json", "-", "-o", "found")
    return {result["target"]["function"]: result for result in done.results}


@pytest.mark.parametrize("body", WAITS)
def test_waiting_takes_no_time_and_is_seen(waited: dict[str, Any], body: str) -> None:
    result = waited[f"f{[*WAITS].index(body)}"]

    by_input = {case["args"]["n"]: case["outcome"] for case in result["cases"]}
    shown = [each for each in by_input.values() if each.get("value") == repr(WAITS[body])]

    assert result["verdict"] != "error"
    assert shown, by_input


def test_a_thread_that_works_is_waited_for(wend: Any) -> None:
    """Only where all threads wait does the clock move on."""
    wend.file(
        "work.py",
        """
        import threading

        def work(n: int):
            done = threading.Event()

            def count():
                for _ in range(300_000):
                    pass
                done.set()

            threading.Thread(target=count).start()
            return done.wait(10**6)
        """,
    )

    done = wend("cover", "work.py", "--max-executions", "3", "--json", "-")

    assert {case["outcome"]["value"] for case in done.results[0]["cases"]} == {"True"}


def test_the_sleep_of_a_parameter_is_no_finding(wend: Any) -> None:
    wend.file(
        "naps.py",
        """
        import time

        def nap(s: int) -> str:
            if s > 5:
                time.sleep(s)
                return "slept"
            return "quick"
        """,
    )

    done = wend("cover", "naps.py", "--json", "-")
    (result,) = done.results

    assert done.code == 0
    assert {case["outcome"]["value"] for case in result["cases"]} == {"'quick'", "'slept'"}


@pytest.mark.parametrize(
    "how", ["import time", "from time import sleep", "import time\nfrom time import sleep"]
)
def test_written_tests_do_not_sleep(wend: Any, how: str) -> None:
    call = "time.sleep" if how == "import time" else "sleep"
    wend.file("far.py", f"{how}\n\ndef far(n: int):\n    {call}(10**8)\n    return n > 3\n")

    done = wend("cover", "far.py", "-o", "found")
    text = (wend.directory / "found" / "test_far.py").read_text()

    assert done.err == ""
    assert text.count("def test_") == 2
    assert text.count("monkeypatch.setattr(") >= 2


def test_a_test_that_would_wait_otherwise_is_skipped(wend: Any) -> None:
    wend.file(
        "event.py", "import threading\n\ndef f(n: int):\n    return threading.Event().wait(500)\n"
    )

    wend("cover", "event.py", "-o", "found")

    assert 'skip(reason="waits 500 s")' in (wend.directory / "found" / "test_event.py").read_text()
