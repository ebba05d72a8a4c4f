"""Names that options take, checked before the work; nothing is imported here."""

from __future__ import annotations

import ast
import importlib.machinery
import os
import sys
from collections.abc import Collection, Iterable, Sequence
from importlib.util import resolve_name

from wend.errors import WendError
from wend.inputs.target import ModuleRef, TargetRef
from wend.source.flow import functions_in
from wend.source.index import index_of
from wend.targets.locate import did_you_mean, named, tree_of


def check_parameters(names: Iterable[str], refs: Sequence[TargetRef]) -> None:
    """Complains of an `--input` for a parameter that no target has."""
    names = list(names)
    known: dict[str, None] = {}
    for ref in refs if names else ():
        found = _parameters(ref) if ref.line else None
        if found is None:
            return  # only the import can tell
        known.update(dict.fromkeys(found))
    has = f"{refs[0].function} has" if len(refs) == 1 else "the targets have"
    for name in names:
        if name not in known:
            advice = did_you_mean(name, known) or there_are(known)
            raise WendError(f"--input: {has} no parameter {name}{advice}")


def check_events(option: str, events: Collection[str]) -> None:
    """Complains of an event that the guard does not know."""
    if not events:
        return  # what the guard itself imports takes its time
    from wend.run.guard import KNOWN_EVENTS

    for event in events:
        if event not in KNOWN_EVENTS:
            advice = (
                did_you_mean(event, sorted(KNOWN_EVENTS)) or "; try write, network, process, all"
            )
            raise WendError(f"{option} {event}: the guard knows no such event{advice}")


def check_module(option: str, name: str, refs: Sequence[TargetRef]) -> None:
    """Complains of a module that does not exist."""
    _, rest = split_name(name, refs)
    if rest:
        raise WendError(f"{option} {name}: no such module")


def functions_named(option: str, name: str, refs: Sequence[TargetRef]) -> tuple[str, ...]:
    """The dotted names of the functions that a name stands for: what the targets' modules call so,
    else a function by its module and name. Complains where there is none."""
    trees = {ref.module: tree_of(ref.module) for ref in refs}
    meant = dict.fromkeys([_own(module, tree, name) for module, tree in trees.items()])
    if found := tuple(filter(None, meant)):
        return found
    module, rest = split_name(name, refs)
    if rest == name:
        known = [each.name for tree in trees.values() for each in functions_in(tree)]
        advice = did_you_mean(name, known, 3) or "; write it as package.module.function"
        raise WendError(f"{option} {name}: no such function or module{advice}")
    if not rest:
        raise WendError(f"{option} {name}: that is a module; name a function in it")
    if module is not None:
        try:
            named(module, rest)
        except WendError as error:
            raise WendError(f"{option} {name}: {error}") from None
    return (name,)


def there_are(known: Collection[str]) -> str:
    """The end of a message that names what is known."""
    return f"; there are {', '.join(known) if known else 'none'}"


def _own(module: ModuleRef, tree: ast.Module, name: str) -> str:
    """The dotted name of the function that a module calls so; empty where it has none."""
    if any(each.name == name for each in functions_in(tree)):
        return f"{module.name}.{name}"
    for node in tree.body:
        for each in node.names if isinstance(node, ast.ImportFrom) else ():
            if (each.asname or each.name) == name and isinstance(node, ast.ImportFrom):
                package = module.name.rpartition(".")[0]
                source = "." * node.level + (node.module or "")
                return f"{resolve_name(source, package)}.{each.name}"
    return ""


def _parameters(ref: TargetRef) -> list[str] | None:
    """The parameters in the source of a target; None where it is not written as a `def` there."""
    node = index_of(tree_of(ref.module)).def_at.get(ref.line)
    if node is None:
        return None
    args = node.args
    return [each.arg for each in (*args.posonlyargs, *args.args, *args.kwonlyargs)]


def split_name(name: str, refs: Sequence[TargetRef]) -> tuple[ModuleRef | None, str]:
    """The module that a dotted name starts with, None where it has no source, and the rest."""
    search: list[str] = [*[ref.module.root for ref in refs], os.getcwd(), *sys.path]
    module: ModuleRef | None = None
    parts = name.split(".")
    for at in range(len(parts)):
        dotted = ".".join(parts[: at + 1])
        if at == 0 and dotted in sys.builtin_module_names:
            continue
        spec = importlib.machinery.PathFinder.find_spec(dotted, search)
        if spec is None:
            return module, ".".join(parts[at:])
        origin = spec.origin or ""
        module = ModuleRef(dotted, origin) if origin.endswith(".py") else None
        search = list(spec.submodule_search_locations or [])
    return module, ""
