"""Every page of the documents in a real browser: it fits, raises no error, and is for everybody."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

pytest.importorskip("sphinx", reason="Sphinx is not installed")
pytest.importorskip("furo", reason="the theme furo is not installed")

from browsing import driven_browser
from built_site import FRONT, Site
from npm_packages import npm_package
from test_explorer_page import AXE

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

FORMS: Final = [(1200, "light"), (1200, "dark"), (400, "light"), (400, "dark")]
"""The widths of the window, in pixels, and the colour schemes."""

WITH_AXE: Final = {(1200, "light"), (400, "dark")}
"""The forms that axe looks at: both widths and both schemes, since it takes a while."""

BEYOND: Final = """
const width = document.documentElement.clientWidth;
const scrolls = (each) => each.tagName !== "ARTICLE"
  && (getComputedStyle(each).overflowX !== "visible" || scrolls(each.parentElement));
const found = [...document.querySelectorAll("article *")].filter((each) =>
  each.getBoundingClientRect().right > width + 1 && !scrolls(each.parentElement));
if (document.documentElement.scrollWidth > width) found.push(document.documentElement);
return found.slice(0, 3).map((each) => each.outerHTML.slice(0, 90));
"""
"""A script that returns what reaches beyond the right edge and cannot be scrolled by itself."""

AXE_RUN: Final = """
const [selector, done] = arguments;
const options = {preload: false, resultTypes: ["violations"]};
axe.run(selector, options).then((found) => done(found.violations
  .filter((each) => ["serious", "critical"].includes(each.impact))
  .flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 90)}`))
  .filter((each) => !each.startsWith("nested-interactive: <math"))));
"""
"""A script that returns what axe takes for serious in the elements of a selector.

Axe takes a formula for a picture, in which no link can be reached. Browsers do reach the links in
MathML, by keyboard as well.
"""

SEARCHES: Final = {
    "disagree": "explanation/what-the-sources-leave-open.html",
    "6x6": "how-to/check-your-implementation.html",
    "game over": "how-to/ask-why.html",
    "install": "install.html",
    "forfeit": "reference/rules.html",
    "fewest discs": "how-to/give-another-game-each-term.html",
    "bitboard": "how-to/prove-your-kernel.html",
    "decision": "explanation/decisions/index.html",
}
"""What a reader searches for, and the page that the first result leads to."""


@pytest.fixture(scope="module")
def browser() -> Iterator[WebDriver]:
    with driven_browser() as found:
        found.set_script_timeout(300)  # axe takes its time for the page with all rules
        yield found


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = npm_package("axe-core", AXE, tmp_path_factory.mktemp("axe"))
    return (folder / "axe.min.js").read_text(encoding="utf-8")


def shown_pages(documents: Site) -> list[str]:
    """The pages, and of those with the texts of tests the first of each folder."""
    own = [page for page in documents.pages if not page.startswith("tests/")]
    texts = [page for page in documents.pages if page.startswith("tests/")]
    return own + [next(group) for _, group in groupby(texts, lambda page: Path(page).parent)]


def open_page(browser: WebDriver, documents: Site, page: str, width: int, scheme: str) -> None:
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    wanted = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", wanted)
    browser.get((documents.folder / page).as_uri())


@pytest.mark.parametrize(("width", "scheme"), FORMS)
def test_every_page_fits_raises_no_error_and_has_no_serious_finding_of_axe(
    documents: Site, browser: WebDriver, axe: str, width: int, scheme: str
) -> None:
    found: list[tuple[str, Any]] = []
    for page in shown_pages(documents):
        open_page(browser, documents, page, width, scheme)
        found += ((page, each) for each in browser.execute_script(BEYOND))
        log = browser.get_log("browser")
        found += ((page, each["message"]) for each in log if each["level"] == "SEVERE")
        if (width, scheme) in WITH_AXE:
            browser.execute_script(axe)
            # what is around the text is the same on all pages
            part = "html" if page == FRONT else "article"
            found += ((page, each) for each in browser.execute_async_script(AXE_RUN, part))
    assert [] == found


def test_what_reaches_beyond_the_edge_is_found(documents: Site, browser: WebDriver) -> None:
    open_page(browser, documents, "install.html", 400, "light")
    assert [] == browser.execute_script(BEYOND)
    wide = "document.querySelector('article p').style.width = '500px'"
    browser.execute_script(wide)
    assert browser.execute_script(BEYOND)


@pytest.mark.parametrize("words", SEARCHES)
def test_a_search_leads_first_to_the_page_that_answers(
    documents: Site, browser: WebDriver, words: str
) -> None:
    from selenium.webdriver.support.ui import WebDriverWait

    browser.get(f"{(documents.folder / 'search.html').as_uri()}?q={words.replace(' ', '+')}")
    first = "return (document.querySelector('#search-results li a') || {}).href"
    address = WebDriverWait(browser, 30).until(lambda _: browser.execute_script(first))
    assert SEARCHES[words] in address
