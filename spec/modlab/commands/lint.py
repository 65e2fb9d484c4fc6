"""The command ``lint``: what is doubtful in a specification."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Final

import click

from modcheck.distribution import install_line
from modlab.commands.errors import Exit, Usage
from modlab.commands.exit_codes import CommandWithExitCodes
from modlab.commands.options import flag, option
from modlab.commands.progress import showing_progress
from modlab.commands.spec_argument import spec_of
from modlab.course import Course
from modlab.specification_file import specification_at
from modlab.streams import wrap_lines
from modspec import Rulebook, SpecificationError
from modspec.lint import Finding, Level, Progress, asks_about_conditions, findings_of_refusal, lint

_HELP: Final = """Look for what is doubtful in a module, and in others, SPEC.

It reads types, names and the sections of the template, and makes calls, from the initialisers on,
that may have no meaning or break the invariant. An error was seen to happen; a warning happens in a
state that the invariant allows. What is outside the notation is an error too, and then lint looks
for nothing else.
"""

_EXIT_CODES: Final = {
    Exit.CONFORMS: "nothing is wrong",
    Exit.DEVIATES: "there are errors or warnings",
    Exit.USAGE: "a SPEC cannot be read",
}

_WITHOUT_Z3: Final = (
    "note: z3 is not installed, so conditions that always or never hold are not looked for; "
    + install_line("verify")
)


def command(course: Course) -> click.Command:
    """Return the command for the default module of a course."""
    return CommandWithExitCodes(
        "lint",
        exit_codes=_EXIT_CODES,
        params=[
            click.Argument(["others"], metavar="[SPEC]...", type=spec_of(course), nargs=-1),
            flag("--hints", "Also show what could be better."),
            flag("--why", "Also say why each finding matters."),
            flag("--quick", "Read the text only: make no calls."),
            option(
                "--rules",
                "Look labels up in a rulebook.",
                metavar="PACKAGE.MODULE:BOOK",
                default=course.rulebook_place or None,
                show_default=True,
            ),
            flag("--json as_json", "Print the findings as JSON."),
        ],
        callback=lambda others, **how: run_lint((*dict.fromkeys((course.spec, *others)),), **how),
        help=_HELP,
    )


def run_lint(
    specs: tuple[str, ...], hints: bool, why: bool, quick: bool, rules: str | None, as_json: bool
) -> int:
    """Print what is doubtful in specifications; return the exit code."""
    rulebook = _rulebook(rules) if rules else None
    found: list[Finding] = []
    with showing_progress() as show:
        for spec in specs:
            found += _findings(spec, rulebook, quick, show)
    shown = [each for each in found if hints or each.level is not Level.HINT]
    if as_json:
        click.echo(json.dumps([_as_data(each) for each in shown], indent=2))
    else:
        for each in shown:
            click.echo(wrap_lines(_text(each, why), sys.stdout))
        summary = wrap_lines(_summary(specs, found, shown), sys.stderr if shown else sys.stdout)
        click.echo(summary, err=bool(shown))
    if not quick and not asks_about_conditions():
        click.echo(wrap_lines(_WITHOUT_Z3, sys.stderr), err=True)
    return Exit.DEVIATES if any(each.level is not Level.HINT for each in found) else Exit.CONFORMS


def _findings(
    spec: str, rulebook: Rulebook | None, quick: bool, show: Progress
) -> tuple[Finding, ...]:
    """Return what is doubtful in one specification, or what in it is outside the notation."""
    try:
        module = specification_at(spec)
    except SpecificationError as error:
        if not (found := findings_of_refusal(error)):
            raise Usage(str(error)) from error
        return found
    return lint(module, rulebook, is_searched=not quick, progress=show)


def _text(finding: Finding, why: bool) -> str:
    """Return a finding as lines: the place and what it is, what to write, and why it matters."""
    place = f"{finding.file}:{finding.line}:{finding.column}"
    head = f"{place}: {finding.level.name.lower()}: {finding.text} [{finding.kind.value}]"
    advice = f"\n    {finding.advice}" if finding.advice else ""
    reason = f"\n    {finding.reason}" if why else ""
    return f"{head}{advice}{reason}"


def _as_data(finding: Finding) -> dict[str, str | int]:
    return {
        "file": finding.file,
        "line": finding.line,
        "column": finding.column,
        "level": finding.level.name.lower(),
        "kind": finding.kind.value,
        "text": finding.text,
        "advice": finding.advice,
        "reason": finding.reason,
    }


def _summary(specs: tuple[str, ...], found: list[Finding], shown: list[Finding]) -> str:
    """Return the last line: how many findings of each level there are."""
    counts = {level: sum(each.level is level for each in found) for level in Level}
    words = [f"{count} {level.name.lower()}{'s' * (count != 1)}" for level, count in counts.items()]
    text = f"{', '.join(specs)}: {', '.join(words)}"
    return text if len(shown) == len(found) else f"{text}; --hints shows the hints"


def _rulebook(place: str) -> Rulebook:
    """Return the rulebook at ``package.module:NAME``."""
    module, _, name = place.partition(":")
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise Usage(f"--rules {place}: {error}; give it as package.module:RULES") from error
    if not isinstance(found, Rulebook):
        raise Usage(f"--rules {place} is no rulebook; give it as package.module:RULES")
    return found
