"""What tells the class of an object, and what asks for classes without harm."""

from __future__ import annotations

from wend.source.library.fact import Fact

NAMES_OF_TYPES = Fact({"": "__bases__ __module__ __mro__ __name__ __qualname__"})
"""Attributes of a class by which code may tell which class it is."""

BEHAVES = Fact({
    "": "__abs__ __add__ __aenter__ __aexit__ __aiter__ __and__ __anext__ __await__ __bool__"
    " __buffer__ __bytes__ __call__ __ceil__ __class_getitem__ __complex__ __contains__ __copy__"
    " __deepcopy__ __del__ __delattr__ __delete__ __delitem__ __divmod__ __enter__ __eq__ __exit__"
    " __float__ __floor__ __floordiv__ __format__ __fspath__ __func__ __ge__ __get__ __getattr__"
    " __getattribute__ __getitem__ __gt__ __hash__ __iadd__ __iand__ __ifloordiv__ __ilshift__"
    " __imatmul__ __imod__ __imul__ __index__ __init__ __init_subclass__ __int__ __invert__"
    " __ior__ __ipow__ __irshift__ __isub__ __iter__ __itruediv__ __ixor__ __le__ __len__"
    " __length_hint__ __lshift__ __lt__ __matmul__ __missing__ __mod__ __mul__ __ne__ __neg__"
    " __new__ __next__ __or__ __pos__ __post_init__ __pow__ __radd__ __rand__ __rdivmod__"
    " __replace__ __repr__ __reversed__ __rfloordiv__ __rlshift__ __rmatmul__ __rmod__ __rmul__"
    " __ror__ __round__ __rpow__ __rrshift__ __rshift__ __rsub__ __rtruediv__ __rxor__ __set__"
    " __set_name__ __setattr__ __setitem__ __str__ __sub__ __truediv__ __trunc__ __wrapped__"
    " __xor__"
    # of exceptions
    " __cause__ __context__ __notes__ __suppress_context__ __traceback__",
})  # fmt: skip
"""Attributes with two underscores on both sides that do not tell the class of an object: what
subclasses override of these behaves as in the base."""


def tells_class(name: str) -> bool:
    """Whether an attribute tells the class of an object, or is one that each class has otherwise:
    `__class__`, `__doc__`, `__dataclass_fields__`."""
    return name.startswith("__") and name.endswith("__") and name not in BEHAVES


WRITES_MESSAGE = Fact({
    "": "fail",
    "builtins": "print",
    "logging.Logger": "critical debug error exception info log warn warning",
    "warnings": "warn",
})  # fmt: skip
"""Functions whose arguments end up in a message, and decide nothing."""

CLASS_BLIND = Fact({
    "": "_collections_abc _pydecimal _pydatetime _strptime abc argparse ast base64 bisect "
    "calendar codecs collections colorsys configparser contextlib copy csv datetime decimal "
    "difflib email encodings enum fnmatch fractions gettext glob graphlib hashlib heapq hmac html "
    "http icontract ipaddress itertools json keyword locale logging mimetypes numbers ntpath "
    "operator optparse os pathlib posixpath pprint quopri random re reprlib secrets shlex socket "
    "sre_parse statistics string stringprep struct tempfile textwrap threading time token tokenize "
    "typing urllib uuid warnings weakref xml zipfile zoneinfo",
})  # fmt: skip
"""Installed modules that treat values of a subclass as those of its base, so that
their own questions for classes change no result. A question of any other module counts."""
