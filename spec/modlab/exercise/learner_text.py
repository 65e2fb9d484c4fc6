"""Learner's text: the file that a learner opens and edits, made from a module, and read again."""

from __future__ import annotations

import ast
import copy
import re
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from modlab.exercise.exercise import Exercise
from modspec import Module, SpecificationError
from modspec.lint import Level, lint
from modspec.lint.findings import FindingKind
from modspec.syntax.module import Function
from modspec.syntax.places import module_at

_HEADING = re.compile(r'\s*(?:#[^\n]*\n\s*)*r?"""Exercise ([\w-]+):')


class UnreadableText(Exception):
    """A learner's text that cannot be judged: it is outside the notation, ill-typed or empty."""


@dataclass(frozen=True)
class LearnerText:
    """A function as a learner wrote it."""

    module: Module
    """The learner's file as a module."""

    node: ast.FunctionDef
    """The function's syntax tree."""

    line: int
    """The line of the file in which the function begins."""

    changed: tuple[str, ...] = ()
    """Other functions that the learner changed: they are not judged."""

    @property
    def function(self) -> Function:
        """The function's declaration."""
        return self.module[self.node.name]


def function_node(source: str, name: str) -> ast.FunctionDef | None:
    """Return the function of a name in a text."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return node
    return None


def text_with_hole(exercise: Exercise) -> str:
    """Return the file in which a learner begins: the module, with ``...`` for the function."""
    source = exercise.module.source
    tree, lines = ast.parse(source), source.splitlines()
    node = function_node(source, exercise.hole)
    assert node is not None
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    first, last = body[0].lineno, node.end_lineno or body[-1].lineno
    lines[first - 1 : last] = ["    return ..."]
    task = textwrap.wrap(exercise.task, 78)
    head = [
        f'"""Exercise {exercise.name}: {exercise.title}',
        "",
        *task,
        "",
        f"Write your text in place of ... in {exercise.hole}, at line LINE. Then ask:",
        "    modspec exercise THIS_FILE",
        '"""',
    ]
    doc = tree.body[0]
    assert isinstance(doc, ast.Expr)
    before = len(lines)
    lines[doc.lineno - 1 : doc.end_lineno] = head
    line = first + len(lines) - before
    return "\n".join(lines).replace("at line LINE", f"at line {line}", 1) + "\n"


def exercise_name(file: Path) -> str:
    """Return the name of the exercise that a file is about, as its first line says.

    Raises SpecificationError if the first line says none.
    """
    try:
        found = _HEADING.match(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise SpecificationError(f"{file} cannot be read: {error}") from error
    if found is None:
        advice = 'its first line has to be like """Exercise stack-push: ...'
        raise SpecificationError(f"{file} is no exercise; {advice}")
    return found[1]


def read_text(exercise: Exercise, file: Path) -> LearnerText:
    """Return what the learner wrote.

    Raises UnreadableText, with the place, for what the notation does not have or what has no type.
    """
    source = file.read_text(encoding="utf-8")
    try:
        node = function_node(source, exercise.hole)
    except SyntaxError as error:
        raise UnreadableText(f"{file}:{error.lineno}: Python cannot read this: {error.msg}") from (
            error
        )
    if node is None:
        raise UnreadableText(f"{file}: there is no function {exercise.hole} any more; write it")
    for part in (part for statement in node.body for part in ast.walk(statement)):
        if isinstance(part, ast.Constant) and part.value is ...:
            raise UnreadableText(f"{file}:{part.lineno}: replace ... by your text")
    _refuse_other_names(exercise, file, source, node)
    try:
        module = module_at(str(file))
    except SpecificationError as error:
        raise UnreadableText(str(error)) from error
    last = node.end_lineno or node.lineno
    for finding in lint(module, is_searched=False):
        is_inside = node.lineno <= finding.line <= last
        if is_inside and finding.level is Level.ERROR and finding.kind is FindingKind.TYPES:
            advice = f"; {finding.advice}" if finding.advice else ""
            place = f"{finding.file}:{finding.line}:{finding.column}"
            raise UnreadableText(f"{place}: {finding.text}{advice}")
    return LearnerText(module, node, node.lineno, _others(exercise, source))


def can_be_read(exercise: Exercise, text: LearnerText, node: ast.FunctionDef) -> bool:
    """Whether the learner's file is of the notation with another text of the function in it."""
    lines = text.module.source.splitlines()
    if ast.get_docstring(node) is None and ast.get_docstring(text.node) is not None:
        node = copy.deepcopy(node)
        node.body.insert(0, text.node.body[0])
    lines[text.node.lineno - 1 : text.node.end_lineno] = ast.unparse(node).splitlines()
    with TemporaryDirectory(prefix="exercise-") as folder:
        file = Path(folder, "repaired.py")
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        sys.path.append(str(text.module.file.parent))  # where modules that it uses may be
        try:
            read_text(exercise, file)
        except UnreadableText:
            return False
        finally:
            sys.path.pop()
    return True


def _refuse_other_names(exercise: Exercise, file: Path, source: str, node: ast.FunctionDef) -> None:
    """Refuse another heading, and functions of the learner's own."""
    reference = function_node(exercise.module.source, exercise.hole)
    assert reference is not None
    due = ast.unparse(reference.args)
    if ast.unparse(node.args) != due:
        place = f"{file}:{node.lineno}"
        raise UnreadableText(f"{place}: the parameters of {exercise.hole} have to be ({due})")
    own = {each.name for each in exercise.module.functions}
    for each in ast.parse(source).body:
        if isinstance(each, ast.FunctionDef) and each.name not in own:
            advice = f"write it within {exercise.hole}; name = ... before return names a part"
            raise UnreadableText(f"{file}:{each.lineno}: {each.name} is a new function; {advice}")
    names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    known = vars(exercise.module.python)
    for each in ast.parse(source).body:
        if isinstance(each, ast.ImportFrom):
            for alias in each.names:
                if alias.name in names and alias.name not in known:
                    text = f"{alias.name} is not part of this exercise; write it with what is there"
                    raise UnreadableText(f"{file}:{each.lineno}: {text}")


def _others(exercise: Exercise, source: str) -> tuple[str, ...]:
    """Return the functions, but the hole, that are not as the author wrote them."""
    found = []
    for function in exercise.module.functions:
        own = function_node(source, function.name)
        reference = function_node(exercise.module.source, function.name)
        is_same = own and reference and ast.dump(own) == ast.dump(reference)
        if function.name != exercise.hole and not is_same:
            found.append(function.name)
    return tuple(found)
