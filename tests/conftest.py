"""wend as a person runs it: a real process, real files, in a directory of its own."""

from __future__ import annotations

import compileall
import json
import os
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from xdist.scheduler import LoadFileScheduling

PATIENCE_SECONDS = 1200
"""Longer than anything takes on a loaded machine: it only keeps a hang from lasting."""

TESTS_IN_PROCESS = Path(__file__).parent / "run"

PATIENT = ("--budget", "120")
"""For runs that end for another reason than time, however slow the machine is."""

# How long something takes is for benchmarks: machines are loaded, and the first draw builds tables.
hypothesis.settings.register_profile(
    "untimed", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("untimed")


@dataclass(frozen=True, slots=True)
class Done:
    """A command that ended."""

    code: int
    out: str
    err: str

    @property
    def results(self) -> list[dict[str, Any]]:
        """Those of `--json -`."""
        found: list[dict[str, Any]] = json.loads(self.out)["results"]
        return found


@dataclass(frozen=True, slots=True)
class Wend:
    """The command line, in a directory with the files of one test."""

    directory: Path
    started_by: tuple[str, ...] = ("-m", "wend")
    """What Python is told, before the arguments."""

    def file(self, name: str, source: str) -> Path:
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(source).lstrip("\n"))
        return path

    def __call__(self, *arguments: str | Path, **environment: str) -> Done:
        done = subprocess.run(
            [sys.executable, *self.started_by, *patient(list(map(str, arguments)))],
            cwd=self.directory,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def start(self, *arguments: str | Path, **options: Any) -> subprocess.Popen[str]:
        """A command that is left running, in a process group of its own."""
        return subprocess.Popen(
            [sys.executable, *self.started_by, *map(str, arguments)],
            cwd=self.directory,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            **options,
        )


def patient(arguments: list[str]) -> list[str]:
    """Where the runs or the questions are capped, seconds are not."""
    caps = {"--max-executions", "--max-queries"}
    if caps.isdisjoint(arguments) or not {"--budget", "--total"}.isdisjoint(arguments):
        return arguments
    return [*arguments, *PATIENT]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--refresh-docs", action="store_true", help="write what the pages show and generate anew"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Compiles wend once: else each of the thousands of processes that tests start does it."""
    config.addinivalue_line(
        "markers", "needs_bitwuzla: asks for what only bitwuzla answers; skipped without it"
    )
    config.addinivalue_line(
        "markers", 'slow: takes seconds; `-m "not slow"` gives a useful answer without these'
    )
    if hasattr(config, "workerinput"):
        return  # done by the process that started this one
    import wend

    compileall.compile_dir(Path(wend.__file__).parent, quiet=2)


class FileByFile(LoadFileScheduling):
    """All tests of a file go to one worker: what they share is explored once.

    A few files are taken apart, for they take long. Their parts come last, and fill up what is
    left when the other files are done.
    """

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        if file.endswith(("test_cpython.py", "test_doc_blocks.py")):
            return nodeid
        if file.endswith("test_programs.py"):  # [program::function]
            return nodeid.rpartition("::")[0]
        return file


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> FileByFile:
    return FileByFile(config, log)


def pytest_xdist_auto_num_workers() -> int:
    """Two for each processor: many tests wait, for code that does not end for example."""
    return 2 * (os.cpu_count() or 1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the tests that run code in their own process last: what that fills their memory with
    makes each later fork slow."""
    items.sort(key=lambda item: item.path.is_relative_to(TESTS_IN_PROCESS))


def pytest_runtest_setup(item: pytest.Item) -> None:
    from wend.solvers import NO_BITWUZLA, has_bitwuzla

    if item.get_closest_marker("needs_bitwuzla") is not None and not has_bitwuzla():
        pytest.skip(NO_BITWUZLA)


@pytest.fixture(scope="session", autouse=True)
def programs_are_not_compiled_to_files() -> None:
    """A test that changes a program within a second would get the file of the one before."""
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


@pytest.fixture(scope="session", autouse=True)
def importable() -> None:
    """Processes that tests start in other directories find the wend that is tested."""
    import wend

    root = str(Path(wend.__file__).parent.parent)
    found = os.environ.get("PYTHONPATH", "")
    os.environ["PYTHONPATH"] = os.pathsep.join(dict.fromkeys([root, *found.split(os.pathsep)]))


@pytest.fixture(scope="session", autouse=True)
def without_store() -> None:
    """What tests look at is explored; those of the store switch it on."""
    os.environ["WEND_STORE"] = "off"


@pytest.fixture
def wend(tmp_path: Path) -> Wend:
    return Wend(tmp_path)


@pytest.fixture
def wend_without_bitwuzla(tmp_path: Path) -> Wend:
    """wend in a process that can't import bitwuzla, whether it is installed or not."""
    hidden = "import sys; sys.modules['bitwuzla'] = None"
    return Wend(tmp_path, ("-c", f"{hidden}; from wend.__main__ import main; sys.exit(main())"))


@pytest.fixture(scope="module")
def shared_wend(tmp_path_factory: pytest.TempPathFactory) -> Wend:
    """For explorations that several tests look at."""
    return Wend(tmp_path_factory.mktemp("explored"))
