"""Tells by Python's words which classes lack the operation that a TypeError is about.

    object of type 'Point' has no len()                          Point has no __len__
    unsupported operand type(s) for +: 'Point' and 'int'         Point has no __add__
    unsupported operand type(s) for +: 'int' and 'str'           int has __add__, str no __radd__

A subclass may well have what its base lacks, which is no override. Where the words do not say
which operation is meant, all classes that they name may lack it.
"""

from __future__ import annotations

import re
from collections.abc import Callable


def lacking(message: str) -> Callable[[type], bool]:
    """Whether a class lacks the operation."""
    if (found := _OPERATOR.search(message)) is not None:
        methods = _METHODS.get(found["operator"].removesuffix("="))
    elif (found := _CONCATENATED.search(message)) is not None:
        methods = _METHODS["+"]
    elif (found := _COMPARED.search(message)) is not None:
        methods = _COMPARISONS[found["operator"]]
    else:
        methods = None
    if found is None or methods is None:
        words = {*re.findall(r"\w+", message)}
        names_none = "__dict__" in words  # vars() does not say of which class
        return lambda cls: names_none or cls.__name__ in words
    sides = tuple(zip((found["left"], found["right"]), methods, strict=True))
    return lambda cls: any(cls.__name__ == name and not _has(cls, each) for name, each in sides)


def _has(cls: type, method: str) -> bool:
    found = getattr(cls, method, None)
    return found is not None and found is not getattr(object, method, None)


_OPERATOR = re.compile(
    r"operand type\(s\) for (?P<operator>\S+)(?: or \S+)?: '(?P<left>\w+)' and '(?P<right>\w+)'"
)
_CONCATENATED = re.compile(r"can only concatenate (?P<left>\w+) \(not \"(?P<right>\w+)\"\)")
_COMPARED = re.compile(
    r"'(?P<operator>[<>]=?)' not supported between instances of "
    r"'(?P<left>\w+)' and '(?P<right>\w+)'"
)
_METHODS = {
    operator: (f"__{name}__", f"__r{name}__")
    for operator, name in {
        "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod",
        "**": "pow", "@": "matmul", "<<": "lshift", ">>": "rshift", "&": "and", "|": "or",
        "^": "xor", "divmod()": "divmod",
    }.items()
}  # fmt: skip
_COMPARISONS = {
    "<": ("__lt__", "__gt__"),
    ">": ("__gt__", "__lt__"),
    "<=": ("__le__", "__ge__"),
    ">=": ("__ge__", "__le__"),
}
"""The method of the left operand, and that of the right one."""
