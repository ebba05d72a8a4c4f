"""What may be typed: commands, their options, and the values that these take."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wend import __version__
from wend.campaign.option_table import (
    COUNT,
    FLAG,
    POSITIVE,
    SECONDS,
    WHOLE,
    Option,
    options_of,
)
from wend.emit.places import terminal_width
from wend.record import Record

Command = Callable[[argparse.Namespace], int]


def parser(commands: Mapping[str, Command], typed: Sequence[str]) -> argparse.ArgumentParser:
    """Understands what is typed; `commands` says what each command does.

    Only the options of the command that was typed are made: they take longer than to read a store.
    """
    made: argparse.ArgumentParser = _Parser(
        prog="wend", description="Finds the input that takes any path through a Python function."
    )
    made.add_argument(
        "--version", action=_Version, nargs=0, help="the versions of wend, Python, solvers"
    )
    added = made.add_subparsers(metavar="COMMAND", required=True)
    for name, form in _FORMS.items():
        if name in typed[:1] or not (typed and typed[0] in _FORMS):
            command = added.add_parser(name, help=form.help, description=form.description)
            if name == "clean":
                command.add_argument(
                    "directory", nargs="?", default="", metavar=form.metavar, help=form.says
                )
            else:
                command.add_argument("targets", nargs="+", metavar=form.metavar, help=form.says)
            _add_options(command, name)
            command.set_defaults(command=commands[name])
    return made


class _Form(Record):
    """How a command is typed, beside its options."""

    help: str
    description: str | None = None
    metavar: str = "TARGET"
    """What stands for the targets in the help."""
    says: str | None = None
    """The help on the targets."""


_FORMS = {
    "cover": _Form(
        "explore functions: cases, outcomes, coverage, and what was not reached and why",
        "Explores every path of each function and shows a case for each behaviour.",
        says="file.py, file.py::name, file.py::Class.method, package.module, package.module:name, "
        "or a directory",
    ),
    "reach": _Form(
        "one input that executes a line, or a proof that there is none",
        "Searches an input that executes a line.",
        "FILE:LINE",
    ),
    "show-twin": _Form(
        "print a function or module as wend rewrites it",
        "Prints source that can be saved and run as it stands.",
    ),
    "summary": _Form(
        "what a function returns, case by case",
        "Explores a function and prints a line for each of its cases.",
    ),
    "clean": _Form(
        "remove what earlier runs keep in .wend",
        metavar="DIRECTORY",
        says="of the project (default: .)",
    ),
}


class _Version(argparse.Action):
    """Prints `wend 0.1.0 (Python 3.11.7, z3-solver 4.13.0, bitwuzla 0.8.2, guard: namespaces)`."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from wend.confine.enter import layer_here
        from wend.solvers import versions

        solvers = [f"{name} {version or 'not installed'}" for name, version in versions().items()]
        python = f"Python {sys.version.split()[0]}"
        guard = f"guard: {layer_here()}"
        print(f"wend {__version__} ({', '.join([python, *solvers, guard])})")
        parser.exit()


class _Parser(argparse.ArgumentParser):
    """Makes a formatter for every option, as argparse does, and does not import shutil for it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, formatter_class=_help_formatter)


def _help_formatter(prog: str) -> argparse.HelpFormatter:
    return argparse.HelpFormatter(prog, width=terminal_width(80) - 2)


def _add_options(parser: argparse.ArgumentParser, command: str) -> None:
    """Adds the options of a command; what is not typed is None, so that a setting may stand."""
    for option in options_of(command):
        parser.add_argument(
            *filter(None, (option.short, option.flag)),
            dest=option.variable,
            default=None,
            help=option.help,
            **_taken_by(option),
        )


def _taken_by(option: Option) -> dict[str, Any]:
    """What argparse is told about the value of an option."""
    if option.kind is FLAG:
        return {"action": "store_const", "const": not option.default}
    choices = {"choices": option.kind.choices} if option.kind.choices else {}
    if option.default == ():
        return {"action": "append", "metavar": option.metavar, **choices}
    if choices:
        return choices
    reads = {SECONDS: _seconds, WHOLE: _whole, COUNT: _count, POSITIVE: _positive}
    return {"type": reads.get(option.kind, str), "metavar": option.metavar}


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is no number of seconds")
    return value


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is no whole number") from None


def _count(text: str) -> int:
    value = _whole(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text} is negative")
    return value


def _positive(text: str) -> int:
    value = _whole(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return value
