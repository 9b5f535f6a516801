"""axe-core in the page: the rules of WCAG and of good practice that a program can check."""

import importlib.util
import pathlib

from browser import PHONE, WIDE

# Only the script of the package is used; its driver is never started.
SCRIPT = pathlib.Path(importlib.util.find_spec("axe_playwright_python").origin).parent / "axe.min.js"
VERSION = "4.12"

CHECK = """
    const [only, done] = arguments;
    const options = { resultTypes: ['violations'], ...(only && { runOnly: only }) };
    axe.run(document, options).then(({ testEngine, violations }) => done({
      version: testEngine.version,
      violations: violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.html.slice(0, 160)} ${node.any.concat(node.all, node.none).map((one) => one.message).join('; ').slice(0, 240)}`)),
    }), (error) => done({ version: '', violations: [String(error)] }))"""


# Each size with each scheme; for the states of a page, whose colours and parts are those of its like, one of each.
EVERY = [(size, dark) for size in (WIDE, PHONE) for dark in (False, True)]
EACH = [(WIDE, False), (PHONE, True)]


def check(browser, looks=EACH):
    """Fails with what is wrong with the page as it stands; of a size that was looked at, only the colours are looked at again."""
    found = []
    if not browser.run("return Boolean(window.axe)"):
        browser.run(SCRIPT.read_text())
    seen = set()
    for size, dark in looks:
        browser.look(size, dark=dark, calm=True)
        said = browser.driver.execute_async_script(CHECK, ["color-contrast"] if size in seen else None)
        assert said["version"].startswith(VERSION) or said["violations"], said
        found += [f"{size[0]} {'dark' if dark else 'light'} {one}" for one in said["violations"]]
        seen.add(size)
    browser.look()
    assert not found, "\n".join(found)
