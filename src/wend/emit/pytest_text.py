"""The text of pytest files that show what was found, one file for each module."""

from __future__ import annotations

import builtins
import os
import pathlib
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence

from wend.emit.layout import WIDTH, double_quoted, imported, laid_out, needs_parentheses, quoted
from wend.emit.names import names_of, numbered
from wend.emit.sources import (
    bound_by,
    escaped,
    free_names,
    listed_items,
    only_nan,
    raw_string,
    unpacked,
)
from wend.inputs.target import ModuleRef
from wend.path.case import Case
from wend.path.fault import Contained
from wend.path.outcome import Dropped, Raised, Returned, Stopped, Violated
from wend.path.reason import Reasons
from wend.path.result import CoverResult, ReachResult, Result
from wend.record import Record, replace

MARK = "found by wend."
"""How the first line of every file ends that is ours to overwrite."""

MOST_ITEMS = 1000
"""As many items of a generator are in its outcome."""

LONGEST_WAIT = 1.0
"""Seconds that a test may wait for a lock, say; one that waits longer is skipped."""

MOST_SHOWN = 60
"""A longer list is shown by its length and its first items: nobody reads a page of numbers."""

_ITEMS = """\
async def items_of(generator, most=1000):
    items = []
    async for item in generator:
        items.append(item)
        if len(items) == most:
            break
    return items
"""


_PLACE = re.compile(r"/(?:[^\s/\"']+/)+(?=[\w.-]+\.py\b)|(?<= at 0x)[0-9a-f]{6,}")
"""The directory of a file that a message names, or the address of an object."""

_TOO_DEEP = "maximum recursion depth exceeded"


class TestFunction(Record):
    """One test: its body, and what has to be imported for it."""

    __test__ = False  # pytest collects classes of this name

    name: str
    function: str
    body: tuple[str, ...]
    decorators: tuple[str, ...] = ()
    uses: frozenset[str] = frozenset()
    """Modules to be imported whole."""
    from_module: frozenset[str] = frozenset()
    """Names of the module under test."""
    from_elsewhere: frozenset[tuple[str, str]] = frozenset()
    """Modules and names of them."""
    imports: tuple[str, ...] = ()
    """Import statements that came with the case."""
    needs_items_of: bool = False
    fixture: str = ""

    def text(self) -> str:
        lines = [*self.decorators, f"def {self.name}({self.fixture}):", *self.body]
        return "\n".join(lines) + "\n"


class TestFile(Record):
    """The tests of one module."""

    __test__ = False

    module: ModuleRef
    tests: tuple[TestFunction, ...]

    def without(self, names: Iterable[str]) -> TestFile:
        dropped = set(names)
        return replace(self, tests=tuple(t for t in self.tests if t.name not in dropped))

    def only(self, names: Collection[str]) -> TestFile:
        return replace(self, tests=tuple(t for t in self.tests if t.name in names))

    def text(self, directory: pathlib.Path) -> str:
        """The whole file, for a place in that directory."""
        parts = [f'"""Cases of {self.module.name}, {MARK}"""\n', _imports(self, directory)]
        if any(test.needs_items_of for test in self.tests):
            parts.append(_ITEMS)
        parts += [test.text() for test in self.tests]
        head = "\n".join(part for part in parts[:2] if part)
        return "\n\n".join([head, *parts[2:]])


def test_files(results: Sequence[Result], directory: pathlib.Path) -> dict[pathlib.Path, str]:
    """The text of each file to be written below the directory."""
    return {path: file.text(directory) for path, file in files_of(results, directory).items()}


test_files.__test__ = False  # type: ignore[attr-defined]


def files_of(
    results: Sequence[Result], directory: pathlib.Path, faults: Reasons | None = None
) -> dict[pathlib.Path, TestFile]:
    """The files with their tests; modules without a case have none.

    `faults` takes the reasons for cases that wend itself fails to write.
    """
    faults = Reasons() if faults is None else faults
    by_module: dict[ModuleRef, list[Result]] = {}
    for result in sorted(results, key=_place):
        by_module.setdefault(result.target.module, []).append(result)
    files = []
    for module, own in by_module.items():
        tests = tuple(_tests(module, own, faults))
        if tests:
            files.append(TestFile(module, tests))
    names = _file_names([file.module for file in files])
    return {directory / name: file for name, file in zip(names, files, strict=True)}


def _place(result: Result) -> tuple[str, int, str]:
    return result.target.module.file, result.target.line, result.target.function


def _file_names(modules: Sequence[ModuleRef]) -> list[str]:
    """`test_cart.py`; where two modules have the same last name, `test_shop_cart.py`."""
    short = [re.sub(r"\W", "_", module.name.rpartition(".")[2]) for module in modules]
    long = [re.sub(r"\W", "_", module.name) for module in modules]
    names = [
        long[index] if short.count(short[index]) > 1 else short[index]
        for index in range(len(modules))
    ]
    return [f"{name}.py" for name in numbered([f"test_{name.strip('_')}" for name in names])]


def _tests(module: ModuleRef, results: Sequence[Result], faults: Reasons) -> Iterator[TestFunction]:
    made: list[TestFunction] = []
    by_function: dict[str, list[tuple[Result, Case]]] = {}
    for result in results:
        for case in _cases(result):
            known = by_function.setdefault(_entry(result), [])
            if all((case.args, case.setup) != (other.args, other.setup) for _, other in known):
                known.append((result, case))
    for function, pairs in by_function.items():
        pairs.sort(key=lambda pair: _order(pair[1]))
        names = names_of(function, [case for _, case in pairs])
        for name, (result, case) in zip(names, pairs, strict=True):
            with Contained(faults, "the test of a case", result.target):
                made.append(_Writer(module, function, result, case).test(name))
    unique = numbered([test.name for test in made])
    for test, name in zip(made, unique, strict=True):
        yield replace(test, name=name)


def _cases(result: Result) -> tuple[Case, ...]:
    if isinstance(result, CoverResult):
        found = result.cases
    else:
        found = () if result.case is None else (result.case,)
    return tuple(case for case in found if not isinstance(case.outcome, Dropped))


def _entry(result: Result) -> str:
    return result.entry if isinstance(result, ReachResult) else result.target.function


def _order(case: Case) -> tuple[object, ...]:
    """What returns, then what raises, then what does not end; small arguments first."""
    kind = (Returned, Raised, Violated, Stopped, Dropped).index(type(case.outcome))
    return kind, [_size(source) for _, source in case.args], case.setup


def _size(source: str) -> tuple[float, int, str]:
    digits = source.removeprefix("-")
    if digits.isdigit() and len(digits) < 300:
        return float(digits), int(source != digits), source
    return float("inf"), len(source), source


class _Writer:
    """Writes one case as a test and notes what it needs."""

    def __init__(self, module: ModuleRef, function: str, result: Result, case: Case) -> None:
        self.module = module
        self.function = function
        self.case = case
        self.is_property = result.kind == "property"
        self.accessor = {"setter": "fset", "deleter": "fdel"}.get(result.kind, "")
        self.driven_kind = case.driven or result.kind
        self.by_keyword = result.by_keyword
        self.uses: set[str] = set()
        self.from_module: set[str] = set()
        self.from_elsewhere: set[tuple[str, str]] = set()
        self.needs_items_of = False
        self.imports = case.imports
        if isinstance(case.outcome, Returned):
            self.imports = tuple(dict.fromkeys((*case.imports, *case.outcome.imports)))
        self.bound = bound_by([*case.setup, *self.imports])

    def test(self, name: str) -> TestFunction:
        setup = [f"    {self.named(double_quoted(line))}" for line in self.case.setup]
        body = [line for place in self.case.sleepers for line in self.sleepless(*place)] + setup
        if body:
            body.append("")
        decorators: tuple[str, ...] = ()
        if self.case.waited >= LONGEST_WAIT:
            decorators = (self.mark_skip(f"waits {self.case.waited:.0f} s"),)
        match self.case.outcome:
            case Returned() as returned:
                body += self.returned(returned)
                body += [f"    {self.named(double_quoted(line))}" for line in self.case.checks]
            case Raised() as raised:
                body += self.raised(raised)
            case Violated() as violated:
                body += self.violated(violated)
            case Stopped() as stopped:
                decorators = (self.skipped(stopped),)
                body += laid_out("", self.call())
            case Dropped():
                pass
        return TestFunction(
            name=name,
            function=self.function,
            body=tuple(body),
            decorators=decorators,
            uses=frozenset(self.uses),
            from_module=frozenset(self.from_module),
            from_elsewhere=frozenset(self.from_elsewhere),
            imports=self.imports,
            needs_items_of=self.needs_items_of,
            fixture="monkeypatch" if self.case.sleepers else "",
        )

    def returned(self, outcome: Returned) -> list[str]:
        call = self.call(outcome)
        source = outcome.source
        if source is None:
            return self.looks_like(call, outcome.repr)
        if re.fullmatch(r"(float\(['\"]nan['\"]\)|math\.nan|nan)", source):
            self.uses.add("math")
            return laid_out("assert ", f"math.isnan({call})")
        if re.search(r"\bnan\b", re.sub(r"'[^']*'|\"[^\"]*\"", only_nan, source)):
            return self.looks_like(call, outcome.repr)  # nan in a list equals nothing
        value = self.named(double_quoted(source))
        items = listed_items(value)
        if len(items) > MOST_SHOWN:
            return self.begins_with(call, items)
        sign = "is" if source in ("True", "False", "None") else "=="
        return self.asserted(call, sign, value)

    def begins_with(self, call: str, items: Sequence[str]) -> list[str]:
        if len(set(items)) == 1:
            return self.asserted(call, "==", f"[{items[0]}] * {len(items)}")
        lines = laid_out("result = ", call)
        lines += ["", f"    assert len(result) == {len(items)}"]
        return lines + laid_out("assert result[:10] == ", f"[{', '.join(items[:10])}]")

    def looks_like(self, call: str, text: str) -> list[str]:
        """Where a value has no source: its repr, or its type, or that the call returns at all."""
        instance = _UNTOLD.fullmatch(text)
        if instance:
            return self.asserted(f"type({call}).__name__", "==", quoted(instance[1]))
        if " at 0x" in text or len(text) > 400:
            return laid_out("", call)
        return self.asserted(f"repr({call})", "==", quoted(text))

    def asserted(self, left: str, sign: str, right: str) -> list[str]:
        one = f"    assert {left} {sign} {right}"
        if len(one) <= WIDTH:
            return [one]
        lines = laid_out("result = ", left)
        short = f"    assert result {sign} {right}"
        if len(short) > WIDTH and right[:1] not in "[({":
            lines += laid_out("expected = ", right)
            right = "expected"
        return [*lines, "", *laid_out(f"assert result {sign} ", right)]

    def raised(self, outcome: Raised) -> list[str]:
        self.uses.add("pytest")
        expected = self.exception(outcome.type)
        # Where a module or an object lies is another matter on each machine.
        parts = _PLACE.split(outcome.message)
        pattern = raw_string(f"^{'.*'.join(map(escaped, parts))}$")
        if outcome.message.startswith(_TOO_DEEP):  # it goes on with by what it came to that
            pattern = raw_string(f"^{escaped(_TOO_DEEP)}")
        lines: list[str] = []
        if len(pattern) > WIDTH - 20:
            lines.append(f"    message = {pattern}")
            pattern = "message"
        matching = "" if outcome.message.startswith(_UNSAID) else f", match={pattern}"
        lines += laid_out("with ", f"pytest.raises({expected}{matching})", ":")
        return [*lines, *laid_out("", self.call(), indent=8)]

    def violated(self, outcome: Violated) -> list[str]:
        """The call, and that its argument is not valid any more."""
        call = laid_out("", self.call())
        argument = dict(self.case.args).get(outcome.parameter)
        if not outcome.predicate or argument is None:
            return call
        check = self.named(double_quoted(outcome.predicate.format(argument)))
        if not outcome.raised:
            return [*call, "", f"    assert not {check}"]
        self.uses.add("pytest")
        expected = self.exception(outcome.raised)
        return [*call, "", f"    with pytest.raises({expected}):", f"        {check}"]

    def skipped(self, outcome: Stopped) -> str:
        reason = {
            "timeout": "does not end",
            "memory": "runs out of memory",
            "crash": "crashes the interpreter",
            "blocked": "does what wend's guard blocks",
        }[outcome.reason]
        reason = f"{reason}: {outcome.detail}" if outcome.detail else reason
        return self.mark_skip(outcome.sentence if outcome.seconds else reason)

    def mark_skip(self, reason: str) -> str:
        self.uses.add("pytest")
        return "\n".join(laid_out("@", f"pytest.mark.skip(reason={quoted(reason)})", indent=0))

    def sleepless(self, module: str, name: str) -> list[str]:
        """Has the test not sleep where the code under test does."""
        place = quoted(f"{module}.{name}")
        if self.module.by_path and module == self.module.name:
            place = f"{module_variable(self.module)}, {quoted(name)}"
        return laid_out("", f"monkeypatch.setattr({place}, lambda seconds: None)")

    def call(self, outcome: Returned | None = None) -> str:
        arguments = dict(self.case.args)
        owner, _, last = self.function.rpartition(".")
        if last.startswith("__") and not last.endswith("__") and owner:
            last = f"_{owner.rpartition('.')[2].lstrip('_')}{last}"  # as the compiler mangles it
        # A method of a base class is named by that: the class of the instance may override it.
        own = arguments.get("self", "")
        is_own = own.startswith((f"{owner}(", f"{owner}.", f"{owner}[")) or own in self.bound
        if self.accessor:
            name = self.named(f"{owner}.{last}.{self.accessor}")
        elif owner and "self" in arguments and (is_own or self.is_property):
            own = self.named(double_quoted(arguments.pop("self")))
            name = f"({own}).{last}" if needs_parentheses(own) else f"{own}.{last}"
        else:
            name = self.named(f"{owner}.{last}" if owner else last)
        if self.is_property:
            return self.driven(name, outcome)
        passed = [
            f"{name}{self.named(double_quoted(value))}"
            for key, source in arguments.items()
            for name, value in unpacked(key, source, key in self.by_keyword)
        ]
        return self.driven(f"{name}({', '.join(passed)})", outcome)

    def driven(self, call: str, outcome: Returned | None) -> str:
        """The call with what makes it run: a generator does nothing by itself."""
        match self.driven_kind:
            case "generator":
                if outcome is not None and len(listed_items(outcome.source)) >= MOST_ITEMS:
                    self.uses.add("itertools")
                    return f"list(itertools.islice({call}, {MOST_ITEMS}))"
                return f"list({call})"
            case "coroutine":
                self.uses.add("asyncio")
                return f"asyncio.run({call})"
            case "async generator":
                self.uses.add("asyncio")
                self.needs_items_of = True
                return f"asyncio.run(items_of({call}))"
            case _:
                return call

    def named(self, source: str) -> str:
        """The source, with names of the module under test made reachable from the test."""
        free = [name for name in free_names(source) if name.id not in self.bound]
        prefixed = []
        for name in free:
            if name.id in _BUILTINS and name.id != self.function.partition(".")[0]:
                continue
            if self.module.by_path or _is_awkward(name.id):
                prefixed.append(name)
            else:
                self.from_module.add(name.id)
        if not prefixed:
            return source
        if not self.module.by_path:
            self.uses.add(self.module.name)
        raw = source.encode()
        holder = module_variable(self.module)
        for name in sorted(prefixed, key=lambda name: -name.col_offset):
            raw = raw[: name.col_offset] + f"{holder}.".encode() + raw[name.col_offset :]
        return raw.decode()

    def exception(self, dotted: str) -> str:
        dotted = dotted.removeprefix("builtins.")
        if "." not in dotted:
            return dotted
        if dotted.startswith(f"{self.module.name}."):
            return self.named(dotted.removeprefix(f"{self.module.name}."))
        parts = dotted.split(".")
        # Modules are lower case and classes are not; a class that is lower case comes last.
        at = next((i for i, part in enumerate(parts) if part[:1].isupper()), len(parts) - 1)
        module, name = ".".join(parts[:at]), parts[at]
        if _is_awkward(name) or name in _BUILTINS:
            self.uses.add(module)
            return dotted
        self.from_elsewhere.add((module, name))
        return ".".join(parts[at:])


_BUILTINS = frozenset(dir(builtins))
_IMPORTED = ("asyncio", "importlib", "itertools", "math", "pathlib", "pytest", "sys")
_UNTOLD = re.compile(
    r"<(?:[\w.]*\.)?(\w+) (?:object at 0x[0-9a-fA-F…]+|whose repr (?:raises \w+|does not end))>"
)
"""What is shown of an object that says nothing of itself."""

_UNSAID = "<message whose str "
"""Begins what is shown of an exception that says nothing."""

_ASSIGNED = ("expected", "items_of", "message", "result", "spec")
_TAKEN = frozenset((*_IMPORTED, *_ASSIGNED))


def _is_awkward(name: str) -> bool:
    """Whether importing this name would hide one of ours, or make pytest collect it."""
    return name in _TAKEN or name.startswith(("test", "Test"))


def module_variable(module: ModuleRef) -> str:
    """What the module is called in the test, where its names are not imported one by one."""
    if not module.by_path:
        return module.name
    name = re.sub(r"\W", "_", module.name.rpartition(".")[2])
    return f"{name}_module" if _is_awkward(name) or not name.isidentifier() else name


def _imports(file: TestFile, directory: pathlib.Path) -> str:
    """The import block: standard library, pytest, then what is under test."""
    module = file.module
    whole = {use for test in file.tests for use in test.uses}
    loose = sorted({line for test in file.tests for line in test.imports})
    elsewhere: dict[str, set[str]] = {}
    for test in file.tests:
        for where, name in test.from_elsewhere:
            elsewhere.setdefault(where, set()).add(name)
    own = {name for test in file.tests for name in test.from_module}
    needs_own_module = bool(own) or module.name in whole
    standard: list[str] = []
    third: list[str] = []
    under_test: list[str] = []
    if module.by_path:
        whole |= {"importlib.util", "pathlib", "sys"}
    elif module.root:
        whole |= {"pathlib", "sys"}
    for use in sorted(whole):
        lines = standard if _is_standard(use) else third if use == "pytest" else under_test
        lines.append(f"import {use}")
    for where, names in sorted(elsewhere.items()):
        (standard if _is_standard(where) else under_test).extend(imported(where, sorted(names)))
    if needs_own_module and own and not module.by_path:
        is_standard = _is_standard(module.name) and not module.root
        (standard if is_standard else under_test).extend(imported(module.name, sorted(own)))
    for line in loose:
        words = line.split()
        (standard if len(words) > 1 and _is_standard(words[1]) else under_test).append(line)
    before = "\n".join(_sorted_imports(standard))
    blocks = [before, "\n".join(third), _path_setup(module, directory), "\n".join(under_test)]
    return "".join(f"{block}\n" if i == 0 else f"\n{block}\n" for i, block in _numbered(blocks))


def _numbered(blocks: Sequence[str]) -> Iterator[tuple[int, str]]:
    return enumerate(block for block in blocks if block)


def _sorted_imports(lines: list[str]) -> list[str]:
    """`import` before `from`, as isort does; a parenthesised import stays in one piece."""
    plain = [line for line in lines if line.startswith("import ")]
    return list(dict.fromkeys(plain)) + [line for line in lines if line not in plain]


def _path_setup(module: ModuleRef, directory: pathlib.Path) -> str:
    """What makes the module importable, by a path relative to the test file."""
    if module.by_path:
        variable = module_variable(module)
        place = _beside(module.file, directory)
        return "\n".join(
            [
                *laid_out(
                    "spec = ",
                    f"importlib.util.spec_from_file_location({quoted(module.name)}, {place})",
                    indent=0,
                ),
                f"{variable} = importlib.util.module_from_spec(spec)",
                f"sys.modules[spec.name] = {variable}",
                f"spec.loader.exec_module({variable})",
            ]
        )
    if module.root:
        place = _beside(module.root, directory)
        return "\n".join(laid_out("", f"sys.path.insert(0, str({place}))", indent=0))
    return ""


def _beside(path: str, directory: pathlib.Path) -> str:
    try:
        # Links are followed on both sides, as `resolve()` in the test will do.
        relative = os.path.relpath(os.path.realpath(path), os.path.realpath(directory))
    except ValueError:  # on another drive
        return f"pathlib.Path({quoted(path)})"
    here = "pathlib.Path(__file__).resolve().parent"
    relative = pathlib.PurePath(relative).as_posix()
    return here if relative == "." else f"{here} / {quoted(relative)}"


def _is_standard(module: str) -> bool:
    return module.partition(".")[0] in sys.stdlib_module_names
