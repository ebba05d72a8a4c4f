"""Signals at any moment: files that can be read, and nothing left behind."""

from __future__ import annotations

import ast
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.faults.planted_runs import processes_of

pytestmark = pytest.mark.slow

SEED = 23

MANY = "".join(
    f"def f{number}(n: int, text: str) -> int:\n"
    f"    if n * n > {number * 7} and text[:2] == 'a{number}':\n        return 10 // (n - 20)\n"
    f"    return len(text.split(','))\n\n\n"
    for number in range(6)
)


def started(directory: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    (directory / "many.py").write_text(MANY)
    (directory / "tmp").mkdir(exist_ok=True)
    return subprocess.Popen(
        [sys.executable, "-m", "wend", *arguments],
        cwd=directory,
        env={**os.environ, "TMPDIR": str(directory / "tmp"), **environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def assert_readable(directory: Path) -> list[dict[str, object]]:
    """What a killed command left can be read; the results that it had finished."""
    for file in (directory / "out").glob("test_*.py"):
        ast.parse(file.read_text())
    file = directory / "r.json"
    if not file.exists():
        return []
    results: list[dict[str, object]] = json.loads(file.read_text())["results"]
    return results


@pytest.mark.parametrize("layer", ["namespaces", "landlock"])
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL], ids=lambda each: each.name)
@pytest.mark.parametrize("moment", range(3))
def test_a_signal_at_any_moment(
    tmp_path: Path, number: signal.Signals, jobs: str, layer: str, moment: int
) -> None:
    """Moments are counted in results: before the first one, and after some."""
    files = ("-o", "out", "--json", "r.json", "-j", jobs, "--max-executions", "300")
    process = started(tmp_path, "cover", "many.py", *files, WEND_CONFINE=layer)
    assert process.stdout is not None
    rng = random.Random(f"{SEED} {number} {jobs} {layer} {moment}")
    told = 0
    while told < moment and (line := process.stdout.readline()):
        told += line.startswith("many.py::")
    time.sleep(rng.random() / 4)
    process.send_signal(number)
    _, err = process.communicate(timeout=1200)

    assert "Traceback" not in err
    assert not list(processes_of(str(tmp_path)))
    results = assert_readable(tmp_path)
    assert len(results) >= told
    if number is signal.SIGTERM and process.returncode == 130:
        assert "interrupted; what was found so far" in err
    left = [each.name for each in (tmp_path / "tmp").iterdir()]
    assert left == []
    hidden = [each.name for each in tmp_path.iterdir() if each.name.endswith(".part")]
    assert hidden == [] or number is signal.SIGKILL


@pytest.mark.parametrize("step", range(12))
def test_ctrl_c_while_it_starts(tmp_path: Path, step: int) -> None:
    """Python itself tells of Ctrl-C until it runs the first line of wend; from then on it is quiet.

    The moments are counted in modules: whatever is imported sends the signal.
    """
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(
        "import os, signal, sys\n"
        "class Sender:\n"
        "    left = int(os.environ['STEP'])\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        is_begun = 'wend.__main__' in sys.modules or sys.argv[:1] != ['-m']\n"
        "        if os.getpid() == first and is_begun and Sender.left >= 0:\n"
        "            Sender.left -= 1\n"
        "            if Sender.left < 0:\n"
        "                os.kill(os.getpid(), signal.SIGINT)\n"
        "first = os.getpid()\n"
        "sys.meta_path.insert(0, Sender())\n"
    )
    path = os.pathsep.join([str(tmp_path / "site"), os.environ.get("PYTHONPATH", "")])
    process = started(tmp_path, "cover", "many.py::f1", PYTHONPATH=path, STEP=str(step * step * 3))
    _, err = process.communicate(timeout=1200)

    assert "Traceback" not in err
    assert process.returncode in (130, 0, 1)
    assert not list(processes_of(str(tmp_path)))
