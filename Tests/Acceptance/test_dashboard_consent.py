"""What is recorded of a person, refused and allowed stream by stream, in a real browser."""

from browser import Keys, PHONE, WIDE



def row(stream):
    return f'.consent-card[data-device] [data-stream="{stream}"]'


def state(browser, stream):
    """Whether a stream is kept and switched on, and what stands beside it."""
    return browser.run("""
        const row = document.querySelector(arguments[0]);
        return row && [row.dataset.kept === 'true', row.querySelector('input').checked, row.querySelector('input').disabled,
          row.querySelector('.consent-what .muted')?.textContent ?? '']""", row(stream))


def refused(gateway):
    return {entry["stream"] for entry in gateway.get("/api/v1/consents")["streams"] if not entry["allowed"]}


def test_a_stream_is_refused_and_allowed_by_one_click(own_gateway, browser):
    gateway = own_gateway(demo=False, options=["--simulate", "--no-usb", "--no-bluetooth"])
    browser.open(gateway.url + "/devices")
    browser.one(".known")
    browser.one('a[href="/consent"].button').click()
    browser.one(row("heart_rate"))
    names = [entry["stream"] for entry in gateway.get("/api/v1/consents")["devices"][0]["streams"]]
    assert {"heart_rate", "rr_interval", "acceleration"} <= set(names)
    assert all(state(browser, name)[:3] == [True, True, False] for name in names)

    browser.one(row("heart_rate") + " input").click()
    browser.until(lambda: state(browser, "heart_rate")[0] is False, "it is still kept")
    assert refused(gateway) >= {"heart_rate", "rr_interval"}
    assert "Refused by you since" in state(browser, "heart_rate")[3]
    # What it could be counted from goes with it, and says why; it has no switch of its own then.
    kept, is_on, is_disabled, why = state(browser, "rr_interval")
    assert (kept, is_on, is_disabled) == (False, False, True) and "Heart rate, which you refuse" in why
    assert state(browser, "acceleration")[0]
    assert "heart_rate" not in {entry["stream"] for entry in gateway.get("/api/v1/consents")["streams"] if entry["allowed"]}

    # By the keyboard: the switch that was turned has the focus still.
    browser.press(Keys.SPACE)
    browser.until(lambda: state(browser, "heart_rate")[0], "it is not kept again")
    assert not refused(gateway) and state(browser, "rr_interval")[:3] == [True, True, False]
    browser.one(".consent-past summary").click()
    assert "Heart rate refused" in browser.text(".consent-past") and "allowed again" in browser.text(".consent-past")
    # An owner's switch for the device is another one, and is told apart.
    back = browser.before_every_page("""
        const real = window.fetch;
        window.fetch = async (path, options) => {
          const reply = await real(path, options);
          if (!String(path).endsWith('/consents')) return reply;
          const body = await reply.json();
          for (const one of body.devices[0].streams) if (one.stream === 'acceleration') one.allowed = false;
          return new Response(JSON.stringify(body), { status: reply.status, headers: reply.headers });
        };""")
    browser.open(gateway.url + "/consent")
    browser.one(row("acceleration"))
    back()
    assert state(browser, "acceleration") == [False, True, False, "Switched off on this device."]
    assert not browser.complaints()


def test_a_refusal_that_cannot_be_sent_is_no_refusal(own_gateway, browser):
    gateway = own_gateway(demo=False, options=["--simulate", "--no-usb", "--no-bluetooth"])
    browser.open(gateway.url + "/consent")
    browser.one(row("heart_rate"))
    gateway.kill()
    browser.one(row("heart_rate") + " input").click()
    browser.until(lambda: "Nothing was changed" in browser.text("main [role=alert]"), "nothing says that it failed")
    assert state(browser, "heart_rate")[:2] == [True, True]
    browser.open("about:blank")
    gateway.start()
    assert not refused(gateway)
    browser.complaints()


def test_nobody_wears_anything_and_it_fits_every_screen(own_gateway, browser):
    gateway = own_gateway(demo=False, options=["--no-usb", "--no-bluetooth"])
    browser.open(gateway.url + "/consent")
    assert "No device is said to be worn by you" in browser.one("[data-state=empty]").text
    worn = own_gateway(demo=False, options=["--simulate", "--no-usb", "--no-bluetooth"])
    for size in (WIDE, PHONE):
        for dark in (False, True):
            browser.look(size, dark=dark)
            browser.open(worn.url + "/consent")
            browser.one(row("heart_rate") + " input").click()
            browser.until(lambda: browser.all(".consent-past"), "no history")
            assert browser.run("return document.documentElement.scrollWidth <= innerWidth")
    assert browser.run("""return [...document.querySelectorAll('main input')]
        .every((input) => input.labels.length && (!input.getAttribute('aria-describedby') || document.getElementById(input.getAttribute('aria-describedby'))))""")
    assert not browser.complaints()
