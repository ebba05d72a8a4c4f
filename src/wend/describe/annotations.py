"""Turns annotations into domains: the values that a parameter may have."""

from __future__ import annotations

import collections.abc
import contextlib
import enum
import inspect
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import ModuleType
from typing import Any

from wend.describe.cannot_build import CannotBuild, TooDeep
from wend.describe.class_families import (
    concrete_below,
    instances,
    members,
    note_unread,
    those_that_keep,
)
from wend.describe.class_kinds import is_ctypes
from wend.describe.constructors import Constructors, content_of
from wend.describe.deferred_annotations import signature_of
from wend.describe.forms import (
    NAMED_FORMS,
    NOTHING,
    WRAPPERS,
    constraints,
    is_required,
    is_variable,
    merged,
    type_name,
)
from wend.describe.hints import class_hints, hints_of
from wend.describe.known_types import ANYTHING, INT, KNOWN, NONE, STR
from wend.describe.narrowed_types import narrowed
from wend.describe.objects.graph_classes import Graphs
from wend.describe.objects.naming import Names
from wend.inputs.domain import (
    ABSENT,
    CONSTANTLY,
    DICT,
    CellClass,
    Choice,
    Domain,
    Entries,
    Held,
    Items,
    Made,
    Maker,
    Part,
    Placed,
    Pointer,
    Whole,
)
from wend.inputs.factories import FACTORIES
from wend.inputs.literal import SENTINEL, to_source_with
from wend.inputs.memory import HIGH
from wend.messages.options import Objects
from wend.source.definitions import is_written_in_python

DEEPEST = 3
"""Levels at which a class may contain itself."""

MOST_NODES = 400
"""Parts of one domain; without a limit a class that refers to many others makes it huge."""

MOST_TRIED = 80
"""Parts of a class that is one guess among others."""

MOST_EFFORT = 200
"""Parts that are built for guesses, failed ones included: failing guesses within guesses would
multiply."""

MOST_OPTIONS = 32
"""Alternatives of one choice."""


class Domains:
    """The domains of one target's annotations, with notes for its reasons."""

    def __init__(
        self,
        module: ModuleType,
        owner: Any = None,
        objects: Objects = "constructor",
        valid: tuple[str, ...] = (),
        read: frozenset[str] = frozenset(),
    ) -> None:
        """`read`: the names of attributes that the target reads."""
        self.module = module
        self.names = Names(module)
        self.notes: dict[tuple[str, str], None] = {}
        """Reasons: the word and the sentence of each."""
        self.defaults: dict[tuple[str, str], Any] = {}
        """Defaults of constructor arguments, by the names of class and argument."""
        self.narrowed: list[str] = []
        """Annotations that allow more values than the domain has."""
        self.is_guessing = False
        """Whether the class is one guess of several; then its subclasses are not tried."""
        self.receiver: tuple[Any, str] = (None, "")
        """The class and the name of the target method, while the object of the method is built."""
        self._owner = owner
        self._under_way: list[Any] = []
        self._bound: dict[Any, Any] = {}
        """The types that type variables stand for, within `Box[int]`."""
        self._nodes = 0
        self._most_nodes = MOST_NODES
        self._effort = 0
        self._placed = HIGH
        """The address of the last value in memory; values are placed from high addresses
        downward."""
        self._graphs = Graphs(self, objects, valid)
        self._constructors = Constructors(self, read)

    @property
    def cells(self) -> tuple[CellClass, ...]:
        """The classes whose instances are cells of graphs."""
        return tuple(self._graphs.cells.values())

    def begin(self) -> None:
        """Begins the domain of another parameter, with the full limit of parts."""
        self._nodes = 0

    def domain(self, annotation: Any) -> Domain:
        """The domain of an annotation; raises CannotBuild."""
        self._nodes += 1
        if self._nodes > self._most_nodes:
            self._note_cut("a value", "what is in it is left out where it grows too large")
            raise TooDeep("it has too many parts")
        if annotation is None:
            return NONE
        try:
            annotation.__class__  # noqa: B018 - a proxy may raise anything where it is asked
        except Exception:
            name = type(annotation).__qualname__
            raise CannotBuild(f"{name} raises where it is asked for its class") from None
        if name := narrowed(annotation):
            self.narrowed.append(name)
        if isinstance(annotation, str | typing.ForwardRef):
            return self._forward(annotation)
        try:
            factory = FACTORIES.get(annotation)
        except TypeError:  # not hashable, so nobody registered it
            factory = None
            if typing.get_origin(annotation) is None:
                raise CannotBuild(f"{type_name(annotation)} is no type that wend knows") from None
        except Exception:  # it, or what is in it, is an object of the code under test
            raise CannotBuild(f"{type_name(annotation)} raises where it is hashed") from None
        if factory is not None:
            return self.factory(annotation, factory)
        return self._special(annotation) or self._class(annotation)

    def attempt(self, annotation: Any) -> Domain | None:
        """The domain of a guessed type; None if it can't be built or is too large. A failed attempt
        leaves no notes."""
        if self._effort > MOST_EFFORT:
            return None
        before, notes = (self._nodes, self._most_nodes), len(self.notes)
        self._most_nodes = min(self._most_nodes, self._nodes + MOST_TRIED)
        try:
            return self.domain(annotation)
        except CannotBuild:
            self._effort += self._nodes - before[0]
            self._nodes = before[0]
            for note in list(self.notes)[notes:]:
                del self.notes[note]
            return None
        finally:
            self._most_nodes = before[1]

    # Special forms

    def _special(self, annotation: Any) -> Domain | None:
        """Forms of `typing` that are no classes; None for everything else."""
        origin, args = typing.get_origin(annotation), typing.get_args(annotation)
        kind = type(annotation).__name__
        if annotation in (Any, object, inspect.Parameter.empty):
            return self._anything("a part of it")
        if origin in (typing.Union, types.UnionType):
            return self._union(args)
        if origin is typing.Literal:
            return self.choice([self.held(value) for value in args])
        if origin is typing.Annotated:
            return self._annotated(args)
        if origin in WRAPPERS:
            return self.domain(args[0])
        if annotation in NAMED_FORMS:
            return NAMED_FORMS[annotation]
        if annotation is typing.Self and self._owner is not None:
            return self.domain(self._owner)
        if type(annotation) is SENTINEL:
            return self.held(annotation)
        if annotation in NOTHING:
            raise CannotBuild("there is no such value")
        if kind == "InitVar":
            return self.domain(annotation.type)
        if kind == "TypeVar":
            return self._type_variable(annotation)
        if hasattr(annotation, "__supertype__"):
            return self.domain(annotation.__supertype__)
        if kind == "TypeAliasType" or type(origin).__name__ == "TypeAliasType":
            return self._alias(origin or annotation, args)
        return None

    def _forward(self, annotation: Any) -> Domain:
        text = annotation if isinstance(annotation, str) else annotation.__forward_arg__
        try:
            meant = eval(text, dict(vars(self.module)))
        except Exception as error:
            raise CannotBuild(f"{text} means nothing here: {error}") from None
        with _Inside(self, text, {}):  # an alias may be inside itself
            return self.domain(meant)

    def _union(self, args: Iterable[Any]) -> Domain:
        options: list[Domain] = []
        problem: CannotBuild | None = None
        # None first: it is the simplest.
        for arg in sorted(args, key=lambda arg: arg is not type(None)):
            try:
                options.append(self.domain(arg))
            except CannotBuild as error:
                problem = problem or error
                if not isinstance(error, TooDeep):
                    self.notes["cannot-construct", f"{type_name(arg)}: {error}"] = None
        if not options:
            raise problem or CannotBuild("there is no such value")
        return self.choice(options)

    def choice(self, options: Iterable[Domain]) -> Domain:
        flat: dict[Domain, None] = {}
        for option in options:
            inner = option.options if isinstance(option, Choice) else (option,)
            flat.update(dict.fromkeys(inner))
        flat = dict.fromkeys(merged(flat))
        if len(flat) > MOST_OPTIONS:
            self._note_cut(
                "a choice", f"of {len(flat)} alternatives the first {MOST_OPTIONS} are tried"
            )
        chosen = tuple(flat)[:MOST_OPTIONS]
        return chosen[0] if len(chosen) == 1 else Choice(chosen)

    def held(self, value: Any) -> Domain:
        """The domain of one value."""
        source, imports, _ = to_source_with(value, self.names.reference)
        if source is None:
            raise CannotBuild(f"{value!r:.80} can't be written as source")
        return Held(source, imports)

    def _annotated(self, args: tuple[Any, ...]) -> Domain:
        """`Annotated[int, Gt(0), Le(9)]`: bounds of whole numbers are kept, the rest is ignored."""
        inner = self.domain(args[0])
        if inner != INT:
            return inner
        low = high = None
        for each in constraints(args[1:]):
            for name, by in (("ge", 0), ("gt", 1)):
                if type(bound := getattr(each, name, None)) is int:
                    low = bound + by
            for name, by in (("le", 0), ("lt", -1)):
                if type(bound := getattr(each, name, None)) is int:
                    high = bound + by
        return inner if low is None and high is None else Whole(low, high)

    def _type_variable(self, variable: Any) -> Domain:
        if variable in self._bound:
            return self.domain(self._bound[variable])
        if variable.__constraints__:
            return self._union(variable.__constraints__)
        if variable.__bound__ is not None:
            return self.domain(variable.__bound__)
        return INT

    def _alias(self, alias: Any, args: tuple[Any, ...]) -> Domain:
        with _Inside(self, alias, dict(zip(alias.__type_params__, args, strict=False))):
            return self.domain(alias.__value__)

    # Classes

    def _class(self, annotation: Any) -> Domain:
        origin, args = typing.get_origin(annotation), typing.get_args(annotation)
        cls = origin or annotation
        if cls is collections.abc.Callable:
            return self.callable_(args[-1] if args else Any, args[0] if args else ...)
        if not isinstance(cls, type):
            raise CannotBuild(f"{type_name(annotation)} is no type that wend knows")
        is_bare = annotation is typing.Tuple  # noqa: UP006 (it has `tuple` as its origin, too)
        if cls is tuple and origin is tuple and not args and not is_bare:
            return Held("()")
        if is_ctypes(cls):
            return self._in_memory(cls)
        known = KNOWN.get(f"{cls.__module__}.{cls.__qualname__}")
        if known is not None:
            return known(self, cls, args)
        if issubclass(cls, enum.Enum):
            return members(self, cls)
        if typing.is_typeddict(cls):
            return self._typed_dict(cls)
        if getattr(cls, "_is_protocol", False):
            return those_that_keep(self, cls, args)
        note_unread(self, cls)
        if inspect.isabstract(cls):
            return concrete_below(self, cls)
        if issubclass(cls, BaseException) and not isinstance(cls.__init__, types.FunctionType):
            return self.made(cls, ("message", STR))
        return self._graphs.reference(cls, args) or instances(self, cls, args)

    def _in_memory(self, cls: Any) -> Domain:
        from wend.describe.memory.layouts import NoName, layouts, tools  # for code that uses ctypes

        try:
            found, with_ = layouts(cls, self.names.reference), tools(self.names.reference)
        except NoName as error:
            raise CannotBuild(str(error)) from None
        if found[0].kind == "pointer":
            return Pointer(found, with_)
        self._placed -= -(-max(found[0].size, 1) // 64) * 64
        return Placed(found, self._placed, with_)

    def instance(self, cls: Any, args: tuple[Any, ...] = ()) -> Domain:
        """The instances that the constructor of a class makes of explored arguments."""
        name = self.names.reference(cls)
        if name is None:
            raise CannotBuild(f"no test could import {cls.__qualname__}")
        if issubclass(cls, type):
            self._note_cut(type_name(cls), "it makes one class, which has nothing in it")
            return Made(name, _OF_A_CLASS)
        content = content_of(cls)
        if content is not None:
            return Made(name, (Part("", self.domain(content)),))
        try:
            signature = signature_of(cls)
        except (TypeError, ValueError):
            if not is_written_in_python(cls):
                raise CannotBuild(f"{cls.__qualname__} has no signature") from None
            # Native code above it constructs it, mostly of nothing.
            self._note_cut(type_name(cls), "its native constructor is given no arguments")
            return Made(name, ())
        with _Inside(self, cls, self._meant(_type_parameters(cls), args)):
            init = cls.__init__ if isinstance(cls.__init__, types.FunctionType) else cls.__new__
            return Made(
                name, self._constructors.parts(signature, class_hints(cls), init, name.source)
            )

    @contextlib.contextmanager
    def guessing(self) -> Iterator[None]:
        """A context in which types are guesses."""
        before, self.is_guessing = self.is_guessing, True
        try:
            yield
        finally:
            self.is_guessing = before

    @contextlib.contextmanager
    def binding(self, cls: Any, args: tuple[Any, ...]) -> Iterator[None]:
        """A context in which the type variables of a class stand for the types in brackets."""
        before = self._bound
        self._bound = {**before, **self._meant(_type_parameters(cls), args)}
        try:
            yield
        finally:
            self._bound = before

    def _meant(self, variables: tuple[Any, ...], args: tuple[Any, ...]) -> dict[Any, Any]:
        """The types for type variables; an argument may itself be a type variable with a type."""
        pairs = zip(variables, args, strict=False)
        meant = [
            (each, self._bound.get(arg, arg) if is_variable(arg) else arg) for each, arg in pairs
        ]
        return {each: arg for each, arg in meant if arg is not each}

    def factory(self, annotation: Any, factory: Callable[..., Any]) -> Domain:
        name = self.names.reference(factory)
        if name is None:
            raise CannotBuild(f"no test could import the factory {factory!r:.80}")
        with _Inside(self, annotation, {}):
            hints = hints_of(factory, self.module)
            signature = signature_of(factory)
            return Made(name, self._constructors.parts(signature, hints, factory, name.source))

    def _note_cut(self, name: str, says: str) -> None:
        self.notes["bound-hit", f"{name} is not explored to the end: {says}"] = None

    def note_guessed(self, cls: str, by_value: Sequence[str], by_use: Sequence[str]) -> None:
        """Notes that the types of fields are guessed from assignments or uses, and may be wrong."""
        for what, fields, how in (
            ("fields-guessed", by_value, "what is assigned to them"),
            ("type-guessed", by_use, "how they are used"),
        ):
            if fields:
                says = f"{cls} has no annotations for {', '.join(fields)}: their types are guessed"
                self.notes[what, f"{says} by {how}"] = None

    def _typed_dict(self, cls: Any) -> Domain:
        with _Inside(self, cls, {}):
            parts = []
            for key, annotation in class_hints(cls).items():
                domain = self.domain(annotation)
                if not is_required(cls, key, annotation):
                    domain = self.choice((ABSENT, domain))
                parts.append(Part(key, domain, by_keyword=True))
            return Made(DICT, tuple(parts))

    def distance(self, cls: Any) -> int:
        """How far the home of a class is: 0 for the target's module, 1 for its package, else 2."""
        home = cls.__module__  # which a class may set to anything
        if not isinstance(home, str):
            return 2
        if home == self.module.__name__:
            return 0
        package = self.module.__name__.partition(".")[0]
        return 1 if home.partition(".")[0] == package else 2

    def callable_(self, result: Any, arguments: Any) -> Domain:
        """Functions with a constant result, and one that returns its argument.

        `arguments` are the types in a list, or what stands for any arguments: `...`, the `P` of
        `Callable[P, R]`, or `Concatenate[int, P]`.
        """
        try:
            value = self.domain(None if result in (None, type(None)) else result)
        except CannotBuild:
            value = INT
        options: list[Domain] = [Made(CONSTANTLY, (Part("value", value),))]
        is_listed = isinstance(arguments, list | tuple)
        if not is_listed or (len(arguments) == 1 and arguments[0] == result):
            options.append(Held("lambda *args: args[0] if args else None"))
        return self.choice(options)

    # Containers

    def _anything(self, what: str, taken: Domain = ANYTHING) -> Domain:
        """The domain for an unknown type, with a note that it is a guess."""
        says = "keys that are text" if taken == STR else "int or str"
        self.notes["type-guessed", f"{what} may be anything, and is taken as {says}"] = None
        return taken

    def items(self, kind: str, args: tuple[Any, ...], maker: Maker | None = None) -> Domain:
        try:
            element = self.domain(args[0]) if args else self._anything(f"what is in the {kind}")
        except TooDeep:  # cut off: an empty one
            empty = {"tuple": "()", "set": "set()", "frozenset": "frozenset()"}.get(kind, "[]")
            source = empty if maker is None else f"{maker.source}({empty})"
            return Held(source, () if maker is None else maker.imports)
        return Items(kind, element, maker)

    def entries(self, args: tuple[Any, ...], maker: Maker | None = None) -> Domain:
        try:
            key = self.domain(args[0]) if args else self._anything("what is in the dict", STR)
            value = self.domain(args[1]) if len(args) > 1 else ANYTHING if not args else INT
        except TooDeep:
            return Held(
                "{}" if maker is None else f"{maker.source}()", maker.imports if maker else ()
            )
        return Entries(key, value, maker)

    def tuple_of(self, args: tuple[Any, ...]) -> Domain:
        if not args:
            return self.items("tuple", ())
        if len(args) == 2 and args[1] is ...:
            return self.items("tuple", args)
        return Made(None, tuple([Part("", self.domain(arg)) for arg in args]))

    def maker(self, cls: Any) -> Maker:
        name = self.names.reference(cls)
        if name is None:
            raise CannotBuild(f"no test could import {cls.__qualname__}")
        return name

    def made(self, cls: Any, *parts: tuple[str, Domain], by_keyword: bool = False) -> Domain:
        return Made(self.maker(cls), tuple(Part(name, of, by_keyword) for name, of in parts))


_OF_A_CLASS = (
    Part("name", Held("'Made'")),
    Part("bases", Held("()")),
    Part("space", Held("{'__module__': 'made'}")),
)
"""What a metaclass makes a class of; one that names no module would be of that which calls."""


def _type_parameters(cls: Any) -> tuple[Any, ...]:
    """The type variables of a class; of `types.GenericAlias` and the like, those of instances are
    a descriptor."""
    found = getattr(cls, "__parameters__", ())
    return found if isinstance(found, tuple) else ()


class _Inside:
    """The context in which the parts of a class are built: its type variables, and the depth."""

    def __init__(self, domains: Domains, cls: Any, bound: dict[Any, Any]) -> None:
        self._domains = domains
        self._cls = cls
        self._bound = bound

    def __enter__(self) -> None:
        domains = self._domains
        if domains._under_way.count(self._cls) >= DEEPEST:
            name = type_name(self._cls)
            domains._note_cut(name, f"it is inside itself at most {DEEPEST - 1} times")
            raise TooDeep(f"{name} is inside itself")
        domains._under_way.append(self._cls)
        self._before = domains._bound
        domains._bound = {**domains._bound, **self._bound}

    def __exit__(self, *_: object) -> None:
        self._domains._under_way.pop()
        self._domains._bound = self._before
