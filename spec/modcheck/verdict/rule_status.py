"""Standing: for each rule of a specification whether an implementation was seen to hold it.

A rule is broken if a fault says so. It is held if access programs that state it were called, and nothing deviated.
Else nobody knows, and the reason is told: no earlier fault, and nothing that is not offered, ever counts as held.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from modcheck.system.support import Support
from modcheck.testing.coverage import Coverage
from modspec.run.machine import FAILED_CALL, QUERIES_PURE
from modspec.syntax.declaration import declare
from modspec.syntax.expressions import walk
from modspec.syntax.module import Clause, Module
from modspec.syntax.relations import reachable, reachable_from, rules_cited, variables_read
from modspec.syntax.rulebook import Rulebook


@dataclass(frozen=True)
class RuleStatus:
    """One rule, and how an implementation stands to it."""

    rule: str
    held: bool | None
    """None if it could not be judged."""

    reason: str = ""
    """Why it could not be judged."""


def rules_stated(module: Module, rulebook: Rulebook) -> dict[str, tuple[str, ...]]:
    """The rules that a module's access programs state, in the rulebook's order, and which of them do.

    An access program states what its clauses cite, and what the functions cite that these apply; and besides the
    rules of the notation: that a call which raises, or asks, changes nothing.
    """
    cited = _citations(module.python_name)
    meant = {function.name: reachable([function]) for function in module.access_programs}
    found = {
        rule.id: tuple(
            name for name, applied in meant.items() if cited.get(rule.id, frozenset()) & applied
        )
        for rule in rulebook
    }
    transitions = [f.name for f in module.access_programs if f.is_transition and f.raises]
    queries = [f.name for f in module.access_programs if not f.is_transition]
    found |= {
        rule: tuple(programs)
        for rule, programs in ((FAILED_CALL, transitions), (QUERIES_PURE, queries))
        if rule in rulebook
    }
    return {rule: programs for rule, programs in found.items() if programs}


def rule_statuses(
    module: Module,
    rulebook: Rulebook,
    offer: Support,
    tally: Coverage,
    broken: frozenset[str] = frozenset(),
    blocked: Mapping[str, str] | None = None,
    unseen: Mapping[str, str] | None = None,
) -> tuple[RuleStatus, ...]:
    """How an implementation stands to each rule.

    ``broken`` are the rules that faults name; ``blocked`` the access programs of which an earlier fault kept the
    checker from telling more, each with the reason; ``unseen`` the rules that only show in an event that did not happen.
    """
    blocked, unseen = blocked or {}, unseen or {}
    found = []
    for rule, programs in rules_stated(module, rulebook).items():
        judged = [name for name in programs if tally.routines[name] and name not in blocked]
        if rule in broken:
            found.append(RuleStatus(rule, held=False))
        elif judged and rule in unseen:
            found.append(
                RuleStatus(rule, None, f"no game that could be judged came to {unseen[rule]}")
            )
        elif judged and (hidden := _hidden(rule, judged, module, offer)):
            found.append(RuleStatus(rule, None, hidden))
        elif judged:
            found.append(RuleStatus(rule, held=True))
        else:
            found.append(RuleStatus(rule, None, _why_not(programs, offer, blocked)))
    return tuple(found)


def _hidden(rule: str, programs: list[str], module: Module, offer: Support) -> str:
    """Why nothing is seen of a rule although access programs that state it are called; empty if something is.

    What an initialiser does is seen only by what reads the state; and without any transition from it there is but one.
    """
    begins = {function.name for function in module.initializers}
    checked = [f for f in module.access_programs if f.name in offer.checked]
    if set(programs) <= begins:
        seen = frozenset().union(*(variables_read(f) for f in checked if f.state))
        given = {a.variable for f in module.initializers for a in f.transition if cites(a, rule)}
        return "" if given & seen else "nothing that it offers shows the state"
    goes_on = [f.name for f in module.access_programs if f.is_transition and f.state]
    if goes_on and not set(goes_on) & offer.checked:
        return f"without {' or '.join(goes_on)} only the beginning of a game is seen"
    return ""


def cites(clause: Clause, rule: str) -> bool:
    """Whether a clause, or a function that it applies, states a rule."""
    applied = (declare(module)[name].clauses() for module, name in reachable_from([clause]))
    return any(
        rule in each.rules or any(rule in part.rules for part in walk(each.value))
        for each in (clause, *(inner for clauses in applied for inner in clauses))
    )


def _why_not(programs: tuple[str, ...], offer: Support, blocked: Mapping[str, str]) -> str:
    """Why a rule that these access programs state was not judged."""
    for name in programs:
        if name in blocked:
            return blocked[name]
    missing = [name for name in programs if name in offer.unchecked]
    if len(missing) == len(programs):
        return offer.unchecked[missing[0]]
    return "nothing that was called depends on it"


def _citations(python_name: str) -> dict[str, frozenset[tuple[str, str]]]:
    """For each rule the functions that cite it, in the module and those it uses."""
    module = declare(python_name)
    found: dict[str, frozenset[tuple[str, str]]] = {}
    for use in module.uses:
        for rule, holders in _citations(use.module).items():
            found[rule] = found.get(rule, frozenset()) | holders
    for rule, cited in rules_cited(module).items():
        holders = frozenset((python_name, declared.name) for declared, _ in cited)
        found[rule] = found.get(rule, frozenset()) | holders
    return found
