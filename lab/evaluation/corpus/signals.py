"""What a file says of its colours, read by its own rules: PNG chunks (third edition, 4.3), `colr` boxes of AVIF and HEIC.

A signal is None where the file says nothing, ("srgb",), ("icc", profile), ("cicp", primaries, transfer) or
("gamma", exponent, chromaticities or None); chromaticities are the eight numbers of cHRM, white first.
"""

import struct
import zlib

PNG = b"\x89PNG\r\n\x1a\n"
MOST_PROFILE_BYTES = 1 << 22


def signal_of(data: bytes):
    """The colour signal of a PNG, AVIF or HEIC; None for other files, whose ICC profile the decoder hands over."""
    try:
        if data.startswith(PNG):
            return png_signal(data)
        if data[4:8] == b"ftyp":
            return heif_signal(data)
    except (struct.error, IndexError, zlib.error):
        pass
    return None


def png_signal(data: bytes):
    found = {}
    at = len(PNG)
    while at + 8 <= len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        if kind == b"IDAT":
            break
        found.setdefault(kind, data[at + 8 : at + 8 + length])
        at += 12 + length
    if len(found.get(b"cICP", b"")) == 4:
        primaries, transfer, matrix, full = found[b"cICP"]
        if matrix == 0 and full == 1:
            return ("cicp", primaries, transfer)
    if b"iCCP" in found:
        packed = found[b"iCCP"].split(b"\0", 1)[1][1:]
        return ("icc", zlib.decompressobj().decompress(packed, MOST_PROFILE_BYTES))
    if b"sRGB" in found:
        return ("srgb",)
    if len(found.get(b"gAMA", b"")) == 4:
        (stored,) = struct.unpack(">I", found[b"gAMA"])
        chromaticities = None
        if len(found.get(b"cHRM", b"")) == 32:
            chromaticities = tuple(value / 100000 for value in struct.unpack(">8I", found[b"cHRM"]))
        if stored > 0:
            return ("gamma", stored / 100000, chromaticities)
    return None


def boxes(data: bytes, start: int, end: int):
    """Kind, first byte and end of each box; ends at what is no box."""
    while start + 8 <= end:
        size, kind = struct.unpack(">I4s", data[start : start + 8])
        header = 8
        if size == 1:
            (size,) = struct.unpack(">Q", data[start + 8 : start + 16])
            header = 16
        elif size == 0:
            size = end - start
        if size < header or start + size > end:
            return
        yield kind, start + header, start + size
        start += size


def within(data: bytes, start: int, end: int, kind: bytes):
    return next(((first, last) for name, first, last in boxes(data, start, end) if name == kind), None)


def heif_signal(data: bytes):
    meta = within(data, 0, len(data), b"meta")
    if meta is None:
        return None
    start, end = meta[0] + 4, meta[1]
    named, described = within(data, start, end, b"pitm"), within(data, start, end, b"iprp")
    if named is None or described is None:
        return None
    primary = struct.unpack(">I" if data[named[0]] else ">H", data[named[0] + 4 : named[1]])[0]
    properties = within(data, described[0], described[1], b"ipco")
    if properties is None:
        return None
    listed = list(boxes(data, *properties))
    colours = [listed[index - 1] for index in associated(data, described, primary) if 0 < index <= len(listed)]
    signals = [colour_of(data[first:last]) for kind, first, last in colours if kind == b"colr"]
    profiles = [signal for signal in signals if signal and signal[0] == "icc"]
    return next(iter(profiles or [signal for signal in signals if signal]), None)


def colour_of(box: bytes):
    if box[:4] in (b"prof", b"rICC"):
        return ("icc", box[4:])
    if box[:4] == b"nclx":
        primaries, transfer = struct.unpack(">HH", box[4:8])
        return ("cicp", primaries, transfer)
    return None


def associated(data: bytes, described, item: int):
    """Indices of the properties of an item, from 1 (ISO/IEC 23008-12, 9.3)."""
    for kind, first, last in boxes(data, *described):
        if kind != b"ipma":
            continue
        version, wide = data[first], data[first + 3] & 1
        (entries,) = struct.unpack(">I", data[first + 4 : first + 8])
        at = first + 8
        for _ in range(min(entries, last - first)):
            (name,) = struct.unpack(">I" if version else ">H", data[at : at + (4 if version else 2)])
            at += 4 if version else 2
            count = data[at]
            at += 1
            for _ in range(count):
                index = struct.unpack(">H", data[at : at + 2])[0] & 0x7FFF if wide else data[at] & 0x7F
                at += 2 if wide else 1
                if name == item:
                    yield index
