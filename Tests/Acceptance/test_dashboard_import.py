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
    browser.until(lambda: states() in ([], ["cancelled"]), "the gateway still works on it, or takes it for a failure", 10)
    assert gateway.get("/api/v1/nights?from=1970-01-01&to=2099-12-31")["nights"] == []
    browser.driver.refresh()
    browser.one("#earlier, [data-state=empty]")
    assert not browser.all("#earlier .tag.bad"), "what was cancelled is shown as a failure"


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


def drop(browser, *paths):
    """Files and folders let go over the page, as by a hand."""
    x, y = browser.run("const box = document.getElementById('drop').getBoundingClientRect(); return [box.x + 40, box.y + 20]")
    for kind in ("dragEnter", "dragOver", "drop"):
        browser.command("Input.dispatchDragEvent", type=kind, x=x, y=y,
                        data={"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1})


def test_a_folder_of_a_hundred_files_is_dropped_at_once(browser, own_gateway, tmp_path):
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb"])
    folder = tmp_path / "study"
    for number in range(1, 121):
        place = folder / f"person {number % 4}"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"night {number}.txt").write_bytes(actlumus(range(1440), serial=str(number)) if number <= 3 else b"no recording at all\n")
    (folder / ".DS_Store").write_bytes(b"x")
    open_import(browser, gateway)
    # Counts what is under way, from the first byte to the last word.
    browser.run("""
        window.most = 0;
        new MutationObserver(() => {
          const under = [...document.querySelectorAll('.job')].filter((one) => !['waiting', 'complete', 'duplicate', 'failed', 'cancelled'].includes(one.dataset.state));
          window.most = Math.max(window.most, under.length);
        }).observe(document.querySelector('.jobs'), { subtree: true, childList: true, attributes: true })""")
    drop(browser, folder)
    browser.until(lambda: len(browser.all(".job")) == 120, "not every file has its card")
    # Leaving and coming back changes nothing: what is under way goes on, each file has its one card.
    browser.one("a[href='/nights']").click()
    browser.one(".nights, [data-state=empty]")
    browser.run("history.back()")
    browser.one("#zone")
    browser.until(lambda: browser.text(".import-all p").startswith("120 of 120 files done"), "they did not all come in", 120)
    assert browser.text(".import-all p") == "120 of 120 files done · 3 imported · 117 not imported"
    assert 1 <= browser.run("return window.most") <= 2
    names = browser.run("return [...document.querySelectorAll('.job-name')].map((one) => one.textContent)")
    assert len(set(names)) == 120 and names[0] == "study/person 0/night 4.txt" and not any("DS_Store" in name for name in names)
    assert not browser.one("#cancel-all").is_displayed()
    assert len(gateway.get("/api/v1/recordings")["recordings"]) == 3


def test_the_rest_of_many_files_is_cancelled_at_once(browser, own_gateway, tmp_path):
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb"])
    for number in range(12):
        with open(tmp_path / f"month {number}.cwa", "wb") as file:
            file.write(b"MD")
            file.truncate(60_000_000)
    open_import(browser, gateway)
    drop(browser, *sorted(tmp_path.glob("*.cwa")))
    browser.one("#cancel-all").click()
    browser.until(lambda: "12 of 12 files done" in browser.text(".import-all p"))
    states = browser.run("return [...document.querySelectorAll('.job')].map((one) => one.dataset.state)")
    assert set(states) <= {"cancelled", "failed"} and states.count("cancelled") >= 10
    browser.until(lambda: all(one["state"] in ("cancelled", "failed") for one in gateway.get("/api/v1/imports")["imports"]), "one goes on", 30)
    assert len(gateway.get("/api/v1/recordings")["recordings"]) == 0
