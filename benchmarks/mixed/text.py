"""Functions over text."""


def password_strength(password: str) -> str:
    if len(password) < 8:
        return "short"
    if password.lower() == password or password.upper() == password:
        return "one case"
    if not any(char.isdigit() for char in password):
        return "no digit"
    if " " in password:
        return "space"
    return "strong"


def slug(title: str) -> str:
    words = []
    word = ""
    for char in title.lower():
        if char.isalnum():
            word += char
        elif word:
            words.append(word)
            word = ""
    if word:
        words.append(word)
    if not words:
        return "untitled"
    return "-".join(words)


def parse_bool(text: str) -> bool:
    value = text.strip().lower()
    if value in ("1", "yes", "true", "on"):
        return True
    if value in ("0", "no", "false", "off", ""):
        return False
    raise ValueError(text)


def parse_size(text: str) -> int:
    text = text.strip()
    if not text:
        raise ValueError("empty")
    factor = 1
    if text.endswith("K"):
        factor = 1024
        text = text[:-1]
    elif text.endswith("M"):
        factor = 1024 * 1024
        text = text[:-1]
    if text.startswith("-"):
        raise ValueError("negative")
    size = int(text) * factor
    if size > 10 * 1024 * 1024:
        raise OverflowError("too large")
    return size


def is_palindrome(text: str) -> bool:
    letters = [char.lower() for char in text if char.isalpha()]
    if len(letters) < 3:
        return False
    return letters == letters[::-1]


def caesar(text: str, shift: int) -> str:
    if not 0 < shift < 26:
        return text
    result = ""
    for char in text:
        if "a" <= char <= "z":
            result += chr((ord(char) - 97 + shift) % 26 + 97)
        elif "A" <= char <= "Z":
            result += chr((ord(char) - 65 + shift) % 26 + 65)
        else:
            result += char
    return result


def http_status(line: str) -> str:
    if not line.startswith("HTTP/1."):
        return "not http"
    version, _, rest = line.partition(" ")
    if version not in ("HTTP/1.0", "HTTP/1.1"):
        return "version"
    code = rest[:3]
    if not code.isdigit() or len(code) < 3:
        return "no code"
    if code[0] == "2":
        return "ok"
    if code == "404":
        return "missing"
    return "other"


def split_key_value(line: str) -> tuple[str, str]:
    line = line.split("#", 1)[0].strip()
    if not line:
        return "", ""
    if "=" not in line:
        raise ValueError("no =")
    key, value = line.split("=", 1)
    key, value = key.strip(), value.strip()
    if not key.isidentifier():
        raise ValueError("key")
    if len(value) >= 2 and value[0] == value[-1] == '"':
        value = value[1:-1]
    return key, value


def count_vowels(text: str) -> str:
    count = 0
    for char in text:
        if char in "aeiou":
            count += 1
    if count == 0:
        return "none"
    if count * 2 > len(text):
        return "mostly"
    return "some"


def hex_color(text: str) -> tuple[int, int, int]:
    if not text.startswith("#"):
        raise ValueError("no #")
    digits = text[1:]
    if len(digits) == 3:
        digits = "".join(char * 2 for char in digits)
    if len(digits) != 6:
        raise ValueError("length")
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def edit_step(a: str, b: str) -> str:
    if a == b:
        return "same"
    if abs(len(a) - len(b)) > 1:
        return "far"
    if len(a) == len(b):
        different = sum(x != y for x, y in zip(a, b))
        return "one change" if different == 1 else "far"
    short, long = (a, b) if len(a) < len(b) else (b, a)
    for at in range(len(long)):
        if long[:at] + long[at + 1 :] == short:
            return "one more"
    return "far"


def camel_to_snake(name: str) -> str:
    if not name:
        raise ValueError("empty")
    result = name[0].lower()
    for before, char in zip(name, name[1:]):
        if char.isupper() and not before.isupper():
            result += "_"
        result += char.lower()
    return result


def mime_type(filename: str) -> str:
    stem, dot, extension = filename.rpartition(".")
    if not dot or not stem:
        return "unknown"
    match extension.lower():
        case "txt" | "md":
            return "text"
        case "png" | "jpg":
            return "image"
        case "py":
            return "code"
        case _:
            return "binary"


def check_isbn(text: str) -> bool:
    digits = text.replace("-", "")
    if len(digits) != 10:
        return False
    total = 0
    for at, char in enumerate(digits):
        if char == "X" and at == 9:
            total += 10
        elif char.isdigit():
            total += int(char) * (10 - at)
        else:
            return False
    return total % 11 == 0


def wrap_words(text: str, width: int) -> int:
    if width < 1:
        raise ValueError("width")
    lines = 0
    current = 0
    for word in text.split():
        if len(word) > width:
            raise ValueError("word too long")
        if current and current + 1 + len(word) <= width:
            current += 1 + len(word)
        else:
            lines += 1
            current = len(word)
    return lines


def match_glob(pattern: str, name: str) -> bool:
    if not pattern:
        return not name
    if pattern[0] == "*":
        return match_glob(pattern[1:], name) or (bool(name) and match_glob(pattern, name[1:]))
    if not name:
        return False
    if pattern[0] == "?" or pattern[0] == name[0]:
        return match_glob(pattern[1:], name[1:])
    return False


def anagrams(a: str, b: str) -> str:
    if a == b:
        return "same"
    if sorted(a) == sorted(b):
        return "anagram"
    if set(a) == set(b):
        return "same letters"
    return "different"


def duration(text: str) -> int:
    parts = text.split(":")
    if len(parts) == 2:
        hours, minutes = "0", parts[0]
        seconds = parts[1]
    elif len(parts) == 3:
        hours, minutes, seconds = parts
    else:
        raise ValueError("parts")
    if int(minutes) > 59 or int(seconds) > 59:
        raise ValueError("range")
    return int(hours) * 3600 + int(minutes) * 60 + int(seconds)
