"""Whatever happens to the store, only time is lost, and a plain message says so."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wend.store.database import HURRY_SECONDS, SCHEMA

pytestmark = pytest.mark.slow

PROGRAM = """
def f(x: int, s: str):
    if x > 100:
        return s == "wend"
    return 0


def g(x: int):
    return 1 if x > 5 else 2
"""
TELLS_WAITS = """
import os, sqlite3, sys
from wend.__main__ import main

connect = sqlite3.connect

def telling(*args, timeout, **others):
    with open({file!r}, "a") as file:
        file.write(f"{{os.getpid()}} {{timeout}}\\n")
    return connect(*args, timeout=timeout, **others)

sqlite3.connect = telling
sys.exit(main())
"""
"""wend, which tells how long it would wait for the store."""

FROM_STORE = "wend: 2 of 2 results are from the store; --no-store explores again\n"


@pytest.fixture
def stored(wend: Any) -> Path:
    """The file of a store that holds results."""
    wend.file("some.py", PROGRAM)
    done = wend("cover", "some.py")
    assert done.code == 0 and done.err == ""
    return Path(wend.directory / ".wend" / "store.db")


def overwritten(file: Path) -> None:
    file.write_bytes(b"this is no database, and never was one" * 300)


def truncated(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: 3 * file.stat().st_size // 4])


def garbled(file: Path) -> None:
    data = bytearray(file.read_bytes())
    for at in range(100, len(data), 7):
        data[at] ^= 0x5A
    file.write_bytes(bytes(data))


def without_tables(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("DROP TABLE results")


@pytest.mark.parametrize("harm", [overwritten, truncated, garbled, without_tables])
def test_a_damaged_file_is_set_aside(wend: Any, stored: Path, harm: Callable[[Path], None]) -> None:
    harm(stored)
    done = wend("cover", "some.py")

    assert done.code == 0
    assert f"wend: the store {stored} is damaged" in done.err
    assert "it is now store.db.aside, and a new one is begun: only time is lost\n" in done.err
    assert len(done.err.splitlines()) == 1
    assert wend("cover", "some.py").err == FROM_STORE


def test_a_store_of_another_version_is_set_aside(wend: Any, stored: Path) -> None:
    with sqlite3.connect(stored) as connection:
        connection.execute("PRAGMA user_version = 99")
    done = wend("cover", "some.py")

    assert done.code == 0
    assert done.err == (
        f"wend: the store {stored} is of another version of wend (schema 99, not {SCHEMA}); it is "
        "now store.db.aside, and a new one is begun: only time is lost\n"
    )
    assert wend("cover", "some.py").err == FROM_STORE


@pytest.mark.parametrize("column", ["result", "basis", "caps", "checksum"])
def test_rows_that_make_no_sense_are_explored_again(wend: Any, stored: Path, column: str) -> None:
    with sqlite3.connect(stored) as connection:
        connection.execute(f"UPDATE results SET {column} = '[1, 2]'")
    done = wend("cover", "some.py")

    assert done.code == 0
    assert done.err == ""
    assert wend("cover", "some.py").err == FROM_STORE


def test_a_store_that_can_not_be_made_is_done_without(wend: Any) -> None:
    wend.file("some.py", PROGRAM)
    wend.file(".wend", "a file")
    done = wend("cover", "some.py")

    assert done.code == 0
    assert done.err == (
        f"wend: the store {wend.directory}/.wend can't be used (File exists); going on without it\n"
    )
    done = wend("cover", "some.py", "-j", "2", WEND_STORE="/proc/nowhere")
    assert done.code == 0
    assert len(done.err.splitlines()) == 1
    assert "/proc/nowhere can't be used" in done.err


def test_a_killed_run_loses_little(wend: Any) -> None:
    """Killed with -9: what it found before its last second is where the next one starts from."""
    wend.file(
        "long.py",
        """
        def f(s: str) -> int:
            count = 0
            for char in s:
                if char == "x":
                    count += 1
                if count == 3:
                    return count
            return 0
        """,
    )
    process = wend.start("cover", "long.py::f", "--budget", "60")
    file = wend.directory / ".wend" / "store.db"
    waited_until = time.monotonic() + 600
    saved: list[Any] = []
    while not saved and time.monotonic() < waited_until:
        time.sleep(0.2)
        if file.exists():
            with sqlite3.connect(file, timeout=10) as connection:
                tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
                if tables:
                    saved = connection.execute("SELECT inputs FROM inputs").fetchall()
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    process.stderr.close()

    assert saved
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    done = wend("cover", "long.py::f", "--max-executions", "12", "--json", "-")
    assert done.code == 0 and done.err == ""
    without = wend("cover", "long.py::f", "--max-executions", "12", "--json", "-", "--no-store")
    hit = [len(each.results[0]["coverage"]["lines"]["hit"]) for each in (done, without)]
    assert hit[0] >= hit[1]


def test_runs_at_the_same_time_do_not_harm_each_other(wend: Any) -> None:
    wend.file("some.py", PROGRAM)
    wend.file("other.py", PROGRAM.replace("100", "1000"))
    running = [
        wend.start("cover", name, "--seed", str(seed), "-q")
        for name in ("some.py", "other.py")
        for seed in (0, 0, 1)
    ]
    ended = [(process.communicate(timeout=1200)[1], process.returncode) for process in running]

    assert ended == [("", 0)] * 6
    with sqlite3.connect(wend.directory / ".wend" / "store.db") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("SELECT count(*) FROM results").fetchone() == (8,)
    assert wend("cover", "some.py", "--seed", "1").err == FROM_STORE


def test_a_store_that_somebody_holds_is_waited_for_once(wend: Any, stored: Path) -> None:
    names = [f"f{number}" for number in range(6)]
    wend.file("many.py", "\n".join([f"def {name}(x: int): return x > 5" for name in names]))
    with contextlib.closing(sqlite3.connect(stored, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        waits = wend.directory / "waits.txt"
        telling = dataclasses.replace(wend, started_by=("-c", TELLS_WAITS.format(file=str(waits))))
        done = telling("cover", "many.py")

    assert done.code == 0
    assert done.err == (
        f"wend: the store {stored} is held by another process; not all may be kept\n"
    )
    patience: dict[str, list[float]] = {}
    for process, seconds in map(str.split, waits.read_text().splitlines()):
        patience.setdefault(process, []).append(float(seconds))
    assert any(each.count(HURRY_SECONDS) >= len(names) for each in patience.values())
    for each in patience.values():
        assert each == sorted(each, reverse=True)  # once it has waited, a process waits no more
    assert wend("cover", "some.py").err == FROM_STORE


def test_many_writers_lose_nothing(tmp_path: Path) -> None:
    """The file is made by whoever is first."""
    script = f"""
import sys
from wend.store.database import Store
store = Store({str(tmp_path / "kept")!r})
for number in range(20):
    name = sys.argv[1] + str(number)
    store.write([("INSERT INTO inputs VALUES (?, ?)", (name, "x" * 2000))])
    assert store.rows("SELECT question FROM inputs WHERE question = ?", name) == [(name,)]
"""
    running = [subprocess.Popen([sys.executable, "-c", script, name]) for name in "abcd"]
    assert [process.wait(60) for process in running] == [0] * 4
    with sqlite3.connect(tmp_path / "kept" / "store.db") as connection:
        assert connection.execute("SELECT count(*) FROM inputs").fetchone() == (80,)


def test_where_the_store_is(wend: Any) -> None:
    wend.file("project/pyproject.toml", "")
    wend.file("project/src/some.py", PROGRAM)
    wend("cover", "project/src/some.py")
    assert (wend.directory / "project" / ".wend" / "store.db").is_file()
    ignored = (wend.directory / "project" / ".wend" / ".gitignore").read_text()
    assert ignored.splitlines()[-1] == "*"

    wend("cover", "bisect:insort")
    assert (wend.directory / ".wend" / "store.db").is_file()

    wend("cover", "bisect:insort", WEND_STORE="elsewhere/kept")
    assert (wend.directory / "elsewhere" / "kept" / "store.db").is_file()


def test_switched_off(wend: Any) -> None:
    wend.file("some.py", PROGRAM)
    wend("cover", "some.py::g", "--no-store")
    wend("reach", "some.py:9", "--no-store")
    wend("cover", "some.py::g", WEND_STORE="off")
    wend.file("pyproject.toml", "[tool.wend]\nstore = false\n")
    wend("cover", "some.py::g")
    assert not (wend.directory / ".wend").exists()

    wend.file("pyproject.toml", "[tool.wend]\nstore = 3\n")
    done = wend("cover", "some.py::g")
    assert done.code == 2 and "store = 3 is wrong; it is true or false" in done.err


def test_clean(wend: Any, stored: Path) -> None:
    (stored.parent / "notes.txt").write_text("not wend's")
    done = wend("clean")

    assert done.code == 0
    assert done.out.startswith(f"removed {stored} (")
    assert [each.name for each in stored.parent.iterdir()] == ["notes.txt"]
    (stored.parent / "notes.txt").unlink()
    wend("cover", "some.py::g")
    wend("clean", wend.directory)
    assert not stored.parent.exists()
    done = wend("clean")
    assert (done.code, done.out) == (0, f"nothing to remove: there is no {stored}\n")
