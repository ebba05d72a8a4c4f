"""How a function uses a value, as votes for what the value is."""

from __future__ import annotations

import ast
import builtins
from collections import defaultdict
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

from wend.run.hints import class_hints, hints_of
from wend.run.vocabulary import (
    ARGUMENTS,
    BUILTIN_KINDS,
    METHODS,
    NUMBERS,
    TAKING_TEXT,
    by_name,
)
from wend.run.votes import Subject, Votes


class Uses:
    """All expressions of one function."""

    def __init__(self, node: ast.AST, module: ModuleType, home: ast.AST | None = None) -> None:
        """`home` is the class around a constructor: what it keeps is used elsewhere in it."""
        nodes = list(ast.walk(home or node))
        self._nodes = [each for each in nodes if isinstance(each, _TELLING)]
        self._kept = _kept(node) if home is not None else {}
        self._module = module
        asserted = [each.test for each in nodes if isinstance(each, ast.Assert)]
        self._asserted = {id(inner) for each in asserted for inner in ast.walk(each)}

    def of_name(self, name: str) -> Votes:
        names = {name} | {
            each.targets[0].id
            for each in self._nodes
            if isinstance(each, ast.Assign)
            and isinstance(each.value, ast.Name)
            and each.value.id == name
            and isinstance(each.targets[0], ast.Name)
        }
        votes = self.votes(_is_name(names, self._kept.get(name, frozenset())))
        for kind, weight in by_name(name):
            votes.add(kind, weight)
        return votes

    def votes(self, subject: Subject) -> Votes:
        """Goes through the function and asks each expression what it thinks of the value."""
        votes = Votes(self, subject)
        for node in self._nodes:
            self._ask(node, subject, votes)
        if votes.attributes:
            votes.classes.update(dict.fromkeys(self._classes_with(set(votes.attributes))))
        return votes

    def _ask(self, node: ast.AST, subject: Subject, votes: Votes) -> None:
        match node:
            case ast.Compare():
                _compared(node, subject, votes)
            case ast.BinOp():
                _operated(node.left, node.op, node.right, subject, votes)
            case ast.AugAssign():
                _operated(node.target, node.op, node.value, subject, votes)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Invert(), operand=operand):
                if subject(operand):
                    votes.add("int")
            case ast.BoolOp(op=ast.Or(), values=[first, *_, last]) if subject(first):
                kind = _kind(last)
                if kind is not None:
                    votes.add(kind, 2)
                votes.add("None")
            case ast.Call():
                self._called(node, subject, votes)
            case ast.Subscript(value=value, slice=index):
                if subject(value):
                    _subscripted(index, votes)
                elif subject(index):
                    votes.add("int", 0.5)
                    votes.add("str", 0.25)
            case ast.For(iter=over, target=target) | ast.comprehension(iter=over, target=target):
                if subject(over):
                    votes.add("list", 2)
                    votes.add("str", 0.3)
                    if isinstance(target, ast.Tuple):
                        votes.add("list")
            case ast.Attribute(value=value, attr=attribute) if subject(value):
                votes.attributes[attribute] = None
            case ast.Assign(targets=[ast.Tuple()], value=value) if subject(value):
                votes.add("list")
            case ast.Starred(value=value) if subject(value):
                votes.add("list")
            case ast.Match(subject=value, cases=cases) if subject(value):
                self._matched(cases, votes)

    def _called(self, call: ast.Call, subject: Subject, votes: Votes) -> None:
        match call.func:
            case func if subject(func):
                votes.add("callable", 3)
            case ast.Attribute(value=value, attr=method) if subject(value):
                for kind, methods in METHODS.items():
                    if method in methods:
                        votes.add(
                            kind, 2 if sum(method in m for m in METHODS.values()) == 1 else 0.7
                        )
                if method in ("get", "pop", "setdefault") and call.args:
                    _key(call.args[0], votes)
            case ast.Name(id="isinstance") if len(call.args) == 2 and subject(call.args[0]):
                self._instance_of(call.args[1], votes)
                if id(call) in self._asserted:
                    votes.checked = False
            case ast.Attribute(value=ast.Constant(value=str()), attr="join"):
                if any(subject(arg) for arg in call.args):
                    votes.add("list", 2)
            case ast.Name(id="bytes" | "bytearray") if any(map(subject, _displayed(call.args))):
                votes.add("int", 3)
            case _:
                self._argument(call, subject, votes)

    def _argument(self, call: ast.Call, subject: Subject, votes: Votes) -> None:
        """The value is handed to somebody."""
        places = [at for at, arg in enumerate(call.args) if subject(arg)]
        keywords = [each.arg for each in call.keywords if subject(each.value)]
        if not places and not keywords:
            return
        name = ast.unparse(call.func)
        method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        for at in places:
            if method in TAKING_TEXT:
                votes.add("str", 1.5)
            is_one_of_several = name in ("min", "max") and len(call.args) > 1
            for kind, weight in NUMBERS if is_one_of_several else ARGUMENTS.get(name, ()):
                votes.add(kind, weight)
            first = name.partition(".")[0]
            if first in ("math", "cmath") and name not in ("math.gcd", "math.isqrt", "math.prod"):
                votes.add("float", 1)
                votes.add("int", 0.5)
            elif name.startswith(("os.path.", "posixpath.")) or (
                first == "re" and at == (2 if name in ("re.sub", "re.subn") else 1)
            ):
                votes.add("str", 3)
            self._handed_to(name, at, votes)
        for keyword in keywords:
            if keyword == "key":
                votes.add("callable", 2)
            if keyword is not None:
                self._handed_to(name, keyword, votes)

    def _handed_to(self, name: str, place: int | str, votes: Votes) -> None:
        """A function of the module: what it says of its own parameter."""
        function = self._resolved(name)
        if isinstance(function, type):
            hints = class_hints(function) if function.__module__ != "builtins" else {}
            code = getattr(vars(function).get("__init__"), "__code__", None)
            place = place + 1 if isinstance(place, int) else place
        elif isinstance(function, FunctionType):
            hints, code = hints_of(function), function.__code__
        else:
            return
        if isinstance(place, int):
            names = code.co_varnames[: code.co_argcount] if code is not None else ()
            place = names[place] if place < len(names) else ""
        if place in hints:
            votes.classes[hints[place]] = None

    def _resolved(self, dotted: str) -> Any:
        found: Any = vars(self._module).get(dotted.partition(".")[0])
        for part in dotted.split(".")[1:]:
            found = getattr(found, part, None)
        return found

    def _instance_of(self, classes: ast.AST, votes: Votes) -> None:
        votes.checked = True
        each = classes.elts if isinstance(classes, ast.Tuple) else [classes]
        if isinstance(classes, ast.BinOp):
            each = [classes.left, classes.right]
        for one in each:
            name = ast.unparse(one)
            if name in BUILTIN_KINDS:
                votes.add(BUILTIN_KINDS[name], 2)
                continue
            found = self._resolved(name) or getattr(builtins, name, None)
            if isinstance(found, type):
                votes.classes[found] = None

    def _matched(self, cases: list[ast.match_case], votes: Votes) -> None:
        for case in cases:
            patterns = [case.pattern]
            if isinstance(case.pattern, ast.MatchOr):
                patterns = case.pattern.patterns
            for pattern in patterns:
                match pattern:
                    case ast.MatchValue(value=value):
                        votes.add(_kind(value) or "int", 2)
                    case ast.MatchSingleton(value=None):
                        votes.add("None")
                    case ast.MatchSequence():
                        votes.add("list", 2)
                    case ast.MatchMapping(keys=keys):
                        votes.add("dict", 2)
                        for key in keys:
                            _key(key, votes)
                    case ast.MatchClass(cls=cls):
                        self._instance_of(cls, votes)

    def _classes_with(self, attributes: set[str]) -> Iterator[Any]:
        """Classes of the module whose instances have all these attributes."""
        if any(attributes <= methods for methods in METHODS.values()):
            return
        for value in vars(self._module).values():
            if isinstance(value, type) and value.__module__ == self._module.__name__:
                code = getattr(vars(value).get("__init__"), "__code__", None)
                known = {*dir(value), *class_hints(value), *(code.co_names if code else ())}
                if attributes <= known:
                    yield value

    # Parts of the value

    def element_of(self, subject: Subject) -> Subject:
        names: set[str] = set()
        for node in self._nodes:
            if not isinstance(node, ast.For | ast.comprehension):
                continue
            target, over = node.target, node.iter
            match over:
                case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *_]) if subject(inner):
                    if isinstance(target, ast.Tuple) and len(target.elts) == 2:
                        names |= _names(target.elts[1])
                case ast.Call(func=ast.Name(id="sorted" | "reversed" | "set" | "list"), args=args):
                    if args and subject(args[0]):
                        names |= _names(target)
                case ast.Call(func=ast.Attribute(value=value, attr="items")) if subject(value):
                    if isinstance(target, ast.Tuple) and len(target.elts) == 2:
                        names |= _names(target.elts[1])
                case ast.Call(func=ast.Attribute(value=value, attr="values")) if subject(value):
                    names |= _names(target)
                case _ if subject(over):
                    names |= _names(target)

        def is_element(node: ast.AST) -> bool:
            match node:
                case ast.Name(id=name):
                    return name in names
                case ast.Subscript(value=value, slice=index):
                    return subject(value) and not isinstance(index, ast.Slice)
                case ast.Call(func=ast.Attribute(value=value, attr="pop" | "popleft" | "get")):
                    return subject(value)
            return False

        return is_element

    def unpacked_from(self, subject: Subject) -> list[str]:
        """The names in `for a, b in subject`."""
        for node in self._nodes:
            if isinstance(node, ast.For | ast.comprehension) and subject(node.iter):
                target = node.target
                if isinstance(target, ast.Tuple) and all(map(_names, target.elts)):
                    return [each.id for each in target.elts if isinstance(each, ast.Name)]
        return []

    def key_of(self, subject: Subject) -> Subject:
        names: set[str] = set()
        expressions: set[str] = set()
        for node in self._nodes:
            match node:
                case (
                    ast.For(iter=over, target=target) | ast.comprehension(iter=over, target=target)
                ):
                    match over:
                        case ast.Call(func=ast.Attribute(value=value, attr="items")):
                            if subject(value) and isinstance(target, ast.Tuple):
                                names |= _names(target.elts[0])
                        case _ if subject(over):
                            names |= _names(target)
                case ast.Subscript(value=value, slice=ast.Name(id=name)) if subject(value):
                    expressions.add(name)
        return lambda node: isinstance(node, ast.Name) and node.id in names | expressions


_TELLING = (
    ast.Compare, ast.BinOp, ast.AugAssign, ast.UnaryOp, ast.BoolOp, ast.Call, ast.Subscript,
    ast.For, ast.comprehension, ast.Attribute, ast.Assign, ast.Starred, ast.Match,
)  # fmt: skip
"""Nodes that may tell something of a value; most nodes are names and constants."""


def _is_name(names: set[str], kept_as: frozenset[str]) -> Subject:
    def is_it(node: ast.AST) -> bool:
        match node:
            case ast.Name(id=found):
                return found in names
            case ast.Attribute(value=ast.Name(id="self"), attr=found):
                return found in kept_as
        return False

    return is_it


def _kept(constructor: ast.AST) -> dict[str, frozenset[str]]:
    """The attributes that keep a parameter: `self.size = size`."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for node in ast.walk(constructor):
        match node:
            case ast.Assign(
                targets=[ast.Attribute(value=ast.Name(id="self"), attr=attribute)],
                value=ast.Name(id=name),
            ):
                found[name].add(attribute)
    return {name: frozenset(attributes) for name, attributes in found.items()}


def _names(target: ast.AST) -> set[str]:
    return {target.id} if isinstance(target, ast.Name) else set()


def _kind(node: ast.AST) -> str | None:
    """The kind of a literal, or of a call whose result is plain."""
    match node:
        case ast.Constant(value=value):
            return None if value is ... else type(value).__name__.replace("NoneType", "None")
        case ast.JoinedStr():
            return "str"
        case ast.List() | ast.ListComp():
            return "list"
        case ast.Dict() | ast.DictComp():
            return "dict"
        case ast.Set() | ast.SetComp():
            return "set"
        case ast.UnaryOp(operand=operand):
            return _kind(operand)
        case ast.Call(func=ast.Name(id="len" | "ord" | "int" | "round" | "abs")):
            return "int"
        case ast.Call(func=ast.Name(id="str" | "chr" | "repr")):
            return "str"
        case ast.BinOp(op=ast.Mult() | ast.Sub() | ast.Add(), left=left, right=right):
            return _kind(left) or _kind(right)
    return None


def _compared(node: ast.Compare, subject: Subject, votes: Votes) -> None:
    sides = [node.left, *node.comparators]
    for op, left, right in zip(node.ops, sides, sides[1:], strict=False):
        if isinstance(op, ast.In | ast.NotIn):
            if subject(left):
                _member(right, votes)
            elif subject(right):
                _container(left, votes)
            continue
        for one, other in ((left, right), (right, left)):
            if not subject(one):
                continue
            kind = _kind(other)
            if kind == "None":
                votes.add("None")
            elif kind is not None:
                votes.add(kind, 2)
            elif isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
                votes.add("int", 0.7)


def _member(container: ast.AST, votes: Votes) -> None:
    match container:
        case ast.Constant(value=str()):
            votes.add("str", 2)
        case ast.Constant(value=bytes()):
            votes.add("bytes", 2)
        case ast.Tuple(elts=elts) | ast.List(elts=elts) | ast.Set(elts=elts):
            for each in elts:
                votes.add(_kind(each) or "int", 2 / len(elts))
        case ast.Dict(keys=keys):
            for key in keys:
                if key is not None:
                    votes.add(_kind(key) or "int", 2 / len(keys))
        case ast.Call(func=ast.Name(id="range")):
            votes.add("int", 2)


def _container(member: ast.AST, votes: Votes) -> None:
    kind = _kind(member)
    if kind == "str":
        votes.add("str", 1)
        votes.add("dict", 0.8)
        votes.add("list", 0.5)
        _key(member, votes)
    elif kind == "int":
        votes.add("list", 1)
        votes.add("dict", 0.5)
    else:
        votes.add("list", 0.7)
        votes.add("dict", 0.7)
        votes.add("str", 0.4)


def _operated(
    left: ast.AST, op: ast.operator, right: ast.AST, subject: Subject, votes: Votes
) -> None:
    if subject(left) and isinstance(op, ast.Mod):
        kind = _kind(right)
        is_text = isinstance(right, ast.Tuple | ast.Dict) or kind == "str"
        votes.add("str" if is_text else "int", 2)
        return
    for one, other in ((left, right), (right, left)):
        if not subject(one):
            continue
        kind = _kind(other)
        if isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor | ast.LShift | ast.RShift):
            votes.add("set" if kind == "set" else "int", 2)
        elif isinstance(op, ast.Mult) and kind in ("str", "list"):
            votes.add("int", 2)
        elif isinstance(op, ast.Add) and kind in ("str", "list", "bytes"):
            votes.add(kind, 2)
        elif kind == "float" or isinstance(op, ast.Div):
            votes.add("int", 1)
            votes.add("float", 1 if kind == "float" else 0.5)
        elif isinstance(op, ast.Mod) and one is right:
            if kind != "str":
                votes.add("int", 1)
        elif kind == "int" or not isinstance(op, ast.Add):
            votes.add("int", 2 if kind == "int" else 1)
        else:
            votes.add("int", 0.5)
            votes.add("str", 0.2)


def _subscripted(index: ast.AST, votes: Votes) -> None:
    kind = _kind(index)
    if isinstance(index, ast.Slice):
        votes.add("list", 1)
        votes.add("str", 1)
    elif kind == "str":
        votes.add("dict", 3)
        _key(index, votes)
    elif kind == "int":
        votes.add("list", 1.5)
        votes.add("str", 0.6)
    else:
        votes.add("list", 1)
        votes.add("dict", 0.6)
        votes.add("str", 0.5)


def _displayed(args: list[ast.expr]) -> list[ast.expr]:
    """What is written inside the list or tuple that is the only argument."""
    match args:
        case [ast.List(elts=items) | ast.Tuple(elts=items)]:
            return items
        case _:
            return []


def _key(node: ast.AST, votes: Votes) -> None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        votes.keys[node.value] = None
