"""An expression tokenizer, and a parser over its tokens."""

EXPECTED = {
    "tokens": {
        "verdict": ("complete", "exhausted", "budget"),
        "raises": {"SyntaxError"},
        "returns": {"[]"},
        "over": {"text": ["", " ", "1", "12", "a", "a1", "+", "**", "*", "(", "$"]},
        "runs": 1000,
    },
    "value": {
        "verdict": ("complete", "exhausted", "budget"),
        "raises": {"SyntaxError", "ZeroDivisionError"},
        "over": {
            "text": ["", "1", "1+1", "1-1", "2*3", "4/2", "1/0", "(1)", "(1", "1 1", "+", "a", "$"]
        },
        "may_raise": {"NameError"},
        "runs": 1000,
    },
}


def tokens(text: str) -> list[tuple[str, str]]:
    found = []
    at = 0
    while at < len(text):
        char = text[at]
        start = at
        if char.isspace():
            at += 1
        elif char in "0123456789":
            while at < len(text) and text[at] in "0123456789":
                at += 1
            found.append(("number", text[start:at]))
        elif char.isalpha():
            while at < len(text) and text[at].isalnum():
                at += 1
            found.append(("name", text[start:at]))
        elif text[at : at + 2] == "**":
            at += 2
            found.append(("operator", "**"))
        elif char in "+-*/()":
            at += 1
            found.append(("operator", char))
        else:
            raise SyntaxError(f"what is {char!r}?")
    return found


def value(text: str) -> int:
    rest = tokens(text)
    result = _sum(rest)
    if rest:
        raise SyntaxError("more than an expression")
    return result


def _sum(rest):
    result = _product(rest)
    while rest and rest[0][1] in ("+", "-"):
        sign = rest.pop(0)[1]
        right = _product(rest)
        result = result + right if sign == "+" else result - right
    return result


def _product(rest):
    result = _atom(rest)
    while rest and rest[0][1] in ("*", "/"):
        sign = rest.pop(0)[1]
        right = _atom(rest)
        result = result * right if sign == "*" else result // right
    return result


def _atom(rest):
    if not rest:
        raise SyntaxError("something is missing")
    kind, text = rest.pop(0)
    if kind == "number":
        return int(text)
    if text == "(":
        result = _sum(rest)
        if not rest or rest.pop(0)[1] != ")":
            raise SyntaxError("not closed")
        return result
    raise SyntaxError(f"{text} is no number")
