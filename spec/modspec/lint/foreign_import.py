"""Foreign imports: a specification that uses a library of Python's, which is no specification."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_LIBRARIES: Final = {"site-packages", "dist-packages"}
"""The folders in which Python installs libraries."""
_TOOLS: Final = {"modcheck", "modlab"}
"""The packages that read specifications: what imports them is a tool as well."""


def is_of_library(file: str) -> bool:
    """Whether a file is that of an installed library."""
    return not _LIBRARIES.isdisjoint(Path(file).parts)


def imports_of(file: str) -> Iterator[tuple[Path, ast.stmt, str]]:
    """Yield where modules that were imported last import the library that a file is part of.

    Each is the file of the module, the statement, and the name of the library.
    """
    parts = Path(file).parts
    library = parts[max(parts.index(each) for each in _LIBRARIES & {*parts}) + 1]
    library = library.removesuffix(".py")
    for module in reversed([*sys.modules.values()]):
        path = Path(getattr(module, "__file__", None) or "")
        root = getattr(module, "__name__", "").partition(".")[0]
        if path.suffix != ".py" or is_of_library(str(path)) or root in sys.stdlib_module_names:
            continue
        try:
            statements = ast.parse(path.read_text(encoding="utf-8")).body
        except (OSError, ValueError, SyntaxError):
            continue  # it was changed since it was imported
        roots = {name for node in statements for name in _roots(node)} | {root}
        if roots.isdisjoint(_TOOLS):
            yield from ((path, node, library) for node in statements if library in _roots(node))


def _roots(node: ast.stmt) -> Iterator[str]:
    """Yield the first names of what a statement imports."""
    match node:
        case ast.Import(names=names):
            yield from (each.name.partition(".")[0] for each in names)
        case ast.ImportFrom(module=str(name)):
            yield name.partition(".")[0]
