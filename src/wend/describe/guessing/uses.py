"""Collects votes on the type of a value from the expressions of a function that use it."""

from __future__ import annotations

import ast
import functools
import itertools
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, ModuleType
from typing import Any

from wend.describe.guessing.literals import Literals
from wend.describe.guessing.operators import asked_for, compared, one_of, operated, subscripted
from wend.describe.guessing.vocabulary import (
    ARGUMENTS,
    ATTRIBUTES,
    BUILTIN_KINDS,
    METHODS,
    NATIVE_CLASSES,
    NUMBERS,
    PREDICATES,
    TAKING_BYTES,
    TAKING_PATHS,
    TAKING_TEXT,
    by_name,
)
from wend.describe.guessing.votes import Subject, Votes
from wend.describe.hints import class_hints, hints_of
from wend.source.definitions import node_of

MOST_CALLS = 2
"""Nested calls through which a value is followed."""

MOST_CLASSES = 4
"""Classes that are considered because they have all attributes that are read."""

MOST_NAMES = 3
"""Rounds of looking for further names of the value: `b = a`, then `c = b`."""


class Uses:
    """All expressions of one function."""

    def __init__(
        self,
        node: ast.AST,
        module: ModuleType,
        home: ast.AST | None = None,
        depth: int = MOST_CALLS,
    ) -> None:
        """`home` is the class around a constructor, whose methods use the attributes that it
        keeps."""
        nodes = list(ast.walk(home or node))
        self._nodes = [each for each in nodes if isinstance(each, _TELLING)]
        self._kept = _kept(node) if home is not None else {}
        self._module = module
        self._depth = depth
        self._literals = Literals(home or node, module)
        asserted = [each.test for each in nodes if isinstance(each, ast.Assert)]
        self._asserted = {id(inner) for each in asserted for inner in ast.walk(each)}
        self._tried = _tried(nodes)
        self._methods = _methods_by_name(self._nodes)
        self._asked: dict[Subject, Votes] = {}
        """The votes for each value, kept because guessing asks for them again and again."""

    def of_name(self, name: str) -> Votes:
        votes = self.votes(_is_name(name, self._kept.get(name, frozenset())))
        for kind, weight in by_name(name):
            votes.add(kind, weight)
        return votes

    def votes(self, subject: Subject) -> Votes:
        """The votes of all expressions of the function on the value."""
        if subject not in self._asked:
            named = self._named(subject)
            votes = Votes(self, named)
            for node in self._nodes:
                self._ask(node, named, votes)
            self._asked[subject] = votes
        return self._asked[subject].copy()

    def _named(self, subject: Subject) -> Subject:
        """The value with its other names, and its slices, which have the same type."""
        names: set[str] = set()

        def is_it(node: ast.AST) -> bool:
            match node:
                case ast.Name(id=name) if name in names:
                    return True
                case ast.Subscript(value=value, slice=ast.Slice()):
                    return is_it(value)
                case ast.IfExp(body=body, orelse=orelse):
                    return is_it(body) or is_it(orelse)
                case ast.BoolOp(values=values):
                    return any(map(is_it, values))
                case ast.NamedExpr(value=value):
                    return is_it(value)
            return subject(node)

        for _ in range(MOST_NAMES):
            known = len(names)
            for node in self._nodes:
                match node:
                    case ast.Assign(targets=targets, value=value) if is_it(value):
                        names.update([each.id for each in targets if isinstance(each, ast.Name)])
                    case ast.NamedExpr(target=ast.Name(id=name), value=value) if is_it(value):
                        names.add(name)
            if len(names) == known:
                break
        return is_it

    def _ask(self, node: ast.AST, subject: Subject, votes: Votes) -> None:
        literals = self._literals
        match node:
            case ast.Compare():
                compared(node, subject, votes, literals)
            case ast.BinOp():
                operated(node.left, node.op, node.right, subject, votes, literals)
            case ast.AugAssign():
                operated(node.target, node.op, node.value, subject, votes, literals)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Invert(), operand=operand):
                if subject(operand):
                    votes.add("int")
            case ast.BoolOp(op=ast.Or(), values=[first, *_, last]) if subject(first):
                kind = literals.kind(last)
                if kind is not None:
                    votes.add(kind, 2)
                votes.add("None")
            case ast.Call():
                self._called(node, subject, votes)
            case ast.Subscript(value=value, slice=index):
                if subject(value):
                    subscripted(index, votes, literals)
                elif subject(index):
                    votes.add("int", 0.5)
                    votes.add("str", 0.25)
            case ast.For(iter=over, target=target) | ast.comprehension(iter=over, target=target):
                if subject(over):
                    votes.add("list", 2)
                    votes.add("str", 0.3)
                    if isinstance(target, ast.Tuple):
                        votes.add("list")
            case ast.Attribute(value=value, attr=attribute, ctx=ast.Load()) if subject(value):
                votes.attributes[attribute] = None
                if attribute in ATTRIBUTES:
                    votes.add(ATTRIBUTES[attribute], 3)
            case ast.Assign(targets=[ast.Tuple(elts=elts)], value=value) if subject(value):
                self._unpacked(elts, votes)
            case ast.Starred(value=value, ctx=ast.Load()) if subject(value):
                votes.add("list")
            case ast.Match(subject=value, cases=cases) if subject(value):
                self._matched(cases, votes)

    def _unpacked(self, elts: list[ast.expr], votes: Votes) -> None:
        names = [each.id for each in elts if isinstance(each, ast.Name)]
        if len(names) < len(elts) or votes.unpacked:
            votes.add("list")
            return
        votes.unpacked = names
        votes.add("tuple", 2)

    def _called(self, call: ast.Call, subject: Subject, votes: Votes) -> None:
        match call.func:
            case func if subject(func):
                votes.add("callable", 3)
            case ast.Attribute(value=value, attr=method) if subject(value):
                self._method(method, call.args, votes)
            case ast.Name(id=name) if name in self._methods and subject(self._methods[name].value):
                self._method(self._methods[name].attr, call.args, votes)
            case ast.Name(id="len") if id(call) in self._tried and any(map(subject, call.args)):
                votes.ask("iterator")
                self._argument(call, subject, votes)
            case ast.Name(id="isinstance") if len(call.args) == 2 and subject(call.args[0]):
                self._instance_of(call.args[1], votes)
                if id(call) in self._asserted:
                    votes.checked = False
            case ast.Name(id="isinstance") if len(call.args) == 2 and subject(call.args[1]):
                votes.add("type", 2)
            case ast.Name(id="issubclass") if len(call.args) == 2 and subject(call.args[0]):
                votes.add("type", 3)
                for each in _alternatives(call.args[1]):
                    one_of(each, votes, self._literals)
            case ast.Name(id="hasattr" | "getattr") if call.args and subject(call.args[0]):
                match call.args:
                    case [_, ast.Constant(value=str(attribute)), *_]:
                        votes.checked = True
                        if attribute in ATTRIBUTES:
                            votes.ask(ATTRIBUTES[attribute])
            case ast.Attribute(value=ast.Constant(value=str()), attr="join"):
                if any(subject(arg) for arg in call.args):
                    votes.add("list", 2)
                    votes.inside["str"] += 1.0
            case ast.Name(id="bytes" | "bytearray") if any(map(subject, _displayed(call.args))):
                votes.add("int", 3)
            case _:
                self._argument(call, subject, votes)

    def _method(self, method: str, args: list[ast.expr], votes: Votes) -> None:
        """Votes by a call of a method of the value."""
        kinds = {self._literals.kind(each) for arg in args for each in _alternatives(arg)}
        if "bytes" in kinds and method in METHODS["str"]:
            votes.add("bytes", 3)
            return
        for kind, methods in METHODS.items():
            if method in methods:
                votes.add(kind, 2 if sum(method in m for m in METHODS.values()) == 1 else 0.7)
        if method in ("get", "pop", "setdefault") and args:
            asked_for(args[0], votes)

    def _argument(self, call: ast.Call, subject: Subject, votes: Votes) -> None:
        """Votes by a call that the value is an argument of."""
        places = [at for at, arg in enumerate(call.args) if subject(arg)]
        keywords = [each.arg for each in call.keywords if subject(each.value)]
        if not places and not keywords:
            return
        name = ast.unparse(call.func)
        method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        for at in places:
            if method in TAKING_TEXT:
                kind = self._literals.kind(call.func.value)  # type: ignore[attr-defined]
                votes.add("bytes" if kind == "bytes" else "str", 1.5)
            is_one_of_several = name in ("min", "max") and len(call.args) > 1
            known = NUMBERS if is_one_of_several else ARGUMENTS.get(name, ())
            for kind, weight in known:
                (votes.hint if name == "len" else votes.add)(kind, weight)
            first = name.partition(".")[0]
            if first in ("math", "cmath") and name not in ("math.gcd", "math.isqrt", "math.prod"):
                votes.add("float", 1)
                votes.add("int", 0.5)
            elif name.startswith(("os.path.", "posixpath.")) or (
                first == "re" and at == (2 if name in ("re.sub", "re.subn") else 1)
            ):
                votes.add("str", 3)
            elif not known:
                self._handed_to(call.func, at, votes)
        for keyword in keywords:
            if keyword == "key":
                votes.add("callable", 2)
            if keyword is not None:
                self._handed_to(call.func, keyword, votes)

    def _handed_to(self, called: ast.expr, place: int | str, votes: Votes) -> None:
        """Votes by a known function that the value is passed to: its annotation, or its own
        uses."""
        function = self._literals.meaning(called)
        if isinstance(function, type):
            hints = class_hints(function) if function.__module__ != "builtins" else {}
            function = vars(function).get("__init__")
            code = getattr(function, "__code__", None)
            place = place + 1 if isinstance(place, int) else place
        elif isinstance(function, FunctionType):
            hints, code = hints_of(function), function.__code__
            if function.__module__ == "inspect" and function.__name__ in PREDICATES:
                votes.ask(PREDICATES[function.__name__])
                return
        else:
            if isinstance(function, BuiltinFunctionType):
                _handed_to_native(function, place, votes)
            elif isinstance(function, MethodDescriptorType) and place == 0:  # `str.upper`
                votes.add(function.__objclass__.__name__, 3)
            return
        if isinstance(place, int):
            names = code.co_varnames[: code.co_argcount] if code is not None else ()
            place = names[place] if place < len(names) else ""
        if place in hints:
            votes.classes[hints[place]] = None
        elif place and isinstance(function, FunctionType) and self._depth:
            self._follow(function, place, votes)

    def _follow(self, function: FunctionType, name: str, votes: Votes) -> None:
        """Votes by the uses in a function without annotations that the value is passed to."""
        node, home = node_of(function), sys.modules.get(function.__module__)
        if home is not None and node is not None and name in function.__code__.co_varnames:
            votes.absorb(uses_in(node, home, None, self._depth - 1).of_name(name))

    def _instance_of(self, classes: ast.AST, votes: Votes) -> None:
        votes.checked = True
        for one in _alternatives(classes):
            name = ast.unparse(one)
            if name in BUILTIN_KINDS:
                votes.ask(BUILTIN_KINDS[name])
                continue
            found = self._literals.meaning(one)
            for each in found if isinstance(found, tuple) else (found,):
                if not isinstance(each, type):
                    continue
                if each.__module__ == "builtins" and each.__name__ in BUILTIN_KINDS:
                    votes.ask(BUILTIN_KINDS[each.__name__])
                elif each in NATIVE_CLASSES:
                    votes.ask(NATIVE_CLASSES[each])
                else:
                    votes.classes[each] = None

    def _matched(self, cases: list[ast.match_case], votes: Votes) -> None:
        for case in cases:
            patterns = [case.pattern]
            if isinstance(case.pattern, ast.MatchOr):
                patterns = case.pattern.patterns
            for pattern in patterns:
                match pattern:
                    case ast.MatchValue(value=value):
                        votes.add(self._literals.kind(value) or "int", 2)
                    case ast.MatchSingleton(value=None):
                        votes.add("None")
                    case ast.MatchSequence():
                        votes.add("list", 2)
                    case ast.MatchMapping(keys=keys):
                        votes.add("dict", 2)
                        for key in keys:
                            asked_for(key, votes)
                    case ast.MatchClass(cls=cls):
                        self._instance_of(cls, votes)

    def classes_with(self, attributes: set[str]) -> list[Any]:
        """Classes of the module whose instances have all these attributes."""
        return [*itertools.islice(self._classes_with(attributes), MOST_CLASSES)]

    def _classes_with(self, attributes: set[str]) -> Iterator[Any]:
        if any(attributes <= methods for methods in METHODS.values()):
            return
        for value in vars(self._module).values():
            if issubclass(type(value), type) and value.__module__ == self._module.__name__:
                code = getattr(vars(value).get("__init__"), "__code__", None)
                known = {*dir(value), *class_hints(value), *(code.co_names if code else ())}
                if attributes <= known:
                    yield value

    # Parts of the value

    def mapped(self, subject: Subject, votes: Votes) -> None:
        """Votes on the items of the value by functions that `map` calls with them."""
        for node in self._nodes:
            match node:
                case ast.Call(func=ast.Name(id="map"), args=[function, over]) if subject(over):
                    self._handed_to(function, 0, votes)

    @functools.cache  # noqa: B019 - uses are kept for good, too
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
                case ast.Call(func=ast.Name(id="next"), args=[value, *_]):
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

    @functools.cache  # noqa: B019
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


uses_in = functools.cache(Uses)
"""The uses of a function, made once for all of its parameters."""

_TELLING = (
    ast.Compare, ast.BinOp, ast.AugAssign, ast.UnaryOp, ast.BoolOp, ast.Call, ast.Subscript,
    ast.For, ast.comprehension, ast.Attribute, ast.Assign, ast.NamedExpr, ast.Starred, ast.Match,
)  # fmt: skip
"""The nodes that may vote; most others are names and constants."""


@functools.cache
def _is_name(name: str, kept_as: frozenset[str]) -> Subject:
    def is_it(node: ast.AST) -> bool:
        match node:
            case ast.Name(id=found):
                return found == name
            case ast.Attribute(value=ast.Name(id="self"), attr=found):
                return found in kept_as
        return False

    return is_it


def _tried(nodes: list[ast.AST]) -> set[int]:
    """The expressions in a `try` that catches the error of a wrong type."""
    return {
        id(inner)
        for node in nodes
        if isinstance(node, ast.Try)
        and any(
            ast.unparse(kind) == "TypeError"
            for handler in node.handlers
            if handler.type is not None
            for kind in _alternatives(handler.type)
        )
        for statement in node.body
        for inner in ast.walk(statement)
    }


def _methods_by_name(nodes: Sequence[ast.AST]) -> dict[str, ast.Attribute]:
    """Methods that have a name of their own: `put = text.append`."""
    found: dict[str, ast.Attribute] = {}
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Attribute() as method):
                found[name] = method
    return found


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


def _alternatives(node: ast.AST) -> list[ast.AST]:
    """The members of a tuple, the operands of `|`, or the node alone."""
    match node:
        case ast.Tuple(elts=elts):
            return [*elts]
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return [*_alternatives(left), *_alternatives(right)]
    return [node]


def _displayed(args: list[ast.expr]) -> list[ast.expr]:
    """The items of a list or tuple that is the only argument."""
    match args:
        case [ast.List(elts=items) | ast.Tuple(elts=items)]:
            return items
        case _:
            return []


def _handed_to_native(function: BuiltinFunctionType, place: int | str, votes: Votes) -> None:
    home = function.__module__
    if home in TAKING_BYTES:
        is_format = home in ("_struct", "_codecs") and place != (1 if home == "_struct" else 0)
        votes.add("str" if is_format else "bytes", 3)
    elif home == "unicodedata" or (home in TAKING_PATHS and place == 0):
        votes.add("str", 3)
