"""Native code that only hands values on, or works through the values' own methods.

Tracked text is a real `str` and an open list a real `list`: native code could read them without
asking. So what may have them is named here, one by one; all other native code without a model gets
plain text, and a Reason says so (`opaque`). Numbers are classes of their own, which C code can
read only through methods that note it: for them the modules of `THROUGH_METHODS` are enough.

Everything goes by names, so that no module is imported that the code under test does not need.
"""

from __future__ import annotations

from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

THROUGH_METHODS = frozenset(
    (
        "_abc", "_asyncio", "_bisect", "_collections", "_collections_abc", "_contextvars",
        "_functools", "_heapq", "_io", "_operator", "_thread", "_typing", "_warnings",
        "_weakref", "abc", "atexit", "builtins", "collections", "functools", "gc", "io",
        "itertools", "operator", "posix", "sys", "types", "typing", "warnings", "weakref",
    )
)  # fmt: skip
"""Native modules that look at numbers through the numbers' own methods."""

_FUNCTIONS = {
    "builtins": """
        __build_class__ abs aiter all anext any bin breakpoint callable dir divmod globals hash hex
        id isinstance issubclass iter len locals max min next oct pow repr round sorted sum vars
    """,
    "_abc": """
        get_cache_token _abc_init _reset_registry _reset_caches _get_dump _abc_register
        _abc_instancecheck _abc_subclasscheck
    """,
    "_asyncio": """
        get_event_loop _get_event_loop get_running_loop _get_running_loop _set_running_loop
        _register_task _unregister_task _enter_task _leave_task current_task
    """,
    "_bisect": "bisect_left bisect_right insort_left insort_right",
    "_contextvars": "copy_context",
    "_functools": "cmp_to_key reduce",
    "_operator": """
        is_none is_not_none
        truth indexOf countOf is_ is_not add sub mul matmul floordiv truediv mod neg pos abs inv
        invert lshift rshift not_ and_ xor or_ iadd isub imul imatmul ifloordiv itruediv imod
        ilshift irshift iand ixor ior getitem setitem delitem pow ipow eq ne lt le gt ge
        length_hint
    """,
    "operator": "itemgetter",
    "_thread": """
        start_new_thread start_new start_joinable_thread allocate_lock allocate exit_thread exit
        interrupt_main get_ident get_native_id _count stack_size _set_sentinel _excepthook
        _get_main_thread_ident _is_main_interpreter _make_thread_handle _shutdown
        daemon_threads_allowed
    """,
    "_typing": "_idfunc",
    "_warnings": "_filters_mutated _filters_mutated_lock_held",
    "_weakref": "getweakrefcount _remove_dead_weakref getweakrefs proxy",
    "atexit": "register _clear unregister _run_exitfuncs _ncallbacks",
    "gc": """
        enable disable isenabled collect get_objects get_referrers get_referents is_tracked
        is_finalized freeze unfreeze get_count get_stats get_threshold get_debug get_freeze_count
    """,
    "itertools": "tee",
    "posix": "fspath",
    "sys": """
        addaudithook breakpointhook _clear_type_cache _current_frames _current_exceptions
        displayhook exception exc_info excepthook exit getrecursionlimit getrefcount _getframe
        _getframemodulename is_finalizing setprofile getprofile settrace gettrace call_tracing
        set_coroutine_origin_tracking_depth get_coroutine_origin_tracking_depth set_asyncgen_hooks
        get_asyncgen_hooks unraisablehook
    """,
}
"""By the module that a function says it is of."""

_CLASSES = {
    "builtins": """
        object type super property classmethod staticmethod slice enumerate filter map zip reversed
        list tuple dict frozendict set frozenset bool range function method cell mappingproxy
        sentinel
    """,
    "collections": "deque defaultdict OrderedDict",
    "functools": "partial",
    "itertools": """
        accumulate batched chain combinations combinations_with_replacement compress count cycle
        dropwhile filterfalse groupby islice pairwise permutations product repeat starmap takewhile
        zip_longest
    """,
    "types": "GenericAlias SimpleNamespace",
    "typing": "ParamSpec ParamSpecArgs ParamSpecKwargs TypeAliasType TypeVar TypeVarTuple",
    "weakref": "ref ReferenceType KeyedRef",
    "_asyncio": "Future Task",
    "_contextvars": "Context",
    "_queue": "SimpleQueue",
}
"""Classes whose instances are made of values without a look into them."""

_METHODS = {
    "builtins.list": """
        append clear copy count extend insert pop remove reverse sort __getitem__ __reversed__
    """,
    "builtins.tuple": "count index __new__",
    "builtins.dict": """
        clear copy fromkeys get items keys pop popitem setdefault update values __contains__
        __getitem__ __reversed__
    """,
    "builtins.frozendict": "copy fromkeys get items keys values",
    "builtins.set": """
        add clear copy difference difference_update discard intersection intersection_update
        isdisjoint issubset issuperset pop remove symmetric_difference symmetric_difference_update
        union update __contains__
    """,
    "builtins.frozenset": """
        copy difference intersection isdisjoint issubset issuperset symmetric_difference union
        __contains__
    """,
    "builtins.range": "count index",
    "collections.deque": """
        append appendleft clear copy count extend extendleft index insert pop popleft remove
        reverse rotate __copy__ __reversed__
    """,
    "collections.defaultdict": "copy __copy__ __missing__",
    "collections.OrderedDict": """
        clear copy fromkeys items keys move_to_end pop popitem setdefault update values __reversed__
    """,
    "builtins.slice": "indices",
    "builtins.property": "getter setter deleter",
    "builtins.generator": "send throw close",
    "builtins.coroutine": "send throw close",
    "builtins.async_generator": "asend athrow aclose",
    "builtins.mappingproxy": "copy get items keys values",
    "builtins.dict_keys": "isdisjoint",
    "builtins.dict_items": "isdisjoint",
    "_io._IOBase": "readlines",
    "_io._TextIOBase": "detach",
    "_contextvars.Context": "copy get items keys run values",
    "_contextvars.ContextVar": "get reset set",
    "builtins.BaseException": "add_note with_traceback __reduce__ __setstate__",
    "builtins.object": """
        __dir__ __init_subclass__ __new__ __reduce__ __reduce_ex__ __subclasshook__
    """,
    "builtins.type": "mro __dir__ __instancecheck__ __prepare__ __subclasscheck__ __subclasses__",
    "itertools.chain": "from_iterable",
    "_asyncio.Future": """
        add_done_callback cancel cancelled done exception get_loop remove_done_callback result
        set_exception set_result
    """,
    "_queue.SimpleQueue": "put put_nowait",
}
"""Methods of native types; what takes no argument is not named for types that are never tracked."""

HANDS_ON = frozenset(
    f"{owner}.{name}"
    for table in (_FUNCTIONS, _CLASSES, _METHODS)
    for owner, names in table.items()
    for name in names.split()
)
"""`module.name`, or `module.type.name`, of native code that may have tracked values of any kind."""


def hands_on(function: Any) -> bool:
    """Whether a native function or class is named in the list."""
    return f"{function.__module__}.{function.__qualname__}" in HANDS_ON


def init_hands_on(cls: Any) -> bool:
    """Whether a native constructor keeps what it is given, or takes nothing."""
    if cls.__module__ == "_ctypes":
        return True  # it assigns fields, which have accessors
    return cls is object or issubclass(cls, _KEEPING) or hands_on(cls)


_KEEPING = (BaseException, type, list, dict, set, ModuleType, SimpleNamespace)


def method_hands_on(owner: type, name: str) -> bool:
    """Whether a method is, by the native class that defines it."""
    return f"{owner.__module__}.{owner.__qualname__}.{name}" in HANDS_ON


def defining_class(cls: type, name: str) -> type | None:
    """The first class in the order of resolution whose method of this name is native."""
    for base in cls.__mro__:
        if name in base.__dict__ and type(base.__dict__[name]) is not FunctionType:
            return base
    return None
