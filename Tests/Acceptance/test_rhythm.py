"""Sleep periods, rhythm and a person's word on a night, on the command line."""

import json

DAY = [0] * 420 + [100 + minute % 7 for minute in range(960)] + [0] * 60


def counts(tmp_path, days=4):
    path = tmp_path / "counts.txt"
    path.write_text("".join(f"{value}\n" for value in DAY * days))
    return path


def test_rhythm_prints_what_it_promises(program, tmp_path):
    found = json.loads(program.text(
        "rhythm", str(counts(tmp_path)), "--seconds", "60", "--start", "2024-03-01T00:00", "--json"))
    assert {"is", "iv", "ra", "l5", "l5_onset", "m10", "m10_onset", "sri", "cosinor", "log_cosinor",
            "extended_cosinor", "kra", "kar", "phi", "days"} <= set(found)
    assert found["days"] == 4 and found["sri"] == 100 and found["ra"] == 1 and found["is"] > 0.999
    assert set(found["cosinor"]) == {"mesor", "amplitude", "acrophase_h", "r2"}
    assert found["kra"] is None and found["reasons"]["kra"]


def test_rhythm_of_less_than_a_day_says_why_it_knows_nothing(program, tmp_path):
    found = json.loads(program.text(
        "rhythm", str(counts(tmp_path, 1)), "--seconds", "60", "--start", "2024-03-01T12:00", "--json"))
    assert found["days"] == 0 and found["is"] is None and "midnight" in found["reasons"]["is"]


def test_rest_is_found_in_counts(program, tmp_path):
    # Crespo's median reaches into days whose counts hardly differ.
    for algorithm, minutes in (("roenneberg", 5), ("crespo", 45)):
        table = program.text("periods", str(counts(tmp_path)), "--algorithm", algorithm, "--csv").splitlines()
        assert table[0] == "start,end,efficiency,tst_min,waso_min,awakenings"
        nights = [line.split(",") for line in table[1:]]
        assert any(abs(int(night[0]) - 1380) <= minutes and abs(int(night[1]) - 1860) <= minutes for night in nights), table


def test_an_epoch_without_a_count_has_no_state(program, tmp_path):
    path = tmp_path / "holes.txt"
    path.write_text("0\n\n0\nNA\n500\n\n")
    assert program.text("score", str(path), "--algorithm", "oakley-40", "--csv").splitlines() == [
        "epoch,state", "0,sleep", "1,", "2,sleep", "3,", "4,wake"]
