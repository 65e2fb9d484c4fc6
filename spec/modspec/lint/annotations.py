"""Annotations: every name in a type has to be imported or declared.

Python does not look it up, and the notation knows its own names of types without an import. But no
reading can tell what values a type has if one of its names means nothing.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from difflib import get_close_matches
from types import ModuleType
from typing import Final

from modspec.lint.findings import FindingKind, Level, Report
from modspec.lint.instead import NAMED
from modspec.syntax.labels import span
from modspec.syntax.types import BUILT_IN

_PLACES: Final = re.compile(r"\bT\b|\bK, V\b")
"""Where an advice has what stands between brackets: of ``Optional[int]`` it is ``int``."""


def check_annotations(source: str, python: ModuleType, report: Report) -> None:
    """Report the names in the types of a file that mean nothing in it, as it was imported."""
    known = {**vars(builtins), **vars(python)}
    for annotation in _annotations(ast.parse(source)):
        arguments = {
            node.value: ast.unparse(node.slice).strip("()")
            for node in ast.walk(annotation)
            if isinstance(node, ast.Subscript)
        }
        for node in ast.walk(annotation):
            if isinstance(node, ast.Name) and node.id not in known:
                near = get_close_matches(node.id, [*BUILT_IN, *vars(python)], 1)
                meant = f"did you mean {near[0]}?" if near else "import it, or declare it"
                advice = NAMED.get(node.id, meant)
                report(
                    span(node),
                    Level.ERROR,
                    FindingKind.NOTATION,
                    f"the name {node.id} means nothing here",
                    _PLACES.sub(arguments[node], advice) if node in arguments else advice,
                )


def _annotations(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield the types of constants, of the parts of classes, and of functions."""
    classes = (node for node in tree.body if isinstance(node, ast.ClassDef))
    for node in (*tree.body, *(part for each in classes for part in each.body)):
        match node:
            case ast.AnnAssign(annotation=annotation):
                yield annotation
            case ast.FunctionDef(args=arguments, returns=result):
                types = (*(each.annotation for each in arguments.args), result)
                yield from (each for each in types if each is not None)
