"""Marks: the tests and specimens that name a rule.

A test names rules by ``@pytest.mark.rule("in-order")``. A specimen is a wrong implementation that
has to be rejected; it names the rule by ``BREAKS``. Both are read from their files and never run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class RuleMark(NamedTuple):
    """A test or a specimen that names a rule."""

    kind: str
    """``test`` or ``specimen``."""
    file: str
    """The file, relative to the folder of the tests."""
    name: str
    """The name of the test, ``Class.test`` within a class; for a specimen, the name of its module.

    A specimen in a folder of its own has the folder in its name: ``queue.never_full``.
    """
    rule: str

    @property
    def address(self) -> str:
        """The name by which pytest runs a test; the name of a specimen."""
        return self.name if self.kind == "specimen" else f"{self.file}::{self.name}"


def rule_marks(folder: Path) -> list[RuleMark]:
    """Return the marks of all Python files below the folder, in the order of files and lines."""
    found: list[RuleMark] = []
    for path in sorted(folder.rglob("*.py")):
        relative = path.relative_to(folder)
        file = relative.as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
        found += (RuleMark("test", file, name, rule) for name, rule in _tests(tree.body, "", ()))
        specimen = ".".join(relative.with_suffix("").parts[1:]) or path.stem
        found += (RuleMark("specimen", file, specimen, rule) for rule in _broken_rules(tree))
    return list(dict.fromkeys(found))


def _tests(
    body: list[ast.stmt], prefix: str, inherited: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """Yield the tests in a body with each of their rules, those of the file and class included."""
    for node in body:
        if isinstance(node, ast.Assign) and "pytestmark" in map(ast.unparse, node.targets):
            inherited = (*inherited, *_rules(node.value))
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            rules = (*inherited, *(rule for each in node.decorator_list for rule in _rules(each)))
            if isinstance(node, ast.ClassDef):
                yield from _tests(node.body, f"{prefix}{node.name}.", rules)
            elif node.name.startswith("test"):
                yield from ((prefix + node.name, rule) for rule in rules)


def _rules(node: ast.expr) -> Iterator[str]:
    """Yield the rules that a decorator or a value marks."""
    for part in ast.walk(node):
        match part:
            case ast.Call(
                func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="rule"), args=args
            ):
                for argument in args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield argument.value


def _broken_rules(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        match node:
            case (
                ast.AnnAssign(target=ast.Name(id="BREAKS"), value=ast.Constant(value=str(rule)))
                | ast.Assign(targets=[ast.Name(id="BREAKS")], value=ast.Constant(value=str(rule)))
            ):
                yield rule


def page_of(tests: str, file: str) -> str:
    """Return the name of the page that shows the text of a file in the folder of the tests."""
    return f"{Path(tests).name}/{file.removesuffix('.py')}"


def test_lines(text: str) -> dict[str, tuple[int, int]]:
    """Return the first and the last line of each test in a file, its decorators included."""
    found: dict[str, tuple[int, int]] = {}

    def collect(body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                collect(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
                start = min([node.lineno, *(each.lineno for each in node.decorator_list)])
                found[prefix + node.name] = (start, node.end_lineno or start)

    collect(ast.parse(text).body, "")
    return found
