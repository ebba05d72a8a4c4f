"""Calls without a probe, where the twin knows what is called and looks at the arguments.

How that is said in a tree is told in `inline`.
"""

from __future__ import annotations

import ast
from types import MethodDescriptorType

from wend.instrument.rewrite.callees import (
    has_code,
    is_bound,
    is_method_below,
    is_object,
    known,
    met,
    replaced,
    site_of,
    standing,
)
from wend.instrument.rewrite.checks import (
    AND,
    LOAD,
    OR,
    Check,
    all_plain,
    arguments,
    do,
    is_a,
    is_same,
    items_of,
    joint,
    kept,
    may_be_byte,
    not_alone,
    on_stack,
    plain,
    probed,
    typed,
)
from wend.instrument.rewrite.fed import FED, fed
from wend.instrument.rewrite.given import (
    argument_checks,
    collected_of,
    put_last,
    values_of,
)
from wend.instrument.rewrite.handed import (
    call_by_key,
    call_of_mapper,
    check_key,
    has_key,
    is_given_key,
    maps,
)
from wend.instrument.rewrite.methods import held, may_be_unchecked
from wend.instrument.rewrite.names import (
    ARGUMENTS,
    AT_ONCE,
    ATTRIBUTE_READERS,
    BISECTIONS,
    BY_ITEMS,
    CHECKED_METHODS,
    COLLECTING,
    DRAWING,
    FIRST_ONLY,
    HEAPS,
    KEEPING,
    MULTIPLYING,
    NAMING,
    OF_ITEMS,
    OF_PATTERNS,
    WITH_PLAIN_VALUES,
)
from wend.instrument.rewrite.nodes import NULL_LAST, PLACEHOLDER, at
from wend.instrument.rewrite.shapes import (
    has_one_argument,
    has_simple_arguments,
    is_constant,
    size_of_call,
)


def call(
    node: ast.Call,
    number: int,
    *,
    may_be_native: bool = True,
    may_be_local: bool = True,
    is_varied: bool = False,
    is_new: bool = False,
    method: str = "",
    gift: int = 0,
) -> ast.Call:
    """f(a, b); the site of the call, which has a number, knows what may be called as it is.

    `may_be_native`: f may be a native callable, with something in its place. `may_be_local`: it may
    be a function that is not kept; `is_varied`: one of many; `is_new`: one that was made just now.
    `method`: f was given its name as the method x.method, as a rule; `gift`: the number of where
    that was, in this function.
    """
    if _is_checked(node, method) and has_simple_arguments(node):
        site = site_of(f"alias:methods:{method}", number, values_of(node)[-1])
        callee = held(len(values_of(node)) + 1 + NULL_LAST, site, gift)
        return _checked_call(node, site, argument_checks(values_of(node), method), callee)
    place = node.func
    if method:
        site = site_of(f"alias:any:{method}", number, place)
    else:
        site = site_of(size_of_call(node), number, place)
    slow = probed("called", [do("TAKE 2", place), site], place)
    if may_be_native:
        slow = standing(1, site, place, slow)
    is_known = known(1, site)
    if may_be_unchecked(method):
        is_known = [*held(1, site, gift), *is_known, is_bound(1, site)]
    elif method:  # of a class written in Python, as a rule
        is_known = [is_bound(1, site), *is_known, *held(1, site, 0)]
    elif is_varied:
        is_known += [is_object(1, site), *([has_code(1, site)] if is_new else held(1, site, 0))]
        is_known += met(1, site)
    elif may_be_local:
        is_known += held(1, site, 0)
    test = kept([node.func], [is_known], place)
    node.func = at(ast.IfExp(test, do("NOP", place), slow), place)
    return node


def call_of_builtin(
    node: ast.Call, number: int, consumer: str = "", around: str = ""
) -> ast.Call | None:
    """f(a, b) where f may be a builtin with a model; None where nothing speaks for it.

    A call that goes through all that it gives before any other code runs is its `consumer`; the
    function `around` it is of this name.
    """
    function = node.func
    if consumer == "dict" and _zips(node):
        return _call_of_zip(node, number)
    if _makes_dict_of_zip(node):
        return node
    if maps(node):
        return call_of_mapper(node, number, bool(consumer))
    if has_key(node):
        return call_by_key(node, number)
    if _reads_attribute(node):
        return _call_of_getattr(node, number)
    if isinstance(function, ast.Name) and _is_of_heap(node, function.id):
        first = arguments(node.args[:1], "iterables", len(node.args))
        return _checked_call(node, site_of("heaps", number, values_of(node)[-1]), first)
    if not isinstance(function, ast.Name) or not values_of(node) or not has_simple_arguments(node):
        return None
    if function.id == "hash" and has_one_argument(node):
        return _call_of_hash(node, number, around)
    if function.id not in ARGUMENTS:
        return None
    if function.id == "dict" and not node.args:  # names are no tracked text
        return _checked_call(node, site_of("mappings", number, values_of(node)[-1]), [])
    if function.id in BY_ITEMS and not [each for each in node.keywords if each.arg != "default"]:
        return _call_of_extreme(node, number)
    if node.keywords:
        if function.id not in NAMING:
            return None
        checks = arguments(values_of(node), ARGUMENTS[function.id])
        return _checked_call(
            node, site_of(ARGUMENTS[function.id], number, values_of(node)[-1]), checks
        )
    kinds = ARGUMENTS[function.id]
    if kinds == "sized" and not has_one_argument(node):
        return None
    if function.id in COLLECTING and len(node.args) == 1:
        collected = kinds if function.id == "bytes" else "combined"
        return _checked_call(
            node, site_of(kinds, number, values_of(node)[-1]), collected_of(node.args[0], collected)
        )
    checks = arguments(node.args, kinds)
    if function.id == "type":  # asked of values of many types
        checks = [check[1:] for check in checks]
    return _checked_call(node, site_of(kinds, number, values_of(node)[-1]), checks)


def _call_of_extreme(node: ast.Call, number: int) -> ast.Call:
    """max(items), max(items, default=x), max(a, b): of tracked numbers it is one term, all else
    compares itself."""
    values = values_of(node)
    place, count = values[-1], len(values)
    if len(node.args) == 1:
        items = on_stack(items_of(count, "collections", place, "are_untracked"), place)
        checks = [[items, *typed(count, "unlisted", place)]]
    else:
        untracked = [
            typed(count - index, "followed", arg, unless=True)
            for index, arg in enumerate(node.args)
            if not is_constant(arg)
        ]
        checks = [all_plain(place), *untracked]
    return _checked_call(node, site_of("scalars", number, place), checks)


def _call_of_hash(node: ast.Call, number: int, around: str) -> ast.Call:
    """hash(x): that of text is noted once, at each place, but where the hash of an object is told:
    there it does not matter."""
    place = node.args[0]
    kinds = "scalars" if around == "__hash__" else "told_once"
    return _checked_call(node, site_of(kinds, number, place), plain(1, place, "keys"))


def call_of_import(node: ast.Call, number: int, imported: str) -> ast.Call | None:
    """f(a, b), or module.f(a, b), where that was imported; None where nothing speaks for it."""
    module, _, name = imported.rpartition(".")
    if _is_of_heap(node, name):
        first = arguments(node.args[:1], "iterables", len(node.args))
        return _checked_call(node, site_of("heaps", number, values_of(node)[-1]), first)
    if module in WITH_PLAIN_VALUES and values_of(node) and has_simple_arguments(node):
        values = values_of(node)
        kinds = "items" if name in OF_ITEMS else "read"
        if name in MULTIPLYING:
            checks = arguments(values[:1], "iterables", len(values))
        else:
            checks = arguments(values, "scalars" if name in KEEPING else kinds)
        return _checked_call(node, site_of("plainly", number, values[-1]), checks)
    return None


def consumer_name(node: ast.Call) -> str:
    """What a call is named that goes through its first argument before any other code runs."""
    function = node.func
    if isinstance(function, ast.Name):
        name = function.id
        if name == "dict" and (node.keywords or len(node.args) > 1):
            return ""
        is_consumer = name in AT_ONCE or name == "dict"
    else:
        name = function.attr if isinstance(function, ast.Attribute) else ""
        is_consumer = name == "join"
    return name if is_consumer and node.args and has_simple_arguments(node) else ""


def _zips(node: ast.Call) -> bool:
    """Whether it is `zip(keys, values)`."""
    return (
        isinstance(node.func, ast.Name)
        and node.func.id == "zip"
        and len(node.args) == 2
        and has_simple_arguments(node)
        and all(is_constant(each.value) for each in node.keywords)
    )


def _call_of_zip(node: ast.Call, number: int) -> ast.Call:
    """zip(keys, values) in `dict(zip(keys, values))`: both are called as they are where the keys
    are plain, and nothing of the code under test runs while they are gone through."""
    place = node.args[-1]
    site, consumer = site_of("going", number, place), site_of("pairs", number, place)
    at_callee = 3 + NULL_LAST
    at_consumer = at_callee + 2
    # No more keys than there are values: an islice of the former.
    size = probed("len", [do("COPY 11", place)], place)
    keys = probed("islice", [do("COPY 9", place), size], place)
    types = probed("map", [at(ast.Constant(PLACEHOLDER + "type"), place), keys], place)
    checks = [
        known(at_callee, site),
        known(at_consumer, consumer),
        typed(2, "held", place),
        typed(1, "held", place),
        [probed("are_scalars", [types], place)],
    ]
    both = is_same(
        replaced("called", at_callee, place, site),
        is_same(replaced("called", at_consumer, place, consumer), do("DROP 2", place)),
    )
    node.args[-1] = at(ast.IfExp(kept([place], checks, place), do("NOP", place), both), place)
    node.zips_keys = True  # type: ignore[attr-defined] # for `_makes_dict_of_zip`
    return node


def _makes_dict_of_zip(node: ast.Call) -> bool:
    """Whether it is `dict(zip(keys, values))`, and the call of `zip` looks at both."""
    return len(node.args) == 1 and getattr(node.args[0], "zips_keys", False)


def _reads_attribute(node: ast.Call) -> bool:
    """Whether it is `getattr(x, name)`, or the like."""
    return (
        isinstance(node.func, ast.Name)
        and len(node.args) in ATTRIBUTE_READERS.get(node.func.id, ())
        and not node.keywords
        and has_simple_arguments(node)
    )


def _is_of_heap(node: ast.Call, name: str) -> bool:
    """Whether it is `heappush(heap, x)`, or the like."""
    return (
        name in HEAPS
        and bool(node.args)
        and not node.keywords
        and not _has_bounds(node, name)
        and has_simple_arguments(node)
    )


def _has_bounds(node: ast.Call, name: str) -> bool:
    """Whether it is told between which places to look."""
    return name in BISECTIONS and len(node.args) > 2


def _call_of_getattr(node: ast.Call, number: int) -> ast.Call:
    count, name = len(node.args), node.args[1]
    checks = [typed(count, "followed", node.args[0], unless=True)]
    if not is_constant(name):
        checks.append([is_a(count - 1, "texts", name)])
    if isinstance(node.func, ast.Name) and node.func.id == "setattr":
        checks += plain(1, node.args[2], "scalars")  # which hide no method
    return _checked_call(node, site_of("readers", number, values_of(node)[-1]), checks)


def _checked_call(
    node: ast.Call, site: ast.expr, checks: list[Check], callee: Check | None = None
) -> ast.Call:
    """f(a, b), as it is where f is what is known here, or tells by itself, and the checks hold."""
    values = values_of(node)
    count, place = len(values), values[-1]
    depth = count + 1 + NULL_LAST
    is_known = known(depth, site)
    slow = replaced("called", depth, place, site)
    if callee is None:
        slow = standing(depth, site, place, slow)
    if _reads_bytes(node):
        # What goes through a bytearray at once may have its bytes.
        of_array = joint(AND, [*is_known, is_a(1, "bare", place)], place)
        is_copied = isinstance(node.func, ast.Name) and node.func.id == "bytes"
        given = do("NOP", place) if is_copied else replaced("bytes", 1, place)
        slow = at(ast.IfExp(of_array, given, slow), place)
    checks = [[*(callee or ()), *is_known], *checks]
    put_last(node, at(ast.IfExp(kept([place], checks, place), do("NOP", place), slow), place))
    return node


def _reads_bytes(node: ast.Call) -> bool:
    """Whether it is `list(data)`, or the like."""
    return (
        isinstance(node.func, ast.Name)
        and (node.func.id in AT_ONCE or node.func.id == "bytes")
        and has_one_argument(node)
        and may_be_byte(node.args[0])
    )


def call_of_method(node: ast.Call, number: int) -> ast.Call | None:
    """x.m(a, b), without a bound method being made; None where it must be a probe.

    While x is evaluated, the stack is less deep than the compiler believes: nothing in it may
    handle exceptions.
    """
    function = node.func
    if not isinstance(function, ast.Attribute) or not has_simple_arguments(node):
        return None
    name, place = function.attr, function
    names_keys = name == "update" and not node.args  # by keywords, which are no tracked text
    is_checked = _is_checked(node, name) and not names_keys
    if is_checked or names_keys:
        kind = "methods"
    else:
        kind = "any" if node.args or node.keywords else "without"
    kinds = at(ast.Constant(f"{PLACEHOLDER}{kind}:{name}"), place)
    looked_up = at(ast.Attribute(do("METHOD", place), name, LOAD), place)
    native = at(ast.Call(looked_up, [], []), place)
    if name in HEAPS and is_checked:
        avoided = "heaps"
    else:
        avoided = "scalars" if is_checked and name not in FIRST_ONLY else "site"
    site = site_of(avoided, number, place)
    attribute = at(ast.Attribute(do("NOP", place), name, LOAD), place)
    asked = probed("called_method", [do("TAKE 2", place), site, kinds], place)
    is_known = kept([attribute], [[*known(1, site), *held(1, site, 0)]], place)
    slow = is_same(at(ast.IfExp(is_known, do("NOP", place), asked), place), do("BOUND", place))
    if _is_method_of_constant(function):
        check = all_plain(place)
    else:
        check = typed(1, f"{kind}:{name}", place)
    test = kept([do("START", place), function.value], [check], place)
    node.func = at(ast.IfExp(test, native, slow), place)
    if name == "sort" and is_given_key(node):
        check_key(node, number)
    elif is_checked:
        _check_arguments(node, name, function)
    elif name == "append" and has_one_argument(node):
        _check_appended(node, function)
    return node


def _is_method_of_constant(node: ast.Attribute) -> bool:
    """Whether it is `",".join`, or the like."""
    return (
        isinstance(node.value, ast.Constant)
        and type(node.value.value) in (str, bytes)
        and type(getattr(type(node.value.value), node.attr, None)) is MethodDescriptorType
    )


def _is_checked(node: ast.Call, name: str) -> bool:
    """Whether the arguments of a method are looked at."""
    if name in CHECKED_METHODS:
        return bool(node.args or node.keywords) and not _has_bounds(node, name)
    return (name in OF_PATTERNS or name in DRAWING) and bool(node.args) and not node.keywords


def _check_arguments(node: ast.Call, name: str, function: ast.Attribute) -> None:
    """Where an argument is not plain, the model takes the place of the native method."""
    values = values_of(node)
    count, place = len(values), values[-1]
    receiver = function.value.value if isinstance(function.value, ast.Constant) else None
    checks = argument_checks(values, name, receiver)
    if name == "insert" and count == 2 and may_be_byte(place):
        checks.append(_may_be_put("methods:insert", place, function))
    may_be_fed = name in FED and has_one_argument(node)
    if not checks:
        if may_be_fed and isinstance(place, ast.Constant) and type(place.value) is bytes:
            put_last(node, fed(name, place, function, do("NOP", place)))
        return
    # The callee is a native method and its object, or what the probe said and nothing.
    at_function = count + 2 if NULL_LAST else count + 1
    is_function = is_a(at_function, "functions", place)
    if name in DRAWING:
        is_function = joint(OR, [is_function, is_a(at_function, "bound", place)], place)
    other = at(
        ast.IfExp(is_function, replaced("call", at_function, place), do("NOP", place)), place
    )
    is_method = is_method_below(count, place)
    if NULL_LAST and name in DRAWING:
        is_method = joint(OR, [is_method, is_a(at_function, "routines", place)], place)
    slow = at(ast.IfExp(is_method, replaced("unbound", count + 2, place), other), place)
    if may_be_fed:
        checked = at(ast.IfExp(on_stack(checks, place), do("NOP", place), slow), place)
        put_last(node, fed(name, place, function, checked))
        return
    put_last(node, at(ast.IfExp(kept([place], checks, place), do("NOP", place), slow), place))


def _check_appended(node: ast.Call, function: ast.expr) -> None:
    """x.append(y): a bytearray that holds nothing tracked yet is told of what is not plain."""
    place = node.args[0]
    if not may_be_byte(place):
        return
    model = replaced("unbound", 3, place)
    asked = at(ast.IfExp(is_method_below(1, place), model, do("NOP", place)), place)
    test = kept([place], [_may_be_put("any:append", place, function)], place)
    node.args[0] = at(ast.IfExp(test, do("NOP", place), asked), place)


def _may_be_put(methods: str, place: ast.expr, function: ast.expr) -> Check:
    """Whether what is on top may be put in as it is: not what is tracked, into a bytearray that
    holds nothing such yet."""
    return [not_alone(methods, function), *typed(1, "followed", place, unless=True)]
