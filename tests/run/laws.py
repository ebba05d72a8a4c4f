"""The laws that a twin with tracked inputs keeps, checked on small functions.

`Snippet` is a function in two copies: as written, and instrumented. Both run on every assignment
of a pool, and then:

* **Same behaviour.** The twin's outcome is that of the original: value and type, or exception
  type, message and context.
* **Sound for its own inputs.** Every branch's condition has the truth that was taken, every term
  in the result evaluates to the value that stands beside it.
* **The same questions.** Two runs that gave the same answers so far decide the same thing next.
* **Sound for all inputs of the path.** Where another assignment satisfies the path condition and
  nothing was noted as lost, it takes the same branches, and the result's terms, evaluated under
  it, are what the original returns.
"""

from __future__ import annotations

import importlib.util
import itertools
import random
import re
import sys
import tempfile
import textwrap
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, time, timedelta
from pathlib import Path
from types import ModuleType
from typing import Any

import wend.run.operations.twin_probes  # noqa: F401 - twins call them
from wend.expr import samples
from wend.expr.evaluate import Undefined, Values
from wend.expr.samples import is_numpy_scalar
from wend.expr.sorts import Sort
from wend.expr.terms import Term
from wend.expr.variables import PYTHON_TYPES
from wend.inputs.decompose import decomposed
from wend.inputs.domain import Domain, Entries, Held, Items, Made, Part, Scalar, Text
from wend.inputs.inputs import Inputs
from wend.inputs.target import Parameter
from wend.messages.options import Imprecision
from wend.path.reason import Reason
from wend.run.calls import admission, exempt
from wend.run.invoke import Invocation
from wend.run.models.library.number_objects import NumberObject
from wend.run.models.range import SymRange
from wend.run.recorder import Recorder, quietly, recording
from wend.run.tracked import listing, text
from wend.run.tracked.lift import LISTS, OPEN, TEXTS, Tracked

# Twins of the standard library may call us back; the judge looks at the types as they are.
exempt.exclude((__name__, "_pytest", "pluggy"))

Assignment = dict[str, Any]

DATES = {
    "date": ("year", "month", "day"),
    "datetime": ("year", "month", "day", "hour", "minute", "second", "microsecond", "tzinfo"),
    "time": ("hour", "minute", "second", "microsecond", "tzinfo"),
    "timedelta": ("days", "seconds", "microseconds"),
}
"""What is compared of dates and times."""
SMALL = (0, 1, 2, -1, 3, -2, 5, -3, 7, -5, 10)
WIDE = (*SMALL, 64, -64, 255, 256, 257, 1000, -999, 2**31, 2**63 - 1, -(2**63), 2**64, 10**30)
TRUTHS = (False, True)


@dataclass(frozen=True, slots=True)
class Returned:
    """What came back: the object itself, tracked values and all."""

    value: Any


@dataclass(frozen=True, slots=True)
class Raised:
    """What was raised."""

    error: BaseException


@dataclass(frozen=True, slots=True)
class Run:
    """One run of the twin."""

    assignment: Mapping[str, Any]
    outcome: Returned | Raised
    branches: list[tuple[Term, bool]]
    reasons: list[Reason]

    @property
    def lost(self) -> list[Reason]:
        """The reasons for which the path condition may not tell all. A question for the class of an
        input loses nothing."""
        return [
            reason
            for reason in self.reasons
            if reason.spoils_completeness and reason.what != "type-asked"
        ]


class Snippet:
    """A function, by its source, as written and instrumented.

    The source is an expression or the body of a function; the parameters are named apart.
    """

    def __init__(self, source: str, parameters: Iterable[str] = ("x", "y"), preamble: str = ""):
        self.source = source
        self.parameters = tuple(parameters)
        text = _as_module(source, self.parameters, preamble)
        self.original = _invocation(_load(text), self.parameters)
        twin = _load(text)
        admission.admit_module(twin)
        self.twin = _invocation(twin, self.parameters)

    def run_original(self, values: Assignment) -> Returned | Raised:
        assignment = _filled(self.original, values)
        return _outcome(lambda: self.original.call(assignment, tracked=False))

    def run_twin(self, values: Assignment, imprecision: Imprecision = "higher-order") -> Run:
        assignment = _filled(self.twin, values)
        recorder = Recorder(imprecision)
        with recording(recorder):
            outcome = _outcome(lambda: self.twin.call(assignment, tracked=True))
        if recorder.ended is not None:
            raise AssertionError(f"{self.source}: the run was ended") from recorder.ended
        for sample in (recorder.samples or {}).values():
            assert samples.current.add(*sample), f"{self.source}: {sample} contradicts another one"
        branches = [(condition, taken) for _, condition, taken, _ in recorder.branches]
        return Run(assignment, outcome, branches, list(recorder.reasons))


def _filled(invocation: Invocation, values: Assignment) -> Inputs:
    """The inputs that make these values; each value tells what its parameter may be."""
    domains = {name: domain_of(value) for name, value in values.items()}
    invocation.parameters = tuple(Parameter(name, domain) for name, domain in domains.items())
    flat: Assignment = {}
    for name, domain in domains.items():
        flat.update(decomposed(domain, name, values[name]))
    return Inputs.of(flat)


def domain_of(value: Any) -> Domain:
    """A domain that has the value."""
    cls = type(value)
    if cls in SORTS:
        return Scalar(SORTS[cls])
    if cls in (str, bytes, bytearray):
        return Text(cls.__name__)
    if cls in (list, set, frozenset, deque):
        return Items(cls.__name__, _common(value))
    if cls is tuple:
        return Made(None, tuple(Part("", domain_of(item)) for item in value))
    if cls is dict:
        return Entries(_common(value), _common(value.values()))
    assert value is None, f"no domain has {value!r}"
    return Held("None")


def _common(items: Iterable[Any]) -> Domain:
    domains = {domain_of(item) for item in items}
    assert len(domains) <= 1, f"items of different kinds: {items!r}"
    return domains.pop() if domains else Scalar(Sort.INT)


SORTS = {cls: sort for sort, cls in PYTHON_TYPES.items()}


def pool(parameters: Mapping[str, Iterable[Any]], size: int = 30) -> list[Assignment]:
    """Assignments drawn from the values of each parameter, the same every time."""
    names, domains = list(parameters), [list(values) for values in parameters.values()]
    every = list(itertools.islice(itertools.product(*domains), 4000))
    if len(every) > size:
        chosen = random.Random(0)
        every = chosen.sample(every, size)
    return [dict(zip(names, values, strict=True)) for values in every]


def check(
    source: str,
    parameters: Mapping[str, Iterable[Any]],
    *,
    exact: bool = True,
    preamble: str = "",
    size: int = 30,
) -> list[Run]:
    """Holds a snippet against the laws; `exact` says that nothing may be noted as lost."""
    __tracebackhide__ = True
    snippet = Snippet(source, parameters, preamble)
    runs = []
    for assignment in pool(parameters, size):
        original = snippet.run_original(assignment)
        run = snippet.run_twin(assignment)
        check_behaviour(snippet, run, original)
        check_own_inputs(snippet, run)
        if exact:
            assert run.lost == [], f"{source} at {assignment}: {run.lost}"
        runs.append(run)
    check_other_inputs(snippet, runs)
    check_questions(snippet, runs)
    return runs


def check_behaviour(snippet: Snippet, run: Run, original: Returned | Raised) -> None:
    __tracebackhide__ = True
    expected, actual = picture_of(original), picture_of(run.outcome)
    assert actual == expected, f"{snippet.source} at {run.assignment}: {actual}, not {expected}"


def check_own_inputs(snippet: Snippet, run: Run) -> None:
    __tracebackhide__ = True
    values = Values(run.assignment)
    for condition, taken in run.branches:
        holds = values.of(condition)
        assert holds is taken, f"{snippet.source} at {run.assignment}: {condition} is {holds}"
    own = foretold(run.outcome, values)
    held = foretold(run.outcome, None)
    assert own == held, f"{snippet.source} at {run.assignment}: terms say {own}, values {held}"


def check_other_inputs(snippet: Snippet, runs: list[Run]) -> None:
    __tracebackhide__ = True
    # Asked of each pair of runs, so what is about one of them is worked out once.
    others = [(run, Values(run.assignment), foretold(run.outcome, None)) for run in runs]
    for run in runs:
        if run.lost:
            continue
        for other, values, found in others:
            if other is run or not satisfies(values, run.branches):
                continue
            assert other.branches == run.branches, (
                f"{_told(snippet, run, other)}, but goes {other.branches}"
            )
            expected = foretold(run.outcome, values)
            assert expected == found, (
                f"{_told(snippet, run, other)}, but gives {found}, not {expected}"
            )


def check_questions(snippet: Snippet, runs: list[Run]) -> None:
    """Two runs that gave the same answers so far ask the same next question."""
    __tracebackhide__ = True
    for run, other in itertools.combinations([run for run in runs if not run.lost], 2):
        for (asked, answer), (other_asked, other_answer) in zip(
            run.branches, other.branches, strict=False
        ):
            assert asked is other_asked, (
                f"{snippet.source}: {run.assignment} and {other.assignment} answered alike, "
                f"but ask {asked} and {other_asked}"
            )
            if answer is not other_answer:
                break


def _told(snippet: Snippet, run: Run, other: Run) -> str:
    return f"{snippet.source}: {other.assignment} satisfies the path of {run.assignment}"


def satisfies(assignment: Mapping[str, Any], branches: list[tuple[Term, bool]]) -> bool:
    values = Values.under(assignment)
    try:
        return all(values.of(condition) is taken for condition, taken in branches)
    except Undefined:
        return False


# Pictures: values made comparable, with their types


def picture_of(outcome: Returned | Raised) -> Any:
    with quietly():
        if isinstance(outcome, Returned):
            return picture(outcome.value)
        return (
            "raised",
            type(outcome.error).__qualname__,
            _message(outcome.error),
            _context(outcome),
        )


def foretold(outcome: Returned | Raised, values: Values | None) -> Any:
    """What the outcome says of the inputs with these values; without any, of its own.

    No messages: they are on their way out, so their text may have lost its terms.
    """
    with quietly():
        if isinstance(outcome, Returned):
            return picture(outcome.value, values)
        return "raised", type(outcome.error).__qualname__


def _message(error: BaseException) -> str:
    plain_args = tuple(
        arg._wend_value if isinstance(arg, Tracked) or type(arg) in TEXTS else arg
        for arg in error.args
    )
    if len(plain_args) == len(error.args):
        error.args = plain_args
    return str(error)


def _context(outcome: Raised) -> tuple[tuple[str, bool], ...]:
    """What was being handled when it was raised, and whether it is to be told."""
    found, error = [], outcome.error
    while error.__context__ is not None and len(found) < 5:
        found.append((type(error.__context__).__qualname__, error.__suppress_context__))
        error = error.__context__
    return tuple(found)


def picture(value: Any, values: Values | None = None) -> Any:
    """A value as nested tuples that are equal exactly where value and types are.

    Tracked values show the value they hold, or with values of the inputs the one their term has.
    """

    def each(items: Iterable[Any]) -> tuple[Any, ...]:
        return tuple([picture(item, values) for item in items])

    if isinstance(value, Tracked):
        held = value._wend_value
        if values is not None:
            held = values.of(value._wend_term)
        return type(held).__name__, repr(held)
    if type(value) in TEXTS:
        held = value._wend_value
        if values is not None:
            held = text.foretold(value, values)
        return type(held).__name__, repr(held)
    if type(value) in LISTS:
        total = list.__len__(value)
        if values is not None:
            total = values.of(listing.length_term(value))
        return ("list", *each(listing.item_at(value, at) for at in range(total)))
    if type(value) in OPEN:
        if value._wend_entries is not None and values is not None:
            return _open_picture(value, values)
        value = value._wend_now()
    if issubclass(type(value), NumberObject):
        if values is not None:
            return value.__class__.__name__, *each(value._wend_scalars)
        value = value._wend_value
    if type(value) is complex:
        return ("complex", *each((value.real, value.imag)))
    if is_numpy_scalar(value):
        return type(value).__name__, *each((value.item(),))
    if type(value) is SymRange or isinstance(value, range):
        return ("range", *each((value.start, value.stop, value.step)))
    name = type(value).__qualname__
    if isinstance(value, BaseException):
        return name, each(value.args)
    if isinstance(value, slice):
        return ("slice", *each((value.start, value.stop, value.step)))
    if isinstance(value, dict):
        return (name, *each(dict.items(value)))
    if isinstance(value, set | frozenset):
        return (name, *sorted(each(value)))
    if isinstance(value, list | tuple) or name in ("deque", "array"):
        return (name, *each(value))
    if isinstance(value, date | time | timedelta):
        return name, *each(getattr(value, field) for field in DATES[name])
    if name == "Fraction":
        return name, *each((value.numerator, value.denominator))
    if name in ("dict_keys", "dict_values", "dict_items"):
        return (name, *each(value))
    if isinstance(value, type) or callable(value):
        return name, getattr(value, "__qualname__", name)
    if type(value).__module__.startswith("snippet_") and hasattr(value, "__dict__"):
        return name, picture(vars(value), values)
    return name, _MODULE_NAME.sub("snippet", repr(value))


_MODULE_NAME = re.compile(r"\bsnippet_\d+")
"""Names of modules of snippets: the original and the twin have one each, which messages show."""


def _open_picture(value: Any, values: Values) -> Any:
    """An open dict or set for other inputs: of two entries with one key the first counts."""
    opening = value._wend_entries
    found: dict[Any, Any] = {}
    for at in range(values.of(opening.tail.length)):
        key = picture(opening.make_key(at), values)
        item = opening.make_value(at) if opening.make_value is not None else None
        found.setdefault(key, picture(item, values))
    if opening.make_value is None:
        return (value.__class__.__name__, *sorted(found))
    return ("dict", *[("tuple", key, item) for key, item in found.items()])


# Loading


_directory = tempfile.TemporaryDirectory(prefix="wend-snippets-")
_numbers = itertools.count()


def _as_module(source: str, parameters: tuple[str, ...], preamble: str) -> str:
    body = textwrap.dedent(source).strip()
    try:
        compile(body, "<snippet>", "eval")
    except SyntaxError:
        pass
    else:
        body = f"return ({body})"
    head = f"def f({', '.join(parameters)}):\n"
    return textwrap.dedent(preamble) + "\n\n" + head + textwrap.indent(body, "    ") + "\n"


def _load(text: str) -> ModuleType:
    name = f"snippet_{next(_numbers)}"
    file = Path(_directory.name) / f"{name}.py"
    file.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _invocation(module: ModuleType, parameters: Iterable[str]) -> Invocation:
    explored = [Parameter(name, Scalar(Sort.INT)) for name in parameters]
    return Invocation(module, module.f, module.f, tuple(explored))


def _outcome(call: Callable[[], Any]) -> Returned | Raised:
    try:
        return Returned(call())
    except Exception as error:
        return Raised(error)
