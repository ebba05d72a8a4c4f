"""Native functions of the standard library that have a version in Python (PEP 399).

If an argument is tracked, the Python version is run, instrumented as any other code, so that its
decisions have their sites. Else the native one is called. Functions are listed by name and looked
up when a call first meets them: nothing is imported before.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from wend.run.calls.opaque import mentions_tracked
from wend.run.models.library import (
    binascii_models,
    dates,
    json_models,
    number_objects,
    struct_models,
)
from wend.run.operations.plain_values import SCALARS
from wend.run.tracked.octets import is_in_memory

Call = Callable[[Any], Any]

EQUIVALENTS: dict[str, str] = {
    "_json.encode_basestring": "json.encoder.py_encode_basestring",
    "_json.encode_basestring_ascii": "json.encoder.py_encode_basestring_ascii",
    "_statistics._normal_dist_inv_cdf": "statistics._normal_dist_inv_cdf",
    "time.strptime": "_strptime._strptime_time",
}
"""Names of native functions, each with the name of the function in Python."""

MODELS: dict[str, Callable[..., Any]] = {
    "_json.scanstring": json_models.scan_string,
    **binascii_models.MODELS,
    **struct_models.MODELS,
}
"""Models of native functions, by names, since their modules are imported only when needed."""

MADE: dict[str, Callable[[Any, Call], Callable[..., Any]]] = {
    **{f"datetime.{name}": dates.constructor_model for name in dates.NAMES},
    "_json.Encoder": json_models.encoder_model,
    **dict.fromkeys(
        ("numpy.float64", "numpy.float32", "numpy.int64", "numpy.int32", "numpy.complex128"),
        number_objects.numpy_class_model,
    ),
}
"""Native classes, each with what makes a model that needs the probe for calls."""

MAKING: dict[str, tuple[str, str]] = {
    "_csv.reader": ("csv_models", "reader_model"),
    "string.templatelib.Interpolation": ("template_strings", "interpolation_model"),
    "string.templatelib.Template": ("template_strings", "template_model"),
}
"""Native functions and classes, each with the module, imported only for code that uses it, and the
function there that makes a model that returns objects of wend."""

CALLED: dict[str, Callable[[Any, Call], Callable[..., Any]]] = {
    "_json.Scanner": json_models.scanner_model,
    "numpy.ufunc": number_objects.numpy_function_model,
    "numpy._ArrayFunctionDispatcher": number_objects.numpy_function_model,
}
"""Native classes whose instances are called, each with what makes the stand-in of an instance."""


def equivalent(native: Any, call: Call) -> Callable[..., Any] | None:
    """The model of a native function or class, or None."""
    name = f"{native.__module__}.{native.__qualname__}"
    if name in MODELS:
        model = MODELS[name]

        def model_or_native(*args: Any, **keywords: Any) -> Any:
            if not keywords and SCALARS.issuperset(map(type, args)):
                return native(*args)
            return (model if _concerns(args, keywords) else native)(*args, **keywords)

        return model_or_native
    if name in MAKING:
        holder, maker = MAKING[name]
        module = importlib.import_module(f"wend.run.models.library.{holder}")
        return getattr(module, maker)(native)  # type: ignore[no-any-return]
    if name in MADE and not isinstance(native.__dict__.get("__new__"), staticmethod):
        return MADE[name](native, call)
    if name not in EQUIVALENTS:
        return None
    written = _written(native, *EQUIVALENTS[name].rpartition(".")[::2])
    if written is None:
        return None

    def either(*args: Any, **keywords: Any) -> Any:
        chosen = call(written) if _concerns(args, keywords) else native
        return chosen(*args, **keywords)

    return either


def model_of_called(cls: type) -> Callable[[Any, Call], Callable[..., Any]] | None:
    """What makes the stand-in of instances of a native class, or None."""
    return CALLED.get(f"{cls.__module__}.{cls.__qualname__}")


def _concerns(args: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
    values = (*args, *keywords.values())
    return mentions_tracked(values) or any(map(is_in_memory, values))


def _written(native: Any, module: str, function: str) -> Any:
    found = getattr(importlib.import_module(module), function, None)
    return None if found is native else found
