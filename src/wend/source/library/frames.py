"""What tells how the code is run: its frames, its lines, the exception that is being handled."""

from __future__ import annotations

from wend.source.library.fact import Fact

GIVES_FRAMES = Fact({"inspect": "currentframe stack", "sys": "_getframe"})
"""Functions that give frames of the functions that are running."""

TELLS_HANDLED = Fact({
    "": "__context__",
    "sys": "exc_info exception",
    "traceback": "format_exc print_exc",
})  # fmt: skip
"""What tells of the exception that is being handled, by a caller maybe."""

TELLS_OF_EXCEPTION = Fact({"": "__traceback__", "traceback": "print_exception"})
"""What tells where an exception was raised."""

TELLS_LINES = Fact({
    "": "co_firstlineno co_lines co_positions f_lineno inspect tb_lineno traceback",
    "inspect": "currentframe findsource getframeinfo getsourcelines",
    "sys": "_getframe",
    "traceback": "extract_stack extract_tb format_exc format_exception format_stack format_tb"
    " print_exc print_exception print_stack print_tb walk_stack walk_tb",
})  # fmt: skip
"""Modules, functions and attributes that may tell on which lines the code stands."""

MAKES_TEXT = Fact({"builtins": "ascii format print repr str", "str": "format"})
"""Functions that may make text of an int: they raise if it has more than 4,300 digits."""
