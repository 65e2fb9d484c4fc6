"""Pages that show the text of the tests and specimens, so that the names of both can be links."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from modspec.sphinx.domain import domain_of
from modspec.sphinx.marks import page_of, rule_marks, test_lines


def source_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield a page for each file with a mark: its rules, and its text with an id for each test."""
    if not app.config.mis_tests:
        return
    folder = Path(app.srcdir, app.config.mis_tests)
    rules: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for mark in rule_marks(folder):
        rules[mark.file][mark.rule] = None
    for file, cited in rules.items():
        page = page_of(app.config.mis_tests, file)
        text = (folder / file).read_text(encoding="utf-8")
        body = (
            f"<h1>{escape(file)}</h1>\n"
            f"<p>The text of a file that names the rules {_links(app, page, cited)}.</p>\n"
            f"{_as_html(app, text)}"
        )
        yield page, {"title": file, "body": body}, "page.html"


def _links(app: Sphinx, page: str, rules: Iterable[str]) -> str:
    """Return the rules with commas between, each a link to its card if there is one."""
    links = []
    for rule in rules:
        place = domain_of(app.env).places.get(("rule", rule))
        if place is None:
            links.append(escape(rule))
        else:
            address = f"{app.builder.get_relative_uri(page, place.document)}#{place.anchor}"
            links.append(f'<a href="{address}" title="{escape(place.summary)}">{rule}</a>')
    return ", ".join(links)


def _as_html(app: Sphinx, text: str) -> str:
    """Return the text as HTML, each test in an element of its own to which links lead."""
    highlighter: Any = app.builder.highlighter  # type: ignore[attr-defined]  # HTML's has one
    lines = highlighter.highlight_block(text, "python").splitlines()
    # no token that the highlighter marks goes on from one statement to the next
    for name, (start, end) in test_lines(text).items():
        before, tag, line = lines[start - 1].rpartition("<pre>")
        lines[start - 1] = f'{before}{tag}<span class="mis-mark" id="{name}">{line}'
        lines[end - 1] += "</span>"
    return "\n".join(lines)
