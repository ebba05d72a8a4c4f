"""Small texts that between them have every kind of character."""

from __future__ import annotations

TEXTS = (
    "", "a", "b", "ab", "ba", "aa", "Ab1 ", "ß", "é", "ǆ", "ǅx", "١", "\u2028", "\t", "a,b,,c",
    "aXbX", "\ud800", " a b ", "a\r\nb\n", "x=1", "aΣ", "A b", "12", "1a", "_x", "İ", "ŉ", "中",
    "aab",
)  # fmt: skip
SHORT = ("", "a", "b", "ab", "ba", ",", "é", " ", "aa")
"""For two parameters: those that are found in one another."""
WITHIN = ("", "a", "ab", "aab", "aaa", "abab", "a,b", "ba", "b a", "éa")
