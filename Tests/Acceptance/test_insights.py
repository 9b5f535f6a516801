"""Insights: what is said of somebody's days, that it follows from their values, and that it is theirs alone."""

import datetime

import pytest
from browser import PHONE, WIDE
from gateway import Gateway
from test_strangers import Person


@pytest.fixture(scope="module")
def box(nightjar, tmp_path_factory):
    box = Gateway(nightjar, tmp_path_factory.mktemp("insights") / "data", demo=False, options=["--simulate", "--no-bluetooth", "--no-usb"])
    box.start()
    yield box
    box.stop()


@pytest.fixture(scope="module")
def ada(box):
    return Person(box, "Ada")


@pytest.fixture(scope="module")
def bob(box, ada):
    return Person(box, "Bob", by=ada)


def day(person):
    return datetime.date.fromisoformat(person.ok("GET", "/summary/today")["date"])


def walk(person, steps):
    """Sends steps of the last days, the newest last, ending yesterday."""
    today = day(person)
    metrics = [{"metric_id": f"{person.name}-{index}", "metric_type": "activity_level", "activity_data": {"steps": count},
                "created_at": f"{today - datetime.timedelta(days=len(steps) - index)}T00:00:01Z"} for index, count in enumerate(steps)]
    sent = person.ok("POST", "/health-data/upload", {
        "user_id": "me", "metrics": metrics, "upload_source": "Phone", "client_timestamp": "2026-01-01T00:00:00Z"})
    assert sent["rejected_metrics"] == 0, sent


def test_nothing_is_said_before_there_is_anything(bob):
    told = bob.ok("GET", "/insights/today")
    assert told["success"] is True and told["metadata"]["request_id"].startswith("req_insights_")
    insight = told["data"]
    assert insight["facts"] == [] and insight["recommendations"] == [] and insight["confidence_score"] == 0
    assert "nothing to tell yet" in insight["narrative"]
    assert bob.ok("GET", "/dashboard")["insight"] is None


def test_a_change_is_a_value_first_and_words_second(ada, bob):
    steps = [8000 + 100 * (index % 7) for index in range(28)] + [4000 + 50 * index for index in range(7)]
    walk(ada, steps)
    insight = ada.ok("GET", "/insights/today")["data"]
    change = next(fact for fact in insight["facts"] if fact["kind"] == "change")
    assert change["metric"] == "steps" and change["unit"] == "count" and change["direction"] == "worse"
    # By another way than the gateway's: medians of the week and of the four weeks before.
    assert change["value"] == sorted(steps[28:])[3]
    assert change["reference"] == (sorted(steps[:28])[13] + sorted(steps[:28])[14]) / 2
    assert change["upper"] < 0 and change["lower"] < change["upper"] and len(change["dates"]) == 7
    assert any(str(int(change["value"])) in text for text in insight["key_insights"])
    assert insight["category"] == "activity" and insight["highlight"] in insight["narrative"]
    assert 3 <= len(insight["recommendations"]) <= 5 and all("(" in text for text in insight["recommendations"])
    assert ada.ok("GET", "/dashboard")["insight"] == insight["narrative"]
    # It is hers alone.
    assert bob.ok("GET", "/insights/today")["data"]["facts"] == []
    assert bob.ask("GET", f"/insights/{insight['id']}")[0] == 404
    assert bob.ask("DELETE", f"/insights/{insight['id']}")[0] == 404
    assert bob.ask("POST", f"/insights/{insight['id']}/dismiss", {})[0] == 404
    assert bob.ask("GET", f"/insights/history/{ada.id}")[0] == 403
    assert bob.ask("GET", f"/insights/today?person={ada.id}")[0] == 404


def test_it_is_written_once_and_anew_when_the_days_change(ada):
    first = ada.ok("GET", "/insights/today")["data"]
    assert ada.ok("GET", "/insights/today")["data"] == first
    assert ada.ok("GET", f"/insights/{first['id']}")["data"] == first
    ada.ok("POST", "/health-data/upload", {"user_id": "me", "upload_source": "Phone", "client_timestamp": "2026-01-01T00:00:00Z", "metrics": [
        {"metric_id": "late", "metric_type": "activity_level", "activity_data": {"steps": 30000},
         "created_at": f"{day(ada) - datetime.timedelta(days=1)}T09:00:01Z"}]})
    second = ada.ok("GET", "/insights/today")["data"]
    # Under the name that a page knows it by.
    assert second["id"] == first["id"] and second["narrative"] != first["narrative"]
    assert ada.ok("GET", f"/insights/{first['id']}")["data"] == second
    assert [entry["id"] for entry in ada.ok("GET", "/insights/history/me")["data"]["insights"]] == [second["id"]]


def test_what_is_asked_for_is_honoured(ada):
    def write(**asked):
        return ada.ok("POST", "/insights/generate", asked)

    brief = write(insight_type="brief", include_recommendations=False, analysis_results={})["data"]
    assert brief["recommendations"] == [] and len(brief["key_insights"]) == 1 and brief["narrative"].count(". ") <= 1
    chinese = write(language="zh-TW")
    assert chinese["data"]["language"] == "zh-Hant" and "。" in chinese["data"]["narrative"] and "language_fallback" not in chinese["metadata"]
    other = write(language="de")
    assert other["data"]["language"] == "en" and other["metadata"]["language_fallback"] == "de"
    night = write(analysis_results={"sleep_efficiency": 71.5, "total_sleep_time": 5.25})["data"]
    facts = {fact["metric"]: fact["value"] for fact in night["facts"] if fact["kind"] == "alone"}
    assert facts["sleep_hours"] == 5.25 and facts["sleep_efficiency"] == 71.5
    assert ada.ask("POST", "/insights/generate", {"insight_type": "poem"})[0] == 422
    for name, value in (("total_sleep_time", 25), ("total_sleep_time", -1), ("total_sleep_time", 1e300), ("sleep_efficiency", 101)):
        assert ada.ask("POST", "/insights/generate", {"analysis_results": {name: value}})[0] == 422
    assert ada.ask("POST", "/insights/generate", {"context": "x" * 501})[0] == 422


def test_the_history_is_paged_and_what_is_put_away_is_no_insight_of_the_day(ada):
    for _ in range(3):
        ada.ok("POST", "/insights/generate", {})
    whole = ada.ok("GET", f"/insights/history/{ada.id}?limit=100")["data"]
    assert whole["total_count"] == len(whole["insights"]) and whole["has_more"] is False
    times = [entry["generated_at"] for entry in whole["insights"]]
    assert times == sorted(times, reverse=True)
    page = ada.ok("GET", "/insights/history/me?limit=2&offset=1")["data"]
    assert page["insights"] == whole["insights"][1:3] and page["has_more"] is True
    assert page["pagination"] == {"limit": 2, "offset": 1, "current_page": 1, "total_pages": -(-whole["total_count"] // 2)}
    for limit in (0, 101, -1):
        assert ada.ask("GET", f"/insights/history/me?limit={limit}")[0] == 422
    today = ada.ok("GET", "/insights/today")["data"]
    assert ada.ok("POST", f"/insights/{today['id']}/dismiss", {})["data"]["dismissed"] is True
    assert ada.ok("GET", "/insights/today")["data"]["dismissed"] is True
    assert ada.ok("GET", "/dashboard")["insight"] is None
    # What comes late changes the words, and not that they were put away.
    ada.ok("POST", "/health-data/upload", {"user_id": "me", "upload_source": "Phone", "client_timestamp": "2026-01-01T00:00:00Z", "metrics": [
        {"metric_id": "later", "metric_type": "activity_level", "activity_data": {"steps": 41000},
         "created_at": f"{day(ada) - datetime.timedelta(days=1)}T10:00:01Z"}]})
    later = ada.ok("GET", "/insights/today")["data"]
    assert later["dismissed"] is True and later["id"] == today["id"] and later["narrative"] != today["narrative"]
    ada.ok("DELETE", f"/insights/{today['id']}")
    assert ada.ask("GET", f"/insights/{today['id']}")[0] == 404
    assert ada.ok("GET", "/insights/status")["data"]["model"]["model_name"] == "local"


def test_they_go_with_the_person(box, ada):
    cleo = Person(box, "Cleo", by=ada)
    walk(cleo, [5000 + index for index in range(12)])
    assert cleo.ok("GET", "/insights/today")["data"]["facts"]
    gone = ada.ask("DELETE", f"/auth/people/{cleo.id}?data=delete")
    assert gone[0] in (200, 204), gone
    import sqlite3
    with sqlite3.connect(f"file:{box.data}/store.sqlite?mode=ro", uri=True) as store:
        assert store.execute("SELECT count(*) FROM insight WHERE person = ?", (int(cleo.id),)).fetchone() == (0,)


def test_the_terminal_tells_it(nightjar, tmp_path, recordings):
    from program import Program
    tool = Program(nightjar, tmp_path)
    store = tmp_path / "store"
    assert tool.run("insights", "--data", store).returncode == 3
    # A week of 2018 is in no newest day.
    tool.text("import", recordings / "actiwatch/example_01.AWD", "--data", store, "--zone", "UTC")
    assert "nothing to tell yet" in tool.text("insights", "--data", store)
    assert tool.json("insights", "--data", store, "--json")["data"]["category"] == "general"
    assert tool.run("insights", "show", "insight_00000000", "--data", store).returncode == 3
    assert tool.json("insights", "history", "--data", store, "--json")["data"]["total_count"] == 1


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_today_shows_it(browser, gateway, size):
    browser.look(size)
    browser.open(gateway.url + "/")
    browser.until(lambda: browser.one(".insight").get_attribute("aria-busy") is None)
    assert browser.one("#insight-title").text.startswith("Insight of the day")
    assert browser.run("return document.documentElement.scrollWidth <= innerWidth")
    assert browser.complaints() == []
