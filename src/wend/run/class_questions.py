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

Where code gets a class from an input without a question, questions about that class, and about
other values of it, are questions about the input: `copy.copy(x)`, `x.made_by_classmethod()`.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator
from types import FrameType, MethodType, ModuleType, TracebackType
from typing import Any

from wend.describe.class_kinds import HEAP_TYPE, is_final, is_named_tuple
from wend.describe.evaluation import evaluated
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import PYTHON_TYPES, Kind
from wend.inputs.domain import (
    DICT,
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
from wend.run.generated_comparisons import is_generated, watch_comparisons
from wend.run.lacking_operations import lacking
from wend.run.limits import uninterrupted
from wend.run.tracked.lift import FOLLOWED, TRACKED
from wend.source.installed import installed_module
from wend.source.instructions import is_raise
from wend.source.library.type_questions import CLASS_BLIND, tells_class
from wend.source.told import Span, is_only_called, is_only_told, source_at

Asked = tuple[Any, tuple[str, ...]]
"""A class that a pattern asks for, with the attributes that it looks at."""


class Questions:
    """The values of the inputs of one call, by place, and what was asked about their classes."""

    __slots__ = (
        *("_answers", "_anywhere", "_classes", "_domains", "_got", "_module", "_narrowed"),
        "_objects",
    )

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
        self._classes: dict[int, Any] = {}
        """The classes of the values of the inputs that are no tracked numbers, by identity."""
        self._got: dict[int, Any] = {}
        """Those of them that the code got from inputs without a question."""

    def enter(self, value: Any, domain: Domain, path: str) -> None:
        """Makes the value at a path known. A choice is entered after the value that it chose."""
        if type(value) in _FINAL:
            return
        self._domains[path] = domain
        if type(value) not in TRACKED:
            native, is_narrowed = native_class(value), parameter_of(path) in self._narrowed
            self._objects[id(value)] = value, path
            if id(native) not in self._classes:
                self._classes[id(native)] = native
                watch_comparisons(native, told_comparison)
            if _makes_its_like(native) or (is_narrowed and native in _CONTAINERS):
                self._got[id(native)] = native
            if is_narrowed and isinstance(domain, Made) and domain.maker == DICT:
                self._note_narrowed(path, "may have more keys than are declared")
            elif issubclass(type(value), type):
                self.receive(value)
                if is_narrowed:
                    self._note_narrowed(path, f"may be another class than {value.__qualname__}")
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
        untried = [each for each in _ALSO.get(native, ()) if each not in self._tried(path)]
        may_be = parameter_of(path) in self._narrowed if answer else self._may_be(path, native, cls)
        if may_be or any(_is_below(each, cls) != answer for each in untried):
            self.note()
        self._answers.setdefault(path, []).append((cls, answer))

    def told(self, path: str, value: Any, span: Span | None = None) -> None:
        """Notes that the code got to know the class itself, or the attributes, of a value."""
        native = native_class(value)
        is_closed = is_final(native) and parameter_of(path) not in self._narrowed
        if not is_closed and not self.note(span, native):
            self.got(native)

    def has(self, path: str, span: Span | None = None) -> None:
        """Notes that the code got to know an attribute that a value has. What the tried classes
        have, subclasses have, too; others that an annotation allows may lack it."""
        if parameter_of(path) in self._narrowed:
            self.note(span)

    def got(self, cls: Any) -> None:
        """Notes that the code got the class of an input, and may make other values of it."""
        if id(cls) in self._classes and not is_final(cls) and cls not in _BUILTINS:
            self._got[id(cls)] = cls

    def receive(self, cls: Any) -> None:
        """Makes a class known that the target gets: any below it would do."""
        if not is_final(cls):
            self._got[id(cls)] = cls

    def is_open(self, cls: Any) -> bool:
        """Whether a class may be that of an input, in place of which there may be another one."""
        is_known = id(cls) in self._classes and cls not in _BUILTINS and not is_final(cls)
        return is_known or self.is_got(cls)

    def is_got(self, value: Any) -> bool:
        """Whether a value is of a class that the code got from an input, or is such a class."""
        return id(native_class(value)) in self._got or id(value) in self._got

    def is_compared(self, one: Any, other: Any, answer: Any, span: Span) -> None:
        """Notes an answer that two objects of one class gave, and would not give to each other if
        one were of a subclass."""
        cls, is_given = type(one), any(self.path_of(each) is not None for each in (one, other))
        if cls is not type(other) or one is other or answer is False or is_final(cls):
            return
        if is_given or self.is_got(one):
            self.note(span)

    def is_equal(self, one: Any, other: Any) -> None:
        """Notes that `==` was asked, if values that were not tried may answer otherwise."""
        for each in (one, other):
            path = self.path_of(each)
            is_open = id(each) in self._got or (path and parameter_of(path) in self._narrowed)
            if is_open:
                self.note()
        if _by_identity(type(one)) and _by_identity(type(other)) and one is not other:
            self.differs_from(one, other)

    def lacks(self, is_lacking: Callable[[type], bool], span: Span) -> None:
        """Notes that an operation failed, if a class below that of an input may have it."""
        known = {cls for path in self._domains for cls in self._tried(path)}
        if any(not is_final(cls) and is_lacking(cls) for cls in known):
            self.note(span)

    def note(self, span: Span | None = None, called: Any = None) -> bool:
        """Notes that untried classes may answer what the code under test asks, just now or at
        another place; returns whether the answer decides anything. `called` is the class that was
        asked for: the code may call it and do no more with it."""
        if (reason := _reason(span, called)) is None:
            return False
        recorder.current.note(reason)
        return True

    def _note_narrowed(self, path: str, says: str) -> None:
        remedy = f"annotate {parameter_of(path)} with the types that are meant, or close them"
        recorder.current.note_here("type-narrowed", f"{path} {says}", remedy, path)

    def nested(self, classes: tuple[Asked, ...]) -> None:
        """Notes that these classes are asked for somewhere in a value."""
        if (reason := _reason()) is None:
            return
        for asked in classes:
            self._anywhere.append((asked, reason))
            for path in self._domains:
                for native in self._tried(path):
                    self._ask(path, native, asked, reason)

    def differs_from(self, left: Any, right: Any) -> None:
        """Notes that two values are not the same object."""
        for one, other in ((left, right), (right, left)):
            if (path := self.path_of(one)) is not None:
                self.differs(path, one, other)

    def differs(self, path: str, value: Any, other: Any) -> None:
        """Notes that a value is not the same object as another."""
        cls = native_class(other)
        if cls in _FINAL:
            self.answered(path, value, cls, False)
            return
        is_narrowed = parameter_of(path) in self._narrowed
        if type(value) in FOLLOWED or not (is_narrowed or _is_below(cls, native_class(value))):
            return
        second = self.path_of(other)
        if not self.is_tried(path, other) and (second is None or not self.is_shared(path, second)):
            self.note()

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
_CONTAINERS: frozenset[type] = frozenset((list, tuple, dict, set, frozenset))
_BUILTINS: frozenset[type] = frozenset((int, float, complex, *_CONTAINERS, *_BUILTIN.values()))
"""Classes whose operations give values of themselves, also for values of a subclass."""
_ALSO: dict[type, tuple[type, ...]] = {float: (int,), complex: (int, float)}
"""By the rules of annotations an int will do for a float."""
_ONE_OBJECT: frozenset[type] = frozenset((tuple, frozenset))
"""Classes that follow no values, and of which a copy may be the same object."""
_FLAGS: Any = type.__dict__["__flags__"]


def _by_identity(cls: Any) -> bool:
    """Whether instances of a class in Python are equal to nothing but themselves."""
    return bool(_FLAGS.__get__(cls) & HEAP_TYPE) and cls.__eq__ is object.__eq__


def _makes_its_like(cls: Any) -> bool:
    """Whether methods without source make values of the class of their object: `date.replace`."""
    return is_named_tuple(cls) or not (
        cls in _BUILTINS or is_final(cls) or _FLAGS.__get__(cls) & HEAP_TYPE
    )


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
    if questions is None:
        return
    if path is None:
        # A subclass has the answers of its base. A tuple has not those of a list.
        if questions.is_got(value) and (not answer or native_class(value) in _CONTAINERS):
            questions.note()
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
    elif questions is not None and questions.is_got(value):
        questions.note(called=native_class(value))


def told_attribute(value: Any, name: str) -> None:
    """An attribute of a value was read by its name."""
    questions, path = _place(value)
    if questions is None:
        return
    if tells_class(name):
        told_type(value)
    elif path is not None:
        questions.has(path)


def told_below(cls: Any) -> None:
    """`issubclass(cls, …)` was asked."""
    questions, _ = _place(None)
    if questions is not None and questions.is_got(cls):
        questions.note()


def told_comparison(one: Any, other: Any, answer: Any, frame: FrameType) -> None:
    """Two instances of dataclasses were compared, as code in or around a frame asked."""
    questions, _ = _place(None)
    if questions is None:
        return
    while is_generated(frame.f_code) and frame.f_back is not None:
        frame = frame.f_back
    questions.is_compared(one, other, answer, recorder.span_around(frame))


def told_equality(left: Any, right: Any) -> None:
    """`left == right` was asked."""
    questions, _ = _place(None)
    if questions is not None and type(left) not in TRACKED and type(right) not in TRACKED:
        questions.is_equal(left, right)


def called_on(cls: Any) -> None:
    """A class method was called, which gets the class."""
    questions, _ = _place(None)
    if questions is not None:
        questions.got(cls)


def entered(called: Any) -> None:
    """The target is about to be called."""
    questions, receiver = recorder.current.questions, getattr(called, "__self__", None)
    if questions is not None and type(called) is MethodType and issubclass(type(receiver), type):
        questions.receive(receiver)


def told_identity(left: Any, right: Any, answer: bool) -> None:
    """`left is right` was asked. Python makes one object of equal values of some classes, and of a
    value and its copy, but not of values of their subclasses."""
    questions, path = _place(left)
    if questions is None:
        return
    if any(issubclass(type(each), type) and questions.is_open(each) for each in (left, right)):
        questions.note()
    elif answer:
        cls = native_class(left)
        is_copy = type(left) in FOLLOWED or cls in _ONE_OBJECT
        if path is not None and is_copy and not is_final(cls):
            questions.note()
    else:
        questions.differs_from(left, right)


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
    if type(value) is super:
        value = value.__self__  # type: ignore[attr-defined]
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


def _reason(span: Span | None = None, called: Any = None) -> Reason | None:
    """Tells of the question that the code under test asks just now; None where the answer decides
    nothing, which a class in Python that is only called does not."""
    span = span or recorder.current.span()
    with uninterrupted:  # files are read
        if installed_module(span.file) in CLASS_BLIND or is_only_told(span):
            return None
        if called is not None and _FLAGS.__get__(called) & HEAP_TYPE and is_only_called(span):
            return None
        says = f"`{source_at(span)}` may be answered otherwise for classes that were not tried"
    remedy = "annotate what else it may be, X | Y, to have that tried"
    return Reason("type-asked", says, remedy, "", span.file, span.line)
