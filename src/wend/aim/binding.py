"""Maps the variables of a called function to the arguments of a call. [003] §4.2

A function's tree speaks of `#0`, `len(#1)` and `ord(#1[3])`. A binding replaces these variables by
the caller's terms, and computes their values from the values of the caller's variables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wend.expr.build import add, application, eq, integer, variable
from wend.expr.evaluate import Assignment, Undefined, evaluate
from wend.expr.reads import is_read, path_read, read, read_from
from wend.expr.sorts import Sort
from wend.expr.substitute import rebuilt
from wend.expr.terms import Term
from wend.expr.variables import Character, Variable, character_of, length_of, named
from wend.path.summary import Call, Key, TextPart, leaves, symbol_of
from wend.record import Record

Symbols = dict[str, tuple[Key, tuple[TextPart, ...]]]
"""By symbol of an application, its function and how the function's texts are put together."""

APPLICATIONS = ("apply", "apply_float")

LONGEST = 10_000
"""The longest text that a function is run alone with, in characters."""


class _Text(Record):
    kind: str
    length: Term
    lead: tuple[Term, ...]
    tail: tuple[str, int] | None

    @property
    def _naming(self) -> Character:
        return character_of(self.kind)

    def at(self, place: int) -> Term:
        """The code of the character at an index, which may lie beyond the present end."""
        if place < len(self.lead):
            return self.lead[place]
        if self.tail is None:
            return integer(ord("a"))  # beyond the end, where nobody looks
        path, first = self.tail
        return variable(self._naming(path, first + place - len(self.lead)), Sort.INT)

    def read(self, place: Term) -> Term:
        """The code of the character at an index that is a term."""
        return read_from(self.lead, None if self.tail is None else self._behind, place)

    def _behind(self, place: Term) -> Term:
        assert self.tail is not None
        path, first = self.tail
        return read(self._naming, path, add(place, integer(first)))

    def part(self, start: int) -> tuple[tuple[Term, ...], tuple[str, int] | None]:
        """The rest of the text from an index on: codes, and the open part."""
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
        """The term of the caller for a term of the function."""
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
                    memo[node] = self._texts[path_read(node)].read(args[0])
                elif node.op in APPLICATIONS and node.payload[0] in self._calls:
                    memo[node] = self._application(node, args)
                elif all(new is old for new, old in zip(args, node.args, strict=True)):
                    memo[node] = node
                else:
                    memo[node] = rebuilt(node, args)
        return memo[root]

    def call(self, call: Call) -> Call:
        """A call that the function makes, with arguments that are terms of the caller."""
        args = [self.of(arg) for arg in call.args]
        return self._called(call.key, call.texts, args)

    def own(self, values: Assignment, memo: dict[Term, Any]) -> Own:
        """The values of the function's variables, for these values of the caller's variables."""
        return Own(self, values, memo)

    def value(self, name: str, values: Assignment, memo: dict[Term, Any]) -> Any:
        """The value of one variable of the function; None where it has none."""
        if name in self._numbers:
            return evaluate(self._numbers[name], values, memo)
        part = named(name)
        text = self._texts.get(part.path)
        if text is None:
            return None
        if (at := part.index) is None:
            return evaluate(text.length, values, memo)
        if at < len(text.lead):
            return evaluate(text.lead[at], values, memo)
        return None if text.tail is None else values.get(text.at(at).payload.text)

    def names(self, values: Assignment, memo: dict[Term, Any]) -> Iterator[str]:
        """The variables of the function that have values; raises Undefined for a text that is
        longer than LONGEST."""
        yield from self._numbers
        for path, text in self._texts.items():
            yield length_of(path).text
            naming = character_of(text.kind)
            count = evaluate(text.length, values, memo)
            if count > LONGEST:
                raise Undefined("a text is too long")
            for at in range(count if text.tail is not None else min(count, len(text.lead))):
                yield naming(path, at).text

    def _variable(self, node: Term) -> Term:
        part: Variable = node.payload
        if part.text in self._numbers:
            return self._numbers[part.text]
        text = self._texts[part.path]
        return text.length if part.index is None else text.at(part.index)

    def _application(self, node: Term, args: list[Term]) -> Term:
        symbol, place = node.payload
        call = self._called(*self._calls[symbol], args)
        return application(call.symbol, place, call.args, node.sort)

    def _called(self, key: Key, texts: tuple[TextPart, ...], args: list[Term]) -> Call:
        """A call with its arguments replaced; open parts of texts become parts of the caller's
        texts."""
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


class Own(Mapping[str, Any]):
    """The values of a function's variables, each computed when it is first asked for."""

    __slots__ = ("_binding", "_known", "_memo", "_values")

    def __init__(self, binding: Binding, values: Assignment, memo: dict[Term, Any]) -> None:
        self._binding = binding
        self._values = values
        self._memo = memo
        self._known: dict[str, Any] = {}

    def get(self, name: str, default: Any = None) -> Any:
        if name not in self._known:
            self._known[name] = self._binding.value(name, self._values, self._memo)
        found = self._known[name]
        return default if found is None else found

    def __getitem__(self, name: str) -> Any:
        return self.get(name, ord("a"))  # the default of a character, all others have values

    def __iter__(self) -> Iterator[str]:
        return self._binding.names(self._values, self._memo)

    def __len__(self) -> int:
        return sum(1 for _ in self)
