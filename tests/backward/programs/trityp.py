"""The classification of triangles."""


def trityp(a: int, b: int, c: int) -> str:
    if a <= 0 or b <= 0 or c <= 0:
        return "none"
    kind = 0
    if a == b:
        kind = kind + 1
    if a == c:
        kind = kind + 2
    if b == c:
        kind = kind + 3
    if kind == 0:
        if a + b <= c or b + c <= a or a + c <= b:
            return "none"
        return "scalene"  # trityp: scalene
    if kind > 3:
        return "equilateral"  # trityp: equilateral
    if kind == 1 and a + b > c:
        return "isosceles"
    if kind == 2 and a + c > b:
        return "isosceles"
    if kind == 3 and b + c > a:
        return "isosceles"  # trityp: isosceles
    return "none"
