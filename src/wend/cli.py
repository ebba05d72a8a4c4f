"""The command line: what was typed, checked, handed on, and the exit code."""

from __future__ import annotations

import argparse
import gc
import os
import pathlib
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wend.arguments import Command, parser
from wend.emit import own_failure
from wend.errors import WendError

if TYPE_CHECKING:
    from wend.campaign.many_targets.task import Task
    from wend.campaign.options import Options
    from wend.campaign.output_files import OutputFiles
    from wend.explore.budget import Interrupt
    from wend.inputs.target import TargetRef
    from wend.path.result import Result

NOTHING_WRONG, FINDINGS, WRONG_CALL, WEND_FAILED, TARGET_FAILED, NO_ANSWER = range(6)
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns the exit code."""
    typed = sys.argv[1:] if arguments is None else list(arguments)
    begun = time.monotonic()
    try:
        options = parser(_COMMANDS, typed).parse_args(typed)
    except SystemExit as stop:
        return int(stop.code or 0)
    options.begun = begun
    try:
        code: int = options.command(options)
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _stop_printing()
        return NOTHING_WRONG
    except _CannotPrint as error:
        _stop_printing()
        print(f"wend: {error}", file=sys.stderr)
        return WRONG_CALL
    except WendError as error:
        print(f"wend: {error}", file=sys.stderr)
        return WRONG_CALL
    except Exception as error:
        own_failure.tell(error)
        return WEND_FAILED


class _CannotPrint(WendError):
    """Where our output goes, nothing can be written."""

    def __init__(self, error: OSError) -> None:
        super().__init__(f"cannot write to standard output: {error.strerror}")


def _put(text: str) -> None:
    """Prints a text that somebody waits for."""
    try:
        print(text, end="", flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise _CannotPrint(error) from None


def _stop_printing() -> None:
    """Whoever read our output has seen enough."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# Commands


def _cover(arguments: argparse.Namespace) -> int:
    from wend.campaign.begin import cover_task
    from wend.targets.locate import locate, nothing_in

    found: dict[tuple[str, int], TargetRef] = {}
    for ref in [ref for text in arguments.targets for ref in locate(text)]:
        if not ref.listed or (str(ref), ref.line) not in found:
            found[str(ref), ref.line] = ref
    refs = list(found.values())
    if not refs:
        raise WendError("; ".join(map(nothing_in, arguments.targets)))
    return _explored("cover", [cover_task(ref) for ref in refs], arguments)


def _reach(arguments: argparse.Namespace) -> int:
    from wend.campaign.begin import reach_task
    from wend.targets.locate import locate_line

    lines = [locate_line(text) for text in arguments.targets]
    return _explored("reach", [reach_task(line, arguments.entry) for line in lines], arguments)


def _show_twin(arguments: argparse.Namespace) -> int:
    from wend.instrument.show_twin import show_twin
    from wend.targets.locate import locate_source

    for text in arguments.targets:
        file, statements = locate_source(text)
        _put(show_twin(statements, file))
    return NOTHING_WRONG


def _summary(arguments: argparse.Namespace) -> int:
    from wend.campaign.options import options_from
    from wend.campaign.summarize import summarized
    from wend.targets.locate import locate

    gc.enable()
    interrupt = _interruptible()
    options = options_from(_typed(arguments))
    failed = 0
    refs = [ref for text in arguments.targets for ref in locate(text)]
    for at, ref in enumerate(refs):
        if interrupt.is_set:
            return INTERRUPTED
        failed += 1
        with own_failure.told():
            _put("\n" * bool(at) + summarized(ref, options, interrupt) + "\n")
            failed -= 1
    if failed:
        return WEND_FAILED if failed == len(refs) else TARGET_FAILED
    return NOTHING_WRONG


def _clean(arguments: argparse.Namespace) -> int:
    from wend.config import store_named
    from wend.store.database import store_of

    store = store_of(store_named() or "", os.path.join(arguments.directory, "pyproject.toml"))
    removed = store.remove()
    for each in removed:
        print(f"removed {each}")
    if not removed:
        print(f"nothing to remove: there is no {store.file}")
    return NOTHING_WRONG


def _explored(command: str, tasks: list[Task], arguments: argparse.Namespace) -> int:
    """Explores all tasks and reports; the exit code says what was found."""
    from wend.campaign.many_targets.explore_all import explore_all
    from wend.campaign.output_files import OutputFiles
    from wend.deadline import schedule
    from wend.emit.progress import Progress

    options, jobs, total = _options(arguments, [task.ref for task in tasks])
    times = schedule(arguments.begun, total, writes_tests=arguments.output is not None)
    if arguments.output is not None:
        _check_writable(f"-o {arguments.output}", pathlib.Path(arguments.output))
    if arguments.json not in (None, "-"):
        _check_file_writable(f"--json {arguments.json}", pathlib.Path(arguments.json))
    interrupt = _interruptible()
    progress = Progress(sys.stderr, enabled=not arguments.quiet)
    printer = _Printer(arguments)
    files = OutputFiles(command, options, arguments.output, arguments.json)
    results: list[Result] = []
    failure: Exception | None = None
    try:
        for result in explore_all(tasks, options, interrupt, progress, jobs, times, files.add):
            progress.clear()
            results.append(result)
            with own_failure.told():
                printer.show(result)
    except (WendError, BrokenPipeError):
        raise
    except Exception as error:
        failure = error  # of our own: what was found is written first
    progress.clear()
    unwritten: WendError | None = None
    try:
        with own_failure.told():
            _finish(files, command, results, arguments, times.files)
    except WendError as error:
        unwritten = error
    with own_failure.told():
        printer.finish(results)
    if interrupt.is_set:
        from wend.emit.places import shown_path

        names = [*map(shown_path, files.names)]
        where = f"is in {' and '.join(names)}" if names else "is above"
        print(f"wend: interrupted; what was found so far {where}", file=sys.stderr)
    if failure is not None:
        if not results:
            raise failure
        own_failure.tell(failure)
    if unwritten is not None:
        raise unwritten
    stored = sum(result.stored for result in results)
    if stored and not arguments.quiet:
        what = "the result is" if len(results) == 1 else f"{stored} of {len(results)} results are"
        print(f"wend: {what} from the store; --no-store explores again", file=sys.stderr)
    if interrupt.is_set:
        return INTERRUPTED
    return _exit_code(results, is_listed=any(task.ref.listed for task in tasks))


def _options(
    arguments: argparse.Namespace, refs: list[TargetRef]
) -> tuple[Options, int, float | None]:
    """The options of the command line over those of pyproject.toml; jobs and total seconds."""
    from wend.campaign.corpus import check_corpus
    from wend.campaign.options import options_from
    from wend.config import settings_near, store_named
    from wend.targets.names import check_events, check_module, check_parameters, functions_named

    values = {**settings_near(pathlib.Path.cwd()), **_typed(arguments)}
    given = _inputs(values.get("input", ()))
    check_parameters([name for sources in given for name, _ in sources], refs)
    check_events("--allow", values.get("allow", ()))
    for name in values.get("exclude", ()):
        check_module("--exclude", name, refs)
    opaque = values.get("opaque", ())
    values["opaque"] = [each for name in opaque for each in functions_named("--opaque", name, refs)]
    check_corpus("--corpus", values.get("corpus", ()))
    total: float | None = values.get("total")
    if total is not None:
        values.setdefault("budget", total)
    options = options_from(
        values,
        given=given,
        store=store_named() if values.get("store", True) else None,
        share=None if total is None else total / len(refs),
    )
    return options, values.get("jobs", 1), total


def _typed(arguments: argparse.Namespace) -> dict[str, Any]:
    """The options that were typed, by their names in Python."""
    return {name: value for name, value in vars(arguments).items() if value is not None}


def _inputs(texts: Sequence[str]) -> tuple[tuple[tuple[str, str], ...], ...]:
    """`"x=1, y='a'"` as sources by name."""
    import ast

    given: list[tuple[tuple[str, str], ...]] = []
    for text in texts:
        try:
            compile(f"dict({text})", "--input", "eval")  # finds more than the parser does
            call = ast.parse(f"dict({text})", mode="eval").body
        except (SyntaxError, ValueError) as error:
            raise WendError(
                f'--input "{text}" is no list of keyword arguments: {_message(error)}; '
                "write it as \"x=1, y='a'\""
            ) from None
        if not isinstance(call, ast.Call) or call.args or any(k.arg is None for k in call.keywords):
            raise WendError(f'--input "{text}": write it as keyword arguments, "x=1, y=\'a\'"')
        given.append(tuple([(str(each.arg), ast.unparse(each.value)) for each in call.keywords]))
    return tuple(given)


def _message(error: Exception) -> str:
    return error.msg if isinstance(error, SyntaxError) else str(error)


def _check_writable(option: str, directory: pathlib.Path) -> None:
    """Says so before the work that an output directory can't be written, not after it."""
    existing = directory
    while not os.path.lexists(existing):
        existing = existing.parent
    trial = existing / f".wend-{os.getpid()}"
    try:
        # Asking for permissions is not enough: they say nothing of file systems like /proc.
        os.close(os.open(trial, os.O_CREAT | os.O_WRONLY, 0o600))
        os.unlink(trial)
    except OSError as error:
        raise WendError(
            f"{option}: can't write there ({error.strerror}); choose a directory that you may write"
        ) from None


def _check_file_writable(option: str, file: pathlib.Path) -> None:
    if file.is_dir() or not file.parent.is_dir():
        why = "it is a directory" if file.is_dir() else f"there is no directory {file.parent}"
        raise WendError(f"{option}: can't write there, {why}; name a file")
    if not file.exists() or file.is_file():
        _check_writable(option, file.parent)


def _interruptible() -> Interrupt:
    """Ctrl-C and SIGTERM end the exploration with what it has; a second one ends wend."""
    import signal

    from wend.explore.budget import Interrupt

    interrupt = Interrupt()

    def stop(*_: object) -> None:
        if interrupt.is_set:
            raise KeyboardInterrupt
        interrupt.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    return interrupt


class _Printer:
    """Prints results as they come; on standard error when JSON goes to standard output."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._stream = sys.stderr if arguments.json == "-" else sys.stdout
        self._verbosity = -1 if arguments.quiet else 1 if arguments.verbose else 0
        self._silent = arguments.json == "-" and not arguments.verbose
        self._color = self._stream.isatty() and not os.environ.get("NO_COLOR")
        self._writes_files = arguments.output is not None or arguments.json not in (None, "-")

    def show(self, result: Result) -> None:
        if self._silent:
            return
        from wend.emit.terminal import report  # which imports Rich
        from wend.path.fault import Contained
        from wend.path.reason import Reasons

        faults = Reasons()
        text = ""
        with Contained(faults, "the report of a result", result.target):
            text = report(result, verbosity=self._verbosity, color=self._color) + "\n"
        for fault in faults:
            text = f"{result.target}  {result.verdict}\n  {fault}\n\n"
        self._print(text)

    def finish(self, results: Sequence[Result]) -> None:
        if self._silent or len(results) < 2:
            return
        from wend.emit.digest import digest

        self._print(digest(results, verbosity=self._verbosity, color=self._color))

    def _print(self, text: str) -> None:
        try:
            print(text, end="", file=self._stream, flush=True)
        except BrokenPipeError:
            if not self._writes_files:
                raise
            # Files are still wanted, whoever reads what is printed.
            self._silent = True
            _stop_printing()
        except OSError as error:
            if not self._writes_files:
                raise _CannotPrint(error) from None
            self._silent = True
            _stop_printing()
            print(f"wend: {_CannotPrint(error)}", file=sys.stderr)


def _finish(
    files: OutputFiles,
    command: str,
    results: list[Result],
    arguments: argparse.Namespace,
    until: float,
) -> None:
    """Writes tests and JSON where that was asked for; the time for it ends at `until`."""
    files.finish(until)
    for reason in files.reasons:
        print(f"wend: {reason}", file=sys.stderr)
    if not arguments.quiet and arguments.json != "-":
        for file in files.test_files:
            print(f"wrote {file}")
    if arguments.json == "-":
        from wend.emit import as_json

        try:
            as_json.write("-", as_json.document(command, results))
        except BrokenPipeError:
            raise
        except OSError as error:
            raise _CannotPrint(error) from None


def _exit_code(results: Sequence[Result], *, is_listed: bool) -> int:
    """What the results say together: what is wrong comes first, then what is not known.

    `is_listed`: whether the user named a module, and not only functions.
    """
    from wend.path.result import CoverResult

    asked = [result for result in results if result.verdict != "skipped"]
    failed = [result for result in asked if result.verdict == "error"]
    if any(isinstance(each, CoverResult) and each.findings for each in asked):
        return FINDINGS
    if any(each.verdict == "unreachable" for each in asked):
        return FINDINGS
    if failed and failed == asked:
        words = {reason.what for each in failed for reason in each.reasons}
        has_cases = any(isinstance(each, CoverResult) and each.cases for each in failed)
        for line in dict.fromkeys(map(_complaint, failed)):
            print(f"wend: {line}", file=sys.stderr)
        if "internal" in words and not has_cases:
            return WEND_FAILED
        # It is no wrong call that none of a whole module's classes can be built.
        is_theirs = not (is_listed and "cannot-construct" in words)
        if is_theirs and words.isdisjoint({"internal", "shortage"}):
            return WRONG_CALL
    if failed:
        return TARGET_FAILED
    return NO_ANSWER if any(each.verdict == "unknown" for each in asked) else NOTHING_WRONG


def _complaint(result: Result) -> str:
    """Why a target could not be explored, and what to do about it where that was wend's fault."""
    causes = [each for each in result.reasons if each.what in ("internal", "shortage")]
    remedies = [each.remedy for each in causes if each.says == result.error and each.remedy]
    return "; ".join([result.error or "", *remedies[:1]])


_COMMANDS: dict[str, Command] = {
    "cover": _cover,
    "reach": _reach,
    "show-twin": _show_twin,
    "summary": _summary,
    "clean": _clean,
}
