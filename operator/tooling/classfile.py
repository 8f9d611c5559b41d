"""Class files, as far as names and types go: what a class has, and what it refers to."""

import struct
import zipfile
from dataclasses import dataclass, field

STATIC = 0x0008


@dataclass
class ClassFile:
    """The members of one class by name and descriptor, with their access flags, and its references to others."""

    name: str
    parent: str | None = None
    interfaces: list = field(default_factory=list)
    fields: dict = field(default_factory=dict)
    methods: dict = field(default_factory=dict)
    references: set = field(default_factory=set)
    classes: set = field(default_factory=set)


class Platform:
    """The classes of one jar, read when they are asked for."""

    def __init__(self, jar):
        self.archive = zipfile.ZipFile(jar)
        self.names = set(self.archive.namelist())
        self.read = {}

    def find(self, name):
        """The class of this name with slashes, or None."""
        if name not in self.read:
            file = name + ".class"
            self.read[name] = parse(self.archive.read(file)) if file in self.names else None
        return self.read[name]

    def has_member(self, owner, name, descriptor):
        """Whether a class has a member, or inherits it; None if a class that it might come from is not here."""
        found = self.find(owner)
        if found is None:
            return None
        if (name, descriptor) in found.methods or (name, descriptor) in found.fields:
            return True
        above = [found.parent, *found.interfaces] if found.parent else found.interfaces
        answers = [self.has_member(each, name, descriptor) for each in above]
        if True in answers:
            return True
        return None if None in answers else False


def parse(data):
    reader = Reader(data)
    reader.skip(8)
    pool = constants(reader)
    text = lambda place: pool[place][1].decode("utf-8", "replace")
    class_name = lambda place: text(pool[place][1]) if place else None
    reader.skip(2)
    found = ClassFile(class_name(reader.u16()), class_name(reader.u16()))
    found.interfaces = [class_name(reader.u16()) for _ in range(reader.u16())]
    for members in (found.fields, found.methods):
        for _ in range(reader.u16()):
            access, name, descriptor = reader.u16(), text(reader.u16()), text(reader.u16())
            members[name, descriptor] = access
            for _ in range(reader.u16()):
                reader.skip(2)
                reader.skip(reader.u32())
    for tag, value in pool.values():
        if tag == 7:
            found.classes.add(text(value))
        elif tag in (9, 10, 11):
            owner, name_and_type = value
            name, descriptor = pool[name_and_type][1]
            found.references.add((class_name(owner), text(name), text(descriptor)))
    return found


def constants(reader):
    """The constant pool: place to tag and value."""
    pool = {}
    place, count = 1, reader.u16()
    while place < count:
        tag = reader.u8()
        width = 1
        if tag == 1:
            value = reader.take(reader.u16())
        elif tag in (3, 4):
            value = reader.take(4)
        elif tag in (5, 6):
            value = reader.take(8)
            width = 2
        elif tag in (7, 8, 16, 19, 20):
            value = reader.u16()
        elif tag == 15:
            value = (reader.u8(), reader.u16())
        else:
            value = (reader.u16(), reader.u16())
        pool[place] = (tag, value)
        place += width
    return pool


class Reader:
    def __init__(self, data):
        self.data = data
        self.at = 0

    def take(self, count):
        taken = self.data[self.at : self.at + count]
        self.at += count
        return taken

    def skip(self, count):
        self.at += count

    def u8(self):
        return self.take(1)[0]

    def u16(self):
        return struct.unpack(">H", self.take(2))[0]

    def u32(self):
        return struct.unpack(">I", self.take(4))[0]
