"""The directives ``othello-variants``, a table of the variants, and ``othello-variant``, its texts.

Which theorems hold is in ``how-to/variant_theorems.json``, which tests/tools/variant_theorems.py
writes.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from othello_spec.variants import VARIANTS

_FILE: Final = Path(__file__).parents[1] / "how-to" / "variant_theorems.json"
_WORDS: Final = {
    "proved": "hold",
    "as in the plain game": "hold",
    "refuted": "do not",
    "undecided": "undecided",
    "not tried": "not tried",
}
"""What the table says of each standing of a theorem."""


class _Lines(SphinxDirective, ABC):
    """A directive that is lines of Markdown."""

    @abstractmethod
    def lines(self) -> Iterator[str]:
        """Yield the lines."""

    def run(self) -> list[nodes.Node]:
        parent = nodes.container(classes=["text-columns"])
        lines = StringList(list(self.lines()), source="variants")
        self.state.nested_parse(lines, self.content_offset, parent)
        return [parent]


class VariantTable(_Lines):
    """A table with a row for each variant."""

    def lines(self) -> Iterator[str]:
        """Yield the lines of the table."""
        self.env.note_dependency(str(_FILE))
        recorded = json.loads(_FILE.read_text(encoding="utf-8"))
        count = len(next(iter(recorded.values()))["theorems"])
        yield f"| variant | what is different | rules that are switched | of {count} theorems |"
        yield "|---|---|---|---|"
        for name, variant in VARIANTS.items():
            rules = ", ".join(f"{{mis:rule}}`{rule}`" for rule in variant.rules)
            found = Counter(_WORDS[each] for each in recorded[name]["theorems"].values())
            words = ", ".join(
                f"{found[word]} {word}" for word in dict.fromkeys(_WORDS.values()) if found[word]
            )
            yield f"| `{name}` | {variant.text} | {rules} | {words} |"


class FailingTheorems(_Lines):
    """A table with the theorems that do not hold in a variant."""

    def lines(self) -> Iterator[str]:
        """Yield the lines of the table."""
        self.env.note_dependency(str(_FILE))
        recorded = json.loads(_FILE.read_text(encoding="utf-8"))
        yield "| variant | theorems that do not hold |"
        yield "|---|---|"
        for name in VARIANTS:
            found = recorded[name]["theorems"].items()
            links = [
                f"{{mis:routine}}`{theorem}`" + (" (undecided)" if standing == "undecided" else "")
                for theorem, standing in found
                if standing in ("refuted", "undecided")
            ]
            yield f"| `{name}` | {', '.join(links) or 'none'} |"


class VariantTexts(_Lines):
    """The changed texts of the variant that the argument names."""

    required_arguments = 1

    def lines(self) -> Iterator[str]:
        """Yield the lines."""
        name = self.arguments[0]
        if name not in VARIANTS:
            raise self.error(f"no variant {name!r}; there are {', '.join(VARIANTS)}")
        for module, texts in VARIANTS[name].functions.items():
            yield f"In `{module}`:"
            yield ""
            yield "```python"
            yield from "\n\n\n".join(filter(None, texts.values())).splitlines()
            yield "```"
            yield ""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directives to a Sphinx application."""
    app.add_directive("othello-variants", VariantTable)
    app.add_directive("othello-variant-theorems", FailingTheorems)
    app.add_directive("othello-variant", VariantTexts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
