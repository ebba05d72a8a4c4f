"""Strings."""

from __future__ import annotations

import wend


def length_adds(s: str, t: str) -> None:  # not proved: texts of any length
    assert len(s + t) == len(s) + len(t)


def prefix_and_suffix(s: str) -> None:  # not proved: texts of any length
    text = "ab" + s + "yz"
    assert text.startswith("ab") and text.endswith("yz")
    assert text[2:-2] == s


def wrong_prefix(s: str) -> None:
    if s.startswith("ab") and len(s) == 3:
        assert s != "abc"


def index_of_char(s: str) -> None:  # not proved: texts of any length
    i = s.find("x")
    if i >= 0:
        assert s[i] == "x"
    else:
        assert "x" not in s


def replaced(s: str) -> None:
    wend.assume(len(s) <= 2)
    assert "a" not in s.replace("a", "b")


def wrong_replaced(s: str) -> None:
    wend.assume(len(s) <= 3)
    assert len(s.replace("ab", "c")) == len(s)


def reversed_twice(s: str) -> None:
    wend.assume(len(s) <= 3)
    assert s[::-1][::-1] == s


def upper_of_ascii(s: str) -> None:
    wend.assume(len(s) == 1 and "a" <= s <= "z")
    assert "A" <= s.upper() <= "Z"
    assert s.upper().lower() == s


def digits(s: str) -> None:
    wend.assume(len(s) == 2 and all("0" <= c <= "9" for c in s))
    assert 0 <= int(s) <= 99


def wrong_digits(s: str) -> None:
    wend.assume(len(s) == 2 and all("0" <= c <= "9" for c in s))
    assert int(s) != 42


def split_and_join(a: str, b: str) -> None:  # not proved: texts of any length
    wend.assume("," not in a and "," not in b)
    assert f"{a},{b}".split(",") == [a, b]


def strip_ends(s: str) -> None:
    wend.assume(len(s) <= 2)
    t = s.strip()
    assert not t.startswith(" ") and not t.endswith(" ")


def formatted(n: int) -> None:
    wend.assume(0 <= n <= 99)
    assert len(f"{n:03d}") == 3


def ord_and_chr(n: int) -> None:
    wend.assume(0 <= n < 128)
    assert ord(chr(n)) == n


def count_of_char(s: str) -> None:
    wend.assume(len(s) <= 3)
    assert 0 <= s.count("a") <= len(s)


def wrong_count(s: str) -> None:
    wend.assume(len(s) <= 3)
    assert s.count("a") < 3


def repeated(n: int) -> None:
    wend.assume(0 <= n <= 4)
    assert len("ab" * n) == 2 * n


def equal_or_ordered(s: str, t: str) -> None:  # not proved: texts of any length
    assert s < t or s == t or s > t


def palindrome(s: str) -> None:
    wend.assume(len(s) == 3)
    if s == s[::-1]:
        assert s[0] == s[2]


def zfilled(s: str) -> None:
    wend.assume(len(s) <= 3 and s.isdigit() and s.isascii())
    assert len(s.zfill(5)) == 5


def partitioned(s: str) -> None:  # not proved: texts of any length
    head, sep, tail = s.partition("=")
    assert head + sep + tail == s
    assert "=" not in head
