"""The code that a result rests on, found without importing any of it.

A result rests on parts of the project's files that the target's module imports, directly or not:
on what these files run when they are imported, on the target, and on every function that one of
these mentions by name, directly or not. The other parts may change. If in doubt a part counts: then
a target is explored again without need.

An installed package counts by the time of its first file, the standard library by its version.
"""

from __future__ import annotations

import functools
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from wend.inputs.target import TargetRef
from wend.record import Record
from wend.solvers import has_bitwuzla
from wend.source.digest.mentions import FilePart, Import, Source, digest_of, read
from wend.source.files import parse, read_source
from wend.source.library.frames import TELLS_LINES
from wend.source.library.outside import LOCAL_TIME, READS_ENVIRONMENT

OURS = os.path.abspath(os.path.join(os.path.dirname(__file__), os.pardir, os.pardir))
"""The directory of wend itself."""

FACTORY_MODULE = "wend_factories.py"

_READS_ENVIRONMENT = READS_ENVIRONMENT | LOCAL_TIME.keys()
"""Code that mentions one of these rests on the environment and the working directory, too."""

_CHANGING = ("_", "PWD", "OLDPWD", "SHLVL", "PYTEST_CURRENT_TEST", "COLUMNS", "LINES")
"""Environment variables that differ from one start to the next."""

CLOCK_SECONDS = 0.01
"""How far the times of a file system may be behind the clock."""

Place = tuple[str, int, int]
"""A file, and the first and last line of a part of it."""


class Surroundings(Record):
    """The files around the targets of one module.

    While none of them changes, every result that rests on parts of them stays valid.
    """

    files: dict[str, str]
    """The digest of each file that belongs to the project."""
    absent: tuple[str, ...]
    """Files that would be imported if they were there."""
    stamps: dict[str, tuple[int, int]]
    """The time of the last change and the size of packages and data files."""

    @property
    def is_unchanged(self) -> bool:
        return (
            self.stamps.get(OURS) == _own_stamp()
            and all(_stamp(f) == stamp for f, stamp in self.stamps.items() if f != OURS)
            and not any(map(os.path.exists, self.absent))
            and all(_file_digest(file) == digest for file, digest in self.files.items())
        )

    def changed_since(self, seconds: float) -> bool:
        """Whether a file may have been written after a time, by `time.time()`."""
        least = (seconds - CLOCK_SECONDS) * 1e9
        others = [file for file in self.stamps if file != OURS]
        return any(
            stamp is None or stamp[0] >= least for stamp in map(_stamp, (*self.files, *others))
        )


class Basis(Record):
    """The code that a result rests on."""

    digest: str
    places: tuple[Place, ...]
    """The places of its parts, in an order that moving parts keeps: so an old and a new place of a
    part tell how far it moved."""
    outside: str = ""
    """The digest of the environment, if the result rests on it."""

    @property
    def is_outside_unchanged(self) -> bool:
        return not self.outside or self.outside == _environment()


def surroundings(ref: TargetRef, loaded: Iterable[str], read: Iterable[str] = ()) -> Surroundings:
    """The files that a target's module imports.

    `loaded` are the files of modules that its process loaded, and `read` all other files that it
    read: files in `read` count as a whole.
    """
    # The name of a data file may be relative to the working directory, whatever that is.
    modules = {os.path.abspath(each) if each.endswith(".py") else each for each in loaded}
    # Code may have put directories on `sys.path`. A new file in one of them may hide another one.
    added = {os.path.dirname(each) for each in modules if each.endswith(".py")}
    homes = [each for each in sorted(added) if not is_foreign(each)]
    files, absent = _imported(ref.module.file, tuple(dict.fromkeys((*roots(ref), *homes))))
    sources, missing = [*files], dict.fromkeys(absent)
    stamps = {OURS: _own_stamp()}
    for each in sorted(modules.union(read).difference(files)):
        stamp = _stamp(each)
        if _is_ours(each):
            continue
        if stamp is None:
            missing[each] = None
        elif each in modules and each.endswith(".py") and not is_foreign(each):
            sources.append(each)
        else:
            stamps[each] = stamp
    digests = {file: _file_digest(file) for file in sorted(sources)}
    return Surroundings(digests, tuple(missing), stamps)


def basis(ref: TargetRef, around: Surroundings) -> Basis:
    """The parts of the surrounding files that a target may reach."""
    digests: list[Any] = []
    places: list[Place] = []
    counted = _counted(ref, around)
    found_in = tuple(roots(ref))
    for file, parts in counted.items():
        chosen = {part.line for part in parts}
        told: dict[FilePart, list[Any]] = {}
        run: set[str] = set()
        for part in _source(file).parts:
            leads = _led_to(part, file, around, found_in)
            # Whether its names are used or not, what it imports is run in this order, or fails.
            new = [] if part.is_function else [each for each in leads if each not in run]
            if part.line in chosen:
                told[part] = [file, sorted(part.names), part.digest, leads]
            elif new:
                told[part] = [file, new]
            run.update(new)
        for part in _in_order(told):
            digests.append(told[part])
            places.append((file, part.line, part.end))
    names = {name for parts in counted.values() for part in parts for name in part.mentions}
    if names & TELLS_LINES:
        digests.append(places)
    outside = _environment() if names & _READS_ENVIRONMENT else ""
    return Basis(digest_of(json.dumps([*digests, outside])), tuple(places), outside)


def mentioned(ref: TargetRef, around: Surroundings) -> set[str]:
    """The names that the parts of a target's basis mention."""
    parts = [part for parts in _counted(ref, around).values() for part in parts]
    return {name for part in parts for name in part.mentions}


def _counted(ref: TargetRef, around: Surroundings) -> dict[str, Sequence[FilePart]]:
    """The parts of the surrounding files that count, by file."""
    sources = {file: _source(file) for file in around.files}
    names = _first_names(ref, sources)
    chosen = _reached(sources, names | _names_of_callers(ref, sources, names))
    count_all = any(part.reaches_all for parts in chosen.values() for part in parts)
    return {file: source.parts if count_all else chosen[file] for file, source in sources.items()}


def runtime() -> tuple[str, ...]:
    """The versions of Python and wend, which all results rest on."""
    return (*python(), *map(str, _own_stamp()))


def python() -> tuple[str, ...]:
    """The version of Python with its settings, and whether all solvers are installed."""
    settings = [f"{name}={os.environ.get(name)}" for name in _SETTINGS]
    return sys.version, sys.prefix, str(sys.flags.optimize), str(_has_bitwuzla()), *settings


_SETTINGS = (
    "TZ", "LANG", "LANGUAGE", "LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_MONETARY", "LC_NUMERIC",
    "LC_TIME", "PYTHONHASHSEED", "PYTHONINTMAXSTRDIGITS", "PYTHONIOENCODING", "PYTHONUTF8",
)  # fmt: skip
"""Environment variables that Python itself reads: code may depend on them and mention none."""


@functools.cache
def _has_bitwuzla() -> bool:
    return has_bitwuzla()


def _in_order(parts: Iterable[FilePart]) -> list[FilePart]:
    """The parts of a file in the order in which they run on import, functions by name: a function
    may be moved as long as it stays between the same two parts that do more than define one."""
    keys: list[tuple[int, list[str], int]] = []
    ordered = sorted(parts, key=lambda part: part.line)
    run = 0
    for part in ordered:
        if part.is_movable and part.names:
            keys.append((run, sorted(part.names), part.line))
        else:
            keys.append((run + 1, [], part.line))
            run += 2
    return [part for _, part in sorted(zip(keys, ordered, strict=True), key=lambda pair: pair[0])]


def _led_to(part: FilePart, file: str, around: Surroundings, roots: Sequence[str]) -> list[str]:
    """What the import statements of a part lead to: files of the project, other packages, and
    names that are missing."""
    found: dict[str, None] = {}
    for statement in part.imports:
        leads = [each for each in _candidates(statement, file, roots) if each in around.files]
        found.update(dict.fromkeys(leads))
        first = statement.module.partition(".")[0]
        if not leads and not statement.level and first not in sys.stdlib_module_names:
            found[first] = None
        found.update(dict.fromkeys(_missing(statement, file, around, roots)))
    return list(found)


def _missing(
    statement: Import, file: str, around: Surroundings, roots: Sequence[str]
) -> Iterator[str]:
    """The names that an import asks for and a file does not have."""
    whole = Import(statement.level, statement.module)
    homes = [each for each in _candidates(whole, file, roots) if each in around.files]
    if not homes or not statement.names:
        return
    binds = _source(homes[-1]).binds
    if binds.isdisjoint(("*", "__getattr__")):
        folder = os.path.dirname(homes[-1])
        for name in statement.names:
            if name not in binds and not _is_below(folder, name):
                yield f"{homes[-1]}: no {name}"


def _is_below(folder: str, name: str) -> bool:
    path = os.path.join(folder, name)
    return os.path.isdir(path) or os.path.exists(f"{path}.py")


# What a target may reach


def _first_names(ref: TargetRef, sources: dict[str, Source]) -> set[str]:
    """The names from which the closure of mentioned names starts."""
    names = set(ref.function.replace("<locals>.", "").split("."))
    source = sources.get(os.path.abspath(ref.module.file))
    if source is None:
        return names
    names -= source.classes
    part = source.part_at(ref.line)
    if part is not None:
        names |= part.mentions
        # Types of parameters without annotation are guessed from the class, and all other classes.
        names |= {part.home} & source.vague_classes
    if part is None or part.is_vague:
        names |= source.classes
    return names


def _names_of_callers(ref: TargetRef, sources: dict[str, Source], names: set[str]) -> set[str]:
    """The functions of the target's module that call the target, or a class that it may be given:
    the types of parameters without annotation are guessed from these calls, too."""
    source = sources.get(os.path.abspath(ref.module.file))
    if source is None:
        return set()
    part = source.part_at(ref.line)
    called = names & source.vague_classes
    if part is None or part.is_vague:
        called |= {ref.function.rpartition(".")[2]}
    return {
        name for each in source.parts if each.mentions & called for name in each.names
    } - source.classes


def _reached(sources: dict[str, Source], names: set[str]) -> dict[str, list[FilePart]]:
    """By file, the parts that run on import, and those that are mentioned, directly or not."""
    chosen: dict[str, list[FilePart]] = {file: [] for file in sources}
    by_name: dict[str, list[tuple[str, FilePart]]] = {}
    waiting = list(names)
    for file, source in sources.items():
        for part in source.parts:
            if not part.names:
                chosen[file].append(part)
                waiting.extend(part.mentions)
            for name in part.names:
                by_name.setdefault(name, []).append((file, part))
    taken: set[tuple[str, int]] = set()
    while waiting:
        for file, part in by_name.pop(waiting.pop(), ()):
            if (file, part.line) not in taken:
                taken.add((file, part.line))
                chosen[file].append(part)
                waiting.extend(part.mentions)
    return chosen


def _source(file: str) -> Source:
    return _source_at(file, _file_digest(file))


@functools.cache
def _source_at(file: str, digest: str) -> Source:
    try:
        text = read_source(file)
        return read(text, parse(text, file))
    except (OSError, SyntaxError, ValueError, RecursionError):
        # A file that can't be read is one part.
        return Source((FilePart(frozenset(), 1, 1, digest, frozenset()),), ())


# Files


def _imported(file: str, roots: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The project's files that a file imports, directly or not, and files that it would import if
    they were there."""
    home = os.path.abspath(file)
    found: dict[str, None] = {}
    absent: dict[str, None] = {}
    waiting = [home, *_packages(home)]
    for folder in {os.path.dirname(each) for each in waiting}:
        waiting.append(os.path.join(folder, FACTORY_MODULE))
    while waiting:
        each = waiting.pop()
        if each in found or each in absent or (each != home and is_foreign(each)):
            continue
        if not os.path.isfile(each):
            absent[each] = None
            continue
        found[each] = None
        for statement in _source(each).imports:
            waiting.extend(_candidates(statement, each, roots))
    return tuple(found), tuple(absent)


def _packages(file: str) -> Iterator[str]:
    """The `__init__.py` of the packages that a file is in."""
    folder = os.path.dirname(file)
    while os.path.isfile(init := os.path.join(folder, "__init__.py")):
        yield init
        folder = os.path.dirname(folder)


def _candidates(statement: Import, file: str, roots: Sequence[str]) -> Iterator[str]:
    """The files that an import looks for, in this order, whether they are there or not."""
    parts = statement.module.split(".") if statement.module else []
    if statement.level:
        folder = os.path.dirname(file)
        for _ in range(statement.level - 1):
            folder = os.path.dirname(folder)
        roots = [folder]
    for root in roots:
        folder = root
        for part in parts:
            module, package = os.path.join(folder, f"{part}.py"), os.path.join(folder, part)
            yield (init := os.path.join(package, "__init__.py"))
            if not os.path.isfile(init):
                yield module  # comes after a package, and before a directory that is none
                if os.path.isfile(module) or not os.path.isdir(package):
                    break
            folder = package
        else:
            for name in statement.names:
                yield (init := os.path.join(folder, name, "__init__.py"))
                if not os.path.isfile(init):
                    yield os.path.join(folder, f"{name}.py")


def roots(ref: TargetRef) -> Iterator[str]:
    """The directories of the project in which imports are looked for."""
    if ref.module.root:
        yield ref.module.root
    for folder in sys.path:
        folder = os.path.abspath(folder)
        if folder != ref.module.root and os.path.isdir(folder) and not is_foreign(folder):
            yield folder


def is_foreign(file: str) -> bool:
    """Whether a file is of the standard library, of an installed package, or wend's own."""
    return file.startswith(_foreign_places()) or _is_ours(file)


def _is_ours(file: str) -> bool:
    return file == OURS or file.startswith(OURS + os.sep)


@functools.cache
def _foreign_places() -> tuple[str, ...]:
    ends = ("site-packages", "dist-packages", "lib-dynload", ".zip")
    paths = [os.path.dirname(os.__file__), *[each for each in sys.path if each.endswith(ends)]]
    return tuple(dict.fromkeys([*paths, *map(os.path.realpath, paths)]))


def _file_digest(file: str) -> str:
    return _digest_at(file, _stamp(file))


@functools.cache
def _digest_at(file: str, stamp: tuple[int, int] | None) -> str:
    try:
        with open(file, "rb") as stream:
            return digest_of(stream.read())
    except OSError:
        return ""


def _stamp(file: str) -> tuple[int, int] | None:
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


@functools.cache
def _own_stamp() -> tuple[int, int]:
    """The time of the last change and the number of wend's own files: another wend may find other
    results."""
    newest = count = 0
    waiting = [OURS]
    while waiting:
        for entry in os.scandir(waiting.pop()):
            if entry.name.endswith(".py"):
                newest = max(newest, entry.stat().st_mtime_ns)
                count += 1
            elif "." not in entry.name and not entry.name.startswith("_") and entry.is_dir():
                waiting.append(entry.path)
    return newest, count


def _environment() -> str:
    kept = {name: value for name, value in os.environ.items() if name not in _CHANGING}
    return digest_of(json.dumps([os.getcwd(), sorted(kept.items())]))
