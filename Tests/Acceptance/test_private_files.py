"""Files with health data that commands write: for their owner alone, whatever the umask and whatever stood there before."""

import os
import stat
import subprocess

import pytest


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def run(nightjar, gateway, tmp_path):
    def command(*words):
        done = subprocess.run([nightjar, *map(str, words), "--data", str(gateway.data)], capture_output=True, text=True,
                              cwd=tmp_path, timeout=120, preexec_fn=lambda: os.umask(0o022))
        assert done.returncode == 0, done.stderr
        return done.stdout
    return command


def test_exports_are_their_owners_alone(run, gateway, tmp_path):
    date = gateway.latest_night()["date"]
    for form in ["edf", "csv", "json"]:
        run("export", date, "--format", form, "-o", f"{tmp_path}/deep/{form}/")
    assert mode(tmp_path / "deep") == 0o700
    files = [path for path in (tmp_path / "deep").rglob("*") if path.is_file()]
    assert len(files) >= 6 and {mode(path) for path in files} == {0o600}
    assert {mode(path) for path in (tmp_path / "deep").iterdir()} == {0o700}


def test_a_file_that_others_could_read_is_replaced_by_one_that_they_cannot(run, gateway, tmp_path):
    date = gateway.latest_night()["date"]
    target, aim = tmp_path / "night.edf", tmp_path / "elsewhere"
    aim.write_text("precious")
    target.write_text("old")
    target.chmod(0o644)
    # Somebody who can write to the folder lays a link where the file is written first.
    (tmp_path / "night.edf.part").symlink_to(aim)
    run("export", date, "-o", target)
    assert mode(target) == 0o600 and target.stat().st_size > 1000
    assert aim.read_text() == "precious" and not (tmp_path / "night.edf.part").exists()
    run("export", date, "-o", "/dev/null")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_what_a_person_takes_home_is_theirs_alone(nightjar, tmp_path):
    data, target = tmp_path / "data", tmp_path / "ada.zip"
    words = [nightjar, "account", "add", "ada@example.org", "--data", str(data)]
    subprocess.run(words, input="a-password-that-stands-nowhere\n", text=True, check=True, capture_output=True, timeout=60)
    target.write_text("old")
    target.chmod(0o644)
    done = subprocess.run([nightjar, "account", "export", "ada@example.org", "-o", str(target), "--data", str(data)],
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert mode(target) == 0o600 and target.read_bytes()[:2] == b"PK"
