"""What finds, sets or runs something by a name that the source does not show."""

from __future__ import annotations

from wend.source.library.fact import Fact

FINDS_BY_NAME = Fact({
    "": "__getattribute__ __subclasses__",
    "builtins": "getattr",
    "inspect": "getattr_static getmembers getmembers_static",
    "operator": "attrgetter methodcaller",
    "pkgutil": "resolve_name",
    "string.Formatter": "get_field",
})  # fmt: skip
"""Functions that give an attribute by a name that is text."""

ASKS_FOR_NAMES = Fact({"builtins": "dir hasattr"})
"""Functions that tell which attributes there are."""

SETS_BY_NAME = Fact({"": "__delattr__ __setattr__", "builtins": "delattr setattr"})
"""Functions that set an attribute by a name that is text."""

NAME_IS_SECOND = Fact({"builtins": "delattr getattr hasattr setattr"})
"""Functions whose second argument is the name."""

GIVES_NAMESPACE = Fact({
    "": "__dict__ __globals__ f_globals f_locals",
    "builtins": "globals locals vars",
})  # fmt: skip
"""Functions and attributes that give a dict of names."""

RUNS_TEXT = Fact({"builtins": "eval exec"})
"""Functions that run code that is text."""

RUNS_MODULE = Fact({
    "": "exec_module load_module",
    "importlib": "reload",
    "runpy": "run_module run_path",
})  # fmt: skip
"""Functions that run the code of a module again, or of one that no import statement shows."""

GIVES_MODULES = Fact({
    "builtins": "__import__",
    "importlib": "import_module",
    "sys": "modules",
})  # fmt: skip
"""What gives a module by a name that is text."""

BINDS_UNSEEN = SETS_BY_NAME | RUNS_TEXT | GIVES_NAMESPACE | RUNS_MODULE
"""What may bind a name that the source does not show."""

REACHES_UNSEEN = FINDS_BY_NAME | GIVES_NAMESPACE | RUNS_TEXT | RUNS_MODULE | GIVES_MODULES
"""What may give a function by a name that the source does not show."""

SEES_LOCALS = Fact({"builtins": "dir eval exec locals vars"})
"""Builtins that see the local variables of the function that calls them."""

REPLACES_FUNCTION = Fact({"": "__code__ __defaults__ __kwdefaults__"})
"""Attributes of a function by which another code, or another default, takes its place."""

PARTS_OF_FUNCTIONS = Fact({
    "": "__annotate__ __annotations__ __closure__ __code__ __defaults__ __dict__ __kwdefaults__"
})  # fmt: skip
"""Attributes of functions and classes that hold what these are made of."""
