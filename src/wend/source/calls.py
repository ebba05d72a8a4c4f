"""The call graph of some files, by the names that functions mention; no code is run for it.

    def order(n): return _price(n)      `order` mentions `_price`, and may call it
    PRICES = {"a": _price}              code that mentions `PRICES` may call what is in it
    class Shop: …                       code that mentions a class may call its special methods
    handler = getattr(shop, name)       which function this gives is not known

The graph has too many calls rather than too few. A name that is made while the code runs is
reported as unknown.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import os
from collections.abc import Collection, Iterable, Iterator, Mapping

from wend.record import Record
from wend.source.files import parse_file, read_source
from wend.source.flow import FunctionEntry, functions_in
from wend.source.index import index_of, mentions_of
from wend.source.library.by_name import REACHES_UNSEEN, RUNS_TEXT
from wend.source.library.classes import QUIET_DECORATORS
from wend.source.trees import DEFS, Def, called_name

MOST_FILES = 200
"""Files that are read for one graph."""

MOST_NEIGHBOURS = 40
"""Files that are read for what they may change of a module."""


class Function(Record):
    """A function or method that is not inside of another function."""

    file: str
    entry: FunctionEntry

    @property
    def is_public(self) -> bool:
        return is_public(self.entry.name)


def is_public(name: str) -> bool:
    """Whether a qualified name is public: no part of it begins with an underscore."""
    return all(not part.startswith("_") or _is_special(part) for part in name.split("."))


class CallGraph:
    """The functions of some files."""

    def __init__(self, files: Iterable[str]) -> None:
        self.functions: dict[tuple[str, int], Function] = {}
        self._nodes: dict[tuple[str, int], ast.AST] = {}
        self._by_name: dict[str, list[tuple[str, int]]] = {}
        self._classes: dict[str, list[ast.ClassDef]] = {}
        self._values: dict[str, list[ast.AST]] = {}
        """By name of a variable or import: the statements that bind it."""
        self._known = set(dir(builtins))
        """Names of builtins, functions, classes and imports."""
        self._handed: list[ast.AST] = []
        """What runs on import: it may hand functions to others, by decorators and calls."""
        for file in dict.fromkeys(files):
            self._read(file)

    def _read(self, file: str) -> None:
        tree = parse_file(file)
        if tree is None:
            return
        nodes = index_of(tree).def_at
        for entry in functions_in(tree):
            key = file, entry.first_line
            self.functions[key] = Function(file, entry)
            self._nodes[key] = node = nodes[entry.first_line]
            self._by_name.setdefault(node.name, []).append(key)
            self._known.add(node.name)
            self._handed.extend([ast.Name(node.name, ast.Load())] if _is_handed(node) else [])
        for part in index_of(tree).classes:
            self._classes.setdefault(part.name, []).append(part)
            self._known.add(part.name)
        for each in index_of(tree).imports:
            last = each.name.rpartition(".")[2]
            self._known.add(last if each.bound == each.name else each.bound)
            if each.bound != each.name:
                self._values.setdefault(each.bound, []).append(ast.Name(last, ast.Load()))
        for body in (tree.body, *[each.body for each in _all(self._classes)]):
            for statement in _flat(body):
                self._keep(statement)

    def _keep(self, statement: ast.stmt) -> None:
        """Notes what a statement of a module or class binds, and that it runs on import."""
        if isinstance(statement, (*DEFS, ast.ClassDef, ast.Import, ast.ImportFrom)):
            return
        for part in ast.walk(statement):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                self._values.setdefault(part.id, []).append(statement)
        self._handed.append(statement)

    def at(self, file: str, first_line: int) -> Function | None:
        return self.functions.get((file, first_line))

    def reach(self, start: Function) -> tuple[set[Function], str]:
        """The functions that a call of one may call, directly or not; and the first place where a
        name is not known, or ""."""
        found: set[Function] = set()
        unknown = ""
        seen: set[str] = set()
        waiting: list[ast.AST] = [self._nodes[start.file, start.entry.first_line]]
        owner = start.entry.name.rpartition(".")[0].rpartition(".")[2]
        waiting.extend(self._of_class(owner) if owner else ())
        has_handed = False
        while waiting:
            node = waiting.pop()
            unknown = unknown or _unknown_in(node)
            if not has_handed and _calls_a_value(node, self._known):
                has_handed = True
                waiting.extend(self._handed)
            for name in sorted(mentions_of(node) - seen):
                seen.add(name)
                for key in self._by_name.get(name, ()):
                    found.add(self.functions[key])
                    waiting.append(self._nodes[key])
                waiting.extend(self._values.get(name, ()))
                waiting.extend(self._of_class(name))
        return found, unknown

    def callers(self, of: Function) -> list[Function]:
        """The functions that may call one, directly or not, the nearest first."""
        return self._towards(of)[0]

    def names_to(self, of: Function) -> frozenset[str]:
        """The names by which a function may be called, directly or not."""
        return frozenset(self._towards(of)[1])

    def _towards(self, of: Function) -> tuple[list[Function], set[str]]:
        found: dict[Function, None] = {}
        names, done = [_plain(of)], set[str]()
        while names:
            later: list[str] = []
            for name in names:
                done.add(name)
                for key, function in self.functions.items():
                    if name in mentions_of(self._nodes[key]) and function != of:
                        found.setdefault(function)
                        later.append(_plain(function))
                for other, values in self._values.items():
                    if any(name in mentions_of(each) for each in values):
                        later.append(other)
                for other, key_ in self._decorated(name):
                    found.setdefault(self.functions[key_])
                    later.append(other)
            names = [each for each in dict.fromkeys(later) if each not in done]
        return list(found), done

    def _decorated(self, name: str) -> Iterator[tuple[str, tuple[str, int]]]:
        """The functions with a decorator that mentions this name."""
        for key, node in self._nodes.items():
            assert isinstance(node, DEFS)
            if any(name in mentions_of(each) for each in node.decorator_list):
                yield node.name, key

    def _of_class(self, name: str) -> list[ast.AST]:
        """What code that has a class may call without naming it: special methods, and all methods
        if a base class from elsewhere may call them."""
        found: list[ast.AST] = []
        for node in self._classes.get(name, ()):
            is_foreign = any(called_name(base) not in self._classes for base in node.bases)
            bases = [base for base in node.bases if called_name(base) != "object"]
            for each in node.body:
                if isinstance(each, DEFS):
                    if _is_special(each.name) or (is_foreign and bases):
                        found.append(ast.Name(each.name, ast.Load()))
                        found.append(each)
                else:
                    found.append(each)
            found.extend([*bases, *node.decorator_list])
        return found


def imported_by(file: str, root: str) -> list[str]:
    """A file, and the files below a directory that it imports, directly or not."""
    found: dict[str, None] = {os.path.abspath(file): None}
    for each in found_while_growing(found):
        tree = parse_file(each)
        for name in _imports(tree, each, root) if tree is not None else ():
            path = os.path.join(root, *name.split("."))
            for option in (f"{path}.py", os.path.join(path, "__init__.py")):
                if len(found) < MOST_FILES and os.path.isfile(option):
                    found.setdefault(os.path.abspath(option))
    return list(found)


def neighbours(file: str, root: str) -> list[str]:
    """The files below a directory that a file imports, and files in its folder that mention it."""
    file = os.path.abspath(file)
    found = dict.fromkeys(imported_by(file, root))
    name = os.path.basename(os.path.dirname(file) if file.endswith("__init__.py") else file)
    folder = os.path.dirname(file)
    for each in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
        path = os.path.join(folder, each)
        if each.endswith(".py") and path not in found and len(found) < MOST_FILES:
            with contextlib.suppress(OSError, ValueError, SyntaxError):
                if name.removesuffix(".py") in read_source(path):
                    found[path] = None
    return [each for each in found if each != file][:MOST_NEIGHBOURS]


def found_while_growing(found: Mapping[str, None]) -> Iterator[str]:
    """The keys of a dict, also those that are added meanwhile."""
    at = 0
    while at < len(found):
        yield list(found)[at]
        at += 1


def _imports(tree: ast.Module, file: str, root: str) -> Iterator[str]:
    """The dotted names in import statements that may be modules."""
    package = os.path.relpath(os.path.dirname(file), root).split(os.sep)
    package = [] if package == ["."] else package
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                for alias in names:
                    parts = alias.name.split(".")
                    yield from [".".join(parts[: at + 1]) for at in range(len(parts))]
            case ast.ImportFrom(module=module, names=names, level=level):
                before = package[: len(package) - level + 1] if level else []
                home = ".".join([*before, *([module] if module else [])])
                if home:
                    yield home
                yield from [f"{home}.{alias.name}" if home else alias.name for alias in names]


def _all(classes: Mapping[str, list[ast.ClassDef]]) -> list[ast.ClassDef]:
    return [each for found in classes.values() for each in found]


def _flat(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a block; instead of an `if`, `try` or `with`, the statements in it."""
    for statement in body:
        parts = [getattr(statement, name, []) for name in ("body", "orelse", "finalbody")]
        parts += [each.body for each in getattr(statement, "handlers", ())]
        if isinstance(statement, (*DEFS, ast.ClassDef)) or not any(parts):
            yield statement
        else:
            for part in parts:
                yield from _flat(part)


def _plain(function: Function) -> str:
    """The name by which code mentions a function; for a special method, that of its class."""
    parts = function.entry.name.split(".")
    return parts[-2] if len(parts) > 1 and _is_special(parts[-1]) else parts[-1]


def _is_special(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


def is_decorated(node: Def) -> bool:
    """Whether a function has a decorator that may call it with other arguments, or not at all."""
    names = [called_name(each) for each in node.decorator_list]
    return any(name not in QUIET_DECORATORS or "contextmanager" in name for name in names)


def _is_handed(node: Def) -> bool:
    """Whether a decorator may hand a function to others."""
    return any(called_name(each) not in QUIET_DECORATORS for each in node.decorator_list)


def _calls_a_value(node: ast.AST, known: Collection[str]) -> bool:
    """Whether something is called that has no known name: an item of a table, say."""
    return any(
        isinstance(part, ast.Call)
        and not isinstance(part.func, ast.Attribute)
        and not (isinstance(part.func, ast.Name) and part.func.id in known)
        for part in ast.walk(node)
    )


def _unknown_in(node: ast.AST) -> str:
    """The first call that finds a function by a computed name, as "getattr on line 7"; or ""."""
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and (name := called_name(part.func)) in REACHES_UNSEEN:
            given = part.args[1:2] if name == "getattr" else part.args[:1]
            is_told = bool(given) and all(isinstance(each, ast.Constant) for each in given)
            if not is_told or name in RUNS_TEXT:
                return f"{name} on line {part.lineno}"
    return ""
