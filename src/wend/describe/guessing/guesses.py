"""Guesses domains for parameters without annotation: by default, docstring and uses."""

from __future__ import annotations

import ast
import contextlib
import inspect
import re
import sys
import types
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from wend.describe.cannot_build import CannotBuild
from wend.describe.deferred_annotations import signature_of
from wend.describe.guessing.called_with import called_with
from wend.describe.guessing.docstrings import documented_types, examples
from wend.describe.guessing.literals import kind_of_value
from wend.describe.guessing.uses import uses_in
from wend.describe.guessing.vocabulary import ATTRIBUTES, OF_BUILTINS, SAMPLES
from wend.describe.guessing.votes import Votes
from wend.describe.hints import class_hints
from wend.describe.known_types import ANYTHING, BOOL, FLOAT, INT, NEAREST, NONE, STR, below
from wend.describe.mappings import MAPPINGS
from wend.inputs.domain import (
    ABSENT,
    CONSTANTLY,
    DICT,
    Choice,
    Domain,
    Entries,
    Held,
    Items,
    Made,
    Maker,
    Part,
    Reference,
    Scalar,
    Text,
)
from wend.inputs.literal import SENTINEL
from wend.record import Record, replace
from wend.source.definitions import class_around, file_of, node_of

if TYPE_CHECKING:
    from wend.describe.annotations import Domains

MOST = 8
"""Alternatives of one guess."""

DEEPEST = 3
"""Nested values that a guess looks into."""

MOST_INSIDE = 3
"""Alternatives for the items of a value."""

MOST_PARTS = 8
"""Fields of an object, or keys of a dict, of which only the names are known."""

LEAST = 0.5
"""Votes with no more weight than this are hints by the name, and not by a use."""

UNKNOWN = Choice((INT, STR, Items("list", INT), NONE))
"""The guess for a parameter of which nothing is known."""

BYTES = Text("bytes")
ITERABLE = Held("Iterable", ("from collections.abc import Iterable",))
"""A class that others count as subclasses of without inheriting from it."""


class Guess(Record):
    """A guess for a parameter, with words for reports."""

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
        """The guess for one parameter; `wide`: for an unknown one values of all kinds are tried."""
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
        options = _in_turns(found)[:MOST]
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

    def votes(self, name: str) -> Votes | None:
        """The votes of the uses of a parameter; None where there is no source."""
        if self._node is None:
            return None
        function, module = inspect.unwrap(self._function), self._domains.module
        written_in = sys.modules.get(function.__module__, module)
        votes = uses_in(self._node, written_in, self._home()).of_name(name)
        called_with(function, name, written_in, votes)
        if written_in is not module:
            votes.values.clear()  # names that mean something else here
        return votes

    def _by_use(self, parameter: inspect.Parameter) -> list[Domain]:
        votes = self.votes(parameter.name)
        if votes is None:
            return []
        found = self.candidates(votes, DEEPEST)
        is_told = not (parameter.default is parameter.empty or parameter.default is None)
        if is_told and _is_plain(parameter.default):
            return [each for each in found if each == NONE]
        is_known = votes.classes or votes.values or votes.fitting or self._is_object(votes)
        if max(votes.weights.values(), default=0.0) <= LEAST and not is_known:
            found += [each for each in UNKNOWN.options if each not in found]
        return found

    def _home(self) -> ast.AST | None:
        """The class whose constructor the function is."""
        if not isinstance(self._node, ast.FunctionDef) or self._node.name != "__init__":
            return None
        return class_around(self._node, file_of(inspect.unwrap(self._function)))

    def candidates(self, votes: Votes, depth: int) -> list[Domain]:
        """The domains that votes speak for, the best first."""
        found: list[Domain] = []
        for cls in dict.fromkeys((*votes.classes, *votes.fitting)):
            found += [self._refined(each, cls, votes, depth) for each in self._instances(cls)]
        found += [Held(source) for source in votes.values]
        if votes.values and not votes.weights:
            found.append(INT)  # and what is none of them
        for kind in votes.asked:
            found += self._domain(kind, votes, depth)
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
            found += self._domain(kind, votes, depth)
        if not votes.asked and Items("list", INT) in found and STR in found:
            found.append(BYTES)  # whatever has a length and places
        if depth and not any(_tells(each, votes.attributes) for each in found):
            found += self._fields(votes, depth)
        # None is the simplest, and comes first where it is looked for.
        found.sort(key=lambda domain: domain != NONE)
        if votes.checked:
            other = next((each for each in (NONE, INT, STR) if each not in found), None)
            if other is not None:
                found.insert(MOST - 1, other)
        return [*dict.fromkeys(found)]

    def _instances(self, cls: Any) -> list[Domain]:
        """Instances of a class; also of subclasses if its own constructor tells nothing."""
        own = self._domains.attempt(cls)
        if own is not None and not _has_no_parts(own):
            return [own]
        found: list[Domain] = []
        for each in below(cls) if isinstance(cls, type) else ():
            if self._domains.distance(each) == 0 and len(found) < NEAREST:
                made = self._domains.attempt(each)
                found += [] if made is None else [made]
        return [*found, *([] if own is None else [own])]

    def _refined(self, domain: Domain, cls: Any, votes: Votes, depth: int) -> Domain:
        """An instance whose arguments without annotation may also be the values that attributes of
        the same names are compared with."""
        if not isinstance(domain, Made) or not depth:
            return domain
        told, parts = class_hints(cls), list(domain.parts)
        for at, part in enumerate(parts):
            if part.name in votes.attributes and part.name not in told:
                values = tuple([Held(each) for each in votes.attribute(part.name).values])
                if values:
                    wider = one_of((*values, part.domain)) or part.domain
                    parts[at] = replace(part, domain=wider)
        return replace(domain, parts=tuple(parts))

    @staticmethod
    def _is_object(votes: Votes) -> bool:
        """Whether attributes of a value are read that no builtin type has."""
        names = votes.attributes.keys()
        return names.isdisjoint(ATTRIBUTES) and any(
            not each.startswith("__") for each in names - OF_BUILTINS
        )

    def _fields(self, votes: Votes, depth: int) -> list[Domain]:
        """An object with the attributes that the function reads, if no builtin has them."""
        if not self._is_object(votes):
            return []
        names = [each for each in votes.attributes if not each.startswith("__")]
        parts: list[tuple[str, Domain]] = []
        for name in names[:MOST_PARTS]:
            inner = self.candidates(votes.attribute(name), depth - 1)
            parts.append((name, _inner(inner) or ANYTHING))
        return [self._domains.made(types.SimpleNamespace, *parts, by_keyword=True)]

    def _domain(self, kind: str, votes: Votes, depth: int) -> list[Domain]:
        alike = [
            domain_of(each, self._domains) for each in votes.equals if kind_of_value(each) == kind
        ]
        if alike:
            return _as_one([each for each in alike if each is not None])
        match kind:
            case "int":
                return [INT]
            case "float":
                return [FLOAT]
            case "str":
                return [STR]
            case "bool":
                return [BOOL]
            case "None":
                return [NONE]
            case "tuple" if places := votes.places:
                for each in places if not depth else ():
                    each.forget_places()
                of = [self.candidates(each, max(depth - 1, 0)) for each in places]
                parts = [Part("", _inner(each) or INT) for each in of]
                return [Made(None, tuple(parts))]
            case "list" | "set" | "tuple":
                return [Items(kind, self._element(votes, depth, hashable=kind == "set"))]
            case "iterator":
                return [Items("list", self._element(votes, depth), Maker("iter"))]
            case "dict":
                return [self._dict(votes, depth)]
            case "stream":
                import io

                return _as_one(self._instances(io.StringIO) + self._instances(io.BytesIO))
            case "match":
                return self._instances(re.Match)
            case "bytes":
                return [BYTES]
            case "callable":
                return _as_one(self._functions(votes, depth))
            case "type":
                first, *others = SAMPLES[kind]
                held = [Held(first), ITERABLE, *[Held(each) for each in others]]
                return _as_one([each for each in held if each.source not in votes.values])
            case _:
                return _as_one([Held(each) for each in SAMPLES.get(kind, ())])

    def _functions(self, votes: Votes, depth: int) -> tuple[Domain, ...]:
        """Functions with a constant result, of the type that its uses tell, and the identity."""
        functions = self._domains.attempt(Callable)
        options = functions.options if isinstance(functions, Choice) else ()
        inner = self.candidates(votes.result(), depth - 1) if depth else []
        if inner:
            value = _inner(inner) or INT
            return (Made(CONSTANTLY, (Part("value", value),)), *options[1:])
        return options

    def _element(self, votes: Votes, depth: int, *, hashable: bool = False) -> Domain:
        inner = self.candidates(votes.element(), depth - 1) if depth else []
        if hashable:
            inner = [each for each in inner if isinstance(each, Scalar | Text | Held)]
        return _inner(inner) or INT

    def _dict(self, votes: Votes, depth: int) -> Domain:
        if votes.keys:
            parts = []
            for key in votes.keys:
                inner = self.candidates(votes.at_key(key), depth - 1) if depth else []
                value = one_of((ABSENT, _inner(inner) or INT)) or INT
                parts.append(Part(key, value, by_keyword=True))
            return Made(DICT, tuple(parts[:MOST_PARTS]))
        key_votes = votes.key_element()
        keys = self.candidates(key_votes, 0) if depth else []
        keys = [each for each in keys if each in (INT, STR)] or [STR]
        return Entries(keys[0], self._element(votes, depth))


def why(parameter: inspect.Parameter, annotation: Any) -> str:
    """Why there is a guess, as words; `annotation` is the parameter's own, if it means anything."""
    if annotation is not parameter.empty:
        return "may be anything"
    if isinstance(parameter.annotation, str):
        return f"is annotated {parameter.annotation!r}, which names nothing that the module knows,"
    return "has no annotation"


def element_of(function: Any, name: str, domains: Domains) -> Domain:
    """The domain of the items of `*args`, by how the function uses them."""
    node = node_of(function)
    if node is None:
        return ANYTHING
    votes = uses_in(node, domains.module).of_name(name)
    found = Guesses(function, domains).candidates(votes.element(), 1)
    return one_of(tuple(found)) or ANYTHING


def keys_of(function: Any, name: str, domains: Domains) -> dict[str, Domain]:
    """The keys that a function asks its `**keywords` for, each with a guessed domain."""
    node = node_of(function)
    if node is None:
        return {}
    votes = uses_in(node, domains.module).of_name(name)
    guesses = Guesses(function, domains)
    return {
        key: one_of(tuple(guesses.candidates(votes.at_key(key), 1))) or INT
        for key in votes.keys
        if key.isidentifier()
    }


def _in_turns(found: dict[Domain, None]) -> tuple[Domain, ...]:
    """The alternatives in turns: the first of each domain, then the second ones."""
    flat: dict[Domain, None] = {}
    options = [each.options if isinstance(each, Choice) else (each,) for each in found]
    for at in range(max(map(len, options), default=0)):
        flat.update(dict.fromkeys(each[at] for each in options if at < len(each)))
    return tuple(flat)


def _tells(domain: Domain, attributes: Iterable[str]) -> bool:
    """Whether a domain has all attributes that are read of an object."""
    if isinstance(domain, Reference):
        return True
    return isinstance(domain, Made) and {part.name for part in domain.parts} >= {*attributes}


def _has_no_parts(domain: Domain) -> bool:
    return isinstance(domain, Made) and domain.maker is not None and not domain.parts


def _is_plain(default: Any) -> bool:
    """Whether a default tells the type without any doubt."""
    cls = type(default)
    says_nothing = callable(default) or cls is object or cls is SENTINEL
    return cls.__module__ == "builtins" and not says_nothing


def domain_of(value: Any, domains: Domains) -> Domain | None:
    """The domain of the type of a value, for values that are examples of their type."""
    cls = type(value)
    if value is None:
        return NONE
    if cls in (list, set, frozenset, tuple):
        inner = {domain_of(item, domains): None for item in list(value)[:20]}
        inner.pop(None, None)
        options = tuple(each for each in inner if each is not None)
        if cls is tuple and len(options) > 1:
            return Made(None, tuple(Part("", domain_of(item, domains) or INT) for item in value))
        return Items(cls.__name__, one_of(options) or ANYTHING)
    if cls in MAPPINGS:
        keys = {domain_of(key, domains): None for key in list(value)[:20]}
        of = {domain_of(item, domains): None for item in list(value.values())[:20]}
        return Entries(
            one_of(tuple(each for each in keys if each)) or STR,
            one_of(tuple(each for each in of if each)) or ANYTHING,
            None if cls is dict else Maker("frozendict"),
        )
    if cls in (int, bool, float, str, bytes, bytearray, complex):
        return domains.domain(cls)
    if cls in (types.FunctionType, types.BuiltinFunctionType) or issubclass(cls, type):
        return None
    try:
        return domains.domain(object if cls is SENTINEL else cls)
    except CannotBuild:
        return None


def one_of(options: tuple[Domain, ...]) -> Domain | None:
    """One of some alternatives, which may be choices themselves."""
    flat = _in_turns(dict.fromkeys(options))[:MOST]
    return None if not flat else flat[0] if len(flat) == 1 else Choice(flat)


def _inner(options: list[Domain]) -> Domain | None:
    """The domain of the items of a value: all alternatives that the code names, and a few more.
    That an item may be None says nothing about the others."""
    if options == [NONE]:
        options = [INT, STR, NONE]
    held = [each for each in options if isinstance(each, Held)]
    others = [each for each in options if not isinstance(each, Held)][:MOST_INSIDE]
    return one_of(tuple([each for each in options if each in held or each in others]))


def _as_one(options: Iterable[Domain]) -> list[Domain]:
    """Alternatives with those of one kind joined, so that they take turns with others."""
    found = one_of(tuple(options))
    return [] if found is None else [found]


def bound_examples(function: Any, calls: list[ast.Call]) -> list[dict[str, Any]]:
    """The arguments of calls in a docstring by parameter name, where they are literals."""
    try:
        signature = signature_of(function)
    except (TypeError, ValueError):
        return []
    found: list[dict[str, Any]] = []
    for call in calls:
        try:
            args = [ast.literal_eval(arg) for arg in call.args]
            keywords = {str(each.arg): ast.literal_eval(each.value) for each in call.keywords}
            given = signature.replace(parameters=_given_by(call, signature, function))
            found.append(dict(given.bind_partial(*args, **keywords).arguments))
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            continue
    return found


def _given_by(
    call: ast.Call, signature: inspect.Signature, function: Any
) -> list[inspect.Parameter]:
    """The parameters that the arguments of a call are for, without the `self` of a method."""
    parameters = list(signature.parameters.values())
    owner = getattr(function, "__qualname__", "").rpartition(".")[0].rpartition(".")[2]
    first = parameters[0].name if parameters else ""
    match call.func:
        case ast.Attribute(value=ast.Name(id=name)) if name == owner and first == "self":
            return parameters
        case ast.Attribute() if owner and first in ("self", "cls"):
            return parameters[1:]
        case _:
            return parameters


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
            if maker.source.endswith((".search", "match")):
                return "a match"
            return "a function" if maker.source.startswith("(lambda") else maker.source
    source = getattr(domain, "source", None)
    if source is not None:
        return "a function" if source.startswith("lambda") else str(source)
    sort = getattr(domain, "sort", None)
    return str(sort.value if sort is not None else getattr(domain, "kind", "int"))
