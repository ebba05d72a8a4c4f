"""What changes at module level while wend runs: these names, each for a reason, and no others.

`global` statements count, and assignments to module-level containers, to attributes of our modules
and classes, and calls that change such a container. Caches of functions (`functools.cache`) are no
state: they hold what a call would give again.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from pathlib import Path

import pytest

import wend

PACKAGE = Path(wend.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))

AMBIENT = {
    "run.recorder.current": "the recorder of the run under way, which all tracked values ask",
    "run.recorder.TALLY": "counts how often the recorder noted something",
    "expr.terms._interned": "the intern table",
    "expr.terms._numbers": "the numbers of interned terms",
    "expr.terms._numbered": "the terms by these numbers",
    "expr.terms._forgets": "what is told when the intern table is emptied",
    "expr.samples.current": "by which the interned terms of opaque calls are evaluated",
}
"""The ambient variable and the intern table."""

OF_PROCESSES = {
    "messages.channel._held": "the open sockets of this process: a forked child closes them",
    "process.early_zygote._laid": "a process that was forked before the arguments were read",
    "campaign.garbage._before": "the thresholds of the garbage collector, one for all",
    "store.database._held": "the stores that this process waited for in vain, to wait no more",
}

SAID_BY_USERS = {
    "inputs.factories.FACTORIES": "`wend.factory`, as the code under test is imported",
    "inputs.opaque.OPAQUE": "`wend.opaque`, likewise",
    "inputs.valid.VALID": "`wend.valid`, likewise",
}

FILLED_AT_IMPORT = """
    run.models.builtin.FUNCTIONS run.models.float_math.FUNCTIONS
    run.models.library.binascii_models.MODELS run.models.octets.octets_common.METHODS
    run.models.text.text_common.METHODS run.operations.lengths.TAKERS run.tracked.lift.FOLLOWED
    run.tracked.lift.TRACKED run.tracked.lift._classes
"""
"""Tables that decorators fill while modules are imported; they never change afterwards."""

CACHES = """
    describe.hints._NAMES expr.show._shown expr.variables._known run.composed.touched._methods
    run.composed.touched._owns run.composed.touched._touched
    run.models.library.digests._classes run.recorder._kept run.recorder._lines
    run.recorder._our_globals run.recorder._positions run.recorder._sites
"""
"""What would be worked out again if it were forgotten."""

OF_RUNNERS = """
    run.arguments.graph_fields._known run.blocks.marks run.calls.admission._known_classes
    run.calls.admission._replaced_codes run.calls.admission.known_codes
    run.calls.admission.twins_in_use run.calls.callee._known_functions run.calls.callee._methods
    run.calls.callee._natives run.calls.callee._objects run.calls.exempt._excluded
    run.calls.exempt._opaque_names run.composed.composed_calls.composing
    run.composed.module_variables.variables run.composed.names._met run.ctypes_memory.hooks._hooked
    run.ctypes_memory.regions.options run.models.text.spelling._under_way run.tracked.lift.FED
    run.tracked.lift.NATIVE_COMPARISONS run.tracked.lift.OPEN run.tracked.lift.PAIRED
"""
"""What a runner's process knows of its one target, and of the run under way."""

ALLOWED = {
    *AMBIENT,
    *OF_PROCESSES,
    *SAID_BY_USERS,
    *FILLED_AT_IMPORT.split(),
    *CACHES.split(),
    *OF_RUNNERS.split(),
}


def dotted(file: Path) -> str:
    return ".".join(file.relative_to(PACKAGE).with_suffix("").parts)


CHANGING = frozenset(
    """add append appendleft clear difference_update discard extend insert pop popitem popleft
    remove reverse setdefault sort update""".split()  # noqa: SIM905
)
"""Methods that change a container."""


def changed_in(file: Path) -> Iterator[str]:
    """The module-level names that functions of a file change, as `module.name`."""
    module = ast.parse(file.read_text(encoding="utf-8"))
    own = {name for statement in module.body for name in _bound_by(statement)}
    modules, imported = dict(_modules_imported(module)), dict(_names_imported(module))
    for function in ast.walk(module):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        shared = {
            n for each in ast.walk(function) if isinstance(each, ast.Global) for n in each.names
        }
        yield from (f"{dotted(file)}.{name}" for name in shared)
        local = _locals_of(function) - shared
        for base, attribute in _changes_in(function):
            if base in local:
                continue
            if base in own:
                yield f"{dotted(file)}.{base}"
            elif base in modules and attribute is not None:
                yield f"{modules[base]}.{attribute}"
            elif base in imported:
                yield imported[base]


def _bound_by(statement: ast.stmt) -> Iterator[str]:
    """The variables and classes that a statement of a module makes."""
    if isinstance(statement, ast.ClassDef):
        yield statement.name
    elif isinstance(statement, ast.Assign | ast.AnnAssign):
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id


def _modules_imported(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Names that stand for modules of ours, and these modules."""
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("wend"):
            package = (node.module or "").removeprefix("wend").strip(".")
            for alias in node.names:
                name = f"{package}.{alias.name}".strip(".")
                if (PACKAGE / f"{name.replace('.', '/')}.py").is_file():
                    yield alias.asname or alias.name, name


def _names_imported(module: ast.Module) -> Iterator[tuple[str, str]]:
    """Names that stand for variables of modules of ours, and these."""
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("wend."):
            name = (node.module or "").removeprefix("wend.")
            file = PACKAGE / f"{name.replace('.', '/')}.py"
            if file.is_file():
                variables = set(_variables(file))
                yield from (
                    (alias.asname or alias.name, f"{name}.{alias.name}")
                    for alias in node.names
                    if alias.name in variables
                )


@functools.cache
def _variables(file: Path) -> tuple[str, ...]:
    module = ast.parse(file.read_text(encoding="utf-8"))
    return tuple(name for statement in module.body for name in _bound_by(statement))


def _locals_of(function: ast.AST) -> set[str]:
    names = {each.arg for each in ast.walk(function) if isinstance(each, ast.arg)}
    return names | {
        each.id
        for each in ast.walk(function)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }


def _changes_in(function: ast.AST) -> Iterator[tuple[str, str | None]]:
    """The names whose items or attributes are changed, with the first attribute on the way."""
    for node in ast.walk(function):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in CHANGING
        ):
            yield from _named(node.func.value)
        elif isinstance(node, ast.Subscript | ast.Attribute) and not isinstance(node.ctx, ast.Load):
            yield from _named(node)


def _named(node: ast.expr) -> Iterator[tuple[str, str | None]]:
    """`a[0]`, `a.b`, `a.b.c[0]`: the name `a`, and `b` if there is one."""
    attribute = None
    while isinstance(node, ast.Subscript | ast.Attribute):
        attribute = node.attr if isinstance(node, ast.Attribute) else attribute
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id, attribute


@pytest.mark.slow
def test_what_changes_at_module_level_has_a_reason() -> None:
    changed = {name for file in FILES for name in changed_in(file)}

    assert sorted(changed - ALLOWED) == []
    assert sorted(ALLOWED - changed) == []  # what changes no more is no longer allowed
