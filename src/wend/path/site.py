"""Sites: places in the source where control may go two ways."""

from __future__ import annotations

from typing import NamedTuple

INPUTS = ("input", "none", "new", "known", "class", "cell")
"""The kinds of sites where a run decides what an input is."""


class Site(NamedTuple):
    """One place where control may go two ways. `kind` tells what is decided there:

    test       an `if`, `while`, `and`, `or`, `not`, conditional expression …
    zero       whether a divisor is zero
    shift      whether a shift amount is negative
    index      whether an index is in range
    key        whether a key is present
    which      which index, key or bound it is, once it is known to exist
    value      which value an int has, where native code needs the value itself
    length     how long a text or list is
    character  which character it is, or which class of characters it is in
    pattern 7  whether the seventh step of a regular expression goes on: each has a site of its own
    loop       whether a counted loop goes on
    input      which of the types of a parameter
    none       whether a reference of an object graph is None
    new        whether a reference leads to a new cell or to an earlier one
    known      the same, where the earlier cells are tried first
    class      of which class a new cell is
    cell       which of the earlier cells a reference leads to
    pin        no decision: a value held fixed, because what depends on it has no term
    """

    file: str
    function: str
    line: int
    column: int
    kind: str

    @property
    def place(self) -> tuple[str, str, int]:
        """The function, file and line, as a Reason names them."""
        return self.function, self.file, self.line

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"
