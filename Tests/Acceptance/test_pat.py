"""The actigraphy transformer on weights that h5py wrote, and the fields of an analysis."""

import hashlib
import json
import pathlib
import struct
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Benchmarks" / "Parity"))

import pat_weights  # noqa: E402


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with weights of the small model and a week."""
    folder = tmp_path_factory.mktemp("pat")
    pat_weights.write(folder / "PAT-S.h5", "S")
    pat_weights.write(folder / "latest.h5", "S", libver="latest")
    (folder / "week.txt").write_text("\n".join(repr(float(value)) for value in pat_weights.week()) + "\n")
    return folder


@pytest.mark.parametrize("name", ["PAT-S.h5", "latest.h5"])
def test_encodes_a_week_as_numpy_does(program, made, name):
    found = program.json("pat", "--weights", made / name, "--minutes", made / "week.txt", "--allow-unknown-weights",
                         "--json")
    embedding, attention = pat_weights.forward(pat_weights.tables("S"), "S", pat_weights.standardised())
    assert found["model"] == "PAT-S" and len(found["embedding"]) == 96 and len(found["attention"]) == 10080
    assert max(abs(found["embedding"] - embedding)) < 1e-4
    assert max(abs(found["attention"][::18] - attention)) < 1e-6
    assert found["depression"] is None and found["depression_note"]
    assert found["normalisation"]["is_published"] is False
    assert found["weights"]["is_published"] is False


def test_refuses_weights_that_are_not_published_unless_told(program, made):
    done = program.run("pat", "--weights", made / "PAT-S.h5", "--minutes", made / "week.txt", "--json")
    assert done.returncode == 1 and b"SHA-256" in done.stderr and not done.stdout
    assert program.run("pat", "install", made / "PAT-S.h5").returncode == 1
    done = program.run("pat", "--minutes", made / "week.txt", "--json")
    assert done.returncode == 3 and b"nightjar pat install" in done.stderr


def test_installs_weights_and_scores_with_a_head_and_a_reference(program, made):
    published = (made / "PAT-S.h5").read_bytes()
    found = program.json("pat", "install", made / "PAT-S.h5", "--allow-unknown-weights", "--json")
    assert found["sha256"] == hashlib.sha256(published).hexdigest()
    # Plain floats, table after table: HDF5 is read this once.
    plain = pathlib.Path(found["path"]).read_bytes()
    assert plain[:8] == b"PATFLOAT" and struct.unpack("<4I", plain[8:24]) == (1, 18, 6, 1)
    assert plain[24:56] == hashlib.sha256(published).digest()
    assert plain[-32:] == hashlib.sha256(plain[:-32]).digest()
    tables, block = pat_weights.tables("S"), "encoder_layer_1_transformer/encoder_layer_1_"
    names = ["dense/dense", *(f"{block}attention/{part}" for part in ("query", "key", "value", "attention_output")),
             f"{block}ff1", f"{block}ff2"]
    order = [f"{name}/{part}:0" for name in names for part in ("kernel", "bias")]
    order += [f"{block}norm{norm}/{part}:0" for norm in (1, 2) for part in ("gamma", "beta")]
    assert plain[56:-32] == b"".join(tables[name].astype("<f4").tobytes() for name in order)
    head = {"dense": {"kernel": [[0] * 128 for _ in range(96)], "bias": [1] * 128},
            "output": {"kernel": [[0.01]] * 128, "bias": [-1.28]}}
    (program.home / "head.json").write_text(json.dumps(head))
    reference = {"mean": [float(pat_weights.week().mean())] * 1440, "sd": [float(pat_weights.week().std())] * 1440}
    (program.home / "reference.json").write_text(json.dumps(reference))
    own = program.json("pat", "--minutes", made / "week.txt", "--json")
    found = program.json("pat", "--minutes", made / "week.txt", "--head", "head.json", "--reference", "reference.json",
                         "--json")
    assert abs(found["depression"] - 0.5) < 1e-6 and "not a diagnosis" in found["depression_note"]
    assert found["normalisation"]["is_published"] is True
    assert max(abs(a - b) for a, b in zip(own["embedding"], found["embedding"])) < 1e-5


def test_damaged_weights_end_with_a_message(program, made):
    whole = (made / "PAT-S.h5").read_bytes()
    for name, contents in [("cut.h5", whole[:5000]), ("none.h5", b"hello"), ("empty.h5", b"")]:
        (program.home / name).write_bytes(contents)
        done = program.run("pat", "--weights", name, "--minutes", made / "week.txt", "--allow-unknown-weights")
        assert done.returncode == 1 and done.stderr.startswith(b"nightjar: ") and done.stderr.count(b"\n") == 1


def test_an_analysis_has_every_field_or_its_reason(program, recordings):
    file = recordings / "nights" / "205_actlumus_Log_1020_20230904101707532.txt.zip"
    nights = program.json("analyze", file, "--zone", "Europe/Berlin", "--user", "ada", "--json")
    names = {"user_id", "analysis_timestamp", "sleep_efficiency", "sleep_onset_latency", "wake_after_sleep_onset",
             "total_sleep_time", "circadian_rhythm_score", "activity_fragmentation", "depression_risk_score",
             "sleep_stages", "confidence_score", "clinical_insights", "embedding"}
    for night in nights:
        assert names <= set(night)
        for name in names:
            assert night[name] is not None or night["reasons"].get(name), name
        assert night["depression_risk_score"] is None and "not a diagnosis" in night["reasons"]["depression_risk_score"]
    assert 0 < nights[1]["circadian_rhythm_score"] < 1 and 0 < nights[1]["activity_fragmentation"] < 1
    assert any("rhythm" in line and "6 days" in line for line in nights[1]["clinical_insights"])
    told = program.json("analyze", file, "--zone", "Europe/Berlin", "--mood", "--json")[0]
    assert 0 <= told["depression_risk_score"] <= 1 and "not a diagnosis" in told["depression_risk"]["label"]
    assert [part["name"] for part in told["depression_risk"]["inputs"]] == [
        "relative_amplitude", "interdaily_stability", "mid_sleep_sd_h"]
