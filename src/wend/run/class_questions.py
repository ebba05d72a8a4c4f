"""Notes questions about the class of an input that an untried class could answer otherwise.

    def f(xs: list[str]):
        return isinstance(xs[0], Enum)      False for a str; True for a member of a StrEnum

wend tries values of the annotated classes. A subclass fits the annotation, too, and wend tries few
of those. So each time the code under test asks for the class, an attribute or the identity of a
value of the inputs, the probe asks here whether a subclass could answer otherwise. If one could,
a Reason is noted, and nothing is called complete or unreachable on the ground of that run:

    isinstance(n, int)      True for an int and for all subclasses
    isinstance(n, str)      False: no class is a subclass of both int and str
    isinstance(n, bool)     both answers are tried where bools are tried beside ints
    isinstance(n, Enum)     open: an IntEnum

A subclass may also have an operation for want of which Python raised a TypeError, or which a
pattern looked for in vain. Subclasses are supposed to behave as their base does
(`overrides-behave`), also where the standard library asks for classes (`CLASS_BLIND`).
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator
from types import ModuleType, TracebackType
from typing import Any

from wend.describe.class_kinds import HEAP_TYPE, is_final
from wend.describe.evaluation import evaluated
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import PYTHON_TYPES, Kind
from wend.inputs.domain import (
    Choice,
    Domain,
    Entries,
    Held,
    Items,
    Made,
    Placed,
    Pointer,
    Reference,
    Same,
    Scalar,
    Text,
    Whole,
)
from wend.inputs.paths import parameter_of
from wend.inputs.target import Parameter
from wend.path.reason import Reason
from wend.run import recorder
from wend.run.lacking_operations import lacking
from wend.run.limits import uninterrupted
from wend.run.tracked.lift import FOLLOWED, TRACKED
from wend.source.installed import installed_module
from wend.source.instructions import is_raise
from wend.source.library.type_questions import CLASS_BLIND
from wend.source.told import Span, is_only_told, source_at

Asked = tuple[Any, tuple[str, ...]]
"""A class that a pattern asks for, with the attributes that it looks at."""


class Questions:
    """The values of the inputs of one call, by place, and what was asked about their classes."""

    __slots__ = ("_answers", "_anywhere", "_domains", "_module", "_narrowed", "_objects")

    def __init__(self, module: ModuleType, parameters: tuple[Parameter, ...]) -> None:
        self._module = module
        self._narrowed = frozenset(each.name for each in parameters if each.narrowed)
        self._domains: dict[str, Domain] = {}
        self._objects: dict[int, tuple[Any, str]] = {}
        """The values that are no tracked numbers, and their paths, by identity."""
        self._answers: dict[str, list[tuple[Any, bool]]] = {}
        """The classes that were asked for at each path, with the answers."""
        self._anywhere: list[tuple[Asked, Reason]] = []
        """Classes in nested patterns, which may ask about any part of the inputs."""

    def enter(self, value: Any, domain: Domain, path: str) -> None:
        """Makes the value at a path known. A choice is entered after the value that it chose."""
        if type(value) in _FINAL:
            return
        self._domains[path] = domain
        if type(value) not in TRACKED:
            self._objects[id(value)] = value, path
        for asked, reason in self._anywhere:
            self._ask(path, native_class(value), asked, reason)

    def path_of(self, value: Any) -> str | None:
        """The path of a value of the inputs; None for a value that the code made."""
        if type(value) in TRACKED:
            return _variable(value._wend_term)
        entry = self._objects.get(id(value))
        return None if entry is None or entry[0] is not value else entry[1]

    def answered(self, path: str, value: Any, cls: Any, answer: bool) -> None:
        """Notes an answer about a value, and whether another class may answer otherwise."""
        native = native_class(value)
        if native is float and _is_below(int, cls) != answer:
            # By the rules of annotations an int will do for a float.
            if not any(each is int for each in self._tried(path)):
                self.note()
        elif not answer and self._may_be(path, native, cls):
            self.note()
        self._answers.setdefault(path, []).append((cls, answer))

    def told(self, path: str, value: Any, span: Span | None = None) -> None:
        """Notes that the code got to know the class itself, or the attributes, of a value."""
        if parameter_of(path) in self._narrowed or not is_final(native_class(value)):
            self.note(span)

    def lacks(self, is_lacking: Callable[[type], bool], span: Span) -> None:
        """Notes that an operation failed, if a class below that of an input may have it."""
        known = {cls for path in self._domains for cls in self._tried(path)}
        if any(not is_final(cls) and is_lacking(cls) for cls in known):
            self.note(span)

    def note(self, span: Span | None = None) -> None:
        """Notes that untried classes may answer what the code under test asks, just now or at
        another place."""
        if (reason := _reason(span)) is not None:
            recorder.current.note(reason)

    def nested(self, classes: tuple[Asked, ...]) -> None:
        """Notes that these classes are asked for somewhere in a value."""
        if (reason := _reason()) is None:
            return
        for asked in classes:
            self._anywhere.append((asked, reason))
            for path in self._domains:
                for native in self._tried(path):
                    self._ask(path, native, asked, reason)

    def is_tried(self, path: str, value: Any) -> bool:
        """Whether runs try this very object at a path: a member of an Enum, say."""
        domain = self._domains.get(path)
        options = domain.options if isinstance(domain, Choice) else (domain,)
        return any(
            evaluated(self._module, each.source, each.imports) is value
            for each in options
            if isinstance(each, Held) and each.source is not None
        )

    def is_shared(self, one: str, other: str) -> bool:
        """Whether runs decide if the values at two paths are one object."""
        return isinstance(self._domains.get(one), Reference) and isinstance(
            self._domains.get(other), Reference
        )

    def _ask(self, path: str, native: Any, asked: Asked, reason: Reason) -> None:
        cls, attributes = asked
        if _is_below(native, cls):
            # What instances of classes in Python have is seen nowhere but in them.
            is_native = not _FLAGS.__get__(native) & HEAP_TYPE
            is_open = is_native and not is_final(native) and _lacks_one_of(attributes, native)
        else:
            is_open = self._may_be(path, native, cls)
        if is_open:
            recorder.current.note(reason)

    def _may_be(self, path: str, native: Any, cls: Any) -> bool:
        """Whether an untried value at a path may be of a class that the tried one is not of.

        A tried class below the asked one stands for all such values, if its values got here by
        the same answers, and if no more than that can be asked about it.
        """
        if parameter_of(path) in self._narrowed:
            return True
        known = self._answers.get(path, ())
        if not _may_share(native, cls) or any(
            not answer and _is_below(cls, each) for each, answer in known
        ):
            return False
        return not any(
            _is_below(tried, cls)
            and (is_final(cls) or not is_final(tried))
            and all(_is_below(tried, each) == answer for each, answer in known)
            for tried in self._tried(path)
        )

    def _tried(self, path: str) -> list[Any]:
        return [*_classes(self._domains[path], self._module)] if path in self._domains else []


def _variable(term: Term) -> str | None:
    """The path of an input that a number may be; None for a number that was computed. A float that
    was computed of a float is an int where the input is one."""
    if term.sort is Sort.FLOAT and term.op not in ("var", "ite"):
        return next(filter(None, map(_variable, term.variables)), None)
    if term.op == "var":
        which = term.payload
        return which.path if which.kind in (Kind.VALUE, Kind.BOUNDED) else None
    if term.op == "ite":
        return _variable(term.args[1]) or _variable(term.args[2])
    return None


def _classes(domain: Domain, module: ModuleType) -> Iterator[Any]:
    """The classes of the values that are tried for a domain."""
    match domain:
        case Scalar(sort):
            yield PYTHON_TYPES[sort]
        case Whole():
            yield int
        case Text(kind):
            yield _BUILTIN[kind]
        case Choice(options):
            for option in options:
                yield from _classes(option, module)
        case Held(str(source), imports):
            yield type(evaluated(module, source, imports))
        case Items(kind, _, None):
            yield _BUILTIN.get(kind, object)
        case Entries(maker=None):
            yield dict
        case Made(None, _):
            yield tuple
        case Items(maker=maker) | Entries(maker=maker) | Made(maker, _):
            assert maker is not None
            yield from _made_by(maker.source, maker.imports, module)
        case Reference(kinds):
            for kind in kinds:
                yield from _made_by(kind.partition(" ")[0], (), module)
        case Held() | Same() | Pointer() | Placed():
            pass


def _made_by(source: str, imports: tuple[str, ...], module: ModuleType) -> Iterator[type]:
    try:
        found = evaluated(module, source, imports)
    except NameError:
        return
    if isinstance(found, type):
        yield found


_BUILTIN: dict[str, type] = {
    each.__name__: each for each in (str, bytes, bytearray, list, tuple, set, frozenset)
}
_FINAL: frozenset[type] = frozenset((bool, type(None)))
_ONE_OBJECT: frozenset[type] = frozenset((tuple, frozenset))
"""Classes that follow no values, and of which a copy may be the same object."""
_FLAGS: Any = type.__dict__["__flags__"]


def _may_share(one: Any, other: Any) -> bool:
    """Whether a class may be a subclass of both of two classes, of which the first is not below the
    second."""
    if is_final(other):
        return _is_below(other, one)
    return not is_final(one) and _fit(_layout(one), _layout(other))


def _layout(cls: Any) -> type:
    """The class in C that gives the instances of a class their layout in memory."""
    while _FLAGS.__get__(cls) & HEAP_TYPE:
        cls = cls.__base__
    return cls  # type: ignore[no-any-return]


@functools.cache
def _fit(one: type, other: type) -> bool:
    """Whether Python can make a class of two classes in C."""
    try:
        type("", (one,) if issubclass(one, other) else (other, one), {})
    except TypeError:
        return issubclass(other, one)
    return True


def _is_below(cls: Any, above: Any) -> bool:
    """Whether instances of a class are instances of another, as far as that can be asked."""
    with recorder.quietly():
        try:
            return issubclass(cls, above)
        except Exception:  # of the code under test
            return False


def native_class(value: Any) -> Any:
    """The class that the code under test sees of a value."""
    cls = type(value)
    return value.__class__ if cls in FOLLOWED else cls


# What probes tell


def told_class(value: Any, classes: Any, answer: bool) -> None:
    """`isinstance(value, classes)` was asked."""
    questions, path = _place(value)
    if questions is None or path is None:
        return
    for cls in _each(classes):
        if not isinstance(cls, type):  # an object with an __instancecheck__
            questions.told(path, value)
            continue
        is_one = answer and _is_below(native_class(value), cls)
        questions.answered(path, value, cls, is_one)
        if is_one:
            break


def told_type(value: Any) -> None:
    """The code got to know the class of a value: `type(value)`. Or it got to know which attributes
    a value has, or lacks."""
    questions, path = _place(value)
    if questions is not None and path is not None:
        questions.told(path, value)


def told_identity(left: Any, right: Any, answer: bool) -> None:
    """`left is right` was asked. Python makes one object of equal values of some classes, and of a
    value and its copy, but not of values of their subclasses."""
    if answer:
        questions, path = _place(left)
        if questions is not None and path is not None:
            cls = native_class(left)
            if (type(left) in FOLLOWED or cls in _ONE_OBJECT) and not is_final(cls):
                questions.note()
        return
    for one, other in ((left, right), (right, left)):
        questions, path = _place(one)
        if questions is None or path is None:
            continue
        cls = native_class(other)
        if cls in _FINAL:
            questions.answered(path, one, cls, False)
        elif type(one) not in FOLLOWED and _is_below(cls, native_class(one)):
            _, second = _place(other)
            if not questions.is_tried(path, other) and (
                second is None or not questions.is_shared(path, second)
            ):
                questions.note()


def told_patterns(value: Any, classes: Iterable[Asked], nested: Iterable[Asked]) -> None:
    """A `match` asks a value for classes, and its parts for others."""
    for cls, attributes in classes:
        if isinstance(cls, type):
            is_one = _is_below(native_class(value), cls)
            told_class(value, cls, is_one)
            if is_one and _lacks_one_of(attributes, value):
                told_type(value)
    questions = recorder.current.questions
    inside = tuple([each for each in nested if isinstance(each[0], type)])
    if inside and questions is not None:
        questions.nested(inside)


def _lacks_one_of(attributes: Iterable[str], value: Any) -> bool:
    """Whether a value, or all values of a class, lack an attribute. No code of theirs is run."""
    value = native_class(value) if type(value) in FOLLOWED else value
    return any(inspect.getattr_static(value, name, None) is None for name in attributes)


def told_error(error: BaseException | None) -> None:
    """An exception was caught, or ended the run. An AttributeError tells that a value lacks an
    attribute, which one of a subclass may have; a TypeError, or an AttributeError of no name,
    that it lacks an operation."""
    if not isinstance(error, (AttributeError, TypeError)):
        return
    trace = _innermost(error.__traceback__)
    questions = None if recorder.current.quiet else recorder.current.questions
    if questions is None or trace is None:
        return
    code, at = trace.tb_frame.f_code, trace.tb_lasti
    if isinstance(error, AttributeError) and error.name is not None:
        if (path := questions.path_of(error.obj)) is not None:
            questions.told(path, error.obj, recorder.span_of(code, at))
    elif not is_raise(code, at):  # an operation of Python's raises it, not the code
        questions.lacks(lacking(str(error)), recorder.span_of(code, at))


def _innermost(trace: TracebackType | None) -> TracebackType | None:
    """The place of the code under test, or of the library, where an exception came up."""
    found = None
    while trace is not None:
        if not trace.tb_frame.f_code.co_filename.startswith(recorder.OURS):
            found = trace
        trace = trace.tb_next
    return found


def _place(value: Any) -> tuple[Questions | None, str | None]:
    questions = None if recorder.current.quiet else recorder.current.questions
    return questions, None if questions is None else questions.path_of(value)


def _each(classes: Any) -> Iterator[Any]:
    """The classes in `(A, (B, C))` and `A | B`; that of `typing.Iterable` is its origin."""
    parts = classes if isinstance(classes, tuple) else getattr(classes, "__args__", None)
    if isinstance(classes, type) or not isinstance(parts, tuple) or not parts:
        yield getattr(classes, "__origin__", classes)
        return
    for each in parts:
        yield from _each(each)


def _reason(span: Span | None = None) -> Reason | None:
    """Tells of the question that the code under test asks just now; None where the answer decides
    nothing."""
    span = span or recorder.current.span()
    with uninterrupted:  # files are read
        if installed_module(span.file) in CLASS_BLIND or is_only_told(span):
            return None
        says = f"`{source_at(span)}` may be answered otherwise for classes that were not tried"
    remedy = "annotate what else it may be, X | Y, to have that tried"
    return Reason("type-asked", says, remedy, "", span.file, span.line)
