"""The table of all options: what may be typed, set under `[tool.wend]`, or given from Python.

The command line (`arguments`), the settings (`config`), the checks of `wend.cover` and
`wend.reach` (`api`) and the reference in the docs are made of it. A new option is a row here and a
field of `campaign.options.Options`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, Literal, get_args

from wend.campaign.assumptions import ASSUMPTIONS
from wend.messages.options import Imprecision, MemoryMaps, Objects
from wend.record import Record

Search = Literal["fair", "breadth", "depth", "generational", "random"]
Compositional = Literal["auto", "on", "off"]
Direction = Literal["both", "forward", "backward"]
Switch = Literal["on", "off"]


class ValueKind(Record):
    """What the value of an option may be."""

    words: str
    """As a message says it: "a number of seconds"."""
    fits: Callable[[Any], bool]
    """Whether a value that was not typed as text is one."""
    choices: tuple[str, ...] = ()


def _one_of(literal: Any) -> ValueKind:
    choices = get_args(literal)
    return ValueKind(f"one of {', '.join(choices)}", lambda value: value in choices, choices)


def _list_of(what: str) -> ValueKind:
    return ValueKind(f"a list of {what}", _is_list_of_texts)


def _some_of(names: Collection[str]) -> ValueKind:
    def fits(value: Any) -> bool:
        return _is_list_of_texts(value) and all(each in names for each in value)

    return ValueKind(f"a list of {', '.join(names)}", fits, tuple(names))


def _is_list_of_texts(value: Any) -> bool:
    return type(value) is list and all(type(each) is str for each in value)


def _is_seconds(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < float("inf")


SECONDS = ValueKind("a number of seconds", _is_seconds)
WHOLE = ValueKind("a whole number", lambda value: type(value) is int)
COUNT = ValueKind("a whole number, 0 or more", lambda value: type(value) is int and value >= 0)
POSITIVE = ValueKind("a whole number, 1 or more", lambda value: type(value) is int and value >= 1)
FLAG = ValueKind("true or false", lambda value: type(value) is bool)
TEXT = ValueKind("a text", lambda value: type(value) is str)
SWITCH = ValueKind("on or off", lambda value: value in get_args(Switch), get_args(Switch))
NAMES = _list_of("names")


class Option(Record):
    """One option; lists are typed as one option for each item."""

    name: str
    """As in `pyproject.toml`, and after `--` on the command line; a flag that is set by default is
    typed as `--no-NAME`."""
    kind: ValueKind
    help: str
    metavar: str = ""
    """What stands for the value in the help; without it, the choices."""
    default: Any = None
    commands: tuple[str, ...] = ("cover", "reach")
    is_setting: bool = True
    """Whether it may be set under `[tool.wend]`."""
    keyword: str = ""
    """Its name from Python; "" where it can't be given there."""
    short: str = ""

    @property
    def variable(self) -> str:
        """The name of what is typed, in Python."""
        return self.name.replace("-", "_")

    @property
    def flag(self) -> str:
        return f"--no-{self.name}" if self.default is True else f"--{self.name}"


_ALL = ("cover", "reach", "summary")

OPTIONS = (
    Option("tree", FLAG, "draw the execution tree",
        default=False, commands=("cover",), is_setting=False),
    Option("entry", TEXT, "the function to start from (default: the one around)",
        metavar="NAME", commands=("reach",), is_setting=False),
    Option("direction", _one_of(Direction),
        "search from the entry, from the line, or from both (default both)",
        default="both", commands=("reach",), keyword="direction"),
    Option("budget", SECONDS, "cap for each target (default 20)",
        metavar="SECONDS", default=20.0, commands=_ALL, keyword="budget"),
    Option("total", SECONDS, "cap for all targets together", metavar="SECONDS"),
    Option("max-executions", COUNT, "cap on runs",
        metavar="N", commands=_ALL, keyword="max_executions"),
    Option("max-queries", COUNT, "cap on questions to the solver",
        metavar="N", keyword="max_queries"),
    Option("imprecision", _one_of(Imprecision), "what happens at an opaque call",
        default="higher-order", keyword="imprecision"),
    Option("compositional", _one_of(Compositional),
        "compose calls of the summaries of functions (default auto)", default="auto"),
    Option("memory", _one_of(MemoryMaps),
        "ctypes: a map for each type, or for each kind of number (default type)", default="type"),
    Option("axioms", SWITCH, "ctypes: pointers overlap by their types only (default on)",
        default="on"),
    Option("two-phase", SWITCH, "ctypes: ask without overlaps first (default on)",
        default="on"),
    Option("alignment", SWITCH, "ctypes: pointers are aligned (default on)", default="on"),
    Option("objects", _one_of(Objects),
        "objects by their constructor, or as graphs of fields (default auto)",
        default="auto", keyword="objects"),
    Option("valid", _list_of("names of methods"), "a method that says whether an object is valid",
        metavar="METHOD", default=(), keyword="valid"),
    Option("opaque", NAMES, "treat this function as opaque",
        metavar="NAME", default=(), keyword="opaque"),
    Option("exclude", NAMES, "run this module as it is, untracked", metavar="MODULE", default=()),
    Option("input", NAMES, "a first input to start from",
        metavar='"x=1, y=2"', default=(), is_setting=False, keyword="inputs"),
    Option("corpus", _list_of("files and directories"),
        "test files to run once: their calls of the target are first inputs",
        metavar="PATH", default=(), keyword="corpus"),
    Option("lift", _some_of(ASSUMPTIONS), "give no proof that rests on this assumption",
        metavar="ASSUMPTION", default=(), keyword="lift"),
    Option("search", _one_of(Search),
        "which open branch is tried next (default fair; fair of reach: nearest to the line)",
        default="fair", keyword="search"),
    Option("chance", FLAG, "no inputs drawn by chance or taken from the code's constants",
        default=True),
    Option("seed", WHOLE, "the same seed gives the same result",
        metavar="N", default=0, keyword="seed"),
    Option("jobs", POSITIVE, "targets explored side by side", metavar="N", default=1, short="-j"),
    Option("output", TEXT, "write the cases as pytest files into DIR",
        metavar="DIR", is_setting=False, short="-o"),
    Option("json", TEXT, "write the result as JSON, - for standard output",
        metavar="FILE", is_setting=False),
    Option("allow", NAMES, "let the code do what the guard blocks",
        metavar="EVENT", default=(), keyword="allow"),
    Option("store", FLAG, "explore all again, and keep nothing in .wend",
        default=True, keyword="store"),
    Option("quiet", FLAG, "less output", default=False, is_setting=False, short="-q"),
    Option("verbose", FLAG, "more output", default=False, is_setting=False, short="-v"),
)  # fmt: skip

SETTINGS = {option.name: option for option in OPTIONS if option.is_setting}
"""What may be set under `[tool.wend]`."""


def options_of(command: str) -> Iterator[Option]:
    """The options that a command of the command line takes."""
    return (option for option in OPTIONS if command in option.commands)


def documented() -> list[dict[str, str]]:
    """A row for each option, for the reference in the docs; "" where there is nothing to say."""
    return [
        {
            "typed": f"{option.short}, {option.flag}" if option.short else option.flag,
            "value": "" if option.kind is FLAG else option.metavar or "|".join(option.kind.choices),
            "default": "" if option.default in (None, ()) else str(option.default),
            "commands": ", ".join(option.commands),
            "setting": f"{option.name}: {option.kind.words}" if option.is_setting else "",
            "keyword": option.keyword,
            "help": option.help,
        }
        for option in OPTIONS
    ]
