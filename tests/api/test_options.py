"""The table of options is what the command line, the settings and `wend.cover` go by."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

import wend
from wend.arguments import parser
from wend.campaign.option_table import OPTIONS, SETTINGS, Option, documented
from wend.campaign.options import Options, options_from

SAMPLES = {
    "a number of seconds": ("2.5", 2.5),
    "a whole number": ("-3", -3),
    "a whole number, 0 or more": ("7", 7),
    "a whole number, 1 or more": ("7", 7),
    "a text": ("some", "some"),
}
"""For each kind of value that is neither a choice nor a list: typed text and its value."""


def named(option: Option) -> str:
    return option.name


@pytest.mark.parametrize("option", OPTIONS, ids=named)
def test_each_option_can_be_typed_for_its_commands_and_no_others(option: Option) -> None:
    typed, value = _typed(option)
    for command in ("cover", "reach", "summary"):
        words = [command, "target", *typed]
        read = parser(dict.fromkeys(COMMANDS, _nothing), words)
        if command in option.commands:
            assert getattr(read.parse_args(words), option.variable) == value
        else:
            with pytest.raises(SystemExit):
                read.parse_args(words)


@pytest.mark.parametrize("option", SETTINGS.values(), ids=named)
def test_what_can_be_typed_fits_as_a_setting_too(option: Option) -> None:
    assert option.kind.fits(_typed(option)[1])
    assert not option.kind.fits(object())


def test_options_have_the_defaults_of_the_table() -> None:
    defaults = {each.variable: each.default for each in OPTIONS}
    fields = [each for each in defaults if each in Options.field_names and each != "store"]

    assert {each: getattr(Options(), each) for each in fields} == {
        each: defaults[each] for each in fields
    }
    assert options_from(defaults, store=None) == Options()


@pytest.mark.parametrize("function", [wend.cover, wend.reach])
def test_the_keywords_of_python_are_those_of_the_table(function: Callable[..., Any]) -> None:
    parameters = inspect.signature(function).parameters.values()
    keywords = {each.name: each.default for each in parameters if each.kind is each.KEYWORD_ONLY}
    command = function.__name__
    said = {
        each.keyword: each.default for each in OPTIONS if each.keyword and command in each.commands
    }
    if function is wend.reach:
        del said["search"]  # the nearest branch comes first
    said["store"] = False  # whoever calls from Python has no project in mind

    assert keywords == said


def test_the_docs_get_a_row_for_each_option() -> None:
    rows = documented()

    assert [each["typed"].split()[-1] for each in rows] == [each.flag for each in OPTIONS]
    assert all(each["help"] and each["commands"] for each in rows)


COMMANDS = ("cover", "reach", "show-twin", "summary", "clean")


def _nothing(_: object) -> int:
    return 0


def _typed(option: Option) -> tuple[list[str], Any]:
    """What is typed for an option, and the value that is read of it."""
    if option.kind.words == "true or false":
        return [option.flag], not option.default
    if option.default == ():
        items = [*option.kind.choices[:2]] or ["a", "b"]
        return [word for item in items for word in (option.flag, item)], items
    if option.kind.choices:
        return [option.flag, option.kind.choices[-1]], option.kind.choices[-1]
    text, value = SAMPLES[option.kind.words]
    return [option.flag, text], value
