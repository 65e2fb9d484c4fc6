"""The method of printed pages: each formula is read back, and has to mean what is run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from othello_proofs.evidence.method import ClaimFinding, ClaimVerdict, Method, Questions
from othello_proofs.obligations.printed_formulas import (
    FORMS,
    number_of_functions,
    printed_clauses,
)
from othello_spec import MODULES, module

_SHOWN: Final = 3
"""How many formulas that are read otherwise are shown."""


class PrintedPages(Method):
    """Reads the formulas of every module's page."""

    name = "print"
    title = "page"
    shows = (
        "Each formula on the page of a module, read by the rules of the notation alone, is the"
        " formula that is run and proved: on one line, in narrow lines, and as a browser shows it."
    )
    does_not_show = (
        "That the formula is the right one. Labels are looked at by the figures; whether a name"
        " is a parameter or a constant, and of which type a tuple is, the formula does not say."
    )

    def units(self, quick: bool) -> Sequence[str]:
        """Each module."""
        del quick
        return MODULES

    def about(self, unit: str, quick: bool) -> Sequence[str]:
        """The page of the module."""
        del quick
        return (f"print.{unit}",)

    def sources(self, unit: str, claim: str) -> Sequence[str]:
        """Return the module."""
        del claim
        return (module(unit).python_name,)

    def questions(self, unit: str, claim: str, quick: bool) -> Questions:
        """Return how many formulas are read, at least: one of each function, in each form."""
        del claim, quick
        return Questions(number_of_functions(module(unit)) * FORMS)

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        """Read every formula of a module's page."""
        del quick
        clauses = list(printed_clauses(module(unit)))
        wrong = [complaint for clause in clauses if (complaint := clause.complaint())]
        verdict = ClaimVerdict.FAILS if wrong else ClaimVerdict.HOLDS
        tried = "all formulas of the page, in three forms"
        detail = "\n".join(wrong[:_SHOWN])
        yield ClaimFinding(f"print.{unit}", verdict, len(clauses) * FORMS, tried, detail)
