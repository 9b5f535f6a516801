"""The pages speak English and Traditional Chinese: one catalogue holds every text, and no page says one outside of it."""

import re

import pytest
from axe import EACH, check
from browser import PHONE
from test_dashboard_looks import SCREENS, visit
from wording import UNMOVED, catalogues, literals, modules, used

TRADITIONAL = "zh-Hant"
# What looks like a text and is none: names of browsers, systems, methods and headers, keys, fonts, commands and events.
NO_TEXT = re.compile(r"""^(?:Content-Type|Mozilla/|Edge?/?|Opera|Firefox/?|Chrome/?|Safari/?|iP\w+|Android|Windows|Mac\ OS|Mac|Linux|Bluetooth
    |Flesch–Kincaid|Gunning\ fog|Coleman–Liau|Fernández\ Huerta|Szigriszt-Pazos|Gulpease|\w+Error|Thumbs\.db|Enter|Escape|timeZone|\w+State
    |en(?:-GB)?|zh-\w+|English|(?:nightjar|data:|date,)\ ?.*|.*(?:px\ system-ui).*|It\ has\ not|·\ Nightjar|\{0\}\ ·\ Nightjar|num\ muted|This\ watch\ measures\ nothing\.)$""", re.X)
HIDDEN = re.compile(r"(?:from |import\(|class: (?:\w+(?:\.\w+)* \? )?|className = |querySelector\w*\(|closest\(|matches\()$")


def test_every_text_has_a_wording_in_every_language_and_none_is_left_over():
    texts = used()
    assert len(texts) > 1000 and TRADITIONAL in catalogues()
    for language, pairs in catalogues().items():
        words = dict(pairs)
        assert len(words) == len(pairs), f"{language} says twice {[key for key, _ in pairs if sum(key == one for one, _ in pairs) > 1]}"
        missing = {key: path for key, path in texts.items() if key not in words}
        assert not missing, f"{language} has no words for {missing}"
        assert not set(words) - set(texts), f"nothing says any more {set(words) - set(texts)}"


def test_every_wording_has_the_values_of_its_text():
    values = re.compile(r"\{\d+\}")
    for language, pairs in catalogues().items():
        for key, wording in pairs:
            assert sorted(values.findall(key)) == sorted(values.findall(wording)) and wording.strip(), f"{language}: {key}"


def test_no_module_says_a_text_that_is_not_looked_up():
    said = []
    for path, source in modules().items():
        nouns = set(re.findall(r"'([^']*)'", " ".join(re.findall(r"\bplural\([^\n]*", source))))
        for one in literals(source):
            text = " ".join(one.parts)
            if path in UNMOVED or one.is_told or HIDDEN.search(one.before) or one.key in nouns or NO_TEXT.search(one.key):
                continue
            if re.search(r"[A-Z][a-z]{2,}|[a-z]{2,} [a-z]{2,}|[a-z]{3,}[.,] ", text):
                said.append(f"{path}: {one.key}")
    assert not said, "\n".join(said)


# Every text that the gateway sends is noted: such are data, in whatever language they were entered or told.
NOTE_DATA = """
    localStorage.setItem('language', 'zh-Hant');
    window.told = [];
    const take = (value) => {
      if (typeof value === 'string') window.told.push(value);
      else if (value && typeof value === 'object') for (const [name, one] of Object.entries(value)) { window.told.push(name); take(one); }
    };
    const json = Response.prototype.text;
    Response.prototype.text = async function () { const text = await json.call(this); try { take(JSON.parse(text)); } catch {} return text; };
    const parse = JSON.parse;
    JSON.parse = (text) => { const value = parse(text); take(value); return value; };"""
# Units, names and abbreviations of the field that Chinese writes in Latin letters as well.
ALIKE = re.compile(r"""\b(?:Nightjar|English|Language|API|HRV|RMSSD|SDNN|RR|ENMO|CSV|EDF|MNE|Python|Enter|Shift|Ctrl|USB|ANT|Bluetooth|WASO|REM
    |bpm|ms|mg|min|kcal|kB|MB|GB|Hz|dBm|UTC|SRI|IS|IV|RA|MSFsc|kRA|kAR|phi|alpha|beta|ln|SHA|QR|App|Flesch|Kincaid|Gunning|fog|SMOG|Coleman|Liau|ARI|Amstad
    |Cole|Kripke|Sadeh|ActiGraph|Axivity|GENEActiv|GENEA|Matrix|Actiwatch|Actiware|Actical|Daqtometer|MotionWatch|Condor|Tempatilumi|NHANES
    |gt3x|agd|csv|cwa|wav|bin|awd|mtn|txt|gz|zip|md|epub|nightjar|serve|demo|relay|phone|pair|to)\b""", re.X)
SHOWN = r"""
    for (const one of document.querySelectorAll('details')) one.open = true;
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { data, parentElement: element } = walker.currentNode;
      if (data.trim() && !element.closest('script, style, noscript, code, #zone, option')) found.push(data.trim());
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext'])
      for (const element of document.querySelectorAll(`[${name}]`)) if (!element.closest('noscript')) found.push(element.getAttribute(name).trim());
    // A sentence of the gateway is shown with its commands apart, and begins with a capital.
    const told = [...new Set(window.told.flatMap((text) => [text, ...text.split(/[`“”]/)]).map((text) => text.trim().replaceAll('_', ' ').toLowerCase()))]
      .filter((text) => /[a-z]{2}/.test(text)).sort((a, b) => b.length - a.length);
    const quoted = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const data = told.map((text) => new RegExp(`(?<![A-Za-z])${quoted(text)}(?![A-Za-z])`, 'gi'));
    return [document.title, ...new Set(found)].filter((text) => /[A-Za-z]{2}/.test(text))
      .map((text) => data.reduce((left, one) => left.replace(one, ''), text.replaceAll('_', ' ')));"""


@pytest.fixture
def chinese(browser):
    """A browser that was told to speak Traditional Chinese."""
    back = browser.before_every_page(NOTE_DATA)
    yield browser
    back()
    browser.run("localStorage.removeItem('language')")


OTHERS = {"/insights": ".insights .insight-row, .insights [data-state=empty]", "/nights/table": "main table", "/account": "[data-state=empty]", "/watch": "#code", "/nowhere": "[data-state=nowhere]",
          "/login": "#door form, #door .button"}


@pytest.mark.parametrize("path", SCREENS + list(OTHERS))
def test_a_page_in_chinese_says_nothing_in_english_but_data(chinese, gateway, path):
    if path in OTHERS:
        chinese.open(gateway.url + path)
        chinese.one(OTHERS[path], 30)
    else:
        visit(chinese, gateway, path)
    assert chinese.run("return document.documentElement.lang") == TRADITIONAL
    left = [text for text in chinese.run(SHOWN) if re.search(r"[A-Za-z]{2}", ALIKE.sub("", text))]
    assert not left, "\n".join(left)


@pytest.mark.parametrize("path", SCREENS)
def test_a_page_in_chinese_fits_a_phone(chinese, gateway, path):
    chinese.look(PHONE)
    visit(chinese, gateway, path)
    assert chinese.run("return document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.parametrize("path", ["/", "/nights/latest", "/devices", "/login"])
def test_a_page_in_chinese_violates_nothing(chinese, gateway, path):
    if path == "/login":
        chinese.open(gateway.url + path)
        chinese.one(OTHERS[path], 30)
    else:
        visit(chinese, gateway, path)
    check(chinese, EACH)


def test_the_language_is_the_browsers_until_somebody_chooses_and_the_choice_stays(browser, gateway):
    def lang():
        return browser.run("return [document.documentElement.lang, document.querySelector('[data-place=sleep]').textContent]")

    try:
        browser.command("Emulation.setUserAgentOverride", userAgent=browser.run("return navigator.userAgent"), acceptLanguage="fr,zh-TW,en")
        browser.open(gateway.url + "/live")
        browser.one("#bpm", 30)
        assert lang() == [TRADITIONAL, "睡眠"]
        browser.one("#person").click()
        browser.one("#person-menu input[name=language][value=en]")
        browser.run("document.querySelector('#person-menu input[name=language][value=en]').click()")
        browser.until(lambda: lang() == ["en", "Sleep"], "English was not spoken")
        browser.one("#bpm", 30)
        browser.open(gateway.url + "/nights")
        browser.one(".nights", 30)
        assert lang() == ["en", "Sleep"]
    finally:
        browser.command("Emulation.setUserAgentOverride", userAgent=browser.run("return navigator.userAgent"), acceptLanguage="en-GB,en")
        browser.run("localStorage.removeItem('language')")
