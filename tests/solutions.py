"""Solutions: Python code among files, archives included, that does what a module's programs do."""

from __future__ import annotations

import ast
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO

from modspec import Module


def all_files(files: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield the path and the bytes of each file; of an archive, those of what is in it."""
    for path, data in files.items():
        if path.endswith((".whl", ".zip")):
            with zipfile.ZipFile(BytesIO(data)) as packed:
                inner = {f"{path}/{name}": packed.read(name) for name in packed.namelist()}
            yield from all_files(inner)
        else:
            yield path, data


def solutions(files: Mapping[str, bytes], module: Module) -> list[str]:
    """The Python modules and classes that define all access programs as a program has them."""
    return [
        f"{path}: {name}"
        for path, data in all_files(files)
        if path.endswith(".py")
        for name, body, extra in _scopes(ast.parse(data))
        if _defines(body, module, extra)
    ]


def _scopes(tree: ast.Module) -> Iterator[tuple[str, Sequence[ast.stmt], int]]:
    """Yield each scope: its name, its statements, and how many parameters methods have more."""
    yield "module", tree.body, 0
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name, node.body, 1


def _defines(body: Sequence[ast.stmt], module: Module, extra: int) -> bool:
    own = {each.name: len(each.args.args) for each in body if isinstance(each, ast.FunctionDef)}
    due = {f.name: len(f.parameters) + extra for f in module.access_programs}
    begins = {each.name for each in module.initializers}  # a constructor does for these
    return all(own.get(name) == number for name, number in due.items() if name not in begins)
