"""A CSV line splitter: a state machine over characters."""

EXPECTED = {
    "fields": {
        "verdict": ("complete", "exhausted", "budget"),
        "raises": {"ValueError"},
        "returns": {"['']", "['', '']"},
        "over": {"line": ["", "a", ",", '"', '""', '"a"', '"a""b"', '"a"b', 'a"b', '"a",b']},
        "runs": 300,
    },
    "total": {
        "verdict": ("complete", "exhausted", "budget"),
        "returns": {"'empty'", "'not a number'", "'small'", "'large'"},
        "over": {"line": ["", "a", "1,2", "99,3"]},
        "runs": 300,
    },
}


def fields(line: str) -> list[str]:
    found = []
    field = ""
    state = "start"
    for char in line:
        if state == "quoted":
            if char == '"':
                state = "quote"
            else:
                field += char
        elif char == ",":
            found.append(field)
            field = ""
            state = "start"
        elif state == "quote":
            if char != '"':
                raise ValueError("text after a closing quote")
            field += '"'
            state = "quoted"
        elif char == '"':
            if state != "start":
                raise ValueError("a quote inside a field")
            state = "quoted"
        else:
            field += char
            state = "plain"
    if state == "quoted":
        raise ValueError("the quote is not closed")
    found.append(field)
    return found


def total(line: str) -> str:
    if not line.strip():
        return "empty"
    try:
        numbers = [int(field) for field in line.split(",")]
    except ValueError:
        return "not a number"
    return "large" if sum(numbers) > 100 else "small"
