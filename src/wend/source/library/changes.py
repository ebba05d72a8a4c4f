"""What functions and methods change, what they leave as it is, and what their results share with
their arguments. Proofs that a global or an attribute stays as it is rest on these facts.
"""

from __future__ import annotations

from wend.source.library.fact import Fact

OPERATORS = "add and concat floordiv lshift matmul mod mul or pow rshift sub truediv xor".split()  # noqa: SIM905
"""Operators with a form in place: `a += b` is `a.__iadd__(b)`, and `operator.iadd(a, b)`."""

CHANGES_ITEMS = Fact({
    "": " ".join(["__delitem__", "__setitem__", *[f"__i{name}__" for name in OPERATORS]]),
    "array.array": "append byteswap clear extend frombytes fromfile fromlist fromunicode insert pop"
    " remove reverse",
    "bytearray": "append clear extend insert pop remove resize reverse take_bytes",
    "collections.ChainMap": "clear pop popitem setdefault update",
    "collections.Counter": "clear pop popitem setdefault subtract update",
    "collections.OrderedDict": "clear move_to_end pop popitem setdefault update",
    "collections.defaultdict": "clear pop popitem setdefault update",
    "collections.deque": "append appendleft clear extend extendleft insert pop popleft remove"
    " reverse rotate",
    "dict": "clear pop popitem setdefault update",
    "list": "append clear extend insert pop remove reverse sort",
    "set": "add clear difference_update discard intersection_update pop remove"
    " symmetric_difference_update update",
})  # fmt: skip
"""Methods that change what is in their object."""

CHANGES_OBJECT = Fact({
    "": "__init__ __next__ __setstate__",
    "io.BytesIO": "write",
    "io.StringIO": "write",
    "io.TextIOWrapper": "write",
    "logging.Logger": "setLevel",
    "queue.Queue": "put",
    "types.CoroutineType": "send",
    "types.GeneratorType": "send",
})  # fmt: skip
"""Methods that change their object in other ways."""

CHANGES = CHANGES_ITEMS | CHANGES_OBJECT
"""Methods that change their object."""

TAKES_WHAT_IT_GIVES = Fact({"queue.Queue": "get get_nowait"})
"""Methods that remove what they return, though other classes have harmless ones of that name."""

# A method that changes its own object is in `CHANGES`; here are functions.
CHANGES_ARGUMENT = Fact({
    "bisect": "insort insort_left insort_right",
    "builtins": "anext next",
    "collections": "_count_elements",
    "ctypes": "addressof byref memmove memset pointer",
    "ctypes.Structure": "from_buffer",
    "heapq": "_heapify_max _heappop_max _heapreplace_max heapify heapify_max heappop heappop_max"
    " heappush heappush_max heappushpop heappushpop_max heapreplace heapreplace_max",
    "io.BytesIO": "readinto readinto1",
    "operator": " ".join(["delitem", "setitem", *[f"i{name}" for name in OPERATORS]]),
    "random": "shuffle",
    "random.Random": "shuffle",
    "socket.socket": "recv_into recvfrom_into",
    "struct": "pack_into",
})  # fmt: skip
"""Functions that change an argument, or give others the means to change it."""

CALLS_ARGUMENT = Fact({"builtins": "filter map max min sorted"})
"""Builtins that call a function that they are given; no other builtin is supposed to."""

SETS_UP_OBJECT = Fact({"": "__init__ __new__ __post_init__ __setstate__"})
"""Methods that give a new object its attributes."""

SETS_UP_CLASS = Fact({"": "__init_subclass__ __set_name__"})
"""Methods that are called while a class is made."""

SETS_ROUNDING = Fact({"decimal": "DefaultContext getcontext localcontext setcontext"})
"""Names by which a module may set how all decimals are rounded."""

# What leaves things as they are


def _asking(cls: type) -> str:
    """The public methods of a builtin class that are not known to change something."""
    changing = CHANGES_ITEMS.homes.get(cls.__name__, frozenset())
    return " ".join([name for name in dir(cls) if name[0] != "_" and name not in changing])


_BUILTIN = (bytearray, bytes, dict, float, frozenset, int, list, range, set, str, tuple)

ASKS = Fact({
    **{cls.__name__: _asking(cls) for cls in _BUILTIN},
    "": "__abs__ __add__ __and__ __bool__ __buffer__ __bytes__ __ceil__ __class__ __class_getitem__"
    " __contains__ __copy__ __deepcopy__ __dir__ __divmod__ __doc__ __eq__ __float__ __floor__"
    " __floordiv__ __format__ __ge__ __getattribute__ __getformat__ __getitem__ __getnewargs__"
    " __getstate__ __gt__ __hash__ __index__ __init_subclass__ __int__ __invert__ __iter__ __le__"
    " __len__ __lshift__ __lt__ __mod__ __module__ __mul__ __ne__ __neg__ __new__ __or__ __pos__"
    " __pow__ __radd__ __rand__ __rdivmod__ __reduce__ __reduce_ex__ __replace__ __repr__"
    " __reversed__ __rfloordiv__ __rlshift__ __rmod__ __rmul__ __ror__ __round__ __rpow__"
    " __rrshift__ __rshift__ __rsub__ __rtruediv__ __rxor__ __sizeof__ __str__ __sub__"
    " __subclasshook__ __truediv__ __trunc__ __xor__",
    "datetime.datetime": "astimezone combine ctime date day dst fold fromisocalendar fromisoformat"
    " fromordinal fromtimestamp hour isocalendar isoformat isoweekday max microsecond min minute"
    " month now replace resolution second strftime strptime time timestamp timetuple timetz today"
    " toordinal tzinfo tzname utcfromtimestamp utcnow utcoffset utctimetuple weekday year",
    "datetime.timedelta": "days max microseconds min resolution seconds total_seconds",
    "re.Pattern": "findall finditer flags fullmatch groupindex groups match pattern prefixmatch"
    " scanner search split sub subn",
    "threading.Lock": "locked",
    "types.MappingProxyType": "copy get items keys values",
})  # fmt: skip
"""Methods and attributes that change nothing, whichever class has them."""

ASKS_PARAMETER = Fact({
    "bytes": "decode hex",
    "dict": "copy get items keys values",
    "list": "copy count index",
    "set": "difference intersection isdisjoint issubset issuperset symmetric_difference union",
    "str": "endswith find join lower split startswith strip upper",
})  # fmt: skip
"""Methods in `ASKS` that are taken to be harmless on objects of any class of the user, too. Methods
that are not named here (`replace`) may change such an object."""

KEEPS_ARGUMENT = Fact({
    "dict": "get setdefault update",
    "list": "append extend index insert",
    "set": "add update",
    "str": "format join",
})  # fmt: skip
"""Methods that get an argument, or keep it, and do not change it."""

LOOKS = Fact({
    "builtins": "abs ascii bin bool callable chr complex dir divmod float format getattr hasattr"
    " hash hex id int isinstance issubclass len oct ord pow range repr round slice str super type"
})  # fmt: skip
"""Builtins that leave their arguments as they are, and give something that is not made of them."""

PRINTS = Fact({"builtins": "print"})
"""Builtins that write text of their arguments, and leave these as they are."""

LOOKS_UP = Fact({"": "__getitem__ __missing__", "str": "format format_map"})
"""Methods that ask a dict for keys: a `defaultdict` grows."""

USES_UP_ITEMS = Fact({"builtins": "all any dict list max min set sorted sum tuple", "str": "join"})
"""Functions that have taken all items of an iterable when they return."""

# What functions return

MAKES_NEW = Fact({
    "builtins": "bool bytes float format int len range repr str",
    "copy": "deepcopy",
    "str": "format join",
})  # fmt: skip
"""Functions whose results share nothing with the arguments."""

COPIES = Fact({
    "builtins": "dict enumerate filter frozenset iter list reversed set sorted sum tuple zip",
    "copy": "copy",
    "itertools": "chain islice",
})  # fmt: skip
"""Functions whose results are new, with the items of the arguments."""

USED_UP = Fact({
    "builtins": "enumerate filter iter map open reversed zip",
    "csv": "DictReader reader",
    "glob": "iglob",
    "itertools": "accumulate batched chain combinations combinations_with_replacement compress"
    " count cycle dropwhile filterfalse groupby islice pairwise permutations product repeat starmap"
    " takewhile tee zip_longest",
    "os": "scandir walk",
    "pathlib.Path": "iterdir",
    "re": "finditer",
})  # fmt: skip
"""Functions that return something that is used up by reading it."""

MAKES_CONTAINER = Fact({
    "builtins": "bytearray",
    "collections": "Counter OrderedDict defaultdict deque",
    "dict": "fromkeys",
})  # fmt: skip
"""Functions that return a container whose changing methods are all in `CHANGES_ITEMS`."""

MAKES_OBJECT = Fact({
    "collections": "Counter OrderedDict defaultdict deque",
    "queue": "LifoQueue PriorityQueue Queue SimpleQueue",
})  # fmt: skip
"""Classes that make another object each time they are called, and keep none of them."""

MAKES_GROWING = Fact({"collections": "defaultdict"})
"""Functions that return a container that grows when it is asked for a key."""

MAKES_CLASS = Fact({
    "collections": "namedtuple",
    "enum": "Enum Flag IntEnum IntFlag StrEnum",
    "typing": "NamedTuple NewType TypedDict",
})  # fmt: skip
"""Functions that make a class whose objects have no methods that change them."""

MAKES_IMMUTABLE = Fact({
    "builtins": "bool bytes float frozenset int object range str",
    "datetime": "date datetime time timedelta timezone",
    "decimal": "Decimal",
    "enum": "auto",
    "fractions": "Fraction",
    "operator": "attrgetter itemgetter",
    "os": "getenv",
    "os.path": "abspath basename dirname join normpath realpath",
    "pathlib": "Path PosixPath PurePath PurePosixPath",
    "re": "compile",
    "struct": "Struct",
    "typing": "TypeVar",
    "uuid": "UUID",
    "zoneinfo": "ZoneInfo",
})  # fmt: skip
"""Functions whose results nobody can change."""

MAKES_PLAIN = Fact({
    "ast": "literal_eval",
    "dataclasses": "field",
    "json": "load loads",
    "logging": "getLogger",
    "os": "listdir",
    "re": "findall",
    "types": "MappingProxyType",
    "typing": "get_args get_origin",
})  # fmt: skip
"""Functions whose results are plain containers, or have no methods that change them noticeably."""

MAKES_QUIETLY = Fact({
    "builtins": "bool bytes chr complex dict enumerate float frozenset int len list max min object"
    " ord range reversed round set sorted str sum tuple zip",
    "typing": "TypeVar",
})  # fmt: skip
"""Functions that run no code of others where a module calls them for the value of a name."""


def is_asking(method: str) -> bool:
    """Whether a method of an object of unknown class changes nothing, as its name tells."""
    is_known = method in ASKS or method.startswith(("is_", "has_"))
    return is_known and method not in TAKES_WHAT_IT_GIVES
