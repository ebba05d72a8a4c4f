"""A copy of wend in which any function can be made to raise, in whatever process it runs.

    wend_copy("somewhere")                  somewhere/wend/…: each function begins with a probe
    PYTHONPATH=somewhere wend cover …       records which functions were called, or raises in one

What a run does is said by variables of the environment, which `PLANTS` reads.
"""

from __future__ import annotations

import ast
import compileall
import shutil
from pathlib import Path

import wend

LEFT_OUT = (
    *("path/fault.py", "path/reason.py", "record.py", "errors.py"),
    *("__main__.py", "supported.py"),
)
"""What tells of faults, and what begins: a fault in it can't be told."""

PLANTS = """
import os

WANTED = os.environ.get("PLANT_AT", "")  # which function raises: "wend/expr/build.py:12 negate"
AFTER = int(os.environ.get("PLANT_AFTER", "0"))  # calls that it survives, in each process
KIND = os.environ.get("PLANT_KIND", "RuntimeError")
LOG = os.environ.get("PLANT_LOG", "")
SEEN = {} if LOG and not WANTED else None
left = AFTER
# Opened before any process is confined.
handle = os.open(LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644) if LOG else -1
if handle >= 0:
    high = __import__("fcntl").fcntl(handle, __import__("fcntl").F_DUPFD_CLOEXEC, 900)
    os.close(handle)
    handle = high


class Planted(Exception):
    def __init__(self):
        super().__init__("planted")


def plant(place):
    if place == WANTED:
        fire(place)
    elif SEEN is not None and place not in SEEN:
        SEEN[place] = None
        os.write(handle, (place + "\\n").encode())


def fire(place):
    global left
    left -= 1
    if left != -1:
        return
    if handle >= 0:
        os.write(handle, (place + "\\n").encode())
    if KIND == "OSError":
        raise OSError(28, "No space left on device")
    raise {"Planted": Planted}.get(KIND) or getattr(__import__("builtins"), KIND)("planted")
"""


def wend_copy(directory: Path) -> Path:
    """Makes the copy, compiled; what PYTHONPATH has to be is returned."""
    source = Path(wend.__file__).parent
    shutil.copytree(source, directory / "wend", ignore=shutil.ignore_patterns("__pycache__"))
    plants = directory / "wend" / "plants.py"
    for file in sorted(directory.glob("wend/**/*.py")):
        name = file.relative_to(directory / "wend").as_posix()
        if name not in LEFT_OUT:
            file.write_text(_with_probes(file.read_text(encoding="utf-8"), f"wend/{name}"))
    plants.write_text(PLANTS)
    compileall.compile_dir(directory, quiet=2)
    return directory


def _with_probes(source: str, name: str) -> str:
    tree = ast.parse(source)
    found = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            found += 1
            probe = ast.parse(f"_plant_({f'{name}:{node.lineno} {node.name}'!r})").body
            node.body[_after_docstring(node) : _after_docstring(node)] = probe
    if found:
        start = _after_docstring(tree)
        while start < len(tree.body) and _is_future(tree.body[start]):
            start += 1
        tree.body[start:start] = ast.parse("from wend.plants import plant as _plant_").body
    return ast.unparse(tree)


def _after_docstring(node: ast.Module | ast.FunctionDef) -> int:
    return int(ast.get_docstring(node, clean=False) is not None)


def _is_future(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"
