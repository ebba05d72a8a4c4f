"""Where the machine lacks files, processes, memory or space, that is said, and what was found is
given."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

SHOP = """
def grade(points: int, bonus: int) -> str:
    total = points + 2 * bonus
    if total > 90:
        return "best"
    return "rest"


def part(n: int) -> int:
    return 10 // (n - 3)


def other(text: str) -> int:
    return 1 if text == "abc" else 2
"""

FEW_FORKS = """
import os
left = int(os.environ["FORKS"])
really = os.fork
def fork():
    global left
    left -= 1
    if left < 0:
        raise BlockingIOError(11, "Resource temporarily unavailable")
    return really()
os.fork = fork
"""

COMMANDS = {
    "one": ("cover", "shop.py::grade"),
    "all": ("cover", "shop.py", "-j", "2"),
    "line": ("reach", "shop.py:4"),
}


def ended(
    directory: Path,
    command: str,
    before: Callable[[], None] | None = None,
    **environment: str,
) -> tuple[subprocess.CompletedProcess[str], list[dict[str, Any]]]:
    """A command with files to write, and the results in its JSON."""
    (directory / "shop.py").write_text(SHOP)
    temporary = directory / "tmp"
    temporary.mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "wend", *COMMANDS[command], "-o", "out", "--json", "r.json"],
        cwd=directory,
        env={**os.environ, "TMPDIR": str(temporary), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=1200,
        preexec_fn=before,
    )
    assert "Traceback" not in done.stderr
    file = directory / "r.json"
    results: list[dict[str, Any]] = json.loads(file.read_text())["results"] if file.exists() else []
    return done, results


def limited(what: int, most: int) -> Callable[[], None]:
    return lambda: resource.setrlimit(what, (most, most))


def check(done: subprocess.CompletedProcess[str], results: list[dict[str, Any]], why: str) -> None:
    """Every result stands, or says what the machine lacks; the exit code is that of the results."""
    for result in results:
        words = [each["what"] for each in result["reasons"]]
        assert "internal" not in words
        if result["verdict"] == "error":
            assert "shortage" in words, result
    failed = [each for each in results if each["verdict"] == "error"]
    if not results:
        # What the user named could not be written, or there was nothing to write.
        assert done.returncode == (2 if "write r.json" in done.stderr else 3)
        assert why in done.stderr
    elif any(case["outcome"]["kind"] == "raised" for r in results for case in r.get("cases", ())):
        assert done.returncode == 1
    else:
        assert done.returncode == (4 if failed else 0)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("most", [6, 8, 10, 40])
def test_few_open_files(tmp_path: Path, most: int, command: str) -> None:
    done, results = ended(tmp_path, command, limited(resource.RLIMIT_NOFILE, most))

    check(done, results, "Too many open files; allow more open files with ulimit -n")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("most", range(5))
def test_few_processes(tmp_path: Path, most: int, command: str) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text(FEW_FORKS)
    path = os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])
    done, results = ended(tmp_path, command, PYTHONPATH=path, FORKS=str(most))

    check(done, results, "Resource temporarily unavailable; allow more processes with ulimit -u")
    assert not list((tmp_path / "tmp").iterdir())


@pytest.mark.parametrize("most", [0, 100, 1500])
def test_no_space_for_files(tmp_path: Path, most: int) -> None:
    done, results = ended(tmp_path, "all", limited(resource.RLIMIT_FSIZE, most), WEND_STORE="")

    assert "part  " in done.stdout
    assert "ZeroDivisionError" in done.stdout
    assert "File too large; allow larger files with ulimit -f" in done.stderr
    assert done.returncode == 2
    assert not [each for each in tmp_path.iterdir() if each.name.endswith(".part")]
    assert not results


def test_a_full_disk(tmp_path: Path) -> None:
    """What was written before the disk was full stays as it is."""
    full = tmp_path / "full"
    full.mkdir()
    mounted = subprocess.run(
        ["unshare", "-rm", "mount", "-t", "tmpfs", "-o", "size=4k", "none", full],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("no file system can be mounted here")
    (tmp_path / "shop.py").write_text(SHOP)
    script = (
        f"mount -t tmpfs -o size=4k none {full} && echo '{{}}' > {full}/r.json && "
        f"{sys.executable} -m wend cover shop.py --json {full}/r.json -o {full}/out; "
        f"echo code $?; cat {full}/r.json; ls -A {full}"
    )
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", script],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
    )

    assert "Traceback" not in done.stderr
    assert "No space left on device; free some space on the disk" in done.stderr
    assert "ZeroDivisionError" in done.stdout
    assert "code 2" in done.stdout
    assert ".part" not in done.stdout
