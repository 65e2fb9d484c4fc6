"""Masking: what of a specification a fault may be in, so that what follows from it is not called
another fault.

Where a variant of the specification behaves as an implementation does, the variant takes the
specification's place and nothing is under suspicion. Where none does, everything is that the
deviating reply depends on.
"""

from __future__ import annotations

from modcheck.judging.localise import Location
from modcheck.diagnosis.shrink import steps_of
from modcheck.testing.budget import ENOUGH_ANSWERS, EVERYTHING
from modcheck.testing.mismatch import Mismatch
from modcheck.testing.runner import Runner
from modcheck.testing.trace import Purpose
from modspec.run.machine import Machine, observed_variable
from modspec.syntax.expressions import Apply
from modspec.syntax.module import Clause
from modspec.syntax.relations import reachable, reachable_from

Functions = frozenset[tuple[str, str]]
"""Functions of a specification, each by its module's Python name and its own."""


def depends_on(deviation: Mismatch, machine: Machine) -> Functions:
    """The functions that decide what should have been replied."""
    blamed = deviation.culprit
    function = machine.routine(blamed.call.routine)
    due, raised = deviation.step.expected.exception, deviation.reply.exception
    if deviation.step is blamed and {due, raised} & set(function.raises):
        clauses: list[Clause] = [c for c in function.exceptions if c.exception in (due, raised)]
        return reachable_from(clauses) | {(function.module, f"{function.name}.{due or raised}")}
    if deviation.step is blamed or blamed.purpose is not Purpose.COMMAND:
        return reachable([function])
    variable = observed_variable(machine.routine(deviation.step.call.routine))
    clauses = [c for c in function.transition if c.variable == variable]
    return reachable_from(clauses) | {(function.module, f"{function.name}.{variable}")}


def suspected_functions(deviation: Mismatch, attribution: Location, machine: Machine) -> Functions:
    """The functions that a fault may be in.

    Where something is let through that should not be, these are the functions on the way to the
    condition that is ignored; else all that decide.
    """
    explanation = attribution.explanation
    due = deviation.step.expected
    if explanation is None or (due.exception is None and due.output is not False):
        return depends_on(deviation, machine)
    function = attribution.function
    way = {
        (p.formula.module, p.formula.function)
        for p in explanation.path()
        if isinstance(p.formula, Apply)
    }
    return frozenset(way | {(function.module, function.name)})


def vouched_for(deviation: Mismatch, examiner: Runner) -> Functions:
    """The functions that a query is all right with, in very many answers in the state of the
    deviation.
    """
    state, write = deviation.culprit.before, examiner.generator
    if state is None or deviation.reply.fault is not None or not deviation.history:
        return frozenset()
    found: Functions = frozenset()
    history = steps_of(deviation.history, examiner)
    for function in write.machine.module.access_programs:
        questions = write.queries(state, EVERYTHING, function.name)
        if function.name == deviation.culprit.call.routine or len(questions) < ENOUGH_ANSWERS:
            continue
        if examiner.try_trace([*history, *questions]) is None:
            found |= reachable([function])
    return found


def masked_routines(suspects: Functions, machine: Machine) -> frozenset[str]:
    """The access programs of which nothing more can be told while these functions are under
    suspicion.
    """
    own = {(module, name.partition(".")[0]) for module, name in suspects}
    return frozenset(
        function.name for function in machine.module.access_programs if reachable([function]) & own
    )
