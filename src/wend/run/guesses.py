"""Parameters without annotation: what they may be, by default, docstring and uses."""

from __future__ import annotations

import ast
import contextlib
import functools
import inspect
from collections.abc import Callable
from typing import Any

from wend.inputs.domain import ABSENT, DICT, Choice, Domain, Entries, Items, Made, Part
from wend.instrument.source import parse_file
from wend.record import Record
from wend.run.annotations import CannotBuild, Domains
from wend.run.docstrings import documented_types, examples
from wend.run.known_types import ANYTHING, BOOL, FLOAT, INT, NONE, STR
from wend.run.uses import Uses
from wend.run.votes import Votes

MOST = 4
"""Alternatives of one guess."""

LEAST = 0.5
"""Votes with no more weight than this are hints of the name, and no uses."""

UNKNOWN = Choice((INT, STR, Items("list", INT), NONE))
"""What a parameter is taken for of which nothing is known."""


_uses_in = functools.cache(Uses)
"""All parameters of a function are looked for in the same uses."""


class Guess(Record):
    """What a parameter is taken for, with words for it."""

    domain: Domain
    says: str


class Guesses:
    """Guesses for the parameters of one function."""

    def __init__(self, function: Any, domains: Domains) -> None:
        self._domains = domains
        self._function = function
        self._node = node_of(function)
        doc = inspect.getdoc(function) or ""
        self._documented = documented_types(doc, vars(domains.module))
        self._examples = examples(doc, getattr(function, "__name__", ""))

    def of(self, parameter: inspect.Parameter, *, wide: bool = False) -> Guess:
        """The guess for one parameter; `wide`: of an unknown one all kinds of things are tried."""
        found: dict[Domain, None] = {}
        documented = self._documented.get(parameter.name)
        if documented is not None:
            with contextlib.suppress(CannotBuild):
                found[self._domains.domain(documented)] = None
        for domain in self._exemplary(parameter):
            found[domain] = None
        if not found:
            found.update(dict.fromkeys(self._by_use(parameter)))
        default = parameter.default
        if default is not parameter.empty:
            found = {**dict.fromkeys(self._of_default(default)), **found}
            if not found:
                raise CannotBuild("its default tells nothing")
            if default is None and list(found) == [NONE]:
                found.update(dict.fromkeys((INT, STR)))
        if not found or list(found) == [NONE]:
            found.update(dict.fromkeys(UNKNOWN.options if wide else (INT, STR)))
        options = _without_duplicates(found)[:MOST]
        domain = options[0] if len(options) == 1 else Choice(options)
        return Guess(domain, " or ".join(dict.fromkeys(map(kind_of, options))))

    def _of_default(self, default: Any) -> list[Domain]:
        domain = domain_of(default, self._domains)
        return [] if domain is None else [domain]

    def _exemplary(self, parameter: inspect.Parameter) -> list[Domain]:
        found: dict[Domain, None] = {}
        for example in self._examples_as_keywords():
            if parameter.name in example:
                domain = domain_of(example[parameter.name], self._domains)
                if domain is not None:
                    found[domain] = None
        return list(found)

    def _examples_as_keywords(self) -> list[dict[str, Any]]:
        return bound_examples(self._function, self._examples)

    def _by_use(self, parameter: inspect.Parameter) -> list[Domain]:
        if self._node is None:
            return []
        home = self._home()
        votes = _uses_in(self._node, self._domains.module, home).of_name(parameter.name)
        found = self.candidates(votes, 2)
        is_told = not (parameter.default is parameter.empty or parameter.default is None)
        if is_told and domain_of(parameter.default, self._domains) is not None:
            return [each for each in found if each == NONE]
        if max(votes.weights.values(), default=0.0) <= LEAST and not votes.classes:
            found += [each for each in UNKNOWN.options if each not in found]
        return found

    def _home(self) -> ast.AST | None:
        """The class of a constructor."""
        if not isinstance(self._node, ast.FunctionDef) or self._node.name != "__init__":
            return None
        return _class_around(self._node, inspect.unwrap(self._function).__code__.co_filename)

    def candidates(self, votes: Votes, depth: int) -> list[Domain]:
        """The domains that uses speak for, best first."""
        found: list[Domain] = []
        for cls in votes.classes:
            with contextlib.suppress(CannotBuild):
                found.append(self._domains.domain(cls))
        weights = votes.weights
        if depth and weights.get("list") and weights.get("str"):
            inside = self.candidates(votes.element(), 0)
            if inside == [STR]:
                weights["str"] += weights["list"] - 0.3  # what is made of characters is text
            elif inside and STR not in inside:
                del weights["str"]
        best = max((LEAST if found else 0.0, *weights.values()))
        for kind, weight in sorted(weights.items(), key=lambda item: -item[1]):
            if weight * 3 < best and kind != "None":
                continue
            if found and weight <= LEAST:
                continue
            domain = self._domain(kind, votes, depth)
            if domain is not None:
                found.append(domain)
        # None is the simplest, and comes first where it is looked for.
        found.sort(key=lambda domain: domain != NONE)
        if votes.checked and NONE not in found:
            found.insert(MOST - 1, NONE)
        return found

    def _domain(self, kind: str, votes: Votes, depth: int) -> Domain | None:
        match kind:
            case "int":
                return INT
            case "float":
                return FLOAT
            case "str":
                return STR
            case "bool":
                return BOOL
            case "None":
                return NONE
            case "tuple" if votes.places:
                of = [self.candidates(each, 0) for each in votes.places]
                return Made(None, tuple([Part("", each[0] if each else INT) for each in of]))
            case "list" | "set" | "tuple":
                return Items(kind, self._element(votes, depth, hashable=kind == "set"))
            case "dict":
                return self._dict(votes, depth)
            case "stream":
                import io

                return self._domains.domain(io.StringIO | io.BytesIO)
            case "bytes":
                return self._domains.domain(bytes)
            case "callable":
                return self._domains.domain(Callable)
            case _:
                return None

    def _element(self, votes: Votes, depth: int, *, hashable: bool = False) -> Domain:
        inner = self.candidates(votes.element(), depth - 1) if depth else []
        if hashable:
            inner = [each for each in inner if not isinstance(each, Items | Entries | Made)]
        if not inner:
            return INT
        return inner[0] if len(inner) == 1 else Choice(tuple(inner[:2]))

    def _dict(self, votes: Votes, depth: int) -> Domain:
        if votes.keys:
            parts = []
            for key in votes.keys:
                inner = self.candidates(votes.at_key(key), depth - 1) if depth else []
                parts.append(Part(key, Choice((ABSENT, *(inner[:2] or (INT,)))), by_keyword=True))
            return Made(DICT, tuple(parts[:8]))
        key_votes = votes.key_element()
        keys = self.candidates(key_votes, 0) if depth else []
        keys = [each for each in keys if each in (INT, STR)] or [STR]
        return Entries(keys[0], self._element(votes, depth))


def element_of(function: Any, name: str, domains: Domains) -> Domain:
    """What is in `*args`, by how the function uses it."""
    node = node_of(function)
    if node is None:
        return ANYTHING
    votes = _uses_in(node, domains.module).of_name(name)
    found = Guesses(function, domains).candidates(votes.element(), 1)
    return _one_of(tuple(found)) or ANYTHING


def keys_of(function: Any, name: str, domains: Domains) -> dict[str, Domain]:
    """The keywords that a function asks its `**keywords` for, and what they seem to be."""
    node = node_of(function)
    if node is None:
        return {}
    votes = _uses_in(node, domains.module).of_name(name)
    guesses = Guesses(function, domains)
    return {
        key: _one_of(tuple(guesses.candidates(votes.at_key(key), 1))) or INT
        for key in votes.keys
        if key.isidentifier()
    }


def _without_duplicates(found: dict[Domain, None]) -> tuple[Domain, ...]:
    flat: dict[Domain, None] = {}
    for each in found:
        flat.update(dict.fromkeys(each.options if isinstance(each, Choice) else (each,)))
    return tuple(flat)


def domain_of(value: Any, domains: Domains) -> Domain | None:
    """A domain that has the value, for values that stand for others of their type."""
    cls = type(value)
    if value is None:
        return NONE
    if cls in (list, set, frozenset, tuple):
        inner = {domain_of(item, domains): None for item in list(value)[:20]}
        inner.pop(None, None)
        options = tuple(each for each in inner if each is not None)
        if cls is tuple and len(options) > 1:
            return Made(None, tuple(Part("", domain_of(item, domains) or INT) for item in value))
        return Items(cls.__name__, _one_of(options) or ANYTHING)
    if cls is dict:
        keys = {domain_of(key, domains): None for key in list(value)[:20]}
        of = {domain_of(item, domains): None for item in list(value.values())[:20]}
        return Entries(
            _one_of(tuple(each for each in keys if each)) or STR,
            _one_of(tuple(each for each in of if each)) or ANYTHING,
        )
    if cls in (int, bool, float, str, bytes, bytearray, complex):
        return domains.domain(cls)
    if inspect.isfunction(value) or inspect.isbuiltin(value) or isinstance(value, type):
        return None
    try:
        return domains.domain(cls)
    except CannotBuild:
        return None


def _one_of(options: tuple[Domain, ...]) -> Domain | None:
    return None if not options else options[0] if len(options) == 1 else Choice(options[:MOST])


def bound_examples(function: Any, calls: list[ast.Call]) -> list[dict[str, Any]]:
    """The arguments of calls in a docstring by parameter name, where they are literals."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return []
    found: list[dict[str, Any]] = []
    for call in calls:
        try:
            args = [ast.literal_eval(arg) for arg in call.args]
            keywords = {str(each.arg): ast.literal_eval(each.value) for each in call.keywords}
            found.append(dict(signature.bind_partial(*args, **keywords).arguments))
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            continue
    return found


def kind_of(domain: Domain) -> str:
    """A domain in a word or two."""
    match domain:
        case Items(kind, element):
            return f"{kind}[{kind_of(element)}]"
        case Entries(key, value):
            return f"dict[{kind_of(key)}, {kind_of(value)}]"
        case Choice(options):
            return " | ".join([kind_of(each) for each in options])
        case Made(None, parts):
            return f"tuple[{', '.join([kind_of(part.domain) for part in parts])}]"
        case Made(maker):
            assert maker is not None
            return "a function" if maker.source.startswith("(lambda") else maker.source
    source = getattr(domain, "source", None)
    if source is not None:
        return "a function" if source.startswith("lambda") else str(source)
    sort = getattr(domain, "sort", None)
    return str(sort.value if sort is not None else getattr(domain, "kind", "int"))


def node_of(function: Any) -> ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | None:
    """The definition of a function in its file."""
    function = inspect.unwrap(function)
    code = getattr(function, "__code__", None)
    if code is None:
        return None
    return _node_at(code.co_filename, code.co_firstlineno, code.co_name, code.co_varnames)


@functools.cache
def _node_at(
    file: str, line: int, name: str, variables: tuple[str, ...]
) -> ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | None:
    tree = parse_file(file)
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.Lambda) and name == "<lambda>":
            names = tuple([each.arg for each in node.args.args])
            if node.lineno == line and names == variables[: len(names)]:
                return node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name:
            first = min([node.lineno, *[each.lineno for each in node.decorator_list]])
            if first == line:
                return node
    return None


@functools.cache
def _class_around(method: ast.FunctionDef, file: str) -> ast.ClassDef | None:
    tree = parse_file(file)
    for node in ast.walk(tree) if tree is not None else ():
        if isinstance(node, ast.ClassDef) and method in node.body:
            return node
    return None
