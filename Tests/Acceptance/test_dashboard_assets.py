"""What the program serves is what the repository holds, and nothing comes from elsewhere."""

import re
import urllib.error

import pytest
from conftest import ROOT

WEB = ROOT / "Sources/API/Web"
TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml",
         ".webmanifest": "application/manifest+json"}


def test_every_file_of_the_dashboard_is_embedded_as_it_is(gateway):
    for file in sorted(path for path in WEB.rglob("*") if path.is_file()):
        name = file.relative_to(WEB).as_posix()
        path = {"index.html": "/", "login.html": "/login", "worker.js": "/worker.js", "manifest.webmanifest": "/manifest.webmanifest"}.get(name, f"/assets/{name}")
        with gateway.open(path) as answer:
            assert answer.read() == file.read_bytes(), f"{path} differs: build again"
            assert answer.headers["Content-Type"].split(";")[0] == TYPES[file.suffix]


def test_chart_library_comes_from_the_installed_package(gateway):
    with gateway.open("/assets/vendor/dygraph.min.js") as answer:
        assert answer.read() == open("/usr/share/javascript/dygraphs/dygraph.min.js", "rb").read()
    assert not list(ROOT.glob("Sources/**/dygraph*.min.*"))


@pytest.mark.parametrize("path", ["/", "/live", "/devices", "/nights", "/nights/2026-11-20", "/import"])
def test_screens_forbid_inline_script_and_style(gateway, path):
    with gateway.open(path) as answer:
        policy = answer.headers["Content-Security-Policy"]
        page = answer.read().decode()
    assert re.search(r"default-src '(none|self)'", policy) and "unsafe" not in policy and "*" not in policy
    assert not re.search(r"<style|style=|<script(?![^>]*src=)|\son\w+=|javascript:", page)


def test_unknown_files_are_not_found(gateway):
    for path in ("/assets/none.js", "/assets/../Routes.swift", "/nights/2026-11-20/none"):
        with pytest.raises(urllib.error.HTTPError) as error:
            gateway.open(path)
        assert error.value.code in (400, 404)


def test_no_screen_asks_anything_of_another_host_or_breaks_its_policy(browser, gateway):
    gateway.latest_night()
    for path, selector in (("/live", "#bpm"), ("/devices", ".known"), ("/nights", ".nights"), ("/nights/latest", "#tracks .chart canvas"), ("/import", "#zone")):
        browser.open(gateway.url + path)
        browser.one(selector, 30)
        hosts = browser.run("return [...new Set(performance.getEntriesByType('resource').map((one) => new URL(one.name).origin))]")
        assert hosts == [gateway.url]
        assert browser.complaints() == []


def test_sources_name_no_other_host():
    allowed = {"www.w3.org"}
    for file in WEB.rglob("*"):
        if file.is_file():
            found = set(re.findall(r"(?:https?:)?//([a-z0-9.-]+\.[a-z]{2,})", file.read_text())) - allowed
            assert not found, f"{file.name} names {found}"
