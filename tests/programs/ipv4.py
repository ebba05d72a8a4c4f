"""An IPv4 parser: text split into parts, characters, numbers."""

EXPECTED = {
    "parse": {
        "verdict": ("complete", "exhausted", "budget"),
        "raises": {"ValueError"},
        "over": {
            "text": [
                "",
                "1.2.3",
                "1..2.3",
                "a.0.0.0",
                "01.0.0.0",
                "256.0.0.0",
                "0.0.0.0",
                "9.9.9.9",
            ]
        },
        "runs": 1800,
    },
    "kind": {
        "verdict": ("complete", "exhausted", "budget"),
        "returns": {"'not an address'", "'loopback'", "'private'", "'this network'", "'public'"},
        "over": {"text": ["", "127.0.0.1", "10.1.2.3", "0.1.1.1", "8.8.8.8"]},
        "runs": 1800,
    },
}


def parse(text: str) -> int:
    parts = text.split(".")
    if len(parts) != 4:
        raise ValueError("four parts are needed")
    address = 0
    for part in parts:
        if not part:
            raise ValueError("a part is empty")
        if not (part.isascii() and part.isdigit()):
            raise ValueError(f"{part!r} is no number")
        if len(part) > 1 and part[0] == "0":
            raise ValueError("a leading zero")
        number = int(part)
        if number > 255:
            raise ValueError("a part is too large")
        address = address * 256 + number
    return address


def kind(text: str) -> str:
    try:
        address = parse(text)
    except ValueError:
        return "not an address"
    if address >> 24 == 127:
        return "loopback"
    if address >> 24 == 10:
        return "private"
    if address >> 24 == 0:
        return "this network"
    return "public"
