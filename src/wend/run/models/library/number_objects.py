"""Complex numbers and numpy's scalars: tracked objects whose operations are applications.

    cmath.sqrt(x).imag > 2              cmath.sqrt(x) is two floats, of which the second is compared
    np.float64(x) * 2 > 7               what numpy does to doubles and ints exactly has terms

Everything else that is done with such a number is an opaque call, of a pure function; so it has
samples, and is climbed where the outcome decides something.
"""

from __future__ import annotations

import cmath
import functools
import math
import operator
from collections.abc import Callable
from typing import Any

from wend.expr import floats
from wend.expr.build import conjunction, disjunction, floating, negate
from wend.expr.operations import complex_size
from wend.expr.pure import NUMPY_FUNCTIONS
from wend.expr.samples import is_numpy_scalar
from wend.expr.terms import Term
from wend.run import recorder
from wend.run.calls.applications import MADE_OF
from wend.run.calls.opaque import call_plainly, mentions_tracked, tracked_in
from wend.run.tracked import SymBool, SymFloat, SymInt
from wend.run.tracked.decisions import decide, decide_inside
from wend.run.tracked.lift import FOLLOWED, PAIRED, TRACKED, plain, track
from wend.run.tracked.number import MEETS, as_float
from wend.run.tracked.text import lose_all

_LOW, _HIGH = -(2**63), 2**63 - 1
_ARITHMETIC = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow")
_BITWISE = ("and", "or", "xor", "lshift", "rshift")
_COMPARISONS = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}
_UNARY: dict[str, Callable[[Any], Any]] = {
    "neg": operator.neg,
    "pos": operator.pos,
    "abs": abs,
    "invert": operator.invert,
}
_OTHERS = (
    "round", "trunc", "floor", "ceil", "divmod", "rdivmod", "array", "getitem", "len", "iter",
)  # fmt: skip
_EXACT = ("add", "sub", "mul", *_COMPARISONS)
_PLAIN_ATTRIBUTES = frozenset(
    ("dtype", "shape", "ndim", "size", "itemsize", "nbytes", "strides", "flags", "base")
)
"""Of numpy's scalars: they tell the type, not the value."""


class NumberObject:
    """A number of a native class, with its scalars; there is a class below this for each."""

    __slots__ = ("_wend_scalars", "_wend_value")

    _wend_value: Any
    _wend_scalars: tuple[Any, ...]
    _wend_native: type
    _wend_kind: str
    """The name of its shape."""

    __array_ufunc__ = None
    """Says to numpy that we know what to do with its arrays and scalars."""

    def _wend_inside(self) -> tuple[Any, ...]:
        return self._wend_scalars

    def _wend_lost(self, why: str) -> Any:
        lose_all(self._wend_scalars, f"the {self._wend_native.__name__} {why}")
        return self._wend_value

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return self._wend_native

    def __bool__(self) -> bool:
        return any(map(bool, self._wend_scalars))

    def __hash__(self) -> int:
        return hash(self._wend_lost("was hashed"))

    def __repr__(self) -> str:
        return repr(self._wend_lost("becomes text"))

    def __str__(self) -> str:
        return str(self._wend_lost("becomes text"))

    def __format__(self, spec: str) -> str:
        return format(self._wend_lost("becomes text"), spec)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return self._wend_lost("was pickled or copied").__reduce_ex__(protocol)

    def __copy__(self) -> NumberObject:
        return self

    def __deepcopy__(self, memo: Any) -> NumberObject:
        return self

    def __getattr__(self, name: str) -> Any:
        value = self._wend_value
        if name in _PLAIN_ATTRIBUTES and is_numpy_scalar(value):
            return getattr(value, name)
        found = getattr(value, name)  # or raises
        if name == "item":
            return functools.partial(_item, self)
        if callable(found):
            return functools.partial(_method, self, name)
        return _applied(getattr, (self, name), f"{self._wend_kind}.{name}")


def _item(number: NumberObject, /, *args: Any) -> Any:
    number._wend_value.item(*args)  # or raises
    return number._wend_scalars[0]


def _method(number: NumberObject, name: str, /, *args: Any, **keywords: Any) -> Any:
    def method(number: Any, *args: Any, **keywords: Any) -> Any:
        return getattr(number, name)(*args, **keywords)

    return _applied(method, (number, *args), f"{number._wend_kind}.{name}", keywords)


def _applied(
    function: Any, args: tuple[Any, ...], name: str, keywords: dict[str, Any] | None = None
) -> Any:
    """What a function gives; ours are known as pure by their names only."""

    def called(*args: Any, **keywords: Any) -> Any:
        return function(*args, **keywords)

    return call_plainly(called, args, keywords or {}, "has no terms", name)


def number(value: Any, scalars: tuple[Any, ...]) -> Any:
    """The tracked number; the plain one where nothing of it is tracked."""
    if TRACKED.isdisjoint(map(type, scalars)):
        return value
    native: Any = type(value)
    made = _class_for(native)()
    made._wend_value = value
    made._wend_scalars = scalars
    return made


MADE_OF.append(number)


@functools.cache
def _class_for(native: Any) -> Any:
    members: dict[str, Any] = {
        "__slots__": (),
        "__module__": native.__module__,
        "__qualname__": native.__qualname__,
        "__doc__": native.__doc__,
        "_wend_native": native,
        "_wend_kind": "complex" if native is complex else f"numpy.{native.__name__}",
        "__eq__": None,
    }
    for name in (*_ARITHMETIC, *_BITWISE):
        if hasattr(native, f"__{name}__"):
            members[f"__{name}__"] = _operator(name, mirrored=False)
            members[f"__r{name}__"] = _operator(name, mirrored=True)
    for name in _COMPARISONS:
        members[f"__{name}__"] = _operator(name, mirrored=False)
    for name, function in _UNARY.items():
        if hasattr(native, f"__{name}__"):
            members[f"__{name}__"] = _unary(name, function)
    for name in ("__int__", "__float__", "__index__", "__complex__"):
        if hasattr(native, name):
            members[name] = _converted(name)
    for name in _OTHERS:
        if hasattr(native, f"__{name}__"):
            members[f"__{name}__"] = _other(f"__{name}__")
    if native is complex:
        members |= _COMPLEX
        members["real"] = property(lambda self: self._wend_scalars[0])
        members["imag"] = property(lambda self: self._wend_scalars[1])
    members["__hash__"] = NumberObject.__hash__
    made = type(native.__name__, (NumberObject,), members)
    PAIRED.add(made)
    FOLLOWED.add(made)
    return made


def _negated(self: Any) -> Any:
    real, imag = self._wend_scalars
    return number(-self._wend_value, (-real, -imag))


def _conjugated(self: Any) -> Any:
    real, imag = self._wend_scalars
    return number(self._wend_value.conjugate(), (real, -imag))


def _size(self: Any) -> Any:
    """abs(z), which is raised for where it is too large for a float."""
    real, imag = map(_as_double, self._wend_scalars)
    if TRACKED.isdisjoint((type(real), type(imag))):
        return abs(self._wend_value)
    a, b = [floating(each) if type(each) is float else each._wend_term for each in (real, imag)]
    term = floats.size(a, b)
    both_finite = conjunction((floats.is_finite(a), floats.is_finite(b)))
    value = complex_size(plain(real), plain(imag))
    overflows = math.isinf(value) and cmath.isfinite(self._wend_value)
    if decide(conjunction((floats.is_inf(term), both_finite)), overflows, "value"):
        return abs(self._wend_value)
    return track(value, term)


_COMPLEX: dict[str, Any] = {
    "__abs__": _size,
    "__neg__": _negated,
    "__pos__": lambda self: self,
    "conjugate": _conjugated,
}
"""Operations of complex numbers that have terms."""


def _operator(name: str, *, mirrored: bool) -> Callable[[Any, Any], Any]:
    function: Any = getattr(operator, f"{name}_" if name in ("and", "or") else name)

    def operate(self: Any, other: Any) -> Any:
        pair = (other, self) if mirrored else (self, other)
        if name == "truediv" and _divides_by_zero(*pair):
            return function(*map(plain, pair))  # which raises
        found = _exactly(name, function, *pair)
        return _applied(function, pair, f"operator.{name}") if found is None else found

    return operate


def _meets(this: Any, other: Any, mirror: str) -> Any:
    """What a method of one of numpy's numbers gives, `__rmul__` or `__lt__`, for a tracked one."""
    name = mirror.strip("_")
    if name[1:] in (*_ARITHMETIC, *_BITWISE):
        return _operator(name[1:], mirrored=False)(this, other)
    if name in (*_ARITHMETIC, *_BITWISE, *_COMPARISONS):
        return _operator(name, mirrored=True)(this, other)
    return _applied(lambda a, b: getattr(a, mirror)(b), (other, this), f"numpy.{name}")


MEETS.append(_meets)


def _unary(name: str, function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda self: _applied(function, (self,), "abs" if name == "abs" else f"operator.{name}")


def _other(name: str) -> Callable[..., Any]:
    return lambda self, *args, **keywords: _method(self, name, *args, **keywords)


def _converted(name: str) -> Callable[[Any], Any]:
    return lambda self: getattr(self._wend_lost("becomes another number in native code"), name)()


# What has terms


def _exactly(name: str, function: Any, left: Any, right: Any) -> Any:
    """The result of an operator with its term, where numpy computes what Python does; or None."""
    if name in ("eq", "ne") and _is_complex(left) and _is_complex(right):
        (a, b), (c, d) = _parts(left), _parts(right)
        same: Any = a == c
        same = same & (b == d) if same is not False else False
        return same if name == "eq" else _inverted(same)
    if name in ("add", "sub", "mul") and _is_complex(left) and _is_complex(right):
        return _complex(name, function, left, right)
    kinds = {_exact_kind(left), _exact_kind(right)}
    if name not in _EXACT or None in kinds or not _is_numpy(left, right):
        return None
    a, b = _scalar(left), _scalar(right)
    if kinds != {"int"}:
        # A float decides that all is done with floats; it is never too large an int: those are
        # of 64 bits.
        a, b = _as_double(a), _as_double(b)
    computed = function(a, b)
    if name not in _COMPARISONS and kinds == {"int"} and not _fits(computed):
        return None
    return number(function(plain(left), plain(right)), (computed,))


def _complex(name: str, function: Any, left: Any, right: Any) -> Any:
    """A sum, difference or product by its parts; None where the compiler had another formula."""
    (a, b), (c, d) = [map(_as_double, _parts(each)) for each in (left, right)]
    scalars = (a * c - b * d, a * d + b * c) if name == "mul" else (function(a, c), function(b, d))
    result = function(plain(left), plain(right))
    expected = repr((result.real, result.imag))
    return number(result, scalars) if repr(tuple(map(plain, scalars))) == expected else None


def _divides_by_zero(left: Any, right: Any) -> bool:
    """Decides whether a complex number is divided by 0."""
    if not (_is_complex(left) and _is_complex(right)):
        return False
    real, imag = _parts(right)
    return bool(real == 0) and bool(imag == 0)


def _is_numpy(*values: Any) -> bool:
    return any(is_numpy_scalar(plain(value)) for value in values)


def _exact_kind(value: Any) -> str | None:
    """`int` of 64 bits, `float` for doubles."""
    value = plain(value)
    if type(value) is float or type(value) is int:
        return type(value).__name__ if type(value) is float or _LOW <= value <= _HIGH else None
    if not is_numpy_scalar(value):
        return None
    return {"int64": "int", "float64": "float"}.get(type(value).__name__)


def _scalar(value: Any) -> Any:
    if isinstance(value, NumberObject) or type(value) in PAIRED:
        return value._wend_scalars[0]
    return value.item() if is_numpy_scalar(value) else value


def _as_double(value: Any) -> Any:
    if type(value) in (SymInt, SymBool):
        return as_float(value)
    return value if type(value) is SymFloat else float(value)


def _fits(value: Any) -> bool:
    """Decides whether an int is one of 64 bits."""
    if type(value) is not SymInt:
        return bool(_LOW <= value <= _HIGH)
    return decide_inside(value._wend_term, value._wend_value, _LOW, _HIGH + 1, "value")


def _is_complex(value: Any) -> bool:
    return type(value) in (complex, float, int, SymFloat, SymInt) or (
        type(value) in PAIRED and value.__class__ is complex
    )


def _parts(value: Any) -> tuple[Any, Any]:
    if type(value) in PAIRED:
        return value._wend_scalars  # type: ignore[no-any-return]
    return (value.real, value.imag) if type(value) is complex else (value, 0.0)


def _inverted(value: Any) -> Any:
    if type(value) is not SymBool:
        return not value
    return track(not value._wend_value, negate(value._wend_term))


# What makes them


def complex_model(*args: Any, **keywords: Any) -> Any:
    """complex(real, imag)"""
    if not mentions_tracked((*args, *keywords.values())):
        return complex(*args, **keywords)
    names = ("real", "imag")[len(args) :]
    given = (*args, *[keywords[name] for name in names if name in keywords])
    if len(given) == len(args) + len(keywords) <= 2 and all(
        type(each) in TRACKED or type(each) in (int, float, bool) for each in given
    ):
        real, imag = (*[_as_double(each) for each in given], 0.0)[:2]
        if "real" not in keywords and "imag" in keywords and not args:
            real, imag = 0.0, real
        with recorder.quietly():
            return number(complex(plain(real), plain(imag)), (real, imag))
    if len(given) == 1 and type(given[0]) in PAIRED and given[0].__class__ is complex:
        return given[0]
    return call_plainly(complex, args, keywords)


def numpy_class_model(cls: Any, call: Any) -> Callable[..., Any]:
    """np.float64(x), np.int64(x), …"""

    def make(*args: Any, **keywords: Any) -> Any:
        if not mentions_tracked((*args, *keywords.values())):
            return cls(*args, **keywords)
        if len(args) == 1 and not keywords:
            given = args[0]
            name = cls.__name__
            if name == "float64" and (type(given) in TRACKED or _exact_kind(given) == "float"):
                scalar = _as_double(_scalar(given))
                return number(cls(plain(scalar)), (scalar,))
            is_int = type(given) is SymInt or _exact_kind(given) == "int"
            if name == "int64" and is_int and _fits(_scalar(given)):
                return number(cls(plain(given)), (_scalar(given),))
        return _of_numpy(cls, args, keywords)

    return make


def numpy_function_model(function: Any, call: Any) -> Callable[..., Any]:
    """np.sin(x), np.mean([x, y]), …"""

    def called(*args: Any, **keywords: Any) -> Any:
        if not mentions_tracked((*args, *keywords.values())):
            return function(*args, **keywords)
        return _of_numpy(function, args, keywords)

    return called


def _of_numpy(function: Any, args: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    name = f"numpy.{function.__name__}"
    if name not in NUMPY_FUNCTIONS:
        return call_plainly(function, args, keywords, name=name)
    for each in [*tracked_in((*args, *keywords.values()))]:
        if type(each) is SymInt:
            _fits(each)  # of larger ints numpy makes something else
    return _applied(function, args, name, keywords)


def _test(original: Any, make: Callable[[Term], Term], join: Any) -> Callable[..., Any]:
    """A question about both parts of a complex number."""

    def model(*args: Any) -> Any:
        if len(args) != 1 or not mentions_tracked(args):
            return original(*args)
        if not _is_complex(args[0]):
            return call_plainly(original, args, {})
        parts = [_as_double(each) for each in _parts(args[0])]
        terms = [floating(each) if type(each) is float else each._wend_term for each in parts]
        return track(original(complex(*map(plain, parts))), join(map(make, terms)))

    return model


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    complex: complex_model,
    cmath.isfinite: _test(cmath.isfinite, floats.is_finite, conjunction),
    cmath.isinf: _test(cmath.isinf, floats.is_inf, disjunction),
    cmath.isnan: _test(cmath.isnan, floats.is_nan, disjunction),
}
