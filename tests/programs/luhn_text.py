"""The Luhn check of a card number given as text."""

EXPECTED = {
    "check": {
        "verdict": ("complete", "exhausted", "budget"),
        "returns": {"'empty'", "'not digits'", "'valid'", "'wrong'"},
        "over": {"number": ["", " ", "x", "18", "0", "91", "1", "59"]},
        "runs": 300,
    },
}


def check(number: str) -> str:
    digits = number.replace(" ", "")
    if not digits:
        return "empty"
    total = 0
    for at, char in enumerate(reversed(digits)):
        if not "0" <= char <= "9":
            return "not digits"
        digit = ord(char) - ord("0")
        if at % 2:
            digit *= 2
            if digit > 9:
                digit -= 9
        total += digit
    return "valid" if total % 10 == 0 else "wrong"
