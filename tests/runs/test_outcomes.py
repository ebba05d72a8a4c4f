"""What code under test can do to its process: it costs one run, and the rest is explored."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.slow

PROGRAM = """
import faulthandler, os, random, signal, sys, threading, time

def endless_loop(x: int):
    if x == 7:
        while True:
            pass
    if x > 100:
        return "other"
    return "small"

def swallows_everything(x: int):
    while x == 7:
        try:
            while True:
                pass
        except BaseException:
            continue
    if x > 100:
        return "other"
    return "small"

def sleeps(x: int):
    if x == 7:
        time.sleep(10**6)
    if x > 100:
        return "other"
    return "small"

def hangs_in_native_code(x: int):
    if x == 7:
        sum(range(10**12))
    if x > 100:
        return "other"
    return "small"

def segfault(x: int):
    if x == 7:
        faulthandler._sigsegv()
    if x > 100:
        return "other"
    return "small"

def exits_at_once(x: int):
    if x == 7:
        os._exit(0)
    if x > 100:
        return "other"
    return "small"

def aborts(x: int):
    if x == 7:
        os.abort()
    if x > 100:
        return "other"
    return "small"

def exits(x: int):
    if x == 7:
        sys.exit("enough")
    if x > 100:
        return "other"
    return "small"

def recursion(x: int):
    def down(n):
        return down(n + 1) + 1
    if x == 7:
        return down(0)
    if x > 100:
        return "other"
    return "small"

def doubles_a_list(x: int):
    if x == 7:
        items = [0]
        while True:
            items += items
    if x > 100:
        return "other"
    return "small"

def one_huge_list(x: int):
    if x == 7:
        return [0] * 10**12
    if x > 100:
        return "other"
    return "small"

class Stop(BaseException):
    def __str__(self):
        raise ValueError("no words")

def raises_base_exception(x: int):
    if x == 7:
        raise Stop
    if x > 100:
        return "other"
    return "small"

def raises_keyboard_interrupt(x: int):
    if x == 7:
        raise KeyboardInterrupt
    if x > 100:
        return "other"
    return "small"

def raises_generator_exit(x: int):
    if x == 7:
        raise GeneratorExit("out")
    if x > 100:
        return "other"
    return "small"

class Odd:
    def __repr__(self):
        raise ValueError("no repr")
    def __del__(self):
        raise ValueError("no end")

def odd_result(x: int):
    if x == 7:
        return Odd()
    if x > 100:
        return "other"
    return "small"

def prints_and_reads(x: int):
    print("from the code under test", file=sys.stderr)
    print("from the code under test")
    sys.stdout.flush()
    os.write(1, b"from the code under test")
    if x == 7:
        return input()
    if x > 100:
        return "other"
    return "small"

def starts_a_thread(x: int):
    threading.Thread(target=time.sleep, args=(100,), daemon=True).start()
    if x == 7:
        return threading.active_count()
    if x > 100:
        return "other"
    return "small"

def generator(x: int):
    if x == 7:
        yield "seven"
    if x > 100:
        yield "other"
    else:
        yield "small"

async def coroutine(x: int):
    if x == 7:
        raise ValueError("seven")
    if x > 100:
        return "other"
    return "small"
"""

EXPECTED: dict[str, dict[str, Any]] = {
    "endless_loop": {"kind": "stopped", "reason": "timeout"},
    "swallows_everything": {"kind": "stopped", "reason": "timeout"},
    "sleeps": {"kind": "returned", "value": "'small'"},
    "hangs_in_native_code": {"kind": "stopped", "reason": "timeout"},
    "segfault": {"kind": "stopped", "reason": "crash", "detail": "killed by SIGSEGV"},
    "exits_at_once": {"kind": "stopped", "reason": "crash", "detail": "exit status 0"},
    "aborts": {"kind": "stopped", "reason": "crash", "detail": "killed by SIGABRT"},
    "exits": {"kind": "raised", "type": "SystemExit", "message": "enough"},
    "recursion": {"kind": "raised", "type": "RecursionError"},
    "doubles_a_list": {"kind": "stopped"},  # by memory or by time: whichever limit it hits first
    "one_huge_list": {"kind": "stopped", "reason": "memory"},
    "raises_base_exception": {"kind": "raised", "type": "harm.Stop"},
    "raises_keyboard_interrupt": {"kind": "raised", "type": "KeyboardInterrupt"},
    "raises_generator_exit": {"kind": "raised", "type": "GeneratorExit", "message": "out"},
    "odd_result": {"kind": "returned", "value": None},
    "prints_and_reads": {"kind": "raised", "type": "EOFError"},
    "starts_a_thread": {"kind": "returned", "value": "2"},
    "generator": {"kind": "returned", "value": "['seven', 'small']"},
    "coroutine": {"kind": "raised", "type": "ValueError", "message": "seven"},
}


@pytest.fixture(scope="module")
def explored(shared_wend) -> dict[str, dict[str, Any]]:
    shared_wend.file("harm.py", PROGRAM)
    done = shared_wend("cover", "harm.py", "--budget", "16", "-j", "2", "--json", "-")

    assert done.err == ""
    assert done.code == 1
    return {each["target"]["function"]: each for each in done.results}


@pytest.mark.parametrize("function", EXPECTED)
def test_harm_is_an_outcome_and_the_rest_is_covered(explored, function: str) -> None:
    result = explored[function]
    outcomes = {case["args"]["x"]: case["outcome"] for case in result["cases"]}
    others = {
        each["value"] for x, each in outcomes.items() if x != "7" and each["kind"] == "returned"
    }

    assert result["error"] is None
    assert outcomes["7"].items() >= EXPECTED[function].items()
    if function == "generator":
        assert others == {"['small']", "['other']"}
    else:
        assert others == {"'small'", "'other'"}


@pytest.mark.parametrize("function", ["segfault", "swallows_everything", "hangs_in_native_code"])
def test_a_run_that_died_did_not_tell_its_path(explored, function: str) -> None:
    result = explored[function]

    assert result["verdict"] != "complete"
    assert "bound-hit" in [each["what"] for each in result["reasons"]]


@pytest.mark.parametrize("function", ["exits", "raises_base_exception", "odd_result"])
def test_a_run_that_ended_in_order_did_tell_it(explored, function: str) -> None:
    assert explored[function]["verdict"] == "complete"


def test_threads_left_behind_get_each_run_a_process(explored) -> None:
    reasons = [each["what"] for each in explored["starts_a_thread"]["reasons"]]

    assert "state-leaked" in reasons


def test_harm_by_the_first_input(wend) -> None:
    wend.file(
        "harm.py",
        """
        import os

        def f(x: int):
            if x == 0:
                os.abort()
            if x == 31:
                return 1
            return 2
        """,
    )

    done = wend("cover", "harm.py", "--budget", "10", "--json", "-")
    (result,) = done.results

    assert result["verdict"] == "exhausted"
    assert result["coverage"]["lines"]["missed"] == [5]
    assert {case["args"]["x"]: case["outcome"]["kind"] for case in result["cases"]}[
        "0"
    ] == "stopped"
    assert {case["outcome"].get("value") for case in result["cases"]} == {None, "1", "2"}


@pytest.mark.parametrize(
    "harm", ["sum(range(10**12))", "os.abort()", "while True: pass", "os._exit(3)"]
)
def test_the_rest_is_explored_where_simple_inputs_do_harm(wend, harm: str) -> None:
    """What a run decided before it ended its process is not lost with it."""
    wend.file(
        "harm.py",
        f"""
        import os
        import time

        def f(x: int, s: str):
            if x <= 30:
                {harm}
                return 0
            if s == "abc":
                return 1
            return 2 if x == 555 else 3
        """,
    )

    done = wend("cover", "harm.py", "--max-executions", "40", "--no-chance", "--json", "-")
    (result,) = done.results

    assert {case["outcome"].get("value") for case in result["cases"]} == {None, "1", "2", "3"}
    assert result["verdict"] == "exhausted"


def test_what_objects_say_of_themselves_is_no_part_of_the_call(wend: Any) -> None:
    wend.file(
        "odd.py",
        """
        class Endless(Exception):
            def __repr__(self):
                while True: pass
            __str__ = __repr__
        class Leaving:
            def __repr__(self): raise SystemExit(3)
        def returns(x: int): return Endless() if x > 3 else 0
        def raises(x: int):
            if x > 3:
                raise Endless
            return 0
        def leaves(x: int): return Leaving()
        """,
    )
    targets = [f"odd.py::{name}" for name in ("returns", "raises", "leaves")]
    done = wend("cover", *targets, "--json", "-", "-o", "out", "--max-executions", "20")
    tests = (wend.directory / "out" / "test_odd.py").read_text()
    found = {each["target"]["function"]: each for each in done.results}
    outcomes = {name: each["cases"][-1]["outcome"] for name, each in found.items()}

    assert done.code == 0
    assert [each["verdict"] for each in found.values()] == ["complete"] * 3
    assert outcomes["returns"]["repr"] == "<Endless whose repr does not end>"
    assert outcomes["raises"]["message"] == "<message whose str does not end>"
    assert outcomes["leaves"]["repr"] == "<Leaving whose repr raises SystemExit>"
    assert done.err == ""  # no test was left out
    assert 'assert type(returns(4)).__name__ == "Endless"' in tests
    assert "with pytest.raises(Endless):" in tests
