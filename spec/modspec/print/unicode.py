"""Unicode: documents as lines of plain text."""

from __future__ import annotations

from modspec.print.document import Document, label_width, layout, tokens

WIDTH = 80
"""The width of a terminal that is nobody's fault."""


def inline(document: Document) -> str:
    """The document on one line, without labels."""
    return "".join(token.text for token in tokens(document))


def block(document: Document, width: int = WIDTH) -> str:
    """The document in lines of at most ``width`` characters, labels flush right.

    A label that does not fit beside its line stands on the next.
    """
    result = []
    for line in layout(document, width):
        content = line.text.rstrip()
        if line.rules:
            label = " ".join(f"[{rule}]" for rule in line.rules)
            if len(content) + label_width(line.rules) - 1 <= width:
                content += label.rjust(width - len(content))
            else:
                content += "\n" + label.rjust(width)
        result.append(content)
    return "\n".join(result)
