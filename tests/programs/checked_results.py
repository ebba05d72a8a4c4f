"""Methods whose result C code checks: what they give is of the type that it was."""


class Odd:
    def __init__(self, value):
        self.value = value

    def __len__(self):
        return self.value

    def __index__(self):
        return self.value

    def __int__(self):
        return self.value

    def __float__(self):
        return self.value

    def __hash__(self):
        return self.value

    def __bool__(self):
        return self.value


def kinds(x: float) -> list[str]:
    found = []
    for native in (len, [1, 2].__getitem__, int, hash, bool):
        try:
            native(Odd(x))
        except (TypeError, AttributeError) as error:
            found.append(type(error).__name__)
        else:
            found.append("fine")  # unreached
    return found


def truth(x: int) -> str:
    try:
        return "true" if Odd(x) else "false"  # one way
    except TypeError:
        return "int"


def as_float(x: int) -> str:
    try:
        float(Odd(x))
    except TypeError:
        return "int"
    return "fine"  # unreached


def large_hash(x: int) -> bool:
    if x > 3:
        return Odd(x << 62).__hash__() == x << 62
    return False


EXPECTED = {
    "kinds": {
        "verdict": "exhausted",
        "returns": {repr(["TypeError"] * 5)},
        "over": {"x": [0.0, 1.0, 2.5]},
    },
    "truth": {"verdict": "exhausted", "returns": {"'int'"}, "over": {"x": [0, 1]}},
    "as_float": {"verdict": "exhausted", "returns": {"'int'"}, "over": {"x": [0, 1]}},
    "large_hash": {
        "verdict": "exhausted",
        "returns": {"True", "False"},
        "over": {"x": [0, 3, 4, 99]},
    },
}
