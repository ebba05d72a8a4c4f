"""What a function may see beside its inputs: what earlier calls left, and what is outside.

    def bump(): global count; count += 1      whoever asks for `count` sees how often that was
    if os.environ.get("DEBUG"): …             another machine may have it

Runs see one state of these. What only they keep from a line is no proof that nothing leads to it.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import lru_cache

from wend.aim.backward.recursion import called_by
from wend.instrument.trace import locals_of

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def seen_beside_inputs(
    module: ast.Module,
    function: ast.FunctionDef | ast.AsyncFunctionDef,
    others: Sequence[ast.Module] = (),
) -> str:
    """A name by which a function, or what it calls, sees more than its inputs.

    `others` are the modules that its own imports, and those that may change something of it.
    """
    names, attributes = _changed(module)
    for other in others:
        bound, stored = _changed(other)
        names |= (bound & _imported_by(other)) | set_by(other)
        attributes |= bound | stored | set_by(other)
    for each in called_by(module, function, others):
        own = locals_of(each) if isinstance(each, _FUNCTIONS) else frozenset()
        for node in ast.walk(each):
            match node:
                case ast.Name(id=name, ctx=ast.Load()) if name not in own:
                    if name in names or name in _OUTSIDE or _is_global_of(name, each, others):
                        return name
                case ast.Attribute(attr=name, ctx=ast.Load()):
                    if name in attributes or name in _OUTSIDE:
                        return name
    return ""


def _is_global_of(name: str, function: ast.AST, others: Sequence[ast.Module]) -> bool:
    """Whether a name is a global of another module, which the function is in, and changes."""
    return any(name in _changed(each)[0] and function in _functions_of(each) for each in others)


@lru_cache(maxsize=64)
def _functions_of(module: ast.Module) -> frozenset[ast.AST]:
    return frozenset(node for node in ast.walk(module) if isinstance(node, _FUNCTIONS))


@lru_cache(maxsize=64)
def _imported_by(module: ast.Module) -> frozenset[str]:
    """The names that a module has of others."""
    return frozenset(
        alias.asname or alias.name
        for node in ast.walk(module)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    )


@lru_cache(maxsize=64)
def set_by(module: ast.Module) -> frozenset[str]:
    """The attributes of what it imports that a module sets: `config.DEBUG = True`."""
    return frozenset(
        node.attr
        for node in ast.walk(module)
        if isinstance(node, ast.Attribute)
        and not isinstance(node.ctx, ast.Load)
        and not (isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"))
    )


@lru_cache(maxsize=64)
def _changed(module: ast.Module) -> tuple[frozenset[str], frozenset[str]]:
    """The globals and the attributes that functions of a module change, beside constructors."""
    names: set[str] = set()
    attributes: set[str] = set()
    for function in ast.walk(module):
        if not isinstance(function, _FUNCTIONS):
            continue
        own = locals_of(function)
        is_making = function.name in _MAKING
        for node in ast.walk(function):
            match node:
                case ast.Global(names=bound):
                    names.update(bound)
                case ast.Attribute(value=held, attr=name, ctx=ast.Store() | ast.Del()):
                    # What a constructor gives to its own object is no change.
                    if not (is_making and isinstance(held, ast.Name) and held.id in own):
                        attributes.add(name)
                case ast.Subscript(value=held, ctx=ast.Store() | ast.Del()):
                    _note(held, own, names, attributes)
                case ast.Call(func=ast.Attribute(value=held, attr=name)) if name in _CHANGING:
                    _note(held, own, names, attributes)
    return frozenset(names), frozenset(attributes)


def _note(held: ast.expr, own: frozenset[str], names: set[str], attributes: set[str]) -> None:
    """A container that is changed."""
    match held:
        case ast.Name(id=name) if name not in own:
            names.add(name)
        case ast.Attribute(attr=name):
            attributes.add(name)


_MAKING = frozenset(("__init__", "__new__", "__post_init__", "__setstate__"))

_CHANGING = frozenset(
    (
        "add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem",
        "popleft", "remove", "setdefault", "sort", "update",
    )
)  # fmt: skip

_OUTSIDE = frozenset(
    (
        "active_count", "argv", "cpu_count", "environ", "exists", "expanduser", "getcwd", "getenv",
        "gethostname", "getlogin", "getpid", "getppid", "getrecursionlimit", "getuser", "input",
        "is_dir", "is_file", "isatty", "isdir", "isfile", "islink", "iterdir", "listdir", "open",
        "platform", "read_bytes", "read_text", "scandir", "stdin", "version_info",
    )
)  # fmt: skip
"""What tells of the environment, of files, of who started the process."""
