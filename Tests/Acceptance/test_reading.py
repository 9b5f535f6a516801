"""Reading with a load, in a real browser and in the terminal."""

import io
import json
import sqlite3
import subprocess
import urllib.request
import zipfile

TEXT = ("I went to the woods because I wished to live deliberately; it was a plain wish, and I have told it plainly to "
        "whoever asked me for it in all the years that came after that summer.\n\n") * 12


def book():
    """A book of two chapters as an EPUB."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as epub:
        epub.writestr("mimetype", "application/epub+zip")
        epub.writestr("META-INF/container.xml", '<?xml version="1.0"?><container><rootfiles><rootfile '
                      'full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>')
        epub.writestr("OEBPS/book.opf", '<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>Two '
                      'parts</dc:title><dc:creator>A. Writer</dc:creator></metadata><manifest><item id="b" '
                      'href="text/b%20two.xhtml"/><item id="a" href="text/a.xhtml"/></manifest><spine><itemref '
                      'idref="a"/><itemref idref="b"/></spine></package>')
        page = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><h1>{}</h1><p>{}</p></body></html>'
        epub.writestr("OEBPS/text/a.xhtml", page.format("One", "It begins&nbsp;here &amp; now."))
        epub.writestr("OEBPS/text/b two.xhtml", page.format("Two", "It ends."))
    return packed.getvalue()


def test_a_text_is_read_made_easier_and_kept_with_its_load(own_gateway, browser, tmp_path):
    gateway = own_gateway()
    browser.open(gateway.url + "/read")
    area = browser.one("#read-paste")
    browser.run("arguments[0].value = arguments[1]", area, TEXT)
    browser.one("#read-start").click()
    browser.one("#read-text p")
    assert browser.run("return document.querySelector('#read-text').textContent").count("deliberately; it") == 12
    browser.one("#adapt-split_sentence").click()
    browser.until(lambda: "deliberately. It" in browser.text("#read-text"), "no sentence was split")
    assert "can stand alone" in browser.text(".changes")
    browser.until(lambda: browser.all(".measures tbody tr"), "no measures")
    before, after = browser.run("return [...document.querySelectorAll('.measures tbody tr:first-child td')]"
                                ".map((cell) => Number(cell.textContent))")
    assert after > before, "the reading ease does not rise"
    browser.one("#adapt-original").click()
    browser.until(lambda: "deliberately; it" in browser.text("#read-text"), "the original did not come back")
    browser.one("#read-next").click()
    browser.until(lambda: browser.run("return document.querySelector('#read-text').scrollTop") > 50, "no page was turned")
    sessions = gateway.get("/api/v1/sessions")["sessions"]
    assert sessions[0]["state"] == "running" and sessions[0]["words"] > 300
    browser.one("#read-stop").click()
    browser.one(".session-list li")
    assert not browser.complaints()

    shown = subprocess.run([gateway.binary, "session", "show", "reading", "--url", gateway.url, "--json"],
                           capture_output=True, text=True, timeout=30)
    session = json.loads(shown.stdout)
    assert session["end_cause"] == "stopped" and len(session["loads"]) >= 1


def test_a_text_that_cannot_be_made_easier_says_why(own_gateway, browser):
    gateway = own_gateway(demo=False, options=["--no-usb", "--no-bluetooth"])
    for text, why, measured in [
        ("\u6211\u4eec\u660e\u5929\u53bb\u5317\u4eac\u5f00\u4f1a\u3002" * 20, "Chinese", "no formula for Chinese"),
        ("The cat sat on the mat. It was warm there.", "short and its words plain already", ""),
    ]:
        browser.open(gateway.url + "/read")
        browser.run("arguments[0].value = arguments[1]", browser.one("#read-paste"), text)
        browser.one("#read-start").click()
        browser.one("#read-text p")
        browser.one("#adapt-split_sentence").click()
        browser.until(lambda: why in browser.text(".adapt-status"), f"it is not said why: {why}")
        if measured:
            assert measured in browser.text("#no-measures")
        else:
            assert browser.all(".measures tbody tr")
        assert browser.run("return document.documentElement.scrollWidth <= innerWidth")
        browser.one("#read-stop").click()
    assert not browser.complaints()


def test_reading_goes_on_while_the_gateway_is_away(own_gateway, browser):
    gateway = own_gateway(demo=False, options=["--no-usb", "--no-bluetooth"])
    browser.open(gateway.url + "/read")
    area = browser.one("#read-paste")
    browser.run("arguments[0].value = arguments[1]", area, TEXT)
    gateway.kill()
    browser.one("#read-start").click()
    # What was pasted is not lost with the connection.
    browser.one("[data-state=error] .button.primary").click()
    assert browser.run("return document.querySelector('#read-paste').value") == TEXT
    gateway.start()
    browser.one("#read-start").click()
    browser.one("#read-text p")
    gateway.kill()
    # More than goes in one message.
    browser.run("for (let count = 0; count < 900; count += 1) document.querySelector('#read-lost').click()")
    browser.until(lambda: "kept here" in browser.text(".read-away"), "nothing says that it waits")
    browser.one("#read-stop").click()
    browser.until(lambda: "ends by itself" in browser.text(".read-away"), "nothing says that it goes on")
    assert "deliberately" in browser.text("#read-text") and browser.text("#read-stop") == "Ending…"
    gateway.start()
    browser.until(lambda: browser.all(".session-list li") and not browser.all("#read-text"), "it does not end", 30)
    assert not browser.all("[data-state=error]")
    session, = gateway.get("/api/v1/sessions")["sessions"]
    assert session["end_cause"] == "stopped" and session["state"] != "running"
    with sqlite3.connect(gateway.data / "store.sqlite") as store:
        bodies = [body for body, in store.execute("SELECT CAST(body AS TEXT) FROM session_event")]
    assert sum('"error"' in body for body in bodies) == 900
    # The connections that broke are all that is complained of.
    assert all("ERR_" in line or "fetch" in line.lower() for line in browser.complaints()), browser.complaints()


def test_a_book_is_opened_and_breathing_can_be_stopped(own_gateway, browser, tmp_path):
    gateway = own_gateway()
    request = urllib.request.Request(gateway.url + "/api/v1/reading/text?name=x.epub", data=book(), method="POST")
    with urllib.request.urlopen(request, timeout=20) as reply:
        answer = json.load(reply)
    assert (answer["title"], answer["author"]) == ("Two parts", "A. Writer")
    assert [part["title"] for part in answer["chapters"]] == ["One", "Two"]
    assert "It begins here & now." in answer["chapters"][0]["text"].replace("\u00a0", " ")
    path = tmp_path / "x.epub"
    path.write_bytes(book())
    browser.open(gateway.url + "/read")
    browser.one("#read-file").send_keys(str(path))
    browser.until(lambda: browser.run("return document.querySelector('#read-title').value") == "Two parts", "no book")
    assert browser.one("#read-chapter")

    browser.open(gateway.url + "/breathe")
    browser.one("#breath-start").click()
    browser.until(lambda: browser.text("#breath-word") == "Breathe in", "it did not begin")
    browser.one("#breath-stop").click()
    browser.until(lambda: "breathed for" in browser.text("main") or "In " in browser.text("main"), "no report")
    assert not browser.complaints()
