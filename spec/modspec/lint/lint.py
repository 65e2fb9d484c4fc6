"""The lint: everything that is doubtful in one module, in the order of the text."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from modspec.lint.annotations import check_annotations
from modspec.lint.findings import Finding, FindingKind, Level, Progress, ignore_progress
from modspec.lint.inference import TypeInference
from modspec.lint.label_advice import check_label_names
from modspec.lint.own_objects import check_own_objects
from modspec.lint.repetition import check_repetition
from modspec.lint.search import Search
from modspec.lint.template import check_template
from modspec.lint.usage import check_usage
from modspec.syntax.expressions import Span
from modspec.syntax.module import Module
from modspec.syntax.rulebook import Rulebook


def lint(
    module: Module,
    rulebook: Rulebook | None = None,
    is_searched: bool = True,
    progress: Progress = ignore_progress,
) -> tuple[Finding, ...]:
    """Return what is doubtful in a module; labels are looked up in a rulebook if one is given.

    Unless ``is_searched``, the text is read only: no calls are made, and z3 is not asked. Without
    z3 nothing is said of conditions. ``progress`` is told how far the calls and z3 have come.
    """
    here = Path.cwd()
    file = module.file
    path = str(file.relative_to(here) if file.is_relative_to(here) else file)
    found: set[Finding] = set()

    def report(at: Span, level: Level, kind: FindingKind, text: str, advice: str) -> None:
        found.add(Finding(path, at.line, at.column + 1, level, kind, text, advice))

    check_annotations(module.source, module.python, report)
    if found:  # of what type a value is cannot be found out
        return tuple(sorted(found))
    inference = TypeInference(module, report)
    inference.check_constants()
    for function in module.functions:
        inference.check(function)
    if hasattr(module.python, "__all__"):  # else nothing is exported, so nothing is used
        check_usage(module, report)
    check_label_names(module, report)
    check_repetition(module, rulebook is not None, report)
    check_template(module, rulebook, report)
    check_own_objects(module, report)
    if is_searched and not any(each.kind is FindingKind.TYPES for each in found):
        Search(module, report, progress).run()  # what is of the wrong type cannot be evaluated
        if asks_about_conditions():
            from modspec.lint.conditions import check_conditions

            check_conditions(module, report, progress)
    return tuple(sorted(found, key=lambda each: (each.line, each.column, each.level, each.text)))


def asks_about_conditions() -> bool:
    """Whether z3 is installed, which decides whether conditions can be true and can be false."""
    return find_spec("z3") is not None
