"""Programs from PyPI that read recorders' files, and how each is asked for everything that it reads."""

#: What is loaded before the clock starts, and what gives the number of samples and the sum of what it calls activity.
ACTIPY = ("import actipy", """
data, _ = actipy.read_device(path, lowpass_hz=None, calibrate_gravity=False, detect_nonwear=False, resample_hz=None,
                             verbose=False)
return len(data), None""")
SKDH = ("from skdh.io import ReadBin", """
return len(ReadBin().predict(file=path)['time']), None""")
ACTFAST = ("import actfast", """
series = actfast.read(path)['timeseries']
return len(series.get('acceleration', series.get('high_frequency'))['datetime']), None""")
PYGT3X = ("from pygt3x.reader import FileReader", """
with FileReader(path) as reader:
    return len(reader.to_pandas()), None""")


def actigraphy(reader, more="", total="float(data.sum())"):
    return (f"from pyActigraphy.io import read_raw_{reader} as open_recording", f"""
data = open_recording(path{more}).data
return len(data), {total}""")


#: By format, which is the name of the function that makes it: title, ending, and the peers.
RAW = {
    "geneactiv": ("GENEActiv .bin, a day at 100 Hz", "bin",
                  {"scikit-digital-health": SKDH, "actipy": ACTIPY, "actfast": ACTFAST}),
    "gt3x": (".gt3x of 12 bits, a day at 100 Hz", "gt3x", {"pygt3x": PYGT3X, "actipy": ACTIPY, "actfast": ACTFAST}),
    "gt3x_sleep": (".gt3x of 12 bits with idle sleep, a day at 100 Hz", "gt3x",
                   {"pygt3x": PYGT3X, "actipy": ACTIPY, "actfast": ACTFAST}),
    "gt3x_link": (".gt3x of 16 bits (GT9X Link), a day at 100 Hz", "gt3x",
                  {"pygt3x": PYGT3X, "actipy": ACTIPY, "actfast": ACTFAST}),
    "gt3x_old": (".gt3x before firmware 3, a day at 100 Hz", "gt3x",
                 {"pygt3x": PYGT3X, "actipy": ACTIPY, "actfast": ACTFAST}),
    "matrix": ("Matrix .BIN, a day at 25 Hz", "BIN", {}),
}
EPOCHS = {
    "awd": ("Actiwatch .AWD, four weeks of 15 s", "AWD", {"pyActigraphy": actigraphy("awd")}),
    "actiware": ("Actiware .csv, four weeks of 30 s", "csv",
                 {"pyActigraphy": actigraphy("rpx", ", language='ENG_UK'")}),
    "motionwatch": ("MotionWatch .mtn, four weeks of 30 s", "mtn", {"pyActigraphy": actigraphy("mtn")}),
    "condor": ("Condor ActTrust .txt, four weeks of 60 s", "txt", {"pyActigraphy": actigraphy("atr")}),
    "agd": ("ActiGraph .agd, four weeks of 10 s", "agd", {"pyActigraphy": actigraphy("agd", total=None)}),
}

#: What a peer that reads the file made here does to others of the same format, as the row with idle sleep shows.
ELSEWHERE = {("gt3x", peer): "leaves idle sleep out of recordings that have it" for peer in ("actipy", "actfast")}

PROBE = """
import json, resource, warnings
warnings.simplefilter("ignore")
{load}
def read(path):
{body}
def spent():
    parts = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(part.ru_utime + part.ru_stime for part in parts)
for _ in range({times}):
    before = spent()
    count, total = read({path!r})
    cpu = spent() - before
print(json.dumps(dict(cpu_s=cpu, samples=count, sum=total)))
"""


def script(peer, path, times):
    """A program that reads `path` so many times and prints what the last time took."""
    load, body = peer
    return PROBE.format(
        load=load, body="".join(f"    {line}\n" for line in body.strip().splitlines()), path=path, times=times)
