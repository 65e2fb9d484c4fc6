"""The mutated oracle: the specification with one edit more, and its outcome of a call."""

from __future__ import annotations

from typing import Final

from modcheck.testing.mismatch import Mismatch, agrees
from modcheck.testing.runner import Runner
from modcheck.testing.trace import TraceStep
from modspec.run.machine import AssumptionViolated, Machine, Outcome
from modspec.run.mutants import Mutant, combine

SILENCE: Final = Outcome(None, exception="(not specified)")
"""In place of the outcome of a call of which a changed specification says nothing."""


def machine_of(variant: Mutant, examiner: Runner) -> Machine | None:
    """The specification as it is believed to be, with one change more; None if that lies within
    another change.
    """
    if variant not in examiner.mutated_oracles:
        try:
            machine = examiner.reference.with_edits(combine([*examiner.assumed, variant]))
        except (LookupError, AttributeError, TypeError):
            examiner.mutated_oracles[variant] = None
        else:
            examiner.mutated_oracles[variant] = machine
    return examiner.mutated_oracles[variant]


def outcome_of(changed: Machine, step: TraceStep) -> Outcome | None:
    """What a call leads to; SILENCE if the variant assumes otherwise, or a part of it raises; else
    None.
    """
    try:
        return changed.call(step.before, step.call.routine, step.call.arguments)
    except AssumptionViolated:
        return SILENCE
    except Exception as error:  # noqa: BLE001  # a mutant need not mean anything
        specified = {module.python_name for module in changed.instance.modules()}
        return SILENCE if type(error).__module__ in specified else None


def is_right_by(machine: Machine, deviation: Mismatch) -> bool:
    """Whether what deviates from a changed specification is right by another, in the same state."""
    blamed, state = deviation.culprit, deviation.culprit.before
    if deviation.between:
        return False  # the state is of what came before
    try:
        if deviation.step is not blamed:
            state = machine.call(state, blamed.call.routine, blamed.call.arguments).state
        return all(
            agrees(
                machine.call(state, step.call.routine, step.call.arguments),
                reply,
                machine.routine(step.call.routine).is_transition,
            )
            for step, reply in deviation.observed or ((deviation.step, deviation.reply),)
        )
    except AssumptionViolated:
        return False  # it plays another game altogether
