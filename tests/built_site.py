"""The documents as Sphinx builds them: their pages, the links within their texts, and clicks."""

from __future__ import annotations

import os
import posixpath
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

DOCS: Final = Path(__file__).parent.parent / "docs"

VARIABLE: Final = "OTHELLO_MIS_SITE"
"""The environment variable with the folder of pages that are built already."""

FRONT: Final = "index.html"

ARTICLE: Final = "<article>"
"""The name under which the text of a page's article is kept."""

_VOID: Final = {"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class SitePage(HTMLParser):
    """A page: the text under each id, and the links in its article, each with the ids around it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.texts: dict[str, list[str]] = {}
        self.links: list[str] = []
        """The addresses in the article, in the order of the text."""
        self.all_links: list[str] = []
        """Those around the article as well: the sidebar, the contents, the next page."""
        self._open: list[tuple[str, str | None]] = []
        self._articles = 0
        self._term: str | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.texts.setdefault(given["id"] or "", [])
        if tag == "a" and given.get("href") and "headerlink" not in (given.get("class") or ""):
            self.all_links.append(given["href"] or "")
            if self._articles:
                self.links.append(given["href"] or "")
        if tag not in _VOID:
            self._articles += tag == "article"
            if tag == "article":
                self.texts.setdefault(ARTICLE, [])
            name = ARTICLE if tag == "article" else given.get("id")
            if tag == "dt":
                self._term = name
            elif tag == "dd":  # what is said of a term belongs to it
                name = name or self._term
            self._open.append((tag, name))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if dict(attrs).get("id"):
            self.texts.setdefault(dict(attrs)["id"] or "", [])

    def handle_endtag(self, tag: str) -> None:
        if any(tag == name for name, _ in self._open):
            while self._open.pop()[0] != tag:
                pass
            self._articles -= tag == "article"

    def handle_data(self, data: str) -> None:
        for _, name in self._open:
            if name:
                self.texts[name].append(data)

    def text(self, anchor: str) -> str:
        """Return the text of the element with an id."""
        return " ".join("".join(self.texts[anchor]).split())


def within(page: str, links: Iterable[str]) -> Iterator[str]:
    """Yield the places within the site to which links of a page lead."""
    for link in links:
        parts = urlsplit(link)
        if not parts.scheme and not parts.netloc:
            path = posixpath.join(posixpath.dirname(page), parts.path) if parts.path else page
            anchor = f"#{unquote(parts.fragment)}" if parts.fragment else ""
            yield posixpath.normpath(path) + anchor


class Site:
    """A folder of pages."""

    def __init__(self, folder: Path, warnings: str = "") -> None:
        self.folder = folder
        self.warnings = warnings
        """What Sphinx warned of while it built the pages."""

    @cached_property
    def pages(self) -> Mapping[str, SitePage]:
        """All pages by their places in the folder."""
        return {
            file.relative_to(self.folder).as_posix(): SitePage(file.read_text(encoding="utf-8"))
            for file in sorted(self.folder.rglob("*.html"))
            if "_static" not in file.relative_to(self.folder).parts
        }

    @cached_property
    def targets(self) -> Mapping[str, Sequence[str]]:
        """Where the links in the text of each page lead within the site: ``page.html#anchor``."""
        return {page: [*within(page, found.links)] for page, found in self.pages.items()}

    def text(self, place: str) -> str:
        """Return the text at a place, or of the article of a page."""
        page, _, anchor = place.partition("#")
        return self.pages[page].text(anchor or ARTICLE)

    def dead_links(self) -> list[tuple[str, str]]:
        """Return the links to a page, a file or a place on a page that does not exist."""
        dead = []
        for page in self.pages:
            for target in dict.fromkeys(within(page, self.pages[page].all_links)):
                path, _, anchor = target.partition("#")
                there = self.pages.get(path)
                is_there = (self.folder / path).exists()
                if not is_there or (anchor and there and anchor not in there.texts):
                    dead.append((page, target))
        return dead

    def clicks(self, target: str, removed: Collection[str] = ()) -> int | None:
        """Return how many clicks on links in texts lead from the front page to a place, if any do.

        ``removed`` are places to which the links are taken to be missing.
        """
        distance = {FRONT: 0}
        todo = deque([FRONT])
        while todo:
            place = todo.popleft()
            if target in (place, place.partition("#")[0]):
                return distance[place]
            for following in self.targets[place.partition("#")[0]]:
                page = following.partition("#")[0]
                is_new = following not in distance and following not in removed
                if is_new and page in self.pages:
                    distance[following] = distance[place] + 1
                    todo.append(following)
        return None


def built_site(folder: Path) -> Site:
    """Return the site of the documents: the one that is built already, or one made here."""
    if built := os.environ.get(VARIABLE):
        return Site(Path(built))
    warnings = StringIO()
    with docutils_namespace():
        app = Sphinx(
            DOCS,
            DOCS,
            folder / "html",
            folder / "trees",
            "html",
            confoverrides={"nitpicky": True},
            status=None,
            warning=warnings,
        )
        app.build()
    return Site(folder / "html", warnings.getvalue())
