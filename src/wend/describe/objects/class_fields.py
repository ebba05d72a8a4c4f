"""What the fields of a class are, and whether its constructor does more than to keep them."""

from __future__ import annotations

import ast
import functools
import inspect
import os
import sys
import typing
from types import FunctionType, GenericAlias, MemberDescriptorType
from typing import Any

from wend.describe.class_kinds import is_named_tuple
from wend.describe.deferred_annotations import annotations_of, signature_of
from wend.describe.guessing.field_uses import type_by_use
from wend.describe.hints import class_hints, classes_in, hints_of, with_self, without_none
from wend.describe.known_types import below, is_below
from wend.describe.objects.assignments import (
    assigned_by,
    assignments_in,
    called_by,
    does_nothing,
    filled_by,
    is_constant,
    is_display,
    kept_of,
    refuses,
    stored_by,
    taken_apart,
)
from wend.record import Record, replace
from wend.source.definitions import module_tree

_HEAP_TYPE = 1 << 9


class Fields(Record):
    """The fields of a class."""

    annotations: tuple[tuple[str, Any], ...]
    """Names and types."""
    arguments: tuple[tuple[str, str], ...] | None
    """What the constructor takes: the keyword, "" for none, and the field; None where it does more
    than to keep its arguments."""
    frozen: bool
    guessed: tuple[str, ...] = ()
    """Those whose types no annotation tells, but what is assigned to them."""
    supposed: tuple[str, ...] = ()
    """Those whose types nothing tells but how they are used."""
    checked: bool = False
    """Whether the constructor refuses some arguments; it may do nothing else but keep them."""
    preset: tuple[tuple[str, str], ...] = ()
    """What the constructor puts into fields that it does not take, as source."""
    filled: bool = False
    """Whether some of that are containers with something in them: of a size that counts, maybe."""

    @property
    def keeps(self) -> bool:
        """Whether the constructor does nothing but to keep what it is given."""
        return self.arguments is not None and not self.filled


def fields_of(cls: Any) -> Fields | None:
    """The fields of instances of a class, where all of them and their types are known."""
    return _fields_of(cls) if _may_be_cell(cls) else None


@functools.cache
def _fields_of(cls: Any) -> Fields | None:
    if "__dataclass_fields__" in vars(cls) or "__attrs_attrs__" in vars(cls):
        found = _declared(cls)
    else:
        found = _assigned(cls)
    if found is None or any(_is_computed(cls, name) for name, _ in found.annotations):
        return None
    if found.arguments is not None and _intervenes(cls):
        return replace(found, arguments=None)
    return found


def is_recursive(cls: Any) -> bool:
    """Whether an instance may lead to others of its class."""
    waiting = [cls, *below(cls)]
    seen: set[Any] = set(waiting)
    while waiting:
        for annotation in _annotations_in(waiting.pop()):
            for each in classes_in(annotation):
                if each is not object and is_below(cls, each):
                    return True
                if each not in seen and each.__flags__ & _HEAP_TYPE:
                    found = [each, *below(each)]
                    waiting += [one for one in found if one not in seen]
                    seen.update(found)
    return False


def _annotations_in(cls: Any) -> list[Any]:
    """The types of what is in instances of a class: of cells, and of tuples with names."""
    known = fields_of(cls)
    if known is not None:
        return [annotation for _, annotation in known.annotations]
    return [*hints_of(cls).values()] if is_named_tuple(cls) else []


def _may_be_cell(cls: Any) -> bool:
    return (
        isinstance(cls, type)
        and bool(cls.__flags__ & _HEAP_TYPE)
        and type(cls) in (type, _ABC)
        and all(
            base is object or base is typing.Generic or _is_python(base) for base in cls.__mro__
        )
        and not inspect.isabstract(cls)
        and "__getattribute__" not in _names_in(cls)
    )


_ABC = type(typing.Sized.__origin__)  # type: ignore[attr-defined]


def _is_python(base: Any) -> bool:
    return bool(base.__flags__ & _HEAP_TYPE) or base.__module__ == "abc"


def _names_in(cls: Any) -> set[str]:
    return {name for base in cls.__mro__[:-1] for name in vars(base)}


def _is_computed(cls: Any, name: str) -> bool:
    """Whether something else than the instance tells what an attribute is: a property, say."""
    found = next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)
    return (
        hasattr(type(found), "__set__")
        and not isinstance(found, MemberDescriptorType)
        and (type(found).__name__ not in ("Field", "_Stored"))
    )


def _intervenes(cls: Any) -> bool:
    """Whether a class has a say in how instances are made, or in what is assigned to them."""
    names = ("__new__", "__setattr__")
    found = [
        vars(base)[name]
        for base in cls.__mro__[:-1]
        for name in names
        if name in vars(base) and not vars(base).get("__attrs_own_setattr__")
    ]
    return any(isinstance(each, staticmethod) or _is_written(each) for each in found)


def _is_written(function: Any) -> bool:
    """Whether a function was written by a person, and not by `dataclass` or attrs."""
    code = getattr(function, "__code__", None)
    home = str(getattr(function, "__module__", "")).partition(".")[0]
    return code is not None and code.co_filename.endswith(".py") and home != "attr"


def _declared(cls: Any) -> Fields | None:
    """Fields of a dataclass or of an attrs class."""
    hints = class_hints(cls)
    arguments: list[tuple[str, str]] = []
    names: list[str] = []
    is_plain, is_checked = True, False
    if "__dataclass_fields__" in vars(cls):
        made = "__post_init__" not in _names_in(cls)
        for each in cls.__dataclass_fields__.values():
            kind = each._field_type.name
            is_plain = is_plain and kind != "_FIELD_INITVAR"
            if kind == "_FIELD":
                names.append(each.name)
                if each.init:
                    arguments.append((each.name if each.kw_only else "", each.name))
        frozen = cls.__dataclass_params__.frozen
        is_plain = is_plain and made and cls.__dataclass_params__.init
    else:
        for each in cls.__attrs_attrs__:
            names.append(each.name)
            is_plain = is_plain and getattr(each, "converter", None) is None
            is_checked = is_checked or getattr(each, "validator", None) is not None
            if each.init:
                alias = getattr(each, "alias", None) or each.name.lstrip("_")
                arguments.append((alias if getattr(each, "kw_only", False) else "", each.name))
        frozen = "__setattr__" in vars(cls) and "frozen" in getattr(
            vars(cls)["__setattr__"], "__name__", ""
        )
        is_plain = is_plain and not {"__attrs_post_init__", "__attrs_pre_init__"} & _names_in(cls)
        for name, hint in _told_by_attrs(cls).items():
            if name not in hints or "ForwardRef" in repr(hints[name]):
                hints[name] = hint
    if any(name not in hints for name in names):
        return None
    known = tuple([(name, hints[name]) for name in names])
    return Fields(known, tuple(arguments) if is_plain else None, frozen, checked=is_checked)


def _told_by_attrs(cls: Any) -> dict[str, Any]:
    """The types of fields that are no annotations: `attr.ib(type=…)`."""
    types = {each.name: getattr(each, "type", None) for each in cls.__attrs_attrs__}
    told = {name: hint for name, hint in types.items() if hint is not None}
    holder = type(cls.__name__, (), {"__annotations__": told, "__module__": cls.__module__})
    return hints_of(holder)


def _assigned(cls: Any) -> Fields | None:
    """Fields of a class that is written out: annotated ones, and those that `__init__` assigns."""
    types: dict[str, Any] = {}
    for base in reversed(cls.__mro__[:-1]):
        for name, hint in hints_of(base, owner=base).items() if annotations_of(base) else ():
            if not _is_of_class(base, name, hint):
                types[name] = hint
    init = cls.__init__
    if not isinstance(init, FunctionType):
        return Fields(tuple(types.items()), (), False)
    reading = _Reading(cls, types)
    arguments = None
    for base in reversed(cls.__mro__):
        if isinstance(own := vars(base).get("__init__"), FunctionType):
            arguments = reading.read(own, base)
    if not reading.is_whole or any(each is _UNKNOWN for each in reading.types.values()):
        return None
    supposed = tuple([name for name in reading.types if name in reading.supposed])
    guessed = [name for name in reading.types if name not in (*reading.told, *supposed)]
    known = tuple([(name, with_self(hint, cls)) for name, hint in reading.types.items()])
    preset = tuple(reading.preset.items())
    checked, filled = reading.is_checked, reading.is_filled
    return Fields(known, arguments, False, tuple(guessed), supposed, checked, preset, filled)


def _is_of_class(base: Any, name: str, hint: Any) -> bool:
    """Whether an annotated attribute is one of the class: said to be, or a constant of it."""
    form = typing.get_origin(hint) or hint
    is_constant = form is typing.Final or name.isupper()
    return form is typing.ClassVar or (is_constant and name in vars(base))


_UNKNOWN: Any = object()


class _Reading:
    """Reads the assignments to attributes of `self` in a class."""

    def __init__(self, cls: Any, types: dict[str, Any]) -> None:
        self.types = types
        self.told = set(types)
        """The fields whose types are annotated."""
        self.supposed: set[str] = set()
        """Those whose types nothing tells but how they are used."""
        self.is_whole = True
        """Whether all that is assigned could be read."""
        self.is_checked = False
        """Whether some arguments are refused."""
        self.is_filled = False
        """Whether the constructor puts containers into fields that are not empty."""
        self.preset: dict[str, str] = {}
        """What constructors put into fields, as source, where that is always the same."""
        self._methods: list[Any] = []
        self._kept: list[tuple[str, str]] | None = []
        """The parameters of the constructor that was read last and the fields they become; None
        where it does more."""
        self._use(cls)

    def _use(self, cls: Any) -> None:
        """What comes next is read in a class that may be in another module."""
        self._cls = cls
        module = sys.modules.get(cls.__module__)
        self._names = vars(module) if module is not None else {}
        self._tree = module_tree(cls)

    def read(self, init: FunctionType, cls: Any) -> tuple[tuple[str, str], ...] | None:
        """Fills in the types; the arguments of the constructor, if it only keeps them."""
        self._use(cls)
        node = self._definition(init)
        if node is None:
            self.is_whole = False
            self._kept = None
            return None
        hints = hints_of(init, owner=self._cls)
        parameters = [*signature_of(init).parameters.values()][1:]
        taken: dict[str, str] = {}
        names = {each.name for each in parameters}
        filled: set[str] = set()
        is_plain = all(
            each.kind < each.VAR_POSITIONAL or each.kind == each.KEYWORD_ONLY for each in parameters
        )
        positional = [*node.args.posonlyargs, *node.args.args]
        own = positional[0].arg if positional else "self"
        for statement in taken_apart(node.body):
            if (
                above := self._handed_up(statement, [each.name for each in parameters])
            ) is not None:
                for name, field in above:
                    taken.setdefault(name, field)
                continue
            if name := filled_by(statement, names):
                filled.add(name)
                continue
            assigned = assigned_by(statement, own)
            if assigned is None and refuses(statement):
                self.is_checked = True
                continue
            if assigned is None:
                is_plain = is_plain and does_nothing(statement)
                self._read_within(statement, own, hints)
                continue
            name, value, annotation = assigned
            name = self._mangled(name)
            kept, is_filled = kept_of(value, names)
            if kept:
                taken.setdefault(kept, name)
                default = signature_of(init).parameters[kept].default
                hint = hints.get(kept, _UNKNOWN)
                if hint is not _UNKNOWN:
                    self.told.add(name)
                if hint is _UNKNOWN and not (default is None or default is inspect.Parameter.empty):
                    hint = type(default)
                if is_filled or kept in filled:
                    hint = without_none(hint)
                elif default is None and hint is not _UNKNOWN:
                    hint = _union([hint, None])
                self._put(name, hint, annotation)
            else:
                is_plain = is_plain and (is_constant(value) or is_display(value))
                self.is_filled = self.is_filled or not is_constant(value)
                self.preset[name] = ast.unparse(value)
                self._put(name, self._type_of(value, hints), annotation)
        for name in [*self.types]:
            open_ = (None, type(None), _UNKNOWN, _Empty.LIST, _Empty.DICT)
            if any(self.types[name] is each for each in open_):
                self.types[name] = self._elsewhere(name)
        is_plain = is_plain and all(each.name in taken for each in parameters)
        self._kept = [(each.name, taken[each.name]) for each in parameters] if is_plain else None
        if not is_plain:
            return None
        return tuple(
            [
                (each.name if each.kind is each.KEYWORD_ONLY else "", taken[each.name])
                for each in parameters
            ]
        )

    def _handed_up(
        self, statement: ast.stmt, parameters: list[str]
    ) -> list[tuple[str, str]] | None:
        """What `super().__init__(…)` does with parameters, if it only keeps them; None if it does
        more, or if this is something else."""
        match statement:
            case ast.Expr(
                value=ast.Call(
                    func=ast.Attribute(
                        value=ast.Call(func=ast.Name(id="super"), args=[]), attr="__init__"
                    ),
                    args=args,
                    keywords=keywords,
                )
            ) if self._kept is not None and len(self._cls.__bases__) == 1:
                known = dict(self._kept)
                if len(args) > len(known):
                    return None
                given = [*zip(known, args, strict=False)]
                given += [(each.arg or "", each.value) for each in keywords]
                found: list[tuple[str, str]] = []
                for name, value in given:
                    if isinstance(value, ast.Name) and value.id in parameters and name in known:
                        found.append((value.id, known[name]))
                    elif not (isinstance(value, ast.Constant) and name in known):
                        return None
                return found
        return None

    def _put(self, name: str, hint: Any, annotation: ast.expr | None) -> None:
        name = self._mangled(name)
        if annotation is not None:
            hint = self._evaluated(annotation)
            self.told.add(name)
        if name not in self.types or self.types[name] is _UNKNOWN:
            self.types[name] = hint

    def _mangled(self, name: str) -> str:
        """A name as the compiler writes it inside of the class."""
        if not name.startswith("__") or name.endswith("__"):
            return name
        return f"_{self._cls.__name__.lstrip('_')}{name}"

    def _read_within(self, statement: ast.stmt, own: str, hints: dict[str, Any]) -> None:
        """Assignments inside of other statements."""
        for node in ast.walk(statement):
            if isinstance(node, ast.stmt) and (found := assigned_by(node, own)) is not None:
                name, value, annotation = found
                self._put(name, self._type_of(value, hints), annotation)
            elif name := stored_by(node, own):
                self._put(name, _UNKNOWN, None)
            elif name := called_by(node, own):
                self._read_method(name)

    def _read_method(self, name: str) -> None:
        """A method that the constructor calls may assign, too."""
        method = getattr(self._cls, name, None)
        if isinstance(method, FunctionType) and method not in self._methods:
            self._methods.append(method)
            node = self._definition(method)
            if node is None:
                self.is_whole = False
                return
            positional = [*node.args.posonlyargs, *node.args.args]
            own = positional[0].arg if positional else "self"
            hints = hints_of(method, owner=self._cls)
            for statement in node.body:
                self._read_within(statement, own, hints)

    def _type_of(self, value: ast.expr, hints: dict[str, Any]) -> Any:
        match value:
            case ast.Constant(value=constant):
                return None if constant is None else type(constant)
            case ast.Name(id=name) if name in hints:
                return hints[name]
            case ast.Call(func=ast.Name(id=name)) if isinstance(self._names.get(name), type):
                return self._names[name]
            case ast.Attribute(value=ast.Name(id=name)) if isinstance(self._names.get(name), type):
                return self._names[name]  # a member of an Enum
            case ast.Name(id=name) if name in self._names:
                return type(self._names[name])
            case ast.List() | ast.ListComp():
                return _Empty.LIST
            case ast.Dict():
                return _Empty.DICT
        return _UNKNOWN

    def _elsewhere(self, name: str) -> Any:
        """The type of an attribute by what else is assigned to it in the module."""
        before = self.types[name]
        found: list[Any] = [None] if before in (None, type(None)) else []
        assigned = assignments_in(self._tree).get(name, []) if self._tree is not None else []
        for function, value in assigned:
            hint = self._type_of(value, self._hints_in(function))
            if hint not in (_UNKNOWN, _Empty.LIST, _Empty.DICT) and hint not in found:
                found.append(hint)
        if any(each is not None for each in found):
            return _union(found)
        return self._by_use(name, before)

    def _by_use(self, name: str, before: Any) -> Any:
        """The type of an attribute that nothing that is assigned to it tells."""
        module = sys.modules.get(self._cls.__module__)
        if before is _Empty.DICT or self._tree is None or module is None:
            return {_Empty.LIST: list[int], _Empty.DICT: dict[str, int]}.get(before, _UNKNOWN)
        is_list = before is _Empty.LIST
        found = type_by_use(name, self._tree, module, self._cls, inside=is_list)
        self.supposed.add(name)
        if is_list:
            return GenericAlias(list, (found,))
        is_object = isinstance(found, type) and found.__module__ != "builtins"
        return _union([found, None]) if is_object or before is not _UNKNOWN else found

    def _hints_in(self, function: ast.FunctionDef) -> dict[str, Any]:
        args = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
        known = {each.arg: self._evaluated(each.annotation) for each in args if each.annotation}
        for node in ast.walk(function):
            match node:
                case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                    known[name] = self._evaluated(annotation)
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as value):
                    if (hint := self._type_of(value, {})) is not _UNKNOWN:
                        known.setdefault(name, hint)
        return {name: hint for name, hint in known.items() if hint is not _UNKNOWN}

    def _evaluated(self, annotation: ast.expr) -> Any:
        try:
            found = eval(ast.unparse(annotation), dict(self._names))
            return eval(found, dict(self._names)) if isinstance(found, str) else found
        except Exception:  # annotations may be anything
            return _UNKNOWN

    def _definition(self, function: FunctionType) -> ast.FunctionDef | None:
        line, file = function.__code__.co_firstlineno, function.__code__.co_filename
        own = getattr(sys.modules.get(self._cls.__module__), "__file__", None) or ""
        if os.path.realpath(file) != os.path.realpath(own):
            return None  # written elsewhere: by a decorator, say
        for node in ast.walk(self._tree) if self._tree is not None else ():
            if isinstance(node, ast.FunctionDef) and line in (
                node.lineno,
                *[each.lineno for each in node.decorator_list],
            ):
                return node
        return None


class _Empty:
    LIST: Any = object()
    DICT: Any = object()


def _union(types: list[Any]) -> Any:
    try:
        return typing.Union[tuple(types)]  # noqa: UP007 - of a list
    except TypeError:  # annotations may be anything
        return _UNKNOWN
