"""Edited text: a module's source with other texts of some functions."""

from __future__ import annotations

import ast
from collections.abc import Mapping


class EditError(Exception):
    """A text that cannot be used: outside the notation, ill-typed, or no function at all.

    ``line`` is that of the function's text, from 1; 0 if no line is known.
    """

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


def with_functions(source: str, texts: Mapping[str, str]) -> str:
    """Return a source with other texts of the named functions; an empty text leaves one out.

    Raises EditError if there is no function of a name, or if its text has another heading.
    """
    nodes = {n.name: n for n in ast.parse(source).body if isinstance(n, ast.FunctionDef)}
    if unknown := sorted(texts.keys() - nodes.keys()):
        raise EditError(f"there is no function {unknown[0]}")
    lines = source.splitlines()
    for name, text in sorted(texts.items(), key=lambda item: -nodes[item[0]].lineno):
        first, last = nodes[name].lineno - 1, nodes[name].end_lineno
        if text:
            check_heading(text, "\n".join(lines[first:last]))
        lines[first:last] = text.splitlines()
    return "\n".join(lines) + "\n"


def check_heading(text: str, original: str) -> None:
    """Refuse what is not one function with the original's parameters: nothing else is run."""
    try:
        found = ast.parse(text).body
    except SyntaxError as error:
        raise EditError(f"Python cannot read this: {error.msg}", error.lineno or 0) from error
    due = ast.parse(original).body[0]
    assert isinstance(due, ast.FunctionDef)
    if len(found) != 1 or not isinstance(found[0], ast.FunctionDef) or found[0].name != due.name:
        raise EditError(f"write one function, def {due.name}({ast.unparse(due.args)})")
    if _heading(found[0]) != _heading(due) or found[0].decorator_list:
        raise EditError(f"the first line has to be: {_heading(due)}", found[0].lineno)


def _heading(function: ast.FunctionDef) -> str:
    returns = f" -> {ast.unparse(function.returns)}" if function.returns else ""
    return f"def {function.name}({ast.unparse(function.args)}){returns}:"
