"""Constructs that came with Python 3.14, see constructs.py."""
# ruff: noqa
# fmt: off

import dataclasses
import inspect
import sys
import typing
from annotationlib import Format, get_annotations
from string.templatelib import Interpolation, Template, convert


def seen(template):
    return template.strings, [(i.value, i.expression, i.conversion, i.format_spec) for i in template.interpolations]


def render(template):
    out = []
    for item in template:
        match item:
            case str():
                out.append(item)
            case Interpolation(value, _, conversion, spec):
                out.append(format(convert(value, conversion), spec))
    return "".join(out)


def templates():
    x, d, width = 5, {"k": [1, 2]}, 7
    return (
        seen(t""), seen(t"plain {{}}"), seen(t"{x}"), seen(t"a{x!r}b{d["k"][-1]:>{width}}c"),
        seen(t"{x=}"), seen(t"{ x + 1 = !s:>4}"), seen(t"{len(d["k"])}" t"{x:}" t"tail"), seen(rt"\n{x}"),
        seen(t"{x:{'>'}{width!r}.{x}}"), seen(t"{t"{x}".values}"), seen(t"{(lambda: x)()}{[y for y in d["k"]]}"),
    )


def templates_rendered():
    name, n = "Bo", 3.14159
    return render(t"<{name!r:>6}|{n:.2f}|{n:{len(name) + 6}.1f}>"), render(t"{name}" + t"-{name}"), [*t"a{1}"][0]


def templates_made_by_calls():
    made = Template("a", "b", Interpolation(1, "x", "r", ">3"), Interpolation(2), "c")
    try:
        Template(key=1)
    except TypeError as error:
        told = str(error)
    return seen(made), render(made), repr(made), told, seen(made + t"{0}")


def templates_fail_in_order():
    def say(x):
        order.append(x)
        return x

    order = []
    try:
        t"{say(1)}{say(2):{say(3) / 0}}{say(4)}"
    except ZeroDivisionError as error:
        return order, str(error)


def templates_in_functions():
    def late(x=t"{1 + 1}"):
        return [t"{y}{x.values}".values for y in range(2)]

    class Local:
        z = 3
        made = t"{z}{__qualname__}"

    return late(), seen(Local.made)


def handlers_without_parentheses():
    """With a docstring, and a method below it: both have flags of their own."""
    def tried(error):
        try:
            raise error
        except ValueError, KeyError:
            return "one of two"
        except TypeError, ZeroDivisionError, IndexError:
            return "one of three"

    def grouped(error):
        found = []
        try:
            raise ExceptionGroup("several", [error])
        except* OSError, EOFError:
            found.append("one of two")
        except* ValueError:
            found.append("the other")
        return found

    return tried(KeyError(1)), tried(IndexError()), tried(ValueError()), grouped(EOFError()), grouped(ValueError())


def leaving_finally():
    """Warned of once, when the module is compiled."""
    def returning(x):
        try:
            return x / 0
        finally:
            return "finally"

    def breaking():
        for i in range(3):
            try:
                1 / 0
            finally:
                if i == 1:
                    break
                continue
        return i

    return returning(1), breaking()


@dataclasses.dataclass
class Node:
    value: int
    after: Node | None = None
    unknown: Never_Defined = 0

    def total(self: Node, extra: Also_Never = 0) -> Node:
        return self.value + extra + (self.after.total() if self.after else 0)


class Named(typing.NamedTuple):
    x: int
    y: list[Later]


class Typed(typing.TypedDict, total=False):
    x: typing.Required[int]
    y: Later


class Later:
    if True:
        conditional: int


def deferred_annotations():
    def f(a: int, b: Nowhere = 1, *c: Later) -> list[Nowhere]:
        """A docstring."""
        local: Nowhere.at_all = a
        return local

    class Inner[T]:
        x: T
        y: f

        def m(self, x: T) -> Inner: ...

    text = [get_annotations(each, format=Format.STRING) for each in (f, Inner, Inner.m, Node, Node.total, Named, Typed, Later)]
    found = get_annotations(f, format=Format.FORWARDREF)
    try:
        f.__annotations__
    except NameError as error:
        told = str(error)
    return text, found["a"], sorted(found), told, f(7), Named.__annotations__, Typed.__annotations__, Inner.__annotations__["y"] is f, Node(1, Node(2)).total(3), inspect.get_annotations(Inner.m)["return"] is Inner


def annotations_of_a_module():
    return sys.modules[__name__].__annotations__, sorted(get_annotations(Node, format=Format.FORWARDREF))


module_level: int = 5
