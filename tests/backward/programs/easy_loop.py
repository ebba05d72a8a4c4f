"""The loop that counts down, by which [004] and others show that loops need not be unrolled."""


def easy_loop(n: int) -> str:
    i = n
    total = 0
    while i > 0:
        i = i - 1
        total = total + 1
    if total == 100:
        return "hundred"  # easy_loop: hundred
    return "other"
