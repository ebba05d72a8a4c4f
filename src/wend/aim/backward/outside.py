"""What a function may see beside its inputs: what earlier calls left, and what is outside.

    def bump(): global count; count += 1      whoever asks for `count` sees how often that was
    if os.environ.get("DEBUG"): …             another machine may have it

Runs see one state of these. What only they keep from a line is no proof that nothing leads to it.
"""

from __future__ import annotations

import ast
from functools import lru_cache

from wend.aim.backward.recursion import called_by
from wend.instrument.trace import locals_of

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def seen_beside_inputs(module: ast.Module, function: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """A name by which a function, or what it calls of its module, sees more than its inputs."""
    names, attributes = _changed(module)
    for each in called_by(module, function):
        own = locals_of(each) if isinstance(each, _FUNCTIONS) else frozenset()
        for node in ast.walk(each):
            match node:
                case ast.Name(id=name, ctx=ast.Load()) if name not in own:
                    if name in names or name in _OUTSIDE:
                        return name
                case ast.Attribute(attr=name, ctx=ast.Load()):
                    if name in attributes or name in _OUTSIDE:
                        return name
    return ""


@lru_cache(maxsize=8)
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
                case ast.Attribute(attr=name, ctx=ast.Store() | ast.Del()) if not is_making:
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
        "argv", "environ", "exists", "getcwd", "getenv", "getpid", "getppid", "input", "is_dir",
        "is_file", "isdir", "isfile", "islink", "iterdir", "listdir", "open", "read_bytes",
        "read_text", "scandir", "stdin",
    )
)  # fmt: skip
"""What tells of the environment, of files, of who started the process."""
