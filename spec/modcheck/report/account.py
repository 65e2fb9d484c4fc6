"""Accounts: the plain data from which all reports are made, at any time and in any place.

An account is a verdict in its JSON form, with each fault as the terminal shows it; or, where there
is no verdict, the reason why. Every report has the same entries: one for each rule that the module
states, and a last one, :data:`ANSWERS`, for what all rules rest on, such as that the program does
not crash.

Rules may be hidden, so that students do not tune their programs to the checker. A verdict gives a
hidden rule away by its faults, as a reason why others were not judged, and by what was exercised.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from modcheck.report.presentation import Presentation
from modcheck.report.text import fault_text
from modcheck.verdict.rule_status import Status, rules_stated
from modcheck.verdict.verdict import Fault, Verdict
from modcheck.verdict.verdict_json import VERSION, rule_json, to_json
from modspec.syntax.module import Module
from modspec.syntax.rulebook import Rulebook

ANSWERS: Final = "answers"
"""The id of the entry for faults that break no rule: a crash, a hang, an unlisted exception."""

ANSWERS_TEXT: Final = "Every call is answered, the answer makes sense, and nothing else is wrong."

UNTOLD: Final = "it could not be judged"
"""The reason why a rule was not judged, if the true reason names a hidden rule."""

_REVEALING: Final = ("phases", "exercised", "suggestion")
"""Members of a verdict that depend on how far the check came, or on all faults at once."""

_RULE_LISTS: Final = ("other_rules", "one_of", "given")
"""Members of a fault that list rules."""


# -- accounts --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Account:
    """The result of a check."""

    verdict: Mapping[str, Any]
    """The verdict in its JSON form; if there is none, one in which no rule could be judged."""

    texts: Sequence[str] = ()
    """Each fault of it as text."""

    failure: str = ""
    """Why there is no verdict, in a line; empty if there is one."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the entries."""
        return (*(rule["id"] for rule in self.verdict["rules"]), ANSWERS)


def presented_json(
    verdict: Verdict, rulebook: Rulebook, presentation: Presentation
) -> dict[str, Any]:
    """Return the verdict for programs; its games, states and witnesses are as people write them."""
    data = to_json(verdict, rulebook, presentation.as_json)
    for written, fault in zip(data["faults"], verdict.faults, strict=True):
        written["witness"] = {name: presentation.value(value) for name, value in fault.witness}
    return data


def account(
    verdict: Verdict, rulebook: Rulebook, presentation: Presentation, hidden: Collection[str] = ()
) -> Account:
    """Return the account of a verdict. Its texts name no hidden rule as an assumption."""
    return Account(
        presented_json(verdict, rulebook, presentation),
        tuple(
            fault_text(without_hidden(fault, hidden), rulebook, presentation)
            for fault in verdict.faults
        ),
    )


def account_of_failure(
    implementation: str, module: Module, rulebook: Rulebook, failure: str
) -> Account:
    """Return the account of an implementation that could not be judged, and why."""
    reason = f"the implementation could not be judged: {failure}"
    verdict = {
        "version": VERSION,
        "implementation": implementation,
        "module": module.name,
        "conforms": False,
        "rules": [
            rule_json(rule, rulebook[rule].text, Status.INCONCLUSIVE, reason)
            for rule in rules_stated(module, rulebook)
        ],
        "exercised": {"games": 0, "calls": 0},
        "faults": [],
    }
    return Account(verdict, (), failure)


# -- entries ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ReportEntry:
    """One rule, and whether an implementation follows it."""

    rule: str
    """The id of the rule, or :data:`ANSWERS`."""

    text: str
    """The rule in words."""

    status: Status

    reason: str = ""
    """Why the rule does not pass; empty if it passes."""

    faults: tuple[int, ...] = ()
    """Which faults of the verdict are about it, counted from 0."""


def entry_rules(module: Module, rulebook: Rulebook) -> tuple[str, ...]:
    """Return the ids of the entries that the reports on a module have."""
    return (*rules_stated(module, rulebook), ANSWERS)


def entries(verdict: Mapping[str, Any]) -> tuple[ReportEntry, ...]:
    """Return the entries of a verdict, in its JSON form."""
    rules, faults = verdict["rules"], verdict["faults"]
    known = {rule["id"] for rule in rules}
    of_rules = [
        ReportEntry(
            rule["id"],
            rule["text"],
            Status(rule["status"]),
            rule.get("reason", ""),
            tuple(n for n, fault in enumerate(faults) if fault["rule"] == rule["id"]),
        )
        for rule in rules
    ]
    about = tuple(n for n, fault in enumerate(faults) if fault["rule"] not in known)
    status, reason = Status.PASS, ""
    if about:
        first = faults[about[0]]
        status, reason = Status.FAIL, f"expected {first['expected']}, got {first['got']}"
    elif all(entry.status is not Status.PASS for entry in of_rules):
        open_rules = (each for each in of_rules if each.status is Status.INCONCLUSIVE)
        status = Status.INCONCLUSIVE
        reason = next((each.reason for each in open_rules), "there is no rule that passes")
    return (*of_rules, ReportEntry(ANSWERS, ANSWERS_TEXT, status, reason, about))


# -- what readers may not see ----------------------------------------------------------------------


def without_hidden(fault: Fault, hidden: Collection[str]) -> Fault:
    """Return a fault that names no hidden rule as its assumption."""
    return replace(fault, given=tuple(rule for rule in fault.given if rule not in hidden))


def visible(verdict: Mapping[str, Any], hidden: Collection[str]) -> dict[str, Any]:
    """Return a verdict, in its JSON form, without the hidden rules.

    Its member ``hidden`` is their number. It conforms if no fault is left. Without rules to hide it
    is the verdict itself.
    """
    found = dict(verdict)
    named = {rule["id"] for rule in verdict["rules"]} | {f["rule"] for f in verdict["faults"]}
    untold = named & set(hidden)
    if not untold:
        return found
    for key in _REVEALING:
        found.pop(key, None)
    found["rules"] = [
        {**rule, "reason": UNTOLD}
        if rule["status"] == Status.INCONCLUSIVE and any(name in rule["reason"] for name in hidden)
        else dict(rule)
        for rule in verdict["rules"]
        if rule["id"] not in hidden
    ]
    found["faults"] = [
        {**fault}
        | {key: [r for r in fault[key] if r not in hidden] for key in _RULE_LISTS if key in fault}
        for fault in verdict["faults"]
        if fault["rule"] not in hidden
    ]
    found["conforms"] = not found["faults"]
    found["hidden"] = len(untold)
    return found


_FORBIDDEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters, but for tabs and ends of lines
    "\u200e\u200f\u202a-\u202e\u2066-\u2069"  # what reverses the direction of the words around it
    "\ud800-\udfff\ufffe\uffff]"  # what is no character
)


def printable(text: str) -> str:
    """Return the text with a mark in place of every character that files must not have."""
    return _FORBIDDEN.sub("\ufffd", text)
