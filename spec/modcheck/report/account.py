"""Accounts: what a check came to, as plain data from which all reports can be made.

It is a verdict in its JSON form, with a text for each fault as the terminal shows it; or, where there is no verdict,
why there is none.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from modcheck.report.entries import ANSWERS
from modcheck.report.text import Presentation, fault_text
from modcheck.verdict.rule_status import rules_stated
from modcheck.verdict.verdict import Verdict
from modcheck.verdict.verdict_json import VERSION, to_json
from modspec.syntax.module import Module
from modspec.syntax.rulebook import Rulebook


@dataclass(frozen=True)
class Account:
    """What a check came to."""

    verdict: Mapping[str, Any]
    """The verdict in its JSON form; if there is none, the like of one, in which no rule could be judged."""

    texts: Sequence[str] = ()
    """Each fault of it as text."""

    failure: str = ""
    """Why there is no verdict, in a line; empty if there is one."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of a report's entries."""
        return (*(rule["id"] for rule in self.verdict["rules"]), ANSWERS)


def account(
    verdict: Verdict, rulebook: Rulebook, presentation: Presentation, hidden: Collection[str] = ()
) -> Account:
    """The account of a verdict. The texts name none of the hidden rules as the reason of another's fault."""
    shown = [
        replace(fault, given=tuple(rule for rule in fault.given if rule not in hidden))
        for fault in verdict.faults
    ]
    return Account(
        to_json(verdict, rulebook, presentation.as_json),
        tuple(fault_text(fault, rulebook, presentation) for fault in shown),
    )


def account_of_failure(
    implementation: str, module: Module, rulebook: Rulebook, failure: str
) -> Account:
    """The account of an implementation that could not be judged, and why: nothing counts as held."""
    reason = f"the implementation could not be judged: {failure}"
    verdict = {
        "version": VERSION,
        "implementation": implementation,
        "module": module.name,
        "conforms": False,
        "rules": [
            {"id": rule, "text": rulebook[rule].text, "held": None, "reason": reason}
            for rule in rules_stated(module, rulebook)
        ],
        "exercised": {"games": 0, "calls": 0},
        "faults": [],
    }
    return Account(verdict, (), failure)
