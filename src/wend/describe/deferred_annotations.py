"""Annotations and signatures, read so that an unknown name spoils only its own annotation.

Python 3.14 evaluates annotations when they are asked for, and raises NameError where one of them
names something unknown, or known to type checkers only. Here such an annotation is its text, which
is what `from __future__ import annotations` makes of all of them.
"""

from __future__ import annotations

import inspect
import sys
import typing
from typing import Any

if sys.version_info >= (3, 14):
    from annotationlib import Format, get_annotations

    def signature_of(called: Any) -> inspect.Signature:
        """`inspect.signature`; raises what that raises, NameError excepted."""
        signature = inspect.signature(called, annotation_format=Format.FORWARDREF)
        unknown = [
            each for each in signature.parameters.values() if _names_unknown(each.annotation)
        ]
        if not unknown:
            return signature
        texts = inspect.signature(called, annotation_format=Format.STRING).parameters
        parameters = {
            **signature.parameters,
            **{each.name: each.replace(annotation=texts[each.name].annotation) for each in unknown},
        }
        return signature.replace(parameters=[*parameters.values()])

    def annotations_of(holder: Any) -> dict[str, Any]:
        """`holder.__annotations__`, of a function, a class itself or a module; empty for others."""
        try:
            found = get_annotations(holder, format=Format.FORWARDREF)
        except Exception:  # evaluated by anybody's code, or nothing that has annotations
            return {}
        unknown = [name for name, annotation in found.items() if _names_unknown(annotation)]
        if not unknown:
            return found
        texts = get_annotations(holder, format=Format.STRING)
        return {**found, **{name: texts[name] for name in unknown}}

    def _names_unknown(annotation: Any) -> bool:
        try:
            return isinstance(annotation, typing.ForwardRef) or any(
                map(_names_unknown, typing.get_args(annotation))
            )
        except Exception:  # of the code under test: an object that raises whatever it is asked
            return False

else:
    signature_of = inspect.signature

    def annotations_of(holder: Any) -> dict[str, Any]:
        """`holder.__annotations__`, of a function, a class itself or a module; empty for others."""
        try:
            inherits = isinstance(holder, type) and "__annotations__" not in vars(holder)
            return {} if inherits else dict(getattr(holder, "__annotations__", None) or {})
        except Exception:  # made by anybody's code, or something else than annotations
            return {}
