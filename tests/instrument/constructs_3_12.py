"""Constructs that came with Python 3.12, see constructs.py."""
# ruff: noqa
# fmt: off


def largest[T: (int, str)](items: list[T], *, default: T = None) -> T:
    return max(items) if items else default


class Stack[T]:
    kind: type[T]

    def __init__(self, *items: T) -> None:
        self.items = [*items]

    def push[S](self, item: S) -> "Stack[T | S]":
        self.items[len(self.items):] = [item]
        return self

    def top(self) -> T:
        return self.items[-1]


type Pair[A] = tuple[A, A]


def type_parameters():
    def local[*Ts, **P](f, *args):
        return f(*args)

    class Inner[T](Stack[T]):
        def top(self):
            return super().top(), __class__.__name__

    return largest([1, 3]), largest([], default="d"), Stack(1).push(2).top(), Inner(5).top(), local(lambda x: -x, 4), largest.__type_params__, Stack.__type_params__, Pair[int].__value__, Pair.__name__


def aliases():
    type Local = list[undefined_until_asked]
    try:
        Local.__value__
    except NameError as error:
        return str(error)


def nested_quotes():
    x = {"a": [1]}
    return f"{x["a"][0]!r:>{"3"}}|{f"{f"{1 + 1}"}"}|{
        x["a"]  # a comment
    }"


def inlined_comprehensions():
    x = 5
    a = [x for x in range(3)]
    b = {x: [y for y in range(x)] for x in range(3)}
    c = {x % 2 for x in range(4)}
    return x, a, b, c, sorted(locals())


class Body:
    x = 1
    y = [x for x in range(3)]

    def method(self):
        return [lambda: (x, self.x) for x in range(2)][0](), [__class__ for _ in range(1)]


def comprehension_cells():
    return Body().method(), Body.x
