"""Bodies of loops as functions of the locals that they read. [003] §2: any block of a program can
be one that is summarised.

    for x in xs:                        def .loop4(score, /, x):
        if x > 100:                         if x > 100:
            score += 3                          score += 3
        elif x == 7:                        elif x == 7:
            break                               return (score,), ()
                                            return (score,), None
                                        for x in xs:
                                            (score,), .how = .loop4(score, x)
                                            if .how is not None:
                                                if .how:
                                                    return .how[0]
                                                break

The other locals that a body binds are of no use outside it. Every node keeps its position, and the
code of the body is named like that of the function, so that a decision in it is at the same site.
A loop stays as it is where its body would not mean the same as a function, and where that would
not pay: too few decisions, nothing that a turn leaves to the next, decisions by what calls return,
numbers that tell where to look something up.
"""

from __future__ import annotations

import ast
import builtins
import functools
import re
from collections.abc import Iterable
from types import CodeType
from typing import Any

from wend.instrument.rewrite.nodes import LOOP, Node, at
from wend.source.bound_locals import Bound, bindings, unbindings
from wend.source.files import parse, read_source
from wend.source.trees import below, children

LEAST_DECISIONS = 2
"""In a body, loops inside it aside: fewer are followed more quickly."""

_HOW = ".how"

_SEES_LOCALS = frozenset(("locals", "vars", "dir", "eval", "exec", "super", "__class__"))

_AT_ONCE = frozenset(
    ("any", "all", "sum", "min", "max", "sorted", "list", "tuple", "set", "frozenset", "dict")
)
"""Functions that are done with a generator when they return."""

_DECISIONS = ast.If | ast.IfExp | ast.Assert | ast.match_case
_Loop = ast.For | ast.While


def take_out(statements: list[ast.stmt]) -> None:
    """Makes functions of the bodies of loops, in all functions among some statements; in place."""
    for statement in statements:
        for node in below(statement):
            if isinstance(node, ast.FunctionDef) and not node.name.startswith(LOOP):
                _Host(node).take_out()


def renamed(code: CodeType) -> CodeType:
    """The code with the bodies of loops, and what is in them, named as they would be in place."""
    consts = tuple([renamed(each) if type(each) is CodeType else each for each in code.co_consts])
    return code.replace(co_consts=consts, co_qualname=_OWN_NAME.sub("", code.co_qualname))


_OWN_NAME = re.compile(rf"\.<locals>\.{re.escape(LOOP)}\d+")


@functools.lru_cache(maxsize=256)
def loops_in(file: str, line: int) -> frozenset[int]:
    """The lines of bodies that are functions, in the outermost statement around a line."""
    try:
        tree = parse(read_source(file), file)
    except (OSError, SyntaxError, ValueError):
        return frozenset()
    around = [each for each in tree.body if each.lineno <= line <= (each.end_lineno or line)]
    take_out(around)
    return frozenset(
        line
        for statement in around
        for node in below(statement)
        if isinstance(node, ast.FunctionDef) and node.name.startswith(LOOP)
        for each in node.body[:-1]  # but for what it returns at its end
        for line in range(each.lineno, (each.end_lineno or each.lineno) + 1)
    )


class _Our(ast.If):
    """A decision of ours, which is no block of the program's."""


class _Host:
    """A function with loops in it."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self._function = function
        args = function.args
        named = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
        parameters = frozenset([each.arg for each in named if each is not None])
        self._inside = [node for each in function.body for node in below(each)]
        self._elsewhere = {
            name
            for node in self._inside
            if isinstance(node, ast.Global | ast.Nonlocal)
            for name in node.names
        }
        """Names that are bound in some other scope, or by a function that is defined here."""
        bound = parameters.union(*[bindings(each) for each in function.body])
        self._local = bound - self._elsewhere
        self._bound = Bound(self._local)
        self._bound.walk(function.body, parameters)
        self._consumed = {
            id(arg)
            for node in self._inside
            if isinstance(node, ast.Call) and self._is_done_at_once(node.func)
            for arg in node.args
            if isinstance(arg, ast.GeneratorExp)
        }
        """Generators that are done with before anything else goes on."""
        self._captured = {
            name.id
            for node in self._inside
            if isinstance(node, _DEFINITIONS) and id(node) not in self._consumed
            for name in below(node)
            if isinstance(name, ast.Name)
        }

    def take_out(self) -> None:
        names = {node.id for node in self._inside if isinstance(node, ast.Name)}
        if _SEES_LOCALS.isdisjoint(names):
            self._block(self._function.body, [])

    def _block(self, statements: list[ast.stmt], around: list[ast.AST]) -> None:
        """`around`: the statements that may take what is raised in these."""
        for place, statement in reversed([*enumerate(statements)]):
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                continue
            if isinstance(statement, ast.For | ast.While):
                made = self._taken_out(statement, around)
                if made is not None:
                    statements.insert(place, made)
                    _Host(made).take_out()
                    self._block(statement.orelse, around)
                    continue
            taking = [statement] if isinstance(statement, _TAKING) else []
            for block in _blocks(statement):
                self._block(block, [*around, *taking])

    def _taken_out(self, loop: _Loop, around: list[ast.AST]) -> ast.FunctionDef | None:
        """The function that the body of a loop became; None where the loop stays as it is."""
        head, body, tail = _parts(loop.body)
        if _decisions(body) < LEAST_DECISIONS or _calls(body) or not self._may_move(body):
            return None
        inside = Bound(self._local)
        inside.walk(body, frozenset())
        written = {name for each in body for name in bindings(each)}
        if written & self._elsewhere or written & self._captured:
            return None
        if any(_may_see(each, written) for each in around):
            return None
        start, anew = self._bound.at.get(loop), Bound(self._local).after(head, frozenset())
        start = start and Bound(self._local).after(head, start)
        if start is None or anew is None:
            return None
        if isinstance(loop, ast.For):
            anew = anew.union(bindings(loop.target))
        results = sorted(written & (self._read_outside(body) | (inside.needs - anew)))
        left = [state for state in inside.left if state is not None]
        kept = {name for name in results if any(name not in state for state in left)}
        needed = inside.needs | kept
        if not needed <= start or unbindings(body).intersection(results):
            return None
        if not _hands_on(body, results) or self._are_places(results):
            return None
        ends = _Ends(loop, results, body)
        made = ends.function(sorted(needed & {*results}), sorted(needed - {*results}))
        loop.body = [*head, *ends.caller(made), *tail]
        return made

    def _are_places(self, names: Iterable[str]) -> bool:
        """Whether names, or what is made of them, tell where to look something up: a number that
        differs from run to run is then worth little."""
        found, known = {*names}, 0
        while len(found) > known:
            known = len(found)
            for node in self._inside:
                match node:
                    case ast.Assign() | ast.AugAssign() | ast.NamedExpr():
                        if _names_in(node.value) & found:
                            found.update(bindings(node))
        places = [node.slice for node in self._inside if isinstance(node, ast.Subscript)]
        return any(_names_in(place) & found for place in places)

    def _may_move(self, body: list[ast.stmt]) -> bool:
        """Whether there is nothing in a body that means something else in a function of its own."""
        for node in [node for each in body for node in below(each)]:
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                    return False
                case ast.Yield() | ast.YieldFrom() | ast.Await():
                    return False
                case ast.Name(ctx=ast.Del()):
                    return False
                case ast.AsyncFor() | ast.AsyncWith() | ast.Global() | ast.Nonlocal():
                    return False
                case ast.comprehension(is_async=1):
                    return False
                case ast.Lambda() | ast.GeneratorExp() if id(node) not in self._consumed:
                    names = {each.id for each in below(node) if isinstance(each, ast.Name)}
                    if names & self._local:
                        return False
                case ast.Try(finalbody=final) | ast.TryStar(finalbody=final):
                    # What is returned is told before it is run.
                    if any(True for each in final for _ in bindings(each)):
                        return False
        return True

    def _is_done_at_once(self, function: ast.expr) -> bool:
        if isinstance(function, ast.Attribute):
            return function.attr == "join"
        return (
            isinstance(function, ast.Name)
            and function.id in _AT_ONCE
            and function.id not in self._local
        )

    def _read_outside(self, body: list[ast.stmt]) -> set[str]:
        """The names that are read, or may be unbound, anywhere but in the body of a loop."""
        inside = {id(node) for each in body for node in below(each)}
        others = [node for node in self._inside if id(node) not in inside]
        found = {
            node.id
            for node in others
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store)
        }
        return found | {
            node.target.id
            for node in others
            if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
        }


_DEFINITIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda | ast.GeneratorExp
_TAKING = ast.Try | ast.TryStar | ast.With | ast.AsyncWith


def _blocks(node: Any) -> list[list[ast.stmt]]:
    """The blocks of a statement."""
    parts = (node, *getattr(node, "handlers", ()), *getattr(node, "cases", ()))
    names = ("body", "orelse", "finalbody")
    return [block for each in parts for name in names if (block := getattr(each, name, None))]


def _parts(body: list[ast.stmt]) -> tuple[list[ast.stmt], list[ast.stmt], list[ast.stmt]]:
    """The statements of a body before the first that decides something, up to the last, and the
    others: what is counted and looked up without a decision need not be given to anybody."""
    deciding = [place for place, each in enumerate(body) if _decides(each)]
    if not deciding:
        return body, [], []
    first, last = deciding[0], deciding[-1] + 1
    if _jumps(body)[0]:
        last = len(body)  # what a turn leaves out would be another kind of result
    return body[:first], body[first:last], body[last:]


def _decides(statement: ast.stmt) -> bool:
    """Whether a statement decides something, or is more than one."""
    inner = below(statement)[1:]
    return any(isinstance(each, _DECISIONS | ast.BoolOp | ast.stmt) for each in inner) or (
        isinstance(statement, ast.Assert | ast.Return | ast.Break | ast.Continue | ast.Raise)
    )


def _decisions(body: list[ast.stmt]) -> int:
    """The decisions in code; loops inside it are taken out by themselves."""
    count = 0
    waiting: list[ast.AST] = [*body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.For | ast.While):
            continue
        count += isinstance(node, _DECISIONS)
        count += len(node.values) - 1 if isinstance(node, ast.BoolOp) else 0
        waiting += children(node)
    return count


def _hands_on(body: list[ast.stmt], results: list[str]) -> bool:
    """Whether it matters to what comes after a turn which way that went."""
    inside = [each for statement in body for each in below(statement)]
    places = [each for each in inside if isinstance(each, ast.Attribute | ast.Subscript)]
    return bool(results) or any(isinstance(each.ctx, ast.Store) for each in places)


def _calls(body: list[ast.stmt]) -> bool:
    """Whether code calls functions that have summaries, as far as names tell: what they return is
    what it decides by."""
    inside = [each for statement in body for each in below(statement)]
    raised = [node.exc for node in inside if isinstance(node, ast.Raise)]
    for node in inside:
        match node:
            case ast.Call(func=ast.Name(id=name)) if not hasattr(builtins, name):
                if node not in raised:
                    return True
            case ast.Call(func=ast.Attribute(value=ast.Name(id="self" | "cls"))):
                return True
    return False


def _names_in(node: ast.AST) -> set[str]:
    return {each.id for each in below(node) if isinstance(each, ast.Name)}


def _may_see(around: Any, written: set[str]) -> bool:
    """Whether what a body bound before it raised something may be read afterwards."""
    if not isinstance(around, ast.Try | ast.TryStar):
        return True  # who knows what a context manager lets pass
    if any(_falls_through(handler.body) for handler in around.handlers):
        return True
    after = [*around.handlers, *around.finalbody]
    names = {each.id for part in after for each in below(part) if isinstance(each, ast.Name)}
    return bool(names & written)


def _falls_through(body: list[ast.stmt]) -> bool:
    return not isinstance(body[-1], ast.Return | ast.Raise)


# The function, and its call


class _Ends:
    """Where a body ends, a function returns: what it bound, and how it goes on.

    None: with what comes after it, or the next turn; (): it leaves the loop; (x,): it returns x.
    """

    def __init__(self, loop: _Loop, results: list[str], body: list[ast.stmt]) -> None:
        self._loop = loop
        self._results = results
        self._body = body
        _, self._leaves = _jumps(body)

    def function(self, carried: list[str], given: list[str]) -> ast.FunctionDef:
        """The function, with those arguments first that are among its results."""
        args = ast.arguments(
            [_put(ast.arg(each, None), self._loop) for each in carried],
            [_put(ast.arg(each, None), self._loop) for each in given],
            *(None, [], [], None, []),
        )
        body = [*self.block(self._body), self._return(self._loop, ast.Constant(None))]
        made = ast.FunctionDef(f"{LOOP}{self._loop.lineno}", args, body, [], None)
        made.type_params = []  # type: ignore[attr-defined]
        return _put(made, self._loop)

    def block(self, statements: list[ast.stmt], in_loop: bool = False) -> list[ast.stmt]:
        return [self._statement(each, in_loop) for each in statements]

    def _statement(self, node: Any, in_loop: bool) -> ast.stmt:
        match node:
            case ast.Continue() if not in_loop:
                return self._return(node, ast.Constant(None))
            case ast.Break() if not in_loop:
                return self._return(node, ast.Tuple([], ast.Load()))
            case ast.Return(value=value):
                told = value or at(ast.Constant(None), node)
                return self._return(node, ast.Tuple([told], ast.Load()), is_last=True)
            case ast.For() | ast.While():
                node.body = self.block(node.body, True)
                node.orelse = self.block(node.orelse, in_loop)
                return node
        for part in (node, *getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            for name in ("body", "orelse", "finalbody"):
                if isinstance(getattr(part, name, None), list):
                    setattr(part, name, self.block(getattr(part, name), in_loop))
        return node  # type: ignore[no-any-return]

    def _return(self, place: ast.stmt, how: ast.expr, *, is_last: bool = False) -> ast.stmt:
        """`is_last`: nobody needs what was bound."""
        parts: list[ast.expr] = [
            _put(ast.Constant(None) if is_last else ast.Name(each, ast.Load()), place)
            for each in self._results
        ]
        value = _put(ast.Tuple(parts, ast.Load()), place)
        if self._leaves:
            value = _put(ast.Tuple([value, _put(how, place)], ast.Load()), place)
        return _put(ast.Return(value), place)

    def caller(self, function: ast.FunctionDef) -> list[ast.stmt]:
        """What stands in the loop in place of the body."""
        args = function.args
        given = [self._name(each.arg) for each in (*args.posonlyargs, *args.args)]
        call = self._put(ast.Call(self._name(function.name), given, []))
        target: ast.expr = self._bound(self._results)
        if not self._leaves:
            return [self._put(ast.Assign([target], call) if self._results else ast.Expr(call))]
        if not self._results:
            target = self._put(ast.Name(f"{_HOW}0", ast.Store()))
        how = self._put(ast.Name(_HOW, ast.Store()))
        both = self._put(ast.Tuple([target, how], ast.Store()))
        return [self._put(ast.Assign([both], call)), self._goes_on()]

    def _goes_on(self) -> ast.stmt:
        first = self._put(ast.Subscript(self._name(_HOW), self._constant(0), ast.Load()))
        returns = self._put(ast.Return(first))
        test = self._put(ast.Compare(self._name(_HOW), [ast.IsNot()], [self._constant(None)]))
        return self._if(test, [self._if(self._name(_HOW), [returns]), self._put(ast.Break())])

    def _bound(self, names: list[str]) -> ast.expr:
        targets: list[ast.expr] = [self._put(ast.Name(each, ast.Store())) for each in names]
        return self._put(ast.Tuple(targets, ast.Store()))

    def _name(self, name: str) -> ast.expr:
        return self._put(ast.Name(name, ast.Load()))

    def _constant(self, value: int | None) -> ast.expr:
        return self._put(ast.Constant(value))

    def _if(self, test: ast.expr, body: list[ast.stmt]) -> ast.stmt:
        return self._put(_Our(test, body, []))

    def _put(self, node: Node) -> Node:
        return _put(node, self._loop)


def _put(node: Node, place: ast.stmt) -> Node:
    """The node where a statement begins."""
    made = node.__dict__
    made["lineno"] = made["end_lineno"] = place.lineno
    made["col_offset"] = place.col_offset
    made["end_col_offset"] = place.col_offset + 1
    return node


def _jumps(body: list[ast.stmt]) -> tuple[bool, bool]:
    """Whether a body may go on with the next turn of its loop, and whether it may leave that."""
    goes_on = leaves = False
    waiting: list[tuple[ast.AST, bool]] = [(each, False) for each in body]
    while waiting:
        node, in_loop = waiting.pop()
        leaves |= isinstance(node, ast.Return) or (isinstance(node, ast.Break) and not in_loop)
        goes_on |= isinstance(node, ast.Continue) and not in_loop
        if isinstance(node, ast.For | ast.While):
            waiting += [(each, True) for each in node.body]
            waiting += [(each, in_loop) for each in node.orelse]
        else:
            waiting += [(each, in_loop) for each in children(node)]
    return goes_on, leaves
