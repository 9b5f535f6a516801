"""The actigraphy transformer as `nightjar pat` runs it, against forward passes in NumPy."""

import json
import pathlib
import subprocess
import tempfile

from compare import answer, furthest, peer, row


def rows(nightjar, data):
    known = json.loads((data / "oracle" / "pat_forward_vectors.json").read_text())
    if not peer("h5py"):
        return [row("embedding", "made weights", "NumPy", "h5py is not installed", "1e-4", None)]
    import pat_weights
    found = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        minutes = folder / "week.txt"
        minutes.write_text("\n".join(repr(float(value)) for value in pat_weights.week()) + "\n")
        for size in pat_weights.SIZES:
            reference = known[size]
            kinds = [("", {}), (", libver latest", {"libver": "latest"})]
            if size == "S":
                kinds += chunked(pat_weights)
                found.append(refused(nightjar, folder, minutes, pat_weights))
            for kind, options in kinds:
                path = folder / "weights.h5"
                pat_weights.write(path, size, **options)
                ours = answer(nightjar, "pat", "--weights", path, "--minutes", minutes, "--allow-unknown-weights",
                              "--json")
                what = f"made weights, as h5py writes them{kind}"
                found.append(furthest(f"PAT-{size} embedding", what, "forward vectors, float64", ours["embedding"],
                                      reference["pooled"], 1e-4))
            patch = 10080 // reference["patches"]
            received = ours["attention"][::patch]
            found.append(furthest(f"PAT-{size} attention", what, "forward vectors, float64", received[:10],
                                  reference["attn_profile_first10"], 1e-6))
            most = max(range(len(received)), key=received.__getitem__)
            found.append(row(f"PAT-{size} most attended patch", what, "forward vectors, float64",
                             f"{most} against {reference['attn_profile_argmax']}", "equal",
                             most == reference["attn_profile_argmax"] and len(ours["attention"]) == 10080))
            weights = {name: table.astype("float32") for name, table in pat_weights.tables(size).items()}
            embedding, attention = pat_weights.forward(weights, size, pat_weights.standardised())
            found.append(furthest(f"PAT-{size} attention, all patches", what, "NumPy, float32", received,
                                  map(float, attention), 1e-6))
    return found


def chunked(pat_weights):
    """The ways in which h5py stores chunks: the tree of old files; one chunk, a list, and one that grows, of new ones."""
    latest = {"libver": "latest"}
    return [(", in chunks", {"storage": {"chunks": True}}),
            (", one chunk each, libver latest", dict(latest, storage=lambda shape: {"chunks": shape})),
            (", in chunks, libver latest", dict(latest, storage=lambda shape: {"chunks": tuple((n + 2) // 3 for n in shape)})),
            (", chunks that can grow, libver latest", dict(latest, storage=lambda shape: {
                "chunks": tuple((n + 4) // 5 for n in shape), "maxshape": (None, *shape[1:])}))]


def refused(nightjar, folder, minutes, pat_weights):
    """No published file is compressed; one that is must be told so, not read wrongly."""
    path = folder / "compressed.h5"
    pat_weights.write(path, "S", storage={"chunks": True, "compression": "gzip"})
    words = [str(nightjar), "pat", "--weights", str(path), "--minutes", str(minutes), "--allow-unknown-weights", "--json"]
    done = subprocess.run(words, capture_output=True, text=True)
    return row("PAT-S weights that are compressed", "made weights, gzip", "refused with the reason",
               f"exit code {done.returncode}: {done.stderr.strip().splitlines()[-1] if done.stderr else 'no word'}",
               "exit code 1", done.returncode == 1 and "compress" in done.stderr)
