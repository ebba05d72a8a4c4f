"""The parts of a source file: what each defines and mentions, so that a change can be judged.

    import json                    counts where `json` is mentioned
    LIMIT = 10                     where `LIMIT` is mentioned
    def total(xs): …               where `total` is mentioned
    class Cart(Base):              always: it is run when the module is imported
        def price(self): …         where `price` is mentioned, or `Cart` outside of the class
    register(total)                always

Names are taken without regard to scopes: a mention of `total` means everything of that name. The
facts about decorators, calls and bases hold for those of Python's library. If a module binds such a
name itself (`own`), nothing is known of it there.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from typing import TypeGuard

from wend.record import Record
from wend.source.library.by_name import (
    ASKS_FOR_NAMES,
    NAME_IS_SECOND,
    REACHES_UNSEEN,
    SETS_BY_NAME,
)
from wend.source.library.changes import MAKES_QUIETLY
from wend.source.library.classes import PLAIN_BASES, QUIET_CLASS_DECORATORS, QUIET_DECORATORS
from wend.source.trees import DEFS, below, called_name, children, first_name, start_of

try:
    from _blake2 import blake2b  # what hashlib has, without the library that hashlib loads
except ImportError:
    from hashlib import blake2b

_NAME = re.compile(r"[^\W\d]\w*")
_FIELD = re.compile(r"\{[^{}\s]*")

LONGEST_NAMES = 200
"""Characters. Shorter texts may name something: `shop.Cart`, `list[Cart]`, `shop.cart:total`."""

_QUIET_DECORATORS = QUIET_DECORATORS | QUIET_CLASS_DECORATORS
"""Decorators that let nobody else have what they decorate."""

_ANYTHING = REACHES_UNSEEN | ASKS_FOR_NAMES | SETS_BY_NAME
"""Names of functions that find other functions by a computed name."""


class Import(Record):
    """An import statement, anywhere in a file: `from ..a import b` is level 2."""

    level: int
    module: str
    names: tuple[str, ...] = ()


class FilePart(Record):
    """Lines of a file that belong together."""

    names: frozenset[str]
    """The names that it defines; empty for a part that always counts."""
    line: int
    end: int
    digest: str
    mentions: frozenset[str]
    imports: tuple[Import, ...] = ()
    reaches_all: bool = False
    """Whether it may find functions by names that are not in the source."""
    home: str = ""
    """The class that it is a method of, or ""."""
    is_vague: bool = False
    """Whether it has a parameter without annotation, so that a type is guessed from the module."""
    is_function: bool = False
    """Whether nothing in it runs before it is called, not even its imports."""
    is_movable: bool = False
    """Whether it is a function that could stand before or after others: defining it reads no name.
    """


class Source(Record):
    """A source file, as its parts."""

    parts: tuple[FilePart, ...]
    imports: tuple[Import, ...]
    classes: frozenset[str] = frozenset()
    vague_classes: frozenset[str] = frozenset()
    """Classes with a constructor whose types are guessed, from all methods of the class."""
    binds: frozenset[str] = frozenset()
    """The names that others may import from it; `*` if it imports all names of another module."""

    def part_at(self, line: int) -> FilePart | None:
        """The part that a line is in."""
        return next((part for part in self.parts if part.line <= line <= part.end), None)


def read(text: str, tree: ast.Module) -> Source:
    """Reads the parts of a file."""
    lines = text.split("\n")  # not `splitlines`: a form feed ends no line of Python's
    body = [statement for at, statement in enumerate(tree.body) if not _is_idle(statement, at)]
    classes = [each for each in body if isinstance(each, ast.ClassDef)]
    own = _names_bound(body, by_library=False)
    parts: list[FilePart] = []
    for group in _by_lines(body):
        first = group[0]
        if len(group) == 1 and isinstance(first, ast.ClassDef) and _is_open(first, classes, own):
            parts.extend(_class_parts(first, lines, own))
        else:
            parts.append(_part(group, lines, own))
    return Source(
        tuple(parts),
        tuple(dict.fromkeys([each for part in parts for each in part.imports])),
        frozenset([each.name for each in classes]),
        frozenset([each.name for each in classes if _is_vague_class(each)]),
        _names_bound(body, by_library=True),
    )


def digest_of(data: str | bytes) -> str:
    """A short text that stands for a longer one."""
    data = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    return blake2b(data, digest_size=16).hexdigest()


def _names_bound(body: Iterable[ast.AST], *, by_library: bool) -> frozenset[str]:
    """The names that statements bind; with imports from Python's library, or without them."""
    names: set[str] = set()
    stack = list(body)
    while stack:
        node = stack.pop()
        match node:
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                names.add(name)
            case ast.Import(aliases):
                names.update(
                    [
                        (each.asname or each.name).partition(".")[0]
                        for each in aliases
                        if by_library or not _is_library(each.name)
                    ]
                )
            case ast.ImportFrom(module, aliases, level):
                if by_library or level or not _is_library(str(module)):
                    names.update([each.asname or each.name for each in aliases])
            case ast.Name(name, ast.Store()):
                names.add(name)
            case _:
                stack.extend(children(node))
    return frozenset(names)


def _is_library(module: str) -> bool:
    return module.partition(".")[0] in sys.stdlib_module_names


def _is_idle(statement: ast.stmt, at: int) -> bool:
    """Whether a statement does nothing when its module is imported."""
    match statement:
        case ast.Expr(ast.Constant(value)):
            return at > 0 or not isinstance(value, str)  # the first one is `__doc__`
        case ast.Pass():
            return True
        case ast.If(ast.Compare(ast.Name("__name__"), [ast.Eq()], [ast.Constant("__main__")])):
            return not statement.orelse
    return False


def _by_lines(statements: Iterable[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """The statements; those that share a line together."""
    group: list[ast.stmt] = []
    for statement in statements:
        if group and start_of(statement) > _last_line(group[-1]):
            yield group
            group = []
        group.append(statement)
    if group:
        yield group


def _class_parts(node: ast.ClassDef, lines: list[str], own: frozenset[str]) -> Iterator[FilePart]:
    """The methods of a class, and what is around them."""
    around: list[ast.AST] | None = [*node.decorator_list, *node.bases, *node.keywords]
    first = start_of(node)
    last = max([node.lineno, *[getattr(each, "end_lineno", 0) for each in around or ()]])
    # A guess of types looks at which methods there are.
    extra = [each.name for each in node.body if _is_method(each, lines, own)]
    for group in _by_lines(node.body):
        if len(group) == 1 and _is_method(group[0], lines, own):
            if around is not None:
                yield _always(around, first, last, lines, extra)
            yield _part(group, lines, own, node.name)
            around, extra = None, []
            continue
        if around is None:
            around, first = [], start_of(group[0])
        around.extend(group)
        last = max(map(_last_line, group))
    if around is not None:
        yield _always(around, first, last, lines, extra)


def _always(
    nodes: list[ast.AST], first: int, last: int, lines: list[str], extra: list[str]
) -> FilePart:
    text = "\n".join((*lines[first - 1 : last], *extra))
    is_vague = any(_is_vague(each, True) for each in nodes)
    return FilePart(frozenset(), first, last, digest_of(text), *_mentioned(nodes), "", is_vague)


def _part(group: list[ast.stmt], lines: list[str], own: frozenset[str], home: str = "") -> FilePart:
    first, last = start_of(group[0]), max(map(_last_line, group))
    names = [_defined(statement, own) for statement in group]
    defined = frozenset([name for each in names for name in each or ()])
    mentions, imports, reaches_all = _mentioned(group)
    if home and any(map(_hands_itself_on, group)):
        mentions |= {home}  # others may call any method
    return FilePart(
        defined | {home} if home else defined if all(names) else frozenset(),
        first,
        last,
        digest_of("\n".join(lines[first - 1 : last])),
        mentions,
        imports,
        reaches_all,
        home,
        any(_is_vague(each, bool(home)) for each in group),
        is_function := all(names) and all(isinstance(each, DEFS) for each in group),
        is_function and len(group) == 1 and _is_movable(group[0]),
    )


def _defined(statement: ast.stmt, own: frozenset[str]) -> tuple[str, ...] | None:
    """The names that a statement defines; None if it may do more than define them."""
    match statement:
        case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) if _is_quiet(statement, own):
            return None if _is_special(name) else (name,)
        case ast.ImportFrom("__future__"):
            return None  # it is about all of the file
        case ast.Import(names) | ast.ImportFrom(names=names) if names[0].name != "*":
            return tuple([each.asname or each.name.partition(".")[0] for each in names])
        case ast.Assign([ast.Name(name)], value) if _is_pure(value, own):
            return None if _is_special(name) else (name,)
        case ast.AnnAssign(ast.Name(name), value=value) if value is None or _is_pure(value, own):
            return None if _is_special(name) else (name,)
        case ast.Expr(ast.Constant(str())):
            return ("__doc__",)
    return None


def _is_movable(statement: ast.stmt) -> bool:
    """Whether a statement is a definition that could stand elsewhere among definitions."""
    if not isinstance(statement, DEFS):
        return False
    defaults = (*statement.args.defaults, *filter(None, statement.args.kw_defaults))
    return not any(isinstance(node, ast.Name) for each in defaults for node in below(each))


def _is_special(name: str) -> bool:
    """Whether Python or an enum looks for a name by itself: `__getattr__`, `_missing_`."""
    return name.startswith("_") and name.endswith("_") and name not in ("_", "__version__")


def _is_quiet(function: ast.FunctionDef | ast.AsyncFunctionDef, own: frozenset[str]) -> bool:
    """Whether a definition runs no code of others: in decorators or defaults, say."""
    defaults = (*function.args.defaults, *filter(None, function.args.kw_defaults))
    return all(_is_known(each, _QUIET_DECORATORS, own) for each in function.decorator_list) and all(
        _is_pure(each, own) for each in defaults
    )


def _is_known(node: ast.expr, known: frozenset[str], own: frozenset[str]) -> bool:
    """Whether an expression names something of Python's library that is in `known`."""
    return called_name(node) in known and first_name(node) not in own


def _is_pure(value: ast.expr, own: frozenset[str]) -> bool:
    """Whether making a value runs no code that may keep it, or change another value."""
    for node in below(value):
        match node:
            case ast.Call(ast.Name()) if _is_known(node.func, MAKES_QUIETLY, own):
                pass
            case ast.Call() | ast.NamedExpr() | ast.Await():
                return False
            case ast.BinOp(left, ast.LShift() | ast.RShift() | ast.MatMult()):
                # Classes that collect values often use these operators for it.
                if not isinstance(left, ast.Constant):
                    return False
    return True


def _is_open(node: ast.ClassDef, others: list[ast.ClassDef], own: frozenset[str]) -> bool:
    """Whether the methods of a class are called only by code that mentions them."""
    known = {each.name: each for each in others}
    return (
        not node.keywords
        and all(_is_known(each, _QUIET_DECORATORS, own) for each in node.decorator_list)
        and all(
            _is_known(base, PLAIN_BASES, own)
            or (name := called_name(base)).endswith(("Error", "Exception"))
            or (name in known and known[name] is not node and _is_open(known[name], others, own))
            for base in node.bases
        )
    )


def _is_method(
    statement: ast.stmt, lines: list[str], own: frozenset[str]
) -> TypeGuard[ast.FunctionDef]:
    """Whether a statement of a class is a method that is called only by its name."""
    return (
        isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef)
        and not _is_special(statement.name)
        and not lines[statement.lineno - 1][: statement.col_offset].strip()
        and _is_quiet(statement, own)
    )


def _hands_itself_on(method: ast.stmt) -> bool:
    """Whether a method hands `self` to other code, which may then call any method: the call
    `print(…, file=self)` calls `self.write`."""
    args = getattr(method, "args", None)
    first = [each.arg for each in (*args.posonlyargs, *args.args)[:1]] if args else []
    asked: set[ast.AST] = set()
    for node in below(method):
        match node:
            case ast.Attribute(value=ast.Name()):
                asked.add(node.value)
            case ast.Call(ast.Name()):
                asked.add(node.func)
            case ast.Name(name) if name in first and node not in asked:
                return True
    return False


def _is_vague_class(node: ast.ClassDef) -> bool:
    return any(
        isinstance(each, ast.FunctionDef)
        and each.name in ("__init__", "__new__")
        and _is_vague(each, True)
        for each in node.body
    )


def _is_vague(statement: ast.AST, is_method: bool) -> bool:
    """Whether a function has a parameter without annotation; in a whole class, one may."""
    if isinstance(statement, ast.ClassDef):
        return True
    if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    args = statement.args
    parameters = [*args.posonlyargs, *args.args][1 if is_method else 0 :]
    others = [each for each in (*args.kwonlyargs, args.vararg, args.kwarg) if each is not None]
    return any(each.annotation is None for each in (*parameters, *others))


def _mentioned(nodes: Iterable[ast.AST]) -> tuple[frozenset[str], tuple[Import, ...], bool]:
    """The names that are mentioned, the imports, and whether functions are found by other names."""
    names: set[str] = set()
    imports: list[Import] = []
    reaches_all = False
    named: set[ast.AST] = set()
    """The `getattr` and the like of calls with a constant name: these show what they find."""
    annotations: set[ast.AST] = set()
    for node in [part for each in nodes for part in below(each)]:
        match node:
            case ast.Call(ast.Name(name), [_, ast.Constant(str()), *_]) if name in NAME_IS_SECOND:
                named.add(node.func)
            case ast.Name(name) | ast.Attribute(attr=name):
                names.add(name)
                reaches_all = reaches_all or (name in _ANYTHING and node not in named)
            case ast.Constant(str(text)):
                names.update(_named_in(text, node in annotations))
            case ast.arg(annotation=ast.expr() as said) | ast.AnnAssign(annotation=said):
                annotations.update(below(said))
            case (
                ast.FunctionDef(returns=ast.expr() as said)
                | ast.AsyncFunctionDef(returns=ast.expr() as said)
            ):
                annotations.update(below(said))
            case ast.Import(aliases):
                imports.extend([Import(0, each.name) for each in aliases])
            case ast.ImportFrom(module, aliases, level):
                others = tuple([each.name for each in aliases if each.name != "*"])
                imports.append(Import(level, module or "", others))
                if not level and _is_library(module or ""):
                    # `from random import choice`: that it draws is known of the module's name.
                    names.update((module or "").split("."))
            case ast.alias(name):
                names.update(name.split("."))
            case ast.MatchClass():
                names.update(node.kwd_attrs)
    return frozenset(names), tuple(imports), reaches_all


def _named_in(text: str, is_annotation: bool) -> Iterable[str]:
    """The names that a text may mean: all names in an annotation or in a text without blanks, else
    the fields of a format."""
    if len(text) > LONGEST_NAMES:
        return ()
    if is_annotation or not any(map(str.isspace, text)):
        return _NAME.findall(text)
    return [name for field in _FIELD.findall(text) for name in _NAME.findall(field)]


def _last_line(statement: ast.stmt) -> int:
    return statement.end_lineno or statement.lineno
