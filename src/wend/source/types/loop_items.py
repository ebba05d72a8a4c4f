"""The types of the items that a loop over a parameter takes: `for x in numbers` takes ints if
`numbers` is a `list[int]`.

The annotation tells the types at the call. The function could change the container, by whatever
name it has it. So nothing is said unless all parameters are numbers and text or hold nothing else,
the function only reads them, and it touches no other object.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Mapping

from wend.inputs.domain import Items
from wend.inputs.target import Parameter
from wend.source.bindings import locals_of, parameters_of
from wend.source.types.immutable import CALLS, TEXT_METHODS, Kinds, kinds_of


def items_of(
    function: ast.FunctionDef | ast.AsyncFunctionDef,
    parameters: Iterable[Parameter],
    bound: Collection[str],
) -> Mapping[str, Kinds]:
    """The types of the items of containers, by the names of parameters; `bound` are the names that
    the module binds."""
    parameters = list(parameters)
    if {each.name for each in parameters} != parameters_of(function):
        return {}  # of the others nothing is certain
    found: dict[str, Kinds] = {}
    for each in parameters:
        element = each.domain.element if isinstance(each.domain, Items) else None
        kinds = kinds_of(each.domain if element is None else element)
        if kinds is None or each.stars or each.guessed:
            return {}  # it may hold what others have, too
        if element is not None:
            found[each.name] = kinds
    own = locals_of(function)
    if not found or "*" in bound or not own.isdisjoint(_ASKING):
        return {}
    return found if _only_looks(function, frozenset(found), frozenset(bound) - own) else {}


def _only_looks(function: ast.AST, names: frozenset[str], foreign: frozenset[str]) -> bool:
    """Whether a function only reads the containers of these names, and uses no `foreign` names."""
    looks: set[ast.AST] = set()
    for node in ast.walk(function):
        match node:
            case ast.For(iter=items) | ast.comprehension(iter=items):
                looks.add(items)
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[items]):
                looks.add(items)
            case ast.Call(func=ast.Name(id=name), args=args) if name in _ASKING:
                looks.update(args)
            case ast.Call(func=ast.Attribute(attr=name)) if name in TEXT_METHODS:
                pass
            case ast.Subscript(value=items, ctx=ast.Load()):
                looks.add(items)
            case ast.Subscript() | ast.Attribute(ctx=ast.Store() | ast.Del()):
                return False
            case ast.Call() | ast.Yield() | ast.YieldFrom() | ast.Await() | ast.With():
                return False
            case ast.Import() | ast.ImportFrom() | ast.AsyncWith() | ast.Global() | ast.Nonlocal():
                return False
    return all(
        node in looks if node.id in names else node.id not in foreign
        for node in ast.walk(function)
        if isinstance(node, ast.Name)
    )


_ASKING = frozenset((*CALLS, "enumerate", "isinstance", "range", "sorted", "sum", "zip"))
