"""Packs files into a jar or an APK. The same files make the same bytes on every machine, which zlib does not promise of itself."""

import struct
import zlib

FIRST_DAY = (1 << 5) | 1
STORED = 0
DEFLATED = 8
VERSION = 20
MADE_ON_UNIX = 3 << 8
READABLE = 0o100644 << 16
LOCAL_HEAD = 30
# Android maps a stored file into memory and reads words there.
ALIGNMENT = 4

SHORTEST, LONGEST = 3, 258
FARTHEST = 32_768
# How many earlier places of the same three bytes are compared.
TRIES = 64


def jar(files):
    """A zip archive of these names and contents."""
    return archive((name, content, DEFLATED) for name, content in files)


def package(files, stored):
    """An Android package of these names and contents. What is `stored` can be used where it lies."""
    return archive((name, content, STORED if name in stored else DEFLATED) for name, content in files)


def archive(files):
    packed, directory, count = bytearray(), bytearray(), 0
    for name, content, method in files:
        data = deflate(content) if method == DEFLATED else content
        if method == DEFLATED and zlib.decompress(data, -15) != content:
            raise SystemExit(f"{name} was not packed as it is")
        title = name.encode("ascii")
        head = struct.pack("<HHHHH3I", VERSION, 0, method, 0, FIRST_DAY, zlib.crc32(content), len(data), len(content))
        head += struct.pack("<H", len(title))
        directory += b"PK\x01\x02" + struct.pack("<H", MADE_ON_UNIX | VERSION) + head
        directory += struct.pack("<HHHHII", 0, 0, 0, 0, READABLE, len(packed)) + title
        start = len(packed) + LOCAL_HEAD + len(title)
        filling = bytes(-start % ALIGNMENT) if method == STORED else b""
        packed += b"PK\x03\x04" + head + struct.pack("<H", len(filling)) + title + filling + data
        count += 1
    end = b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), len(packed), 0)
    return bytes(packed + directory + end)


class Bits:
    """Bits of a stream, the lowest of a byte first."""

    def __init__(self):
        self.out = bytearray()
        self.held = 0
        self.count = 0

    def add(self, value, width):
        self.held |= value << self.count
        self.count += width
        while self.count >= 8:
            self.out.append(self.held & 0xFF)
            self.held >>= 8
            self.count -= 8

    def finish(self):
        if self.count:
            self.out.append(self.held)
        return bytes(self.out)


def code(value, width):
    """A code of RFC 1951: its highest bit comes first."""
    return int(f"{value:0{width}b}"[::-1], 2), width


def fixed(symbol):
    if symbol < 144:
        return code(0x30 + symbol, 8)
    if symbol < 256:
        return code(0x190 + symbol - 144, 9)
    return code(symbol - 256, 7) if symbol < 280 else code(0xC0 + symbol - 280, 8)


def steps(first, pairs):
    """The first value and the number of further bits of each symbol."""
    table = []
    for width, count in pairs:
        for _ in range(count):
            table.append((first, width))
            first += 1 << width
    return table


SYMBOLS = [fixed(symbol) for symbol in range(288)]
# The longest length has a symbol of its own.
LENGTHS = steps(3, [(0, 8), (1, 4), (2, 4), (3, 4), (4, 4), (5, 4)])[:28] + [(LONGEST, 0)]
DISTANCES = steps(1, [(0, 4)] + [(width, 2) for width in range(1, 14)])


def symbol_of(table, value):
    place = next(place for place in reversed(range(len(table))) if table[place][0] <= value)
    first, width = table[place]
    return place, value - first, width


LENGTH_SYMBOLS = [None] * SHORTEST + [symbol_of(LENGTHS, length) for length in range(SHORTEST, LONGEST + 1)]


def deflate(data):
    """One block of RFC 1951 with the fixed codes."""
    bits = Bits()
    bits.add(1, 1)
    bits.add(1, 2)
    places = {}
    at = 0
    while at < len(data):
        length, distance = longest(data, at, places.get(data[at : at + SHORTEST], []))
        if length < SHORTEST:
            length = 1
            bits.add(*SYMBOLS[data[at]])
        else:
            symbol, rest, width = LENGTH_SYMBOLS[length]
            bits.add(*SYMBOLS[257 + symbol])
            bits.add(rest, width)
            symbol, rest, width = symbol_of(DISTANCES, distance)
            bits.add(*code(symbol, 5))
            bits.add(rest, width)
        for place in range(at, at + length):
            places.setdefault(data[place : place + SHORTEST], []).append(place)
        at += length
    bits.add(*SYMBOLS[256])
    return bits.finish()


def longest(data, at, earlier):
    """The longest earlier part that the data goes on with, and how far back it is."""
    best, found = 0, 0
    most = min(LONGEST, len(data) - at)
    for place in reversed(earlier[-TRIES:]):
        if at - place > FARTHEST or best == most:
            break
        length = 0
        while length < most and data[place + length] == data[at + length]:
            length += 1
        if length > best:
            best, found = length, at - place
    return best, found
