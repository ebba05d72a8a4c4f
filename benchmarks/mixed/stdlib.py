"""Functions of the standard library, with the annotations that they lack (after CPython 3.11)."""


def normpath(path: str) -> str:
    """posixpath.normpath"""
    if path == "":
        return "."
    initial_slashes = path.startswith("/")
    if initial_slashes and path.startswith("//") and not path.startswith("///"):
        initial_slashes = 2
    new_comps: list[str] = []
    for comp in path.split("/"):
        if comp in ("", "."):
            continue
        if (
            comp != ".."
            or (not initial_slashes and not new_comps)
            or (new_comps and new_comps[-1] == "..")
        ):
            new_comps.append(comp)
        elif new_comps:
            new_comps.pop()
    path = "/".join(new_comps)
    if initial_slashes:
        path = "/" * initial_slashes + path
    return path or "."


def splitext(path: str) -> tuple[str, str]:
    """genericpath._splitext for POSIX"""
    sep = path.rfind("/")
    dot = path.rfind(".")
    if dot > sep:
        filename = sep + 1
        while filename < dot:
            if path[filename : filename + 1] != ".":
                return path[:dot], path[dot:]
            filename += 1
    return path, path[:0]


def rgb_to_hls(r: float, g: float, b: float) -> tuple[float, float, float]:
    """colorsys.rgb_to_hls"""
    maxc = max(r, g, b)
    minc = min(r, g, b)
    sumc = maxc + minc
    rangec = maxc - minc
    light = sumc / 2.0
    if minc == maxc:
        return 0.0, light, 0.0
    if light <= 0.5:
        s = rangec / sumc
    else:
        s = rangec / (2.0 - maxc - minc)
    rc = (maxc - r) / rangec
    gc = (maxc - g) / rangec
    bc = (maxc - b) / rangec
    if r == maxc:
        h = bc - gc
    elif g == maxc:
        h = 2.0 + rc - bc
    else:
        h = 4.0 + gc - rc
    h = (h / 6.0) % 1.0
    return h, light, s


def bisect_left(a: list[int], x: int, lo: int) -> int:
    """bisect.bisect_left"""
    if lo < 0:
        raise ValueError("lo must be non-negative")
    hi = len(a)
    while lo < hi:
        mid = (lo + hi) // 2
        if a[mid] < x:
            lo = mid + 1
        else:
            hi = mid
    return lo


def siftdown(heap: list[int], startpos: int, pos: int) -> list[int]:
    """heapq._siftdown"""
    newitem = heap[pos]
    while pos > startpos:
        parentpos = (pos - 1) >> 1
        parent = heap[parentpos]
        if newitem < parent:
            heap[pos] = parent
            pos = parentpos
            continue
        break
    heap[pos] = newitem
    return heap


def commonprefix(first: str, second: str) -> str:
    """genericpath.commonprefix"""
    s1 = min(first, second)
    s2 = max(first, second)
    for i, c in enumerate(s1):
        if c != s2[i]:
            return s1[:i]
    return s1


def unquote_length(text: str) -> int:
    """The loop of urllib.parse.unquote_to_bytes"""
    if not text:
        return 0
    bits = text.split("%")
    if len(bits) == 1:
        return len(text)
    res = len(bits[0])
    for item in bits[1:]:
        try:
            int(item[:2], 16)
            if len(item) < 2:
                raise ValueError
            res += 1 + len(item[2:])
        except ValueError:
            res += 1 + len(item)
    return res


def shlex_quote(s: str) -> str:
    """shlex.quote, its pattern spelled out"""
    if not s:
        return "''"
    for char in s:
        if not (char.isalnum() and char.isascii()) and char not in "@%+=:,./-_":
            return "'" + s.replace("'", "'\"'\"'") + "'"
    return s


def strtobool(val: str) -> int:
    """distutils.util.strtobool"""
    val = val.lower()
    if val in ("y", "yes", "t", "true", "on", "1"):
        return 1
    elif val in ("n", "no", "f", "false", "off", "0"):
        return 0
    else:
        raise ValueError(f"invalid truth value {val!r}")


def median_grouped_side(data: list[float], x: float) -> str:
    """The counting of statistics.median_grouped"""
    n = len(data)
    if n == 0:
        raise ValueError("no median for empty data")
    if n == 1:
        return "single"
    below = sum(1 for item in data if item < x)
    same = data.count(x)
    if same == 0:
        return "absent"
    return "low" if below * 2 < n else "high"


def glob_translate(pat: str) -> str:
    """fnmatch.translate, shortened"""
    res = ""
    i, n = 0, len(pat)
    while i < n:
        c = pat[i]
        i = i + 1
        if c == "*":
            if not res.endswith(".*"):
                res += ".*"
        elif c == "?":
            res += "."
        elif c == "[":
            j = i
            if j < n and pat[j] == "!":
                j = j + 1
            if j < n and pat[j] == "]":
                j = j + 1
            while j < n and pat[j] != "]":
                j = j + 1
            if j >= n:
                res += "\\["
            else:
                stuff = pat[i:j]
                i = j + 1
                if stuff[0] == "!":
                    stuff = "^" + stuff[1:]
                res += f"[{stuff}]"
        else:
            res += c
    return res


def ipv4_octet(octet_str: str) -> int:
    """ipaddress.IPv4Address._parse_octet"""
    if not octet_str:
        raise ValueError("Empty octet not permitted")
    if not (octet_str.isascii() and octet_str.isdigit()):
        raise ValueError("Only decimal digits permitted")
    if len(octet_str) > 3:
        raise ValueError("At most 3 characters permitted")
    if octet_str != "0" and octet_str[0] == "0":
        raise ValueError("Leading zeros are not permitted")
    octet_int = int(octet_str, 10)
    if octet_int > 255:
        raise ValueError("Octet not permitted")
    return octet_int
