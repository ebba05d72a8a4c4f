"""Constants as runs of ones, by which Int arithmetic can say `x & c` exactly."""

MOST_RUNS = 16
"""The most runs of a constant; others are left to bit-vectors."""


def runs(mask: int) -> list[tuple[int, int]]:
    """The maximal runs of ones as (lowest bit, length), the lowest first; mask is not negative."""
    found = []
    low = 0
    while mask:
        gap = (mask & -mask).bit_length() - 1
        mask >>= gap
        low += gap
        length = (~mask & (mask + 1)).bit_length() - 1
        found.append((low, length))
        mask >>= length
        low += length
    return found
