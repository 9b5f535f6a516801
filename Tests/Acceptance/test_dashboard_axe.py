"""No page violates a rule of axe-core, whatever state it is in: filled, empty, loading, failed, with a dialog over it."""

import pytest
from axe import EVERY, check
from browser import Keys
from test_dashboard_contract import load, say, snapshot  # noqa: F401, the fixture
from test_dashboard_devices import FULL, button, desk, show  # noqa: F401, the fixture
from test_dashboard_import import outcome
from test_reading import TEXT
from test_strangers import SECRET, Person, actlumus

FILLED = {
    "/": ".today [data-metric] details", "/insights": ".insights .insight-row, .insights [data-state=empty]", "/live": ".device", "/devices": ".known", "/nights": ".nights", "/nights/latest": "#tracks .chart canvas",
    "/nights/table": "main table", "/rhythm": ".page.rhythm", "/trends": ".trends #readout, .trends [data-state=empty]", "/read": "#read-paste",
    "/breathe": "#breath-start", "/import": "#earlier, #zone", "/recordings": ".recordings", "/account": "[data-state=empty]",
    "/consent": ".consent-card", "/watch": "#code", "/nowhere": "[data-state=nowhere]", "/login": "#door form, #door .button", "/assets/api.html": ".route",
}
EMPTY = ["/", "/insights", "/rhythm", "/live", "/devices", "/nights", "/nights/latest", "/nights/table", "/trends", "/read", "/import", "/recordings", "/consent"]
ASKING = ["/", "/insights", "/rhythm", "/nights", "/nights/latest", "/trends", "/import", "/recordings", "/consent", "/account", "/read"]
# Every answer that a page waits for, put off for ever or refused.
NEVER = "window.fetch = () => new Promise(() => {});"
REFUSED = """window.fetch = () => Promise.resolve(new Response(JSON.stringify(
    { title: 'That did not work', detail: 'The store is being mended.', trace_id: 'ab12' }), { status: 503 }));"""


def open_all(browser):
    """What is folded away is looked at as well."""
    browser.run("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")


@pytest.mark.parametrize("path", FILLED)
def test_a_filled_page_violates_nothing(browser, gateway, path):
    if path.startswith(("/nights", "/trends")) or path == "/":
        gateway.latest_night()
    browser.open(gateway.url + path)
    browser.one(FILLED[path], 30)
    # The hundreds of routes of the API are alike.
    browser.run("[...document.querySelectorAll('.route')].slice(5).forEach((one) => one.remove())")
    open_all(browser)
    check(browser, EVERY)


@pytest.fixture(scope="module")
def empty(nightjar, tmp_path_factory):
    from gateway import Gateway
    running = Gateway(nightjar, tmp_path_factory.mktemp("empty") / "store", False, ["--no-bluetooth", "--no-usb"]).start()
    yield running
    running.stop()


@pytest.mark.parametrize("path", EMPTY)
def test_an_empty_page_violates_nothing(browser, empty, path):
    browser.open(empty.url + path)
    browser.until(lambda: browser.all("h1") and not browser.all("[aria-busy=true]"))
    check(browser)


@pytest.mark.parametrize("path", ASKING)
@pytest.mark.parametrize("script, state", [(NEVER, "[aria-busy=true]"), (REFUSED, "[data-state=error]")], ids=["loading", "failed"])
def test_a_page_that_waits_or_failed_violates_nothing(browser, empty, path, script, state):
    back = browser.before_every_page(script)
    try:
        browser.open(empty.url + path)
        browser.one(state)
        check(browser)
    finally:
        back()


def over(browser, words, within=""):
    """A dialog that a button opens, looked at and closed again."""
    button(browser, words, within).send_keys(Keys.ENTER)
    browser.one("dialog[open]")
    check(browser)
    browser.press(Keys.ESCAPE)
    browser.until(lambda: not browser.all("dialog"))


def test_devices_and_their_dialogs_violate_nothing(browser, show):  # noqa: F811
    show(*FULL(), recorders=[desk()], buses=[{"bus": "bluetooth", "obstacle": "Off; run `rfkill unblock bluetooth`."}],
         alerts=[{"id": 1, "time_s": 1, "severity": "urgent", "kind": "k", "message": "Mind this.", "next_step": "Do it."}])
    open_all(browser)
    check(browser)
    for words in ("Use: Strap 2", "Settings", "Forget", "Who wears it?", "Clear…", "Set up next recording"):
        over(browser, words)


def test_a_night_that_is_recorded_and_a_lost_connection_violate_nothing(browser, own_gateway):
    gateway = own_gateway(demo=False, options=["--simulate", "--no-bluetooth", "--no-usb"])
    browser.open(gateway.url + "/devices")
    button(browser, "Start the night", ".recording").click()
    browser.until(lambda: browser.one("#recording").is_displayed())
    over(browser, "Stop", ".recording")
    check(browser)
    button(browser, "Stop", ".recording").click()
    browser.one("dialog[open] button[type=submit]").click()
    browser.until(lambda: browser.one("#night-kept").is_displayed())
    check(browser)
    gateway.kill()
    browser.until(lambda: browser.text("#connection") == "Connection lost", "the loss went unnoticed", 20)
    check(browser)


def test_recordings_and_imports_violate_nothing(browser, own_gateway, tmp_path):
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb"])
    browser.open(gateway.url + "/import")
    for name, content in (("week.txt", actlumus(range(3 * 1440))), ("picture.jpg", b"\xff\xd8" * 99)):
        (tmp_path / name).write_bytes(content)
        browser.one("#file").send_keys(str(tmp_path / name))
        outcome(browser)
    check(browser)
    browser.open(gateway.url + "/recordings")
    browser.one(".recording-row").click()
    browser.one(".recording-acts")
    open_all(browser)
    check(browser)
    for words in ("Correct zone or clock", "Delete"):
        over(browser, words)


def test_a_load_that_is_not_known_violates_nothing(browser, say):  # noqa: F811
    say("snapshot", snapshot())
    say("load", load(load=None, state=None, confidence=0, reasons=["no heart signal"]))
    browser.until(lambda: "No heart signal" in browser.text("#load-reasons"))
    check(browser)


def test_reading_watching_breathing_and_the_menu_violate_nothing(browser, empty):
    browser.open(empty.url + "/read")
    browser.run("arguments[0].value = arguments[1]", browser.one("#read-paste"), TEXT)
    browser.one("#read-start").click()
    browser.one("#read-text p")
    browser.one("#adapt-split_sentence").click()
    browser.one(".measures tbody tr")
    check(browser)
    browser.one("#read-stop").click()
    browser.one(".session-list li")
    open_all(browser)
    browser.one(".session-list [data-state=empty], .session-list figure")
    check(browser)
    browser.open(empty.url + "/breathe")
    browser.one("#breath-start").click()
    browser.one("#breath-stop")
    check(browser)
    browser.one("#breath-stop").click()
    browser.one("#breath-report")
    check(browser)
    browser.one("#person").click()
    check(browser)
    browser.open(empty.url + "/watch")
    browser.one("#pair-here").click()
    browser.one(".watch-card")
    check(browser)


def test_accounts_and_the_door_violate_nothing(browser, own_gateway):
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb"])
    browser.open(gateway.url + "/welcome")
    browser.one("#door form")
    check(browser)
    olga = Person(gateway, "Olga")
    Person(gateway, "Eve", by=olga)
    browser.open(gateway.url + "/account")
    browser.one("#door form")
    check(browser)
    browser.one("#door input[type=email]").send_keys("olga@example.org")
    browser.one("#door input[type=password]").send_keys(SECRET)
    browser.press(Keys.ENTER)
    browser.one("#sign-out")
    check(browser)
    for words in ("Edit", "Change password", "Delete everything", "Remove", "Phone"):
        over(browser, words)
    browser.one("#person").click()
    check(browser)
