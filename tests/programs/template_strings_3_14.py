"""Template strings: what is interpolated keeps its terms until somebody looks at it."""

from string.templatelib import Interpolation, convert

EXPECTED = {
    "greeting": {
        "verdict": "complete",
        "returns": {"'late'", "'early'"},
        "over": {"hour": range(-2, 30)},
    },
    "values": {
        "verdict": "complete",
        "returns": {"'first'", "'second'", "'neither'"},
        "over": {"x": range(-3, 50), "y": range(-3, 10)},
    },
    "parts": {
        "verdict": "complete",
        "returns": {"'wide'", "'value'", "'x'"},
        "over": {"x": range(0, 10), "width": range(0, 20)},
    },
    "escaped": {
        "verdict": "budget",
        "runs": 60,
        "returns": {"'<b>&lt;</b>'", "'<b></b>'"},
        "over": {"name": ["", "a", "<", "a<"]},
    },
    "chosen": {
        "verdict": "complete",
        "returns": {"7", "-7", "'none'"},
        "over": {"sign": [True, False], "x": range(-9, 9)},
    },
    "failing": {
        "verdict": "complete",
        "raises": {"ZeroDivisionError"},
        "returns": {"(3,)"},
        "over": {"x": range(0, 5)},
    },
}


def rendered(template):
    parts = []
    for item in template:
        match item:
            case str() as text:
                parts.append(text)
            case Interpolation(value, _, conversion, spec):
                parts.append(format(convert(value, conversion), spec))
    return "".join(parts)


def greeting(hour: int) -> str:
    if not 0 <= hour < 24:
        return "never"
    if rendered(t"at {hour:02}h").endswith("22h"):
        return "late"
    return "early"


def values(x: int, y: int) -> str:
    first, second = t"a{x * 2!r}b{abs(y)}".values
    if first == 84:
        return "first"
    if second == 7:
        return "second"
    return "neither"


def parts(x: int, width: int) -> str:
    if not 0 <= width <= 15 or not 0 <= x < 10:
        return "out of range"
    template = t"{x:>{width}}" + t"|{width!s}"
    one, two = template.interpolations
    if one.format_spec == ">12":
        return "wide"
    if one.conversion is not None or two.conversion != "s":
        return "never"  # unreached
    if two.value == x + 3:
        return "value"
    return one.expression


def escaped(name: str) -> str:
    out = []
    for item in t"<b>{name}</b>":
        if isinstance(item, Interpolation):
            out.append(item.value.replace("<", "&lt;"))
        else:
            out.append(item)
    if "&lt;" in "".join(out):
        return "".join(out)
    return "".join(out)


def chosen(sign: bool, x: int):
    template = t"{x if sign else -x}{sign}"
    if template.values[0] == 7:
        return x
    return "none"


def failing(x: int):
    template = t"{12 // (x - 1)}"
    if template.values == (12,):
        return template.values
    return (3,)
