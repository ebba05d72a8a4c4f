"""Lists and tuples: inputs of bounded length, and own ones."""

from __future__ import annotations

import wend


def appended_is_last(xs: list[int], x: int) -> None:  # not proved: lists of any length
    n = len(xs)
    xs.append(x)
    assert xs[-1] == x and len(xs) == n + 1


def sum_of_three(xs: list[int]) -> None:
    wend.assume(len(xs) <= 3)
    total = 0
    for x in xs:
        total += x
    assert total == sum(xs)


def wrong_sum(xs: list[int]) -> None:
    wend.assume(len(xs) == 3)
    assert sum(xs) != 10


def largest_is_in(xs: list[int]) -> None:
    wend.assume(1 <= len(xs) <= 3)
    m = max(xs)
    assert m in xs
    for x in xs:
        assert x <= m


def sorted_is_ordered(xs: list[int]) -> None:
    wend.assume(len(xs) <= 3)
    ys = sorted(xs)
    for a, b in zip(ys, ys[1:]):
        assert a <= b


def bubble_sort(xs: list[int]) -> None:
    wend.assume(len(xs) == 3)
    for i in range(len(xs)):
        for j in range(len(xs) - 1 - i):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]
    assert xs[0] <= xs[1] <= xs[2]


def wrong_bubble_sort(xs: list[int]) -> None:
    wend.assume(len(xs) == 3)
    for j in range(len(xs) - 1):
        if xs[j] > xs[j + 1]:
            xs[j], xs[j + 1] = xs[j + 1], xs[j]
    assert xs[0] <= xs[1] <= xs[2]


def index_in_bounds(xs: list[int], i: int) -> None:  # not proved: lists of any length
    try:
        xs[i]
    except IndexError:
        assert i >= len(xs) or i < -len(xs)
    else:
        assert -len(xs) <= i < len(xs)


def reversed_in_place(a: int, b: int, c: int) -> None:
    xs = [a, b, c]
    xs.reverse()
    assert xs == [c, b, a]


def slices_make_whole(xs: list[int], i: int) -> None:
    wend.assume(len(xs) <= 3 and 0 <= i <= 3)
    assert xs[:i] + xs[i:] == xs


def inserted_and_removed(a: int, b: int, i: int) -> None:
    wend.assume(0 <= i <= 2)
    xs = [a, b]
    xs.insert(i, 99)
    assert xs.pop(i) == 99
    assert xs == [a, b]


def wrong_remove(a: int, b: int) -> None:
    xs = [a, b, 5]
    xs.remove(5)
    assert 5 not in xs


def tuple_unpacked(t: tuple[int, int, int]) -> None:
    a, *rest = t
    assert rest == [t[1], t[2]]
    assert (a, *rest) == t


def tuples_compare(a: int, b: int, c: int, d: int) -> None:
    if (a, b) < (c, d):
        assert a < c or (a == c and b < d)


def enumerated(xs: list[int]) -> None:
    wend.assume(len(xs) <= 3)
    for i, x in enumerate(xs):
        assert xs[i] == x


def linear_search(xs: list[int], x: int) -> None:
    wend.assume(len(xs) <= 3)
    found = -1
    for i, y in enumerate(xs):
        if y == x:
            found = i
            break
    assert (found >= 0) == (x in xs)
    if found >= 0:
        assert xs.index(x) == found


def matrix_transposed(a: int, b: int, c: int, d: int) -> None:
    m = [[a, b], [c, d]]
    t = [[m[j][i] for j in range(2)] for i in range(2)]
    assert t[0][1] == c and t[1][0] == b


def wrong_matrix(a: int, b: int, c: int, d: int) -> None:
    wend.assume(-5 <= a <= 5 and -5 <= d <= 5 and -5 <= b <= 5 and -5 <= c <= 5)
    assert a * d - b * c != 31


def shared_rows(a: int) -> None:
    rows = [[0]] * 2
    rows[0][0] = a
    assert rows[1][0] == a


def copies_are_apart(xs: list[int]) -> None:
    wend.assume(1 <= len(xs) <= 2)
    ys = xs.copy()
    ys[0] += 1
    assert ys != xs and ys[0] - xs[0] == 1


def all_and_any(xs: list[int]) -> None:
    wend.assume(len(xs) <= 3)
    assert all(x > 0 for x in xs) == (not any(x <= 0 for x in xs))


def binary_search_finds(i: int) -> None:
    xs = [1, 4, 9, 16, 25]
    wend.assume(0 <= i < 5)
    low, high = 0, 4
    while low < high:
        middle = (low + high) // 2
        if xs[middle] < xs[i]:
            low = middle + 1
        else:
            high = middle
    assert low == i
