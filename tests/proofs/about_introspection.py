"""Questions about objects that the function made."""

from __future__ import annotations

from dataclasses import asdict, astuple, dataclass, fields


class Plain:
    def __init__(self, n: int) -> None:
        self.n = n
        if n > 0:
            self.extra = n


@dataclass
class Record:
    a: int
    b: str = "b"


class Lazy:
    def __getattr__(self, name: str) -> int:
        if name.startswith("x"):
            return len(name)
        raise AttributeError(name)


def has_what_was_set(n: int) -> None:
    assert hasattr(Plain(n), "n")
    assert not hasattr(Plain(n), "other")


def has_where_set(n: int) -> None:
    assert hasattr(Plain(n), "extra") == (n > 0)


def wrong_has(n: int) -> None:
    assert not hasattr(Plain(n), "extra")


def got_by_name(n: int) -> None:
    p = Plain(n)
    assert getattr(p, "n") == n  # noqa: B009
    assert getattr(p, "extra", 0) == max(n, 0)


def set_by_name(n: int) -> None:
    p = Plain(0)
    setattr(p, "m", n)  # noqa: B010
    assert p.m == n  # type: ignore[attr-defined]
    delattr(p, "m")
    assert not hasattr(p, "m")


def wrong_set_by_name(n: int) -> None:
    p = Plain(0)
    setattr(p, "n", n + 1)  # noqa: B010
    assert p.n != 3


def class_of_own(n: int) -> None:
    p = Plain(n)
    assert type(p) is Plain and isinstance(p, object)
    assert p.__class__.__name__ == "Plain"


def dict_of_own(n: int) -> None:
    assert vars(Record(n)) == {"a": n, "b": "b"}


def record_as_dict(n: int) -> None:  # not proved: dataclasses asks for classes
    assert asdict(Record(n)) == {"a": n, "b": "b"}
    assert astuple(Record(n)) == (n, "b")
    assert [f.name for f in fields(Record)] == ["a", "b"]


def lazy_attributes(n: int) -> None:
    it = Lazy()
    assert it.xyz == 3
    assert hasattr(it, "x") and not hasattr(it, "y")
    it.y = n
    assert it.y == n


def callable_or_not(n: int) -> None:
    f = (lambda: n) if n else 3
    assert callable(f) == (n != 0)


def types_of_inputs(n: int, s: str, p: bool) -> None:
    assert isinstance(n, int) and isinstance(s, str) and isinstance(p, bool)
    assert not isinstance(s, int)


def types_of_results(n: int) -> None:
    assert isinstance(n / 2 if abs(n) < 100 else 0.5, float)
    assert isinstance(str(n > 0), str)
    assert type([n]) is list and type((n,)) is tuple


def subclass_asked(n: int) -> None:
    class Sub(Plain):
        pass

    assert issubclass(Sub, Plain)
    assert isinstance(Sub(n), Plain) and not isinstance(Plain(n), Sub)


def identity_of_made(n: int) -> None:
    p, q = Plain(n), Plain(n)
    r = p
    assert p is r and p is not q
    assert (p == q) is False


def repr_of_record(n: int) -> None:
    assert repr(Record(1)) == "Record(a=1, b='b')"
    if 0 <= n <= 9:
        assert repr(Record(n)).startswith("Record(a=")
