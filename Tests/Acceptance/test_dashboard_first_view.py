"""What a page costs and how it stands when it is first opened: bytes, moves, widths, and the keyboard alone."""

import pytest
from browser import Keys, PHONE, WIDE
from test_dashboard_looks import SCREENS, visit

MOST_BYTES = 200_000
MOST_SHIFT = 0.1

WATCH_SHIFT = """
    window.shifts = [];
    new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts.push(one); })
      .observe({ type: 'layout-shift', buffered: true });"""

SHIFTED = """return [window.shifts.reduce((sum, { value }) => sum + value, 0), window.shifts.map((one) => `${one.value.toFixed(3)} at ${Math.round(one.startTime)} ms: ${
    one.sources.map(({ node, previousRect, currentRect }) => `${(node?.outerHTML ?? node?.textContent ?? 'gone').slice(0, 80)} ${previousRect.y} to ${currentRect.y}`).join(' | ')}`)]"""


@pytest.fixture
def fresh(browser):
    """A browser that has nothing in its cache and watches what moves."""
    browser.command("Network.enable")
    browser.command("Network.setCacheDisabled", cacheDisabled=True)
    browser.command("Network.setBypassServiceWorker", bypass=True)
    back = browser.before_every_page(WATCH_SHIFT)
    yield browser
    back()
    browser.command("Network.setCacheDisabled", cacheDisabled=False)
    browser.command("Network.setBypassServiceWorker", bypass=False)


@pytest.mark.parametrize("path", SCREENS)
def test_the_first_view_is_light_and_nothing_in_it_moves(fresh, gateway, path):
    for size in (WIDE, PHONE):
        fresh.look(size)
        visit(fresh, gateway, path)
        wire = fresh.run("""return [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
            .reduce((sum, one) => sum + one.transferSize, 0)""")
        assert 0 < wire < MOST_BYTES, f"{wire} bytes"
        shift, moved = fresh.run(SHIFTED)
        assert shift < MOST_SHIFT, "\n".join(moved)


@pytest.mark.parametrize("path", SCREENS)
@pytest.mark.parametrize("width", [320, 2560])
def test_no_width_scrolls_sideways(browser, gateway, path, width):
    browser.look((width, 900))
    visit(browser, gateway, path)
    past = browser.run("""
        return [...document.querySelectorAll('body *')].filter((one) => {
          const box = one.getBoundingClientRect();
          return box.width && box.right > innerWidth + 1 && !one.closest('.scroll-x, .sr-only, svg') && one.checkVisibility();
        }).map((one) => one.outerHTML.slice(0, 120))""")
    assert browser.run("return document.documentElement.scrollWidth") <= width and past == []


# What the keyboard should reach, and what it did: each is marked when it has the focus, if that is seen and not covered.
MARK_FOCUS = """
    window.seen = new Set();
    window.unseen = [];
    document.addEventListener('focusin', ({ target }) => requestAnimationFrame(() => {
      if (document.activeElement !== target) return;
      window.seen.add(target);
      const shown = target.matches('.sr-only, .segments input, .chip input') ? target.nextElementSibling : target.closest('.device') ?? target;
      const style = getComputedStyle(shown);
      const box = shown.getBoundingClientRect();
      const over = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 20))?.closest('.top, .tabs');
      if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 2 || (over && !over.contains(target))) window.unseen.push(target.outerHTML.slice(0, 120));
    }));"""
MISSED = """
    const can = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')]
      .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => one.type !== 'radio' || one.checked);
    return can.filter((one) => !window.seen.has(one)).map((one) => one.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("path", SCREENS)
def test_the_keyboard_reaches_everything_and_is_seen_there(browser, gateway, path):
    browser.look(PHONE, calm=True)
    visit(browser, gateway, path)
    browser.run(MARK_FOCUS)

    def walked():
        for _ in range(20):
            browser.press(Keys.TAB)
        return not browser.run(MISSED)

    try:
        browser.until(walked, "", 20)
    except AssertionError:
        assert not browser.run(MISSED), "\n".join(browser.run(MISSED))
    unseen = browser.run("return window.unseen")
    assert not unseen, "\n".join(unseen)
