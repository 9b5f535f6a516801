"""The browser as a watch: paired by a code, with load, haptic and breathing, and told when the gateway is away."""

import json
import subprocess
import time


def relay(gateway, *words):
    done = subprocess.run([gateway.binary, "relay", *words, "--data", str(gateway.data), "--json"],
                          capture_output=True, text=True, timeout=30)
    return json.loads(done.stdout)


def test_a_browser_is_paired_shows_the_load_is_shaken_breathes_and_knows_when_it_is_alone(own_gateway, browser):
    gateway = own_gateway(options=["--no-usb"])
    browser.open(gateway.url + "/watch")
    browser.run("localStorage.clear()")
    browser.open(gateway.url + "/watch")
    code = browser.one("#code")
    code.send_keys("000000")
    browser.one(".pair-form button").click()
    browser.until(lambda: "no such code" in browser.text("#pair-fault"), "a wrong code was taken")
    browser.complaints()  # of the refusal
    code.send_keys(relay(gateway, "phone", "pair")["code"])
    browser.one(".pair-form button").click()
    browser.until(lambda: browser.text("#watch-link") == "Phone reachable", "the phone is out of reach")
    browser.until(lambda: browser.text("#watch-rate") != "–", "no heart rate came")

    status = gateway.get("/api/v1/relay/status")
    assert status["is_watch_connected"] and status["context"]["hr"] > 30 and "method" in status["context"]
    assert status["cognitive_load"] == status["context"].get("cognitiveLoad")

    event = {"haptic": "overload", "id": "o1", "t": time.time() + 1, "cognitiveLoad": 0.82, "state": "overload",
             "breathing": {"pattern": "4-6", "seconds": 60}}
    assert relay(gateway, "phone", "request", json.dumps(event))["reply"] == {"ok": True}
    browser.until(lambda: "Overload" in browser.text("#watch-notice"), "no overload was shown")
    assert browser.text("#watch-state") == "Overload"
    taps = browser.run("return document.querySelector('.watch-face').dataset.taps")
    relay(gateway, "phone", "userinfo", json.dumps(event), "--wait")
    assert browser.run("return document.querySelector('.watch-face').dataset.taps") == taps, "it was felt twice"

    browser.one("#notice-breathe").click()
    browser.until(lambda: browser.text("#breath-word") == "Breathe in", "it did not begin")
    assert gateway.get("/api/v1/breathing")["current"]["pattern"] == "4-6"
    browser.one("#breath-start").click()
    browser.until(lambda: "You breathed for" in browser.text("#breath-result") or "In " in browser.text("#breath-result"),
                  "no report")
    relay(gateway, "phone", "userinfo", '{"dose": {"name": "Metformin", "amount": 500, "unit": "mg"}}', "--wait")
    browser.until(lambda: "Time for Metformin 500 mg." in browser.text("#watch-notice"), "no dose was shown")
    assert not browser.complaints()

    gateway.kill()
    browser.until(lambda: browser.text("#watch-link") == "Connection lost", "it does not know that it is alone")
    gateway.start()
    browser.until(lambda: browser.text("#watch-link") == "Phone reachable", "it did not find its way back", 30)
