"""Reading with a load, in a real browser and in the terminal."""

import io
import json
import sqlite3
import subprocess
import urllib.request
import zipfile

from browser import PHONE

# Paragraphs that differ, long enough for a question.
STORY = "\n\n".join(f"In chapter {number} the keeper of the lighthouse counted {number} ships and wrote their names into the ledger. "
                    f"Afterwards the {kind} weather returned and everybody remembered the {thing} beside the harbour. " * 2
                    for number, (kind, thing) in enumerate([("stormy", "lantern"), ("quiet", "rowboat"), ("misty", "compass"), ("sunny", "anchor")] * 12))

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
        browser.one(".read-summary")
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
    assert sum('"reread"' in body for body in bodies) == 900
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


def begin(browser, gateway, text, title="A story"):
    browser.open(gateway.url + "/read")
    browser.one("#read-title").send_keys(title)
    browser.run("arguments[0].value = arguments[1]", browser.one("#read-paste"), text)
    browser.one("#read-start").click()
    browser.one("#read-text p")


def sessions(gateway):
    return gateway.get("/api/v1/sessions")["sessions"]


def test_a_session_survives_other_pages_a_reload_and_another_tab(own_gateway, browser):
    gateway = own_gateway(demo=False, options=["--no-usb", "--no-bluetooth"])
    begin(browser, gateway, STORY)
    browser.one("#adapt-split_sentence").click()
    browser.until(lambda: browser.all(".changes li") or "Nothing in the words" in browser.text(".adapt-status"))
    top = lambda: browser.run("return document.querySelector('#read-text').scrollTop")
    word = lambda: browser.run("return JSON.parse(localStorage.getItem('reading')).word")
    # Each page is kept once its scrolling has come to rest.
    for _ in range(2):
        before = word()
        browser.one("#read-next").click()
        browser.until(lambda: word() > before, "the place is not kept")
    place = word()

    def is_back():
        browser.one("#read-text p")
        browser.until(lambda: abs(word() - place) < 12 and top() > 50, "it is not where it was")
        browser.until(lambda: browser.run("return document.querySelector('#adapt-split_sentence').checked"), "it was made easier")
        assert [one["state"] for one in sessions(gateway)] == ["running"]

    browser.one('.page-head a[href="/breathe"]').click()
    browser.one("#breath-start")
    browser.driver.back()
    is_back()
    browser.driver.refresh()
    is_back()
    first = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    browser.open(gateway.url + "/read")
    is_back()
    browser.one("#read-stop").click()
    browser.one("#read-summary")
    browser.driver.close()
    browser.driver.switch_to.window(first)
    browser.until(lambda: "ended in another tab" in browser.text("main"), "the other tab reads on")
    assert [one["end_cause"] for one in sessions(gateway)] == ["stopped"]
    browser.driver.refresh()
    browser.one("#read-paste")


def test_a_session_that_ended_by_itself_is_told_and_can_be_read_on(own_gateway, browser):
    gateway = own_gateway(demo=False, options=["--no-usb", "--no-bluetooth"])
    begin(browser, gateway, STORY)
    browser.one("#read-next").click()
    browser.until(lambda: browser.run("return JSON.parse(localStorage.getItem('reading')).word") > 20)
    browser.open("about:blank")
    # As after half an hour without a reader.
    number = sessions(gateway)[0]["id"]
    urllib.request.urlopen(urllib.request.Request(f"{gateway.url}/api/v1/sessions/{number}/stop", b"{}", {"Content-Type": "application/json"}, method="POST"), timeout=20).close()
    browser.open(gateway.url + "/read")
    browser.one("#read-summary")
    browser.one("#read-again").click()
    browser.one("#read-text p")
    browser.until(lambda: browser.run("return document.querySelector('#read-text').scrollTop") > 50, "it begins at the front")
    assert [one["state"] for one in sessions(gateway)] == ["running", "ended"]
    # Whose session is not theirs sees nothing of the text.
    browser.run("const kept = JSON.parse(localStorage.getItem('reading')); localStorage.setItem('reading', JSON.stringify({ ...kept, id: 999 }))")
    browser.open("about:blank")
    browser.open(gateway.url + "/read")
    browser.one("#read-paste")
    assert "lighthouse" not in browser.text("main") and browser.run("return localStorage.getItem('reading')") is None


def test_nothing_answers_the_question_but_having_read(own_gateway, browser):
    gateway = own_gateway(demo=False, options=["--no-usb", "--no-bluetooth"])
    begin(browser, gateway, STORY)
    browser.one("#adapt-split_sentence").click()

    def asked():
        if not browser.all(".read-question"):
            browser.run("document.querySelector('#read-next').click()")
        return browser.all(".read-question")

    browser.until(asked, "no question was asked", 30)
    shown = browser.run("return document.querySelector('main').innerText")
    assert "Which word was here?" in shown
    # The sentence stands nowhere else, neither in the text nor in what was changed.
    assert shown.count("lighthouse") <= 1 and not browser.one("#read-text").is_displayed() and not browser.one(".changes").is_displayed()
    place = browser.run("return JSON.parse(localStorage.getItem('reading')).word")
    browser.one(".read-question button").click()
    browser.until(lambda: browser.one("#read-text").is_displayed(), "the text stayed away")
    browser.until(lambda: abs(browser.run("return JSON.parse(localStorage.getItem('reading')).word") - place) < 12)
    browser.one("#read-stop").click()
    assert "of 1 questions" in browser.one(".read-summary").text or "1 of 1" in browser.one(".read-summary").text


def test_a_lost_thread_leads_back_and_the_end_is_summed_up_on_one_scale(own_gateway, browser):
    gateway = own_gateway()
    browser.look(PHONE)
    begin(browser, gateway, STORY)
    covered = """
        return [...document.querySelectorAll('.read-controls button')].filter((one) => {
          const box = one.getBoundingClientRect();
          return box.bottom > innerHeight || box.top < 0 || !one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
        }).map((one) => one.textContent)"""
    assert browser.run(covered) == [], "controls are off the screen"
    browser.one("#read-lost").click()
    assert "beginning of the text" in browser.text("#read-told")
    browser.one("#read-next").click()
    top = lambda: browser.run("return document.querySelector('#read-text').scrollTop")
    browser.until(lambda: top() > 50)
    before = top()
    browser.one("#read-lost").click()
    assert top() < before and browser.all("#read-text .thread")
    assert "counts as a slip" in browser.text("#read-told")
    browser.until(lambda: "·" in browser.text("#read-state"), "no load became known", 90)
    shown = browser.text("#read-state").split("·")[1].strip()
    assert "%" not in shown and 0 <= float(shown) <= 1
    browser.one("#read-stop").click()
    summary = browser.one(".read-summary")
    browser.one(".read-summary figure, .read-summary [data-state=empty]")
    facts = browser.run("""return Object.fromEntries([...document.querySelectorAll('.read-summary .facts > div')]
        .map((fact) => [fact.querySelector('dt').textContent, fact.querySelector('dd').textContent]))""")
    kept = gateway.get(f"/api/v1/sessions/{sessions(gateway)[0]['id']}")["summary"]
    assert facts["Words"] == str(kept["words"]) and float(facts["Highest load"]) == round(kept["peak_load"], 2)
    assert browser.run("return document.activeElement.id") == "read-summary" and summary.is_displayed()
