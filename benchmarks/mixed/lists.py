"""Functions over lists and tuples."""


def second_largest(numbers: list[int]) -> int:
    if len(numbers) < 2:
        raise ValueError("too few")
    first = second = None
    for number in numbers:
        if first is None or number > first:
            first, second = number, first
        elif number != first and (second is None or number > second):
            second = number
    if second is None:
        raise ValueError("all the same")
    return second


def is_sorted(numbers: list[int]) -> str:
    if len(numbers) < 2:
        return "trivial"
    if all(a <= b for a, b in zip(numbers, numbers[1:])):
        return "up"
    if all(a >= b for a, b in zip(numbers, numbers[1:])):
        return "down"
    return "mixed"


def merge(left: list[int], right: list[int]) -> list[int]:
    merged = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    merged.extend(left[i:])
    merged.extend(right[j:])
    return merged


def binary_search(numbers: list[int], wanted: int) -> int:
    low, high = 0, len(numbers) - 1
    while low <= high:
        middle = (low + high) // 2
        if numbers[middle] == wanted:
            return middle
        if numbers[middle] < wanted:
            low = middle + 1
        else:
            high = middle - 1
    return -1


def bubble(numbers: list[int]) -> int:
    swaps = 0
    items = list(numbers)
    for end in range(len(items) - 1, 0, -1):
        for at in range(end):
            if items[at] > items[at + 1]:
                items[at], items[at + 1] = items[at + 1], items[at]
                swaps += 1
    if swaps > 3:
        return -1
    return swaps


def window_sum(numbers: list[int], size: int) -> int:
    if size <= 0 or size > len(numbers):
        raise ValueError("size")
    best = current = sum(numbers[:size])
    for at in range(size, len(numbers)):
        current += numbers[at] - numbers[at - size]
        if current > best:
            best = current
    return best


def majority(votes: list[str]) -> str:
    for vote in votes:
        if votes.count(vote) * 2 > len(votes):
            return vote
    return "nobody" if votes else "no votes"


def matrix_kind(matrix: list[list[int]]) -> str:
    if not matrix:
        return "empty"
    if any(len(row) != len(matrix) for row in matrix):
        return "not square"
    size = len(matrix)
    for i in range(size):
        for j in range(size):
            if matrix[i][j] != matrix[j][i]:
                return "asymmetric"
    return "symmetric"


def rpn(tokens: list[str]) -> int:
    stack: list[int] = []
    for token in tokens:
        if token in ("+", "-", "*"):
            if len(stack) < 2:
                raise ValueError("too few")
            b, a = stack.pop(), stack.pop()
            if token == "+":
                stack.append(a + b)
            elif token == "-":
                stack.append(a - b)
            else:
                stack.append(a * b)
        else:
            stack.append(int(token))
    if len(stack) != 1:
        raise ValueError("left over")
    return stack[0]


def intervals(spans: list[tuple[int, int]]) -> int:
    total = 0
    last = None
    for start, end in sorted(spans):
        if end < start:
            raise ValueError("backwards")
        if last is None or start > last:
            total += end - start
            last = end
        elif end > last:
            total += end - last
            last = end
    return total


def triangle(point: tuple[int, int], sides: tuple[int, int, int]) -> str:
    a, b, c = sorted(sides)
    if a <= 0 or a + b <= c:
        return "none"
    if point[0] == point[1] == 0:
        return "origin"
    if a == b == c:
        return "equilateral"
    return "isosceles" if a == b or b == c else "scalene"


def dedupe(items: list[int]) -> list[int]:
    seen: set[int] = set()
    kept = []
    for item in items:
        if item in seen:
            continue
        if item < 0:
            break
        seen.add(item)
        kept.append(item)
    return kept


def staircase(heights: list[int]) -> int:
    jumps = 0
    for before, after in zip(heights, heights[1:]):
        if after - before > 2:
            return -1
        if after > before:
            jumps += 1
    if jumps == 3:
        return 100
    return jumps
