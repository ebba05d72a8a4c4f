"""The guard is attacked in every way that we know of; what is outside must not notice."""

from __future__ import annotations

import ast
import contextlib
import ctypes
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
from multiprocessing import shared_memory
from pathlib import Path
from typing import Any

import pytest

from wend.confine.enter import LAYERS, Layer, layer_here

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
PAGE = HERE.parent.parent / "docs" / "how" / "guard.md"

OF_PROCESSES = """
    kill kill_group kill_everybody kill_by_descriptor kill_thread queue_signal lower_priority
    bind_to_processor set_scheduler limit_resources trace write_into_memory
    write_into_memory_natively adjust_for_memory_killer
""".split()  # noqa: SIM905

SECONDS = 1200


def functions_of(file: str) -> list[str]:
    """The ways in a file, in the order in which they stand there."""
    tree = ast.parse((HERE / file).read_text())
    functions = [each.name for each in tree.body if isinstance(each, ast.FunctionDef)]
    return [each for each in functions if not each.startswith("_")]


WAYS = functions_of("ways.py")
WAYS_OF_ROOT = functions_of("ways_of_root.py")
WAYS_AT_IMPORT = functions_of("at_import.py")


class Victims:
    """Directories, processes and listeners outside of the runs."""

    def __init__(self, root: Path, ways: list[str]) -> None:
        self._root = root
        self._ways = ways
        self._heard = b""
        (root / "numbers").mkdir(parents=True)
        self._pipes = {}
        for way in ways:
            self._make_files(way)
        self.inherited = os.open(
            root / "ways" / "by_inherited_descriptor" / "inherited", os.O_CREAT | os.O_WRONLY
        )
        self._processes = {way: self._process(way) for way in OF_PROCESSES}
        self._listen()
        self._libc = ctypes.CDLL(None)
        self._queue = self._libc.msgget(0, 0o666)
        self._number("queue", self._queue)
        name = f"wend-victim-{self._port}"
        self._memory = shared_memory.SharedMemory(name, create=True, size=64)
        self._before = {way: self._state(way) for way in ways}

    def harmed(self) -> set[str]:
        """The ways that did harm."""
        changed = {way for way in self._ways if self._state(way) != self._before[way]}
        heard = {way for way in self._ways if re.search(rb"\b%s\b" % way.encode(), self._heard)}
        for way, pipe in self._pipes.items():
            with contextlib.suppress(BlockingIOError):
                if os.read(pipe, 100):
                    heard.add(way)
        text = ctypes.create_string_buffer(200)
        if self._libc.msgrcv(self._queue, text, 100, 0, 0o4000) >= 0:
            heard.add("send_to_queue")
        if bytes(self._memory.buf[:4]) == b"harm":
            heard.add("write_shared_memory")
        return changed | heard

    def end(self) -> None:
        for process in self._processes.values():
            process.kill()
            process.wait()
        for each in (*self._pipes.values(), self.inherited):
            os.close(each)
        for each in self._listeners:
            each.close()
        self._libc.msgctl(self._queue, 0, None)
        self._memory.close()
        with contextlib.suppress(FileNotFoundError):
            self._memory.unlink()

    # Making them

    def _make_files(self, way: str) -> None:
        place = self._root / "ways" / way
        (place / "sub").mkdir(parents=True)
        (place / "kept").write_text("kept")
        with contextlib.suppress(OSError):  # not every file system has these
            os.setxattr(place / "kept", "user.kept", b"1")
        os.mkfifo(place / "pipe")
        self._pipes[way] = os.open(place / "pipe", os.O_RDONLY | os.O_NONBLOCK)

    def _process(self, way: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(["sleep", "1000"], start_new_session=True)
        self._number(way, process.pid)
        return process

    def _number(self, what: str, number: int) -> None:
        (self._root / "numbers" / what).write_text(str(number))

    def _listen(self) -> None:
        tcp, udp = socket.socket(), socket.socket(type=socket.SOCK_DGRAM)
        tcp.bind(("127.0.0.1", 0))
        udp.bind(("127.0.0.1", 0))
        self._port = tcp.getsockname()[1]
        self._number("tcp", self._port)
        self._number("udp", udp.getsockname()[1])
        stream, datagram = socket.socket(socket.AF_UNIX), socket.socket(1, socket.SOCK_DGRAM)
        abstract = socket.socket(socket.AF_UNIX)
        stream.bind(str(self._root / "stream"))
        datagram.bind(str(self._root / "datagram"))
        abstract.bind(b"\0victim" + str(self._root).encode())
        for each in (tcp, stream, abstract):
            each.listen(100)
            threading.Thread(target=self._accept, args=(each,), daemon=True).start()
        for each in (udp, datagram):
            threading.Thread(target=self._hear, args=(each,), daemon=True).start()
        self._listeners = [tcp, udp, stream, datagram, abstract]

    def _accept(self, listener: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = listener.accept()
                threading.Thread(target=self._hear, args=(connection,), daemon=True).start()

    def _hear(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while said := connection.recv(1000):
                self._heard += said + b"\n"

    # Looking at them

    def _state(self, way: str) -> Any:
        place = self._root / "ways" / way
        files = {str(each): _file_state(each) for each in (place, *sorted(place.glob("**/*")))}
        process = self._processes.get(way)
        return files, None if process is None else _process_state(process)


def _file_state(path: Path) -> Any:
    try:
        said = path.lstat()
        regular = path.is_file() and not path.is_symlink()
        flags = subprocess.run(["lsattr", "-d", path], capture_output=True).stdout.split()[:1]
        return (
            *(said.st_mode, said.st_uid, said.st_gid, said.st_size, said.st_mtime_ns),
            said.st_nlink,
            path.read_bytes() if regular else b"",
            os.listxattr(path, follow_symlinks=False),
            flags,
        )
    except FileNotFoundError:
        return None


def _process_state(process: subprocess.Popen[bytes]) -> Any:
    number = process.pid
    if process.poll() is not None:
        return "ended"
    status = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    return (
        status[0] in "Tt",
        os.getpriority(os.PRIO_PROCESS, number),
        os.sched_getaffinity(number),
        os.sched_getscheduler(number),
        Path(f"/proc/{number}/limits").read_text(),
        Path(f"/proc/{number}/oom_score_adj").read_text(),
        _heap(number),
    )


def _heap(number: int) -> bytes:
    for line in Path(f"/proc/{number}/maps").read_text().splitlines():
        if "[heap]" in line:
            start, end = (int(each, 16) for each in line.split()[0].split("-"))
            with open(f"/proc/{number}/mem", "rb", buffering=0) as memory:
                memory.seek(start)
                return memory.read(end - start)
    return b""


def attacked(directory: Path, layer: Layer, *files: str) -> tuple[set[str], dict[str, Any]]:
    """The ways that did harm under a layer, and the results of all."""
    project, scratch = directory / "project", directory / "scratch"
    for each in (project, scratch):
        each.mkdir()
    for each in HERE.glob("*.py"):
        shutil.copy(each, project)
    targets = [f"{file}::{way}" for file in files for way in functions_of(file)]
    victims = Victims(directory / "victims", [each.partition("::")[2] for each in targets])
    environment = os.environ | {
        "VICTIMS": str(directory / "victims"),
        "TMPDIR": str(scratch),
        "WEND_CONFINE": layer,
    }
    options = ["--max-executions", "2", "--budget", "10", "-j", "2", "--json", "found.json"]
    try:
        done = subprocess.run(
            [sys.executable, "-m", "wend", "cover", *targets, *options],
            cwd=project,
            env=environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            pass_fds=[victims.inherited],
        )
        assert done.returncode in (0, 1), done.stderr
        results = json.loads((project / "found.json").read_text())["results"]
        return victims.harmed(), {each["target"]["function"]: each for each in results}
    finally:
        victims.end()


def needs(layer: Layer) -> None:
    here = layer_here()
    if LAYERS.index(here) > LAYERS.index(layer):
        pytest.skip(f"the kernel offers no more than {here} here")


@pytest.fixture(scope="module", params=["namespaces", "landlock"])
def under_kernel(request, tmp_path_factory) -> tuple[set[str], dict[str, Any]]:
    needs(request.param)
    files = ("ways.py", "at_import.py", "ways_of_root.py")
    return attacked(tmp_path_factory.mktemp(request.param), request.param, *files)


def test_no_way_does_harm_where_the_kernel_holds(under_kernel) -> None:
    harmed, _ = under_kernel

    assert harmed == set()


def test_every_way_has_a_result(under_kernel) -> None:
    _, results = under_kernel

    assert list(results) == [*WAYS, *WAYS_AT_IMPORT, *WAYS_OF_ROOT]
    assert {way for way, each in results.items() if each["verdict"] == "error"} == set()


def test_there_are_many_ways() -> None:
    assert len({*WAYS, *WAYS_AT_IMPORT, *WAYS_OF_ROOT}) >= 60


@pytest.fixture(scope="module")
def under_hook(tmp_path_factory) -> set[str]:
    harmed, _ = attacked(tmp_path_factory.mktemp("hook"), "hook", "ways.py", "at_import.py")
    return harmed


def test_the_page_says_what_gets_past_the_hook_alone(under_hook) -> None:
    """Where people run the tests some ways are not open: less may get past than the page says."""
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|$", PAGE.read_text(), re.MULTILINE)

    assert [way for way, _ in rows] == [*WAYS, *WAYS_AT_IMPORT]
    assert sorted(under_hook - {way for way, says in rows if says == "does harm"}) == []
