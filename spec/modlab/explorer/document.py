"""The page as one HTML file: its parts put together."""

from __future__ import annotations

from importlib.resources import files


def browser_text(name: str) -> str:
    """Return a file of the page: what runs in the browser is in the folder ``browser``."""
    return (files(__package__) / "browser" / name).read_text(encoding="utf-8")


def page(transport: str) -> str:
    """Return the page; ``transport`` is the JavaScript that has a request answered."""
    parts = {
        "/*STYLE*/": browser_text("page.css"),
        "/*TRANSPORT*/": transport,
        "/*SCRIPT*/": browser_text("page.js"),
    }
    text = browser_text("page.html")
    for mark, part in parts.items():
        before, found, after = text.partition(mark)
        assert found, f"page.html has no {mark}"
        text = before + part + after
    return text


def served_page() -> str:
    """Return the page whose requests the server answers that it came from."""
    return page(browser_text("server_transport.js"))
