"""What a person types as a target, turned into functions to explore; nothing is imported here."""

from __future__ import annotations

import ast
import importlib.machinery
import os
import pathlib
import re
import sys
from collections.abc import Iterable

from wend.errors import WendError
from wend.inputs.target import ModuleRef, TargetRef
from wend.record import Record
from wend.source.files import parse, parse_file, read_source
from wend.source.flow import functions_in
from wend.source.index import index_of


class LineRef(Record):
    """A line, for `reach`."""

    module: ModuleRef
    line: int


def locate(text: str) -> list[TargetRef]:
    """The functions that a target names."""
    if not text.strip():
        raise WendError("an empty target names nothing; name a file, a directory or a module")
    file, name = _split(text)
    if file is not None and file.is_dir():
        if name:
            raise WendError(f"{file} is a directory; name a file to pick {name} from")
        return _in_directory(file)
    module, name = _module_and_name(text, file, name)
    return [named(module, name)] if name else _listed(module)


def nothing_in(text: str) -> str:
    """Why a target names no function, and what to name instead."""
    file, name = _split(text)
    module, _ = _module_and_name(text, file, name)
    path = pathlib.Path(module.file)
    if path.name == "__init__.py" and any(path.parent.glob("*.py")):
        return f"{text} is a package: name a module or its directory, {path.parent}"
    return f"no function in {text}"


def locate_source(text: str) -> tuple[str, list[ast.stmt]]:
    """The file of a target and its statements there: those of a function, or of the module."""
    file, name = _split(text)
    if file is not None and file.is_dir():
        raise WendError(f"{file} is a directory; name a file in it, or a function of that")
    module, name = _module_and_name(text, file, name)
    tree = tree_of(module)
    if not name:
        return module.file, tree.body
    ref = named(module, name)
    node = index_of(tree).def_at.get(ref.line)
    if node is not None:
        return module.file, [node]
    raise WendError(f"{ref.function} is not defined in {module.file}")


def _module_and_name(text: str, file: pathlib.Path | None, name: str) -> tuple[ModuleRef, str]:
    """The module that a target names, and the function in it, if it names one."""
    if file is None:
        return _module_named(text), text.partition(":")[2].replace("::", ".")
    return module_of_file(file), name.replace("::", ".")


def locate_line(text: str) -> LineRef:
    """The line that `path/to/file.py:42` names."""
    found = re.fullmatch(r"(.+?):(\d+)", text)
    if found is None:
        raise WendError(f"{text} names no line; write it as path/to/file.py:42")
    path = pathlib.Path(found[1])
    if path.is_dir():
        raise WendError(f"{path} is a directory; name a file in it, as path/to/file.py:42")
    if not path.is_file():
        raise WendError(_no_such_file(path))
    module = module_of_file(path)
    line = int(found[2])
    tree_of(module)  # complains where it can't be read
    # Not `splitlines`: for Python a form feed ends no line.
    count = len(read_source(module.file).removesuffix("\n").split("\n"))
    if not 1 <= line <= count:
        raise WendError(f"{path} has no line {line}; it has {count} lines")
    return LineRef(module, line)


def tree_of(module: ModuleRef) -> ast.Module:
    """The syntax tree of a module's file, which the zygote then has from us."""
    try:
        return parse_file(module.file) or parse(read_source(module.file), module.file)
    except SyntaxError as error:
        if error.lineno is None:  # of the one thing that Python says no line of
            raise WendError(
                f"{module.file}:{_line_of_nul(module.file)}: a NUL byte is no source; "
                "remove it and try again"
            ) from None
        raise WendError(
            f"{module.file}:{error.lineno}: syntax error: {error.msg}; mend it and try again"
        ) from None
    except (OSError, ValueError) as error:
        raise WendError(f"{module.file} can't be read: {error}") from None


def _line_of_nul(file: str) -> int:
    """The line of the first NUL byte of a file."""
    with open(file, "rb") as stream:
        return stream.read().partition(b"\0")[0].count(b"\n") + 1


def module_of_file(path: pathlib.Path) -> ModuleRef:
    """How a file is imported: by its package's name, from the package's root."""
    file = path.resolve()
    if file.suffix != ".py":
        raise WendError(f"{path} is no Python file; wend reads .py files")
    parts = [file.stem] if file.stem != "__init__" else []
    root = file.parent
    while (root / "__init__.py").is_file():
        parts.insert(0, root.name)
        root = root.parent
    name = ".".join(parts)
    if _is_importable_from(root):
        return ModuleRef(name, str(file))
    if parts[0] in sys.stdlib_module_names:
        # It would never be found by that name, and must not take it from its owner.
        return ModuleRef(f"{name}_py", str(file), str(root), by_path=True)
    return ModuleRef(name, str(file), str(root), not all(map(str.isidentifier, parts)))


def _split(text: str) -> tuple[pathlib.Path | None, str]:
    """The path in a target and the name after it; no path where it is an import name."""
    before, _, name = text.partition("::")
    path = pathlib.Path(before)
    if path.exists():
        return path, name
    if re.search(r"\.py:\d+$", before):
        raise WendError(f"{text} is a line; lines are for `wend reach`")
    looks_like_path = before.endswith(".py") or os.sep in before or bool(name)
    if looks_like_path:
        raise WendError(_no_such_file(path))
    return None, ""


def _no_such_file(path: pathlib.Path) -> str:
    folder = path.parent if path.parent.is_dir() else pathlib.Path()
    names = [each.name for each in folder.iterdir() if each.suffix == ".py" or each.is_dir()]
    near = [str(folder / each) for each in near_names(path.name, names)] or _below(path.name)
    advice = f"; did you mean {' or '.join(near[:3])}?" if near else ""
    return f"no such file: {path}{advice}"


MOST_FOLDERS = 500
"""Directories that are looked through for a file that was named without its own."""


def _below(name: str) -> list[str]:
    """The files of this name below the working directory."""
    found: list[str] = []
    for count, (folder, inside, files) in enumerate(os.walk(".")):
        if count == MOST_FOLDERS:
            break
        inside[:] = sorted([each for each in inside if not each.startswith((".", "__"))])
        if name in files:
            found.append(os.path.relpath(os.path.join(folder, name)))
    return found


def _module_named(text: str) -> ModuleRef:
    """The module of an import name, found without importing anything."""
    name = text.partition(":")[0]
    if not all(part.isidentifier() for part in name.split(".")):
        raise WendError(f"{text} is neither a file nor an import name")
    search: list[str] | None = [os.getcwd(), *sys.path]
    spec = None
    parts = name.split(".")
    for at in range(len(parts)):
        dotted = ".".join(parts[: at + 1])
        if at == 0 and dotted in sys.builtin_module_names:
            raise WendError(f"{dotted} is written in C; wend explores Python source")
        spec = importlib.machinery.PathFinder.find_spec(dotted, search)
        if spec is None:
            files = [
                each for each in pathlib.Path().iterdir() if each.suffix == ".py" or each.is_dir()
            ]
            names = [*[each.stem for each in files], *sorted(sys.stdlib_module_names)]
            raise WendError(f"no such file or module: {dotted}{did_you_mean(dotted, names)}")
        search = list(spec.submodule_search_locations or [])
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        raise WendError(f"{name} has no Python source; wend explores Python source")
    root = pathlib.Path(spec.origin).parent
    for _ in parts[:-1] if not spec.submodule_search_locations else parts:
        root = root.parent
    importable = _is_importable_from(root)
    return ModuleRef(name, spec.origin, "" if importable else str(root.resolve()))


def near_names(name: str, names: Iterable[str], most: int = 1) -> list[str]:
    """Those that somebody who typed the name may have meant, the nearest first."""
    import difflib

    return difflib.get_close_matches(name, [*names], most)


def did_you_mean(name: str, names: Iterable[str], most: int = 1) -> str:
    """The end of a message that a name is not known."""
    near = near_names(name, names, most)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _is_importable_from(root: pathlib.Path) -> bool:
    """Whether modules below this directory are importable without help: installed ones are."""
    real = os.path.realpath(root)
    prefixes = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix}
    if not real.startswith(tuple([os.path.realpath(prefix) for prefix in prefixes])):
        return False
    import sysconfig  # which reads how Python was built

    paths = sysconfig.get_paths()
    installed = {
        os.path.realpath(paths[key]) for key in ("stdlib", "platstdlib", "purelib", "platlib")
    }
    return real in installed


def named(module: ModuleRef, name: str) -> TargetRef:
    """A function of a module by its qualified name."""
    entries = {entry.name: entry for entry in functions_in(tree_of(module))}
    if name in entries:
        return TargetRef(module, name, entries[name].first_line)
    if _binds(tree_of(module), name.partition(".")[0]):
        return TargetRef(module, name)  # imported into the module, or made by it: the import tells
    where = os.path.relpath(module.file)
    inside = [each for each in entries if each.startswith(f"{name}.")]
    if inside:
        raise WendError(f"{name} in {where} is no function; name one in it, such as {inside[0]}")
    raise WendError(f"no function {name} in {where}{did_you_mean(name, entries)}")


def _binds(tree: ast.Module, name: str) -> bool:
    """Whether a module may have this name without a `def` for it."""
    for node in ast.walk(tree):
        match node:
            case ast.alias(asname=other, name=plain):
                if plain == "*" or (other or plain) == name:
                    return True
            case ast.Name(id=bound, ctx=ast.Store()) if bound == name:
                return True
            case ast.ClassDef(name=bound, bases=bases) if bound == name and bases:
                return True  # the method may be inherited
    return False


def _in_directory(directory: pathlib.Path) -> list[TargetRef]:
    found: list[TargetRef] = []
    for file in sorted(directory.rglob("*.py")):
        if any(
            part.startswith(".") or part == "__pycache__"
            for part in file.parts[len(directory.parts) :]
        ):
            continue
        module = module_of_file(file)
        try:
            found += _listed(module)
        except WendError:
            # One broken file is no reason to leave the others: importing it will say what is wrong.
            found.append(TargetRef(module, "<module>"))
    if not found:
        raise WendError(f"no Python function below {directory}")
    return found


def _listed(module: ModuleRef) -> list[TargetRef]:
    return [
        TargetRef(module, entry.name, entry.first_line, listed=True)
        for entry in functions_in(tree_of(module))
    ]
