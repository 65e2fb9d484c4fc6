"""Diagnoses: which rule a fault breaks, and how that is known."""

from __future__ import annotations

from dataclasses import dataclass

from modcheck.judging.expected.candidates import is_constant
from modcheck.judging.expected.localise import Location
from modcheck.judging.rules.text_of_rule import text_of_rule
from modspec.run.mutants import Mutant
from modspec.syntax.declaration import declare
from modspec.syntax.expressions import walk
from modspec.syntax.module import Assignment, Clause, Definition, ExceptionClause, Function
from modspec.syntax.relations import reachable_from, rules_cited


@dataclass(frozen=True)
class Diagnosis:
    """The rules that are broken, the likeliest first, and how that is known."""

    rules: tuple[str, ...]
    location: Location
    mutant: Mutant | None = None
    """The candidate that behaves as the program does, if there is one."""
    answers: int = 0
    """The number of replies on which the candidate and the program agree."""
    one_of: tuple[str, ...] = ()
    """Where no rule is certain: a few rules, one of them broken; none if they are many."""
    suspects: tuple[str, ...] = ()
    """Where no rule is certain: the routines that may be at fault, if they are known."""
    is_right_if_asked: bool = False
    """Whether the program is right if queries are made between the calls of the mismatch."""

    @property
    def broken_rules(self) -> tuple[str, ...]:
        """The rules that are broken for certain; the others are only possible instead."""
        return self.rules if self.is_right_if_asked else self.rules[:1]

    @property
    def is_constant(self) -> bool:
        """Whether the routine replies the same whatever it is asked."""
        return self.mutant is not None and is_constant(self.mutant)

    @property
    def stated_clause(self) -> Clause | None:
        """The clause that states the broken rule: where the candidate differs, if that is known."""
        found = self.location.clause
        if found is None or not self.rules or self._is_about_rule(found):
            preferred = self._changed_clauses
        else:
            preferred = (*self._changed_clauses, *self.location.function.clauses())
        rule = next(iter(self.rules), "")
        stated = (each for each in preferred if _states(each, rule))
        return next((each for each in stated if not isinstance(each, Definition)), found)

    @property
    def _changed_routine(self) -> Function | None:
        """The routine at fault, or a transition, in which the candidate differs; else None."""
        mutant, own = self.mutant, self.location.function
        if mutant is None or mutant.module != own.module:
            return None
        routines = declare(mutant.module).access_programs
        found = next((each for each in routines if each.name == mutant.function), None)
        return found if found is not None and (found.is_transition or found == own) else None

    @property
    def _changed_clauses(self) -> tuple[Clause, ...]:
        """The clauses of a routine in which the candidate differs."""
        routine, mutant = self._changed_routine, self.mutant
        if routine is None or mutant is None:
            return ()
        return tuple(
            each for each in routine.clauses() if each.at.line <= mutant.line <= each.at.end_line
        )

    def _is_about_rule(self, clause: Clause) -> bool:
        """Whether a clause, or a function that it applies, states the broken rule."""
        rule, names = self.rules[0], reachable_from([clause])
        modules = (declare(name) for name in {module for module, _ in names})
        applied = (f for module in modules for f in module.functions if (f.module, f.name) in names)
        return _states(clause, rule) or any(_states(c, rule) for f in applied for c in f.clauses())

    @property
    def text_of_place(self) -> str:
        """The text of what states the broken rule at the place at fault; empty if nothing does."""
        if not self.rules:
            return ""
        function, clause = self.location.function, self.stated_clause
        stated = [each for each, _ in rules_cited(declare(function.module)).get(self.rules[0], ())]
        own = [clause.exception] if isinstance(clause, ExceptionClause) else []
        own += [each.name for each in (self._changed_routine, function) if each is not None]
        own += sorted(name for _, name in reachable_from(function.clauses()))
        near = (text_of_rule(e) for name in own for e in stated if e.name == name)
        return next(near, "")


def _states(clause: Clause, rule: str) -> bool:
    """Whether a clause states a rule itself: one that keeps a variable states none."""
    if isinstance(clause, Assignment) and clause.is_frame:
        return False
    return rule in clause.rules or any(rule in part.rules for part in walk(clause.value))
