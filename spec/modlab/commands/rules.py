"""The command ``rules``: what a program is judged by, each rule with its sources."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from functools import partial

import click

from modcheck.near import near_match
from modcheck.report.fields import NOTATION, sources_text
from modcheck.verdict.rule_status import notation_rules, rules_stated
from modlab.commands.errors import Usage
from modlab.course import Course
from modlab.streams import width_of
from modspec.syntax.module import Module
from modspec.syntax.rulebook import Rule, Rulebook

_HELP = """Print the rules that a verdict names: what each says, and where that is written.

Without RULE, these are the rules that programs for the module are judged by.
"""
_INDENT = "    "


def command(course: Course) -> click.Command:
    """Return the command for the rules of a course."""
    parameters: list[click.Parameter] = [
        click.Argument(["names"], metavar="[RULE]...", nargs=-1),
    ]
    return click.Command("rules", params=parameters, callback=partial(run, course), help=_HELP)


def run(course: Course, names: tuple[str, ...]) -> None:
    """Print rules, those that are named, or all of a module."""
    module = course.module(course.default_module)
    book = _with_notation(course.rulebook, module)
    if unknown := next((name for name in names if name not in book), None):
        raise Usage(
            f"no rule {unknown!r}; {near_match(unknown, [rule.id for rule in book], 'rule')}"
        )
    stated = names or rules_stated(module, book)
    click.echo("\n\n".join("\n".join(_lines(book[name], book)) for name in stated))


def _with_notation(book: Rulebook, module: Module) -> Rulebook:
    """Return a rulebook that also has the rules of the notation: a verdict names them, too."""
    lacking = [
        Rule(rule, NOTATION[rule], ()) for rule in notation_rules(module) if rule not in book
    ]
    return Rulebook(book.sources, (*book.rules, *lacking))


def _lines(rule: Rule, book: Rulebook) -> Iterator[str]:
    """Yield a rule: its id, what it says, and where that is written."""
    yield rule.id
    written = f"Stated in {sources_text(book, rule.id)}." if rule.sources else ""
    for text in filter(None, (rule.text, rule.scope, written)):
        yield from textwrap.wrap(
            text,
            width_of(sys.stdout),
            initial_indent=_INDENT,
            subsequent_indent=_INDENT,
            break_on_hyphens=False,
        )
