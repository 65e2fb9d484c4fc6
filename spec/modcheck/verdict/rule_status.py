"""Rule status: for each rule of a specification whether an implementation follows it.

A rule fails if a fault breaks it. A pass is earned: each mutant of the rule was contradicted by a
right reply of this program, each exception of the rule was due, the coverage goals of the rule were
met, and no unexplained mismatch concerns it. Otherwise the rule is inconclusive, and the reason
says what would not have been seen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from modcheck.judging.pass_conditions import PassConditions
from modcheck.testing.derive import NOT_OFFERED, Support
from modcheck.testing.runner import Coverage
from modcheck.testing.test_model import TestModel
from modspec.run.machine import FAILED_CALL, QUERIES_PURE
from modspec.syntax.declaration import declare
from modspec.syntax.expressions import walk
from modspec.syntax.module import Clause, Module
from modspec.syntax.relations import reachable, reachable_from, rules_cited, variables_read
from modspec.syntax.rulebook import Rulebook


class Status(StrEnum):
    """The status of one rule, by the words of ISO 9646."""

    PASS = "pass"
    """The implementation follows the rule, as far as it was tested."""

    FAIL = "fail"
    """A fault breaks the rule."""

    INCONCLUSIVE = "inconclusive"
    """The rule could not be judged. It is no pass: it earns no points."""


@dataclass(frozen=True)
class RuleStatus:
    """Whether an implementation follows one rule."""

    rule: str
    status: Status
    reason: str = ""
    """Why the rule does not pass, in a few words; empty if it passes."""


def rules_stated(module: Module, rulebook: Rulebook) -> dict[str, tuple[str, ...]]:
    """Return the rules that a module's access programs state, and which of them state each.

    An access program states the rules that its clauses cite, and those that the functions cite
    which these apply. Besides, it states the rules of the notation: a call that raises, or a query,
    changes nothing. The order is the rulebook's.
    """
    cited = _citations(module.python_name)
    applied = {function.name: reachable([function]) for function in module.access_programs}
    found = {
        rule.id: tuple(name for name, functions in applied.items() if cited[rule.id] & functions)
        for rule in rulebook
    }
    found |= {
        rule: programs for rule, programs in notation_rules(module).items() if rule in rulebook
    }
    return {rule: programs for rule, programs in found.items() if programs}


def notation_rules(module: Module) -> dict[str, tuple[str, ...]]:
    """Return the rules of the notation that concern a module, and which access programs."""
    programs = module.access_programs
    found = {
        FAILED_CALL: tuple(f.name for f in programs if f.is_transition and f.raises),
        QUERIES_PURE: tuple(f.name for f in programs if not f.is_transition),
    }
    return {rule: names for rule, names in found.items() if names}


def rule_statuses(
    model: TestModel,
    support: Support,
    conditions: PassConditions,
    broken: Mapping[str, str],
    untested: Mapping[str, str],
    why_not_all: str = "",
) -> tuple[RuleStatus, ...]:
    """Return the status of each rule.

    ``broken`` are the rules that faults break, each with the fault in a few words; ``untested`` the
    rules that too few calls are made for, each with the reason. ``why_not_all`` is why not all
    stages were played, if they were not: then no rule passes.

    A rule passes if the program was asked what the rule is about, by each access program whose own
    clauses cite the rule, if each exception that these raise by the rule was due, if every mutant
    of its clauses was contradicted by a right reply, and if no unexplained mismatch concerns it.
    """
    module, coverage = model.module, conditions.coverage
    cited = rules_cited(module)
    doubtful = conditions.doubtful_rules()
    mutants: dict[str, list[int]] = {}
    for number, mutant in enumerate(conditions.candidates):
        for rule in mutant.rules if mutant.function in support.unchecked else mutant.rules[:1]:
            mutants.setdefault(rule, []).append(number)

    def why_not(rule: str, programs: tuple[str, ...]) -> str:
        if rule in untested or why_not_all:
            return untested.get(rule, why_not_all)
        judged = [name for name in programs if coverage.routines[name]]
        if not judged:
            return _why_not_judged(programs, support)
        for function, _ in cited.get(rule, ()):
            if function.name in support.unchecked:
                return _why_unchecked(function.name, support)
        if unobservable := _why_unobservable(rule, judged, module, support):
            return unobservable
        if rule in doubtful:
            return f"wrong replies of {doubtful[rule]} may concern it"
        for goal in model.needs.get(rule, ()):
            if goal in model.goals and not coverage.events[goal]:
                return f"no game that was judged contained {goal}"
        if exception := next(_exceptions_never_due(rule, module, support, coverage), None):
            return f"no call was judged in which {exception} is due"
        if rule in (FAILED_CALL, QUERIES_PURE):
            return conditions.unseen_no_ops(rule, judged)
        for name in judged:
            if (value := conditions.unseen_extreme(name)) is not None:
                return f"{name} was not seen to yield {value}"
        alive = (conditions.candidates[n] for n in mutants.get(rule, ()) if conditions.is_alive(n))
        if mutant := next(alive, None):
            if mutant.function in support.unchecked:
                return _why_unchecked(mutant.function, support)
            return f"no call that was judged would show this mistake: {mutant.summary}"
        return ""

    def status(rule: str, programs: tuple[str, ...]) -> RuleStatus:
        if rule in broken:
            return RuleStatus(rule, Status.FAIL, broken[rule])
        reason = why_not(rule, programs)
        return RuleStatus(rule, Status.INCONCLUSIVE if reason else Status.PASS, reason)

    return tuple(status(*stated) for stated in rules_stated(module, model.rulebook).items())


def _exceptions_never_due(
    rule: str, module: Module, support: Support, coverage: Coverage
) -> Iterator[str]:
    """Yield the exceptions that access programs raise by a rule, and that no call was to raise.

    Where no state is reached in which an exception is due, a mutant that never raises it differs
    nowhere: it seems to be equivalent.
    """
    for function in module.access_programs:
        for clause in function.exceptions if function.name in support.checked_routines else ():
            stated = {*clause.rules, *(r for part in walk(clause.value) for r in part.rules)}
            if rule in stated and not coverage.exceptions[clause.exception]:
                yield clause.exception


def _why_unobservable(rule: str, programs: list[str], module: Module, support: Support) -> str:
    """Return why a rule does not show although access programs that state it are called.

    Empty if it shows. The effect of an initialiser shows only by what reads the state; and without
    a transition from it there is only one state.
    """
    initializers = {function.name for function in module.initializers}
    checked = [f for f in module.access_programs if f.name in support.checked_routines]
    if set(programs) <= initializers:
        read = frozenset().union(*(variables_read(f) for f in checked if f.state))
        given = {a.variable for f in module.initializers for a in f.transition if cites(a, rule)}
        return "" if given & read else "nothing that it offers shows the state"
    transitions = [f.name for f in module.access_programs if f.is_transition and f.state]
    if transitions and not set(transitions) & support.checked_routines:
        return f"without {' or '.join(transitions)} only the first state is seen"
    return ""


def cites(clause: Clause, rule: str) -> bool:
    """Whether a clause, or a function that it applies, states a rule."""
    applied = (declare(module)[name].clauses() for module, name in reachable_from([clause]))
    return any(
        rule in each.rules or any(rule in part.rules for part in walk(each.value))
        for each in (clause, *(inner for clauses in applied for inner in clauses))
    )


def _why_not_judged(programs: tuple[str, ...], support: Support) -> str:
    """Return why a rule that these access programs state was not judged."""
    missing = [name for name in programs if name in support.unchecked]
    if len(missing) == len(programs):
        return support.unchecked[missing[0]]
    return "nothing that was called depends on it"


def _why_unchecked(name: str, support: Support) -> str:
    """Return that an access program is not checked, and why."""
    reason = support.unchecked[name]
    return f"{name} is {reason}" if reason.startswith(NOT_OFFERED) else f"{name}: {reason}"


def _citations(python_name: str) -> defaultdict[str, set[tuple[str, str]]]:
    """Return for each rule the functions that cite it, in the module and those it uses."""
    module = declare(python_name)
    found: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    for use in module.uses:
        for rule, functions in _citations(use.module).items():
            found[rule] |= functions
    for rule, cited in rules_cited(module).items():
        found[rule] |= {(python_name, declared.name) for declared, _ in cited}
    return found
