"""Describes the parameters of a function: the domain that each is explored in, or its fixed
value."""

from __future__ import annotations

import contextlib
import functools
import importlib
import inspect
import os
import sys
import typing
from collections.abc import Iterable, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any

from wend.describe.annotations import Domains
from wend.describe.asked_types import explored
from wend.describe.cannot_build import CannotBuild
from wend.describe.deferred_annotations import signature_of
from wend.describe.evaluation import evaluated
from wend.describe.forms import type_name
from wend.describe.hints import hints_of
from wend.describe.known_types import INT
from wend.describe.objects.shared_containers import NOT_SHARED, Sharing, may_be_cells
from wend.describe.owners import owner_of
from wend.inputs.decompose import DoesNotFit, TakingApart, decomposed
from wend.inputs.domain import (
    ABSENT,
    DICT,
    CellClass,
    Choice,
    Domain,
    Held,
    Made,
    Maker,
    Part,
    Same,
)
from wend.inputs.paths import part_path
from wend.inputs.target import Parameter, passable
from wend.messages.options import Objects
from wend.path.reason import Reason
from wend.record import Record, replace
from wend.source.aliases import is_changeable, may_share, may_tell_apart

FACTORY_MODULE = "wend_factories"
"""The module in which users register factories, beside the target's module or above it."""

MOST_EXAMPLES = 4
"""Calls of a docstring that are tried first."""

MOST_KEYWORDS = 8
MOST_STARRED = 3
"""The most arguments for `*args`."""

Assignment = dict[str, Any]
"""Values of variables."""


class Described(Record):
    """The parameters with their reasons; `problem` says which one has no value, if one has none."""

    parameters: tuple[Parameter, ...]
    reasons: tuple[Reason, ...] = ()
    problem: str | None = None
    first: tuple[Assignment, ...] = ()
    """First inputs: what the user gave, defaults, examples in the docstring."""


def describe(
    called: Any,
    function: FunctionType,
    name: str,
    module: ModuleType,
    given: Sequence[Mapping[str, str]] = (),
    objects: Objects = "auto",
    valid: tuple[str, ...] = (),
) -> Described:
    """Describes a function's parameters; `given` are sources of values that the user gave."""
    try:
        signature = signature_of(called)
    except (TypeError, ValueError) as error:
        return Described((), problem=f"{name} has no signature: {error}")
    description = _Description(called, function, name, module, objects, valid)
    try:
        description.evaluate(given)
        for parameter in signature.parameters.values():
            description.add(parameter)
    except _Problem as problem:
        return Described((), problem.reasons, str(problem))
    return description.result()


class _Problem(Exception):
    """A parameter has no value."""

    def __init__(self, says: str, *reasons: Reason) -> None:
        super().__init__(says)
        self.reasons = reasons


class _Description:
    """The description while it is made."""

    def __init__(
        self,
        called: Any,
        function: FunctionType,
        name: str,
        module: ModuleType,
        objects: Objects,
        valid: tuple[str, ...],
    ) -> None:
        code = function.__code__
        self._place: dict[str, Any] = {"file": code.co_filename, "line": code.co_firstlineno}
        self._function = function
        self._has_shapes = objects == "shape"
        self._shared: tuple[CellClass, ...] | None = None
        """The classes of cells, shared containers included."""
        self._name = name
        self._module = module
        self._owner = owner_of(called, name, module)
        holder = self._holder()
        self._hints = hints_of(called, module, holder) or hints_of(function, module, holder)
        _import_factories(module)
        self._domains = Domains(module, holder, objects, valid, frozenset(code.co_names))
        self._given: list[tuple[dict[str, str], Assignment]] = []
        self._parameters: list[Parameter] = []
        self._reasons: list[Reason] = []
        self._defaults: Assignment = {}
        self._changeable: dict[str, tuple[Domain, list[Domain]]] = {}
        """Parameters that may be mutable objects, with the domains of these."""
        self._unannotated = sum(
            name not in self._hints for name in code.co_varnames[: code.co_argcount]
        )

    def _holder(self) -> Any:
        holder: Any = self._module
        for part in self._name.split(".")[:-1]:
            holder = getattr(holder, part, None)
        return holder if isinstance(holder, type) else None

    def evaluate(self, given: Sequence[Mapping[str, str]]) -> None:
        """Evaluates the sources that the user gave."""
        for sources in given:
            values: Assignment = {}
            for key, source in sources.items():
                try:
                    values[key] = eval(source, dict(vars(self._module)))
                except Exception as error:
                    told = f"--input {key}={source} raises {type(error).__name__}: {error}"
                    remedy = f"write a value that {self._module.__name__} knows"
                    raise _Problem(f"{told}; {remedy}") from None
            self._given.append((dict(sources), values))

    def _first_given(self, name: str) -> tuple[str, Any] | None:
        for sources, values in self._given:
            if name in sources:
                return sources[name], values[name]
        return None

    # One parameter

    def add(self, parameter: inspect.Parameter) -> None:
        annotation = self._hints.get(parameter.name, parameter.annotation)
        if issubclass(type(annotation), _MEANINGLESS):
            annotation = parameter.empty
        is_receiver = not self._parameters and self._owner is not None
        guessed = False
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            self._add_starred(parameter, annotation)
            return
        domain: Domain
        self._domains.begin()
        notes = self._domains.notes
        known, narrow = len(notes), len(self._domains.narrowed)
        try:
            if is_receiver:
                domain = self._receiver(parameter)
            elif self._is_class_of_new(parameter):
                domain = self._domains.held(self._holder())
            elif any(annotation is each for each in (parameter.empty, Any, object)):
                domain, guessed = self._guess(parameter, annotation)
            else:
                domain = explored(annotation, parameter.name, self._function, self._domains)
                domain = self._with_default(parameter, domain)
        except CannotBuild as error:
            domain = self._instead(parameter, annotation, error)
        domain = self._fitting(parameter, annotation, domain)
        guessed = guessed or any(what == "type-guessed" for what, _ in list(notes)[known:])
        guessed = guessed and not isinstance(domain, Held)
        domain = self._or_the_same(parameter.name, domain, guessed=guessed)
        by_keyword = parameter.kind is parameter.KEYWORD_ONLY
        narrowed = self._narrowed_since(narrow)
        self._parameters.append(
            Parameter(parameter.name, domain, by_keyword, guessed=guessed, narrowed=narrowed)
        )

    def _narrowed_since(self, count: int) -> str:
        return ", ".join(dict.fromkeys(self._domains.narrowed[count:]))

    def _or_the_same(self, name: str, domain: Domain, *, guessed: bool) -> Domain:
        """The domain, with the alternative that this is the same object as an earlier parameter of
        the same domain, or of an overlapping one if it is a guess."""
        options = domain.options if isinstance(domain, Choice) else (domain,)
        objects = [each for each in options if is_changeable(each, self._evaluated)]
        others = [
            other
            for other, (known, of) in self._changeable.items()
            if known == domain or (guessed and not set(of).isdisjoint(objects))
        ]
        if objects:
            self._changeable[name] = domain, objects
        if not others or not self._may_tell_apart:
            return domain
        return Choice((*options, *[Same(other) for other in others]))

    @functools.cached_property
    def _may_tell_apart(self) -> bool:
        return may_tell_apart(self._function)

    def _evaluated(self, maker: Maker) -> Any:
        return evaluated(self._module, maker.source, maker.imports)

    def _receiver(self, parameter: inspect.Parameter) -> Domain:
        if self._first_given(parameter.name) is not None:
            return ABSENT  # what the user gave is held
        if self._name.endswith(".__init__"):
            name = self._domains.maker(self._owner)
            if "__hash__" in vars(type(self._owner)):  # runs look classes up in tables
                raise CannotBuild(f"the metaclass of {name.source} hashes its classes by itself")
            return Held(f"{name.source}.__new__({name.source})", name.imports)
        self._domains.receiver = self._owner, self._name.rpartition(".")[2]
        try:
            return self._domains.domain(self._owner)
        finally:
            self._domains.receiver = None, ""

    def _is_class_of_new(self, parameter: inspect.Parameter) -> bool:
        return (
            not self._parameters and self._name.endswith(".__new__") and self._holder() is not None
        )

    def _guess(self, parameter: inspect.Parameter, annotation: Any) -> tuple[Domain, bool]:
        from wend.describe.guessing.guesses import Guess, Guesses, domain_of, kind_of, why

        given = self._first_given(parameter.name)
        if given is not None:
            domain = domain_of(given[1], self._domains)
            if domain is None:
                return ABSENT, False
            guess = Guess(domain, kind_of(domain))
        else:
            with self._domains.guessing():
                guess = Guesses(self._function, self._domains).of(
                    parameter, wide=self._unannotated <= 2
                )
        self._say(
            "type-guessed",
            f"parameter {parameter.name} {why(parameter, annotation)} and is taken as {guess.says}",
            f"annotate {parameter.name}",
            parameter.name,
        )
        return self._with_default(parameter, guess.domain), True

    def _with_default(self, parameter: inspect.Parameter, domain: Domain) -> Domain:
        """The domain with the default: tried first if the domain has it, else an alternative."""
        default = parameter.default
        if default is parameter.empty:
            return domain
        try:
            self._defaults.update(self._apart(domain, parameter.name, default))
        except DoesNotFit:
            if parameter.kind is parameter.POSITIONAL_ONLY:
                return domain
            options = domain.options if isinstance(domain, Choice) else (domain,)
            return Choice((ABSENT, *options))
        return domain

    def _apart(self, domain: Domain, name: str, value: Any) -> Assignment:
        return decomposed(domain, name, value, self._meaning, self._cells)

    def _meaning(self, source: str, imports: tuple[str, ...]) -> Any:
        return evaluated(self._module, source, imports)

    def _instead(self, parameter: inspect.Parameter, annotation: Any, error: CannotBuild) -> Domain:
        """The value for a parameter that can't be explored."""
        if self._first_given(parameter.name) is not None:
            return ABSENT  # held, see `_fitting`
        if parameter.default is not parameter.empty:
            self._say_held(parameter.name, annotation, "its default")
            return ABSENT
        if not self._parameters and self._owner is not None:
            annotation = self._owner
        told = f"{type_name(annotation)} can't be built"
        because = (
            "" if str(error).startswith(f"{type_name(annotation)} is inside") else f": {error}"
        )
        says = f"parameter {parameter.name} of {self._name} has no value: {told}{because}"
        remedy = f'give one with --input "{parameter.name}=..." or register a wend.factory'
        raise _Problem(
            says, Reason("cannot-construct", says, remedy, parameter.name, **self._place)
        )

    def _fitting(self, parameter: inspect.Parameter, annotation: Any, domain: Domain) -> Domain:
        """The domain, or the user's value if the domain does not have it."""
        for sources, values in self._given:
            if parameter.name not in values:
                continue
            try:
                self._apart(domain, parameter.name, values[parameter.name])
            except DoesNotFit:
                source = sources[parameter.name]
                value = values[parameter.name]
                if annotation in _PLAIN and not isinstance(value, annotation):
                    told = f"--input {parameter.name}={source} is no {annotation.__name__}"
                    raise _Problem(
                        f"{told}, which parameter {parameter.name} of {self._name} is"
                    ) from None
                self._say_held(parameter.name, annotation, source)
                return Held(source)
        return domain

    def _add_starred(self, parameter: inspect.Parameter, annotation: Any) -> None:
        """`*args` is a tuple and `**keywords` a dict; both may be empty."""
        is_tuple = parameter.kind is parameter.VAR_POSITIONAL
        stars, narrow = "*" if is_tuple else "**", len(self._domains.narrowed)
        guessed = annotation is parameter.empty
        try:
            domain = (self._positional if is_tuple else self._keywords)(parameter.name, annotation)
        except CannotBuild:
            says = f"parameter {stars}{parameter.name} is not explored, it stays empty"
            self._say("held-constant", says, "", f"{stars}{parameter.name}")
            return
        if guessed:
            says = f"parameter {stars}{parameter.name} has no annotation: what is in it is guessed"
            self._say("type-guessed", says, f"annotate {parameter.name}", parameter.name)
        self._parameters.append(
            Parameter(
                parameter.name,
                domain,
                stars=stars,  # type: ignore[arg-type]
                guessed=guessed,
                narrowed=self._narrowed_since(narrow),
            )
        )

    def _positional(self, name: str, annotation: Any) -> Domain:
        """Tuples of a few items each: the number of arguments is decided before the call."""
        from wend.describe.guessing.guesses import element_of

        if annotation is inspect.Parameter.empty:
            element = element_of(self._function, name, self._domains)
        elif getattr(annotation, "__args__", None) and "Unpack" in str(annotation):
            return self._domains.domain(annotation.__args__[0])
        else:
            element = self._domains.domain(annotation)
        says = f"parameter *{name} is tried with up to {MOST_STARRED} arguments"
        self._say("bound-hit", says, "", f"*{name}")
        return Choice(
            tuple(Made(None, (Part("", element),) * count) for count in range(MOST_STARRED + 1))
        )

    def _keywords(self, name: str, annotation: Any) -> Domain:
        """The keywords that the function asks for by name, and one that it does not know."""
        from wend.describe.guessing.guesses import keys_of

        if getattr(annotation, "__args__", None) and "Unpack" in str(annotation):
            return self._domains.domain(annotation.__args__[0])
        keys = keys_of(self._function, name, self._domains)
        own = {each.name for each in self._parameters}
        keys = {key: domain for key, domain in keys.items() if key not in own}
        if not keys:
            keys = {"key" if "key" not in own else "other_key": INT}
        parts = []
        keys = dict(list(keys.items())[:MOST_KEYWORDS])
        for key, guessed in keys.items():
            is_known = annotation is not inspect.Parameter.empty
            domain = self._domains.domain(annotation) if is_known else guessed
            options = domain.options if isinstance(domain, Choice) else (domain,)
            parts.append(Part(key, Choice((ABSENT, *options)), by_keyword=True))
        says = f"parameter **{name} is tried with no other keywords than {', '.join(keys)}"
        self._say("bound-hit", says, "", f"**{name}")
        return Made(DICT, tuple(parts))

    # The whole

    def result(self) -> Described:
        place = self._place
        for (what, says), _ in self._domains.notes.items():
            self._reasons.append(Reason(what, says, "", self._name, **place))
        self._share()
        cells = self._cells
        own = [replace(each, cells=cells) for each in self._parameters] if cells else None
        parameters = passable(own or self._parameters)
        return Described(parameters, tuple(self._reasons), first=tuple(self._first(parameters)))

    def _share(self) -> None:
        """Allows a container to be in two places, if `--objects shape` asks for it; else adds a
        reason."""
        cells = self._domains.cells
        shared = may_share(self._function, [each.domain for each in self._parameters], cells)
        if shared and self._has_shapes and may_be_cells(cells):
            sharing = Sharing(shared)
            for at, each in enumerate(self._parameters):
                self._parameters[at] = replace(each, domain=sharing.domain(each.domain))
            self._shared = sharing.cells(cells)
        elif shared:
            remedy = "" if self._has_shapes else "explore that with --objects shape"
            self._say("bound-hit", NOT_SHARED, remedy, self._name)

    @property
    def _cells(self) -> tuple[CellClass, ...]:
        return self._domains.cells if self._shared is None else self._shared

    def _first(self, parameters: Iterable[Parameter]) -> list[Assignment]:
        domains = {each.name: each.domain for each in parameters}
        for name, domain in domains.items():
            self._gather_defaults(domain, name)
        first = [self._assignment(domains, values) for _, values in self._given]
        if self._defaults:
            first.append(self._defaults)
        doc = self._function.__doc__ or ""
        if ">>>" in doc:
            from wend.describe.guessing.docstrings import examples
            from wend.describe.guessing.guesses import bound_examples

            calls = examples(doc, self._function.__name__)
            for values in bound_examples(self._function, calls)[:MOST_EXAMPLES]:
                first.append(self._assignment(domains, values))
        return [each for each in first if each]

    def _gather_defaults(self, domain: Domain, path: str) -> None:
        """Adds the defaults of constructors to the first inputs."""
        match domain:
            case Choice(options):
                for option in options:
                    self._gather_defaults(option, path)
            case Made(Maker(source), parts):
                for at, part in enumerate(parts):
                    inner = part_path(path, part, at)
                    self._gather_defaults(part.domain, inner)
                    if (source, part.name) in self._domains.defaults:
                        default = self._domains.defaults[source, part.name]
                        with contextlib.suppress(DoesNotFit):
                            self._defaults.update(self._apart(part.domain, inner, default))
            case _:
                pass

    def _assignment(self, domains: Mapping[str, Domain], values: Mapping[str, Any]) -> Assignment:
        together = TakingApart(self._meaning, self._cells)
        with contextlib.suppress(DoesNotFit):
            for name, domain in domains.items():
                if name in values and self._fits(domain, name, values[name]):
                    together.value(domain, name, values[name])
            together.fields()
        return {**self._defaults, **together.found}

    def _fits(self, domain: Domain, name: str, value: Any) -> bool:
        try:
            self._apart(domain, name, value)
        except DoesNotFit:
            return False
        return True

    def _say(self, what: str, says: str, remedy: str, name: str) -> None:
        self._reasons.append(Reason(what, says, remedy, name, **self._place))

    def _say_held(self, name: str, annotation: Any, at: str) -> None:
        self._say(
            "held-constant",
            f"parameter {name} ({type_name(annotation)}) is not explored, it stays at {at}",
            f'try other values with --input "{name}=..."',
            name,
        )


_MEANINGLESS = (str, list, dict, set, typing.ParamSpecArgs, typing.ParamSpecKwargs)
"""Classes of annotations that say nothing of a type: a name that nothing has, `[int]`, `P.args`."""

_PLAIN = (int, bool, float, str, bytes)
"""Types for which a value of another type is surely a mistake."""


def _import_factories(module: ModuleType) -> None:
    """Imports FACTORY_MODULE, if there is one."""
    if FACTORY_MODULE in sys.modules:
        return
    file = getattr(module, "__file__", None)
    places = [os.path.dirname(os.path.abspath(file))] if file else []
    for _ in range(module.__name__.count(".")):
        places.append(os.path.dirname(places[-1]))
    for place in places:
        if os.path.isfile(os.path.join(place, f"{FACTORY_MODULE}.py")):
            if place not in sys.path:
                sys.path.insert(0, place)
            try:
                importlib.import_module(FACTORY_MODULE)
            except Exception as error:
                raise _Problem(
                    f"importing {FACTORY_MODULE} raised {type(error).__name__}: {error}"
                ) from None
            return
