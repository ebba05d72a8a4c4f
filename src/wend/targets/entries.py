"""Which statement a line is, and which functions a search for it begins in; nothing is imported."""

from __future__ import annotations

import ast
import functools
import os

from wend.errors import WendError
from wend.inputs.target import ModuleRef, TargetRef
from wend.source.calls import (
    MOST_FILES,
    CallGraph,
    Function,
    imported_by,
    is_decorated,
    is_public,
)
from wend.source.files import read_source
from wend.source.flow import functions_in
from wend.source.index import function_from
from wend.source.library.by_name import GIVES_NAMESPACE
from wend.source.library.changes import USES_UP_ITEMS
from wend.source.lines import NoSpot, Spot, spot_of
from wend.targets.locate import LineRef, locate, module_of_file, tree_of
from wend.targets.names import split_name

Entry = str | TargetRef | None
"""As it was typed; or known, where the caller has the function itself; or none."""

MOST_CALLERS = 4
"""Functions that are tried for a line, beside the one that it is in."""


@functools.cache
def spot_on(line_ref: LineRef) -> Spot:
    """What has to be executed for a line; one that no call executes is the user's mistake."""
    file = line_ref.module.file
    found = spot_of(read_source(file), tree_of(line_ref.module), line_ref.line)
    if isinstance(found, NoSpot):
        raise WendError(f"line {line_ref.line} of {os.path.relpath(file)} {found.why}")
    return found


def home_of(line_ref: LineRef) -> TargetRef:
    """The function around a line that can be called."""
    home = spot_on(line_ref).outermost
    return TargetRef(line_ref.module, home.name, home.first_line)


def entry_point(line_ref: LineRef, entry: Entry) -> TargetRef:
    """The function that a search for a line starts from: the one around it, or a named one."""
    if entry is None:
        return home_of(line_ref)
    if isinstance(entry, TargetRef):
        return entry
    return _entry(line_ref.module, entry)


@functools.cache
def _entry(module: ModuleRef, entry: str) -> TargetRef:
    lines = [each.first_line for each in functions_in(tree_of(module)) if each.name == entry]
    if lines:
        # Of several by one name, a property and its setter say, the import tells which it is.
        return TargetRef(module, entry, lines[0] if len(lines) == 1 else 0)
    text = entry if ":" in entry else f"{module.file}::{entry}"
    if ":" not in entry and "." in entry:
        # `package.module.name`, unless it is a name of the line's own module.
        ref = TargetRef(module, entry)
        found, rest = split_name(entry, [ref])
        if found is not None and rest:
            text = f"{entry[: -len(rest) - 1]}:{rest}"
    located = locate(text)
    if len(located) != 1:
        raise WendError(f"--entry {entry} names {len(located)} functions; name one")
    return located[0]


# Who calls what


def doubt(line_ref: LineRef, entry: str) -> str:
    """Why it is not sure that calls lead from an entry to a line; that none does is a mistake."""
    ref, home = entry_point(line_ref, entry), home_of(line_ref)
    if _is_same(ref, home):
        return ""
    callers: list[str] = []
    unknown = ""
    for wide in (False, True):
        graph = _graph(ref.module, line_ref.module, wide)
        start, end = _at(graph, ref), _at(graph, home)
        if start is None or end is None:
            return ""
        found, unknown = graph.reach(start)
        if end in found:
            return ""
        callers = [each.entry.name for each in graph.callers(end) if each.is_public]
    known = f"it is called by {_listed(callers[:3])}" if callers else "no function there calls it"
    where = f"line {line_ref.line} of {os.path.relpath(line_ref.module.file)}"
    says = f"no call that is known leads from {ref.function} to {home.function}; {known}"
    if unknown:
        return f"{says}; what {unknown} may call is not known"
    advice = f"try --entry {callers[0]}" if callers else "name a function that leads to it"
    raise WendError(f"--entry {entry} does not lead to {where}: {says}; {advice}")


@functools.cache
def callers_of(line_ref: LineRef) -> list[TargetRef]:
    """The public functions that lead to that of a line, the nearest first: those of its file, and
    where there are none those of files beside it."""
    home = home_of(line_ref)
    for beside in (False, True):
        graph = CallGraph(_beside(home) if beside else [os.path.abspath(home.module.file)])
        end = _at(graph, home)
        found = [each for each in graph.callers(end) if each.is_public] if end else []
        if found:
            return [_ref(each, line_ref.module) for each in found[:MOST_CALLERS]]
    return []


def may_need_callers(line_ref: LineRef) -> bool:
    """Whether a line may have to be tried from functions that lead to its own."""
    return (is_private(line_ref) or is_handed_on(line_ref)) and bool(callers_of(line_ref))


def is_private(line_ref: LineRef) -> bool:
    return not is_public(home_of(line_ref).function)


def is_handed_on(line_ref: LineRef) -> bool:
    """Whether a line is in a function that others may call in ways of theirs: one inside of
    another function, or one that a decorator has; or in one that others may iterate, or await."""
    spot = spot_on(line_ref)
    outermost = function_from(tree_of(line_ref.module), spot.outermost.first_line)
    if is_decorated(outermost):
        return True
    parts = list(ast.walk(outermost))
    inner = [
        node
        for node in parts
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.GeneratorExp)
        and spot.outermost.def_line < node.lineno
        and (node.end_lineno or 0) <= spot.outermost.end_line
        and node.lineno <= spot.line <= (node.end_lineno or 0)
    ]
    used_up = [
        part.args[0]
        for part in parts
        if isinstance(part, ast.Call) and _uses_up(part.func) and part.args
    ]
    inner = [node for node in inner if node not in used_up]
    if any(map(_is_for_others, inner)):
        return True
    if inner and any(isinstance(part, ast.Name) and part.id in _ALL_NAMES for part in parts):
        return True
    names = {getattr(node, "name", "") for node in inner}
    called = {
        id(part.func)
        for part in parts
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name)
    }
    outer = [node for node in parts if isinstance(node, ast.ClassDef)]
    return any(
        isinstance(part, ast.Name) and part.id in names and id(part) not in called for part in parts
    ) or any(node in each.body for each in outer for node in inner)


_ALL_NAMES = GIVES_NAMESPACE.of("builtins")
"""Builtins that give others all names at once."""


def _is_for_others(node: ast.AST) -> bool:
    """Whether a part of a function is run when others want it, however it is named."""
    match node:
        case ast.FunctionDef():
            own = [part for each in node.body for part in ast.walk(each)]
            is_iterated = any(isinstance(part, ast.Yield | ast.YieldFrom) for part in own)
            return is_iterated or is_decorated(node)
        case _:
            return True


def _uses_up(function: ast.expr) -> bool:
    """Whether a call takes all items that it is given before it ends, as far as names tell."""
    match function:
        case ast.Name(id=name):
            return name in USES_UP_ITEMS.of("builtins")
        case ast.Attribute(attr=name):
            return name in USES_UP_ITEMS.of("str")
        case _:
            return False


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def names_towards(line_ref: LineRef, ref: TargetRef) -> frozenset[str]:
    """The names of what a function may call on the way to a line."""
    spot, home = spot_on(line_ref), home_of(line_ref)
    inner = frozenset([spot.function.name])
    if _is_same(ref, home):
        return inner
    graph = _graph(ref.module, line_ref.module, wide=False)
    end = _at(graph, home)
    return inner if end is None else inner | graph.names_to(end)


def _is_same(one: TargetRef, other: TargetRef) -> bool:
    files = [os.path.abspath(each.module.file) for each in (one, other)]
    return files[0] == files[1] and one.line == other.line


@functools.cache
def _graph(entry: ModuleRef, line: ModuleRef, wide: bool) -> CallGraph:
    """Of the files of an entry and a line; `wide`: also of those that are imported."""
    files = imported_by(entry.file, _root(entry)) if wide else [os.path.abspath(entry.file)]
    return CallGraph([*files, os.path.abspath(line.file)])


def _at(graph: CallGraph, ref: TargetRef) -> Function | None:
    return graph.at(os.path.abspath(ref.module.file), ref.line)


def _ref(function: Function, module: ModuleRef) -> TargetRef:
    import pathlib

    is_own = function.file == os.path.abspath(module.file)
    home = module if is_own else module_of_file(pathlib.Path(function.file))
    return TargetRef(home, function.entry.name, function.entry.first_line)


def _root(module: ModuleRef) -> str:
    """The directory that a module is imported from."""
    folder = os.path.dirname(os.path.abspath(module.file))
    is_package = os.path.basename(module.file) == "__init__.py"
    for _ in module.name.split(".")[0 if is_package else 1 :]:
        folder = os.path.dirname(folder)
    return folder


def _beside(home: TargetRef) -> list[str]:
    """Files of the same package, or directory, that mention a function."""
    folder = _root(home.module)
    package = os.path.join(folder, home.module.name.partition(".")[0])
    name = home.function.rpartition(".")[2]
    found = [os.path.abspath(home.module.file)]
    seen = 0
    for where, inside, files in os.walk(package if os.path.isdir(package) else folder):
        inside[:] = sorted(inside) if os.path.isdir(package) else []
        for file in sorted(each for each in files if each.endswith(".py")):
            path = os.path.join(where, file)
            seen += 1
            if seen > MOST_FILES:
                return found
            try:
                if name in read_source(path):
                    found.append(path)
            except (OSError, ValueError, SyntaxError):
                continue
    return found
