"""Summaries of functions, and what they say of a call. [003] §4.2

A summary is the execution tree of one function, over its own variables: `#0`, `len(#1)`,
`ord(#1[3])`. For a call, a binding replaces these by terms of the caller. Nothing is quantified:
the axioms of the paper are written down for the calls that occur, if something depends on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from wend.aim.binding import APPLICATIONS, Binding, Symbols
from wend.expr.build import application, conjunction, disjunction, eq, variable
from wend.expr.evaluate import Assignment, Undefined, evaluate
from wend.expr.floats import feq, is_nan
from wend.expr.reads import is_read, read_value
from wend.expr.sorts import Sort
from wend.expr.terms import Term, walk
from wend.expr.variables import flag_of, lengths_in
from wend.inputs.inputs import Inputs
from wend.path.path import Path
from wend.path.site import Site
from wend.path.summary import Call, Key
from wend.path.tree import Node, Tree
from wend.record import Record
from wend.source.index import closure

ROOM = 8
"""Characters added to texts, so that a run sees more."""

MANY = 16
"""Times that a function takes a side of a branch before that side promises less."""

DEEPEST = 100
"""Nested calls that are looked up; recursion may have no end."""

LEAST = 3
"""The promise of the least promising ways; 0 is the best."""


ENTRY: Key = ("", "", (), ())
"""The target itself, or a trace: what is not called."""

Way = tuple[Node | None, bool]
"""A side of a node that nobody took. The node is None for a function that was never run."""

Application = tuple[str, tuple[Term, ...]]
"""A call: its symbol and its arguments."""


class Definition(Record):
    """The definition of one call, made when so many paths of the function were known."""

    call: Call
    paths: int
    term: Term
    flags: dict[Term, Way]
    calls: dict[Application, Call]
    """The calls that the term speaks of."""


class Dangling(Record):
    """A way through a function that nobody took, with inputs of the function that take it."""

    key: Key
    inputs: Inputs
    node: Node | None = None


class Summary:
    """The known paths of one function."""

    def __init__(self, key: Key, number: int) -> None:
        self.key = key
        self.tree = Tree()
        self._number = number
        self._flags: dict[Way, Term] = {}

    def flag(self, node: Node | None, side: bool) -> Term:
        """The Boolean variable of a dangling side that says whether a model may use it."""
        found = self._flags.get((node, side))
        if found is None:
            found = variable(flag_of(self._number, len(self._flags)), Sort.BOOL)
            self._flags[node, side] = found
        return found


class Summaries:
    """The summaries of all functions that were called."""

    def __init__(self) -> None:
        self.of: dict[Key, Summary] = {}
        self._depth = 0
        self.calls: Symbols = {}
        self.home: dict[Node, Summary] = {}
        """The summary that a node belongs to."""
        self._taken: set[tuple[Site, bool]] = set()
        self._taken_in: Counter[tuple[Key, tuple[Site, bool]]] = Counter()
        self._applications: dict[Term, list[Term]] = {}
        self._definitions: dict[Application, Definition] = {}
        self._callees: dict[Key, set[Key]] = {}
        self._results: dict[Key, Counter[tuple[Term, ...]]] = {}
        self._kinds: dict[Key, set[int]] = {}
        """For each function the kinds of results that it is known to have."""
        self._ended: dict[tuple[Site, bool], tuple[Term, ...]] = {}
        """The results of a function that returned right after taking a side of a branch."""

    def summary(self, key: Key) -> Summary:
        if key not in self.of:
            self.of[key] = Summary(key, len(self.of))
        return self.of[key]

    def ways(self) -> dict[Key, list[Inputs]]:
        """For each function, inputs for its known ways."""
        return {
            key: [path.inputs for path in summary.tree.paths()]
            for key, summary in self.of.items()
            if key != ENTRY
        }

    def learn(self, key: Key, path: Path) -> list[Node]:
        """Adds a path of a function, and those of its calls, to the trees; returns the new
        nodes."""
        new = self.learn_calls(key, path)
        for branch in path.branches:
            taken = branch.site, branch.taken
            self._taken.add(taken)
            self._taken_in[key, taken] += 1
        self._results.setdefault(key, Counter())[path.results] += 1
        if path.results:
            self._kinds.setdefault(key, set()).add(path.results[0].payload)
        if path.branches:
            last = path.branches[-1]
            self._ended[last.site, last.taken] = path.results
        summary = self.summary(key)
        own = summary.tree.add(path)
        self.home.update(dict.fromkeys(own, summary))
        return new + own

    def learn_calls(self, key: Key, path: Path) -> list[Node]:
        """Adds only the paths of its calls."""
        new: list[Node] = []
        for inner, frame in path.frames:
            new += self.learn(inner, frame)
        for call in path.calls:
            self.calls[call.symbol] = call.key, call.texts
            self.summary(call.key)
            self._callees.setdefault(key, set()).add(call.key)
        return new

    def promise(self, node: Node | None, side: bool) -> int:
        """How promising a way is that nobody took; 0 is best.

        Sides that no function took come first, then those that this function took seldom. Last come
        sides after which a function returned at once, with its most frequent result.
        """
        if node is None:
            return 0
        if node.site.kind == "call" and not self.is_known_kind(node, side):
            return LEAST  # what is called returns something of another kind: mostly it never does
        wanted = node.site, side
        if wanted not in self._taken:
            return 0
        key = self.home[node].key
        if self._ended.get(wanted) == self._results[key].most_common(1)[0][0]:
            return LEAST
        here = self._taken_in[key, wanted]
        if node.site.kind == "loop":
            return 2 if here else 1  # one more turn is seldom what is missing
        return 1 if here < MANY else 2

    def kind_count(self, key: Key) -> int:
        """The number of kinds of results that a function is known to have."""
        return len(self._kinds.get(key, ()))

    def decided_kind(self, node: Node) -> Key | None:
        """The function whose result has its kind decided at a node, or None."""
        condition = node.branch.condition
        if node.site.kind != "call" or condition.op != "eq" or len(condition.args) != 1:
            return None
        (made,) = condition.args
        known = self.calls.get(made.payload[0]) if made.op in APPLICATIONS else None
        return None if known is None or made.payload[1] != 0 else known[0]

    def is_known_kind(self, node: Node, side: bool) -> bool:
        """Whether the function called at a node is known to return the kind of result that a side
        of the node wants."""
        key = self.decided_kind(node)
        if key is None:
            return False
        left = self._kinds.get(key, set())
        if side:
            return node.branch.condition.payload in left
        left = left - {node.branch.condition.payload}
        made, above = node.branch.condition.args, node
        while above.parent is not None and not above.via:
            above = above.parent
            if above.branch.condition.args != made:
                break
            left.discard(above.branch.condition.payload)
        return bool(left)

    def called_in(self, conditions: Iterable[Term]) -> set[Key]:
        """The functions on which conditions depend, with the functions that these call."""
        return self.with_callees([c.key for c in calls_in([*conditions], self.calls).values()])

    def with_callees(self, keys: Iterable[Key]) -> set[Key]:
        """These functions, and all functions that they are known to call."""
        return {*closure(keys, lambda key: self._callees.get(key, ()))}

    def binding(self, call: Call) -> Binding:
        return Binding(self.calls, call)

    def is_new(self, definition: Definition) -> bool:
        """Whether the definition has all known paths of its function."""
        return definition.paths == self.of[definition.call.key].tree.path_count

    def definition(self, call: Call) -> Definition:
        """`D_g` at a call: the known ways through the function, with the result of each."""
        applied = call.symbol, call.args
        found = self._definitions.get(applied)
        if found is None or not self.is_new(found):
            flags: dict[Term, Way] = {}
            term = self._defined(call, flags)
            calls = calls_in([term], self.calls)
            calls.pop(applied, None)
            paths = self.of[call.key].tree.path_count
            found = self._definitions[applied] = Definition(call, paths, term, flags, calls)
        return found

    def _defined(self, call: Call, flags: dict[Term, Way]) -> Term:
        summary, binding = self.of[call.key], self.binding(call)
        tree = summary.tree
        if tree.only_leaf is not None:
            return self._returns(call, binding, tree.only_leaf)
        if not tree.first:
            flag = summary.flag(None, True)
            flags[flag] = None, True
            return flag
        root = tree.first[0]
        said: dict[Node, Term] = {}
        stack = [root]
        while stack:
            node = stack[-1]
            below = [following[0] for following in node.following.values() if following]
            if missing := [each for each in below if each not in said]:
                stack.extend(missing)
                continue
            sides = []
            for side in (True, False):
                if following := node.following.get(side):
                    then = said[following[0]]
                elif side in node.leaves:
                    then = self._returns(call, binding, node.leaves[side])
                else:
                    then = summary.flag(node, side)
                    flags[then] = node, side
                sides.append(conjunction((binding.of(node.condition(side)), then)))
            said[node] = disjunction(sides)
            stack.pop()
        return said[root]

    def _returns(self, call: Call, binding: Binding, leaf: Path) -> Term:
        equal = []
        for at, result in enumerate(leaf.results):
            made = application(call.symbol, at, call.args, result.sort)
            wanted = binding.of(result)
            if result.sort is Sort.FLOAT:
                are_nan = conjunction((is_nan(made), is_nan(wanted)))
                equal.append(disjunction((feq(made, wanted), are_nan)))
            else:
                equal.append(eq(made, wanted))
        return conjunction(equal)

    def results(self, key: Key, inputs: Assignment) -> tuple[Any, ...] | Dangling:
        """The results of a function for these inputs, or the way that nobody took; raises Undefined
        where calls are nested too deep."""
        if self._depth == DEEPEST:
            raise Undefined("calls in calls")
        self._depth += 1
        try:
            return self._results_by_tree(key, inputs)
        finally:
            self._depth -= 1

    def _results_by_tree(self, key: Key, inputs: Assignment) -> tuple[Any, ...] | Dangling:
        summary = self.of[key]
        tree = summary.tree
        if tree.only_leaf is not None:
            return self._values(tree.only_leaf.results, inputs)
        nodes = tree.first
        memo: dict[Term, Any] = {}
        node: Node | None = None
        while nodes:
            node = nodes[0]
            value = self.value(node.branch.condition, inputs, memo)
            if isinstance(value, Dangling):
                return value
            if value in node.leaves and not node.following.get(value):
                return self._values(node.leaves[value].results, inputs, memo)
            nodes = node.following.get(value, [])
        return Dangling(key, Inputs.of(inputs), node)

    def with_room(self, way: Dangling) -> Inputs:
        """Inputs with longer texts that take the same way, if there are any: their run tells
        more."""
        longer = {length.text: value + ROOM for length, value in lengths_in(way.inputs)}
        inputs = way.inputs.updated(longer)
        try:
            found = self.results(way.key, inputs)
        except Undefined:
            return way.inputs
        same = isinstance(found, Dangling) and (found.key, found.node) == (way.key, way.node)
        return inputs if same else way.inputs

    def _values(
        self, terms: tuple[Term, ...], inputs: Assignment, memo: dict[Term, Any] | None = None
    ) -> tuple[Any, ...] | Dangling:
        memo = {} if memo is None else memo
        values = []
        for term in terms:
            value = self.value(term, inputs, memo)
            if isinstance(value, Dangling):
                return value
            values.append(value)
        return tuple(values)

    def value(self, root: Term, inputs: Assignment, memo: dict[Term, Any]) -> Any:
        """The value of a term of a function; results of calls are looked up in summaries."""
        if root.is_opaque:
            for node in self._applications_in(root):
                if node in memo:
                    continue
                if is_read(node):
                    memo[node] = read_value(node, evaluate(node.args[0], inputs, memo), inputs)
                elif node.op in APPLICATIONS and node.payload[0] in self.calls:
                    found = self._applied(node, inputs, memo)
                    if isinstance(found, Dangling):
                        return found
                    memo[node] = found
        return evaluate(root, inputs, memo)

    def _applications_in(self, root: Term) -> list[Term]:
        """Calls and reads that a term speaks of, inner ones first."""
        found = self._applications.get(root)
        if found is None:
            found = [node for node in walk(root) if node.op in APPLICATIONS]
            self._applications[root] = found
        return found

    def _applied(self, node: Term, inputs: Assignment, memo: dict[Any, Any]) -> Any:
        symbol, at = node.payload
        # The kind and all other results of a call come at once.
        results = memo.get((symbol, node.args))
        if results is None:
            key, texts = self.calls[symbol]
            inner = self.binding(Call(0, symbol, key, texts, node.args)).own(inputs, memo)
            results = memo[symbol, node.args] = self.results(key, inner)
        if not isinstance(results, Dangling) and at >= len(results):
            raise Undefined  # it returned something of another kind, which has fewer parts
        return results if isinstance(results, Dangling) else results[at]


def calls_in(roots: list[Term], known: Symbols) -> dict[Application, Call]:
    """The calls of summarised functions that terms speak of, inner ones first."""
    found: dict[Application, Call] = {}
    for node in walk(*roots):
        if node.op in APPLICATIONS and node.payload[0] in known:
            symbol = node.payload[0]
            key, texts = known[symbol]
            found.setdefault((symbol, node.args), Call(0, symbol, key, texts, node.args))
    return found
