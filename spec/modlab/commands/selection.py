"""Selection: the part of a verdict that is about some rules only."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from modcheck.near import near_match
from modcheck.report.account import ANSWERS
from modcheck.verdict.verdict import Verdict
from modlab.commands.errors import Usage


def demand_rules(named: Collection[str], known: Sequence[str]) -> None:
    """Raise Usage if a name is not among the known ids of rules."""
    for name in named:
        if name not in known:
            raise Usage(f"--only {name}: there is no such rule; {near_match(name, known, 'rule')}")


def select_rules(verdict: Verdict, named: Collection[str]) -> Verdict:
    """Return the verdict on some rules: their statuses, and the faults that break them.

    ``answers`` stands for the faults that break no rule of the module, as in the reports.
    """
    rules = {rule.rule for rule in verdict.rules}
    return replace(
        verdict,
        rules=tuple(rule for rule in verdict.rules if rule.rule in named),
        faults=tuple(
            fault
            for fault in verdict.faults
            if fault.rule in named or (ANSWERS in named and fault.rule not in rules)
        ),
        suggestion=None,
    )
