"""Domains of the types that are known by name: builtins, abstract types, dates, numbers, paths …"""

from __future__ import annotations

import sys
import typing
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from wend.describe.regex_matches import match
from wend.expr.sorts import Sort
from wend.inputs.domain import (
    ABSENT,
    Choice,
    Domain,
    Held,
    Items,
    Made,
    Maker,
    Part,
    Scalar,
    Text,
    Whole,
)

if TYPE_CHECKING:
    from wend.describe.annotations import Domains

INT = Scalar(Sort.INT)
BOOL = Scalar(Sort.BOOL)
STR = Text("str")
NONE = Held("None")
FLOAT = Scalar(Sort.FLOAT)
ANYTHING: Domain = Choice((INT, STR))
"""The domain of a part whose type is unknown."""

NEAREST = 3
"""Subclasses that are tried in place of a class."""

Known = Callable[["Domains", Any, tuple[Any, ...]], Domain]


def below(cls: Any) -> Iterator[Any]:
    for each in type.__subclasses__(cls):
        if not _is_replaced(each):
            yield each
            yield from below(each)


def is_below(cls: Any, above: Any) -> bool:
    """Whether a class is a subclass of another one, or that class itself."""
    try:
        return issubclass(cls, above)
    except TypeError:  # a protocol that is not runtime-checkable, or has attributes
        return above in cls.__mro__


def _is_replaced(cls: Any) -> bool:
    """Whether a decorator replaced the class: `dataclass` and attrs make another one for slots."""
    if "__slots__" in vars(cls) or "." in cls.__qualname__:
        return False
    known = getattr(sys.modules.get(cls.__module__), cls.__name__, cls)
    return isinstance(known, type) and known is not cls and known.__qualname__ == cls.__qualname__


def _plain(domain: Domain) -> Known:
    return lambda domains, cls, args: domain


def _of_items(kind: str) -> Known:
    return lambda domains, cls, args: domains.items(kind, args)


def _wrapped_items(domains: Domains, cls: Any, args: tuple[Any, ...]) -> Domain:
    return domains.items("list", args, domains.maker(cls))


def _iterator(domains: Domains, cls: Any, args: tuple[Any, ...]) -> Domain:
    return domains.items("list", args[:1], Maker("iter"))


def _dict(domains: Domains, cls: Any, args: tuple[Any, ...]) -> Domain:
    return domains.entries(args)


def _ordered(domains: Domains, cls: Any, args: tuple[Any, ...]) -> Domain:
    return domains.entries(args, domains.maker(cls))


def _counter(domains: Domains, cls: Any, args: tuple[Any, ...]) -> Domain:
    return domains.entries((args[0] if args else str, int), domains.maker(cls))


def _defaultdict(domains: Domains, cls: Any, args: tuple[Any, ...]) -> Domain:
    value = args[1] if len(args) > 1 else int
    factory = domains.names.reference(typing.get_origin(value) or value)
    held = Held("int") if factory is None else Held(factory.source, factory.imports)
    parts = (Part("", held), Part("", domains.entries(args or (str, int))))
    return Made(domains.maker(cls), parts)


def _parts(*parts: tuple[str, Domain], by_keyword: bool = False) -> Known:
    return lambda domains, cls, args: domains.made(cls, *parts, by_keyword=by_keyword)


def _datetime(domains: Domains, cls: Any, args: tuple[Any, ...]) -> Domain:
    made = domains.made(cls, *_DATE, *_TIME)
    utc = _utc(domains)
    assert isinstance(made, Made)
    zone = Part("tzinfo", Choice((ABSENT, utc)), by_keyword=True)
    return Made(made.maker, (*made.parts, zone))


def _utc(domains: Domains) -> Held:
    zone = domains.maker(sys.modules["datetime"].timezone)
    return Held(f"{zone.source}.utc", zone.imports)


def _timezone(domains: Domains, cls: Any, args: tuple[Any, ...]) -> Domain:
    of = sys.modules["datetime"]
    minutes = domains.made(of.timedelta, ("minutes", Whole(-1439, 1439)), by_keyword=True)
    return Choice((_utc(domains), domains.made(of.timezone, ("offset", minutes))))


def _decimal(domains: Domains, cls: Any, args: tuple[Any, ...]) -> Domain:
    name = domains.maker(cls)
    texts = ("0.1", "1.5", "-2.5", "100", "-0", "NaN", "Infinity", "-Infinity", "1E+3")
    held = [Held(f"{name.source}({text!r})", name.imports) for text in texts]
    return Choice((domains.made(cls, ("value", INT)), *held))


def _pattern(domains: Domains, cls: Any, args: tuple[Any, ...]) -> Domain:
    name = domains.maker(sys.modules["re"].compile)
    prefix = "b" if args == (bytes,) else ""
    texts = ("", "a", "[a-z]+", r"(\d+)")
    return Choice(tuple(Held(f"{name.source}({prefix}{text!r})", name.imports) for text in texts))


def _element(domains: Domains, cls: Any, args: tuple[Any, ...]) -> Domain:
    """An element of XML: with a tag and attributes, or with children as well."""
    made = domains.made(cls, ("tag", STR), ("attrib", domains.entries((str, str))))
    parse = domains.maker(sys.modules["xml.etree.ElementTree"].fromstring)
    texts = ("<a>b</a>", "<a b='c'>d<e>f</e>g</a>")
    held = [Held(f"{parse.source}({text!r})", parse.imports) for text in texts]
    return Choice((made, *held))


def _interpolation(domains: Domains, cls: Any, args: tuple[Any, ...]) -> Domain:
    value = domains.domain(args[0] if args else Any)
    conversion = Choice((NONE, *[Held(repr(each)) for each in "rsa"]))
    parts = (("expression", Held("'x'")), ("conversion", conversion), ("format_spec", STR))
    return domains.made(cls, ("value", value), *parts)


def _template(domains: Domains, cls: Any, args: tuple[Any, ...]) -> Domain:
    """A template string of up to two interpolations, with text before and after each."""
    says = "Template is not explored to the end: it has at most two interpolations"
    domains.notes["bound-hit", says] = None
    inner = _interpolation(domains, sys.modules["string.templatelib"].Interpolation, args)
    more = (("", inner), ("", STR))
    return Choice(tuple(domains.made(cls, ("", STR), *more * count) for count in range(3)))


def _array(domains: Domains, cls: Any, args: tuple[Any, ...]) -> Domain:
    name = domains.maker(cls)
    kinds = (("'q'", Whole(-(2**63), 2**63 - 1)), ("'B'", Whole(0, 255)), ("'d'", FLOAT))
    options = [
        Made(name, (Part("typecode", Held(code)), Part("initializer", Items("list", of))))
        for code, of in kinds
    ]
    return Choice(tuple(options))


def _type(domains: Domains, cls: Any, args: tuple[Any, ...]) -> Domain:
    """A class as a value: the one that is named, or a subclass near the target."""
    if not args or not isinstance(args[0], type):
        return Choice((Held("int"), Held("str")))
    near = [each for each in below(args[0]) if domains.distance(each) < 2]
    return domains.choice([domains.held(each) for each in (args[0], *near[:NEAREST])])


def _stream(name: str, content: Domain) -> Known:
    def known(domains: Domains, cls: Any, args: tuple[Any, ...]) -> Domain:
        import io

        return domains.made(getattr(io, name), ("initial_value", content))

    return known


def _any_stream(domains: Domains, cls: Any, args: tuple[Any, ...]) -> Domain:
    """A stream of the type in brackets: text, bytes, or either."""
    if args in ((str,), (bytes,)):
        return (_TEXT_STREAM if args == (str,) else _BYTE_STREAM)(domains, cls, args)
    return Choice((_TEXT_STREAM(domains, cls, args), _BYTE_STREAM(domains, cls, args)))


_DATE = (("year", Whole(1, 9999)), ("month", Whole(1, 12)), ("day", Whole(1, 31)))
_TIME = (
    ("hour", Whole(0, 23)),
    ("minute", Whole(0, 59)),
    ("second", Whole(0, 59)),
    ("microsecond", Whole(0, 999_999)),
)
_INDEX = Choice((NONE, INT))
_LIST, _SET = _of_items("list"), _of_items("set")
_TEXT_STREAM, _BYTE_STREAM = _stream("StringIO", STR), _stream("BytesIO", Text("bytes"))
_PATH = _parts(("path", STR))
_NUMBER = _plain(Choice((INT, FLOAT)))

KNOWN: dict[str, Known] = {
    "builtins.int": _plain(INT),
    "builtins.bool": _plain(BOOL),
    "builtins.str": _plain(STR),
    "builtins.bytes": _plain(Text("bytes")),
    "builtins.bytearray": _plain(Text("bytearray")),
    "builtins.memoryview": _parts(("object", Text("bytes"))),
    "builtins.float": _plain(FLOAT),
    "builtins.complex": _parts(("real", FLOAT), ("imag", FLOAT)),
    "builtins.NoneType": _plain(NONE),
    "builtins.ellipsis": _plain(Held("...")),
    "types.EllipsisType": _plain(Held("...")),
    "builtins.list": _LIST,
    "builtins.tuple": lambda domains, cls, args: domains.tuple_of(args),
    "builtins.set": _SET,
    "builtins.frozenset": _of_items("frozenset"),
    "builtins.dict": _dict,
    "builtins.frozendict": lambda domains, cls, args: domains.entries(args, Maker("frozendict")),
    "builtins.range": _parts(
        ("start", INT), ("stop", INT), ("step", Choice((Whole(1, None), Whole(None, -1))))
    ),
    "builtins.slice": _parts(("start", _INDEX), ("stop", _INDEX), ("step", _INDEX)),
    "builtins.type": _type,
    "builtins.sentinel": _parts(("name", Held("'MISSING'"))),
    "collections.deque": _wrapped_items,
    "collections.OrderedDict": _ordered,
    "collections.UserDict": _ordered,
    "collections.UserList": _wrapped_items,
    "collections.ChainMap": _ordered,
    "types.MappingProxyType": _ordered,
    "collections.Counter": _counter,
    "collections.defaultdict": _defaultdict,
    **{
        f"collections.abc.{name}": _LIST
        for name in (
            *("Sequence", "MutableSequence", "Iterable", "Collection", "Container"),
            *("Reversible", "Sized", "ValuesView"),
        )
    },
    **{f"collections.abc.{name}": _SET for name in ("Set", "MutableSet", "KeysView")},
    "collections.abc.Iterator": _iterator,
    "collections.abc.Generator": _iterator,
    "collections.abc.Mapping": _dict,
    "collections.abc.MutableMapping": _dict,
    "collections.abc.Hashable": _plain(ANYTHING),
    "collections.abc.Callable": lambda domains, cls, args: domains.callable_(Any, ...),
    "collections.abc.ByteString": _plain(Text("bytes")),
    "collections.abc.Buffer": _plain(Text("bytes")),
    **{
        f"typing.Supports{name}": _NUMBER
        for name in ("Int", "Float", "Abs", "Round", "Complex")
    },
    "typing.SupportsIndex": _plain(INT),
    "typing.SupportsBytes": _plain(Text("bytes")),
    "typing.IO": _any_stream,
    "io.IOBase": _any_stream,
    "typing.TextIO": _TEXT_STREAM,
    "typing.BinaryIO": _BYTE_STREAM,
    **dict.fromkeys(("io.TextIOBase", "_io.TextIOWrapper"), _TEXT_STREAM),
    **dict.fromkeys(("io.RawIOBase", "io.BufferedIOBase", "_io.FileIO"), _BYTE_STREAM),
    **{f"_io.Buffered{name}": _BYTE_STREAM for name in ("Reader", "Writer", "Random")},
    "io.StringIO": _TEXT_STREAM,
    "io.BytesIO": _BYTE_STREAM,
    "_io.StringIO": _TEXT_STREAM,
    "_io.BytesIO": _BYTE_STREAM,
    "numbers.Number": _NUMBER,
    "numbers.Complex": _NUMBER,
    "numbers.Real": _NUMBER,
    "numbers.Rational": _plain(INT),
    "numbers.Integral": _plain(INT),
    "datetime.date": _parts(*_DATE),
    "datetime.time": _parts(*_TIME),
    "datetime.datetime": _datetime,
    "datetime.timedelta": _parts(
        ("days", Whole(-999_999_999, 999_999_999)),
        ("seconds", Whole(0, 86_399)),
        # Left out if it need not be: it makes the constructor calculate with floats.
        ("microseconds", Choice((ABSENT, Whole(0, 999_999)))),
    ),
    "datetime.timezone": _timezone,
    "datetime.tzinfo": _timezone,
    "decimal.Decimal": _decimal,
    "fractions.Fraction": _parts(
        ("numerator", INT), ("denominator", Choice((Held("1"), Whole(1, None))))
    ),
    "uuid.UUID": _parts(("int", Whole(0, 2**128 - 1)), by_keyword=True),
    **{
        f"{home}.{name}": _PATH
        for home in ("pathlib", "pathlib._local")
        for name in ("PurePath", "Path", "PurePosixPath", "PosixPath", "PureWindowsPath")
    },
    "os.PathLike": _plain(STR),
    "array.array": _array,
    "xml.etree.ElementTree.Element": _element,
    "string.templatelib.Interpolation": _interpolation,
    "string.templatelib.Template": _template,
    "re.Match": match,
    "re.Pattern": _pattern,
    "types.FunctionType": lambda domains, cls, args: domains.callable_(Any, ...),
    "types.SimpleNamespace": _parts(),
}  # fmt: skip
"""Keyed by dotted name, so that a look-up imports nothing."""
