"""Functions over bytes."""


def image_kind(data: bytes) -> str:
    if data.startswith(b"\x89PNG"):
        return "png"
    if data[:2] == b"\xff\xd8":
        return "jpeg"
    if data[:3] == b"GIF":
        return "gif89" if data[3:6] == b"89a" else "gif"
    return "unknown"


def checksum(data: bytes) -> int:
    if not data:
        raise ValueError("empty")
    total = 0
    for byte in data[:-1]:
        total = (total + byte) % 256
    if total != data[-1]:
        raise ValueError("checksum")
    return len(data) - 1


def utf8_lead(data: bytes) -> int:
    if not data:
        return 0
    lead = data[0]
    if lead < 0x80:
        return 1
    if lead & 0xE0 == 0xC0:
        return 2 if len(data) >= 2 else -1
    if lead & 0xF0 == 0xE0:
        return 3 if len(data) >= 3 else -1
    return -1


def frame(data: bytes) -> bytes:
    if len(data) < 4:
        raise ValueError("short")
    if data[0] != 0x7E:
        raise ValueError("start")
    length = data[1] << 8 | data[2]
    body = data[3 : 3 + length]
    if len(body) != length:
        raise ValueError("cut")
    return body


def line_ending(data: bytes) -> str:
    if b"\r\n" in data:
        return "dos"
    if b"\n" in data:
        return "unix"
    if b"\r" in data:
        return "mac"
    return "none"


def varint(data: bytes) -> int:
    value = 0
    for at, byte in enumerate(data):
        if at == 3:
            raise OverflowError("long")
        value |= (byte & 0x7F) << (7 * at)
        if not byte & 0x80:
            return value
    raise ValueError("cut")
