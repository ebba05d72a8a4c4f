"""Finds questions for the type of an input that other types could answer otherwise.

    def f(x: int):
        if type(x) is not int: …        no int gets here; an instance of a subclass would

Wend tries values of the annotated types, and proofs are about these. But a type may have
subclasses. Where code asks for the type, a line is called unreachable only if no class could give
another answer:

    isinstance(x, int)      holds for all subclasses of int
    isinstance(x, str)      holds for none: no class is a subclass of int and str
    isinstance(x, bool)     both answers are tried, since bools are tried beside ints
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from functools import lru_cache

from wend.expr.sorts import Sort
from wend.inputs.domain import (
    Choice,
    Domain,
    Entries,
    Held,
    Items,
    Made,
    Reference,
    Same,
    Scalar,
    Text,
    Whole,
)
from wend.inputs.target import Parameter
from wend.record import Record, replace
from wend.source.index import called_by, index_of
from wend.source.trees import DEFS
from wend.source.type_tests import (
    ANYTHING,
    OBJECT,
    Asked,
    asked_aside,
    asked_by,
    class_parts,
    only_told,
)
from wend.source.types.of_locals import bound_by_module


class Question(Record):
    """An expression that asks for a type."""

    source: str
    line: int
    parameters: frozenset[str]
    """The parameters of the target that the question is, or may be, about."""


def open_question(
    module: ast.Module,
    function: ast.FunctionDef | ast.AsyncFunctionDef,
    parameters: Iterable[Parameter],
    *,
    is_own: bool = True,
) -> Question | None:
    """The first question of a function, or of those it calls in its module, that other types could
    answer otherwise.

    `is_own`: the function is the one that has these parameters.
    """
    inputs = _Inputs(module, function, tuple(parameters))
    found: dict[str, Question] = {}
    told = _told_in(module)
    for each in called_by(module, function):
        home = each if isinstance(each, DEFS) else None
        is_target = is_own and each is function
        for node in ast.walk(each):
            aside = () if id(node) in told else asked_aside(node, inputs.is_builtin)
            for asked in (*asked_by(node, inputs.is_builtin), *aside):
                if not inputs.is_open(asked, is_target, home):
                    continue
                question = Question(
                    ast.unparse(node).split("\n", 1)[0].rstrip(":"),
                    getattr(node, "lineno", 0),
                    inputs.about(asked.subject, is_target),
                )
                found[question.source] = question
                # Two that have both answers may have others together.
                if len(found) > 1 or not inputs.has_both_answers(asked, is_target):
                    return question
    return None


@lru_cache(maxsize=64)
def _told_in(module: ast.Module) -> frozenset[int]:
    """Expressions for types on which no function decides anything."""
    return frozenset().union(*map(only_told, (module, *index_of(module).defs)))


class _Inputs:
    """The types of the target's parameters, to answer questions with."""

    def __init__(
        self, module: ast.Module, function: ast.AST, parameters: tuple[Parameter, ...]
    ) -> None:
        self._bound = bound_by_module(module)
        self._bases = {
            node.name: [ast.unparse(base) for base in node.bases]
            for node in index_of(module).classes
        }
        self._own = {each.name: each for each in parameters}
        self._rebound = {
            node.id
            for node in ast.walk(function)
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
        }
        self._all = frozenset(
            leaf for each in parameters for leaf in _leaves(each.domain, deep=True)
        )

    def is_builtin(self, name: str) -> bool:
        return name not in self._bound

    def about(self, subject: ast.expr, is_own: bool) -> frozenset[str]:
        """The parameters that a question may be about."""
        if is_own and isinstance(subject, ast.Name) and self._is_given(subject.id):
            return frozenset((subject.id,))
        return frozenset(self._own)

    def _is_given(self, name: str) -> bool:
        return name in self._own and name not in self._rebound

    def is_open(
        self, asked: Asked, is_own: bool, home: ast.FunctionDef | ast.AsyncFunctionDef | None
    ) -> bool:
        """Whether an input of a class that is not tried may give another answer."""
        subject, classes = asked.subject, asked.classes
        if not self._own:
            return False
        match subject:
            case ast.NamedExpr(value=inner):
                return self.is_open(replace(asked, subject=inner), is_own, home)
            case ast.IfExp(body=one, orelse=other):
                each = [replace(asked, subject=inner) for inner in (one, other)]
                return any(self.is_open(part, is_own, home) for part in each)
            case ast.BinOp() | ast.UnaryOp():
                return self._may_be_of_int(classes)
            case ast.Name() | ast.Attribute() | ast.Subscript():
                pass
            case _:
                return False
        leaves, is_given = self._of(subject, is_own)
        if classes is OBJECT:
            return is_given and not leaves <= _SCALARS  # of numbers and text runs find out
        if not is_own and home is not None and not _is_parameter(home, subject):
            return False
        if classes is None or asked.is_exact:
            return not leaves <= _FINAL
        names = [ast.unparse(each) for each in class_parts(classes)]
        may_be = [
            leaf
            for leaf in leaves
            if not self._answer(leaf, names)
            and any(self._may_be(leaf, each, leaves) for each in names)
        ]
        if "float" in leaves and self._answer("float", names) != self._answer("int", names):
            return "int" not in leaves  # by the rules of annotations an int will do
        if not is_given and any(each in self._bound for each in names):
            # Classes of the module are asked for what the module makes itself.
            may_be = [leaf for leaf in may_be if _builtin(leaf) is None]
        return bool(may_be)

    def _may_be_of_int(self, classes: ast.expr | None) -> bool:
        """Whether these classes tell an int from a float that was given in its place."""
        if classes is None or "float" not in self._all or "int" in self._all:
            return False
        names = [ast.unparse(each) for each in class_parts(classes)]
        return self._answer("float", names) != self._answer("int", names)

    def has_both_answers(self, asked: Asked, is_own: bool) -> bool:
        """Whether the inputs that are tried answer a question both with yes and with no."""
        if asked.classes is None or asked.classes is OBJECT or asked.is_exact:
            return False
        names = [ast.unparse(each) for each in class_parts(asked.classes)]
        leaves, _ = self._of(asked.subject, is_own)
        return {self._answer(leaf, names) for leaf in leaves} == {True, False}

    def _of(self, subject: ast.expr, is_own: bool) -> tuple[frozenset[str], bool]:
        """The types of the subject of a question, and whether the subject is a parameter itself."""
        name = subject.id if isinstance(subject, ast.Name) else ""
        if is_own and self._is_given(name):
            return frozenset(_leaves(self._own[name].domain, deep=False)), True
        return self._all, False

    def _answer(self, leaf: str, names: list[str]) -> bool:
        """Whether values of a type are of one of these classes."""
        if leaf in names:
            return True
        below = _builtin(leaf)
        for name in names:
            above = None if name in self._bound else _builtin(name)
            if above is object or (below and above and issubclass(below, above)):
                return True
            if name in self._above(leaf):
                return True
        return False

    def _above(self, leaf: str) -> set[str]:
        """The base classes, in the module, of a class."""
        found, waiting = set[str](), [leaf]
        while waiting:
            for base in self._bases.get(waiting.pop(), ()):
                if base not in found:
                    found.add(base)
                    waiting.append(base)
        return found

    def _may_be(self, leaf: str, name: str, leaves: frozenset[str]) -> bool:
        """Whether a class that is not tried may be a subclass of both a type and a class."""
        if leaf in _FINAL or (name in _FINAL and name in leaves):
            return False
        below, above = _builtin(leaf), None if name in self._bound else _builtin(name)
        if below is None or above is None:
            return True
        if issubclass(above, below):
            return True
        return not (_has_layout(below) and _has_layout(above))


def _is_parameter(home: ast.FunctionDef | ast.AsyncFunctionDef, subject: ast.expr) -> bool:
    args = home.args
    names = [each.arg for each in (*args.posonlyargs, *args.args, *args.kwonlyargs)]
    is_given = isinstance(subject, ast.Name) and subject.id in names and subject.id != "self"
    return is_given or subject is ANYTHING


def _builtin(name: str) -> type | None:
    found = type(None) if name == "None" else getattr(builtins, name, None)
    return found if isinstance(found, type) else None


def _has_layout(cls: type) -> bool:
    """Whether the memory layout of a class keeps it from sharing a subclass with unrelated ones."""
    return cls in _LAYOUTS or not cls.__flags__ & _MAY_BE_BASE


_MAY_BE_BASE = 1 << 10
_LAYOUTS = (
    *(int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, type),
    *(BaseException, range, slice, memoryview),
)
_FINAL = frozenset(("bool", "None"))
"""Types without subclasses."""
_SCALARS = frozenset(("int", "bool", "float", "str", "bytes", "None"))


def _leaves(domain: Domain, *, deep: bool) -> Iterator[str]:
    """The names of the types of a domain's values, with `deep` also of the values inside them."""
    inner: Iterable[Domain] = ()
    match domain:
        case Scalar(sort):
            yield {Sort.INT: "int", Sort.BOOL: "bool"}.get(sort, "float")
        case Whole():
            yield "int"
        case Text(kind):
            yield kind
        case Held(None) | Same():
            pass
        case Held(str(source)):
            yield source if source == "None" else _held(source)
        case Choice(options):
            for option in options:
                yield from _leaves(option, deep=deep)
        case Items(kind, element, maker):
            yield kind if maker is None else maker.source
            inner = (element,)
        case Entries(key, value, maker):
            yield "dict" if maker is None else maker.source
            inner = (key, value)
        case Made(maker, parts):
            yield "tuple" if maker is None else maker.source
            inner = [part.domain for part in parts]
        case Reference(kinds):
            yield from [each.partition(" ")[0] for each in kinds]  # "list 0", see `run.sharing`
        case _:
            yield "ctypes"
    for each in inner if deep else ():
        yield from _leaves(each, deep=True)


def _held(source: str) -> str:
    """The name of the type of a value that is given as source."""
    try:
        return type(ast.literal_eval(source)).__name__
    except (ValueError, SyntaxError):
        return source.rpartition(".")[0] or source
