"""[004] Figure 6, in 32 bits: the absolute value of the least number is negative."""

from ctypes import c_int32


def narrow(x: int) -> int:
    x = c_int32(x).value
    if x < 0:
        y = c_int32(-x).value
    else:
        y = x
    if y < 0:
        raise ArithmeticError  # narrow: overflow
    return y
