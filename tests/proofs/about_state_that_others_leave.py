"""What other calls may have left: none of these is proved.

Each has a function beside it that makes the assertion fail if it is called before.
"""

from __future__ import annotations

import dataclasses
import functools
import operator
import sys
from collections.abc import Callable


class Cell:
    limit = 3
    made: list[int] = []

    def __init__(self, v: int) -> None:
        self.v = v

    @classmethod
    def count_made(cls) -> int:
        return len(cls.made)

    @property
    def twice(self) -> int:
        return 2 * self.v


class Only:
    _one: Only | None = None
    hits: int

    def __new__(cls) -> Only:
        if cls._one is None:
            cls._one = super().__new__(cls)
            cls._one.hits = 0
        return cls._one


count = 0
STATE = Cell(0)
CELLS = [Cell(0)]
ITEMS: list[int] = []
OTHER: list[int] = []
lazy: Cell | None = None


def bump() -> None:
    global count
    count += 1
    STATE.v += 1
    CELLS[0].v += 1
    ITEMS.append(1)
    Cell.limit += 1
    Cell.made.append(1)
    Only().hits += 1
    cached(0).v = 7
    given().append(5)
    next_number()
    called.times = 9  # type: ignore[attr-defined]


def replace_property() -> None:
    Cell.twice = 5  # type: ignore[assignment, method-assign]


def join_lists() -> None:
    global OTHER
    OTHER = ITEMS


def set_lazy() -> None:
    global lazy
    lazy = Cell(8)


@functools.cache
def cached(k: int) -> Cell:
    return Cell(k)


def given(xs: list[int] = []) -> list[int]:  # noqa: B006
    return xs


def _numbers() -> Callable[[], int]:
    n = 0

    def following() -> int:
        nonlocal n
        n += 1
        return n

    return following


next_number = _numbers()


def called() -> None:
    pass


called.times = 0  # type: ignore[attr-defined]


def open_read_before_set(x: int) -> None:
    global count
    before = count
    count = x
    assert count == x and before == 0


def open_changed_in_place(x: int) -> None:
    global count
    count += 1
    assert count == 1


def open_set_on_one_way(x: int) -> None:
    global count
    if x > 0:
        count = 0
    assert count == 0


def open_object_of_module(x: int) -> None:
    c = STATE
    assert c.v == 0


def open_object_changed_in_place(x: int) -> None:
    STATE.v += x
    assert STATE.v == x


def open_object_in_list(x: int) -> None:
    for c in CELLS:
        assert c.v == 0


def open_object_kept_by_function(x: int) -> None:
    assert cached(0).v == 0


def open_default(x: int) -> None:
    assert given() == []


def open_closure(x: int) -> None:
    assert next_number() == 1


def open_attribute_of_function(x: int) -> None:
    assert called.times == 0  # type: ignore[attr-defined]


def open_class_by_object(x: int) -> None:
    c = Cell(x)
    assert c.limit == 3


def open_list_of_class(x: int) -> None:
    c = Cell(x)
    assert c.made == []


def open_property_of_class(x: int) -> None:
    c = Cell(x)
    assert c.twice == 2 * x


def open_singleton(x: int) -> None:
    assert Only().hits == 0


def open_lazy(x: int) -> None:
    global lazy
    if lazy is None:
        lazy = Cell(1)
    assert lazy.v == 1


def open_list_under_other_name(x: int) -> None:
    global OTHER
    OTHER = ITEMS
    assert OTHER == []


def open_two_lists(x: int) -> None:
    ITEMS.clear()
    OTHER.clear()
    ITEMS.append(x)
    assert OTHER == []


def open_pattern(x: int) -> None:
    match STATE:
        case Cell(v=0):
            pass
        case _:
            raise AssertionError


def open_new_cell_of_old_parts(x: int) -> None:
    c = Cell(0)
    c.v = STATE.v
    assert c.v == 0


def open_old_in_new_list(x: int) -> None:
    cells = [Cell(1), STATE]
    assert cells[x > 0].v in (0, 1)


def open_by_name(x: int) -> None:
    assert getattr(STATE, "v") == 0  # noqa: B009


def open_lambda(x: int) -> None:
    read = lambda c: c.v  # noqa: E731
    assert read(STATE) == 0


class Parent:
    def __init__(self) -> None:
        self.kids = 0


class Child:
    def __init__(self, parent: Parent) -> None:
        parent.kids = 1


PARENT = Parent()


def make_child() -> None:
    Child(PARENT)


def open_changed_by_constructor(x: int) -> None:
    p = PARENT
    assert p.kids == 0


class Holder:
    @functools.cached_property
    def cell(self) -> Cell:
        return Cell(0)


HOLDER = Holder()


def change_held() -> None:
    HOLDER.cell.v = 9


def open_cached_property(x: int) -> None:
    c = HOLDER.cell
    assert c.v == 0


class Table:
    def __init__(self) -> None:
        self.cells: dict[int, Cell] = {}

    def cell(self, k: int) -> Cell:
        if k not in self.cells:
            self.cells[k] = Cell(k)
        return self.cells[k]


TABLE = Table()


def change_table() -> None:
    TABLE.cell(3).v = 9


def open_table(x: int) -> None:
    c = TABLE.cell(3)
    assert c.v == 3


def open_globals(x: int) -> None:
    assert globals()["count"] == 0


def open_evaluated(x: int) -> None:
    assert eval("count") == 0


def open_by_module(x: int) -> None:
    assert sys.modules[__name__].count == 0


def open_by_getter(x: int) -> None:
    assert operator.attrgetter("v")(STATE) == 0


TAKE_LAST = [7, 8, 9].pop


def take() -> None:
    TAKE_LAST()


def open_method_of_list(x: int) -> None:
    assert TAKE_LAST() == 9


def _shared() -> Cell:
    return STATE


def open_result(x: int) -> None:
    assert _shared().v == 0


@dataclasses.dataclass
class Pair:
    one: Cell = STATE
    rest: int = 0


def open_default_of_dataclass(x: int) -> None:
    p = Pair()
    assert p.one.v == 0


def open_method_of_class(x: int) -> None:
    assert Cell.count_made() == 0


class Tally:
    def __init__(self) -> None:
        self.count = 0

    def bump(self) -> None:
        self.count += 1


def open_object_of_inputs(tally: Tally) -> None:
    assert tally.count == 0
