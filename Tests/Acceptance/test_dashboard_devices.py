"""Devices: what is used, what is near, what is missing, and the night that is recorded."""

import json
import time

import pytest
from browser import Keys, PHONE
from made import SCRIPTED_STREAM, desk, home, recorder, wearable
from test_dashboard_looks import WEAK_TEXT

# Answers changes itself and keeps them: [method, path, content].
RECORDED_CHANGES = """
    window.changes = [];
    window.answers = {};
    window.readiness ??= { warnings: [] };
    const asked = window.fetch;
    window.fetch = (url, options = {}) => {
      const path = String(url).replace('/api/v1', '');
      if (path === '/device-profiles') {
        return Promise.resolve(new Response(JSON.stringify({ profiles: [{ id: 'heart-rate', name: 'Heart rate' }, { id: 'banglejs', name: 'Bangle.js' }] })));
      }
      if (path === '/night-recordings/readiness') return Promise.resolve(new Response(JSON.stringify(window.readiness)));
      if (!options.method || options.method === 'GET') return asked(url, options);
      window.changes.push([options.method, path, options.body ? JSON.parse(options.body) : null]);
      const [status, body] = window.answers[path] ?? [200, {}];
      return Promise.resolve(new Response(JSON.stringify(body), { status }));
    };"""


@pytest.fixture
def show(browser, gateway):
    """Opens the screen with a made home; returns what says further events."""
    undo = [browser.before_every_page(SCRIPTED_STREAM), browser.before_every_page(RECORDED_CHANGES)]

    def say(name, data):
        browser.run("window.stream.say(arguments[0], arguments[1])", name, data)

    def open_with(*devices, **more):
        browser.open(gateway.url + "/devices")
        browser.until(lambda: browser.run("return Boolean(window.stream) && document.body.dataset.connection === 'open'"))
        say("snapshot", {"now_s": time.time(), "devices": [], "recent": {}, "home": home(*devices, **more)})
        browser.one(".recording, .first")
        browser.until(lambda: not browser.all("[aria-busy=true]"))
        return say

    yield open_with
    for back in undo:
        back()


def near(**changes):
    return wearable(id="bluetooth-2", name="Strap 2", consent="none", stage="matched", link=None, rssi_dbm=-60, **changes)


def changes(browser):
    return browser.run("return window.changes")


def button(browser, name, within=""):
    """The visible button of this name."""
    def found():
        for one in browser.all(f"{within} button"):
            if one.is_displayed() and name in (one.accessible_name, one.text):
                return one
        return None
    return browser.until(found, f"no button “{name}”")


def fits(browser):
    return browser.run("return document.documentElement.scrollWidth <= innerWidth")


def test_demo_shows_its_wearer_and_marks_it_as_synthetic(browser, gateway):
    browser.open(gateway.url + "/devices")
    card = browser.one(".known")
    browser.until(lambda: "Streaming" in card.text)
    assert "Synthetic wearer" in card.text and browser.one("#synthetic").is_displayed()
    assert "What is recorded all of 3" in card.text and "Battery" in card.text
    assert not [one for one in browser.all(".known button") if one.is_displayed() and one.accessible_name == "Forget"]
    assert browser.complaints() == []


def test_night_begins_and_ends_by_button_on_a_real_gateway(browser, own_gateway):
    gateway = own_gateway()
    browser.open(gateway.url + "/devices")
    button(browser, "Start the night", ".recording").click()
    browser.until(lambda: "Recording this night" in browser.text(".recording"))
    assert [one["ended_s"] for one in gateway.get("/api/v1/night-recordings")["recordings"]] == [None]
    button(browser, "Stop", ".recording").click()
    assert "kept and scored" in browser.one("dialog[open]").text
    browser.one("dialog[open] button[type=button].button:not(.round)").click()
    browser.until(lambda: not browser.all("dialog[open]"))
    assert gateway.get("/api/v1/night-recordings")["recordings"][0]["ended_s"] is None, "it ended unasked"
    button(browser, "Stop", ".recording").click()
    browser.one("dialog[open] button[type=submit]").click()
    browser.until(lambda: "Ready for the night" in browser.text(".recording"))
    assert "Stopped. Kept: " in browser.text("#night-kept")
    assert gateway.get("/api/v1/night-recordings")["recordings"][0]["end_cause"] == "button"


def test_what_threatens_the_night_is_told_before_it(browser, show):
    back = browser.before_every_page('window.readiness = { warnings: [{ message: "The strap has 9 % left.", next_step: "Charge it." }] };')
    try:
        say = show(wearable())
        browser.until(lambda: "The strap has 9 % left. Charge it." in browser.text(".recording .warnings"))
        say("recording", {"id": 1, "started_s": time.time() - 3700, "ended_s": None, "planned_end_s": None, "devices": ["strap"]})
        browser.until(lambda: "Recording this night" in browser.text(".recording") and "1 h 1 min" in browser.text(".recording"))
        assert not browser.one(".recording .warnings").is_displayed()
    finally:
        back()


def test_device_that_is_no_part_of_the_night_is_named(browser, show):
    say = show(wearable(), wearable(id="bluetooth-9", device="band-9", name="Ada's band"))
    night = {"id": 1, "started_s": time.time() - 60, "ended_s": None, "planned_end_s": None, "devices": ["strap"]}
    say("recording", night | {"not_joined": ["band-9"]})
    browser.until(lambda: "Not a part of it, as its devices were chosen one by one: Ada's band." in browser.text(".recording"))
    say("recording", night | {"not_joined": []})
    browser.until(lambda: "Not a part of it" not in browser.text(".recording"))


def test_schedule_and_wearer_reach_a_real_gateway(browser, own_gateway):
    gateway = own_gateway()
    browser.open(gateway.url + "/devices")
    button(browser, "Schedule").click()
    browser.run("for (const [name, value] of [['from', '23:15'], ['to', '06:45']]) document.querySelector(`dialog [name=${name}]`).value = value")
    browser.run("document.querySelector('dialog [name=Mon]').click()")
    button(browser, "Save", "dialog").click()
    browser.until(lambda: not browser.all("dialog"))
    (plan,) = gateway.get("/api/v1/night-schedules")["schedules"]
    assert (plan["from"], plan["to"], plan["days"], plan["on"]) == ("23:15", "06:45", [2, 3, 4, 5, 6, 7], True)
    browser.until(lambda: "23:15 to 06:45" in browser.text(".recording"))
    # A second one beside it, then the first is taken away.
    button(browser, "Schedule").click()
    assert "23:15 to 06:45" in browser.text("dialog .schedules")
    button(browser, "Add another", "dialog").click()
    browser.until(lambda: browser.all("dialog [name=from]"))
    browser.run("for (const [name, value] of [['from', '21:00'], ['to', '05:00']]) document.querySelector(`dialog [name=${name}]`).value = value")
    button(browser, "Save", "dialog").click()
    browser.until(lambda: not browser.all("dialog"))
    browser.until(lambda: "21:00 to 05:00" in browser.text(".recording") and "23:15 to 06:45" in browser.text(".recording"))
    button(browser, "Schedule").click()
    button(browser, "Remove", f"dialog [data-schedule='{plan['id']}']").click()
    browser.until(lambda: len(browser.all("dialog .schedules li")) == 1)
    button(browser, "Cancel", "dialog").click()
    browser.until(lambda: [one["from"] for one in gateway.get("/api/v1/night-schedules")["schedules"]] == ["21:00"])
    browser.until(lambda: "23:15 to 06:45" not in browser.text(".recording"))
    button(browser, "Who wears it?").click()
    browser.one("dialog [name=wearer]").send_keys("Ada")
    button(browser, "Save", "dialog").click()
    browser.until(lambda: "Worn by Ada" in browser.text(".known"))


def test_empty_house_teaches_the_first_pairing(browser, show):
    show()
    first = browser.one('.first[data-state="empty"]')
    assert "Wet the two electrodes" in first.text and "USB cable" in first.text and "nightjar serve --demo" in first.text
    drawings = browser.all(".first svg[role=img]")
    assert len(drawings) == 2 and all("strap" in one.accessible_name or "recorder" in one.accessible_name for one in drawings)
    assert not browser.one(".recording").is_displayed(), "there is nothing to record with"
    assert "Looking" in browser.text(".found") and "Listening on Bluetooth and USB" in browser.text(".listening")


def test_found_strap_comes_before_the_lesson_and_goes_when_it_leaves(browser, show):
    say = show()
    say("entry", near())
    row = browser.one('[data-found="bluetooth-2"]')
    assert "Strap 2" in row.text and "heart rate" in row.text and len(browser.all(".found .signal .lit")) == 4
    tops = browser.run("return ['.found', '.first'].map((one) => document.querySelector(one).getBoundingClientRect().top)")
    assert tops[0] < tops[1]
    say("forgotten", {"id": "bluetooth-2"})
    browser.until(lambda: not browser.all("[data-found]"))


def test_signal_bars_follow_the_strength(browser, show):
    say = show(near())
    lit = lambda: len(browser.all(".found .signal .lit"))
    for rssi, bars in ((-62, 4), (-70, 3), (-80, 2), (-95, 1), (-110, 0)):
        say("entry", near() | {"rssi_dbm": rssi})
        browser.until(lambda: lit() == bars, f"{rssi} dBm is {bars} bars, not {lit()}")


def test_adopting_asks_for_consent_stream_by_stream(browser, show):
    show(near())
    button(browser, "Use: Strap 2").click()
    dialog = browser.one("dialog[open]")
    assert "Use Strap 2" in dialog.text
    name = browser.one("dialog [name=name]")
    name.clear()
    name.send_keys("Night strap")
    browser.one("dialog [name=channel-rr_interval]").click()
    browser.one("dialog [name=wearer]").send_keys("Ben")
    button(browser, "Use this device").click()
    browser.until(lambda: not browser.all("dialog"))
    assert changes(browser) == [["POST", "/devices/bluetooth-2/adopt", {
        "name": "Night strap", "profile": "heart-rate", "streams": ["heart_rate"], "wearer": "Ben"}]]


def test_adopting_nothing_is_not_possible(browser, show):
    show(near())
    button(browser, "Use: Strap 2").click()
    for channel in ("heart_rate", "rr_interval"):
        browser.one(f"dialog [name=channel-{channel}]").click()
    assert not button(browser, "Use this device").is_enabled()


def test_refusal_is_told_in_the_dialog_and_nothing_is_lost(browser, show):
    show(near())
    browser.run("window.answers['/devices/bluetooth-2/adopt'] = [422, { title: 'No', detail: 'The strap is paired to a phone.' }]")
    button(browser, "Use: Strap 2").click()
    browser.one("dialog [name=wearer]").send_keys("Ben")
    button(browser, "Use this device").click()
    browser.until(lambda: "paired to a phone" in browser.text("dialog [role=alert]"))
    assert browser.one("dialog [name=wearer]").get_attribute("value") == "Ben"
    assert button(browser, "Use this device").is_enabled()


def test_unknown_device_offers_to_try_a_profile(browser, show):
    show(near() | {"profiles": [], "streams": [], "kind": None})
    browser.one(".strange summary").click()
    button(browser, "Try a profile: Strap 2").click()
    assert not button(browser, "Use this device").is_enabled()
    browser.run("const s = document.querySelector('dialog [name=profile]'); s.value = 'banglejs'; s.dispatchEvent(new Event('change', { bubbles: true }))")
    button(browser, "Use this device").click()
    browser.until(lambda: changes(browser))
    assert changes(browser)[0][2]["profile"] == "banglejs"


def test_mounted_recorder_offers_its_files_for_import(browser, show):
    show(near() | {"id": "volume-1", "bus": "volume", "name": "ActiGraph", "profiles": [], "streams": [], "files": ["a.gt3x", "b.gt3x"]})
    assert "2 recordings on it" in browser.one("[data-found]").text
    button(browser, "Import: ActiGraph").click()
    browser.one("#zone")
    assert changes(browser)[0] == ["POST", "/devices/volume-1/import", None]


def test_device_that_cannot_be_used_says_why(browser, show):
    show(near() | {"obstacle": "Another program has the stick; run `nightjar doctor`."})
    row = browser.one("[data-found]")
    assert "Another program has the stick" in row.text and row.find_element("css selector", "code").text == "nightjar doctor"
    assert not row.find_element("css selector", "button").is_enabled()


def test_card_tells_stage_reason_and_next_step(browser, show):
    say = show(wearable(stage="interrupted", reason="nothing came for 12 s", next_step="Bring it closer, or run `nightjar doctor`.",
                        link={"state": "gone", "reason": "out of range", "since_s": 1, "last_sample_s": time.time() - 65}))
    card = browser.one(".known")
    assert "Interrupted" in card.text and "Last seen 1 min ago · nothing came for 12 s" in card.text
    assert "Bring it closer" in browser.text(".next-step") and browser.text(".next-step code") == "nightjar doctor"
    say("entry", wearable(stage="resumed"))
    browser.until(lambda: "Streaming again" in browser.text(".known"))
    assert not browser.one(".next-step").is_displayed()


@pytest.mark.parametrize("stage, at", [("matched", "Found"), ("connected", "Connected"), ("configured", "Set up")])
def test_steps_show_how_far_a_session_is(browser, show, stage, at):
    show(wearable(stage=stage, link={"state": "connecting", "reason": None, "since_s": 1, "last_sample_s": None}))
    assert browser.text(".steps .at") == at


def test_live_status_updates_the_card_without_a_new_list(browser, show):
    say = show(wearable(battery_percent=80))
    assert "80 %" in browser.text(".known-facts")
    say("device", {"id": "strap", "battery_percent": 9, "losses_today": {"count": 3, "by_cause": {"late": 3}},
                   "link": {"state": "silent", "reason": "out of range", "since_s": 1, "last_sample_s": None}})
    browser.until(lambda: "9 %, charge it" in browser.text(".known-facts"))
    assert "Came too late 3" in browser.text(".known-facts") and "Silent" in browser.text(".known .link")


def test_consent_is_withdrawn_by_a_switch(browser, show):
    show(wearable())
    browser.one(".streams summary").click()
    switch = browser.one(".streams [name=rr_interval]")
    assert switch.get_attribute("role") == "switch" and switch.is_selected()
    switch.click()
    browser.until(lambda: changes(browser))
    assert changes(browser) == [["PATCH", "/devices/bluetooth-1", {"streams": ["heart_rate"]}]]


def test_refused_consent_springs_back(browser, show):
    show(wearable())
    browser.run("window.answers['/devices/bluetooth-1'] = [500, { title: 'No', detail: 'The disk is full.' }]")
    browser.one(".streams summary").click()
    browser.one(".streams [name=rr_interval]").click()
    browser.until(lambda: "The disk is full." in browser.text("main [role=alert]"))
    browser.until(lambda: browser.one(".streams [name=rr_interval]").is_selected())


def test_stop_connect_and_buzz_are_one_press(browser, show):
    say = show(wearable(commands=["vibrate"]))
    button(browser, "Stop", ".known").click()
    button(browser, "Buzz").click()
    say("entry", wearable(commands=["vibrate"], paused=True, stage="stopped"))
    button(browser, "Connect").click()
    browser.until(lambda: len(changes(browser)) == 3)
    assert [one[:2] for one in changes(browser)] == [
        ["POST", "/devices/bluetooth-1/disconnect"], ["POST", "/devices/bluetooth-1/vibrate"], ["POST", "/devices/bluetooth-1/connect"]]


def test_settings_rename_and_prefer(browser, show):
    show(wearable(preferred=[]))
    button(browser, "Settings").click()
    name = browser.one("dialog [name=name]")
    assert browser.run("return document.activeElement.name") == "name", "the first field has the focus"
    name.clear()
    assert not button(browser, "Save").is_enabled(), "a device needs a name"
    name.send_keys("Mine")
    browser.run("[...document.querySelectorAll('dialog .toggle')].find((one) => one.textContent.includes('heart beats')).click()")
    button(browser, "Save").click()
    browser.until(lambda: changes(browser))
    assert changes(browser) == [["PATCH", "/devices/bluetooth-1", {
        "name": "Mine", "connects_by_itself": True, "preferred": ["heart"]}]]


def test_forgetting_asks_first_and_escape_leaves_everything(browser, show):
    show(wearable())
    button(browser, "Forget").click()
    assert "Everything that it recorded stays" in browser.one("dialog").text
    browser.press(Keys.ESCAPE)
    browser.until(lambda: not browser.all("dialog"))
    assert changes(browser) == [] and browser.run("return document.activeElement.textContent") == "Forget"
    button(browser, "Forget").click()
    button(browser, "Forget it").click()
    browser.until(lambda: changes(browser))
    assert changes(browser) == [["DELETE", "/devices/bluetooth-1", None]]


def test_missing_adapter_is_told_once_with_the_one_command(browser, show):
    show(buses=[{"bus": "bluetooth", "obstacle": "This program may not use the radio. Run `sudo setcap cap_net_admin+ep nightjar`."},
                {"bus": "usb", "obstacle": None}])
    notices = browser.all(".bus")
    assert len(notices) == 1 and "Bluetooth is not available" in notices[0].text
    assert browser.text(".command code") == "sudo setcap cap_net_admin+ep nightjar"
    assert notices[0].find_element("css selector", ".command button").accessible_name.startswith("Copy the command")
    assert "Listening on USB" == browser.text(".listening") and not browser.one("#alerts").is_displayed()


def test_alerts_stand_above_every_screen_until_they_are_seen(browser, show):
    alert = {"id": 4, "time_s": time.time(), "severity": "urgent", "kind": "recording_stopped", "message": "The night has stopped.",
             "next_step": "Put the strap back on.", "acknowledged_s": None, "resolved_s": None}
    say = show(wearable())
    say("alert", alert)
    browser.until(lambda: "The night has stopped." in browser.text("#alerts"))
    browser.one('a[data-page="import"]').click()
    browser.one("#zone")
    assert browser.one("#alerts").is_displayed() and browser.one("#alerts").get_attribute("role") == "alert"
    button(browser, "Got it", "#alerts").click()
    browser.until(lambda: not browser.one("#alerts").is_displayed())
    assert changes(browser) == [["POST", "/alerts/4/acknowledge", None]]
    say("alert", alert | {"id": 5})
    browser.until(lambda: browser.one("#alerts").is_displayed())
    say("alert", alert | {"id": 5, "resolved_s": time.time()})
    browser.until(lambda: not browser.one("#alerts").is_displayed())


def test_recorder_shows_clock_recording_and_progress(browser, show):
    show(recorder(), recorders=[desk(state="downloading", download={"bytes": 64_000_000, "total_bytes": 256_000_000, "seconds_left": 540})])
    card = browser.one(".known")
    assert "2.4 s behind" in card.text and "256 MB" in card.text and "25 % of 256 MB · 9 min left" in card.text
    assert browser.one(".recorder [role=progressbar]").get_attribute("aria-valuenow") == "25"
    button(browser, "Stop", ".recorder").click()
    browser.until(lambda: changes(browser))
    assert changes(browser) == [["DELETE", "/devices/usb-axivity-39434/recorder/download", None]]


def test_preview_of_a_recorder_is_marked_as_one(browser, show):
    show(recorder() | {"preview": True}, recorders=[desk()])
    assert "Preview" in [tag.text for tag in browser.all(".known .tag") if tag.is_displayed()]
    show(wearable())
    assert "Preview" not in [tag.text for tag in browser.all(".known .tag") if tag.is_displayed()]


def test_broken_off_download_is_resumed(browser, show):
    show(recorder(), recorders=[desk(state="paused", message="it was unplugged", download={"bytes": 64_000_000, "total_bytes": 256_000_000})])
    assert "Interrupted · 25 % of 256 MB · it was unplugged" in browser.text(".recorder")
    button(browser, "Resume").click()
    browser.until(lambda: changes(browser))
    assert changes(browser) == [["POST", "/devices/usb-axivity-39434/recorder/download", None]]


def test_recorder_is_cleared_only_after_its_number_was_typed(browser, show):
    show(recorder(), recorders=[desk()])
    button(browser, "Clear…").click()
    assert "NOT taken over" in browser.one("dialog").text
    clear = button(browser, "Clear for good")
    assert not clear.is_enabled()
    browser.one("dialog [name=confirm]").send_keys("3943")
    assert not clear.is_enabled()
    browser.press(Keys.ENTER)
    assert changes(browser) == []
    browser.one("dialog [name=confirm]").send_keys("4")
    assert clear.is_enabled()
    clear.click()
    browser.until(lambda: changes(browser))
    assert changes(browser) == [["POST", "/devices/usb-axivity-39434/recorder/clear", {"confirm": "39434", "discard": True}]]


def test_recorder_with_a_recording_not_taken_over_is_not_set_up(browser, show):
    show(recorder(), recorders=[desk()])
    button(browser, "Set up next recording").click()
    assert "not taken over yet" in browser.one("dialog").text and not button(browser, "Set up").is_enabled()


def test_next_recording_is_set_up(browser, show):
    show(recorder(), recorders=[desk(state="complete", downloaded=True)])
    button(browser, "Set up next recording").click()
    browser.run("const s = document.querySelector('dialog [name=rate]'); s.value = '50'")
    button(browser, "Set up", "dialog").click()
    browser.until(lambda: changes(browser))
    assert changes(browser) == [["POST", "/devices/usb-axivity-39434/recorder/configure", {
        "confirm": "39434", "rate_hz": 50, "range_g": 8, "start_s": None, "stop_s": None, "session": 7, "gyroscope_dps": None,
        "subject": None, "position": None, "study": None, "notes": None}]]


def test_notes_are_kept_with_the_next_recording_and_only_an_ax6_has_a_gyroscope(browser, show):
    show(recorder(), recorders=[desk(recording=None)])
    button(browser, "Set up next recording").click()
    assert not browser.all("dialog [name=gyroscope]")
    button(browser, "Cancel", "dialog").click()
    show(recorder() | {"model": "AX6", "name": "AX6 39434"}, recorders=[desk(recording=None)])
    button(browser, "Set up next recording").click()
    browser.run("document.querySelector('dialog [name=gyroscope]').value = '500'")
    browser.one("dialog [name=subject]").send_keys("K07")
    browser.one("dialog [name=position]").send_keys("left wrist ")
    button(browser, "Set up", "dialog").click()
    browser.until(lambda: changes(browser))
    (method, path, sent), = changes(browser)
    assert (method, path) == ("POST", "/devices/usb-axivity-39434/recorder/configure")
    assert (sent["gyroscope_dps"], sent["subject"], sent["position"], sent["study"]) == (500, "K07", "left wrist", None)


def test_lost_gateway_greys_the_cards_and_heals(browser, own_gateway):
    gateway = own_gateway()
    browser.open(gateway.url + "/devices")
    browser.one(".known")
    gateway.kill()
    browser.until(lambda: browser.all(".page.stale"), "an old list still looks new", 20)
    gateway.start()
    browser.until(lambda: not browser.all(".page.stale"), "it never came back", 30)


def test_screen_waits_as_a_skeleton_and_says_when_nobody_answers(browser, gateway):
    silent = browser.before_every_page("window.EventSource = class extends EventTarget { constructor() { super(); window.stream = this; } close() {} };")
    try:
        browser.open(gateway.url + "/devices")
        browser.until(lambda: browser.text("[aria-busy=true] [role=status]") == "Loading devices")
        browser.run("window.stream.dispatchEvent(new Event('error'))")
        assert "can't be reached" in browser.one('[data-state="error"]').text
    finally:
        silent()


FULL = lambda: (wearable(), wearable(id="bluetooth-3", device="w", name="A watch with a name that is longer than its card is wide, by far",
                                     stage="interrupted", battery_percent=8, next_step="Bring it closer.",
                                     link={"state": "gone", "reason": "out of range", "since_s": 1, "last_sample_s": 5}),
                recorder(), near(), near() | {"id": "bluetooth-9", "profiles": [], "name": "TV"})


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_part_has_enough_contrast(browser, show, dark):
    browser.look(dark=dark)
    show(*FULL(), recorders=[desk()], alerts=[{"id": 1, "time_s": 1, "severity": severity, "kind": "k", "message": "Mind this.", "next_step": "Do it."}
                          for severity in ("urgent", "warning", "notice")][:1],
         buses=[{"bus": "bluetooth", "obstacle": "Off; run `rfkill unblock bluetooth`."}])
    browser.run("for (const one of document.querySelectorAll('main details')) one.open = true")
    time.sleep(0.4)
    assert browser.run(WEAK_TEXT) == []
    for name in ("Settings", "Clear…"):
        button(browser, name).click()
        time.sleep(0.4)  # a dialog that is still fading in is weak everywhere
        assert browser.run(WEAK_TEXT) == []
        browser.press(Keys.ESCAPE)
        browser.until(lambda: not browser.all("dialog"))


def test_phone_never_scrolls_sideways_with_many_devices_and_large_text(browser, show):
    browser.look(PHONE)
    show(*FULL(), recorders=[desk()], buses=[{"bus": "bluetooth", "obstacle": "Off; run `rfkill unblock bluetooth`."}])
    assert fits(browser)
    browser.run("document.documentElement.style.fontSize = '150%'")
    browser.until(lambda: fits(browser), "larger text pushes the page sideways", 5)
    browser.run("document.documentElement.style.fontSize = ''")
    browser.run("[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Set up next recording').click()")
    box = browser.run("const b = document.querySelector('dialog').getBoundingClientRect(); return [b.left, b.right]")
    assert box[0] >= 0 and box[1] <= PHONE[0]
    over = browser.run("""const b = document.querySelector('dialog').getBoundingClientRect();
        return [...document.querySelectorAll('dialog *')].filter((one) => one.getBoundingClientRect().right > b.right + 1).map((one) => one.tagName)""")
    assert over == []


def test_text_of_a_device_never_becomes_markup(browser, show):
    show(near() | {"name": "<img src=x onerror=window.hit=1>", "obstacle": "`<b>x</b>`"},
         wearable(name="<i>y</i>", reason="<u>z</u>", stage="interrupted"))
    assert browser.run("return window.hit ?? null") is None and not browser.all("main img, main i, main u, main b")


def test_focus_stays_while_the_card_changes(browser, show):
    say = show(wearable())
    browser.run("[...document.querySelectorAll('.known button')].find((one) => one.textContent === 'Settings').focus()")
    for percent in (70, 69, 68):
        say("entry", wearable(battery_percent=percent))
        browser.until(lambda: f"{percent} %" in browser.text(".known-facts"))
    assert browser.run("return document.activeElement.textContent") == "Settings"
    assert json.dumps(changes(browser)) == "[]"
