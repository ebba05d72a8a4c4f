"""The walk over expressions, with one small function for each kind of node that changes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection
from typing import Any

from wend.instrument.marks import number_of_arm
from wend.instrument.rewrite.names import FRAME_READERS, TELL_WITH_ARGUMENT, TEXT_READERS
from wend.instrument.rewrite.nodes import at, probe
from wend.instrument.rewrite.sets import (
    ALGEBRA,
    COMPARISON,
    is_same_in_any_order,
    may_be_iterated_set,
    may_be_set,
)
from wend.instrument.rewrite.shapes import (
    bounds,
    can_be_unchained,
    is_harmless_key,
    is_none,
    unchained,
)
from wend.instrument.rewrite.text import f_string, may_be_template
from wend.source.library.type_questions import tells_class


class Expressions:
    """Rewrites expressions; `function` is the name of the one we are in."""

    def __init__(self, file: str, goals: Collection[int]) -> None:
        self.file = file
        self.goals = goals
        self.function = ""

    # The walk

    def expression(self, node: ast.expr, *, test: bool = False) -> ast.expr:
        """The rewritten expression. `test` says that only its truth matters to the compiler."""
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
            return probe("negation", [node.operand], node)
        self.children(node)
        return node

    def children(self, node: ast.AST) -> None:
        """Rewrites the children of a node that itself stays."""
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
        """The mark of an arm of the decision at `place`."""
        where: Any = place
        return number_of_arm(self.file, where.lineno, where.col_offset, arm)

    def marked(self, value: ast.expr, decision: ast.AST, name: str) -> ast.expr:
        """`mark(17) or value`: an arm that is an expression. The mark returns None."""
        number = self.number(decision, name)
        return at(ast.BoolOp(ast.Or(), [marking(number, value), self.expression(value)]), value)

    # Expressions

    def call(self, node: ast.Call) -> ast.expr:
        """`f(x)` as `call(f)(x)`: the probe says what is called, the code itself calls it."""
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        node.func = self.expression(node.func)
        node.args = [self.expression(arg) for arg in node.args]
        for keyword in node.keywords:
            keyword.value = self.expression(keyword.value)
        if name not in FRAME_READERS or (name in TELL_WITH_ARGUMENT and node.args):
            node.func = probe("call", [node.func], node.func)
        elif name in TEXT_READERS and node.args and not isinstance(node.args[0], ast.Starred):
            named = at(ast.Name(name, ast.Load()), node.func)
            node.args[0] = probe("source", [named, node.args[0]], node.args[0])
        return node

    def attribute(self, node: ast.Attribute) -> ast.expr:
        """`x.__class__` as `attribute(x, "__class__")` where it is read."""
        node.value = self.expression(node.value)
        if not tells_class(node.attr) or not isinstance(node.ctx, ast.Load):
            return node
        return probe("attribute", [node.value, at(ast.Constant(node.attr), node)], node)

    def subscript(self, node: ast.Subscript) -> ast.expr:
        """`a[i]` as `getitem(a, i)` where it is read, else as `place(a, i)[0]`."""
        node.value = self.expression(node.value)
        if is_harmless_key(node.slice):
            return node
        operands = [node.value, self.key(node.slice)]
        if isinstance(node.ctx, ast.Load):
            return probe("getitem", operands, node)
        zero = at(ast.Constant(0), node)
        return at(ast.Subscript(probe("place", operands, node), zero, node.ctx), node)

    def key(self, node: ast.expr) -> ast.expr:
        """The key of a subscript as an expression of its own: `a:b` is a slice object."""
        if isinstance(node, ast.Slice):
            return probe("slice", bounds(node, self.expression), node)
        if isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load):
            node.elts = [self.key(item) for item in node.elts]
            return node
        return self.expression(node)

    def iterated(self, node: ast.expr, count: int | None = None) -> ast.expr:
        """An iterable. The order of a set depends on hashes, so a set gets a probe. With a count:
        an iterable that is unpacked into so many targets."""
        may_be = may_be_iterated_set(node)
        node = self.expression(node)
        if not may_be:
            return node
        if count is None:
            return probe("iterated", [node], node)
        return probe("unpacked", [node, at(ast.Constant(count), node)], node)

    def starred(self, node: ast.Starred) -> ast.expr:
        if isinstance(node.ctx, ast.Load):
            node.value = self.iterated(node.value)
        else:
            node.value = self.expression(node.value)
        return node

    def yield_from(self, node: ast.YieldFrom) -> ast.expr:
        node.value = self.iterated(node.value)
        return node

    def operation(self, node: ast.BinOp) -> ast.expr:
        symbol = ALGEBRA.get(type(node.op))
        concerns_sets = symbol is not None and may_be_set(node.left) and may_be_set(node.right)
        fills_in = isinstance(node.op, ast.Mod) and may_be_template(node.left, node.right)
        node.left, node.right = self.expression(node.left), self.expression(node.right)
        if fills_in:
            return probe("modulo", [node.left, node.right], node)
        if symbol is None or not concerns_sets:
            return node
        return self.operate(symbol, node.left, node.right, node)

    def operate(self, symbol: str, left: ast.expr, right: ast.expr, place: ast.expr) -> ast.expr:
        """An operator of which an operand may be a set or a dict."""
        return probe("operate", [at(ast.Constant(symbol), place), left, right], place)

    def f_string(self, node: ast.JoinedStr) -> ast.expr:
        return f_string(node, self.expression)

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
            case ast.In() | ast.NotIn():
                made: ast.expr = probe("contains", [left, right], node)
            case ast.Is() | ast.IsNot() if not (is_none(left) or is_none(right)):
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
        node.body = self.expression(node.body)
        self.function = outer
        return node

    def defaults(self, args: ast.arguments) -> None:
        """Default values are code of the enclosing function; annotations are left alone."""
        args.defaults = [self.expression(item) for item in args.defaults]
        args.kw_defaults = [item and self.expression(item) for item in args.kw_defaults]

    def generators(self, generators: list[ast.comprehension]) -> None:
        for generator in generators:
            generator.target = self.expression(generator.target)
            generator.iter = self.iterated(generator.iter)
            generator.ifs = [self.test(condition) for condition in generator.ifs]

    def comprehension(self, node: Any) -> ast.expr:
        self.generators(node.generators)
        node.elt = self.expression(node.elt)
        return node  # type: ignore[no-any-return]

    # Sets and dicts: keys that may be tracked are kept apart until the whole is there

    def set_comprehension(self, node: ast.SetComp) -> ast.expr:
        is_any_order = is_same_in_any_order(node)
        self.comprehension(node)
        if is_any_order:
            iterated: Any = node.generators[0].iter
            node.generators[0].iter = probe("ints_in_any_order", iterated.args, iterated)
        node.elt = _apart(node.elt)
        return probe("settled_set", [node], node)

    def dict_comprehension(self, node: ast.DictComp) -> ast.expr:
        """A value that is None stands for `**key`, from Python 3.15 on."""
        self.generators(node.generators)
        key = self.expression(node.key)
        if node.value is None:
            node.key = probe("keys_apart", [key], key)
        else:
            node.key, node.value = _apart(key), self.expression(node.value)
        return probe("settled_dict", [node], node)

    def set_display(self, node: ast.Set) -> ast.expr:
        node.elts = [self.expression(item) for item in node.elts]
        if all(isinstance(item, ast.Constant) for item in node.elts):
            return node
        node.elts = [_apart(item) for item in node.elts]
        return probe("settled_set", [node], node)

    def dict_display(self, node: ast.Dict) -> ast.expr:
        """A key that is None stands for `**value`."""
        node.keys = [key and self.expression(key) for key in node.keys]
        node.values = [self.expression(value) for value in node.values]
        if all(isinstance(key, ast.Constant) for key in node.keys):
            return node
        pairs = list(zip(node.keys, node.values, strict=True))
        node.values = [
            value if key else probe("keys_apart", [value], value) for key, value in pairs
        ]
        node.keys = [key and _apart(key) for key in node.keys]
        return probe("settled_dict", [node], node)


def _apart(key: ast.expr) -> ast.expr:
    if isinstance(key, ast.Starred):
        key.value = probe("members_apart", [key.value], key)
        return key
    return probe("apart", [key], key)


def marking(number: int, place: ast.AST) -> ast.expr:
    """Notes that a block was entered."""
    return probe("mark", [at(ast.Constant(number), place)], place)


_Handler = Callable[[Expressions, Any], Any]

_EXPRESSIONS: dict[type, _Handler] = {
    ast.Attribute: Expressions.attribute,
    ast.Call: Expressions.call,
    ast.Subscript: Expressions.subscript,
    ast.Compare: Expressions.compare,
    ast.BinOp: Expressions.operation,
    ast.JoinedStr: Expressions.f_string,
    ast.Starred: Expressions.starred,
    ast.YieldFrom: Expressions.yield_from,
    ast.IfExp: Expressions.conditional,
    ast.Lambda: Expressions.lambda_expression,
    ast.ListComp: Expressions.comprehension,
    ast.SetComp: Expressions.set_comprehension,
    ast.GeneratorExp: Expressions.comprehension,
    ast.DictComp: Expressions.dict_comprehension,
    ast.Set: Expressions.set_display,
    ast.Dict: Expressions.dict_display,
    ast.Constant: Expressions.unchanged,
    ast.Name: Expressions.unchanged,
}
