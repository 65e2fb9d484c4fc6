"""What a browser makes of a page: its elements and texts, after its scripts have run if wanted."""

from __future__ import annotations

import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver

VOID: Final = {"meta", "img", "input"}


class Page(HTMLParser):
    """What a browser makes of a page: its elements with their attributes, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.scripts: list[str] = []
        self.styles: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert tag == self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["script"]:
            self.scripts.append(data)
        elif self.open[-1:] == ["style"]:
            self.styles.append(data)
        else:
            self.texts.append(data)

    @property
    def text(self) -> str:
        return "".join(self.texts)

    @property
    def title(self) -> str:
        return self.texts[next(n for n, text in enumerate(self.texts) if text.strip())]

    @property
    def tags(self) -> set[str]:
        return {tag for tag, _ in self.elements}

    def all(self, tag: str, **wanted: str) -> list[dict[str, str | None]]:
        return [
            attributes
            for name, attributes in self.elements
            if name == tag and all(attributes.get(k.rstrip("_")) == v for k, v in wanted.items())
        ]


def digest(content: str) -> str:
    return f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"


BROWSER: Final = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)


BEYOND_A_PHONE: Final = """(() => {
  document.querySelectorAll("details").forEach((folded) => { folded.open = true; });
  document.documentElement.style.width = "400px";
  const right = (element) => element.getBoundingClientRect().right;
  return [...document.querySelectorAll("body *")].filter((each) => right(each) > 400).length;
})()"""
"""A script that counts the elements which a phone, 400 pixels wide, would show only in part."""


DRIVER: Final = shutil.which("chromedriver") or shutil.which("chromium.chromedriver")


@contextmanager
def driven_browser(width: int = 1200, height: int = 1000) -> Iterator[WebDriver]:
    """A browser that has no network, with a window of so many pixels."""
    pytest.importorskip("selenium", reason="Selenium is not installed")
    if BROWSER is None or DRIVER is None:
        pytest.skip("there is no Chromium here, or no chromedriver")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for option in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        # names lead nowhere; the page's own server is named by its address
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(options, webdriver.ChromeService(DRIVER))
    try:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        yield browser
    finally:
        browser.quit()


def load_in_browser(text: str, folder: Path) -> Page:
    """The page after a browser has loaded it, and run its scripts."""
    if BROWSER is None:
        pytest.skip("there is no Chromium here")
    file = folder / "page.html"
    file.write_text(text, encoding="utf-8")
    offline = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
    run = [BROWSER, *options, *offline, f"--user-data-dir={folder / 'profile'}"]
    done = subprocess.run(
        [*run, "--dump-dom", file.as_uri()], capture_output=True, text=True, timeout=600, check=True
    )
    return Page(done.stdout)
