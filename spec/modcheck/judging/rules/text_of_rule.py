"""The text of a rule: how a rule of a plain module reads, which comes from no document."""

from __future__ import annotations

from modspec.syntax.module import Declared, ExceptionDeclaration


def text_of_rule(declared: Declared) -> str:
    """Return the text of a declaration as that of a rule.

    That of an exception says when it is raised, so its name comes first: as a rule, "The points are
    the same." would be a false statement about points.
    """
    is_exception = isinstance(declared, ExceptionDeclaration)
    return f"{declared.name}: {declared.text}" if is_exception and declared.text else declared.text
