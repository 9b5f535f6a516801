"""Insights: what is said of somebody's days, that it follows from their values, and that it is theirs alone."""

import datetime
import json

import pytest
from axe import check
from browser import PHONE, WIDE
from gateway import Gateway
from listener import Listener
from test_dashboard_places import Anybody
from test_strangers import Person, actlumus, upload
from websockets.sync.client import connect


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


def test_a_day_is_told_in_full_and_in_short(ada, bob):
    yesterday = day(ada) - datetime.timedelta(days=1)
    whole = ada.ok("GET", f"/insights/daily/{yesterday}")
    summary = ada.ok("GET", f"/summary/{yesterday}")
    assert whole["insight_id"] == f"insight_{yesterday:%Y%m%d}_daily" and whole["user_id"] == ada.id
    assert whole["type"] == "daily_summary" and whole["status"] == "completed"
    assert whole["activity_analysis"]["total_steps"] == summary["steps"] == 4300
    assert len(whole["activity_analysis"]["insights"]) == len(whole["facts"]) == 2
    assert whole["sleep_analysis"] == {"total_sleep": None, "sleep_efficiency": None, "sleep_stages": None, "insights": []}
    assert whole["heart_rate_analysis"]["resting"] is None and "resting_heart_rate" in whole["reasons"]
    assert 10 <= len(whole["narrative"]["summary"]) <= 1000 and whole["narrative"]["recommendations"]
    assert whole["narrative"]["achievements"] == []
    assert ada.ok("GET", f"/insights/daily/{yesterday}?format=short") == {
        "date": str(yesterday), "steps": 4300, "restingHeartRate": None, "insight": whole["narrative"]["summary"]}
    assert ada.ok("GET", "/insights/daily/today")["status"] == "processing"
    assert ada.ok("GET", f"/insights/daily/{yesterday + datetime.timedelta(days=9)}")["status"] == "pending"
    assert "。" in ada.ok("GET", "/insights/daily/yesterday?language=zh-Hant")["narrative"]["summary"]
    # A person has their own, and nobody another's.
    own = bob.ok("GET", f"/insights/daily/{yesterday}")
    assert own["insight_id"] == whole["insight_id"] and own["user_id"] == bob.id and own["activity_analysis"]["total_steps"] is None
    assert bob.ask("GET", f"/insights/daily/{yesterday}?person={ada.id}")[0] == 404
    assert bob.ask("GET", f"/insights/history/me?person={ada.id}")[0] == 404
    for wrong in ("2026-13-01", "soon", "today?format=long"):
        assert ada.ask("GET", f"/insights/daily/{wrong}")[0] in (400, 422)
    # Asking writes nothing down.
    assert len(ada.ok("GET", "/insights/history/me")["data"]["insights"]) == 1


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


def test_the_history_is_paged_and_what_is_put_away_is_no_insight_of_the_day(ada, bob):
    for _ in range(3):
        ada.ok("POST", "/insights/generate", {})
    whole = ada.ok("GET", f"/insights/history/{ada.id}?limit=100")["data"]
    assert whole["total_count"] == len(whole["insights"]) and whole["has_more"] is False
    times = [entry["generated_at"] for entry in whole["insights"]]
    assert times == sorted(times, key=lambda text: (text[:19], float("0" + text[19:-1])), reverse=True)
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
    assert bob.ask("DELETE", f"/insights/{today['id']}/dismiss")[0] == 404
    assert ada.ok("DELETE", f"/insights/{today['id']}/dismiss")["data"]["dismissed"] is False
    assert ada.ok("GET", "/insights/today")["data"]["dismissed"] is False
    assert ada.ok("GET", "/dashboard")["insight"] == later["narrative"]
    ada.ok("DELETE", f"/insights/{today['id']}")
    assert ada.ask("GET", f"/insights/{today['id']}")[0] == 404
    assert ada.ok("GET", "/insights/status")["data"]["model"]["model_name"] == "local"


def test_how_often_and_of_what_is_the_persons_choice(ada, bob):
    assert ada.ok("GET", "/insights/preferences") == {"frequency": "nightly", "muted": []}
    assert {fact["metric"] for fact in ada.ok("GET", "/insights/today")["data"]["facts"]} == {"steps"}
    chosen = {"frequency": "on_demand", "muted": ["activity"]}
    assert ada.ok("PUT", "/insights/preferences", {"frequency": "on_demand", "muted": ["activity", "activity"]}) == chosen
    assert ada.ok("GET", "/insights/preferences") == chosen
    assert bob.ok("GET", "/insights/preferences") == {"frequency": "nightly", "muted": []}
    assert bob.ask("GET", f"/insights/preferences?person={ada.id}")[0] == 404
    assert bob.ask("PUT", f"/insights/preferences?person={ada.id}", chosen)[0] == 404
    # Who may see somebody's data, as an owner that of whom they invited, does not choose for them.
    assert ada.ask("PUT", f"/insights/preferences?person={bob.id}", chosen)[0] in (403, 404)
    yesterday = day(ada) - datetime.timedelta(days=1)
    for told in (ada.ok("GET", "/insights/today")["data"], ada.ok("POST", "/insights/generate", {})["data"], ada.ok("GET", f"/insights/daily/{yesterday}")):
        assert told["facts"] == []
    assert ada.ok("GET", "/dashboard")["insight"] is None
    ada.ok("PUT", "/insights/preferences", {"frequency": "weekly", "muted": []})
    insight = ada.ok("GET", "/insights/today")["data"]
    date = datetime.date.fromisoformat(insight["date"])
    assert date.weekday() == 0 and date <= day(ada) and day(ada) - date < datetime.timedelta(days=7)
    for wrong in ({"frequency": "hourly", "muted": []}, {"frequency": "weekly", "muted": ["general"]}, {"frequency": "weekly", "mute": []}):
        assert ada.ask("PUT", "/insights/preferences", wrong)[0] == 422
    ada.ok("PUT", "/insights/preferences", {"frequency": "nightly", "muted": []})


def test_they_go_with_the_person(box, ada):
    cleo = Person(box, "Cleo", by=ada)
    walk(cleo, [5000 + index for index in range(12)])
    assert cleo.ok("GET", "/insights/today")["data"]["facts"]
    cleo.ok("PUT", "/insights/preferences", {"frequency": "weekly", "muted": ["heart"]})
    gone = ada.ask("DELETE", f"/auth/people/{cleo.id}?data=delete")
    assert gone[0] in (200, 204), gone
    import sqlite3
    with sqlite3.connect(f"file:{box.data}/store.sqlite?mode=ro", uri=True) as store:
        for table in ("insight", "insight_choice"):
            assert store.execute(f"SELECT count(*) FROM {table} WHERE person = ?", (int(cleo.id),)).fetchone() == (0,)


def test_the_terminal_tells_it(nightjar, tmp_path, recordings):
    from program import Program
    tool = Program(nightjar, tmp_path)
    store = tmp_path / "store"
    assert tool.run("insights", "--data", store).returncode == 3
    # Two weeks of 1918 are in no newest day, and nobody is told to record or import a first night.
    tool.text("import", recordings / "actiwatch/example_01.AWD", "--data", store, "--zone", "UTC")
    told = tool.text("insights", "--data", store)
    assert "nothing to tell yet" in told and "your last days" in told and "first" not in told.lower()
    assert tool.json("insights", "--data", store, "--json")["data"]["category"] == "general"
    assert tool.run("insights", "show", "insight_00000000", "--data", store).returncode == 3
    assert tool.json("insights", "history", "--data", store, "--json")["data"]["total_count"] == 0


def nights(gateway, count=3):
    """The log of a recorder with nights up to that of yesterday."""
    today = datetime.date.fromisoformat(gateway.get("/api/v1/summary/today")["date"])
    text = actlumus(range(count * 1440)).decode()
    for number in range(count):
        date = today - datetime.timedelta(days=count - number)
        text = text.replace(f"\n{number + 1:02}/10/2023 ", f"\n{date:%d/%m/%Y} ")
    return text.encode()


def test_after_a_night_it_is_written_by_itself_and_told_once(own_gateway):
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb", "--zone", "UTC"])
    me = Anybody(gateway)
    listener = Listener(gateway)
    with connect(f"ws://127.0.0.1:{gateway.port}/api/v1/ws/live?topics=insight.created", max_size=None) as socket:
        assert upload(me, "days.txt", nights(gateway))["state"] == "complete"
        while (event := json.loads(socket.recv(60)))["type"] != "insight.created":
            assert event["type"] in ("snapshot", "heartbeat")
    listener.until(lambda heard: heard.of("insight.created"))
    assert listener.of("insight.created") == [event["data"]]
    yesterday = datetime.date.fromisoformat(me.ok("GET", "/summary/yesterday")["date"])
    assert event["data"]["date"] == str(yesterday) and event["data"]["category"] == "sleep"
    # It was there before anybody asked.
    kept = me.ok("GET", "/insights/history/me")["data"]["insights"]
    assert [entry["id"] for entry in kept] == [event["data"]["id"]]
    insight = me.ok("GET", "/insights/today")["data"]
    assert insight["id"] == event["data"]["id"] and insight["generated_at"] == kept[0]["generated_at"]
    daily = me.ok("GET", f"/insights/daily/{yesterday}")
    assert daily["generated_at"] == insight["generated_at"] and daily["facts"] == insight["facts"]
    assert daily["sleep_analysis"]["sleep_stages"]["asleep"] > 5 and len(daily["sleep_analysis"]["insights"]) == 2
    assert listener.of("insight.created") == [event["data"]]


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_today_shows_it(browser, gateway, size):
    browser.look(size)
    browser.open(gateway.url + "/")
    browser.until(lambda: browser.one(".insight").get_attribute("aria-busy") is None)
    assert browser.one("#insight-title").text.startswith("Insight of the day")
    assert browser.run("return document.documentElement.scrollWidth <= innerWidth")
    assert browser.complaints() == []


@pytest.fixture(scope="module")
def full(nightjar, tmp_path_factory):
    """A box without accounts, with insights of a year of steps and of nights."""
    box = Gateway(nightjar, tmp_path_factory.mktemp("full") / "data", demo=False, options=["--no-bluetooth", "--no-usb", "--zone", "UTC"])
    box.start()
    me = Anybody(box)
    me.id = me.name = "me"
    walk(me, [8000 + 100 * (index % 7) for index in range(28)] + [4000 + 50 * index for index in range(7)])
    assert upload(me, "days.txt", nights(box))["state"] == "complete"
    for _ in range(24):
        me.ok("POST", "/insights/generate", {"insight_type": "detailed"})
    me.ok("GET", "/insights/today")
    yield box
    box.stop()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_page_lists_them_and_each_is_shown_whole(browser, full, size, dark):
    browser.look(size, dark=dark)
    browser.open(full.url + "/")
    browser.one('.subtabs a[data-page="insights"]').click()
    browser.until(lambda: len(browser.all(".insight-row")) == 20)
    browser.run("arguments[0].click()", browser.one("#more-insights"))
    browser.until(lambda: len(browser.all(".insight-row")) == 25)
    assert not browser.all("#more-insights")
    assert browser.run("return document.documentElement.scrollWidth <= innerWidth")
    check(browser)
    browser.run("arguments[0].click()", browser.one(".insight-row a"))
    browser.one(".insight-page .insight-facts")
    assert browser.run("return document.querySelectorAll('h1').length === 1 && document.documentElement.scrollWidth <= innerWidth")
    assert browser.all(".insight-narrative strong") and "(" in browser.text("section[aria-labelledby=help-title]")
    night = browser.one(".insight-nights a").get_attribute("href")
    check(browser)
    browser.open(night)
    browser.one(".night #tracks canvas", 30)
    assert browser.complaints() == []


def test_one_is_put_away_and_taken_back(browser, full):
    me = Anybody(full)
    browser.look(WIDE)
    browser.open(full.url + "/insights")
    name = browser.one(".insight-row").get_attribute("data-insight")
    browser.open(f"{full.url}/insights/{name}")
    browser.one("#put-away").click()
    browser.one("#undo")
    assert me.ok("GET", f"/insights/{name}")["data"]["dismissed"] is True
    check(browser)
    browser.one("#undo").click()
    browser.until(lambda: not browser.all("#undo"))
    assert me.ok("GET", f"/insights/{name}")["data"]["dismissed"] is False
    browser.one(".back").click()
    row = f'[data-insight="{name}"]'
    browser.one(f"{row} button").click()
    browser.until(lambda: "Put away" in browser.text(f"{row} .insight-tags"))
    assert me.ok("GET", f"/insights/{name}")["data"]["dismissed"] is True
    browser.one(f"{row} button").click()
    browser.until(lambda: "Put away" not in browser.text(f"{row} .insight-tags"))
    # On Today, too.
    today = me.ok("GET", "/insights/today")["data"]["id"]
    browser.open(full.url + "/")
    browser.until(lambda: "Put away" in browser.text(".insight header"))
    browser.one(".insight header button").click()
    browser.until(lambda: "Take back" in browser.text(".insight"))
    browser.one(".insight > button").click()
    browser.until(lambda: browser.all(".insight .card-foot a"))
    assert browser.one(".insight .card-foot a").get_attribute("href").endswith(today)
    assert browser.complaints() == []


def test_how_often_is_chosen_on_the_page(browser, full):
    me = Anybody(full)
    browser.look(PHONE)
    browser.open(full.url + "/insights")
    browser.run("arguments[0].click()", browser.one(".insight-choice summary"))
    check(browser)
    for value in ("on_demand", "heart"):
        browser.run("arguments[0].click()", browser.one(f".insight-choice input[value={value}]"))
    browser.until(lambda: me.ok("GET", "/insights/preferences") == {"frequency": "on_demand", "muted": ["heart"]})
    browser.open(full.url + "/")
    browser.until(lambda: "only when you ask" in browser.text(".insight"))
    browser.run("arguments[0].click()", browser.one(".insight > button"))
    browser.one(".insight .card-foot a")
    browser.open(full.url + "/insights")
    browser.one("#write-insight")
    me.ok("PUT", "/insights/preferences", {"frequency": "nightly", "muted": []})
    assert browser.complaints() == []


def test_it_is_shared_as_text_and_as_a_picture(browser, full):
    me = Anybody(full)
    insight = me.ok("GET", "/insights/today")["data"]
    browser.look(WIDE)
    browser.open(f"{full.url}/insights/{insight['id']}")
    browser.command("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    browser.one("#copy-insight").click()
    browser.until(lambda: "Copied" in browser.text("#copy-insight"))
    text = browser.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
    for line in [insight["title"], insight["narrative"], *insight["key_insights"], *insight["recommendations"]]:
        assert line in text
    browser.one("#save-insight").click()
    file = browser.downloaded(".png")
    assert file.name == f"insight-{insight['date']}.png"
    head = file.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    assert width == 1080 and 600 < height < 4000
    # Without a clipboard the text is there to be taken.
    browser.run("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    browser.until(lambda: "Copy text" in browser.text("#copy-insight"))
    browser.one("#copy-insight").click()
    assert browser.one(".insight-copy").get_attribute("value") == text


def test_pages_without_insights_or_a_gateway_say_so(browser, own_gateway):
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb", "--zone", "UTC"])
    browser.look(WIDE)
    browser.open(gateway.url + "/insights")
    browser.one("[data-state=empty]")
    assert "about your last days" in browser.text("[data-state=empty]")
    browser.until(lambda: browser.run("return document.body.dataset.connection === 'open'"))
    # The first appears by itself.
    upload(Anybody(gateway), "days.txt", nights(gateway))
    browser.one(".insight-row", 60)
    browser.open(gateway.url + "/insights/insight_00000000")
    browser.one("[data-state=error]")
    gateway.kill()
    browser.run("window.fetch = () => Promise.reject(new TypeError('out of reach'))")
    browser.one('.subtabs a[data-page="insights"]').click()
    browser.until(lambda: "be reached" in browser.text("[data-state=error]"))
    browser.complaints()
