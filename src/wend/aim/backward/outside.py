"""What a function may see beside its inputs: what earlier calls left, and what is outside.

    def bump(): global count; count += 1      whoever asks for `count` sees how often that was
    if os.environ.get("DEBUG"): …             another machine may have it
    if __name__ == "__main__": …              who runs the file, and does not import it, sees it

Runs see one state of these. What only they keep from a line is no proof that nothing leads to it.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from functools import lru_cache

from wend.aim.backward.changes import ANY, changed_by
from wend.aim.backward.recursion import called_by
from wend.instrument.trace import locals_of

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def seen_beside_inputs(
    module: ast.Module,
    function: ast.FunctionDef | ast.AsyncFunctionDef,
    others: Sequence[ast.Module] = (),
    whole: Collection[str] = (),
) -> str:
    """A name by which a function, or what it calls, sees more than its inputs.

    `others` are the modules that its own imports, and those that may change something of it. The
    parameters in `whole` come with all that may be in them, whoever changed it.
    """
    names, attributes = changed_by(module, tuple(others))
    for other in others:
        bound, stored = changed_by(other)
        names |= (bound & _imported_by(other)) | set_by(other)
        attributes |= bound | stored | set_by(other)
    names |= _of_machine(module)
    for each in called_by(module, function, others):
        own = locals_of(each) if isinstance(each, _FUNCTIONS) else frozenset()
        called = {id(node.func) for node in ast.walk(each) if isinstance(node, ast.Call)}
        given = _still_given(function, whole) if each is function else frozenset()
        for node in ast.walk(each):
            match node:
                case ast.Name(id=name, ctx=ast.Load()) if name not in own:
                    if name in names or name in _OUTSIDE or name == "__name__":
                        return name
                    if _is_global_of(name, each, others):
                        return name
                case ast.Attribute(value=ast.Name(id=home), attr=name) if home in _MACHINE:
                    if name not in _MACHINE[home] or name in _OUTSIDE:
                        return f"{home}.{name}"
                case ast.Attribute(attr=name, ctx=ast.Load()):
                    if _root(node) in given:
                        continue
                    if name in attributes or name in _OUTSIDE:
                        return name
                    if ANY in attributes and id(node) not in called:
                        return name
    return ""


def _still_given(function: ast.AST, parameters: Collection[str]) -> frozenset[str]:
    """The parameters that a function never binds to something else."""
    bound = {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
    }
    return frozenset(parameters) - bound


def _root(node: ast.expr) -> str:
    """The name that an attribute of an attribute begins with."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


@lru_cache(maxsize=64)
def _of_machine(module: ast.Module) -> frozenset[str]:
    """What a module imports that tells of the machine: `from sys import maxsize`."""
    return frozenset(
        alias.asname or alias.name
        for node in ast.walk(module)
        if isinstance(node, ast.ImportFrom) and not node.level and node.module in _MACHINE
        for alias in node.names
        if alias.name not in _MACHINE[node.module]
    )


def _is_global_of(name: str, function: ast.AST, others: Sequence[ast.Module]) -> bool:
    """Whether a name is a global of another module, which the function is in, and changes."""
    return any(name in changed_by(each)[0] and function in _functions_of(each) for each in others)


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


_OUTSIDE = frozenset(
    (
        "active_count", "argv", "cpu_count", "environ", "exists", "expanduser", "getcwd", "getenv",
        "gethostname", "getlogin", "getpid", "getppid", "getrecursionlimit", "getuser", "input",
        "is_dir", "is_file", "isatty", "isdir", "isfile", "islink", "iterdir", "listdir", "open",
        "platform", "read_bytes", "read_text", "scandir", "stdin", "version_info",
    )
)  # fmt: skip
"""What tells of the environment, of files, of who started the process."""

_MACHINE = {
    "os": frozenset(("PathLike", "fsdecode", "fsencode", "fspath", "path", "strerror")),
    "sys": frozenset(
        (
            "exc_info", "exception", "exit", "float_info", "getrefcount", "getsizeof", "hash_info",
            "int_info", "intern", "maxunicode", "stderr", "stdout",
        )
    ),
}  # fmt: skip
"""Modules that tell of the machine, with what is the same on all of them."""
