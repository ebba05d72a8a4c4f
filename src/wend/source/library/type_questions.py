"""What tells the class of an object, and what asks for classes without harm."""

from __future__ import annotations

from wend.source.library.fact import Fact

NAMES_OF_TYPES = Fact({"": "__bases__ __module__ __mro__ __name__ __qualname__"})
"""Attributes of a class by which code may tell which class it is."""

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
