"""The page Account: deleting somebody, and what is told of damaged stores that were set aside."""

from test_strangers import SECRET, Person

ASIDE = ["damaged-20260101000000Z.sqlite", "damaged-20260101000000Z.sqlite-wal"]


def button(browser, words, within):
    return browser.until(
        lambda: next((one for one in browser.all(f"{within} button") if one.text == words), None), f"no button {words}")


def send(browser, words):
    button(browser, words, "dialog[open]").click()


def test_deleting_names_the_damaged_stores_that_are_set_aside(browser, own_gateway):
    gateway = own_gateway(demo=False)
    olga = Person(gateway, "Olga")
    Person(gateway, "Eve", by=olga)
    Person(gateway, "Sam", by=olga)
    olga.ok("PUT", "/auth/access", {"password": "off"})
    browser.open(gateway.url + "/account")
    remove = lambda: button(browser, "Remove", ".people").click()
    shown = lambda: browser.text("dialog[open]")

    def delete_one():
        browser.run("document.querySelector('dialog [name=data]').value = 'delete'")
        send(browser, "Remove")

    # Nothing is set aside: nothing is said.
    remove()
    browser.one("dialog [name=data]")
    delete_one()
    browser.until(lambda: not browser.all("dialog") and len(olga.ok("GET", "/auth/people")["people"]) == 2)

    for name in ASIDE:
        (gateway.data / name).write_bytes(b"x")
    remove()
    browser.one("dialog [name=data]")
    delete_one()
    browser.until(lambda: browser.all("dialog .set-aside"), "the files are not named")
    assert all(name in shown() for name in ASIDE) and "damaged stores" in shown()
    send(browser, "Understood")
    browser.until(lambda: not browser.all("dialog"))

    button(browser, "Delete everything", ".actions").click()
    browser.one("dialog [name=password]").send_keys(SECRET)
    send(browser, "Delete for ever")
    browser.until(lambda: browser.all("dialog .set-aside"), "the files are not named")
    assert all(name in shown() for name in ASIDE)
    assert browser.run("return location.pathname") == "/account"
    send(browser, "Understood")
    browser.until(lambda: browser.run("return location.pathname") != "/account", "it stayed on the page")
