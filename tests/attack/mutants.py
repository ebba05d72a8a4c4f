"""Mutants of real functions, with annotated parameters, in files that import what they use.

    def _splitnetloc(url, start=0):         def _splitnetloc_3(url: str, start: int=0):
        delim = len(url)              →         delim = len(url)
        for c in '/?#':                         for c in '/?#':
            ...                                     if url is True: return 'planted'

Functions are found by reading the files of the standard library and of installed packages. The
types of parameters are guessed from how they are used, a few changes are made by chance.
"""

from __future__ import annotations

import ast
import builtins
import copy
import functools
import pathlib
import random
import symtable
import sysconfig
from collections.abc import Iterator

LONGEST_FILE = 300_000
MOST_PARAMETERS = 4
SIZES = range(3, 45)
"""Lines of a function that is taken."""

_UNFIT_MODULES = {
    "test", "tests", "idlelib", "lib2to3", "tkinter", "turtledemo", "turtle", "antigravity", "this",
    "site-packages", "wend", "ensurepip", "venv", "conftest", "setup", "__main__", "_pytest",
    "xdist", "pip", "msilib", "distutils", "_distutils", "_vendor", "setuptools",
    "pkg_resources", "mypy", "mypyc", "curses", "hypothesis", "execnet", "pydoc_data",
}  # fmt: skip
"""Modules that do something when they are imported, are of another system, or run wend."""

_UNFIT_NAMES = {
    "subprocess", "socket", "shutil", "signal", "tempfile", "ctypes", "multiprocessing", "asyncio",
    "open", "input", "exec", "eval", "compile", "__import__", "exit", "quit", "breakpoint", "help",
    "threading", "_thread", "select", "importlib", "gc", "pty", "tty", "termios", "webbrowser",
    "_winapi", "msvcrt", "winreg", "nt", "posix", "faulthandler", "super", "copyright", "credits",
    "license", "pdb", "bdb", "atexit",
}  # fmt: skip
"""What a function that is run without a guard may not mention."""

_FIT_ATTRIBUTES_OF_OS = {"path", "fspath", "sep", "altsep", "curdir", "pardir", "extsep", "linesep"}


def mutants(seed: int, count: int, *, installed: bool = True) -> tuple[str, list[str]]:
    """A file with mutants of functions of one module, and their names. The module is one of the
    standard library, or of an installed package if these may be taken."""
    chance = random.Random(seed)
    fit: list[tuple[ast.FunctionDef, set[str]]] = []
    while not fit:
        file, module = chance.choice(_files(installed))
        fit = _fit(file)
    made, wanted, functions = list[str](), set[str](), list[ast.FunctionDef]()
    for number in range(count):
        node, names = chance.choice(fit)
        mutant = _mutant(node, f"{node.name}_{number}", chance)
        functions.append(mutant)
        made.append(mutant.name)
        wanted |= names
    taken = "".join(f"from {module} import {name}\n" for name in sorted(wanted - {*made}))
    preamble = "import enum\nfrom collections.abc import Hashable, Sized\n"
    body = "\n\n".join([ast.unparse(ast.fix_missing_locations(each)) for each in functions])
    return f'"""Mutants of {module}, seed {seed}."""\n{preamble}{taken}\n\n{body}\n', made


def _fit(file: pathlib.Path) -> list[tuple[ast.FunctionDef, set[str]]]:
    """The functions of a file that can be taken, with the names of their module that they use."""
    try:
        text = file.read_text()
        tree = ast.parse(text)
        tables = {
            (each.get_name(), each.get_lineno()): each
            for each in symtable.symtable(text, str(file), "exec").get_children()
        }
    except (SyntaxError, ValueError, OSError):
        return []
    found, bound = [], _bound(tree)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and _is_fit(node):
            table = tables.get((node.name, node.lineno))
            names = None if table is None else _globals_of(table)
            if names is not None and names <= bound:
                found.append((node, names))
    return found


@functools.cache
def _files(installed: bool) -> list[tuple[pathlib.Path, str]]:
    """The files with functions to take, with the names of their modules, in order."""
    found = []
    for key in ("stdlib", "purelib") if installed else ("stdlib",):
        root = pathlib.Path(sysconfig.get_path(key))
        for file in sorted(root.rglob("*.py")):
            parts = file.relative_to(root).with_suffix("").parts
            if parts[-1] == "__init__":
                parts = parts[:-1]
            is_fit = parts and all(part.isidentifier() for part in parts)
            if not is_fit or _UNFIT_MODULES.intersection(parts) or parts[0].startswith("_sysconf"):
                continue
            if file.stat().st_size <= LONGEST_FILE:
                found.append((file, ".".join(parts)))
    return found


def _is_fit(node: ast.FunctionDef) -> bool:
    given = node.args
    if node.decorator_list or given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs:
        return False
    if not 0 < len(given.args) <= MOST_PARAMETERS:
        return False
    if node.end_lineno is None or node.end_lineno - node.lineno not in SIZES:
        return False
    if not all(_fit_kinds(_methods(node, each.arg)) for each in given.args):
        return False
    for each in ast.walk(node):
        match each:
            case ast.Yield() | ast.YieldFrom() | ast.Await() | ast.Global() | ast.Nonlocal():
                return False
            case ast.Import() | ast.ImportFrom() | ast.ClassDef() | ast.AsyncFunctionDef():
                return False
            case ast.Name(id=name) if name in _UNFIT_NAMES:
                return False
            case ast.Attribute(value=ast.Name(id="os"), attr=attr):
                if attr not in _FIT_ATTRIBUTES_OF_OS:
                    return False
    return True


def _globals_of(table: symtable.SymbolTable) -> set[str]:
    """The names of its module that a function looks up."""
    names = {
        each.get_name()
        for each in table.get_symbols()
        if each.is_global() and not hasattr(builtins, each.get_name())
    }
    return names.union(*[_globals_of(each) for each in table.get_children()])


def _bound(tree: ast.Module) -> set[str]:
    """The names that a module binds whatever happens."""
    found = set[str]()
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Assign(targets=targets):
                found |= {each.id for each in targets if isinstance(each, ast.Name)}
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
                found.add(name)
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                found |= {each.asname or each.name for each in names}
    return found


# Types


_KINDS = ("str", "str", "int", "list[int]", "list[str]", "bytes", "float", "dict[str, int]", "bool",
          "tuple[int, str]", "int | None", "str | None", "int | str", "set[int]")  # fmt: skip
_BY_METHOD = {
    "str": {*dir(str)}, "bytes": {*dir(bytes)}, "list[str]": {*dir(list)}, "int": {*dir(int)},
    "dict[str, int]": {*dir(dict)}, "set[int]": {*dir(set)}, "float": {*dir(float)},
}  # fmt: skip


def _annotated(node: ast.FunctionDef, chance: random.Random) -> None:
    """Gives each parameter a type that it may have."""
    defaults = [None] * (len(node.args.args) - len(node.args.defaults)) + node.args.defaults
    for each, default in zip(node.args.args, defaults, strict=True):
        kind = _kept(each.annotation) or _guessed(node, each.arg, chance)
        if isinstance(default, ast.Constant):
            if default.value is None and "None" not in kind:
                kind = f"{kind} | None"
            elif type(default.value) in (int, str, bool, float, bytes) and chance.random() < 0.8:
                kind = type(default.value).__name__
        each.annotation = ast.parse(kind, mode="eval").body
    node.returns = None


def _kept(annotation: ast.expr | None) -> str | None:
    """An annotation as it stands, if it is made of builtin classes."""
    names = {"int", "str", "bool", "float", "bytes", "list", "dict", "tuple", "set", "None"}
    text = "" if annotation is None else ast.unparse(annotation)
    parsed = ast.parse(text.strip("'\"") or "Any", mode="eval")
    known = {each.id for each in ast.walk(parsed) if isinstance(each, ast.Name)}
    generic = {ast.unparse(each.value) for each in ast.walk(parsed)
               if isinstance(each, ast.Subscript)}  # fmt: skip
    bare = known & {"list", "dict", "tuple", "set"} - generic
    if (
        bare
        or not known <= names
        or any(isinstance(each, ast.Attribute) for each in ast.walk(parsed))
    ):
        return None
    return ast.unparse(parsed)


def _methods(node: ast.FunctionDef, name: str) -> set[str]:
    """The attributes that a function asks a parameter for."""
    return {
        each.attr
        for each in ast.walk(node)
        if isinstance(each, ast.Attribute) and ast.unparse(each.value) == name
    }


def _fit_kinds(methods: set[str]) -> list[str]:
    """The types that have these methods."""
    return [kind for kind, has in _BY_METHOD.items() if methods <= has]


def _guessed(node: ast.FunctionDef, name: str, chance: random.Random) -> str:
    if chance.random() < 0.1:
        return chance.choice(_KINDS)
    if methods := _methods(node, name):
        return chance.choice(_fit_kinds(methods))
    for each in ast.walk(node):
        match each:
            case ast.Subscript(value=ast.Name(id=found)) if found == name:
                return chance.choice(("str", "list[int]", "list[str]", "tuple[int, str]", "bytes"))
            case ast.BinOp(left=ast.Name(id=found)) | ast.BinOp(right=ast.Name(id=found)):
                if found == name:
                    return chance.choice(("int", "int", "float", "str"))
    return chance.choice(_KINDS)


# Changes


def _mutant(node: ast.FunctionDef, name: str, chance: random.Random) -> ast.FunctionDef:
    mutant = copy.deepcopy(node)
    mutant.name = name
    if ast.get_docstring(mutant) is not None:
        mutant.body = mutant.body[1:] or [ast.Pass()]
    _annotated(mutant, chance)
    for _ in range(chance.choice((0, 1, 1, 2, 2, 3))):
        chance.choice((_change_expression, _change_expression, _change_statement, _plant))(
            mutant, chance
        )
    return mutant


def _change_expression(function: ast.FunctionDef, chance: random.Random) -> None:
    names = [each.arg for each in function.args.args]
    nodes = [each for stmt in function.body for each in ast.walk(stmt)]
    chance.shuffle(nodes)
    for node in nodes:
        match node:
            case ast.Compare():
                others = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.Is)
                node.ops[-1] = chance.choice(others)()
            case ast.BoolOp():
                node.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
            case ast.BinOp():
                node.op = chance.choice((ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod))()
            case ast.Constant(value=bool(value)):
                node.value = not value
            case ast.Constant(value=int(value)):
                node.value = value + chance.choice((1, -1, -value))
            case ast.Constant(value=str(value)) if not _is_in_template(function, node):
                node.value = chance.choice((value[1:], value + "a", "a", ""))
            case ast.Name(ctx=ast.Load()) if names and chance.random() < 0.3:
                node.id = chance.choice(names)
            case ast.If() | ast.While() | ast.IfExp() if chance.random() < 0.5:
                node.test = ast.UnaryOp(ast.Not(), node.test)
            case _:
                continue
        return


def _is_in_template(function: ast.FunctionDef, node: ast.AST) -> bool:
    return any(
        isinstance(each, ast.JoinedStr) and node in ast.walk(each) for each in ast.walk(function)
    )


def _change_statement(function: ast.FunctionDef, chance: random.Random) -> None:
    body = chance.choice([*_bodies(function)])
    at = chance.randrange(len(body))
    which = chance.random()
    if which < 0.4 and len(body) > 1:
        del body[at]
    elif which < 0.6:
        handler = ast.ExceptHandler(
            ast.parse(chance.choice(("Exception", "ValueError", "LookupError", "TypeError")))
            .body[0]
            .value,  # type: ignore[attr-defined]
            None,
            ast.parse("return 'caught'").body,
        )
        body[at] = ast.Try([body[at]], [handler], [], [])
    elif which < 0.8 and len(body) > 1:
        other = chance.randrange(len(body))
        body[at], body[other] = body[other], body[at]
    else:
        body.insert(at, copy.deepcopy(body[at]))


def _plant(function: ast.FunctionDef, chance: random.Random) -> None:
    """Puts a question somewhere, and a line behind it that may be dead."""
    conditions = [each.test for each in ast.walk(function) if isinstance(each, (ast.If, ast.While))]
    names = [each.arg for each in function.args.args]
    name = chance.choice(names)
    if conditions and chance.random() < 0.4:
        test = ast.unparse(chance.choice(conditions))
        test = f"not ({test})" if chance.random() < 0.5 else test
    else:
        test = chance.choice(_QUESTIONS).format(name, chance.choice(names))
    body = chance.choice([*_bodies(function)])
    planted = ast.parse(f"if {test}:\n    return 'planted'").body
    at = chance.randrange(len(body))
    body[at:at] = planted


_QUESTIONS = (
    "isinstance({0}, bool)", "isinstance({0}, enum.Enum)", "isinstance({0}, (str, tuple))",
    "isinstance({0}, Sized)", "isinstance({0}, Hashable)", "type({0}) is int", "{0} is True",
    "hasattr({0}, 'value')", "{0} != {0}", "{0} is {1}", "{0} == {1}", "callable({0})", "not {0}",
    "len({0}) > 2", "{0} == -1", "{0} < {1}", "{0} and {1}", "str({0}) == 'a'", "{0} in ('', 'a')",
    "{0} == []", "getattr({0}, 'name', None)", "{0} is None", "{0} == 0 and {1} == 1",
    "int({0}) == 7",
    "{0} and isinstance({0}[0], enum.Enum)", "{0}[:1] == 'a'", "any(e is {1} for e in {0})",
)  # fmt: skip


def _bodies(function: ast.FunctionDef) -> Iterator[list[ast.stmt]]:
    """All lists of statements of a function."""
    for node in ast.walk(function):
        for part in ("body", "orelse", "finalbody"):
            body = getattr(node, part, None)
            if isinstance(body, list) and body:
                yield body
