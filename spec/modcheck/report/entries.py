"""Entries: the lines that every report has, one for each rule, the same for all implementations of a module.

The last entry is no rule of the sources, but what all of them rest on: that there are answers, and that they make
sense. A crash, a hang and an exception that nobody listed are to be found there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

from modcheck.verdict.rule_status import rules_stated
from modspec.syntax.module import Module
from modspec.syntax.rulebook import Rulebook

ANSWERS: Final = "answers"
"""The id of the entry for what is wrong and no matter of a rule."""

ANSWERS_TEXT: Final = "Every call is answered, the answer makes sense, and nothing else is wrong."


@dataclass(frozen=True)
class ReportEntry:
    """One rule, and how an implementation stands to it."""

    rule: str
    """The id of the rule, or :data:`ANSWERS`."""

    text: str
    """The rule in words."""

    held: bool | None
    """None if it could not be judged: this never counts as held."""

    reason: str = ""
    """Why it could not be judged."""

    faults: tuple[int, ...] = ()
    """Which faults of the verdict are about it, counted from 0."""


def entry_rules(module: Module, rulebook: Rulebook) -> tuple[str, ...]:
    """Return the names of a report's entries: the rules that a module states, and :data:`ANSWERS`."""
    return (*rules_stated(module, rulebook), ANSWERS)


def entries(verdict: Mapping[str, Any]) -> tuple[ReportEntry, ...]:
    """The entries of a verdict, in its JSON form."""
    return (*_of_rules(verdict), _answers(verdict))


def _of_rules(verdict: Mapping[str, Any]) -> Iterator[ReportEntry]:
    for rule in verdict["rules"]:
        yield ReportEntry(
            rule["id"],
            rule["text"],
            rule["held"],
            rule.get("reason", ""),
            _faults(verdict, rule["id"]),
        )


def _answers(verdict: Mapping[str, Any]) -> ReportEntry:
    known = {rule["id"] for rule in verdict["rules"]}
    about = tuple(n for n, f in enumerate(verdict["faults"]) if f["rule"] not in known)
    if about:
        return ReportEntry(ANSWERS, ANSWERS_TEXT, False, "", about)
    if all(rule["held"] is None for rule in verdict["rules"]):
        why = next((rule["reason"] for rule in verdict["rules"]), "there is no rule to judge")
        return ReportEntry(ANSWERS, ANSWERS_TEXT, None, why)
    return ReportEntry(ANSWERS, ANSWERS_TEXT, True)


def _faults(verdict: Mapping[str, Any], rule: str) -> tuple[int, ...]:
    return tuple(n for n, fault in enumerate(verdict["faults"]) if fault["rule"] == rule)


def unknown(names: Collection[str], known: Collection[str]) -> str:
    """Why the first name that is not known is none, with those that come near; empty if all are known."""
    for name in names:
        if name not in known:
            near = get_close_matches(name, known)
            there = (
                f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(known)}"
            )
            return f"no rule {name[:80]!r}; {there}"
    return ""
