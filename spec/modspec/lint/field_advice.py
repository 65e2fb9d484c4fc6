"""Field advice: what to write for a field that Python, or another language, has as a method."""

from __future__ import annotations

import ast

from modspec.lint.instead import INSTEAD, OF_CONSTRUCT
from modspec.lint.patterns import fill, match, parse


def advice_on_field(text: str, name: str, kind: str | None) -> str:
    """Return what to write for a field of an expression; empty if nothing is known of its name.

    ``kind`` is the letter of the patterns for such expressions, if there is one.
    """
    try:
        field = parse(f"({text}).{name}")
    except SyntaxError:  # the text is too long, and was cut
        return ""
    for pattern, advice in {**OF_CONSTRUCT["a field"], **INSTEAD}.items():
        known = parse(pattern)
        called = known.func if isinstance(known, ast.Call) else known
        if isinstance(called, ast.Attribute) and isinstance(advice, str):
            meanings = match(called, field, lambda letter, _: letter == kind)
            if meanings is not None:
                return fill(advice, meanings)
    return ""
