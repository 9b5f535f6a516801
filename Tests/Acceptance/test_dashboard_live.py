"""Live: the page moves, and says honestly what it knows."""

import json
import re

MISSING = "–"


def number(text):
    return None if text in (None, "", MISSING) else float(text)


def open_live(browser, gateway):
    browser.open(gateway.url + "/live")
    # For a minute in the hour the wearer takes the device off.
    browser.until(lambda: number(browser.text("#bpm")), "no heart rate appeared", 120)


def first_snapshot(gateway):
    with gateway.open("/api/v1/live/stream") as stream:
        event = None
        for raw in stream:
            line = raw.decode().rstrip("\n")
            if line.startswith("event: "):
                event = line[7:]
            if line.startswith("data: ") and event == "snapshot":
                return json.loads(line[6:])
    raise AssertionError("the stream ended before its snapshot")


def test_heart_rate_moves_by_itself(browser, gateway):
    open_live(browser, gateway)
    # At a steady heart the rate may show one whole number for minutes; its variability has decimals and moves.
    seen = set()
    browser.until(lambda: seen.add(browser.text(".heart .facts")) or len(seen) > 1, "the heart's figures never changed", 60)
    assert 25 < number(browser.text("#bpm")) < 220


def test_lowest_and_highest_enclose_the_heart_rate_of_now(browser, gateway):
    open_live(browser, gateway)
    now, facts = browser.run("""
        const facts = Object.fromEntries([...document.querySelectorAll('.heart .facts > div')]
          .map((fact) => [fact.querySelector('dt').textContent, fact.querySelector('dd').textContent]));
        return [document.getElementById('bpm').textContent, facts]""")
    assert number(facts["Lowest"]) <= number(now) <= number(facts["Highest"])
    assert browser.run("return document.querySelector('.spark .spark-line').getAttribute('d').length") > 20


def test_tachogram_draws_the_beats_that_arrive(browser, gateway):
    open_live(browser, gateway)
    browser.until(lambda: int(browser.run("return document.querySelector('#tachogram').dataset.beats ?? 0")) > 5,
                  "no beats were drawn", 40)
    rows = browser.run("return document.querySelector('#tachogram').graph.numRows()")
    inked = browser.run("""
        const canvas = document.querySelector('#tachogram canvas');
        const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
        let count = 0;
        for (let index = 3; index < pixels.length; index += 4) count += pixels[index] > 0;
        return count""")
    assert rows > 5 and inked > 200
    newest = "return document.querySelector('#tachogram').graph.getValue(document.querySelector('#tachogram').graph.numRows() - 1, 0)"
    before = browser.run(newest)
    browser.until(lambda: browser.run(newest) > before, "the tachogram stands still", 20)


def test_load_is_a_number_with_confidence_or_a_dash_with_a_reason(browser, gateway):
    open_live(browser, gateway)
    browser.until(lambda: browser.all("#load-reasons li") or number(browser.text("#load")) is not None,
                  "the gauge says nothing", 60)
    value, word, confidence = (browser.text(selector) for selector in ("#load", "#load-state", "#load-confidence"))
    if value == MISSING:
        assert browser.text("#load-reasons").strip() and word == "Not known" and confidence == MISSING
    else:
        # "Still" where the state is held though the number by itself would be called otherwise.
        assert 0 <= number(value) <= 1 and word.removeprefix("Still ").lower() in ("underload", "optimal", "overload")
        assert re.fullmatch(r"(High|Moderate|Low) · \d{1,3} %", confidence)


def test_load_becomes_known_for_the_synthetic_wearer(browser, gateway):
    open_live(browser, gateway)
    browser.until(lambda: number(browser.text("#load")) is not None, "the load stayed unknown", 150)
    assert "%" in browser.text("#load-confidence")
    meter = browser.one(".gauge-box")
    assert meter.get_attribute("aria-valuenow") == browser.text("#load")


def test_synthetic_devices_say_so(browser, gateway):
    open_live(browser, gateway)
    devices = {device["id"]: device for device in first_snapshot(gateway)["devices"]}
    assert devices, "the demo has no device"
    cards = browser.all(".device")
    assert {card.get_attribute("data-device") for card in cards} == set(devices)
    for card in cards:
        device = devices[card.get_attribute("data-device")]
        assert ("Synthetic" in card.text) == device["synthetic"]
        assert device["name"] in card.text
    assert browser.one("#synthetic").is_displayed() == any(device["synthetic"] for device in devices.values())


def test_device_card_tells_link_battery_wear_contact_and_losses(browser, gateway):
    open_live(browser, gateway)
    card = browser.one(".device")
    browser.until(lambda: card.get_attribute("data-link") == "streaming", "the wearer never streamed", 30)
    assert [term.text for term in card.find_elements("css selector", "dt")] == ["Battery", "Wear", "Contact", "Lost today"]
    assert all(value.text for value in card.find_elements("css selector", "dd"))
    assert re.search(r"Streaming since \d\d:\d\d:\d\d", card.text)


def test_choosing_a_device_is_part_of_the_address(browser, gateway):
    open_live(browser, gateway)
    name = browser.one(".device-name")
    name.click()
    assert "device=" in browser.driver.current_url
    assert name.get_attribute("aria-pressed") == "true"


def test_without_devices_the_page_says_what_to_do(browser, own_gateway):
    gateway = own_gateway(demo=False)
    browser.open(gateway.url + "/live")
    notice = browser.one('[data-state="empty"]')
    assert "No device yet" in notice.text and "nightjar serve --demo" in notice.text
    notice.find_element("link text", "Import it").click()
    browser.until(lambda: browser.driver.current_url.endswith("/import"))
