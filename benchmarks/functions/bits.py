"""Bit manipulation, packing and unpacking."""


def popcount_kind(word: int) -> int:
    """Return the population of a byte, negative when its parity is odd."""
    if word < 0 or word > 255:
        raise ValueError("not a byte")
    count = 0
    while word:
        word &= word - 1
        count += 1
    if count & 1:
        return -count
    return count


def next_power_of_two(n: int) -> int:
    """Return the smallest power of two that is not below n, for 32 bits."""
    if n <= 1:
        return 1
    if n > 0x80000000:
        raise OverflowError("does not fit 32 bits")
    if n & (n - 1) == 0:
        return n
    n |= n >> 1
    n |= n >> 2
    n |= n >> 4
    n |= n >> 8
    n |= n >> 16
    return n + 1


def rgb565(red: int, green: int, blue: int, swap: bool) -> int:
    """Return a colour packed into 16 bits, components clamped to a byte."""
    if red < 0:
        red = 0
    elif red > 255:
        red = 255
    if green < 0:
        green = 0
    elif green > 255:
        green = 255
    if blue < 0:
        blue = 0
    elif blue > 255:
        blue = 255
    value = (red >> 3) << 11 | (green >> 2) << 5 | blue >> 3
    if swap:
        return (value & 0xFF) << 8 | value >> 8
    return value


def utf8_length(code: int) -> int:
    """Return how many bytes UTF-8 needs for a code point; 0 where it has no encoding."""
    if code < 0 or code > 0x10FFFF:
        raise ValueError("not a code point")
    if code < 0x80:
        return 1
    if code < 0x800:
        return 2
    if 0xD800 <= code <= 0xDFFF:
        return 0
    if code < 0x10000:
        return 3
    return 4


def utf8_decode(b0: int, b1: int, b2: int) -> int:
    """Return the code point at the start of three bytes, -1 where they are malformed."""
    for byte in (b0, b1, b2):
        if not 0 <= byte <= 255:
            return -2
    if b0 < 0x80:
        return b0
    if b0 & 0xE0 == 0xC0:
        if b1 & 0xC0 != 0x80 or b0 < 0xC2:
            return -1
        return (b0 & 0x1F) << 6 | b1 & 0x3F
    if b0 & 0xF0 == 0xE0:
        if b1 & 0xC0 != 0x80 or b2 & 0xC0 != 0x80:
            return -1
        code = (b0 & 0x0F) << 12 | (b1 & 0x3F) << 6 | b2 & 0x3F
        if code < 0x800 or 0xD800 <= code <= 0xDFFF:
            return -1
        return code
    return -1


def address_kind(address: int) -> int:
    """Classify an IPv4 address given as a number: private, loopback, multicast and so on."""
    if address < 0 or address > 0xFFFFFFFF:
        raise ValueError("not an address")
    first = address >> 24
    second = address >> 16 & 0xFF
    if first == 127:
        return 1
    if first == 10:
        return 2
    if first == 172 and 16 <= second < 32:
        return 2
    if first == 192 and second == 168:
        return 2
    if first == 169 and second == 254:
        return 3
    if 224 <= first < 240:
        return 4
    if address == 0xFFFFFFFF:
        return 5
    if first == 0 or first >= 240:
        return 6
    return 0


def in_subnet(address: int, network: int, prefix: int) -> bool:
    """Return whether an IPv4 address lies in network/prefix."""
    if prefix < 0 or prefix > 32:
        raise ValueError("prefix out of range")
    if address >> 32 or network >> 32:
        raise ValueError("not an address")
    mask = 0xFFFFFFFF << (32 - prefix) & 0xFFFFFFFF
    if network & ~mask:
        raise ValueError("host bits set")
    return address & mask == network


def pack_version(major: int, minor: int, patch: int, stage: int) -> int:
    """Return a version as one comparable number; stages are 0 final, 1 alpha, 2 beta, 3 rc."""
    if not (0 <= major < 256 and 0 <= minor < 256 and 0 <= patch < 256):
        raise ValueError("component out of range")
    if stage == 0:
        level = 0xF
    elif stage == 1:
        level = 0xA
    elif stage == 2:
        level = 0xB
    elif stage == 3:
        level = 0xC
    else:
        raise ValueError("unknown stage")
    return major << 24 | minor << 16 | patch << 8 | level << 4


def compare_versions(left: int, right: int) -> int:
    """Compare two packed versions: 0 same, 1 patch, 2 minor, 3 major apart, negative if older."""
    if left < 0 or right < 0:
        raise ValueError("negative version")
    sign = 1 if left > right else -1
    if left >> 24 != right >> 24:
        return 3 * sign
    if left >> 16 & 0xFF != right >> 16 & 0xFF:
        return 2 * sign
    if left >> 8 & 0xFF != right >> 8 & 0xFF:
        return sign
    if left & 0xF0 != right & 0xF0:
        return 10 * sign
    return 0


def crc8(first: int, second: int) -> int:
    """Return the CRC-8 (polynomial 7) of two bytes; -1 when one is not a byte."""
    if first & ~0xFF or second & ~0xFF:
        return -1
    crc = 0
    for byte in (first, second):
        crc ^= byte
        for _ in range(8):
            if crc & 0x80:
                crc = (crc << 1 ^ 0x07) & 0xFF
            else:
                crc <<= 1
    return crc


def zigzag_varint(value: int) -> int:
    """Return how many bytes a protobuf sint32 takes."""
    if value >= 1 << 31 or value < -(1 << 31):
        raise OverflowError("not a 32-bit number")
    if value < 0:
        encoded = (-value << 1) - 1
    else:
        encoded = value << 1
    length = 1
    while encoded > 127:
        encoded >>= 7
        length += 1
    return length


def float16_kind(word: int) -> int:
    """Classify the bits of a half-precision float: 0 zero, 1 subnormal, 2 normal, 3 inf, 4 nan."""
    if word < 0 or word > 0xFFFF:
        return -1
    exponent = word >> 10 & 0x1F
    fraction = word & 0x3FF
    if exponent == 0:
        if fraction == 0:
            return 0
        return 1
    if exponent == 0x1F:
        if fraction:
            return 4
        return 3
    return 2
