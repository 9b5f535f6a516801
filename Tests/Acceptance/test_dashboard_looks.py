"""Light and dark, wide and narrow, by keyboard and by screen reader."""

import re

import pytest
from browser import Keys, PHONE, WIDE
from conftest import ROOT

WEB = ROOT / "Sources/API/Web"
SCREENS = ["/", "/rhythm", "/live", "/devices", "/nights", "/nights/latest", "/trends", "/read", "/breathe", "/import", "/consent", "/recordings"]
READY = {"/": ".today [data-metric]", "/rhythm": ".page.rhythm", "/trends": ".trends #readout, .trends [data-state=empty]", "/live": "#bpm", "/devices": ".known", "/nights": ".nights", "/nights/latest": "#tracks .chart canvas", "/read": "#read-paste",
         "/breathe": "#breath-start, #breath-stop", "/import": "#earlier, [data-state=empty]", "/consent": ".consent-card",
         "/recordings": ".recordings"}

# Pairs that meet on screen: text needs 4.5:1, graphics that carry meaning 3:1 (WCAG 2.2, 1.4.3 and 1.4.11).
TEXT_PAIRS = [
    ("text", "bg"), ("text", "bg-high"), ("text", "surface"), ("text", "surface-2"), ("muted", "bg"),
    ("muted", "bg-high"), ("muted", "surface"), ("muted", "surface-2"), ("accent", "bg"), ("accent", "bg-high"),
    ("accent", "surface"), ("accent", "surface-2"), ("accent", "accent-soft"), ("text", "accent-soft"),
    ("on-accent", "accent"), ("heart", "surface"), ("good", "surface"), ("good", "good-soft"), ("warn", "surface"),
    ("warn", "surface-2"), ("warn", "warn-soft"), ("bad", "surface"), ("bad", "bad-soft"), ("stage-asleep", "surface"),
]
GRAPHIC_PAIRS = [
    ("heart", "surface"), ("motion", "surface"), ("moon", "surface"), ("accent", "surface"), ("line-strong", "surface"),
    ("stage-awake", "surface"), ("stage-rem", "surface"), ("stage-light", "surface"), ("stage-deep", "surface"),
    ("stage-asleep", "surface"), ("hatch", "surface"), ("stage-asleep", "surface-2"),
]


def palettes():
    css = (WEB / "css/palette.css").read_text()
    found = re.findall(r"--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)", css)
    return {"light": {name: light for name, light, _ in found}, "dark": {name: dark for name, _, dark in found}}


def luminance(color):
    channels = [int(color[index:index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def visit(browser, gateway, path):
    if path.startswith(("/nights", "/trends")) or path == "/":
        gateway.latest_night()
    browser.open(gateway.url + path)
    browser.one(READY[path], 30)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_palette_has_enough_contrast(scheme):
    palette = palettes()[scheme]
    weak = [f"{ink} on {paper}: {contrast(palette[ink], palette[paper]):.2f}"
            for pairs, least in ((TEXT_PAIRS, 4.5), (GRAPHIC_PAIRS, 3.0))
            for ink, paper in pairs if contrast(palette[ink], palette[paper]) < least]
    assert not weak


# Every visible piece of text against what is really painted behind it.
WEAK_TEXT = """
const parse = (text) => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return text.startsWith('color(srgb') ? [r * 255, g * 255, b * 255, a] : [r, g, b, a]; };
const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
const light = ([r, g, b]) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const paper = (element) => {
  const layers = [];
  for (let at = element; at; at = at.parentElement) {
    const color = parse(getComputedStyle(at).backgroundColor);
    if (color[3] > 0) layers.push(color);
    if (color[3] === 1) break;
  }
  return layers.reverse().reduce((below, top) => over(top, below), [...parse(getComputedStyle(document.body).backgroundColor).slice(0, 3), 1]);
};
const weak = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.textContent.trim() || !element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
  if (element.closest('.sr-only, .skip, svg, noscript, :disabled, [aria-disabled=true], option')) continue;
  const style = getComputedStyle(element);
  if (parseFloat(style.fontSize) === 0) continue;
  const below = paper(element);
  const [a, b] = [light(over(parse(style.color), below)), light(below)];
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
  if (ratio < (large ? 3 : 4.5)) weak.push(`${walker.currentNode.textContent.trim().slice(0, 40)}: ${ratio.toFixed(2)}`);
}
return weak"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("path", SCREENS)
def test_text_on_screen_has_enough_contrast(browser, gateway, path, dark):
    browser.look(dark=dark)
    visit(browser, gateway, path)
    assert browser.run(WEAK_TEXT) == []


def test_dark_scheme_turns_page_and_charts_dark(browser, gateway):
    visit(browser, gateway, "/nights/latest")
    light = browser.run("return getComputedStyle(document.body).backgroundColor")
    day = browser.run("return document.querySelector('#tracks [data-track=states] canvas').toDataURL()")
    browser.look(dark=True)
    browser.until(lambda: browser.run("return getComputedStyle(document.body).backgroundColor") != light)
    browser.until(lambda: browser.run("return document.querySelector('#tracks [data-track=states] canvas').toDataURL()") != day,
                  "the charts kept their light colours")


@pytest.mark.parametrize("path", SCREENS)
def test_phone_screen_never_scrolls_sideways(browser, gateway, path):
    browser.look(PHONE)
    visit(browser, gateway, path)
    assert browser.run("return document.documentElement.scrollWidth") <= PHONE[0]
    past = browser.run("""
        return [...document.querySelectorAll('main *, header *')].filter((one) => {
          const box = one.getBoundingClientRect();
          return box.width && box.right > innerWidth + 1 && !one.closest('.scroll-x, .sr-only') && one.checkVisibility();
        }).map((one) => one.className || one.tagName)""")
    assert past == []


def test_phone_gets_a_list_instead_of_a_calendar(browser, gateway):
    browser.look(PHONE)
    visit(browser, gateway, "/nights")
    assert browser.one(".night-list").is_displayed() and not browser.one(".calendar").is_displayed()


@pytest.mark.parametrize("path", SCREENS)
def test_text_grows_with_the_font_size_of_the_browser(browser, gateway, path):
    browser.look(PHONE)
    visit(browser, gateway, path)
    browser.run("document.documentElement.style.fontSize = '150%'")
    browser.until(lambda: browser.run("return document.documentElement.scrollWidth") <= PHONE[0],
                  "larger text pushes the page sideways", 5)


NEEDS_NAME = {"button", "link", "heading", "image", "img", "meter", "progressbar", "combobox", "textbox", "checkbox",
              "navigation", "region", "table", "toolbar", "group", "list"}
MAY_BE_NAMELESS = {"group", "list", "table", "region"}


@pytest.mark.parametrize("path", SCREENS)
def test_everything_has_a_name_for_screen_readers(browser, gateway, path):
    visit(browser, gateway, path)
    browser.command("Accessibility.enable")
    nameless = []
    for node in browser.command("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value")
        if node.get("ignored") or role not in NEEDS_NAME - MAY_BE_NAMELESS:
            continue
        if not node.get("name", {}).get("value", "").strip():
            nameless.append((role, node.get("backendDOMNodeId")))
    assert nameless == []


@pytest.mark.parametrize("path", SCREENS)
def test_structure_is_sound(browser, gateway, path):
    visit(browser, gateway, path)
    levels = browser.run("return [...document.querySelectorAll('h1,h2,h3,h4')].filter((h) => h.checkVisibility()).map((h) => Number(h.tagName[1]))")
    assert levels.count(1) == 1
    assert all(later <= earlier + 1 for earlier, later in zip(levels, levels[1:]))
    assert browser.run("return document.documentElement.lang") == "en"
    assert browser.run("const ids = [...document.querySelectorAll('[id]')].map((e) => e.id); return ids.filter((id, i) => ids.indexOf(id) !== i)") == []
    assert browser.run("""return [...document.querySelectorAll('[aria-labelledby],[aria-describedby],[aria-controls]')]
        .flatMap((e) => ['aria-labelledby','aria-describedby','aria-controls'].flatMap((a) => (e.getAttribute(a) ?? '').split(' ').filter(Boolean)))
        .filter((id) => !document.getElementById(id))""") == []
    assert len(browser.all("main")) == len(browser.all("header.top")) == len(browser.all("nav.tabs")) == 1
    assert browser.all("[style*=outline]") == []


@pytest.mark.parametrize("path", SCREENS)
def test_targets_are_large_enough_for_fingers(browser, gateway, path):
    browser.look(PHONE)
    visit(browser, gateway, path)
    small = browser.run("""
        return [...document.querySelectorAll('button, .button, select, .tabs a')].filter((one) => one.checkVisibility() && !one.closest('.sr-only'))
          .filter((one) => { const box = one.getBoundingClientRect(); return box.height < 24 || box.width < 24; })
          .map((one) => one.textContent.trim())""")
    assert small == []


def test_keyboard_walks_from_skip_link_through_tabs_into_the_page(browser, gateway):
    visit(browser, gateway, "/live")
    focused = lambda: browser.run("return document.activeElement.textContent.trim() || document.activeElement.id")
    walk = []
    for _ in range(7):
        browser.press(Keys.TAB)
        walk.append(focused())
    assert walk == ["Skip to content", "Nightjar", "Today", "Sleep", "Trends", "Live", "Data"]
    browser.press(Keys.ENTER)
    browser.one(".known")
    browser.until(lambda: browser.run("return document.activeElement.tagName") == "H1")
    # What lies within a place stands before what it shows.
    browser.run("document.querySelector('.subtabs a[data-page=import]').focus()")
    browser.press(Keys.ENTER)
    browser.one("#zone")
    assert browser.run("return document.activeElement.tagName") == "H1"
    seen = set()
    for _ in range(6):
        browser.press(Keys.TAB)
        seen.add(browser.run("return document.activeElement.id"))
        outline = browser.run("""
            const at = document.activeElement;
            const shown = at.matches('.sr-only') ? at.nextElementSibling : at;
            return getComputedStyle(shown).outlineStyle""")
        assert outline != "none", "the focus cannot be seen"
        if {"file", "zone"} <= seen:
            break
    assert {"file", "zone"} <= seen


def test_reduced_motion_stops_animations(browser, gateway):
    browser.look(WIDE, calm=True)
    visit(browser, gateway, "/live")
    assert browser.run("return getComputedStyle(document.querySelector('#connection'), '::before').animationName") == "none"
