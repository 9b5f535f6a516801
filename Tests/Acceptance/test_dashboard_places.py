"""The five places: how one gets about, what Today and Trends say, whose data it is, and how it looks."""

import csv
import datetime
import math
import urllib.parse

import pytest
from axe import check
from browser import Keys, PHONE, WIDE
from selenium.webdriver import ActionChains
from test_strangers import Person, actlumus, upload

# What leads to a screen, and what it shows once it is there.
PLACES = [("today", None, ".today #bpm"), ("today", "insights", ".page.insights"), ("sleep", None, ".nights"), ("sleep", "night", ".night #tracks canvas"), ("trends", None, ".trends"),
          ("live", None, ".live #bpm"), ("live", "read", "#read-paste"), ("live", "breathe", "#breath-start, #breath-stop"),
          ("data", None, ".known"), ("data", "import", "#zone")]


class Anybody(Person):
    """Whoever uses a gateway on which nobody signs in."""

    def __init__(self, box):
        self.box, self.name, self.token = box, None, None


def today(gateway):
    return datetime.date.fromisoformat(gateway.get("/api/v1/summary/today")["date"])


def walk(gateway, steps):
    """Sends steps by the day."""
    metrics = [{"metric_id": f"{day}", "metric_type": "activity_level", "activity_data": {"steps": count}, "created_at": f"{day}T00:00:01Z"}
               for day, count in steps.items()]
    for start in range(0, len(metrics), 100):
        sent = Anybody(gateway).ok("POST", "/health-data/upload", {
            "user_id": "me", "metrics": metrics[start:start + 100], "upload_source": "Phone", "client_timestamp": "2026-01-01T00:00:00Z"})
        assert sent["rejected_metrics"] == 0, sent


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_every_place_is_a_click_away_and_back_leads_through_them(browser, gateway, size):
    gateway.latest_night()
    browser.look(size)
    browser.open(gateway.url + "/")
    browser.one(PLACES[0][2])
    for place, page, shown in PLACES[1:]:
        where = f'.subtabs a[data-page="{page}"]' if page else f'.tabs a[data-place="{place}"]'
        browser.one(where).click()
        browser.one(shown, 30)
        marked = browser.run("return [...document.querySelectorAll('.tabs [aria-current]')].map((one) => one.dataset.place)")
        assert marked == [place]
        assert not page or browser.one(where).get_attribute("aria-current") == "page"
        assert browser.run("return document.title.endsWith(' · Nightjar') && document.querySelectorAll('h1').length === 1")
        box = browser.one(".tabs").rect
        assert box["x"] >= 0 and box["x"] + box["width"] <= size[0]
    for _, _, shown in reversed(PLACES[:-1]):
        browser.driver.back()
        browser.one(shown, 30)
    assert browser.complaints() == []


def test_the_pages_of_oneself_and_the_theme_are_behind_the_person(browser, gateway):
    browser.open(gateway.url + "/live")
    browser.one("#bpm")
    paper = lambda: browser.run("return getComputedStyle(document.body).backgroundColor")
    light = paper()
    browser.one("#person").click()
    browser.until(lambda: browser.one("#person-menu").is_displayed())
    browser.run("document.querySelector('#person-menu input[value=dark]').click()")
    browser.until(lambda: paper() != light)
    dark = paper()
    browser.press(Keys.ESCAPE)
    browser.until(lambda: not browser.one("#person-menu").is_displayed())
    # It holds on the next page, before its script runs, and on that of the API.
    browser.open(gateway.url + "/assets/api.html")
    assert paper() == dark
    browser.open(gateway.url + "/nights")
    assert paper() == dark
    browser.one("#person").click()
    browser.one('#person-menu a[href="/consent"]').click()
    browser.one(".consent-card")
    assert not browser.one("#person-menu").is_displayed()
    browser.one('.subtabs a[data-page="watch"]').click()
    browser.until(lambda: browser.run("return document.querySelector('h1')?.textContent") == "Watch")
    browser.one("#person").click()
    assert browser.one('#person-menu a[data-page="watch"]').get_attribute("aria-current") == "page"
    browser.run("document.querySelector('#person-menu input[value=system]').click()")
    browser.until(lambda: paper() == light)
    assert browser.complaints() == []


def test_today_tells_the_night_the_heart_and_each_figure_with_its_method(browser, gateway):
    night = gateway.latest_night()
    browser.open(gateway.url + "/")
    browser.until(lambda: browser.text("#bpm").strip().isdigit(), "no heart rate", 30)
    total = math.floor(night["measures"]["total_sleep_min"]["value"] + 0.5)
    assert f"Slept {total // 60} h {total % 60} min" in browser.text(".night-sentence")
    picture = browser.one(".last-night .strip svg").get_attribute("aria-label")
    assert picture.startswith("The night from ") and "light" in picture
    day = gateway.get("/api/v1/dashboard")["summary"]
    tiles = {tile.get_attribute("data-metric"): tile for tile in browser.all(".today [data-metric]")}
    assert len(tiles) == 8
    for metric, tile in tiles.items():
        told = tile.find_element("css selector", "details").get_attribute("textContent").lower()
        assert (tile.get_attribute("data-value") == "") == (day[metric] is None)
        assert (day["reasons"] if day[metric] is None else day["methods"])[metric][:20].lower() in told
    assert "Ready for the night" in browser.text(".today-next")
    browser.one(".last-night .card-foot a").click()
    browser.one("#tracks canvas", 30)


def test_today_of_an_empty_store_says_what_to_do(browser, own_gateway):
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb"])
    browser.open(gateway.url + "/")
    assert "No night yet" in browser.one(".last-night").text
    assert "Bring something in" in browser.text(".today-next")
    assert all(tile.text for tile in browser.all(".today [data-metric] summary"))
    browser.open(gateway.url + "/trends")
    assert "No sleep in these days" in browser.one(".trends [data-state=empty]").text
    assert browser.complaints() == []
    browser.open(gateway.url + "/nights/latest")
    assert "No night yet" in browser.one("[data-state=empty]").text
    assert not browser.all("[data-state=error]")


def test_today_comes_back_with_the_gateway(browser, own_gateway):
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb"])
    browser.open(gateway.url + "/import")
    browser.one("#zone")
    browser.run("return Promise.all([import('/assets/js/today/page.js'), import('/assets/js/trends/page.js')]).then(() => true)")
    gateway.kill()
    for place in ("today", "trends"):
        browser.one(f'.tabs a[data-place="{place}"]').click()
        assert "can't be reached" in browser.one('[data-state="error"]').text
    gateway.start()
    browser.one(".trends", 30)


def test_a_night_that_is_recorded_is_marked_on_every_page(browser, own_gateway):
    gateway = own_gateway(demo=False, options=["--simulate", "--no-bluetooth", "--no-usb"])
    anybody = Anybody(gateway)
    browser.open(gateway.url + "/trends")
    browser.until(lambda: browser.text("#connection") == "Connected")
    assert not browser.one("#recording").is_displayed()
    started = anybody.ok("POST", "/night-recordings", {})
    browser.until(lambda: browser.one("#recording").is_displayed())
    for place in ("sleep", "live", "today"):
        browser.one(f'.tabs a[data-place="{place}"]').click()
        assert "Recording a night since" in browser.one("#recording").get_attribute("aria-label")
    browser.until(lambda: "being recorded since" in browser.text(".today-next"))
    anybody.ok("POST", f"/night-recordings/{started['id']}/stop")
    browser.until(lambda: not browser.one("#recording").is_displayed())


def test_a_trend_shows_points_gaps_and_what_was_usual_before(browser, own_gateway):
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb"])
    last = today(gateway)
    ago = lambda days: last - datetime.timedelta(days=days)
    # Fewer known days before than make something usual.
    walk(gateway, {ago(back): 5000 + 10 * back for back in range(41) if back not in (3, 4)})
    browser.open(gateway.url + "/trends?metric=steps&days=28")
    browser.one("#trend canvas")
    assert "not shown: fewer than 14 days" in browser.text(".trend-line")
    walk(gateway, {ago(back): 5000 + 10 * back for back in range(41, 56)})
    browser.driver.refresh()
    browser.one("#trend canvas")
    before = gateway.get(f"/api/v1/trends?metric=steps&days=28&to={ago(28)}")
    assert before["days"] == 28
    write = lambda value: f"{math.floor(value + 0.5):,}"
    assert f"usually {write(before['lower_quartile'])} to {write(before['upper_quartile'])}" in browser.text(".trend-line")
    assert "Phone" in browser.run("return document.querySelector('.trends').textContent")
    # Days without a figure are gaps: in the line, in the table and in the file.
    rows = browser.run("const { graph } = document.querySelector('.trend-chart'); return [...Array(graph.numRows()).keys()].map((row) => graph.getValue(row, 1))")
    asked = gateway.get("/api/v1/trends?metric=steps&days=28")["points"]
    assert rows == [point["value"] for point in asked] and rows.count(None) == 2
    cells = browser.run("return [...document.querySelectorAll('.table-alternative tbody tr')].map((row) => row.cells[1].textContent)")
    assert cells == [write(point["value"]) if point["value"] is not None else "not known" for point in reversed(asked)]
    browser.one(".table-alternative summary").click()
    browser.one("#trend-csv").click()
    name = f"steps-{ago(27)}-{last}.csv"
    lines = list(csv.DictReader(browser.downloaded(name).read_text().splitlines()))
    assert [(line["date"], float(line["steps"]) if line["steps"] else None) for line in lines] == [(point["date"], point["value"]) for point in asked]
    assert browser.complaints() == []


def test_a_trend_is_zoomed_by_dragging_and_by_keys_and_put_together_by_choice(browser, own_gateway):
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb"])
    last = today(gateway)
    walk(gateway, {last - datetime.timedelta(days=back): 4000 + 100 * (back % 7) for back in range(120)})
    browser.open(gateway.url + "/trends?metric=steps&days=91&by=day")
    browser.one("#trend canvas")
    span = lambda: browser.run("const { start, end } = document.getElementById('trend').dataset; return (end - start) / 86400")
    assert span() == 91
    chart = browser.one(".trend-chart")
    ActionChains(browser.driver).move_to_element(chart).click_and_hold().move_by_offset(200, 0).release().perform()
    browser.until(lambda: span() < 40, "dragging did not zoom")
    browser.one("#trend")
    browser.run("document.getElementById('trend').focus()")
    browser.press("0")
    assert span() == 91 and not browser.one("#zoom-reset").is_enabled()
    browser.press("+")
    assert span() == 45.5
    browser.press(Keys.ARROW_LEFT)
    assert "4," in browser.text("#readout")
    browser.run("document.querySelector('input[name=by][value=week]').click()")
    browser.until(lambda: "by=week" in browser.driver.current_url)
    browser.one("#trend canvas")
    browser.driver.refresh()
    browser.one("#trend canvas")
    assert browser.run("return document.querySelector('input[name=by]:checked').value") == "week"
    assert browser.run("return document.querySelector('.table-alternative tbody tr').cells.length") == 3
    browser.run("const list = document.getElementById('metric'); list.value = 'hrv_ms'; list.dispatchEvent(new Event('change'))")
    browser.one(".trends[data-metric=hrv_ms] [data-state=empty]")
    assert "days=91" in browser.driver.current_url
    assert browser.complaints() == []


def test_the_chosen_person_and_recorder_are_part_of_every_address(browser, own_gateway):
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb"])
    anybody = Anybody(gateway)
    people = {}
    for name, serial, days in (("Ada", "4711", 4), ("Ben", "4712", 3)):
        assert upload(anybody, f"{serial}.txt", actlumus(range(days * 1440), serial))["state"] == "complete"
        [device] = {night["device"] for night in anybody.ok("GET", "/nights?all=true")["nights"]} - {one["device"] for one in people.values()}
        people[name] = {"device": device, "id": str(anybody.ok("POST", "/wearers", {"name": name})["id"])}
        anybody.ok("POST", f"/devices/{urllib.parse.quote(device)}/wearers", {"wearer": int(people[name]["id"])})
    ada, ben = people["Ada"], people["Ben"]
    nights = {name: anybody.ok("GET", f"/nights?person={one['id']}")["nights"] for name, one in people.items()}
    assert len(nights["Ada"]) > len(nights["Ben"]) > 0

    browser.open(gateway.url + "/")
    browser.one("#person").click()
    browser.one("#choose-person")
    assert browser.run("return [...document.querySelectorAll('#choose-person option')].map((one) => one.text)") == ["Ada", "Ben"]
    choose = "const list = document.getElementById(arguments[0]); list.value = arguments[1]; list.dispatchEvent(new Event('change'))"
    browser.run(choose, "choose-person", ben["id"])
    browser.until(lambda: "Ben" in browser.text(".page-head"))
    assert f"person={ben['id']}" in browser.driver.current_url and "Ben" in browser.text("#person-name")
    assert browser.one(".last-night").get_attribute("data-night") == nights["Ben"][0]["date"]

    browser.press(Keys.ESCAPE)
    browser.one('.tabs a[data-place="sleep"]').click()
    browser.one(".nights")
    dates = lambda: browser.run("return [...document.querySelectorAll('.calendar [data-date]')].map((one) => one.dataset.date)")
    assert dates() == sorted(night["date"] for night in nights["Ben"]) and "Only nights of Ben" in browser.text(".page-head")
    browser.one('.subtabs a[data-page="night"]').click()
    browser.one(".night")
    assert browser.one(".night").get_attribute("data-night") == nights["Ben"][0]["date"]
    # Opened anew, the address says it all.
    browser.driver.refresh()
    browser.until(lambda: "Ben" in browser.text("#person-name"))
    browser.one('.tabs a[data-place="trends"]').click()
    browser.one(".trends")
    assert f"person={ben['id']}" in browser.driver.current_url and "Ben" in browser.text(".page-head")

    browser.open(gateway.url + f"/nights?device={urllib.parse.quote(ada['device'])}")
    browser.one(".nights")
    assert dates() == sorted(night["date"] for night in nights["Ada"]) and "from " in browser.text(".page-head")
    browser.one('.tabs a[data-place="today"]').click()
    browser.one(".today")
    assert "device=" in browser.driver.current_url
    assert browser.one(".last-night").get_attribute("data-night") == nights["Ada"][0]["date"]
    assert browser.complaints() == []


def test_an_owner_is_offered_nobody_who_looks_after_themselves(browser, own_gateway):
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb"])
    olga = Person(gateway, "Olga")
    Person(gateway, "Eve", by=olga)
    olga.ok("POST", "/wearers", {"name": "Kim"})
    olga.ok("PUT", "/auth/access", {"password": "off"})
    browser.open(gateway.url + "/")
    browser.until(lambda: browser.text("#person-name") == "Olga")
    assert browser.run("return [...document.querySelectorAll('#choose-person option')].map((one) => one.text)") == ["Olga", "Kim"]
    assert browser.complaints() == []


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_first_visit_is_offered_a_tour_that_lights_up_each_place(browser, own_gateway, size):
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb"])
    browser.look(size)
    browser.open(gateway.url + "/")
    browser.one("#tour-start").click()
    lit = []
    for _ in range(6):
        lit.append(browser.run("const one = document.querySelector('.lit'); return one.dataset.place ?? one.id"))
        check(browser, [(size, False)])
        browser.look(size)
        browser.one("#tour-next").click()
    assert lit == ["today", "sleep", "trends", "live", "data", "person"]
    browser.until(lambda: not browser.all("dialog"))
    assert not browser.all(".lit") and not browser.all(".tour-offer")
    browser.driver.refresh()
    browser.one(".today-next")
    assert not browser.all(".tour-offer"), "it is offered again"
    browser.one(".foot a[href='/?tour']").send_keys(Keys.ENTER)
    browser.one("dialog[open]")
    assert browser.text("dialog h2") == "Today"
    browser.press(Keys.ESCAPE)
    browser.until(lambda: not browser.all("dialog"))


def test_the_offer_of_a_tour_can_be_declined_for_good(browser, own_gateway):
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb"])
    browser.open(gateway.url + "/")
    browser.one("#tour-later").click()
    assert not browser.all(".tour-offer")
    browser.driver.refresh()
    browser.one(".today-next")
    assert not browser.all(".tour-offer")
