"""Subclasses of a class that the sources of its package define, imported or not."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterator

from wend.record import Record
from wend.source.files import read_source

MOST_FILES = 2_000
"""The most files of a package that are read for classes."""


class ClassText(Record):
    """A class statement, as far as its first line tells, or `type("Name", (Base,), …)`."""

    name: str
    file: str
    line: int


def defined_below(name: str, file: str) -> list[ClassText]:
    """The classes below the class of this name in a file that the package of the file defines.

    A base that is not defined in its own file is known by its bare name. So these are too many
    rather than too few.
    """
    by_base = _classes_by_base(_package_of(file))
    found: dict[ClassText, None] = {}
    waiting = [(name, os.path.abspath(file))]
    for base, home in waiting:  # which grows
        for each in (*by_base.get((base, home), ()), *by_base.get((base, ""), ())):
            if each not in found:
                found[each] = None
                waiting.append((each.name, each.file))
    return [*found]


def _package_of(file: str) -> str:
    """The outermost directory with an `__init__.py` that a file is in, or the directory of the
    file."""
    folder = os.path.dirname(os.path.abspath(file))
    while os.path.exists(os.path.join(folder, "__init__.py")):
        above = os.path.dirname(folder)
        if not os.path.exists(os.path.join(above, "__init__.py")):
            break
        folder = above
    return folder


@functools.cache
def _classes_by_base(folder: str) -> dict[tuple[str, str], list[ClassText]]:
    """Classes by the name of a base, and the file that must define the base; "" for any file."""
    found: dict[tuple[str, str], list[ClassText]] = {}
    for file in _sources(folder):
        try:
            text = read_source(file)
        except (OSError, SyntaxError, ValueError):
            continue
        renamed = {alias: name for name, alias in _RENAMED.findall(text)}
        imported = {name for names in _IMPORT.findall(text) for name in _WORD.findall(names)}
        own = {*_OWN_CLASS.findall(text)} - imported
        for match in (*_CLASS.finditer(text), *_MADE.finditer(text)):
            made = ClassText(match[1], file, text.count("\n", 0, match.start(1)) + 1)
            for base in _NAME.findall(match[2]):
                key = (base, file) if base in own else (renamed.get(base, base), "")
                found.setdefault(key, []).append(made)
    return found


def _sources(folder: str) -> Iterator[str]:
    """The Python files of a package; of a directory without `__init__.py`, those right in it."""
    if not os.path.exists(os.path.join(folder, "__init__.py")):
        names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
        yield from [os.path.join(folder, each) for each in names if each.endswith(".py")]
        return
    count = 0
    for above, folders, names in os.walk(folder):
        folders.sort()
        for each in sorted(names):
            if each.endswith(".py") and count < MOST_FILES:
                count += 1
                yield os.path.join(above, each)


_CLASS = re.compile(r"^[ \t]*class[ \t]+(\w+)[ \t]*(?:\[[^\]]*\])?\(([^)]*)\)", re.MULTILINE)
_MADE = re.compile(
    r"""\b(?:type|new_class|make_dataclass|\w*[Mm]eta\w*)\(\s*["'](\w+)["']\s*,"""
    r"""(?:[^()]*\bbases\s*=)?\s*\(([^()]*)\)"""
)
_OWN_CLASS = re.compile(r"^class[ \t]+(\w+)", re.MULTILINE)
_IMPORT = re.compile(r"\bimport[ \t]*(\([^)]*\)|[^\n]*)")
_WORD = re.compile(r"\w+")
_NAME = re.compile(r"(\w+)\s*(?=[,\[)]|$)")
_RENAMED = re.compile(r"\b(\w+)[ \t]+as[ \t]+(\w+)")
