"""Evidence: which tests bear the name of a rule, read from their files without running them.

A test names its rules with ``@pytest.mark.rule("no-gaps", ...)``, on itself, its class, one of its
parameter sets, or in the file's ``pytestmark``. A specimen, which is a faulty implementation made
to be found out, names the rule it breaks in a constant ``BREAKS``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class RuleMark(NamedTuple):
    """A test or a specimen that bears the name of a rule."""

    kind: str
    """``test`` or ``specimen``."""

    file: str
    """The file, relative to the folder of the tests."""

    name: str
    """The name of the test, ``Class.test`` within a class; for a specimen that of its module.

    A specimen in a folder within that of the specimens has the folder in its name: ``queue.never_full``.
    """

    rule: str


def evidence(folder: Path) -> list[RuleMark]:
    """All that the Python files below the folder say, in the order of files and lines."""
    found: list[RuleMark] = []
    for file in sorted(folder.rglob("*.py")):
        shown = file.relative_to(folder).as_posix()
        tree = ast.parse(file.read_text(encoding="utf-8"), filename=str(file))
        found += (RuleMark("test", shown, name, rule) for name, rule in _marked(tree.body, "", ()))
        specimen = ".".join(file.relative_to(folder).with_suffix("").parts[1:]) or file.stem
        found += (RuleMark("specimen", shown, specimen, rule) for rule in _broken(tree))
    return list(dict.fromkeys(found))


def _marked(
    body: list[ast.stmt], prefix: str, inherited: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """The tests in a body with each rule that they bear, the file's and the class's included."""
    for node in body:
        if isinstance(node, ast.Assign) and "pytestmark" in map(ast.unparse, node.targets):
            inherited = (*inherited, *_rules(node.value))
    for node in body:
        if isinstance(node, ast.ClassDef):
            rules = (*inherited, *(rule for each in node.decorator_list for rule in _rules(each)))
            yield from _marked(node.body, f"{prefix}{node.name}.", rules)
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            own = (rule for each in node.decorator_list for rule in _rules(each))
            for rule in (*inherited, *own):
                yield prefix + node.name, rule


def _rules(node: ast.expr) -> Iterator[str]:
    for part in ast.walk(node):
        match part:
            case ast.Call(
                func=ast.Attribute(value=ast.Attribute(attr="mark"), attr="rule"), args=args
            ):
                for argument in args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield argument.value


def _broken(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        match node:
            case ast.AnnAssign(target=ast.Name(id="BREAKS"), value=ast.Constant(value=str(rule))):
                yield rule
            case ast.Assign(targets=[ast.Name(id="BREAKS")], value=ast.Constant(value=str(rule))):
                yield rule
