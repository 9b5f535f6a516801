"""Nights: what the page shows is what the gateway knows."""

import math
import zipfile

import pytest
from browser import Keys, PHONE
from test_dashboard_recordings import imported, send, set_value
from selenium.webdriver import ActionChains

RANGES = """
    return [...document.querySelectorAll('#tracks .chart')].map((chart) => chart.graph.xAxisRange().map((ms) => ms / 1000))"""
SHOWN = "const { start, end } = document.getElementById('tracks').dataset; return [Number(start), Number(end)]"


def half_up(value):
    return math.floor(value + 0.5)


@pytest.fixture
def night(gateway):
    return gateway.latest_night()


def open_night(browser, gateway, night):
    browser.open(f"{gateway.url}/nights/{night['date']}?device={night['device']['id']}")
    browser.one("#tracks .chart canvas")


def assert_in_step(browser):
    ranges = browser.run(RANGES)
    start, end = browser.run(SHOWN)
    assert len(ranges) >= 2, "one track alone shows nothing about step"
    for low, high in ranges:
        assert abs(low - start) < 1 and abs(high - end) < 1
    return start, end


def test_calendar_marks_the_demo_night_with_its_sleep(browser, gateway, night):
    browser.open(f"{gateway.url}/nights?month={night['date'][:7]}")
    day = browser.one(f'#calendar [data-date="{night["date"]}"]')
    minutes = night["measures"]["total_sleep_min"]["value"]
    if minutes is not None:
        assert f"{half_up(minutes) // 60}:{half_up(minutes) % 60:02}" in day.text
    day.find_element("css selector", "a").click()
    browser.one(f'.night[data-night="{night["date"]}"]')
    assert f"/nights/{night['date']}" in browser.driver.current_url


def test_calendar_without_a_month_opens_where_the_nights_are(browser, gateway, night):
    browser.open(gateway.url + "/nights")
    browser.one("#calendar .has-night")


def test_metric_cards_show_what_the_gateway_says(browser, gateway, night):
    open_night(browser, gateway, night)
    for name, measure in night["measures"].items():
        if not isinstance(measure, dict) or "unit" not in measure:
            continue
        cards = browser.all(f'[data-measure="{name}"]')
        if not cards:
            continue
        value = measure["value"]
        text = browser.run("return (arguments[0].querySelector('.metric-value [aria-hidden]') ?? arguments[0].querySelector('.metric-value')).innerText", cards[0])
        if value is None:
            assert "–" in text and browser.text(".night").lower().count(measure["reason"].lower()) == 1, "each reason is said once"
        else:
            assert float(cards[0].get_attribute("data-value")) == value
            whole = half_up(value)
            expected = {"total_sleep_min": f"{whole // 60} h {whole % 60} min", "efficiency_percent": f"{value:.1f} %"}
            unit = "times" if name == "awakenings" and whole != 1 else "time" if name == "awakenings" else "min"
            assert expected.get(name, f"{whole} {unit}") in " ".join(text.split())
    shown = {card.get_attribute("data-measure") for card in browser.all(".metric")}
    assert shown >= {"total_sleep_min", "efficiency_percent", "onset_latency_min", "waso_min", "awakenings", "confidence"}


def test_each_metric_names_its_method(browser, gateway, night):
    open_night(browser, gateway, night)
    for card in browser.all(".metric")[:5]:
        summary = card.find_element("css selector", "summary")
        summary.click()
        details = card.find_element("css selector", "details")
        assert "Method" in details.text and "not named" not in details.text


def test_zoom_and_pan_move_every_track_in_step(browser, gateway, night):
    open_night(browser, gateway, night)
    home = assert_in_step(browser)
    browser.one("#zoom-in").click()
    zoomed = assert_in_step(browser)
    assert abs((zoomed[1] - zoomed[0]) * 2 - (home[1] - home[0])) < 2
    browser.one("#pan-right").click()
    panned = assert_in_step(browser)
    assert panned[0] > zoomed[0] and abs((panned[1] - panned[0]) - (zoomed[1] - zoomed[0])) < 2
    browser.one("#zoom-whole").click()
    whole = assert_in_step(browser)
    assert abs(whole[0] - night["window"]["start_s"]) < 1 and abs(whole[1] - night["window"]["end_s"]) < 1
    browser.one("#zoom-reset").click()
    assert assert_in_step(browser) == home


def test_dragging_over_one_track_zooms_all(browser, gateway, night):
    open_night(browser, gateway, night)
    before = assert_in_step(browser)
    chart = browser.one("#tracks .chart")
    browser.run("arguments[0].scrollIntoView({block: 'center'})", chart)
    ActionChains(browser.driver).move_to_element_with_offset(chart, -100, 0).click_and_hold() \
        .move_by_offset(60, 0).move_by_offset(60, 0).release().perform()
    after = assert_in_step(browser)
    assert before[0] < after[0] and after[1] < before[1]
    ActionChains(browser.driver).double_click(chart).perform()
    assert assert_in_step(browser) == before


def test_pointing_reads_every_track_at_one_time(browser, gateway, night):
    open_night(browser, gateway, night)
    chart = browser.one("#tracks .chart")
    browser.run("arguments[0].scrollIntoView({block: 'center'})", chart)
    ActionChains(browser.driver).move_to_element(chart).move_by_offset(3, 0).perform()
    readout = browser.text("#readout")
    assert readout[2] == ":" and "·" in readout
    assert browser.run("return !document.querySelector('.cursor').hidden")


def test_keyboard_alone_zooms_reads_and_resets(browser, gateway, night):
    open_night(browser, gateway, night)
    home = assert_in_step(browser)
    browser.run("document.getElementById('tracks').focus()")
    browser.press("+")
    assert assert_in_step(browser) != home
    browser.press(Keys.ARROW_RIGHT)
    assert browser.run("return !document.querySelector('.cursor').hidden")
    browser.press("0")
    assert assert_in_step(browser) == home


def test_time_axis_uses_the_zone_of_the_recording_whatever_the_browser_thinks(browser, gateway, night):
    browser.look(zone="Pacific/Chatham")
    try:
        open_night(browser, gateway, night)
        period = night["sleep_period"]
        if period:
            offset = [offset for start, offset in night["utc_offset_transitions"] if start <= period["start_s"]][-1]
            local = int(period["start_s"] + offset) % 86400
            assert f"Asleep {local // 3600:02}:{local // 60 % 60:02}" in browser.text(".night-line")
        assert night["zone"] in browser.text(".zone-line")
    finally:
        browser.look(zone="UTC")


def test_strip_has_a_legend_and_a_table_with_the_same_minutes(browser, gateway, night):
    open_night(browser, gateway, night)
    assert browser.text("#legend").strip()
    browser.one(".table-alternative summary").click()
    rows = browser.run("""
        return [...document.querySelectorAll('.table-alternative tbody tr')].map((row) => row.cells[2].textContent)""")
    values = night["states"]["values"]
    runs = 1 + sum(1 for first, second in zip(values, values[1:]) if first != second)
    assert len(rows) == runs


def test_losses_are_listed_with_the_night(browser, gateway, night):
    open_night(browser, gateway, night)
    if night["losses"]:
        assert len(browser.all("#losses tbody tr")) == len(night["losses"])
    else:
        assert "Nothing was lost" in browser.text("main")


def test_export_button_downloads_edf(browser, gateway, night):
    open_night(browser, gateway, night)
    browser.one("#export-edf").click()
    file = browser.downloaded(".edf")
    content = file.read_bytes()
    file.unlink()
    assert content[:8] == b"0       ", "an EDF file starts with its version"
    assert content[192:197] == b"EDF+C"


def test_export_button_downloads_csv(browser, gateway, night):
    open_night(browser, gateway, night)
    browser.one("#export-csv").click()
    file = browser.downloaded(".zip")
    with zipfile.ZipFile(file) as archive:
        assert archive.testzip() is None
        assert any(name.endswith(".csv") for name in archive.namelist())
    file.unlink()


def test_a_day_without_a_night_says_so_and_offers_to_retry(browser, gateway):
    browser.open(gateway.url + "/nights/1999-01-01")
    notice = browser.one('[data-state="error"]')
    assert notice.get_attribute("role") == "alert" and notice.find_element("css selector", "button").text == "Retry"


def test_an_empty_month_offers_the_latest_night(browser, gateway, night):
    browser.open(gateway.url + "/nights?month=1999-01")
    notice = browser.one('[data-state="empty"]')
    notice.find_element("link text", "Latest night").click()
    browser.one(f'.night[data-night="{night["date"]}"]')


@pytest.fixture
def old_nights(own_gateway, recordings):
    """A gateway with nights of 1918 of two recorders."""
    gateway = own_gateway(demo=False)
    for number in (1, 2):
        recording = imported(gateway, recordings / f"actiwatch/example_0{number}.AWD", f"{number}.AWD")
    return gateway, recording


def open_old(browser, old_nights, date="1918-01-27", more=""):
    gateway, recording = old_nights
    browser.open(f"{gateway.url}/nights/{date}?device={recording['device']}{more}")
    browser.one("#tracks .chart canvas")
    return gateway, f"/api/v1/nights/{date}?device={recording['device']}"


@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_headline_and_chart_are_on_the_first_screen(browser, old_nights, size):
    browser.look(size)
    open_old(browser, old_nights)
    top, bottom, width = browser.run("""
        const box = document.querySelector('#tracks .chart').getBoundingClientRect();
        return [document.querySelector('.night h1').getBoundingClientRect().top, box.bottom, document.documentElement.scrollWidth]""")
    assert 0 < top < bottom < size[1] * 0.75 and width <= size[0]
    assert browser.run("return document.querySelector('.night-chart').getBoundingClientRect().bottom < document.querySelector('.metrics').getBoundingClientRect().top")


def test_scales_follow_what_is_shown(browser, old_nights):
    open_old(browser, old_nights)
    high = lambda: browser.run("return document.querySelector('[data-track=activity]').graph.yAxisRange()[1]")
    before = high()
    browser.run("document.getElementById('tracks').focus()")
    for _ in range(4):
        browser.press("+")
    assert high() < before / 2, "the middle of the night is drawn at the height of the day"
    browser.press("0")
    assert high() == before


def test_times_are_corrected_by_typing_and_taken_back(browser, old_nights):
    gateway, path = open_old(browser, old_nights)
    period = gateway.get(path)["sleep_period"]
    browser.one("#edit-night").click()
    set_value(browser, "dialog input[name=sleep_start]", "1918-01-27T00:30")
    set_value(browser, "dialog input[name=lights_out]", "1918-01-27T00:40")
    assert browser.one("dialog button[type=submit]").get_attribute("disabled"), "nobody sleeps before the lights are out"
    set_value(browser, "dialog input[name=lights_out]", "1918-01-27T00:10")
    send(browser)
    browser.until(lambda: "Asleep 00:30" in browser.text(".night-line"), "the correction is not shown")
    night = gateway.get(path)
    assert night["edited_s"] and night["measures"]["onset_latency_min"]["value"] == 20
    browser.one("#unedit-night").click()
    browser.until(lambda: gateway.get(path)["sleep_period"] == period, "it was not taken back")
    browser.until(lambda: not browser.all("#unedit-night"), "the page still shows the correction")
    assert not browser.complaints()


def test_the_part_that_is_dragged_becomes_the_sleep(browser, old_nights):
    open_old(browser, old_nights)
    browser.run("document.getElementById('tracks').focus()")
    browser.press("+")
    start = browser.run(SHOWN)[0]
    browser.one("#edit-night").click()
    browser.one("#take-shown").click()
    value = browser.one("dialog input[name=sleep_start]").get_attribute("value")
    assert value == browser.run("return new Date(arguments[0] * 1000).toISOString().slice(0, 16)", start)


def test_a_night_is_analyzed_again_from_its_page(browser, old_nights):
    open_old(browser, old_nights)
    browser.one("#analyze").click()
    browser.until(lambda: "Scored again" in browser.text("#change-result"), "nothing was said of it", 60)


def test_two_nights_are_compared(browser, old_nights):
    gateway, path = open_old(browser, old_nights, more="&compare=1918-01-28")
    cell = lambda: browser.run("return [...document.querySelector('[data-row=total_sleep_min]').cells].map((one) => one.textContent)")
    browser.one("#comparison")
    one, other = (gateway.get(path.replace("01-27", date))["measures"]["total_sleep_min"]["value"] for date in ("01-27", "01-28"))
    by = abs(one - other)
    assert cell()[3].endswith("more" if one > other else "less") and str(half_up(by) % 60) in cell()[3]
    assert "compare=1918-01-28" in browser.driver.current_url
    browser.one("#compare").send_keys("Choose")
    browser.until(lambda: not browser.all("#comparison"))


def test_several_nights_are_a_table_and_csv(browser, old_nights):
    gateway, _ = old_nights
    browser.open(gateway.url + "/nights/table?from=1918-01-25&to=1918-01-30")
    browser.one(".nights-table tbody")
    assert len(browser.all("tbody tr")) == 12
    browser.one("#nights-csv").click()
    file = browser.downloaded(".csv")
    lines = file.read_text().splitlines()
    file.unlink()
    assert lines[0].startswith("date,wearer,device") and len(lines) == 13 and lines[1].startswith("1918-01-25,")
    assert not browser.complaints()


def test_how_is_told_in_words_with_the_method_behind(browser, old_nights):
    open_old(browser, old_nights)
    card = browser.one('[data-measure="waso_min"]')
    card.find_element("css selector", "summary").click()
    how = card.find_element("css selector", "details").text
    assert "Each minute counts as awake" in how and "oakley" in how
