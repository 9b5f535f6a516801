"""Installed like a program, and opened without the gateway: the pages are there, say that they are offline, and hold nobody's data."""

import json
import urllib.parse

from conftest import ROOT

WEB = ROOT / "Sources/API/Web"
KEPT = """
    const done = arguments[0];
    caches.open('shell').then((cache) => cache.keys()).then((keys) => done(keys.map(({ url }) => new URL(url).pathname)))"""


def kept(browser):
    return browser.driver.execute_async_script(KEPT)


def test_it_can_be_installed(browser, gateway):
    browser.open(gateway.url + "/live")
    browser.one("#bpm")
    browser.command("Page.enable")
    found = browser.command("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert manifest["start_url"] == "/" and manifest["display"] == "standalone" and manifest["icons"]
    assert browser.command("Page.getInstallabilityErrors")["installabilityErrors"] == []


def test_pages_open_without_the_gateway_and_say_so(browser, own_gateway):
    gateway = own_gateway()
    browser.open(gateway.url + "/live")
    browser.until(lambda: (browser.text("#bpm") or "–") != "–", "no heart rate", 30)
    wanted = {f"/assets/{file.relative_to(WEB).as_posix()}" for file in WEB.rglob("*.*")
              if file.name not in ("index.html", "login.html", "api.html", "worker.js", "manifest.webmanifest")
              and file.parts[-2] not in ("reference", "account") and file.name not in ("reference.css",)}
    browser.until(lambda: browser.driver.execute_async_script("navigator.serviceWorker.ready.then(() => arguments[0](true))"))
    held = kept(browser)
    assert not wanted - set(held), f"not kept: {sorted(wanted - set(held))}"
    # Nothing of anybody: no answer of the API, only what is the same for all.
    assert all(path == "/" or path.startswith("/assets/") for path in held)
    browser.open(gateway.url + "/nights")
    browser.one(".nights")
    assert not [path for path in kept(browser) if path.startswith("/api/")]
    gateway.kill()
    for path in ("/nights", "/live", "/read"):
        browser.open(gateway.url + path)
        browser.until(lambda: browser.one("#banner").is_displayed())
        assert "Offline" in browser.text("#banner") and "no data are kept" in browser.text("#banner")
        assert browser.all("h1") and browser.text("#connection") == "Not connected"
    browser.open(gateway.url + "/nights")
    assert "can't be reached" in browser.one('[data-state="error"]').text
    gateway.start()
    browser.one(".nights", 30)
    browser.until(lambda: not browser.one("#banner").is_displayed())


def test_who_has_not_signed_in_is_still_led_to_the_door(browser, own_gateway):
    from test_strangers import SECRET, Person
    gateway = own_gateway(demo=False, options=["--no-bluetooth", "--no-usb"])
    browser.open(gateway.url + "/import")
    browser.one("#zone")
    browser.until(lambda: browser.driver.execute_async_script("navigator.serviceWorker.ready.then(() => arguments[0](true))"))
    Person(gateway, "Olga")
    browser.open(gateway.url + "/import")
    browser.one("#door form")
    assert urllib.parse.urlsplit(browser.driver.current_url).path == "/login"
    browser.one("#door input[type=email]").send_keys("olga@example.org")
    browser.one("#door input[type=password]").send_keys(SECRET + "\n")
    browser.one("#zone")
