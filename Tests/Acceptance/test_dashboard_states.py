"""The page when things go wrong, and when they are well again."""

import urllib.error

import pytest


def test_lost_connection_is_shown_with_last_seen_and_heals_by_itself(browser, own_gateway):
    gateway = own_gateway()
    browser.open(gateway.url + "/live")
    browser.until(lambda: browser.text("#connection") == "Connected", "never connected", 20)
    browser.until(lambda: (browser.text("#bpm") or "–") != "–", "no heart rate", 30)
    gateway.kill()
    browser.until(lambda: browser.text("#connection") == "Connection lost", "the loss went unnoticed", 20)
    banner = browser.one("#banner")
    assert banner.is_displayed() and banner.get_attribute("role") == "alert"
    assert "last seen" in banner.text and "ago" in banner.text
    browser.until(lambda: browser.text("#bpm") == "–", "an old heart rate still looks new", 30)
    assert "Last" in browser.text("#bpm-note")
    gateway.start()
    browser.until(lambda: browser.text("#connection") == "Connected", "it never came back", 30)
    assert not browser.one("#banner").is_displayed()
    browser.until(lambda: browser.text("#bpm") != "–", "the heart rate never came back", 30)


def test_page_that_cannot_load_offers_retry_and_recovers(browser, own_gateway):
    gateway = own_gateway()
    browser.open(gateway.url + "/live")
    browser.one("#bpm")
    # Its code is fetched before the gateway goes, as in a page that was open for a while.
    browser.run("return import('/assets/js/nights/calendarPage.js').then(() => true)")
    gateway.kill()
    browser.one('a[data-place="sleep"]').click()
    notice = browser.one('[data-state="error"]')
    assert "can't be reached" in notice.text
    notice.find_element("css selector", "button").click()
    browser.one('[data-state="error"]')
    gateway.start()
    # The connection that comes back is enough.
    browser.one(".nights", 30)


def test_first_look_before_data_is_a_skeleton_that_says_it_is_loading(browser, gateway):
    browser.open(gateway.url + "/import")
    browser.one("#zone")
    browser.run("""
        window.skeleton = null;
        new MutationObserver(() => {
          window.skeleton ??= document.querySelector('[aria-busy="true"] [role="status"]')?.textContent;
        }).observe(document.querySelector('main'), { childList: true, subtree: true })""")
    browser.one('a[data-place="sleep"]').click()
    browser.one(".nights")
    assert browser.run("return window.skeleton") == "Loading nights"


def test_unknown_address_is_no_dead_end(browser, gateway):
    browser.open(gateway.url + "/live")
    browser.one("#bpm")
    browser.run("history.pushState(null, '', '/nowhere'); dispatchEvent(new PopStateEvent('popstate'))")
    assert "/nowhere" in browser.one('[data-state="nowhere"]').text
    browser.one('[data-state="nowhere"] a[href="/live"]').click()
    browser.one("#bpm")
    with pytest.raises(urllib.error.HTTPError) as error:
        gateway.open("/nights/2024-03-05/none")
    assert error.value.code == 404 and "json" in error.value.headers["Content-Type"]
    browser.open(gateway.url + "/nights/2024-03-05/none")
    browser.one('[data-state="nowhere"] a[href="/nights"]').click()
    browser.one(".nights")


def test_back_and_forward_follow_the_screens(browser, gateway):
    browser.open(gateway.url + "/live")
    browser.one("#bpm")
    browser.one('a[data-place="data"]').click()
    browser.one(".known")
    browser.one('a[data-page="import"]').click()
    browser.one("#zone")
    browser.driver.back()
    browser.one(".known")
    browser.driver.back()
    browser.one("#bpm")
    browser.driver.forward()
    browser.one(".known")
    browser.driver.forward()
    browser.one("#zone")


def test_every_screen_can_be_opened_by_its_address(browser, gateway):
    for path, selector in (("/", ".today #bpm"), ("/live", "#bpm"), ("/data", ".known"), ("/devices", ".known"), ("/nights", ".nights"),
                           ("/trends", ".trends"), ("/import", "#zone")):
        browser.open(gateway.url + path)
        browser.one(selector)
