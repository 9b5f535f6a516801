"""Import: a file goes in, its nights come out."""

from test_strangers import Person, actlumus, upload

RECORDING = "agd/GT3XPlus-RawData-Day01.agd"
NEW_YORK = "America/New_York"


def open_import(browser, gateway):
    browser.open(gateway.url + "/import")
    browser.one("#zone")


def choose_zone(browser, zone):
    browser.run("document.getElementById('zone').value = arguments[0]", zone)


def give(browser, path):
    browser.one("#file").send_keys(str(path))


def outcome(browser, patience_s=120):
    """The card of the newest import, once it is over."""
    def over():
        card = (browser.all(".job") or [None])[0]
        state = card and card.get_attribute("data-state")
        return card if state in ("complete", "duplicate", "failed", "cancelled") else None

    return browser.until(over, "the import never ended", patience_s)


def test_zone_defaults_to_the_one_of_the_browser(browser, gateway):
    browser.look(zone="Asia/Kathmandu")
    try:
        open_import(browser, gateway)
        own = browser.run("return Intl.DateTimeFormat().resolvedOptions().timeZone")
        assert browser.run("return document.getElementById('zone').value") == own
        assert browser.run("return document.querySelectorAll('#zone option').length") > 300
    finally:
        browser.look(zone="UTC")


def test_real_recording_shows_progress_and_then_its_night(browser, own_gateway, recordings):
    gateway = own_gateway(demo=False)
    open_import(browser, gateway)
    choose_zone(browser, NEW_YORK)
    browser.run("""
        window.seen = [];
        new MutationObserver(() => {
          const state = document.querySelector('.job')?.dataset.state;
          if (state && window.seen.at(-1) !== state) window.seen.push(state);
        }).observe(document.querySelector('.jobs'), { subtree: true, childList: true, attributes: true })""")
    give(browser, recordings / RECORDING)
    card = outcome(browser)
    assert card.get_attribute("data-state") == "complete", card.text
    assert browser.run("return window.seen[0]") in ("waiting", "sending")
    nights = gateway.get("/api/v1/nights?from=2012-06-01&to=2012-06-30")["nights"]
    assert nights, "the gateway found no night"
    card.find_element("css selector", ".night-links a").click()
    browser.one("#tracks .chart canvas")
    shown = browser.one(".night").get_attribute("data-night")
    assert shown in [night["date"] for night in nights]
    night = gateway.get(f"/api/v1/nights/{shown}")
    value = browser.one('[data-measure="total_sleep_min"]').get_attribute("data-value")
    assert float(value) == night["measures"]["total_sleep_min"]["value"]
    assert night["zone"] == NEW_YORK and not browser.one("#synthetic").is_displayed()


def test_same_recording_twice_is_told_apart(browser, own_gateway, recordings):
    gateway = own_gateway(demo=False)
    open_import(browser, gateway)
    choose_zone(browser, NEW_YORK)
    give(browser, recordings / RECORDING)
    assert outcome(browser).get_attribute("data-state") == "complete"
    give(browser, recordings / RECORDING)
    browser.until(lambda: len(browser.all(".job")) == 2)
    card = outcome(browser)
    assert card.get_attribute("data-state") == "duplicate" and "already" in card.text.lower()
    assert len(gateway.get("/api/v1/nights?from=2012-06-01&to=2012-06-30")["nights"]) == 1


def test_foreign_file_is_refused_in_words(browser, gateway, tmp_path):
    picture = tmp_path / "holiday.jpg"
    picture.write_bytes(b"\xff\xd8\xff\xe0" + bytes(range(256)) * 40)
    open_import(browser, gateway)
    give(browser, picture)
    card = outcome(browser)
    assert card.get_attribute("data-state") == "failed"
    assert card.find_element("css selector", "[role=alert]").text.strip()
    assert card.find_element("css selector", "button:not([hidden])").text == "Try again"
    assert "holiday.jpg" not in browser.text("#earlier"), "one file, one card"
    open_import(browser, gateway)
    browser.until(lambda: "holiday.jpg" in browser.text("#earlier"), "the list of imports does not show it")


def test_cancel_ends_an_import_under_way(browser, own_gateway, tmp_path):
    gateway = own_gateway(demo=False)
    large = tmp_path / "month.cwa"
    with open(large, "wb") as file:
        file.write(b"MD")
        file.truncate(400_000_000)
    open_import(browser, gateway)
    # Pressed by the page itself at the first progress: sending within one machine is over in a moment.
    browser.run("""
        window.progress = 0;
        new MutationObserver(() => {
          const bar = document.querySelector('.job [role=progressbar]');
          window.progress = Number(bar?.getAttribute('aria-valuenow') ?? 0);
          if (window.progress > 0) bar.closest('.job').querySelector('button').click();
        }).observe(document.querySelector('.jobs'), { subtree: true, childList: true, attributes: true })""")
    give(browser, large)
    card = outcome(browser, 60)
    assert card.get_attribute("data-state") == "cancelled", card.text
    assert "Nothing of this file was kept" in card.text
    states = lambda: [entry["state"] for entry in gateway.get("/api/v1/imports")["imports"] if entry["name"] == large.name]
    browser.until(lambda: browser.all("#earlier, [data-state=empty]"))
    assert large.name not in browser.text("#earlier") and len(browser.all(".job")) == 1, "cancelled is no failure as well"
    browser.one("a[href='/nights']").click()
    browser.one(".nights, [data-state=empty]")
    browser.run("history.back()")
    browser.one("#zone")
    assert [card.get_attribute("data-state") for card in browser.all(".job")] == ["cancelled"]
    # To the gateway it is an upload that broke off: over, and nothing of it kept.
    browser.until(lambda: states() in ([], ["cancelled"], ["failed"]), "the gateway still works on it", 10)
    assert gateway.get("/api/v1/nights?from=1970-01-01&to=2099-12-31")["nights"] == []


def test_owners_see_what_is_contested_and_give_it_and_take_it_back(browser, own_gateway):
    gateway = own_gateway(demo=False)
    olga = Person(gateway, "Olga")
    eve = Person(gateway, "Eve", by=olga)
    upload(olga, "week.txt", actlumus(range(4 * 1440)))
    upload(eve, "mine.txt", actlumus(range(1440, 3 * 1440)))
    olga.ok("PUT", "/auth/access", {"password": "off"})
    open_import(browser, gateway)
    section = lambda: browser.one("#contests").text
    browser.until(lambda: "Eve brought a recording" in section(), "the contest is not shown")
    nights = lambda: len(olga.ok("GET", "/recordings")["recordings"])
    assert nights() == 1
    browser.one("#contests .contest button").click()
    browser.until(lambda: "Given to the first owner" in section(), "it was not given")
    assert nights() == 2 and not browser.all("#contests .contest")
    browser.one("#contests .outcome button").click()
    browser.until(lambda: "Eve brought a recording" in section(), "it was not given back")
    assert nights() == 1
