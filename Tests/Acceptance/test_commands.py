"""What holds for every command: help, exit codes, clean output."""

import json
import os
import re
import shutil
import subprocess

import pytest

FAILED, USAGE, NOT_FOUND, NOT_PERMITTED = 1, 2, 3, 4

# Commands that read a file, with the options that they need.
READERS = {
    "decode": [],
    "epochs": ["--seconds", "5"],
    "score": ["--algorithm", "sadeh", "--seconds", "60"],
    "periods": ["--algorithm", "tudor-locke", "--seconds", "60"],
    "analyze": [],
    "beats": ["--rate", "250"],
    "hrv": [],
    "correct": [],
    "load": [],
    "import": [],
    "export": [],
}


def commands(program):
    """The commands that the program itself lists, so that a new one is tested from its first day."""
    return re.findall(r"^  (\S+(?: \S+)?)  +\S", program.text("--help"), re.M)


def complaint(done, code):
    """The message of a run that must fail with `code`: one line on standard error, nothing on standard output."""
    message = done.stderr.decode()
    assert done.returncode == code, f"{done.args} ended with {done.returncode}: {message}"
    assert message.startswith("nightjar: "), message
    assert message.count("\n") == 1, message
    assert "Optional(" not in message and "Failure(" not in message, message
    return message


def test_lists_the_commands_that_this_version_has(program):
    assert set(READERS) | {"serve", "live", "nights", "version"} <= set(commands(program))


def test_every_command_has_a_help_page_with_examples_and_exit_codes(program):
    for command in commands(program):
        for words in ([*command.split(), "--help"], ["help", *command.split()]):
            page = program.text(*words)
            assert f"Usage: nightjar {command}" in page
            assert "Options:\n" in page and "--help" in page
            assert "--json" in page, command
            assert re.search(rf"Examples:\n(  .*nightjar {command}.*\n)+", page), page
            assert "Exit codes: 0 done, 1 failed, 2 usage, 3 not found, 4 not permitted." in page


def test_pages_fit_a_terminal_of_120_columns(program):
    for command in commands(program):
        for line in program.text(*command.split(), "--help").splitlines():
            assert len(line) <= 120 or line.lstrip().startswith("--"), line


def test_every_example_uses_options_that_exist(program):
    for command in commands(program):
        page = program.text(*command.split(), "--help")
        examples = page.split("Examples:\n")[1].split("\n\n")[0]
        known = set(re.findall(r"^  (--?[a-z-]+)", page.split("Examples:")[0], re.M))
        assert set(re.findall(r" (--?[a-z][a-z-]*)", examples)) <= known, command


def test_a_group_of_commands_has_a_page_too(program):
    for group in sorted({command.split()[0] for command in commands(program) if " " in command}):
        if group in commands(program):
            continue
        for words in [[group, "--help"], ["help", group]]:
            page = program.text(*words)
            assert all(f"  {command} " in page for command in commands(program) if command.startswith(group + " "))


def test_an_unknown_option_is_a_usage_error_that_points_to_the_help(program):
    for command in commands(program):
        message = complaint(program.run(*command.split(), "--nonsense"), USAGE)
        assert "--nonsense" in message and f"nightjar {command} --help" in message


@pytest.mark.parametrize("words", [
    ["nosuch"], ["decode"], ["decode", "a", "b"], ["export"], ["import"], ["hrv"], ["load"],
    ["epochs", "a.cwa", "--seconds"], ["epochs", "a.cwa", "--seconds", "five"], ["epochs", "a.cwa", "--seconds", "0"],
    ["epochs", "a.cwa", "--seconds", "5", "--seconds", "5"], ["decode", "a.cwa", "--json=yes"],
    ["live", "--count", "0"], ["live", "--count", "1e9"],
    ["serve", "--listen", "nowhere"], ["serve", "--listen", "127.0.0.1:99999"], ["serve", "--speed", "60"],
    ["serve", "--replay", "x", "--speed", "fast"], ["score", "x", "--algorithm", "magic", "--seconds", "60"],
], ids=" ".join)
def test_a_wrong_command_line_is_a_usage_error(program, words):
    (program.home / "x").write_text("800\n810\n")
    complaint(program.run(*words), USAGE)


@pytest.mark.parametrize("command", READERS)
def test_a_missing_file_is_not_found_and_named(program, command):
    message = complaint(program.run(command, "missing.cwa", *READERS[command]), NOT_FOUND)
    assert "missing.cwa" in message


def test_a_missing_store_night_and_gateway_are_not_found(program):
    complaint(program.run("nights"), NOT_FOUND)
    complaint(program.run("export", "latest"), NOT_FOUND)
    complaint(program.run("live"), NOT_FOUND)
    complaint(program.run("live", "--url", "http://127.0.0.1:1"), NOT_FOUND)
    complaint(program.run("serve", "--replay", "missing.txt"), NOT_FOUND)
    assert list(program.home.rglob("*.sqlite")) == [], "asking made a store"


@pytest.mark.parametrize("command", READERS)
def test_a_file_that_may_not_be_read_is_not_permitted(program, command):
    private = program.home / "private.cwa"
    private.write_bytes(b"MD" + bytes(2000))
    private.chmod(0)
    # Root reads everything unless it lays that right down.
    before = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.geteuid() == 0 else []
    message = complaint(program.run(command, "private.cwa", *READERS[command], before=before), NOT_PERMITTED)
    assert "private.cwa" in message


def test_listening_for_other_machines_is_not_permitted(program):
    message = complaint(program.run("serve", "--listen", "0.0.0.0:8001"), NOT_PERMITTED)
    assert "nightjar lan on" in message


@pytest.mark.parametrize("command", READERS)
@pytest.mark.parametrize(
    "content", [b"", b"hello\n", b"hello\nworld\n", bytes(range(256)) * 20], ids=["empty", "word", "words", "noise"])
def test_a_foreign_file_fails_with_a_reason(program, command, content):
    (program.home / "foreign.dat").write_bytes(content)
    done = program.run(command, "foreign.dat", *READERS[command])
    assert done.returncode == FAILED, done.stdout.decode()
    assert done.stderr.decode().startswith("nightjar: ")
    if command == "import":
        assert "foreign.dat: failed." in done.stdout.decode()
    else:
        assert done.stdout == b""
        assert "foreign.dat" in done.stderr.decode()


def test_a_second_gateway_for_a_folder_says_who_has_it(program, own_gateway):
    running = own_gateway(demo=False)
    message = complaint(program.run("serve", "--data", running.data, "--listen", "127.0.0.1:0"), FAILED)
    assert str(running.data) in message or "another" in message.lower()


def test_versions_agree(program):
    version = program.json("version", "--json")["version"]
    assert re.fullmatch(r"\d+\.\d+\.\d+\S*", version)
    assert program.text("--version") == program.text("version") == f"nightjar {version}\n"


def test_json_outputs_parse_and_progress_stays_off_standard_output(program, recordings):
    night = recordings / "agd/GT3XPlus-RawData-Day01.agd"
    walk = recordings / "cwa/openmovement_example-610-steps.cwa"
    beats = recordings / "rr/rhenan/rest_rri.txt"
    assert program.json("decode", walk, "--json")["samples"] == 71400
    assert len(program.json("epochs", walk, "--seconds", 5, "--json")["time_s"]) > 140
    assert len(program.json("analyze", night, "--zone", "America/Chicago", "--json")) == 1
    assert program.json("hrv", beats, "--json")["n"] > 300
    imported = program.json("import", night, "--zone", "America/Chicago", "--json")
    assert imported["state"] == "complete" and imported["nights"] == ["2012-06-28"]
    again = program.json("import", night, "--zone", "America/Chicago", "--json")
    assert again["state"] == "duplicate" and "recordings zone" not in again["message"]
    other = program.json("import", night, "--zone", "Europe/Berlin", "--json")
    assert other["state"] == "duplicate" and "It was read in America/Chicago, not Europe/Berlin" in other["message"]
    assert other["message"].endswith(f"nightjar recordings zone {imported['recording']} Europe/Berlin")
    assert "recordings zone" not in program.json("import", night, "--json")["message"]
    assert [entry["date"] for entry in program.json("nights", "--json")["nights"]] == ["2012-06-28"]
    assert program.json("nights", "latest", "--json")["measures"]["total_sleep_min"]["value"] == 442
    written = program.json("export", "latest", "--format", "csv", "-o", program.home / "night", "--json")["files"]
    assert written and all(os.path.getsize(path) for path in written)


def test_tables_have_a_header_and_rows_of_one_width(program, recordings):
    walk = recordings / "cwa/openmovement_example-610-steps.cwa"
    beats = recordings / "rr/rhenan/rest_rri.txt"
    counts = "\n".join(str(n % 300) for n in range(600))
    epochs = "\n".join(["sleep"] * 400 + ["wake"] * 60)
    for words, more in [
        (["decode", walk, "--csv"], {}), (["epochs", walk, "--seconds", 1, "--csv"], {}), (["correct", beats], {}),
        (["score", "-", "--algorithm", "cole-kripke", "--seconds", 60], {"input": counts}),
        (["periods", "-", "--algorithm", "tudor-locke", "--seconds", 60], {"input": epochs}),
    ]:
        rows = [line.split(",") for line in program.text(*words, **more).splitlines()]
        assert re.fullmatch(r"[a-z_]+", rows[0][0]) and len(rows) > 1
        assert {len(row) for row in rows} == {len(rows[0])}


def test_progress_is_drawn_on_a_terminal_only(program, recordings, tmp_path):
    night = recordings / "nights/205_actlumus_Log_1020_20230904101707532.txt.zip"
    import pty
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        [program.binary, "import", str(night), "--json"], stdout=subprocess.PIPE, stderr=theirs, cwd=program.home,
        env=program.environment)
    os.close(theirs)
    drawn = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:
            break
        if not piece:
            break
        drawn += piece
    os.close(ours)
    assert len(json.loads(running.stdout.read())["nights"]) == 7
    assert running.wait() == 0
    assert "█" in drawn.decode() and "%" in drawn.decode()
    shutil.rmtree(program.home / ".local")
    quiet = program.run("import", night, "--json")
    assert quiet.stderr == b"" and json.loads(quiet.stdout)["state"] == "complete"


def test_a_closed_pipe_is_no_complaint(program, recordings):
    walk = recordings / "cwa/openmovement_example-610-steps.cwa"
    done = subprocess.run(
        f"set -o pipefail; '{program.binary}' decode '{walk}' --csv | head -n 2", shell=True, executable="/bin/bash",
        capture_output=True, env=program.environment, timeout=60)
    assert done.stdout.decode().startswith("time_s,x,y,z\n")
    assert done.stderr == b""


def test_a_full_disk_is_said(program, recordings):
    walk = recordings / "cwa/openmovement_example-610-steps.cwa"
    done = subprocess.run(
        f"'{program.binary}' decode '{walk}' --csv > /dev/full", shell=True, capture_output=True,
        env=program.environment, timeout=60)
    assert done.returncode == FAILED
    assert "No space left" in done.stderr.decode()
