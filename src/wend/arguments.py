"""What may be typed: commands, their options, and the values that these take."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    _Commands = argparse._SubParsersAction[argparse.ArgumentParser]

Command = Callable[[argparse.Namespace], int]


def parser(commands: Mapping[str, Command], typed: Sequence[str]) -> argparse.ArgumentParser:
    """Understands what is typed; `commands` says what each command does.

    Only the options of the command that was typed are made: they take longer than to read a store.
    """
    made: argparse.ArgumentParser = _Parser(
        prog="wend", description="Finds the input that takes any path through a Python function."
    )
    made.add_argument(
        "--version", action=_Version, nargs=0, help="wend's version, Python's and the solvers'"
    )
    added = made.add_subparsers(metavar="COMMAND", required=True)
    for name, add in _COMMANDS.items():
        if name in typed[:1] or not (typed and typed[0] in _COMMANDS):
            add(added).set_defaults(command=commands[name])
    return made


def _add_cover(commands: _Commands) -> argparse.ArgumentParser:
    cover = commands.add_parser(
        "cover",
        help="explore functions: cases, outcomes, coverage, and what was not reached and why",
        description="Explores every path of each function and shows a case for each behaviour.",
    )
    cover.add_argument(
        "targets",
        nargs="+",
        metavar="TARGET",
        help="file.py, file.py::name, file.py::Class.method, package.module, package.module:name, "
        "or a directory",
    )
    _add_options(cover, "cover")
    return cover


def _add_reach(commands: _Commands) -> argparse.ArgumentParser:
    reach = commands.add_parser(
        "reach",
        help="one input that executes a line, or a proof that there is none",
        description="Searches an input that executes a line.",
    )
    reach.add_argument("targets", nargs="+", metavar="FILE:LINE")
    _add_options(reach, "reach")
    return reach


def _add_show_twin(commands: _Commands) -> argparse.ArgumentParser:
    twin = commands.add_parser(
        "show-twin",
        help="print a function or module as wend rewrites it",
        description="Prints source that can be saved and run as it stands.",
    )
    twin.add_argument("targets", nargs="+", metavar="TARGET")
    return twin


def _add_summary(commands: _Commands) -> argparse.ArgumentParser:
    summary = commands.add_parser(
        "summary",
        help="what a function returns, case by case",
        description="Explores a function and prints a line for each of its cases.",
    )
    summary.add_argument("targets", nargs="+", metavar="TARGET")
    _add_options(summary, "summary")
    return summary


def _add_clean(commands: _Commands) -> argparse.ArgumentParser:
    clean = commands.add_parser("clean", help="remove what earlier runs keep in .wend")
    clean.add_argument(
        "directory", nargs="?", default="", metavar="DIRECTORY", help="of the project (default: .)"
    )
    return clean


_COMMANDS: dict[str, Callable[[_Commands], argparse.ArgumentParser]] = {
    "cover": _add_cover,
    "reach": _add_reach,
    "show-twin": _add_show_twin,
    "summary": _add_summary,
    "clean": _add_clean,
}


class _Version(argparse.Action):
    """Prints `wend 0.1.0 (Python 3.11.7, z3-solver 4.13.0, bitwuzla 0.8.2)`."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from wend.solvers import versions

        solvers = [f"{name} {version or 'not installed'}" for name, version in versions().items()]
        python = f"Python {sys.version.split()[0]}"
        print(f"wend {__version__} ({', '.join([python, *solvers])})")
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
    if option.kind.choices:
        return {"choices": option.kind.choices}
    if option.default == ():
        return {"action": "append", "metavar": option.metavar}
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
