"""Mutants made by machine: the variants of a specification, as text.

:mod:`modspec.run.mutants` changes syntax trees. Here the change is made in the file, so that the
project looks handwritten, with all labels in place.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from modspec.run import mutants as specification
from modspec.syntax.module import Module
from mutants.mutant import Mutant, source


def machine_made(of: str, module: Module) -> Iterator[Mutant]:
    """The mutants of the functions of a module, numbered function by function."""
    numbers: dict[str, int] = {}
    text = source(module.python_name)
    tree = ast.parse(text)
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    for variant in specification.mutants(module):
        if variant.module != module.python_name:
            continue
        name = variant.function
        numbers[name] = numbers.get(name, 0) + 1
        part = _part(functions[name], variant)
        start, end = _extent(text, part) if variant.replacement else _lines(text, part)
        yield Mutant(
            f"{module.name}.{name}.{numbers[name]}", of, module.python_name,
            start, text[start:end], _replacement_text(variant),
            f"{variant.before} → {variant.after}", name,
        )  # fmt: skip


def _part(function: ast.FunctionDef, variant: specification.Mutant) -> ast.AST:
    """The part of a function that a variant replaces."""
    part: object = function
    for step in variant.place:
        part = getattr(part, step) if isinstance(step, str) else part[step]  # type: ignore[index]
    assert isinstance(part, ast.AST)
    return part


def _extent(text: str, part: ast.AST) -> tuple[int, int]:
    """From which character to which a part reaches; of ``for x in y if z``, without the ``for``."""
    first, last = part, part
    if isinstance(part, ast.comprehension):
        first, last = part.target, [part.iter, *part.ifs][-1]
    lines = text.splitlines(keepends=True)

    def offset(line: int, column: int) -> int:
        before = lines[line - 1].encode()[:column].decode()
        return sum(map(len, lines[: line - 1])) + len(before)

    start = offset(first.lineno, first.col_offset)  # type: ignore[attr-defined]  # it has a place
    end = offset(last.end_lineno, last.end_col_offset)  # type: ignore[attr-defined]
    label = re.match(r" *# \[.*", text[end:]) if "\n" in text[start:end] else None
    return start, end + (label.end() if label else 0)  # what it labels may be no clause any more


def _lines(text: str, part: ast.AST) -> tuple[int, int]:
    """From which character to which the lines of a statement reach, remarks behind it and all."""
    start, end = _extent(text, part)
    return text.rindex("\n", 0, start), text.index("\n", end)


def _replacement_text(variant: specification.Mutant) -> str:
    """Return the text that replaces the changed part; empty if the part is deleted."""
    replacement = variant.replacement
    if replacement is None:
        return ""
    text = ast.unparse(replacement).strip()
    if isinstance(replacement, ast.comprehension):
        return text.removeprefix("for ")
    return text if isinstance(replacement, ast.Name | ast.Call) else f"({text})"
