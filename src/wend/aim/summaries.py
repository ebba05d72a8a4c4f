"""Summaries of functions, and what they say of a call. [003] §4.2

A summary is the execution tree of one function, over variables of its own: `#0`, `len(#1)`,
`ord(#1[3])`. What it says of a call is said of the caller's terms: a binding exchanges the ones
for the others. Nothing is quantified: the axioms of the paper are written down for the calls that
occur, and only for those on which something hangs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from wend.expr.build import add, application, conjunction, disjunction, eq, integer, variable
from wend.expr.evaluate import evaluate
from wend.expr.floats import feq, is_nan
from wend.expr.reads import is_read, read, read_from, read_of, read_value
from wend.expr.sorts import Sort
from wend.expr.substitute import rebuilt
from wend.expr.terms import Term, walk
from wend.expr.variables import byte_name, code_name, length_name
from wend.inputs.inputs import Inputs
from wend.path.path import Path
from wend.path.site import Site
from wend.path.summary import Call, Key, Slot, TextPart, symbol_of
from wend.path.tree import Node, Tree
from wend.record import Record

Symbols = dict[str, tuple[Key, tuple[TextPart, ...]]]
"""What the symbols of applications stand for: a function, and how its texts are put together."""

ROOM = 8
"""Characters that texts are made longer by."""

MANY = 16
"""Times that a function takes a side of a branch before it is not worth much any more."""

LEAST = 3
"""The promise of a way that promises nothing."""

APPLICATIONS = ("apply", "apply_float")


class Dangling(Record):
    """A way through a function that nobody took, and the inputs of the function that go there."""

    key: Key
    inputs: Inputs
    node: Node | None = None


class Summary:
    """What is known of one function."""

    def __init__(self, key: Key, number: int) -> None:
        self.key = key
        self.tree = Tree()
        self._number = number
        self._flags: dict[tuple[Node | None, bool], Term] = {}

    @property
    def flags(self) -> Mapping[tuple[Node | None, bool], Term]:
        return self._flags

    def flag(self, node: Node | None, side: bool) -> Term:
        """The flag of a dangling side: whether paths through it may be thought of."""
        found = self._flags.get((node, side))
        if found is None:
            found = variable(f"?{self._number}.{len(self._flags)}", Sort.BOOL)
            self._flags[node, side] = found
        return found


class _Text(Record):
    kind: str
    length: Term
    lead: tuple[Term, ...]
    tail: tuple[str, int] | None

    def at(self, place: int) -> Term:
        """The code at a place, which may lie beyond the present end."""
        if place < len(self.lead):
            return self.lead[place]
        if self.tail is None:
            return integer(ord("a"))  # beyond the end, where nobody looks
        path, first = self.tail
        naming = code_name if self.kind == "str" else byte_name
        return variable(naming(path, first + place - len(self.lead)), Sort.INT)

    def read(self, place: Term) -> Term:
        """The code at a place that varies."""
        return read_from(self.lead, None if self.tail is None else self._behind, place)

    def _behind(self, place: Term) -> Term:
        assert self.tail is not None
        path, first = self.tail
        naming = code_name if self.kind == "str" else byte_name
        return read(naming, path, add(place, integer(first)))

    def part(self, start: int) -> tuple[tuple[Term, ...], tuple[str, int] | None]:
        """What comes from a place on: codes, and the open part."""
        if self.tail is None:
            return self.lead[start:], None
        path, first = self.tail
        return self.lead[start:], (path, first + max(0, start - len(self.lead)))


class Binding:
    """The arguments of one call, by the variables of the function that is called."""

    def __init__(self, calls: Symbols, call: Call) -> None:
        self._calls = calls
        self._memo: dict[Term, Term] = {}
        self._numbers: dict[str, Term] = {}
        self._texts: dict[str, _Text] = {}
        args, texts = iter(call.args), iter(call.texts)
        for at, (kind,) in enumerate(leaves(call.key)):
            path = f"#{at}"
            if kind in ("str", "bytes"):
                count, tail = next(texts)
                length = next(args)
                lead = tuple([next(args) for _ in range(count)])
                self._texts[path] = _Text(kind, length, lead, tail)
            else:
                term = next(args)
                self._numbers[path] = eq(term, integer(1)) if kind == "bool" else term

    def of(self, root: Term) -> Term:
        """A term of the function as one of its caller."""
        memo, stack = self._memo, [root]
        while stack:
            node = stack[-1]
            if node in memo:
                stack.pop()
            elif node.op == "var":
                memo[stack.pop()] = self._variable(node)
            elif missing := [arg for arg in node.args if arg not in memo]:
                stack.extend(missing)
            else:
                args = [memo[arg] for arg in node.args]
                stack.pop()
                if is_read(node):
                    memo[node] = self._texts[read_of(node)[1]].read(args[0])
                elif node.op in APPLICATIONS and node.payload[0] in self._calls:
                    memo[node] = self._application(node, args)
                elif all(new is old for new, old in zip(args, node.args, strict=True)):
                    memo[node] = node
                else:
                    memo[node] = rebuilt(node, args)
        return memo[root]

    def call(self, call: Call) -> Call:
        """A call that the function makes, as one with arguments of its caller."""
        args = [self.of(arg) for arg in call.args]
        return self._called(call.key, call.texts, args)

    def inputs(self, values: Mapping[str, Any], memo: dict[Term, Any]) -> Inputs:
        """The inputs of the function, where those of the caller have these values."""
        found: dict[str, Any] = {}
        for path, term in self._numbers.items():
            found[path] = evaluate(term, values, memo)
        for path, text in self._texts.items():
            count = evaluate(text.length, values, memo)
            found[length_name(path)] = count
            naming = code_name if text.kind == "str" else byte_name
            for at in range(min(count, len(text.lead))):
                found[naming(path, at)] = evaluate(text.lead[at], values, memo)
            if text.tail is not None:
                tail, first = text.tail
                for at in range(len(text.lead), count):
                    named = naming(tail, first + at - len(text.lead))
                    found[naming(path, at)] = values.get(named, ord("a"))
        return Inputs.of(found)

    def _variable(self, node: Term) -> Term:
        name: str = node.payload
        if name in self._numbers:
            return self._numbers[name]
        kind, _, place = name.rstrip(")").partition("(")
        if kind == "len":
            return self._texts[place].length
        path, _, at = place.rstrip("]").partition("[")
        return self._texts[path].at(int(at))

    def _application(self, node: Term, args: list[Term]) -> Term:
        symbol, place = node.payload
        call = self._called(*self._calls[symbol], args)
        return application(call.symbol, place, call.args, node.sort)

    def _called(self, key: Key, texts: tuple[TextPart, ...], args: list[Term]) -> Call:
        """A call with arguments exchanged; open parts of our texts become parts of others."""
        new_args: list[Term] = []
        new_texts: list[TextPart] = []
        given, parts = iter(args), iter(texts)
        for (kind,) in leaves(key):
            new_args.append(next(given))
            if kind in ("str", "bytes"):
                count, tail = next(parts)
                lead = tuple([next(given) for _ in range(count)])
                if tail is not None:
                    more, tail = self._texts[tail[0]].part(tail[1])
                    lead += more
                new_args += lead
                new_texts.append((len(lead), tail))
        made = tuple(new_texts)
        symbol = symbol_of(key, made)
        self._calls[symbol] = key, made
        return Call(0, symbol, key, made, tuple(new_args))


def leaves(key: Key) -> Iterator[Slot]:
    """What varies of what a function is given, in order."""
    stack = list(reversed(key[2]))
    while stack:
        slot = stack.pop()
        if slot[0] == "tuple":
            stack.extend(reversed(slot[1]))
        elif slot[0] != "const":
            yield slot


class Summaries:
    """All functions that were met."""

    def __init__(self) -> None:
        self.of: dict[Key, Summary] = {}
        self.calls: Symbols = {}
        self.home: dict[Node, Summary] = {}
        """The summary that a node belongs to."""
        self._taken: set[tuple[Site, bool]] = set()
        self._taken_in: Counter[tuple[Key, tuple[Site, bool]]] = Counter()
        self._callees: dict[Key, set[Key]] = {}
        self._results: dict[Key, Counter[tuple[Term, ...]]] = {}
        self._ended: dict[tuple[Site, bool], tuple[Term, ...]] = {}
        """What a function returned right after a side of a branch was taken."""

    def summary(self, key: Key) -> Summary:
        if key not in self.of:
            self.of[key] = Summary(key, len(self.of))
        return self.of[key]

    def learn(self, key: Key, path: Path) -> list[Node]:
        """Takes a path of a function, and those of the calls that it made, into the trees."""
        new: list[Node] = []
        for inner, frame in path.frames:
            new += self.learn(inner, frame)
        for call in path.calls:
            self.calls[call.symbol] = call.key, call.texts
            self.summary(call.key)
            self._callees.setdefault(key, set()).add(call.key)
        for branch in path.branches:
            place = branch.site, branch.taken
            self._taken.add(place)
            self._taken_in[key, place] += 1
        self._results.setdefault(key, Counter())[path.results] += 1
        if path.branches:
            last = path.branches[-1]
            self._ended[last.site, last.taken] = path.results
        summary = self.summary(key)
        own = summary.tree.add(path)
        self.home.update(dict.fromkeys(own, summary))
        return new + own

    def promise(self, node: Node | None, side: bool) -> int:
        """How promising a way is that nobody took, 0 is best.

        A side of a branch that no function took anywhere comes first, then those that this one
        took seldom. Last come those that led to the end of a function at once, with what it
        returns most often.
        """
        if node is None:
            return 0
        if node.site.kind == "call":
            return LEAST  # what is called returns something of another kind: mostly it never does
        place = node.site, side
        if place not in self._taken:
            return 0
        key = self.home[node].key
        if self._ended.get(place) == self._results[key].most_common(1)[0][0]:
            return LEAST
        here = self._taken_in[key, place]
        if node.site.kind == "loop":
            return 2 if here else 1  # one more turn is seldom what is missing
        return 1 if here < MANY else 2

    def called_in(self, conditions: Iterable[Term]) -> set[Key]:
        """The functions on which conditions hang, those that these call included."""
        waiting = [call.key for call in calls_in([*conditions], self.calls).values()]
        found: set[Key] = set()
        while waiting:
            key = waiting.pop()
            if key not in found:
                found.add(key)
                waiting.extend(self._callees.get(key, ()))
        return found

    def binding(self, call: Call) -> Binding:
        return Binding(self.calls, call)

    def definition(self, call: Call) -> Term:
        """`D_g` at a call: the ways through the function that are known, and what each returns."""
        summary, binding = self.of[call.key], self.binding(call)
        tree = summary.tree
        if tree.only_leaf is not None:
            return self._returns(call, binding, tree.only_leaf)
        if not tree.first:
            return summary.flag(None, True)
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
                sides.append(conjunction((binding.of(node.condition(side)), then)))
            said[node] = disjunction(sides)
            stack.pop()
        return said[root]

    def _returns(self, call: Call, binding: Binding, leaf: Path) -> Term:
        equal = []
        for place, result in enumerate(leaf.results):
            made = application(call.symbol, place, call.args, result.sort)
            wanted = binding.of(result)
            is_float = result.sort is Sort.FLOAT
            equal.append(_same_float(made, wanted) if is_float else eq(made, wanted))
        return conjunction(equal)

    def results(self, key: Key, inputs: Inputs) -> tuple[Any, ...] | Dangling:
        """What a function returns for these inputs, if the way is known."""
        summary = self.of[key]
        tree = summary.tree
        if tree.only_leaf is not None:
            return self._values(tree.only_leaf.results, inputs)
        nodes = tree.first
        memo: dict[Term, Any] = {}
        node: Node | None = None
        while nodes:
            node = nodes[0]
            value = self._value(node.branch.condition, inputs, memo)
            if isinstance(value, Dangling):
                return value
            if value in node.leaves and not node.following.get(value):
                return self._values(node.leaves[value].results, inputs, memo)
            nodes = node.following.get(value, [])
        return Dangling(key, inputs, node)

    def with_room(self, way: Dangling) -> Inputs:
        """Inputs that go the same way with longer texts, if they do: a run then tells more."""
        longer = {
            name: value + ROOM if name.startswith("len(") else value
            for name, value in way.inputs.items()
        }
        inputs = Inputs.of(longer)
        found = self.results(way.key, inputs)
        same = isinstance(found, Dangling) and (found.key, found.node) == (way.key, way.node)
        return inputs if same else way.inputs

    def _values(
        self, terms: tuple[Term, ...], inputs: Inputs, memo: dict[Term, Any] | None = None
    ) -> tuple[Any, ...] | Dangling:
        memo = {} if memo is None else memo
        values = []
        for term in terms:
            value = self._value(term, inputs, memo)
            if isinstance(value, Dangling):
                return value
            values.append(value)
        return tuple(values)

    def _value(self, root: Term, inputs: Inputs, memo: dict[Term, Any]) -> Any:
        """The value of a term of a function, whose applications are looked up."""
        if root.is_opaque:
            for node in walk(root):
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

    def _applied(self, node: Term, inputs: Inputs, memo: dict[Term, Any]) -> Any:
        symbol, place = node.payload
        key, texts = self.calls[symbol]
        inner = self.binding(Call(0, symbol, key, texts, node.args)).inputs(inputs, memo)
        results = self.results(key, inner)
        return results if isinstance(results, Dangling) else results[place]


def _same_float(a: Term, b: Term) -> Term:
    return disjunction((feq(a, b), conjunction((is_nan(a), is_nan(b)))))


def calls_in(roots: list[Term], known: Symbols) -> dict[tuple[str, tuple[Term, ...]], Call]:
    """The calls of summarised functions that terms speak of, inner ones first."""
    found: dict[tuple[str, tuple[Term, ...]], Call] = {}
    for node in walk(*roots):
        if node.op in APPLICATIONS and node.payload[0] in known:
            symbol = node.payload[0]
            key, texts = known[symbol]
            found.setdefault((symbol, node.args), Call(0, symbol, key, texts, node.args))
    return found
