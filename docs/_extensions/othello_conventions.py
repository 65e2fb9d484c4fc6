"""The directive ``othello-conventions``: a table of the conventions that programs may declare."""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from othello_spec.rules import RULES
from othello_suite.conventions import conventions


class Conventions(SphinxDirective):
    """A table with a row for each value of each convention, the usual value first."""

    def run(self) -> list[nodes.Node]:
        parent = nodes.container(classes=["text-columns"])
        self.state.nested_parse(
            StringList(list(table()), source="conventions"), self.content_offset, parent
        )
        return [parent]


def table() -> Iterator[str]:
    """Yield the lines of the table, in Markdown."""
    yield "| convention | value | meaning | undeclared, it breaks |"
    yield "|---|---|---|---|"
    for convention in conventions():
        for name, value in convention.values.items():
            usual = name == convention.usual
            about = f"`{convention.name}`: {convention.text}" if usual else ""
            broken = ", ".join(f"{{mis:rule}}`{r.id}`" for r in RULES if r.id in value.mistaken_for)
            yield f"| {about} | `{name}`{', as usual' if usual else ''} | {value.text} | {broken} |"
        if convention.open_form:
            text = convention.value(convention.open_form).text
            yield f"|  | `{convention.open_form}`, for example | {text} |  |"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive to a Sphinx application."""
    app.add_directive("othello-conventions", Conventions)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
