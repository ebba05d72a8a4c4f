"""The example of concolic testing, with a native call in its second target."""

import math


def dart(x: int, y: int) -> str:
    if x * x * x > 0:
        if x > 0 and y == 10:
            return "cube"  # dart: cube
    elif x > 0 and y == 20:
        return "never"
    if x > y and math.floor(math.exp(x / 10)) == y + 7:
        return "call"  # dart: call
    return "other"
