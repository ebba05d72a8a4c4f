"""What wend takes for granted about the names of Python and its standard library, as facts.

A fact is a set of names of which something is true. Each name stands with its home, the module or
class that has it:

    CHANGES_ITEMS     list: append clear extend …         dict: clear pop popitem …

Source code shows names without types, so most questions are about a bare name: `"append" in
CHANGES_ITEMS` means that the call `x.append(1)` may change a container, whatever `x` is. Where the
home is known, `CLOCKS.of("time")` gives the names of that home alone.

A name that is in no fact changes nothing but, if it is a method, its own object. It sees nothing
outside, unless its module tells of the machine. Its result may share anything with its arguments.

`tests/test_library_facts.py` compares the homes with the running Python, and names each function
and method that stands in no fact. `tests/library_left_open.py` lists the names of which nobody has
said anything.
"""

from __future__ import annotations

from collections.abc import Mapping


class Fact(frozenset[str]):
    """The names of which something is true, and their homes: `Fact({"list": "append clear"})`.

    The home "" has what Python itself gives to modules, classes, functions and frames.
    """

    homes: Mapping[str, frozenset[str]]

    def __new__(cls, homes: Mapping[str, str]) -> Fact:
        by_home = {home: frozenset(names.split()) for home, names in homes.items()}
        made = super().__new__(cls, frozenset().union(*by_home.values()))
        made.homes = by_home
        return made

    def of(self, *homes: str) -> frozenset[str]:
        """The names that are from these homes."""
        return frozenset().union(*[self.homes[home] for home in homes])
