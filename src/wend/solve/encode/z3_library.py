"""Z3's C functions, called without z3py's operator layer, which is eight times slower.

Asts made here are referenced and stay alive as long as their context: terms are translated once
and used in many queries.
"""

from __future__ import annotations

import ctypes
import functools
import importlib.util
import os
from collections.abc import Callable
from typing import Any

Ast = Any
"""A pointer that only Z3 understands."""

_SMALL = 1 << 31


_TAKES_AN_ARRAY = ("add", "sub", "mul", "and", "or")


def _operation(name: str) -> Callable[..., Ast]:
    """A method of `Library` that makes an application of one of Z3's own functions."""
    make = f"Z3_mk_{name}"
    if name in _TAKES_AN_ARRAY:
        return lambda library, *args: library.kept(
            getattr(library.lib, make)(library.context, len(args), library.array(args))
        )
    return lambda library, *args: library.kept(getattr(library.lib, make)(library.context, *args))


class Library:
    """One context of Z3, imported when the first of these is made."""

    def __init__(self) -> None:
        self.lib = lib = functions()
        self._error_handler = _ERROR_HANDLER(lambda context, code: None)
        # Otherwise Z3 takes SIGINT for itself and Python never sees Ctrl-C.
        lib.Z3_global_param_set(b"ctrl_c", b"false")
        config = lib.Z3_mk_config()
        self.context = lib.Z3_mk_context_rc(config)
        lib.Z3_del_config(config)
        # Z3's own handler would end the process.
        lib.Z3_set_error_handler(self.context, self._error_handler)
        self.int_sort = self._kept_sort(lib.Z3_mk_int_sort(self.context))
        self.bool_sort = self._kept_sort(lib.Z3_mk_bool_sort(self.context))
        self._integers: dict[int, Ast] = {}
        self._functions: dict[tuple[str, int], Any] = {}

    def close(self) -> None:
        self.lib.Z3_del_context(self.context)

    def error(self) -> str | None:
        """What went wrong since the context was made, if anything."""
        code = self.lib.Z3_get_error_code(self.context)
        if not code:
            return None
        return str(self.lib.Z3_get_error_msg(self.context, code).decode())

    # Leaves

    def integer(self, value: int) -> Ast:
        found = self._integers.get(value)
        if found is None:
            if -_SMALL <= value < _SMALL:
                made = self.lib.Z3_mk_int64(self.context, value, self.int_sort)
            else:
                digits = ("-" if value < 0 else "") + _decimal(abs(value))
                made = self.lib.Z3_mk_numeral(self.context, digits.encode(), self.int_sort)
            found = self._integers[value] = self.kept(made)
        return found

    def boolean(self, value: bool) -> Ast:
        make = self.lib.Z3_mk_true if value else self.lib.Z3_mk_false
        return self.kept(make(self.context))

    def variable(self, name: str, is_bool: bool) -> Ast:
        symbol = self.lib.Z3_mk_string_symbol(self.context, name.encode())
        sort = self.bool_sort if is_bool else self.int_sort
        return self.kept(self.lib.Z3_mk_const(self.context, symbol, sort))

    def apply(self, name: str, *args: Ast) -> Ast:
        """An application of an uninterpreted function from Ints to Int."""
        key = name, len(args)
        function = self._functions.get(key)
        if function is None:
            symbol = self.lib.Z3_mk_string_symbol(self.context, name.encode())
            domain = self.array((self.int_sort,) * len(args))
            function = self.lib.Z3_mk_func_decl(
                self.context, symbol, len(args), domain, self.int_sort
            )
            self.lib.Z3_inc_ref(self.context, self.lib.Z3_func_decl_to_ast(self.context, function))
            self._functions[key] = function
        made = self.lib.Z3_mk_app(self.context, function, len(args), self.array(args))
        return self.kept(made)

    # Int

    def sum(self, *args: Ast) -> Ast:
        if len(args) == 1:
            return args[0]
        return self.kept(self.lib.Z3_mk_add(self.context, len(args), self.array(args)))

    difference = _operation("sub")
    product = _operation("mul")
    negative = _operation("unary_minus")
    quotient = _operation("div")
    """Rounded so that the remainder is not negative: Python's only where b > 0."""
    remainder = _operation("mod")
    """Never negative: Python's only where b > 0."""

    def times(self, by: int, a: Ast) -> Ast:
        return a if by == 1 else self.product(self.integer(by), a)

    # Bool

    le = _operation("le")
    ge = _operation("ge")
    eq = _operation("eq")
    negation = _operation("not")
    conjunction = _operation("and")
    disjunction = _operation("or")
    implies = _operation("implies")
    ite = _operation("ite")

    def kept(self, ast: Ast) -> Ast:
        self.lib.Z3_inc_ref(self.context, ast)
        return ast

    def _kept_sort(self, sort: Any) -> Any:
        self.lib.Z3_inc_ref(self.context, self.lib.Z3_sort_to_ast(self.context, sort))
        return sort

    def array(self, args: tuple[Ast, ...]) -> Any:
        return (ctypes.c_void_p * len(args))(*args)


_ERROR_HANDLER = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_uint)

_C_TYPES: dict[str, Any] = {
    "p": ctypes.c_void_p,
    "a": ctypes.POINTER(ctypes.c_void_p),  # an array of pointers
    "u": ctypes.c_uint,
    "i": ctypes.c_int,
    "l": ctypes.c_int64,
    "s": ctypes.c_char_p,
    "h": _ERROR_HANDLER,
    "v": None,
}

_SIGNATURES = """
del_config vp          del_context vp         func_decl_to_ast ppp   get_app_decl ppp
get_bool_value ipp     get_error_code up      get_error_msg spu      get_numeral_string spp
global_param_set vss   inc_ref vpp            mk_add ppua            mk_and ppua
mk_app pppua           mk_bool_sort pp        mk_config p            mk_const pppp
mk_context_rc pp       mk_div pppp            mk_eq pppp             mk_false pp
mk_func_decl pppuap    mk_ge pppp             mk_implies pppp        mk_int64 pplp
mk_int_sort pp         mk_ite ppppp           mk_le pppp             mk_mod pppp
mk_mul ppua            mk_not ppp             mk_numeral ppsp        mk_or ppua
mk_params pp           mk_simple_solver pp    mk_solver_for_logic ppp
mk_string_symbol pps   mk_sub ppua            mk_true pp             mk_unary_minus ppp
model_dec_ref vpp      model_get_const_interp pppp                   model_inc_ref vpp
params_dec_ref vpp     params_inc_ref vpp     params_set_uint vpppu  set_error_handler vph
solver_assert vppp     solver_check ipp       solver_dec_ref vpp     solver_get_model ppp
solver_get_statistics ppp                     solver_inc_ref vpp     solver_reset vpp
      solver_set_params vppp sort_to_ast ppp
stats_dec_ref vpp      stats_get_key sppu     stats_get_uint_value uppu
stats_inc_ref vpp      stats_size upp         to_app ppp
"""
"""What we call of z3_api.h: the result's type, then those of the arguments."""


class _Functions:
    """Z3's C functions.

    The library comes with the package z3, whose import takes thirty times as long as loading it:
    it declares a thousand functions and builds the operator layer that we do without.
    """

    def __init__(self) -> None:
        library = ctypes.CDLL(_library_file())
        words = _SIGNATURES.split()
        for name, signature in zip(words[::2], words[1::2], strict=True):
            function = getattr(library, f"Z3_{name}")
            function.restype, *function.argtypes = [_C_TYPES[letter] for letter in signature]
            setattr(self, f"Z3_{name}", function)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{name} is missing in _SIGNATURES")


@functools.cache
def functions() -> _Functions:
    """Z3's C functions, loaded once."""
    return _Functions()


def _library_file() -> str:
    spec = importlib.util.find_spec("z3")
    for folder in (spec and spec.submodule_search_locations) or ():
        for name in ("libz3.so", "libz3.dylib"):
            file = os.path.join(folder, "lib", name)
            if os.path.exists(file):
                return file
    from z3 import z3core  # it knows more places to look

    return str(z3core._lib._name)


def _decimal(value: int) -> str:
    """Decimal digits of any length: `str` refuses more than some 4,300."""
    pieces = []
    while value >= _CHUNK:
        value, low = divmod(value, _CHUNK)
        pieces.append(f"{low:01000d}")
    pieces.append(str(value))
    return "".join(reversed(pieces))


_CHUNK = 10**1000
"""Chunk by chunk is quadratic, but such numbers are rare and rarely longer than a few chunks."""


def parse_decimal(text: str) -> int:
    """The int of decimal digits of any length."""
    if text.startswith("-"):
        return -parse_decimal(text[1:])
    value = 0
    for start in range(0, len(text), 1000):
        piece = text[start : start + 1000]
        value = value * 10 ** len(piece) + int(piece)
    return value
