"""Regular expressions in code under test: same behaviour, and path conditions that tell all."""

from __future__ import annotations

import pytest
from laws import check

WORDS = ("", "a", "ab", "b", "aab", "abc", "ABC", "a b", "a1", "1", "12", "a,b", ",", "a,,b;c", "é")
LINES = ("", "a\n", "\na", "a\nb\n", "\n", "ab\ncd", "a\n\nb")
PREAMBLE = "import re, copy\n"

METHODS = (
    r"m = re.match(r'(a+)(b|c)?', x)" "\n" "return m and (m.groups(), m.span(1), m.lastindex)",
    r"re.compile('[a-c]+').fullmatch(x) is not None",
    r"bool(re.fullmatch('abc', x))",
    r"bool(re.fullmatch('', x))",
    r"re.search('b', x) and re.search('b', x).start()",
    r"bool(re.search('(?i)B.?$', x))",
    r"re.findall(r'\w+', x)",
    r"re.findall(r'(\w)(\d)?', x)",
    r"re.findall(r'(a)|b', x)",
    r"[m.span() for m in re.finditer('a*', x)]",
    r"[m.group() for m in re.compile(r'\w').finditer(x, 1)]",
    r"re.split(',', x)",
    r"re.split('([,;])', x)",
    r"re.split('[,;]', x, maxsplit=1)",
    r"re.split('', x)",
    r"re.sub('[ab]', '-', x)",
    r"re.sub('(a)|(b)', r'<\1\g<2>>', x)",
    r"re.subn('a|$', 'z', x)",
    r"re.sub('a', lambda m: m[0] * 2, x)",
    r"re.sub('[a-z]', lambda m: m.group().upper(), x, count=1)",
    r"re.sub('(?P<first>.)', lambda m: None, x)",
    r"re.compile('b').match(x, 1) is not None",
    r"re.compile('.*').match(x, 1, 2)[0]" " if x else 0",
    r"re.compile('a$').search(x, 0, 1) is not None",
    r"p = re.compile('a(?=b)|b(?<=ab)|(?!a)c|(?<!a)b')" "\n" "return p.findall(x)",
    r"bool(re.match(r'(a|b)\1', x)), bool(re.match(r'(?i)(a|b)\1', x))",
    r"re.match('(a)?(?(1)b|c)', x) is None",
    r"s = re.compile('[ab]').scanner(x)" "\n" "return s.match() is None, s.search() is None",
    r"re.escape(x)",
    r"m = re.search('b', x)" "\n" "return m and x[:m.start()] + '!' + x[m.end():]",
)
OBJECTS = (
    "m = re.match('(?P<n>a)(b)?', x)\nreturn m and (type(m), isinstance(m, re.Match), m.regs)",
    "m = re.match('(?P<n>a)(b)?', x)\nreturn m and (m['n'], m.groupdict(), m.lastgroup, m.endpos)",
    "m = re.match('(?P<n>a)(b)?', x)\nreturn m and m.expand(r'\\2-\\g<n>')",
    "m = re.match('(?P<n>a)(b)?', x)\nreturn m and (m.string, m.re.pattern, m.pos)",
    "m = re.match('a', x)\nreturn m and (copy.copy(m) is m, copy.deepcopy(m) is m)",
    "m = re.match('a', x)\nreturn m and m.group(5)",
    "m = re.match('a', x)\nreturn m and m['no']",
    "m = re.match('a', x)\nreturn m and re.Match.group(m)",
    "return re.Pattern.match(re.compile('a'), x) is None",
    "return list(map(re.compile('a').match, [x])) == [None]",
    "match re.match('a', x):\n    case re.Match(): return 1\n    case None: return 0",
    "return [m.group() for m in map(re.compile('a').match, [x, x[1:]]) if m]",
)
WRONG = (
    r"re.match('a')",
    r"re.compile('a').match()",
    r"re.compile('a').match(x, nope=1)",
    r"re.compile('a').match(x, 1, 2, 3)",
    r"re.compile(b'a').match(x)",
    r"re.sub('a', r'\1', x)",
    r"re.sub('a', 5, x)",
    r"re.sub('a', lambda m: 5, x)",
    r"re.compile('a').match(x, 'no')",
    r"re.compile('(').match(x)",
    r"re.match('a', x).nothing",
)


@pytest.mark.parametrize("source", METHODS)
def test_methods(source: str) -> None:
    check(source, {"x": WORDS}, preamble=PREAMBLE)


@pytest.mark.parametrize("source", OBJECTS)
def test_matches_are_match_objects(source: str) -> None:
    check(source, {"x": ("", "a", "ab", "b", "abc")}, preamble=PREAMBLE)


@pytest.mark.parametrize("source", WRONG)
def test_wrong_calls_say_what_python_says(source: str) -> None:
    check(source, {"x": ("", "a", "ba")}, preamble=PREAMBLE, exact=False)


@pytest.mark.parametrize(
    "pattern", ["^a", "a$", r"a\Z", "(?m)^a", "(?m)a$", "(?s)a.b", "a.b", r"\bb", r"\B\n", "(?m)^$"]
)
def test_lines(pattern: str) -> None:
    check(f"[m.span() for m in re.finditer(r'{pattern}', x)]", {"x": LINES}, preamble=PREAMBLE)


def test_places_may_be_tracked() -> None:
    source = "m = re.compile('[ab]').search(x, y)\nreturn m and m.start()"
    check(source, {"x": ("", "a", "cab", "ccb"), "y": (-1, 0, 1, 2, 3, 9)}, preamble=PREAMBLE)
    source = "m = re.compile('[abc]*').match(x, 0, y)\nreturn m.end(), m.endpos"
    check(source, {"x": ("", "a", "cab", "c-b"), "y": (-1, 0, 1, 2, 3, 9)}, preamble=PREAMBLE)


def test_counts_may_be_tracked() -> None:
    values = {"x": ("", "a", "banana"), "y": (0, 1, 2, 3)}
    check("re.sub('a', '-', x, count=y)", values, preamble=PREAMBLE)
    check("re.split('a', x, maxsplit=y)", values, preamble=PREAMBLE)


def test_replacements_may_be_tracked() -> None:
    values = {"x": ("", "a", "banana"), "y": ("", "k", "po")}
    check("re.sub('a', y, x)", values, preamble=PREAMBLE)
    check("re.sub('a', y, 'banana') + x", values, preamble=PREAMBLE)
    check("re.sub('a', lambda m: y + m[0], 'banana') == x", values, preamble=PREAMBLE)
    check(
        "re.sub('(a)', y, x)", {"x": ("a",), "y": (r"\1\1", "a\\")}, preamble=PREAMBLE, exact=False
    )


def test_a_pattern_must_be_known() -> None:
    runs = check(
        "re.search(x, 'banana') and 1",
        {"x": ("", "a", "[n]", "q", "(")},
        preamble=PREAMBLE,
        exact=False,
    )
    assert all(run.lost for run in runs)


BYTES = (
    r"m = re.match(rb'(a+)(b|c)?', x)"
    "\n"
    "return m and (m.groups(), m.span(1), m.string, m.endpos)",
    r"bool(re.fullmatch(b'ab', x))",
    r"re.findall(rb'\w', x)",
    r"re.findall(rb'(a)|(\W)', x)",
    r"re.split(b'[,;]', x, 1)",
    r"re.sub(b'(a)|b', rb'<\1>', x)",
    r"re.sub(b'a', lambda m: m[0] * 2 + x[:1], x)",
    r"re.subn(b'', b'-', x)",
    r"re.sub(b'a', lambda m: 'a', x)",
    r"[m.group().upper() for m in re.finditer(rb'(?i)[A-C]', x)]",
    r"re.search(b'[\x80-\xff]$', x) is None",
    r"re.match('a', x)",
)


@pytest.mark.parametrize("kind", [bytes, bytearray])
@pytest.mark.parametrize("source", BYTES)
def test_bytes(source: str, kind: type) -> None:
    values = (b"", b"a", b"ab", b"aab", b"b,a;", b"\xff", b"a\n", b"Ab")
    check(source, {"x": [kind(value) for value in values]}, preamble=PREAMBLE)


LIBRARY = (
    ("fnmatch.fnmatchcase(x, '*.p?')", ("", "a.py", "a.pyc", ".px", "p")),
    ("string.Template('$a-${b}').substitute(a=x, b=1)", ("", "a", "$b")),
    ("string.Template(x).safe_substitute(a=1)", ("", "$a", "${a}", "$$", "$", "$b c")),
    ("textwrap.dedent(x)", ("", "a", " a", " a\n b", "  a\n b")),
    ("textwrap.wrap(x, 4)", ("", "a", "ab cd", "abcdef")),
    ("textwrap.shorten(x, 5)", ("", "ab", "ab cd ef")),
    ("shlex.quote(x)", ("", "a", "a b", "it's")),
    ("glob.escape(x)", ("", "a*", "[")),
    ("html.unescape(x)", ("", "a", "&lt;", "&#65;")),
    ("email.utils.unquote(x)", ("", '"a"', "<b>")),
    ("bool(locale._percent_re.search(x))", ("", "%d", "%", "%%")),
)


@pytest.mark.parametrize("source, texts", LIBRARY)
def test_the_library(source: str, texts: tuple[str, ...]) -> None:
    modules = "import fnmatch, string, textwrap, shlex, glob, html, email.utils, locale\n"
    check(source, {"x": texts}, preamble=modules, exact=False)
