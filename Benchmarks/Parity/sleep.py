"""Sleep and wake, sleep periods and rhythm, against makers' scores, GGIR, pyActigraphy and the definitions."""

import csv
import datetime
import gzip
import json
import tempfile

from compare import answer, row, same, table

RELATIVE = 1e-9


def rows(nightjar, data):
    found = actilife(nightjar, data)
    found += [actiware(nightjar, data, "test_sample_rpx_eng.csv", 30), actiware(nightjar, data, "test_sample.csv", 60)]
    for number in ("01", "02"):
        found += pyactigraphy(nightjar, data, f"example_{number}")
        found += definitions(nightjar, data, f"example_{number}")
    found += people(nightjar, data) + angles(nightjar, data)
    return found


def load(data, name):
    with open(data / "oracle" / f"{name}.json") as file:
        return json.load(file)


def lines(path):
    with gzip.open(path, "rt") as file:
        return file.read().split()


def score(nightjar, counts, algorithm, seconds, *options):
    words = ["score", "-", "--algorithm", algorithm, "--seconds", seconds, "--csv", *options]
    return [line["state"] for line in table(nightjar, *words, given="\n".join(counts) + "\n")]


def actilife(nightjar, data):
    """ActiLife's Sadeh, Cole-Kripke and sleep periods on its own minutes."""
    name = "GT3XPlus-RawData-Day01"
    with open(data / "agd" / f"{name}-sleep-awake.csv") as file:
        theirs = list(csv.DictReader(file))
    counts = [line["axis1"] for line in theirs]
    found = []
    words = {"S": "sleep", "W": "wake"}
    for algorithm, column in (("sadeh", "sadeh"), ("cole-kripke", "cole-kripke")):
        ours = score(nightjar, counts, algorithm, 60)
        found.append(same(f"score {algorithm}, minutes", f"{name}.agd", "ActiLife", ours,
                          [words[line[column]] for line in theirs]))
    states = "\n".join(score(nightjar, counts, "sadeh", 60)) + "\n"
    with open(data / "agd" / f"{name}-sleep-periods.csv") as file:
        periods = list(csv.DictReader(file))
    start = datetime.datetime.fromisoformat(theirs[0]["timestamp"].rstrip("Z"))
    minute = lambda text: int((datetime.datetime.fromisoformat(text.rstrip("Z")) - start).total_seconds() // 60)
    names = ("n_bedtime_start", "n_wake_time_end", "min_sleep_period", "max_sleep_period", "min_nonzero_epochs")
    ours, expected = [], []
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(counts) + "\n")
        file.flush()
        for key in sorted({tuple(line[n] for n in names) for line in periods}):
            options = ["--bedtime-start", "--wake-time-end", "--min-sleep-period", "--max-sleep-period",
                       "--min-nonzero-epochs"]
            words = [word for pair in zip(options, key) for word in pair]
            for line in table(nightjar, "periods", "-", "--algorithm", "tudor-locke", *words, "--counts", file.name,
                              "--details", "--csv", given=states):
                ours.append((int(line["start"]), int(line["end"]), round(float(line["efficiency"]), 2),
                             float(line["tst_min"]), float(line["waso_min"]), int(line["awakenings"]),
                             round(float(line["sleep_fragmentation_index"]), 3)))
            for line in periods:
                if tuple(line[n] for n in names) == key:
                    expected.append((minute(line["in_bed_time"]), minute(line["out_bed_time"]),
                                     float(line["efficiency"]), float(line["total_sleep_time"]),
                                     float(line["wake_after_onset"]), int(line["nb_awakenings"]),
                                     float(line["sleep_fragmentation_index"])))
    found.append(same("tudor-locke, periods with their figures", f"{name}.agd", "ActiLife", ours, expected))
    return found


def actiware(nightjar, data, name, seconds):
    """Actiware's own sleep and wake of each epoch that it scored."""
    file = data / "actiwatch" / name
    counts = [line["activity"] or "NA" for line in table(nightjar, "decode", file, "--csv")]
    theirs = [line["wake"] for line in table(nightjar, "decode", file, "--csv", "--channel", "vendor_state")]
    ours = score(nightjar, counts, "oakley-40", seconds)
    known = [i for i, state in enumerate(theirs) if state and ours[i]]
    return same(f"score oakley-40, {seconds} s", name, "Actiware", [ours[i] for i in known],
                ["wake" if float(theirs[i]) else "sleep" for i in known])


def spread(runs):
    return [value for value, count in runs for _ in range(count)]


def share(output, data, reference, ours, theirs, least, note=None):
    equal = sum(a == b for a, b in zip(ours, theirs))
    return row(output, data, reference, f"{equal} of {len(theirs)} equal",
               "all" if least == 1 else f"{100 * least:g} %", len(ours) == len(theirs) and equal >= least * len(theirs),
               note)


def pyactigraphy(nightjar, data, name):
    """pyActigraphy's scorings of an Actiwatch recording; its rules know nothing at the ends."""
    theirs = load(data, f"pyActigraphy_{name}")
    counts = lines(data / "oracle" / f"awd_{name}_counts_60s.csv.gz")
    found = []
    inner = slice(10, len(counts) - 10)
    for algorithm, key, options, least, note in (
            ("cole-kripke", "CK_mean", ["--divisor", "30"], 1, None),
            ("cole-kripke-rescored", "CK_mean_rescored", ["--divisor", "30"], 1, None),
            ("scripps", "Scripps", [], 1, None),
            ("oakley-40", "Oakley40", [], 0.999, "it takes a sum of exactly 40 as wake, Actiware as sleep"),
            ("oakley-auto", "OakleyAuto", [], 0.999, None),
            ("sadeh-paper", "Sadeh", [], 0.95,
             "it has no cap, takes the next minute's logarithm and leaves out counts of exactly 50")):
        ours = [int(state == "sleep") for state in score(nightjar, counts, algorithm, 60, *options)]
        found.append(share(f"score {algorithm}, minutes", name, "pyActigraphy 1.2.2", ours[inner],
                           spread(theirs["scoring"][key]["rle"])[inner], least, note))
    for algorithm, key, rest, least, note in (
            ("roenneberg", "Roenneberg", 1, 1, None),
            ("crespo", "Crespo", 0, 0.995, "it calls the first and the last hour rest, whatever was in them")):
        marks = [0] * len(counts)
        for period in table(nightjar, "periods", "-", "--algorithm", algorithm, "--csv",
                            given="\n".join(counts) + "\n"):
            for minute in range(int(period["start"]), int(period["end"])):
                marks[minute] = 1
        edge = slice(60, len(counts) - 60) if algorithm == "crespo" else slice(None)
        expected = [int(value == rest) for value in spread(theirs["scoring"][key]["rle"])]
        found.append(share(f"periods {algorithm}, minutes", name, "pyActigraphy 1.2.2", marks[edge], expected[edge],
                           least, note))
    ours = rhythm(nightjar, counts, theirs["start"][:16])
    for key, field in (("kRA4", "kra"), ("kAR4", "kar")):
        found.append(close(f"rhythm {field}", name, "pyActigraphy 1.2.2", ours[field], theirs[key]))
    return found


def rhythm(nightjar, counts, start, *options):
    return answer(nightjar, "rhythm", "-", "--seconds", 60, "--start", start, "--json", *options,
                  given="\n".join(counts) + "\n")


def close(output, data, reference, ours, theirs, tolerance=RELATIVE, note=None):
    worst = float("inf") if ours is None else abs(ours - theirs) / max(abs(theirs), 1e-300)
    return row(output, data, reference, f"relative difference {worst:.2g}", f"{tolerance:g}", worst <= tolerance, note)


def worst(output, data, reference, pairs, tolerance=RELATIVE, note=None):
    largest = max((float("inf") if a is None else abs(a - b) / max(abs(b), 1e-300)) for a, b in pairs)
    return row(output, data, reference, f"largest relative difference {largest:.2g} of {len(pairs)}",
               f"{tolerance:g}", largest <= tolerance, note)


def minutes(clock):
    hours, minute = clock.split(":")[:2]
    return int(hours) * 60 + int(minute)


def definitions(nightjar, data, name):
    """The published formulas in NumPy, the extended cosine in SciPy, and GGIR from the start of the recording."""
    counts = lines(data / "oracle" / f"awd_{name}_counts_60s.csv.gz")
    theirs = load(data, "awd_classical")[name]
    start = theirs["start"][:16]
    ours = rhythm(nightjar, counts, start)
    pairs = [(ours[field], theirs[key]) for field, key in
             (("is", "IS"), ("iv", "IV"), ("ra", "RA"), ("l5", "L5"), ("m10", "M10"))]
    pairs += [(minutes(ours["l5_onset"]), theirs["L5_onset_min"]), (minutes(ours["m10_onset"]), theirs["M10_onset_min"])]
    for field, key in (("cosinor", "raw"), ("log_cosinor", "log1p")):
        pairs += [(ours[field][a], theirs["cosinor"][key][b]) for a, b in
                  (("mesor", "mesor"), ("amplitude", "amplitude"), ("acrophase_h", "acrotime_h"), ("r2", "R2"))]
    found = [worst("rhythm is iv ra l5 m10 onsets cosinor", name, "definitions", pairs)]
    # Oakley's rule with a sum of exactly the threshold as wake, which the reference has.
    weights = (4, 20, 100, 20, 4)
    padded = [0, 0, *map(float, counts), 0, 0]
    below = ["sleep" if sum(w * padded[i + k] for k, w in enumerate(weights)) < 4000 else "wake"
             for i in range(len(counts))]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(below) + "\n")
        file.flush()
        given = rhythm(nightjar, counts, start, "--states", file.name)["sri"]
    found.append(close("rhythm sri of the reference's states", name, "definitions", given, theirs["SRI_oakley40"]))
    found.append(row("rhythm sri on oakley-40", name, "definitions",
                     f"{ours['sri']:.4f} against {theirs['SRI_oakley40']:.4f}", "told", None,
                     "the reference takes a weighted sum of exactly 40 as wake; Actiware takes it as sleep"))
    extended = load(data, "extended_cosinor")[name]
    pairs = [(ours["extended_cosinor"][a], extended[b]) for a, b in
             (("min", "min"), ("amp", "amp"), ("alpha", "alpha"), ("beta", "beta"), ("acrotime_h", "acrotime_h"),
              ("up_mesor_h", "up_mesor_h"), ("down_mesor_h", "down_mesor_h"), ("mesor", "mesor"),
              ("f_pseudo", "F_pseudo"), ("r2", "R2"))]
    found.append(worst("rhythm extended_cosinor", name, "SciPy least squares", pairs, 1e-4))
    ggir = load(data, "ggir_functions")[f"IVIS_awd_{name}"]
    ours = rhythm(nightjar, counts[:ggir["n"]], "2000-01-01T00:00")
    found.append(worst("rhythm is iv from the recording's start", name, "GGIR g.IVIS",
                       [(ours["is"], ggir["IS"]), (ours["iv"], ggir["IV"])]))
    found.append(close("rhythm phi from the recording's start", name, "GGIR g.IVIS", ours["phi"], ggir["phi"], 2e-4,
                       "its optimiser stops at about 1e-4"))
    return found


def people(nightjar, data):
    """23 people with seven whole days."""
    weeks = {}
    with gzip.open(data / "nhanes50" / "count.csv.gz", "rt") as file:
        for cells in list(csv.reader(file))[1:]:
            weeks.setdefault(cells[0], []).extend(cells[2:])
    pairs = []
    theirs = load(data, "nhanes7d_circadian")["subjects"]
    for person, figures in theirs.items():
        ours = rhythm(nightjar, weeks[person], "2000-01-01T00:00")
        pairs += [(ours[field], figures[key]) for field, key in
                  (("is", "IS"), ("iv", "IV"), ("ra", "RA"), ("l5", "L5"), ("m10", "M10"))]
        pairs += [(minutes(ours["l5_onset"]), figures["L5_onset_min"]),
                  (minutes(ours["m10_onset"]), figures["M10_onset_min"])]
    return [worst("rhythm is iv ra l5 m10 onsets", f"NHANES, {len(theirs)} people", "definitions", pairs)]


def angles(nightjar, data):
    """GGIR's HASPT and HASIB on three made nights."""
    theirs = load(data, "ggir_functions")
    angles = lines(data / "oracle" / "anglez_5s_3days.csv.gz")
    angles = [value for value in angles if value.replace(".", "").replace("-", "").replace("e", "").isdigit()]
    ours = table(nightjar, "periods", "-", "--algorithm", "hdcza", "--seconds", 5, "--csv",
                 given="\n".join(angles) + "\n")
    distances = []
    for night, period in enumerate(ours):
        expected = theirs[str(night + 1)]
        distances += [abs(int(period["start"]) - night * 17280 - expected["SPTE_start"]),
                      abs(int(period["end"]) - night * 17280 - expected["SPTE_end"])]
    found = [row("periods hdcza, start and end", "anglez_5s_3days", "GGIR HASPT",
                 f"at most {max(distances)} epochs of 5 s apart in {len(ours)} nights", "1 epoch",
                 len(ours) == 3 and max(distances) <= 1)]
    for night in range(3):
        day = angles[night * 17280:(night + 1) * 17280]
        states = score(nightjar, day, "van-hees", 5)
        bouts, first = [], None
        for i, state in enumerate([*states, "wake"]):
            if state == "sleep" and first is None:
                first = i
            elif state != "sleep" and first is not None:
                bouts.append((first, i))
                first = None
        inner = {i for a, b in bouts if a > 0 and b < len(day) for i in range(a - 1, b)}
        expected = theirs[str(night + 1)]["sib_sum_all"]
        found.append(row("score van-hees, still epochs", f"anglez_5s_3days, night {night + 1}", "GGIR HASIB",
                         f"{len(inner)} against {expected}", "equal", len(inner) == expected,
                         "it takes the epoch before a bout with it and leaves bouts at the ends out; so does this count"))
    return found
