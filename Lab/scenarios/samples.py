"""What the store keeps of a stream, sample by sample; the layout is that of `SampleBlock` and `BytePlanes`."""

import ctypes
import struct

ZSTD = ctypes.CDLL("libzstd.so.1")
ZSTD.ZSTD_decompress.restype = ctypes.c_size_t


def unpacked(body, size):
    """The bytes of a sealed block, `size` of them."""
    target = ctypes.create_string_buffer(size)
    count = ZSTD.ZSTD_decompress(target, ctypes.c_size_t(size), body, ctypes.c_size_t(len(body)))
    assert count == size, f"a block of {len(body)} bytes is not {size} bytes unpacked ({count})"
    return target.raw


def samples(block, axes):
    """The samples of a block as tuples of `axes` numbers, in the block's order."""
    version, batches = struct.unpack_from("<BI", block)
    assert version == 1, version
    at, count, stamped = 5, 0, 0
    for _ in range(batches):
        flags, length = struct.unpack_from("<BI", block, at)
        count += length
        stamped += 0 if flags & 1 else length
        at += 13 + (24 if flags & 1 else 0) + (8 if flags & 2 else 0) + (8 if flags & 4 else 0)
    at += 8 * stamped
    assert len(block) - at == 4 * axes * count, (len(block), at, axes, count)
    columns = []
    for axis in range(axes):
        planes = [block[at + (4 * axis + plane) * count:][:count] for plane in range(4)]
        columns.append([number for (number,) in struct.iter_unpack("<f", bytes(b for four in zip(*planes) for b in four))])
    return list(zip(*columns))


def near(found, wanted, tolerance=1e-4):
    """Whether two samples are the same but for the rounding of a 32-bit float."""
    return len(found) == len(wanted) and all(
        abs(a - b) <= tolerance * max(1, abs(b)) for a, b in zip(found, wanted))
