"""The command ``prove``: what a module claims of itself, for all values where that can be shown."""

from __future__ import annotations

import sys
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import partial
from typing import TYPE_CHECKING, Final

import click

from modcheck.distribution import install_line
from modlab.commands.errors import Exit, Infrastructure, Usage
from modlab.commands.exit_codes import CommandWithExitCodes
from modlab.commands.options import flag
from modlab.commands.progress import showing_progress
from modlab.course import Course
from modlab.streams import width_of
from modspec import Module
from modspec.explain.text import fact_of_case
from modspec.run.plain import plain

if TYPE_CHECKING:  # it needs z3, which is not installed everywhere
    from modspec.prove.module_claims import ClaimResult, ModuleClaim, ModuleProver

_HELP: Final = """Prove the theorems of a module, or that its invariant is kept.

Of a module with access programs: each call has a value, wherever it is assumed to be made; what
begins establishes the invariant, as does what yields an object, and every transition keeps it. A
module without a state whose access programs all yield truth values states theorems: each is true of
all values that meet its assumptions.

A claim is proved for all values by z3. Where the text needs what z3 has no value for, such as a
sequence of any length, the claim is tried in the states that calls reach, and the line says so.
"""

_EXIT_CODES: Final = {
    Exit.CONFORMS: "no counterexample was found",
    Exit.DEVIATES: "there is one, a claim is about nothing or, with --strict, one is only tried",
    Exit.USAGE: "the module cannot be read",
}

_SIGNS: Final = {
    "proved": "✓", "tried": "~", "refuted": "✗", "not proved": "?", "about nothing": "?",
}  # fmt: skip

_LONGEST: Final = 400
"""The characters of a value that are shown at most."""


def command(course: Course) -> click.Command:
    """Return the command for the default module of a course."""
    return CommandWithExitCodes(
        "prove",
        exit_codes=_EXIT_CODES,
        params=options(),
        callback=partial(prove_specification, course),
        help=_HELP,
    )


def options() -> list[click.Parameter]:
    """Return the options of a proof."""
    return [
        click.Option(
            ["--only"],
            multiple=True,
            metavar="NAME",
            help="Look at this function only, or those of a pattern such as 'is_*'; "
            "may be repeated.",
        ),
        flag("--strict", "Fail if a claim is tried and not proved."),
    ]


def prove_specification(course: Course, only: tuple[str, ...], strict: bool) -> int:
    """Print what came of each claim of the default module; return the exit code."""
    module, results, width = course.specification, [], width_of(sys.stdout)
    claims, prover = _claims(module, only)
    longest = max(len(claim.text) for claim in claims)
    with showing_progress("prove") as progress:
        for number, claim in enumerate(claims):
            progress(f"claims; {claim.text}", number, len(claims))
            results.append(prover.result(claim))
            for line in _lines(results[-1], longest, width):
                progress.echo(line)
    counts = Counter(result.standing.value for result in results)
    click.echo("\n" + ", ".join(f"{counts[each]} {each}" for each in _SIGNS if counts[each]))
    if limits := _notes(results, "proved"):
        click.echo(textwrap.fill(f"all values where {limits}", width))
    if reasons := _notes(results, "tried"):
        click.echo(textwrap.fill(f"tried only, since {reasons}", width))
    good = {"proved"} if strict else {"proved", "tried"}
    return Exit.CONFORMS if counts.keys() <= good else Exit.DEVIATES


def _claims(module: Module, only: tuple[str, ...]) -> tuple[Sequence[ModuleClaim], ModuleProver]:
    """Return the claims about the functions that are asked for, and what proves them."""
    try:
        from modspec.prove.module_claims import ModuleProver, module_claims
    except ModuleNotFoundError as error:
        raise Infrastructure(
            f"there is no Python package {error.name}; {install_line('verify')}"
        ) from error
    claims = [
        claim
        for claim in module_claims(module)
        if not only or any(fnmatchcase(claim.function.name, pattern) for pattern in only)
    ]
    if not claims:
        names = ", ".join(each.name for each in module.access_programs) or "nothing"
        raise Usage(f"--only {' '.join(only)}: {module.name} exports {names}")
    return claims, ModuleProver(module)


def _lines(result: ClaimResult, longest: int, width: int) -> Iterator[str]:
    """Yield the line of a claim, of which the longest is so long; below it the counterexample."""
    standing = result.standing.value
    line = f"{_SIGNS[standing]} {result.claim.text:<{longest}}  {standing}"
    if result.over:
        line += f": {result.over}"
    yield line.rstrip()
    if result.over:
        return
    details = [result.note] if result.note else []
    if result.values:
        details += [f"{name} = {plain(value, _LONGEST)}" for name, value in result.values.items()]
    if standing == "not proved":
        details.append("The invariant allows this state, and no call was seen to lead to it.")
    if result.explanation is not None:
        text, rules = fact_of_case(result.explanation, plain)
        details.append(f"since {text}{''.join(f' [{rule}]' for rule in rules)}")
    for detail in details:
        yield textwrap.fill(
            detail, width, initial_indent="    ", subsequent_indent="      ",
            break_on_hyphens=False,
        )  # fmt: skip


def _notes(results: list[ClaimResult], standing: str) -> str:
    """Return what the claims of one standing take for granted, or why they were only tried."""
    notes = (each.note for each in results if each.standing.value == standing)
    return "; ".join(dict.fromkeys(note for note in notes if note))
