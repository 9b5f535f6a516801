"""The calendar: what colour means and how sure it is, a year at a glance, and the way to nights of any year."""

import pytest
from axe import EVERY, check
from browser import PHONE, WIDE
from selenium.webdriver.support.ui import Select
from test_dashboard_places import Anybody
from test_strangers import actlumus, upload

LIMITS = {"duration": ("total_sleep_min", [300, 360, 420, 480]), "efficiency": ("efficiency_percent", [70, 80, 85, 90])}


@pytest.fixture(scope="module")
def nights(nightjar, tmp_path_factory, recordings):
    """A gateway with nights of 1918, and of October 2023 by one recorder, of which three by another, too."""
    from gateway import Gateway
    running = Gateway(nightjar, tmp_path_factory.mktemp("calendar") / "store", False, ["--no-bluetooth", "--no-usb"]).start()
    anybody = Anybody(running)
    for name, body in (("old.AWD", (recordings / "actiwatch/example_01.AWD").read_bytes()), ("one.txt", actlumus(range(600, 8 * 1440))),
                       ("two.txt", actlumus(range(600, 4 * 1440), serial="4712"))):
        assert upload(anybody, name, body)["state"] == "complete", name
    yield running
    running.stop()


def choose(browser, selector, value):
    """Chooses in a list that leads to another page, and waits for that."""
    Select(browser.one(selector)).select_by_value(value)


def shown(browser, name):
    return browser.one(f'.page.nights[data-shown="{name}"]')


def expected(night, choice):
    """The level of a night as the legend says it, and how sure it is."""
    field, limits = LIMITS[choice]
    if night[field] is None:
        return "none", "low"
    confidence = night["confidence"] or 0
    sure = "low" if confidence < 0.5 else "moderate" if confidence < 0.8 else "high"
    return str(min(sum(night[field] >= limit for limit in limits), {"low": 2, "moderate": 3, "high": 4}[sure])), sure


@pytest.mark.parametrize("choice", LIMITS)
def test_colour_means_what_was_chosen_and_is_never_stronger_than_it_is_sure(browser, nights, choice):
    told = {night["date"]: night for night in nights.get("/api/v1/nights?all=true")["nights"] if night["date"] < "1919"}
    browser.open(nights.url + "/nights?month=1918-01")
    shown(browser, "1918-01")
    browser.run("document.querySelector(`#colour input[value=${arguments[0]}]`).click()", choice)
    bands = dict(browser.run("""return [...document.querySelectorAll('#calendar .has-night')].map((day) =>
        [day.dataset.date, [day.querySelector('.band').dataset.level, day.querySelector('.band').dataset.sure]])"""))
    assert bands == {date: list(expected(night, choice)) for date, night in told.items() if date < "1918-02"}
    # The choice is kept, and the year says the same.
    browser.open(nights.url + "/nights?year=1918")
    shown(browser, "1918")
    days = dict(browser.run("""return [...document.querySelectorAll('#year .year-day a')].map((day) =>
        [day.dataset.date, [day.dataset.level, day.dataset.sure]])"""))
    assert days == {date: list(expected(night, choice)) for date, night in told.items()}
    assert browser.run("return document.querySelector('#colour input:checked').value") == choice
    assert browser.complaints() == []


def test_a_night_whose_recorder_cannot_see_wake_does_not_shine(browser, nights):
    best = [night for night in nights.get("/api/v1/nights?all=true")["nights"] if (night["efficiency_percent"] or 0) > 95]
    assert best and all(night["confidence"] < 0.8 for night in best)
    browser.open(nights.url + "/nights?year=2023")
    shown(browser, "2023")
    browser.run("document.querySelector('#colour input[value=efficiency]').click()")
    levels = {day.get_attribute("data-level") for day in browser.all("#year .year-day a")}
    assert levels and "4" not in levels


def test_years_and_months_are_found_from_any_other(browser, nights):
    browser.open(nights.url + "/nights")
    shown(browser, "2023-10")
    years = browser.run("return [...document.querySelectorAll('#year-choice option')].map((one) => one.textContent)")
    dates = {night["date"] for night in nights.get("/api/v1/nights?all=true")["nights"]}
    assert years == [f"{year} ({sum(date.startswith(year) for date in dates)})" for year in ("2023", "1918")]
    choose(browser, "#year-choice", "1918")
    shown(browser, "1918-10")
    choose(browser, "#month", "")
    shown(browser, "1918")
    browser.one('.year-month h2 a[href="/nights?month=1918-01"]').click()
    shown(browser, "1918-01")
    browser.one('.month-nav a[aria-label="Next month: February 1918"]').click()
    shown(browser, "1918-02")
    browser.driver.back()
    browser.driver.back()
    shown(browser, "1918")
    browser.one('.month-nav a[aria-label="Next year: 1919"]').click()
    assert "No nights in 1919" in browser.one("[data-state=empty]").text
    assert browser.complaints() == []


@pytest.mark.parametrize("address", ["month=9999-12", "year=9999", "month=2023-13", "year=0000", "month=x"])
def test_an_address_of_no_month_opens_where_the_nights_are(browser, nights, address):
    browser.open(f"{nights.url}/nights?{address}")
    shown(browser, "2023-10")
    assert browser.complaints() == []


def test_two_recorders_on_a_date_are_seen(browser, nights):
    browser.open(nights.url + "/nights?month=2023-10")
    day = browser.one('#calendar [data-date="2023-10-03"]')
    assert "2 recorders" in day.text and len(day.find_elements("css selector", ".band")) == 2
    single = browser.one('#calendar [data-date="2023-10-07"]')
    assert "recorders" not in single.text and len(single.find_elements("css selector", ".band")) == 1
    assert browser.text(".page-head .muted").startswith(f"{len(browser.all('#calendar .has-night'))} nights")
    browser.open(nights.url + "/nights?year=2023")
    both = browser.one('#year a[data-date="2023-10-03"]')
    assert both.get_attribute("data-recorders") == "2" and "2 recorders" in both.get_attribute("aria-label")


def test_a_phones_list_is_coloured_by_the_choice_too(browser, nights):
    told = {night["date"]: night for night in nights.get("/api/v1/nights?all=true")["nights"] if night["date"] < "1918-02"}
    browser.look(PHONE)
    browser.open(nights.url + "/nights?month=1918-01")
    shown(browser, "1918-01")
    for choice in LIMITS:
        browser.run("document.querySelector(`#colour input[value=${arguments[0]}]`).click()", choice)
        rows = dict(browser.run("""return [...document.querySelectorAll('.night-row')].map((row) =>
            [row.dataset.date, [row.querySelector('.band').dataset.level, row.querySelector('.band').checkVisibility()]])"""))
        assert rows == {date: [expected(night, choice)[0], True] for date, night in told.items()}
    # What is chosen can be read.
    assert browser.run("""return [...document.querySelectorAll('.month-nav select')].every((one) => {
        const ink = document.createElement('canvas').getContext('2d');
        ink.font = getComputedStyle(one).font;
        return ink.measureText(one.selectedOptions[0].textContent).width + 24 < one.clientWidth; })""")


@pytest.mark.parametrize("size", [(320, 640), PHONE, WIDE], ids=["320", "phone", "wide"])
@pytest.mark.parametrize("address", ["month=2023-10", "year=2023", "year=1920"])
def test_nothing_is_wider_than_the_screen(browser, nights, size, address):
    browser.look(size)
    browser.open(f"{nights.url}/nights?{address}")
    browser.one(".page.nights")
    assert browser.run("return document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize("address", ["month=1918-01", "month=2023-10", "year=2023", "year=1920"])
def test_a_filled_calendar_violates_nothing(browser, nights, address):
    browser.open(f"{nights.url}/nights?{address}")
    browser.one(".page.nights")
    check(browser, EVERY)
