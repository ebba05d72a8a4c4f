"""The walk over expressions, with one small function for each kind of node that changes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection
from typing import Any

from wend.instrument.marks import number_of_arm
from wend.instrument.rewrite import inline, inline_calls
from wend.instrument.rewrite.above import call_of_super, may_be_native
from wend.instrument.rewrite.checks import is_short
from wend.instrument.rewrite.made import call_of_attribute, call_of_varied
from wend.instrument.rewrite.methods import calls_own_list, look_at_owner
from wend.instrument.rewrite.names import FRAME_READERS, TEXT_READERS
from wend.instrument.rewrite.nodes import at, probe
from wend.instrument.rewrite.sets import ALGEBRA, COMPARISON, may_be_iterated_set, may_be_set
from wend.instrument.rewrite.shapes import (
    bounds,
    can_be_unchained,
    dotted,
    is_harmless_key,
    is_none,
    is_super,
    may_be_plain_key,
    unchained,
)
from wend.instrument.rewrite.text import f_string, may_be_template
from wend.instrument.source import imports, named_methods


class Expressions:
    """Rewrites expressions; `function` is the name of the one we are in."""

    def __init__(self, file: str, goals: Collection[int], inlined: bool, stored: set[str]) -> None:
        self.file = file
        self.goals = goals
        self.inlined = inlined and inline.SUPPORTED
        self.composed = False
        """Whether calls may be composed."""
        self.stored = stored
        self.imports = imports(file) if self.inlined else {}
        self.function = ""
        self.sites = 0
        self.handlers = 0
        """How many expressions were met that, since 3.12, handle exceptions: at a depth of the
        stack."""
        self.local: dict[str, bool] = {}
        """Names that functions around us were seen to give to something, and whether that is a
        function that they define."""
        self.memos: dict[str, int] = {}
        """For names that tuples are given in this function: the memo that knows the last one."""
        self.aliases = named_methods(file) if self.inlined else {}
        """For names that functions around us give to methods: `add = members.add`."""
        self.arrays: set[str] = set()
        """Names that the function gives to new bytearrays, among others: the twin looks."""
        self.fields: set[str] = set()
        """Likewise fields of the class that we are in."""
        self.makings: set[str] = set()
        """Names that it gives to what calls make, among others, likewise."""
        self.lists: set[str] = set()
        """Names that it gives to new lists and nothing else: nobody looks."""
        self.functions: set[str] = set()
        """Names that functions around us give to functions that they define, and to nothing else:
        likewise."""
        self.gifts: dict[tuple[str, str], int] = {}
        """Names that are given to one method alone in this function, and what knows its objects."""
        self.consumed: ast.expr | None = None
        """An argument that the call around it, its consumer, goes through before any other code
        runs."""
        self.consumer = ""

    # The walk

    def expression(self, node: ast.expr, *, test: bool = False) -> ast.expr:
        """The expression rewritten; `test` says that only its truth matters to the compiler."""
        handler = _EXPRESSIONS.get(type(node))
        if handler is not None:
            made: ast.expr = handler(self, node)
            return made
        if isinstance(node, ast.BoolOp):
            node.values = [self.expression(value, test=test) for value in node.values]
            return node
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            node.operand = self.expression(node.operand, test=test)
            if test:
                return node
            if self.inlined and not isinstance(node.operand, ast.Constant):
                return inline.negation(node.operand, node)
            return probe("negation", [node.operand], node)
        self.children(node)
        return node

    def children(self, node: ast.AST) -> None:
        """Rewrites what is below a node that itself stays."""
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                setattr(node, name, [self.child(item) for item in value])
            elif isinstance(value, ast.AST):
                setattr(node, name, self.child(value))

    def child(self, node: Any) -> Any:
        if isinstance(node, ast.expr):
            return self.expression(node)
        if isinstance(node, ast.AST):
            if isinstance(node, ast.pattern | ast.type_ignore):
                return node  # a pattern's expressions are constants and names: compared, not run
            self.children(node)
        return node

    def test(self, node: ast.expr) -> ast.expr:
        return self.expression(node, test=True)

    def unchanged(self, node: Any) -> Any:
        return node

    # Marks

    def number(self, place: ast.AST, arm: str) -> int:
        """That of an arm of the decision at `place`."""
        where: Any = place
        return number_of_arm(self.file, where.lineno, where.col_offset, arm)

    def marked(self, value: ast.expr, decision: ast.AST, name: str) -> ast.expr:
        """`mark(17) or value`: an arm that is an expression; the mark is None."""
        number = self.number(decision, name)
        if self.inlined:
            return inline.marked(number, self.expression(value))
        return at(ast.BoolOp(ast.Or(), [marking(number, value), self.expression(value)]), value)

    # Expressions

    def call(self, node: ast.Call) -> ast.expr:
        reads_frame = isinstance(node.func, ast.Name) and node.func.id in FRAME_READERS
        handlers = self.handlers
        node.func = self.expression(node.func)
        may_handle = self.handlers != handlers
        consumer = self.consumer if node is self.consumed else ""
        self.consumer = inline_calls.consumer_name(node)
        self.consumed = node.args[0] if self.consumer else None
        node.args = [self.expression(arg) for arg in node.args]
        for keyword in node.keywords:
            keyword.value = self.expression(keyword.value)
        if not reads_frame:
            return self.inlined_call(node, may_handle, consumer) or self.probed_call(node)
        if (
            isinstance(node.func, ast.Name)
            and node.func.id in TEXT_READERS
            and node.args
            and not isinstance(node.args[0], ast.Starred)
        ):
            named = at(ast.Name(node.func.id, ast.Load()), node.func)
            node.args[0] = probe("source", [named, node.args[0]], node.args[0])
        return node

    def probed_call(self, node: ast.Call) -> ast.expr:
        node.func = probe("call", [node.func], node.func)
        return node

    def inlined_call(self, node: ast.Call, may_handle: bool, consumer: str = "") -> ast.expr | None:
        """`may_handle`: while the callee is evaluated, exceptions may be handled."""
        if not self.inlined:
            return None
        self.sites += 1
        function = node.func
        if isinstance(function, ast.Lambda) or dotted(function) in self.functions:
            return node
        imported = self.imported_name(function)
        if imported and (made := inline_calls.call_of_import(node, self.sites, imported)):
            return made
        if isinstance(function, ast.Attribute):
            if named := call_of_attribute(node, self.sites, imported):
                return named
            if may_handle:
                return None
            if calls_own_list(node, self.lists):
                return node
            if not is_super(function.value):
                return inline_calls.call_of_method(node, self.sites)
            if may_be_native(node, function.attr):
                return call_of_super(node, self.sites, function.attr)
            # Of which the compiler makes no object: what is called is a bound method.
            return inline_calls.call(node, self.sites, may_be_native=False, may_be_local=False)
        checked = inline_calls.call_of_builtin(node, self.sites, consumer, self.function)
        if checked is not None:
            return checked
        if not isinstance(function, ast.Name):
            return call_of_varied(node, self.sites)
        is_defined = self.local.get(function.id)
        method = self.aliases.get(function.id, "")
        is_made = function.id in self.makings if not method else method.startswith("__")
        if is_made or (is_defined is False and not method):
            return call_of_varied(node, self.sites, is_made=is_made)
        return inline_calls.call(
            node,
            self.sites,
            may_be_native=not is_defined,
            may_be_local=is_defined is not None,
            method=method,
            gift=self.gifts.get((function.id, method), 0),
        )

    def imported_name(self, function: ast.expr) -> str:
        """What is called, `math.sqrt`, where the module imports it or its module."""
        match function:
            case ast.Name(id=name) if name not in self.local:
                return self.imports.get(name, "")
            case ast.Attribute(value=value, attr=attribute):
                first, _, rest = dotted(value).partition(".")
                if not first or first in self.local:
                    return ""
                module = self.imports.get(f"{first}.{rest}" if rest else first, "")
                return f"{module}.{attribute}" if module else ""
        return ""

    def name(self, node: Any) -> ast.expr:
        if self.function and isinstance(node.ctx, ast.Store):
            self.local[node.id] = False
        if node.id in self.memos:
            node.memo = self.memos[node.id]  # for `checks.looked_up`
        return node  # type: ignore[no-any-return]

    def attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.ctx, ast.Store):
            self.stored.add(node.attr)
        node.value = self.expression(node.value)
        if hasattr(node, "gift"):
            look_at_owner(node, node.gift)
        return node

    def subscript(self, node: ast.Subscript, *, in_place: bool = False) -> ast.expr:
        """`in_place` says that it is the target of an augmented assignment."""
        stored = not isinstance(node.ctx, ast.Load)
        if is_harmless_key(node.slice) and (stored or not isinstance(node.slice, ast.Slice)):
            node.value = self.expression(node.value)
            if isinstance(node.slice, ast.Slice) and not _is_deleted(node):
                node.value = self.written_through(node.value)
            return node
        if self.inlined and isinstance(node.slice, ast.Slice) and not stored:
            container = self.expression(node.value)
            return inline.part(container, self.bounds(node.slice), node)
        if self.has_parts(node):
            node.value = self.expression(node.value)
            key = self.key(node.slice)
            assert isinstance(key, ast.Tuple)
            node.slice = inline.parts_of_key(key)
            return node
        # Not `del x[0]`: what a tracked x says of it, only the probe knows.
        is_inlined = self.inlined and may_be_plain_key(node.slice) and not _is_deleted(node)
        container, key = self.expression(node.value), self.key(node.slice)
        if is_inlined:
            if not stored:
                return inline.subscript(container, key, node)
            key = inline.key_of_place(key, node, in_place=in_place)
            return at(ast.Subscript(container, key, node.ctx), node)
        if not stored:
            return probe("getitem", [container, key], node)
        zero = at(ast.Constant(0), node)
        return at(ast.Subscript(probe("place", [container, key], node), zero, node.ctx), node)

    def bounds(self, node: ast.Slice) -> list[ast.expr]:
        """Start and stop, and a step where there is one."""
        return bounds(node, self.expression)[: 3 if node.step else 2]

    def written_through(self, container: ast.expr) -> ast.expr:
        """That of which a slice is written."""
        if self.inlined:
            return inline.written_through(container)
        return probe("through", [container], container)

    def has_parts(self, node: ast.Subscript) -> bool:
        """Whether it is `a[i, j]`, with parts that the twin looks at one by one."""
        key = node.slice
        return (
            self.inlined and isinstance(key, ast.Tuple) and is_short(key) and not _is_deleted(node)
        )

    def key(self, node: ast.expr) -> ast.expr:
        """The key of a subscript as an expression of its own: `a:b` is a slice object."""
        if isinstance(node, ast.Slice):
            return probe("slice", bounds(node, self.expression), node)
        if isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load):
            node.elts = [self.key(item) for item in node.elts]
            return node
        return self.expression(node)

    def iterated(self, node: ast.expr, *, at_once: bool = False) -> ast.expr:
        """What is iterated over; a set tells its order by hashes, so it gets a probe."""
        may_be = may_be_iterated_set(node)
        node = self.expression(node)
        if not may_be:
            return node
        if self.inlined:
            return inline.iterated(node, at_once=at_once)
        return probe("iterated", [node], node)

    def starred(self, node: ast.Starred) -> ast.expr:
        if isinstance(node.ctx, ast.Load):
            node.value = self.iterated(node.value)
        else:
            node.value = self.expression(node.value)
        return node

    def yield_from(self, node: ast.YieldFrom) -> ast.expr:
        self.handlers += 1
        node.value = self.iterated(node.value)
        return node

    def operation(self, node: ast.BinOp) -> ast.expr:
        symbol = ALGEBRA.get(type(node.op))
        concerns_sets = symbol is not None and may_be_set(node.left) and may_be_set(node.right)
        fills_in = isinstance(node.op, ast.Mod) and may_be_template(node.left, node.right)
        node.left, node.right = self.expression(node.left), self.expression(node.right)
        if fills_in:
            if self.inlined:
                return inline.modulo(node.left, node.right, node)
            return probe("modulo", [node.left, node.right], node)
        if symbol is None or not concerns_sets:
            return node
        return self.operate(symbol, node.left, node.right, node)

    def operate(self, symbol: str, left: ast.expr, right: ast.expr, place: ast.expr) -> ast.expr:
        """An operator where one of both may be a set or a dict."""
        if self.inlined:
            return inline.operation(symbol, left, right, place)
        return probe("operate", [at(ast.Constant(symbol), place), left, right], place)

    def f_string(self, node: ast.JoinedStr) -> ast.expr:
        return f_string(node, self.expression, inlined=self.inlined)

    def compare(self, node: ast.Compare) -> ast.expr:
        if can_be_unchained(node):
            return self.expression(unchained(node))
        operands = (node.left, node.comparators[0])
        concerns_sets = all(map(may_be_set, operands))
        node.left = self.expression(node.left)
        node.comparators = [self.expression(item) for item in node.comparators]
        if len(node.ops) > 1:
            return node
        left, right, operator = node.left, node.comparators[0], node.ops[0]
        match operator:
            case ast.In() | ast.NotIn() if self.inlined:
                return inline.membership(left, right, operator, node)
            case ast.In() | ast.NotIn():
                made: ast.expr = probe("contains", [left, right], node)
            case ast.Is() | ast.IsNot() if not (is_none(left) or is_none(right)):
                if self.inlined:
                    return inline.identity(left, right, operator, node)
                made = probe("same", [left, right], node)
            case _:
                symbol = COMPARISON.get(type(operator))
                if symbol is None or not concerns_sets:
                    return node
                return self.operate(symbol, left, right, node)
        if isinstance(operator, ast.NotIn | ast.IsNot):
            made = probe("negation", [made], node)
        return made

    def conditional(self, node: ast.IfExp) -> ast.expr:
        node.test = self.test(node.test)
        node.body = self.marked(node.body, node, "then")
        node.orelse = self.marked(node.orelse, node, "otherwise")
        return node

    def lambda_expression(self, node: ast.Lambda) -> ast.expr:
        outer, self.function = self.function, "<lambda>"
        self.defaults(node.args)
        local = self.enter(node.args)
        node.body = self.expression(node.body)
        self.function, self.local = outer, local
        return node

    def defaults(self, args: ast.arguments) -> None:
        """Default values are code of the enclosing function; annotations are left alone."""
        args.defaults = [self.expression(item) for item in args.defaults]
        args.kw_defaults = [item and self.expression(item) for item in args.kw_defaults]

    def enter(self, args: ast.arguments) -> dict[str, bool]:
        """Begins the body of a function; gives the names that are local around it."""
        around, self.local = self.local, {**self.local}
        for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs):
            self.local[arg.arg] = False
            self.aliases.pop(arg.arg, None)
        given = [*args.posonlyargs, *args.args][-len(args.defaults) :] if args.defaults else []
        for arg, value in zip(given, args.defaults, strict=True):
            if isinstance(value, ast.Attribute):
                self.aliases[arg.arg] = value.attr
        return around

    def generators(self, generators: list[ast.comprehension]) -> None:
        for generator in generators:
            generator.target = self.expression(generator.target)
            generator.iter = self.iterated(generator.iter)
            generator.ifs = [self.test(condition) for condition in generator.ifs]

    def awaited(self, node: ast.Await) -> ast.expr:
        self.handlers += 1
        node.value = self.expression(node.value)
        return node

    def comprehension(self, node: Any) -> ast.expr:
        self.handlers += 1
        self.generators(node.generators)
        node.elt = self.expression(node.elt)
        if isinstance(node, ast.SetComp) and self.inlined:
            node.elt = inline.key_apart(node.elt, "member_apart")
            return inline.settled(node, "settled_set")
        if isinstance(node, ast.SetComp):
            return probe("set_of", [at(ast.ListComp(node.elt, node.generators), node)], node)
        return node  # type: ignore[no-any-return]

    def dict_comprehension(self, node: ast.DictComp) -> ast.expr:
        self.handlers += 1
        self.generators(node.generators)
        node.key, node.value = self.expression(node.key), self.expression(node.value)
        if self.inlined:
            node.key = inline.key_apart(node.key)
            return inline.settled(node)
        pair = at(ast.Tuple([node.key, node.value], ast.Load()), node)
        return probe("dict_of", [at(ast.ListComp(pair, node.generators), node)], node)

    def set_display(self, node: ast.Set) -> ast.expr:
        node.elts = [self.expression(item) for item in node.elts]
        if all(isinstance(item, ast.Constant) for item in node.elts):
            return node
        if self.inlined and not any(isinstance(item, ast.Starred) for item in node.elts):
            made = inline.display(node.elts, [], node)
            if made is not None:
                return made
        return probe("set_of", [at(ast.List(node.elts, ast.Load()), node)], node)

    def dict_display(self, node: ast.Dict) -> ast.expr:
        node.keys = [key and self.expression(key) for key in node.keys]
        node.values = [self.expression(value) for value in node.values]
        if None in node.keys:
            return self.merged_display(node)
        keys = [key for key in node.keys if key is not None]
        if all(isinstance(key, ast.Constant) for key in keys):
            return node
        made = inline.display(keys, node.values, node) if self.inlined else None
        if made is not None:
            return made
        pairs = [_pair(key, value) for key, value in zip(keys, node.values, strict=True)]
        return probe("dict_of", [at(ast.List(pairs, ast.Load()), node)], node)

    def merged_display(self, node: ast.Dict) -> ast.expr:
        """{**a, k: v}: the keys of a may be tracked."""
        if self.inlined:
            pairs = zip(node.keys, node.values, strict=True)
            node.values = [value if key else inline.keys_apart(value) for key, value in pairs]
            node.keys = [key and inline.key_apart(key) for key in node.keys]
            return inline.settled(node)
        parts: list[ast.expr] = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                parts.append(value)
            else:
                pair = at(ast.List([_pair(key, value)], ast.Load()), key)
                parts.append(probe("dict_of", [pair], key))
        return probe("merged", [at(ast.List(parts, ast.Load()), node)], node)


def marking(number: int, place: ast.AST) -> ast.expr:
    """Notes that a block was entered."""
    return probe("mark", [at(ast.Constant(number), place)], place)


def _pair(key: ast.expr, value: ast.expr) -> ast.expr:
    return at(ast.Tuple([key, value], ast.Load()), key)


def _is_deleted(node: ast.Subscript) -> bool:
    return isinstance(node.ctx, ast.Del)


_Handler = Callable[[Expressions, Any], Any]

_EXPRESSIONS: dict[type, _Handler] = {
    ast.Call: Expressions.call,
    ast.Attribute: Expressions.attribute,
    ast.Subscript: Expressions.subscript,
    ast.Compare: Expressions.compare,
    ast.BinOp: Expressions.operation,
    ast.JoinedStr: Expressions.f_string,
    ast.Starred: Expressions.starred,
    ast.YieldFrom: Expressions.yield_from,
    ast.Await: Expressions.awaited,
    ast.IfExp: Expressions.conditional,
    ast.Lambda: Expressions.lambda_expression,
    ast.ListComp: Expressions.comprehension,
    ast.SetComp: Expressions.comprehension,
    ast.GeneratorExp: Expressions.comprehension,
    ast.DictComp: Expressions.dict_comprehension,
    ast.Set: Expressions.set_display,
    ast.Dict: Expressions.dict_display,
    ast.Constant: Expressions.unchanged,
    ast.Name: Expressions.name,
}
