"""The method of contracts: CrossHair runs the model's access programs in all states at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from modspec.crosshair.confirm import Confirmation, ConfirmationStatus, confirm
from othello_proofs.evidence.method import ClaimFinding, ClaimVerdict, Method, Questions, worst
from othello_proofs.obligations.access_programs import (
    ASSUMED_THEOREMS,
    SPECIFIED,
    Obligation,
    obligations,
)
from othello_spec import GAME, module
from othello_spec.board import SIZE, Square

_QUICK: Final = (Square(0, 0), Square(2, 4))
"""The squares of the quick run: a corner, and an inner one."""

_LONG: Final = ("othello.game_over", "othello.has_valid_moves", "handicap.cell")
"""The claims of one question that take the longest; the quick run leaves them out."""

_NOT_QUICK: Final = (
    *_LONG,
    *(f"othello.{name}" for name in ("turn", "winner")),
    *(f"passing.{name}" for name in ("cell", "winner")),
    "clock.time_left",
    *(f"match.{name}" for name in ("grant", "begin", "is_granted", "cell", "is_valid_move")),
    *(f"match.{name}" for name in ("discs_left", "time_used", "time_left", "over")),
)
"""The claims that the quick run leaves out: they take long, and others ask much the same."""

_ASKED_APART: Final = {"othello.move": 1, "othello.winner": 2}
"""How many questions are about methods of the board, which an access program uses."""

_STATES: Final = {
    "othello": "all boards, either turn",
    "passing": "all boards, either turn",
    "supply": "all numbers of discs",
    "handicap": "all corners granted or not",
    "clock": "all times and limits, whether a clock runs or not",
    "match": "all boards, times and amounts that fit together",
}
"""The states in which the access programs of a module are called, with any arguments."""


class CrossHair(Method):
    """What CrossHair can confirm of the model's code."""

    name = "crosshair"
    title = "CrossHair"
    shows = (
        "The Python code of the model's abstract objects does what the specification says, in every"
        " state: CrossHair ran the code on unknown boards, times and amounts, followed every path"
        " through it, and found that the clauses hold on each. An example of each outcome that a"
        " call may have was run. Passing and match assume what is shown of othello's board."
    )
    does_not_show = (
        "That the specification is right, or that CrossHair and its solver are; and nothing of the"
        " abstract data type, whose loops have more paths than can be followed."
    )
    tools = ("crosshair-tool", "z3-solver")

    def units(self, quick: bool) -> Sequence[str]:
        """Each access program; those of othello that name a square by row: ``othello.move 0``."""
        rows = sorted({square.row for square in _QUICK}) if quick else range(SIZE)
        single, squared = [], []
        for name in GAME:
            for function in module(name).access_programs:
                claim = f"{name}.{function.name}"
                if name == "othello" and "row" in {p.name for p in function.parameters}:
                    squared += [f"{claim} {row}" for row in rows]
                if claim not in (_NOT_QUICK if quick else _LONG):
                    single.append(claim)
        return [*(() if quick else _LONG), *squared, *single]

    def about(self, unit: str, quick: bool) -> Sequence[str]:
        """The access program."""
        del quick
        return (unit.split()[0],)

    def questions(self, unit: str, claim: str, quick: bool) -> Questions:
        """Return one for each square of a row; else one for the call, and those asked apart."""
        if unit != claim:  # a row
            squares = [square for square in _QUICK if unit.endswith(f" {square.row}")]
            return Questions(len(squares) if quick else SIZE)
        return Questions(1 + _ASKED_APART.get(claim, 0))

    def sources(self, unit: str, claim: str) -> Sequence[str]:
        """Return the access program, the specification of boards, and the assumed theorems."""
        del unit
        assumed = ASSUMED_THEOREMS.get(claim, ())
        theorems = (f"othello_spec.theorems.{theory}:{name}" for theory, name in assumed)
        boards = (f"{place}:{name}" for place, name, _ in SPECIFIED.values())
        owner, _, name = claim.partition(".")
        plugin = "modspec.crosshair.plugin"  # CrossHair loads it
        return (f"othello_spec.{owner}:{name}", plugin, *boards, *theorems)

    def run(self, unit: str, quick: bool) -> Iterator[ClaimFinding]:
        """Ask all questions of a unit."""
        asked = [(obligation, confirm(obligation.question)) for obligation in _of(unit, quick)]
        claim, *row = unit.split()
        tried = _STATES[claim.partition(".")[0]]
        if row:
            tried += f", {len(_QUICK) if quick else SIZE * SIZE} squares"
        if assumed := list(dict.fromkeys(each for o, _ in asked for each in o.assumed_names)):
            tried += f"; given {', '.join(assumed)}"
        answers = [_answer(*each) for each in asked]
        verdict = worst(verdict for verdict, _ in answers)
        detail = "\n".join(line for _, lines in answers for line in lines)
        yield ClaimFinding(claim, verdict, len(asked), tried, detail)


def _of(unit: str, quick: bool) -> Iterator[Obligation]:
    """Yield the questions of a unit: about the squares of a row, or all others."""
    claim, *row = unit.split()
    for obligation in obligations(claim):
        square = obligation.square
        if square is None:
            if not row:
                yield obligation
        elif [str(square.row)] == row and (not quick or square in _QUICK):
            yield obligation


def _answer(obligation: Obligation, answer: Confirmation) -> tuple[ClaimVerdict, list[str]]:
    """Return the verdict and, unless the claim holds, the reason."""
    if answer.status is ConfirmationStatus.REFUTED:
        assert answer.counterexample is not None
        return ClaimVerdict.FAILS, obligation.refutation(*answer.counterexample).lines()
    if answer.status is ConfirmationStatus.UNDECIDED:
        return ClaimVerdict.UNDECIDED, [f"{obligation.name}: {answer.detail}"]
    if unseen := obligation.unseen_outcomes(answer.witnesses):
        outcomes = ", ".join(sorted(unseen))
        return ClaimVerdict.UNDECIDED, [f"{obligation.name}: in no state it comes to {outcomes}"]
    return ClaimVerdict.HOLDS, []
