"""wend from Python: `cover`, `reach`, `assume`, `factory`, `valid` and `opaque`.

What they need is imported when they are called: `import wend` in code under test costs nothing.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # not of `typing`: Ctrl-C while that is imported would show a traceback
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, TypeVar

    from wend.campaign.options import Options
    from wend.inputs.target import TargetRef
    from wend.path.result import CoverResult, ReachResult

    F = TypeVar("F", bound=Callable[..., Any])


def cover(
    function: Callable[..., Any],
    *,
    budget: float = 20.0,
    max_executions: int | None = None,
    max_queries: int | None = None,
    search: str = "fair",
    seed: int = 0,
    imprecision: str = "higher-order",
    inputs: Sequence[Mapping[str, Any]] = (),
    allow: Sequence[str] = (),
    opaque: Sequence[str] = (),
    corpus: Sequence[str] = (),
    objects: str = "auto",
    valid: Sequence[str] = (),
    lift: Sequence[str] = (),
    store: bool = False,
) -> CoverResult:
    """Explores a function: its cases, what they return or raise, the coverage, and the verdict.

    The function is called in other processes only. `inputs` are first inputs to start from,
    `corpus` are files and directories of tests that call it, `opaque` are the dotted names of
    functions that are not to be looked into. `objects` says how objects are made ("constructor",
    "shape" or "auto"), `valid` are the names of methods that say whether one is valid.
    No proof rests on the assumptions in `lift`.
    With `store` the result is kept in the project's `.wend` and comes from there, as it does on
    the command line: for functions that are what their files say, in modules that nobody changed.
    """
    given = {name: value for name, value in locals().items() if name != "function"}
    _check_supported()
    from wend.campaign.begin import cover as explore
    from wend.campaign.begin import recalled

    ref = _ref(function)
    options = _options(function, ref, **given)
    return recalled(ref, options) or explore(ref, options, live=function)


def reach(
    function: Callable[..., Any],
    line: int,
    *,
    budget: float = 20.0,
    max_executions: int | None = None,
    max_queries: int | None = None,
    seed: int = 0,
    imprecision: str = "higher-order",
    direction: str = "both",
    inputs: Sequence[Mapping[str, Any]] = (),
    allow: Sequence[str] = (),
    opaque: Sequence[str] = (),
    corpus: Sequence[str] = (),
    objects: str = "auto",
    valid: Sequence[str] = (),
    lift: Sequence[str] = (),
    store: bool = False,
) -> ReachResult:
    """Searches an input with which the function executes a line of the file that defines it.

    `direction`: from the entry (`forward`), from the line (`backward`), or `both`.
    """
    given = {name: value for name, value in locals().items() if name not in ("function", "line")}
    _check_supported()
    from wend.campaign.begin import reach as explore
    from wend.campaign.begin import recalled_reach
    from wend.targets.locate import LineRef

    ref = _ref(function)
    options = _options(function, ref, **given)
    line_ref = LineRef(ref.module, line)
    found = recalled_reach(line_ref, ref, options)
    return found or explore((line_ref,), ref, options, live=function).results[0]


def assume(condition: object) -> None:
    """Says what inputs are: a run that contradicts it is dropped, and nothing is said of it.

    Outside of wend this does nothing.
    """
    # Code under test may call this in production: without a run under way nothing is imported.
    recorder = sys.modules.get("wend.run.recorder")
    if recorder is not None and recorder.is_recording() and not condition:
        recorder.current.end(recorder.RunDropped())


def factory(cls: Any) -> Callable[[F], F]:
    """Says how instances of a type are made: `@wend.factory(Socket)` above a function.

    The function's parameters are explored as those of a target are. wend sees what is registered
    when the target's module is imported, and in a module `wend_factories` beside it or above it.
    """
    from wend.inputs.factories import FACTORIES

    def register(function: F) -> F:
        FACTORIES[cls] = function
        return function

    return register


def valid(cls: Any) -> Callable[[F], F]:
    """Says what holds for all instances of a class: `@wend.valid(Tree)` above a predicate.

    wend assumes it of arguments and checks it after the call. The predicate is given an instance;
    it returns whether that is valid, or raises where it is not. wend sees what is registered when
    the target's module is imported, as it does for factories.
    """
    from wend.inputs.valid import VALID

    def register(predicate: F) -> F:
        VALID.setdefault(cls, []).append(predicate)
        return predicate

    return register


def opaque(function: F) -> F:
    """Says that a function is not to be looked into: `@wend.opaque` above a hash, say.

    wend reasons about what it returns by what it was seen to return, as it does for native code;
    `--opaque` does the same from outside. The function itself stays as it is.
    """
    from wend.inputs.opaque import OPAQUE

    OPAQUE.add(f"{function.__module__}.{function.__qualname__}")
    return function


def _check_supported() -> None:
    """Complains of an interpreter or a system that wend does not run on."""
    from wend.errors import WendError
    from wend.supported import refusal_here

    if refusal := refusal_here():
        raise WendError(refusal)


def _ref(function: Callable[..., Any]) -> TargetRef:
    import inspect

    from wend.errors import WendError
    from wend.inputs.target import ModuleRef, TargetRef
    from wend.targets.locate import module_of_file

    inner = inspect.unwrap(getattr(function, "__func__", function))
    code = getattr(inner, "__code__", None)
    if code is None:
        raise WendError(f"{function!r} is no Python function; wend explores Python source")
    import pathlib

    file = pathlib.Path(code.co_filename)
    if not file.is_file():
        raise WendError(f"the source of {function!r} is not in a file; wend explores source files")
    module = module_of_file(file)
    name = inner.__qualname__
    return TargetRef(
        ModuleRef(module.name, str(file), module.root, module.by_path), name, code.co_firstlineno
    )


def _options(
    function: Callable[..., Any],
    ref: TargetRef,
    *,
    inputs: Sequence[Mapping[str, Any]],
    store: bool,
    **options: Any,
) -> Options:
    """The options that were given, checked as the command line checks them."""
    from wend.campaign.corpus import check_corpus
    from wend.campaign.option_table import OPTIONS
    from wend.campaign.options import options_from
    from wend.config import store_named
    from wend.inputs.literal import to_source
    from wend.targets.names import check_events, functions_named

    lists = {option.keyword for option in OPTIONS if option.default == ()}
    given = {name: list(value) if name in lists else value for name, value in options.items()}
    _check({**given, "store": store})
    check_events("allow:", given["allow"])
    sources = [
        tuple([(name, to_source(value) or repr(value)) for name, value in values.items()])
        for values in inputs
    ]
    _check_inputs(function, inputs)
    named = [functions_named("opaque:", name, [ref]) for name in given["opaque"]]
    given["opaque"] = [name for names in named for name in names]
    check_corpus("corpus:", given["corpus"])
    return options_from(given, given=tuple(sources), store=store_named() if store else None)


def _check(options: Mapping[str, Any]) -> None:
    """Complains of a value that the command line would refuse."""
    from wend.campaign.option_table import SETTINGS
    from wend.errors import WendError

    for name, value in options.items():
        kind = SETTINGS[name.replace("_", "-")].kind
        if value is not None and not kind.fits(value):
            raise WendError(f"{name}={value!r} is wrong; it is {kind.words}")


def _check_inputs(function: Callable[..., Any], inputs: Sequence[Mapping[str, Any]]) -> None:
    """Complains of a value for a parameter that the function does not have."""
    from wend.describe.deferred_annotations import signature_of
    from wend.errors import WendError
    from wend.targets.names import there_are

    known = signature_of(function).parameters
    for name in dict.fromkeys(name for values in inputs for name in values):
        if name not in known:
            whose = getattr(function, "__name__", repr(function))
            raise WendError(f"inputs: {whose} has no parameter {name}{there_are(known)}")
