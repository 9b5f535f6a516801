"""Files of further recorders as `nightjar decode` reads them, against readers of a few lines that share nothing with it."""

import array
import csv
import gzip
import struct

from compare import furthest, same, table

AXES = "xyz"


def rows(nightjar, data):
    return [
        genea(nightjar, data / "other" / "genea_testfile.bin"),
        wav(nightjar, data / "other" / "ax3test.wav"),
        raw(nightjar, data / "gt3x" / "WRIST_rawCalibrated_032Hz.csv"),
        lines(nightjar, data / "other" / "ActiSleepPlus-RawData-Day01.csv", "counts, 10 s", ["axis1", "axis2", "axis3", "steps"],
              [[row["axis1"], row["axis2"], row["axis3"], row["steps"]]
               for row in csv.DictReader(open(data / "other" / "ActiSleepPlus-RawData-Day01.csv"))]),
        lines(nightjar, data / "other" / "Actical.csv", "counts and steps, 60 s", ["actical", "steps"],
              [row[5:7] for row in csv.reader(open(data / "other" / "Actical.csv")) if row[0].isdigit()]),
        lines(nightjar, data / "other" / "test_sample_dqt.csv", "activity, 1 s", ["daqtometer"],
              [row[1:2] for row in csv.reader(open(data / "other" / "test_sample_dqt.csv")) if len(row) == 3
               and row[0].count("-") == 2]),
        lines(nightjar, data / "other" / "test_sample_tal.txt", "activity, 60 s", ["tempatilumi"],
              [line.split(";")[4:5] for line in open(data / "other" / "test_sample_tal.txt", encoding="utf-8")
               if line[:1].isdigit()]),
        nhanes(nightjar, data / "nhanes50" / "count.csv.gz", "21257"),
    ]


def lines(nightjar, path, output, names, theirs):
    """Whole numbers of the file's own lines."""
    ours = [[int(float(line[name])) for name in names] for line in table(nightjar, "decode", path, "--csv")]
    return same(output, path.name, "the file's own lines", ours, [[int(value) for value in row] for row in theirs])


def samples(output, nightjar, path, reference, theirs, tolerance):
    ours = table(nightjar, "decode", path, "--csv")
    return furthest(output, path.name, reference, [float(line[axis]) for line in ours for axis in AXES],
                    [value for sample in theirs for value in sample], tolerance, unit=" g")


def signed(value):
    return value - 4096 if value > 2047 else value


def genea(nightjar, path):
    """Twelve bits each, the first and third with their sign turned, by offset and gain; 340 are one g (GGIRread)."""
    content = path.read_bytes()
    start = content.index(b"\r\n\r\n") + 4
    head = dict(line.split(":", 1) for line in content[:start].decode("latin-1").split("\r\n") if ":" in line)
    offsets = [int(word) for word in head["Accel-Offsets"].split()]
    gains = [int(word) for word in head["Accel-Gains"].split()]
    found = []
    for page in range(start, len(content), 2048):
        for at in range(page, min(page + 341 * 6, len(content) - 5), 6):
            _, a, b, c, d, e = content[at:at + 6]
            if a >> 4 == 0:
                words = -signed((a & 15) << 8 | b), signed(c << 4 | d >> 4), -signed((d & 15) << 8 | e)
                found.append([(word + offset) * gain / 8192 / 340 for word, offset, gain in zip(words, offsets, gains)])
    return samples("acceleration, g", nightjar, path, "the pieces of its pages", found, 1e-5)


def wav(nightjar, path):
    """Four channels of sixteen bits behind the chunk `data`; full scale is 8 g."""
    content = path.read_bytes()
    at = 12
    while content[at:at + 4] != b"data":
        at += 8 + struct.unpack("<I", content[at + 4:at + 8])[0]
    words = array.array("h", content[at + 8:at + 8 + (len(content) - at - 8) // 8 * 8])
    found = [[word * 8 / 32768 for word in words[i:i + 3]] for i in range(0, len(words), 4)]
    return samples("acceleration, g", nightjar, path, "the samples of its sound", found, 1e-6)


def raw(nightjar, path):
    """ActiLife's raw export."""
    text = path.read_text().splitlines()[11:]
    return samples("acceleration, g", nightjar, path, "the file's own lines",
                   [[float(value) for value in line.split(",")] for line in text], 1e-6)


def nhanes(nightjar, path, person):
    with gzip.open(path, "rt") as file:
        theirs = [int(value) for row in csv.reader(file) if row[0] == person for value in row[2:]]
    ours = [int(float(line["axis1"])) for line in table(nightjar, "decode", path, "--csv", "--columns", f"person={person}")]
    return same("counts, 60 s", path.name, f"the lines of person {person}", ours, theirs)
