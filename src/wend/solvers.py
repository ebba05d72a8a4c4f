"""Which solvers are installed, told without importing them."""

from __future__ import annotations

import sys

SOLVERS = ("z3-solver", "bitwuzla")
"""The names of their packages."""

NO_BITWUZLA = "bitwuzla is not installed"
"""The reason of an Unknown that bitwuzla would have been asked about."""

INSTALL_BITWUZLA = "install bitwuzla (Python 3.14 or older)"
"""The remedy for it."""


def has_bitwuzla() -> bool:
    """Whether bitwuzla can be imported; there are no wheels of it for Python 3.15."""
    if sys.modules.get("bitwuzla") is not None:
        return True
    from importlib.util import find_spec

    return find_spec("bitwuzla") is not None


def versions() -> dict[str, str | None]:
    """The version of each solver, by the name of its package; None where it is not installed."""
    from importlib.metadata import PackageNotFoundError, version  # slow to import

    found: dict[str, str | None] = {}
    for package in SOLVERS:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = None
    return found
