"""Builds the live values of the parameters from inputs, tracked or plain."""

from __future__ import annotations

import collections
import itertools
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any

from wend.describe.evaluation import evaluated
from wend.describe.mappings import MAPPINGS
from wend.expr.build import variable
from wend.expr.sorts import Sort
from wend.expr.variables import (
    Variable,
    address_of,
    bounded,
    character_of,
    choice_of,
    given,
    length_of,
    value_of,
)
from wend.inputs.domain import (
    ABSENT,
    DICT,
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
    Reference,
    Same,
    Scalar,
    Text,
    Whole,
)
from wend.inputs.heap import has_cells
from wend.inputs.paths import item_path, key_path, part_path, value_path
from wend.inputs.target import Parameter
from wend.path.reason import Reason
from wend.run import recorder
from wend.run.arguments.object_graph import Graph
from wend.run.arguments.open_containers import open_dict, open_set
from wend.run.calls import callee
from wend.run.class_questions import Questions
from wend.run.operations.keys import add_member, find_key, is_keyed, keyed_copy, raw, store_key
from wend.run.tracked import track
from wend.run.tracked.decisions import decide_between
from wend.run.tracked.lift import plain
from wend.run.tracked.listing import input_list
from wend.run.tracked.octets import input_octets
from wend.run.tracked.tail import Tail
from wend.run.tracked.text import input_text


class Builder:
    """Makes values from inputs.

    Tracked: every choice, and every length that is needed at once, is a decision of the run. Plain:
    the values that the unmodified code gets.
    """

    def __init__(
        self,
        inputs: Mapping[str, Any],
        module: ModuleType,
        parameters: tuple[Parameter, ...] = (),
        *,
        tracked: bool,
    ) -> None:
        self._inputs = inputs
        self._module = module
        self.is_tracked = tracked
        self._questions = Questions(module, parameters) if tracked else None
        if tracked:
            recorder.current.questions = self._questions
        self._is_filled = False
        """Whether the memory of the inputs was filled."""
        self.graph = Graph(self, parameters, inputs, module) if has_cells(parameters) else None
        self.arguments: dict[str, Any] = {}
        """The values of parameters that were built."""
        self._kept: list[Any] = []
        """The arguments of constructors. They live as long as the call, also where an object keeps
        only a weak reference to one, as objects in an assertion of pytest do."""

    def over(self) -> None:
        """Ends the call: nothing that is asked from now on is a decision of it."""
        if self.graph is not None:
            self.graph.over()
            self._inputs = {}

    def argument(self, parameter: Parameter) -> Any:
        """The value of a parameter, or ABSENT where nothing is to be passed."""
        value = self.arguments[parameter.name] = self.value(parameter.domain, parameter.name)
        return value

    def value(self, domain: Domain, path: str) -> Any:
        """The value, or ABSENT where nothing is to be passed."""
        made = self._made_of(domain, path)
        if self._questions is not None:
            self._questions.enter(made, domain, path)
        return made

    def _made_of(self, domain: Domain, path: str) -> Any:
        match domain:
            case Scalar(sort):
                return self._scalar(value_of(path), sort)
            case Whole(low, high):
                return self._scalar(bounded(path, low, high))
            case Held(None):
                return ABSENT
            case Held(str(source), imports):
                # Evaluated for every run, since runs must not share a list.
                return evaluated(self._module, source, imports)
            case Text(kind):
                return self._text(kind, path)
            case Choice(options):
                return self.value(options[self._chosen(path, len(options))], path)
            case Items(kind, element, maker):
                return self._items(kind, element, maker, path)
            case Entries(key, value, maker):
                return self._entries(key, value, maker, path)
            case Made(maker, parts):
                return self._made(maker, parts, path)
            case Pointer(layouts) | Placed(layouts):
                return self._in_memory(layouts[0].maker, isinstance(domain, Placed), path)
            case Reference():
                assert self.graph is not None
                return self.graph.reference(domain, path)
            case Same(parameter):
                value = self.arguments[parameter]
                if value is None or value is ABSENT:
                    recorder.current.end(recorder.RunDropped())  # that is another alternative
                return value

    def _in_memory(self, maker: Maker, is_placed: bool, path: str) -> Any:
        """A pointer, or the object that one would point to. The first pointer fills the memory."""
        from wend.run.ctypes_memory import inputs

        cls = self._maker(maker)
        value = self._inputs.get(address_of(path).text, 0)
        if not self._is_filled:
            inputs.fill(self._inputs)
            self._is_filled = True
        made = inputs.placed if is_placed else inputs.pointer
        return made(path, cls, value, tracked=self.is_tracked)

    def _raw(self, which: Variable, sort: Sort = Sort.INT) -> Any:
        return given(self._inputs, which, sort)

    def _scalar(self, which: Variable, sort: Sort = Sort.INT) -> Any:
        value = self._raw(which, sort)
        return track(value, variable(which, sort)) if self.is_tracked else value

    def _chosen(self, path: str, count: int) -> int:
        choice = choice_of(path, count)
        value: int = self._raw(choice)
        if self.is_tracked:
            decide_between(variable(choice, Sort.INT), value, 0, count, "input")
        return value

    def _length(self, path: str) -> int:
        return self._raw(length_of(path))  # type: ignore[no-any-return]

    def _text(self, kind: str, path: str) -> Any:
        naming = character_of(kind)
        codes = [self._raw(naming(path, at)) for at in range(self._length(path))]
        if kind == "str":
            value = "".join(map(chr, codes))
            return input_text(path, value) if self.is_tracked else value
        octets = bytes(codes) if kind == "bytes" else bytearray(codes)
        return input_octets(path, octets) if self.is_tracked else octets

    def _items(self, kind: str, element: Domain, maker: Maker | None, path: str) -> Any:
        def make(at: int) -> Any:
            return self.value(element, item_path(path, at))

        if self.is_tracked and maker is None and asks_nothing(element):
            count = self._length(path)
            if kind == "list":
                return input_list(path, [make(at) for at in range(count)], make)
            if kind in _SETS:
                return open_set(kind, path, count, make)
        items = [make(at) for at in self._places(path, element)]
        if not self.is_tracked or kind not in _SETS:
            made = _KINDS[kind](items)
        else:
            made = set()
            for item in items:
                _refuse_twice(made, item)
                add_member(made, item)
            made = made if kind == "set" else keyed_copy(made, raw(frozenset, made))
        return self._wrapped(maker, made)

    def _entries(self, key: Domain, value: Domain, maker: Maker | None, path: str) -> Any:
        def make_key(at: int) -> Any:
            return self.value(key, key_path(path, at))

        def make_value(at: int) -> Any:
            return self.value(value, value_path(path, at))

        may_wait = asks_nothing(key) and not _leads_to_cells(value)
        if self.is_tracked and maker is None and may_wait:
            return open_dict(path, self._length(path), make_key, make_value)
        made: dict[Any, Any] = {}
        for at in self._places(path, Made(None, (Part("", key), Part("", value)))):
            name, item = make_key(at), make_value(at)
            if self.is_tracked:
                _refuse_twice(made, name)
                store_key(made, name, item)
            else:
                made.setdefault(name, item)  # of two the first counts, see `open_containers`
        return self._wrapped(maker, made)

    def _places(self, path: str, element: Domain) -> Iterable[int]:
        """The places of a container. Each is asked for before its value asks questions."""
        count = self._length(path)
        tail = Tail(path, count, variable(length_of(path), Sort.INT))
        if not self.is_tracked or asks_nothing(element):
            if self.is_tracked:
                tail.settle()
            return range(count)
        return itertools.takewhile(tail.goes_past, range(count + 1))

    def _wrapped(self, maker: Maker | None, made: Any) -> Any:
        """The object that a maker makes of a container. It holds the same keys."""
        if maker is None:
            return made
        called = self._maker(maker)
        wrapped = (callee.call(called) if self.is_tracked else called)(made)
        if self.is_tracked and is_keyed(made) and isinstance(wrapped, (set, frozenset, *MAPPINGS)):
            keyed_copy(made, wrapped)
        return wrapped

    def _made(self, maker: Maker | None, parts: tuple[Any, ...], path: str) -> Any:
        args: list[Any] = []
        keywords: dict[str, Any] = {}
        for at, part in enumerate(parts):
            value = self.value(part.domain, part_path(path, part, at))
            if value is ABSENT:
                continue
            if part.by_keyword:
                keywords[part.name] = value
            else:
                args.append(value)
        if maker is None:
            return tuple(args)
        if maker == DICT:
            return keywords
        made_by = self._maker(maker)
        try:
            called = callee.call(made_by) if self.is_tracked else made_by
            # Some native constructors refuse even an empty dict of keywords.
            made = called(*args, **keywords) if keywords else called(*args)
        except Exception as error:  # a constructor's, of the code under test
            recorder.current.end(CannotConstruct(maker.source, error))
        if made is None:
            recorder.current.end(CannotConstruct(maker.source, None))
        self._kept.append((made, args, keywords))
        return made

    def _maker(self, maker: Maker) -> Any:
        return evaluated(self._module, maker.source, maker.imports)


def asks_nothing(domain: Domain) -> bool:
    """Whether a value can be built without a decision, so that building it can wait."""
    match domain:
        case Choice() | Reference() | Pointer() | Placed():
            return False
        case Items(kind, element, maker):
            return maker is None and kind in ("list", *_SETS) and asks_nothing(element)
        case Entries(key, _, maker):
            return maker is None and asks_nothing(key)
        case Made(maker, parts):
            return maker is None and all(asks_nothing(part.domain) for part in parts)
        case _:
            return True


def _leads_to_cells(domain: Domain) -> bool:
    """Whether a value contains references, which are decided in a fixed order."""
    match domain:
        case Reference():
            return True
        case Choice(options):
            return any(map(_leads_to_cells, options))
        case Items(_, element):
            return _leads_to_cells(element)
        case Entries(key, value):
            return _leads_to_cells(key) or _leads_to_cells(value)
        case Made(_, parts):
            return any(_leads_to_cells(part.domain) for part in parts)
        case _:
            return False


def _refuse_twice(container: Any, key: Any) -> None:
    """Drops a run whose inputs mean the same as inputs with fewer entries."""
    if find_key(container, key)[0]:
        recorder.current.end(recorder.RunDropped())


_SETS = ("set", "frozenset")
_KINDS: dict[str, Any] = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
    "deque": collections.deque,
}


class CannotConstruct(recorder.RunDropped):
    """A constructor refused its arguments: it raised, or the function in its place returned
    nothing."""

    def __init__(self, source: str, error: Exception | None) -> None:
        said = f"{source}(…) is None"
        if error is not None:
            said = f"{source}(…) raises {type(error).__name__}: {message_of(error)}"
        super().__init__(said)
        place = recorder.current.place()
        remedy = "such arguments are left out"
        self.reason = Reason("cannot-construct", said, remedy, source, *place)


def message_of(error: BaseException) -> str:
    """The message of an exception, as plain text."""
    with recorder.quietly():
        try:
            if isinstance(error, OSError) or not error.args:
                return plain(str(error))  # type: ignore[no-any-return]
            if any(plain(arg) is not arg for arg in error.args):
                error.args = tuple(plain(arg) for arg in error.args)
            return plain(str(error))  # type: ignore[no-any-return]  # which may be an attribute
        except (Exception, SystemExit, KeyboardInterrupt) as second:  # of the code under test
            return f"<message whose str raises {type(second).__name__}>"
