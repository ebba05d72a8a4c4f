"""The matcher goes the way of the native engine: same matches, and questions that lead there."""

from __future__ import annotations

import functools
import re
import sys
import warnings
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wend.expr.evaluate import evaluate
from wend.inputs.decompose import decomposed
from wend.inputs.domain import Text
from wend.run.models.regex import METHODS
from wend.run.models.regex.classes import class_of
from wend.run.models.regex.match import SymMatch
from wend.run.models.regex.program import compiled
from wend.run.recorder import Recorder, recording
from wend.run.tracked import text

try:
    from test.re_tests import tests as RE_TESTS  # type: ignore[import-not-found]
except ImportError:  # an interpreter without its tests
    RE_TESTS = []

MODELS: dict[str, Callable[..., Any]] = METHODS[re.Pattern]
Branches = list[tuple[Any, bool]]


def followed(name: str, pattern: re.Pattern[str], *args: Any) -> tuple[Any, Branches]:
    """What a method says of tracked text, and what it asked; the last argument is the text."""
    recorder = Recorder()
    *first, value = args
    with recording(recorder):
        found = MODELS[name](pattern, *first, text.input_text("s", value))
        shown = picture(list(found) if name == "finditer" else found)
    check_nothing_lost(recorder, pattern)
    return shown, [(condition, taken) for _, condition, taken, _ in recorder.branches]


def check_nothing_lost(recorder: Recorder, pattern: re.Pattern[str]) -> None:
    # The engine forgets to take back what a group matched in a possessive loop.
    is_odd = pattern.groups and re.search(r"[*+?}]\+", pattern.pattern)
    assert is_odd or not recorder.reasons, (pattern, list(recorder.reasons))


def native(name: str, pattern: re.Pattern[str], *args: Any) -> Any:
    found = getattr(pattern, name)(*args)
    return picture(list(found) if name == "finditer" else found)


def picture(found: Any) -> Any:
    if isinstance(found, re.Match):
        places = found.span(), found.regs, found.lastindex, found.lastgroup, found.pos
        return places, picture(found.group()), picture(found.groups()), picture(found.groupdict())
    if isinstance(found, list | tuple):
        return tuple(map(picture, found))
    if isinstance(found, dict):
        return {key: picture(value) for key, value in found.items()}
    return text.raw(found) if isinstance(found, str) else found


def hold(branches: Branches, value: str) -> bool:
    assignment = decomposed(Text("str"), "s", value)
    return all(evaluate(condition, assignment) is taken for condition, taken in branches)


def same_way(name: str, pattern: re.Pattern[str], first: list[Any], texts: Iterable[str]) -> None:
    """The method agrees with the native one, on each text and on all that take the same path."""
    texts = list(texts)
    paths = []
    for value in texts:
        shown, branches = followed(name, pattern, *first, value)
        assert shown == native(name, pattern, *first, value), (pattern, name, value)
        assert hold(branches, value), (pattern, name, value)
        paths.append(branches)
    for value, branches in zip(texts, paths, strict=True):
        for other, own in zip(texts, paths, strict=True):
            if hold(branches, other):
                assert own == branches, f"{pattern}.{name}: {other!r} on the path of {value!r}"


def rows() -> list[tuple[re.Pattern[str], str]]:
    found = []
    for pattern, value, outcome, *_ in RE_TESTS:
        if outcome != 2:  # a syntax error
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found.append((re.compile(pattern), value))
                if not re.search(r"\(\?[a-z]", pattern):
                    found.append((re.compile(pattern, re.IGNORECASE), value))
    return found


@pytest.mark.parametrize("name", ["search", "match", "fullmatch", "findall", "finditer", "split"])
def test_the_rows_of_cpython(name: str) -> None:
    for pattern, value in rows():
        same_way(name, pattern, [], dict.fromkeys((value, value[:-1], value.swapcase())))


def test_the_rows_of_cpython_as_substitutions() -> None:
    for pattern, value in rows():
        template = r"<\g<0>>" + (r"\1" if pattern.groups else "-")
        shown, branches = followed("sub", pattern, template, value)
        assert shown == native("sub", pattern, template, value), pattern
        assert hold(branches, value)


# Random patterns

_CHARS = "ab1_ \n"
_UNITS = st.sampled_from(
    ["a", "b", "1", ".", r"\w", r"\d", r"\s", r"\W", "[ab]", "[^a]", "[a-b1]", r"[\d_]", r"\n"]
)
_PLACES = st.sampled_from(["^", "$", r"\b", r"\B", r"\A", r"\Z"])
_QUANTIFIERS = ["*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{0,2}?", "{2,}", "*+", "++", "?+"]


def _patterns(depth: int) -> st.SearchStrategy[str]:
    if depth == 0:
        return _UNITS
    below = st.deferred(lambda: _patterns(depth - 1))
    wraps = ["({})", "(?:{})", "(?>{})", "(?={})", "(?!{})", "(?i:{})", "(?s:{})", r"({})\1"]
    return (
        _UNITS
        | _PLACES
        | st.lists(below, min_size=1, max_size=3).map("".join)
        | st.tuples(below, below).map("|".join)
        | st.builds(lambda wrap, inner: wrap.format(inner), st.sampled_from(wraps), below)
        | st.builds(
            lambda inner, quantifier: f"(?:{inner}){quantifier}",
            below,
            st.sampled_from(_QUANTIFIERS),
        )
        | st.builds(
            lambda inner, quantifier: f"({inner}){quantifier}",
            below,
            st.sampled_from(_QUANTIFIERS),
        )
    )


_FLAGS = st.sampled_from(
    [0, re.IGNORECASE, re.MULTILINE, re.DOTALL, re.ASCII, re.IGNORECASE | re.ASCII]
)
_TEXTS = st.lists(st.text(_CHARS + "Aß", max_size=6), min_size=1, max_size=4)
_NAMES = st.sampled_from(["match", "search", "fullmatch", "findall", "finditer", "split"])


@pytest.mark.slow
@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(_patterns(3), _FLAGS, _TEXTS, _NAMES)
def test_random_patterns(source: str, flags: int, texts: list[str], name: str) -> None:
    pattern = _compiled(source, flags)
    if pattern is not None:
        same_way(name, pattern, [], texts)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(_patterns(3), _FLAGS, _TEXTS, st.integers(0, 2))
def test_random_substitutions(source: str, flags: int, texts: list[str], count: int) -> None:
    pattern = _compiled(source, flags)
    if pattern is None:
        return
    for value in texts:
        recorder = Recorder()
        with recording(recorder):
            found = MODELS["subn"](pattern, r"[\g<0>]", text.input_text("s", value), count)
            assert picture(found) == pattern.subn(r"[\g<0>]", value, count)
        check_nothing_lost(recorder, pattern)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(_patterns(2), st.text(_CHARS, max_size=5), st.integers(-1, 6), st.integers(-1, 6), _NAMES)
def test_parts_of_a_text(source: str, value: str, start: int, end: int, name: str) -> None:
    pattern = _compiled(source, 0)
    if pattern is None or name == "split" or max(start, 0) > max(end, 0):
        return
    recorder = Recorder()
    with recording(recorder):
        found = MODELS[name](pattern, text.input_text("s", value), start, end)
        shown = picture(list(found) if name == "finditer" else found)
        assert shown == native(name, pattern, value, start, end)
    check_nothing_lost(recorder, pattern)
    assert hold([(c, taken) for _, c, taken, _ in recorder.branches], value)


def _compiled(source: str, flags: int) -> re.Pattern[str] | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return re.compile(source, flags)
    except re.error:
        return None


# Classes

CLASSES = (
    r"\d", r"\w", r"\s", r"\W", ".", "a", "k", "ß", "s", "[^a-z]", "[à-ÿ]", r"[\d_]", "[^\\s\\w]",
    "[A-Z\\d]", "[\U00010400-\U00010427]", "İ", "\u0131", "[^\u212a]", "[ſ]",
)  # fmt: skip


@functools.cache
def every_character() -> str:
    return "".join(map(chr, range(sys.maxunicode + 1)))


@pytest.mark.parametrize("flags", [0, re.IGNORECASE, re.ASCII, re.ASCII | re.IGNORECASE, re.DOTALL])
@pytest.mark.parametrize("source", CLASSES)
def test_a_class_has_the_codes_that_the_engine_takes(source: str, flags: int) -> None:
    pattern = re.compile(source, flags)
    unit = compiled(pattern).program
    codes = unit.step.codes  # type: ignore[union-attr]
    spans = [match.span() for match in re.finditer(f"(?:{source})+", every_character(), flags)]

    assert codes.intervals == tuple([(start, end - 1) for start, end in spans])
    assert unit.then is not None and unit.then.then is None


def test_a_class_of_bytes() -> None:
    op, argument = re._constants.IN, [(re._constants.CATEGORY, re._constants.CATEGORY_DIGIT)]  # type: ignore[attr-defined]

    assert class_of(op, argument, 0, True).intervals == ((48, 57),)


# What is asked


def asked(branches: Branches) -> list[str]:
    return [variable.payload.text for condition, _ in branches for variable in condition.variables]


def test_the_end_of_open_text_is_a_question_of_its_own() -> None:
    _, branches = followed("match", re.compile("a*"), "a")

    assert asked(branches) == ["len(s)", "ord(s[0])", "len(s)"]


def test_characters_that_must_be_there_are_one_question() -> None:
    _, branches = followed("match", re.compile(r"(\d{2})-\d+x"), "")
    assert len(branches) == 1
    assert {"len(s)", *[f"ord(s[{at}])" for at in range(4)]} == set(asked(branches))

    _, branches = followed("match", re.compile("ab|ac"), "ad")
    # Both alternatives begin with an a, which the parser knows.
    assert len(branches) == 1


def test_a_literal_is_compared_whole() -> None:
    _, branches = followed("fullmatch", re.compile("abc"), "")

    assert len(branches) == 1


def test_what_follows_from_answers_is_not_asked() -> None:
    _, branches = followed("match", re.compile(r"\d(?<=[0-9a-f])\b|5"), "5")

    # Whether it is a digit of ASCII does not follow from its being a digit.
    assert asked(branches).count("ord(s[0])") == 2


def test_each_step_of_a_pattern_is_a_site_of_its_own() -> None:
    recorder = Recorder()
    with recording(recorder):
        MODELS["match"](re.compile("one|two|(?=xy)x"), text.input_text("s", ""))
    kinds = [site.kind for site, *_ in recorder.branches]

    assert len(kinds) == len(set(kinds)) == 3
    assert all(kind.startswith("pattern ") for kind in kinds)


def test_long_texts_need_no_deep_stack() -> None:
    value = "ab" * 2000
    shown, _ = followed("match", re.compile("(?:a|b)*$"), value)

    assert shown[0][0] == (0, 4000)


def test_a_pattern_that_goes_back_too_often_is_noted() -> None:
    recorder = Recorder()
    with recording(recorder):
        found = MODELS["match"](re.compile("(?:a?){18}a{18}$"), text.input_text("s", "a" * 17))
    assert found is None
    assert [reason.what for reason in recorder.reasons] == ["concretized"]


def test_a_match_looks_like_one() -> None:
    with recording(Recorder()):
        found = MODELS["match"](re.compile("(?P<x>a)(b)?"), text.input_text("s", "ac"))
        assert type(found) is SymMatch
        assert isinstance(found, re.Match)
        real = re.match("(?P<x>a)(b)?", "ac")
        assert real is not None
        for name in ("pos", "lastindex", "lastgroup", "regs", "re"):
            assert getattr(found, name) == getattr(real, name)
        assert found.string == "ac" and found.endpos == 2
        assert found["x"] == found[1] == found.group("x") == "a"
        assert found.groups("-") == ("a", "-") and found.groupdict() == {"x": "a"}
        assert found.group(0, 2) == ("a", None)
        assert repr(found) == repr(real)
        assert found.expand(r"\1\2\n") == "a\n"
        assert set(dir(found)) == set(dir(real))
        with pytest.raises(IndexError, match="no such group"):
            found.group(3)
