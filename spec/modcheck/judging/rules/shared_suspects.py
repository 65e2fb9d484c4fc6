"""Shared suspects: if one routine may be at fault for several findings, one finding is told.

Where the state is not shown, one wrong transition shows in several routines. A finding that may
come of another fault waits until that fault is mended.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from modcheck.judging.causes.table import Cause
from modcheck.judging.expected.oracle import Oracle
from modcheck.judging.rules.blame import NOTATION, Blame
from modcheck.judging.rules.diagnosed_fault import DiagnosedFault
from modcheck.judging.rules.places import Places
from modspec.run.machine import Machine
from modspec.syntax.relations import variables_read


class SharedSuspects:
    """Compares the suspects of findings."""

    def __init__(self, oracle: Oracle, places: Places, blame: Blame) -> None:
        self._oracle, self._places, self._blame = oracle, places, blame

    def effects(self, findings: Collection[DiagnosedFault]) -> list[DiagnosedFault]:
        """Return the findings that may come of a certain one; of uncertain ones, of an earlier one.

        What is uncertain may come of calls that should change nothing, if these change something.
        """
        certain = [each for each in findings if not each.diagnosis.suspects]
        has_no_op = any({*each.diagnosis.rules} & {*NOTATION} for each in certain)
        found: list[DiagnosedFault] = []
        kept: list[DiagnosedFault] = []
        for finding in findings:
            names, is_uncertain = self._names_of_suspects(finding), bool(finding.diagnosis.suspects)
            others = [*certain, *(kept if is_uncertain else ())]
            is_shared = any(e is not finding and self._lies_in(e, names) for e in others)
            if is_shared or (is_uncertain and has_no_op):
                found.append(finding)
            elif is_uncertain:
                kept.append(finding)
        return found

    def _names_of_suspects(self, finding: DiagnosedFault) -> Collection[str]:
        """Return the routines that may be at fault, besides the one called if it seems certain."""
        routine = self._oracle.machine.routine(finding.mismatch.culprit.call.routine)
        if finding.diagnosis.suspects:
            return finding.diagnosis.suspects
        is_blamed = finding.diagnosis.location.function == routine
        if not (is_blamed and self._blame.may_come_of_earlier_calls(finding.cause, routine)):
            return ()
        return {call.routine for call in finding.mismatch.transitions} - {routine.name}

    def _lies_in(self, finding: DiagnosedFault, names: Collection[str]) -> bool:
        """Whether a fault may lie in one of some routines, or in what it applies."""
        cause = finding.cause
        if finding.diagnosis.suspects:
            return not {*finding.diagnosis.suspects}.isdisjoint(names)
        if cause.candidate is not None:
            place = self._places.function_of(cause)
            return any(place in self._oracle.reach[name] for name in names)
        culprit = finding.mismatch.culprit.call.routine
        return (cause.wrong_state.transition.name if cause.wrong_state else culprit) in names


def note_shown(known: Cause, others: Iterable[Cause], machine: Machine) -> None:
    """Note which other routines show the wrong state of a cause: those that read it are wrong."""
    state = known.wrong_state
    if state is None:
        return
    routines = {cause.facts[0].call.routine for cause in others}
    reading = {e for e in routines if variables_read(machine.routine(e)) & state.variables}
    known.wrong_state = replace(state, routines=state.routines | reading)
