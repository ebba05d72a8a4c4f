"""Lines behind loops whose conditions pull against each other: what fits one unfits another."""


def product(x: int, y: int, b: int):
    s = 0
    for _ in range(x):
        s += 1
    t = 0
    for _ in range(y):
        t += s
    if s == 37 and y > 20 and b == t + 5:
        return 1  # goal


def letters(text: str):
    a = b = 0
    for c in text:
        if c == "a":
            a += 1
        elif c == "b":
            b += 1
    if len(text) == 12 and a == 5 and b == 3:
        return 1  # goal


def listed(xs: list[int]):
    total, top = 0, 0
    for x in xs:
        total += x
        top = max(top, x)
    if len(xs) == 6 and top == 40 and total == 100:
        return 1  # goal


def factors(a: int, b: int, c: int):
    total = p = 0
    for _ in range(min(a, 100)):
        p += b
    for each in (a, b, c):
        total += each
    if p == 391 and a > 1 and b > a and total == 100 and c > b:
        return 1  # goal


def digits(n: int):
    total, rest = 0, n
    while rest > 0:
        total += rest % 10
        rest //= 10
    if total == 37 and n % 101 == 5:
        return 1  # goal


def dot(xs: list[int], ys: list[int]):
    total = first = 0
    for x, y in zip(xs, ys, strict=False):
        total += x * y
        first += x
    if len(xs) == 3 and len(ys) == 3 and first == 10 and total == 50:
        return 1  # goal


def collatz(n: int):
    steps, m = 0, n
    while m > 1 and steps < 300:
        m = m // 2 if m % 2 == 0 else 3 * m + 1
        steps += 1
    if n > 100 and n % 2 == 1 and steps == 27:
        return 1  # goal


def brackets(text: str):
    depth = most = opened = 0
    for c in text:
        if c == "(":
            depth += 1
            opened += 1
        elif c == ")":
            depth -= 1
        most = max(most, depth)
    if opened == 5 and most == 3 and depth == 0:
        return 1  # goal


def horner(coefficients: list[int], x: int):
    value = 0
    for c in coefficients:
        value = value * x + c
    if len(coefficients) == 3 and coefficients[0] == 3 and value == 1000 and x > 4:
        return 1  # goal


def interest(balance: int, rate: int):
    years, now = 0, balance
    while now < 20000 and years < 100:
        now += now * rate // 100
        years += 1
    if rate > 3 and years == 17 and balance % 1000 == 7:
        return 1  # goal


def caesar(text: str, key: int):
    out = ""
    for c in text:
        out += chr((ord(c) + key) % 128)
    if key == 13 and out == "hello":
        return 1  # goal


def bits(n: int):
    count, rest = 0, n
    while rest > 0:
        count += rest & 1
        rest >>= 1
    if n & 0xFF == 0x5A and count == 9 and n < 1 << 20:
        return 1  # goal


def words(names: list[str]):
    total = 0
    for name in names:
        total += len(name)
    if len(names) == 4 and names[0] == "go" and total == 20:
        return 1  # goal


def cubes(x: int, y: int, b: int, c: int):
    s = t = 0
    for _i in range(3):
        s += x
        t += y * s
    if x == 37 and b == x * y + s and c == b * x + t and y > 3:
        return 1  # goal


def generator(seed: int, n: int):
    value = seed
    for _ in range(n):
        value = (value * 1103 + 12345) % 65536
    if n == 12 and seed > 500 and value % 100 == 23:
        return 1  # goal


def harmonic(x: float, n: int):
    total = 0.0
    for i in range(1, n + 1):
        total += x / i
    if n == 20 and 99.5 < total < 100.5 and x > 10.0:
        return 1  # goal


def runs(text: str):
    longest = now = count = 0
    last = ""
    for c in text:
        if c == last:
            now += 1
        else:
            now = 1
            count += 1
        last = c
        longest = max(longest, now)
    if count == 4 and longest == 5 and len(text) == 11:
        return 1  # goal


def weighted(digits: list[int]):
    total = 0
    for at, d in enumerate(digits):
        if not 0 <= d <= 9:
            return 0
        total += (at + 1) * d
    if len(digits) == 8 and total % 11 == 0 and total > 150 and digits[0] == 7:
        return 1  # goal


def clock(h: int, m: int, s: int):
    total = 0
    for each in (h, m, s):
        total = total * 60 + each
    if 0 <= h < 24 and 0 <= m < 60 and 0 <= s < 60 and total == 45296:
        return 1  # goal


def gcds(a: int, b: int):
    x, y, steps = a, b, 0
    while y > 0:
        x, y = y, x % y
        steps += 1
    if steps == 6 and x == 5 and a > 1000:
        return 1  # goal


def balance(moves: list[int]):
    total = lowest = 0
    for each in moves:
        total += each
        lowest = min(lowest, total)
    if lowest == -25 and total == 60 and len(moves) == 5:
        return 1  # goal


def twice(a: int, b: int, c: int):
    s = 0
    for i in range(4):
        s += a * i
    if s == 222 and b == s * a and c == b - s:
        return 1  # goal


def mixed(text: str, n: int):
    total = 0
    for c in text:
        total = (total * 31 + ord(c)) % 9973
    if n == total + 1 and len(text) == 6 and total % 100 == 42:
        return 1  # goal


def triangle(a: int, b: int, c: int):
    s = 0
    for each in (a, b, c):
        s += each * each
    if a < b < c and a + b > c and s == 2 * c * c and c > 10:
        return 1  # goal


def stairs(xs: list[int]):
    ups = downs = 0
    for i in range(1, len(xs)):
        if xs[i] > xs[i - 1]:
            ups += 1
        elif xs[i] < xs[i - 1]:
            downs += 1
    if ups == 5 and downs == 2 and sum(xs) == 30:
        return 1  # goal


def rates(price: float, years: int):
    value = price
    for _ in range(years):
        value *= 0.9
    if value < 100.0 and price > 500.0 and years == 16:
        return 1  # goal


def csv(text: str):
    total = fields = 0
    for part in text.split(","):
        fields += 1
        if part.isdigit():
            total += int(part)
    if fields == 4 and total == 321 and text.endswith("7"):
        return 1  # goal


def vowels(words: list[str]):
    count = 0
    for word in words:
        for c in word:
            if c in "aeiou":
                count += 1
    if len(words) == 3 and count == 7 and words[2] == "sky":
        return 1  # goal


def knapsack(a: int, b: int, c: int):
    weight = 0
    for each, w in ((a, 12), (b, 7), (c, 5)):
        if each < 0:
            return 0
        weight += each * w
    if weight == 173 and a == b + 2 and c > 3:
        return 1  # goal


def steps_to(n: int, k: int):
    at = turns = 0
    while at < n and turns < 500:
        at += k if turns % 2 else 1
        turns += 1
    if turns == 40 and at == n and k > 5:
        return 1  # goal


def parity(data: bytes):
    x = s = 0
    for b in data:
        x ^= b
        s += b
    if len(data) == 5 and x == 0x3C and s == 500:
        return 1  # goal


def palindrome(text: str):
    same = 0
    for i in range(len(text)):
        if text[i] == text[len(text) - 1 - i]:
            same += 1
    if len(text) == 7 and same == 7 and text[0] == "k" and text[3] == "q":
        return 1  # goal
