"""[004] Figure 1: a loop that depends on the data, arithmetic that is not linear, a native call."""

import math


def hard_loop(x: int, u: float) -> int:
    res = 0
    i = 0
    while i < x:
        tmp = (i * i) % 7
        if tmp < 2:
            res = res + 2
        else:
            res = res + 1
        i = i + 1
    if res == 150:
        if math.sin(u) > 0.999:
            raise AssertionError  # hard_loop: sine
        return res  # hard_loop: loop
    return 0
