"""A real Chromium, and the few things that tests do with it."""

import os
import shutil
import time

from selenium import webdriver
from selenium.webdriver import ActionChains
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

WIDE = (1280, 900)
PHONE = (360, 740)
# A browser on a busy machine without a screen may take its only window for one that nobody sees, and let it sleep.
AWAKE = ("--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows",
         "--disable-renderer-backgrounding", "--disable-features=CalculateNativeWinOcclusion,IntensiveWakeUpThrottling")


class Browser:
    def __init__(self, downloads):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or "/usr/bin/chromium"
        for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--no-proxy-server", *AWAKE):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        self.driver.set_page_load_timeout(30)
        self.faults = []
        self.downloads = downloads
        self.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(downloads))
        self.look()

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def look(self, size=WIDE, dark=False, calm=False, zone=None):
        """The screen and the preferences of the person before it."""
        width, height = size
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                     mobile=width < 500)
        self.command("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if calm else "no-preference"},
        ])
        if zone:
            self.command("Emulation.setTimezoneOverride", timezoneId=zone)

    def open(self, url):
        self.driver.get(url)
        return self

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector, patience_s=15):
        return self.until(lambda: (self.all(selector) or [None])[0], f"no {selector}", patience_s)

    def text(self, selector):
        """Text as it is in the document, visible or not; empty where there is no such element."""
        return self.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def press(self, *keys):
        """Keys go to whatever has the focus."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def until(self, condition, message="it did not happen", patience_s=15):
        deadline = time.monotonic() + patience_s
        while True:
            result = condition()
            if result:
                return result
            if time.monotonic() > deadline:
                raise AssertionError(f"{message} within {patience_s} s; {self.state()}; the page says: "
                                     f"{self.text('main')!r:.600}")
            time.sleep(0.1)

    def state(self):
        """Whether the page is awake and its link is: what tells a page that hangs from one that has nothing new."""
        before = self.run("return performance.now()")
        frames = self.driver.execute_async_script("""
            const done = arguments[0];
            setTimeout(() => done('no frame in 2 s'), 2000);
            requestAnimationFrame(() => done('frames are drawn'));""")
        shown, clock, link = self.run(
            "return [document.visibilityState, new Date().toISOString(), document.body.dataset.connection ?? 'none']")
        return f"page {shown}, up {before / 1000:.0f} s, {frames}, link {link}, its clock {clock}, {self.complaints()}"

    def complaints(self):
        """What the console complained about since it was last asked."""
        severe = [entry for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        # A connection that broke or an answer that was a refusal is no fault of the page's.
        self.faults += [entry["message"] for entry in severe if entry["source"] != "network"]
        return [entry["message"] for entry in severe]

    def expect_fault(self, words):
        """Takes back a fault that the test meant to cause."""
        self.complaints()
        left = [fault for fault in self.faults if words not in fault]
        assert left != self.faults, f"nothing complained of {words}"
        self.faults = left

    def downloaded(self, suffix, patience_s=60):
        """The one file with this ending, once it is whole."""
        def whole():
            names = os.listdir(self.downloads)
            found = [name for name in names if name.endswith(suffix)]
            return found if found and not any(name.endswith(".crdownload") for name in names) else None

        return self.downloads / self.until(whole, f"no {suffix} was downloaded", patience_s)[0]

    def before_every_page(self, script):
        """Runs a script before those of the page; returns what takes it back."""
        identifier = self.command("Page.addScriptToEvaluateOnNewDocument", source=script)["identifier"]
        return lambda: self.command("Page.removeScriptToEvaluateOnNewDocument", identifier=identifier)

    def quit(self):
        self.driver.quit()


__all__ = ["Browser", "By", "Keys", "PHONE", "WIDE"]
