"""Loops of operations on plain values, one for each kind: what `instrument_overhead` times."""

from __future__ import annotations

import abc
import bisect
import collections
import csv
import functools
import heapq
import io
import itertools
import math
import operator
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass


def arithmetic() -> int:
    total = 0
    for i in range(1000):
        total = (total * 31 + i) % 65521
        if total > 40000:
            total -= i
    return total


def list_indexing() -> int:
    items = list(range(100))
    total = 0
    for _ in range(10):
        for at in range(99):
            items[at] = items[at + 1]
            total += items[at]
    return total


def dict_access() -> int:
    table: dict[str, int] = {}
    for _ in range(20):
        for word in WORDS:
            if word in table:
                table[word] += 1
            else:
                table[word] = 1
    return table["w3"]


def dict_methods() -> int:
    table: dict[str, int] = {}
    for _ in range(20):
        for word in WORDS:
            table[word] = table.get(word, 0) + 1
    return len(table)


def calls() -> int:
    total = 0
    for i in range(1000):
        total = add(total, i)
    return total


def method_calls() -> int:
    counter = Counter()
    for i in range(1000):
        counter.add(i)
    return counter.total


def objects() -> int:
    total = 0
    for i in range(300):
        counter = Counter()
        counter.add(i)
        total += counter.total
    return total


def builtin_calls() -> int:
    total = 0
    for word in WORDS * 10:
        total += len(word) + max(total, 1) + abs(total) + ord(word[0])
        total %= 1000
    return total


def native_methods() -> int:
    found: list[str] = []
    for word in WORDS * 10:
        if word.startswith("w") and word.upper().isalnum():
            found.append(word)
    return len(found)


def comprehensions() -> int:
    total = 0
    for _ in range(20):
        total += sum([n * n for n in range(50) if n % 3 == 0])
        total += len({n % 7: n for n in range(50)})
    return total


def string_building() -> str:
    parts: list[str] = []
    for i in range(500):
        parts.append(f"{i}:{i * 2:>5}")
    return ",".join(parts)


def recursion() -> int:
    return fib(14)


def sorting() -> list[int]:
    items: list[int] = []
    for i in range(60):
        at = len(items)
        value = i * 37 % 61
        while at > 0 and items[at - 1] > value:
            at -= 1
        items.insert(at, value)
    return items


def text_scanning() -> int:
    found = 0
    for word in WORDS * 4:
        for char in word:
            if char in "0123456789":
                found += ord(char) - 48
            elif char == "w":
                found += 1
    return found


def slices() -> int:
    items = list(range(50))
    total = 0
    for at in range(300):
        total += len(items[at % 20 : at % 30]) + items[at % 50]
    return total


def module_functions() -> float:
    total = 0.0
    for i in range(300):
        total += math.sqrt(i) + math.floor(total)
    return total


def unpacking() -> int:
    total = 0
    for pair in PAIRS * 10:
        left, right = pair
        total += left * right
    for at, (left, right) in enumerate(PAIRS * 10):
        total += at + left - right
    return total


def dict_items() -> int:
    table = {word: at for at, word in enumerate(WORDS)}
    total = 0
    for _ in range(10):
        for word, at in table.items():
            total += at
            table[word] = total % 7
    return total


def sets() -> int:
    seen: set[int] = set()
    for i in range(500):
        if i * i % 97 not in seen:
            seen.add(i * i % 97)
    return len(seen)


def closures() -> int:
    def step(n: int) -> int:
        return n * 3 % 101

    total = 1
    for _ in range(300):
        total = step(total)
    return total


def identity() -> int:
    total = 0
    for word in WORDS * 10:
        if word is not NOTHING and word is not None:
            total += 1
        is_new = not total
        if is_new is True:
            total -= 1
    return total


def type_checks() -> int:
    total = 0
    for item in MIXED * 10:
        if isinstance(item, int):
            total += item
        elif isinstance(item, str):
            total += int(item)
    return total


def exceptions() -> int:
    total = 0
    for item in MIXED * 10:
        try:
            total += item  # type: ignore[operator]
        except TypeError:
            total -= 1
    return total


def generators() -> int:
    return sum(n for n in counted(500) if n % 2)


def none_checks() -> int:
    total = 0
    for item in GAPS * 10:
        if item is None:
            total += 1
        elif item is not None and total is not None:
            total += item
    return total


def members_of_lists() -> int:
    total = 0
    for i in range(300):
        if i % 7 in DIGITS:
            total += 1
        if i not in PRIMES:
            total += 1
    return total


def members_of_sets_and_dicts() -> int:
    total = 0
    for word in WORDS * 10:
        if word in KNOWN:
            total += 1
        if word not in LENGTHS:
            total += 1
    return total


def substrings() -> int:
    total = 0
    for word in WORDS * 10:
        if "4" in word:
            total += 1
        elif word in "w1 w2 w3":
            total += 2
    return total


def attributes() -> int:
    counter = Counter()
    for i in range(500):
        counter.total = i
        counter.total += 1
        if counter.total > 100:
            counter.total -= counter.total
    return counter.total


def properties() -> int:
    point, total = Point(2, 3), 0
    for _ in range(300):
        total += point.area + Point.sides
    return total


def keyword_calls() -> int:
    total = 0
    for i in range(300):
        total = scaled(total, by=3, plus=i) % 1000
        total = scaled(total) % 1000
    return total


def spread_calls() -> int:
    total, given = 0, {"by": 3}
    for pair in PAIRS * 10:
        total += add(*pair) + scaled(1, **given)
    return total


def varied_arguments() -> int:
    total = 0
    for i in range(300):
        total += count_of(i, total, key=1)
    return total


def text_slices() -> int:
    total = 0
    for word in WORDS * 10:
        if word[1:] > "2" or word[:-1] == "w":
            total += len(word[0:1])
        total += word[::-1] < word
    return total


def f_strings() -> int:
    total = 0
    for i, word in enumerate(WORDS * 10):
        total += len(f"{word}-{i}") + len(f"{i:03d}{word!r}")
    return total


def formatting() -> int:
    total = 0
    for i in range(300):
        total += len("%d of %s" % (i, "x"))  # noqa: UP031
        total += len("{}:{}".format(i, total))  # noqa: UP032
    return total


def concatenation() -> int:
    text = ""
    for word in WORDS * 10:
        text += word + "," + word
        if len(text) > 100:
            text = "-".join(("a", word, "b")) * 2
    return len(text)


def comparison_chains() -> int:
    total = 0
    for i in range(500):
        if 10 <= i < 400:
            total += 1
        if 0 < total <= i != 7:
            total -= 1
    return total


def swaps() -> int:
    a, b = 0, 1
    for _ in range(500):
        a, b = b, (a + b) % 1000
        first, *rest = a, b, a
        (c, d), e = (b, a), first
    return a + c + d + e + len(rest)


def nested_comprehensions() -> int:
    total = 0
    for n in range(15):
        rows = [[i * j for i in range(5)] for j in range(n)]
        total += sum(sum(row) for row in rows) + len({i % 4 for i in range(n)})
    return total


def caught_errors() -> int:
    total = 0
    for item in MIXED * 10:
        try:
            total += LENGTHS[item]  # type: ignore[index]
        except KeyError:
            total -= 1
        finally:
            total += 1
    return total


def quiet_tries() -> int:
    total = 0
    for i in range(500):
        try:
            total += i // 3
        except ZeroDivisionError:
            total = 0
        else:
            total += 1
    return total


def contexts() -> int:
    held = Held()
    for i in range(200):
        with held:
            held.count += i
    return held.count


def generator_methods() -> int:
    total = 0
    for _ in range(10):
        for n in evens(counted(30)):
            total += n
    return total


def classes() -> int:
    total = 0
    for i in range(200):
        point = Point(i, 2)
        total += point.x + Pair(i, 1).size()
    return total


def dunders() -> int:
    total = Money(0)
    for i in range(200):
        total = total + Money(i)
        if total == Money(5) or not total < Money(1000):
            total = Money(0)
    return total.amount


def logic() -> int:
    total = 0
    for i in range(500):
        is_odd = bool(i & 1)
        is_small = not i > 250
        if (is_odd and not is_small) or i == 100:
            total += 1
        kind = is_odd or total
        total += 1 if kind and not is_odd else 0
    return total


def integers() -> int:
    total = 1
    for i in range(1, 500):
        total = (total << 3 ^ i) % 65521
        total = -total // i + (total >> 1 | 7) - ~i
        total = (total & 0xFFFF) ** 2 % 1009
    return total


def floats() -> float:
    total = 0.5
    for i in range(1, 500):
        total = total * 1.5 - i / 3.0
        if total > 100.0 or total < -100.0:
            total = total % 7.0
    return total


def nested_lists() -> int:
    grid = [[0] * 10 for _ in range(10)]
    for i in range(10):
        for j in range(10):
            grid[i][j] = i * j
            grid[j][i] += 1
            if j > 0 and grid[i][j - 1] > 3:
                grid[i][j] -= 1
    return grid[9][9]


def deletions() -> int:
    table: dict[int, int] = {}
    items: list[int] = []
    for i in range(300):
        table[i] = i
        items.append(i)
        if i > 3:
            del table[i - 3]
            del items[0]
    return len(table) + len(items)


def global_names() -> int:
    global total_of_all
    total_of_all = 0
    for _ in range(500):
        total_of_all += LIMIT
        if total_of_all > LIMIT * 100:
            total_of_all = 0
    return total_of_all


def zips() -> int:
    total = 0
    for _ in range(10):
        for a, b in zip(DIGITS, PRIMES, strict=False):
            total += a * b
        for at, n in enumerate(PRIMES):
            total += at * n
        for n in reversed(DIGITS):
            total -= n
    return total


def aggregates() -> int:
    total = 0
    for i in range(200):
        total += min(i, 50) + max(DIGITS) + sum(PRIMES) + len(sorted(DIGITS))
        if any(DIGITS) and all(PRIMES):
            total %= 1000
    return total


def keyed_aggregates() -> int:
    total = 0
    for _ in range(20):
        total += len(sorted(WORDS, key=len)) + len(max(WORDS, key=lambda word: word[-1]))
        total += len(list(map(str.upper, WORDS))) + len(list(filter(None, DIGITS)))
    return total


def conversions() -> int:
    total = 0
    for i in range(300):
        total += int(str(i)) + int(float(i)) + ord(chr(65 + i % 26))
        total += bool(i) + len(list("ab")) + len(tuple(PAIRS[0]))
    return total


def text_methods() -> int:
    total = 0
    for word in WORDS * 4:
        parts = f" {word},x ".strip().split(",")
        total += len(parts[0].replace("w", "v")) + parts[1].find("x")
        if parts[0].isdigit() or word.lower().endswith("9"):
            total += word.count("9")
    return total


def bytes_scanning() -> int:
    total = 0
    for _ in range(5):
        for byte in DATA:
            total = (total * 33 ^ byte) & 0xFFFF
        for at in range(len(DATA)):
            if DATA[at] == 10:
                total += 1
    return total


def set_building() -> int:
    total = 0
    for i in range(300):
        seen = {i % 3, i % 5}
        seen.add(i)
        seen.discard(3)
        total += len(seen) + len(seen | KEPT) + len(seen & KEPT)
    return total


def dict_building() -> int:
    total = 0
    for i in range(300):
        row = {"a": i, "b": total}
        row.update(c=1)
        total += row["a"] + row.get("d", 0) + len({i: row})
        total += row.pop("b") - row.setdefault("a", 3)
    return total


def list_building() -> int:
    items: list[int] = []
    for i in range(500):
        items.append(i)
        if len(items) > 20:
            items.pop()
            items.extend((i, i))
            items = items[-5:]
    return len(items)


def tuple_keys() -> int:
    table: dict[tuple[int, int], int] = {}
    for i in range(10):
        for j in range(10):
            table[i, j] = i + j
            if (j, i) in table:
                table[i, j] += table[j, i]
    return len(table)


def matches() -> int:
    total = 0
    for item in MIXED * 10:
        match item:
            case 1 | 3:
                total += 1
            case int():
                total += item
            case "4":
                total += 2
            case _:
                total += 3
    return total


def while_loops() -> int:
    low, high, steps = 0, 1000, 0
    for wanted in range(0, 1000, 20):
        low, high = 0, 1000
        while low < high:
            middle = (low + high) // 2
            if middle < wanted:
                low = middle + 1
                continue
            high = middle
            steps += 1
            if steps > 10_000:
                break
    return steps


def lambdas() -> int:
    total, step = 0, lambda n: n * 3 % 101
    for i in range(300):
        total += step(i) + (lambda: 1)()
    return total


def inner_functions() -> int:
    total = 0

    def count() -> int:
        nonlocal total
        total += 1
        return total

    for _ in range(300):
        count()
    return total


def nested_calls() -> int:
    total = 0
    for i in range(200):
        total = add(add(total, i), add(1, add(i, 2))) % 1000
    return total


def conditional_expressions() -> int:
    total = 0
    for i in range(500):
        total += i if i % 2 else -i
        total = 0 if total > 500 else total
    return total


def walrus() -> int:
    total = 0
    for i in range(500):
        if (half := i // 2) > 100 and (rest := i % 7):
            total += half + rest
    return total


def tuple_variables() -> int:
    table: dict[tuple[int, int], int] = {}
    for pair in PAIRS * 10:
        if pair in table:
            table[pair] += 1
        else:
            table[pair] = 0
    return len(table)


def new_tuples() -> int:
    table: dict[tuple[int, int], int] = {}
    seen: set[tuple[int, int, str]] = set()
    for i in range(200):
        pair = i % 7, i % 5
        table[pair] = table.get(pair, 0) + 1
        seen.add((i % 7, i % 5, "a"))
    return len(table) + len(seen)


def dict_comprehensions() -> int:
    total = 0
    for _ in range(20):
        total += len({n % 7: n for n in range(50)}) + len({word: len(word) for word in WORDS})
    return total


def mapped_texts() -> int:
    total = 0
    for _ in range(20):
        total += sum(map(int, NUMERALS)) + len("".join(map(str, DIGITS)))
    return total


def heaps() -> int:
    heap: list[tuple[int, int]] = []
    for pair in PAIRS * 5:
        heapq.heappush(heap, pair)
    total = 0
    while heap:
        total += heapq.heappop(heap)[1]
    return total


def merged_dicts() -> int:
    total, base = 0, {"a": 1}
    for i in range(200):
        total += len({**base, "b": i}) + len(base | {"c": i})
    return total


def joined_texts() -> int:
    total = 0
    for _ in range(50):
        total += len(",".join(WORDS)) + len("".join(word for word in WORDS))
    return total


def raised_errors() -> int:
    total = 0
    for i in range(200):
        try:
            if i % 2:
                raise ValueError("odd")
        except ValueError as error:
            total += len(error.args)
    return total


def attributes_by_name() -> int:
    counter, total = Counter(), 0
    for _ in range(300):
        total += getattr(counter, "total") + hasattr(counter, "add")  # noqa: B009
    return total


def members_of_short_lists() -> int:
    total, few = 0, ["w1", "w2", "w3"]
    for word in WORDS * 6:
        if word in few:
            total += 1
        if word not in ["w5", "w6"]:
            total += 1
    return total


def new_keys() -> int:
    seen: set[tuple[int, int]] = set()
    for i in range(300):
        key = i % 7, i % 5
        if key not in seen:
            seen.add(key)
    return len(seen)


def nested_keys() -> int:
    seen: set[tuple[tuple[int, int], int]] = set()
    for i in range(300):
        key = (i % 7, i % 5), i % 3
        if key not in seen:
            seen.add(key)
    return len(seen)


def breadth_first() -> int:
    seen, queue = {(0, 0)}, collections.deque([(0, 0)])
    while queue:
        x, y = queue.popleft()
        for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            near = x + dx, y + dy
            if 0 <= near[0] < 8 and 0 <= near[1] < 8 and near not in seen:
                seen.add(near)
                queue.append(near)
    return len(seen)


def mapped_methods() -> int:
    total = 0
    for _ in range(10):
        total += len(list(map(str.upper, WORDS))) + max(map(len, WORDS))
        total += len(list(filter(str.isdigit, WORDS)))
        for number in map(int, NUMERALS):
            total += number
    return total


def split_numbers() -> int:
    total = 0
    for _ in range(50):
        a, b, c = map(int, ["10", "20", "30"])
        total += a + b - c
    return total


def nested_dicts() -> int:
    total = 0
    for name, row in ROWS.items():
        for key, value in row.items():
            if key == "size":
                total += value + len(name)
            else:
                total -= row["size"]
    return total


def any_and_all() -> int:
    total = 0
    for i in range(20):
        total += any(n == i for n in DIGITS) + all(n < i for n in DIGITS)
    return total


def sorted_by_lambdas() -> int:
    total = 0
    for _ in range(5):
        total += len(sorted(WORDS, key=lambda word: (-len(word), word)))
    return total


def own_updates() -> int:
    machine = Machine()
    for i in range(200):
        machine.step(i)
    return machine.total


def divisions() -> int:
    total = 0
    for i in range(1, 300):
        quotient, rest = divmod(total + i, 7)
        total = quotient + rest
    return total


def structural_matches() -> int:
    total = 0
    for pair in PAIR_OBJECTS:
        match pair:
            case Pair(left=0):
                total += 1
            case Pair(left=left, right=right) if left > 20:
                total += right
        match [pair.left, pair.right]:
            case [0, *rest]:
                total += len(rest)
            case [left, right]:
                total += left - right
        match {"kind": "a", "n": pair.left}:
            case {"kind": "a", "n": n}:
                total += n
    return total


def default_dicts() -> int:
    groups: dict[str, list[str]] = collections.defaultdict(list)
    counts: dict[str, int] = collections.defaultdict(int)
    for word in WORDS * 4:
        groups[word[1]].append(word)
        counts[word] += 1
    return len(groups) + len(counts)


def deques() -> int:
    queue, total = collections.deque([1]), 0
    for i in range(200):
        queue.append(i)
        queue.append(i + 1)
        total += queue.popleft()
        if len(queue) > 30:
            queue.pop()
    return total


def set_operators() -> int:
    one, other, total = {1, 2, 3}, {2, 3, 4}, 0
    for _ in range(200):
        total += len(one & other) + len(one | other) + (one <= other) + len(one - other)
        one ^= other
    return total


def settings_lines() -> int:
    total = 0
    for line in ("a = 1 ", "# comment", "", " b=2") * 20:
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        key, _, value = stripped.partition("=")
        total += int(value.strip()) + len(key.rstrip().replace("a", "bb").split())
    return total


def bit_counts() -> int:
    total = 0
    for _ in range(10):
        number = 0xDEADBEEF
        while number:
            total += number & 1
            number >>= 1
    return total


def matrices() -> int:
    size = 6
    left = [[i + j for j in range(size)] for i in range(size)]
    made = [[0] * size for _ in range(size)]
    for i in range(size):
        for j in range(size):
            for k in range(size):
                made[i][j] += left[i][k] * left[k][j]
    return made[1][1]


def sieve() -> int:
    is_prime = [True] * 500
    for i in range(2, 23):
        if is_prime[i]:
            for j in range(i * i, 500, i):
                is_prime[j] = False
    return sum(is_prime)


def longest_common() -> int:
    a, b = "abcbdab", "bdcaba"
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            if a[i - 1] == b[j - 1]:
                table[i][j] = table[i - 1][j - 1] + 1
            else:
                table[i][j] = max(table[i - 1][j], table[i][j - 1])
    return table[-1][-1]


def shifted_letters() -> str:
    made: list[str] = []
    for char in "the quick brown fox jumps " * 6:
        if "a" <= char <= "z":
            made.append(chr((ord(char) - 97 + 3) % 26 + 97))
        else:
            made.append(char)
    return "".join(made)


def word_counts() -> list[tuple[str, int]]:
    counts: dict[str, int] = {}
    for word in ("the cat and the dog and the bird " * 10).split():
        counts[word] = counts.get(word, 0) + 1
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def bisections() -> int:
    total = 0
    for i in range(200):
        total += bisect.bisect_left(DIGITS, i % 12)
    return total


def hashes() -> int:
    total = 0
    for i in range(200):
        total ^= hash((i, 3)) ^ hash(total)
    return total


def products() -> int:
    total = 0
    for a, b in itertools.product(DIGITS, DIGITS):
        total += a * b
    for a in itertools.chain(DIGITS, DIGITS):
        total -= a
    return total


def popped_tuples() -> int:
    seen: set[tuple[int, int]] = set()
    stack = [(0, 0)]
    while stack:
        cell = stack.pop()
        if cell in seen:
            continue
        seen.add(cell)
        if cell[0] < 8:
            stack.append((cell[0] + 1, cell[1]))
        if cell[1] < 8:
            stack.append((cell[0], cell[1] + 1))
    return len(seen)


def sets_gone_through() -> int:
    total, numbers = 0, set(DIGITS)
    for _ in range(30):
        for n in numbers:
            total += n
    return total


def super_calls() -> int:
    counter = Twice()
    for i in range(200):
        counter.add(i)
    return counter.total


def byte_arrays() -> int:
    data, total = bytearray(64), 0
    for i in range(300):
        data[i % 64] = (data[(i + 1) % 64] + i) & 255
        total ^= data[i % 64]
    return total


def cached_calls() -> int:
    total = 0
    for i in range(200):
        total += squared(i % 20)
    return total


def partial_calls() -> int:
    total, power = 0, functools.partial(pow, 2)
    for i in range(200):
        total += power(i % 5)
    return total


def class_methods() -> int:
    total, shelf = 0, Shelf()
    for i in range(200):
        total += Shelf.counted(i) + shelf.counted(i) + Shelf.plain(i)
    return total


def own_containers() -> int:
    total, shelf = 0, Shelf()
    for i in range(200):
        total += len(shelf) + (i in shelf) + shelf[i]
        for n in shelf:
            total += n
    return total


def called_objects() -> int:
    total, shelf = 0, Shelf()
    for i in range(200):
        total += shelf(i)
    return total


def partial_functions() -> int:
    total, step = 0, functools.partial(add, 3)
    for i in range(200):
        total += step(i)
    return total


def numbers_of_bytes() -> int:
    total = 0
    for i in range(200):
        total += int.from_bytes(DATA[i % 8 : i % 8 + 4], "big")
    return total


def encodings() -> int:
    total = 0
    for word in WORDS * 4:
        total += len(word.encode().decode("utf-8"))
    return total


def draws() -> float:
    total, dice = 0.0, random.Random(3)
    for _ in range(100):
        total += random.random() + dice.random() + dice.randint(1, 6)
    return total


def sorted_by_items() -> int:
    total = 0
    for _ in range(10):
        total += len(sorted(PAIRS, key=operator.itemgetter(1)))
    return total


def groups() -> int:
    total = 0
    for _ in range(10):
        for left, pairs in itertools.groupby(PAIRS, key=lambda pair: pair[0] // 4):
            total += left + len(list(pairs))
    return total


def zipped_dicts() -> int:
    total = 0
    for _ in range(50):
        table = dict(zip(WORDS, DIGITS, strict=False))
        total += "w1" in table.keys()  # noqa: SIM118
    return total


def patterns() -> int:
    total = 0
    for word in WORDS * 2:
        found = NUMBERED.match(word)
        if found:
            total += len(found.group(1))
        total += len(NUMBERED.sub("x", word)) + len(re.sub("w", "", word))
    return total


def new_bytes() -> int:
    total = 0
    for i in range(200):
        total += len(bytes([i % 256, 1, 2]))
    return total


def abstract_classes() -> int:
    total = 0
    for i in range(200):
        total += Length(i).doubled()
    return total


def reductions() -> int:
    total = 0
    for _ in range(30):
        total += functools.reduce(lambda a, b: a * 3 + b, DIGITS)
    return total


def extremes_by_lambdas() -> int:
    total = 0
    for _ in range(30):
        total += max(DIGITS, key=lambda n: n % 7) + min(DIGITS, key=lambda n: n % 7)
    return total


def partials_with_keywords() -> int:
    total, binary = 0, functools.partial(int, base=2)
    for _ in range(200):
        total += binary("1011")
    return total


def bytes_of_arrays() -> int:
    total, data = 0, bytearray()
    for i in range(100):
        data.append(i)
    for byte in data:
        total += byte
    return total + len(data)


WORDS = [f"w{i}" for i in range(50)]
PAIRS = [(i, i * 7 % 11) for i in range(30)]
NUMERALS = [str(i * i) for i in range(50)]
MIXED: list[int | str] = [i if i % 2 else str(i) for i in range(30)]
NOTHING = object()
GAPS: list[int | None] = [i if i % 3 else None for i in range(30)]
DIGITS, PRIMES = list(range(10)), (2, 3, 5, 7, 11, 13, 17)
KNOWN, LENGTHS = {"w1", "w7", "w20"}, {word: len(word) for word in WORDS[:20]}
KEPT = frozenset(range(4))
DATA = b"a line\nof text\n" * 3
NUMBERED = re.compile("w([0-9]+)")
LIMIT, total_of_all = 7, 0
ROWS = {f"row{i}": {"size": i, "left": 1, "right": 2} for i in range(30)}


def counted(n: int) -> Iterator[int]:
    at = 0
    while at < n:
        yield at
        at += 1


def add(a: int, b: int) -> int:
    return a + b


def fib(n: int) -> int:
    return n if n < 2 else fib(n - 1) + fib(n - 2)


class Counter:
    def __init__(self) -> None:
        self.total = 0

    def add(self, n: int) -> None:
        self.total += n


class Shelf:
    size = 3

    @classmethod
    def counted(cls, n: int) -> int:
        return cls.size + n

    @staticmethod
    def plain(n: int) -> int:
        return n + 1

    def __len__(self) -> int:
        return self.size

    def __contains__(self, member: int) -> bool:
        return member == self.size

    def __getitem__(self, key: int) -> int:
        return key + 1

    def __iter__(self) -> Iterator[int]:
        return iter(PRIMES)

    def __call__(self, n: int) -> int:
        return n + self.size


class Length(abc.ABC):  # noqa: B024
    def __init__(self, n: int) -> None:
        self.n = n

    def doubled(self) -> int:
        return self.n * 2


class Point:
    sides = 4

    def __init__(self, x: int, y: int) -> None:
        self.x, self.y = x, y

    @property
    def area(self) -> int:
        return self.x * self.y


def lines_of_streams() -> int:
    total = 0
    for line in io.StringIO("name = value\n# no\n\n" * 20):
        total += len(line)
    stream = io.StringIO("name = value\n" * 20)
    while line := stream.readline():
        total += len(line)
    return total


def rows_of_csv() -> int:
    total = 0
    for row in csv.reader(io.StringIO("name,value,12\n" * 20)):
        total += len(row)
    return total


def written_streams() -> str:
    stream = io.StringIO()
    for n in range(50):
        stream.write("ab")
        if n % 5 == 0:
            stream.write("\n")
    return stream.getvalue()


def blocks_of_streams() -> int:
    stream, total = io.BytesIO(b"abcdefgh" * 20), 0
    while block := stream.read(4):
        total += block[0]
        if total % 7 == 0:
            stream.seek(stream.tell() + 4)
    return total


@dataclass
class Pair:
    left: int
    right: int

    def size(self) -> int:
        return self.left + self.right


PAIR_OBJECTS = [Pair(i, i + 1) for i in range(50)]


class Twice(Counter):
    def add(self, n: int) -> None:
        super().add(n)
        super().add(n)


class Machine:
    def __init__(self) -> None:
        self.total = self.state = 0
        self.log: list[int] = []

    def step(self, n: int) -> None:
        self.total += n
        self.state = self.total * 2 % 17
        if self.state > 5:
            self.log.append(self.state)
        if len(self.log) > 20:
            self.reset()

    def reset(self) -> None:
        self.log = []


@functools.lru_cache
def squared(n: int) -> int:
    return n * n


class Money:
    __slots__ = ("amount",)

    def __init__(self, amount: int) -> None:
        self.amount = amount

    def __add__(self, other: Money) -> Money:
        return Money(self.amount + other.amount)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Money) and self.amount == other.amount

    def __lt__(self, other: Money) -> bool:
        return self.amount < other.amount

    __hash__ = None  # type: ignore[assignment]


class Held:
    count = 0

    def __enter__(self) -> Held:
        return self

    def __exit__(self, *_: object) -> None:
        self.count += 1


def scaled(n: int, by: int = 2, *, plus: int = 0) -> int:
    return n * by + plus


def count_of(*args: int, **keywords: int) -> int:
    return len(args) + len(keywords)


def evens(numbers: Iterator[int]) -> Iterator[int]:
    for n in numbers:
        if n % 2 == 0:
            yield n


LOOPS: list[Callable[[], object]] = [
    arithmetic, list_indexing, dict_access, dict_methods, calls, method_calls, objects,
    builtin_calls, native_methods, comprehensions, string_building, recursion, sorting,
    text_scanning, slices, module_functions, unpacking, dict_items, sets, closures, identity,
    type_checks, exceptions, generators, none_checks, members_of_lists, members_of_sets_and_dicts,
    substrings, attributes, properties, keyword_calls, spread_calls, varied_arguments, text_slices,
    f_strings, formatting, concatenation, comparison_chains, swaps, nested_comprehensions,
    caught_errors, quiet_tries, contexts, generator_methods, classes, dunders, logic, integers,
    floats, nested_lists, deletions, global_names, zips, aggregates, keyed_aggregates, conversions,
    text_methods, bytes_scanning, set_building, dict_building, list_building, tuple_keys, matches,
    while_loops, lambdas, inner_functions, nested_calls, conditional_expressions, walrus,
    tuple_variables, heaps, merged_dicts, joined_texts, raised_errors, attributes_by_name,
    new_tuples, dict_comprehensions, mapped_texts, members_of_short_lists, new_keys, nested_keys,
    breadth_first, mapped_methods, split_numbers, nested_dicts, any_and_all, sorted_by_lambdas,
    own_updates, divisions, structural_matches, default_dicts, deques, set_operators,
    settings_lines, bit_counts, matrices, sieve, longest_common, shifted_letters, word_counts,
    bisections, hashes, products, popped_tuples, sets_gone_through, super_calls, byte_arrays,
    cached_calls, partial_calls, class_methods, own_containers, called_objects, partial_functions,
    numbers_of_bytes, encodings, draws, sorted_by_items, groups, zipped_dicts, patterns, new_bytes,
    abstract_classes, reductions, extremes_by_lambdas, partials_with_keywords, bytes_of_arrays,
    lines_of_streams, rows_of_csv, written_streams, blocks_of_streams,
]  # fmt: skip
