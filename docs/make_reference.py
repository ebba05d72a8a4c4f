"""Writes the tables of `docs/reference/command-line.md` and `settings.md`, between their marks.

python docs/make_reference.py
"""

from __future__ import annotations

import argparse
import collections
import re
from pathlib import Path

from wend.arguments import parser
from wend.config import SETTINGS

REFERENCE = Path(__file__).parent / "reference"
_GENERATED = re.compile(r"(?<=<!-- generated -->\n).*(?=<!-- end of generated -->)", re.DOTALL)
_PLACES = {"+": "{}…", "?": "[{}]", None: "{}"}


def pages() -> dict[Path, str]:
    """The pages that have a part which is made, with it as it is to be."""
    made = {REFERENCE / "command-line.md": _command_line(), REFERENCE / "settings.md": _settings()}
    return {
        page: _GENERATED.sub(lambda _, text=text: f"\n{text}\n", page.read_text(encoding="utf-8"))
        for page, text in made.items()
    }


def _settings() -> str:
    rows = "".join(f"| `{name}` | {words} |\n" for name, (_, words) in SETTINGS.items())
    return f"| setting | is |\n|---|---|\n{rows}"


def _command_line() -> str:
    made = _made()
    commands = dict(made.choices)
    helps = {each.dest: each.help or "" for each in made._choices_actions}
    of_each = [{action.dest: action for action in _options(each)} for each in commands.values()]
    both = [name for name in of_each[0] if name in of_each[1]]
    parts = []
    for (name, command), options in zip(commands.items(), of_each, strict=True):
        shares = name in ("cover", "reach")
        own = [each for each in options if not (shares and each in both)]
        says = command.description or f"{helps[name].capitalize()}."
        parts.append(_section(name, command, says, [options[each] for each in own], shares))
    shared = _table([of_each[0][each] for each in both])
    return "\n".join([*parts, f"## Options of `cover` and `reach`\n\n{shared}"])


def _made() -> argparse._SubParsersAction[argparse.ArgumentParser]:
    """The commands, as argparse holds them."""
    made = parser(collections.defaultdict(lambda: lambda options: 0), [])
    return next(each for each in made._actions if isinstance(each, argparse._SubParsersAction))


def _options(command: argparse.ArgumentParser) -> list[argparse.Action]:
    return [each for each in command._actions if each.dest not in ("help", "targets", "directory")]


def _section(
    name: str,
    command: argparse.ArgumentParser,
    says: str,
    options: list[argparse.Action],
    shares: bool,
) -> str:
    places = [each for each in command._actions if not each.option_strings]
    typed = " ".join(_PLACES[each.nargs].format(each.metavar) for each in places)
    text = f"## `wend {name} {typed}`\n\n{says}\n"
    if shares:
        text += "\nIt has the [options of both](#options-of-cover-and-reach)"
        text += ", and these:\n" if options else ".\n"
    return text + ("\n" + _table(options) if options else "")


def _table(options: list[argparse.Action]) -> str:
    rows = "".join(f"| {_names(each)} | {_escaped(each.help or '')} |\n" for each in options)
    return f"| option | does |\n|---|---|\n{rows}"


def _names(action: argparse.Action) -> str:
    value = "\\|".join(action.choices) if action.choices else action.metavar
    takes = f" {value}" if value and action.nargs != 0 else ""
    repeatable = " …" if isinstance(action, argparse._AppendAction) else ""
    *short, long = sorted(action.option_strings, key=len)
    return (
        ", ".join(f"`{each}`" for each in short)
        + ", " * bool(short)
        + f"`{long}{takes}`{repeatable}"
    )


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    for page, text in pages().items():
        page.write_text(text, encoding="utf-8")
