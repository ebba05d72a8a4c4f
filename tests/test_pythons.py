"""`tools/pythons` finds the Pythons of a machine, and says why it has not the others."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from wend.supported import NEWEST, OLDEST

ROOT = Path(__file__).parent.parent
HERE = ".".join(map(str, sys.version_info[:2]))
VERSIONS = [f"3.{minor}" for minor in range(OLDEST[1], NEWEST[1] + 1)]


def pythons(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ROOT / "tools" / "pythons", *arguments],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=1200,
    )


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """The environment of a machine that has no Python."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("bash", "cat", "dirname", "env"):
        (tools / name).symlink_to(str(shutil.which(name)))
    return {"PATH": str(tools), "HOME": str(tmp_path), "PYENV_ROOT": str(tmp_path / "none")}


def test_the_list_has_each_supported_version() -> None:
    done = pythons("list")

    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split()[0] for line in done.stdout.splitlines()] == VERSIONS


def test_a_command_gets_that_python_its_own_arguments_and_exit_code(tmp_path: Path) -> None:
    found = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    code = "import sys; print(sys.version_info[:2], sys.argv[1:]); sys.exit(7)"
    done = pythons("run", HERE, "python", "-c", code, "a b", **found, XDG_CACHE_HOME=str(tmp_path))

    assert done.returncode == 7, done.stderr
    assert done.stdout == f"{tuple(sys.version_info[:2])} ['a b']\n"


@pytest.mark.parametrize("command", [["run", "3.12", "true"], ["run", "3.11", "python"]])
def test_a_python_that_cannot_be_had_is_one_line_and_a_code_of_its_own(bare, command) -> None:
    done = pythons(*command, **bare)

    said = f"Python {command[1]} can't be had: it is neither in pyenv nor on PATH"
    assert (done.returncode, done.stdout) == (69, "")
    assert done.stderr == f"tools/pythons: {said}\n"


@pytest.mark.parametrize("command", [[], ["run", "3.12"], ["run", "3.9", "true"], ["test", "4"]])
def test_a_wrong_call_shows_the_usage(command: list[str]) -> None:
    done = pythons(*command)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("usage: tools/pythons")
