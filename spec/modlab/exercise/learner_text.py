"""Learner's text: the file that a learner opens and edits, made from a module, and read again."""

from __future__ import annotations

import ast
import copy
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from modlab.exercise.exercise import Exercise
from modlab.exercise.usual_python import usual_python
from modlab.specification_file import EXERCISE
from modspec import Module, SpecificationError
from modspec.lint import Level, lint
from modspec.lint.findings import FindingKind
from modspec.syntax.declaration import declare
from modspec.syntax.module import Function
from modspec.syntax.places import module_at
from modspec.syntax.relations import reachable

OFFER: Final = "# You may use these functions. Only their meaning is shown."


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


def text_with_hole(exercise: Exercise, option: str = "") -> str:
    """Return the file in which a learner begins, with ``...`` for the function to write.

    It has the module's types, constants and exceptions, and of other functions only the headings
    and what they mean: their texts may be what other exercises ask for. ``option`` is what the
    command needs to find the exercise.
    """
    source, offered = exercise.module.source, offered_functions(exercise)
    tree, lines = ast.parse(source), source.splitlines()
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    hole = "\n".join([*_heading(lines, functions[exercise.hole]), "    return ..."])
    if exercise.is_question:
        shown = ["\n".join(_lines(lines, functions[name])) for name in offered]
        parts = [*shown, hole]
    else:
        shown = ["\n".join(_meaning(lines, functions[name])) for name in offered]
        others = "\n".join(names_of_others(exercise.module))
        parts = [hole, *([others] if others else []), *([OFFER] if shown else []), *shown]
    head = [
        f'"""Exercise {exercise.name}: {exercise.title}',
        "",
        *textwrap.wrap(exercise.task, 78),
        "",
        f"Write your text in place of ... in {exercise.hole},",
        "at line LINE. Then ask:",
        f"    modspec exercise {option}THIS_FILE",
        '"""',
    ]
    declared = _declarations(tree, lines, {*offered, exercise.hole})
    text = "\n\n\n".join(["\n".join([*head, declared]), *parts]) + "\n"
    line = text.splitlines().index("    return ...") + 1
    return text.replace("at line LINE", f"at line {line}", 1)


def offered_functions(exercise: Exercise) -> list[str]:
    """Return the functions of the module that a learner may use, in the order of the module.

    They are those that the reference uses, directly or not, those that the list of exercises
    offers, and of a module with a state the observers. None of them uses the function to write.
    """
    module, hole = exercise.module, exercise.reference
    used = {name for place, name in reachable([hole]) if place == module.python_name}
    used |= {*exercise.offer}
    found = []
    for function in module.functions:
        is_observer = function in module.access_programs and not function.is_transition
        if function.name in used or (module.state is not None and is_observer):
            below = {name for _, name in reachable([function])}
            if function.name != hole.name and hole.name not in below:
                found.append(function.name)
    return found


def _lines(lines: list[str], node: ast.stmt) -> list[str]:
    return lines[node.lineno - 1 : node.end_lineno]


def _heading(lines: list[str], node: ast.FunctionDef) -> list[str]:
    """Return the lines of a function before its text: what it takes, yields and means."""
    first = node.body[0]
    last = first.end_lineno if ast.get_docstring(node) is not None else first.lineno - 1
    return lines[node.lineno - 1 : last]


def _meaning(lines: list[str], node: ast.FunctionDef) -> list[str]:
    """Return what is shown of a function whose text is not: its heading and what it assumes."""
    assumed = [each for each in node.body if isinstance(each, ast.Assert)]
    below = [line for each in assumed for line in _lines(lines, each)]
    return [*_heading(lines, node), *below, "    ..."]


def names_of_others(module: Module) -> Iterator[str]:
    """Yield comments that say what the names mean that a module takes from others."""
    for use in module.uses:
        other = declare(use.module)
        named = {each.name: each.text for each in (*other.constants, *other.types)}
        for function in other.functions:
            parameters = ", ".join(each.name for each in function.parameters)
            state = f"{function.state}, " if function.state and parameters else function.state
            named[function.name] = f"{function.text}|({state or ''}{parameters})"
        known = [name for name in use.names if name in named]
        if known:
            yield f"# From {other.name}:"
        for name in known:
            text, _, heading = named[name].partition("|")
            sentence = " ".join(text.split("\n\n")[0].split())
            yield from textwrap.wrap(
                f"{name}{heading}: {sentence}",
                78,
                initial_indent="#   ",
                subsequent_indent="#     ",
            )


def _is_stub(node: ast.FunctionDef) -> bool:
    """Whether only the meaning of a function stands there."""
    match node.body[-1]:
        case ast.Expr(ast.Constant(value=value)):
            return value is ...
    return False


def _declarations(tree: ast.Module, lines: list[str], functions: set[str]) -> str:
    """Return the text of a module without its functions; of these, it exports the given ones."""
    own = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    kept: list[str] = []
    last = tree.body[0].end_lineno or 0
    for node in tree.body[1:]:
        if not isinstance(node, ast.FunctionDef):
            text = _lines(lines, node)
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
                names = ast.literal_eval(node.value)
                exported = [name for name in names if name not in own or name in functions]
                text = ["__all__ = [", *(f'    "{name}",' for name in exported), "]"]
            kept += [*(line for line in lines[last : node.lineno - 1] if not line), *text]
        last = node.end_lineno or last
    return "\n".join(kept)


def exercise_name(file: Path) -> str:
    """Return the name of the exercise that a file is about, as its first line says.

    Raises SpecificationError if the first line says none.
    """
    try:
        found = EXERCISE.match(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SpecificationError(f"{file} cannot be read: {reason}") from error
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
    for part, advice in usual_python(node, exercise.module):
        line, column = getattr(part, "lineno", node.lineno), getattr(part, "col_offset", 0)
        raise UnreadableText(f"{file}:{line}:{column + 1}: {advice}")
    _refuse_other_names(exercise, file, source, node)
    with _module_of(exercise, file, _with_authors_functions(exercise, source)) as (module, place):
        try:
            last = node.end_lineno or node.lineno
            for finding in lint(module(), is_searched=False):
                is_inside = node.lineno <= finding.line <= last
                is_error = finding.level is Level.ERROR and finding.kind is FindingKind.TYPES
                if is_inside and is_error:
                    advice = f"; {finding.advice}" if finding.advice else ""
                    where = f"{finding.file}:{finding.line}:{finding.column}"
                    raise UnreadableText(f"{where}: {finding.text}{advice}")
            return LearnerText(module(), node, node.lineno, _others(exercise, source))
        except (SpecificationError, UnreadableText) as error:
            raise UnreadableText(str(error).replace(place, str(file))) from error


@contextmanager
def _module_of(
    exercise: Exercise, file: Path, source: str
) -> Iterator[tuple[Callable[[], Module], str]]:
    """Yield what declares a text as a module, and the path by which messages name it."""
    with TemporaryDirectory(prefix="exercise-", ignore_cleanup_errors=True) as folder:
        copied = Path(folder, file.name)
        copied.write_text(source, encoding="utf-8")
        # modules that the text uses may stand beside the reference, or beside the learner's file
        beside = [str(exercise.module.file.parent), str(file.parent)]
        sys.path += beside
        try:
            yield partial(module_at, str(copied)), str(copied)
        finally:
            for each in beside:
                sys.path.remove(each)


def _with_authors_functions(exercise: Exercise, source: str) -> str:
    """Return a learner's text with the author's functions where only their meaning stands."""
    lines, due = source.splitlines(), exercise.module.source
    for node in reversed(ast.parse(source).body):
        if isinstance(node, ast.FunctionDef) and node.name != exercise.hole and _is_stub(node):
            author = function_node(due, node.name)
            if author is not None:
                lines[node.lineno - 1 : node.end_lineno] = _lines(due.splitlines(), author)
    return "\n".join(lines) + "\n"


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
        try:
            read_text(exercise, file)
        except UnreadableText:
            return False
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
    written = {each.name: each for each in ast.parse(source).body if type(each) is ast.FunctionDef}
    for name in written.keys() - own:
        advice = f"write it within {exercise.hole}; name = ... before return names a part"
        place = f"{file}:{written[name].lineno}"
        raise UnreadableText(f"{place}: {name} is a new function; {advice}")
    parts = [part for part in ast.walk(node) if isinstance(part, ast.Name)]
    for part in parts:
        if part.id in own and exercise.is_question:
            advice = f"write the value that the call of {part.id} yields, not the call"
            raise UnreadableText(f"{file}:{part.lineno}: {advice}")
        if part.id in own and part.id not in written:
            text = f"{part.id} is not part of this exercise; write it with what is there"
            raise UnreadableText(f"{file}:{part.lineno}: {text}")
    names = {part.id for part in parts}
    known = vars(exercise.module.python)
    for each in ast.parse(source).body:
        if isinstance(each, ast.ImportFrom):
            for alias in each.names:
                if alias.name in names and alias.name not in known:
                    text = f"{alias.name} is not part of this exercise; write it with what is there"
                    raise UnreadableText(f"{file}:{each.lineno}: {text}")


def _others(exercise: Exercise, source: str) -> tuple[str, ...]:
    """Return the functions, but the hole, that are not as they stood in the learner's file."""
    begun, found = text_with_hole(exercise), []
    for function in exercise.module.functions:
        own, given = function_node(source, function.name), function_node(begun, function.name)
        is_same = own is None or (given is not None and ast.dump(own) == ast.dump(given))
        if function.name != exercise.hole and not is_same:
            found.append(function.name)
    return tuple(found)
