"""What plain ``crosshair check`` asks about the model: the questions of the method of contracts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from modspec.crosshair.checkable import ContractAnswer, ContractVerdict
from modspec.crosshair.confirm import ConfirmationStatus, confirm
from othello_proofs.obligations.access_programs import CallObligation, Obligation, obligations
from othello_proofs.obligations.states import OBJECTS

_STATES = {
    "othello": "all boards, either turn, all arguments",
    "passing": "all boards, either turn, all arguments",
    "supply": "all numbers of discs",
    "handicap": "all corners granted or not, all arguments",
    "clock": "all times and limits",
    "match": "all boards, times and amounts that fit together",
}
"""The states in which a call of a module is asked about."""


def questions(
    module: str, function: str
) -> tuple[str, Sequence[Callable[[], ContractAnswer]]] | None:
    """Return the questions about an access program of the model; None for another module."""
    package, _, name = module.rpartition(".")
    if package != "othello_model" or name not in OBJECTS:
        return None
    # a method of the board is asked about first: the questions about calls assume that it is right
    asked = sorted(
        obligations(f"{name}.{function}"), key=lambda each: isinstance(each, CallObligation)
    )
    return _STATES[name], [partial(_answer, obligation) for obligation in asked]


def _answer(obligation: Obligation) -> ContractAnswer:
    answer = confirm(obligation.question)
    if answer.status is ConfirmationStatus.REFUTED:
        assert answer.counterexample is not None
        lines = obligation.refutation(*answer.counterexample).lines()
        return ContractAnswer(ContractVerdict.REFUTED, "\n".join(lines))
    if answer.status is ConfirmationStatus.UNDECIDED:
        return ContractAnswer(ContractVerdict.UNCONFIRMED, f"{obligation.name}: {answer.detail}")
    if unseen := obligation.unseen_outcomes(answer.witnesses):
        why = f"{obligation.name}: in no state it comes to {', '.join(sorted(unseen))}"
        return ContractAnswer(ContractVerdict.UNCONFIRMED, why)
    return ContractAnswer(ContractVerdict.CONFIRMED)
